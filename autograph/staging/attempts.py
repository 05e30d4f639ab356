"""`try`: its body, and what runs when an exception leaves that in the middle.

A variable that the body assigns is saved after each assignment, in a cell of the run
that the handler reads. Objects that change in the body are objects of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from autograph.staging.branches import State, stage_branch
from autograph.values import operations
from autograph.values.nodes import emit, put, site_here, spec_of, statement, widen
from autograph.values.proxy import Proxy
from autograph.values.sites import Site
from autograph.values.specs import ANY, SiteSpec
from autograph.values.state import current, graph
from graph.python.control import CAUGHT, TRY
from graph.python.objects import NEW
from graph.python.protocols import SET_ATTR


@dataclass(frozen=True, slots=True)
class Attempt:
    """A `try` that is being traced.

    Attributes:
        cell: Where variables are saved.
        site: Its site.
        names: The variables that the handler may read.
        start: What they are before it.
        depth: How many blocks are around its body.
    """

    cell: Proxy
    site: Site
    names: tuple[str, ...]
    start: State


def save(name: str, value: Any) -> Any:
    """Save a variable that was assigned, for the handlers of the `try`s around."""
    trace = current()
    for attempt in trace.tries:
        if name not in attempt.names:
            continue
        site = save_in(attempt, name)
        held = [attempt.cell.symbol, put(site, f".{name}", value)]
        statement(SET_ATTR, held, name=name)
    return value


def save_in(attempt: Attempt, name: str) -> Site:
    """Return the site of what a `try` saves, a variable among it."""
    site = attempt.site.find()
    if name not in site.saved:
        site.saved |= {name}
        current().known.note(f"{name} is saved in the try of {site.where}")
        current().is_stale = True
        spec = spec_of(attempt.start[attempt.names.index(name)])
        if spec is not None:
            widen(site, f".{name}", spec)
    return site


def stage_try(
    body: Callable[[], None],
    handler: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: Sequence[str],
) -> None:
    """Trace a body, and what runs when it has raised."""
    trace = current()
    site = site_here(SimpleNamespace, "try")
    site.is_real = True
    attrs: dict[str, Any] = {"cls": SimpleNamespace}
    (symbol,) = emit(NEW, [], (SiteSpec(site),), **attrs)
    cell = Proxy(symbol, SiteSpec(site))
    start, listed = get_state(), list(names)
    for name in sorted(site.saved):
        held = [symbol, put(site, f".{name}", start[listed.index(name)])]
        statement(SET_ATTR, held, name=name)
    attempt = Attempt(cell, site, tuple(names), start)

    def tried() -> None:
        trace.tries.append(attempt)
        try:
            body()
        finally:
            trace.tries.pop()

    def begin() -> None:
        state = list(start)
        for name in site.find().saved:
            state[listed.index(name)] = operations.get_attr(cell, name)
        set_state(tuple(state))

    true = graph().constant(True)
    stage_branch(
        true, tried, handler, get_state, set_state, names, op=TRY, begin_orelse=begin
    )


def caught() -> Proxy:
    """Return the exception that the run is handling."""
    return Proxy(emit(CAUGHT, [], (ANY,))[0], ANY)
