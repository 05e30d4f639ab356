"""What a trace leaves in things that outlive the call: public objects alone.

What Python does to captured lists, dicts, objects and globals happens while a function
is traced. A symbolic tensor that is left in one has no value afterwards, which a
warning tells; any other object of the run could not be read by Python, and is refused.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import CellType
from typing import Any

from autograph.errors import LeakedTensorWarning
from autograph.staging.journal import Location, set_at, value_at
from autograph.values.kinds import holds, is_of_run
from autograph.values.proxy import Proxy
from autograph.values.specs import NumpySpec
from autograph.values.state import OutlivesCall, Trace, current
from graph.origin import UNKNOWN, Origin
from graph.tensor import SymbolicTensor


@dataclass(frozen=True, slots=True)
class Left:
    """A tensor that is left somewhere.

    Attributes:
        where: What outlives the call.
        found: The tensor.
        origin: The line that wrote it.
    """

    where: str
    found: SymbolicTensor
    origin: Origin


def left_by(trace: Trace) -> list[Left]:
    """Return the symbolic tensors that a trace leaves, once for each line, in order.

    Raises:
        OutlivesCall: It leaves an object of the run that is no tensor.
    """
    found: dict[Any, Left] = {}
    for each in _all_left(trace):
        line = each.origin.filename, each.origin.lineno
        found.setdefault(line, each)
    return [found[line] for line in sorted(found)]


def _all_left(trace: Trace) -> Iterator[Left]:
    for key, (location, before) in trace.outer.items():
        if location[0] == "all":
            continue
        now = value_at(location)
        if now is not before:
            origin = trace.outer_lines.get(key, UNKNOWN)
            yield from _in_value(location, now, origin)
    for owner, value, origin in trace.outer_values:
        for key, held in _items(owner):
            if held is value or key is value:
                yield from _in_value(("item", owner, key), held, origin)


def _items(owner: Any) -> Iterator[tuple[Any, Any]]:
    pairs = owner.items() if isinstance(owner, dict) else enumerate(owner)
    yield from list(pairs)


def _in_value(location: Location, value: Any, origin: Origin) -> Iterator[Left]:
    is_lost = id(location[1]) in current().made  # with what holds it
    if type(value) is Proxy and (isinstance(value.spec, NumpySpec) or is_lost):
        value = value.symbol  # public, as the tensor that it is to the graph
        set_at(location, value)
    held: list[Any] = []

    def note(part: Any) -> bool:
        if is_of_run(part):
            held.append(part)
        return False  # which looks on

    holds(value, note, set())
    for each in held:
        if type(each) is not SymbolicTensor:
            refused = OutlivesCall(
                f"{label(location)} outlives the call: something is left there that "
                "only the run has, and that is no tensor"
            )
            refused.origin = origin
            raise refused
        yield Left(label(location), each, origin)


def label(location: Location) -> str:
    """Return how messages call a location."""
    kind, owner, key = location
    if isinstance(owner, CellType):
        return f"the variable `{key}`"
    if kind == "attr":
        what = (
            owner.__name__ if isinstance(owner, type) else f"a {type(owner).__name__}"
        )
        return f"`{key}` of {what}"
    if isinstance(owner, dict) and "__builtins__" in owner:
        return f"the global variable `{key}`"
    return f"a {type(owner).__name__}"


def warn(left: Sequence[Left], name: str) -> None:
    """Warn of what a trace leaves, at the lines of the user's that do it.

    Args:
        left: What it leaves.
        name: The function's name.
    """
    for each in left:
        message = (
            f"{each.where} outlives the call of {name}(), which leaves "
            f"{each.found!s} there. This happens once, while the function is traced, "
            "and the tensor has no value outside of it. Keep state in an ag.Variable, "
            "collect values in an ag.TensorArray, or return a list that is made inside "
            "of the function."
        )
        at = each.origin
        warnings.warn_explicit(
            message, LeakedTensorWarning, at.filename, max(at.lineno, 1)
        )


__all__ = ["Left", "left_by", "warn"]
