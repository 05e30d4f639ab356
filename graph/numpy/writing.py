"""NumPy's functions and methods that change an array: `np.put(x, i, v)`, `x.sort()`.

In a graph they write to what stands for an array, as `x[key] = value` does; where
Python itself runs, a tensor never changes, and they are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graph.dispatch import apply, is_python_number, is_text
from graph.dtypes import int64, string
from graph.errors import ImmutableTensorError, UnsupportedArgumentError
from graph.graph import current_graph
from graph.numpy.arguments import axes_of, dims_of, flatten, known_rank, n_elements
from graph.numpy.conversion import asarray, cast
from graph.numpy.registry import FUNCTIONS, as_arrays, name_of, register
from graph.ops import indexing, manipulation, math, scan, scatter, selection
from graph.ops.folding import UFUNC_AT
from graph.ops.item_assignment import assigned
from graph.ops.ranges import range as numbers
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor, Tensor


def _writes(function: Any, hint: str) -> Callable[[Callable[..., None]], Any]:
    """Mark what writes to a symbolic array in place of a function of NumPy's.

    Args:
        function: NumPy's, whose first argument is the array.
        hint: What makes a new tensor instead, for what is no array in a graph.
    """

    def decorate(ours: Callable[..., None]) -> Callable[..., None]:
        def call(*args: Any, **kwargs: Any) -> None:
            given: Sequence[Any] = args or tuple(kwargs.values())
            if is_array(given[0]):
                ours(*args, **kwargs)
                return
            if type(given[0]) is np.ndarray and current_graph() is None:
                arrays = as_arrays(args, function), as_arrays(kwargs, function)
                function(*arrays[0], **arrays[1])
                return
            if type(given[0]) is np.ndarray:
                _DISPATCH["ask_to_own"]()
            raise ImmutableTensorError(
                f"{name_of(function)} changes an array in place, which cannot be "
                "staged, nor be done to a tensor.",
                origin=capture_exact(),
                hint=hint,
            )

        register(function, call)
        return ours

    return decorate


def is_array(value: Any) -> bool:
    """Tell whether it stands for an array in a graph.

    Raises:
        UnstagedOperationError: That is not known.
    """
    if type(value) is not SymbolicTensor or current_graph() is None:
        return False
    what = "writing in place"
    return not value._is_array or _DISPATCH["kind_in_python"](value, what) is not Tensor


_SCATTER: Final = "ag.tensor_scatter_nd_update returns a new tensor."
_WHERE: Final = "np.where(mask, value, x) is a new tensor."


def _ask_numpy(function: Callable[..., Any], *values: Any) -> None:
    """Let NumPy refuse dtypes, on arrays of one element."""
    array, *others = values
    samples = [
        np.ones(() if x.shape == () else 1, x.dtype.numpy)
        if isinstance(x, Tensor)
        else x
        for x in others
    ]
    function(np.ones(1, array.dtype.numpy), *samples)


def _converted(array: Any, values: Any) -> Any:
    """Return what NumPy makes of numbers and lists, to write it into an array."""
    _DISPATCH["check_written"](array.dtype, values)
    return asarray(_DISPATCH["converted"](array.dtype, values))


def _kind(value: Any) -> Any:
    """Return the class of what a value is in plain Python, None if it is not known."""
    if type(value) is SymbolicTensor and not value.spec.dtype.is_python:
        return _DISPATCH["known_kind"](value)
    return type(value)


def _alike(array: Any, values: Any) -> Any:
    """Return values in the dtype of an array, which NumPy holds in it safely."""
    kind = _kind(values)
    if is_python_number(values) or (kind is not None and issubclass(kind, np.generic)):
        return asarray(_DISPATCH["converted"](array.dtype, values), array.dtype)
    return _converted(array, values)


def _write(target: Any, new: Tensor) -> None:
    """Let an array hold the elements of a tensor of its shape."""
    target[...] = new


@_writes(np.copyto, _WHERE)
def copyto(dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Write values where a condition holds; as numpy.copyto."""
    is_new = type(src) is SymbolicTensor and is_python_number(src)
    if type(src) is int or (is_new and src.spec.dtype.is_integer):
        np.copyto(np.ones(1, dst.dtype.numpy), 1, casting=casting)  # type: ignore[arg-type]
        src = _DISPATCH["written_element"](dst.dtype, src)
    value = asarray(src)
    if isinstance(src, (Tensor, np.ndarray, np.generic)):
        _ask_numpy(lambda x, y: np.copyto(x, y, casting=casting), dst, value)  # type: ignore[arg-type]
    elif type(src) in (float, complex):
        _ask_numpy(lambda x, y: np.copyto(x, y, casting=casting), dst, src)  # type: ignore[arg-type]
    value = cast(value, dst.dtype)
    if where is not True:
        value = selection.where(asarray(where), value, dst)
    _write(dst, value)


