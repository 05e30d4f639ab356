"""Builtins written as Python is: they are converted before symbolic values meet them.

Each is the builtin's own definition, so that staging it gives the builtin's result
to the bit: `sum` adds from left to right, `max` keeps the first of equals.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from autograph.old_operators import summing
from autograph.old_operators.binary import is_of_users
from autograph.old_operators.iteration import StagedItems, StagedRange
from autograph.old_operators.sifting import (
    is_staged_iterator,
    is_uncompensated,
    leaves_out,
)
from graph.dispatch import is_text
from graph.old_staging.library_state import check_iterator
from graph.tensor import MAX_UNROLLED, SymbolicTensor, Tensor


def converted(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that is converted when it is called first."""

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        from autograph.old_operators.calls import convert_here

        return convert_here(function)(*args, **kwargs)

    return call


def sum_(iterable: Any, /, start: Any = 0) -> Any:
    """Return start plus each item, from left to right."""
    if is_uncompensated(iterable):
        return summing.uncompensated(_staged_sum(iterable, start))
    return (_exact_sum if _is_exact(start) else _staged_sum)(iterable, start)


def _is_exact(start: Any) -> bool:
    """Tell whether floats may be summed, and are as Python sums them since 3.12."""
    return summing.COMPENSATES and not isinstance(start, (list, tuple))


@converted
def _staged_sum(iterable: Any, start: Any) -> Any:
    total = start
    for item in iterable:
        total = total + item
    return total


@converted
def _exact_sum(iterable: Any, start: Any) -> Any:
    total = start
    lost: Any = 0.0
    for item in iterable:
        if is_of_users("+", total, item):  # whose methods are converted here
            total, lost = summing.whole(total, lost) + item, 0.0
        else:
            total, lost = summing.added(total, lost, item)
    return summing.whole(total, lost)


def list_(items: Any = (), /) -> list[Any]:
    """Return a list of items, of which it may be the run that tells how many."""
    check_iterator(items)
    found = spread(items)
    return found if found is not items else list(items)


def tuple_(items: Any = (), /) -> tuple[Any, ...]:
    """Return a tuple of items, of which it may be the run that tells how many."""
    return tuple(spread(items))


def spread(items: Any) -> Any:
    """Return what Python can step through: a list of items that the run decides."""
    return listed(items, []) if is_decided_by_run(items) else items


def is_decided_by_run(items: Any) -> bool:
    """Is it what Python cannot step through by itself, and no list?"""
    if isinstance(items, SymbolicTensor) and items.shape:
        return items.shape[0] is None or items.shape[0] > MAX_UNROLLED
    if type(items) is SymbolicTensor and is_text(items):
        return True
    is_long = isinstance(items, StagedItems) and not items.is_bounded
    return is_long or isinstance(items, StagedRange) or leaves_out(items)


@converted
def listed(items: Any, result: list[Any]) -> list[Any]:
    """Add items to a list, one after the other."""
    for item in items:
        result.append(item)  # noqa: PERF402  # the definition, which is converted
    return result


@converted
def list_of(pairs: Any, result: list[Any]) -> list[Any]:
    """Add to a list the values of those pairs that are taken."""
    for is_taken, value in pairs:
        if is_taken:
            result.append(value())
    return result


@converted
def list_of_lists(pairs: Any, result: list[Any]) -> list[Any]:
    """Add to a list the items of those lists that are taken."""
    for is_taken, value in pairs:
        if is_taken:
            result.extend(value())
    return result


@converted
def joined(separator: str, items: Any) -> Any:
    """Return the text of all items, with a separator between them."""
    text = ""
    is_first = True
    for item in items:
        text = item if is_first else text + separator + item
        is_first = False
    return text


@converted
def count_of(items: Any, value: Any) -> Any:
    """Return how many items equal a value."""
    total = 0
    for item in items:
        if item == value:
            total += 1
    return total


@converted
def place_of(items: Any, value: Any) -> Any:
    """Return the place of the first item that equals a value, -1 if there is none."""
    for place, item in enumerate(items):
        if item == value:
            return place
    return -1


@converted
def index_in(items: Any, value: Any) -> Any:
    """Return the place of the first item that equals a value."""
    for place, item in enumerate(items):
        if item == value:
            return place
    if isinstance(items, tuple):
        raise ValueError("tuple.index(x): x not in tuple")
    raise ValueError(f"{value!r} is not in list")


