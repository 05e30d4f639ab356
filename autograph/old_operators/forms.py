"""Handlers that are traced once for each form of what they handle.

`ValueError("a")` and `ValueError("a", x)` may reach one handler. As long as it asks
nothing that differs between them it is traced once; otherwise the run looks which form
the exception has, and has a handler for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from autograph.old_operators.conditionals import if_stmt
from graph.errors import DeferredExceptionError
from graph.graph import current_graph
from graph.old_staging.caught import CaughtError, caught_value, sites_of
from graph.old_staging.probing import Trial, probing
from graph.old_staging.raised import UNKNOWN, Site
from graph.old_staging.variables import building
from graph.ops.attempts import HAS_FORM
from graph.origin import capture
from graph.specs import TensorSpec


@dataclass(frozen=True, slots=True)
class Form:
    """What some of the places that may raise give a part of an exception.

    Attributes:
        structure: That of the part.
        specs: Of its leaves.
        sites: The places.
    """

    structure: str
    specs: tuple[TensorSpec, ...]
    sites: tuple[Site, ...]


class FormsDifferError(DeferredExceptionError):
    """A part of what was caught has another form for other places that raise.

    It is refused where no handler of this exception is being traced.
    """

    caught: CaughtError
    part: str
    forms: Sequence[Form]


def by_form(
    error: CaughtError, handle: Callable[[CaughtError], Any], state: Any
) -> None:
    """Trace a handler; once for each form if it asks what differs.

    Args:
        error: What is caught.
        handle: The handler.
        state: What returns the variables, what sets them, and their names.
    """
    if not _may_differ(sites_of(error)):
        handle(error)
        return
    get_state, set_state, names = state
    start, graph, trial = get_state(), current_graph(), Trial()
    assert graph is not None
    found = _tried(error, handle, graph, trial)
    if found is None:
        return
    set_state(start)
    first, *others = found.forms
    rest = tuple(site for form in others for site in form.sites)
    asked = {"part": found.part, "forms": ((first.structure, first.specs),)}
    held = building().capture(caught_value(error))
    node = building().add(HAS_FORM, [held], asked, origin=capture())
    if_stmt(
        node.outputs[0],
        lambda: by_form(_of(error, first.sites), handle, state),
        lambda: by_form(_of(error, rest), handle, state),
        get_state,
        set_state,
        names,
        len(names),
    )


def _tried(
    error: CaughtError, handle: Callable[[CaughtError], Any], graph: Any, trial: Trial
) -> FormsDifferError | None:
    with probing(graph, [handle], trial):
        try:
            handle(error)
        except FormsDifferError as differing:
            if caught_value(differing.caught) is not caught_value(error):
                raise
            trial.may_raise = True  # what was traced is taken back
            return differing
    return None


def _of(error: CaughtError, sites: Iterable[Site]) -> CaughtError:
    return CaughtError(caught_value(error), error._ag_classes, tuple(sites))


def _may_differ(sites: Sequence[Site]) -> bool:
    """May exceptions of these places hold what differs in type?"""
    kinds = {
        (
            site.kind,
            site.structure,
            tuple(map(_kind, site.leaves)),
            len(site.attributes),
        )
        for site in sites
        if site is not UNKNOWN
    }
    return len(kinds) + (UNKNOWN in sites) > 1


def _kind(leaf: Any) -> Any:
    return leaf[0] if type(leaf) is tuple else leaf


__all__ = ["Form", "FormsDifferError", "by_form"]
