"""What is known of the methods of Python's classes.

A row says what a method stores in the slots of its object, and what its result is. A
method without a row is called all the same: on boxed values, and then nothing is known
of what its object holds.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any, Final

from autograph.values import array_objects
from autograph.values import numpy_values as arrays
from autograph.values.interpreter import INTERPRETER
from autograph.values.kinds import CONTAINERS, holds_run, is_container, special
from autograph.values.nodes import (
    boxed_value,
    check_writable,
    emit,
    escape,
    is_virtual,
    lift,
    node,
    put,
    put_key,
    read,
    same,
    spec_of,
    statement,
    to_slot,
    widen,
    wrap,
)
from autograph.values.operations import (
    absorb,
    fresh,
    if_none,
    index,
    item_spec,
    iterable,
    join,
    key_of,
    may_be_none_or_own,
    narrow,
    site_of,
)
from autograph.values.proxy import Method, Proxy
from autograph.values.sites import Site
from autograph.values.specs import (
    ANY,
    BOOL,
    BOTTOM,
    INT,
    NONE,
    STR,
    ClassSpec,
    IteratorSpec,
    ObjectSpec,
    SiteSpec,
    TupleSpec,
    UnionSpec,
    is_plain,
)
from graph.python import protocols as rows
from graph.tensor import SymbolicTensor

# A row takes the object, its site, and the arguments.
Row = Callable[..., Any]
ROWS: Final[dict[tuple[type, str], Row]] = {}


# Methods that change their container.
MUTATORS: Final = frozenset({
    "append", "extend", "insert", "pop", "popleft", "appendleft", "remove", "clear",
    "sort", "reverse", "update", "setdefault", "popitem", "add", "discard", "rotate",
    "extendleft", "move_to_end", "subtract", "difference_update", "__setitem__",
    "intersection_update", "symmetric_difference_update", "__delitem__", "__iadd__",
})  # fmt: skip


def _row(name: str, *classes: type) -> Callable[[Row], Row]:
    def add(function: Row) -> Row:
        for cls in classes:
            ROWS[cls, name] = function
        return function

    return add


def call_method(value: Any, name: str, args: tuple[Any, ...], kwargs: Any) -> Any:
    """Call a method of a value of the run."""
    if may_be_none_or_own(value):
        return if_none(
            value,
            lambda x: operations_call(x, name, args, kwargs),
        )
    value = narrow(value)
    if arrays.is_numpy(value):
        return arrays.call_method(value, name, args, kwargs)
    if isinstance(value, SymbolicTensor) and value.spec != STR:
        return getattr(value, name)(
            *arrays.tensors_in(args), **arrays.tensors_in(kwargs)
        )
    spec = spec_of(value)
    if spec == STR:
        return text_method(value, name, args, kwargs)
    site = site_of(value)
    if site is not None and name in MUTATORS:
        check_writable(site)
    if site is not None and issubclass(site.cls, CONTAINERS) and not kwargs:
        for cls in site.cls.__mro__:
            row = ROWS.get((cls, name))
            if row is not None:
                return row(value, site, *args)
    if isinstance(spec, ObjectSpec):
        return array_objects.call(value, name, args, kwargs)
    if isinstance(spec, UnionSpec):
        found = _of_alternatives(value, spec, name, args, kwargs)
        if found is not NotImplemented:
            return found
    if isinstance(spec, TupleSpec) and name in ("index", "count") and not kwargs:
        return node(rows.CALL_METHOD, [value, *args], INT, name=name)
    return open_method(value, name, args, kwargs)


def operations_call(
    value: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Call a method of a value of any kind."""
    method = INTERPRETER.get_attr(value, name, is_called=True)
    return INTERPRETER.call_function(method, args, kwargs)


def call_method_of(value: Any, name: str, args: tuple[Any, ...]) -> Any:
    """Call a method of a value of any kind, that of a class while tracing its own."""
    if isinstance(value, Proxy):
        return call_method(value, name, args, {})
    return INTERPRETER.call_function(getattr(value, name), args, {})


def open_method(value: Any, name: str, args: tuple[Any, ...], kwargs: Any) -> Any:
    """Call a method of which nothing is known."""
    held = [boxed_value(x) for x in (value, *args, *kwargs.values())]
    return node(rows.CALL_METHOD, held, ANY, name=name, keywords=tuple(kwargs))


