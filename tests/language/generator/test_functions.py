"""Generator functions that decide on tensors: what a comparison with plain Python does not show."""

from __future__ import annotations

import asyncio
import gc

import numpy as np
import pytest

import autograph as ag
from autograph.errors import OperatorNotAllowedInGraphError, StagingError
from autograph.testing import assert_agrees
from autograph.testing.agreement import Verdict, check
from tests.language.generator.functions import (
    I64,
    Indexed,
    T,
    _each,
    a_generator_that_is_used_again,
    an_iterable_and_wrapped_generators,
    fail,
    kinds_of,
    kinds_sent,
    named,
    out_of_a_function_that_has_it,
    out_of_a_loop,
    out_of_an_unpacking,
    out_of_builtins,
    out_of_comprehensions,
    out_of_nested_functions,
    programs,
    turns,
)
from tests.language.generators import down
from tests.language.programs import calls_of

# -- Their state, exceptions and attributes


def resumed(n):
    made = down(n)
    for x in made:
        if x < 3:
            break
    return list(made)


def within_try(n):
    def kept():
        try:
            if n > 2:
                yield n
        finally:
            print("left")

    return list(kept())


def given_values(n):
    def echo():
        x = yield n
        while x:
            x = yield n + x

    made = echo()
    next(made)
    return made.send(n)


def drawn_from(n):
    items = down(n)
    return next(items), next(items)


@pytest.mark.parametrize(
    ("function", "error", "told"),
    [
        (resumed, StagingError, "how far this generator has been run is known only"),
        (within_try, OperatorNotAllowedInGraphError, "`kept` runs as it stands"),
        (given_values, OperatorNotAllowedInGraphError, "`echo` runs as it stands"),
        (drawn_from, OperatorNotAllowedInGraphError, "`down` runs as it stands"),
        (turns, StagingError, "this generator loops over itself"),
    ],
)
def test_what_depends_on_how_it_is_resumed_is_refused(function, error, told):
    with pytest.raises(error) as raised:
        ag.function(function)(T(4))
    assert told in str(raised.value)
    assert "/tests/language/generator" in str(raised.value)


# -- Generators that an exception leaves


@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        out_of_a_loop,
        out_of_nested_functions,
        a_generator_that_is_used_again,
        an_iterable_and_wrapped_generators,
        out_of_comprehensions,
        out_of_builtins,
        out_of_a_function_that_has_it,
        out_of_an_unpacking,
    ),
)
def test_what_is_known_ends_where_python_ends_it(function, args):
    # As code, and while it is traced.
    assert ag.to_graph(function)() == function()
    assert_agrees(function, *args)


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


# -- isinstance() in generators and other unconverted code


class Missed(dict):  # type: ignore[type-arg]
    def __missing__(self, key):
        return type(self.given).__name__


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
        found.append((kind, 1))  # a loop is what is tested
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
