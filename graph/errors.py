"""Errors: one class for each kind of mistake, told at the user's own line.

Every class is also a subclass of what plain Python or NumPy raises for the same
mistake, so that code written against those keeps working. A message has four parts:
what happened, where, the rule, and the way out; `AutographError` lays them out.
"""

from __future__ import annotations

import errno
import linecache
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np

from graph.origin import place_in

if TYPE_CHECKING:
    from graph.origin import Origin


class AutographError(Exception):
    """Base of every error that the library raises itself.

    Args:
        message: What happened, with the user's names and the actual values.
        origin: Where in the user's source, when one place is known; the text has
            the line that the traceback knows otherwise.
        others: Further places with a label each, for errors about two places.
        hint: The rule that was broken and what to write instead.

    Attributes:
        is_in_user_code: Was it raised while a function was traced, or is it about its
            code? Its text then begins with the user's line, as the documents print it.
        is_of_run: Did a node of a graph raise it as the graph ran, and no code of the
            user's that the graph called? See `graph.late_refusals`.
        code: The identifier of the class, which stays as it is; the reference of errors
            has an entry for each.
    """

    code = "AG000"

    def __init__(
        self,
        message: str,
        *,
        origin: Origin | None = None,
        others: tuple[tuple[str, Origin], ...] = (),
        hint: str = "",
    ) -> None:
        """Lay out the message, and keep its parts for tools."""
        self.message = message
        self.origin = origin
        self.others = others
        self.hint = hint
        self.is_in_user_code = False
        self.is_of_run = False
        super().__init__(message)

    def __str__(self) -> str:
        """Lay out the four parts, one under the other."""
        first, *rest = self.message.split("\n")
        parts = [f"{first} [{self.code}]", *rest]
        origin = self.origin or place_in(self.__traceback__)
        if origin is not None and self.is_in_user_code:
            parts = ["in user code:", show_origin(origin), *parts]
        elif origin is not None:
            parts.append(show_origin(origin))
        parts.extend(f"  {label}:\n{show_origin(at)}" for label, at in self.others)
        if self.hint:
            parts.append(self.hint)
        return "\n".join(parts)


class ShapeError(AutographError, ValueError):
    """Shapes do not fit together."""

    code = "AG101"


class DTypeError(AutographError, TypeError):
    """Element types do not fit together, or an op does not take them."""

    code = "AG102"


class OperatorNotAllowedInGraphError(AutographError, TypeError):
    """A symbolic tensor was used where Python needs a value now."""

    code = "AG103"


class NoValueError(OperatorNotAllowedInGraphError, AttributeError):
    """The value of a symbolic tensor was asked for, by `x.numpy()`."""

    code = "AG113"


class LeakedTensorError(AutographError, TypeError):
    """A symbolic tensor was used outside the graph that it belongs to."""

    code = "AG104"


class InvalidArgumentError(AutographError, ValueError):
    """A value that an op cannot take, found out when the op runs."""

    code = "AG105"


class IndexingError(AutographError, IndexError):
    """A key in `x[key]` that cannot index this tensor, whatever the values."""

    code = "AG106"


class OutOfRangeError(AutographError, IndexError):
    """A place that is not there, found out when an op runs."""

    code = "AG107"


class NestingError(AutographError, ValueError, TypeError):
    """Structures of values are nested in different ways."""

    code = "AG108"


class UnsupportedArgumentError(AutographError, TypeError):
    """A function of NumPy's has, beside a tensor, an argument that cannot be kept."""

    code = "AG109"


class ImmutableTensorError(AutographError, TypeError):
    """What would change a tensor, or share its memory, as arrays of NumPy's do."""

    code = "AG110"


class MatrixShapeError(ShapeError, np.linalg.LinAlgError):
    """A matrix does not have the shape that an op of linear algebra needs."""

    code = "AG111"


class AxisError(ShapeError, np.exceptions.AxisError):
    """There is no such axis; NumPy's error of this name is an IndexError, too."""

    code = "AG112"


class UnimplementedError(AutographError, NotImplementedError):
    """What the documents leave to a compiler that refuses it, too."""

    code = "AG114"


class NotFoundError(AutographError, FileNotFoundError):
    """There is no file of this name."""

    code = "AG115"
    errno = errno.ENOENT


