"""Methods and builtins on dicts with keys that only the run knows."""

from __future__ import annotations

import builtins
import copy
import functools
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators import counter_calls, lists, tables
from autograph.old_operators.kept_views import View
from autograph.old_operators.python_builtins import converted, is_decided_by_run
from autograph.old_operators.table_steps import STEPPING, on_steps
from autograph.old_operators.table_views import iterator_of, listed, pairs_of
from autograph.old_operators.tables import (
    become,
    can_become,
    check_not_back,
    contains,
    content_copied,
    copied,
    get_from,
    get_or_add,
    is_hashable,
    is_run_key,
    length,
    parts_of,
    place_of,
    pop_unhashable,
    set_item,
    truth_of,
)
from graph.graph import current_graph
from graph.keys import is_open
from graph.old_staging.aliases import note_change
from graph.old_staging.numpy_numbers import gives_hashed
from graph.old_staging.storage import set_content
from graph.old_staging.variables import building
from graph.partial import Optional
from graph.segments import Segment, is_made, is_segmented
from graph.tables import DICTS, is_table, kind_of_view, refusal

_MISSING: Final = object()

# -- Methods ---------------------------------------------------------------------------


def _get(table: Any, key: Any, default: Any = None, /) -> Any:
    keys, values = parts_of(table)
    return get_from(values, place_of(keys, key), default)


def _pop(table: Any, key: Any, *default: Any) -> Any:
    keys, values = parts_of(table)
    if type(table) is not OrderedDict and not is_hashable(key):
        return pop_unhashable(table, key, default)
    return _pop_from(keys, values, place_of(keys, key), key, default)


@converted
def _pop_from(keys: Any, values: Any, place: Any, key: Any, default: Any) -> Any:
    if place < 0:
        if not default:
            raise KeyError(key)
        return default[0]
    value = values.pop(place)
    del keys[place]
    return value


def _popitem(table: Any) -> Any:
    return _pop_at(*parts_of(table), -1, "popitem(): dictionary is empty")


def _popitem_of_ends(table: Any, last: Any = True) -> Any:
    _check_end(last)
    return _pop_at(*parts_of(table), -1 if last else 0, "dictionary is empty")


@converted
def _pop_at(keys: Any, values: Any, place: Any, message: str) -> Any:
    if not keys:
        raise KeyError(message)
    value = values.pop(place)
    return keys.pop(place), value


def _move_to_end(table: Any, key: Any, last: Any = True) -> None:
    _check_end(last)
    keys, values = parts_of(table)
    _move(keys, values, place_of(keys, key), key, last)


def _check_end(last: Any) -> None:
    if not isinstance(last, (bool, int)):
        raise refusal("which end is meant is told by what the run knows")


@converted
def _move(keys: Any, values: Any, place: Any, key: Any, last: Any) -> None:
    if place < 0:
        raise KeyError(key)
    if place != (len(keys) - 1 if last else 0):
        check_not_back(keys, key)
    held, value = keys.pop(place), values.pop(place)
    if last:
        keys.append(held)
        values.append(value)
    else:
        keys.insert(0, held)
        values.insert(0, value)


def _setdefault(table: Any, key: Any, default: Any = None, /) -> Any:
    keys, values = parts_of(table)
    return get_or_add(keys, values, place_of(keys, key), key, lambda: default)


def _update(table: Any, other: Any = (), /, **named: Any) -> None:
    if isinstance(other, dict) and not is_table(other):
        other = {**other, **named} if not is_open(other) else other
        named = {}
    if type(table) is Counter:
        _count(table, other)
    elif is_table(other):
        _put_all(table, pairs_of(*parts_of(other)))
    elif isinstance(other, dict):
        if is_open(other):
            raise refusal("it is updated with a dict that has a key on some paths only")
        for key, value in other.items():
            set_item(table, key, value)
    else:
        _put_all(table, listed(other))
    for key, value in named.items():
        set_item(table, key, value)


@converted
def _put_all(table: Any, pairs: Any) -> None:
    for key, value in pairs:
        table[key] = value


def in_view(item: Any, view: View) -> Any:
    """Return `item in view`."""
    if view.kind == "keys":
        return contains(view.table, item)
    return _is_among(item, listed(view))


@converted
def _is_among(item: Any, items: Any) -> Any:
    return item in items


def is_merged(symbol: str, left: dict[Any, Any], right: Any) -> bool:
    """Tell whether `left | right`, or `|=`, has a dict whose keys the run knows."""
    if is_table(left) or is_table(right):
        return symbol == "|=" or isinstance(right, dict)
    is_run = symbol == "|=" and can_become(left)
    return is_run and (_gives_run_keys(right) or _are_pairs(right))