@converted
def dict_of(pairs: Any, result: dict[Any, Any]) -> dict[Any, Any]:
    """Add to a dict the keys and values of those pairs that are taken."""
    for is_taken, value in pairs:
        if is_taken:
            result.update([value()])
    return result


@converted
def dict_of_dicts(pairs: Any, result: dict[Any, Any]) -> dict[Any, Any]:
    """Add to a dict the items of those dicts that are taken."""
    for is_taken, value in pairs:
        if is_taken:
            result.update(value())
    return result


@converted
def set_of(pairs: Any, result: set[Any]) -> set[Any]:
    """Add to a set the values of those pairs that are taken."""
    for is_taken, value in pairs:
        if is_taken:
            result.add(value())
    return result


@converted
def set_of_sets(pairs: Any, result: set[Any]) -> set[Any]:
    """Add to a set the elements of those sets that are taken."""
    for is_taken, value in pairs:
        if is_taken:
            result.update(value())
    return result


@converted
def counts_of(pairs: Any, result: Any) -> Any:
    """Count in a Counter the values of those pairs that are taken."""
    for is_taken, value in pairs:
        if is_taken:
            item = value()
            result[item] = result.get(item, 0) + 1
    return result


@converted
def any_(iterable: Any, /) -> Any:
    """Tell whether an item is true."""
    for item in iterable:  # noqa: SIM110  # the definition, which is converted
        if item:
            return True
    return False


@converted
def all_(iterable: Any, /) -> Any:
    """Tell whether no item is false."""
    for item in iterable:  # noqa: SIM110  # the definition, which is converted
        if not item:
            return False
    return True


def _extreme(
    builtin: Any,
    among: Callable[..., Any],
    args: tuple[Any, ...],
    given: dict[str, Any],
) -> Any:
    """Return what `min` or `max` gives for these arguments.

    What is wrong with them, or missing, the builtin itself says or gives.
    """
    is_wrong = not args or not given.keys() <= {"key", "default"}
    if is_wrong or (len(args) > 1 and "default" in given):
        return builtin(*args, **given)
    key = given.get("key")
    items = args if len(args) > 1 else args[0]
    if key is not None:
        from autograph.old_operators import comparison_keys  # written with `converted`

        if type(key) is comparison_keys.KEY:
            by_key = comparison_keys.extreme(builtin)
            return by_key(items, key, "default" in given, given.get("default"))
    is_stepped = isinstance(items, StagedRange) or is_text(items)
    if len(args) == 1 and (is_stepped or is_staged_iterator(items)):
        best = max_of_items if builtin is max else min_of_items
        return best(items, key, "default" in given, given.get("default"))
    if isinstance(items, Tensor):
        if items.shape and items.shape[0] == 0:
            return builtin((), **given)
        if items.ndim is None or items.shape[:1] == (None,):
            best = max_of_rows if builtin is max else min_of_rows
            return best(items, key, "default" in given, given.get("default"))
        if items.shape != ():
            return among(items[0], items[1:], key)
    iterator = iter(items)
    for first in iterator:
        return among(first, iterator, key)
    return builtin((), **given)


def max_(*args: Any, **kwargs: Any) -> Any:
    """Return the first of the largest items."""
    return _extreme(max, max_of_rest, args, kwargs)


@converted
def max_of_rest(first: Any, items: Any, key: Any) -> Any:
    """Return the first of the largest of an item and those after it."""
    retval_of_max = first  # named for messages
    retval_of_max_key = first if key is None else key(first)
    for item in items:
        item_key = item if key is None else key(item)
        if item_key > retval_of_max_key:
            retval_of_max = item
            retval_of_max_key = item_key
    return retval_of_max


@converted
def max_of_rows(items: Any, key: Any, has_default: bool, default: Any) -> Any:
    """Return the first of the largest rows of a tensor of unknown length."""
    if len(items) == 0:
        return default if has_default else max(())
    return max_of_rest(items[0], items[1:], key)


@converted
def max_of_items(items: Any, key: Any, has_default: bool, default: Any) -> Any:
    """Return the first of the largest items of an iterator."""
    best: Any
    best_key: Any
    is_found = False
    for item in items:
        item_key = item if key is None else key(item)
        if not is_found or item_key > best_key:  # noqa: F821  # it has a value then
            best = item
            best_key = item_key
            is_found = True
    if is_found:
        return best
    return default if has_default else max(())


