"""Make the page of errors from the rows in `rows_errors.py`."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import autograph as ag
from autograph.function.fallback import CODES
from graph import errors as graph_errors
from tools.book.constructs import fenced
from tools.book.rows_errors import ROWS, ErrorRow

HEAD = """
# Errors

These are the errors that the library raises itself. Each class is one kind of mistake.
Its identifier never changes, and is shown in brackets after the message. Most classes
are also subclasses of the exception that plain Python or NumPy raises in the same case,
so `except` clauses for that exception still work. The text also shows the place in the
source, and what to write instead.

The exceptions that your function raises at run time, by `raise`, `assert` or an
operation of Python or NumPy, are not listed here. They are the same as in plain Python,
at their own lines.

By default, Python runs what a graph cannot hold: a call, a statement, or the whole
function. Then none of these errors is raised for it. Some errors are raised in every
case: see [Fallback to Python](../how_to/python_fallback.md). The programs below run
with `python="refuse"`, when this site is built. `ag` is `autograph`, and `np` is NumPy.
""".strip()

FALLS = """
## Calls that run as plain Python

A function warns once for each line, with a `PythonFallbackWarning`. The `code` of the
warning is one of those below. Its text also has the identifier of the error that caused
it. The function's `explain()` lists both, and the lines that Python runs in a graph.
""".strip()


def class_of(row: ErrorRow) -> Any:
    """Return the class that a row is about."""
    return getattr(ag.errors, row.name, None) or getattr(graph_errors, row.name)


def classes() -> list[Any]:
    """Return all classes of errors that have an identifier of their own."""
    found = {**vars(graph_errors), **vars(ag.errors)}.values()
    kinds = {each for each in found if inspect.isclass(each)}
    ours = [each for each in kinds if issubclass(each, ag.errors.AutographError)]
    return sorted(ours, key=lambda each: str(each.code))


@cache
def errors_page() -> str:
    """Return the page."""
    rows = sorted(ROWS, key=lambda row: str(class_of(row).code))
    lines = [HEAD, "", "| Identifier | Class | Also a |", "|---|---|---|"]
    for row in rows:
        bases = [f"`{each.__name__}`" for each in class_of(row).__bases__]
        shown = ", ".join(each for each in bases if each != "`AutographError`")
        lines.append(f"| {class_of(row).code} | `{row.name}` | {shown} |")
    for row in rows:
        lines += ["", f"## {class_of(row).code}: `{row.name}`", "", row.when]
        if row.source:
            _, text = row.raised()
            lines += ["", fenced(row.source.strip(), "python")]
            lines += ["", fenced(f">>> {row.call}\n{text}", "pycon")]
    lines += ["", FALLS, "", "| Identifier | What happened |", "|---|---|"]
    lines += [f"| {code} | {what} |" for code, what in CODES.items()]
    return "\n".join(lines) + "\n"
