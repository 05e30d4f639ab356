"""Comprehensions, and builtins that use up generator expressions."""

from __future__ import annotations

import builtins
import functools
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from types import BuiltinMethodType, GeneratorType
from typing import Any, Final, TypeVar

from autograph.old_operators import draws, python_builtins
from autograph.old_operators.calls import converted_call
from autograph.old_operators.chosen import items_of
from autograph.old_operators.deque_calls import Adding
from autograph.old_operators.deques import steps_of
from autograph.old_operators.drawn import is_drawn
from autograph.old_operators.drawn_builtins import collected
from autograph.old_operators.iteration import StagedItems, staged_items
from autograph.old_operators.key_order import note_order
from autograph.old_operators.logic import is_staged
from autograph.old_operators.open_items import open_items
from autograph.old_operators.own_iterators import Applied, is_iterable
from autograph.old_operators.scope import FunctionScope
from autograph.old_operators.sifting import leaves_out, opened
from autograph.old_operators.specials import condition_of
from autograph.old_operators.stores import set_item
from autograph.old_operators.table_views import known_steps, set_steps
from autograph.old_operators.unwinding import (
    ending_where_given_up,
    ending_where_inlined,
)
from graph.graph import current_graph
from graph.old_staging.aliases import note_change
from graph.old_staging.row_links import is_same_content
from graph.old_staging.rows import holds_rows, note_part
from graph.tables import VIEWS
from graph.tensor import MAX_UNROLLED, Tensor
from graph.value_operators import value_of

# Whether an item is taken, and how to compute its value.
Pair = tuple[Any, Callable[[], Any]]
Step = Callable[[Any], Pair]
C = TypeVar("C")

_ON_PAIRS: Final = {
    builtins.all: python_builtins.all_of,
    builtins.any: python_builtins.any_of,
    builtins.max: python_builtins.max_of,
    builtins.min: python_builtins.min_of,
    builtins.sum: python_builtins.sum_of,
}
_OF_LISTS: Final = (builtins.list, builtins.tuple, builtins.sorted, deque)
_COLLECTING: Final = (
    *(builtins.dict, builtins.set, builtins.frozenset),
    *(Counter, OrderedDict),
)
_STOPS_EARLY: Final = (builtins.all, builtins.any)


@ending_where_given_up
def consume(
    function: Any,
    items: Any,
    step: Step,
    rest: tuple[Any, ...],
    scope: FunctionScope | None = None,
) -> Any:
    """Return `function(generator, *rest)`.

    Args:
        function: What is called: a builtin, unless its name has another meaning.
        items: What the generator expression iterates over.
        step: Takes an item; returns whether it is taken, and how to compute its value.
        rest: Further arguments.
        scope: The scope of the calling function.
    """
    if not rest and _is_among(function, _COLLECTING):
        return _collected(function, items, step)
    if current_graph() is not None and type(function) is BuiltinMethodType:
        owner = function.__self__
        if type(owner) is list and function.__name__ == "extend":
            note_change(owner)
            list_comp(items, step, into=owner)
            return None
        if type(owner) is deque and function.__name__ == "extend":
            list_comp(items, step, into=Adding(owner))
            return None
        if type(owner) is str and function.__name__ == "join":
            made = list_comp(items, step)
            return converted_call(function, (made,), None, scope)
    is_list = _is_among(function, _OF_LISTS) or is_drawn(items)
    if current_graph() is not None and is_list:
        return converted_call(function, (list_comp(items, step), *rest), None, scope)
    on_pairs = _on_pairs(function)
    items = value_of(items_of(items))
    note_order(items)
    if current_graph() is None or on_pairs is None:
        return converted_call(function, (generated(items, step), *rest), None, scope)
    step = _deciding(step)
    stops_early = _is_among(function, _STOPS_EARLY)
    take = functools.partial(functools.partial, step) if stops_early else step
    entries = open_items(items)
    if entries is not None:
        return on_pairs(entries.mapped(take), *rest)
    if is_iterable(items):
        return on_pairs(Applied(take, items), *rest)
    pairs = _staged_pairs(items, take)
    if pairs is not None:
        return on_pairs(pairs, *rest)
    if stops_early:
        return on_pairs(_lazily(step, items))
    return _consume_known(function, map(step, _steps_of(items)), rest)


