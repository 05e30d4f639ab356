"""Operators of others: what their code calls, and those of graphs as a class.

Code converted onto `Operators` is the documented form. Onto `GraphOperators`, and what
is derived from it, it is that of the core, which numbers its places: while a trace is
under way the operators stage, and what they call is converted onto them as well.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType, MethodType, ModuleType
from typing import Any, TypeVar

from autograph import places
from autograph.allowed import is_allowed, is_unconverted, runs_as_it_stands
from autograph.errors import ConversionError
from autograph.operators import calls
from autograph.operators.namespace import namespace
from autograph.operators.protocol import Operators
from autograph.operators.scope import FunctionScope
from autograph.options import STANDARD_OPTIONS, ConversionOptions
from autograph.values.kinds import attribute_of_class
from autograph.values.state import STATE
from autograph.verbosity import tell_as_is
from graph.locks import cached

T = TypeVar("T")


def convert_here(
    function: Any,
    operators: Operators | None = None,
    options: ConversionOptions = STANDARD_OPTIONS,
) -> Callable[..., Any]:
    """Return `function` converted onto operators, by default this package's."""
    from autograph import conversion  # a fast `import autograph` leaves it out

    if is_unconverted(function):
        return function  # type: ignore[no-any-return]
    onto = namespace() if operators is None else operators.namespace
    is_core = operators is None or isinstance(operators, GraphOperators)
    return conversion.convert(function, onto, options, is_core=is_core)


def callee(function: Any, operators: Operators) -> Callable[..., Any]:
    """Return what to call in place of a function: its form on some operators."""
    kind = type(function)
    if kind is FunctionType:
        return _converted(function, operators)
    if kind is MethodType:
        return MethodType(callee(function.__func__, operators), function.__self__)
    if kind is functools.partial:
        call = functools.partial(operators.converted_call, function.func)
        return lambda *args, **kwargs: call(
            (*function.args, *args), {**function.keywords, **kwargs}
        )
    if inspect.isclass(function):
        return _constructor(function, operators)
    method = attribute_of_class(kind, "__call__")
    if type(method) is FunctionType and not is_allowed(kind.__module__):
        return MethodType(_converted(method, operators), function)
    return function  # type: ignore[no-any-return]


def _converted(function: FunctionType, operators: Operators) -> Callable[..., Any]:
    if is_unconverted(function) or runs_as_it_stands(function):
        return function
    try:
        return convert_here(function, operators)
    except ConversionError as error:
        tell_as_is(function.__code__, error.message.partition("\n")[0])
        return function


def _constructor(cls: type, operators: Operators) -> Callable[..., Any]:
    """Return the constructor of a class, with a plain `__init__` converted."""
    init = attribute_of_class(cls, "__init__")
    is_plain = attribute_of_class(cls, "__new__") is object.__new__
    is_plain = is_plain and type(cls) is type
    if not is_plain or type(init) is not FunctionType or runs_as_it_stands(cls):
        return cls
    if is_unconverted(cls):
        return cls

    def construct(*args: Any, **kwargs: Any) -> Any:
        instance: Any = object.__new__(cls)
        found = callee(init, operators)(instance, *args, **kwargs)
        if found is not None:
            raise TypeError(
                f"__init__() should return None, not '{type(found).__name__}'"
            )
        return instance

    return construct


# -- What `ag__` stands for


def namespace_of(operators: Operators) -> ModuleType:
    """Make what `ag__` stands for: an object's methods, and the machinery."""

    class Scope(FunctionScope):
        __slots__ = ()

        def ret(self, value: Any, did_return: Any) -> Any:
            return operators.return_value(value, did_return, self.name)

    def with_function_scope(
        body: Callable[[FunctionScope], T], scope_name: str, options: ConversionOptions
    ) -> T:
        return body(Scope("<lambda>", scope_name, options))

    def spread_call(function: Any, scope: FunctionScope | None = None) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            return operators.converted_call(function, args, kwargs, scope)

        # Python's messages of what is spread name what is called.
        call.__qualname__ = getattr(function, "__qualname__", str(function))
        call.__module__ = getattr(function, "__module__", None) or "builtins"
        return call

    is_placed = isinstance(operators, GraphOperators)
    machinery = {
        "FunctionScope": Scope,
        "with_function_scope": with_function_scope,
        "spread_call": spread_call,
    }
    made = ModuleType("ag__", "The operators of converted code.")
    for name, ours in vars(namespace()).items():
        if name.startswith("__"):
            continue
        found = getattr(operators, name, None)
        if found is not None and is_placed and name in places.PLACED:
            found = _placed(found)
        setattr(made, name, found or machinery.get(name, ours))
    return made


def _placed(method: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that notes the place at which it is called."""

    def call(*args: Any, at: int = 0, **kwargs: Any) -> Any:
        trace = STATE.trace
        if trace is not None:
            trace.at = at
        return method(*args, **kwargs)

    return call


# -- The operators of graphs


@contextmanager
def _onto(made: ModuleType) -> Iterator[None]:
    """Convert what is called onto a namespace while the block runs."""
    before, STATE.namespace = STATE.namespace, made
    try:
        yield
    finally:
        STATE.namespace = before


class GraphOperators(Operators):
    """The operators that stage onto graphs of tensors: what `ag.function` uses.

    To be derived from by what adds to them. Each method is the operator of its name,
    which converted code calls directly.
    """

    def converted_call(
        self,
        function: Any,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any] | None,
        scope: FunctionScope | None = None,
    ) -> Any:
        """Return `function(*args, **kwargs)`, converted onto these operators."""
        if STATE.trace is None:
            return super().converted_call(function, args, kwargs, scope)
        with _onto(self.namespace):
            return calls.converted_call(function, args, dict(kwargs or {}), scope)

    @cached
    def namespace(self) -> ModuleType:
        """What `ag__` stands for: that of the package, unless a class adds to it."""
        return namespace() if type(self) is GraphOperators else namespace_of(self)


# They store by `set_attr` and `set_item`, which a class derived from it may override.
_INHERITED = frozenset({"aug_attr", "aug_item", "converted_call"})


def _method(name: str) -> Callable[..., Any]:
    is_placed = name in places.PLACED

    @functools.wraps(getattr(Operators, name))
    def method(_: GraphOperators, *args: Any, **kwargs: Any) -> Any:
        trace = STATE.trace
        if is_placed and trace is not None:
            kwargs["at"] = trace.at
        return getattr(namespace(), name)(*args, **kwargs)

    return method


def _implement() -> None:
    """Make the operators the methods of `GraphOperators`: each is listed once."""
    for name in vars(namespace()):
        is_operator = hasattr(Operators, name) and not name.startswith("__")
        if is_operator and name not in _INHERITED and name != "is_undefined":
            setattr(GraphOperators, name, _method(name))


_implement()

__all__ = ["GraphOperators", "callee", "convert_here", "namespace_of"]
