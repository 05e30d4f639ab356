"""What Python says of a dimension that tracing does not know: it is None there.

`x.shape[0] * 2` is a number in plain Python, as the run is, and `x.shape` of an unknown
rank has a length. An error of a graph that says otherwise is a refusal, and no
exception of the user's, which the graph would raise or hand to a handler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from weakref import WeakSet

from graph.errors import AutographError, UnknownLengthError
from graph.graph import Graph, current_graph
from graph.origin import place_in
from graph.tensor_shape import UnknownRankError

if TYPE_CHECKING:
    from graph.origin import Origin

_HINT: Final = (
    "ag.shape(x) is a tensor of what the run knows. Or give the input signature the "
    "dimensions."
)

# The outermost graphs in which such a dimension was read. Written by `note_unknown`.
_READ: Final[WeakSet[Graph]] = WeakSet()


def note_unknown() -> None:
    """Note that the function being traced has read a shape that is not known."""
    graph = current_graph()
    if graph is not None:
        _READ.add(graph.root)


def refuse_none(error: BaseException) -> None:
    """Raise a refusal in place of what Python says of None, where it is a dimension.

    Raises:
        UnknownLengthError: It is one.
    """
    graph = current_graph()
    if graph is None or graph.root not in _READ or isinstance(error, AutographError):
        return
    # Of Python it is "NoneType", of NumPy also "None".
    if isinstance(error, (TypeError, AttributeError)) and "None" in str(error):
        raise UnknownLengthError(
            f"{error}: `x.shape` has None where tracing does not know a dimension.",
            origin=place_in(error.__traceback__),
            hint=_HINT,
        ) from None


def refuse_rank(error: BaseException, origin: Origin) -> None:
    """Raise a refusal in place of an error of a shape without a rank.

    Raises:
        UnknownLengthError: It is one.
    """
    if isinstance(error, UnknownRankError):
        raise UnknownLengthError(f"{error}.", origin=origin, hint=_HINT) from None


__all__ = ["note_unknown", "refuse_none", "refuse_rank"]
