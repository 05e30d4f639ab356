"""Windows of an input, of each the largest element or the mean. Public in `ag.nn`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, cast

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import apply, as_tensor
from graph.errors import DTypeError, ShapeError
from graph.op import REQUIRED, ZERO, Application, Op, define, op_named
from graph.ops import convolution_kernels as kernels
from graph.ops.arguments import (
    array_of,
    present,
    result_as_given,
    run_time_shape,
    total_size,
)
from graph.ops.convolution import (
    channels_back,
    channels_last,
    is_channels_first,
    known_dims,
    pads_of,
    per_dimension,
    window_count,
)
from graph.ops.manipulation import reshape
from graph.ops.manipulation import shape as shape_of
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor

_ATTRS: Final = {"ksize": REQUIRED, "strides": REQUIRED, "padding": REQUIRED}


def _infer(
    x: TensorSpec, *, ksize: tuple[int, ...], strides: Any, padding: Any
) -> TensorSpec:
    dtype = dtypes.strengthen(x.dtype)
    if not dtype.is_floating:
        raise DTypeError(
            f"pooling takes floats, not {dtype}.", hint="Convert with ag.cast first."
        )
    n = len(ksize)
    if x.shape is None:
        return TensorSpec((None,) * (n + 2), dtype)
    if len(x.shape) != n + 2:
        raise ShapeError(
            f"pooling of {n} dimensions takes {n + 2}, not {len(x.shape)}: the shape "
            f"is {shapes.show(x.shape)}.",
            hint="An input is (batch, dimensions..., channels).",
        )
    inner = [
        window_count(size, k, s, 1, padding, place)
        for place, (size, k, s) in enumerate(
            zip(x.shape[1:-1], ksize, strides, strict=True)
        )
    ]
    return TensorSpec((x.shape[0], *inner, x.shape[-1]), dtype)


def _windows(sizes: Any, attrs: Any) -> kernels.Windows:
    ksize = attrs["ksize"]
    ones = (1,) * len(ksize)
    return kernels.place_windows(
        tuple(sizes), ksize, attrs["strides"], ones, attrs["padding"]
    )


def _checked(x: Any) -> Any:
    array = array_of(x)
    if array.dtype.kind != "f":
        raise TypeError(array.dtype)
    return array


def _pool(function: Callable[[Any, kernels.Windows], Any]) -> Callable[..., Any]:
    def run(x: Any, **attrs: Any) -> Any:
        array = _checked(x)
        return function(array, _windows(array.shape[1:-1], attrs))

    return run


def _mean_back(dy: Any, *dims: Any, shape: Shape, **attrs: Any) -> Any:
    sizes = tuple(run_time_shape(dims, shape)[1:-1])
    return np.array(kernels.mean_back(_checked(dy), _windows(sizes, attrs), sizes))


def _attrs_of(at: Application) -> dict[str, Any]:
    return {name: at.attrs[name] for name in _ATTRS}


def _max_gradient(at: Application, dy: Any) -> Sequence[Any]:
    """Add each gradient where the largest element was, of equals the first."""

    def back() -> Any:
        x = at.inputs[0]
        places = apply(_PLACES, (x,), _attrs_of(at))
        flat = reshape(x, [-1])
        dims, shape = (
            ((), flat.shape) if shapes.is_static(flat.shape) else ((flat,), None)
        )
        found = apply(
            op_named("gather_add"),
            (reshape(dy, [-1]), reshape(places, [-1]), *dims),
            {"shape": shape, "axis": 0, "batch_dims": 0},
        )
        return reshape(found, shape_of(x))

    return (back,)


def _mean_gradient(at: Application, dy: Any) -> Sequence[Any]:
    def back() -> Any:
        dims, shape = known_dims(at.inputs[0])
        attrs = {**_attrs_of(at), "shape": shape}
        return apply(op_named("avg_pool_back"), (dy, *dims), attrs)

    return (back,)


def _mean_back_gradient(at: Application, dx: Any) -> Sequence[Any]:
    rest = [None] * (len(at.inputs) - 1)
    return (lambda: apply(_MEAN, (dx,), _attrs_of(at)), *rest)


_MAX: Final[Op] = define(
    "max_pool",
    inputs=("x",),
    attrs=_ATTRS,
    infer=_infer,
    kernel=_pool(kernels.largest),
    gradient=_max_gradient,
    work=total_size,
    is_public=False,
    doc="The largest element of each window.",
)
_PLACES: Final[Op] = define(
    "max_pool_places",
    inputs=("x",),
    attrs=_ATTRS,
    infer=lambda x, **attrs: TensorSpec(_infer(x, **attrs).shape, dtypes.int64),
    kernel=_pool(kernels.places_of_largest),
    gradient=ZERO,
    work=total_size,
    is_public=False,
    doc="Where in the flat input the largest element of each window is.",
)
_MEAN: Final[Op] = define(
    "avg_pool",
    inputs=("x",),
    attrs=_ATTRS,
    infer=_infer,
    kernel=_pool(kernels.mean),
    gradient=_mean_gradient,
    work=total_size,
    is_public=False,
    doc="The mean of each window.",
)
define(
    "avg_pool_back",
    inputs=("dy", "dims"),
    attrs={**_ATTRS, "shape": REQUIRED},
    infer=lambda dy, *dims, shape, **_: TensorSpec(shape, dtypes.strengthen(dy.dtype)),
    kernel=_mean_back,
    gradient=_mean_back_gradient,
    work=total_size,
    is_public=False,
    doc="What flows back through the means of windows.",
)


def _apply(
    op: Op,
    n: int,
    x: Any,
    ksize: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    name: str | None,
) -> Tensor:
    is_first = is_channels_first(n, data_format, op.name)
    attrs = {
        "ksize": per_dimension(ksize, n, is_first, "ksize"),
        "strides": per_dimension(strides, n, is_first, "strides"),
        "padding": pads_of(padding, n, is_first),
    }
    given = channels_last(as_tensor(x), n, is_first)
    found = result_as_given(op, (given,), attrs, None if is_first else name)
    return channels_back(found, n, is_first, name)


class Pool(Protocol):
    """A public function that makes one element of each window."""

    def __call__(
        self,
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: Any = ...,
        name: str | None = None,
    ) -> Tensor:
        """Go through the windows."""


_DOC: Final = """{first}

