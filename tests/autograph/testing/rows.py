"""Tables of functions, each with the calls that must agree with plain Python."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check


class Rows:
    """A table of functions with calls of each, filled by its decorator `on`."""

    def __init__(self) -> None:
        self._calls: list[Any] = []

    def on(self, *calls: Any) -> Callable[[Any], Any]:
        """Add a function with calls: each a tuple of arguments, or one argument."""

        def add(function: Any) -> Any:
            for number, call in enumerate(calls):
                args = call if isinstance(call, tuple) else (call,)
                name = f"{function.__name__}-{number}"
                self._calls.append(pytest.param(function, args, id=name))
            return function

        return add

    def test(self) -> Callable[..., None]:
        """Return the test that each call gives what it gives in plain Python.

        The calls of a function come one after the other, and share its graphs: what
        one call traced has to be right for the arguments of the others.
        """
        decorated = lru_cache(maxsize=1)(ag.function)

        @pytest.mark.parametrize(("function", "args"), self._calls)
        def test(function: Any, args: tuple[Any, ...]) -> None:
            assert_agrees(decorated(function), *args)

        return test

    def refusal_test(self) -> Callable[..., None]:
        """Return the test that each call is refused, in the function's file."""

        @pytest.mark.parametrize(("function", "args"), self._calls)
        def test(function: Any, args: tuple[Any, ...]) -> None:
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