def merged(symbol: str, left: dict[Any, Any], right: Any) -> Any:
    """Return `left | right`; of `left |= right` the left one, with the right one's."""
    if {type(left), type(right)} & {Counter} or type(left) not in DICTS:
        raise refusal(f"a {type(left).__name__} has `|`")
    if symbol == "|=":
        parts_of(left)
        _update(left, right)
        return left
    owner: Any = right if type(left) is dict else left
    made: Any = type(owner)()
    if type(made) is defaultdict:
        made.default_factory = owner.default_factory
    parts_of(made)
    _update(made, left)
    _update(made, right)
    return made


def _count(table: Any, other: Any) -> None:
    if is_table(other):
        _add_counts(table, pairs_of(*parts_of(other)))
    elif isinstance(other, dict):
        _add_counts(table, list(other.items()))
    else:
        _count_all(table, listed(other))


@converted
def _count_all(table: Any, items: Any) -> None:
    for item in items:
        table[item] = table.get(item, 0) + 1


@converted
def _add_counts(table: Any, pairs: Any) -> None:
    for key, count in pairs:
        table[key] = count + table.get(key, 0)


@converted
def most_common(table: Any, n: Any = None) -> Any:
    """Return pairs of an element and its count, the highest count first."""
    found = sorted(table.items(), key=lambda pair: pair[1], reverse=True)
    return found if n is None else found[: max(n, 0)]


def _clear(table: Any) -> None:
    for part in parts_of(table):
        note_change(part)
        part.clear()


def _as_dict(table: Any = (), /, **named: Any) -> Any:
    return _filled({}, table, named)


def _as_ordered_dict(table: Any = (), /, **named: Any) -> Any:
    return _filled(OrderedDict(), table, named)


def _as_defaultdict(factory: Any, table: Any, /, **named: Any) -> Any:
    return _filled(defaultdict(factory), table, named)


def _filled(made: Any, table: Any, named: Mapping[str, Any]) -> Any:
    if is_table(table):
        set_content(made, content_copied(table))
    else:
        become(made)
        _put_all(made, listed(table))
    for key, value in named.items():
        set_item(made, key, value)
    return made


def _counter(items: Any = (), /, **named: Any) -> Any:
    made: Counter[Any] = Counter()
    _update(made, items, **named)
    return made


def _fromkeys(keys: Any, value: Any = None) -> Any:
    made: dict[Any, Any] = {}
    if value is None:  # a list of the run holds it as what may be None, and is
        value = Optional.build((), 0, building().constant(True))
    _put_keys(made, listed(keys), value)
    return made


@converted
def _put_keys(table: Any, keys: Any, value: Any) -> None:
    for key in keys:
        table[key] = value


def _view(kind: str) -> Callable[[Any], View]:
    return lambda table: View(table, kind)


_METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "get": _get,
    "pop": _pop,
    "popitem": _popitem,
    "setdefault": _setdefault,
    "update": _update,
    "clear": _clear,
    "copy": copied,
    "__copy__": copied,
    "keys": _view("keys"),
    "values": _view("values"),
    "items": _view("items"),
    "__len__": length,
    "__contains__": contains,
    "__getitem__": tables.get_item,
    "__setitem__": set_item,
    "__delitem__": tables.del_item,
    "most_common": most_common,
}
_OF_COUNTER: Final[Mapping[str, Callable[..., Any]]] = {
    "total": counter_calls.total,
    "subtract": counter_calls.subtract,
}
_ORDERED: Final[Mapping[str, Callable[..., Any]]] = {
    "popitem": _popitem_of_ends,
    "move_to_end": _move_to_end,
}
# These make a dict be one, if they are given a key that only the run knows.
_WITH_KEY: Final = frozenset(
    {"get", "move_to_end", "pop", "setdefault", "__getitem__", "__setitem__"}
)
_OF_COUNTERS: Final = frozenset(
    {"most_common", "update", "copy", "__copy__", *_OF_COUNTER}
)


