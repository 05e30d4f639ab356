"""Make the page of TensorFlow's limitations from rows of limitations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tools.book.constructs import KINDS, capitalised, heading, linked, program_and_calls
from tools.book.examples import Judged, Kind, Limit, judge
from tools.book.limits import LIMITS

INTRODUCTION = """\
# TensorFlow's limitations of AutoGraph, and what happens here

TensorFlow's AutoGraph documents what it does not convert, or converts only in part.
Each entry states one limitation in our own words. It names the document: the guide to
`tf.function`, the reference of `tf.function`, or the reference of AutoGraph. The
entries describe no particular release, and no TensorFlow code runs here. Entries from
the reference of AutoGraph come from general knowledge. They were not compared with its
present text.

Each entry has a program and its results in this library. The programs run when this
site is built. [Python's constructs](constructs.md) explains the words "staged", "at
trace time", "runs in Python", "differs" and "dynamic".

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
    """Return the page."""
    lines = [INTRODUCTION + summary(compared), limitations_table(compared)]
    section = ""
    for each in compared:
        if each.found.row.section != section:
            section = each.found.row.section
            lines.append(f"## {section}\n")
        lines.append(limitation_entry(each))
    return "\n".join(lines)


def summary(compared: Sequence[Compared]) -> str:
    """Name the entries that are limitations here, too, with their numbers."""
    parts = []
    for kind, verdict in (
        (Kind.DIFFERENT, "differ from plain Python here, too"),
        (Kind.REFUSED, "run in Python here"),
    ):
        links = [linked(each.found) for each in compared if each.found.kind is kind]
        parts.append(
            f"{len(links)} of {len(compared)} {verdict}: {'; '.join(links)}.\n"
        )
    return "\n".join(parts)


def limitations_table(compared: Sequence[Compared]) -> str:
    """Return a table with a line for each limitation."""
    lines = ["| | TensorFlow documents | Here |", "|---|---|---|"]
    section = ""
    for each in compared:
        if each.found.row.section != section:
            section = each.found.row.section
            lines.append(f"| **{section}** | | |")
        here = KINDS[each.found.kind]
        lines.append(f"| {linked(each.found)} | {each.limit.there} | {here} |")
    return "\n".join(lines) + "\n"


def limitation_entry(each: Compared) -> str:
    """Return an entry."""
    parts = [f"### {heading(each.found)}"]
    parts.append(f"TensorFlow ({each.limit.said}): {each.limit.there}")
    parts.append(f"Here: {verdict_here(each.found)}")
    parts += program_and_calls(each.found)
    return "\n\n".join(parts) + "\n"


def verdict_here(found: Judged) -> str:
    """Return a program's kind, and its note."""
    kind = capitalised(KINDS[found.kind])
    return f"{kind}. {found.row.note}" if found.row.note else f"{kind}."
