"""Make docs/autograph_limitations.md from rows of limitations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tests.docs.examples import Judged, Kind, Limit, judge
from tests.docs.limits import LIMITS
from tools.constructs import KINDS, capitalised, heading, linked, program_and_calls

INTRODUCTION = """\
# Limitations that TensorFlow documents for AutoGraph, and what happens here

TensorFlow's AutoGraph documents what it does not convert, or converts only in part.
Each entry says such a limitation in our own words, and where it is documented: in the
guide or the reference of `tf.function`, or in the reference of AutoGraph. They are not
statements about a particular release, and no code of TensorFlow is run here. What is
said of the reference of AutoGraph is from general knowledge of it, and was not compared
with its present text.

Beside it stands a program, with calls of it and what this project gives. The programs
are run (`python -m tools.docs`, from `tests/docs/limits_*.py`), and a test compares.
What plain Python gives is shown where it is not the same. "Staged", "as it stands",
"refused" and "different" mean what they mean in [language.md](language.md).

"""


@dataclass(frozen=True)
class Compared:
    """A limitation, and what happened to its program."""

    limit: Limit
    found: Judged


def judged_limits() -> tuple[Compared, ...]:
    """Run every program once."""
    return tuple(map(judged_limit, range(len(LIMITS))))


@cache
def judged_limit(number: int) -> Compared:
    """Run one program once."""
    return Compared(LIMITS[number], judge(LIMITS[number].row))


def limitations_page(compared: Sequence[Compared]) -> str:
    """Return docs/autograph_limitations.md."""
    lines = [INTRODUCTION + summary(compared), limitations_table(compared)]
    section = ""
    for each in compared:
        if each.found.row.section != section:
            section = each.found.row.section
            lines.append(f"## {section}\n")
        lines.append(limitation_entry(each))
    return "\n".join(lines)


def summary(compared: Sequence[Compared]) -> str:
    """Say how many entries there are, and name those that hold here, too."""
    parts = []
    for kind, told in (
        (Kind.DIFFERENT, "give something else than plain Python here, too, silently"),
        (Kind.REFUSED, "are refused here, with an error at the line"),
    ):
        links = [linked(each.found) for each in compared if each.found.kind is kind]
        parts.append(f"{len(links)} of {len(compared)} {told}: {'; '.join(links)}.\n")
    return "\n".join(parts)


def limitations_table(compared: Sequence[Compared]) -> str:
    """Return a table with a line for each limitation."""
    lines = ["| | TensorFlow documents | Here |", "|---|---|---|"]
    section = ""
    for each in compared:
        if each.found.row.section != section:
            section = each.found.row.section
            lines.append(f"| **{section}** | | |")
        here = KINDS[each.found.kind].lower()
        lines.append(f"| {linked(each.found)} | {each.limit.there} | {here} |")
    return "\n".join(lines) + "\n"


def limitation_entry(each: Compared) -> str:
    """Return an entry."""
    parts = [f"### {heading(each.found)}"]
    parts.append(f"TensorFlow ({each.limit.said}): {each.limit.there}")
    parts.append(f"Here: {told_here(each.found)}")
    parts += program_and_calls(each.found)
    return "\n\n".join(parts) + "\n"


def told_here(found: Judged) -> str:
    """Return what is said of a program beside its kind."""
    kind = capitalised(KINDS[found.kind].lower())
    return f"{kind}. {found.row.note}" if found.row.note else f"{kind}."