class DataLossError(AutographError, OSError):
    """A file is corrupt: what is read of it is not what was written."""

    code = "AG116"
    errno = errno.EIO


class StagingError(AutographError, TypeError):
    """Something cannot be staged: the base of the kinds below."""

    code = "AG201"


class BranchMismatchError(StagingError):
    """Two branches, or a loop's start and its body, disagree about a variable.

    Attributes:
        variable: Its name, where places of its assignments are looked for.
    """

    code = "AG202"

    def __init__(
        self, message: str, *, variable: str | None = None, **parts: Any
    ) -> None:
        """Keep the name of the variable beside the parts of the message."""
        super().__init__(message, **parts)
        self.variable = variable


class UnstageableFunctionError(StagingError):
    """A generator, a coroutine, a class, a builtin: what no graph can stand for."""

    code = "AG203"


class UnknownLengthError(StagingError):
    """Python needs the items of a list or range whose length only the run knows."""

    code = "AG205"


class ResultTypeError(StagingError):
    """The values of a run give a result of another type than the graph carries."""

    code = "AG208"


class TracedTextError(StagingError):
    """Text was made while tracing, and shows a symbolic value in place of a value."""

    code = "AG209"


class UnstageableValueError(StagingError):
    """A value of a kind that a graph cannot carry would have to be carried.

    Attributes:
        variable: The name of what would hold it, where it is looked for.
    """

    code = "AG210"
    variable: str | None = None


class UnstagedOperationError(StagingError):
    """An operation that has no staged form was given a symbolic value."""

    code = "AG211"


class SideEffectError(StagingError):
    """A staged block has a side effect that a graph cannot have."""

    code = "AG212"


class LoopOptionsError(StagingError):
    """The options of a loop stand elsewhere, or are of another kind."""

    code = "AG217"


class TraceBudgetError(StagingError):
    """A trace takes more time, or more nodes, than it may."""

    code = "AG221"


class FailedPreconditionError(AutographError, RuntimeError):
    """What an op needs to be there is not: a variable that is gone."""

    code = "AG401"


class VariableCreationError(AutographError, ValueError):
    """A variable is made where none can be: in each trace, or in no trace's graph."""

    code = "AG402"


class UnstageableVariableError(VariableCreationError, StagingError):
    """A variable is made where the run would have to make it."""

    code = "AG404"


class NameFormatError(AutographError, ValueError):
    """A name is not of the form that such names have."""

    code = "AG403"


class GradientError(AutographError, LookupError):
    """A gradient is asked for that does not exist, or is not known."""

    code = "AG501"


class UnstagedGradientError(GradientError):
    """A gradient exists, but no graph has it: it crosses what Python does with objects.

    The undecorated function has it: Python runs that, where it may.
    """

    code = "AG504"


class TapeError(AutographError, RuntimeError):
    """A tape is asked for what it does not have, or no longer has."""

    code = "AG502"


class CustomGradientError(AutographError, TypeError):
    """A custom gradient does not take, or return, what it has to."""

    code = "AG503"


class SerialisationError(AutographError, pickle.PicklingError):
    """A function, or its graph, holds what cannot be written as data."""

    code = "AG604"


class GraphError(AutographError):
    """A graph breaks a rule, or an assertion fails: a defect, not a user's mistake."""

    code = "AG901"


class GraphSyntaxError(GraphError, ValueError):
    """The text of a graph cannot be parsed."""

    code = "AG902"


# The name that users import and see.
for _class in [cls for cls in globals().values() if isinstance(cls, type)]:
    if issubclass(_class, AutographError):
        _class.__module__ = "autograph.errors"


def show_origin(origin: Origin) -> str:
    """Return `file:line, in function` with the source line and a caret under it."""
    head = f"  {origin.filename}:{origin.lineno}, in {origin.function}"
    line = linecache.getline(origin.filename, origin.lineno)
    if not line.strip():
        return head
    text = line.strip()
    if origin.col is None or origin.end_col is None:
        return f"{head}\n      {text}"
    indent = len(line) - len(line.lstrip())
    start = max(origin.col - indent, 0)
    width = max(min(origin.end_col - origin.col, len(text) - start), 1)
    return f"{head}\n      {text}\n      {' ' * start}{'^' * width}"