def _consume_known(function: Any, drawn: Iterator[Pair], rest: tuple[Any, ...]) -> Any:
    """Go through what is known first, as Python has it: its sum() is exact so."""
    known: list[Any] = []
    for is_taken, value in drawn:
        if is_staged(is_taken):
            following = chain([(is_taken, value)], drawn)
            return _go_on(function, known, following, rest)
        if is_taken:
            known.append(value())
    return converted_call(function, (known, *rest), None)


def _collected(function: Any, items: Any, step: Step) -> Any:
    """Return a dict, a set or a Counter of what a generator expression gives."""
    if function is builtins.dict:
        return dict_comp(items, step)
    if function is OrderedDict and current_graph() is None:
        return OrderedDict(generated(items, step))
    if function is not Counter:
        make = dict_comp if function is OrderedDict else set_comp
        made = make(items, step)
        return made if function is set else converted_call(function, (made,), None)
    if current_graph() is None:
        return Counter(generated(items, step))
    counts: Counter[Any] = Counter()

    def count(value: Any) -> None:
        python_builtins.counts_of([(True, lambda: value)], counts)

    return _added(items, step, counts, count, python_builtins.counts_of)


@ending_where_inlined
def list_comp(
    items: Any,
    step: Step,
    is_nested: bool = False,
    into: list[Any] | Adding | None = None,
) -> Any:
    """Return what a list comprehension gives.

    Args:
        items: What it iterates over.
        step: Takes an item; returns whether it is taken, and how to compute its value.
        is_nested: Are the values lists, whose items are meant?
        into: Where the values are added; None for a new list.
    """
    known: Any = [] if into is None else into
    if current_graph() is None:
        values = [value() for is_taken, value in map(step, items) if is_taken]
        return list(chain.from_iterable(values)) if is_nested else values
    if is_drawn(items):
        collected(items, step, known.extend if is_nested else known.append)
        return known
    items, step = value_of(items_of(items)), _deciding(step)
    note_order(items)
    add = python_builtins.list_of_lists if is_nested else python_builtins.list_of
    entries = open_items(items)
    if entries is not None:
        return add(entries.mapped(step), known)
    if is_iterable(items):
        return add(Applied(step, items), known)
    if add is python_builtins.list_of and into is None and type(items) is list:
        if holds_rows(items):
            return _sifted(items, step)
    pairs = _staged_pairs(items, step)
    if pairs is not None:
        return add(pairs, known)
    drawn = map(step, _steps_of(items))
    for is_taken, value in drawn:
        if type(is_taken) is not bool and is_staged(is_taken):
            following = chain([(is_taken, value)], drawn)
            return add(following, known)
        if is_taken and is_nested:
            known.extend(value())
        elif is_taken:
            known.append(value())
    return known


def _sifted(items: list[Any], step: Step) -> list[Any]:
    """Return what a comprehension makes of a list of lists, which may be some of them.

    Each of these is in it once: a loop that adds what it reads does not know that.
    """
    content, is_part = list(items), True

    def sift(item: Any) -> tuple[Any, Callable[[], Any]]:
        is_taken, value = step(item)

        def looked_at() -> Any:
            nonlocal is_part
            found = value()
            is_part = is_part and found is item
            return found

        return is_taken, looked_at

    found: list[Any] = python_builtins.list_of(_staged_pairs(items, sift), [])
    if is_part and is_same_content(content, items):
        note_part(found, items)
    return found


def _steps_of(items: Any) -> Any:
    """Return what is drawn from; a deque or dict may be changed meanwhile."""
    if isinstance(items, deque):
        return steps_of(items)
    if isinstance(items, set):
        return set_steps(items)
    if hasattr(type(items), "__next__"):
        return draws.ended(items, items)
    is_of_dict = isinstance(items, dict) or type(items) in VIEWS
    return known_steps(items) if is_of_dict else items


def _staged_pairs(items: Any, take: Callable[[Any], Any]) -> Any:
    """Return what a step makes of each item, if that takes a staged loop; else None."""
    if leaves_out(items):
        found = opened(items)
        assert found is not None
        return found.then(("map", take), map)
    steps = None if _is_unrolled(items) else staged_items(items)
    if steps is None:
        return None
    first, stop, item_at = steps
    return StagedItems(stop - first, lambda count: take(item_at(first + count)))