@_writes(np.putmask, _WHERE)
def putmask(a: Any, mask: Any, values: Any) -> None:
    """Write values where a mask holds, each in its own place; as numpy.putmask."""
    given = _alike(a, values)
    _ask_numpy(lambda x, y: np.putmask(x, [True], y), a, given)
    places = _numbers(n_elements(a))
    spread = _repeated(flatten(given), places)
    new = manipulation.reshape(cast(spread, a.dtype), dims_of(a))
    is_put = manipulation.reshape(asarray(mask), dims_of(a))
    _write(a, selection.where(cast(is_put, asarray(True).dtype), new, a))


@_writes(np.place, _WHERE)
def place(arr: Any, mask: Any, vals: Any) -> None:
    """Write values one after another where a mask holds; as numpy.place."""
    given = _alike(arr, vals)
    _ask_numpy(lambda x, y: np.place(x, [True], y), arr, given)
    given = flatten(given)
    is_put = flatten(cast(asarray(mask), asarray(True).dtype))
    places = scan.cumsum(cast(is_put, asarray(0).dtype)) - 1
    spread = _repeated(given, selection.where(is_put, places, 0))
    new = selection.where(is_put, cast(spread, arr.dtype), flatten(arr))
    _write(arr, manipulation.reshape(new, dims_of(arr)))


def _numbers(limit: Any, step: Any = 1) -> Tensor:
    return numbers(0, limit, step, dtype=int64)


def _repeated(values: Tensor, places: Tensor) -> Tensor:
    """Return elements of a vector by number, which goes round and round."""
    return indexing.getitem(values, math.floormod(places, n_elements(values)))


@_writes(np.put, _SCATTER)
def put(a: Any, ind: Any, v: Any, mode: str = "raise") -> None:
    """Write values to elements of an array seen as a vector; as numpy.put."""
    if mode not in ("raise", "wrap", "clip"):
        np.put(np.zeros(1), 0, 0, mode=mode)  # type: ignore[arg-type]
    values, places, size = (
        flatten(_converted(a, v)),
        flatten(asarray(ind)),
        n_elements(a),
    )
    _ask_numpy(lambda x, y: np.put(x, [0], y), a, values)
    if values.shape == (0,):
        return  # so NumPy has it
    if mode == "wrap":
        places = math.floormod(places, size)
    elif mode == "clip":
        places = math.minimum(math.maximum(places, 0), size - 1)
    spread = _repeated(values, _numbers(n_elements(places)))
    new = assigned(flatten(a), places, spread)
    _write(a, manipulation.reshape(new, dims_of(a)))


@_writes(np.put_along_axis, _SCATTER)
def put_along_axis(arr: Any, indices: Any, values: Any, axis: int | None) -> None:
    """Write values to places along an axis; as numpy.put_along_axis."""
    places = asarray(indices)
    if axis is None:
        written = _DISPATCH["as_written"](arr.dtype, values)
        new = assigned(flatten(arr), places, *written)
        _write(arr, manipulation.reshape(new, dims_of(arr)))
        return
    ndim = known_rank(arr, "put_along_axis")
    (axis,) = axes_of(axis, ndim)
    key: list[Any] = []
    for one, length in enumerate(dims_of(arr)):
        shape = [-1 if other == one else 1 for other in range(ndim)]
        grid = manipulation.reshape(_numbers(length), shape)
        key.append(places if one == axis else grid)
    arr[tuple(key)] = values


