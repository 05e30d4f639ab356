"""Sets with elements that only the run knows.

`graph.tables` tells what stands in such a set: a list of its elements. In which order
Python would give them is not known, so that nothing that depends on it is staged.
"""

from __future__ import annotations

import builtins
import copy
import functools
import types
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators import lists
from autograph.old_operators.kept_views import View
from autograph.old_operators.logic import and_, not_
from autograph.old_operators.python_builtins import converted, is_decided_by_run
from autograph.old_operators.table_calls import FUNCTIONS
from autograph.old_operators.table_steps import STEPPING
from autograph.old_operators.table_views import listed
from autograph.old_operators.tables import append_key, are_alike, is_run_key, place_of
from autograph.options import OPERATORS
from autograph.set_operators import unsent_around
from graph import dtypes, specs
from graph.graph import current_graph
from graph.old_staging.aliases import check_write, note_change
from graph.old_staging.numpy_numbers import gives_hashed
from graph.old_staging.residents import check_key
from graph.old_staging.storage import set_content
from graph.segments import is_made, is_segmented
from graph.tables import (
    MARK,
    Members,
    Part,
    before_run_sets,
    check_not_stepped,
    is_run_set,
    is_table,
    note_run_sets,
    refusal,
)
from graph.tensor import _DISPATCH

_SETS: Final = (set, frozenset)

# -- Elements --------------------------------------------------------------------------


def elements_of(found: Any) -> list[Any]:
    """Return the list of the elements of such a set."""
    (members,) = found
    assert type(members) is Members
    return members.elements


def made_of(elements: list[Any], kind: type = set) -> Any:
    """Return a set of a list of elements, none of which is there twice."""
    note_run_sets()
    return kind((Members(elements),))


def _check_operators() -> None:
    """Refuse such a set where a function under way may give it to Python's operators.

    Raises:
        UnknownKeysError: One may.
    """
    code = unsent_around()
    if code is not None:
        raise refusal(
            f"{code.co_qualname.split('.')[-1].removeprefix(OPERATORS)}() has `-`, `&` "
            "or `^` that would be Python's, and is of a module that has no sets",
            "set",
        )


before_run_sets(_check_operators)


def become(found: set[Any]) -> list[Any]:
    """Let a set hold its elements in a list, which is changed then; return that."""
    if is_run_set(found):
        check_write(found)
    else:
        note_run_sets()
        check_not_stepped(found)
        note_change(found)
        elements = list(found)
        set_content(found, {Part.MARK: MARK, Part.KEYS: elements})
    return elements_of(found)


def can_become(found: Any) -> bool:
    """Can a set be given elements that only the run knows?"""
    return type(found) in _SETS and are_alike(found) and current_graph() is not None


def contains(found: Any, item: Any) -> Any:
    """Return `item in found`."""
    elements = elements_of(found) if is_run_set(found) else list(found)
    return place_of(elements, item, "set") >= 0


def is_concerned(found: Any, item: Any) -> bool:
    """Tell whether it depends on the run whether something is in a set."""
    if not isinstance(found, _SETS):
        return False
    check_key(item)
    if is_run_set(found):
        return True
    return type(item) is tuple and is_run_key(item) and can_become(found)


def length(found: Any) -> Any:
    """Return `len(found)`."""
    return lists.length(elements_of(found))


def truth_of(found: Any) -> Any:
    """Return `bool(found)`."""
    return lists.truth_of(elements_of(found))


# -- Methods ---------------------------------------------------------------------------


def _add(found: Any, item: Any) -> None:
    elements = become(found)
    _append(elements, place_of(elements, item, "set"), item)


@converted
def _append(elements: Any, place: Any, item: Any) -> None:
    if place < 0:
        append_key(elements, item, "set")


def _discard(found: Any, item: Any) -> None:
    elements = become(found)
    _take_out(elements, place_of(elements, item, "set"))


@converted
def _take_out(elements: Any, place: Any) -> None:
    if place >= 0:
        del elements[place]


def _remove(found: Any, item: Any) -> None:
    elements = become(found)
    _take_out_if_there(elements, place_of(elements, item, "set"), item)


@converted
def _take_out_if_there(elements: Any, place: Any, item: Any) -> None:
    if place < 0:
        raise KeyError(item)
    del elements[place]


def _clear(found: Any) -> None:
    elements = become(found)
    note_change(elements)
    elements.clear()


def _pop(found: Any) -> Any:
    del found
    raise refusal("pop() takes one of them", "set")


def copied(found: Any) -> Any:
    """Return a set of the same class with the same elements."""
    return made_of(lists.get_item(elements_of(found), slice(None)), type(found))


def _update(found: Any, *others: Any) -> None:
    elements = become(found)
    for other in others:
        _add_all(elements, _items(other))


@converted
def _add_all(elements: Any, items: Any) -> None:
    for item in items:
        place = place_of(elements, item, "set")
        if place < 0:
            append_key(elements, item, "set")


