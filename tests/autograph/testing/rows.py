"""Tables of functions, each with the calls that must agree with plain Python."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check


class Rows:
    """A table of functions with calls of each, filled by its decorator `on`."""

    def __init__(self) -> None:
        self._rows: dict[Any, list[tuple[Any, ...]]] = {}
        self._calls: list[Any] = []

    def on(self, *calls: Any) -> Callable[[Any], Any]:
        """Add a function with calls: each a tuple of arguments, or one argument."""

        def add(function: Any) -> Any:
            row = self._rows[function] = []
            for number, call in enumerate(calls):
                args = call if isinstance(call, tuple) else (call,)
                name = f"{function.__name__}-{number}"
                row.append(args)
                self._calls.append(pytest.param(function, args, id=name))
            return function

        return add

    def test(self) -> Callable[..., None]:
        """Return the test that each call gives what it gives in plain Python.

        The calls of a function come one after the other, and share its graphs: what
        one call traced has to be right for the arguments of the others.
        """

        @self._over_functions
        def test(function: Any) -> None:
            decorated = ag.function(function)
            for args in self._rows[function]:
                with _told(args):
                    assert_agrees(decorated, *args)

        return test

    def refusal_test(self) -> Callable[..., None]:
        """Return the test that each call is refused, in the function's file."""

        @self._over_functions
        def test(function: Any) -> None:
            for args in self._rows[function]:
                with _told(args):
                    found = check(function, *args)
                    assert found.verdict is Verdict.REFUSED, str(found)
                    error: Any = found.staged.error
                    assert error.origin.filename == function.__code__.co_filename
                    assert error.hint

        return test

    @property
    def calls(self) -> list[Any]:
        """The calls, as parameters of a test."""
        return self._calls

    def _over_functions(self, test: Callable[..., None]) -> Callable[..., None]:
        """Make a test of functions one of each in the table.

        One of each call would be the fifth part of all tests, and what pytest keeps of
        them is looked at by each full collection.
        """
        over = pytest.mark.parametrize(
            "function", self._rows, ids=lambda function: function.__name__
        )
        return over(test)


@contextmanager
def _told(args: tuple[Any, ...]) -> Iterator[None]:
    """Note on what is raised inside which call it was."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"the arguments were {args!r}")
        raise
