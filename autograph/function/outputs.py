"""Run a program on arrays, and nest its results as the function returns them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any

import numpy as np

from autograph.arguments import fields_of, map_leaves
from autograph.old_function.table_results import holds_results, key_leaves, made_of
from autograph.tracing import Trace
from graph import nest, numerics, specs
from graph.convert import constant_array
from graph.dtypes import python_int, string
from graph.number_bits import fit_int32, fit_int64, result_spec
from graph.segments import Segment
from graph.specs import TensorSpec
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

    dtypes = [value.spec.dtype.numpy for value in trace.graph.outputs]
    structure, is_tensor = trace.structure, trace.is_tensor
    makers, has_lists = _makers(trace)
    nested = _nesting(trace, has_lists=has_lists)
    ndarray = np.ndarray

    if structure is nest.LEAF and is_tensor == (True,) and trace.remade is None:
        (dtype,) = dtypes

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

    def run_many(arrays: Sequence[Any]) -> Any:
        if is_on[0]:
            return checked()(arrays)
        try:
            values = run(*arrays)
        except BaseException as error:
            program.locate(error)
            raise
        results = (
            make(value)
            if make is not None
            else EagerTensor(
                value if type(value) is ndarray else np.array(value, dtype)
            )
            for value, dtype, make in zip(values, dtypes, makers, strict=True)
        )
        return nested(leaves_of(trace, results))

    return run_many


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
    found = iter(outputs)
    return [next(found) if is_out else None for is_out in trace.is_tensor]


def _nesting(trace: Trace, *, has_lists: bool) -> Callable[[Sequence[Any]], Any]:
    """Return what nests leaves as the graph returns them.

    Args:
        trace: What the function returned while it was traced.
        has_lists: Are there lists of which the run knows how many items they have?
    """
    if not has_lists and trace.remade is None:
        return functools.partial(nest.pack, trace.structure)

    def nested(leaves: Sequence[Any]) -> Any:
        result = nest.pack(trace.structure, leaves)
        result = _spread(result) if has_lists else result
        if trace.remade is None:
            return result
        value = trace.returned(result)
        return (value, result[1]) if trace.changes else value

    return nested


def _checked(trace: Trace) -> Runner:
    """Return what runs the graph of a trace with every float result checked."""
    from graph.passes.numerics import check_results

    return runner(program_of(check_results(trace.graph)), trace, is_checked=True)


def _makers(
    trace: Trace,
) -> tuple[list[Callable[[list[Any]], list[Any]] | None], bool]:
    """Return what makes lists of the outputs that are, and whether there are some."""
    are_keys = list(key_leaves(trace.structure))
    given = zip(trace.graph.outputs, compress(are_keys, trace.is_tensor), strict=True)
    bits = trace.number_bits
    makers = [_maker(value.spec, bits, is_key=is_key) for value, is_key in given]
    has_lists = any(make is not None for make in makers)
    return makers, has_lists or holds_results(trace.structure)


def _maker(
    spec: TensorSpec, bits: int, *, is_key: bool = False
) -> Callable[[list[Any]], list[Any]] | None:
    """Return what makes a list of tensors of a run-time list; None for a tensor.

    Python numbers become tensors of so many bits. Keys of a dict stay what they are,
    numbers of Python's or of NumPy's.
    """
    if not specs.is_list(spec):
        return None
    if is_key:
        return _keys_of(spec)
    element = spec.dtype.element  # type: ignore[attr-defined]
    if element is None:
        return list
    inner = _maker(element, bits)
    if inner is not None:
        return lambda items: [inner(item) for item in items]
    dtype = result_spec(element, bits).dtype.numpy
    if element.strong.dtype is string:
        return lambda items: [EagerTensor(constant_array(item)) for item in items]
    if element.dtype is python_int:
        fit = fit_int64 if bits == 64 else fit_int32
        return lambda items: [EagerTensor(np.array(fit(x), dtype)) for x in items]
    return lambda items: [EagerTensor(np.asarray(item, dtype)) for item in items]


def _keys_of(spec: TensorSpec) -> Callable[[list[Any]], list[Any]]:
    """Return what makes a list of keys of a run-time list."""
    element = specs.element_of(spec)
    if element.dtype.is_python:
        return list
    number = element.dtype.numpy.type
    return lambda items: [number(item) for item in items]


def _spread(value: Any) -> Any:
    """Return a result with the items of run-time lists in their lists."""
    if type(value) in (list, tuple):
        found: list[Any] = []
        for item in value:
            if type(item) is not Segment:
                found.append(_spread(item))
                continue
            rows = zip(*item.columns, strict=True)
            found.extend(_spread(nest.pack(item.structure, row)) for row in rows)
        return found if type(value) is list else tuple(found)
    if type(value) is dict:
        return {key: _spread(part) for key, part in value.items()}
    if isinstance(value, tuple):  # with names
        return made_of(type(value)(*map(_spread, value)))
    for name in fields_of(type(value)) or ():  # of a dataclass that was made just now
        if hasattr(value, name):
            object.__setattr__(value, name, _spread(getattr(value, name)))
    return value
