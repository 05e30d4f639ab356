"""Tests of staged loops that change something: each is asked once, where Python asks.

The first is asked ahead of the loop, which carries what it gave; the body ends with the
next one.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Sequence
from typing import Any, Final

from autograph.old_operators.loop_options import Declared, shapes_of
from autograph.old_operators.specials import condition_of
from graph.graph import Graph, current_graph
from graph.old_staging import stage_while
from graph.old_staging.blocks import restoring, trace_block
from graph.old_staging.survivors import survivors
from graph.old_staging.watch import Watch
from graph.ops.core import truth

State = tuple[Any, ...]

# The operators by which a test may call what the user has written, or advance an
# iterator.
_CALLING: Final = frozenset(
    {"converted_call", "get_attr", "consume", "for_stmt", "in_", "not_in"}
)


def changes(test: Callable[[], Any], before: State, after: State) -> bool:
    """Tell whether a test changes objects, or variables of the loop.

    Args:
        test: The test.
        before: The variables before it was asked.
        after: The variables now.
    """
    if any(one is not other for one, other in zip(before, after, strict=True)):
        return True
    code = getattr(test, "__code__", None)
    if code is None or not _calls(code):
        return False
    probe = Graph("test", current_graph(), is_block=True)  # what it traces is forgotten
    probe.is_repeated = True
    probe.root.objects.closed.append(probe)
    watched: list[Watch] = []
    asked = trace_block(probe, lambda: [truth(condition_of(test()))], (test,), watched)
    # An iterator may have come to its end when the test was asked ahead of the loop.
    return watched[0].has_iterators or bool(survivors(asked))


def _calls(code: types.CodeType) -> bool:
    """Tell whether converted code may call functions, or advance iterators."""
    inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return not _CALLING.isdisjoint(code.co_names) or any(map(_calls, inner))


def stage_with_changes(
    condition: Any,
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    declared: Declared,
) -> None:
    """Stage a loop whose test changes something: it runs ahead of the loop and in it.

    Args:
        condition: What the test has given ahead of the loop.
        test: The test.
        body: The block.
        get_state: Returns the values of the variables that the loop changes.
        set_state: Sets them.
        symbol_names: Their names.
        declared: The shapes that they keep to.
    """
    start = get_state()

    def traced_body(values: Sequence[Any]) -> Sequence[Any]:
        set_state(tuple(values[1:]))
        with restoring(set_state, start):
            body()
            going_on = truth(condition_of(test()))
            return (going_on, *get_state())

    results = stage_while(
        lambda values: values[0],
        traced_body,
        (truth(condition), *start),
        ("the test of a loop", *symbol_names),
        shapes_of(declared, start),
    )
    set_state(tuple(results[1:]))


__all__ = ["changes", "stage_with_changes"]
