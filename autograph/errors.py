"""The errors that users meet, as `ag.errors`: one class for each kind of mistake.

Those of the conversion are defined here; the others come from `graph.errors`.
"""

from __future__ import annotations

from typing import Any

from graph.errors import (
    AutographError,
    AxisError,
    BranchMismatchError,
    CustomGradientError,
    DataLossError,
    DTypeError,
    FailedPreconditionError,
    GradientError,
    ImmutableTensorError,
    IndexingError,
    InvalidArgumentError,
    LeakedTensorError,
    LoopOptionsError,
    MatrixShapeError,
    NameFormatError,
    NestingError,
    NotFoundError,
    NoValueError,
    OperatorNotAllowedInGraphError,
    OutOfRangeError,
    ResultTypeError,
    SerialisationError,
    ShapeError,
    SideEffectError,
    StagingError,
    TapeError,
    TraceBudgetError,
    TracedTextError,
    UnimplementedError,
    UnknownLengthError,
    UnstageableFunctionError,
    UnstageableValueError,
    UnstageableVariableError,
    UnstagedOperationError,
    UnsupportedArgumentError,
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


class SignatureError(AutographError, TypeError):
    """An input signature is not made of specs, or does not fit its function."""

    code = "AG601"


class InputMismatchError(AutographError, ValueError):
    """The arguments of a call do not fit the function's input signature."""

    code = "AG602"


class ConcreteArgumentError(AutographError, TypeError):
    """The arguments of a concrete function are not those that it was traced for."""

    code = "AG603"


class OptionError(AutographError, TypeError, ValueError):
    """An option has a value that it cannot have."""

    code = "AG605"


class NoEffectWarning(UserWarning):
    """What was asked for has no effect here; results are the same without it."""


class PythonFallbackWarning(UserWarning):
    """Python runs a call, or a line of it, since that cannot be staged.

    Attributes:
        code: The identifier of the way in which it fell, AG310 to AG349.
        origin: The user's line that could not be staged.
    """

    def __init__(self, message: str, code: str = "AG310", origin: Any = None) -> None:
        """Keep the code and the line beside the text."""
        self.code = code
        self.origin = origin
        super().__init__(message)


class RetracingWarning(UserWarning):
    """A function is traced again and again, which takes longer than running it."""


class LeakedTensorWarning(UserWarning):
    """A symbolic tensor is left in something that outlives the call."""


__all__ = [
    "AutographError",
    "AxisError",
    "BranchMismatchError",
    "ConcreteArgumentError",
    "ConversionError",
    "CustomGradientError",
    "DTypeError",
    "DataLossError",
    "FailedPreconditionError",
    "GradientError",
    "ImmutableTensorError",
    "IndexingError",
    "InputMismatchError",
    "InvalidArgumentError",
    "LeakedTensorError",
    "LeakedTensorWarning",
    "LoopOptionsError",
    "MatrixShapeError",
    "NameFormatError",
    "NestingError",
    "NoEffectWarning",
    "NoValueError",
    "NotFoundError",
    "OperatorNotAllowedInGraphError",
    "OptionError",
    "OutOfRangeError",
    "PythonFallbackWarning",
    "ResultTypeError",
    "RetracingWarning",
    "SerialisationError",
    "ShapeError",
    "SideEffectError",
    "SignatureError",
    "SourceUnavailableError",
    "StagingError",
    "TapeError",
    "TraceBudgetError",
    "TracedTextError",
    "UnimplementedError",
    "UnknownLengthError",
    "UnstageableFunctionError",
    "UnstageableValueError",
    "UnstageableVariableError",
    "UnstagedOperationError",
    "UnsupportedArgumentError",
    "UnsupportedFunctionError",
    "VariableCreationError",
]
