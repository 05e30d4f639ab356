"""`in` and `not in`, where what is looked for, or an item, is symbolic."""

from __future__ import annotations

import collections
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from autograph.old_operators import (
    dicts,
    list_calls,
    none_keys,
    run_sets,
    table_calls,
    tables,
)
from autograph.old_operators.comparisons import (
    is_deep,
    is_number,
    is_same,
    is_scalar,
)
from autograph.old_operators.composite_keys import is_composite, same
from autograph.old_operators.iteration import StagedRange, python_integer
from autograph.old_operators.kept_views import View, as_table, view_now
from autograph.old_operators.key_order import ValuesView
from autograph.old_operators.keyed import has_keys
from autograph.old_operators.list_refusals import steps_over_lists
from autograph.old_operators.logic import and_, not_, or_
from autograph.old_operators.open_items import OpenItems
from autograph.old_operators.own_iterators import is_iterable
from autograph.old_operators.python_builtins import contains
from autograph.old_operators.specials import users_method
from graph.dispatch import is_text, operate
from graph.graph import current_graph, is_symbolic
from graph.keys import Possible
from graph.needed import class_name
from graph.old_staging.chosen import Chosen, each, values_of
from graph.old_staging.function_checks import refuse_number
from graph.old_staging.library_state import check_iterator
from graph.old_staging.members import Member
from graph.old_staging.numpy_numbers import (
    assumed_kind,
    has_hash,
    kind_in_python,
    may_be_of_numpy,
)
from graph.old_staging.residents import resident
from graph.old_staging.variables import demand
from graph.ops.core import truth
from graph.ops.reduction import reduce_any
from graph.ops.text import call_method
from graph.partial import Optional, OptionalTensor
from graph.segments import holds_segment, is_segmented, refusal
from graph.tables import DICTS
from graph.tensor import Tensor
from graph.value_operators import value_of

# What compares with its items one by one.
_SEQUENCES: Final = (list, tuple, collections.deque)
# What hashes: tensors cannot be in it, numbers of Python's can.
_HASHED: Final[tuple[type, ...]] = (set, frozenset, *DICTS, type({}.keys()))


def in_(item: Any, items: Any) -> Any:
    """Return `item in items`: a bool, or a symbolic one.

    A tensor contains what one of its elements equals, as an array does.
    """
    if current_graph() is None:
        return item in items
    items = _plain_items(items)
    kind = type(items)
    if type(items) in (Optional, OptionalTensor):
        what = "argument of type 'NoneType' is not iterable"
        return in_(item, demand(items, what))
    if none_keys.is_concerned(items, item) or _may_be_none_in_range(item, items):
        return none_keys.on_paths(lambda one: in_(one, items), item)
    if is_text(items) and any(map(is_symbolic, (items, item))):
        return _in_text(item, items)
    if is_segmented(items):
        return list_calls.contains(items, value_of(item))
    if kind is OpenItems:
        items = items.table if items.is_keys else as_table(items)
        kind = type(items)
    if dicts.is_open(items):
        return _in_open(item, items)
    if tables.is_concerned(items, item):
        return tables.contains(items, item)
    if kind is View:
        return table_calls.in_view(item, items)
    if run_sets.is_concerned(items, item):
        return run_sets.contains(items, item)
    if kind in _SEQUENCES and (holds_segment(item) or holds_segment(items)):
        return _equals_one(item, items)
    if steps_over_lists(items):
        return contains(items, item)
    if holds_segment(item):
        raise refusal("it is compared with the items of another")
    if isinstance(items, (Tensor, np.ndarray)):
        return _in_tensor(value_of(item), items)
    if kind in (StagedRange, range):
        item = value_of(item)
    if kind is StagedRange or (kind is range and is_symbolic(item)):
        return _in_range(item, items)
    if kind in _SEQUENCES and is_deep((item, *items)):
        return _equals_one(item, items)
    if kind is Chosen:
        return each(items, lambda value: in_(item, value))
    is_hashed = kind in _HASHED or has_keys(items)
    if is_hashed and _may_lack_hash(item):
        return each(item, lambda value: in_(value, items))  # Python's TypeError
    if is_hashed and (_is_chosen(item) or is_number(item) or has_hash(item)):
        return _equals_one(item, items)
    if is_hashed and is_composite(item):
        return _has_key(item, items)
    method = users_method(items, "__contains__")
    if method is not None:
        return truth(method(item))
    if is_iterable(items) and not hasattr(kind, "__contains__"):
        return contains(items, item)
    check_iterator(items)
    return item in items


def _plain_items(items: Any) -> Any:
    found = as_plain(view_now(value_of(items)))
    # Python, too, compares with one by one.
    return [*found] if type(found) is ValuesView else found


def _may_be_none_in_range(item: Any, items: Any) -> bool:
    is_range = type(items) in (range, StagedRange)
    return is_range and type(item) in (Optional, OptionalTensor)


