"""Functions of Python's library that look into what they are given, on numbers of runs.

`math.prod`, `math.fsum`, `cmath`, `operator.itemgetter`, `operator.attrgetter`; and
what NumPy's arrays give as Python's numbers, `x.item()` and `x.tolist()`.
"""

from __future__ import annotations

import cmath
import dataclasses
import functools
import math
import operator
import statistics
import types
import weakref
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from autograph.old_operators.iteration import StagedRange, python_integer
from autograph.old_operators.none_arguments import present
from autograph.old_operators.numbers import (
    as_number,
    is_number,
    python_function,
    refuse,
)
from autograph.old_operators.own_iterators import (
    OwnIterator,
    converted_method,
    is_iterable,
)
from autograph.old_operators.python_builtins import converted, is_decided_by_run
from autograph.old_operators.sifting import is_staged_iterator
from graph import dtypes
from graph.building import _STATE
from graph.dispatch import is_text
from graph.foreign_operands import example_in_python
from graph.graph import is_symbolic
from graph.old_staging.chosen import Chosen
from graph.old_staging.number_types import number_types
from graph.old_staging.numpy_numbers import known_kind
from graph.old_staging.told_apart import applied_apart, is_in_narrow, refuse_either
from graph.old_staging.whole import is_whole
from graph.ops.debugging import assert_that
from graph.ops.python_functions import OF_COMPLEX
from graph.partial import Optional, OptionalTensor
from graph.segments import is_segmented
from graph.shapes import size_of
from graph.tensor import _DISPATCH, MAX_UNROLLED, SymbolicTensor, Tensor


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what to call in place of a function of the library; None for others."""
    if _STATE.graph is None:
        return None
    kind = type(function)
    if kind is types.MethodType:
        return _of_tensor(function)
    if kind is operator.itemgetter:
        return functools.partial(_items_of, function.__reduce__()[1])
    if kind is operator.attrgetter:
        return functools.partial(_attributes_of, function.__reduce__()[1])
    if function is Counter and len(args) == 1 and not kwargs:
        is_counted = type(args[0]) is not dict and _is_of_run(args[0])
        return _counter if is_counted and not is_symbolic(args[0]) else None
    if function is weakref.ref or function is weakref.proxy:
        is_symbolic_one = bool(args) and type(args[0]) is SymbolicTensor
        return functools.partial(_weakly, function) if is_symbolic_one else None
    if kind not in _FUNCTIONS:
        return None
    if is_in_narrow(function, args):
        return functools.partial(applied_apart, function)
    if function is dataclasses.replace and len(args) == 1:
        is_made = hasattr(type(args[0]), "__dataclass_fields__")
        return _replaced if is_made and type(args[0]) is not Chosen else None
    if function is iter:
        return Called if len(args) == 2 and not kwargs else None
    found = _REPLACED.get(function)
    if found is None or not any(map(_is_of_run, (*args, *kwargs.values()))):
        return None
    is_known = not any(map(is_segmented, args)) or function not in _OF_KNOWN_LENGTH
    return found if is_known else None


def _is_of_run(value: Any) -> bool:
    """Is it a value of the run, or a list or tuple that holds some?"""
    if type(value) in (list, tuple):
        return is_segmented(value) or any(map(is_symbolic, value))
    is_staged = is_symbolic(value) or isinstance(value, StagedRange)
    is_staged |= is_staged_iterator(value) or is_decided_by_run(value)
    return is_staged or is_iterable(value)


# -- Products and sums ---------------------------------------------------------------


@converted
def _product(iterable: Any, /, *, start: Any = 1) -> Any:
    total = start
    for item in iterable:
        total = total * item
    return total


def _counter(items: Any) -> Any:
    return _counted(items, Counter())


@converted
def _counted(items: Any, counts: Any) -> Any:
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def _on_floats(function: str, original: Any) -> Callable[..., Any]:
    """Return a function of a list of floats, whose length is known."""

    def call(numbers: Any, /) -> Any:
        if type(numbers) not in (list, tuple) or is_segmented(numbers):
            return original(numbers)  # refused there
        return python_function(function, list(map(_as_float, numbers)))

    return call


def _as_float(value: Any) -> Any:
    is_tensor = isinstance(value, Tensor) and not is_number(value)
    return as_number(value, dtypes.python_float) if is_tensor else value


def _of_floats(name: str) -> Callable[..., Any]:
    """Return a function of a list of floats; of integers it may give one."""
    original, least = getattr(statistics, name), 1 + (name in _OF_TWO)

    def call(data: Any, *args: Any, **kwargs: Any) -> Any:
        is_known = type(data) in (list, tuple) and not (args or kwargs)
        if not is_known or is_segmented(data) or not all(map(is_number, data)):
            return original(data, *args, **kwargs)  # refused there
        if not all(map(_is_float, data)):
            hint = "Give it floats, float(x), or write sum(xs) / len(xs)."
            refuse(f"statistics.{name}, which may give an integer of integers,", hint)
        if len(data) < least:
            return original([1.0] * len(data))  # Python's own error
        return python_function(f"statistics.{name}", list(data))

    return call


def _is_float(value: Any) -> bool:
    """Is it a float of Python's, on all paths?"""
    if type(value) is not SymbolicTensor:
        return type(value) is float
    is_one = value.spec.dtype is dtypes.python_float and not is_whole(value)
    return is_one and number_types(value) <= {float}


