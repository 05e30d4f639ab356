"""Tell which dicts and sets were there before the trace, and outlive the call.

These are not to hold what only the run knows, see `graph.tables`.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable
from typing import Any, Final

from graph import nest
from graph.building import PerTrace, per_trace
from graph.errors import UnknownKeysError
from graph.origin import capture_exact
from graph.staging.ages import is_from_before, made_since_trace_began
from graph.staging.journal import Entry
from graph.staging.numpy_arrays import is_of_numpy
from graph.tables import Part
from graph.tensor import SymbolicTensor


class _State(PerTrace):
    """What dicts of numbers held that have been given keys of the run, by identity."""

    def __init__(self) -> None:
        self.before: dict[int, dict[Any, Any]] = {}


_STATE: Final = per_trace(_State())


def check_own(owner: Any) -> None:
    """Refuse to give keys of the run to what was there before the trace.

    Python tells of what is in its lists of what may be in cycles. A dict of numbers is
    not: whether that was there is found when the trace is done.

    Raises:
        UnknownKeysError: It was there.
    """
    if gc.is_tracked(owner):
        if is_from_before(owner):
            raise refusal_outliving(owner)
    elif isinstance(owner, dict):
        _STATE.before[id(owner)] = dict(dict.items(owner))


def refusal_outliving(owner: Any) -> UnknownKeysError:
    """Return the error for what outlives the call, and is given keys of the run."""
    kind = type(owner).__name__
    return UnknownKeysError(
        f"a {kind} that outlives the call is given "
        f"{'elements' if isinstance(owner, set) else 'keys'} that only the run knows.",
        origin=capture_exact(2),
        hint="Make it in the function, and return it; a dict may be an argument, too.",
    )


def holds_arrays_of_run(written: Iterable[Entry]) -> bool:
    """Tell whether what outlives the call is left with arrays that only the run has.

    Args:
        written: What the trace has written.
    """
    owners = [
        entry.location.owner
        for entry in written
        if any(map(_is_array_of_run, nest.flatten(entry.location.get())))
    ]
    if not owners:
        return False
    young = made_since_trace_began()
    return any(id(each) not in young for each in owners)


def _is_array_of_run(value: Any) -> bool:
    return type(value) is SymbolicTensor and is_of_numpy(value)


def outliving() -> dict[Any, Any] | None:
    """Return a dict with keys of the run that more refers to than the trace has made.

    It holds what it held before the trace again.
    """
    if not _STATE.before:
        return None
    tables = [
        each
        for each in gc.get_referrers(Part.MARK)
        if isinstance(each, dict) and id(each) in _STATE.before
    ]
    young = made_since_trace_began()
    while tables:
        each = tables.pop()
        before = _STATE.before.get(id(each))
        # Beside what is counted: the variable, and the argument of getrefcount.
        if before is None:
            continue
        if sys.getrefcount(each) - 2 > _count_inside(each, young):
            dict.clear(each)
            dict.update(each, before)
            return each
    return None


def _count_inside(owner: Any, young: set[int]) -> int:
    """Return how often what the trace has made refers to an object."""
    # No generator: its cell would refer to the object, too.
    count = 0
    for holder in gc.get_referrers(owner):
        if id(holder) in young:
            for part in gc.get_referents(holder):
                count += part is owner
    return count


__all__ = ["check_own", "outliving", "refusal_outliving"]
