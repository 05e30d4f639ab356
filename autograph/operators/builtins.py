"""Builtin functions, and some of Python's library, of values of the run.

A row takes the arguments of a call, at least one of which is of the run, and answers
NotImplemented where it has nothing to say: then the call is made as others are.
"""

from __future__ import annotations

import builtins
import copy
import heapq
import inspect
import itertools
import math
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from autograph.operators import comparisons, logic, stores
from autograph.operators.arithmetic import binary
from autograph.operators.calls import (
    _holds_run,
    _noted,
    as_it_stands,
    call_function,
    open_call,
    show,
)
from autograph.operators.displays import list_comp
from autograph.operators.exceptions import try_except
from autograph.operators.generators import (
    GeneratorExpression,
    draws_itself,
    filtered,
    mapped,
)
from autograph.operators.loops import for_stmt, next_of
from autograph.staging.attempts import save
from autograph.staging.once import printed, source_of
from autograph.staging.raising import let_run_end
from autograph.values import numpy_values as arrays
from autograph.values import operations
from autograph.values.kinds import (
    attribute_of_class,
    holds_run,
    is_array_object,
    is_foreign,
    is_instance,
    is_of_run,
    is_told_later,
    special,
)
from autograph.values.methods import temporary
from autograph.values.nodes import (
    boxed,
    boxed_value,
    check_foreign,
    check_writable,
    emit,
    is_older_than_block,
    is_virtual,
    lift,
    make_real,
    node,
    note_birth,
    put,
    read,
    site_here,
    spec_of,
    to_slot,
    wrap,
)
from autograph.values.operations import fresh, index, item_spec, iterable, join, site_of
from autograph.values.proxy import Method, Proxy, Super, Undefined
from autograph.values.specs import (
    ANY,
    BOOL,
    BOTTOM,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    NUMBERS,
    STR,
    ArraySpec,
    IteratorSpec,
    NumpySpec,
    TupleSpec,
    are_numbers,
    is_plain,
    is_strong,
    parts_of,
)
from autograph.values.state import Unstageable, current, is_in_block, restart
from graph.composite.type_spec import CompositeTensor
from graph.python.protocols import APPLY, BUILTIN, IS_INSTANCE
from graph.python.record import moving_items
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor
from graph.value_operators import ValueOperators, value_of

Row = Callable[..., Any]
# Rows by the id of the function, which is never given up.
ROWS: Final[dict[int, tuple[Any, Row]]] = {}
# Rows that are asked whatever the arguments are.
ALWAYS: Final[dict[int, tuple[Any, Row]]] = {}