def _of_alternatives(
    value: Proxy, spec: UnionSpec, name: str, args: tuple[Any, ...], kwargs: Any
) -> Any:
    """Call a method of one of several classes of the user's, each in its branch."""
    parts = sorted((x for x in spec.parts if x is not NONE), key=str)
    if not parts or not all(
        isinstance(x, SiteSpec) and special(x.site.cls, name) for x in parts
    ):
        return NotImplemented

    def go(rest: list[Any]) -> Any:
        def here() -> Any:
            method = special(rest[0].site.cls, name)
            one = Proxy(value.symbol, rest[0])
            return INTERPRETER.call_function(method, (one, *args), kwargs)

        if len(rest) == 1:
            return here()
        cls = rest[0].site.cls
        is_first = node(rows.IS_CLASS, [value], BOOL, "", cls=cls)
        return INTERPRETER.choose(is_first, here, lambda: go(rest[1:]))

    return go(parts)


# -- Lists, deques, sets


def _items(site: Site, slot: str, value: Any) -> SymbolicTensor:
    """Return the symbol of what is iterated over into a slot."""
    held, item = iterable(value)
    if item is BOTTOM:
        return held
    after = widen(site, slot, item)
    if after is ANY and not is_plain(item):
        return boxed_value(value).symbol
    return held


def _statement(name: str, *classes: type) -> None:
    def run(value: Proxy, _: Site) -> None:
        statement(rows.CALL_METHOD, [value.symbol], name=name)

    _row(name, *classes)(run)


@_row("append", list, collections.deque)
def _append(value: Proxy, site: Site, item: Any) -> None:
    held = [value.symbol, put(site, "item", item)]
    statement(rows.CALL_METHOD, held, name="append")


@_row("appendleft", collections.deque)
def _append_left(value: Proxy, site: Site, item: Any) -> None:
    held = [value.symbol, put(site, "item", item)]
    statement(rows.CALL_METHOD, held, name="appendleft")


@_row("insert", list, collections.deque)
def _insert(value: Proxy, site: Site, place: Any, item: Any) -> None:
    held = [value.symbol, index(place), put(site, "item", item)]
    statement(rows.CALL_METHOD, held, name="insert")


def _extending(name: str, *classes: type) -> None:
    def run(value: Proxy, site: Site, items: Any) -> None:
        held = [value.symbol, _items(site, "item", items)]
        statement(rows.CALL_METHOD, held, name=name)

    _row(name, *classes)(run)


_extending("extend", list, collections.deque)
_extending("extendleft", collections.deque)


def _taking(name: str, *classes: type) -> None:
    def run(value: Proxy, site: Site, *args: Any) -> Any:
        spec = read(site, "item")
        held = [value.symbol, *map(index, args)]
        return wrap(emit(rows.CALL_METHOD, held, (spec,), name=name)[0], spec)

    _row(name, *classes)(run)


_taking("pop", list, collections.deque, set)
_taking("popleft", collections.deque)
for _name in ("clear", "reverse"):
    _statement(_name, list, set, dict, collections.deque, bytearray)


@_row("rotate", collections.deque)
def _rotate(value: Proxy, site: Site, *count: Any) -> None:
    held = [value.symbol, *map(index, count)]
    statement(rows.CALL_METHOD, held, name="rotate")


def _finding(name: str, *classes: type) -> None:
    def run(value: Proxy, site: Site, item: Any, *places: Any) -> Any:
        spec = INT if name in ("index", "count") else NONE
        held, own = spec_of(item), site.slot("item")
        if held is not None and is_plain(held) and is_plain(own):
            args = [value, item, *places]
        else:
            args = [boxed_value(value), boxed_value(item), *places]
        return node(rows.CALL_METHOD, args, spec, name=name)

    _row(name, *classes)(run)


for _name in ("index", "count", "remove"):
    _finding(_name, list, collections.deque)


@_row("sort", list)
def _sort(value: Proxy, site: Site) -> None:
    statement(rows.CALL_METHOD, [value.symbol], name="sort")


@_row("copy", list, set, dict, collections.deque)
def _copy(value: Proxy, site: Site) -> Any:
    return fresh(rows.CALL_METHOD, [value], site.cls, dict(site.slots), name="copy")


@_row("add", set)
def _add(value: Proxy, site: Site, item: Any) -> None:
    held = [value.symbol, put_key(site, item, "item")]
    statement(rows.CALL_METHOD, held, name="add")


def _discarding(name: str) -> None:
    def run(value: Proxy, site: Site, item: Any) -> None:
        held = [value.symbol, key_of(item, site, "item")]
        statement(rows.CALL_METHOD, held, name=name)

    _row(name, set)(run)


