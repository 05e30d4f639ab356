"""Make the pages of Python's constructs from the rows in `rows_*.py`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from tools.book.examples import Judged, Kind, judge
from tools.book.language import ROWS

KINDS = {
    Kind.STAGED: "staged",
    Kind.AS_IT_STANDS: "at trace time",
    Kind.REFUSED: "runs in Python",
    Kind.DIFFERENT: "differs",
}

INTRODUCTION = """\
# Python's constructs

Each construct has a small program, with calls and their results. The programs run when
this site is built, with `python="refuse"`. `ag` is `autograph`, and `np` is NumPy.

- **Staged**: it is part of the graph, and is evaluated each time the graph runs, by
  operations on tensors, or as the operation on Python's own objects that it is.
- **At trace time**: Python evaluates it, once for each trace. The graph contains only
  the operations on tensors that it applies.
- **Runs in Python**: a graph cannot hold it. By default Python runs the call, the
  statement or the function when the graph runs, which `explain()` lists. With
  `python="refuse"` it is an error that names the line. A few constructs are an error in
  every case. See [Fallback to Python](../how_to/python_fallback.md).
- **Differs**: the program behaves differently from plain Python.

A comment `# plain Python:` shows the result of the undecorated function, if it is not
the same. A tensor counts as the same as an equal number, text or NumPy value. The list
of what differs does not have differences that follow from the dtype rules, such as a
promoted dtype.

*Dynamic* means: known only at run time. A *list of dynamic length* is a list whose
length depends on the values of tensors. A *tensor condition* is a condition that
contains a tensor. An *unconverted* function is one whose source is not rewritten.

[TensorFlow's limitations](tensorflow_limitations.md) lists what TensorFlow documents.

## What differs
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


def constructs_pages(found: Sequence[Judged]) -> Mapping[str, str]:
    """Return the pages, by their paths: an index, and one for each section."""
    pages = {
        "reference/constructs.md": "\n".join(
            [
                INTRODUCTION,
                differences(found),
                "## All constructs\n",
                f"{counts(found)}\n",
                constructs_table(found),
            ]
        )
    }
    for section in dict.fromkeys(each.row.section for each in found):
        inside = [each for each in found if each.row.section == section]
        text = "\n".join([f"# {section}\n", *map(construct_entry, inside)])
        pages[f"reference/{place(inside[0])}"] = text
    return pages


def place(found: Judged) -> str:
    """Return the page of an entry, as links of the index name it."""
    return f"constructs/{anchor(found.row.section)}.md"


def differences(found: Iterable[Judged]) -> str:
    """Return a list of the constructs that behave differently from plain Python."""
    lines = []
    for each in found:
        if each.kind is Kind.DIFFERENT:
            note = f": {each.row.note}" if each.row.note else ""
            lines.append(f"- {linked(each, place(each))}{note}")
    return "\n".join(lines or ["Nothing."]) + "\n"


def counts(found: Sequence[Judged]) -> str:
    """Return the number of constructs of each kind, as text."""
    numbers = [
        f"{sum(each.kind is kind for each in found)} {name}"
        for kind, name in KINDS.items()
    ]
    return f"{len(found)} constructs: {', '.join(numbers)}."


def constructs_table(found: Iterable[Judged]) -> str:
    """Return a table with a line for each construct."""
    lines = ["| Construct | What happens |", "|---|---|"]
    section = ""
    for each in found:
        if each.row.section != section:
            section = each.row.section
            lines.append(f"| **{section}** | |")
        lines.append(f"| {linked(each, place(each))} | {KINDS[each.kind]} |")
    return "\n".join(lines) + "\n"


def construct_entry(found: Judged) -> str:
    """Return a construct's entry."""
    parts = [f"### {heading(found)}"]
    if found.row.note:
        parts.append(found.row.note)
    parts += program_and_calls(found)
    return "\n\n".join(parts) + "\n"


# -- Parts of entries, on these pages and others


def program_and_calls(found: Judged) -> list[str]:
    """Return a row's program, and its calls with their results."""
    return [fenced(found.row.source, "python"), fenced(found.transcript, "pycon")]


def heading(found: Judged) -> str:
    """Return the heading of an entry, with its anchor."""
    title = f"{capitalised(found.row.title)}: {KINDS[found.kind]}"
    return f"{title} {{#{anchor(found.row.title)}}}"


def linked(found: Judged, page: str = "") -> str:
    """Return a link to an entry of a page; by default of the same."""
    return f"[{capitalised(found.row.title)}]({page}#{anchor(found.row.title)})"


def capitalised(text: str) -> str:
    """Return text with a capital at its start."""
    return text[:1].upper() + text[1:]


def anchor(text: str) -> str:
    """Return text as the name of an anchor, or of a file."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
