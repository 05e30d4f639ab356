"""The errors that users meet, as `ag.errors`: one class for each kind of mistake.

Those of the conversion are defined here; the others come from `graph.errors`.
"""

from __future__ import annotations

from graph.errors import (
    AutographError,
    BranchMismatchError,
    DTypeError,
    IndexingError,
    InvalidArgumentError,
    LeakedTensorError,
    OperatorNotAllowedInGraphError,
    ShapeError,
    StagingError,
)


class ConversionError(AutographError):
    """A function cannot be converted.

    Args:
        message: What happened, with the user's names.
        where: The place, as `file:line, in function`, when one is known.
        rule: The rule that was broken.
        way_out: What to write instead.
    """

    code = "AG300"

    def __init__(
        self, message: str, *, where: str = "", rule: str = "", way_out: str = ""
    ) -> None:
        self.where = where
        self.rule = rule
        self.way_out = way_out
        advice = " ".join(part for part in (rule, way_out) if part)
        place = f"  {where}" if where else ""
        super().__init__("\n".join(part for part in (message, place, advice) if part))


class SourceUnavailableError(ConversionError, OSError):
    """The source text of a function cannot be found, as `inspect` says by OSError."""

    code = "AG301"


class UnsupportedFunctionError(ConversionError, TypeError):
    """What was given is not a Python function that can be converted."""

    code = "AG302"


__all__ = [
    "AutographError",
    "BranchMismatchError",
    "ConversionError",
    "DTypeError",
    "IndexingError",
    "InvalidArgumentError",
    "LeakedTensorError",
    "OperatorNotAllowedInGraphError",
    "ShapeError",
    "SourceUnavailableError",
    "StagingError",
    "UnsupportedFunctionError",
]