def _items(other: Any) -> Any:
    """Return what is stepped through in any order, which nobody notices."""
    return elements_of(other) if is_run_set(other) else listed(other)


def _as_elements(other: Any) -> list[Any]:
    """Return the elements of a set, or of what a set can be made of."""
    if is_run_set(other):
        return elements_of(other)
    if isinstance(other, _SETS):
        return list(other)
    return elements_of(made(other))


def made(items: Any = (), kind: type = set) -> Any:
    """Return a set of items that the run decides."""
    if is_run_set(items):
        return made_of(lists.get_item(elements_of(items), slice(None)), kind)
    elements: list[Any] = []
    _add_all(elements, _items(items))
    return made_of(elements, kind)


def _union(found: Any, *others: Any) -> Any:
    result = made_of(_as_elements(found)[:], type(found))
    elements = elements_of(result)
    for other in others:
        _add_all(elements, _items(other))
    return result


def _intersection(found: Any, *others: Any) -> Any:
    elements = _as_elements(found)
    for other in others:
        elements = _kept(elements, _as_elements(other), True)
    return made_of(elements[:], type(found))


def _difference(found: Any, *others: Any) -> Any:
    elements = _as_elements(found)
    for other in others:
        elements = _kept(elements, _as_elements(other), False)
    return made_of(elements[:], type(found))


@converted
def _kept(elements: Any, others: Any, is_there: Any) -> Any:
    kept: list[Any] = []
    for item in elements:
        if (place_of(others, item, "set") >= 0) == is_there:
            append_key(kept, item, "set")
    return kept


def _symmetric_difference(found: Any, other: Any) -> Any:
    mine, others = _as_elements(found), _as_elements(other)
    result = made_of(_kept(mine, others, False)[:], type(found))
    _add_all(elements_of(result), _kept(others, mine, False))
    return result


def _in_place(name: str) -> Callable[..., None]:
    def change(found: Any, *others: Any) -> None:
        result = elements_of(_METHODS[name](found, *others))
        elements = become(found)
        note_change(elements)
        elements[:] = result

    return change


def _is_subset(found: Any, other: Any) -> Any:
    return _all_there(_as_elements(found), _as_elements(other))


@converted
def _all_there(elements: Any, others: Any) -> Any:
    for item in elements:  # noqa: SIM110 - it is converted
        if place_of(others, item, "set") < 0:
            return False
    return True


def _is_superset(found: Any, other: Any) -> Any:
    return _is_subset(_as_set(other), found)


def _as_set(other: Any) -> Any:
    return other if isinstance(other, _SETS) else made(other)


def _is_disjoint(found: Any, other: Any) -> Any:
    return _none_there(_as_elements(found), _as_elements(other))


@converted
def _none_there(elements: Any, others: Any) -> Any:
    for item in elements:  # noqa: SIM110 - it is converted
        if place_of(others, item, "set") >= 0:
            return False
    return True


_METHODS: Final[Mapping[str, Callable[..., Any]]] = {
    "add": _add,
    "discard": _discard,
    "remove": _remove,
    "clear": _clear,
    "pop": _pop,
    "copy": copied,
    "__copy__": copied,
    "update": _update,
    "union": _union,
    "intersection": _intersection,
    "difference": _difference,
    "symmetric_difference": _symmetric_difference,
    "intersection_update": _in_place("intersection"),
    "difference_update": _in_place("difference"),
    "symmetric_difference_update": _in_place("symmetric_difference"),
    "issubset": _is_subset,
    "issuperset": _is_superset,
    "isdisjoint": _is_disjoint,
    "__contains__": contains,
    "__len__": length,
}
_COUNTING: Final = (Counter.update, Counter.subtract)
_EXTENDING: Final = frozenset({"extend", "extendleft"})
_WITH_ITEM: Final = frozenset({"add", "discard", "remove", "__contains__"})


