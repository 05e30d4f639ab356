"""Generators of the user's, made so that a loop over one may run it: see `driven`."""

from __future__ import annotations

import ast
import inspect
import types
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

import numpy as np

from autograph.allowed import is_allowed, is_unconverted
from autograph.errors import ConversionError
from autograph.old_operators.carried import Variables, carried, joined
from autograph.old_operators.driven import Driven
from autograph.old_operators.unwinding import ending_iterators
from autograph.source import find_source
from graph.graph import current_graph
from graph.tensor import Tensor
from graph.variable import Variable

# What nothing of the run is in.
_PLAIN: Final = frozenset(
    {int, float, complex, bool, str, bytes, type(None), type(Ellipsis), type, range}
    | {np.ndarray, slice, ModuleType, types.BuiltinFunctionType}
)


def driven(
    function: Any,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    look: Callable[[], None],
) -> Driven | None:
    """Return what stands for the generator that a call makes.

    Args:
        function: What is called.
        args: Its positional arguments.
        kwargs: Its keyword arguments.
        look: Refuses what Python's own generator must not be given.

    Returns:
        None if Python's own is to be made: no graph is being built, it is not the
        user's, or what it does where it yields depends on how it goes on.
    """
    converted = _converted(function)
    if converted is None:
        return None
    if not _may_decide(function, args, kwargs) and not _is_endless(function):
        return None
    plain = function(*args, **kwargs)  # which looks at the number of its arguments
    if type(function) is MethodType:
        args = (function.__self__, *args)
    return Driven(plain, look, converted, args, kwargs)


def _may_decide(*values: Any) -> bool:
    """Tell whether a generator may decide on what only the run knows.

    Where it reaches plain values alone, Python's own gives the items, one at a time.
    """
    pending, known = list(values), set()
    while pending:
        value = pending.pop()
        kind = type(value)
        if kind in _PLAIN or id(value) in known:
            continue
        known.add(id(value))
        if kind is MethodType:
            pending += [value.__self__, value.__func__]
        elif kind is FunctionType and value.__code__.co_flags & inspect.CO_GENERATOR:
            pending += _closed_over(value)
        elif kind in (list, tuple, set, frozenset):
            pending += value
        elif kind is dict:
            pending += [*value, *value.values()]
        else:
            return True
    return False


# By code object. Written by `_is_endless` only.
_ENDLESS: Final[weakref.WeakKeyDictionary[CodeType, bool]] = weakref.WeakKeyDictionary()


def _is_endless(function: Any) -> bool:
    """Tell whether a generator has a loop that only the loop over it may end."""
    code = getattr(function, "__func__", function).__code__
    known = _ENDLESS.get(code)
    if known is None:
        written = find_source(getattr(function, "__func__", function)).node
        known = _ENDLESS[code] = any(
            isinstance(each, ast.While)
            and isinstance(each.test, ast.Constant)
            and bool(each.test.value)
            for each in ast.walk(written)
        )
    return known


def _closed_over(function: FunctionType) -> list[Any]:
    """Return what a generator may read besides its arguments, as far as it decides."""
    held = [function.__globals__.get(name) for name in _names_in(function.__code__)]
    found: list[Any] = [each for each in held if isinstance(each, (Tensor, Variable))]
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # it is empty
            found.append(cell.cell_contents)
    return found


def _names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names_in(each)


def makes_generators(function: Any) -> bool:
    """Tell whether it is a generator function, or a method that is one."""
    written = function.__func__ if type(function) is MethodType else function
    if type(written) is not FunctionType:
        return False
    return bool(written.__code__.co_flags & inspect.CO_GENERATOR)


def _converted(function: Any) -> FunctionType | None:
    if current_graph() is None or not makes_generators(function):
        return None
    written = function.__func__ if type(function) is MethodType else function
    if is_allowed(written.__module__) or is_unconverted(written):
        return None
    return _convert(written)


def _convert(function: Any) -> FunctionType | None:
    # The transformer is imported when first needed: `import autograph` stays fast.
    from autograph.conversion import convert_generator

    try:
        return convert_generator(function, _operators())
    except ConversionError:
        return None


# -- What builtins make of one --------------------------------------------------------


def counted(items: Any, start: Any = 0) -> Any:
    """Return `enumerate(items, start)` of what has not begun."""
    return made(_counted, (items, start), enumerate)


def mapped(function: Any, items: Any) -> Any:
    """Return `map(function, items)` of what has not begun."""
    return made(_mapped, (function, items), map)


