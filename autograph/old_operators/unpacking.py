"""What is taken apart by assignments, or spread: `a, *b = xs`, `[*xs]`."""

from __future__ import annotations

import sys
from typing import Any

from autograph.old_operators import own_builtins, own_iterators
from autograph.old_operators.chosen import items_of
from autograph.old_operators.draws import ended
from autograph.old_operators.driving import first
from autograph.old_operators.iteration import StagedItems, StagedRange
from autograph.old_operators.kept_views import as_table
from autograph.old_operators.key_order import note_order
from autograph.old_operators.lists import item_at, length, segment_of, slice_of
from autograph.old_operators.shapes import NO_ROWS, length_of
from autograph.old_operators.sifting import leaves_out
from graph import dtypes
from graph.dispatch import operate
from graph.foreign_operands import example_in_python
from graph.graph import current_graph, is_symbolic
from graph.keys import is_open
from graph.keys import refusal as refusal_of_dict
from graph.old_staging.rows import note_copy
from graph.old_staging.variables import building, demand
from graph.op import op_named
from graph.ops.core import cast
from graph.origin import capture
from graph.partial import Optional, OptionalTensor
from graph.segments import SEQUENCES, holds_segment, is_made, is_segmented, refusal


def unpack(value: Any, pattern: Any) -> Any:
    """Return what `a, (b, c), *d = value` unpacks, with no list known when run only.

    Args:
        value: What is unpacked.
        pattern: For each target None, a pattern for one that unpacks again, or `...`
            for one with a star.
    """
    if type(value) in (Optional, OptionalTensor):
        value = demand(value, "cannot unpack non-iterable NoneType object")
    said = "cannot unpack non-iterable {} object"
    if _is_text_of_run(value):
        value = _listed(value)  # its letters
    elif is_symbolic(value) and value.shape == ():
        value = example_in_python(value)  # for its error
    elif is_symbolic(value) and value.shape and value.shape[0] is None:
        return _rows(value, pattern)
    value = items_of(as_table(value), said)
    note_order(value)
    generator = own_iterators.made_of(value)
    is_stepped_in_run = generator is None and _is_stepped_in_run(value)
    if is_stepped_in_run and ... not in pattern:
        generator = value
    if generator is not None:
        drawn = generator if ... in pattern else first(generator, len(pattern) + 1)
        value = own_builtins.listed(drawn)
    elif own_iterators.is_iterable(value):
        iterator = own_iterators.iter_(value)
        if not own_iterators.is_own(iterator):
            return iterator
        value = _drawn(iterator, pattern)
    if type(value) is StagedRange or (is_stepped_in_run and ... in pattern):
        value = _listed(value)
    is_of_run = is_made() or any(map(_is_text_of_run, _nested(value, pattern)))
    if not is_of_run or not isinstance(value, (*SEQUENCES, dict)):
        return ended(value, value)
    if is_open(value):
        raise refusal_of_dict("it is unpacked")
    if is_segmented(value):
        value = _unpacked(value, pattern)
    if ... in pattern or len(pattern) != len(value):
        if any(part is not None and part is not ... for part in pattern):
            if holds_segment(value):
                raise refusal("it is unpacked together with others, and with a star")
        return value
    pairs = zip(value, pattern, strict=True)
    return [item if part is None else unpack(item, part) for item, part in pairs]


def _is_text_of_run(value: Any) -> bool:
    return is_symbolic(value) and value.spec.dtype is dtypes.python_str


def _nested(value: Any, pattern: Any) -> list[Any]:
    """Return the items of a list or tuple that are unpacked again."""
    if type(value) not in (list, tuple) or ... in pattern:
        return []
    pairs = zip(value, pattern, strict=False)
    return [item for item, part in pairs if part is not None]


def _listed(items: Any) -> Any:
    from autograph.old_operators.python_builtins import list_  # which asks this module

    return list_(items)


def _is_stepped_in_run(value: Any) -> bool:
    """Tell whether only the run knows the items: `map(int, line.split())`."""
    is_long = type(value) is StagedItems and not value.is_bounded
    return is_long or leaves_out(value)