def _distance(p: Any, q: Any, /) -> Any:
    if not all(
        type(each) in (list, tuple) and not is_segmented(each) for each in (p, q)
    ):
        return math.dist(p, q)  # refused there
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return python_function("math.dist", list(map(_as_float, (*p, *q))))


@converted
def _median(data: Any) -> Any:
    ordered = sorted(data)
    n = len(ordered)
    if n == 0:
        raise statistics.StatisticsError("no median for empty data")
    if n % 2 == 1:
        return ordered[n // 2]
    middle = n // 2
    return (ordered[middle - 1] + ordered[middle]) / 2


# -- Complex numbers -----------------------------------------------------------------


def _of_complex(name: str, *args: Any) -> Any:
    numbers = [
        as_number(each, dtypes.python_complex)
        if isinstance(each, Tensor) and not is_number(each)
        else each
        for each in args
    ]
    if name == "polar":
        return tuple(python_function(f"cmath.polar.{i}", numbers) for i in (0, 1))
    return python_function(f"cmath.{name}", numbers)


# -- Operators -----------------------------------------------------------------------


def _item_of(container: Any, key: Any, /) -> Any:
    from autograph.old_operators.lists import get_item

    return get_item(container, key)


def _items_of(keys: tuple[Any, ...], *args: Any, **kwargs: Any) -> Any:
    if len(args) != 1 or kwargs:
        return operator.itemgetter(*keys)(*args, **kwargs)  # Python's own error
    found = tuple(_item_of(args[0], key) for key in keys)
    return found if len(keys) > 1 else found[0]


def _attributes_of(names: tuple[str, ...], *args: Any, **kwargs: Any) -> Any:
    from autograph.old_operators.attributes import get_attr

    if len(args) != 1 or kwargs:
        return operator.attrgetter(*names)(*args, **kwargs)  # Python's own error
    found = tuple(functools.reduce(get_attr, x.split("."), args[0]) for x in names)
    return found if len(names) > 1 else found[0]


def _joined(left: Any, right: Any, /) -> Any:
    from autograph.old_operators.binary import binary

    given = [
        x.value if type(x) in (Optional, OptionalTensor) else x for x in (left, right)
    ]
    if not all(is_text(x) or type(x) in (list, tuple) for x in given):
        return operator.concat(*map(example_in_python, (left, right)))
    return binary("+", left, right)


def _replaced(made: Any, /, **changes: Any) -> Any:
    """Do `dataclasses.replace`: the methods of the class are staged."""
    from autograph.old_operators.calls import converted_call

    given = dict(changes)
    for name, field in made.__dataclass_fields__.items():
        kind = field._field_type.name  # of InitVar and ClassVar, too
        is_missing = kind == "_FIELD_INITVAR" and field.default is dataclasses.MISSING
        if name in changes if not field.init else is_missing and name not in changes:
            return dataclasses.replace(made, **changes)  # Python's own error
        if field.init and kind != "_FIELD_CLASSVAR" and name not in changes:
            given[name] = _DISPATCH["get_attr"](made, name)
    return converted_call(made.__class__, (), given)


# -- Iterators -----------------------------------------------------------------------


class Called(OwnIterator):
    """What `iter(function, sentinel)` makes."""

    kind = type(iter(int, 1))

    def __init__(self, function: Any, sentinel: Any) -> None:
        """Call a function for each item, until it gives the sentinel."""
        iter(function, sentinel)  # Python itself says what cannot be called
        self.function, self.sentinel = function, sentinel
        self.is_done = False

    @converted_method
    def __next__(self) -> Any:
        if self.is_done:
            raise StopIteration
        item = self.function()
        if self.sentinel == item:
            self.is_done = True
            raise StopIteration
        return item


# -- Arrays as numbers ---------------------------------------------------------------


def _of_tensor(method: types.MethodType) -> Callable[..., Any] | None:
    """Return what to call in place of `x.item` and `x.tolist`, where that is staged."""
    value, name = method.__self__, method.__name__
    if type(value) is not SymbolicTensor or name not in ("item", "tolist"):
        return None
    if not value._is_array or value.dtype.kind not in "biufc" or value.ndim is None:
        return None
    if name == "item":
        return None if value.size is None else functools.partial(_item, value)
    if not value.shape:
        return lambda: _number(value)
    row = size_of(value.shape[1:])
    if row is None or row > MAX_UNROLLED // 100:
        return None
    if value.shape[0] is None or value.shape[0] > MAX_UNROLLED // 100:
        return lambda: _rows(value, _listed)
    return lambda: _listed(value)


def _item(value: Any, *args: Any) -> Any:
    place = args[0] if len(args) == 1 else args
    if not args:
        if value.size != 1:
            np.empty(value.shape, np.bool_).item()  # NumPy's own error
        return _number(value.ravel()[0] if value.shape else value)
    if isinstance(place, tuple):
        return _number(value[place])
    if type(place) is int:
        np.empty(value.shape, np.bool_).item(place)  # NumPy's own error
    elif len(value.shape) != 1 and is_symbolic(place) and place.dtype.is_integer:
        is_inside = (place >= -value.size) & (place < value.size)
        template = f"index {{}} is out of bounds for size {value.size}"
        number = as_number(place, dtypes.python_int)
        assert_that(is_inside, [number], template, IndexError)
    return _number(value.ravel()[place])


_KINDS: Final = {
    "b": dtypes.python_bool,
    "i": dtypes.python_int,
    "u": dtypes.python_int,
    "f": dtypes.python_float,
    "c": dtypes.python_complex,
}


def _number(value: SymbolicTensor) -> Any:
    return as_number(value, _KINDS[value.dtype.kind])


def _listed(value: Any) -> Any:
    """Return a tensor of known shape as nested lists of Python's numbers."""
    return [_listed(row) for row in value] if value.shape else _number(value)


@converted
def _rows(value: Any, listed: Any) -> Any:
    found = []
    for row in value:
        found.append(listed(row))  # noqa: PERF401  # the definition, which is converted
    return found


def _index(value: Any) -> Any:
    if type(value) is OptionalTensor:
        value = present(operator.index, (value,), 0)
    return python_integer(value)


def _weakly(function: Any, value: Any, *args: Any) -> Any:
    """Refer to a value weakly: Python's numbers and NumPy's do not allow it."""
    refuse_either(value, f"weakref.{function.__name__}()")
    kind: Any = value.spec.dtype.python
    if kind is None and known_kind(value) is np.generic:
        kind = value.dtype.numpy.type
    return function(value if kind is None else kind(), *args)


_OF_TWO: Final = frozenset({"stdev", "variance"})
_FUNCTIONS: Final = frozenset({types.BuiltinFunctionType, types.FunctionType})
_REPLACED: Final[Mapping[Any, Callable[..., Any]]] = {
    **{
        getattr(cmath, name): functools.partial(_of_complex, name)
        for name in OF_COMPLEX
    },
    cmath.polar: functools.partial(_of_complex, "polar"),
    math.dist: _distance,
    math.fsum: _on_floats("math.fsum", math.fsum),
    math.prod: _product,
    operator.concat: _joined,
    operator.getitem: _item_of,
    operator.index: _index,
    statistics.fmean: _on_floats("statistics.fmean", statistics.fmean),
    statistics.mean: _of_floats("mean"),
    statistics.median: _median,
    statistics.pstdev: _of_floats("pstdev"),
    statistics.pvariance: _of_floats("pvariance"),
    statistics.stdev: _of_floats("stdev"),
    statistics.variance: _of_floats("variance"),
}
# They are refused lists whose length the run decides.
_OF_KNOWN_LENGTH: Final = frozenset({math.dist, math.fsum, statistics.fmean})

__all__ = ["replacement"]
