"""`isinstance` in code that runs as it stands: generators, methods that Python calls."""

# written as users write them

from __future__ import annotations

import asyncio
import copy
import numbers

import numpy as np
import pytest

import autograph as ag
from autograph.testing.agreement import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
I64 = np.int64
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


def flattened(items):
    for item in items:
        if isinstance(item, (list, tuple)):
            yield from flattened(item)
        elif isinstance(item, (int, np.integer)):
            yield item
        else:
            yield -1


def described(value):
    while True:
        name = "other"
        if isinstance(value, bool):
            name = "bool"
        elif isinstance(value, int):
            name = "int"
        elif isinstance(value, float):
            name = "float"
        elif isinstance(value, np.ndarray):
            name = "array"
        elif isinstance(value, str):
            name = "text"
        value = yield name, isinstance(value, numbers.Number)


class Numbered(dict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return 1 if isinstance(self.given, int) else 2


class Copied:
    def __init__(self, value):
        self.value = value

    def __copy__(self):
        return Copied(1 if isinstance(self.value, float) else 2)


@rows.on(T(3), I64(3), np.float64(0.5), np.array([1, 2]), 3)
def items_that_are_drawn(n):
    steps = flattened([n, [2], (n,)])
    return next(steps), next(steps), next(steps)


@rows.on(T(3), T(0))
def items_of_integers_of_the_run(n):
    n = int(n)
    steps = flattened([n, [n + 1, n / 2], "a"])
    return next(steps), next(steps), next(steps), next(steps)


@rows.on(T(3), T(0))
def what_is_sent(n):
    steps = described(int(n))
    first = next(steps)
    rest = [steps.send(value) for value in (float(n), n > 1, str(int(n)), int(n) > 1)]
    return first, rest[0], rest[2], rest[3]


@rows.on(I64(3), np.float64(0.5), np.array([1, 2]), np.bool_(1), 3)
def what_is_sent_of_numpy(x):
    steps = described(x)
    return next(steps), steps.send(x + 1)


@rows.on(T(3))
def methods_that_python_calls(n):
    values = Numbered()
    values.given = int(n)
    return (
        values["a"],
        copy.copy(Copied(float(n))).value,
        copy.copy(Copied(n > 1)).value,
    )


@rows.on(T(3), I64(3), np.array([1, 2]))
def functions_that_are_not_converted(x):
    return unconverted(x), unconverted(x + 1), x


@ag.do_not_convert
def unconverted(x):
    return isinstance(x, np.ndarray), isinstance(x, np.integer), isinstance(x, int)


# -- `type(x)`: no tensor can answer it ------------------------------------------------


class Indexed:
    def __class_getitem__(cls, key):
        return type(key) is int


class Missed(dict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return type(self.given).__name__


@ag.do_not_convert
def named(x):
    return type(x).__name__


def kinds_sent():
    given = 0
    while True:
        given = yield type(given) is int


def kinds_of(items):
    for each in items:
        yield kind_of(each)


def kind_of(value):
    return type(value) is int


def stepped(self):
    kind = type(self)
    yield kind.__name__, isinstance(kind, type), self.value


@rows.on(T(3), I64(3))
def classes_of_what_is_known(n):
    steps = stepped(Copied(n))
    known = kinds_sent()
    return next(steps), next(known), known.send("a"), named("a"), Indexed[1]


@rows.on(T(3), I64(3), 3)
def classes_in_what_is_staged(n):
    n = int(n)
    return [(each, 1) for each in kinds_of([n, n + 1])]


def sent(n):
    steps = kinds_sent()
    next(steps)
    return steps.send(int(n))


def of_items(n):
    steps = zip(
        [1], (type(each) is int for each in [1]), kinds_of([int(n)]), strict=False
    )
    return next(iter(steps))


def missed(n):
    table = Missed()
    table.given = int(n)
    return table["a"]


def of_helpers(n):
    steps = kinds_of([int(n), 2])
    return next(steps)


def looped(n):
    found = []
    steps = kinds_of([int(n), 2])
    for kind in steps:
        found.append((kind, 1))  # noqa: PERF401  # a loop is what is tested
    first, _ = kinds_of([int(n), 2])
    return found, first


@pytest.mark.parametrize(
    ("program", "given"),
    [
        (sent, T(3)),
        (of_items, T(3)),
        (of_helpers, T(3)),
        (looped, T(3)),
        (missed, T(3)),
        (lambda n: Indexed[int(n)], T(3)),  # type: ignore[misc]
        (lambda n: named(n) + "", I64(3)),
        (lambda n: named(n) + "", np.array([1, 2])),
    ],
)
def test_classes_are_those_of_plain_python_or_refused(program, given):
    found = check(program, given)
    if found.verdict is Verdict.REFUSED:
        assert "may ask `type()`" in str(found.staged.error)
    else:
        assert found.verdict is Verdict.SAME, str(found)


@rows.on(T(3), T(0), np.int64(3), 3)
def type_in_the_body_of_a_class(n):
    k = int(n)

    class C:
        names = type(k).__name__, type([k]).__name__, type("") is str
        is_int = type(k) is int
        made = type("D", (), {"k": 4})
        squares = [k, k * k]

    return C.names, C.is_int, C.made.k, C.squares, type(n) is int


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
def test_type_in_a_coroutine_is_refused():
    @ag.function
    def f(n):
        k = int(n)

        async def asking():
            return type(k) is int

        return asyncio.run(asking())

    with pytest.raises(ag.errors.UnstagedOperationError, match=r"asking\(\) runs as"):
        f(T(3))


def test_the_body_of_a_class_is_told_to_be_one():
    @ag.function
    def f(n):
        class C:
            if n > 0:
                kind = 1

        return C.kind

    with pytest.raises(ag.errors.OperatorNotAllowedInGraphError) as caught:
        f(T(3))
    assert caught.value.hint.startswith("`C` runs as it stands: it is the body of a c")