def call_on_sets(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a method or builtin; None if nothing.

    Raises:
        UnknownKeysError: The order of the elements matters to it.
    """
    if current_graph() is None:
        return None
    owner = getattr(function, "__self__", None)
    if isinstance(owner, _SETS) and not isinstance(function, type):
        return _method(owner, function.__name__, args)
    if _adds_in_order(function, owner) and is_made() and any(map(is_run_set, args)):
        raise refusal(f"{function.__name__}() asks for them in order", "set")
    if not args or type(function) not in FUNCTIONS:
        return None
    if function in _SETS:
        is_run = _is_of_run(args[0]) or (
            type(args[0]) in (list, tuple) and any(map(is_run_key, args[0]))
        )
        return functools.partial(made, kind=function) if is_run else None
    if not is_made() or not any(map(is_run_set, args)):
        return None
    if len(args) == 1 and kwargs.keys() <= {"key", "reverse", "default"}:
        if function in _IN_ANY_ORDER:
            return functools.partial(_looked_at, function)
        if function is builtins.sum and _are_integers(args[0]):
            return functools.partial(_looked_at, function)
    if function in _IN_ORDER or type(owner) is str:  # `", ".join(found)`
        raise refusal(f"{function.__name__}() asks for them in order", "set")
    return _BUILTINS.get(function) if is_run_set(args[0]) else None


def _adds_in_order(function: Any, owner: Any) -> bool:
    """Is it a method of a container that adds items one by one, or pairs of them?"""
    if isinstance(owner, Counter):  # whose methods Python wrote
        return getattr(function, "__func__", None) in _COUNTING
    if type(function) is not types.BuiltinMethodType:
        return False
    if isinstance(owner, dict):
        return function.__name__ == "update"
    return isinstance(owner, (list, deque)) and function.__name__ in _EXTENDING


def _method(owner: Any, name: str, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    if not is_run_set(owner):
        is_run = any(map(_is_of_run, args)) or any(
            type(each) in (list, tuple) and any(map(is_run_key, each)) for each in args
        )
        if name in _WITH_ITEM:
            check_key(args[0] if args else None)
            is_run = bool(args) and is_run_key(args[0])
        if not is_run or not can_become(owner):
            return None
    if type(owner) not in _SETS:
        raise refusal(f"it is of {type(owner).__name__}, a subclass of set", "set")
    method = _METHODS.get(name)
    if method is None:
        raise refusal(f"{type(owner).__name__}.{name}() is called", "set")
    return functools.partial(method, owner)


def _is_of_run(value: Any) -> bool:
    if is_run_set(value) or is_table(value) or type(value) is View:
        return True
    if isinstance(value, (list, tuple)) and is_segmented(value):
        return True
    return is_decided_by_run(value) or gives_hashed(value)


def _are_integers(found: Any) -> bool:
    elements = elements_of(found)
    whole = lists.whole_of(elements) if elements else None
    return whole is None or all(
        specs.element_of(x.spec).dtype is dtypes.python_int for x in whole.columns
    )


def _looked_at(function: Any, found: Any, **kwargs: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    if "key" in kwargs and function is not builtins.sorted:
        raise refusal(f"{function.__name__}() takes the first of several", "set")
    if "key" in kwargs:
        raise refusal("sorted() leaves those with one key in their order", "set")
    return converted_call(function, (elements_of(found)[:],), kwargs)


_BUILTINS: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.len: length,
    builtins.bool: truth_of,
    copy.copy: copied,
}
_IN_ANY_ORDER: Final = frozenset({builtins.sorted, builtins.min, builtins.max})
_IN_ORDER: Final = STEPPING | {builtins.iter}

# -- Operators -------------------------------------------------------------------------


_BY_SYMBOL: Final[Mapping[str, Callable[..., Any]]] = {
    "|": _union,
    "&": _intersection,
    "-": _difference,
    "^": _symmetric_difference,
}
_CHANGING: Final[Mapping[str, Callable[..., None]]] = {
    "|": _update,
    "&": _in_place("intersection"),
    "-": _in_place("difference"),
    "^": _in_place("symmetric_difference"),
}
#: The operators that sets have.
SYMBOLS: Final = frozenset(_BY_SYMBOL)


def is_of_sets(left: Any, right: Any) -> bool:
    """Tell whether an operator has two sets, one of which the run decides."""
    if not is_made() or not (isinstance(left, _SETS) and isinstance(right, _SETS)):
        return False
    return is_run_set(left) or is_run_set(right)


def binary(symbol: str, left: Any, right: Any) -> Any:
    """Return `left symbol right`; in place with a `=`, for what can change."""
    plain = symbol.removesuffix("=")
    if plain is not symbol and type(left) is set:
        _CHANGING[plain](left, right)
        return left
    return _BY_SYMBOL[plain](left, right)


def compare(symbol: str, left: Any, right: Any) -> Any:
    """Return a comparison of two sets, one of which the run decides."""
    if symbol in (">", ">="):
        return compare("<" if symbol == ">" else "<=", right, left)
    mine, others = _as_elements(left), _as_elements(right)
    if symbol == "!=":
        return not_(compare("==", left, right))
    counts = lists.length(mine), lists.length(others)
    if symbol == "<=":
        return _is_subset(left, right)
    fits = counts[0] == counts[1] if symbol == "==" else counts[0] < counts[1]
    return and_(lambda: fits, lambda: _all_there(mine, others))


_DISPATCH["become_set_of_run"] = become
_DISPATCH["truth_of_run_set"] = truth_of
_DISPATCH["compare_sets"] = compare

__all__ = [
    "SYMBOLS",
    "binary",
    "call_on_sets",
    "compare",
    "contains",
    "is_concerned",
    "is_of_sets",
    "made",
    "truth_of",
]
