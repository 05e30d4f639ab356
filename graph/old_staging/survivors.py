"""Find what a block wrote in place that is still in use outside the block."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Container, Sequence
from typing import Any, Final

from graph.building import PerTrace, per_trace
from graph.old_staging.births import made_inside
from graph.old_staging.blocks import Traced
from graph.old_staging.journal import Entry, advanced, entries_of_calls, is_unchanged
from graph.old_staging.locations import Key, Location, Progress
from graph.old_staging.residents import count_notes, resident

# All objects of the process are looked at so many times in a trace without finding any
# cycle. What one holds after that counts as in use, which at worst refuses the program.
MAX_IN_VAIN: Final = 2


class _Looks(PerTrace):
    """How often all objects were looked at in vain. Written by `survivors` only."""

    def __init__(self) -> None:
        self.n_in_vain = 0


_LOOKS: Final = per_trace(_Looks())


def survivors(
    traced: Traced,
    held: Sequence[Any] = (),
    *,
    keeps_new: bool = False,
    is_known: Callable[[Location], bool] = lambda _: False,
) -> dict[Key, Entry]:
    """Return the entries whose owners are still in use outside the block.

    What was written to an object that the block made is left there.

    Args:
        traced: The block, after it was traced.
        held: Other lists that hold what it left.
        keeps_new: May objects that it made be used as they are after it? Then they
            count like old ones where it left them somewhere.
        is_known: Tells places that the caller knows, and does not ask for.

    Raises:
        SideEffectError: One is an iterator that the block advanced.
    """

    def find() -> dict[Key, Entry]:
        found = _found(traced, held, keeps_new=keeps_new)
        return {
            key: entry for key, entry in found.items() if not is_known(entry.location)
        }

    found = find()
    # Cycles that nothing uses hold objects, as inner functions that call themselves do.
    # Looking for them takes as long as there are objects, so that it is first looked
    # among the newest, and what needs no answer is not asked for.
    for generation in (1, 2):
        if keeps_new or all(entry.is_old for entry in found.values()):
            break
        if generation == 2 and _LOOKS.n_in_vain >= MAX_IN_VAIN:
            break
        gc.collect(generation)
        before, found = len(found), find()
        if generation == 2 and len(found) == before:
            _LOOKS.n_in_vain += 1
    for entry in found.values():
        if isinstance(entry.location, Progress):
            raise advanced(entry.location.owner)
    return found


def _found(traced: Traced, held: Sequence[Any], *, keeps_new: bool) -> dict[Key, Entry]:
    written = traced.written
    if not written:
        return {}
    root = traced.graph.root
    known = (
        *(root.objects.elements, root.objects.stand_ins, root.distinct),
        *(root.objects.residents, root.objects.copies),
    )
    things = (*root.things.values(), *known)
    # Older notes hold nothing that it made: what they hold counts as in use.
    holders = (traced, held, *held, *traced.notes())
    new = made_inside(written, holders, things, is_left_old=keeps_new)
    for entry in written.values():
        if id(entry.location.owner) in new:
            entry.location.set(entry.after)
    owners = {id(entry.location.owner) for entry in written.values()}
    counts = references(written, owners)
    return {
        key: entry
        for key, entry in written.items()
        if id(entry.location.owner) not in new
        if resident(entry.location.owner) is None
        # The journals' own references, and the argument of getrefcount.
        if sys.getrefcount(entry.location.owner)
        > counts[id(entry.location.owner)] + count_notes(entry.location.owner) + 1
        and not is_unchanged(entry)
    }


def references(
    written: dict[Key, Entry], owners: Container[int] | None = None
) -> dict[int, int]:
    """Return how often journals refer to each owner, or to those of some identities."""
    counts: dict[int, int] = {}
    seen: set[int] = set()
    for entry in (*written.values(), *entries_of_calls()):
        place = entry.location
        owner = id(place.owner)
        if (owners is None or owner in owners) and id(place) not in seen:
            seen.add(id(place))
            counts[owner] = counts.get(owner, 0) + 1
    return counts