def call_on_tables(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a method or builtin; None if nothing.

    Raises:
        UnknownKeysError: It is a method that looks into such a dict in another way.
    """
    if current_graph() is None:
        return None
    owner = getattr(function, "__self__", None)
    if isinstance(owner, dict) and not isinstance(function, type):
        return _method(owner, getattr(function, "__name__", ""), function, args)
    if type(owner) is type and issubclass(owner, dict):
        if function.__name__ != "fromkeys" or owner is not dict or not args:
            return None
        is_run = _gives_run_keys(args[0]) or is_segmented(args[0])
        is_run |= gives_hashed(args[0])
        return _fromkeys if is_run else None
    if not args or type(function) not in FUNCTIONS:
        return None
    makes = _MAKERS.get(function)
    if makes is not None and type(args[0]) in _ONCE:
        items = list(args[0])
        by = makes if _are_run_pairs(items) else function
        return lambda _, /, **named: by(items, **named)
    if function is Counter and gives_hashed(args[0]):
        return _counter
    if makes is not None:
        return makes if _gives_run_keys(args[0]) or _are_pairs(args[0]) else None
    if function is defaultdict and len(args) > 1:
        is_run = _gives_run_keys(args[1]) or _are_pairs(args[1])
        return _as_defaultdict if is_run else None
    if not is_made():
        return None
    if is_table(args[0]) or type(args[0]) is View:
        found = _BUILTINS.get(function)
        if found is not None:
            return found
    if function in STEPPING or _is_native_adder(function):
        if any(is_table(each) or type(each) is View for each in args):
            return functools.partial(on_steps, function)
    return None


def _method(
    owner: Any, name: str, function: Any, args: tuple[Any, ...]
) -> Callable[..., Any] | None:
    if not is_table(owner):
        if name in _WITH_KEY and args and is_run_key(args[0]):
            is_compared = name == "get" and type(args[0]) is not tuple
            if is_compared or not can_become(owner):
                return None
        elif name in _ORDERED and is_open(owner):
            if not can_become(owner):
                return None
        elif name == "most_common" and type(owner) is Counter:
            if not counter_calls.is_of_run(owner):
                return None
            if not is_open(owner):
                return functools.partial(most_common, owner)
            if not can_become(owner):
                return None
        elif name == "update":
            if not args or not (
                _gives_run_keys(args[0])
                or _are_pairs(args[0])
                or (type(owner) is Counter and gives_hashed(args[0]))
            ):
                return None
            if not can_become(owner):
                return None
        else:
            return None
    is_ordered = type(owner) is OrderedDict and name in _ORDERED
    method = _ORDERED[name] if is_ordered else _METHODS.get(name)
    if type(owner) is Counter:
        method = _OF_COUNTER.get(name, method)
    is_own = type(function) in _NATIVE or (
        type(owner) is Counter and name in _OF_COUNTERS
    )
    if method is None or not is_own or (name == "popitem" and type(owner) is Counter):
        raise refusal(f"{type(owner).__name__}.{name}() is called")
    parts_of(owner)
    return functools.partial(method, owner)


def _is_of_run(value: Any) -> bool:
    """Tell whether only the run knows the items."""
    return is_table(value) or type(value) is View or is_decided_by_run(value)


def _gives_run_keys(value: Any) -> bool:
    return _is_of_run(value) or _are_run_pairs(value)


def _are_run_pairs(value: Any) -> bool:
    """Are there keys among the items that only the run knows?"""
    if type(value) not in (list, tuple):
        return False
    return any(
        is_run_key(item) or (type(item) in (list, tuple) and any(map(is_run_key, item)))
        for item in value
    )


def _are_pairs(value: Any) -> bool:
    """Is it a list of pairs of which only the run knows how many there are?

    Of what holds none Python tells the first that is none, and how long it is.
    """
    if not is_segmented(value) or isinstance(value, deque):
        return False
    if tables.is_never_filled(value):
        return True
    structure = lists.whole_of(value).structure
    is_row = structure.kind in (list, tuple) or hasattr(structure.kind, "_fields")
    is_short = all(part.kind is not Segment for part in structure.parts)
    return is_row and is_short and len(structure.parts) == 2


def _is_native_adder(function: Any) -> bool:
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if type(owner) is str:
        return bool(name == "join")
    return type(owner) is list and name == "extend"


def _length(value: Any) -> Any:
    return length(value.table if type(value) is View else value)


def _truth(value: Any) -> Any:
    return truth_of(value.table if type(value) is View else value)


#: The types of what is known by itself, and is no object with an equality of its own.
FUNCTIONS: Final = (type, types.BuiltinFunctionType, types.FunctionType)
_NATIVE: Final = (types.BuiltinMethodType, types.MethodWrapperType)
_MAKERS: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.dict: _as_dict,
    OrderedDict: _as_ordered_dict,
    Counter: _counter,
}


def _type(value: Any) -> type:
    if type(value) is View:
        return kind_of_view(value.table, value.kind)
    return type(value)


# What gives its items once, and runs as it stands.
_ONCE: Final = frozenset({builtins.zip, builtins.map, builtins.enumerate})
_BUILTINS: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.len: _length,
    builtins.type: _type,
    builtins.isinstance: lambda value, kinds: issubclass(_type(value), kinds),
    builtins.bool: _truth,
    builtins.iter: iterator_of,
    copy.copy: copied,
}

__all__ = [
    "FUNCTIONS",
    "call_on_tables",
    "in_view",
    "is_merged",
    "merged",
]