def filtered(function: Any, items: Any) -> Any:
    """Return `filter(function, items)` of what has not begun."""
    return made(_filtered, (function, items), filter)


def sifted(items: Any, test: Any, value: Any) -> Any:
    """Return `(value(x) for x in items if test(x))` of what has not begun."""
    return made(_sifted, (items, test, value), types.GeneratorType)


def sifted_by(items: Any, test: Any, value: Any) -> Any:
    """Return `(value(x) for x in items if test(x))`; Python's own, if it may be."""
    return _of_expression(_sifted, items, test, value)


def flattened(items: Any, test: Any, value: Any) -> Any:
    """Return `(y for x in items if test(x) for y in value(x))`, of the same kind."""
    return _of_expression(_flattened, items, test, value)


def _of_expression(function: Any, items: Any, test: Any, value: Any) -> Any:
    held = [] if test is None else _closed_over(test)
    if not _may_decide(items, *held, *_closed_over(value)):
        return function(items, test, value)
    return made(function, (items, test, value), types.GeneratorType)


def first(items: Any, count: int) -> Any:
    """Return the first so many items, or all, of what has not begun."""
    return made(_first, (items, count), types.GeneratorType)


def made(function: Any, args: tuple[Any, ...], kind: type) -> Driven:
    """Return a generator that a loop runs, of a generator function of this package.

    Args:
        function: The function.
        args: Its arguments, of which one or more have not begun.
        kind: What its type is for the user's code.
    """
    converted = _convert(function)
    assert converted is not None
    return Driven(function(*args), lambda: None, converted, args, {}, kind)


def _counted(items: Any, count: Any) -> Any:
    for item in items:
        yield count, item
        count = count + 1


def _mapped(function: Any, items: Any) -> Any:
    for item in items:
        yield function(item)


def _sifted(items: Any, test: Any, value: Any) -> Any:
    for item in items:
        if test is None or test(item):
            yield value(item)


def _flattened(items: Any, test: Any, value: Any) -> Any:
    for item in items:
        if test is None or test(item):
            yield from value(item)


def _first(items: Any, count: int) -> Any:
    taken = 0
    for item in items:
        taken = taken + 1
        yield item
        if taken == count:
            return


def _filtered(function: Any, items: Any) -> Any:
    for item in items:
        if item if function is None else function(item):
            yield item


def can_run(function: Any) -> bool:
    """Tell whether a loop over what a generator function makes may run it."""
    return _converted(function) is not None


@cache
def _operators() -> ModuleType:
    """Return what `ag__` stands for in generators: their blocks share variables."""
    from autograph import old_operators as operators

    made = ModuleType("ag__", "The operators of generators that loops run.")
    for name in operators.__all__:
        setattr(made, name, getattr(operators, name))

    def if_stmt(
        condition: Any,
        body: Any,
        orelse: Any,
        get_state: Any,
        set_state: Any,
        symbol_names: Sequence[str],
        nouts: int,
    ) -> None:
        get, set_, names, more = _shared((get_state, set_state, symbol_names))
        operators.if_stmt(condition, body, orelse, get, set_, names, nouts + more)

    def while_stmt(
        test: Any,
        body: Any,
        get_state: Any,
        set_state: Any,
        symbol_names: Any,
        opts: Any,
    ) -> None:
        get, set_, names, _ = _shared((get_state, set_state, symbol_names))
        operators.while_stmt(test, body, get, set_, names, opts)

    @ending_iterators
    def for_stmt(
        items: Any,
        extra_test: Any,
        body: Any,
        get_state: Any,
        set_state: Any,
        symbol_names: Any,
        opts: Any,
    ) -> None:
        get, set_, names, _ = _shared((get_state, set_state, symbol_names))
        operators.for_stmt(items, extra_test, body, get, set_, names, opts)

    made.if_stmt, made.while_stmt, made.for_stmt = if_stmt, while_stmt, for_stmt  # type: ignore[attr-defined]
    return made


def _shared(own: Variables) -> tuple[Any, Any, Any, int]:
    """Return the variables of a block, after those that it shares; how many these are.

    Those come first: what follows them may not be read again.
    """
    further = carried()
    if further is None:
        return *own, 0
    return *joined(further, own), len(further[2])


__all__ = [
    "can_run",
    "counted",
    "driven",
    "filtered",
    "first",
    "flattened",
    "made",
    "makes_generators",
    "mapped",
    "sifted",
    "sifted_by",
]
