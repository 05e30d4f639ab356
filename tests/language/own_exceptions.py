"""Exceptions of one's own, for programs under test, and what their tracebacks show."""

from __future__ import annotations

import traceback


class CodeError(ValueError):
    """Holds a number and a word."""

    def __init__(self, code, why="none"):
        super().__init__(f"code {code}")
        self.code = code
        self.why = why


class PlainError(ValueError):
    """Holds what it is given."""


class AttrError(Exception):
    """Gives its base class nothing."""

    def __init__(self, a, b):
        self.a = a
        self.b = b


class Box:
    """Keeps an exception."""

    error = None


def lines(function, args, filename):
    """Return the lines of a file that the traceback of a call shows."""
    try:
        function(*args)
    except Exception as error:
        shown = traceback.extract_tb(error.__traceback__)
        return [
            (each.name, each.lineno) for each in shown[1:] if each.filename == filename
        ]
    return []
