"""Displays and comprehensions: where containers are born."""

from __future__ import annotations

import collections
from collections.abc import Callable
from functools import partial
from types import GeneratorType
from typing import Any, Final

from autograph.operators.conditionals import if_stmt
from autograph.operators.generators import (
    GeneratorExpression,
    Step,
    kept_steps,
    step_within,
)
from autograph.operators.logic import not_, truth
from autograph.operators.loops import for_stmt
from autograph.operators.stores import get_item, set_item
from autograph.values import nodes, operations
from autograph.values.interpreter import INTERPRETER
from autograph.values.kinds import holds_run
from autograph.values.methods import call_method, call_method_of
from autograph.values.nodes import (
    emit,
    is_watched,
    make,
    node,
    note_birth,
    put,
    put_key,
    site_here,
)
from autograph.values.operations import class_of
from autograph.values.proxy import Method, Proxy, Spread
from autograph.values.sites import Site
from autograph.values.specs import ANY, NONE, ClassSpec, SiteSpec, parts_of
from autograph.values.state import current
from graph.meant import meant
from graph.python import objects as rows
from graph.python.protocols import APPLY
from graph.tensor import SymbolicTensor


def born(value: Any) -> Any:
    """Return a container that was written down, or what stands for it in the run."""
    if type(value) is list and any(type(x) is Spread for x in value):
        return _list_of_parts(value, site_here(list))
    return nodes.born(value)


def _list_of_parts(parts: list[Any], site: Site) -> Proxy:
    """Make a list of items, and of what is spread among them."""
    site.is_real = True
    n_first = next(i for i, x in enumerate(parts) if type(x) is Spread)
    made = make(parts[:n_first], site)
    for part in parts[n_first:]:
        if type(part) is Spread:
            call_method_of(made, "extend", (_checked(part.value, rows.spread_items),))
        else:
            call_method_of(made, "append", (part,))
    return made


def _checked(value: Any, check: Callable[[Any], Any]) -> Any:
    """Return what is spread; the run raises what a display does if it cannot be."""
    if type(value) is not Proxy:
        return value
    parts = parts_of(value.spec)
    if not {ANY, NONE} & parts and not any(isinstance(x, ClassSpec) for x in parts):
        return value
    return node(APPLY, [value], value.spec, function=check)


def tuple_display(value: tuple[Any, ...]) -> Any:
    """Return a tuple that is written down, with values of the run that are spread."""
    if not any(type(x) is Spread for x in value):
        return value
    return operations.call(tuple, _list_of_parts(list(value), site_here(list)))


@meant
def dict_display(*parts: Any) -> Any:
    """Return a dict that is written down: pairs, and mappings that are spread."""
    site = site_here(dict)
    pairs: list[Any] = []
    for part in parts:
        pairs += part if type(part) is tuple else [part]
    for pair in pairs:
        if holds_run(pair[0]) if type(pair) is tuple else type(pair) is Proxy:
            site.is_real = True
    if not site.is_real:
        found: dict[Any, Any] = {}
        for pair in pairs:
            found |= [pair] if type(pair) is tuple else {**pair}
        return note_birth(found, site)
    return _dict_of_run(pairs, site)


def _dict_of_run(pairs: list[Any], site: Site) -> Proxy:
    first: list[SymbolicTensor] = []
    while pairs and type(pairs[0]) is tuple:
        key, value = pairs.pop(0)
        first += [put_key(site, key), put(site, "value", value)]
    spec = SiteSpec(site)
    made = Proxy(emit(rows.DICT, first, (spec,), cls=None, leading=())[0], spec)
    for pair in pairs:
        if type(pair) is tuple:
            operations.set_item(made, *pair)
        else:
            call_method(made, "update", (_checked(pair, rows.spread_pairs),), {})
    return made


@meant
def set_display(items: tuple[Any, ...]) -> Any:
    """Return `{*items}`."""
    site = site_here(set)
    if any(type(x) is Spread for x in items):
        site.is_real = True
        made = set_of_run((), site)
        for part in items:
            is_spread = type(part) is Spread
            given = part.value if is_spread else part
            call_method_of(made, "update" if is_spread else "add", (given,))
        return made
    if any(map(holds_run, items)):
        site.is_real = True
    if not site.is_real:
        return note_birth(set(items), site)
    return set_of_run(items, site)


def set_of_run(items: Any, site: Site, cls: type | None = None) -> Proxy:
    """Make a set of the run of these elements."""
    held = [put_key(site, x, "item") for x in items]
    spec = SiteSpec(site)
    return Proxy(emit(rows.SET, held, (spec,), cls=cls)[0], spec)


def _comprehension(
    cls: type, items: Any, step: Step, add: Callable[[Any, Any], None]
) -> Any:
    place = current().at
    site = site_here(cls)
    if isinstance(items, (Proxy, SymbolicTensor, GeneratorExpression)):
        site.is_real = True
    target = make(cls(), site) if site.is_real else note_birth(cls(), site)
    current().at = place
    _fill(target, items, step, add)
    return target