def _is_chosen(item: Any) -> bool:
    if type(item) is Chosen or issubclass(type(item), Member):
        return True
    return resident(item) is not None


def _may_lack_hash(item: Any) -> bool:
    if type(item) is not Chosen:
        return False
    return any(type(value).__hash__ is None for value in values_of(item))


def _has_key(key: Any, items: Iterable[Any]) -> Any:
    """Return whether one of some keys or elements equals one with parts of the run."""
    found: Any = False
    for one in items:
        is_it = same(key, one)
        if is_it is True:
            return True
        if is_it is not False:
            found = is_it if found is False else operate("bitwise_or", (found, is_it))
    return found


def _in_open(key: Any, table: dict[Any, Any]) -> Any:
    """Return whether a dict that has some keys on some paths only has one."""
    if not tables.is_run_key(key):
        return dicts.contains(table, key)
    found: Any = False
    for one, entry in dict.items(table):
        is_it = same(key, one)
        if is_it is not False:
            flag = entry.flag if type(entry) is Possible else True
            found = _or_both(found, is_it, flag)
    return found


def _or_both(found: Any, is_it: Any, flag: Any) -> Any:
    return or_(lambda: found, lambda: and_(lambda: is_it, lambda: flag))


def as_plain(items: Any) -> Any:
    """Return a tuple of a class of its own, such as a named tuple, as a plain one.

    Its class must not have a `__contains__` of its own.
    """
    kind = type(items)
    if kind is tuple or not issubclass(kind, tuple):
        return items
    is_tuples = kind.__contains__ is tuple.__contains__
    return tuple.__getitem__(items, slice(None)) if is_tuples else items


def not_in(item: Any, items: Any) -> Any:
    """Return `item not in items`: a bool, or a symbolic one."""
    return not_(in_(item, items))


def _in_text(item: Any, items: Any) -> Any:
    if type(item) is OptionalTensor:
        what = "'in <string>' requires string as left operand, not NoneType"
        item = demand(item, what)
    if not is_text(item):
        kind = class_name(item) if is_symbolic(item) else type(item).__name__
        raise TypeError(f"'in <string>' requires string as left operand, not {kind}")
    return call_method(items, "__contains__", (item,))


def _in_tensor(item: Any, items: Any) -> Any:
    if not is_symbolic(items) and not is_symbolic(item):
        return item in items
    if is_number(items):
        return item in items.spec.dtype.python(1)
    if is_symbolic(items) and has_hash(items):
        return item in items.spec.dtype.numpy.type(1)  # Python's own error
    if (
        is_symbolic(items)
        and items.shape in ((), None)
        and (assumed_kind(items) is np.generic or may_be_of_numpy(items))
    ):
        if kind_in_python(items, "`in`") is np.generic:
            return item in items.spec.dtype.numpy.type(1)  # the same
    refuse_number("`in`", items)
    found = items == item
    return truth(reduce_any(found)) if isinstance(found, Tensor) else bool(found)


def _in_range(item: Any, items: Any) -> Any:
    if item is None:
        return False
    start, stop, step = items.start, items.stop, items.step
    if not _is_integer(item):
        return contains(StagedRange(start, stop, step), item)
    number = python_integer(item)
    rises = and_(lambda: start <= number, lambda: number < stop)
    if isinstance(step, int):
        inside = rises if step > 0 else _between(stop, number, start)
    else:
        falls = _between(stop, number, start)
        inside = or_(
            lambda: and_(lambda: step > 0, lambda: rises),
            lambda: and_(lambda: step < 0, lambda: falls),
        )
    return and_(lambda: inside, lambda: (number - start) % step == 0)


def _between(low: Any, number: Any, high: Any) -> Any:
    return and_(lambda: low < number, lambda: number <= high)


def _is_integer(item: Any) -> bool:
    if not is_symbolic(item):
        return isinstance(item, int)
    dtype = item.spec.dtype
    is_whole = dtype.is_integer or (dtype.is_bool and dtype.is_python)
    return bool(is_whole and item.shape == ())


def _equals_one(item: Any, items: Iterable[Any]) -> Any:
    """Return whether one of the items is what is looked for, or equals it."""
    found: Any = False
    for one in items:
        if found is False:
            found = is_same(item, one)
        elif is_symbolic(found):
            found = _or_same(found, item, one)
    return found


def _or_same(found: Any, item: Any, each: Any) -> Any:
    if not (is_scalar(item) and is_scalar(each)):
        return or_(lambda: found, lambda: is_same(item, each))
    # Comparing numbers raises nothing then: it need not wait for what was found.
    same = is_same(item, each, is_settled=found)
    if same is True:
        return True
    return operate("bitwise_or", (found, same)) if is_symbolic(same) else found


__all__ = ["as_plain", "in_", "not_in"]
