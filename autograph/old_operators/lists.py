"""Lists whose length, or an index of them, is known only when the graph runs.

`graph.segments` tells what stands in such a list. What looks into one comes here:
methods and builtins through `converted_call`, the rest through operators.
"""

from __future__ import annotations

import functools
import operator
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from autograph.old_operators import enumerations, keyed, none_keys, range_arrays
from autograph.old_operators.as_it_stands import check_classes
from autograph.old_operators.iteration import StagedRange, python_integer
from autograph.old_operators.list_protocol import COMPARISONS
from autograph.old_operators.logic import if_exp, not_
from autograph.old_operators.optional_keys import (
    bound_of,
    is_open_key,
    known_key,
    with_key,
)
from autograph.old_operators.specials import as_index, users_method
from graph import nest, specs
from graph.dispatch import as_tensor, operate
from graph.graph import current_graph, is_symbolic
from graph.keys import Possible, holds_open
from graph.keys import refusal as refusal_of_dict
from graph.needed import class_name
from graph.numpy.index_tricks import by_brackets
from graph.old_staging.aliases import note_change
from graph.old_staging.chosen import Chosen, each, may_be_chosen, opened
from graph.old_staging.coercion import coerce
from graph.old_staging.content_names import ContentName
from graph.old_staging.joining import in_graph, is_never_filled, segments_of
from graph.old_staging.list_elements import holds_containers
from graph.old_staging.objects import holds_objects
from graph.old_staging.rows import absorb, note_copy, note_item, note_put, take
from graph.old_staging.told_apart import check_integer
from graph.old_staging.variables import Optional, building, demand
from graph.op import op_named
from graph.ops.list_queries import is_comparable
from graph.ops.text import text_item
from graph.origin import capture
from graph.segments import (
    SEQUENCES,
    One,
    Segment,
    holds_segment,
    is_made,
    is_segmented,
    refusal,
)
from graph.tensor import _DISPATCH, Tensor
from graph.value_operators import value_of

# -- In the graph ----------------------------------------------------------------------


def add(name: str, *inputs: Any, **attrs: Any) -> Any:
    """Add a node of an op to the graph being built; return its first output."""
    graph = building()
    held = [graph.capture(value) for value in inputs]
    node = graph.add(op_named(name), held, attrs, origin=capture(2))
    return node.outputs[0]


def segment_of(items: Sequence[Any], *others: Sequence[Any]) -> list[Segment]:
    """Return lists as segments in the graph being built, of one structure.

    It holds the lists in the first one by value from now on.
    """
    found = _segments_of(items, *others)
    if holds_containers(found[0].structure):
        absorb(items)
    return found


def whole_of(items: Sequence[Any]) -> Segment:
    """Return a list as a segment in the graph being built, as it is just now."""
    return _segments_of(items)[0]


def _segments_of(*given: Sequence[Any]) -> list[Segment]:
    lists = list(map(list, given))
    if not any(lists):
        raise refusal("it has never had an element")
    name = ContentName.of(given[0])
    return in_graph(building(), segments_of(name, lists), name)


def on_each(segment: Segment, name: str, *inputs: Any, **attrs: Any) -> Segment:
    """Return a segment with an op applied to each column."""
    columns = [add(name, column, *inputs, **attrs) for column in segment.columns]
    return Segment(segment.structure, tuple(columns), segment.family)


def put(xs: list[Any], segment: Segment) -> None:
    """Let a list hold a segment, and nothing else."""
    note_put(xs, segment.family)
    note_change(xs)
    xs[:] = [segment]


def length(xs: Sequence[Any]) -> Any:
    """Return `len(xs)`: a Python integer, or a symbolic one."""
    known = sum(type(item) is not Segment for item in xs)
    total: Any = known
    for item in xs:
        if type(item) is Segment:
            run = in_graph(building(), [item])[0].columns[0]
            count = add("list_length", run)
            total = count if total is known and not known else total + count
    return total


def truth_of(xs: list[Any]) -> Any:
    """Return `bool(xs)`."""
    if any(type(item) is not Segment for item in xs):
        return True
    return operate("not_equal", (length(xs), 0))


# -- Items -----------------------------------------------------------------------------


