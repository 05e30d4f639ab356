"""Convert functions, and look at what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar, overload

from autograph import allowed
from autograph.errors import OptionError
from autograph.function.function import Function
from autograph.operators.custom import GraphOperators, convert_here
from autograph.operators.protocol import Operators
from autograph.options import ConversionOptions, Feature, features_of
from graph.origin import capture_exact

F = TypeVar("F", bound=Callable[..., Any])
Features = Feature | Iterable[Feature] | None


def to_code(
    function: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Features = None,
    *,
    stage: str = "converted",
) -> str:
    """Return the source of a function's converted form, for reading.

    Args:
        function: A Python function, method or lambda, what `ag.function` made of one,
            or what `to_graph` did.
        recursive: Convert what the function calls, too.
        experimental_optional_features: None, a `Feature`, or a tuple of them; shown
            in the code.
        stage: "converted", as the documents print it; "core" for the code that is run,
            where each operation is a call of an operator, and the places where objects
            may be born are numbered.

    Raises:
        OptionError: There is no such stage.
        SourceUnavailableError: Its source cannot be found.
        UnsupportedFunctionError: It is a builtin, a class, or no function; or it runs
            as it stands, as this library's own functions do.

    Source:  specification, autograph.to_code
    """
    from autograph import conversion  # a fast `import autograph` leaves it out

    if isinstance(function, Function):
        function = function.python_function
    if stage not in ("converted", "core"):
        raise OptionError(
            f'to_code has no stage {stage!r}: "converted" and "core" are there.',
            origin=capture_exact(),
            hint="Leave it out for the form that the documents print.",
        )
    return conversion.to_code(
        function,
        _options(recursive, experimental_optional_features),
        is_core=stage == "core",
    )


def to_graph(
    function: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Features = None,
    *,
    operators: Operators | None = None,
) -> Callable[..., Any]:
    """Return a function's converted form: plain Python on values, staged on symbols.

    Args:
        function: A Python function, method or lambda, or what `ag.function` made of
            one. What is converted already, and what runs as it stands, is returned as
            it is.
        recursive: Convert what the function calls, too, when it is called.
        experimental_optional_features: None, a `Feature`, or a tuple of them.
        operators: What the converted code, and what it calls, is staged onto; by
            default this library's graphs. What is converted already is converted
            anew.

    Raises:
        SourceUnavailableError: Its source cannot be found.
        UnsupportedFunctionError: It is a builtin, a class, or no function.

    Source:  specification, autograph.to_graph
    """
    options = _options(recursive, experimental_optional_features)
    if isinstance(function, Function):
        function = function.python_function
    if allowed.is_own(function):
        return function
    if operators is not None:
        from autograph import conversion

        function = conversion.original(function)
    return convert_here(function, operators, options)


def _options(recursive: bool, features: Features) -> ConversionOptions:
    names = tuple(each.name for each in features_of(features))
    return ConversionOptions(recursive=bool(recursive), optional_features=names)


@overload
def do_not_convert(func: F) -> F: ...


@overload
def do_not_convert(func: None = None) -> Callable[[F], F]: ...


def do_not_convert(func: Any = None) -> Any:
    """Leave a function as it stands, where converted code calls it; a decorator.

    Python calls it, with values, when the graph runs, and also what the function calls
    runs as it stands then; with `python="refuse"` that is an error at the line of the
    call.

    Args:
        func: A function, which is marked and returned; a class, whose instances are
            then made without converting `__init__`; what `ag.function` made, in place
            of which one is returned that traces without converting; or anything that
            can be called, in place of which a function is returned. None, to use
            `do_not_convert()` as a decorator.

    Raises:
        TypeError: It cannot be called.
    """
    if func is None:
        return do_not_convert
    if isinstance(func, Function):
        options = replace(func._options, autograph=False)
        return Function(func.python_function, options=options)
    return allowed.do_not_convert(func)


__all__ = [
    "ConversionOptions",
    "Feature",
    "GraphOperators",
    "Operators",
    "do_not_convert",
    "to_code",
    "to_graph",
]
