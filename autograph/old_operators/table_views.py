"""Views of dicts with keys that only the run knows, and what steps through them."""

from __future__ import annotations

import gc
import types
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from autograph.old_operators import lists
from autograph.old_operators.draws import ITERATORS
from autograph.old_operators.kept_views import View, as_table
from autograph.old_operators.logic import not_
from autograph.old_operators.own_iterators import OwnIterator, converted_method
from autograph.old_operators.python_builtins import converted
from autograph.old_operators.tables import parts_of
from graph.errors import UnknownKeysError
from graph.graph import current_graph
from graph.keys import is_open
from graph.keys import refusal as refusal_of_keys
from graph.old_staging.rows import holds_rows, lists_in
from graph.ops.debugging import assert_that
from graph.segments import is_made, is_segmented
from graph.tables import VIEWS, is_run_set, is_table, refusal, stepping
from graph.tensor import _DISPATCH


class TableIterator(OwnIterator):
    """Steps through a dict whose keys only the run knows."""

    _ag_has_state = True

    def __init__(self, table: dict[Any, Any], kind: str = "keys") -> None:
        """Step through what a view shows."""
        self._keys, self._values = parts_of(table)
        self._kind, self._place = kind, 0
        self._size = lists.length(self._keys)
        self._last: Any = None
        is_ordered = type(table) is OrderedDict
        self._first_keys = (
            lists.get_item(self._keys, slice(None)) if is_ordered else None
        )
        self._is_mutated: Any = False

    def is_over(self, keys: Sequence[Any]) -> bool:
        """Is it the dict with this list of keys that it steps through?"""
        return keys is self._keys

    def check_not_back(self, key: Any) -> None:
        """Refuse, in the run, the key drawn last, if it was deleted and is last again.

        An OrderedDict counts what it is given: whatever that is, it ends the steps.
        """
        if self._first_keys is not None:
            self._note_mutation()
        elif self._last is not None:
            self._check_last(key)

    @converted_method
    def _note_mutation(self) -> None:
        self._is_mutated = True

    @converted_method
    def _check_last(self, key: Any) -> None:
        demand_new(len(self._keys) == self._place - 1 and key == self._last)

    def go_on(self, place: int, keys: Sequence[Any]) -> None:
        """Go on at a place; these were the keys at the beginning."""
        self._place, self._size, self._last = place, len(keys), keys[place - 1]
        if self._first_keys is not None:
            self._first_keys = list(keys)

    @converted_method
    def __next__(self) -> Any:
        place = self._place
        if place < 0:
            raise StopIteration
        if self._first_keys is not None:  # it looks for its end first
            if place >= self._size:
                self._place = -1
                raise StopIteration
            if self._is_mutated or self._keys != self._first_keys:
                self._place = -1
                raise RuntimeError("OrderedDict mutated during iteration")
        if self._size != len(self._keys):
            self._size = -1  # so it is said each time
            raise RuntimeError("dictionary changed size during iteration")
        if place > 0:
            demand_same(self._keys[place - 1], self._last)
        if place >= self._size:
            self._place = -1
            raise StopIteration
        self._place = place + 1
        return self._given(place)

    @converted_method
    def _given(self, place: Any) -> Any:
        """Return what the view shows at a place, which is drawn there."""
        key = self._keys[place]
        self._last = key
        if self._kind == "keys":
            return key
        if self._kind == "values":
            return self._values[place]
        return key, self._values[place]

    def gives_lists(self) -> bool:
        """Tell whether it gives lists or dicts, or what holds some."""
        values = self._values
        if self._kind == "keys":
            return False
        return holds_rows(values) or any(lists_in(tuple(values)))

    def with_values(self, body: Callable[[Any], None]) -> Callable[[Any], None]:
        """Return the block of a loop, which reads itself what is under the keys.

        What a draw gives comes out of a condition; of a list or dict it has to be known
        where it is, or it cannot be changed.
        """
        kind, values = self._kind, self._values
        if not self.gives_lists():
            return body
        self._kind = "keys"

        def with_value(key: Any) -> None:
            value = lists.get_item(values, self._place - 1)
            body(value if kind == "values" else (key, value))

        return with_value


class ReversedTableIterator(TableIterator):
    """Steps from its end through a dict whose keys only the run knows."""

    def __init__(self, table: dict[Any, Any], kind: str = "keys") -> None:
        """Step through what a view shows."""
        super().__init__(table, kind)
        self._place = self._size - 1

    @converted_method
    def _check_last(self, key: Any) -> None:
        # It is behind those that came back before it, and Python asks for no place
        # behind the one that it had.
        demand_new(len(self._keys) < self._size and key == self._last)

    @converted_method
    def __next__(self) -> Any:
        place = self._place
        if self._first_keys is not None:  # it looks for its end first
            if place < 0:
                raise StopIteration
            if self._is_mutated or self._keys != self._first_keys:
                self._place = -1
                raise RuntimeError("OrderedDict mutated during iteration")
        if place < -1:
            raise StopIteration
        if self._size != len(self._keys):
            self._size = -1  # so it is said each time
            raise RuntimeError("dictionary changed size during iteration")
        if place + 1 < self._size:
            demand_same(self._keys[place + 1], self._last)
        if place < 0:
            self._place = -2
            raise StopIteration
        self._place = place - 1
        return self._given(place)


_LOSES: Final = (
    "a dict whose keys only the run knows loses a key that has been stepped through, "
    "while others are added."
)