def get_item(target: Any, key: Any) -> Any:
    """Return `target[key]`."""
    if type(target) is Optional:
        target = demand(target, "'NoneType' object is not subscriptable")
    if Chosen in (type(target), type(key)):
        if type(target) is Chosen:
            return each(target, lambda value: get_item(value, key))
        return each(key, lambda value: get_item(target, value))
    if isinstance(target, (list, tuple)):
        key = as_index(value_of(known_key(target, key)))
        if is_segmented(target):
            return _segmented_item(target, key)
        if _is_symbolic_index(key):
            return item_at(target, key)
    if isinstance(target, deque):
        return _DISPATCH["item_of_deque"](
            target, as_index(value_of(known_key(target, key)))
        )
    if type(target) is StagedRange or type(target) is range:
        from autograph.old_operators import ranges

        key = value_of(known_key(range(0), key))
        if type(target) is StagedRange or _is_symbolic_index(key):
            return ranges.get_item(target, key)
    if none_keys.is_concerned(target, key):
        return none_keys.on_paths(functools.partial(get_item, target), key)
    if is_open_key(target, key):
        return with_key(lambda known: get_item(target, known), key)
    if isinstance(target, type) and enumerations.is_looked_up(target, key):
        return enumerations.get_item(target, key, get_item)
    key = range_arrays.as_key(target, key)
    if type(target) is np.ndarray and _holds_symbolic(key):
        return as_tensor(target)[key]
    if type(target) in (str, range):
        key = as_index(known_key(target, key))
    if type(target) is str and _is_symbolic_index(key):
        return _text_item(target, key)
    method = users_method(target, "__getitem__")
    if method is not None:
        return method(key)
    if type(target).__module__.startswith("numpy."):
        made = by_brackets(target, key)
        if made is not None:
            return made
    if isinstance(target, dict) and _DISPATCH["is_table"](target, key):
        return _DISPATCH["item_of_table"](target, key)
    if keyed.is_keyed(target, key):
        return keyed.get_item(target, key, get_item)
    if isinstance(target, dict) and _is_made_by(target, key):
        note_change(target)
    if isinstance(target, (type, dict)) and current_graph() is not None:
        name = "__missing__" if isinstance(target, dict) else "__class_getitem__"
        check_classes(getattr(target, name, None), (key,))
    found = _DISPATCH["view_now"](target)[key]
    return (
        _DISPATCH["read_key"](target, key, found) if type(found) is Possible else found
    )


def _is_made_by(table: Any, key: Any) -> bool:
    """Will reading a key add it, as `defaultdict` has it?"""
    is_own = type(table) is not dict and hasattr(type(table), "__missing__")
    return is_own and current_graph() is not None and key not in table


def _holds_symbolic(key: Any) -> bool:
    """Is a part of it known only when the graph runs? NumPy would ask for its value."""
    if isinstance(key, (list, tuple)):
        return any(map(_holds_symbolic, key))
    return _is_symbolic_index(key)


def _text_item(text: str, key: Any) -> Any:
    if not isinstance(key, slice):
        return text_item(text, index_of(key, "string"))
    (start, stop, step) = (
        bound if bound is None else bound_of(bound)
        for bound in (key.start, key.stop, key.step)
    )
    return text_item(text, slice(start, stop, step))


def _is_symbolic_index(key: Any) -> bool:
    if isinstance(key, slice):
        return any(map(is_symbolic, (key.start, key.stop, key.step)))
    return is_symbolic(key)


def _segmented_item(xs: Any, key: Any) -> Any:
    if isinstance(key, int) and not isinstance(key, bool):
        known = static_item(xs, key)
        if known is not None:
            return known[0]
    if isinstance(key, slice):
        is_known = not _is_symbolic_index(key)
        if is_known and key in (slice(None), slice(None, None, 1)):
            found = xs[:]
            note_copy(found, [xs])
            return found
        return slice_of(xs, key)
    return item_at(xs, key)


def static_item(xs: list[Any], key: int) -> tuple[Any] | None:
    """Return the item at a place counted over items that are there for sure."""
    step = 1 if key >= 0 else -1
    for count in range(key + 1 if key >= 0 else -key):
        place = count * step if key >= 0 else -1 - count
        if count >= len(xs) or type(xs[place]) is Segment:
            return None
    return (xs[key],)