_discarding("remove")
_discarding("discard")


@_row("update", set)
def _update_set(value: Proxy, site: Site, *others: Any) -> None:
    for other in others:
        held = [value.symbol, _items(site, "item", other)]
        statement(rows.CALL_METHOD, held, name="update")


def _narrowing_set(name: str) -> None:
    def run(value: Proxy, _: Site, *others: Any) -> None:
        held = [value.symbol, *(iterable(x)[0] for x in others)]
        statement(rows.CALL_METHOD, held, name=name)

    _row(name, set)(run)


_narrowing_set("difference_update")
_narrowing_set("intersection_update")


def _combining(name: str) -> None:
    def run(value: Proxy, site: Site, *others: Any) -> Any:
        held, specs = [value.symbol], [site.slot("item")]
        for other in others:
            symbol, item = iterable(other)
            held.append(symbol)
            if name in ("union", "symmetric_difference"):
                specs.append(item)
        found = join(*specs)
        if found is ANY and not all(map(is_plain, specs)):
            held = [boxed_value(x).symbol for x in (value, *others)]
        return fresh(rows.CALL_METHOD, held, set, {"item": found}, name=name)

    _row(name, set)(run)


for _name in ("union", "intersection", "difference", "symmetric_difference"):
    _combining(_name)


def _asking(name: str) -> None:
    def run(value: Proxy, _: Site, other: Any) -> Any:
        held = [value.symbol, iterable(other)[0]]
        return wrap(emit(rows.CALL_METHOD, held, (BOOL,), name=name)[0], BOOL)

    _row(name, set)(run)


for _name in ("issubset", "issuperset", "isdisjoint"):
    _asking(_name)


# -- Dicts


@_row("get", dict)
def _get(value: Proxy, site: Site, key: Any, default: Any = None) -> Any:
    symbol, given = lift(default)
    before = site.slot("value")
    spec = join(before, given)
    site.read.add("value")
    if spec is ANY:
        if before is not ANY and before is not BOTTOM:
            widen(site, "value", ANY)
        symbol = to_slot(symbol, given, ANY)
    held = [value.symbol, key_of(key, site)]
    if default is not None:
        held.append(symbol)
    found = emit(rows.CALL_METHOD, held, (spec,), "w", name="get")[0]
    return wrap(found, spec)


@_row("setdefault", dict)
def _set_default(value: Proxy, site: Site, key: Any, default: Any = None) -> Any:
    held = put(site, "value", default)
    spec = read(site, "value")
    symbols = [value.symbol, put_key(site, key), held]
    return wrap(emit(rows.CALL_METHOD, symbols, (spec,), name="setdefault")[0], spec)


@_row("pop", dict)
def _pop(value: Proxy, site: Site, key: Any, *default: Any) -> Any:
    held = [value.symbol, key_of(key, site)]
    if not default:
        spec = read(site, "value")
        return wrap(emit(rows.CALL_METHOD, held, (spec,), name="pop")[0], spec)
    symbol, given = lift(default[0])
    site.read.add("value")
    before = site.slot("value")
    spec = join(before, given)
    if spec is ANY:
        if before is not ANY and before is not BOTTOM:
            widen(site, "value", ANY)
        symbol = to_slot(symbol, given, ANY)
    return wrap(emit(rows.CALL_METHOD, [*held, symbol], (spec,), name="pop")[0], spec)


def _slot(site: Site, name: str) -> Any:
    site.read.add(name)
    return site.slot(name)


def _viewing(name: str) -> None:
    def run(value: Proxy, site: Site) -> Any:
        if name == "items":
            item: Any = TupleSpec((_slot(site, "key"), _slot(site, "value")))
        else:
            item = _slot(site, "key" if name == "keys" else "value")
        spec = IteratorSpec(item, f"dict_{name}")
        return wrap(emit(rows.CALL_METHOD, [value.symbol], (spec,), name=name)[0], spec)

    _row(name, dict)(run)


for _name in ("keys", "values", "items"):
    _viewing(_name)


@_row("popitem", dict)
def _pop_item(value: Proxy, site: Site, *last: Any) -> Any:
    spec = TupleSpec((read(site, "key"), read(site, "value")))
    held = [value.symbol, *map(index, last)]
    return wrap(emit(rows.CALL_METHOD, held, (spec,), name="popitem")[0], spec)


@_row("move_to_end", collections.OrderedDict)
def _move_to_end(value: Proxy, site: Site, key: Any, *last: Any) -> None:
    held = [value.symbol, key_of(key, site), *map(index, last)]
    statement(rows.CALL_METHOD, held, name="move_to_end")


