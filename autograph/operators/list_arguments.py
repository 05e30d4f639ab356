"""Lists of the run where functions of libraries take tensors or arrays.

A list of numbers, or of tensors of one dtype, is one tensor there: its items are the
rows. What else a list holds is plain Python's matter, and so is a list of items of
other shapes, if the function takes such a one.
"""

from __future__ import annotations

import collections
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, cast

import numpy as np

from autograph.values.kinds import holds_run
from autograph.values.nodes import emit, read
from autograph.values.proxy import Proxy
from autograph.values.specs import (
    ANY,
    STR,
    ArraySpec,
    NumpySpec,
    SiteSpec,
    is_strong,
)
from graph.dtypes import DType, from_numpy
from graph.errors import AutographError, ResultTypeError
from graph.meant import meant
from graph.python.leaves import STACKED
from graph.python.protocols import APPLY, BUILTIN
from graph.python.record import moving
from graph.specs import TensorSpec

_SEQUENCES: Final = (list, collections.deque)
_KINDS: Final = (int, float, complex, bool)


class _UnknownError(Exception):
    """Another argument is one of the run."""


@dataclass(slots=True)
class _Call:
    """A call of a function of a library that lists of the run are given to.

    Attributes:
        function: The function.
        args: Its arguments.
        kwargs: Those by keyword.
        is_numpy: Is it NumPy's?
        dtype: What is asked for, if a dtype is.
        error: What it raises for lists without items.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    is_numpy: bool
    dtype: Any = None
    error: Exception | None = None

    def with_stacked(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Return the arguments, with a tensor for each list."""
        given = (*self.args, *self.kwargs.values())
        self.dtype = next(filter(None, map(_as_dtype, given)), None)
        specs = [spec for x in given for spec in self._specs_in(x)]
        if any(None in spec.shape for spec in specs):
            if self.is_numpy or self._takes(2):
                return self.args, self.kwargs
        if specs:
            self._takes(0)
        args = tuple(map(self._stacked_in, self.args))
        return args, {k: self._stacked_in(x) for k, x in self.kwargs.items()}

    @property
    def _is_method(self) -> bool:
        return getattr(self.function, "__self__", None) is not None

    def _takes(self, count: int) -> bool:
        """Tell whether it takes lists of so many items, of different shapes."""
        if self._is_method:
            return count > 0  # it may change its object
        try:
            args = [self._example(x, count) for x in self.args]
            kwargs = {k: self._example(x, count) for k, x in self.kwargs.items()}
        except _UnknownError:
            return count > 0
        try:
            found = self.function(*args, **kwargs)
        except Exception as error:  # noqa: BLE001  # the run raises it
            self.error = error if count == 0 else None
            return False
        if count == 0 and self._is_other(found):
            self.error = ResultTypeError(
                f"a list of the run is empty: {self.function.__name__}() gives another "
                "dtype for it than for numbers.",
                hint="Give it a dtype.",
            )
        return True

    def _is_other(self, found: Any) -> bool:
        """Tell whether a result for empty lists has another dtype than for numbers.

        A list without items has no dtype, so that a function takes its default.
        """
        try:
            args = [self._example(x, 1) for x in self.args]
            kwargs = {k: self._example(x, 1) for k, x in self.kwargs.items()}
            other = self.function(*args, **kwargs)
        except Exception:  # noqa: BLE001  # the run raises it
            return False
        dtypes = [getattr(x, "dtype", None) for x in (found, other)]
        return dtypes[0] is not dtypes[1]

    def _example(self, value: Any, count: int) -> Any:
        if type(value) in (tuple, list):
            return type(value)(self._example(x, count) for x in value)
        spec = self._row_spec(value)
        if spec is not None:
            shapes = [[x or i + 1 for x in spec.shape] for i in range(count)]
            return [np.zeros(shape, spec.dtype.numpy) for shape in shapes]
        if holds_run(value):
            raise _UnknownError
        return value

    def _specs_in(self, value: Any) -> list[Any]:
        if type(value) in (tuple, list):
            return [spec for x in value for spec in self._specs_in(x)]
        spec = self._row_spec(value)
        return [] if spec is None else [spec]

    def _stacked_in(self, value: Any) -> Any:
        if type(value) in (tuple, list):
            parts = list(map(self._stacked_in, value))
            is_same = all(x is y for x, y in zip(parts, value, strict=True))
            return value if is_same else type(value)(parts)
        if type(value) is Proxy and value.spec == STR and not self.is_numpy:
            return value.symbol  # text is a tensor's content
        spec = self._row_spec(value)
        return value if spec is None else self._stacked(value, spec)

    @meant
    def _row_spec(self, value: Any) -> Any:
        """Return the spec of a row, if a value is a list that is stacked."""
        if type(value) is not Proxy or not isinstance(value.spec, SiteSpec):
            return None
        site = value.spec.site.find()
        if site.cls not in _SEQUENCES or "item" not in site.slots or site.is_escaped:
            return None
        is_numpy = self.is_numpy or site.cls is not list
        spec = read(site, "item")
        if not is_numpy and isinstance(spec, TensorSpec) and spec.dtype.is_python:
            if self._is_method:
                return None  # its object says what dtype they have
            spec = spec.strong
        return _row_spec(spec, is_numpy=is_numpy)

    def _stacked(self, value: Proxy, spec: TensorSpec) -> Any:
        (items,) = emit(BUILTIN, [value.symbol], (ANY,), "r", function="tuple")
        dtype = spec.dtype
        if self.dtype not in (None, dtype) and spec.shape == ():
            held = value.spec.site.find().slot("item")
            cls = dtype.numpy.type if isinstance(held, NumpySpec) else None
            (items,) = self._checked(items, cls)
            is_python = isinstance(held, TensorSpec) and held.dtype.is_python
            if is_python:  # exactly: the function may take them for a shape
                dtype = from_numpy(np.dtype(cast("Any", held.dtype.python)))
            elif cls is None:
                dtype = self.dtype
        rows = TensorSpec((None, *(spec.shape or ())), dtype)
        attrs = {"dtype": dtype.numpy, "error": _as_data(self.error)}
        (symbol,) = emit(STACKED, [items], (rows,), "w", **attrs)
        return Proxy(symbol, NumpySpec(rows)) if self.is_numpy else symbol

    def _checked(self, items: Any, cls: type | None) -> Any:
        """Return numbers that are to be of another dtype: the run asks the function."""
        if len(self.args) == 0 or any(map(holds_run, self.args[1:])):
            return (items,)
        args, kwargs = self.args[1:], dict(self.kwargs)
        check = moving(partial(_check, self.function, args, kwargs, cls))
        return emit(APPLY, [items], (ANY,), "w", function=check)


