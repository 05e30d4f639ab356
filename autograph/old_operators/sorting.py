"""Sorting by keys that are known only when the graph runs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Any, Final, NoReturn

import numpy as np

from autograph.old_operators import comparison_keys, orders
from autograph.old_operators.comparisons import is_scalar
from autograph.old_operators.logic import and_, if_exp, is_staged, or_
from graph import nest
from graph.dispatch import is_text
from graph.errors import SideEffectError, UnrollingError, UnstagedOperationError
from graph.failing import may_raise
from graph.graph import current_graph, is_symbolic
from graph.old_staging import diverge, stage_cond, stage_exception
from graph.old_staging.row_links import is_same_content
from graph.origin import capture_exact
from graph.tensor import EagerTensor

# A network of comparisons has about half the square of them.
MAX_SORTED: Final = 32

_MISSING: Final = object()
# What compares by itself, whatever the run does.
_PLAIN: Final = (int, float, complex, str, bytes, type(None), np.generic, EagerTensor)


def sorted_(
    iterable: Iterable[Any],
    /,
    *,
    key: Any = None,
    reverse: Any = False,
    failing: Callable[[list[Any]], None] | None = None,
) -> list[Any]:
    """Do `sorted(iterable, key=key, reverse=reverse)`, by a network of comparisons.

    Neighbours are exchanged where the right key is less: this keeps the order of
    equal ones, and gives what any stable sort gives.

    Args:
        iterable: The items.
        key: Makes a key of an item.
        reverse: Is the order turned round?
        failing: Called with the order in which Python leaves the items, where a
            comparison raises.

    Raises:
        UnrollingError: There are too many items.
        UnstagedOperationError: The order, or a nan, depends on the run.
    """
    if is_staged(reverse):
        raise UnstagedOperationError(
            "which way to sort is known only when the graph runs.",
            origin=capture_exact(),
            hint="Decide with `if`, and sort in each branch.",
        )
    items = list(iterable)
    keys = items if key is None else [key(item) for item in items]
    has_order = _is_ordered(keys)
    is_plain = all(_is_plain(leaf) for each in keys for leaf in nest.flatten(each))
    if is_plain or not has_order:
        places = _known_order(keys, bool(reverse), is_plain, items, failing)
        if places is not None:
            return [items[place] for place in places]
    if len(items) > MAX_SORTED:
        raise UnrollingError(
            f"{len(items)} items are sorted by values that are known only when the "
            "graph runs.",
            origin=capture_exact(),
            hint="Sort a tensor with ag.sort or ag.argsort, which take any number.",
        )
    if not has_order:
        keys = _counts_before(keys, bool(reverse))
    for each in keys:
        for leaf in nest.flatten(each):
            _refuse_nan(leaf)
    pairs = list(zip(keys, items, strict=True))
    if reverse:
        pairs.reverse()
    for end in range(len(pairs) - 1, 0, -1):
        for at in range(end):
            pairs[at], pairs[at + 1] = _in_order(pairs[at], pairs[at + 1])
    if reverse:
        pairs.reverse()
    return [item for _, item in pairs]


def _known_order(
    keys: list[Any],
    reverse: bool,
    is_plain: bool,
    items: list[Any],
    failing: Callable[[list[Any]], None] | None,
) -> list[int] | None:
    """Return the places of keys in order, None if only the run knows the order."""
    graph, places = current_graph(), list(range(len(keys)))
    mark = 0 if graph is None else len(graph.nodes)
    try:
        if is_plain:
            places.sort(key=keys.__getitem__, reverse=reverse)
            return places
        is_whole = orders.sort_known(places, keys, reverse)
    except Exception:
        if failing is not None:
            failing([items[place] for place in places])
        raise
    if is_whole:
        return places
    assert graph is not None  # what is staged is of one
    may_leave = failing is not None and bool(graph.attempts)
    if may_leave and places != sorted(places) and any(map(_raises, graph.nodes[mark:])):
        raise UnstagedOperationError(
            "sort() in a `try` may raise when the graph runs, and leaves the list then "
            "as far as it has come.",
            origin=capture_exact(),
            hint="Sort a copy: xs = sorted(xs).",
        )
    return None


def _raises(node: Any) -> bool:
    return may_raise(node) or "control" in node.effects.writes


def _is_plain(leaf: Any) -> bool:
    return isinstance(leaf, _PLAIN) and not is_symbolic(leaf)


def _counts_before(keys: list[Any], reverse: bool) -> Any:
    if all(type(each) is comparison_keys.KEY for each in keys):
        return comparison_keys.counts_before(keys, reverse=reverse)
    return orders.counts_before(keys, reverse=reverse)


def _is_ordered(keys: Sequence[Any]) -> bool:
    """Are there numbers alone, or text alone, or sequences of such in each place?"""
    kinds = set(map(_kind, keys))
    if not kinds <= {list} and not kinds <= {tuple}:
        return len(kinds) == 1 and None not in kinds
    columns = zip_longest(*keys, fillvalue=_MISSING)
    return all(_is_ordered([x for x in each if x is not _MISSING]) for each in columns)


def _kind(key: Any) -> Any:
    if type(key) in (str, bytes, list, tuple):
        return type(key)
    if is_text(key):
        return str
    return float if is_scalar(key) else None


def _in_order(left: Any, right: Any) -> Any:
    is_less = _less(right[0], left[0])
    if is_staged(is_less):
        return if_exp(is_less, lambda: (right, left), lambda: (left, right))
    return (right, left) if is_less else (left, right)


def _less(left: Any, right: Any) -> Any:
    """Return `left < right`; sequences are compared item by item, as Python does."""
    if type(left) not in (list, tuple):
        return left < right
    if not left or not right:
        return len(left) < len(right)
    first = left[0], right[0]
    return or_(
        lambda: _less(*first),
        lambda: and_(lambda: _equal(*first), lambda: _less(left[1:], right[1:])),
    )


def _equal(left: Any, right: Any) -> Any:
    if type(left) not in (list, tuple):
        return left == right
    if len(left) != len(right):
        return False
    if not left:
        return True
    return and_(lambda: _equal(left[0], right[0]), lambda: _equal(left[1:], right[1:]))


def _refuse_nan(key: Any) -> None:
    """Refuse nan, for which the order depends on the way of sorting.

    Raises:
        UnstagedOperationError: The key is nan; raised when the graph runs, if need be.
    """

    def fail() -> NoReturn:
        stage_exception(
            UnstagedOperationError(
                "sorted(): a key is nan, and the order of the items then depends on "
                "how they are compared.",
                origin=capture_exact(),
                hint="Leave nan out, or sort by a key that is a number for it.",
            )
        )
        diverge()

    if isinstance(key, float) and key != key:  # noqa: PLR0124  # nan
        raise UnstagedOperationError(
            "nan is sorted among values of the graph.",
            origin=capture_exact(),
            hint="Leave nan out.",
        )
    if is_symbolic(key) and (key.dtype.is_floating or key.spec.dtype.python is float):
        stage_cond(key != key, fail, list, ())  # noqa: PLR0124  # nan


def sort_list(items: list[Any], sort: Callable[..., Any]) -> Callable[..., None]:
    """Return `items.sort`, by a function that does what `sorted` does."""

    @functools.wraps(items.sort)
    def call(*, key: Any = None, reverse: Any = False) -> None:
        left: list[list[Any]] = []
        try:
            with emptied(items, key) as held:
                found = sort(held, key=key, reverse=reverse, failing=left.append)
        except Exception:
            for each in left:
                items[:] = each
            raise
        items[:] = found

    return call


@contextmanager
def emptied(items: list[Any], key: Any) -> Iterator[list[Any]]:
    """Let a list seem empty while its sort() calls a key, as CPython does.

    A `try` around would find it so after an exception: within one, a key that refers to
    the list is refused.

    Yields:
        The items.

    Raises:
        SideEffectError: What is called meanwhile changes the list, or may read it.
    """
    graph = current_graph()
    if key is None or graph is None:
        yield items
        return
    held = list(items)
    if graph.attempts:
        if _refers_to(key, items):
            raise _of_key("refers to the list that is sorted, in a `try`")
        yield held
        has_changed = not is_same_content(items, held)
    else:
        items.clear()  # which no journal sees
        try:
            yield held
        finally:
            has_changed = bool(items)
            items[:] = held
    if has_changed:
        raise _of_key("changes the list that is sorted")


def _refers_to(key: Any, items: list[Any]) -> bool:
    cells = getattr(key, "__closure__", None) or ()
    defaults = getattr(key, "__defaults__", None) or ()
    return any(each is items for each in (*map(_content, cells), *defaults))


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # it is empty
        return None


def _of_key(what: str) -> SideEffectError:
    return SideEffectError(
        f"the key of sort() {what}, which Python shows it empty.",
        origin=capture_exact(2),
        hint="Let the key compute from its argument alone, or use sorted().",
    )


__all__ = ["emptied", "sort_list", "sorted_"]
