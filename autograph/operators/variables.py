"""Variables: reading one, which may be without a value."""

from __future__ import annotations

from typing import Any

from autograph.values.nodes import emit, wrap
from autograph.values.proxy import Proxy, Undefined, unbound
from autograph.values.specs import UNDEFINED, UnionSpec, union_of
from autograph.values.state import Diverged
from graph.python import record
from graph.python.protocols import APPLY


def ld(value: Any, *_: Any) -> Any:
    """Return the value of a variable."""
    if isinstance(value, Undefined):
        raise unbound(value.name)
    if type(value) is not Proxy:
        return value
    if value.spec is UNDEFINED:  # until something is known to assign it
        emit(APPLY, [value.symbol], (), function=_check)
        raise Diverged
    return _assigned(value) if isinstance(value.spec, UnionSpec) else value


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
