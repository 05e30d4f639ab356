"""Programs that cannot be staged, a row for each place that says so.

The rows are kept in `data/refusals/`, a file for each class of errors, as

    === what is refused | arguments of the call; 3 if none are given
    source text that defines `f`, or the body of `def f(x):`

A file whose name ends in a version is for that Python and later ones. In every program
`grown(x)` returns a list whose length is known only when the graph runs, and `Box` is
a class of plain objects. If a program defines `run`, that is called instead.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from types import FrameType
from typing import Any

import autograph as ag
from autograph.errors import AutographError
from autograph.old_operators import unrolled_loops
from graph.old_staging import loops, recursion
from tools.book.examples import program

FOLDER = Path(__file__).parent / "data" / "refusals"

PRELUDE = """

def grown(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs


class Box:
    def __init__(self, **fields):
        self.__dict__.update(fields)
"""

# A line of a file.
Line = tuple[str, int]


@dataclass(frozen=True)
class Refusal:
    """One row: its title, the source text of the program, and the arguments."""

    title: str
    source: str
    arguments: str


@dataclass(frozen=True)
class Refused:
    """What a program raised: the error, its text, and the lines that led there."""

    error: Exception
    text: str
    lines: frozenset[Line]


def files() -> list[str]:
    """Return the names of the files of rows that this Python has."""
    return sorted(
        path.stem
        for path in FOLDER.glob("*.txt")
        if _version(path.stem) <= sys.version_info
    )


def _version(stem: str) -> tuple[int, ...]:
    return tuple(map(int, stem.partition("-")[2].split(".") if "-" in stem else ()))


def rows(name: str) -> Iterator[Refusal]:
    """Yield the rows of a file."""
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    for part in text.split("=== ")[1:]:
        head, _, source = part.partition("\n")
        title, _, arguments = (each.strip() for each in head.partition("|"))
        is_whole = re.search(
            r"^(async )?(def|class) (f|run)\b|^f = ", source, re.MULTILINE
        )
        if not is_whole:
            source = "def f(x):\n" + indent(source, "    ")
        yield Refusal(title, source.strip() + "\n", arguments or "3")


def refused(row: Refusal) -> Refused:
    """Run a program; return what it raises."""
    lines: set[Line] = set()
    with program(row.source + PRELUDE) as place, _small_bounds(), _noting(lines):
        try:
            namespace = place.load()
            arguments = eval(f"[{row.arguments}]", namespace)
            if "run" in namespace:
                namespace["run"]()
            else:
                ag.function(namespace["f"])(*map(_tensor, arguments))
        except Exception as error:  # the test looks at its class
            return Refused(error, place.shown(error), frozenset(lines))
    raise AssertionError(f"nothing is raised: {row.title}")


def _tensor(value: object) -> object:
    return ag.constant(value) if isinstance(value, (int, float, list)) else value


@contextmanager
def _noting(lines: set[Line]) -> Iterator[None]:
    """Note the lines that are running where an error is made."""
    made: Any = AutographError.__init__

    def make(self: Any, *args: Any, **kwargs: Any) -> None:
        made(self, *args, **kwargs)
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            lines.add((frame.f_code.co_filename, frame.f_lineno))
            frame = frame.f_back

    AutographError.__init__ = make  # type: ignore[method-assign]
    try:
        yield
    finally:
        AutographError.__init__ = made  # type: ignore[method-assign]


@contextmanager
def _small_bounds() -> Iterator[None]:
    """Give up sooner than usual, to save time."""
    bounds = unrolled_loops.MAX_GUARDED, loops.MAX_ROUNDS, recursion.MAX_ROUNDS
    unrolled_loops.MAX_GUARDED, loops.MAX_ROUNDS = 120, 1
    recursion.MAX_ROUNDS = 1  # type: ignore[misc]
    try:
        yield
    finally:
        unrolled_loops.MAX_GUARDED, loops.MAX_ROUNDS = bounds[:2]
        recursion.MAX_ROUNDS = bounds[2]  # type: ignore[misc]
