"""Special methods of the user's classes, converted where an operator calls them."""

from __future__ import annotations

import functools
import math
import operator
import types
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NoReturn

from autograph.allowed import runs_as_it_stands
from autograph.own_operators import BINARY
from graph import dtypes
from graph.building import _STATE
from graph.dispatch import is_text, operate
from graph.dtypes import DType
from graph.graph import is_symbolic
from graph.needed import class_name
from graph.old_staging import stage_cond
from graph.old_staging.chosen import Chosen, each, values_of
from graph.old_staging.members import Number
from graph.old_staging.numpy_numbers import is_mixed, refuse_mixed
from graph.old_staging.storage import on_class
from graph.ops.core import cast, truth
from graph.partial import Optional
from graph.tables import Shown, is_run_set, is_table, viewed

# Modules whose classes are no user's.
_OWN_MEANING: Final = frozenset({"builtins", "autograph", "numpy"})


def _truth_where_there(value: Any) -> Any:
    """Return the truth of what may be None; that itself, if `truth` knows."""
    held = value.value
    if type(held) is not Chosen and not any(
        users_method(held, name) is not None for name in ("__bool__", "__len__")
    ):
        return value
    names = ("the truth of a value",)
    return stage_cond(value.flag, lambda: [False], lambda: [_truth(held)], names)[0]


def _truth(value: Any) -> Any:
    from autograph.old_operators.logic import truth

    return truth(value)


# What tells the truth of objects that stand for Python's own, by class. Written while
# importing only.
TRUTHS: Final[dict[type, Callable[[Any], Any]]] = {
    Chosen: lambda chosen: each(chosen, _truth),
    Optional: _truth_where_there,
}


def users_method(owner: Any, name: str) -> Callable[..., Any] | None:
    """Return a special method of an object's class, bound, to be called converted.

    None if no graph is being built, or the method is not written in the user's Python.
    """
    if _STATE.graph is None or type(owner).__module__ in _OWN_MEANING:
        return None
    method = on_class(type(owner), name)
    if not is_users(method):
        return None
    return partial(_call, types.MethodType(method, owner))


def is_told_by_user(value: Any) -> bool:
    """Tell whether an object's truth is told by its class, in the user's Python."""
    if users_method(value, "__bool__") is not None:
        return True
    has_length = users_method(value, "__len__") is not None
    return has_length and not hasattr(type(value), "__bool__")


def condition_of(value: Any) -> Any:
    """Return the truth of an object that its class tells in the user's Python.

    Anything else comes back as it is, to be asked for its truth.
    """
    if _STATE.graph is None:
        return value
    if isinstance(value, (dict, set, frozenset)) and (
        is_table(value) or is_run_set(value)
    ):  # Python would look at what stands in it, which is never nothing
        return truth(value)
    if isinstance(value, Shown) or viewed(value) is not None:
        return truth(value)
    if type(value).__module__ in _OWN_MEANING:
        return value
    told = TRUTHS.get(type(value))
    if told is not None:
        return told(value)
    if issubclass(type(value), Number):
        return operate("not_equal", (value._ag_number, 0))
    method = users_method(value, "__bool__")
    if method is not None:
        found = method()
        if isinstance(found, bool) or _is_symbolic_bool(found):
            return found
        if is_mixed(found) and found.dtype.is_bool:
            refuse_mixed("the class")
        kind = class_name(found) if is_symbolic(found) else type(found).__name__
        raise TypeError(f"__bool__ should return bool, returned {kind}")
    method = users_method(value, "__len__")
    if method is None or hasattr(type(value), "__bool__"):
        return value
    return _as_length(method()) != 0


def as_index(key: Any) -> Any:
    """Return what the user's `__index__` gives for an index, or a bound of a slice.

    Anything else comes back as it is.
    """
    if type(key) is slice:
        bounds = (key.start, key.stop, key.step)
        found = [as_index(bound) for bound in bounds]
        changed = any(new is not old for new, old in zip(found, bounds, strict=True))
        return slice(*found) if changed else key
    if issubclass(type(key), Number):
        return key._ag_number
    method = users_method(key, "__index__")
    return key if method is None else _checked(operator.index, method, key)


