"""The walk back: from targets to sources, over what was applied in between.

    active = what depends on the sources            (forwards)
    for each application, from the last:            (backwards)
        add what its rule makes of its outputs' gradients to those of its inputs

It does not matter whether the applications are nodes of a graph or were recorded by a
tape: rules are made of ops, which run at once or are recorded themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graph import dtypes, ops
from graph.errors import GradientError, UnstagedGradientError
from graph.gradients.explicit import explicit
from graph.gradients.kept import KeptList
from graph.gradients.leaves import (
    Heap,
    is_live,
    leaves_of,
    new_heap,
    reached,
    touches_leaves,
)
from graph.gradients.values import AtPlace, has_gradient
from graph.op import Leaves, NoGradient, Order, Zero
from graph.origin import capture_exact
from graph.python.leaves import ALWAYS
from graph.specs import element_of, is_list, spec_of
from graph.tensor import Tensor
from graph.unbroadcast import apply_raw, zeros_for

if TYPE_CHECKING:
    from graph.op import Application, GradientRule


def may_flow(application: Application) -> bool:
    """Tell whether anything can flow back through an application."""
    return not isinstance(application.op.gradient, Zero) and any(
        map(has_gradient, application.outputs)
    )


def depending(
    applications: Iterable[Application],
    sources: Iterable[Any],
    *,
    is_live: bool = False,
) -> set[int]:
    """Return the ids of the sources, and of all values with gradients through them.

    Args:
        applications: What was applied, in order.
        sources: Values.
        is_live: May objects hold something that depends on the sources?
    """
    found = {id(source) for source in sources}
    for application in applications:
        if not may_flow(application):
            continue
        if any(id(x) in found for x in application.inputs) or (
            is_live and touches_leaves(application)
        ):
            found |= {id(y) for y in application.outputs if has_gradient(y)}
    return found


@dataclass(slots=True)
class Flow:
    """What has come back so far, to each value.

    Attributes:
        parts: For each value, by id, what is to be added up.
    """

    parts: dict[int, list[Any]] = field(default_factory=dict)

    def add(self, value: Any, part: Any) -> None:
        """Let a part come back to a value."""
        self.parts.setdefault(id(value), []).append(part)

    def has(self, value: Any) -> bool:
        """Has anything come back to a value?"""
        return id(value) in self.parts

    def total(self, value: Any) -> Any:
        """Return the gradient of a value, None if nothing has come back."""
        parts = self.parts.get(id(value))
        if parts is None:
            return None
        if len(parts) > 1 or isinstance(parts[0], AtPlace):
            self.parts[id(value)] = parts = [_sum(parts, value)]
        return parts[0]


def _sum(parts: Sequence[Any], value: Any) -> Any:
    whole = [part for part in parts if not isinstance(part, AtPlace)]
    if isinstance(value, KeptList):
        return _sum_kept(whole, [x for x in parts if isinstance(x, AtPlace)], value)
    total = whole[0] if whole else zeros_for(value)
    for part in whole[1:]:
        total = (
            apply_raw("list_add", total, part)
            if is_list(spec_of(value))
            else ops.add(total, part)
        )
    for part in parts:
        if isinstance(part, AtPlace):
            of_lists = is_list(element_of(spec_of(value)))
            name = "list_add_list_at" if of_lists else "list_add_at"
            total = apply_raw(name, total, part.index, part.dy)
    return total


def _sum_kept(
    whole: Sequence[KeptList], places: Sequence[AtPlace], value: KeptList
) -> KeptList:
    total = whole[0] if whole else value.zeros()
    for part in whole[1:]:
        total = total.plus(part)
    for place in places:
        total = total.plus_at(place.index, place.dy._value)
    return total


def flow_back(
    applications: Sequence[Application],
    targets: Sequence[Any],
    dys: Sequence[Any],
    sources: Sequence[Any],
    begun: Mapping[int, Any] | None = None,
    heap: Heap | None = None,
) -> list[Any]:
    """Return the gradients of targets, weighed with `dys` and added up, by sources.

    Args:
        applications: What was applied, in order.
        targets: Values; those that depend on no source are passed over.
        dys: A gradient for each target, None for one that does not count.
        sources: Values.
        begun: For places of sources, what the gradient is to be added to.
        heap: In a body, the cotangents of leaves, if objects hold what depends on the
            sources of the whole.

    Returns:
        A gradient for each source, None if no target depends on it.

    Raises:
        GradientError: There is no rule for an op on the way.
    """
    if heap is None and is_live(applications, sources):
        heap = new_heap()
    if heap is not None:
        applications = explicit(applications, reached(applications, sources))
    return _flow_back(applications, targets, dys, sources, begun or {}, heap)


def _flow_back(
    applications: Sequence[Application],
    targets: Sequence[Any],
    dys: Sequence[Any],
    sources: Sequence[Any],
    begun: Mapping[int, Any],
    heap: Heap | None,
) -> list[Any]:
    active = depending(applications, sources, is_live=heap is not None)
    flow = Flow()
    for target, dy in zip(targets, dys, strict=True):
        if dy is not None and id(target) in active:
            flow.add(target, dy)
    for place, part in begun.items():
        flow.parts.setdefault(id(sources[place]), []).insert(0, part)
    for application in reversed(applications):
        has_dy = any(map(flow.has, application.outputs))
        is_on_way = has_dy and any(id(x) in active for x in application.inputs)
        if is_on_way or _is_visited(application, active, heap, has_dy=has_dy):
            _step(application, flow, active, heap)
    return [flow.total(source) for source in sources]


def _is_visited(
    at: Application, active: set[int], heap: Heap | None, *, has_dy: bool
) -> bool:
    """Tell whether a gradient flows through an operation on objects, or a body.

    What was stored may have a gradient though no result of the storing has one.
    """
    if heap is None:
        return False
    does = leaves_of(at)
    if does is None:
        is_repeated = at.op.order is Order.AGAIN_AND_AGAIN
        return touches_leaves(at) and (has_dy or heap.touched.value or is_repeated)
    if does is Leaves.BORDER:
        is_stored = any(id(x) in active for x in at.inputs) or at.op in ALWAYS
        return has_dy or (is_stored and heap.touched.value)
    if does is Leaves.READS:
        return has_dy or (heap.touched.value and any(map(_is_object, at.outputs)))
    is_given = any(_is_object(x) or id(x) in active for x in at.inputs)
    return does is Leaves.OPEN and is_given and (has_dy or heap.touched.value)


def _is_object(value: Any) -> bool:
    return isinstance(value, Tensor) and value.spec.dtype is dtypes.opaque


def _step(
    at: Application, flow: Flow, active: set[int], heap: Heap | None = None
) -> None:
    """Let the gradients of an application's outputs flow to its inputs."""
    if isinstance(at.op.gradient, Zero):
        return
    rule = rule_of(at)
    inputs = at.inputs  # loops have more of them once they are differentiated
    dys = [flow.total(y) for y in at.outputs]
    wanted = [id(x) in active and has_gradient(x) for x in inputs]
    # Control flow is differentiated as a whole: for those inputs alone.
    told: dict[str, Any] = {"wanted": wanted} if at.op.is_control else {}
    if heap is not None and at.op.is_control and touches_leaves(at):
        told["heap"] = heap
    elif leaves_of(at) is Leaves.BORDER:
        assert heap is not None
        heap.origin = at.origin
        told["heap"] = heap
    parts = rule(at, *dys, **told)
    for x, is_wanted, part in zip(inputs, wanted, parts, strict=True):
        if part is not None and is_wanted:
            dx = part() if callable(part) else part
            if dx is not None:
                flow.add(x, dx)


def rule_of(at: Application) -> GradientRule:
    """Return the rule for an application.

    Raises:
        GradientError: There is none.
    """
    gradient = at.op.gradient
    if gradient is None or isinstance(gradient, (NoGradient, Zero)):
        why = f": {gradient.why}" if isinstance(gradient, NoGradient) else ""
        kind = GradientError if at.op.leaves is None else UnstagedGradientError
        raise kind(
            f"the gradient flows through {at.op.name}, which has none{why}.",
            origin=capture_exact(2),
            others=((f"{at.op.name} is applied here", at.origin),),
            hint="Use ag.stop_gradient where it is to count as a constant.",
        )
    return gradient


__all__ = [
    "depending",
    "flow_back",
    "may_flow",
]
