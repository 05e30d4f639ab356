"""`is` and `is not`, when whether a value is None is known only when the graph runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from autograph.old_operators.alternatives import is_one as is_one_of_two
from autograph.old_operators.logic import and_, not_, or_
from graph import dtypes, nest
from graph.errors import DeferredExceptionError, UnknownIdentityError
from graph.graph import current_graph
from graph.old_staging.aliases import has_aliases, may_be_same, note_distinct
from graph.old_staging.caught import CaughtClass, CaughtError, is_class, is_same_error
from graph.old_staging.choices import Choice
from graph.old_staging.choosable import are_made_again
from graph.old_staging.chosen import Chosen, is_one
from graph.old_staging.members import Member
from graph.old_staging.number_types import number_types
from graph.old_staging.residents import is_same_resident, resident
from graph.old_staging.told_apart import refuse_either
from graph.old_staging.twins import may_be_twins
from graph.origin import capture_exact
from graph.partial import Optional, OptionalTensor, fields_of, is_none
from graph.tensor import SymbolicTensor


def is_(left: Any, right: Any) -> Any:
    """Return `left is right`: a bool, or a symbolic one.

    Raises:
        UnknownIdentityError: Only the run could tell.
        DeferredExceptionError: One is the class of an exception of the run.
    """
    if left is right:
        return True
    if left is None:
        left, right = right, left
    if _may_be_none(left, right) and right is not None:
        return where_there(left, right, _is_the_one)
    for one, other in ((left, right), (right, left)):
        if issubclass(type(one), Member):
            return one._ag_is_one(other)
        if type(one) is Choice:
            return one.is_one(other)
        if type(one) is Chosen:
            return is_one(one, other)
    if right is None:
        return is_none(left)
    for one, other in ((left, right), (right, left)):
        if _is_bool(one) and (isinstance(other, bool) or _is_bool(other)):
            return _same_bool(one, other)
        if isinstance(other, bool) and type(one) is SymbolicTensor:
            if bool in number_types(one):
                refuse_either(one, "the identity")
    for one, other in ((left, right), (right, left)):
        if type(one) is CaughtClass and isinstance(other, type):
            return issubclass(other, BaseException) and is_class(one, (other,))
    if CaughtClass in (type(left), type(right)):
        raise DeferredExceptionError(
            "the class of this exception is known only when the graph runs.",
            origin=capture_exact(),
            hint="Ask `issubclass` of it, or `isinstance` of the exception.",
        )
    if CaughtError in (_kind(left), _kind(right)):
        return is_same_error(left, right)
    if isinstance(left, SymbolicTensor) and isinstance(right, SymbolicTensor):
        raise UnknownIdentityError(
            "whether two values are one object is not known of values that are "
            "computed when the graph runs.",
            origin=capture_exact(),
            hint="Compare the values with `==`.",
        )
    mine, others = resident(left), resident(right)
    if mine is not None and others is not None:
        return is_same_resident(mine, others)
    if are_made_again(left, right) or may_be_twins(left, right):
        raise _unknown()
    found = is_one_of_two(left, right)
    if found is not None:
        return found
    if _may_be_rebuilt(left, right) or (has_aliases() and may_be_same(left, right)):
        raise _unknown()
    note_distinct(left, right)
    return False


def _unknown() -> UnknownIdentityError:
    return UnknownIdentityError(
        "whether these are one object is known only when the graph runs: a staged "
        "branch or loop leaves this or that one.",
        origin=capture_exact(2),
        hint="Compare what they hold with `==`.",
    )


def _kind(value: Any) -> type:
    """Return the class of a value, also of one that may be None."""
    return type(value.value if type(value) is Optional else value)


def is_not(left: Any, right: Any) -> Any:
    """Return `left is not right`: a bool, or a symbolic one."""
    return not_(is_(left, right))


def where_there(left: Any, right: Any, ask: Callable[[Any, Any], Any]) -> Any:
    """Compare values that may be None: None is like None, and like nothing else.

    Args:
        left: A value.
        right: Another one.
        ask: Compares what they are where they are not None.
    """
    no_left, no_right = is_none(left), is_none(right)
    one = left.value if type(left) in _MAYBE else left
    other = right.value if type(right) in _MAYBE else right
    return or_(
        lambda: and_(lambda: no_left, lambda: no_right),
        lambda: and_(
            lambda: not_(or_(lambda: no_left, lambda: no_right)),
            lambda: ask(one, other),
        ),
    )


def _may_be_none(left: Any, right: Any) -> bool:
    """May one of two be None, where that is not told by their being tensors?"""
    if Optional in (type(left), type(right)):
        return True
    is_maybe = OptionalTensor in (type(left), type(right))
    return is_maybe and all(isinstance(x, bool) or _is_bool(x) for x in (left, right))


_MAYBE: Final = (Optional, OptionalTensor)


def _is_the_one(left: Any, right: Any) -> Any:
    kind = type(left)
    if kind is type(right) and (kind is tuple or fields_of(kind) is not None):
        raise _unknown()  # what may be None is put together again, if it has parts
    return is_(left, right)


def _may_be_rebuilt(left: Any, right: Any) -> bool:
    """Is one of two tuples or records perhaps the other, put together again?

    They have no place of their own in a graph: what paths leave is made anew of their
    parts, so that being two objects while tracing says nothing.
    """
    kind = type(left)
    if kind is not type(right) or current_graph() is None:
        return False
    if not isinstance(left, tuple) and fields_of(kind) is None:
        return False
    return _holds_symbolic(left) or _holds_symbolic(right)


def _holds_symbolic(value: Any) -> bool:
    fields = fields_of(type(value))
    if fields is not None:
        return any(_holds_symbolic(getattr(value, name)) for name in fields)
    leaves = nest.flatten(value)
    return any(
        isinstance(leaf, SymbolicTensor)
        or (leaf is not value and _holds_symbolic(leaf))
        for leaf in leaves
    )


def _is_bool(value: Any) -> bool:
    return isinstance(value, SymbolicTensor) and value.spec.dtype is dtypes.python_bool


def _same_bool(left: Any, right: Any) -> Any:
    """There are two bools: those that are equal are one object."""
    if isinstance(right, bool):
        return left if right else not_(left)
    return left == right


__all__ = ["is_", "is_not", "where_there"]
