"""Find what no variable has, but an expression that is being computed.

In `use(rows + more, rows[0].append(1))` Python itself makes the sum, and keeps it on
its stack while `append` runs. The stack cannot be read; but what refers to an object
more often than containers do is a variable, or a stack.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from graph.origin import is_library_code

# Lists and tuples in lists and tuples are followed so far.
_DEPTH: Final = 3


def are_on_stack(values: Iterable[Any]) -> bool:
    """Tell whether a variable, or a stack, refers to one of some containers itself."""
    held = [*values, []]  # the last one is no one else's
    ours = _counts_of_variables()
    counts = [sys.getrefcount(each) - ours.get(id(each), 0) for each in held]
    if max(counts) <= counts[-1]:
        return False
    # All of Python's heap is looked at for them, once for all.
    inside = Counter(map(id, gc.get_referents(*gc.get_referrers(*held))))
    counts = [
        count - inside[id(each)] for count, each in zip(counts, held, strict=True)
    ]
    return max(counts) > counts[-1]


def _counts_of_variables() -> dict[int, int]:
    """Return how often variables of this package's functions refer to what."""
    counts: dict[int, int] = {}
    frame = sys._getframe(1).f_back
    while frame is not None:
        if is_library_code(frame.f_code):
            for value in frame.f_locals.values():
                counts[id(value)] = counts.get(id(value), 0) + 1
        frame = frame.f_back
    return counts


def are_held_by_stack(
    values: Sequence[Any], seen: set[int], depth: int = _DEPTH
) -> bool:
    """Tell whether lists or tuples that hold some objects are held by a stack.

    Args:
        values: The objects.
        seen: The identities of what variables lead to, which does not count.
        depth: How many lists and tuples around are followed.
    """
    found = gc.get_referrers(*values)
    holders = [
        each for each in found
        if type(each) in (list, tuple) and each is not values and id(each) not in seen
    ]  # fmt: skip
    if not holders:
        return False
    seen = seen | {id(found), id(holders)}
    return are_on_stack(holders) or (
        depth > 0 and are_held_by_stack(holders, seen, depth - 1)
    )


__all__ = ["are_held_by_stack", "are_on_stack"]
