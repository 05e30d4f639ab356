"""Comparisons, identity and membership."""

from __future__ import annotations

import collections
import collections.abc
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, Final, cast

import numpy as np

from autograph.operators.displays import ask
from autograph.operators.logic import and_, not_, or_
from autograph.values import numpy_values as arrays
from autograph.values import operations
from autograph.values.kinds import (
    ATOMS,
    holds_run,
    is_instance,
    is_of_run,
    special,
)
from autograph.values.nodes import boxed_value, check_foreign, lift, node, spec_of
from autograph.values.operations import PLAIN
from autograph.values.proxy import COMPARISONS, Proxy
from autograph.values.specs import BOOL, FLOAT, is_plain
from autograph.values.state import Unstageable, current
from graph.errors import ResultTypeError
from graph.meant import meant
from graph.ops.debugging import assert_that
from graph.ops.logic import equal, logical_or
from graph.python.protocols import BINARY
from graph.tensor import SymbolicTensor, Tensor
from graph.value_operators import ValueOperators, value_of

_NUMPYS: Final = (np.ndarray, np.generic)
_CONTAINERS: Final = (list, tuple, dict, set, collections.deque, frozenset)


@meant
def compare(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right`."""
    if type(left) in ATOMS and type(right) in ATOMS:
        return PLAIN[symbol](left, right)
    if type(left) is Proxy or type(right) is Proxy:
        return operations.binary(symbol, left, right)
    is_of_run = holds_run(left) or holds_run(right)
    if isinstance(left, _CONTAINERS) and isinstance(right, _CONTAINERS) and is_of_run:
        if symbol in ("==", "!=") and type(left) is type(right) in (list, tuple):
            found = _are_equal(left, right)
            return found if symbol == "==" else not_(found)
        if symbol in ("==", "!=") and type(left) is type(right) is dict:
            keys = (*left, *right)
            if not any(map(holds_run, keys)) and left.keys() == right.keys():
                found = _are_equal([*left.values()], [right[key] for key in left])
                return found if symbol == "==" else not_(found)
        return operations.binary(symbol, *(Proxy(*lift(x)) for x in (left, right)))
    if is_of_run and (isinstance(left, _NUMPYS) or isinstance(right, _NUMPYS)):
        held = [Proxy(*lift(x)) if isinstance(x, _NUMPYS) else x for x in (left, right)]
        return operations.binary(symbol, *held)
    for each, other in ((left, right), (right, left)):
        if isinstance(each, _CONTAINERS) and _is_python_number(other):
            return node(BINARY, [left, right], BOOL, symbol=symbol)
    for value in (left, right):
        if is_instance(value) and _compares(type(value), symbol):
            return _by_methods(symbol, left, right)
    is_complex = _is_python_number(right) and right.spec.dtype.is_complex
    if is_complex and type(left) in ATOMS:
        left = lift(left)[0]  # so that an error tells of them in this order
    return PLAIN[symbol](left, right)


def _is_python_number(value: Any) -> bool:
    return isinstance(value, SymbolicTensor) and value.spec.dtype.is_python


def _compares(cls: type, symbol: str) -> bool:
    names = ("__eq__", "__ne__") if symbol in ("==", "!=") else _ORDERING
    return any(special(cls, name) for name in names)


_ORDERING: Final = ("__lt__", "__le__", "__gt__", "__ge__")


def _by_methods(symbol: str, left: Any, right: Any) -> Any:
    found = operations._by_own_methods(symbol, left, right, is_update=False)
    return _by_others(symbol, left, right) if found is NotImplemented else found


def _by_others(symbol: str, left: Any, right: Any) -> Any:
    """Compare where the methods of the user's, which are asked once, have not."""
    name, mirrored = COMPARISONS[symbol], _MIRRORED.get(symbol, symbol)
    asked = (left, right, name), (right, left, COMPARISONS[mirrored])
    for owner, other, each in asked:
        method = getattr(type(owner), f"__{each}__")
        is_own = isinstance(method, FunctionType)
        if not is_own and method is not getattr(object, f"__{each}__"):
            found = method(owner, other)
            if found is not NotImplemented:
                return found
    if symbol in ("==", "!="):
        return (left is right) is (symbol == "==")
    names = " and ".join(f"'{type(x).__name__}'" for x in (left, right))
    raise TypeError(f"'{symbol}' not supported between instances of {names}")


_MIRRORED: Final = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _are_equal(left: Any, right: Any) -> Any:
    if len(left) != len(right):
        return False
    found: Any = True
    for first, second in zip(left, right, strict=True):
        if first is not second:
            found = and_(_given(found), _asked(_is_or_equals, first, second))
    return found


def compare_equal(left: Any, right: Any) -> Any:
    """Return `left == right`."""
    return compare("==", left, right)


def _is_or_equals(first: Any, second: Any) -> Any:
    """Compare items as containers do, where nan, and arrays, equal themselves."""
    if not (is_of_run(first) and is_of_run(second)):
        return compare_equal(first, second)
    if not operations.may_not_equal_itself(first, second):
        return compare_equal(first, second)
    if all(spec_of(x) == FLOAT for x in (first, second)):
        return or_(_asked(is_, first, second), _asked(compare_equal, first, second))
    if any(operations.tensor_symbol(x).spec.shape != () for x in (first, second)):
        return is_(first, second)  # which says that no run can tell
    return or_(_asked(compare_equal, first, second), lambda: _is_no_nan(first, second))


def _is_no_nan(first: Any, second: Any) -> bool:
    """Return False for two numbers; the run refuses to tell of two that are nan.

    Whether they are one object depends on the path that was taken.
    """
    x, y = operations.tensor_symbol(first), operations.tensor_symbol(second)
    assert_that(
        logical_or(equal(x, x), equal(y, y)),
        template="whether nan in a list equals nan depends on which objects they are",
        exception=ResultTypeError,
    )
    return False


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


def _asked(function: Callable[..., Any], *args: Any) -> Callable[[], Any]:
    return lambda: operations.truth(function(*args))


def is_(left: Any, right: Any) -> Any:
    """Return `left is right`."""
    trace = current()
    trace.is_compared |= id(left) in trace.args and id(right) in trace.args
    is_joined = id(left) in trace.joined or id(right) in trace.joined
    if is_joined or is_of_run(left) or is_of_run(right):
        return operations.is_same(left, right)
    return left is right


def is_not(left: Any, right: Any) -> Any:
    """Return `left is not right`."""
    return not_(is_(left, right))


@meant
def in_(item: Any, items: Any) -> Any:
    """Return `item in items`."""
    items = value_of(items) if isinstance(items, ValueOperators) else items
    if type(items) is Proxy:
        return operations.contains(item, items)
    if is_instance(items):
        method = special(type(items), "__contains__")
        if method is not None:
            return operations.truth(operations.call(method, items, item))
        if special(type(items), "__iter__") is not None:
            return _is_among(item, items)
    among = tuple(items) if isinstance(items, dict) else items  # its keys alone count
    if not (holds_run(item) or holds_run(among)):
        check_foreign(items)
        return item in items
    if isinstance(items, (set, frozenset, dict)):
        return operations.contains(item, items)
    if isinstance(items, (range, str)):
        known = spec_of(item)
        is_direct = known is not None and is_plain(known)
        held = item if is_direct else boxed_value(item)
        return node(BINARY, [held, items], BOOL, symbol="in")
    if isinstance(items, type({}.items())) and type(item) is tuple and len(item) == 2:
        operations.call(hash, item[0])  # which may raise
    if isinstance(items, (collections.abc.MappingView, list, tuple, collections.deque)):
        found: Any = False
        held = list(cast("Iterable[Any]", items))
        is_held = any(each is item for each in held)
        for each in held:
            if each is item:
                return or_(_given(found), _given(True))
            equals = compare_equal if is_held else _is_or_equals
            found = or_(_given(found), _asked(equals, each, item))
        return found
    if isinstance(items, Tensor):
        return arrays.contains(item, items)
    raise Unstageable(f"`in` of a {type(items).__name__}")


def _is_among(item: Any, items: Any) -> Any:
    """Look for an item in what operators draw from an object of the user's."""

    def is_it(each: Any) -> Any:
        found = is_(each, item)
        return or_(_given(found), _asked(compare, "==", each, item))

    return ask(any, items, lambda each: (True, lambda: is_it(each)))


def not_in(item: Any, items: Any) -> Any:
    """Return `item not in items`."""
    return not_(in_(item, items))
