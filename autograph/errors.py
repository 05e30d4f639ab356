"""Errors of the conversion: one class for each kind of mistake."""

from __future__ import annotations


class ConversionError(Exception):
    """A function cannot be converted.

    Args:
        message: What happened, with the user's names.
        where: The place, as `file:line, in function`, when one is known.
        rule: The rule that was broken.
        way_out: What to write instead.
    """

    def __init__(
        self, message: str, *, where: str = "", rule: str = "", way_out: str = ""
    ) -> None:
        self.message = message
        self.where = where
        self.rule = rule
        self.way_out = way_out
        advice = " ".join(part for part in (rule, way_out) if part)
        place = f"  {where}" if where else ""
        super().__init__("\n".join(part for part in (message, place, advice) if part))


class SourceUnavailableError(ConversionError, OSError):
    """The source text of a function cannot be found, as `inspect` says by OSError."""


class UnsupportedFunctionError(ConversionError, TypeError):
    """What was given is not a Python function that can be converted."""
