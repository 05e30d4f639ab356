"""Lists of Python's that hold, in places, what is known only when the graph runs.

A list stays the object that it is, with all its names. What a staged loop or branch
put into it stands in it as one element, a `Segment`: so many elements as there will
be. `[Segment(a)]` is known when the graph runs only; `append`, `extend`, `+` and `*`
of Python's lists do what is right by themselves. What looks into a list goes through
operators, which know segments; everything else is refused.

The elements of a segment have one structure. Each of its leaves is a *column*: a
run-time list in the graph, or a `Column` that is yet to be put there. A list among
the elements is one of one segment there; the columns of that are the elements of a
column of columns. Which object such a list is `graph.old_staging.rows` knows.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NoReturn

from graph.building import PerTrace, per_trace
from graph.errors import UnknownLengthError
from graph.origin import capture_exact
from graph.specs import TensorSpec


class _State(PerTrace):
    """Whether this thread's trace has segments. Written by `Watching` and `Segment`."""

    def __init__(self) -> None:
        self.is_made = False
        self.on_first: Callable[[], None] | None = None
        # The serial numbers of families that became part of older ones.
        self.joined: list[int] = []


_STATE: Final = per_trace(_State())


class Fill:
    """Part of a column: one leaf, as often as a run-time list is long."""

    __slots__ = ("leaf", "like")

    def __init__(self, leaf: Any, like: Any) -> None:
        """Repeat `leaf`; `like` is a column."""
        self.leaf = leaf
        self.like = like


class One:
    """Part of a column: one element, which is a column itself, of a list in a list."""

    __slots__ = ("column",)

    def __init__(self, column: Any) -> None:
        """Hold one column as an element of another."""
        self.column = column


class Column:
    """A column that is not in the graph yet.

    Attributes:
        parts: Leaves, `Fill`s, `One`s, and symbolic run-time lists.
        spec: That of a run-time list which holds them all.
    """

    __slots__ = ("parts", "spec")

    def __init__(self, parts: tuple[Any, ...], spec: TensorSpec) -> None:
        """Put parts together."""
        self.parts = parts
        self.spec = spec

    def values(self) -> Iterator[Any]:
        """Yield the leaves, and the run-time lists, that it is made of."""
        for part in self.parts:
            if isinstance(part, Fill):
                yield part.leaf
            held = part.like if isinstance(part, Fill) else part
            held = held.column if isinstance(held, One) else held
            yield from held.values() if isinstance(held, Column) else (held,)


_SERIALS: Final = itertools.count()


class Family:
    """Which lists the elements of a segment may be, if they are lists.

    What Python or an operator makes of a segment is of its family, so two segments of
    different families hold no list both. Where paths have met, one segment may hold a
    list twice, as `rows + rows` does.
    """

    __slots__ = ("_above", "_may_be_twice", "serial")

    def __init__(self) -> None:
        """Begin a family that has nothing to do with others."""
        self._above: Family | None = None
        self._may_be_twice = False
        self.serial = next(_SERIALS)

    @property
    def root(self) -> Family:
        """What families have in common that have been joined."""
        found = self
        while found._above is not None:
            found = found._above
        return found

    @property
    def may_be_twice(self) -> bool:
        """May a segment of the family hold one list twice?"""
        return self.root._may_be_twice

    def note_twice(self, may_be: bool) -> None:
        """Note whether a segment of the family may."""
        self.root._may_be_twice |= may_be

    def join(self, other: Family) -> None:
        """Note that there is a segment now whose elements are of both."""
        older, newer = sorted((self.root, other.root), key=lambda each: each.serial)
        if older is not newer:
            newer._above = older
            older._may_be_twice |= newer._may_be_twice
            _STATE.joined.append(newer.serial)


def families_of(family: Family | None, structure: Any) -> Iterator[Family]:
    """Yield which lists the elements of a segment may be, and those in them."""
    if family is not None:
        yield family.root
    for part in structure.parts:
        yield from families_of(part.family, part)


def may_hold_twice(items: Iterable[Any]) -> bool:
    """Are two segments in a list, as of `rows + rows`, that may hold one list both?"""
    known: set[Family] = set()
    for item in items:
        if type(item) is Segment:
            found = set(families_of(item.family, item.structure))
            if not known.isdisjoint(found) or any(x.may_be_twice for x in found):
                return True
            known |= found
    return False


class JoinedFamilies:
    """Tells whether families are joined from now on that there are already."""

    def __init__(self) -> None:
        """Begin."""
        self._began, self._known = next(_SERIALS), len(_STATE.joined)

    def are_joined(self) -> bool:
        """Tell whether there are some."""
        return any(serial < self._began for serial in _STATE.joined[self._known :])


