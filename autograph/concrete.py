"""Concrete functions: one graph, its program, and how results are put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from autograph.signature import Binder, Call, Identity
from autograph.tracing import Trace
from graph import nest, specs
from graph.convert import constant_array
from graph.dispatch import as_tensor
from graph.dtypes import python_int, string
from graph.errors import InvalidArgumentError
from graph.graph import Graph
from graph.graph_def_builder import returned
from graph.ops.core import fit_int32
from graph.segments import Segment
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor

if TYPE_CHECKING:
    from executor.program import Program


class ConcreteFunction:
    """A function traced for one kind of arguments: a callable around one graph.

    Attributes:
        graph: The graph as it was traced.
        name: The function's name.
    """

    def __init__(self, name: str, trace: Trace, call: Call, binder: Binder) -> None:
        """Build the program of a trace."""
        self.name = name
        self.graph: Graph = trace.graph
        self._trace = trace
        self._call = call.kept()
        self._binder = binder
        # Imported when first needed: `import autograph` stays fast.
        from executor.program import build
        from graph.passes.pipeline import optimise

        self._program: Program = build(optimise(trace.graph))
        self.run_flat = _runner(self._program, trace)
        # Does a run leave its arguments in variables? An array of the caller's, who
        # may write to it later, is then copied.
        self.keeps_values = bool(trace.graph.effects.writes)

    @property
    def input_places(self) -> tuple[int, ...]:
        """For each input of the graph its place among the flat arguments."""
        return self._trace.input_places

    @property
    def inputs(self) -> list[Any]:
        """The graph's inputs."""
        return list(self.graph.inputs)

    @property
    def outputs(self) -> list[Any]:
        """The graph's outputs."""
        return list(self.graph.outputs)

    @property
    def captured_inputs(self) -> list[Any]:
        """The symbolic tensors of other graphs that the graph uses."""
        return [outer for outer, _ in self.graph.captures]

    @property
    def structured_outputs(self) -> Any:
        """The symbolic results, nested as the function returns them."""
        found = iter(returned(self.graph))
        leaves = [next(found) if is_out else None for is_out in self._trace.is_tensor]
        return nest.pack(self._trace.structure, leaves)

    def program_source(self) -> str:
        """Return the Python program that runs when the function is called."""
        return self._program.source

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the graph.

        Python arguments keep the value they were traced with; they may be left out.

        Raises:
            InvalidArgumentError: A tensor's dtype or shape is not the traced one.
            TypeError: The arguments do not fit, or a Python argument has another
                value.
        """
        call = self._bind(args, kwargs)
        return self.run_leaves(call.leaves)

    def _bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Call:
        traced = dict(zip(self._call.names, self._call.packed, strict=True))
        filled = dict(kwargs)
        names = list(self._binder.signature.parameters)
        for name in names[len(args) :]:
            if name not in filled and name in traced:
                flat = nest.flatten(traced[name])
                if not any(isinstance(leaf, TensorSpec) for leaf in flat):
                    filled[name] = traced[name]
        call = self._binder(args, filled)
        if call.structure != self._call.structure:
            raise TypeError(
                f"{self.name}() was traced for arguments nested as "
                f"{self._call.structure}, not {call.structure}."
            )
        return call

    def run_leaves(self, leaves: Sequence[Any]) -> Any:
        """Check flat arguments against the trace, and run."""
        places = self._trace.input_places
        arrays = []
        for number, (place, spec) in enumerate(
            zip(places, self._trace.specs, strict=True)
        ):
            value = as_tensor(leaves[place])
            assert isinstance(value, EagerTensor)
            if not specs.covers(spec, spec_of(value)):
                raise InvalidArgumentError(
                    f"cannot compute {self.name} as input #{number}(zero-based) was "
                    f"expected to be a {spec.dtype} tensor but is a {value.dtype} "
                    "tensor"
                    if value.dtype is not spec.dtype
                    else f"cannot compute {self.name}: input #{number}(zero-based) "
                    f"has shape {value.shape} and was traced for {spec}",
                    hint="Call the function itself, which traces again where needed.",
                )
            arrays.append(value._value)
        held = set(places)
        for place, (given, traced) in enumerate(
            zip(leaves, self._call.leaves, strict=True)
        ):
            if place in held or given is traced:
                continue
            if isinstance(traced, Identity):
                if given is not traced.value:
                    raise TypeError(
                        f"ConcreteFunction {self.name} was constructed with another "
                        f"object than {given!r} in {self._call.paths[place]}"
                    )
                continue
            if type(given) is not type(traced) or given != traced:
                path = self._call.paths[place]
                raise TypeError(
                    f"ConcreteFunction {self.name} was constructed with "
                    f"{type(traced).__name__} value {traced} in {path}, but was "
                    f"called with {type(given).__name__} value {given}"
                )
        return self.run_flat(arrays)

    def __str__(self) -> str:
        """Return the printed graph under the function's name."""
        return f"ConcreteFunction {self.name}\n{self.graph}"

    def __repr__(self) -> str:
        return f"<ConcreteFunction {self.name} at {id(self):#x}>"


def _runner(program: Program, trace: Trace) -> Callable[[Sequence[Any]], Any]:
    """Return what runs the program on arrays and puts the result together."""
    run = program.run
    dtypes = [value.spec.dtype.numpy for value in trace.graph.outputs]
    makers = [_maker(value.spec) for value in trace.graph.outputs]
    has_lists = any(make is not None for make in makers)
    structure, is_tensor = trace.structure, trace.is_tensor
    ndarray = np.ndarray

    if structure is nest.LEAF and is_tensor == (True,):
        (dtype,) = dtypes

        def run_one(arrays: Sequence[Any]) -> Any:
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
        leaves = [next(results) if is_out else None for is_out in is_tensor]
        result = nest.pack(structure, leaves)
        return _spread(result) if has_lists else result

    return run_many


def _maker(spec: TensorSpec) -> Callable[[list[Any]], list[Any]] | None:
    """Return what makes a list of tensors of a run-time list; None for a tensor."""
    if not specs.is_list(spec):
        return None
    element = spec.dtype.element  # type: ignore[attr-defined]
    if element is None:
        return list
    dtype = element.strong.dtype.numpy
    if element.strong.dtype is string:
        return lambda items: [EagerTensor(constant_array(item)) for item in items]
    if element.dtype is python_int:
        return lambda items: [
            EagerTensor(np.array(fit_int32(item), dtype)) for item in items
        ]
    return lambda items: [EagerTensor(np.asarray(item, dtype)) for item in items]


def _spread(value: Any) -> Any:
    """Return a result with the items of run-time lists in their lists."""
    if type(value) is list:
        found: list[Any] = []
        for item in value:
            if type(item) is not Segment:
                found.append(_spread(item))
                continue
            rows = zip(*item.columns, strict=True)
            found.extend(nest.pack(item.structure, row) for row in rows)
        return found
    if type(value) is dict:
        return {key: _spread(part) for key, part in value.items()}
    if isinstance(value, tuple):
        parts = map(_spread, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
