"""Rows of the checklist: a section, the point, and a function that checks it."""

import contextlib
import io
from collections.abc import Callable
from dataclasses import dataclass

Check = Callable[[], None]


@dataclass(frozen=True)
class Row:
    """A point that the documents demand.

    Attributes:
        section: The letter of its section.
        point: What holds.
        check: Runs something, and fails if it does not hold.
    """

    section: str
    point: str
    check: Check


class Table:
    """Collects the rows of one section."""

    def __init__(self, section: str) -> None:
        """Begin without rows."""
        self.section = section
        self.rows: list[Row] = []

    def __call__(self, point: str) -> Callable[[Check], Check]:
        """Add the decorated function as the check of a point."""

        def add(check: Check) -> Check:
            self.rows.append(Row(self.section, point, check))
            return check

        return add


@contextlib.contextmanager
def output():
    """Yield what is written to standard output and standard error, as two texts."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield out, err
