"""What the documents' compiler refuses: text, and values without a known rank.

%0 = upper(s)        : string[]          refused: the result needs it
print(%1)                                left to Python, with what makes its text
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph import dtypes
from graph.errors import InvalidArgumentError, UnimplementedError
from graph.passes.prune import prune
from graph.specs import innermost

if TYPE_CHECKING:
    from graph.graph import Graph, Node
    from graph.tensor import SymbolicTensor

# What printing and raising write: their text is made by Python, whoever compiles.
_TOLD: Final = frozenset({"output", "control"})


def check_compilable(graph: Graph, name: str) -> None:
    """Check a graph that is to be compiled.

    Args:
        graph: The graph of a function.
        name: The name of the function.

    Raises:
        InvalidArgumentError: It needs text for more than to print it, or to raise.
        UnimplementedError: The rank of a value is not known.
    """
    _check(prune(graph), name)


def _check(graph: Graph, name: str) -> None:
    used = _used(graph)
    for node in graph.nodes:
        for value in node.outputs:
            if _is_text(value) and id(value) in used:
                raise InvalidArgumentError(
                    f"{name}() has jit_compile=True, which takes no text, and "
                    f"{value.name!r} is a {value.spec.strong.dtype.name} tensor.",
                    origin=node.origin,
                    hint="Text that is printed or raised is left to Python. For other "
                    "text leave out jit_compile.",
                )
            if value.spec.shape is None:
                raise UnimplementedError(
                    f"{name}() has jit_compile=True, which needs to know ranks, and "
                    f"that of {value.name!r} is not known.",
                    origin=node.origin,
                    hint="Give the input signature the number of dimensions, as in "
                    "ag.TensorSpec([None, None]); or leave out jit_compile.",
                )
        for body in node.subgraphs.values():
            _check(body, name)


def _used(graph: Graph) -> set[int]:
    """Return the identities of the values that something needs the value of."""
    used = {id(value) for value in graph.outputs}
    for node in reversed(graph.nodes):
        if not _is_told(node, used):
            # What bodies do with their inputs is looked at there.
            # Python's own operations make text for what is printed or raised.
            is_passed = bool(node.subgraphs) or _makes_no_number(node)
            used |= {id(x) for x in node.inputs if not (is_passed and _is_text(x))}
    return used


def _is_told(node: Node, used: set[int]) -> bool:
    """Tell whether a node prints or raises, or makes text for what does."""
    if node.subgraphs:
        return False
    if node.outputs:
        return not node.effects and not any(id(x) in used for x in node.outputs)
    return _TOLD.issuperset(node.effects.writes)


def _makes_no_number(node: Node) -> bool:
    """Is it an operation of Python's that gives text, or objects, alone?"""
    if node.op.source is None:
        return False
    return all(_is_text(x) or x.spec.dtype is dtypes.opaque for x in node.outputs)


def _is_text(value: SymbolicTensor) -> bool:
    spec = innermost(value.spec)
    return spec is not None and spec.dtype in (dtypes.string, dtypes.python_str)


__all__ = ["check_compilable"]
