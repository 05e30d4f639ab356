"""Results that are dataclasses, other containers, and values that never change."""

from __future__ import annotations

import collections
import dataclasses
import datetime as dt
import decimal
import enum
import fractions
import pathlib
import pickle
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag

T = ag.constant


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class State:
    x: Any
    n: Any = 0
    rest: Any = None


@dataclasses.dataclass(frozen=True)
class Frozen:
    x: Any
    y: Any = 2


@dataclasses.dataclass(slots=True)
class Slotted:
    x: Any


class Pair(NamedTuple):
    a: Any
    b: Any


def plain(value):
    """Return a value without tensors, so that two can be compared."""
    if isinstance(value, ag.Tensor):
        return plain(value.numpy())
    if isinstance(value, np.ndarray):
        return value.tolist()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return (type(value), [(f.name, plain(getattr(value, f.name))) for f in fields])
    if isinstance(value, dict):
        return (type(value), [(key, plain(part)) for key, part in value.items()])
    if isinstance(value, (list, tuple)):
        return (type(value), [plain(part) for part in value])
    return value


ROWS = {
    "a dataclass": lambda x: State(x, 1, [x, None]),
    "a frozen one": lambda x: Frozen(x + 1),
    "one with slots": lambda x: Slotted({"a": x}),
    "one in another": lambda x: State(Frozen(x), (Slotted(x), 2)),
    "in a list": lambda x: [Frozen(x), {"k": State(x)}, x],
    "in a namedtuple": lambda x: Pair(Frozen(x), [State(1)]),
    "an ordered dict": lambda x: collections.OrderedDict(b=x, a=1),
    "a defaultdict": lambda x: collections.defaultdict(list, {3: x}),
    "a member": lambda x: Colour.BLUE,
    "members": lambda x: {"now": Colour.RED, "next": [Colour.BLUE, x]},
    "a member in a dataclass": lambda x: State(Colour.RED, x),
    "a range": lambda x: (range(3), x),
    "an ellipsis": lambda x: (..., x),
    "a class": lambda x: (int, x),
    "a dtype": lambda x: (x.dtype, np.dtype("int8")),
    "numbers": lambda x: (fractions.Fraction(1, 3), decimal.Decimal("1.5"), x),
    "a date": lambda x: dt.date(2020, 1, 2),
    "a path": lambda x: [pathlib.PurePosixPath("a/b"), x],
    "a builtin": lambda x: (len, x),
    "on a path": lambda x: Frozen(x if x > 0 else -x),
    "no tensors": lambda x: State(None, None),
    "nothing": lambda x: State({}, []),
}


@pytest.mark.parametrize("name", ROWS)
def test_the_graph_returns_what_plain_python_returns(name):
    function = ROWS[name]
    staged = ag.function(function)
    for x in (T(3), T(-3), T(4)):
        assert plain(staged(x)) == plain(function(x))
    assert staged.experimental_get_tracing_count() == 1


def test_each_run_makes_its_own():
    @ag.function
    def f(x):
        return State(x, [x])

    one, other = f(T(1)), f(T(2))
    one.n.append(5)
    one.x = None
    assert plain(other) == (State, [("x", 2), ("n", (list, [2])), ("rest", None)])
    assert len(f(T(1)).n) == 1


def test_states_go_from_call_to_call():
    @ag.function
    def step(state):
        if state.n % 2 == 0:
            return dataclasses.replace(state, n=state.n + 1, x=state.x * 2)
        return dataclasses.replace(state, n=state.n + 1)

    state = State(T(1), T(0))
    for _ in range(6):
        state = step(state)
    assert plain(state) == (State, [("x", 8), ("n", 6), ("rest", None)])
    assert step.experimental_get_tracing_count() == 1


def test_functions_within_functions_return_them():
    @ag.function
    def inner(x):
        return Frozen(x * 2, Colour.RED)

    @ag.function
    def outer(x):
        first, second = inner(x), inner(x + 1)
        return first.x + second.x, first.y is Colour.RED, second

    assert plain(outer(T(3)))[1][:2] == [14, True]
    assert plain(outer(T(3))[2]) == (Frozen, [("x", 8), ("y", Colour.RED)])


def test_gradients_flow_through_them():
    @ag.function
    def f(x):
        return State(x * x, n=[x])

    x = T(3.0)
    with ag.GradientTape() as tape:
        tape.watch(x)
        result = f(x)
        y = result.x * result.n[0]
    assert float(tape.gradient(y, x)) == 27.0


def test_beside_changes_of_arguments():
    @ag.function
    def f(items, x):
        items.append(x)
        return State(x, items[0])

    items = [T(1)]
    assert plain(f(items, T(2)))[1][:2] == [("x", 2), ("n", 1)]
    assert plain(items) == (list, [1, 2])


def test_what_shares_memory_with_the_callers_array_is_copied():
    @ag.function
    def f(x):
        return State(x)

    array = np.arange(3)
    result = f(array)
    array[0] = 9
    assert plain(result.x) == [0, 1, 2]


def test_concrete_functions_tell_and_return_them():
    @ag.function
    def f(x):
        return State(x, Colour.RED, {"a": 2 * x})

    concrete = f.get_concrete_function(ag.TensorSpec([], ag.int32))
    assert type(concrete.structured_outputs) is State
    assert concrete.structured_outputs.n is Colour.RED
    assert plain(concrete(T(2)))[1][2] == ("rest", (dict, [("a", 4)]))


def test_graphs_that_return_them_can_be_pickled():
    concrete = ag.function(ROWS["one in another"]).get_concrete_function(T(1))
    again = pickle.loads(pickle.dumps(concrete))
    assert plain(again(T(5))) == plain(ROWS["one in another"](T(5)))


class Own:
    def __init__(self, x):
        self.x = x


REFUSED = {
    "an object": (lambda x: Own(x + 1), "returns an Own as its result"),
    "an object in a dataclass": (lambda x: State(1, Own(x)), "as the part .n of its"),
    "an object in a list of one": (lambda x: State([Own(x)]), "as the part .x[0] of"),
    "an iterator": (lambda x: State(iter([1])), "returns a list_iterator as the part .x"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_returned_is_told_with_its_place(name):
    function, text = REFUSED[name]
    with pytest.raises(ag.errors.DTypeError) as caught:
        ag.function(function)(T(1))
    assert text in str(caught.value)


def test_lists_and_dicts_of_which_the_run_knows_the_length_are_in_them():
    def f(n):
        items, table = [], {"a": n}
        for i in range(n):
            items.append(i * n)  # noqa: PERF401
        if n > 2:
            table["b"] = n * 2
        return State(items, Frozen(len(items), [n])), [items, Colour.RED, table]

    staged = ag.function(f)
    for n in (T(3), T(0), T(2)):
        assert plain(staged(n)) == plain(f(n))
