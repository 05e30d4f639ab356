"""Builtins that mean something else, or something more, on symbolic values."""

from __future__ import annotations

import builtins
import collections
import functools
import itertools
import operator
import types
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.nest import map_structure
from autograph.old_operators import (
    cached_functions,
    calls_with_none,
    caught_parts,
    combined_iterators,
    complex_numbers,
    deque_calls,
    dicts,
    drawn_builtins,
    driven_iterators,
    enumeration_calls,
    functions_or_none,
    keyed,
    library_functions,
    library_iterators,
    list_calls,
    lists,
    made_texts,
    none_arguments,
    none_keys,
    none_places,
    number_specials,
    number_texts,
    numbers,
    numpy_calls,
    numpy_lists,
    own_builtins,
    possible_attributes,
    python_builtins,
    random_numbers,
    range_arrays,
    ranges,
    run_sets,
    searching,
    sifting,
    specials,
    table_calls,
    templates,
    text,
    text_streams,
)
from autograph.old_operators.handled import about_handled
from autograph.old_operators.identity import is_, is_not
from autograph.old_operators.iteration import (
    StagedItems,
    StagedRange,
    staged_enumerate,
    staged_iter,
    staged_range,
    staged_reversed,
    staged_zip,
)
from autograph.old_operators.looked_up import looked_up
from autograph.old_operators.numbers import as_number
from autograph.old_operators.open_items import OpenItems
from autograph.old_operators.shapes import length_of
from autograph.old_operators.sorting import sort_list, sorted_
from autograph.old_operators.stores import note_content
from graph import dtypes
from graph.dispatch import is_text
from graph.foreign_operands import example_in_python
from graph.functional import cond, while_loop
from graph.graph import current_graph, is_symbolic
from graph.mapping import foldl, foldr, map_fn, scan, vectorized_map
from graph.old_staging.choices import Choice
from graph.old_staging.function_checks import refuse_number
from graph.old_staging.members import Member
from graph.old_staging.told_apart import refuse_either
from graph.ops.core import truth
from graph.partial import Optional
from graph.segments import holds_segment, is_made, is_segmented
from graph.tensor import _DISPATCH, SymbolicTensor
from graph.value_operators import ValueOperators, value_of