def item_at(items: Sequence[Any], key: Any, access: str = "") -> Any:
    """Return an item, whose absence is told as `access` says."""
    if not access:
        access = "tuple index" if isinstance(items, tuple) else "list index"
    if isinstance(key, slice):
        return slice_of(items, key)
    index = index_of(key, "tuple" if isinstance(items, tuple) else "list")
    if is_never_filled(items):
        return operator.getitem(items[:0], 0)
    if any(isinstance(each, dict) for each in items) and not is_segmented(items):
        return keyed.item_among(items, index, f"{access} out of range")
    if all(each is None for each in items):
        # Which is None, if there is such a place.
        found = item_at([0] * len(items), key, access)
        building().add(op_named("settle"), [found], origin=capture())
        return None
    if all(map(may_be_chosen, items)):
        items = opened(items)  # also if they are all the same one
    (segment,) = segment_of(items)
    leaves = [
        add("list_get", column, index, access=access) for column in segment.columns
    ]
    item = nest.pack(segment.structure, leaves)
    if holds_containers(segment.structure):
        note_item(items, index, item)
    return item


def may_hold_none(segment: Segment) -> bool:
    """Is each element a number or text that may be None, and never nan?

    Of nan a list knows whether it is the very one that is looked for.
    """
    kinds = [specs.element_of(column.spec).dtype for column in segment.columns]
    is_exact = not any(kind.is_floating or kind.is_complex for kind in kinds)
    return segment.structure.kind is Optional and is_exact


def slice_of(items: Any, key: slice) -> Any:
    """Return a slice: a tuple of tuples, named ones, too, else a list."""
    bounds, given = _bounds(key)
    if not items:
        return items[:]
    (segment,) = segment_of(items)
    kind = tuple if isinstance(items, tuple) else list
    found = kind([on_each(segment, "list_slice", *bounds, given=given)])
    note_copy(found, [items])
    return found


def index_of(key: Any, what: str) -> Any:
    """Return an index as a Python integer, symbolic or not."""
    if isinstance(key, Tensor):
        check_integer(key)
        dtype = key.spec.dtype
        if dtype.python in (int, bool) or dtype.is_integer:
            return python_integer(key)
        name = class_name(key)
        if name in _ARRAYS:
            return python_integer(key)
    elif hasattr(type(key), "__index__"):
        return python_integer(key)
    else:
        name = type(key).__name__
    raise TypeError(_NO_INDEX[what].format(name))


_ARRAYS: Final = ("Tensor", "numpy.ndarray")
# What Python says of an index that is no integer.
_NO_INDEX: Final = {
    "list": "list indices must be integers or slices, not {}",
    "tuple": "tuple indices must be integers or slices, not {}",
    "string": "string indices must be integers, not '{}'",
    "range": "range indices must be integers or slices, not {}",
    "deque": "sequence index must be integer, not '{}'",
}


def _bounds(key: slice) -> tuple[list[Any], tuple[bool, bool, bool]]:
    bounds = (key.start, key.stop, key.step)
    given = tuple(bound is not None for bound in bounds)
    found = [bound_of(bound) for bound in bounds if bound is not None]
    return found, given  # type: ignore[return-value]


def values_of(xs: list[Any], value: Any) -> tuple[Segment, list[Any]]:
    """Return a list as a segment, and a value that becomes an element, as they are."""
    segment, leaves = leaves_of(xs, value)
    if holds_containers(segment.structure):
        absorb(xs)
        take(xs, value)
    return segment, leaves


def leaves_of(xs: list[Any], value: Any) -> tuple[Segment, list[Any]]:
    """Return a list as a segment, and a value as its elements are."""
    name = ContentName.of(xs)
    whole, one = segments_of(name, [list(xs), [value]])
    (segment, _) = in_graph(building(), [whole, one], name)
    leaves = []
    for column, part in zip(segment.columns, one.columns, strict=True):
        (leaf,) = part.parts
        element = specs.element_of(column.spec)
        leaf = leaf.column if isinstance(leaf, One) else leaf
        leaves.append(coerce(building(), leaf, element))
    return segment, leaves


