"""Calls with what is None on some paths: `np.sum(x, axis=o)`, `callable(o)`.

None may mean all axes, or no bound, and has answers of its own: what is called is
called on each path.
"""

from __future__ import annotations

import builtins
import functools
import inspect
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.allowed import is_own
from graph.class_bases import refuse_super
from graph.errors import AutographError, UnstageableValueError
from graph.graph import current_graph
from graph.numpy.conversion import UnholdableError
from graph.numpy.writing import METHODS
from graph.old_staging import diverge, stage_cond, stage_exception
from graph.old_staging.variables import available, demand
from graph.ops import contexts, core, manipulation
from graph.ops.arguments import constant_value
from graph.origin import capture_exact
from graph.partial import Optional, OptionalTensor
from graph.tensor import SymbolicTensor, Tensor

_MAY_BE_NONE: Final = (Optional, OptionalTensor)


# Of these modules all that is called asks its arguments, and has no effects on them.
_ASKING: Final = frozenset(
    {"ast", "copy", "dataclasses", "inspect", "json", "numbers", "operator", "re"}
    | {"statistics", "string", "textwrap", "types", "typing", "_operator"}
)
_QUESTIONS: Final[frozenset[Any]] = frozenset(
    {
        builtins.callable,
        builtins.dir,
        object.__delattr__,
        object.__getattribute__,
        object.__setattr__,
    }
)


# Functions of ours that say something of any tensor, without its elements, or may
# give it as it is.
_ASKING_TENSORS: Final[frozenset[Any]] = frozenset(
    {contexts.is_tensor, manipulation.shape, manipulation.size, manipulation.rank}
    | {core.cast_anew, core.convert_to_tensor}
)
#: Where the functions that stand for ops are.
OF_OPS: Final = frozenset(
    {"autograph"}
    | {
        f"graph.ops.{name}"
        for name in (
            "core",
            "joining",
            "manipulation",
            "math",
            "reduction",
            "selection",
        )
    }
)


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what may be asked about None, on each path."""
    given = [*args, *kwargs.values()]
    if current_graph() is None or not any(type(x) in _MAY_BE_NONE for x in given):
        return None
    if function is builtins.super and len(args) == 2:
        is_class = isinstance(args[0], type) and type(args[1]) is Optional
        return OptionalSuper if is_class else refuse_super
    if function is builtins.vars:
        return lambda found: _call(function, demand(found, _NO_DICT))
    kind = type(function)
    if kind is types.MethodType:
        is_tensors = isinstance(function.__self__, Tensor)
        is_asked = is_tensors and function.__name__ not in METHODS
    else:
        is_asked = _asks(function) or (
            kind is types.FunctionType
            and is_own(function)
            and (_is_operand(function, given) or _is_axis(function, args, kwargs))
        )
    if not is_asked:
        return None
    found = function if is_own(function) else functools.partial(_call, function)
    return functools.partial(on_paths, found, function)


_NO_DICT: Final = "vars() argument must have __dict__ attribute"


def _asks(function: Any) -> bool:
    """Tell whether it asks something about its arguments, and runs as it stands."""
    kind = type(function)
    if kind is types.WrapperDescriptorType or kind is types.BuiltinFunctionType:
        if function in _QUESTIONS:
            return True
    elif kind is not types.FunctionType:
        return False
    module = getattr(function, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] in _ASKING


def _call(function: Any, /, *args: Any, **kwargs: Any) -> Any:
    from autograph.old_operators.calls import converted_call  # which comes here

    return converted_call(function, args, kwargs)


class OptionalSuper:
    """What `super(cls, self)` finds where `self` may be None."""

    def __init__(self, cls: type, found: Any) -> None:
        """Stand for `super(cls, found)`."""
        self._ag_found = cls, found

    def __getattribute__(self, name: str) -> Any:
        # What every object has, such as `__init__`, is that of the class, too.
        cls, found = object.__getattribute__(self, "_ag_found")
        if name == "__class__":
            return OptionalSuper
        message = f"'super' object has no attribute '{name}'"
        return getattr(super(cls, demand(found, message)), name)


def _is_operand(function: Any, given: list[Any]) -> bool:
    """Is an op given what may be None, and would not ask for what it is otherwise?

    A tensor that may be None is asked for by itself, but for its shape.
    """
    if function in _ASKING_TENSORS:
        return True
    if function.__module__ not in OF_OPS or function.__name__ == "constant":
        return False
    return any(type(each) is Optional for each in given)


def _is_axis(function: Any, args: Any, kwargs: Any) -> bool:
    """Is it given an axis that may be None?"""
    try:
        bound = inspect.signature(function).bind(*args, **kwargs).arguments
    except TypeError:
        return False
    return type(bound.get("axis")) in _MAY_BE_NONE


def on_paths(
    found: Callable[..., Any], function: Any, *args: Any, **kwargs: Any
) -> Any:
    """Call a function on each path: None may mean all axes there, or no bound."""
    return _on_paths_of(found, function, [args, kwargs], is_none=False)


def _on_paths_of(
    found: Callable[..., Any], function: Any, given: Any, *, is_none: bool
) -> Any:
    optional = first_optional(given)
    if optional is None:
        args, kwargs = given
        return (
            _given_none(function, args, kwargs) if is_none else found(*args, **kwargs)
        )
    without, value = _replaced(given, optional, None), _value_of(optional)
    return stage_cond(
        optional.flag,
        lambda: [_on_paths_of(found, function, without, is_none=True)],
        lambda: [
            _on_paths_of(
                found, function, _replaced(given, optional, value), is_none=is_none
            )
        ],
        (f"the result of {function.__name__}()",),
    )[0]


def _value_of(optional: Any) -> Any:
    """Return what something is where it is not None: a number, if that is known."""
    value = available(optional.value)
    is_number = isinstance(value, SymbolicTensor) and value.spec.dtype.is_python
    known = constant_value(value) if is_number else None
    return value if known is None else known


def first_optional(value: Any) -> Any:
    """Return what is None on some paths, in nested lists; None if there is none."""
    if type(value) is dict:
        value = list(value.values())
    if type(value) in (list, tuple):
        found = (first_optional(each) for each in value)
        return next((each for each in found if each is not None), None)
    return value if type(value) in _MAY_BE_NONE else None


def _replaced(value: Any, old: Any, new: Any) -> Any:
    if type(value) is dict:
        return {name: _replaced(each, old, new) for name, each in value.items()}
    if type(value) in (list, tuple):
        return type(value)(_replaced(each, old, new) for each in value)
    return new if value is old else value


def _given_none(function: Any, args: Any, kwargs: Any) -> Any:
    """Call a function with None, which is what an argument is on the path here.

    Whatever is wrong with that is told by the run, if it comes here.
    """
    try:
        result = _call(function, *args, **kwargs)
        if isinstance(result, np.ndarray) and result.dtype == object:
            raise UnholdableError("objects")  # as ours would
    except UnholdableError:
        stage_exception(
            UnstageableValueError(
                f"{function.__name__}() is given None, and makes an array of objects.",
                origin=capture_exact(),
                hint="Call it under a condition, where the value is not None.",
            )
        )
    except AutographError as error:
        stage_exception(error)
    else:
        return result
    return diverge()


__all__ = ["OF_OPS", "first_optional", "on_paths", "replacement"]
