"""Check results.

    %0 = log(x)                         %0 = log(x)
    return %0                  ->       %1 = check_result(%0, made_by='log')
                                        return %1

Keeps  the signature, dtypes and every bit; and raises where a result has a NaN or an
       infinity.
Skips  what only hands on, or reads, what was made elsewhere; Python's own floats, as
       plain Python does not check them; the insides of a `try` that is staged, whose
       handlers know nothing of such errors: what leaves it is checked.
Runs   first, and only while `ag.debugging.enable_check_numerics` is in force: folding
       would hide where a result was made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph import numerics
from graph.ops.assertions import CHECK_RESULT
from graph.passes.rewrite import Skip, rewrite
from graph.python.control import TRY
from graph.structure import is_constant

if TYPE_CHECKING:
    from graph.graph import Graph, Node
    from graph.passes.rewrite import Answer, Builder
    from graph.specs import TensorSpec


def check_results(graph: Graph) -> Graph:
    """Add a check after every node that makes floats."""
    inside = _insides(graph)

    def rule(node: Node, to: Builder) -> Answer:
        if id(to.source) in inside:
            return Skip("is inside a `try`")
        if not _makes_results(node):
            return Skip("makes no results")
        if not any(_is_checked(value.spec) for value in node.outputs):
            return Skip("gives no floats")
        to.append(node)
        return [
            to.add(CHECK_RESULT, (value,), {"made_by": node.op.name})[0]
            if _is_checked(value.spec)
            else value
            for value in node.outputs
        ]

    return rewrite(graph, rule)


def _insides(graph: Graph) -> set[int]:
    """Return the identities of the bodies of `try`, and of all bodies in those."""
    found: set[int] = set()
    pending = [(graph, False)]
    while pending:
        each, is_inside = pending.pop()
        if is_inside:
            found.add(id(each))
        for node in each.nodes:
            inner = is_inside or node.op is TRY
            pending += [(body, inner) for body in node.subgraphs.values()]
    return found


def _makes_results(node: Node) -> bool:
    op = node.op
    if op is TRY:
        return True
    if is_constant(node) or op.is_control:
        return False
    return numerics.makes_results(op, node.effects)


def _is_checked(spec: TensorSpec) -> bool:
    return not spec.dtype.is_python and spec.dtype.numpy.kind in "fc"


__all__ = ["check_results"]
