"""What a table of the corpus is made of: programs, their calls, and their rungs.

    programs = Programs()

    @programs.staged(ag.constant(2), ag.constant(-1))
    def an_absolute_value(x):
        '''A conditional return.'''
        return -x if x < 0 else x

A table is a module of a folder here, and a folder is a construct of Python. Programs are
written as users write them, and nothing else in a table is tested.
"""

from __future__ import annotations

import enum
import importlib
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Agreement, Verdict, assert_agrees, check, check_allowed
from autograph.testing.variables import Values, variables_of

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
F = TypeVar("F", bound=Callable[..., Any])


class Rung(enum.Enum):
    """Who runs a program."""

    STAGED = "all of it is a graph, under each policy"
    PYTHON = "plain Python, or a part of it; under `python='refuse'` it is an error"
    DOCUMENTED = "a graph, which gives what the documents say, and Python does not"
    DEFECT = "a graph, which is wrong: it is to be mended"


@dataclass(frozen=True)
class Program:
    """A function, and calls of it.

    Attributes:
        function: As plain Python.
        calls: The arguments of each. They share the graphs: what one call traced has
            to be right for the arguments of the others.
        rung: Who is expected to run it.
        leaves_tensors: Does it leave symbolic tensors in what outlives its calls? Then
            it is to warn of that, and else not.
    """

    function: Callable[..., Any]
    calls: tuple[tuple[Any, ...], ...]
    rung: Rung
    leaves_tensors: bool = False

    @property
    def name(self) -> str:
        """Its name in its table."""
        return str(getattr(self.function, "__name__", self.function))

    def run(self) -> None:
        """Run it decorated and plain, under both policies, and compare.

        Compared are values, to the bit, their types and dtypes, what is raised, what is
        printed, and how arguments and variables are left.
        """
        with self._warnings():
            if self.rung is Rung.PYTHON:
                found = [self._falls(args) for args in self.calls]
                assert Verdict.REFUSED in found, "mark it as staged: it agrees"
                return
            if self.rung in (Rung.DOCUMENTED, Rung.DEFECT):
                found = [self._verdict(args) for args in self.calls]
                assert Verdict.DIFFERS in found, "mark it as staged: it agrees"
                return
            decorated = ag.function(self.function)
            for args in self.calls:
                with self._call(args):
                    assert_agrees(decorated, *args)

    def forced(self) -> Iterator[Agreement]:
        """Run it where Python may run what is refused, and yield how calls compare."""
        with self._warnings():
            decorated = ag.function(self.function)
            for args in self.calls:
                with self._call(args):
                    yield check_allowed(decorated, *args)

    def _falls(self, args: tuple[Any, ...]) -> Verdict:
        """Return whether a call is refused; where it is not, it agrees."""
        with self._call(args):
            found = check(self.function, *args)
            if found.verdict is Verdict.SAME:
                return found.verdict
            assert found.verdict is Verdict.REFUSED, str(found)
            error: Any = found.staged.error
            assert FOLDER in Path(error.origin.filename).parents
            assert error.hint or error.is_of_run
            return found.verdict

    def _verdict(self, args: tuple[Any, ...]) -> Verdict:
        with self._call(args):
            return check(self.function, *args).verdict

    @contextmanager
    def _call(self, args: tuple[Any, ...]) -> Iterator[None]:
        """Leave variables as they were, and note on an error which call it was."""
        before = Values(variables_of(self.function, args))
        try:
            yield
        except BaseException as error:
            error.add_note(f"the arguments were {args!r}")
            raise
        finally:
            before.put_back()

    @contextmanager
    def _warnings(self) -> Iterator[None]:
        """Demand the warning of tensors that are left, or make it an error.

        Other warnings are what plain Python and NumPy have to say of the program.
        """
        leak = ag.errors.LeakedTensorWarning
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            warnings.simplefilter("ignore", DeprecationWarning)
            warnings.simplefilter("ignore", SyntaxWarning)  # of what is a mistake there
            warnings.simplefilter("ignore", np.exceptions.ComplexWarning)
            warnings.simplefilter("ignore", ag.errors.RetracingWarning)
            if self.leaves_tensors:
                with pytest.warns(leak):
                    yield
            else:
                if self.rung is Rung.STAGED:
                    warnings.simplefilter("error", leak)
                yield


class Programs(list[Program]):
    """The programs of a table; its methods are decorators that add one.

    Each call is a tuple of arguments, or a single argument.
    """

    def staged(self, *calls: Any) -> Callable[[F], F]:
        """Add a program that a graph runs."""
        return self._adding(calls, Rung.STAGED)

    def leaking(self, *calls: Any) -> Callable[[F], F]:
        """Add one that a graph runs, and that leaves symbolic tensors behind."""
        return self._adding(calls, Rung.STAGED, leaves_tensors=True)

    def falls(self, *calls: Any) -> Callable[[F], F]:
        """Add a program that plain Python runs, or lines of which it runs."""
        return self._adding(calls, Rung.PYTHON)

    def defects(self, *calls: Any) -> Callable[[F], F]:
        """Add one that differs from plain Python by a fault of the library."""
        return self._adding(calls, Rung.DEFECT)

    def documented(self, *calls: Any) -> Callable[[F], F]:
        """Add one that differs from plain Python as docs/limits.md says.

        Mostly, a Python number that meets a tensor, or a scalar of NumPy's, on another
        path or in a later iteration takes its dtype.
        """
        return self._adding(calls, Rung.DOCUMENTED)

    def _adding(
        self, calls: tuple[Any, ...], rung: Rung, *, leaves_tensors: bool = False
    ) -> Callable[[F], F]:
        arguments = tuple(c if isinstance(c, tuple) else (c,) for c in calls)

        def add(function: F) -> F:
            self.append(Program(function, arguments, rung, leaves_tensors))
            return function

        return add


def tables() -> dict[str, Programs]:
    """Return the tables of the corpus by their names, such as `dict/keys`."""
    found = {}
    for path in sorted(FOLDER.glob("*/*.py")):
        if not path.name.startswith(("test_", "_")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            name = path.relative_to(FOLDER).with_suffix("").as_posix()
            found[name] = importlib.import_module(module).programs
    return found


def calls_of(programs: Programs, *functions: Callable[..., Any]) -> list[Any]:
    """Return the calls of programs of a table, of all if none are named, for a test."""
    return [
        pytest.param(program.function, args, id=f"{program.name}-{number}")
        for program in programs
        if not functions or program.function in functions
        for number, args in enumerate(program.calls)
    ]