# Methods that change the container they belong to.
MUTATORS: Final[Mapping[type, frozenset[str]]] = {
    list: frozenset(
        [
            "append",
            "extend",
            "insert",
            "pop",
            "remove",
            "clear",
            "sort",
            "reverse",
            "__setitem__",
            "__delitem__",
            "__iadd__",
            "__imul__",
        ]
    ),
    dict: frozenset(
        [
            "update",
            "pop",
            "popitem",
            "clear",
            "setdefault",
            "__setitem__",
            "__delitem__",
        ]
    ),
    set: frozenset(
        [
            "add",
            "discard",
            "remove",
            "pop",
            "clear",
            "update",
            "intersection_update",
            "difference_update",
            "symmetric_difference_update",
        ]
    ),
}


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin, given these arguments."""
    first = none_places.replacement(function, args, kwargs)
    first = first or functions_or_none.replacement(function, args, kwargs)
    first = first or driven_iterators.replacement(function, args, kwargs)
    first = first or _on_containers(function, args, kwargs)
    if first is not None:
        return first
    if is_made() and any(map(holds_segment, (*args, *kwargs.values()))):
        return _on_lists_of_run(function, args, kwargs)
    if current_graph() is not None:
        with_variables = _with_variables(function, args)
        if with_variables is not None:
            return with_variables
    special = _special(function, args, kwargs)
    if special is not None:
        return special
    try:
        found = _ON_SYMBOLIC.get(looked_up(function))
    except TypeError:  # unhashable callables
        return None
    if function is builtins.sorted and current_graph() is not None:
        return _sorted
    if args and type(function) is types.BuiltinMethodType:
        is_run = python_builtins.is_decided_by_run(args[0])
        is_run |= is_symbolic(args[0]) and is_text(args[0])
        if is_run and type(function.__self__) is list and function.__name__ == "extend":
            return functools.partial(list_calls.extend, function.__self__)
    if found is None:
        return _sorting_method(function)
    if any(type(each) is Optional for each in args):
        return _ON_OPTIONAL.get(function)
    if any(map(_is_staged, args)) or any(map(_is_staged, kwargs.values())):
        return found
    is_member = function is type and args and issubclass(type(args[0]), Member)
    if is_member or _looks_into(function, args, kwargs):
        return found
    is_iterated = len(args) == 1 and hasattr(type(args[0]), "__next__")
    if function in _OVER_ITERATORS and is_iterated and current_graph() is not None:
        return found
    if function in _OVER_SIFTED and any(map(sifting.leaves_out, args)):
        return found
    return None


def _special(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function that some module is about."""
    return (
        drawn_builtins.replacement(function, args)
        or none_arguments.replacement(function, args)
        or possible_attributes.replacement(function, args)
        or caught_parts.about_caught(function, args)
        or about_handled(function, args, kwargs)
        or own_builtins.replacement(function, args)
        or searching.replacement(function, args)
        or library_iterators.replacement(function, args)
        or combined_iterators.replacement(function, args, kwargs)
        or specials.replacement(function, args, kwargs)
        or made_texts.replacement(function, args, kwargs)
        or templates.replacement(function, args, kwargs)
        or number_specials.replacement(function, args)
        or library_functions.replacement(function, args, kwargs)
        or text.replacement(function, args, kwargs)
        or text_streams.replacement(function, args, kwargs)
        or range_arrays.replacement(function, args, kwargs)
        or numpy_calls.replacement(function, args, kwargs)
        or calls_with_none.replacement(function, args, kwargs)
        or random_numbers.replacement(function, args, kwargs)
        or cached_functions.replacement(function, args, kwargs)
        or keyed.replacement(function, args, lists.get_item)
        or enumeration_calls.replacement(function, args, kwargs)
    )


