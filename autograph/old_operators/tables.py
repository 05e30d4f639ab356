"""Dicts that are given keys which only the run knows.

`graph.tables` tells what stands in such a dict: a list of its keys and one of their
values. What is done with it is what a program would do with these two lists.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict
from typing import Any, Final

from autograph.old_operators import lists
from autograph.old_operators.key_order import note_order
from autograph.old_operators.logic import and_
from autograph.old_operators.python_builtins import converted
from graph import dtypes, nest, specs
from graph.graph import current_graph
from graph.keys import Possible, is_open, is_ranked
from graph.old_staging.aliases import note_change
from graph.old_staging.joining import is_never_filled
from graph.old_staging.list_elements import holds_dicts
from graph.old_staging.number_types import may_be_real
from graph.old_staging.numpy_numbers import has_hash
from graph.old_staging.storage import is_namespace, set_content
from graph.old_staging.variables import is_stageable
from graph.partial import Optional
from graph.segments import Segment
from graph.tables import (
    DICTS,
    Part,
    check_not_stepped,
    content,
    content_of,
    is_table,
    refusal,
    walks_over,
)
from graph.tensor import _DISPATCH

_KINDS: Final = frozenset({int, float, complex, bool, str})

# -- Keys ------------------------------------------------------------------------------


def is_run_key(key: Any) -> bool:
    """Is it a number or text that only the run knows, or a tuple of such?

    A tensor is none: Python cannot hash it.
    """
    if type(key) is tuple:
        return any(map(is_run_key, key)) and all(map(_is_key, key))
    return has_hash(key)


def _is_key(key: Any) -> bool:
    if type(key) is tuple:
        return all(map(_is_key, key))
    return type(key) in _KINDS or is_run_key(key)


def place_of(keys: list[Any], key: Any, kind: str = "dict") -> Any:
    """Return the place of a key in a list of keys, -1 if it is not there.

    Raises:
        TypeError: Python cannot hash it.
        UnknownKeysError: It is of a class of the user's.
    """
    if key is not None:
        _check_key(key, kind)
    if is_never_filled(keys):
        return -1
    segment = lists.whole_of(keys)
    leaves, structure = nest.flatten_with_structure(key)
    if structure != segment.structure:
        if _holds_none(segment.structure):
            raise refusal("one of them may be None", kind)
        return -1
    for column, leaf in zip(segment.columns, leaves, strict=True):
        element = specs.element_of(column.spec).dtype
        if (element is dtypes.python_str) != (_dtype_of(leaf) is dtypes.python_str):
            return -1
    has_floats = any(
        dtype.is_floating or dtype.is_complex for dtype in map(_dtype_of, leaves)
    )
    return lists.add("list_key_find", *segment.columns, *leaves, has_floats=has_floats)


def _holds_none(structure: nest.Structure) -> bool:
    return structure.kind is Optional or any(map(_holds_none, structure.parts))


def _dtype_of(leaf: Any) -> Any:
    return specs.spec_of(leaf).dtype


def _check_key(key: Any, kind: str) -> None:
    if _is_key(key):
        return
    hash(key)  # the error of what has none
    raise refusal(f"a key of type {type(key).__name__} is looked for", kind)


def append_key(keys: list[Any], key: Any, kind: str = "dict") -> None:
    """Append a key that is not there yet to a list of keys.

    Raises:
        UnknownKeysError: The keys that are there are of another type.
    """
    if any(map(may_be_real, nest.flatten(key))):
        raise refusal("a key is a real number on one path, complex on another", kind)
    if not keys:
        note_change(keys)
        keys.append(key)
        return
    given, structure = nest.flatten_with_structure(key)
    if not is_never_filled(keys) and lists.whole_of(keys).structure != structure:
        raise refusal(
            "its keys would be of several forms, as tuples of different lengths are",
            kind,
        )
    segment, leaves = lists.leaves_of(keys, key)
    for leaf, held in zip(given, leaves, strict=True):
        if not _are_of_one_type(_dtype_of(leaf), _dtype_of(held)):
            raise _of_two_types(leaf, held, kind)
    if not is_never_filled(keys):
        before = lists.whole_of(keys)
        for one, other in zip(before.columns, segment.columns, strict=True):
            if not _are_of_one_type(*map(_element_dtype, (one, other))):
                raise _of_two_types(one, other, kind)
    first, *rest = segment.columns
    columns = [lists.add("list_key_append", first, leaves[0])]
    columns += [
        lists.add("list_append", column, leaf)
        for column, leaf in zip(rest, leaves[1:], strict=True)
    ]
    lists.put(keys, Segment(segment.structure, tuple(columns), segment.family))


def _are_of_one_type(one: Any, other: Any) -> bool:
    """Can keys of these dtypes be in one list?

    Numbers of Python's and of NumPy's are alike as keys where NumPy's have all that
    Python's have. Which of them a key is, is not known then.
    """
    if one is other:
        return True
    if one.is_python is other.is_python:
        return False
    kinds = {one.kind, other.kind}
    is_kind = len(kinds) == 1 and kinds <= {"i", "f"}
    return is_kind and _is_wide(one) and _is_wide(other)


def _is_wide(dtype: Any) -> bool:
    return bool(dtype.is_python or dtype.numpy.itemsize == 8)


def _element_dtype(column: Any) -> Any:
    return specs.element_of(column.spec).dtype


def _of_two_types(one: Any, other: Any, kind: str) -> Exception:
    names = " and ".join(str(_dtype_of(each).name) for each in (one, other))
    return refusal(f"its keys would be of two types, {names}", kind)


# -- Dicts -----------------------------------------------------------------------------


def can_become(table: Any) -> bool:
    """Can a dict be given keys that only the run knows?"""
    if type(table) not in DICTS or is_ranked(table) or current_graph() is None:
        return False
    if is_namespace(table) or not are_alike(dict.keys(table)):
        return False
    entries = dict.values(table)
    values = [each.value if type(each) is Possible else each for each in entries]
    structures = {nest.structure_of(value) for value in values}
    leaves = [leaf for value in values for leaf in nest.flatten(value)]
    if any(map(holds_dicts, structures)):
        return False  # what is in the dict may have other names
    is_plain = all(is_stageable(leaf) or type(leaf) is Segment for leaf in leaves)
    return is_plain and (len(structures) < 2 or all(type(x) is list for x in values))


def are_alike(keys: Any) -> bool:
    """Are keys of one type, such that a list of them can be one of the run?"""
    if not all(map(_is_key, keys)):
        return False
    kinds = {
        (nest.structure_of(key), *map(_dtype_of, nest.flatten(key))) for key in keys
    }
    return len(kinds) < 2


def become(table: dict[Any, Any]) -> None:
    """Let a dict hold its keys and values in two lists."""
    check_not_stepped(table)
    note_order(table)
    found = _content_of_open(table) if is_open(table) else content_of(table)
    note_change(table)
    set_content(table, found)


def _content_of_open(table: dict[Any, Any]) -> dict[Part, Any]:
    keys: list[Any] = []
    values: list[Any] = []
    for key, entry in dict.items(table):
        if type(entry) is Possible:
            _append_if(entry.flag, keys, values, key, entry.value)
        else:
            append_key(keys, key)
            _append(values, entry)
    return content(keys, values)


@converted
def _append_if(flag: Any, keys: Any, values: Any, key: Any, value: Any) -> None:
    if flag:
        append_key(keys, key)
        values.append(value)


@converted
def _append(values: Any, value: Any) -> None:
    values.append(value)


def is_concerned(table: Any, key: Any) -> bool:
    """Tell whether a dict is looked into, or becomes so, whose keys the run knows."""
    if not isinstance(table, dict):
        return False
    if is_table(table):
        return True
    if type(key) is not tuple and not _adds_when_read(table):
        return False  # it is compared with the keys that there are
    return is_run_key(key) and can_become(table)


def may_lose(table: Any, key: Any) -> bool:
    """Tell whether a dict loses a key that only the run knows."""
    return isinstance(table, dict) and is_run_key(key) and can_become(table)


def _adds_when_read(table: Any) -> bool:
    return type(table) is defaultdict and table.default_factory is not None


def parts_of(table: dict[Any, Any]) -> tuple[list[Any], list[Any]]:
    """Return the lists of keys and of values.

    Raises:
        UnknownKeysError: The dict is of a class whose methods are not known.
    """
    if type(table) not in DICTS:
        raise refusal(f"it is of {type(table).__name__}, a subclass of dict")
    if not is_table(table):
        become(table)
    return dict.__getitem__(table, Part.KEYS), dict.__getitem__(table, Part.VALUES)


def get_item(table: Any, key: Any) -> Any:
    """Return `table[key]`."""
    keys, values = parts_of(table)
    place = place_of(keys, key)
    if type(table) is Counter:
        return get_from(values, place, 0)
    if _adds_when_read(table):
        return get_or_add(keys, values, place, key, table.default_factory)
    _check_found(place, key)
    return _found_or_last(values, place)


@converted
def _check_found(place: Any, key: Any) -> None:
    if place < 0:
        raise KeyError(key)


@converted
def get_from(values: Any, place: Any, default: Any) -> Any:
    """Return the value at a place, the default at -1."""
    return values[place] if place >= 0 else default


def get_or_add(keys: Any, values: Any, place: Any, key: Any, make: Any) -> Any:
    """Return the value at a place; at -1 add the key first, with what is made."""
    _add_missing(keys, values, place, key, make)
    return _found_or_last(values, place)


@converted
def _add_missing(keys: Any, values: Any, place: Any, key: Any, make: Any) -> None:
    if place < 0:
        check_not_back(keys, key)
        append_key(keys, key)
        values.append(make())


@converted
def _found_or_last(values: Any, place: Any) -> Any:
    # At -1 it is the last one, which was added. In no branch: a list that is read in
    # one may be changed no more, for where it is nobody knows after it.
    return values[place]


def set_item(table: dict[Any, Any], key: Any, value: Any) -> None:
    """Do `table[key] = value`."""
    keys, values = parts_of(table)
    _set(keys, values, place_of(keys, key), key, value)


@converted
def _set(keys: Any, values: Any, place: Any, key: Any, value: Any) -> None:
    if place < 0:
        check_not_back(keys, key)
        append_key(keys, key)
        values.append(value)
    else:
        values[place] = value


def check_not_back(keys: Any, key: Any) -> None:
    """Refuse, in the run, a key that has been stepped through, and deleted since.

    Where it is the last one again, the keys are what they were, and yet Python raises.
    """
    for walk in walks_over(keys):
        walk.check_not_back(key)


def del_item(table: dict[Any, Any], key: Any) -> None:
    """Do `del table[key]`, for which a Counter need not have the key."""
    keys, values = parts_of(table)
    _delete(keys, values, place_of(keys, key), key, type(table) is Counter)


@converted
def _delete(keys: Any, values: Any, place: Any, key: Any, may_lack: bool) -> None:
    if place >= 0:
        del keys[place]
        del values[place]
    elif not may_lack:
        raise KeyError(key)


def is_hashable(key: Any) -> bool:
    """Can it be a key?"""
    if _is_key(key):
        return True
    try:
        hash(key)
    except TypeError:
        return False
    return True


@converted
def pop_unhashable(table: Any, key: Any, default: Any) -> Any:
    """Do `table.pop(key)` for what has no hash, which an empty dict does not need."""
    if table:
        hash(key)
    if not default:
        raise KeyError(key)
    return default[0]


def contains(table: dict[Any, Any], key: Any) -> Any:
    """Return `key in table`."""
    place = place_of(parts_of(table)[0], key)
    return place >= 0


def length(table: dict[Any, Any]) -> Any:
    """Return `len(table)`."""
    return lists.length(parts_of(table)[0])


def truth_of(table: dict[Any, Any]) -> Any:
    """Return `bool(table)`."""
    return lists.truth_of(parts_of(table)[0])


def equal(left: Any, right: Any) -> Any:
    """Return `left == right`, one of which is such a dict."""
    if not (isinstance(left, dict) and isinstance(right, dict)):
        return False
    if left is right:  # what is in it is the same objects, nan too
        return True
    (keys, values), others = parts_of(left), _own_parts(right)
    if isinstance(left, OrderedDict) and isinstance(right, OrderedDict):
        return _are_in_order(keys, values, *others)
    same = lists.length(keys) == lists.length(others[0])
    return and_(lambda: same, lambda: _all_in(keys, values, *others))


@converted
def _all_in(keys: Any, values: Any, others: Any, held: Any) -> Any:
    for key, value in zip(keys, values):  # noqa: B905 - it is converted
        place = place_of(others, key)
        if place < 0:
            return False
        if not _is_same(held[place], value):
            return False
    return True


@converted
def _are_in_order(keys: Any, values: Any, others: Any, held: Any) -> Any:
    if keys != others:
        return False
    pairs = zip(values, held)  # noqa: B905 - it is converted
    return all(_is_same(value, other) for value, other in pairs)


def _is_same(one: Any, other: Any) -> Any:
    from autograph.old_operators.comparisons import is_same  # which needs this module

    return is_same(one, other)


def copied(table: Any) -> Any:
    """Return a dict of the same class with the same keys and values."""
    made: Any = type(table)()
    if type(table) is defaultdict:
        made.default_factory = table.default_factory
    set_content(made, content_copied(table))
    return made


def content_copied(table: dict[Any, Any]) -> dict[Part, Any]:
    """Return two new lists, of keys and of values."""
    return content(*(lists.get_item(part, slice(None)) for part in parts_of(table)))


def _own_parts(table: dict[Any, Any]) -> tuple[list[Any], list[Any]]:
    """Return a list of keys and one of values, and leave the dict what it is."""
    found = content_copied(table) if is_table(table) else content_of(table)
    return found[Part.KEYS], found[Part.VALUES]


_DISPATCH["become_dict_of_run"] = become
_DISPATCH["content_of_open"] = _content_of_open
_DISPATCH["is_table"] = is_concerned
_DISPATCH["item_of_table"] = get_item
_DISPATCH["truth_of_table"] = truth_of
_DISPATCH["equal_tables"] = equal

__all__ = [
    "append_key",
    "are_alike",
    "become",
    "can_become",
    "contains",
    "content_copied",
    "copied",
    "del_item",
    "equal",
    "get_from",
    "get_item",
    "get_or_add",
    "is_concerned",
    "is_hashable",
    "is_never_filled",
    "is_run_key",
    "length",
    "may_lose",
    "parts_of",
    "place_of",
    "pop_unhashable",
    "set_item",
    "truth_of",
]
