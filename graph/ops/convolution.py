"""Convolutions of 1, 2 and 3 dimensions, and what undoes them. Public in `ag.nn`.

There are three ops, each linear in both of its inputs, and each one's gradients are the
other two: `conv`, `conv_filters` and `conv_input`. All have the channels last.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graph import shapes
from graph.convert import shown
from graph.dispatch import apply, as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, Application, Op, always, define, op_named
from graph.ops import convolution_kernels as kernels
from graph.ops.arguments import (
    array_of,
    constant_value,
    is_option,
    promote,
    result_as_given,
    run_time_shape,
    split_shape,
    static_int,
)
from graph.ops.manipulation import shape as shape_of
from graph.ops.manipulation import transpose
from graph.origin import capture_exact
from graph.shapes import Dim, Shape
from graph.specs import TensorSpec, spec_of
from graph.tensor import Tensor
from graph.unbroadcast import like_dtype

_ATTRS: Final = {
    "strides": REQUIRED,
    "dilations": REQUIRED,
    "padding": REQUIRED,
    "groups": 1,
}


# -- Shapes ----------------------------------------------------------------------------


def _floats(*specs: TensorSpec) -> Any:
    dtype = promote(*(spec.dtype for spec in specs))
    if not dtype.is_floating:
        raise DTypeError(
            f"convolutions are of floats, not of {dtype}.",
            hint="Convert with ag.cast first.",
        )
    return dtype


def _infer_conv(
    x: TensorSpec, filters: TensorSpec, *, strides: Any, groups: int, **attrs: Any
) -> TensorSpec:
    dtype = _floats(x, filters)
    n = len(strides)
    for name, spec in (("the input", x), ("filters", filters)):
        if spec.shape is not None and len(spec.shape) != n + 2:
            raise ShapeError(
                f"{name} of a convolution of {n} dimensions have {n + 2}, not "
                f"{len(spec.shape)}: their shape is {shapes.show(spec.shape)}.",
                hint="An input is (batch, dimensions..., channels), filters are "
                "(dimensions..., channels in, channels out).",
            )
    given: Any = x.shape or (None,) * (n + 2)
    taken: Any = filters.shape or (None,) * (n + 2)
    _check_channels(given[-1], taken[-2], taken[-1], groups)
    inner = [
        window_count(*each, attrs["padding"], place)
        for place, each in enumerate(
            zip(given[1:-1], taken[:n], strides, attrs["dilations"], strict=True)
        )
    ]
    return TensorSpec((given[0], *inner, taken[-1]), dtype)


def _check_channels(given: Dim, taken: Dim, made: Dim, groups: int) -> None:
    if None not in (given, taken) and given != taken * groups:  # type: ignore[operator]
        of_groups = f" in each of {groups} groups" if groups > 1 else ""
        raise ShapeError(
            f"the input has {given} channels, and filters take {taken}{of_groups}.",
            hint="The last dimension of the input is that before the last of the "
            "filters; with data_format='NCHW' it is the second one.",
        )
    if made is not None and made % groups:
        raise ShapeError(
            f"{made} channels cannot be made of {groups} groups alike.",
            hint="The last dimension of the filters is a multiple of the groups.",
        )


def window_count(
    size: Dim, kernel: Dim, stride: int, dilation: int, padding: Any, place: int
) -> Dim:
    """Return how many windows there are along a dimension, as far as is known."""
    if padding == "SAME" and size is not None:
        return -(-size // stride)
    if size is None or kernel is None:
        return None
    pads = "VALID" if padding == "VALID" else (padding[place],)
    found = kernels.place_windows((size,), (kernel,), (stride,), (dilation,), pads)
    return found.sizes[0]


def _infer_back(
    first: TensorSpec, second: TensorSpec, *dims: TensorSpec, shape: Shape, **_: Any
) -> TensorSpec:
    return TensorSpec(shape, _floats(first, second))


# -- Kernels ---------------------------------------------------------------------------


def _operands(*given: Any) -> tuple[Any, ...]:
    """Return arrays of the dtype to compute in, and that of the result."""
    arrays = [array_of(x) for x in given]
    dtype = np.result_type(*arrays)
    if dtype.kind != "f":
        raise TypeError(dtype)
    wide = np.promote_types(dtype, np.float32)
    return (*(np.ascontiguousarray(x, wide) for x in arrays), dtype)


def _windows(sizes: Any, kernel: Any, attrs: Any) -> kernels.Windows:
    return kernels.place_windows(
        tuple(sizes),
        tuple(kernel),
        attrs["strides"],
        attrs["dilations"],
        attrs["padding"],
    )


def _is_depthwise(filters: Any, groups: int) -> bool:
    return groups > 1 and filters[-2] == 1


def _by_groups(
    groups: int, function: Callable[..., Any], axis: int, *cut: tuple[Any, int]
) -> Any:
    """Apply a function to each group of channels, and join the results."""
    parts = [np.split(array, groups, along) for array, along in cut]
    found = [
        function(*map(np.ascontiguousarray, each)) for each in zip(*parts, strict=True)
    ]
    return found[0] if groups == 1 else np.concatenate(found, axis)


def _conv(x: Any, filters: Any, *, groups: int, **attrs: Any) -> Any:
    x, w, dtype = _operands(x, filters)
    if x.shape[-1] != w.shape[-2] * groups:
        raise ShapeError("the channels differ.")
    windows = _windows(x.shape[1:-1], w.shape[:-2], attrs)
    if _is_depthwise(w.shape, groups):
        found = kernels.depthwise(x, w, windows)
    else:
        found = _by_groups(
            groups, lambda x, w: kernels.convolve(x, w, windows), -1, (x, -1), (w, -1)
        )
    return found.astype(dtype, copy=False)


def _conv_filters(
    x: Any, dy: Any, *dims: Any, shape: Shape, groups: int, **attrs: Any
) -> Any:
    wanted = run_time_shape(dims, shape)
    x, dy, dtype = _operands(x, dy)
    windows = _windows(x.shape[1:-1], wanted[:-2], attrs)
    _check_windows(windows, dy.shape)
    if _is_depthwise(wanted, groups):
        found = kernels.depthwise_filters(x, dy, windows)
    else:
        found = _by_groups(
            groups,
            lambda x, dy: kernels.convolve_filters(x, dy, windows),
            -1,
            (x, -1),
            (dy, -1),
        )
    return found.astype(dtype, copy=False)


def _conv_input(
    dy: Any, filters: Any, *dims: Any, shape: Shape, groups: int, **attrs: Any
) -> Any:
    wanted = run_time_shape(dims, shape)
    dy, w, dtype = _operands(dy, filters)
    sizes = tuple(wanted[1:-1])
    windows = _windows(sizes, w.shape[:-2], attrs)
    _check_windows(windows, dy.shape)
    if wanted[0] != dy.shape[0] or wanted[-1] != w.shape[-2] * groups:
        raise ShapeError(
            f"an output of the shape {tuple(wanted)} has another batch or other "
            f"channels than the input, whose shape is {dy.shape}, and filters of the "
            f"shape {w.shape} make.",
            hint="Filters of a transposed convolution are (dimensions..., channels "
            "out, channels in).",
        )
    if _is_depthwise(w.shape, groups):
        found = kernels.depthwise_input(dy, w, windows, sizes, wanted[-1])
    else:
        found = _by_groups(
            groups,
            lambda dy, w: kernels.convolve_input(dy, w, windows, sizes),
            -1,
            (dy, -1),
            (w, -1),
        )
    return np.array(found, dtype, copy=None)


def _check_windows(windows: kernels.Windows, given: tuple[int, ...]) -> None:
    if windows.sizes != tuple(given[1:-1]):
        raise ShapeError(
            f"of an array of these dimensions a convolution makes {windows.sizes}, "
            f"not {tuple(given[1:-1])}.",
            hint="output_shape is that of what a convolution with the same strides "
            "and padding would make the input of.",
        )


# -- Gradients -------------------------------------------------------------------------


def known_dims(x: Any) -> tuple[tuple[Any, ...], Shape]:
    """Return the shape of a value as inputs and attribute of an op."""
    spec = spec_of(x)
    if shapes.is_static(spec.shape):
        return (), spec.shape
    return (shape_of(x),), spec.shape


def _attrs_of(at: Application) -> dict[str, Any]:
    return {name: at.attrs[name] for name in _ATTRS}


def _back_to(kind: str, target: Any, first: Any, second: Any, at: Application) -> Any:
    """Return the gradient of an input by one of the ops that make such."""
    dims, shape = known_dims(target)
    attrs = {**_attrs_of(at), "shape": shape}
    return like_dtype(apply(op_named(kind), (first, second, *dims), attrs), target)


def _conv_gradient(at: Application, dy: Any) -> Sequence[Any]:
    x, w = at.inputs
    return (
        lambda: _back_to("conv_input", x, dy, w, at),
        lambda: _back_to("conv_filters", w, x, dy, at),
    )


def _conv_filters_gradient(at: Application, dw: Any) -> Sequence[Any]:
    x, dy, *dims = at.inputs
    return (
        lambda: _back_to("conv_input", x, dy, dw, at),
        lambda: like_dtype(apply(CONV, (x, dw), _attrs_of(at)), dy),
        *[None] * len(dims),
    )


def _conv_input_gradient(at: Application, dx: Any) -> Sequence[Any]:
    dy, w, *dims = at.inputs
    return (
        lambda: like_dtype(apply(CONV, (dx, w), _attrs_of(at)), dy),
        lambda: _back_to("conv_filters", w, dx, dy, at),
        *[None] * len(dims),
    )


def _work(x: TensorSpec, filters: TensorSpec, *_: Any, **attrs: Any) -> float:
    """Return about how many products there are."""
    size = shapes.size_of(x.shape) or 1
    products = float(size * (shapes.size_of(filters.shape) or 1))
    return math.sqrt(products)


CONV: Final[Op] = define(
    "conv",
    inputs=("x", "filters"),
    attrs=_ATTRS,
    infer=_infer_conv,
    kernel=_conv,
    gradient=_conv_gradient,
    work=_work,
    can_fail=always,
    is_public=False,
    doc="The products of each window of an input with filters.",
)
define(
    "conv_filters",
    inputs=("x", "dy", "dims"),
    attrs={**_ATTRS, "shape": REQUIRED},
    infer=_infer_back,
    kernel=_conv_filters,
    gradient=_conv_filters_gradient,
    work=_work,
    can_fail=always,
    is_public=False,
    doc="What flows back through a convolution to its filters.",
)
CONV_INPUT: Final[Op] = define(
    "conv_input",
    inputs=("dy", "filters", "dims"),
    attrs={**_ATTRS, "shape": REQUIRED},
    infer=_infer_back,
    kernel=_conv_input,
    gradient=_conv_input_gradient,
    work=_work,
    can_fail=always,
    is_public=False,
    doc="What flows back through a convolution to its input.",
)

# -- Arguments -------------------------------------------------------------------------

_LAST: Final = {1: "NWC", 2: "NHWC", 3: "NDHWC"}
_SECOND: Final = {1: "NCW", 2: "NCHW", 3: "NCDHW"}


def is_channels_first(n: int, data_format: Any, what: str) -> bool:
    """Tell whether channels are the second dimension.

    Raises:
        InvalidArgumentError: The format is none of `n` dimensions.
    """
    if data_format is None or is_option(data_format, (_LAST[n],)):
        return False
    if is_option(data_format, (_SECOND[n],)):
        return True
    raise InvalidArgumentError(
        f"{what}: data_format is {shown(data_format)}.",
        origin=capture_exact(2),
        hint=f"It is {_LAST[n]!r} or {_SECOND[n]!r}.",
    )


def per_dimension(value: Any, n: int, is_first: bool, what: str) -> tuple[int, ...]:
    """Return a number for each dimension, given as one, `n` or `n + 2`.

    Raises:
        ShapeError: There are other than so many; or those of batch or channels not 1.
        InvalidArgumentError: One of them is less than 1.
    """
    known = constant_value(value)
    held = np.asarray(1 if value is None else known).tolist()
    numbers = [static_int(x, what) for x in held] if isinstance(held, list) else held
    if not isinstance(numbers, list):
        numbers = [static_int(numbers, what)]
    if len(numbers) == 1:
        numbers *= n
    elif len(numbers) == n + 2:
        inner = slice(2, None) if is_first else slice(1, -1)
        rest = [x for i, x in enumerate(numbers) if i not in range(n + 2)[inner]]
        numbers = numbers[inner] if rest == [1, 1] else []
    if len(numbers) != n:
        raise ShapeError(
            f"{what} is {value}, not one number for each of {n} dimensions.",
            origin=capture_exact(3),
            hint=f"Give one, {n}, or {n + 2} with 1 for batch and channels.",
        )
    if min(numbers) < 1:
        raise InvalidArgumentError(
            f"{what} is {value}, which is not at least 1.",
            origin=capture_exact(3),
            hint="Give positive integers.",
        )
    return tuple(numbers)


def pads_of(padding: Any, n: int, is_first: bool) -> Any:
    """Return `VALID`, `SAME`, or a pair for each dimension.

    Raises:
        InvalidArgumentError: It is none of these.
    """
    if isinstance(padding, str) and padding.upper() in ("VALID", "SAME"):
        return padding.upper()
    try:
        pairs = np.asarray(constant_value(padding)).astype(int, casting="same_kind")
    except (TypeError, ValueError):
        pairs = np.zeros(0, int)
    if pairs.shape == (n + 2, 2):
        inner = slice(2, None) if is_first else slice(1, -1)
        rest = np.delete(pairs, range(n + 2)[inner], 0)
        pairs = pairs[inner] if not rest.any() else np.zeros(0, int)
    if pairs.shape != (n, 2) or pairs.min() < 0:
        raise InvalidArgumentError(
            f"padding is {padding!r}.",
            origin=capture_exact(3),
            hint='It is "VALID", "SAME", or a pair [before, after] for each '
            f"dimension: {n} pairs, or {n + 2} with [0, 0] for batch and channels.",
        )
    return tuple((int(low), int(high)) for low, high in pairs)


def channels_last(x: Tensor, n: int, is_first: bool) -> Tensor:
    """Return an array with the channels at the end."""
    return transpose(x, [0, *range(2, n + 2), 1]) if is_first else x


def channels_back(x: Tensor, n: int, is_first: bool, name: str | None = None) -> Tensor:
    """Return an array with the channels where they were."""
    return transpose(x, [0, n + 1, *range(1, n + 1)], name=name) if is_first else x


def convolve(
    n: int,
    what: str,
    x: Any,
    filters: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    dilations: Any,
    name: str | None,
    groups: int | None = None,
) -> Tensor:
    """Convolve an input of `n` dimensions."""
    is_first = is_channels_first(n, data_format, what)
    given = channels_last(as_tensor(x), n, is_first)
    kernel = as_tensor(filters)
    attrs = {
        "strides": per_dimension(strides, n, is_first, "strides"),
        "dilations": per_dimension(dilations, n, is_first, "dilations"),
        "padding": pads_of(padding, n, is_first),
        "groups": _groups(given, kernel, n) if groups is None else groups,
    }
    own = None if is_first else name
    found = result_as_given(CONV, (given, kernel), attrs, own)
    return channels_back(found, n, is_first, name)


def _groups(x: Tensor, filters: Tensor, n: int) -> int:
    """Return into how many groups channels are cut: one, unless filters take fewer."""
    if x.ndim != n + 2 or filters.ndim != n + 2:
        return 1
    given, taken = x.shape[-1], filters.shape[-2]
    if not given or not taken or given % taken:
        return 1
    return given // taken


def transposed(
    n: int,
    what: str,
    x: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: Any,
    data_format: Any,
    dilations: Any,
    name: str | None,
) -> Tensor:
    """Do to an input of `n` dimensions what a convolution does to gradients."""
    is_first = is_channels_first(n, data_format, what)
    given = channels_last(as_tensor(x), n, is_first)
    dims, shape = split_shape(output_shape)
    if is_first and shape is not None:
        if len(dims) == 1 and spec_of(dims[0]).shape != ():
            vector = dims[0]
            dims = tuple(vector[i] for i in range(n + 2))
        whole = iter(dims)
        each = [next(whole) if dim is None else dim for dim in shape]
        dims, shape = split_shape([each[0], *each[2:], each[1]])
    if shape is not None and len(shape) != n + 2:
        raise ShapeError(
            f"{what}: output_shape has {len(shape)} dimensions, not {n + 2}.",
            origin=capture_exact(2),
            hint="It is that of the whole result, batch and channels included.",
        )
    attrs = {
        "strides": per_dimension(strides, n, is_first, "strides"),
        "dilations": per_dimension(dilations, n, is_first, "dilations"),
        "padding": pads_of(padding, n, is_first),
        "groups": 1,
        "shape": (None,) * (n + 2) if shape is None else shape,
    }
    own = None if is_first else name
    operands = (given, as_tensor(filters), *dims)
    found = result_as_given(CONV_INPUT, operands, attrs, own)
    return channels_back(found, n, is_first, name)


__all__: list[str] = []
