"""What holds where a summary is written: a writer, a step, a condition.

Blocks such as `with writer.as_default():` change it for a thread, and eager code and
graphs find it when they run. Blocks within a function that is traced are over when its
graph runs: what they say holds for the nodes that are made in them.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from graph.errors import InvalidArgumentError
from graph.graph import current_graph, eager_scope

if TYPE_CHECKING:
    from autograph.summary.writers import SummaryWriter

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class State:
    """What holds.

    Attributes:
        writer: What writes by default; None for nothing.
        step: The step of what is written, a number or a variable; or None.
        condition: Is anything written? A boolean, or a function that gives one; None
            where nothing is said.
    """

    writer: SummaryWriter | None = None
    step: Any = None
    condition: Any = None


# Where something runs; and in blocks that are being traced. Written by `change` alone.
_RUNNING: Final[ContextVar[State]] = ContextVar("_RUNNING", default=State())  # noqa: B039
_TRACED: Final[ContextVar[State]] = ContextVar("_TRACED", default=State())  # noqa: B039


def running() -> State:
    """Return what holds for what runs now."""
    return _RUNNING.get()


def traced() -> State:
    """Return what blocks say that are being traced: nothing in eager code."""
    return State() if current_graph() is None else _TRACED.get()


def change(**changes: Any) -> None:
    """Change what holds for what runs now."""
    _RUNNING.set(replace(_RUNNING.get(), **changes))


class within(Generic[T]):  # noqa: N801 - it is used as a function is
    """A block in which something else holds.

    Args:
        result: What the block is given.
        changes: Attributes of `State`, and what they are in the block.
    """

    def __init__(self, result: T, **changes: Any) -> None:
        """Keep what is to change."""
        self._result, self._changes = result, changes
        self._outer: list[tuple[ContextVar[State], dict[str, Any]]] = []

    def __enter__(self) -> T:
        """Change it."""
        cell = _RUNNING if current_graph() is None else _TRACED
        outer = cell.get()
        kept = {name: getattr(outer, name) for name in self._changes}
        self._outer.append((cell, kept))
        cell.set(replace(outer, **self._changes))
        return self._result

    def __exit__(self, *_: object) -> None:
        """Change it back."""
        cell, kept = self._outer.pop()
        cell.set(replace(cell.get(), **kept))


def step_now() -> int | None:
    """Return the step that holds for what runs now."""
    step = running().step
    if hasattr(step, "read_value"):
        with eager_scope():
            return int(step.read_value())
    return None if step is None else int(step)


def holds(condition: Any) -> bool:
    """Tell whether a condition of now holds: a boolean, or a function giving one."""
    if condition is None:
        return True
    with eager_scope():
        found = condition() if callable(condition) else condition
        return bool(found)


def needed_step() -> int:
    """Return the step that holds for what runs now.

    Raises:
        InvalidArgumentError: There is none.
    """
    step = step_now()
    if step is None:
        raise InvalidArgumentError(
            "no step is set that the summary is of.",
            hint="Give it, step=step, or set it before: "
            "ag.summary.experimental.set_step(step).",
        )
    return step


__all__: list[str] = []
