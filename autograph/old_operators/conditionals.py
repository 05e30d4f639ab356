"""The `if` statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.old_operators.logic import is_staged
from autograph.old_operators.specials import condition_of
from graph import nest
from graph.dtypes import python_bool
from graph.graph import is_symbolic
from graph.old_staging import stage_cond
from graph.old_staging.blocks import restoring
from graph.ops.core import PYTHON_NOT
from graph.tensor import SymbolicTensor

State = tuple[Any, ...]


def if_stmt(
    condition: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Run one of two blocks, which change variables of the enclosing function.

    Args:
        condition: Any value; staged when it is symbolic.
        body: The block that runs when it is true.
        orelse: The block that runs when it is false.
        get_state: Returns the values of the variables that the blocks change.
        set_state: Sets them.
        symbol_names: Their names.
        nouts: How many of them, counted from the first, are read afterwards.
    """
    condition = condition_of(condition)
    if not is_staged(condition):
        if condition:
            body()
        else:
            orelse()
        return
    start = get_state()

    def traced(block: Callable[[], None], known: bool) -> Callable[[], Sequence[Any]]:
        def run() -> Sequence[Any]:
            set_state(_refine(start, condition, known))
            with restoring(set_state, start):
                block()
                return get_state()[:nouts]

        return run

    names = symbol_names[:nouts]
    results = stage_cond(condition, traced(body, True), traced(orelse, False), names)
    set_state((*results, *start[nouts:]))


def _refine(start: State, condition: Any, known: bool) -> State:
    """Put what a branch knows in place of variables that were its condition.

    In the `else` of `if not done`, `done` is True: this is how a function whose
    paths all return is seen to return always. After `if x is None`, `x` has a value.
    """
    if not is_symbolic(condition):
        return start
    negated = None
    if condition.node.op is PYTHON_NOT:
        negated = condition.node.inputs[0]

    def truth_of(flag: Any) -> bool | None:
        if flag is condition:
            return known
        return not known if flag is negated else None

    return tuple(_refined(value, truth_of) for value in start)


def _refined(value: Any, truth_of: Callable[[Any], bool | None]) -> Any:
    flagged = nest.FLAGGED.get(type(value))
    if flagged is not None:
        found = truth_of(value.flag)
        if found is None:
            return value
        return flagged.build(value.names, value.value, found)
    # A number that was the condition is nonzero, not True.
    is_bool = isinstance(value, SymbolicTensor) and value.spec.dtype is python_bool
    found = truth_of(value) if is_bool else None
    return value if found is None else found


__all__ = ["if_stmt"]
