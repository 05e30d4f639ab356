"""The errors that users meet, as `ag.errors`: one class for each kind of mistake.

Those of the conversion are defined here; the others come from `graph.errors`.
"""

from __future__ import annotations

from graph.errors import (
    AutographError,
    BranchMismatchError,
    DeferredExceptionError,
    DTypeError,
    FailedPreconditionError,
    FrameAccessError,
    IndexingError,
    InvalidArgumentError,
    LeakedTensorError,
    LoopOptionsError,
    OperatorNotAllowedInGraphError,
    OutOfRangeError,
    ResultTypeError,
    ShapeError,
    SideEffectError,
    StagingError,
    StructureMismatchError,
    TracedTextError,
    UnknownIdentityError,
    UnknownLengthError,
    UnknownNoneError,
    UnrollingError,
    UnsettledRecursionError,
    UnstageableFunctionError,
    UnstageableValueError,
    UnstagedHandlerError,
    UnstagedOperationError,
    VariableCreationError,
)
from graph.origin import Origin


class ConversionError(AutographError):
    """A function cannot be converted.

    Args:
        message: What happened, with the user's names.
        where: Where the function is defined, when that is known.
        rule: The rule that was broken.
        way_out: What to write instead.
    """

    code = "AG300"

    def __init__(
        self,
        message: str,
        *,
        where: Origin | None = None,
        rule: str = "",
        way_out: str = "",
    ) -> None:
        self.where = where
        self.rule = rule
        self.way_out = way_out
        advice = " ".join(part for part in (rule, way_out) if part)
        super().__init__(message, origin=where, hint=advice)


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
    "DeferredExceptionError",
    "FailedPreconditionError",
    "FrameAccessError",
    "IndexingError",
    "InvalidArgumentError",
    "LeakedTensorError",
    "LoopOptionsError",
    "OperatorNotAllowedInGraphError",
    "OutOfRangeError",
    "ResultTypeError",
    "ShapeError",
    "SideEffectError",
    "SourceUnavailableError",
    "StagingError",
    "StructureMismatchError",
    "TracedTextError",
    "UnknownIdentityError",
    "UnknownLengthError",
    "UnknownNoneError",
    "UnrollingError",
    "UnsettledRecursionError",
    "UnstageableFunctionError",
    "UnstageableValueError",
    "UnstagedHandlerError",
    "UnstagedOperationError",
    "UnsupportedFunctionError",
    "VariableCreationError",
]
