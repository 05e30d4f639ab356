"""`and`, `or`, `not`: Python's own, staged when an operand is symbolic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from autograph.old_operators.specials import condition_of, is_told_by_user
from autograph.old_operators.truth_protocol import Told
from graph.graph import current_graph, is_symbolic
from graph.keys import Possible, is_open
from graph.old_staging import stage_cond
from graph.old_staging.one_of import ResultName
from graph.ops.core import python_not
from graph.ops.core import truth as truth_of
from graph.partial import Optional
from graph.segments import Segment, is_segmented
from graph.tables import Part, is_run_set, is_table
from graph.tensor import SymbolicTensor
from graph.value_operators import ValueOperators


def truth(value: Any) -> Any:
    """Return the truth of `value`: a bool, or a symbolic one."""
    return truth_of(condition_of(value))


def asked_once(value: Any) -> Any:
    """Return a value, or its truth where asking for that has effects.

    The value passes through two operators of which Python's own are one jump.
    """
    return bool(value) if current_graph() is None else condition_of(value)


def asked_again(value: Any) -> Any:
    """Return the truth of a value, or the value where asking for that has effects.

    Python asks for it here, and `not` asks once more for what that decided.
    """
    is_value = current_graph() is None or is_told_by_user(value)
    return value if is_value else truth(value)


def asked_before(value: Any) -> Any:
    """Return a value that several operators ask for its truth, and Python once.

    Where asking has effects, what is returned knows the answer; see `told_value`.

    Raises:
        OperatorNotAllowedInGraphError: The answer is known only when the graph runs.
    """
    if current_graph() is None:
        return Told(value, is_true=bool(value))
    if not is_told_by_user(value):
        return value
    return Told(value, is_true=bool(condition_of(value)))


def told_value(value: Any) -> Any:
    """Return the value that operators have made of what may be `asked_before`."""
    return value.value if type(value) is Told else value


def settled(value: Any) -> Any:
    """Return a value whose truth Python itself asks for.

    Raises:
        OperatorNotAllowedInGraphError: Whether it is empty is known only when the graph
            runs, which a list or dict cannot tell Python; or its value is.
    """
    if type(value) is SymbolicTensor:
        value._refuse("deciding on", _BINDS)
    if isinstance(value, (list, dict)):
        condition = condition_of(value)
        if is_staged(condition):
            bool(python_not(condition))
    return value


_BINDS: Final = (
    "What comes after this condition binds a name by `:=`, and stands in a lambda, a "
    "comprehension, an f-string, a display of a dict, or beside `*`, where that is not "
    "staged. Bind the name in a statement of its own."
)


def not_(value: Any) -> Any:
    """Return `not value`."""
    value = condition_of(value)
    return python_not(value) if is_staged(value) else not value


def and_(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    """Return `left() and right()`: the first operand if false, else the second."""
    first = left()
    condition = condition_of(first)
    if not is_staged(condition):
        return right() if condition else first
    names = (ResultName("the value of `and`"),)
    return stage_cond(condition, lambda: [right()], lambda: [first], names)[0]


def or_(left: Callable[[], Any], right: Callable[[], Any]) -> Any:
    """Return `left() or right()`: the first operand if true, else the second."""
    first = left()
    condition = condition_of(first)
    if not is_staged(condition):
        return first if condition else right()
    names = (ResultName("the value of `or`"),)
    return stage_cond(condition, lambda: [first], lambda: [right()], names)[0]


def if_exp(
    condition: Any,
    if_true: Callable[[], Any],
    if_false: Callable[[], Any],
    source: str = "",
) -> Any:
    """Return `if_true() if condition else if_false()`."""
    condition = condition_of(condition)
    if not is_staged(condition):
        return if_true() if condition else if_false()
    name = f"the value of `... if {source} else ...`"
    names = (ResultName(name if source else "the value of the conditional expression"),)
    return stage_cond(condition, lambda: [if_true()], lambda: [if_false()], names)[0]


def is_staged(condition: Any) -> bool:
    """Is the condition known only when a graph runs?"""
    if condition is True or condition is False:  # mostly, and at once
        return False
    return (
        is_symbolic(condition)
        or isinstance(condition, ValueOperators)
        or type(condition) is Optional
        or is_unknown_length(condition)
    ) and current_graph() is not None


def is_unknown_length(value: Any) -> bool:
    """Is it a list or dict of which it is not known whether it is empty?"""
    if is_open(value):
        return all(type(item) is Possible for item in value.values())
    if is_table(value):
        return is_unknown_length(dict.__getitem__(value, Part.KEYS))
    if is_run_set(value):
        return is_unknown_length(next(iter(value)).elements)
    return is_segmented(value) and all(type(item) is Segment for item in value)


__all__ = [
    "and_",
    "asked_again",
    "asked_before",
    "asked_once",
    "if_exp",
    "is_staged",
    "not_",
    "or_",
    "settled",
    "told_value",
    "truth",
]
