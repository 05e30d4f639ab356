"""What a program of the benchmark is: a plain function, and data for it by size."""

from __future__ import annotations

import copy
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

Run = TypeVar("Run", bound=Callable[..., Any])
Data = Callable[[np.random.Generator, int], tuple[Any, ...]]


@dataclass(frozen=True)
class Program:
    """A function, and what it is called with.

    Attributes:
        name: Its name, of one program alone.
        subject: The module that it is in.
        run: The function, as plain Python.
        data: Makes the arguments, NumPy arrays and numbers, for a size. One at least is
            NumPy's: all Python numbers would be constants of the trace.
        size: The size for which plain Python takes some 5 to 50 ms.
    """

    name: str
    subject: str
    run: Callable[..., Any]
    data: Data
    size: int

    def arguments(self, size: int) -> tuple[Any, ...]:
        """Return the arguments for a size: the same ones each time, in new arrays."""
        rng = np.random.default_rng(zlib.crc32(f"{self.name} {size}".encode()))
        return self.data(rng, size)

    def fresh(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return copies of the arguments, which a call may write to."""
        return copy.deepcopy(arguments)


@dataclass(frozen=True)
class Programs:
    """The programs of a module."""

    subject: str
    listed: list[Program] = field(default_factory=list)

    def sized(self, size: int, data: Data) -> Callable[[Run], Run]:
        """Return a decorator that lists a function, and returns it as it is."""

        def listing(run: Run) -> Run:
            program = Program(run.__name__, self.subject, run, data, size)
            self.listed.append(program)
            return run

        return listing

    def __iter__(self) -> Iterator[Program]:
        return iter(self.listed)
