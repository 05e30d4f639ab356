"""The error for a symbolic tensor that is used where its trace does not reach."""

from __future__ import annotations

import re
from threading import get_ident
from typing import TYPE_CHECKING

from graph.errors import LeakedTensorError, StrayTensorError
from graph.origin import UNKNOWN, Origin, capture_exact

if TYPE_CHECKING:
    from graph.graph import Graph
    from graph.tensor import SymbolicTensor


def leaked(value: SymbolicTensor) -> LeakedTensorError:
    """Return the error for a symbolic tensor that is used where ops run at once.

    In another thread, while the graph is traced, that is a refusal.
    """
    root = value.graph.root
    if root.thread is not None and root.thread != get_ident():
        from graph.needed import note_refused  # which tensors need

        refusal = StrayTensorError(
            f"{value} is symbolic, and another thread uses it, which builds no graph.",
            origin=capture_exact(2),
            others=(("it was made here", value.node.origin),),
            hint="Start the thread outside of the function that is traced.",
        )
        note_refused(root, refusal)
        return refusal
    return LeakedTensorError(
        f"{value} is symbolic: it belongs to the graph of {value.graph.name!r} and "
        "has no value outside it.",
        origin=capture_exact(2),
        others=(("it was made here", value.node.origin),),
        hint="Return it from the function that is traced; what Python variables keep "
        "of a trace cannot be used later.",
    )


def leaked_into(graph: Graph, value: SymbolicTensor, origin: Origin) -> Exception:
    """Return the error for a tensor of another trace that is used in `graph`."""
    if _is_of_iteration(graph, value):
        name = re.sub(r"_\d+$", "", value.node.name)
        return StrayTensorError(
            f"this is of an object that the variable `{name}` held when an iteration "
            "of a loop began, and an exception may have left the loop since: what it "
            "holds is known in the iteration only.",
            origin=origin if origin is not UNKNOWN else None,
            hint="Read it in the loop, into a variable that is set before the `try`, "
            "or put the `try` into the loop.",
        )
    kind = LeakedTensorError
    if value.graph.root is graph.root:
        kind = StrayTensorError
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
    return kind(
        f"{value} {what}",
        origin=origin if origin is not UNKNOWN else None,
        others=() if made is UNKNOWN else (("it was made here", made),),
        hint=hint,
    )


def _is_of_iteration(graph: Graph, value: SymbolicTensor) -> bool:
    """Is it what an iteration begins with, in a `try` that a graph is outside of?"""
    is_input = value.node.op.name == "placeholder" and value.graph.is_repeated
    around = set(map(id, graph.attempts))
    left = any(id(each) not in around for each in value.graph.attempts)
    return is_input and left and value.graph.root is graph.root


__all__ = ["leaked_into"]