def set_item(xs: list[Any], key: Any, value: Any) -> None:
    """Do `xs[key] = value` for a list with segments, or a symbolic key."""
    if isinstance(key, slice):
        bounds, given = _bounds(key)
        old, new = segment_of(xs, list(_listed(value)))
        note_copy(xs, [value])
        take(xs, tuple(value))
        pairs = zip(old.columns, new.columns, strict=True)
        columns = [add("list_set_slice", x, y, *bounds, given=given) for x, y in pairs]
        if old.family is not None and new.family is not None:
            old.family.join(new.family)
        put(xs, Segment(old.structure, tuple(columns), old.family))
        return
    index = index_of(key, "list")
    if not xs:
        xs[0] = value  # the error of an empty list
    segment, leaves = values_of(xs, value)
    pairs = zip(segment.columns, leaves, strict=True)
    columns = [add("list_set", x, index, leaf) for x, leaf in pairs]
    put(xs, Segment(segment.structure, tuple(columns), segment.family))


def _listed(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return value
    raise refusal(f"a {type(value).__name__} is put into it")


def del_item(xs: list[Any], key: Any) -> None:
    """Do `del xs[key]` for a list with segments, or a symbolic key."""
    if not xs:
        del xs[0]  # the error of an empty list
    (segment,) = segment_of(xs)
    if isinstance(key, slice):
        bounds, given = _bounds(key)
        put(xs, on_each(segment, "list_delete_slice", *bounds, given=given))
        return
    put(xs, on_each(segment, "list_delete", index_of(key, "list")))


def is_dynamic(target: Any, key: Any) -> bool:
    """Tell whether a store into an item of `target` is one into a run-time list."""
    return isinstance(target, list) and (
        is_segmented(target) or _is_symbolic_index(key)
    )


# -- Operators -------------------------------------------------------------------------


def compare_lists(symbol: str, left: Any, right: Any) -> Any:
    """Return a comparison of lists of numbers, or of what Python compares."""
    is_alike = type(left) is type(right) and type(left) in SEQUENCES
    if is_alike and symbol in ("==", "!="):
        if any(map(_is_staged, left)) or any(map(_is_staged, right)):
            is_equal = _equal(left, right)
            return is_equal if symbol == "==" else not_(is_equal)
    if not is_made() or not (holds_segment(left) or holds_segment(right)):
        return COMPARISONS[symbol](left, right)
    if symbol in ("==", "!="):
        kinds = {type(left), type(right)}
        if len(kinds) == 2 and kinds <= _PLAIN:
            return symbol == "!="
    what = f"it is compared with `{symbol}`"
    if holds_open((left, right)):
        raise refusal_of_dict(what)
    raise refusal(what, "deque" if isinstance(left, deque) else "list")


# No two of these are equal, but for numbers, of which no list is one.
_PLAIN: Final = {int, float, str, bool, type(None), list, tuple, dict, deque}


def _is_staged(item: Any) -> bool:
    return type(item) is Segment or is_symbolic(item)


def _equal(left: list[Any], right: list[Any]) -> Any:
    counts = length(left), length(right)
    is_known = not any(map(is_symbolic, counts))
    same = counts[0] == counts[1] if is_known else operate("equal", counts)
    if is_never_filled(left) or is_never_filled(right) or same is False:
        return same
    one, other = segment_of(left, right)
    if holds_objects(one.structure):
        return _DISPATCH["equal_objects"](left, right)
    if holds_containers(other.structure):
        absorb(right)
    found = same
    for x, y in zip(one.columns, other.columns, strict=True):
        if not is_comparable(specs.element_of(x.spec)):
            raise refusal("elements that are no numbers are compared")
        found = if_exp(found, functools.partial(add, "list_equal", x, y), lambda: False)
    return found


_DISPATCH["truth_of_list"] = truth_of

__all__ = [
    "add",
    "compare_lists",
    "del_item",
    "get_item",
    "index_of",
    "is_dynamic",
    "item_at",
    "leaves_of",
    "length",
    "may_hold_none",
    "on_each",
    "put",
    "segment_of",
    "set_item",
    "slice_of",
    "static_item",
    "truth_of",
    "values_of",
    "whole_of",
]
