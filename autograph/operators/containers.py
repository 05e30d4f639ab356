"""`list(x)`, `dict(x)`, `set(x)` and their kin: births of containers from others."""

from __future__ import annotations

import collections
import functools
from typing import Any, cast

from autograph.operators.displays import own_items, set_of_run
from autograph.values.kinds import holds_run
from autograph.values.nodes import (
    boxed_value,
    check_foreign,
    emit,
    lift,
    make,
    note_birth,
    put_key,
    site_here,
    widen,
    widen_default,
)
from autograph.values.operations import absorb, iterable, set_item, site_of
from autograph.values.proxy import Proxy
from autograph.values.sites import Site
from autograph.values.specs import (
    ANY,
    BOTTOM,
    INT,
    IteratorSpec,
    SiteSpec,
    TupleSpec,
    is_plain,
)
from autograph.values.state import Unstageable
from graph.python.protocols import APPLY, BUILTIN
from graph.tensor import SymbolicTensor, Tensor


def container(cls: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return `cls(*args, **kwargs)` of one of Python's containers."""
    site = site_here(cls)
    is_default = cls is collections.defaultdict
    given = args[1:] if is_default else args
    source: Any = given[0] if given else None
    check_foreign(source)
    if hasattr(type(source), "__ag_for__"):
        source = own_items(source)
        args = (*args[: len(args) - len(given)], source, *given[1:])
        given = (source, *given[1:]) if given else given
    is_run = isinstance(source, (Proxy, SymbolicTensor))
    if cls is tuple:
        return _tuple(source, args) if is_run else tuple(*args)
    if cls is frozenset and not holds_run(source):
        return frozenset(*args)
    if _has_run_keys(cls, source):
        site.is_real = True
        made = make(cls(*args[: len(args) - len(given)]), site)
        for key, value in (*source, *kwargs.items()):
            set_item(made, key, value)
        return made
    is_hashed = issubclass(cls, (set, frozenset, collections.Counter))
    if is_run or (is_hashed and source is not None and holds_run(source)):
        site.is_real = True
    if isinstance(source, Tensor) and not is_run:
        args = (list(cast("Any", source)), *args[1:])
    if not site.is_real:
        return note_birth(cls(*args, **kwargs), site)
    if len(given) > 1 and cls is not collections.deque:
        raise Unstageable(f"{cls.__name__}() with {len(args)} arguments")
    if is_run:
        return _of_run(cls, site, source, args, kwargs)
    if is_hashed and source is not None and not isinstance(source, dict):
        if cls is collections.Counter:
            for each in source:
                put_key(site, each)
            held = Proxy(*lift(tuple(source)))
            return _of_run(cls, site, held, (held,), kwargs)
        return set_of_run(source, site, None if cls is set else cls)
    return make(cls(*args, **kwargs), site)


def _has_run_keys(cls: type, source: Any) -> bool:
    """Is it a dict of pairs that are known, with keys that the run knows?"""
    if not issubclass(cls, dict) or issubclass(cls, collections.Counter):
        return False
    if type(source) not in (list, tuple):
        return False
    are_pairs = all(type(x) is tuple and len(x) == 2 for x in source)
    return are_pairs and any(holds_run(key) for key, _ in source)


def _tuple(source: Any, args: tuple[Any, ...]) -> Any:
    if isinstance(source, Proxy) and isinstance(source.spec, TupleSpec):
        return source
    if isinstance(source, SymbolicTensor):
        return tuple(*args)
    symbol, item = iterable(source)
    held = symbol if is_plain(item) else boxed_value(source).symbol
    item = item if is_plain(item) else ANY
    spec = IteratorSpec(item, "tuple")
    return Proxy(emit(BUILTIN, [held], (spec,), function="tuple")[0], spec)


def _of_run(
    cls: type, site: Site, source: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Proxy:
    other = site_of(source)
    is_dict = issubclass(cls, dict)
    if other is not None and issubclass(other.cls, dict) and is_dict:
        absorb(site, other)
        symbol = source.symbol
    else:
        symbol, item = iterable(source)
        _widen_by(cls, site, item)
        if not is_plain(item) and _holds_any(site):
            symbol = boxed_value(source).symbol
    function: Any = cls
    if cls is collections.defaultdict:
        function, args = functools.partial(cls, args[0]), args[1:]
        widen_default(site, function.args[0])
    held = [
        symbol,
        *(lift(x)[0] for x in args[1:]),
        *(lift(x)[0] for x in kwargs.values()),
    ]
    spec, names = SiteSpec(site), tuple(kwargs)
    if is_dict and kwargs:
        for value in kwargs.values():
            widen(site, "key", lift("")[1])
            widen(site, "value", lift(value)[1])
    attrs = {"function": function, "keywords": names}
    return Proxy(emit(APPLY, held, (spec,), **attrs)[0], spec)


def _holds_any(site: Site) -> bool:
    return any(site.slot(x) is ANY for x in ("item", "key", "value"))


def _widen_by(cls: type, site: Site, item: Any) -> None:
    """Let a container hold what it is made of."""
    if item is BOTTOM:
        return
    if cls is collections.Counter:
        widen(site, "key", item)
        widen(site, "value", INT)
    elif issubclass(cls, dict):
        pair = (
            item.items
            if isinstance(item, TupleSpec) and len(item.items) == 2
            else (ANY, ANY)
        )
        widen(site, "key", pair[0])
        widen(site, "value", pair[1])
    else:
        widen(site, "item", item)