def min_(*args: Any, **kwargs: Any) -> Any:
    """Return the first of the smallest items."""
    return _extreme(min, min_of_rest, args, kwargs)


@converted
def min_of_rest(first: Any, items: Any, key: Any) -> Any:
    """Return the first of the smallest of an item and those after it."""
    retval_of_min = first  # named for messages
    retval_of_min_key = first if key is None else key(first)
    for item in items:
        item_key = item if key is None else key(item)
        if item_key < retval_of_min_key:
            retval_of_min = item
            retval_of_min_key = item_key
    return retval_of_min


@converted
def min_of_rows(items: Any, key: Any, has_default: bool, default: Any) -> Any:
    """Return the first of the smallest rows of a tensor of unknown length."""
    if len(items) == 0:
        return default if has_default else min(())
    return min_of_rest(items[0], items[1:], key)


@converted
def min_of_items(items: Any, key: Any, has_default: bool, default: Any) -> Any:
    """Return the first of the smallest items of an iterator."""
    best: Any
    best_key: Any
    is_found = False
    for item in items:
        item_key = item if key is None else key(item)
        if not is_found or item_key < best_key:  # noqa: F821  # it has a value then
            best = item
            best_key = item_key
            is_found = True
    if is_found:
        return best
    return default if has_default else min(())


# Of pairs: whether an item is taken, and how to compute its value.


def sum_of(pairs: Any, start: Any = 0, /) -> Any:
    """Return start plus each value that is taken, from left to right."""
    if is_uncompensated(pairs):
        return summing.uncompensated(_staged_sum_of(pairs, start))
    return (_exact_sum_of if _is_exact(start) else _staged_sum_of)(pairs, start)


@converted
def _exact_sum_of(pairs: Any, start: Any) -> Any:
    total = start
    lost: Any = 0.0
    for is_taken, value in pairs:
        if is_taken:
            total, lost = summing.added(total, lost, value())
    return summing.whole(total, lost)


@converted
def _staged_sum_of(pairs: Any, start: Any) -> Any:
    total = start
    for is_taken, value in pairs:
        if is_taken:
            total = total + value()
    return total


@converted
def any_of(steps: Any, /) -> Any:
    """Tell whether a value that is taken is true.

    Steps give the pairs: what stands after the value that decides is not computed.
    """
    for step in steps:
        is_taken, value = step()
        if is_taken:
            if value():
                return True
    return False


@converted
def all_of(steps: Any, /) -> Any:
    """Tell whether no value that is taken is false."""
    for step in steps:
        is_taken, value = step()
        if is_taken:
            if not value():
                return False
    return True


@converted
def max_of(pairs: Any, /) -> Any:
    """Return the first of the largest values that are taken."""
    best: Any
    is_found = False
    for is_taken, value in pairs:
        if is_taken:
            item = value()
            if not is_found or item > best:  # noqa: F821  # it has a value then
                best = item
                is_found = True
    return best if is_found else max(())


@converted
def min_of(pairs: Any, /) -> Any:
    """Return the first of the smallest values that are taken."""
    best: Any
    is_found = False
    for is_taken, value in pairs:
        if is_taken:
            item = value()
            if not is_found or item < best:  # noqa: F821  # it has a value then
                best = item
                is_found = True
    return best if is_found else min(())


@converted
def contains(items: Any, wanted: Any, /) -> bool:
    """Tell whether one of the items of a range equals what is wanted."""
    for item in items:  # noqa: SIM110  # the definition, which is converted
        if item == wanted:
            return True
    return False


@converted
def keys_of(items: Any, key: Any, /) -> Any:
    """Return the keys by which items are sorted."""
    found = []
    for item in items:
        found.append(key(item))  # noqa: PERF401  # the definition, which is converted
    return found


__all__ = [
    "all_",
    "all_of",
    "any_",
    "any_of",
    "contains",
    "converted",
    "is_decided_by_run",
    "keys_of",
    "list_",
    "list_of",
    "list_of_lists",
    "listed",
    "max_",
    "max_of",
    "max_of_items",
    "max_of_rest",
    "min_",
    "min_of",
    "min_of_items",
    "min_of_rest",
    "spread",
    "sum_",
    "sum_of",
    "tuple_",
]
