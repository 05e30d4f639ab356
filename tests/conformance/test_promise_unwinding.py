"""Generators that an exception leaves: what they do at their end comes where it does."""

from __future__ import annotations

import functools
import gc

import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
known = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


def closing(out, count=3):
    try:
        yield from range(count)
    finally:
        out.append("closed")


class Closing:
    def __init__(self, out):
        self.out = out

    def __iter__(self):
        try:
            yield 1
        finally:
            self.out.append("closed")


def passed_on(items):
    for x in items:  # a generator that holds another
        yield x


def fail(x):
    raise ValueError(x)


@known.on(())
def out_of_a_loop():
    out = []
    try:
        for x in closing(out):
            raise ValueError(x)
    except ValueError:
        out.append("caught")
    return out


@known.on(())
def out_of_nested_functions():
    out = []

    def inner():
        try:
            for x in closing(out):
                for _ in closing(out):
                    fail(x)
        finally:
            out.append("finally")

    try:
        inner()
    except ValueError:
        out.append("caught")
    return out


@known.on(())
def a_generator_that_is_used_again():
    out = []
    items = closing(out)
    try:
        for x in items:
            raise ValueError(x)
    except ValueError:
        out.append("caught")
    return out, list(items)


@known.on(())
def an_iterable_and_wrapped_generators():
    out = []
    for make in (
        Closing,
        lambda out: enumerate(closing(out)),
        lambda out: zip(closing(out), closing(out), strict=False),
        lambda out: passed_on(closing(out)),
        lambda out: map(str, closing(out)),
    ):
        try:
            for x in make(out):
                fail(x)
        except ValueError:
            out.append("caught")
    return out


