"""Make docs/errors.md, of the rows in `tests/docs/rows_errors.py`."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

import autograph as ag
from autograph.fallback import CODES
from graph import errors as graph_errors
from tests.docs.rows_errors import ROWS, ErrorRow
from tools.constructs import fenced

HEAD = """
# Errors

What the library raises itself. Each class stands for one kind of mistake and has an
identifier that does not change, shown between brackets after the message; it is also a
subclass of what plain Python or NumPy raises there, so that code that catches that goes
on working. Below the message stand the place in the source, where two places disagree
the other one, and what to write instead.

What a function raises by `raise`, `assert` or an operation, when its graph runs, is not
among these: it is Python's own exception, at its own line.

By default a call whose trace ends with one of them, other than those that the documents
of TensorFlow demand, runs as plain Python instead, and a `PythonFallbackWarning` says
so: see the end of this page. `ag.config.set_python("refuse")`, `python="refuse"` of
`ag.function`, or `with ag.python("refuse"):` make it an error.

This page is made by running the programs (`python -m tools.docs`, from the rows in
`tests/docs/rows_errors.py`); a test makes it anew and compares.
""".strip()

FALLS = """
## Calls that run as plain Python

`PythonFallbackWarning` is given once for a function and line. Its `code` says what
happened; where there was an error with an identifier of its own, the text quotes that.
`explain()` of the function lists the same.
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
    """Return docs/errors.md."""
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
