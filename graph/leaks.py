"""The error for a symbolic tensor that is used where its trace does not reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.errors import LeakedTensorError
from graph.origin import UNKNOWN, Origin, capture_exact

if TYPE_CHECKING:
    from graph.graph import Graph
    from graph.tensor import SymbolicTensor


def leaked(value: SymbolicTensor) -> LeakedTensorError:
    """Return the error for a symbolic tensor that is used where ops run at once."""
    return LeakedTensorError(
        f"{value.described()} is symbolic: it belongs to the graph of "
        f"{value.graph.name!r} and has no value outside it.",
        origin=capture_exact(2),
        others=(("it was made here", value.node.origin),),
        hint="Return it from the function that is traced; what Python variables keep "
        "of a trace cannot be used later.",
    )


def leaked_into(graph: Graph, value: SymbolicTensor, origin: Origin) -> Exception:
    """Return the error for a tensor of another trace that is used in `graph`."""
    if value.graph.root is graph.root:
        what = "was made in a staged branch or loop and is used outside of it."
        hint = (
            "What a branch or loop computes leaves it in variables, and in objects "
            "that are made before it: make the object there, or return the value."
        )
    else:
        what = (
            "was made while another function was traced and is used here, in graph "
            f"{graph.name!r}."
        )
        hint = (
            "A symbolic tensor lives as long as its trace: return it, or keep state "
            "in an ag.Variable."
        )
    made = value.node.origin
    return LeakedTensorError(
        f"{value.described()} {what}",
        origin=origin if origin is not UNKNOWN else None,
        others=() if made is UNKNOWN else (("it was made here", made),),
        hint=hint,
    )


__all__ = ["leaked", "leaked_into"]