def call(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Call a function that has a row; NotImplemented if it has none for that."""
    found = ALWAYS.get(id(function))
    if found is None:
        found = ROWS.get(id(function))
        has_variables = any(isinstance(x, ValueOperators) for x in args)
        is_moved = (function is min or function is max) and len(args) > 1
        if found is not None and has_variables and not is_moved:
            args = tuple(map(_value, args))
        is_of_run = _holds_run(args, kwargs) or (has_variables and is_moved)
        if found is None or not is_of_run:
            return NotImplemented
    try:
        return found[1](*args, **kwargs)
    except TypeError:
        if _takes(found[1], args, kwargs):
            raise
        return NotImplemented  # Python says what is wrong


def _takes(row: Row, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    try:
        inspect.signature(row).bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def _value(value: Any) -> Any:
    return value_of(value) if isinstance(value, ValueOperators) else value


def _row(*functions: Any) -> Callable[[Row], Row]:
    def add(row: Row) -> Row:
        for function in functions:
            ROWS[id(function)] = function, row
        return row

    return add


def _always(*functions: Any) -> Callable[[Row], Row]:
    def add(row: Row) -> Row:
        for function in functions:
            ALWAYS[id(function)] = function, row
        return row

    return add


def _builtin(name: str, args: list[Any], spec: Any, effect: str = "w") -> Any:
    return node(BUILTIN, args, spec, effect, function=name)


# -- Sizes and iterators


@_always(len)
def _len(value: Any) -> Any:
    if is_instance(value) or operations.is_site_instance(value):
        cls = operations.class_of(value)
        method = None if cls is None else special(cls, "__len__")
        if method is not None:
            found = call_function(method, (value,), {})
            return operations.by_protocol(len, value, "__len__", found, INT)
    if type(value) is Proxy:
        if isinstance(value.spec, TupleSpec):
            return len(value.spec.items)
        if arrays.is_numpy(value):
            return _length_of(value, value.spec.tensor)
        held = value if value.spec is not ANY else boxed_value(value)
        cls = operations.class_of(value)
        is_sure = held is value and cls is not None and hasattr(cls, "__len__")
        return _builtin("len", [held], INT, "r" if is_sure else "w")
    if isinstance(value, SymbolicTensor) and not value.spec.dtype.is_python:
        return _length_of(value, value.spec)
    if isinstance(value, CompositeTensor):
        return _len(value.counted())
    if is_array_object(value):
        return _builtin("len", [value], INT, "r")
    return len(value)


def _length_of(value: Any, spec: Any) -> Any:
    if spec.shape == ():
        if isinstance(value, Proxy) and isinstance(value.spec, NumpySpec):
            name = arrays.class_name(value)
            raise TypeError(f"object of type '{name}' has no len()")
        raise TypeError("len() of unsized object")
    if spec.shape is not None and spec.shape[0] is not None:
        return spec.shape[0]
    return _builtin("len", [lift(value)[0]], INT, "r")


@_row(range)
def _range(*args: Any) -> Any:
    held = [index(x) for x in args]
    spec = IteratorSpec(INT, "range")
    return wrap(emit(BUILTIN, held, (spec,), function="range")[0], spec)


def _made_of(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Return an iterator of Python's; the run draws from what asks it for items."""
    if any(draws_itself(x) and holds_run(x) for x in args):
        return open_call(function, args, kwargs)
    return as_it_stands(function, args, kwargs)


@_row(enumerate)
def _enumerate(items: Any, start: Any = 0) -> Any:
    if not (is_of_run(items) or is_of_run(start)):
        return _made_of(enumerate, (items, start), {})
    symbol, item = iterable(items)
    spec = IteratorSpec(TupleSpec((INT, item)), "enumerate")
    return wrap(
        emit(BUILTIN, [symbol, index(start)], (spec,), function="enumerate")[0], spec
    )


@_row(zip)
def _zip(*items: Any, **kwargs: Any) -> Any:
    if not any(map(is_of_run, items)):
        return _made_of(zip, items, kwargs)
    held = [temporary(x) if type(x) is list and is_virtual(x) else x for x in items]
    current().viewed.update(id(x) for x in items if type(x) is list)
    pairs = [iterable(x) for x in held]
    spec = IteratorSpec(TupleSpec(tuple(item for _, item in pairs)), "zip")
    symbols = [symbol for symbol, _ in pairs] + [lift(x)[0] for x in kwargs.values()]
    attrs: dict[str, Any] = {"function": "zip", "keywords": tuple(kwargs)}
    return wrap(emit(BUILTIN, symbols, (spec,), **attrs)[0], spec)


@_row(reversed)
def _reversed(items: Any) -> Any:
    if not is_of_run(items):
        return _made_of(reversed, (items,), {})
    if _has_no_axes(items):  # Python says why not
        return wrap(emit(BUILTIN, [boxed(items)], (ANY,), function="reversed")[0], ANY)
    symbol, item = iterable(items)
    spec = IteratorSpec(item, "reversed")
    return wrap(emit(BUILTIN, [symbol], (spec,), function="reversed")[0], spec)


@_always(iter)
def _iter(items: Any, *rest: Any) -> Any:
    if hasattr(type(items), "__ag_iter__") and not rest:
        return items.__ag_iter__()
    method = operations.own_method(items, "__iter__")
    if method is not None and not rest:
        return call_function(method, (items,), {})
    if rest or (type(items) is not Proxy and not isinstance(items, SymbolicTensor)):
        return NotImplemented
    symbol, item = iterable(items)
    spec = IteratorSpec(item, "iterator")
    return wrap(emit(BUILTIN, [symbol], (spec,), function="iter")[0], spec)


def _noted_parts(found: Any, items: Any) -> Any:
    """Take note of iterators that an iterator gives, such as groups of `groupby`."""
    parts = found if type(found) is tuple else ()
    for each in parts:
        if is_foreign(each) and not is_virtual(each):
            site = site_here(type(each), "drawn")
            if site.is_real and is_virtual(items):
                make_real(items, "what it gives is an object of the run")
            note_birth(each, site)
    return found


@_always(next)
def _next(items: Any, *default: Any) -> Any:
    if isinstance(items, GeneratorExpression):
        found = items.first(*default)
        if found is not NotImplemented:
            return found
        items = items.kept()
    method = operations.own_method(items, "__next__")
    if method is not None:
        if default:
            return next_of(items, default[0])
        return call_function(method, (items,), {})
    if isinstance(items, SymbolicTensor) or arrays.is_numpy(items):
        raise TypeError(f"'{arrays.class_name(items)}' object is not an iterator")
    if hasattr(type(items), "__ag_for__") and default:
        steps = items.__ag_for__()
        there, (instead,) = operations.truth(steps.more(None)), default
        return logic.if_exp(there, lambda: steps.item_at(None), lambda: instead)
    if type(items) is not Proxy:
        check_foreign(items)
        if is_in_block() and is_foreign(items) and not is_virtual(items):
            return open_call(next, (items, *default), {})
        return _noted_parts(next(source_of(items), *default), items)
    item = item_spec(items)
    if not default:
        let_run_end()
        held = items if items.spec is not ANY else boxed_value(items)
        return node(BUILTIN, [held], item, function="next")
    symbol, given = lift(default[0])
    spec = join(item, given)
    if spec is ANY and item is not ANY:
        raise Unstageable("the default of next() is of another kind than the items")
    both = [items.symbol, to_slot(symbol, given, spec)]
    return wrap(emit(BUILTIN, both, (spec,), function="next")[0], spec)


# -- Sums and choices among items


def _unrolled(name: str, items: list[Any], key: Any = None) -> Any:
    """Do what a function does with items that are known one by one."""
    if not items:
        functions: dict[str, Callable[[Any], Any]]
        functions = {"sum": sum, "any": any, "all": all, "min": min, "max": max}
        return functions[name](items)
    if name == "sum":
        total: Any = 0
        for item in items:
            total = binary("+", total, item)
        return total
    if name in ("any", "all"):
        found: Any = name == "all"
        function = logic.or_ if name == "any" else logic.and_
        for item in items:
            found = function(_given(found), _given(operations.truth(item)))
        return found
    best = items[0]
    rank = best if key is None else call_function(key, (best,), {})
    for item in items[1:]:
        own = item if key is None else call_function(key, (item,), {})
        is_better = comparisons.compare("<" if name == "min" else ">", own, rank)
        best, rank = _better(is_better, (item, own), (best, rank))
    return best


def _better(condition: Any, first: Any, second: Any) -> Any:
    found = logic.if_exp(condition, lambda: first, lambda: second)
    return (found[0], found[1])


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


_REDUCTIONS: Final = {sum: "sum", min: "min", max: "max", any: "any", all: "all"}


def _reduction(function: Any, name: str) -> None:
    @_row(function)
    def reduce(*args: Any, **kwargs: Any) -> Any:
        key = kwargs.pop("key", None)
        if kwargs:
            return _with_keywords(
                name, args, {**kwargs, **({"key": key} if key else {})}
            )
        if name in ("min", "max") and len(args) > 1:
            return _unrolled(name, list(args), key)
        items = args[0]
        if name == "sum" and len(args) == 2:
            return _sum_from(items, args[1])
        if name == "sum" and isinstance(items, (list, tuple)) and _floats_of(items, 0):
            return _sum_from(items, 0)
        if isinstance(items, (list, tuple, set, frozenset)):
            return _unrolled(name, list(items), key)
        if not is_of_run(items):
            return NotImplemented
        symbol, item = iterable(items)
        if name in ("min", "max") and key is not None:
            return _by_optional(
                key,
                lambda x: reduce(items) if x is None else _by_key(name, items, x),
            )
        if is_plain(item) and item is not BOTTOM:
            results = {
                "any": BOOL, "all": BOOL, "sum": _total(item), "min": item, "max": item,
            }  # fmt: skip
            spec = results[name]
            return wrap(emit(BUILTIN, [symbol], (spec,), function=name)[0], spec)
        return _step_by_step(name, items, item, symbol)


def _total(item: Any) -> Any:
    if not are_numbers(item):
        return ANY
    return join(INT, *(x if x != BOOL else INT for x in parts_of(item)))


def _with_keywords(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    function = getattr(builtins, name)
    if name == "sum" and set(kwargs) == {"start"}:
        return _sum_from(args[0], kwargs["start"])
    if "default" in kwargs and len(args) == 1 and "key" not in kwargs:
        symbol, item = iterable(args[0]) if is_of_run(args[0]) else (None, ANY)
        default, given = lift(kwargs["default"])
        spec = join(item, given)
        if symbol is not None and is_plain(item) and is_plain(spec) and spec is not ANY:
            attrs: dict[str, Any] = {"function": name, "keywords": ("default",)}
            return wrap(emit(BUILTIN, [symbol, default], (spec,), **attrs)[0], spec)
        if type(args[0]) in (list, tuple) and args[0]:
            return _unrolled(name, list(args[0]))
    return open_call(function, args, kwargs)


def _sum_from(items: Any, start: Any) -> Any:
    if isinstance(items, (list, tuple)):
        first = _floats_of(items, start)
        if first:
            start = _builtin("sum", [first, start], FLOAT)
        for item in items[len(first) :]:
            start = binary("+", start, item)
        return start
    return _folded(items, start)


def _floats_of(items: Sequence[Any], start: Any) -> tuple[Any, ...]:
    """Return the first items, numbers with floats, of which Python adds up the errors.

    It does so since 3.12, until an item is no number of its own.
    """
    if sys.version_info < (3, 12) or not _is_number(start):
        return ()
    first = tuple(itertools.takewhile(_is_number, items))
    is_of_run = any(map(holds_run, first))
    is_float = any(type(x) is float or spec_of(x) == FLOAT for x in first)
    return first if is_of_run and is_float else ()


def _is_number(value: Any) -> bool:
    return type(value) in (int, float, bool) or spec_of(value) in NUMBERS


def _folded(items: Any, start: Any) -> Any:
    held = [start]

    def put_state(state: tuple[Any, ...]) -> None:
        held[0] = state[0]

    def body(item: Any) -> None:
        held[0] = binary("+", held[0], item)

    for_stmt(items, None, body, lambda: (held[0],), put_state, ("total",), {})
    return held[0]


def _step_by_step(name: str, items: Any, item: Any, symbol: Any) -> Any:
    if name == "sum":
        return _folded(items, 0)
    if name in ("min", "max"):
        held = symbol if is_strong(item) or item is ANY else boxed_value(items).symbol
        if isinstance(item, NumpySpec) or is_strong(item):
            return wrap(emit(BUILTIN, [held], (item,), function=name)[0], item)
        held = boxed_value(items).symbol
        return wrap(emit(BUILTIN, [held], (ANY,), function=name)[0], ANY)
    return wrap(emit(BUILTIN, [symbol], (BOOL,), function=name)[0], BOOL)


def _by_key(name: str, items: Any, key: Any) -> Any:
    """Return the least, or the largest, item by a function of it."""
    items = _listed(items)
    item = item_spec(items)
    keys = list_comp(items, lambda x: (True, lambda: call_function(key, (x,), {})))
    symbols = [iterable(items)[0], lift(keys)[0]]
    function = _least if name == "min" else _largest
    return wrap(emit(APPLY, symbols, (item,), function=function)[0], item)


# What can be gone through again and again.
_LASTING: Final = ("list", "tuple", "range", "dict_keys", "dict_values", "dict_items")


def _listed(items: Any) -> Any:
    """Return items that can be gone through twice."""
    if type(items) is not Proxy or arrays.is_numpy(items):
        return items
    spec = items.spec
    is_lasting = spec is not ANY and not isinstance(spec, IteratorSpec)
    if is_lasting or getattr(spec, "name", "") in _LASTING:
        return items
    symbol, item = iterable(items)
    found = IteratorSpec(item, "list")
    return wrap(emit(BUILTIN, [symbol], (found,), function="list")[0], found)


@moving_items
def _least(items: Any, keys: Any) -> Any:
    return _first_by(list(items), keys, min)


@moving_items
def _largest(items: Any, keys: Any) -> Any:
    return _first_by(list(items), keys, max)


def _first_by(items: Any, keys: Any, choose: Any) -> Any:
    if not items:
        raise ValueError(f"{choose.__name__}() iterable argument is empty")
    return items[choose(range(len(items)), key=keys.__getitem__)]


for _function, _name in _REDUCTIONS.items():
    _reduction(_function, _name)


@_row(sorted)
def _sorted(items: Any, *, key: Any = None, reverse: Any = False) -> Any:
    return _by_optional(key, lambda x: _sorted_with(items, x, reverse))


def _by_optional(function: Any, act: Callable[[Any], Any]) -> Any:
    """Do something with a function that may be None: then without one."""
    if type(function) is not Proxy:
        return act(function)
    is_none = operations.is_same(function, None)
    if not isinstance(is_none, SymbolicTensor):
        return act(function)
    return logic.choose(is_none, lambda: act(None), lambda: act(function))


def _sorted_with(items: Any, key: Any, reverse: Any) -> Any:
    if isinstance(items, (list, tuple, set)):
        items = temporary(items)
    symbol, item = iterable(items)
    if key is not None:
        items = _listed(items)
        symbol, item = iterable(items)
        keys = list_comp(items, lambda x: (True, lambda: call_function(key, (x,), {})))
        held = [symbol, lift(keys)[0], index(reverse)]
        return fresh(APPLY, held, list, {"item": item}, function=_sorted_by)
    if item is ANY or not (is_plain(item) or is_strong(item) or _is_tuple(item)):
        symbol, item = boxed_value(items).symbol, ANY
    attrs: dict[str, Any] = {"function": "sorted", "keywords": ()}
    held = [symbol]
    if reverse is not False:
        attrs["keywords"] = ("reverse",)
        held.append(index(reverse))
    return fresh(BUILTIN, held, list, {"item": item}, **attrs)


def _is_tuple(spec: Any) -> bool:
    return isinstance(spec, TupleSpec)


@moving_items
def _sorted_by(items: Any, keys: Any, reverse: Any) -> Any:
    """Return items in the order of their keys."""
    held = list(items)
    order = sorted(range(len(held)), key=keys.__getitem__, reverse=bool(reverse))
    return [held[i] for i in order]


def sort(value: Proxy, key: Any, reverse: Any) -> None:
    """Do `value.sort(key=key, reverse=reverse)`."""
    held: list[Any] = [value, index(reverse)]
    if key is None:
        node(APPLY, held, NONE, function=_sort)
        return
    keys = list_comp(value, lambda x: (True, lambda: call_function(key, (x,), {})))
    node(APPLY, [*held, keys], NONE, function=_sort)


@moving_items
def _sort(items: Any, reverse: Any, keys: Any = None) -> None:
    if keys is None:
        items.sort(reverse=reverse)
    else:
        items[:] = _sorted_by(items, keys, reverse)


# -- Numbers and text


@_row(int)
def _int(value: Any = 0, *base: Any) -> Any:
    return NotImplemented if base else _number("int", value, INT)


@_row(float)
def _float(value: Any = 0.0) -> Any:
    return _number("float", value, FLOAT)


@_row(complex)
def _complex(*args: Any) -> Any:
    if len(args) == 2:
        held = [boxed(x) for x in args]
        return wrap(emit(BUILTIN, held, (COMPLEX,), function="complex")[0], COMPLEX)
    if len(args) != 1:
        return NotImplemented
    return _number("complex", args[0], COMPLEX)


def _is_numpy_scalar(value: Any) -> bool:
    spec = spec_of(value)
    return isinstance(spec, NumpySpec) and spec.is_scalar


def _number(name: str, value: Any, spec: Any) -> Any:
    for special_name in (f"__{name}__", *(("__index__",) if name != "str" else ())):
        method = operations.own_method(value, special_name)
        if method is not None:
            found = call_function(method, (value,), {})
            if spec_of(found) == spec:
                return found
            function = getattr(builtins, name)
            return operations.by_protocol(function, value, special_name, found, spec)
    if arrays.is_numpy(value) or isinstance(value, SymbolicTensor):
        held = arrays.tensor_of(value)
        if held.spec == spec:
            return held
        dtype = held.spec.dtype
        if dtype.is_complex and _is_numpy_scalar(value) and name != "complex":
            held = boxed(value)  # of which NumPy takes the real part
        elif dtype.is_complex and name != "complex":
            held = emit(BUILTIN, [held], (COMPLEX,), "w", function="complex")[0]
        is_safe = dtype.is_integer or (name == "float" and not dtype.is_complex)
        effect = "" if held.spec.shape == () and is_safe and held.spec != STR else "w"
        return emit(BUILTIN, [held], (spec,), effect, function=name)[0]
    known = spec_of(value)
    held = value if known is not None and is_plain(known) else boxed_value(value)
    return _builtin(name, [held], spec)


@_always(bool)
def _bool(value: Any = False) -> Any:
    return operations.truth(value)


@_always(str)
def _str(value: Any = "", *rest: Any) -> Any:
    if rest or not (is_told_later(value) or is_instance(value)):
        return NotImplemented
    return show(value, "str")


@_always(repr)
def _repr(value: Any) -> Any:
    if not (is_told_later(value) or is_instance(value)):
        return NotImplemented
    return show(value, "repr")


@_row(format)
def _format(value: Any, spec: Any = "") -> Any:
    return _builtin("format", [boxed_value(value), spec], STR)


@_row(abs)
def _abs(value: Any) -> Any:
    method = operations.own_method(value, "__abs__")
    if method is not None:
        return call_function(method, (value,), {})
    if arrays.is_numpy(value):
        return arrays.as_numpy(abs(arrays.tensor_of(value)))
    if isinstance(value, SymbolicTensor):
        return abs(value)
    spec = spec_of(value)
    if spec is not None and are_numbers(spec):
        return _builtin("abs", [value], spec)
    return _builtin("abs", [boxed_value(value)], ANY)


@_row(hash)
def _hash(value: Any) -> Any:
    method = operations.own_method(value, "__hash__")
    if method is not None:
        return call_function(method, (value,), {})
    return _builtin("hash", [boxed_value(value)], INT)


@_always(divmod)
def _divmod(left: Any, right: Any) -> Any:
    if operations.may_be_none_or_own(left):
        return operations.if_none(left, lambda x: call_function(divmod, (x, right), {}))
    for value, other, name in ((left, right, "divmod"), (right, left, "rdivmod")):
        method = operations.own_method(value, f"__{name}__")
        if method is not None:
            found = call_function(method, (value, other), {})
            if found is not NotImplemented:
                return found
    if not (holds_run(left) or holds_run(right)):
        return NotImplemented
    specs = spec_of(left), spec_of(right)
    if all(x is not None and are_numbers(x) for x in specs):
        parts = [y for x in specs for y in parts_of(x)]
        number = join(INT, *(x if x != BOOL else INT for x in parts))
        return _builtin("divmod", [left, right], TupleSpec((number, number)))
    is_known = all(is_strong(x) or are_numbers(x) for x in specs if x is not None)
    if not any(map(_is_array_or_tensor, (left, right))) or not is_known:
        return _builtin("divmod", [boxed_value(left), boxed_value(right)], ANY)
    return binary("//", left, right), binary("%", left, right)


def _has_no_axes(value: Any) -> bool:
    spec = spec_of(value)
    tensor = spec.tensor if isinstance(spec, (NumpySpec, ArraySpec)) else spec
    return isinstance(tensor, TensorSpec) and tensor.shape == () and is_strong(tensor)


def _is_array_or_tensor(value: Any) -> bool:
    return type(value) is np.ndarray or is_strong(spec_of(value))


@_row(pow)
def _pow(base: Any, exponent: Any, *modulus: Any) -> Any:
    if not modulus:
        return binary("**", base, exponent)
    args = [base, exponent, *modulus]
    if all(spec_of(x) in (INT, BOOL) for x in args):
        return _builtin("pow", args, INT)
    return NotImplemented


@_row(round)
def _round(value: Any, *digits: Any, ndigits: Any = None) -> Any:
    given = digits or (() if ndigits is None else (ndigits,))
    spec = spec_of(value)
    if spec is not None and are_numbers(spec):
        is_float = given and spec == FLOAT
        return _builtin("round", [value, *given], FLOAT if is_float else INT)
    return NotImplemented


for _function, _spec in ((ord, INT), (chr, STR), (bin, STR), (hex, STR), (oct, STR)):

    @_row(_function)
    def _converted(value: Any, _f: Any = _function, _s: Any = _spec) -> Any:
        known = spec_of(value)
        is_direct = known is not None and is_plain(known)
        if isinstance(known, NumpySpec) and known.is_scalar and _s == STR:
            is_direct = known.tensor.dtype.is_integer  # told alike from Python's
        return _builtin(_f.__name__, [value if is_direct else boxed_value(value)], _s)


@_row(id)
def _id(value: Any) -> Any:
    return _builtin("id", [boxed_value(value)], INT)


_FLOATS: Final = [
    "sqrt",
    "exp",
    "log",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "log2",
    "log10",
    "log1p",
    "expm1",
    "hypot",
    "atan2",
    "pow",
    "fabs",
    "fmod",
    "degrees",
    "radians",
    "copysign",
]
_INTS: Final = [
    "floor",
    "ceil",
    "trunc",
    "gcd",
    "lcm",
    "comb",
    "perm",
    "factorial",
    "isqrt",
]
_BOOLS: Final = ["isnan", "isinf", "isfinite", "isclose"]


def _math(name: str, spec: Any) -> None:
    function = getattr(math, name)

    @_row(function)
    def compute(*args: Any, **kwargs: Any) -> Any:
        is_asked = name in ("trunc", "floor", "ceil")  # their operand's class is asked
        made = boxed_value if is_asked else _scalar
        held = [made(x) for x in (*args, *kwargs.values())]
        attrs = {"function": function, "keywords": tuple(kwargs)}
        return node(APPLY, held, spec, **attrs)


def _scalar(value: Any) -> Any:
    """Return what a function of `math` is given: a number, or the object."""
    spec = spec_of(value)
    if spec is None or spec is ANY:
        return boxed_value(value)
    for part in parts_of(spec):
        tensor = part.tensor if isinstance(part, NumpySpec) else part
        is_numpys = isinstance(part, NumpySpec) and tensor.dtype.is_complex
        if is_strong(part) and (tensor.shape != () or is_numpys):
            return boxed_value(value)
    return value


for _name in _FLOATS:
    _math(_name, FLOAT)
for _name in _INTS:
    _math(_name, INT)
for _name in _BOOLS:
    _math(_name, BOOL)


# -- Functions of functions


_always(map)(mapped)
_always(filter)(filtered)


# -- Classes and attributes


@_always(isinstance)
def _isinstance(value: Any, classes: Any) -> Any:
    if holds_run(classes):
        return open_call(isinstance, (value, classes), {}, is_row=True)
    if type(value) is not Proxy and not isinstance(value, SymbolicTensor):
        return isinstance(value, classes)
    isinstance(None, classes)  # Python says it if these are no classes
    listed = classes if isinstance(classes, tuple) else (classes,)
    if isinstance(value, SymbolicTensor):
        python = value.spec.dtype.python
        if python is not None:
            return issubclass(python, listed)
        return isinstance(value, listed) or issubclass(EagerTensor, listed)
    if isinstance(value.spec, NumpySpec):
        spec = value.spec.tensor
        scalar = spec.dtype.numpy.type if spec.shape == () else np.ndarray
        return issubclass(scalar, listed)
    cls = operations.class_of(value)
    if cls is not None:
        return issubclass(cls, listed)
    held = value if is_plain(value.spec) else boxed_value(value)
    return node(IS_INSTANCE, [held], BOOL, "w", cls=listed)


@_always(type)
def _type(*args: Any) -> Any:
    if len(args) != 1:
        return NotImplemented
    (value,) = args
    if type(value) is Proxy:
        if isinstance(value.spec, NumpySpec):
            return arrays.get_attr(value, "__class__")
        cls = operations.class_of(value)
        return _builtin("type", [boxed_value(value)], ANY) if cls is None else cls
    if isinstance(value, SymbolicTensor):
        return value.spec.dtype.python or EagerTensor
    return type(value)


@_always(callable)
def _callable(value: Any) -> Any:
    if type(value) is Proxy:
        return _builtin("callable", [value], BOOL)
    return True if type(value) is Method else callable(value)


@_always(getattr)
def _getattr(value: Any, name: Any, *default: Any) -> Any:
    if not isinstance(name, str):
        return NotImplemented
    if not default:
        return stores.get_attr(value, name)
    site = site_of(value)
    if site is not None and _is_own(site.cls, name):
        return operations.own_or_default(value, site, name, default[0], getattr)
    if type(value) is Proxy and site is None and not arrays.is_numpy(value):
        return NotImplemented
    if isinstance(value, SymbolicTensor) and not value.spec.dtype.is_python:
        return getattr(value, name, default[0])  # as the documents have it: no `numpy`
    return _attr_or(value, name, default[0])


def _is_own(cls: type, name: str) -> bool:
    """Have objects of a class an attribute themselves, if they have it?"""
    return attribute_of_class(cls, name) is None and not special(cls, "__getattr__")


def _attr_or(value: Any, name: str, default: Any) -> Any:
    """Return `value.name`, or something else where that raises AttributeError."""
    held: list[Any] = [Undefined("retval_attr")]

    def put_state(state: tuple[Any, ...]) -> None:
        held[:] = state

    def take() -> None:
        held[0] = stores.get_attr(value, name)
        save("retval_attr", held[0])

    def instead(_: Any) -> None:
        held[0] = default

    trace, handlers = current(), ((lambda: (AttributeError,), instead, None),)
    trace.at = (trace.at, "attribute")
    try_except(
        take, handlers, None, lambda: tuple(held), put_state, ("retval_attr",), 1
    )
    return held[0]


@_always(setattr)
def _setattr(value: Any, name: Any, given: Any) -> Any:
    if not isinstance(name, str):
        return NotImplemented
    stores.set_attr(value, name, given)
    return None


@_always(delattr)
def _delattr(value: Any, name: Any) -> Any:
    if not isinstance(name, str):
        return NotImplemented
    stores.del_attr(value, name)
    return None


@_always(hasattr)
def _hasattr(value: Any, name: Any) -> Any:
    if not isinstance(name, str):
        return NotImplemented
    if arrays.is_numpy(value):
        return arrays.has_attr(value, name)
    site = site_of(value)
    if site is not None and _is_own(site.cls, name):
        return _builtin("hasattr", [value, name], BOOL, "r")
    if type(value) is Proxy and site is None:
        return _builtin("hasattr", [boxed_value(value), name], BOOL, "r")
    if isinstance(value, SymbolicTensor) and value.spec.dtype.python is not None:
        return hasattr(value.spec.dtype.python, name)
    if site is None and not is_instance(value):
        return hasattr(value, name)
    found: list[Any] = [True]

    def put_state(state: tuple[Any, ...]) -> None:
        found[:] = state

    def ask() -> None:
        stores.get_attr(value, name)

    def refuse(_: Any) -> None:
        found[0] = False

    trace, handlers = current(), ((lambda: (AttributeError,), refuse, None),)
    trace.at = (trace.at, "attribute")
    try_except(ask, handlers, None, lambda: tuple(found), put_state, ("found",), 1)
    return found[0]


@_always(super)
def _super(*args: Any) -> Any:
    if not args:
        raise Unstageable("it asks for the frame of its caller")
    is_known = len(args) == 2 and type(args[1]) is Proxy
    cls = operations.class_of(args[1]) if is_known else None
    if cls is None or not issubclass(cls, args[0]):
        return NotImplemented
    return Super(*args)


@_always(locals, vars, dir, globals)
def _as_written(*args: Any, **__: Any) -> Any:
    if not args:
        raise Unstageable("it asks for the frame of its caller")
    return NotImplemented


@_always(copy.copy)  # of a variable, too, of which rows take the value
def _copy(value: Any) -> Any:
    if isinstance(value, SymbolicTensor):
        return value
    method = operations.own_method(value, "__copy__")
    if method is not None:
        return call_function(method, (value,), {})
    site = site_of(value)
    if site is not None:
        return fresh(APPLY, [value], site.cls, dict(site.slots), function=copy.copy)
    if type(value) is Proxy or not _holds_run((value,), {}):
        return NotImplemented
    return _noted(copy.copy(value), (value,))


@_always(copy.deepcopy)
def _deepcopy(value: Any, *memo: Any) -> Any:
    if isinstance(value, SymbolicTensor):
        return value
    method = operations.own_method(value, "__deepcopy__")
    if method is not None:
        return call_function(method, (value, *(memo or ({},))), {})
    site = site_of(value)
    if site is None or memo:
        return NotImplemented
    return fresh(APPLY, [value], site.cls, dict(site.slots), function=copy.deepcopy)


@_always(print)
def _print(*args: Any, **kwargs: Any) -> Any:
    file = kwargs.get("file")
    file = sys.stdout if file is None else file
    is_older = is_in_block() and is_older_than_block(file)
    if is_virtual(file) or type(file) is Proxy:
        if is_older or holds_run(file) or _holds_run(args, kwargs):
            return open_call(print, args, {**kwargs, "file": file}, is_row=True)
    known = current().known
    is_known = all(isinstance(x, SymbolicTensor) or not holds_run(x) for x in args)
    if _holds_run(args, kwargs) and not is_known and not known.has_prints:
        known.has_prints = True
        if known.printed:
            restart("all that it prints is the run's")
    if known.has_prints and not any(isinstance(x, SymbolicTensor) for x in args):
        return open_call(print, args, kwargs, is_row="file" not in kwargs)
    if file not in (sys.stdout, sys.stderr) or is_virtual(file):
        return NotImplemented
    current().n_effects += 1
    printed(args, kwargs)  # once, while tracing, as the documents have it
    return None


# -- Heaps


def _heap(function: Any, *, gives_item: bool) -> None:
    @_always(function)
    def change(heap: Any, *items: Any) -> Any:
        if type(heap) is not Proxy:
            if not is_virtual(heap):
                return NotImplemented
            if not (
                is_older_than_block(heap)
                or holds_run(heap)
                or any(map(holds_run, items))
                or id(heap) in current().args
            ):
                return function(heap, *items)
            make_real(heap, f"`{function.__name__}` changes it")
        site = site_of(heap)
        if site is None:
            return NotImplemented
        check_writable(site)
        held = [heap.symbol]
        held += [put(site, "item", item) for item in items]
        if not gives_item:
            emit(APPLY, held, (NONE,), function=function)
            return None
        spec = read(site, "item")
        return wrap(emit(APPLY, held, (spec,), function=function)[0], spec)


_heap(heapq.heappush, gives_item=False)
_heap(heapq.heapify, gives_item=False)
_heap(heapq.heappop, gives_item=True)
_heap(heapq.heappushpop, gives_item=True)
_heap(heapq.heapreplace, gives_item=True)
