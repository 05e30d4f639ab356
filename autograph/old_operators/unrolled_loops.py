"""`for` loops that Python steps through while tracing: each iteration is recorded."""

from __future__ import annotations

import functools
import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.deques import steps_of
from autograph.old_operators.draws import Failure, drawn, ended, leave
from autograph.old_operators.iteration import live_items
from autograph.old_operators.logic import is_staged
from autograph.old_operators.table_views import Rest, sources_of
from graph.errors import UnrollingError
from graph.graph import current_graph
from graph.keys import is_open
from graph.keys import refusal as refusal_of_keys
from graph.origin import capture_exact
from graph.segments import is_segmented, refusal
from graph.tables import is_table
from graph.tables import refusal as refusal_of_table

State = tuple[Any, ...]

# A loop that only a symbolic `break` can end is unrolled at most so far.
MAX_GUARDED = 10_000


@dataclass(frozen=True)
class Remaining:
    """What a loop has still to step through, which Python does not.

    Attributes:
        items: What it is.
        live: Where the rest of a list of the run begins and ends, and what gives its
            items; None if it is something else.
        done: How many iterations have been recorded.
    """

    items: Any
    live: tuple[Any, Any, Callable[[Any], Any]] | None
    done: int


def unroll(
    items: Iterable[Any],
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
) -> Remaining | None:
    """Run a block for each item; return what is left for a loop of another kind.

    Args:
        items: What Python iterates over.
        extra_test: Asked before each item; false ends the loop. None for no such
            test.
        body: The block; takes the item.
        get_state: Returns the values of the variables that the loop changes.
        set_state: Sets them.
        symbol_names: Their names.

    Raises:
        UnrollingError: Only the run knows where the loop ends, and it is long.
        SideEffectError: Only the run knows where, and what gives the items has
            effects.
    """
    rest = Rest(items)
    steps = rest.stepping(steps_of(items))
    iterator = ended(steps, items)
    try:
        if extra_test is None:
            return _all(rest, iterator, items, body)
        done, remaining = _tested(rest, iterator, items, extra_test, body)
    except BaseException as error:
        leave(iterator, error)
        raise
    if done is None:
        leave(iterator)
        return remaining
    state = get_state, set_state, symbol_names
    return _guarded(rest, steps, items, done, extra_test, body, state)


def _all(
    rest: Rest, iterator: Iterator[Any], items: Any, body: Callable[[Any], None]
) -> Remaining | None:
    sources = sources_of(items)
    for done, item in enumerate(iterator, 1):
        body(item)
        later = rest.after(done)
        if later is not None:
            return Remaining(later, None, done)
        _refuse_growth(sources)
        if is_segmented(items) and not isinstance(items, deque):  # since just now
            return Remaining(items, (done, *live_items(items)), done)
    return None


def _tested(
    rest: Rest,
    iterator: Iterator[Any],
    items: Any,
    extra_test: Callable[[], Any],
    body: Callable[[Any], None],
) -> tuple[int | None, Remaining | None]:
    """Run a block as long as a test is known to give true.

    Returns: How often it ran if the test gave what only the run knows, else None; and
        what is left.
    """
    sources = [*sources_of(items), items]
    for done in itertools.count():
        going_on = extra_test()
        if is_staged(going_on):
            return done, None
        if not going_on:
            return None, None
        try:
            item = next(iterator)
        except StopIteration:
            return None, None
        body(item)
        later = rest.after(done + 1)
        if later is not None:
            return None, Remaining(later, None, done + 1)
        _refuse_growth(sources)
    raise AssertionError("counting has no end")


def _guarded(
    rest: Rest,
    steps: Iterator[Any],
    items: Any,
    done: int,
    extra_test: Callable[[], Any],
    body: Callable[[Any], None],
    state: tuple[Callable[[], State], Callable[[State], None], Sequence[str]],
) -> Remaining | None:
    """Run a block for each item if the loop has not been left, as the run knows."""
    sources = [*sources_of(items), items]
    get_state, set_state, symbol_names = state
    for count, item in enumerate(drawn(steps, items, _always, True), 1):
        if count > MAX_GUARDED:
            raise _unrolled_too_far(items)
        act = functools.partial(_run, steps, body, item)
        if_stmt(
            extra_test(),
            act,
            lambda: None,
            get_state,
            set_state,
            symbol_names,
            len(symbol_names),
        )
        later = rest.after(done + count)
        if later is not None:
            return Remaining(later, None, done + count)
        _refuse_growth(sources)
    return None


def _run(steps: Iterator[Any], body: Callable[[Any], None], item: Any) -> None:
    """Run the body of a loop, a block that belongs to those after it."""
    if (graph := current_graph()) is not None:
        graph.part_of = steps
    if type(item) is Failure:
        raise item.error
    body(item)


def _unrolled_too_far(items: Any) -> UnrollingError:
    return UnrollingError(
        f"this loop over a Python {type(items).__name__} ends on a condition known "
        f"only when the graph runs; {MAX_GUARDED} iterations are unrolled already.",
        origin=capture_exact(3),
        hint="Iterate over ag.range or a tensor, or use `while`: those loops are "
        "staged.",
    )


def _always() -> bool:
    return True


def _refuse_growth(sources: list[Any]) -> None:
    """Refuse lists and dicts that change while Python steps through them."""
    if any(map(is_table, sources)):
        raise refusal_of_table("it comes to be so while it is stepped through")
    if any(map(is_open, sources)):
        raise refusal_of_keys("keys are added or deleted while it is stepped through")
    if any(map(is_segmented, sources)):
        raise refusal("it is changed by a loop that steps through it as it stands")


__all__ = ["Remaining", "unroll"]
