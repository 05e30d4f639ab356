"""Tell which of the objects that a block wrote to were made inside it.

What a block writes to an object of its own is nothing that another path could leave
otherwise, and is not put back. Python does not say when an object was made; but what
was made inside is, after the block, referred to by the journal, by what the block
leaves, and by other such objects alone.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from types import CodeType, FrameType, FunctionType, GeneratorType, ModuleType
from typing import Any, Final

import numpy as np

from graph.graph import Graph
from graph.old_staging.ages import made_since_trace_began
from graph.old_staging.journal import Entry, entries_of_calls
from graph.old_staging.locations import Global, Key, Progress
from graph.tensor import Tensor

# If more objects than this can be reached, those from before the trace are set aside.
# That looks at all that the trace has made.
MANY_OBJECTS: Final = 20_000
_NOT_LOOKED_INTO: Final = (
    type,
    ModuleType,
    CodeType,
    FrameType,
    GeneratorType,
    Tensor,
    Graph,
    np.ndarray,
    np.generic,
)


def made_inside(
    written: dict[Key, Entry],
    holders: Sequence[Any],
    things: Iterable[Any] = (),
    *,
    is_left_old: bool,
) -> frozenset[int]:
    """Return the identities of the owners that were made inside a block.

    Args:
        written: What the block wrote, after it was put back.
        holders: What refers to what the block left in its variables.
        things: What stands for objects that can be chosen, and does not use them.
        is_left_old: Does an object count as old if the block left it somewhere?
    """
    # Their identities: a reference to one would count.
    owners = {
        id(entry.location.owner)
        for entry in written.values()
        if not entry.is_old and not isinstance(entry.location, (Global, Progress))
        if not isinstance(entry.location.owner, type)
    }
    if not owners:
        return frozenset()
    of_calls = list(entries_of_calls())
    # That a call notes where something was written is no use of it, nor what was there.
    entries: list[Any] = [*of_calls, *(entry.location for entry in of_calls)]
    if is_left_old:
        entries += [entry for entry in written.values() if _is_of(entry, owners)]
    else:
        entries += [*written.values(), *holders]
    # The numbers that objects got, as far as the run chooses among them.
    entries += things
    found = _unheld(entries, None)
    if found is None:
        found = _unheld(entries, made_since_trace_began())
    assert found is not None
    return frozenset(found & owners)


def _is_of(entry: Entry, owners: set[int]) -> bool:
    return id(entry.location.owner) in owners


def _unheld(roots: Iterable[Any], young: Container[int] | None) -> set[int] | None:
    """Return what only some roots refer to, and what only that refers to, and so on.

    Args:
        roots: The roots.
        young: What may be among it, all else is old; if None, everything may be.

    Returns:
        Identities; None if `young` is not given and there is too much to look at.
    """
    # This looks at much, so that what C code does for many objects at once is used.
    nodes = {id(root): root for root in roots}
    known_roots = frozenset(nodes)
    inside: Counter[int] = Counter()
    pending = list(nodes.values())
    while pending:
        parts = _referents(pending)
        inside.update(map(id, parts))
        found = {id(part): part for part in parts if _IS_LOOKED_INTO[type(part)]}
        new = found.keys() - nodes.keys()
        if young is not None:
            new = {each for each in new if each in young}
        pending = [part for each in new if gc.is_tracked(part := found[each])]
        nodes.update(zip(map(id, pending), pending, strict=True))
        del parts, found
        part = None
        if young is None and len(nodes) > MANY_OBJECTS:
            return None
    # `nodes` and the argument of getrefcount refer to each, too.
    held = {
        each
        for each in nodes
        if each not in known_roots
        if sys.getrefcount(nodes[each]) > inside[each] + 2
    }
    unheld = nodes.keys() - known_roots - held
    while held:
        held = unheld.intersection(map(id, _referents([nodes[each] for each in held])))
        unheld -= held
    return unheld


def _referents(found: Sequence[Any]) -> list[Any]:
    """Return what objects refer to, as often as they do."""
    functions = [each for each in found if isinstance(each, FunctionType)]
    if not functions:
        return gc.get_referents(*found)
    parts = gc.get_referents(*(x for x in found if not isinstance(x, FunctionType)))
    for each in functions:
        parts += (each.__closure__, each.__defaults__, each.__kwdefaults__)
    return parts


class _IsLookedInto(dict[type, bool]):
    """Whether objects of a class are looked into; filled when asked."""

    def __missing__(self, kind: type) -> bool:
        found = self[kind] = not issubclass(kind, _NOT_LOOKED_INTO)
        return found


_IS_LOOKED_INTO: Final = _IsLookedInto()