Args:
    input: {n} dimensions of channels.
    ksize: How long windows are: one number, or one for each dimension.
    strides: By how much each is moved from the one before, likewise.
    padding: `VALID`, `SAME`, or a pair [before, after] for each dimension; what is
        around the input does not count.
    data_format: `{last}`, or `{second}` where channels are second.
    name: A name for the node.

Shape:   (batch, {dims}, channels) -> (batch, {n} numbers of windows, channels)
Dtype:   floats -> the same
Raises:  DTypeError for other dtypes; ShapeError for another rank
Source:  TensorFlow's nn.{name}"""
_DOC_OF_ANY: Final = """{first}, of 1 to 3 dimensions.

Shape:   (batch, dimensions..., channels) -> (batch, windows..., channels)
Dtype:   floats -> the same
Raises:  ShapeError if the rank is not known while tracing
Source:  TensorFlow's nn.{name}"""


def _public(op: Op, n: int, first: str) -> Pool:
    """Return the function of windows of n dimensions."""
    last, second = [("NWC", "NCW"), ("NHWC", "NCHW"), ("NDHWC", "NCDHW")][n - 1]
    name = f"{op.name}{n}d"
    doc = _DOC.format(
        first=first,
        n=("One", "Two", "Three")[n - 1],
        last=last,
        second=second,
        dims=", ".join(("depth", "height", "width")[-n:]),
        name=name,
    )
    return _presented(op, n, last, name, doc)


def _presented(op: Op, n: int | None, last: Any, name: str, doc: str) -> Pool:
    def function(
        input: Any,
        ksize: Any,
        strides: Any,
        padding: Any,
        data_format: Any = last,
        name: str | None = None,
    ) -> Tensor:
        x = as_tensor(input)
        rank = _dimensions(x, op.name) if n is None else n
        return _apply(op, rank, x, ksize, strides, padding, data_format, name)

    return cast("Pool", present(function, name, doc))


def _dimensions(x: Tensor, what: str) -> int:
    n = (x.ndim or 0) - 2
    if n not in (1, 2, 3):
        raise ShapeError(
            f"{what}: the input has the shape {x.shape}.",
            origin=capture_exact(2),
            hint="It is (batch, dimensions..., channels), with 1 to 3 dimensions, as "
            "many as are known while tracing.",
        )
    return n


_LARGEST: Final = "Return the largest element of each window"
_MEAN_OF: Final = "Return the mean of each window"
max_pool1d = _public(_MAX, 1, f"{_LARGEST}; nan spreads.")
max_pool2d = _public(_MAX, 2, f"{_LARGEST}; nan spreads.")
max_pool3d = _public(_MAX, 3, f"{_LARGEST}; nan spreads.")
avg_pool1d = _public(_MEAN, 1, f"{_MEAN_OF}.")
avg_pool2d = _public(_MEAN, 2, f"{_MEAN_OF}.")
avg_pool3d = _public(_MEAN, 3, f"{_MEAN_OF}.")
max_pool = _presented(
    _MAX, None, None, "max_pool", _DOC_OF_ANY.format(first=_LARGEST, name="max_pool")
)
avg_pool = _presented(
    _MEAN,
    None,
    None,
    "avg_pool",
    _DOC_OF_ANY.format(first=_MEAN_OF, name="avg_pool")
    + ": elements around the input do not count",
)

__all__ = [
    "avg_pool",
    "avg_pool1d",
    "avg_pool2d",
    "avg_pool3d",
    "max_pool",
    "max_pool1d",
    "max_pool2d",
    "max_pool3d",
]
NAMESPACES = {"ag.nn": __all__}
