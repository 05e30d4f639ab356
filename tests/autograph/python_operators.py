"""The operators on plain Python values: what converted code means, unstaged.

Small enough to read in one sitting; the laws of the converters are tested with it.
"""

import builtins
import contextlib
import operator
from dataclasses import dataclass

from autograph import conversion
from autograph.options import ConversionOptions

__all__ = ["ConversionOptions"]

slice = builtins.slice
_MISSING = object()


class Undefined:
    """A variable without a value."""

    def __init__(self, name):
        self.name = name


def is_undefined(value):
    # Not `isinstance`: that would ask the object itself for its `__class__`.
    return issubclass(type(value), Undefined)


def ld(value):
    if is_undefined(value):
        raise UnboundLocalError(
            f"cannot access local variable '{value.name}' where it is not associated "
            "with a value"
        )
    return value


def ld_free(value):
    if is_undefined(value):
        raise NameError(
            f"cannot access free variable '{value.name}' where it is not associated "
            "with a value in enclosing scope"
        )
    return value


def ldu(read, name):
    try:
        return read()
    except NameError:
        return Undefined(name)


class UndefinedReturnValue(Undefined):
    def __init__(self):
        super().__init__("return value")


@dataclass
class FunctionScope:
    name: str
    scope_name: str
    options: ConversionOptions

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def ret(self, value, did_return):
        return value if did_return else None


def with_function_scope(body, scope_name, options):
    with FunctionScope("<lambda>", scope_name, options) as scope:
        return body(scope)


def autograph_artifact(function):
    function.is_artifact = True
    return function


# -- Control flow --------------------------------------------------------------------


def _check_state(get_state, set_state, names):
    """State can be read and put back at any time, and changes nothing."""
    state = get_state()
    assert len(state) == len(names)
    set_state(state)


def if_stmt(cond, body, orelse, get_state, set_state, names, nouts):
    if cond:
        chosen = body
    else:
        chosen = orelse
    assert 0 <= nouts <= len(names)
    _check_state(get_state, set_state, names)
    chosen()
    _check_state(get_state, set_state, names)


def while_stmt(test, body, get_state, set_state, names, opts):
    _check_state(get_state, set_state, names)
    while test():
        body()
        _check_state(get_state, set_state, names)


def for_stmt(iterated, extra_test, body, get_state, set_state, names, opts):
    assert isinstance(opts["iterate_names"], str)
    iterator = iter(iterated)
    _check_state(get_state, set_state, names)
    while extra_test is None or extra_test():
        item = next(iterator, _MISSING)
        if item is _MISSING:
            break
        body(item)
        _check_state(get_state, set_state, names)


def if_exp(cond, body, orelse, text):
    assert isinstance(text, str)
    return body() if cond else orelse()


def and_(left, right):
    return left() and right()


def or_(left, right):
    return left() or right()


def is_(left, right):
    return left is right


def is_not(left, right):
    return left is not right


def not_(value):
    return not value


def truth(value):
    return bool(value)


def assert_stmt(test, message):
    if not test:
        raise AssertionError if message is None else AssertionError(message())


def try_scope(kind):
    return contextlib.nullcontext()


def raised(error):
    return error


# -- Calls ---------------------------------------------------------------------------


def converted_call(function, args, kwargs, scope):
    assert isinstance(scope, FunctionScope)
    return function(*args, **(kwargs or {}))


def spread_call(function, scope):
    return _Spread(function, scope)


class _Spread:
    """Takes a call in place of a function, under the function's name."""

    def __init__(self, function, scope):
        self.call = function, scope
        self.__module__ = getattr(function, "__module__", None)
        if hasattr(function, "__qualname__"):
            self.__qualname__ = function.__qualname__

    def __str__(self):
        return str(self.call[0])

    def __call__(self, /, *args, **kwargs):
        function, scope = self.call
        return converted_call(function, args, kwargs, scope)


# -- Stores --------------------------------------------------------------------------

_IN_PLACE = {
    "+": operator.iadd,
    "-": operator.isub,
    "*": operator.imul,
    "@": operator.imatmul,
    "/": operator.itruediv,
    "%": operator.imod,
    "**": operator.ipow,
    "<<": operator.ilshift,
    ">>": operator.irshift,
    "|": operator.ior,
    "^": operator.ixor,
    "&": operator.iand,
    "//": operator.ifloordiv,
}


def note_global(name):
    assert isinstance(name, str)


def set_attr(target, name, value):
    setattr(target, name, value)


def set_item(target, key, value):
    target[key] = value


def aug_attr(target, name, symbol, value):
    old = getattr(target, name)
    setattr(target, name, _IN_PLACE[symbol](old, value()))


def aug_item(target, key, symbol, value):
    old = target[key]
    target[key] = _IN_PLACE[symbol](old, value())


def del_attr(target, name):
    delattr(target, name)


def del_item(target, key):
    del target[key]


def convert(fn):
    """Convert a function onto this module."""
    import sys

    return conversion.convert(fn, sys.modules[__name__])