def _fill(target: Any, items: Any, step: Step, add: Callable[[Any, Any], None]) -> None:
    """Add what a comprehension, or a generator, gives to a container, one by one."""
    place = current().at

    def body(item: Any) -> None:
        is_taken, value = step(item)

        def taken() -> None:
            add(target, value())

        if is_taken is True:
            taken()
        else:
            if_stmt(is_taken, taken, lambda: None, lambda: (), lambda _: None, (), 0)

    current().at = place
    for_stmt(items, None, body, lambda: (), lambda _: None, (), {})


def _append(target: Any, value: Any) -> None:
    if not is_appended(target, value):
        call_method_of(target, "append", (value,))


def _extend(target: Any, values: Any) -> None:
    call_method_of(target, "extend", (values,))


def _add(target: Any, value: Any) -> None:
    call_method_of(target, "add", (value,))


def _update(target: Any, values: Any) -> None:
    call_method_of(target, "update", (values,))


def _set(target: Any, pair: Any) -> None:
    set_item(target, *pair)


def list_comp(items: Any, step: Step, is_nested: bool = False) -> Any:
    """Return what a list comprehension gives."""
    return _comprehension(list, items, step, _extend if is_nested else _append)


def set_comp(items: Any, step: Step, is_nested: bool = False) -> Any:
    """Return what a set comprehension gives."""
    return _comprehension(set, items, step, _update if is_nested else _add)


def dict_comp(items: Any, step: Step, is_nested: bool = False) -> Any:
    """Return what a dict comprehension gives."""
    return _comprehension(dict, items, step, _update if is_nested else _set)


# Functions that take all of a generator, and want no more than its items.
TAKING_ALL: Final = (
    sum, min, max, sorted, list, tuple, set, frozenset, dict, collections.Counter,
    collections.deque,
)  # fmt: skip


# Methods that take items of a generator one by one, and those that take one.
_ONE_BY_ONE: Final[dict[tuple[type | None, str], str]] = {
    (list, "extend"): "append",
    (collections.deque, "extend"): "append",
    (collections.deque, "extendleft"): "appendleft",
    (set, "update"): "add",
}


def _bound(function: Any) -> tuple[Any, str]:
    """Return the object of a method, and its name."""
    if type(function) is Method:
        return function.owner, function.name
    return getattr(function, "__self__", None), getattr(function, "__name__", "")


def consume(
    function: Any, items: Any, step: Step, rest: tuple[Any, ...], scope: Any = None
) -> Any:
    """Return `function(generator, *rest)`, for a generator expression."""
    del scope
    site = site_here(GeneratorType, "consumed")
    if site.is_real:
        return INTERPRETER.call_function(function, (kept_steps(items, step), *rest), {})
    step = partial(step_within, site, step)
    try:
        is_asked = function in (any, all)
    except TypeError:
        is_asked = False
    if is_asked:
        return ask(function, items, step)
    owner, name = _bound(function)
    add = _ONE_BY_ONE.get((class_of(owner), name))
    if add is not None:
        _fill(owner, items, step, lambda x, item: call_method_of(x, add, (item,)))
        return None
    is_join = isinstance(owner, str)
    if function in TAKING_ALL or is_join:
        return INTERPRETER.call_function(function, (list_comp(items, step), *rest), {})
    found = list_comp(items, step)
    if isinstance(found, list):
        drawn = note_birth(iter(found), site)
        return INTERPRETER.call_function(function, (drawn, *rest), {})
    return INTERPRETER.call_function(function, (found, *rest), {})


def ask(function: Any, items: Any, step: Step) -> Any:
    """Ask `any` or `all`: the first item that decides is the last one asked."""
    held: list[Any] = [function is all, True]  # the answer, and whether to go on

    def put(state: tuple[Any, ...]) -> None:
        held[:] = state

    def get() -> tuple[Any, ...]:
        return tuple(held)

    def body(item: Any) -> None:
        is_taken, value = step(item)

        def ask() -> None:
            found = truth(value())
            decides = found if function is any else not_(found)

            def decide() -> None:
                held[:] = [function is any, False]

            if_stmt(decides, decide, lambda: None, get, put, ("answer", "go_on"), 2)

        if is_taken is True:
            ask()
        else:
            if_stmt(is_taken, ask, lambda: None, get, put, ("answer", "go_on"), 2)

    names = ("answer", "go_on")
    for_stmt(items, lambda: held[1], body, get, put, names, {})
    return held[0]


def is_appended(items: Any, value: Any) -> bool:
    """Append to a list that the block which is traced has made, if it is one."""
    trace = current()
    birth = trace.births.get(id(items))
    if birth is None or type(items) is not list or birth[2] != trace.block.depth:
        return False
    if trace.block.is_peek or is_watched(items) or type(value) is GeneratorExpression:
        return False
    items.append(value)
    return True


def own_items(value: Any) -> Any:
    """Return a list of what a value gives whose items operators draw."""
    return list_comp(value, lambda item: (True, lambda: item))


def own_pairs(value: Any) -> Any:
    """Return a list of the pairs of a dict: what has `keys` is a mapping."""
    if not operations.own_method(value, "keys"):
        return own_items(value)
    keys = INTERPRETER.call_function(operations.own_method(value, "keys"), (value,), {})
    return list_comp(keys, lambda key: (True, lambda: (key, get_item(value, key))))


__all__ = ["born", "consume", "dict_comp", "dict_display", "list_comp"]
