"""Make docs/language.md, and the table in README.md, from rows of constructs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from tests.docs.examples import Judged, Kind, judge
from tests.docs.language import MAIN, ROWS

KINDS = {
    Kind.STAGED: "Staged",
    Kind.AS_IT_STANDS: "As it stands",
    Kind.REFUSED: "Refused",
    Kind.DIFFERENT: "Different",
}

INTRODUCTION = """\
# What happens to Python's constructs

Each construct below stands in a small program, with calls of it and what they give.
This page is made by running the programs (`python -m tools.docs`, from the rows in
`tests/docs`); a test makes it anew and compares, so that it says what the code does.

- **Staged**: it becomes part of the graph and is decided each time the graph runs.
- **As it stands**: Python does it while tracing, once for each graph. The graph holds
  what came of it.
- **Refused**: an error while tracing. It shows the line, and mostly says what to write
  instead.
- **Different**: it gives something else than plain Python does, and no error.

What plain Python gives is shown, after `# plain Python:`, where it is not the same.
[autograph_limitations.md](autograph_limitations.md) compares with what TensorFlow
documents.

## What is different
"""


def judged() -> tuple[Judged, ...]:
    """Run every row's program once."""
    return tuple(map(judged_row, range(len(ROWS))))


@cache
def judged_row(number: int) -> Judged:
    """Run the program of a row once."""
    return judge(ROWS[number])


def fenced(text: str, language: str = "text") -> str:
    """Return text as a code block."""
    body = text.strip("\n")
    return f"```{language}\n{body}\n```"


# -- README.md


def language_summary() -> str:
    """Return the README's table: what happens to the main constructs, by section.

    Of the details it has what is different.
    """
    shown = [
        found for found in judged() if found.row in MAIN or found.kind is Kind.DIFFERENT
    ]
    sections = dict.fromkeys(found.row.section for found in shown)
    used = [kind for kind in KINDS if any(found.kind is kind for found in shown)]
    lines = ["| | " + " | ".join(KINDS[kind] for kind in used) + " |"]
    lines.append("|---" * (len(used) + 1) + "|")
    for section in sections:
        cells = []
        for kind in used:
            titles = [
                found.row.title
                for found in shown
                if found.row.section == section and found.kind is kind
            ]
            cells.append("; ".join(titles))
        lines.append(f"| **{section}** | " + " | ".join(cells) + " |")
    return "\n".join(lines)


# -- docs/language.md


def language_page(found: Sequence[Judged]) -> str:
    """Return docs/language.md."""
    lines = [
        INTRODUCTION,
        differences(found),
        "## All constructs\n",
        f"{counts(found)}\n",
        constructs_table(found),
    ]
    section = ""
    for each in found:
        if each.row.section != section:
            section = each.row.section
            lines.append(f"## {section}\n")
        lines.append(language_entry(each))
    return "\n".join(lines)


def differences(found: Iterable[Judged]) -> str:
    """Return a list of what gives something else than plain Python does."""
    lines = []
    for each in found:
        if each.kind is Kind.DIFFERENT:
            note = f": {each.row.note}" if each.row.note else ""
            lines.append(f"- {linked(each)}{note}")
    return "\n".join(lines or ["Nothing."]) + "\n"


def counts(found: Sequence[Judged]) -> str:
    """Say how many constructs there are of each kind."""
    numbers = [
        f"{sum(each.kind is kind for each in found)} {name.lower()}"
        for kind, name in KINDS.items()
    ]
    return f"{len(found)}: {', '.join(numbers)}."


def constructs_table(found: Iterable[Judged]) -> str:
    """Return a table with a line for each construct."""
    lines = ["| Construct | What happens |", "|---|---|"]
    section = ""
    for each in found:
        if each.row.section != section:
            section = each.row.section
            lines.append(f"| **{section}** | |")
        lines.append(f"| {linked(each)} | {KINDS[each.kind].lower()} |")
    return "\n".join(lines) + "\n"


def language_entry(found: Judged) -> str:
    """Return a construct's entry."""
    parts = [f"### {heading(found)}"]
    if found.row.note:
        parts.append(found.row.note)
    parts += program_and_calls(found)
    return "\n\n".join(parts) + "\n"


# -- What entries are made of, on this page and others


def program_and_calls(found: Judged) -> list[str]:
    """Return a row's program, and its calls with what they give."""
    return [fenced(found.row.source, "python"), fenced(found.transcript, "pycon")]


def heading(found: Judged) -> str:
    """Return the heading of an entry."""
    return f"{capitalised(found.row.title)}: {KINDS[found.kind].lower()}"


def linked(found: Judged) -> str:
    """Return a link to an entry."""
    return f"[{capitalised(found.row.title)}](#{anchor(heading(found))})"


def capitalised(text: str) -> str:
    """Return text with a capital at its start."""
    return text[:1].upper() + text[1:]


def anchor(text: str) -> str:
    """Return the name that GitHub gives to a heading."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