@_writes(np.fill_diagonal, "ag.linalg.set_diag returns a new tensor.")
def fill_diagonal(a: Any, val: Any, wrap: bool = False) -> None:
    """Write values to the main diagonal; as numpy.fill_diagonal."""
    ndim = known_rank(a, "fill_diagonal")
    dims = list(dims_of(a))
    if ndim < 2 or (ndim > 2 and len(set(a.shape)) > 1):
        np.fill_diagonal(np.zeros([2] if ndim < 2 else range(2, 2 + ndim)), 0)
    step, end = dims[-1] + 1, n_elements(a)
    if ndim > 2:
        step = 1
        for number in range(1, ndim):
            step = step + dims[-1] ** number
    elif not wrap:
        end = math.minimum(asarray(end), asarray(dims[1] * dims[1]))
    places = _numbers(end, step)
    spread = _repeated(flatten(_converted(a, val)), _numbers(n_elements(places)))
    new = assigned(flatten(a), places, spread)
    _write(a, manipulation.reshape(new, dims))


# -- Methods -------------------------------------------------------------------------


def _fill(x: Any, value: Any) -> None:
    if getattr(value, "shape", ()):  # NumPy refuses arrays, but of one truth value
        dtype = getattr(value.dtype, "numpy", value.dtype)
        sample = np.zeros(value.shape, dtype)
        kind = _kind(value)
        is_array = kind is not None and issubclass(kind, np.ndarray)
        np.zeros(1, x.dtype.numpy).fill(sample if is_array else EagerTensor(sample))
        value = manipulation.reshape(asarray(value), [])
    if isinstance(value, (list, tuple)):
        np.zeros(1, x.dtype.numpy).fill([0] * len(value))  # NumPy's own error
    x[...] = _DISPATCH["written_element"](x.dtype, value)


def _sort(x: Any, axis: int = -1, kind: Any = None, order: Any = None) -> None:
    given = {"axis": axis, "kind": kind, "order": order}
    _write(x, FUNCTIONS[np.sort]((x,), given))


def _partition(
    x: Any, kth: Any, axis: int = -1, kind: str = "introselect", order: Any = None
) -> None:
    given = {"axis": axis, "kind": kind, "order": order}
    _write(x, FUNCTIONS[np.partition]((x, kth), given))


#: What methods of this name write; `graph.numpy.methods` has them called.
METHODS: Final[Mapping[str, Callable[..., None]]] = {
    "fill": _fill,
    "partition": _partition,
    "put": put,
    "sort": _sort,
}


# -- Ufuncs --------------------------------------------------------------------------

_AT: Final = {
    np.add: scatter.tensor_scatter_nd_add,
    np.subtract: scatter.tensor_scatter_nd_sub,
    np.maximum: scatter.tensor_scatter_nd_max,
    np.minimum: scatter.tensor_scatter_nd_min,
}


def write_at(ufunc: Any, x: SymbolicTensor, key: Any, *operand: Any) -> None:
    """Do `ufunc.at(x, key, operand)`: each place as often as it is named.

    Raises:
        UnsupportedArgumentError: No op does that.
    """
    update = _AT.get(ufunc)
    is_known = ufunc.nout == 1 and getattr(np, ufunc.__name__, None) is ufunc
    if not is_known or ufunc.nin != 2 or len(operand) != 1 or ufunc.signature:
        raise UnsupportedArgumentError(
            f"numpy.{ufunc.__name__}.at is not staged.",
            origin=capture_exact(2),
            hint="Staged are the `at` of NumPy's ufuncs of two numbers; a loop "
            "over the places does the same for any other.",
        )
    value = asarray(operand[0])
    if value.dtype is string is not x.dtype:  # NumPy refuses it in its own words
        text = np.array("1") if is_text(operand[0]) else np.array(b"1", object)
        ufunc.at(np.ones(1, x.dtype.numpy), [0], text)
    if isinstance(operand[0], (Tensor, np.ndarray, np.generic, float, complex)):
        _ask_numpy(lambda a, b: ufunc.at(a, [0], b), x, value)
    numbers = manipulation.reshape(_numbers(n_elements(x)), dims_of(x))
    places = indexing.getitem(numbers, key)
    if update is None:
        spread = manipulation.broadcast_to(value, dims_of(places))
        given = (flatten(x), flatten(places), flatten(spread))
        new: Any = apply(UFUNC_AT, given, {"ufunc": ufunc.__name__})
    else:
        spread = manipulation.broadcast_to(cast(value, x.dtype), dims_of(places))
        rows = manipulation.reshape(places, [-1, 1])
        new = update(flatten(x), rows, flatten(spread))
    _write(x, manipulation.reshape(new, dims_of(x)))


__all__ = [
    "METHODS",
    "copyto",
    "fill_diagonal",
    "is_array",
    "place",
    "put",
    "put_along_axis",
    "putmask",
    "write_at",
]
