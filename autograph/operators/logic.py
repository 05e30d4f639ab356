"""`and`, `or`, `not` and conditional expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.staging.branches import stage_branch
from autograph.values import operations
from autograph.values.operations import negated
from autograph.values.proxy import Told, Undefined
from graph.meant import meant
from graph.tensor import SymbolicTensor


def choose(
    condition: Any,
    if_true: Callable[[], Any],
    if_false: Callable[[], Any],
    name: str = "value",
) -> Any:
    """Return one of two values, as a condition of the run says."""
    held: list[Any] = [Undefined("value")]

    def put(state: tuple[Any, ...]) -> None:
        held[0] = state[0]

    def block(value: Callable[[], Any]) -> Callable[[], None]:
        def run() -> None:
            held[0] = told_value(value())

        return run

    blocks = block(if_true), block(if_false)
    stage_branch(condition, *blocks, lambda: (held[0],), put, (name,))
    return held[0]


@meant
def truth(value: Any) -> Any:
    """Return the truth of a value."""
    return value.is_true if type(value) is Told else operations.truth(value)


def asked_before(value: Any) -> Any:
    """Return what several operators ask for its truth, and Python once."""
    if not any(operations.own_method(value, x) for x in ("__bool__", "__len__")):
        return value
    found = operations.truth(value)
    return Told(value, is_true=found) if type(found) is bool else value


def told_value(value: Any) -> Any:
    """Return the value that operators make of what is `asked_before`."""
    return value.value if type(value) is Told else value


def not_(value: Any) -> Any:
    """Return `not value`."""
    return negated(truth(value))


def and_(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    """Return `left() and right()`."""
    first = left()
    condition = truth(first)
    if not isinstance(condition, SymbolicTensor):
        return right() if condition else first
    return choose(condition, right, lambda: first)


def or_(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    """Return `left() or right()`."""
    first = left()
    condition = truth(first)
    if not isinstance(condition, SymbolicTensor):
        return first if condition else right()
    return choose(condition, lambda: first, right)


def if_exp(
    condition: Any, if_true: Callable[[], Any], if_false: Callable[[], Any], _: str = ""
) -> Any:
    """Return `if_true() if condition else if_false()`."""
    found = truth(condition)
    if not isinstance(found, SymbolicTensor):
        return if_true() if found else if_false()
    return choose(found, if_true, if_false)