@known.on(())
def out_of_comprehensions():
    out = []
    for make in (
        lambda: [1 // x for x in closing(out)],
        lambda: {1 // x for x in closing(out)},
        lambda: {x: 1 // x for x in closing(out)},
    ):
        try:
            make()
        except ZeroDivisionError:
            out.append("caught")
    try:
        out.append([1 // x for x in closing(out)])
    except ZeroDivisionError:
        out.append("caught")
    return out


@known.on(())
def out_of_builtins():
    out = []
    for make in (
        lambda: list(map(fail, closing(out))),
        lambda: sum(1 // x for x in closing(out)),
        lambda: max(closing(out), key=fail),
        lambda: functools.reduce(lambda x, y: fail(x + y), closing(out)),
        lambda: sorted(closing(out), key=fail),
        lambda: "".join(closing(out)),
    ):
        try:
            make()
        except (ValueError, ZeroDivisionError, TypeError):
            out.append("caught")
    return out


@known.on(())
def out_of_a_function_that_has_it():
    out = []

    def inner(items):
        for x in items:
            fail(x)

    try:
        inner(closing(out))
    except ValueError:
        out.append("caught")
    return out


@known.on(())
def out_of_an_unpacking():
    out = []
    try:
        a, b = closing(out)
        out.append((a, b))
    except ValueError:
        out.append("caught")
    return out


@pytest.mark.parametrize(("function", "args"), known.calls)
def test_what_is_known_ends_where_python_ends_it(function, args):
    # As code, and while it is traced.
    assert ag.to_graph(function)() == function()
    assert_agrees(function, *args)


@rows.on(T(0), T(2))
def out_of_a_loop_on_one_path(n):
    out = []
    try:
        if n > 0:
            for x in closing(out):
                raise ValueError(x)
        out.append("through")
    except ValueError:
        out.append("caught")
    return out


@rows.on(T(0), T(1), T(7))
def a_break_before_what_may_raise(n):
    out = []
    for x in closing(out):
        if x == 1:
            break
    out.append(str(10 // int(n + 1)))
    return out


@rows.on(T(0), T(1), T(7))
def a_generator_without_an_end_of_its_own(n):
    out = []

    def items():
        try:
            yield from range(3)
        except KeyError:
            out.append("never")

    try:
        for x in items():
            out.append(str(10 // (int(n) - x)))  # noqa: PERF401  # it may end so
    except ZeroDivisionError:
        out.append("caught")
    return out


@refused.on(T(0), T(1), T(7))
def raising_in_a_loop(n):
    out = []
    try:
        for x in closing(out):
            if n > x:
                raise ValueError
    except ValueError:
        out.append("caught")
    return out


@refused.on(T(1))
def raising_in_a_loop_over_a_variable(n):
    out = []
    try:
        items = closing(out)
        for x in items:
            if n > x:
                raise ValueError
    except ValueError:
        out.append("caught")
    return out


@refused.on(T(0), T(7))
def raising_before_a_known_break(n):
    out = []
    try:
        for x in closing(out):
            if x == 1:
                break
            10 // int(n)
    except ZeroDivisionError:
        out.append("caught")
    return out


@refused.on(T(0))
def raising_before_a_known_exception(n):
    out = []
    try:
        for x in closing(out):
            10 // (int(n) - x)
            if x == 1:
                raise KeyError
    except (ZeroDivisionError, KeyError):
        out.append("caught")
    return out


def _raising(make):
    def function(n):
        out = []
        try:
            make(closing(out), lambda x: 10 // (int(n) - x))
        except ZeroDivisionError:
            out.append("caught")
        return out

    return function


def _each(items, act):
    for _ in items:
        act(_)


def _unpack(items, act):
    a, b, c = (act(x) for x in items)
    return a, b, c


def _acted(items, act):
    for x in items:
        yield act(x)


MAKES = {
    "list": lambda items, act: list(map(act, items)),
    "tuple": lambda items, act: tuple(map(act, items)),
    "spread": lambda items, act: [*map(act, items)],
    "reduce": lambda items, act: functools.reduce(lambda x, y: x + act(y), items, 0),
    "max": lambda items, act: max(map(act, items)),
    "filter": lambda items, act: list(filter(act, items)),
    "comprehension": lambda items, act: [act(x) for x in items],
    "dict": lambda items, act: {x: act(x) for x in items},
    "expression": lambda items, act: sum(act(x) for x in items),
    "nested": lambda items, act: [y for x in items for y in [act(x)]],
    "text": lambda items, act: ",".join(str(act(x)) for x in items),
    "enumerate": lambda items, act: _each((i + x for i, x in enumerate(items)), act),
    "zip": lambda items, act: [act(x) for x, _ in zip(items, [3, 4, 5], strict=True)],
    "unpacking": _unpack,
    "generator": lambda items, act: _each(_acted(items, act), str),
}

for name, make in MAKES.items():
    function = _raising(make)
    function.__name__ = name
    refused.on(T(0))(function)


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_must_happen_though_the_run_raises_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert isinstance(found.staged.error, ag.errors.SideEffectError)
    assert "must happen then, too" in str(found.staged.error)


left = Rows()
test_what_ends_after_a_handler_of_the_run_is_refused = left.refusal_test()


def _left(out, k):
    def inner(items):
        for _ in items:
            raise ValueError(k)

    inner(closing(out))


@left.on(T(2), T(0))
def a_handler_that_may_raise(n):
    out, k = [], int(n)
    try:
        _left(out, k)
    except ValueError:
        out.append("caught")
        out.append(str(5 // k))
    return out


@left.on(T(2), T(0))
def a_finally_that_may_raise(n):
    out, k = [], int(n)
    try:
        try:
            _left(out, k)
        finally:
            out.append(str(5 // k))
    except (ValueError, ZeroDivisionError):
        out.append("caught")
    return out


def counting(n, seen):
    try:
        for i in range(3):
            yield i + n
    finally:
        seen.assign_add(1)


@pytest.mark.parametrize(
    "step",
    [
        lambda items: _each(items, lambda x: fail(x) if x > 3 else x),
        lambda items: [fail(x) if x > 3 else x for x in items],
        lambda items: sum(fail(x) if x > 3 else x for x in items),
    ],
)
def test_a_refused_trace_leaves_no_generator_to_the_collector(step, recwarn):
    seen = ag.Variable(0)

    @ag.function
    def f(n):
        try:
            step(counting(n, seen))
        except ValueError:
            return seen.read_value()
        return seen.read_value()

    with pytest.raises(ag.errors.SideEffectError):
        f(T(1))
    gc.collect()
    assert int(seen) == 0
    assert not recwarn.list
