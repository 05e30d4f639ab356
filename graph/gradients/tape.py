"""`GradientTape`: takes note of what is applied to watched values, and walks back."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from graph import nest, ops
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError, TapeError
from graph.gradients import branches, loops  # noqa: F401  # control flow's rules
from graph.gradients.backward import flow_back, may_flow
from graph.gradients.ends import (
    as_source,
    as_target,
    check_batches,
    handle_of,
    one_target,
    output_gradients_of,
)
from graph.gradients.jacobian import batch_rows, rows, zeros_beside
from graph.gradients.leaves import in_order, touches_leaves
from graph.gradients.lifting import lift_node
from graph.gradients.values import has_gradient
from graph.graph import Graph, Node, current_graph
from graph.handles import Handle
from graph.op import op_named
from graph.origin import UNKNOWN, capture_exact
from graph.recording import Applied, ignore, listen
from graph.structure import is_constant, is_placeholder
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.unbroadcast import zeros_for

if TYPE_CHECKING:
    from types import TracebackType

    from graph.op import Application

Unconnected = Literal["none", "zero"]
_UNCONNECTED: Final = ("none", "zero")


class GradientTape:
    """Records ops while it is open, to differentiate what they compute.

        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x * x
        tape.gradient(y, x)                 # 2 * x

    Only what depends on a watched value is recorded. Where a tape is open in a
    function that is traced, gradients become part of the graph; there, and at once,
    gradients are made of ops, which an outer tape records: for gradients of gradients.

    Source:  TensorFlow's GradientTape
    """

    # It holds what is traced: another attempt to trace makes another one.
    is_of_trace: Final = True

    def __init__(
        self, persistent: bool = False, watch_accessed_variables: bool = True
    ) -> None:
        """Make a tape, which records once it is entered.

        Args:
            persistent: May `gradient` be called more than once?
            watch_accessed_variables: Is each variable that is read watched?
        """
        self._is_persistent = bool(persistent)
        self._watches_variables = bool(watch_accessed_variables)
        self._is_recording = False
        self._is_used = False
        # The graph that was being built when the tape was opened.
        self._home: Graph | None = None
        self._clear()

    def _clear(self) -> None:
        # id -> the value, kept alive so that its id stays its own.
        self._tracked: dict[int, Any] = {}
        # id of the array of a watched eager tensor -> the tensor: a graph that uses
        # the tensor holds the array as a constant.
        self._arrays: dict[int, EagerTensor] = {}
        self._log: list[Application] = []
        # The ids of nodes in the log.
        self._nodes: set[int] = set()
        # Variables that are watched, by their handles, each with what it was read as.
        self._reads: dict[Handle, list[Any]] = {}

    def __enter__(self) -> Self:
        """Begin to record.

        Raises:
            InvalidArgumentError: The tape records already.
        """
        if self._is_recording:
            raise InvalidArgumentError(
                "the tape is recording already.",
                origin=capture_exact(2),
                hint="Enter a tape once at a time; `with ag.GradientTape() as other:` "
                "opens a second one.",
            )
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Record no more."""
        self._stop()

    def _start(self) -> None:
        self._is_recording = True
        self._home = current_graph()
        listen(self)

    def _stop(self) -> None:
        self._is_recording = False
        ignore(self)

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """Record nothing while the block runs.

        Raises:
            TapeError: The tape is not recording.
        """
        if not self._is_recording:
            raise TapeError(
                "stop_recording() is called of a tape that does not record.",
                origin=capture_exact(2),
                hint="Call it inside of the tape's own `with` block.",
            )
        self._stop()
        try:
            yield
        finally:
            self._start()

    def reset(self) -> None:
        """Forget what was recorded and watched, as if the tape were new."""
        self._clear()
        self._is_used = False

    def watch(self, tensor: Any) -> None:
        """Record what is done with a tensor from now on.

        Args:
            tensor: A tensor, or a structure of tensors; of real or complex numbers,
                as others have no gradient.

        Raises:
            InvalidArgumentError: It is no tensor.
        """
        for leaf in nest.flatten(tensor):
            handle = handle_of(leaf)
            if handle is not None:
                self._reads.setdefault(handle, [])
            elif isinstance(leaf, Tensor):
                self._track(leaf)
            else:
                raise InvalidArgumentError(
                    f"watch() is given {leaf!r}, a {type(leaf).__name__}.",
                    origin=capture_exact(2),
                    hint="Tensors are watched; make one by ag.constant(...).",
                )

    def _track(self, value: Any) -> None:
        if has_gradient(value):
            self._tracked[id(value)] = value
            if type(value) is EagerTensor:
                self._arrays.setdefault(id(value._value), value)

    def watched_variables(self) -> tuple[Any, ...]:
        """Return the variables watched so far, in the order of their first reads."""
        owners = [handle.owner for handle in self._reads]
        return tuple(owner for owner in owners if owner is not None)

    # -- What is recorded --------------------------------------------------------------

    def is_interested(self, inputs: Sequence[Any]) -> bool:
        """Tell whether one of these depends on what is watched."""
        return self._home is None and any(map(self._is_tracked, inputs))

    def _is_tracked(self, value: Any) -> bool:
        if id(value) in self._tracked:
            return True
        if type(value) is not SymbolicTensor:
            return False
        if is_constant(value.node):
            return id(value.node.attrs["value"]) in self._arrays
        outer = _captured(value)
        return outer is not None and self._is_tracked(outer)

    def record(self, application: Application) -> None:
        """Take note of an application to what is watched."""
        if may_flow(application) or touches_leaves(application):
            self._log.append(application)
            if isinstance(application, Node):
                self._nodes.add(id(application))
            for y in application.outputs:
                self._track(y)

    def note_read(self, handle: Handle, value: Any) -> None:
        """Watch the value of a variable."""
        if self._is_watched(handle):
            self._reads.setdefault(handle, []).append(value)
            self._track(value)

    def _is_watched(self, handle: Handle) -> bool:
        if handle in self._reads:
            return True
        owner = handle.owner
        return self._watches_variables and owner is not None and owner.trainable

    def note_node(self, node: Node) -> None:
        """Record a node of the graph in which the tape is open."""
        if not self._is_home(node.graph):
            return
        if node.op.name == "read_variable":
            self.note_read(node.attrs["variable"], node.outputs[0])
            return
        if node.subgraphs:
            lift_node(node, self.key_of)
        if self._is_followed(node):
            self.record(node)

    def _is_followed(self, node: Node) -> bool:
        """Tell whether a node may depend on what is watched, through objects too."""
        return any(map(self._is_tracked, node.inputs)) or touches_leaves(node)

    def look_back(self, nodes: Iterable[Node]) -> None:
        """Record nodes of the graph that is being built, which were added before.

        What bodies of control flow read is not followed: that is for the caller.
        """
        for node in nodes:
            if node.op.name == "read_variable":
                self.note_read(node.attrs["variable"], node.outputs[0])
            elif self._is_followed(node):
                self.record(node)

    def note_extension(self, node: Node) -> None:
        """Track what control flow gives from now on, if it was recorded."""
        if id(node) in self._nodes:
            for y in node.outputs:
                self._track(y)

    def _is_home(self, graph: Graph | None) -> bool:
        while graph is not None and self._home is not None:
            if graph is self._home:
                return True
            graph = graph.parent
        return False

    def tensor_of(self, array: Any) -> EagerTensor | None:
        """Return the watched tensor that holds an array, if one does."""
        return self._arrays.get(id(array))

    def key_of(self, node: Node) -> Any:
        """Tell what is watched of what a node reads; see `graph.gradients.lifting`."""
        if node.op.name == "read_variable":
            handle = node.attrs["variable"]
            return handle if self._is_watched(handle) else None
        number = id(node.attrs["value"])
        return number if number in self._arrays else None

    # -- What comes of it --------------------------------------------------------------

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: Unconnected = "none",
    ) -> Any:
        """Return the gradients of a target by sources.

        Args:
            target: A tensor, or a structure of tensors, whose gradients are added.
            sources: A tensor or a variable, or a structure of them.
            output_gradients: What the gradient of each target is multiplied with, in
                a structure like `target`; 1 by default.
            unconnected_gradients: `none` or `zero`: what to give for a source that
                the target does not depend on, or that is not of real or complex
                numbers.

        Returns:
            A structure like `sources`.

        Raises:
            TapeError: The tape is not persistent and was used before.
            GradientError: An op on the way has no gradient.
        """
        self._check_use(unconnected_gradients)
        targets = [as_target(leaf) for leaf in nest.flatten(target)]
        is_single = not nest.is_nested(target)
        dys = output_gradients_of(targets, output_gradients, is_single=is_single)
        leaves, structure = nest.flatten_with_structure(sources)
        values = [as_source(leaf) for leaf in leaves]
        with self._used():
            found = self._flow_back(targets, dys, values)
        if unconnected_gradients == "zero":
            found = [
                zeros_for(as_tensor(x)) if dx is None else dx
                for x, dx in zip(leaves, found, strict=True)
            ]
        return nest.pack(structure, found)

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: Unconnected = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """Return the gradients of each element of a target by sources.

        In a graph the rows are made by a loop, so that the target's size need not be
        known; at once, one after the other.

        Args:
            target: A tensor.
            sources: A tensor or a variable, or a structure of them.
            unconnected_gradients: As for `gradient`.
            parallel_iterations: Has no effect: for calls written for TensorFlow.
            experimental_use_pfor: The same.

        Returns:
            A structure like `sources`.

        Shape:   target (n...), source (m...) -> (n..., m...)
        Dtype:   that of the source
        Raises:  TapeError, GradientError: as `gradient` does; DTypeError if the target
                 is a structure
        Source:  TensorFlow's GradientTape.jacobian
        """
        del parallel_iterations, experimental_use_pfor
        self._check_use(unconnected_gradients)
        y = one_target(target)
        leaves, structure = nest.flatten_with_structure(sources)
        values = [as_source(leaf) for leaf in leaves]
        tensors = [as_tensor(leaf) for leaf in leaves]
        with self._used():
            found = rows(y, tensors, lambda dy: self._flow_back([y], [dy], values))
        if unconnected_gradients == "zero":
            found = [
                zeros_beside(y, x) if dx is None else dx
                for x, dx in zip(tensors, found, strict=True)
            ]
        return nest.pack(structure, found)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: Unconnected = "none",
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """Return the Jacobian of each example of a batch, where they are independent.

        Args:
            target: A tensor whose first axis numbers examples; each depends on the
                example of the source with its number only. That is not checked.
            source: A tensor or a variable with the same first axis.
            unconnected_gradients: As for `gradient`.
            parallel_iterations: Has no effect: for calls written for TensorFlow.
            experimental_use_pfor: The same.

        Shape:   target (b, n...), source (b, m...) -> (b, n..., m...)
        Dtype:   that of the source
        Raises:  TapeError, GradientError: as `gradient` does; ShapeError if the first
                 axes are missing or differ
        Source:  TensorFlow's GradientTape.batch_jacobian
        """
        del parallel_iterations, experimental_use_pfor
        self._check_use(unconnected_gradients)
        y, value = one_target(target), as_source(source)
        x = as_tensor(source)
        check_batches(y, x)
        with self._used():
            found = batch_rows(y, x, lambda dy: self._flow_back([y], [dy], [value]))
        if found is None and unconnected_gradients == "zero":
            return zeros_beside(y, x, is_batch=True)
        return found

    @contextmanager
    def _used(self) -> Iterator[None]:
        """Take gradients while the block runs, for the last time if not persistent."""
        if self._is_recording and not self._is_persistent:
            self._stop()
        yield
        if not self._is_persistent:
            self._clear()
            self._is_used = True

    def _check_use(self, unconnected_gradients: str) -> None:
        if unconnected_gradients not in _UNCONNECTED:
            raise InvalidArgumentError(
                f"unconnected_gradients is {unconnected_gradients!r}.",
                origin=capture_exact(3),
                hint="It is 'none' or 'zero'.",
            )
        if self._is_used:
            raise TapeError(
                "a tape that is not persistent gives gradients once, and this one has "
                "given them.",
                origin=capture_exact(3),
                hint="Ask for all gradients in one call, or make the tape persistent: "
                "ag.GradientTape(persistent=True).",
            )

    def _flow_back(
        self, targets: Sequence[Any], dys: Sequence[Any], sources: Sequence[Any]
    ) -> list[Any]:
        graph = current_graph()
        log = self._log if graph is None else self._within(graph)
        groups = [self._found_as(x) for x in sources]
        chosen = [x for group in groups for x in group]
        found = iter(flow_back(list(log), targets, dys, chosen))
        return [_sum([next(found) for _ in group]) for group in groups]

    def _found_as(self, source: Any) -> Sequence[Any]:
        """Return the tensors that a source was met as."""
        if isinstance(source, Handle):
            return self._reads.get(source, ())
        return (source,) if id(source) in self._tracked else ()

    def _within(self, graph: Graph) -> list[Application]:
        """Return what was recorded of a graph, and of those that it stands in.

        What an inner graph captures, and constants that are watched, are tied to what
        they stand for.
        """
        chain: list[Graph] = []
        around: Graph | None = graph
        while around is not None:
            chain.insert(0, around)
            around = around.parent
        nodes: dict[int, list[Node]] = {id(each): [] for each in chain}
        log: list[Application] = []
        for node in self._log:
            if not isinstance(node, Node):
                log.append(node)
            elif id(node.graph) in nodes:
                nodes[id(node.graph)].append(node)
        for each in chain:
            log += [_tie(*pair) for pair in each._captures.values()]
            log += self._constants(nodes[id(each)])
            log += in_order(each, nodes[id(each)])
        return log

    def _constants(self, nodes: Sequence[Node]) -> list[Application]:
        found: dict[int, Application] = {}
        for node in nodes:
            for x in node.inputs:
                if is_constant(x.node) and id(x) not in found:
                    held = self._arrays.get(id(x.node.attrs["value"]))
                    if held is not None:
                        found[id(x)] = _tie(held, x)
        return list(found.values())


def _tie(outer: Any, inner: Any) -> Application:
    """Return an application that lets gradients through from `inner` to `outer`."""
    return Applied(op_named("identity"), (outer,), {}, (inner,), UNKNOWN)


def _captured(value: SymbolicTensor) -> Any:
    """Return what an input of a graph being built stands for outside, or None."""
    if not is_placeholder(value.node):
        return None
    for outer, inner in value.graph._captures.values():
        if inner is value:
            return outer
    return None


def _sum(parts: Sequence[Any]) -> Any:
    found = [part for part in parts if part is not None]
    return functools.reduce(ops.add, found) if found else None


__all__ = ["GradientTape"]
