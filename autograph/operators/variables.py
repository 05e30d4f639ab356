"""Variables: reading one, which may be without a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.values.nodes import emit, wrap
from autograph.values.proxy import Proxy, Undefined, unbound
from autograph.values.specs import UNDEFINED, UnionSpec, union_of
from autograph.values.state import Diverged
from graph.meant import meant
from graph.python import record
from graph.python.protocols import APPLY


@meant
def ld(value: Any, *_: Any) -> Any:
    """Return the value of a variable."""
    kind = type(value)
    if kind is Undefined or kind is record.Undefined:
        raise unbound(value.name)
    if kind is not Proxy:
        return value
    if value.spec is UNDEFINED:  # until something is known to assign it
        emit(APPLY, [value.symbol], (), function=_check)
        raise Diverged
    return _assigned(value) if isinstance(value.spec, UnionSpec) else value


def ldu(load: Callable[[], Any], name: str) -> Any:
    """Return the value of a variable, which may have none."""
    try:
        return load()
    except NameError:
        return Undefined(name)


@meant
def ld_free(value: Any, *_: Any) -> Any:
    """Return the value of a variable of a function around."""
    if isinstance(value, (Undefined, record.Undefined)):
        raise unbound_around(value.name)
    if type(value) is not Proxy:
        return value
    if value.spec is UNDEFINED:  # until something is known to assign it
        emit(APPLY, [value.symbol], (), function=_check_around)
        raise Diverged
    is_union = isinstance(value.spec, UnionSpec)
    return _assigned(value, _check_around) if is_union else value


def _assigned(value: Proxy, check: Any = None) -> Any:
    if UNDEFINED not in value.spec.parts:
        return value
    spec = union_of(x for x in value.spec.parts if x is not UNDEFINED)
    (symbol,) = emit(APPLY, [value.symbol], (spec,), function=check or _check)
    return wrap(symbol, spec)


@record.moving
def _check(value: Any) -> Any:
    """Return a value that is there."""
    if isinstance(value, record.Undefined):
        raise unbound(value.name)
    return value


@record.moving
def _check_around(value: Any) -> Any:
    """Return a value that is there, of a variable of a function around."""
    if isinstance(value, record.Undefined):
        raise unbound_around(value.name)
    return value


def unbound_around(name: str) -> NameError:
    """Return what reading a variable of a function around raises, without a value."""
    return NameError(
        f"cannot access free variable '{name}' where it is not associated with a value "
        "in enclosing scope"
    )


def undefined_return_value() -> Undefined:
    """Return what the result of a function is before a `return`."""
    return Undefined("retval_")


def is_undefined(value: Any) -> bool:
    """Is it a variable without a value?"""
    return isinstance(value, Undefined)