def _is_symbolic_bool(value: Any) -> bool:
    return is_symbolic(value) and value.spec.dtype is dtypes.python_bool


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that asks an object's class.

    None if that is not written in the user's Python.
    """
    if kwargs or not args or _STATE.graph is None:
        return None
    if type(function) not in _BUILTINS:  # others may have a hash of their own
        return None
    if function is bool and len(args) == 1:
        if type(args[0]) is Optional:
            return _truth
        found = condition_of(args[0])
        return None if found is args[0] else lambda _: found
    if function is range:
        found = [as_index(each) for each in args]
        changed = any(new is not old for new, old in zip(found, args, strict=True))
        return (lambda *_: _range(found)) if changed else None
    if function is isinstance and issubclass(type(args[0]), Number):
        return lambda one, kinds: issubclass(one._ag_enumeration, kinds)
    if function in _ON_NUMBERS and any(issubclass(type(x), Number) for x in args):
        return functools.partial(_call_with_numbers, function)
    name, symbol = _METHODS.get(function), _SYMBOLS.get(function)
    if name is not None:
        method = users_method(args[0], name)
        if method is not None:
            return functools.partial(_checked, function, method)
    if symbol is not None and len(args) == 2:
        from autograph.old_operators.binary import by_methods, is_of_users

        if is_of_users(symbol.removesuffix("="), *args):
            return functools.partial(by_methods, symbol)
    if function in (str, repr, format):
        conversion = {str: "s", repr: "r"}.get(function, "")
        text = text_of(args[0], conversion, *args[1:])
        if text is not None and isinstance(text[0], str):
            return lambda *_: text[0]
        return None if text is None else functools.partial(_formatted, *text)
    return None


def _call_with_numbers(function: Any, *args: Any) -> Any:
    """Call a builtin on numbers, of which the run chooses some from an `IntEnum`."""
    from autograph.old_operators.calls import converted_call

    given = [x._ag_number if issubclass(type(x), Number) else x for x in args]
    return converted_call(function, tuple(given), None)


# These ask a member of an `IntEnum` for its value.
_ON_NUMBERS: Final = frozenset(
    {int, float, complex, abs, divmod, pow, round, operator.index}
)


def _range(bounds: list[Any]) -> Any:
    from autograph.old_operators.calls import converted_call

    return converted_call(range, tuple(bounds), None)


def _checked(function: Any, method: Callable[..., Any], of: Any, *args: Any) -> Any:
    """Return what a method gives, which has to be what the builtin returns."""
    found = method(*args)
    if function is len:
        return _as_length(found)
    kind = _RESULTS.get(function)
    if kind is None:
        return found
    if isinstance(found, kind):
        return kind(found)  # of a class that derives from it, too
    shown = class_name(found) if is_symbolic(found) else type(found).__name__
    if shown == kind.__name__:
        return found
    if shown in _SUBCLASSES.get(kind, ()):
        return cast(found, _DTYPES[kind])
    name = _METHODS[function]
    if function is float:
        name = f"{type(of).__name__}.{name}"
    raise TypeError(_REFUSALS[function].format(name, shown))


def text_of(value: Any, conversion: str, spec: Any = "") -> Any:
    """Return what to format in place of an object whose class makes its own text.

    Returns:
        Its text, a conversion (None where the text is not formatted any more) and a
        specification; None if another class is to.
    """
    name, method = _text_method(type(value), conversion, spec)
    if method is None:
        return None
    given = (spec,) if name == "__format__" else ()
    found = _call(types.MethodType(method, value), *given)
    if not (isinstance(found, str) or is_text(found)):
        of = class_name(found) if is_symbolic(found) else type(found).__name__
        shown = f"{name} returned non-string (type {of})"
        if name == "__format__":
            shown = f"__format__ must return a str, not {of}"
        raise TypeError(shown)
    return (found, "", spec) if conversion else (found, None, "")


def makes_text(value: Any) -> bool:
    """Tell whether the class of an object makes its own text."""
    kind = type(value)
    return any(_text_method(kind, each, "")[1] is not None for each in ("", "s", "r"))


def _text_method(kind: type, conversion: str, spec: Any) -> tuple[str, Any]:
    """Return the name of a method by which a class makes text, and that, or None."""
    if kind.__module__ in _OWN_MEANING or conversion == "a":
        return "", None
    name = {"s": "__str__", "r": "__repr__"}.get(conversion, "__format__")
    if name == "__format__" and on_class(kind, name) is object.__format__:
        if not (type(spec) is str and not spec):
            return name, None
        name = "__str__"
    if name == "__str__" and on_class(kind, name) is object.__str__:
        name = "__repr__"
    method = on_class(kind, name)
    if not is_users(method) or hasattr(method, "__wrapped__"):  # of a dataclass
        return name, None
    return name, method


def _formatted(value: Any, conversion: str | None, spec: Any, *_: Any) -> Any:
    from autograph.old_operators.text import f_string, formatted

    if conversion is None and isinstance(value, str):
        return value
    return f_string(formatted(value, conversion or "", spec))


_BUILTINS: Final = frozenset({type, types.BuiltinFunctionType})
_METHODS: Final[Mapping[Any, str]] = {
    len: "__len__",
    abs: "__abs__",
    int: "__int__",
    float: "__float__",
    complex: "__complex__",
    round: "__round__",
    math.floor: "__floor__",
    math.ceil: "__ceil__",
    math.trunc: "__trunc__",
    reversed: "__reversed__",
    operator.index: "__index__",
    operator.neg: "__neg__",
    operator.pos: "__pos__",
    operator.invert: "__invert__",
    operator.abs: "__abs__",
}
# What the builtins ask of the items that they step through.
_ASKED: Final = ("__add__", "__radd__", "__lt__", "__gt__", "__bool__", "__len__")
_RESULTS: Final[Mapping[Any, type]] = {
    int: int,
    float: float,
    complex: complex,
    operator.index: int,
}
# Numbers of classes that derive from Python's are these, too.
_SUBCLASSES: Final[Mapping[type, tuple[str, ...]]] = {
    int: ("bool",),
    float: ("numpy.float64",),
    complex: ("numpy.complex128",),
}
_DTYPES: Final[Mapping[type, DType]] = {
    int: dtypes.python_int,
    float: dtypes.python_float,
    complex: dtypes.python_complex,
}
_REFUSALS: Final[Mapping[Any, str]] = {
    int: "{} returned non-int (type {})",
    float: "{} returned non-float (type {})",
    complex: "{} returned non-complex (type {})",
    operator.index: "{} returned non-int (type {})",
}
# What applies an operator to two operands.
_SYMBOLS: Final[Mapping[Any, str]] = {
    getattr(operator, f"__{prefix}{name}__"): symbol + equals
    for name, symbol in BINARY.items()
    for prefix, equals in (("", ""), ("i", "="))
} | {pow: "**", divmod: "divmod"}


def _as_length(found: Any) -> Any:
    # They ask here for conditions.
    from autograph.old_operators.iteration import python_integer
    from autograph.old_operators.logic import if_exp

    number = python_integer(found)
    return if_exp(number >= 0, lambda: number, _refuse_negative)


def _refuse_negative() -> NoReturn:
    raise ValueError("__len__() should return >= 0")


def has_operators(value: Any) -> bool:
    """Has the class of an object operators, an order or a truth of the user's?"""
    kind = type(value)
    if kind is Chosen:
        return any(map(has_operators, values_of(value)))
    return kind.__module__ not in _OWN_MEANING and any(
        is_users(on_class(kind, name)) for name in _ASKED
    )


def is_users(method: Any) -> bool:
    """Tell whether a method is a function that is the user's, and is converted."""
    return type(method) is types.FunctionType and not runs_as_it_stands(method)


def _call(method: types.MethodType, *args: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    return converted_call(method, args, None)


__all__ = [
    "as_index",
    "condition_of",
    "has_operators",
    "is_told_by_user",
    "is_users",
    "replacement",
    "text_of",
    "users_method",
]
