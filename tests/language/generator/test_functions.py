"""Generator functions that decide on tensors: what a comparison with plain Python does not show."""

from __future__ import annotations

import asyncio
import gc

import pytest

import autograph as ag
from tests.language.generator.functions import (
    T,
    _each,
    a_generator_that_is_used_again,
    an_iterable_and_wrapped_generators,
    fail,
    out_of_a_function_that_has_it,
    out_of_a_loop,
    out_of_an_unpacking,
    out_of_builtins,
    out_of_comprehensions,
    out_of_nested_functions,
    programs,
)
from tests.language.programs import calls_of

# -- Generators that an exception leaves


@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        a_generator_that_is_used_again,
        out_of_comprehensions,
        out_of_a_function_that_has_it,
    ),
)
def test_what_is_known_ends_where_python_ends_it(function, args):
    assert ag.to_graph(function)(*args) == function(*args)


@pytest.mark.xfail(reason="frames of operators hold the generator", strict=True)
@pytest.mark.parametrize(
    ("function", "args"),
    calls_of(
        programs,
        out_of_a_loop,
        out_of_nested_functions,
        an_iterable_and_wrapped_generators,
        out_of_builtins,
        out_of_an_unpacking,
    ),
)
def test_what_a_statement_leaves_ends_where_python_ends_it(function, args):
    assert ag.to_graph(function)(*args) == function(*args)


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

    with pytest.raises(ag.errors.UnstagedOperationError, match="tidies up"):
        f(T(1))
    gc.collect()
    assert int(seen) == 0
    assert not recwarn.list


# -- Other unconverted code


@pytest.mark.filterwarnings("ignore:coroutine:RuntimeWarning")
def test_type_in_a_coroutine_is_refused():
    @ag.function
    def f(n):
        k = int(n)

        async def asking():
            return type(k) is int

        return asyncio.run(asking())

    with pytest.raises(ag.errors.UnstagedOperationError, match=r"asking\(\) is not"):
        f(T(3))