class Segment:
    """So many elements of a list as there will be when the graph runs.

    Attributes:
        structure: That of each element (a `graph.nest.Structure`).
        columns: For each leaf of the structure its column.
        family: Which lists its elements may be; None if they are none.
    """

    __slots__ = ("columns", "family", "structure")

    def __init__(
        self, structure: Any, columns: tuple[Any, ...], family: Family | None = None
    ) -> None:
        """Hold columns."""
        self.structure = structure
        self.columns = columns
        self.family = family
        note_made()

    def __repr__(self) -> str:
        return f"*{', '.join(map(str, self.columns))}"

    def __copy__(self) -> Segment:
        return self

    def __deepcopy__(self, memo: Any) -> Segment:
        return self  # neither it nor its elements ever change

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and not name.startswith("__array"):
            raise AttributeError(name)
        raise refusal("an item of it is used")


def refusal(what: str, kind: str = "list") -> UnknownLengthError:
    """Return the error for a use of a list that its operators do not cover."""
    return UnknownLengthError(
        f"the length of a {kind} is known only when the graph runs; {what}.",
        origin=capture_exact(2),
        hint="Its methods, len(), indexing, `for`, `in`, `+`, `==` and truth are "
        "staged in converted code; ag.stack(xs) makes a tensor of it.",
    )


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise refusal("this looks at its items in a way that is not staged")


#: What Python would do with an item by itself: special methods, all refused.
OPERATIONS: Final = """
    bool hash len iter contains getitem setitem delitem call index int float complex
    array round next reversed reduce_ex enter exit array_ufunc array_function
    eq ne lt le gt ge neg pos abs invert divmod rdivmod
    add radd iadd sub rsub mul rmul matmul rmatmul truediv rtruediv floordiv rfloordiv
    mod rmod pow rpow lshift rlshift rshift rrshift and rand or ror xor rxor
"""
for _name in OPERATIONS.split():
    setattr(Segment, f"__{_name}__", _refuse)


#: What may hold segments.
SEQUENCES: Final = (list, tuple, deque)

# The classes of what stands in a container in place of items: `graph.keys` has another.
OPAQUE: Final[set[type]] = {Segment}


class Watching:
    """Within it, tells whether segments are made; nothing is known of outer traces.

    Args:
        on_first: Called when the first one is made. (Results are put together of
            segments, too; those are made when no one watches.)
    """

    def __init__(self, on_first: Callable[[], None]) -> None:
        self.saved = (_STATE.is_made, _STATE.on_first)
        self.joined = _STATE.joined
        self.on_first = on_first

    def __enter__(self) -> None:
        _STATE.is_made, _STATE.on_first = self.saved[0], self.on_first
        _STATE.joined = []

    def __exit__(self, *_: object) -> None:
        _STATE.is_made, _STATE.on_first = self.saved
        _STATE.joined = self.joined


def note_made() -> None:
    """Note that there is a value from now on that only operators may look into."""
    if not _STATE.is_made and _STATE.on_first is not None:
        _STATE.is_made = True
        _STATE.on_first()


def is_made() -> bool:
    """Tell whether there may be lists with segments at all."""
    return _STATE.is_made


def is_segmented(value: Any) -> bool:
    """Is `value` a list or deque with a segment, or a tuple that was made of one?"""
    found = (
        _STATE.is_made
        and isinstance(value, SEQUENCES)
        and any(type(item) is Segment for item in value)
    )
    if found and isinstance(value, deque) and value.maxlen is not None:
        if len(value) > 1:  # by Python's `+` or `*`, without a note
            raise refusal("it has a maxlen, and what was added may drop items", "deque")
    return found


def holds_segment(value: Any) -> bool:
    """Is there a segment in `value`, or in a container in it?"""
    if not _STATE.is_made:
        return False
    if type(value) in OPAQUE:
        return True
    if isinstance(value, dict):
        return any(map(holds_segment, value.values()))
    if isinstance(value, (set, frozenset)):
        return any(type(each) in OPAQUE for each in value)
    return isinstance(value, SEQUENCES) and any(map(holds_segment, value))


__all__ = [
    "OPAQUE",
    "OPERATIONS",
    "SEQUENCES",
    "Column",
    "Family",
    "Fill",
    "JoinedFamilies",
    "One",
    "Segment",
    "Watching",
    "families_of",
    "holds_segment",
    "is_made",
    "is_segmented",
    "may_hold_twice",
    "note_made",
    "refusal",
]