def _as_data(error: Exception | None) -> tuple[str, str, str] | None:
    """Return an error as data, which a saved graph can hold."""
    if error is None:
        return None
    message, hint = str(error), ""
    if isinstance(error, AutographError):
        message, hint = error.message, error.hint
    return type(error).__name__, message, hint


def _check(
    function: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    cls: Any,
    items: tuple[Any, ...],
) -> tuple[Any, ...]:
    """Return items that a function takes; else raise what it does."""
    held = list(items) if cls is None else list(map(cls, items))
    function(held, *args, **kwargs)
    return items


def _as_dtype(value: Any) -> DType | None:
    """Return a dtype that is given as an argument."""
    if isinstance(value, DType):
        return value
    is_kind = isinstance(value, np.dtype) or any(value is x for x in _KINDS)
    is_kind |= isinstance(value, type) and issubclass(value, np.generic)
    return from_numpy(np.dtype(cast("Any", value))) if is_kind else None


def with_stacked(
    function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], *, is_numpy: bool
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return what is given to a function of a library, with a tensor for each list.

    Args:
        function: The function.
        args: Its arguments.
        kwargs: Those by keyword.
        is_numpy: Is it NumPy's?
    """
    return _Call(function, args, kwargs, is_numpy).with_stacked()


@meant
def _row_spec(spec: Any, *, is_numpy: bool) -> TensorSpec | None:
    """Return the spec of the tensor for an item; None if it is something else."""
    if is_numpy and isinstance(spec, TensorSpec) and spec.dtype.is_python:
        python = spec.dtype.python
        is_number = python in _KINDS
        return TensorSpec((), from_numpy(np.dtype(python))) if is_number else None
    if isinstance(spec, (NumpySpec, ArraySpec)):
        spec = spec.tensor
    elif is_numpy or not isinstance(spec, TensorSpec):
        return None
    is_alike = spec.shape is not None and None not in spec.shape
    return spec if is_strong(spec) and is_alike else None


__all__ = ["with_stacked"]
