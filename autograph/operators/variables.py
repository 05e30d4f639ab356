"""Variables: reading one, which may be without a value."""

from __future__ import annotations

from typing import Any

from autograph.values.nodes import emit, wrap
from autograph.values.proxy import Proxy, Undefined, unbound
from autograph.values.specs import UNDEFINED, UnionSpec, union_of
from graph.python import record
from graph.python.protocols import APPLY


def ld(value: Any, *_: Any) -> Any:
    """Return the value of a variable."""
    kind = type(value)
    if kind is Undefined:
        raise unbound(value.name)
    if kind is Proxy and isinstance(value.spec, UnionSpec):
        return _assigned(value)
    return value


def _assigned(value: Proxy) -> Any:
    if UNDEFINED not in value.spec.parts:
        return value
    spec = union_of(x for x in value.spec.parts if x is not UNDEFINED)
    (symbol,) = emit(APPLY, [value.symbol], (spec,), function=_check)
    return wrap(symbol, spec)


def _check(value: Any) -> Any:
    """Return a value that is there."""
    if isinstance(value, record.Undefined):
        raise unbound(value.name)
    return value


def undefined_return_value() -> Undefined:
    """Return what the result of a function is before a `return`."""
    return Undefined("retval_")


def is_undefined(value: Any) -> bool:
    """Is it a variable without a value?"""
    return isinstance(value, Undefined)
