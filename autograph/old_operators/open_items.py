"""What stepping through a dict gives that has a key on some paths only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from graph.keys import Possible, entry_of, is_open, is_ranked, refusal
from graph.old_staging.aliases import is_shared, note_change
from graph.segments import OPAQUE
from graph.tables import Shown, kind_of_view

# What the views of a dict have in common with sets.
SET_OPERATIONS: Final = "and rand or ror xor rxor sub rsub lt le gt ge"


class OpenItems(Shown):
    """What stepping through a dict gives: items, each of which may not be there.

    Attributes:
        table: The dict.
        entries: For each key the key, and what stands there.
        is_keys: Are its keys the items?
        is_view: Are they what a view shows, and nothing made of it?
    """

    def __init__(self, table: Any, of_key: Callable[[Any, Any], Any]) -> None:
        """Step through a dict; `of_key` takes a key and its value."""
        if is_ranked(table):
            raise refusal("its items are asked for in order, which depends on the run")
        self.table = table
        self.entries = list(table.items())
        self.is_keys = of_key is _key_of
        self.is_view = of_key in _NAMES
        self.kind = kind_of_view(table, _NAMES.get(of_key, "values"))
        self._of_key = of_key

    def anew(self) -> OpenItems:
        """Return the items of now."""
        return OpenItems(self.table, self._of_key)

    def mapped(self, function: Callable[[Any], Any]) -> OpenItems:
        """Return what gives the results of a function, called with each item."""
        of_key = self._of_key
        return OpenItems(self.table, lambda key, value: function(of_key(key, value)))

    def take(self, key: Any, entry: Any, body: Callable[[Any], Any]) -> None:
        """Call `body` with an item, where its key is there.

        Raises:
            UnknownKeysError: It adds or deletes keys.
        """
        value = entry
        if type(entry) is Possible:
            value = entry.value
            if not is_shared(self.table):  # no other sees the key there meanwhile
                update_item(self.table, key, entry, value)
        before = _flags_of(self.table)
        body(self._of_key(key, value))
        after = _flags_of(self.table)
        if len(before) != len(after) or any(
            one is not other
            for pair in zip(before, after, strict=True)
            for one, other in zip(*pair, strict=True)
        ):
            raise refusal("keys are added or deleted while it is stepped through")
        if type(entry) is Possible and dict.get(self.table, key) is value:
            note_change(self.table)
            self.table[key] = entry  # so that it is seen that nothing has changed

    def __iter__(self) -> Iterator[Any]:
        raise refusal("its items are used in a way that is not staged")

    def __len__(self) -> int:
        raise refusal("the number of its items is asked for by what is not staged")

    def __contains__(self, item: object) -> bool:
        raise refusal("something is looked for in its items")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        raise refusal(f"{self.kind.__name__}.{name} is asked for")


def _refuse(*_: Any, **__: Any) -> Any:
    raise refusal("its items are used in a way that is not staged")


for _name in (*SET_OPERATIONS.split(), "repr", "str", "format", "reversed"):
    setattr(OpenItems, f"__{_name}__", _refuse)
OPAQUE.add(OpenItems)


def _flags_of(table: Any) -> list[tuple[Any, Any]]:
    """Return the keys of a dict, and whether each is there."""
    flags = (entry_of(table, key, is_ranked=False)[1] for key in table)
    return list(zip(table, flags, strict=True))


def keys_of(table: Any) -> Any:
    """Return the keys of a dict, each of which may not be there."""
    return OpenItems(table, _key_of)


def _key_of(key: Any, value: Any) -> Any:
    del value
    return key


def values_of(table: Any) -> Any:
    """Return the values of a dict, each of which may not be there."""
    return OpenItems(table, _value_of)


def _value_of(key: Any, value: Any) -> Any:
    del key
    return value


def pairs_of(table: Any) -> Any:
    """Return pairs of a key and its value of a dict, each of which may not be there."""
    return OpenItems(table, _pair_of)


def _pair_of(key: Any, value: Any) -> Any:
    return key, value


_NAMES: Final[Mapping[Any, str]] = {
    _key_of: "keys",
    _value_of: "values",
    _pair_of: "items",
}


def open_items(items: Any) -> OpenItems | None:
    """Return how to step through what may be a dict that has a key on some paths."""
    if type(items) is OpenItems:
        return items
    return keys_of(items) if is_open(items) else None


def listed(items: Any) -> list[Any]:
    """Return the items that are there."""
    from autograph.old_operators.python_builtins import list_of

    entries = open_items(items)
    assert entries is not None
    return list_of(entries.mapped(_taken), [])  # type: ignore[no-any-return]


def _taken(item: Any) -> tuple[bool, Callable[[], Any]]:
    return True, lambda: item


def update_item(table: Any, key: Any, old: Any, value: Any) -> bool:
    """Do `table[key] = value` if what was read there is what stands there now."""
    if type(old) is not Possible or table.get(key) is not old:
        return False
    note_change(table)
    table[key] = Possible.of_entry(value, True, old.rank)
    return True


__all__ = [
    "SET_OPERATIONS",
    "OpenItems",
    "keys_of",
    "listed",
    "open_items",
    "pairs_of",
    "update_item",
    "values_of",
]
