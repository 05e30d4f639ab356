"""Who listens to ops being applied: the tapes of gradients, in each thread.

Nothing listens most of the time, and looking must then cost next to nothing: ops ask
whether `ACTIVE` is empty, which is one list for all threads.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final, Protocol

from graph.origin import capture

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from graph.graph import Node
    from graph.op import Application, Op
    from graph.origin import Origin


class Listener(Protocol):
    """What is told of ops that this thread applies."""

    def is_interested(self, inputs: Sequence[Any]) -> bool:
        """Tell whether an op run on these inputs has to be recorded."""

    def record(self, application: Application) -> None:
        """Take note of an op that was run."""

    def note_read(self, handle: Any, value: Any) -> None:
        """Take note of the value that a variable was found to have."""

    def note_node(self, node: Node) -> None:
        """Take note of a node that was added to a graph."""

    def note_extension(self, node: Node) -> None:
        """Take note of further outputs of a node."""


# The listeners of all threads. Written by `listen` and `ignore` only.
ACTIVE: Final[list[Listener]] = []


class _State(threading.local):
    """The listeners of this thread. Written by `listen` and `ignore`."""

    def __init__(self) -> None:
        self.listeners: tuple[Listener, ...] = ()


_STATE: Final = _State()


class Applied:
    """An op applied at once; see `graph.op.Application`."""

    __slots__ = ("attrs", "inputs", "op", "origin", "outputs")

    def __init__(
        self,
        op: Op,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
        origin: Origin,
    ) -> None:
        """Hold what was given and what came out."""
        self.op = op
        self.inputs = tuple(inputs)
        self.attrs = attrs
        self.outputs = tuple(outputs)
        self.origin = origin


def listen(listener: Listener) -> None:
    """Tell `listener` of what this thread does from now on."""
    _STATE.listeners = (*_STATE.listeners, listener)
    ACTIVE.append(listener)


def ignore(listener: Listener) -> None:
    """Tell `listener` of nothing more."""
    left = [other for other in _STATE.listeners if other is not listener]
    if len(left) < len(_STATE.listeners):
        _STATE.listeners = tuple(left)
        ACTIVE.remove(listener)


def listeners() -> Sequence[Listener]:
    """Return the listeners of this thread, in the order in which they came."""
    return _STATE.listeners


def record_eagerly(
    op: Op,
    operands: Sequence[Any],
    arrays: Sequence[Any],
    attrs: Mapping[str, Any],
    outputs: Any,
) -> None:
    """Tell the listeners of an op that was run at once.

    Args:
        op: The op.
        operands: What it was applied to, tensors among them.
        arrays: What the kernel was given for each.
        attrs: The attributes.
        outputs: A tensor, or a tuple of them.
    """
    if op.name == "read_variable":
        for listener in _STATE.listeners:
            listener.note_read(attrs["variable"], outputs)
        return
    interested = [x for x in _STATE.listeners if x.is_interested(operands)]
    if interested:
        several = outputs if type(outputs) is tuple else (outputs,)
        given = [
            x if hasattr(x, "_value") else array
            for x, array in zip(operands, arrays, strict=True)
        ]
        applied = Applied(op, given, attrs, several, capture(3))
        for listener in interested:
            listener.record(applied)


def record_node(node: Node) -> None:
    """Tell the listeners of a node that was added to a graph."""
    for listener in _STATE.listeners:
        listener.note_node(node)


def record_extension(node: Node) -> None:
    """Tell the listeners of further outputs of a node."""
    for listener in _STATE.listeners:
        listener.note_extension(node)


__all__ = [
    "ACTIVE",
    "Applied",
    "Listener",
    "ignore",
    "listen",
    "listeners",
    "record_eagerly",
    "record_extension",
    "record_node",
]
