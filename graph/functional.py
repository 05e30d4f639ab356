"""`cond` and `while_loop` as functions of callables, for code that is not converted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graph.graph import current_graph, is_symbolic
from graph.staging import stage_cond, stage_while
from graph.value_operators import value_of, values_in


def cond(
    pred: Any,
    true_fn: Callable[[], Any],
    false_fn: Callable[[], Any],
    name: str | None = None,
) -> Any:
    """Return `true_fn()` if `pred` is true, else `false_fn()`.

    Args:
        pred: A scalar; when it is symbolic both functions are traced, and one runs.
        true_fn: Takes nothing; returns a tensor or a structure of tensors.
        false_fn: The same, with the same structure.
        name: Kept for the specification's sake.

    Raises:
        BranchMismatchError: The functions return what cannot be joined.

    Source:  specification, cond
    """
    del name
    pred = value_of(pred)
    if current_graph() is None or not is_symbolic(pred):
        return values_in(true_fn() if pred else false_fn())
    names = ("the value of `cond`",)
    return stage_cond(
        pred, lambda: [values_in(true_fn())], lambda: [values_in(false_fn())], names
    )[0]


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Sequence[Any],
    name: str | None = None,
) -> Any:
    """Run `body` on the loop variables while `cond` of them is true.

    Args:
        cond: Takes the variables; returns a scalar.
        body: Takes the variables; returns the new ones.
        loop_vars: Their first values: tensors or structures of tensors.
        name: Kept for the specification's sake.

    Returns:
        The last values, as a sequence like `loop_vars`.

    Raises:
        BranchMismatchError: A variable changes to what its type cannot hold.

    Source:  specification, while_loop
    """
    del name
    kind = type(loop_vars)
    loop_vars = [values_in(each) for each in loop_vars]
    if current_graph() is None:
        values = loop_vars
        while cond(*values):
            values = _as_values(body(*values), len(values))
        return kind(values)  # type: ignore[call-arg]
    names = [f"loop_vars[{place}]" for place in range(len(loop_vars))]
    results = stage_while(
        lambda values: cond(*values),
        lambda values: _as_values(body(*values), len(names)),
        loop_vars,
        names,
    )
    return kind(results)  # type: ignore[call-arg]


def _as_values(result: Any, count: int) -> list[Any]:
    if count == 1 and not isinstance(result, (list, tuple)):
        return [values_in(result)]
    return [values_in(each) for each in result]


__all__ = ["cond", "while_loop"]
