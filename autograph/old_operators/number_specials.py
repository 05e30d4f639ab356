"""Special methods of Python's numbers that are called by name: `int.__mul__(2, n)`.

Python's own do not know the numbers that a graph carries. What they take, and of which
class the result is, numbers of the same classes tell.
"""

from __future__ import annotations

import functools
import math
import operator
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.own_operators import BINARY, UNARY
from graph import dtypes
from graph.dispatch import record
from graph.foreign_operands import example_of
from graph.graph import current_graph, is_symbolic
from graph.op import op_named
from graph.tensor import SymbolicTensor

_NUMBERS: Final = (int, float, bool, complex)
_KINDS: Final = frozenset(
    {types.MethodWrapperType, types.WrapperDescriptorType, types.MethodDescriptorType}
)
_COMPARISONS: Final = {
    f"__{name}__": getattr(operator, name)
    for name in ("eq", "ne", "lt", "le", "gt", "ge")
}
_BINARY: Final[Mapping[str, Callable[..., Any]]] = (
    _COMPARISONS
    | {f"__{name}__": getattr(operator, f"__{name}__") for name in BINARY}
    | {"__divmod__": divmod}
)
_UNARY: Final[Mapping[str, Callable[..., Any]]] = {
    **{
        f"__{name}__": getattr(operator, name.replace("invert", "inv"))
        for name in UNARY
    },
    "__abs__": abs,
    "__ceil__": math.ceil,
    "__floor__": math.floor,
    "__round__": round,
    "__trunc__": math.trunc,
    "__bool__": bool,
    "__float__": float,
    "__index__": int,
    "__int__": int,
    "__repr__": repr,
}
#: The same, of the operands in the other order.
_REFLECTED: Final = {f"__r{name}__": f"__{name}__" for name in (*BINARY, "divmod")}


def replacement(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a special method of a class of numbers."""
    if type(function) not in _KINDS or not any(map(_is_carried, args)):
        return None
    name = function.__name__
    if not any(name in names for names in (_BINARY, _UNARY, _REFLECTED)):
        return None
    owner = getattr(function, "__self__", None)
    if type(owner) in _NUMBERS:
        unbound = getattr(type(owner), name)
        return functools.partial(_call, unbound, owner)
    if getattr(function, "__objclass__", None) in _NUMBERS:
        return functools.partial(_call, function)
    return None


def _is_carried(value: Any) -> bool:
    return type(value) is SymbolicTensor and value.spec.dtype.python in _NUMBERS


def _call(method: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a special method of a class, some of whose arguments a graph carries."""
    from autograph.old_operators.calls import converted_call

    # Python's own errors, and NotImplemented, need no values.
    sample = method(*map(example_of, args), **kwargs)
    if sample is NotImplemented:
        return sample
    name = method.__name__
    if name in _REFLECTED:
        name, args = _REFLECTED[name], args[::-1]
    if len(args) > 2:
        found = converted_call(pow, args, None)
    else:
        found = converted_call(_BINARY.get(name) or _UNARY[name], args, None)
    if type(sample) is int and is_symbolic(found) and found.spec.dtype.is_bool:
        graph = current_graph()
        assert graph is not None
        attrs = {"dtype": dtypes.python_int}
        return record(graph, op_named("cast"), (found,), attrs).outputs[0]
    return found


__all__ = ["replacement"]
