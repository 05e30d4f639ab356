"""Comparisons: of containers item by item, of objects by the methods of their class.

What is compared may be known only when the graph runs; then the answer is, too.
"""

from __future__ import annotations

import functools
import sys
import types
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from autograph.old_operators import none_arguments, range_arrays
from autograph.old_operators.identity import is_, where_there
from autograph.old_operators.iteration import StagedRange
from autograph.old_operators.kept_views import as_sets, view_now
from autograph.old_operators.list_protocol import COMPARISONS
from autograph.old_operators.lists import compare_lists
from autograph.old_operators.logic import and_, if_exp, not_
from autograph.old_operators.specials import is_users
from graph.dispatch import is_text, operate
from graph.errors import UnknownIdentityError
from graph.graph import current_graph, is_symbolic
from graph.keys import entry_of, is_open
from graph.old_staging.choosable import are_made_again
from graph.old_staging.chosen import Chosen, each
from graph.old_staging.numpy_numbers import has_hash
from graph.old_staging.object_operands import again, may_be_of_numpy
from graph.old_staging.residents import resident
from graph.old_staging.storage import on_class
from graph.old_staging.twins import may_be_twins
from graph.old_staging.variables import building
from graph.ops.core import truth
from graph.ops.list_queries import SAME_ITEM
from graph.origin import capture
from graph.partial import Optional, OptionalTensor, Undefined
from graph.segments import is_segmented
from graph.tables import has_run_sets, is_run_set, is_table
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor, Tensor

# What compares by itself, beside its own kind.
_ATOMS: Final = frozenset(
    {int, float, complex, bool, str, bytes, type(None), EagerTensor, SymbolicTensor}
)
_METHODS: Final[Mapping[str, str]] = {
    "==": "__eq__",
    "!=": "__ne__",
    "<": "__lt__",
    "<=": "__le__",
    ">": "__gt__",
    ">=": "__ge__",
}
_REFLECTED: Final[Mapping[str, str]] = {
    "==": "==",
    "!=": "!=",
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
}
# The file of methods that `dataclasses` writes.
_GENERATED: Final = "<string>"
# Their `==` compares tuples of the fields before Python 3.13.
_FIELDS_IN_TURN: Final = sys.version_info >= (3, 13)


def compare(symbol: str, left: Any, right: Any) -> Any:
    """Return a comparison, such as `left == right`: a bool, or a symbolic one."""
    if type(left) in _ATOMS and type(right) in _ATOMS:
        return COMPARISONS[symbol](left, right)
    if current_graph() is None:
        return COMPARISONS[symbol](left, right)
    if type(left) is Chosen:
        return each(left, lambda value: compare(symbol, value, right))
    if type(right) is Chosen:
        return each(right, lambda value: compare(symbol, left, value))
    if Optional in (type(left), type(right)) and symbol in ("==", "!="):
        found = where_there(left, right, lambda x, y: truth(compare("==", x, y)))
        return found if symbol == "==" else not_(found)
    if Optional in (type(left), type(right)) and symbol not in ("==", "!="):
        act = functools.partial(compare, symbol)
        return none_arguments.operate(act, COMPARISONS[symbol], left, right)
    sets = as_sets(symbol, view_now(left), view_now(right))
    if sets is not None:
        return compare(symbol, *sets)
    if are_made_again(left, right) and symbol in ("==", "!="):
        return is_(left, right) is (symbol == "==")
    arrays = range_arrays.operands(left, right)
    if arrays is not None:
        return COMPARISONS[symbol](*arrays)
    found = _compare_containers(symbol, left, right)
    if found is not NotImplemented:
        return found
    if _has_method(symbol, left) or _has_method(_REFLECTED[symbol], right):
        return _compare_objects(symbol, left, right)
    if StagedRange in (type(left), type(right)) and symbol in ("==", "!="):
        from autograph.old_operators.ranges import are_equal, is_range

        are_ranges = is_range(left) and is_range(right)
        found = are_equal(left, right) if are_ranges else False
        return not_(found) if symbol == "!=" else found
    if resident(left) is not None or may_be_twins(left, right):
        return _without_meaning(symbol, left, right)
    return compare_lists(symbol, left, right)