@ending_where_inlined
def dict_comp(items: Any, step: Step, is_nested: bool = False) -> dict[Any, Any]:
    """Return what a dict comprehension gives.

    Args:
        items: What it iterates over.
        step: Takes an item; returns whether it is taken, and how to compute its key
            and value.
        is_nested: Are the values dicts, whose items are meant?
    """
    known: dict[Any, Any] = {}
    if is_nested:
        return _added(items, step, known, known.update, python_builtins.dict_of_dicts)
    put = functools.partial(_put_pair, known)
    return _added(items, step, known, put, python_builtins.dict_of)


@ending_where_inlined
def set_comp(items: Any, step: Step, is_nested: bool = False) -> set[Any]:
    """Return what a set comprehension gives.

    Args:
        items: What it iterates over.
        step: Takes an item; returns whether it is taken, and how to compute its value.
        is_nested: Are the values sets, whose elements are meant?
    """
    known: set[Any] = set()
    if is_nested:
        return _added(items, step, known, known.update, python_builtins.set_of_sets)
    return _added(items, step, known, known.add, python_builtins.set_of)


def _added(
    items: Any,
    step: Step,
    known: C,
    put: Callable[[Any], None],
    add: Callable[[Any, C], C],
) -> C:
    """Add values to a container as they are computed; return it.

    Args:
        items: What they are made of.
        step: Takes an item; returns whether it is taken, and how to compute its value.
        known: The container.
        put: Adds one value.
        add: Adds those that are taken of items of which only the run knows that.
    """
    if current_graph() is None:
        for is_taken, value in map(step, items):
            if is_taken:
                put(value())
        return known
    if is_drawn(items):
        collected(items, step, put)
        return known
    items, step = value_of(items_of(items)), _deciding(step)
    note_order(items)
    entries = open_items(items)
    if entries is not None:
        return add(entries.mapped(step), known)
    if is_iterable(items):
        return add(Applied(step, items), known)
    pairs = _staged_pairs(items, step)
    if pairs is not None:
        return add(pairs, known)
    drawn = map(step, _steps_of(items))
    for is_taken, value in drawn:
        if type(is_taken) is not bool and is_staged(is_taken):
            return add(chain([(is_taken, value)], drawn), known)
        if is_taken:
            converted_call(put, (value(),), None)
    return known


def _put_pair(table: dict[Any, Any], pair: tuple[Any, Any]) -> None:
    key, value = pair
    set_item(table, key, value)


def _lazily(step: Step, items: Iterable[Any]) -> Iterator[Callable[[], Pair]]:
    """Yield what takes each item, which is drawn unnoticed once the run may be done."""
    decided = False

    def take(item: Any) -> Pair:
        nonlocal decided
        is_taken, value = step(item)
        decided = decided or is_staged(is_taken)

        def compute() -> Any:
            nonlocal decided
            found = value()
            decided = decided or is_staged(found)
            return found

        return is_taken, compute

    items = items if type(items) is GeneratorType else _steps_of(items)
    for item in draws.drawn(iter(items), items, lambda: decided):
        yield functools.partial(take, item)


def _deciding(step: Step) -> Step:
    """Return a step with the truth of what it decides by."""

    def decide(item: Any) -> Pair:
        is_taken, value = step(item)
        return condition_of(is_taken), value

    return decide


def generated(items: Iterable[Any], step: Step) -> Iterator[Any]:
    """Return the generator that the generator expression makes."""
    return (value() for is_taken, value in map(step, items) if is_taken)


def _go_on(
    function: Any, known: list[Any], following: Iterable[Pair], rest: tuple[Any, ...]
) -> Any:
    if function is builtins.sum:
        total = converted_call(function, (known, *rest), None)
        return python_builtins.sum_of(following, total)
    pairs = chain([(True, _constant(each)) for each in known], following)
    return _ON_PAIRS[function](pairs)


def _constant(value: Any) -> Callable[[], Any]:
    return lambda: value


def _on_pairs(function: Any) -> Callable[..., Any] | None:
    try:
        return _ON_PAIRS.get(function)
    except TypeError:  # unhashable callables
        return None


def _is_among(function: Any, functions: tuple[Any, ...]) -> bool:
    return any(function is each for each in functions)


def _is_unrolled(items: Any) -> bool:
    """Will iterating make a node for each row? As long as there are not too many."""
    if not isinstance(items, Tensor) or not items.shape:
        return False
    return items.shape[0] is not None and items.shape[0] <= MAX_UNROLLED


__all__ = ["consume", "dict_comp", "generated", "list_comp", "set_comp"]
