"""What NumPy does element by element with Python: `np.vectorize`, `np.ndenumerate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import numpy as np

from graph import dtypes, shapes
from graph.errors import ShapeError, UnstagedOperationError
from graph.mapping import map_fn
from graph.numpy.arguments import dims_of, flatten
from graph.numpy.conversion import asarray, cast, numpy_dtype
from graph.ops import manipulation
from graph.origin import capture_exact
from graph.tensor import Tensor

Caller = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]


def vectorized(
    given: Any, call: Caller, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Any:
    """Return what an `np.vectorize` object gives: one loop over the elements.

    Args:
        given: The object.
        call: Calls its function.
        args: Arrays, which are broadcast together.
        kwargs: The same, by name.

    Raises:
        UnstagedOperationError: Dtypes of the results are not told, or there is a
            signature, or an argument is left out or given by name.
    """
    if given.signature is not None or given.excluded or kwargs or not given.otypes:
        what = "dtypes of the results" if not given.otypes else "plain arguments alone"
        raise UnstagedOperationError(
            f"np.vectorize is called with a value that is known only when the graph "
            f"runs, and needs {what} then.",
            origin=capture_exact(2),
            hint="NumPy looks at the first value that the function returns. Tell it: "
            "np.vectorize(f, otypes=[float]); or write with arrays, or ag.map_fn.",
        )
    wanted = [numpy_dtype(char) for char in given.otypes]
    given_arrays: list[Any] = [asarray(each) for each in args]
    arrays = np.broadcast_arrays(*given_arrays)

    def each(values: Any) -> Any:
        found = call(given.pyfunc, tuple(map(_number, values)), {})
        parts = found if len(wanted) > 1 else (found,)
        return [asarray(x, kind) for x, kind in zip(parts, wanted, strict=True)]

    rows = map_fn(each, [flatten(asarray(x)) for x in arrays])
    dims = dims_of(asarray(arrays[0]))
    found = tuple(manipulation.reshape(row, dims) for row in rows)
    return found if len(found) > 1 else found[0]


def _number(value: Tensor) -> Any:
    """Return an element as a number of Python's, as NumPy hands it on."""
    kind = _NUMBERS.get(value.dtype.numpy.kind)
    return value if kind is None else cast(value, kind)


# Kinds of NumPy's dtypes, with what their elements are as objects.
_NUMBERS: Final = {
    "b": dtypes.python_bool,
    "i": dtypes.python_int,
    "u": dtypes.python_int,
    "f": dtypes.python_float,
    "c": dtypes.python_complex,
}


def ndenumerate(arr: Any) -> Iterator[tuple[tuple[int, ...], Tensor]]:
    """Yield each element with its place.

    Raises:
        ShapeError: The shape is not known.
    """
    x = asarray(arr)
    for place in np.ndindex(*_known("np.ndenumerate", x)):
        yield place, x[place]


def broadcast(*args: Any) -> np.broadcast:
    """Return NumPy's object that knows to what shape arrays broadcast.

    Raises:
        ShapeError: A shape is not known.
    """
    dims = [_known("np.broadcast", asarray(x)) for x in args]
    return np.broadcast(*(np.broadcast_to(0.0, each) for each in dims))


def _known(name: str, x: Tensor) -> tuple[int, ...]:
    if x.ndim is None or not shapes.is_static(x.shape):
        raise ShapeError(
            f"{name}: the shape of {x.spec} is not known.",
            origin=capture_exact(2),
            hint="Give the input signature the shape.",
        )
    return tuple(dim for dim in x.shape if dim is not None)


__all__ = ["broadcast", "ndenumerate", "vectorized"]