def is_same(one: Any, other: Any, *, is_settled: Any = False) -> Any:
    """Return whether two items of containers count as equal: a bool, or symbolic.

    Args:
        one: An item.
        other: Another one.
        is_settled: Has what came before settled it, so that nobody looks?
    """
    if one is other:
        return True
    if one is None or other is None:
        return is_(one, other)
    if _may_be_no_text(one) or _may_be_no_text(other):
        return truth(compare("==", one, other))
    texts = [_is_text(value) for value in (one, other)]
    if texts[0] is not texts[1]:
        number = other if texts[0] else one
        if is_number(number) or has_hash(number):
            return False
    if _may_be_one_nan(one, other):
        return _same_item(one, other, is_settled=is_settled)
    return truth(compare("==", one, other))


def _same_item(one: Any, other: Any, *, is_settled: Any = False) -> Any:
    """Compare two numbers when the graph runs, which raises if both are nan."""
    graph = building()
    given = map(graph.capture, (one, other, is_settled))
    return graph.add(SAME_ITEM, [*given], origin=capture()).outputs[0]


def _may_be_one_nan(one: Any, other: Any) -> bool:
    """Tell whether two numbers may be one object that is nan, which equals itself.

    In a container it does by its identity, which values of a graph do not have.
    """
    if not (_may_be_nan(one) and _may_be_nan(other)):
        return False
    if _is_tensor(one) is not _is_tensor(other):  # another is a number of Python's
        return False
    found = [value for value in (one, other) if is_symbolic(value)]
    new = [value for value in found if _is_new(value)]
    if not new:
        return bool(found)
    return not all(_is_new(value) or _was_before(value, new[0]) for value in found)


def _was_before(value: Any, made: Any) -> bool:
    """Tell whether a value was there when a node made another one."""
    if value.node.op.name == "placeholder":
        return True
    graph = made.graph
    if value.graph is graph:
        names = [node.name for node in graph.nodes]
        return names.index(value.node.name) < names.index(made.node.name)
    while graph is not None and graph is not value.graph:
        graph = graph.parent
    return graph is not None


def _is_new(value: Any) -> bool:
    """Tell whether a node makes a value that had no name before in Python either."""
    op = value.node.op
    if op.name == "getitem" or op.name.startswith("reduce_"):
        return True
    return op.is_elementwise and op.name not in _CHOOSING


# What gives, or may give, one of its operands: `+x`, `max(x, y)`.
_CHOOSING: Final = ("where", "maximum", "minimum", "positive")


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Tensor) and not is_number(value)


def _may_be_nan(value: Any) -> bool:
    if not is_scalar(value):
        return False
    if is_symbolic(value):
        dtype = value.spec.dtype
        return bool(dtype.is_floating or dtype.is_complex)
    return bool(value != value)  # noqa: PLR0124 - that is how nan is known


def is_number(value: Any) -> bool:
    """Tell whether it is a number of Python's that the graph carries."""
    return is_symbolic(value) and bool(value.spec.dtype.is_python)


def is_scalar(value: Any) -> bool:
    """Tell whether it is a number or a scalar, which compares without raising."""
    if isinstance(value, Tensor):
        return value.shape == () and type(value) is not OptionalTensor
    return isinstance(value, (int, float, complex, np.number, np.bool_))


def _is_text(value: Any) -> bool:
    return is_text(value) or isinstance(value, (str, bytes))


def _may_be_no_text(value: Any) -> bool:
    """Is it text that is None on some paths?"""
    return type(value) is OptionalTensor and is_text(value.value)


# -- Containers ------------------------------------------------------------------------