@_row("update", collections.Counter)
def _count(value: Proxy, site: Site, items: Any = ()) -> None:
    widen(site, "value", INT)
    held = [value.symbol, _items(site, "key", items)]
    statement(rows.CALL_METHOD, held, name="update")


@_row("most_common", collections.Counter)
def _most_common(value: Proxy, site: Site, *count: Any) -> Any:
    pair = TupleSpec((_slot(site, "key"), _slot(site, "value")))
    held = [value.symbol, *map(index, count)]
    return fresh(rows.CALL_METHOD, held, list, {"item": pair}, name="most_common")


@_row("update", dict)
def _update(value: Proxy, site: Site, other: Any = ()) -> None:
    if (is_container(other) and not is_virtual(other)) or type(other) is Proxy:
        given = Proxy(*lift(other))
    elif isinstance(other, dict):
        for key, item in other.items():
            held = [value.symbol, put_key(site, key), put(site, "value", item)]
            statement(rows.SET_ITEM, held)
        return
    else:
        given = boxed_value(other)
    source = site_of(given)
    if source is None or not issubclass(source.cls, dict):
        pair = item_spec(given)
        if isinstance(pair, TupleSpec) and len(pair.items) == 2 and is_plain(pair):
            widen(site, "key", pair.items[0])
            widen(site, "value", pair.items[1])
        else:
            escape(site)
            given = boxed_value(given)
    else:
        absorb(site, source)
    statement(rows.CALL_METHOD, [value.symbol, given.symbol], name="update")


# -- Text

_TEXT: Final[dict[str, Any]] = {
    **dict.fromkeys(
        [
            "upper",
            "lower",
            "strip",
            "lstrip",
            "rstrip",
            "replace",
            "title",
            "capitalize",
            "swapcase",
            "center",
            "ljust",
            "rjust",
            "zfill",
            "removeprefix",
            "removesuffix",
            "join",
            "format",
            "casefold",
            "expandtabs",
            "translate",
        ],
        STR,
    ),
    **dict.fromkeys(
        [
            "startswith",
            "endswith",
            "isdigit",
            "isalpha",
            "isalnum",
            "isspace",
            "isupper",
            "islower",
            "isnumeric",
            "isidentifier",
            "istitle",
            "isdecimal",
            "isprintable",
            "isascii",
        ],
        BOOL,
    ),
    **dict.fromkeys(["find", "rfind", "index", "rindex", "count"], INT),
    **dict.fromkeys(["partition", "rpartition"], TupleSpec((STR, STR, STR))),
    "encode": ClassSpec(bytes),
}


def text_method(value: Any, name: str, args: tuple[Any, ...], kwargs: Any) -> Any:
    """Call a method of text."""
    if name in ("split", "splitlines", "rsplit"):
        held = [value, *args, *kwargs.values()]
        attrs: dict[str, Any] = {"name": name, "keywords": tuple(kwargs)}
        return fresh(rows.CALL_METHOD, held, list, {"item": STR}, **attrs)
    if name not in _TEXT or (kwargs and name != "format"):
        return open_method(value, name, args, kwargs)
    if name == "format":
        held = [value, *map(boxed_value, (*args, *kwargs.values()))]
        attrs = {"name": name, "keywords": tuple(kwargs)}
        return node(rows.CALL_METHOD, held, STR, **attrs)
    held = [value, *(_argument(x) for x in args)]
    if name == "join" and not is_plain(held[1].spec):
        held[1] = boxed_value(args[0])  # Python says what is no text
    return node(rows.CALL_METHOD, held, _TEXT[name], name=name)


def _argument(value: Any) -> Any:
    """Return an argument of a method of text: what it is joined of is only read."""
    if type(value) in (list, set) or (type(value) is tuple and holds_run(value)):
        return temporary(value)
    return value


def temporary(value: Any) -> Proxy:
    """Return a list of the run that one operation alone sees."""
    from graph.python.objects import LIST

    parts = [lift(x) for x in value]
    item = join(*(spec for _, spec in parts))
    held = [to_slot(symbol, spec, item) for symbol, spec in parts]
    spec = IteratorSpec(item, "list")
    attrs = {"cls": None, "leading": (), "trailing": ()}
    return Proxy(emit(LIST, held, (spec,), "", **attrs)[0], spec)


__all__ = ["Method", "call_method", "open_method", "same", "temporary", "text_method"]
