"""Dicts that have a key on some paths only, as the run decides.

Such a dict stays the object that it is. Under the key stands a `Possible`: the value,
and a flag that tells whether the key is there. What looks into a dict goes through
operators, which know it; everything else is refused.

Where paths have keys in different orders, each entry has a *rank*, too: of two keys
that are there, the one with the smaller rank comes first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from graph import segments
from graph.errors import UnknownKeysError
from graph.origin import capture_exact
from graph.partial import ABSENT, Flagged, known_flag
from graph.segments import OPAQUE, OPERATIONS, Segment
from graph.tensor import EagerTensor, SymbolicTensor


class _Gone:
    """The type of `GONE`."""

    __slots__ = ()


#: What `Possible.build` gives for a key that is not there.
GONE: Final = _Gone()


class Possible(Flagged):
    """What a dict holds under a key that it has on some paths only.

    Attributes:
        flag: Is the key there? A bool, or a symbolic Python bool.
        rank: Where the key comes among the others; `ABSENT` if all paths have them in
            one order, which is that of the dict.
    """

    __slots__ = ("rank",)

    def __init__(self, value: Any, flag: Any, rank: Any = ABSENT) -> None:
        """Hold a value that is there where the flag says so."""
        super().__init__(value, flag)
        self.rank = rank
        segments.note_made()

    @classmethod
    def build(cls, names: tuple[str, ...], value: Any, flag: Any) -> Any:
        """Return the plainest entry that means the same, or `GONE`."""
        del names
        return cls.of_entry(value, flag, ABSENT)

    @classmethod
    def of_entry(cls, value: Any, flag: Any, rank: Any) -> Any:
        """Return the plainest entry that means the same, or `GONE`."""
        known, rank = known_flag(flag), ABSENT if rank is None else rank
        if known is False:
            return GONE
        if known is None or rank is not ABSENT:
            return cls(value, flag, rank)
        return value

    def with_value(self, value: Any) -> Any:
        """Return an entry for another value."""
        return type(self)(value, self.flag, self.rank)

    def __repr__(self) -> str:
        return f"{self.value!r} if {self.flag}"

    def __copy__(self) -> Possible:
        return self

    def __deepcopy__(self, memo: Any) -> Possible:
        return self

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and not name.startswith("__array"):
            raise AttributeError(name)
        raise refusal("an item of it is used")

    __hash__ = None  # type: ignore[assignment]


def _refuse(*_: Any, **__: Any) -> Any:
    raise refusal("this looks at its items in a way that is not staged")


for _name in OPERATIONS.split():
    setattr(Possible, f"__{_name}__", _refuse)
OPAQUE.add(Possible)


def refusal(what: str) -> UnknownKeysError:
    """Return the error for a use of a dict that its operators do not cover."""
    return UnknownKeysError(
        f"which keys a dict has is known only when the graph runs; {what}.",
        origin=capture_exact(2),
        hint="`d[key]`, `in`, get(), pop(), setdefault(), len(), truth, copy() and "
        "`for` are staged in converted code. Give it all its keys before, with None "
        "or another value for what is not there.",
    )


def is_open(value: Any) -> bool:
    """Is `value` a dict that has a key on some paths only?"""
    return (
        segments.is_made()
        and isinstance(value, dict)
        and any(type(item) is Possible for item in dict.values(value))
    )


def holds_open(value: Any) -> bool:
    """Is `value` such a dict, or is there one in it?"""
    if isinstance(value, dict):
        return is_open(value) or any(map(holds_open, dict.values(value)))
    if type(value) in OPAQUE:
        return type(value) is not Segment
    return isinstance(value, (list, tuple)) and any(map(holds_open, value))


def is_ranked(table: dict[Any, Any]) -> bool:
    """Tell whether the order of the keys depends on the run."""
    return any(
        type(item) is Possible and item.rank is not ABSENT
        for item in dict.values(table)
    )


def entry_of(
    table: dict[Any, Any], key: Any, *, is_ranked: bool
) -> tuple[Any, Any, Any]:
    """Return value, flag and rank of a key."""
    if key not in table:
        return ABSENT, False, 0 if is_ranked else ABSENT
    item = table[key]
    rank: Any = ABSENT
    value, flag = item, True
    if type(item) is Possible:
        value, flag, rank = item.value, item.flag, item.rank
    if is_ranked and rank is ABSENT:
        rank = list(table).index(key)
    return value, flag, rank


def known_entries(table: dict[Any, Any]) -> list[tuple[Any, Any]] | None:
    """Return the keys that are there, in order, with their values.

    None if the run decides. What a loop starts with is known, where iterations leave
    other keys on some paths.
    """
    is_order_kept = not is_ranked(table)
    found = []
    for key in table:
        value, flag, rank = entry_of(table, key, is_ranked=not is_order_kept)
        flag = known_flag(flag)
        if flag is None or (flag and type(rank) is SymbolicTensor):
            return None
        if flag:
            found.append((rank, key, value))
    if not is_order_kept:
        found.sort(key=lambda entry: entry[0])
    return [(key, value) for _, key, value in found]


def merged(orders: Iterable[Iterable[Any]]) -> tuple[list[Any], bool]:
    """Return all keys, and whether they come in one order that none contradicts."""
    todo = [list(order) for order in orders]
    every = list(dict.fromkeys(key for order in todo for key in order))
    found = []
    while any(todo):
        todo = [order for order in todo if order]
        later = {key for order in todo for key in order[1:]}
        key = next((order[0] for order in todo if order[0] not in later), GONE)
        if key is GONE:
            return every, False
        found.append(key)
        for order in todo:
            if order[0] == key:
                del order[0]
    return found, True


def settled(table: dict[Any, Any]) -> dict[Any, Any]:
    """Return a dict without the keys that are not there, in order if that is known."""
    table = {key: item for key, item in table.items() if item is not GONE}
    entries = {key: entry_of(table, key, is_ranked=True) for key in table}
    if not is_ranked(table) or not all(map(_is_settled, entries.values())):
        return table
    keys = sorted(table, key=lambda key: int(entries[key][2]))
    return {key: entries[key][0] for key in keys}


def _is_settled(entry: tuple[Any, Any, Any]) -> bool:
    _, flag, rank = entry
    return known_flag(flag) is True and isinstance(rank, (int, EagerTensor))


__all__ = [
    "GONE",
    "Possible",
    "entry_of",
    "holds_open",
    "is_open",
    "is_ranked",
    "known_entries",
    "merged",
    "refusal",
    "settled",
]