def _compare_containers(symbol: str, left: Any, right: Any) -> Any:
    """Compare two tuples, lists or dicts; NotImplemented for all else.

    Those that hold nothing but atoms compare as Python has it.
    """
    if has_run_sets() and _are_sets(left, right):
        return _DISPATCH["compare_sets"](symbol, left, right)
    if type(left) is type(right) is Counter and symbol in ("==", "!="):
        from autograph.old_operators import counter_calls  # which are converted

        if counter_calls.is_of_run(left) or counter_calls.is_of_run(right):
            found = counter_calls.equal(left, right)
            return not_(found) if symbol == "!=" else found
    for base in (tuple, list, dict):
        if isinstance(left, base) and isinstance(right, base):
            break
    else:
        return NotImplemented
    name = _METHODS[symbol]
    known = [getattr(each, name) for each in _COMPARED_AS[base]]
    if any(getattr(type(each), name) not in known for each in (left, right)):
        return NotImplemented
    if is_segmented(left) or is_segmented(right):
        if base is dict or symbol in ("==", "!="):
            return NotImplemented
        from autograph.old_operators.list_orders import ordered  # which compares items

        return ordered(symbol, left, right)
    if base is dict and symbol in ("==", "!=") and (is_table(left) or is_table(right)):
        found = _DISPATCH["equal_tables"](left, right)
        return not_(found) if symbol == "!=" else found
    is_equality = symbol in ("==", "!=")
    is_at_once = is_equality or not any(map(is_symbolic, (*left, *right)))
    if is_at_once and not (is_deep(left) or is_deep(right)):
        return NotImplemented
    if base is dict:
        if not is_equality:
            return NotImplemented
        found = _dicts_equal(left, right)
    elif is_equality:
        found = len(left) == len(right) and _all_same(zip(left, right, strict=True))
    else:
        return _ordered(symbol, left, right, 0)
    return not_(found) if symbol == "!=" and found is not NotImplemented else found


#: The classes whose comparisons are known, by what is compared.
_COMPARED_AS: Final[Mapping[type, tuple[type, ...]]] = {
    tuple: (tuple,),
    list: (list,),
    dict: (dict, OrderedDict),
}


def _are_sets(left: Any, right: Any) -> bool:
    kinds = (set, frozenset)
    if not (isinstance(left, kinds) and isinstance(right, kinds)):
        return False
    return is_run_set(left) or is_run_set(right)


def is_deep(container: Any) -> bool:
    """Tell whether a container holds what is symbolic, or may hold it further in.

    A list of numbers does not count: two of them compare at once, in the graph.
    """
    if isinstance(container, list):
        return not all(is_scalar(item) or type(item) is str for item in container)
    items = container.values() if isinstance(container, dict) else container
    plain = _ATOMS - {SymbolicTensor}
    return any(type(item) not in plain for item in items)


def _dicts_equal(left: Any, right: Any) -> Any:
    if left is right:
        return True
    has_order = isinstance(left, OrderedDict) and isinstance(right, OrderedDict)
    if is_open(left) or is_open(right):
        if has_order:
            return NotImplemented
        found: Any = True
        for key in {**left, **right}:
            same = functools.partial(_same_entry, left, right, key)
            found = same() if found is True else and_(lambda: found, same)  # noqa: B023
        return found
    if len(left) != len(right) or any(key not in right for key in left):
        return False
    if has_order and list(left) != list(right):
        return False
    return _all_same((value, right[key]) for key, value in left.items())


def _same_entry(left: Any, right: Any, key: Any) -> Any:
    """Do dicts that have a key on some paths only hold the same under a key?"""
    (one, is_first, _), (other, is_second, _) = (
        entry_of(each, key, is_ranked=False) for each in (left, right)
    )
    return if_exp(
        is_first,
        lambda: and_(lambda: is_second, lambda: is_same(one, other)),
        lambda: not_(is_second),
    )


def _all_same(pairs: Any) -> Any:
    found: Any = True
    for one, other in pairs:
        if found is False:
            return False
        found = _and_same(found, one, other)
    return found


def _and_same(found: Any, one: Any, other: Any) -> Any:
    if found is True:
        return is_same(one, other)
    if not (is_scalar(one) and is_scalar(other)):
        return and_(lambda: found, lambda: is_same(one, other))
    # Comparing numbers raises nothing: that need not wait for what was found.
    same = is_same(one, other, is_settled=not_(found))
    if same is False:
        return False
    return operate("bitwise_and", (found, same)) if is_symbolic(same) else found


def _ordered(symbol: str, left: Any, right: Any, place: int) -> Any:
    """Compare two sequences from a place on: by the first items that differ."""
    if place == min(len(left), len(right)):
        return COMPARISONS[symbol](len(left), len(right))
    one, other = left[place], right[place]
    return if_exp(
        is_same(one, other),
        lambda: _ordered(symbol, left, right, place + 1),
        lambda: compare(symbol, one, other),
    )