def _on_containers(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of what looks into a container of the run."""
    found = (
        none_keys.replacement(function, args)
        or _on_deques(function, args, kwargs)
        or table_calls.call_on_tables(function, args, kwargs)
        or run_sets.call_on_sets(function, args, kwargs)
    )
    if found is not None:
        return found
    if is_made() or type(getattr(function, "__self__", None)) is list:
        on_lists = list_calls.call_on_lists(function, args, kwargs)
        return on_lists or dicts.call_on_dicts(function, args)
    return None


def _on_deques(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    if current_graph() is None:
        return None
    is_of_deques = function is collections.deque or isinstance(
        getattr(function, "__self__", None), collections.deque
    )
    if not is_of_deques and not is_made():
        return None
    return deque_calls.call_on_deques(function, args, kwargs)


def _on_lists_of_run(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    is_stepped = any(is_segmented(each) or type(each) is OpenItems for each in args)
    found = (_stepping if is_stepped else _looking)(function, args)
    return (
        found
        or library_functions.replacement(function, args, kwargs)
        or numpy_lists.replacement(function, args, kwargs)
        or combined_iterators.replacement(function, args, kwargs)
        or text.replacement(function, args, kwargs)
        or random_numbers.replacement(function, args, kwargs)
    )


def _looking(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that looks at lists in a list."""
    if any(map(dicts.is_open, args)):
        return _sorted_keys if function is builtins.sorted else None
    if function is builtins.sorted:
        return _sorted
    is_looking = function in (*_OVER_ITEMS, builtins.map, builtins.filter)
    return _ON_SYMBOLIC[function] if is_looking and args else None


def _sorted_keys(table: dict[Any, Any], /, **named: Any) -> Any:
    """Sort keys, of which some are there on some paths, whatever the values are."""
    call = _DISPATCH["converted_call"]
    return call(builtins.sorted, (call(list, (table,), None),), named)


def _looks_into(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> bool:
    """Tell whether a builtin compares, or adds, what may be symbolic."""
    if function not in _OVER_ITEMS or not args or current_graph() is None:
        return False
    if any(map(_holds_symbolic, args)) or type(args[0]) in _VIEWS:
        return True
    if function not in (min, max):
        return False
    is_asked = kwargs.get("key") is not None or any(map(_nests_symbolic, args))
    return is_asked or any(map(specials.has_operators, args))


def _with_variables(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    """Return what to call in place of a builtin that asks variables for values."""
    is_among = any(isinstance(each, ValueOperators) for each in args)
    if function is operator.is_ or function is operator.is_not:
        return is_ if function is operator.is_ else is_not
    function = looked_up(function)
    try:
        if function in _OVER_ITEMS and (is_among or any(map(_holds_variable, args))):
            return functools.partial(_over_items, function)
        if is_among and function in _ON_VALUES:
            return functools.partial(_call_with_values, function)
    except TypeError:  # unhashable callables
        pass
    return None


def _holds_variable(value: Any) -> bool:
    if not isinstance(value, (list, tuple)):
        return False
    return any(isinstance(item, ValueOperators) for item in value)


def _over_items(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a builtin on variables, one of which may be its result."""
    is_extreme = function in (builtins.min, builtins.max)
    if args and (len(args) == 1 or not is_extreme):
        args = (value_of(args[0]), *args[1:])
    return _ON_SYMBOLIC[function](*args, **kwargs)


def _call_with_values(function: Any, *args: Any, **kwargs: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    return converted_call(function, tuple(map(value_of, args)), kwargs)


def _stepping(function: Any, args: tuple[Any, ...]) -> Callable[..., Any] | None:
    if function is builtins.iter:
        return own_builtins.replacement(function, args)
    try:
        return _ON_SYMBOLIC[function] if function in _STEPPING else None
    except TypeError:  # unhashable callables
        return None


def _sorted(
    items: Any, /, *, key: Any = None, reverse: Any = False, failing: Any = None
) -> list[Any]:
    is_of_run = python_builtins.is_decided_by_run(items)
    if is_of_run or sifting.is_staged_iterator(items):
        items = python_builtins.list_(items)
        if is_segmented(items):
            return list_calls.sorted_(items, key=key, reverse=reverse)
    return sorted_(items, key=_as_key(key), reverse=reverse, failing=failing)


def _sorting_method(function: Any) -> Callable[..., Any] | None:
    """Return what to call in place of the `sort` of a list."""
    if type(function) is not types.BuiltinMethodType or function.__name__ != "sort":
        return None
    owner = function.__self__
    if not isinstance(owner, list) or current_graph() is None:
        return None
    note_content(owner)
    return sort_list(owner, _sorted)


def _as_key(key: Any) -> Any:
    from autograph.old_operators.calls import converted_call

    return None if key is None else (lambda item: converted_call(key, (item,), None))


def _is_staged(value: Any) -> bool:
    return is_symbolic(value) or isinstance(
        value, (StagedRange, StagedItems, sifting.Sifted, Choice, OpenItems)
    )


def _holds_symbolic(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(
        is_symbolic(item) or specials.has_operators(item) for item in value
    )


def _nests_symbolic(value: Any) -> bool:
    if type(value) in _VIEWS:
        return True
    if isinstance(value, (list, tuple)):
        return any(map(_nests_symbolic, value))
    return is_symbolic(value) or specials.has_operators(value)


def _len(value: Any) -> Any:
    if isinstance(value, StagedRange):
        return ranges.length(value)
    if isinstance(value, (StagedItems, sifting.Sifted)):
        raise TypeError(f"object of type '{value.kind.__name__}' has no len()")
    if value.ndim is not None and (value.shape == () or value.shape[0] is not None):
        return builtins.len(value)
    if value.ndim is None:
        refuse_number("len()", value)
    return length_of(value, "len()")


def _reversed(items: Any, /) -> Any:
    is_text_of_run = is_symbolic(items) and is_text(items)
    if isinstance(items, SymbolicTensor) and items.shape == () and not is_text_of_run:
        example: Any = example_in_python(items)
        return reversed(np.zeros(()) if example is items else example)  # an error
    return staged_reversed(items)


def _int(value: Any, base: Any = None) -> Any:
    if base is not None or value.dtype.hasobject:  # of text
        refuse_either(value, "`int`")
    if base is not None:
        raise TypeError("int() can't convert non-string with explicit base")
    return as_number(value, dtypes.python_int)


def _float(value: Any) -> Any:
    if value.dtype.hasobject:
        refuse_either(value, "`float`")
    return as_number(value, dtypes.python_float)


_ON_SYMBOLIC: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.range: staged_range,
    builtins.enumerate: staged_enumerate,
    builtins.reversed: _reversed,
    builtins.iter: staged_iter,
    builtins.zip: staged_zip,
    builtins.map: sifting.map_,
    builtins.filter: sifting.filter_,
    builtins.len: _len,
    builtins.int: _int,
    builtins.float: _float,
    builtins.bool: truth,
    builtins.list: python_builtins.list_,
    builtins.tuple: python_builtins.tuple_,
    builtins.sum: python_builtins.sum_,
    builtins.min: python_builtins.min_,
    builtins.max: python_builtins.max_,
    builtins.any: python_builtins.any_,
    builtins.all: python_builtins.all_,
    builtins.complex: complex_numbers.complex_,
    **numbers.ON_SYMBOLIC,
    **number_texts.FUNCTIONS,
}
# What is stepped through and is no list, tuple or iterator.
_VIEWS: Final[tuple[type, ...]] = (
    collections.deque,
    type({}.values()),
    type({}.items()),
)
# These ask a variable for its value; the others what it is, or its attributes.
_ON_VALUES: Final = frozenset(_ON_SYMBOLIC).union({builtins.abs}) - {
    *(builtins.isinstance, builtins.type, builtins.hasattr, builtins.getattr)
}
# These ask of values that may be None what they are.
_ON_OPTIONAL: Final[Mapping[Any, Callable[..., Any]]] = {
    builtins.isinstance: numbers.isinstance_,
    builtins.type: numbers.type_,
    builtins.max: python_builtins.max_,
    builtins.min: python_builtins.min_,
}
# These step through what they are given, also if its length is not known.
_STEPPING: Final = frozenset(
    {
        builtins.enumerate,
        builtins.reversed,
        builtins.zip,
        builtins.map,
        builtins.filter,
        builtins.tuple,
        builtins.sum,
        builtins.any,
        builtins.all,
    }
)
# These look into the sequences they are given.
_OVER_ITEMS: Final = frozenset(
    {builtins.sum, builtins.min, builtins.max, builtins.any, builtins.all}
)
# These look into what they are given, item by item.
_OVER_ITERATORS: Final = _OVER_ITEMS
# These use up, or step through, iterators that may leave out items.
_OVER_SIFTED: Final = _OVER_ITEMS | {builtins.list, builtins.tuple, builtins.zip}
# These call what they are given: at a place, or by a name.
CALLERS: Final[Mapping[Any, tuple[tuple[int, ...], tuple[str, ...]]]] = {
    builtins.map: ((0,), ()),
    builtins.filter: ((0,), ()),
    functools.reduce: ((0,), ()),
    itertools.accumulate: ((1,), ("func",)),
    itertools.starmap: ((0,), ()),
    itertools.takewhile: ((0,), ()),
    itertools.dropwhile: ((0,), ()),
    itertools.filterfalse: ((0,), ()),
    itertools.groupby: ((1,), ("key",)),
    cond: ((1, 2), ("true_fn", "false_fn")),
    while_loop: ((0, 1), ("cond", "body")),
    map_structure: ((0,), ("func",)),
    **dict.fromkeys((map_fn, vectorized_map, scan, foldl, foldr), ((0,), ("fn",))),
}


__all__ = ["CALLERS", "MUTATORS", "replacement"]
