"""Check an implementation of the operators against Python itself.

check_operators(MyOperators)
check_operators(MyOperators, run=staged, refuses=TypeError)
"""

from __future__ import annotations

import inspect
import itertools
import linecache
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType
from typing import Any, Final

from autograph.operators.custom import convert_here
from autograph.operators.namespace import namespace
from autograph.operators.protocol import Operators
from autograph.testing.operator_programs import PRELUDE, PROGRAMS, OperatorProgram


def check_operators(
    make_operators: Callable[[], Operators],
    *,
    run: Callable[..., Any] | None = None,
    refuses: type[Exception] | tuple[type[Exception], ...] = (),
) -> None:
    """Check that operators do with plain values what Python does with them.

    A few dozen small programs are converted onto the operators and called; what they
    return or raise, and what they evaluate in which order, is that of Python.

    Args:
        make_operators: Returns operators, new ones for each program.
        run: Also check what is staged: `run(function, *numbers)` returns what the
            function gives, staged on these numbers, as Python's numbers, and tuples of
            them. Programs without effects are run so.
        refuses: Exceptions by which `run` may say that something cannot be staged.

    Raises:
        AssertionError: Something differs, or a method takes other arguments.
    """
    failures = [*_wrong_signatures(make_operators())]
    for program in PROGRAMS:
        for arguments in program.calls:
            expected = _outcome(program, arguments, _as_it_is)
            given = _outcome(program, arguments, _converter(make_operators()))
            if given != expected:
                failures.append(_told(program, arguments, expected, given))
            if run is None or not program.is_pure:
                continue
            staged = _staged_outcome(program, arguments, run, refuses)
            if staged not in (expected[0], None):
                failures.append(
                    _told(program, arguments, expected[0], staged, "staged ")
                )
    if failures:
        raise AssertionError("\n\n".join(failures))


def overridable() -> list[str]:
    """Return the names of the operators that a back end may override."""
    names = vars(namespace())
    return [x for x in names if hasattr(Operators, x) and not x.startswith("__")]


def _wrong_signatures(operators: Operators) -> Iterator[str]:
    """Yield the methods that do not take the arguments that they are called with."""
    for name in overridable():
        parameters = inspect.signature(getattr(Operators, name)).parameters
        n_arguments = len(parameters) - (name != "is_undefined")
        signature = inspect.signature(getattr(operators, name))
        try:
            signature.bind(*range(n_arguments))
        except TypeError as error:
            yield f"{name}{signature} does not take {n_arguments} arguments: {error}"


def _as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


def _converter(operators: Operators) -> Callable[[Any], Callable[..., Any]]:
    return lambda function: convert_here(function, operators)


def _outcome(
    program: OperatorProgram,
    arguments: tuple[Any, ...],
    converted: Callable[[Any], Callable[..., Any]],
) -> tuple[str, str]:
    """Return what a call gives, and what it has logged, as text."""
    names = _load(program)
    try:
        result = repr(converted(names["program"])(*arguments))
    except Exception as error:  # noqa: BLE001  # whatever the program raises
        result = _raised(error)
    return result, f"{names['LOG']}, {names['TOTAL']}"


def _staged_outcome(
    program: OperatorProgram,
    arguments: tuple[Any, ...],
    run: Callable[..., Any],
    refuses: type[Exception] | tuple[type[Exception], ...],
) -> str | None:
    """Return what a staged call gives; None if it is refused."""
    try:
        return repr(run(_load(program)["program"], *arguments))
    except refuses:
        return None
    except Exception as error:  # noqa: BLE001  # whatever the program raises
        return _raised(error)


def _raised(error: Exception) -> str:
    cause = type(error.__cause__).__name__
    return f"{type(error).__name__}: {error} (cause: {cause})"


def _load(program: OperatorProgram) -> dict[str, Any]:
    """Run a program's text as a module whose source can be found."""
    names: dict[str, Any] = {"__name__": "operator_program"}
    exec(_compiled(program.name, program.source), names)
    return names


_NUMBERS: Final = itertools.count()


@cache
def _compiled(name: str, source: str) -> CodeType:
    """Compile a program, once: its functions are then converted once, too."""
    filename = f"<operators: {name} {next(_NUMBERS)}>"  # names may be given twice
    whole = PRELUDE + source
    linecache.cache[filename] = (len(whole), None, whole.splitlines(True), filename)
    return compile(whole, filename, "exec", dont_inherit=True)


def _told(
    program: OperatorProgram,
    arguments: tuple[Any, ...],
    expected: object,
    given: object,
    how: str = "",
) -> str:
    called = ", ".join(map(repr, arguments))
    return (
        f"{program.name}, {how}program({called}):\n"
        f"    Python gives  {expected}\n    converted     {given}\n\n{program.source}"
    )


__all__ = ["check_operators", "overridable"]