# -- Objects ---------------------------------------------------------------------------


def _has_method(symbol: str, value: Any) -> bool:
    """Has the class of an object a method for the comparison that Python wrote?"""
    if isinstance(value, Tensor):
        return False
    kind = type(value)
    found = on_class(kind, _METHODS[symbol])
    if symbol == "!=" and found is object.__ne__:
        found = on_class(kind, "__eq__")
    return is_users(found)


def _compare_objects(symbol: str, left: Any, right: Any) -> Any:
    """Do what Python does: ask one object, then the other, then the identity."""
    tries = [(symbol, left, right), (_REFLECTED[symbol], right, left)]
    kinds = type(left), type(right)
    if kinds[0] is not kinds[1] and issubclass(kinds[1], kinds[0]):
        tries.reverse()
    for asked, owner, other in tries:
        if may_be_of_numpy(owner) and type(other) not in _ATOMS:
            act = functools.partial(compare, asked)
            found = again(act, owner, other, is_left=True)
        else:
            found = _ask(asked, owner, other)
        if found is not NotImplemented:
            return found
    return _without_meaning(symbol, left, right)


def _without_meaning(symbol: str, left: Any, right: Any) -> Any:
    """Return what a comparison gives that neither of two objects has a meaning for."""
    if symbol in ("==", "!="):
        found = is_(left, right)
        return not_(found) if symbol == "!=" else found
    names = [f"'{_kind_name(each)}'" for each in (left, right)]
    raise TypeError(
        f"'{symbol}' not supported between instances of {names[0]} and {names[1]}"
    )


def _kind_name(value: Any) -> str:
    python = value.spec.dtype.python if is_number(value) else None
    return (python or type(value)).__name__


def _ask(symbol: str, owner: Any, other: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    kind = type(owner)
    method = on_class(kind, _METHODS[symbol])
    if isinstance(method, Undefined) or method is None:
        return NotImplemented
    if symbol == "!=" and method is object.__ne__:
        found = _ask("==", owner, other)
        return found if found is NotImplemented else not_(truth(found))
    if not is_users(method):
        return method.__get__(owner, kind)(other)
    fields = _compared_fields(kind, method)
    if fields is None:
        return converted_call(method, (owner, other), None)
    if type(other) is not kind:
        return NotImplemented
    if symbol == "==" and _FIELDS_IN_TURN:
        try:
            is_one = is_(owner, other)
        except UnknownIdentityError:
            return _equal_in_turn(owner, other, fields, _equal_but_nan)
        equal = functools.partial(compare, "==")
        return if_exp(
            is_one,
            lambda: True,
            lambda: _equal_in_turn(owner, other, fields, equal),
        )
    get_attr = _DISPATCH["get_attr"]
    sides = [tuple(get_attr(each, name) for name in fields) for each in (owner, other)]
    return compare(symbol, *sides)


def _equal_in_turn(
    owner: Any, other: Any, fields: Sequence[str], are_equal: Callable[[Any, Any], Any]
) -> Any:
    """Compare the fields one after the other, each by itself: nan is not nan."""
    first, *rest = fields
    found = are_equal(*(_DISPATCH["get_attr"](each, first) for each in (owner, other)))
    if not rest:
        return found
    return and_(lambda: found, lambda: _equal_in_turn(owner, other, rest, are_equal))


def _equal_but_nan(one: Any, other: Any) -> Any:
    """Compare fields of what may be one object, which equals itself with nan in it."""
    if _may_be_nan(one) and _may_be_nan(other):
        return _same_item(one, other)
    return compare("==", one, other)


def _compared_fields(kind: type, method: types.FunctionType) -> list[str] | None:
    """Return what a method compares that `dataclasses` wrote; None for others."""
    if method.__code__.co_filename != _GENERATED:
        return None
    for base in kind.__mro__:
        if method in base.__dict__.values():
            fields = base.__dict__.get("__dataclass_fields__", {})
            found = [name for name, each in fields.items() if each.compare]
            return found or None
    return None


_DISPATCH["compare"] = compare

__all__ = ["compare", "is_deep", "is_number", "is_same", "is_scalar"]
