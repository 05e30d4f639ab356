"""Run a program on arrays, and nest its results as the function returns them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograph.arguments import map_leaves
from autograph.function.trace import Trace
from autograph.staging.output_spec import Output
from graph import numerics
from graph.tensor import EagerTensor

if TYPE_CHECKING:
    from executor.program import Program
    from graph.graph import Graph


Runner = Callable[[Sequence[Any]], Any]


def program_of(graph: Graph) -> Program:
    """Return the program of a graph, which is optimised before."""
    # Imported when first needed: `import autograph` stays fast.
    from executor.program import build
    from graph.passes.pipeline import optimise

    return build(optimise(graph))


def runner(program: Program, trace: Trace, *, is_checked: bool = False) -> Runner:
    """Return what runs the program on arrays and puts the result together.

    Args:
        program: The program of the trace's graph.
        trace: What the function returned while it was traced.
        is_checked: Does the program check its results? One that does not gives way to
            one that does, while `ag.debugging.enable_check_numerics` is in force.
    """
    run = program.run
    is_on = [False] if is_checked else numerics._ON

    @functools.cache
    def checked() -> Runner:
        return _checked(trace)

    if isinstance(trace.result, Output):
        dtype, ndarray = trace.result.dtype, np.ndarray

        def run_one(arrays: Sequence[Any]) -> Any:
            if is_on[0]:
                return checked()(arrays)
            try:
                (value,) = run(*arrays)
            except BaseException as error:  # also Ctrl-C: where it struck
                program.locate(error)
                raise
            if type(value) is not ndarray:
                value = np.array(value, dtype)
            return EagerTensor(value)

        return run_one

    build, is_built = trace.build, trace.is_built

    def run_many(arrays: Sequence[Any]) -> Any:
        if is_on[0]:
            return checked()(arrays)
        try:
            values = run(*arrays)
        except BaseException as error:
            program.locate(error)
            raise
        return build(_own(values, arrays) if is_built else iter(values))

    return run_many


def _own(values: Sequence[Any], arrays: Sequence[Any]) -> Iterator[Any]:
    """Yield outputs that share no memory with the arguments."""
    given = [x for x in arrays if type(x) is np.ndarray and x.ndim]
    for value in values:
        if type(value) is np.ndarray and value.ndim and given:
            if any(np.may_share_memory(value, x) for x in given):
                value = value.copy()
        yield value


def protected(result: Any, arrays: Sequence[Any]) -> Any:
    """Return a result that shares no memory with arrays that the user may write to."""
    if type(result) is EagerTensor:
        value = result._value
        if value.base is None and not any(value is each for each in arrays):
            return result  # it owns what it holds
    return unshared(result, arrays)


def unshared(result: Any, arrays: Sequence[Any]) -> Any:
    """Copy what shares memory with arrays that the user may write to."""

    def copied(leaf: Any) -> Any:
        if isinstance(leaf, EagerTensor) and any(
            np.may_share_memory(leaf._value, array) for array in arrays
        ):
            return EagerTensor(leaf._value.copy())
        return leaf

    return map_leaves(copied, result)


def leaves_of(trace: Trace, outputs: Iterable[Any]) -> list[Any]:
    """Return the leaves of a result: outputs of the graph, and None between them."""
    found = list(outputs)
    return [None if place is None else found[place] for place in trace.places]


def _checked(trace: Trace) -> Runner:
    """Return what runs the graph of a trace with every float result checked."""
    from graph.passes.numerics import check_results

    return runner(program_of(check_results(trace.graph)), trace, is_checked=True)
