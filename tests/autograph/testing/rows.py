"""Tables of functions, each with the calls that must agree with plain Python."""

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check


class Rows:
    """A table of functions with calls of each, filled by its decorator `on`.

    Args:
        leave_tensors: Do they leave symbolic tensors in what outlives their calls? Then
            each is to warn of that; of others none may.
    """

    def __init__(self, *, leave_tensors: bool = False) -> None:
        self._leave_tensors = leave_tensors
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
            with self._warnings():
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

    @contextmanager
    def _warnings(self) -> Iterator[None]:
        """Look for the warning of tensors that are left, or make it an error."""
        if self._leave_tensors:
            with pytest.warns(ag.errors.LeakedTensorWarning):
                yield
            return
        with warnings.catch_warnings():
            warnings.simplefilter("error", ag.errors.LeakedTensorWarning)
            yield

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
