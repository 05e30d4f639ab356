"""Statements given as texts with gaps: things that have several names, and changes.

A set of phrases begins with lines that make its things; what follows changes and reads
them under whatever name. The gaps of a phrase are filled with names of its set, or with
expressions of the program: `{v}` is a number, `{k}` a small count, `{u}` a condition.
Branches, handlers and most loops around them are those of the other grammars.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Final

from autograph.testing.control_flow import loop_body
from autograph.testing.grammar import bounded, condition, expression
from autograph.testing.types import INT, Type
from autograph.testing.writer import Writer

TOTAL: Final = "total"
"""A tensor that every set has, for what its phrases read."""

_NUMBERS: Final = (INT, Type("int32"))


@dataclass(frozen=True)
class Phrases:
    """A set of phrases.

    Attributes:
        name: What it is about.
        head: The lines that make its things.
        gaps: The names that may stand in each gap.
        lines: Statements, of one or more lines.
        loops: Heads of loops.
        shown: An expression of all its things.
    """

    name: str
    head: str
    gaps: Mapping[str, tuple[str, ...]]
    lines: tuple[str, ...]
    loops: tuple[str, ...]
    shown: str

    def begin(self, w: Writer) -> str:
        """Write what makes its things; return an expression of all of them."""
        if TOTAL not in w.scope.variables:
            w.line(f"{TOTAL} = ag.constant({w.choices.below(7)})")
            w.declare(TOTAL, Type("int32"))
        self._write(w, self.head)
        w.scope.named(self.name)[self.name] = INT
        return f"({self.shown}, {TOTAL})"

    def is_begun(self, w: Writer) -> bool:
        """Tell whether the program has its things."""
        return bool(w.scope.named(self.name))

    def line(self, w: Writer) -> None:
        """Write one of its statements."""
        self._write(w, w.choices.pick(self.lines))

    def loop(self, w: Writer) -> None:
        """Write one of its loops."""
        self._write(w, w.choices.pick(self.loops))
        loop_body(w)

    def _write(self, w: Writer, text: str) -> None:
        used = {name for _, name, _, _ in Formatter().parse(text) if name}
        filled = {name: _filling(w, self.gaps, name) for name in sorted(used)}
        for line in text.format(**filled).splitlines():
            w.line(line)


def _filling(w: Writer, gaps: Mapping[str, tuple[str, ...]], name: str) -> str:
    if name == "u":
        return condition(w)
    if name == "v":
        return bounded(w, w.pick_type(_NUMBERS), w.choices.below(2))
    if name == "k":
        return f"{expression(w, w.pick_type(_NUMBERS), 0)} % 4"
    return w.choices.pick(gaps[name])