def _drawn(iterator: Any, pattern: tuple[Any, ...]) -> list[Any]:
    """Return what an iterator of the user's gives for a pattern."""
    if ... not in pattern:
        found: list[Any] = own_builtins.unpacked(iterator, len(pattern), 0, False)
        return found
    star = pattern.index(...)
    after = len(pattern) - star - 1
    head = own_builtins.unpacked(iterator, star, after, True)
    return [*head, *own_builtins.listed(iterator)]


def _rows(x: Any, pattern: tuple[Any, ...]) -> list[Any]:
    """Return the rows of an array that must have as many as the pattern says."""
    n_rows = cast(length_of(x, "unpacking", NO_ROWS), dtypes.python_int)
    star, after = _checked(n_rows, pattern, x)
    if star is None:
        pairs = enumerate(pattern)
        return [x[i] if part is None else unpack(x[i], part) for i, part in pairs]
    if any(part is not None and part is not ... for part in pattern):
        raise refusal("it is unpacked together with others, and with a star")
    rest = _listed(x[star : -after or None])
    return [*(x[i] for i in range(star)), *rest, *(x[i] for i in range(-after, 0))]


def _unpacked(xs: Any, pattern: tuple[Any, ...]) -> list[Any]:
    """Return the items of a list that must be as long as the pattern says."""
    star, after = _checked(length(xs), pattern, segment_of(xs)[0].columns[0])
    if star is None:
        return [item_at(xs, place) for place in range(len(pattern))]
    head = [item_at(xs, place) for place in range(star)]
    tail = [item_at(xs, place - after) for place in range(after)]
    return [*head, *slice_of(xs, slice(star, -after or None)), *tail]


def _checked(
    found: Any, pattern: tuple[Any, ...], whole: Any
) -> tuple[int | None, int]:
    """Have the run refuse another length than a pattern has.

    Args:
        found: The length.
        pattern: The pattern.
        whole: What has it.

    Returns:
        The place of the star, if there is one, and how many are after it.
    """
    wanted = len(pattern)
    if ... in pattern:
        wanted -= 1
        text = f"not enough values to unpack (expected at least {wanted}, got {{}})"
        _check_length(operate("less", (found, wanted)), text, whole)
        star = pattern.index(...)
        return star, wanted - star
    text = f"not enough values to unpack (expected {wanted}, got {{}})"
    _check_length(operate("less", (found, wanted)), text, whole)
    text = f"too many values to unpack (expected {wanted})"
    if sys.version_info >= (3, 14):
        text = f"too many values to unpack (expected {wanted}, got {{}})"
    _check_length(operate("greater", (found, wanted)), text, whole)
    return None, 0


def _check_length(condition: Any, text: str, whole: Any) -> None:
    graph = building()
    inputs = [graph.capture(whole), graph.capture(condition)]
    op = op_named("list_refuse_length")
    graph.add(op, inputs, {"text": text}, origin=capture(2))


def plain_items(items: Any, pattern: Any = None) -> Any:
    """Return what a comprehension or a star steps through as it stands.

    Args:
        items: The items.
        pattern: What takes each of them apart, see `unpack`; None if nothing does;
            `...` if they become items of a list or tuple.

    Raises:
        UnknownLengthError: It is a list with segments.
    """
    if pattern is ... and type(items) in (Optional, OptionalTensor):
        items = demand(items, "Value after * must be an iterable, not NoneType")
    said = "Value after * must be an iterable, not {}" if pattern is ... else ""
    items = items_of(as_table(items) if pattern is ... else items, said)
    note_order(items)
    if pattern is ... and current_graph() is not None and not is_open(items):
        from autograph.old_operators.python_builtins import spread

        if is_segmented(items):
            note_copy((), [items])
        spreading = spread(items)
        return ended(spreading, spreading)
    if is_segmented(items):
        raise refusal("this steps through it as it stands")
    if is_open(items):
        raise refusal_of_dict("this steps through it as it stands")
    if pattern in (None, ...) or current_graph() is None:
        return ended(items, items)
    return (unpack(item, pattern) for item in items)


__all__ = ["plain_items", "unpack"]
