"""Gradients of what a graph computes, without a tape: `ag.gradients`, `ag.hessians`.

The graph that is being built has recorded all that a tape would have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from graph import nest
from graph.errors import GradientError, TapeError
from graph.gradients.tape import GradientTape
from graph.graph import Graph, Node, current_graph
from graph.origin import capture_exact


def gradients(
    ys: Any,
    xs: Any,
    grad_ys: Any = None,
    name: str = "gradients",
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    stop_gradients: Any = None,
    unconnected_gradients: Any = "none",
) -> list[Any]:
    """Return the gradients of the sum of all ys by each x, in a decorated function.

    Args:
        ys: A tensor, or a list of them.
        xs: A tensor or a variable, or a list of them.
        grad_ys: What the gradient of each y is multiplied with; 1 by default.
        name: Of no effect.
        gate_gradients: Of no effect.
        aggregation_method: Of no effect.
        stop_gradients: Tensors that count as constants on the way.
        unconnected_gradients: `none` or `zero`: what to give for an x that no y depends
            on.

    Returns:
        A list, with an element for each x.

    Raises:
        TapeError: No graph is being built.
        GradientError: An op on the way has no gradient; or a branch or loop reads a
            variable by which is differentiated.
    Source:  TensorFlow's gradients
    """
    del name, gate_gradients, aggregation_method
    sources, stops = _listed(xs), _listed(stop_gradients)
    targets = nest.flatten(ys)
    tape = _recorded("gradients", sources, stops)
    dys = None if grad_ys is None else nest.flatten(grad_ys)
    found: list[Any] = tape.gradient(
        targets, sources, dys, unconnected_gradients=unconnected_gradients
    )
    return found


def hessians(
    ys: Any,
    xs: Any,
    gate_gradients: bool = False,
    aggregation_method: Any = None,
    name: str = "hessians",
) -> list[Any]:
    """Return the second derivatives of the sum of all ys by each x.

    Args:
        ys: A tensor, or a list of them.
        xs: A tensor or a variable, or a list of them.
        gate_gradients: Of no effect.
        aggregation_method: Of no effect.
        name: Of no effect.

    Returns:
        A list, with an element for each x.

    Shape:   x (n...) -> (n..., n...)
    Dtype:   that of x

    Raises:
        TapeError: No graph is being built.
        GradientError: As `gradients` does.
    Source:  TensorFlow's hessians
    """
    del gate_gradients, aggregation_method, name
    sources = _listed(xs)
    firsts = gradients(ys, sources, unconnected_gradients="zero")
    found = []
    for first, source in zip(firsts, sources, strict=True):
        tape = _recorded("hessians", [source], [])
        found.append(tape.jacobian(first, source, unconnected_gradients="zero"))
    return found


def _listed(values: Any) -> list[Any]:
    if values is None:
        return []
    return list(values) if isinstance(values, (list, tuple)) else [values]


def _recorded(what: str, sources: Sequence[Any], stops: Sequence[Any]) -> GradientTape:
    """Return a tape with what the graph has done so far.

    Raises:
        TapeError: No graph is being built.
        GradientError: A branch or loop reads a variable among the sources.
    """
    graph = current_graph()
    if graph is None:
        raise TapeError(
            f"ag.{what} is called outside of a decorated function.",
            origin=capture_exact(2),
            hint="Record with a tape: `with ag.GradientTape() as tape`, then "
            "tape.gradient(y, x).",
        )
    tape = GradientTape(persistent=True, watch_accessed_variables=False)
    tape.watch(sources)
    stopped = {id(x) for x in stops}
    nodes = list(_nodes(graph))
    for node in nodes:
        _check_reads(node.subgraphs.values(), tape)
    tape.look_back(
        node for node in nodes if all(id(y) not in stopped for y in node.outputs)
    )
    return tape


def _nodes(graph: Graph) -> Iterator[Node]:
    """Yield the nodes of a graph, after those of the graphs around it."""
    if graph.parent is not None:
        yield from _nodes(graph.parent)
    yield from graph.nodes


def _check_reads(bodies: Iterable[Graph], tape: GradientTape) -> None:
    for body in bodies:
        for node in body.nodes:
            is_read = node.op.name in ("read_variable", "const")
            if is_read and tape.key_of(node) is not None:
                raise GradientError(
                    "a branch or loop reads a variable, or holds a tensor, by which is "
                    "differentiated.",
                    origin=capture_exact(3),
                    others=(("it is read here", node.origin),),
                    hint="Use a tape, `with ag.GradientTape() as tape`, which takes "
                    "note of that; or read the variable before.",
                )
            _check_reads(node.subgraphs.values(), tape)


__all__ = ["gradients", "hessians"]
