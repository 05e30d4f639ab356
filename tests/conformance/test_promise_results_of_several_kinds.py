"""Functions that return text on one path, a number or a tuple on another."""

from __future__ import annotations

import contextlib
import functools
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from autograph.errors import StructureMismatchError, UnstagedOperationError
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = (T(0), T(1), T(2), T(3), T(5))


class Found(NamedTuple):
    place: Any
    value: Any


rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_where_one_kind_is_needed_it_is_refused = refused.refusal_test()


@rows.on(*EACH)
def text_or_a_number(n):
    if n > 2:
        return "big"
    return n


@rows.on(*EACH)
def kinds_of_all_sorts(n):
    if n > 4:
        return None
    if n > 2:
        return "a"
    if n > 1:
        return True
    if n > 0:
        return n, "b"
    return 2.5


@rows.on(*EACH)
def tuples_of_other_lengths(n):
    if n > 2:
        return (1,)
    if n > 1:
        return 1, n
    if n > 0:
        return ()
    return Found(n, "at")


@rows.on(*EACH)
def in_a_part_of_a_tuple(n):
    if n > 2:
        return n, ("num", 3)
    return n, ("op", "+")


@rows.on(*EACH)
def out_of_loops(n):
    for i in range(n):
        if i > 2:
            return "many", i
    while n > 0:
        n = n - 2
        if n == 1:
            return n
    return "none"


@rows.on(*EACH)
def out_of_a_loop_of_python(n):
    for word in ("a", "b", "c"):
        if n == len(word):
            return word
        n = n - 1
    else:
        if n > 1:
            return n
    return n, None


@rows.on(*EACH)
def out_of_a_try(n):
    try:
        if n > 2:
            raise ValueError(f"{n} is too big")
        return 10 // int(n)
    except ValueError as error:
        return str(error), n
    except ZeroDivisionError as error:
        return str(error)
    finally:
        n = n + 1


@contextlib.contextmanager
def held(log):
    log.append("in")
    try:
        yield len(log)
    finally:
        log.append("out")


@rows.on(*[(each, []) for each in EACH])
def out_of_a_with(n, log):
    with held(log) as count:
        if n > 2:
            return count, "x"
        if n > 1:
            return f"{n}"
    return log[0] if n > 0 else n


@rows.on(*EACH)
def conditional_expressions(n):
    return "big" if n > 2 else n if n > 1 else (1, n if n > 0 else "low")


@rows.on(*EACH)
def operands(n):
    return (n > 2 and "big") if n > 0 else (n > 0 or "none")


@rows.on(*EACH)
def what_is_called_returns_it(n):
    def way(k):
        if k > 2:
            return "far", k
        return k

    if n > 1:
        return way(n)
    return (way(n), 1) if n > 0 else way(n + 3)


def kept(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@rows.on(*EACH)
@kept
def under_a_decorator(n):
    if n > 2:
        return "a"
    return 1


class Counter:
    def __init__(self):
        self.total = 0

    def __call__(self, n):
        return self.add(n)

    def add(self, n):
        self.total += n
        if self.total > 3:
            return "over", self.total
        return self.total


@rows.on(*EACH)
def methods(n):
    counter = Counter()
    counter(n)
    return counter(1)


@rows.on(*EACH)
def tensors_that_no_dtype_holds(n):
    if n > 2:
        return ag.cast(n, ag.float32) / 3
    if n > 1:
        return ag.constant([True, False])
    return n


@rows.on(*EACH)
def with_what_is_not_reached(n):
    if n > 4:
        raise ValueError(f"{n}")
    elif n > 2:
        return "a"
    while n > 1:
        n = n - 1
        if n == 1:
            return n, n
    return n


@rows.on(*EACH)
def by_match(n):
    match n:
        case 0:
            return "zero"
        case 1 | 2:
            return 1.5
        case other if other > 4:
            return other, "x"
    return None


@rows.on((T(1), np.arange(3.0)), (T(3), np.arange(3.0)))
def an_array_that_is_changed_on_the_way_out(n, x):
    y = x + 1
    try:
        if n > 2:
            return "a", y
        return 1, y
    finally:
        y[0] = 7


def kind(n):
    if n > 2:
        return "big"
    return n


@refused.on(T(1), T(3))
def computed_with(n):
    return kind(n) * 2


@refused.on(T(1), T(3))
def given_a_name(n):
    found = kind(n)
    return found


@refused.on(T(1), T(3))
def asked_for_its_class(n):
    return isinstance(kind(n), str)


@refused.on(T(1), T(3))
def in_a_list(n):
    return [kind(n)]


@refused.on(T(1), T(3))
def by_what_a_library_calls(n):
    return functools.reduce(lambda a, b: "x" if a > n else b, [n, 2, 1])


@refused.on(T(1), T(3))
def by_a_key(n):
    return max([n, 2], key=lambda k: "a" if k > n else 1)


@refused.on(T(1), T(3))
def in_a_test(n):
    if "a" if n > 2 else 0:
        return 1
    return 2


@refused.on((T(1), [1]), (T(3), [1]))
def a_list_that_is_changed_on_the_way_out(n, xs):
    try:
        if n > 2:
            return xs
        return "none"
    finally:
        xs.append(n)


@refused.on(T(1), T(3))
def in_a_dict(n):
    if n > 2:
        return {"a": 1}
    return {"a": "b"}


def test_a_concrete_function_returns_it_but_not_into_other_graphs():
    concrete = ag.function(text_or_a_number).get_concrete_function(
        ag.TensorSpec((), ag.int32)
    )
    assert concrete(T(2)).numpy() == 2
    assert concrete(T(3)).numpy() == b"big"
    assert "one of" in str(concrete)

    @ag.function
    def calling(n):
        return concrete(n)

    with pytest.raises(UnstagedOperationError, match="string") as caught:
        calling(T(3))
    assert caught.value.origin.function == "calling"


def test_the_error_shows_both_places():
    with pytest.raises(StructureMismatchError) as caught:
        ag.function(lambda n: kind_of_tuple(n)[0])(T(1))
    assert len(caught.value.others) == 2


def kind_of_tuple(n):
    if n > 2:
        return "big", n
    return n


def test_such_a_function_is_pickled():
    function = ag.function(kinds_of_all_sorts)
    expected = [function(n) for n in EACH]
    concrete = function.get_concrete_function(ag.TensorSpec((), ag.int32))
    again = pickle.loads(pickle.dumps(concrete))
    for n, found in zip(EACH, expected, strict=True):
        assert repr(again(n)) == repr(found)


def test_gradients_are_those_of_the_path_that_was_taken():
    @ag.function
    def f(x):
        if x > 1:
            return x * x
        return "no"

    x = ag.Variable(3.0)
    with ag.GradientTape() as tape:
        y = f(x)
    assert tape.gradient(y, x).numpy() == 6.0
    x.assign(0.5)
    assert f(x).numpy() == b"no"


def test_what_a_call_in_a_graph_returns_is_no_pair_of_leaves():
    @ag.function
    def record(n):
        return {"n": n}, slice

    concrete = record.get_concrete_function(ag.TensorSpec((), ag.int32))

    @ag.function
    def calling(n):
        held, kind = concrete(n)
        return held["n"] + 1, kind is slice

    found = calling(T(3))
    assert [int(each) for each in found] == [4, 1]
