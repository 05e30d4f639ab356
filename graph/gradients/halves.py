"""A finished graph taken apart: one that runs forward, one that runs backward.

    f (x)            forward (x)               backward (y, x, dz)
        y = sin(x)       y = sin(x)                ...
        z = y * x        z = y * x                 return dx
        return z         return z, y

What the second needs of the first is given by it besides; constants are copied, and
inputs are given again. Both are ordinary graphs, which can be taken apart again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from graph.errors import UnstagedGradientError
from graph.gradients import branches, loops  # noqa: F401  # control flow's rules
from graph.gradients.backward import flow_back
from graph.gradients.bodies import BackwardGraph, open_copy
from graph.gradients.leaves import is_live, new_heap
from graph.gradients.lifting import Finds, lift_graph
from graph.gradients.values import is_differentiable
from graph.graph import Graph
from graph.op import op_named
from graph.origin import capture_exact
from graph.python.record import OBJECT
from graph.specs import is_list
from graph.structure import is_placeholder
from graph.tensor import SymbolicTensor
from graph.unbroadcast import narrowed


@dataclass(frozen=True, eq=False)
class Halves:
    """A graph taken apart.

    Attributes:
        forward: Gives the outputs of the graph, then what `backward` needs of it.
        backward: Gives a gradient for each input for which there is one.
        read: What was made inputs of `forward`, after those of the graph.
        needs: For each of the first inputs of `backward` what it takes: the place of
            an input of `forward`, or -1 - i for its output i.
        flowing: The places of the outputs whose gradients `backward` takes then.
        given: For each gradient that `backward` gives the place of its input.
    """

    forward: Graph
    backward: Graph
    read: list[Hashable]
    needs: list[int]
    flowing: list[int]
    given: list[int]


def take_apart(
    graph: Graph,
    wanted: Sequence[bool],
    finds: Finds | None = None,
    n_results: int | None = None,
) -> Halves:
    """Take a graph apart.

    Args:
        graph: A finished graph without captures.
        wanted: For each input whether its gradient is; for an object, whether it holds
            something whose gradient is.
        finds: What of what the graph reads is to be an input; see `lifting`.
        n_results: How many of its outputs others see; all if None.

    Raises:
        GradientError: An op on the way has no gradient.
        UnstagedGradientError: A gradient would flow through an object that others see.
    """
    forward = open_copy(graph, None)  # type: ignore[arg-type]
    forward.is_block = False
    forward._captures = {}
    n_outputs = len(forward.outputs)
    read = {} if finds is None else lift_graph(forward, finds)
    places = [i for i, is_wanted in enumerate(wanted) if is_wanted]
    places += range(len(wanted), len(forward.inputs))
    objects = [i for i in places if forward.inputs[i].spec == OBJECT]
    places = [i for i in places if i not in objects]
    sources = [forward.inputs[i] for i in places]
    _check_results(forward, sources, n_results, is_given=bool(objects))
    flowing = [i for i, y in enumerate(forward.outputs) if is_differentiable(y.spec)]
    backward = BackwardGraph(f"{graph.name}_gradient", forward)
    dys = [backward.add_input(forward.outputs[i].spec, "dy") for i in flowing]
    needs = _Needs(forward, backward)
    backward.fetch = needs.fetch
    with backward.as_default():
        targets = [forward.outputs[i] for i in flowing]
        heap = new_heap() if objects else None
        found = flow_back(list(forward.nodes), targets, dys, sources, heap=heap)
        if heap is not None and heap.touched.value:
            raise _crossing("an argument")
        gradients = [
            None if dx is None else narrowed(dx, x.spec, x)
            for x, dx in zip(sources, found, strict=True)
        ]
    backward.inputs = [*needs.inputs, *dys]
    backward.finish([dx for dx in gradients if dx is not None])
    backward.parent = None
    forward.finish([*forward.outputs, *needs.kept])
    pairs = zip(places, gradients, strict=True)
    given = [place for place, dx in pairs if dx is not None]
    whole = [need if need >= 0 else need - n_outputs for need in needs.places]
    return Halves(forward, backward, list(read), whole, flowing, given)


def _check_results(
    graph: Graph,
    sources: Sequence[SymbolicTensor],
    n_results: int | None,
    *,
    is_given: bool,
) -> None:
    """Refuse results that are objects in which something may have a gradient."""
    if all(y.spec != OBJECT for y in graph.outputs[:n_results]):
        return
    if is_given or is_live(graph.nodes, sources):
        raise _crossing("a result")


def _crossing(what: str) -> UnstagedGradientError:
    return UnstagedGradientError(
        f"the gradient flows through objects that {what} of the function holds.",
        origin=capture_exact(2),
        hint="Give and return tensors; or tuples, lists and dicts of them that the "
        "function does not change in a loop.",
    )


@dataclass(slots=True, eq=False)
class _Needs:
    """Collects what the backward graph captures."""

    forward: Graph
    backward: BackwardGraph
    inputs: list[SymbolicTensor] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    kept: list[SymbolicTensor] = field(default_factory=list)

    def fetch(self, value: SymbolicTensor) -> SymbolicTensor:
        inner = self.backward.add_captured(value)
        self.inputs.append(inner)
        if is_placeholder(value.node):
            numbers = [id(x) for x in self.forward.inputs]
            self.places.append(numbers.index(id(value)))
            return inner
        self.places.append(-1 - len(self.kept))
        if is_list(value.spec):
            frozen = op_named("frozen_list")
            value = self.forward.add(frozen, [value]).outputs[0]
        self.kept.append(value)
        return inner