def demand_same(key: Any, last: Any) -> None:
    """Raise, when the graph runs, if the keys before a place are not what they were."""
    assert_that(key == last, (), _LOSES, UnknownKeysError)


def demand_new(is_back: Any) -> None:
    """Raise, when the graph runs, if a key is back that has been stepped through."""
    assert_that(not_(is_back), (), _LOSES, UnknownKeysError)


def iterator_of(items: Any) -> TableIterator | None:
    """Return what steps through such a dict, or a view of one; None for all else."""
    if type(items) is View:
        return TableIterator(items.table, items.kind)
    if is_run_set(items):
        raise refusal("it is stepped through", "set")
    return TableIterator(items) if is_table(items) else None


def reversed_of(items: Any) -> TableIterator:
    """Return what steps from its end through such a dict, or a view of one."""
    if type(items) is View:
        return ReversedTableIterator(items.table, items.kind)
    if is_run_set(items):
        raise refusal("it is stepped through", "set")
    return ReversedTableIterator(items)


class Rest:
    """What is left of a loop whose dict becomes one with keys of the run in it.

    Args:
        items: What is stepped through as it stands.
    """

    def __init__(self, items: Any) -> None:
        self._table = _table_of(items)
        self._kind = VIEWS.get(type(items), "keys")
        self._keys: Sequence[Any] = () if self._table is None else list(self._table)

    def stepping(self, items: Any) -> Any:
        """Return an iterator over what is stepped through."""
        if isinstance(items, set):
            return set_steps(items)
        iterator = iter(items)
        return iterator if self._table is None else self._known(iterator)

    def _known(self, iterator: Any) -> Iterator[Any]:
        known = stepping()  # of this trace: one that fails leaves us to the collector
        known.append(iterator)
        try:
            yield from iterator
        finally:
            known.remove(iterator)

    def after(self, place: int) -> TableIterator | None:
        """Return what goes on at a place; None if Python goes on itself."""
        if self._table is None:
            return None
        if is_open(as_table(self._table, is_taken_at_once=False)):
            raise refusal_of_keys(
                "keys are added or deleted while it is stepped through"
            )
        if not is_table(self._table):
            return None
        made = TableIterator(self._table, self._kind)
        made.go_on(place, self._keys)
        return made


def _table_of(items: Any) -> dict[Any, Any] | None:
    table = gc.get_referents(items)[0] if type(items) in VIEWS else items
    return table if isinstance(table, dict) else None


def known_steps(items: Any) -> Iterator[Any]:
    """Yield the items of a dict, or of a view of one, as long as they are known.

    Raises:
        UnknownKeysError: The run decides since about a key.
    """
    table = _table_of(items)
    for item in items:
        yield item
        if is_open(table) or is_table(table):
            raise refusal_of_keys(
                "keys are added or deleted while it is stepped through"
            )


def set_steps(items: set[Any]) -> Iterator[Any]:
    """Return an iterator over a set, as Python has it.

    Python's own complains of each change of its size: also of what a branch changes,
    and that are put back when it has been traced.
    """
    is_own = type(items).__iter__ is not set.__iter__
    return iter(items) if is_own or current_graph() is None else _set_steps(items)


def _set_steps(items: set[Any]) -> Iterator[Any]:
    elements = list(items)
    before = set(map(id, elements))
    for each in elements:
        yield each
        if is_run_set(items):
            raise refusal("it comes to be so while it is stepped through", "set")
        if len(items) != len(before):
            raise RuntimeError("Set changed size during iteration")
        if before != set(map(id, items)):
            raise refusal("others take their places while it is stepped through", "set")


def sources_of(items: Any) -> list[Any]:
    """Return the lists and dicts that an iterator steps through, not those of the run.

    Python steps through none of these: they are what is given, one by one.
    """
    found: list[Any] = []
    todo, seen = [items], {}
    while todo:
        each = todo.pop()
        if id(each) in seen:
            continue
        seen[id(each)] = each
        if isinstance(each, (list, dict)):
            if each is not items and not is_segmented(each):
                found.append(each)
        elif type(each) in VIEWS:
            todo += gc.get_referents(each)
        elif type(each) is types.GeneratorType:
            continue  # refers to its frame, and that to everything
        elif hasattr(each, "__next__") and type(each).__module__ in ITERATORS:
            todo += gc.get_referents(each)
        elif isinstance(each, tuple) and each is not items:
            todo += each  # what `zip` and `chain` hold their iterators in
    return found


def listed(items: Any) -> Any:
    """Return what is stepped through at once as a list; anything else as it is."""
    if not is_made():
        return items
    if is_run_set(items):
        raise refusal("it is stepped through", "set")
    if is_table(items):
        return lists.get_item(parts_of(items)[0], slice(None))
    if type(items) is not View:
        return items
    keys, values = parts_of(items.table)
    if items.kind == "keys":
        return lists.get_item(keys, slice(None))
    if items.kind == "values":
        return lists.get_item(values, slice(None))
    return pairs_of(keys, values)


@converted
def pairs_of(keys: Any, values: Any) -> Any:
    """Return a list of pairs of a key and its value."""
    return [(key, value) for key, value in zip(keys, values)]  # noqa: B905


_DISPATCH["listed"] = listed

__all__ = [
    "VIEWS",
    "Rest",
    "TableIterator",
    "demand_same",
    "iterator_of",
    "known_steps",
    "listed",
    "pairs_of",
    "reversed_of",
    "sources_of",
]
