"""Functions called while a tape is open: gradients flow through their graphs.

The graph of a function is taken apart, once, into one that runs forward and keeps what
its gradient needs, and one that runs backward. A call runs the first; a tape records
it like an op, whose rule runs the second. That is a call of a graph again, which an
outer tape records: where several tapes are open, what the gradient of the gradient
needs is kept, too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from autograph import arguments
from autograph.arguments import map_leaves
from autograph.function.outputs import program_of
from autograph.function.trace import Trace
from graph import specs
from graph.errors import UnstagedGradientError
from graph.gradients.halves import Halves, take_apart
from graph.gradients.kept import KeptList
from graph.gradients.lifting import reads_of
from graph.gradients.tape import GradientTape
from graph.gradients.values import AtPlace, has_gradient
from graph.graph import Graph, Node
from graph.locks import cached
from graph.op import Op
from graph.origin import Origin, capture
from graph.recording import Applied, listeners
from graph.tensor import EagerTensor, Tensor
from graph.unbroadcast import zeros_for

if TYPE_CHECKING:
    from executor.program import Program
    from graph.specs import TensorSpec


class Recordable:
    """A graph that can be run, and differentiated as it is run.

    Attributes:
        graph: The graph.
        n_results: How many of its outputs others see.
    """

    def __init__(self, graph: Graph, n_results: int | None = None) -> None:
        """Hold a finished graph without captures."""
        self.graph = graph
        self.n_results = len(graph.outputs) if n_results is None else n_results
        # (inputs wanted, what is read) -> the graph taken apart, or why it cannot be.
        self._derived: dict[Any, Derived | UnstagedGradientError] = {}

    @cached
    def program(self) -> Program:
        """The program of the graph."""
        return program_of(self.graph)

    @cached
    def readable(self) -> list[Node]:
        """What the graph reads, and its constants: those of bodies, too."""
        return list(reads_of(self.graph, lambda node: node).values())

    def derived(
        self, wanted: tuple[bool, ...], read: Sequence[Hashable], finds: Any
    ) -> Derived:
        """Return the graph taken apart, for some inputs and what is read."""
        key = (wanted, tuple(read))
        found = self._derived.get(key)
        if found is None:
            given = finds if read else None
            try:
                halves = take_apart(self.graph, wanted, given, self.n_results)
                found = Derived(halves, self.n_results)
            except UnstagedGradientError as error:
                found = error
            self._derived[key] = found
        if isinstance(found, UnstagedGradientError):
            raise found.with_traceback(None)
        return found

    def run(self, values: Sequence[Any]) -> list[Any]:
        """Run the graph on tensors, lists that are kept, and Python numbers."""
        raw = [x._value if isinstance(x, _AT_HAND) else x for x in values]
        try:
            found = self.program.run(*raw)
        except BaseException as error:
            self.program.locate(error)
            raise
        pairs = zip(found, self.graph.outputs, strict=True)
        outputs: list[Any] = []
        seen: set[int] = set()
        for value, y in pairs:
            held = _held(value, y.spec)
            # Tensors are told apart by their arrays, which kernels may pass on.
            if isinstance(held, EagerTensor) and id(held._value) in seen:
                held = EagerTensor(held._value.view())
            seen.add(id(getattr(held, "_value", held)))
            outputs.append(held)
        return outputs

    def apply(
        self,
        values: Sequence[Any],
        origin: Origin,
        finds: Callable[[Node], Hashable] | None = None,
    ) -> list[Any]:
        """Run the graph, and let the tapes that watch any of the values record it.

        Args:
            values: What the inputs are.
            origin: The user's line.
            finds: Tells what the graph reads that is watched.
        """
        read: dict[Hashable, Node] = {}
        for node in self.readable if finds is not None else ():
            key = finds(node) if finds is not None else None
            if key is not None:
                read[key] = node
        sources = [*values, *(_value_of(node) for node in read.values())]
        tapes = [tape for tape in listeners() if tape.is_interested(sources)]
        if not tapes:
            return self.run(values)
        wanted = tuple(
            _has_gradient(x) and any(map(_interest_in(x), tapes)) for x in values
        )
        chain = [self.derived(wanted, list(read), finds)]
        everything = (*wanted, *[True] * len(read))
        for _ in tapes[1:]:
            chain.append(chain[-1].forward.derived(everything, (), None))
        outputs = chain[-1].forward.run(sources)
        applied = Applied(_CALL, sources, {"chain": chain}, outputs, origin)
        for tape in tapes:
            tape.record(applied)
        return outputs[: len(self.graph.outputs)]


@dataclass(eq=False)
class Derived:
    """A graph taken apart, as what can be run and taken apart again."""

    halves: Halves
    n_results: int
    forward: Recordable = field(init=False)
    backward: Recordable = field(init=False)

    def __post_init__(self) -> None:
        self.forward = Recordable(self.halves.forward, self.n_results)
        self.backward = Recordable(self.halves.backward)

    @property
    def n_outputs(self) -> int:
        """How many outputs the graph had before it was taken apart."""
        n_kept = sum(need < 0 for need in self.halves.needs)
        return len(self.halves.forward.outputs) - n_kept


# What holds an array, or a list, as programs take it.
_AT_HAND: Final = (EagerTensor, KeptList)


def _has_gradient(value: Any) -> bool:
    return has_gradient(value) or not isinstance(value, Tensor)


def _interest_in(value: Any) -> Callable[[Any], bool]:
    """Return what tells whether a tape watches a value, or what an object holds."""
    held = [value] if isinstance(value, Tensor) else arguments.flatten(value)[0]
    return lambda tape: tape.is_interested(held)


def _gradient(at: Any, *dys: Any, wanted: Sequence[bool]) -> Sequence[Any]:
    """Run the graph that runs backward; the rule of calls."""
    n_flowing = 1 + max(i for i, dy in enumerate(dys) if dy is not None)
    # What was kept for the first gradient has a gradient itself in that of a gradient.
    derived = next(x for x in at.attrs["chain"] if n_flowing <= x.n_outputs)
    halves = derived.halves
    given = [
        at.inputs[need] if need >= 0 else at.outputs[-1 - need] for need in halves.needs
    ]
    given += [
        zeros_for(at.outputs[i]) if dys[i] is None else dys[i] for i in halves.flowing
    ]
    found = derived.backward.apply(given, capture(2))
    gradients: list[Any] = [None] * len(at.inputs)
    for place, dx in zip(halves.given, found, strict=True):
        gradients[place] = dx
    return gradients


def _no_kernel(*_: Any, **__: Any) -> Any:
    raise AssertionError("a call that was recorded is not run again")


def _unregistered(name: str, gradient: Any) -> Op:
    """Return an op that only tapes know."""
    return Op(
        name=name,
        inputs=("inputs",),
        attrs={},
        infer=_no_kernel,
        kernel=_no_kernel,
        doc="",
        is_control=True,
        gradient=gradient,
    )


_CALL: Final = _unregistered("the call of a function", _gradient)
_ITEM: Final = _unregistered(
    "an item of a list",
    lambda at, dy, *, wanted: (AtPlace(at.attrs["index"], dy),),
)


def _held(value: Any, spec: TensorSpec) -> Any:
    if specs.is_list(spec):
        return KeptList(value, spec)
    if spec.dtype.is_python:  # an object, too
        return value
    if type(value) is not np.ndarray:
        value = np.array(value, spec.dtype.numpy)
    return EagerTensor(value)


def _value_of(node: Node) -> Any:
    """Return the tensor that a read gives now, as tapes know it."""
    handle = node.attrs.get("variable")
    if handle is None:
        return _tensor_of(node.attrs["value"])
    value = EagerTensor(np.asarray(handle.value))
    for tape in listeners():
        tape.note_read(handle, value)
    return value


def _tensor_of(array: Any) -> Any:
    for tape in listeners():
        if isinstance(tape, GradientTape):
            found = tape.tensor_of(array)
            if found is not None:
                return found
    return EagerTensor(array)


def _key_of(node: Node) -> Hashable:
    for tape in listeners():
        if isinstance(tape, GradientTape) and tape.key_of(node) is not None:
            return tape.key_of(node)  # type: ignore[no-any-return]
    return None


def is_recorded() -> bool:
    """Tell whether this thread has tapes open."""
    return bool(listeners())


def call_recorded(
    recordable: Recordable,
    assemble: Callable[[Sequence[Any]], Any],
    leaves: Sequence[Any],
    arrays: Sequence[Any],
    objects: Sequence[Any] = (),
) -> Any:
    """Call a function's graph while tapes are open.

    Args:
        recordable: The graph.
        assemble: Nests what a run gives as the function returns it.
        leaves: The arguments that are inputs.
        arrays: Their values.
        objects: What inputs are that come after these.
    """
    values: list[Any] = [
        leaf if isinstance(leaf, EagerTensor) else EagerTensor(array)
        for leaf, array in zip(leaves, arrays, strict=True)
    ]
    values += objects
    origin = capture(2)
    outputs = recordable.apply(values, origin, _key_of)
    return _nested(assemble, outputs, origin)


def _nested(
    assemble: Callable[[Sequence[Any]], Any], outputs: Sequence[Any], origin: Origin
) -> Any:
    """Return the function's result, of the tensors that tapes know."""
    known: dict[int, Any] = {}
    raw = []
    for y in outputs:
        if isinstance(y, KeptList):
            items = [np.array(item) for item in y._value]
            known.update((id(item), (y, i)) for i, item in enumerate(items))
            raw.append(items if has_gradient(y) else y._value)
        else:
            known[id(getattr(y, "_value", y))] = y
            raw.append(getattr(y, "_value", y))

    def instead(leaf: Any) -> Any:
        found = known.get(id(getattr(leaf, "_value", leaf)), leaf)
        if type(found) is not tuple:
            return found
        held, index = found
        item = Applied(_ITEM, (held,), {"index": index}, (leaf,), origin)
        for tape in listeners():
            if tape.is_interested((held,)):
                tape.record(item)
        return leaf

    return map_leaves(instead, assemble(raw))


def assembler(trace: Trace) -> Callable[[Sequence[Any]], Any]:
    """Return what nests the outputs of a graph as its function returns them."""
    build = trace.build
    return lambda outputs: build(iter(outputs))


__all__ = ["Recordable", "assembler", "call_recorded", "is_recorded"]
