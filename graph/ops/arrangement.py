"""Elements repeated, moved and padded: tile, repeat, reverse, roll, pad, meshgrid."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.convert import (
    is_sequence,
    shown,
)
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    is_option,
    normalize_axes,
    result,
    result_as_given,
    run_time_shape,
    split_shape,
    static_axes,
    static_int,
)
from graph.ops.gradients import structural as rules
from graph.ops.manipulation import broadcast_to, reshape
from graph.origin import capture_exact
from graph.shapes import Dim, Shape, normalize_axis
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor, Tensor


def _infer_tile(x: TensorSpec, *given: TensorSpec, multiples: Shape) -> TensorSpec:
    if x.shape is None:
        return TensorSpec(None if multiples is None else (None,) * len(multiples),
                          x.dtype)  # fmt: skip
    if multiples is None:
        return TensorSpec((None,) * len(x.shape), x.dtype)
    if len(multiples) != len(x.shape):
        raise ShapeError(
            f"{len(multiples)} multiples are given for a tensor of rank "
            f"{len(x.shape)}.",
            hint="Give one number for each axis.",
        )
    return TensorSpec(map(_times, x.shape, multiples), x.dtype)


def _times(dim: Dim, multiple: Dim) -> Dim:
    if 0 in (dim, multiple):
        return 0
    return None if dim is None or multiple is None else dim * multiple


def _tile(x: Any, *given: Any, multiples: Shape) -> Any:
    array = array_of(x)
    times = run_time_shape(given, multiples)  # which are dimensions in their way
    if len(times) != array.ndim:
        raise ValueError(f"{len(times)} multiples for rank {array.ndim}")
    return np.tile(array, times)


def tile(input: Any, multiples: Any, name: str | None = None) -> Tensor:
    """Repeat a tensor along each axis, as often as `multiples` says for it.

    Shape:   (n_0, ..., n_k) -> (n_0 * m_0, ..., n_k * m_k)
    Dtype:   any -> the same
    Raises:  ShapeError if there is not one number for each axis
    Source:  TensorFlow's tile; numpy.tile
    """
    given, static = split_shape(multiples)
    operands = (as_tensor(input), *given)
    return result_as_given(_TILE, operands, {"multiples": static}, name)


_TILE = define(
    "tile",
    gradient=rules.tile,
    inputs=("input", "given"),
    attrs={"multiples": REQUIRED},
    infer=_infer_tile,
    kernel=_tile,
    doc=tile.__doc__,
    # Of an empty axis the length is known, and the number may be negative all the same.
    can_fail=lambda x, *given, **_: bool(given),
)


def _infer_repeat(
    x: TensorSpec, *counts: TensorSpec, repeats: Any, axis: int
) -> TensorSpec:
    if counts and not counts[0].dtype.is_integer:
        raise _no_counts(counts[0].dtype)
    if x.shape is None:
        return x
    axis = normalize_axis(axis, len(x.shape))
    length = x.shape[axis]
    total: Dim = None
    if isinstance(repeats, tuple):
        if length not in (None, len(repeats)):
            raise ShapeError(
                f"{len(repeats)} counts are given for an axis of length {length}.",
                hint="Give one number, or one for each element of the axis.",
            )
        total = sum(repeats)
    elif repeats is not None:
        total = _times(length, repeats)
    return TensorSpec((*x.shape[:axis], total, *x.shape[axis + 1 :]), x.dtype)


def _no_counts(dtype: Any) -> DTypeError:
    return DTypeError(
        f"repeats is {dtype}, not integers.", hint="Convert with ag.cast first."
    )


def _repeat(x: Any, *counts: Any, repeats: Any, axis: int) -> Any:
    count = counts[0] if repeats is None else repeats
    if np.asarray(count).dtype == np.bool_:  # which NumPy takes for integers
        raise _no_counts("bool")
    array = array_of(x)
    if not array.ndim:  # NumPy takes a scalar for a vector
        normalize_axis(axis, 0)
    if np.ndim(count) and len(count) != array.shape[axis]:
        raise ValueError(f"{len(count)} counts")
    if np.min(count, initial=0) < 0:
        raise ShapeError(
            f"an element is repeated {np.min(count)} times.",
            hint="Repeats are integers from 0.",
        )
    return np.repeat(array, count, axis)


def repeat(
    input: Any, repeats: Any, axis: Any = None, name: str | None = None
) -> Tensor:
    """Repeat each element along an axis; without one, of the flattened tensor.

    Args:
        input: Any tensor.
        repeats: How often: a number, or one for each element of the axis.
        axis: Which axis.
        name: A name for the node.

    Shape:   (..., n, ...) -> (..., sum of the repeats, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if the number of repeats is not that of the elements
    Source:  TensorFlow's repeat; numpy.repeat
    """
    value = as_tensor(input)
    if axis is None:
        value, axis = reshape(value, [-1]), 0
    known = constant_value(repeats)
    counts: tuple[Any, ...] = ()
    if known is None or (
        isinstance(known, (list, tuple))
        and not all(
            isinstance(constant_value(count), (int, np.integer, np.ndarray))
            for count in known
        )
    ):
        counts, known = (as_tensor(repeats),), None
    elif np.ndim(known):
        known = tuple(static_int(count, "repeats") for count in known)
    else:
        known = static_int(known, "repeats")
    attrs = {"repeats": known, "axis": static_int(axis, "axis")}
    return result(_REPEAT, (value, *counts), attrs, name)


_REPEAT = define(
    "repeat",
    gradient=rules.repeat,
    inputs=("input", "counts"),
    attrs={"repeats": None, "axis": 0},
    infer=_infer_repeat,
    kernel=_repeat,
    doc=repeat.__doc__,
)


def _infer_reverse(x: TensorSpec, *, axis: tuple[int, ...] | None) -> TensorSpec:
    if x.shape is not None:
        normalize_axes(axis, len(x.shape))
    return x


def reverse(tensor: Any, axis: Any, name: str | None = None) -> Tensor:
    """Reverse the order of the elements along axes; None means all of them.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's reverse; numpy.flip
    """
    attrs = {"axis": static_axes(axis)}
    return result(_REVERSE, (as_tensor(tensor),), attrs, name)


_REVERSE = define(
    "reverse",
    gradient=rules.reverse,
    inputs=("tensor",),
    attrs={"axis": REQUIRED},
    infer=_infer_reverse,
    kernel=lambda x, *, axis: np.flip(array_of(x), axis),
    doc=reverse.__doc__,
    may_alias=True,
    work=0.0,
    type_name="ReverseV2",
)


def flip(x: Any, axis: Any = None, name: str | None = None) -> Tensor:
    """Reverse the order of the elements along axes, all of them by default.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis
    Source:  array API, flip
    """
    return reverse(x, axis, name)


def _infer_roll(
    x: TensorSpec, shift: TensorSpec, *, axis: tuple[int, ...]
) -> TensorSpec:
    if not dtypes.strengthen(shift.dtype).is_integer:
        raise DTypeError(
            f"the shift is {shift.dtype}, not an integer.",
            hint="Convert with ag.cast first.",
        )
    if x.shape is not None:
        for place in axis:
            normalize_axis(place, len(x.shape))
    if shift.shape not in (None, (), (None,), (1,), (len(axis),)):
        raise ShapeError(
            f"{shapes.show(shift.shape)} shifts are given for {len(axis)} axes.",
            hint="Give one shift, or one for each axis.",
        )
    return x


def _roll(x: Any, shift: Any, *, axis: tuple[int, ...]) -> Any:
    amounts = array_of(shift)
    if amounts.dtype.kind not in "iu":
        raise TypeError("shift")
    if amounts.ndim > 1 or amounts.size not in (1, len(axis)):
        raise ShapeError(
            f"{amounts.size} shifts are given for {len(axis)} axes.",
            hint="Give one shift, or one for each axis.",
        )
    return np.roll(array_of(x), tuple(np.ravel(amounts).tolist()), axis)


def roll(input: Any, shift: Any, axis: Any, name: str | None = None) -> Tensor:
    """Shift elements along axes; those pushed out come in at the other end.

    Shape:   any -> the same
    Dtype:   any -> the same
    Raises:  ShapeError if there is no such axis
    Source:  TensorFlow's roll; numpy.roll
    """
    axes = static_axes(axis)
    if not axes:
        raise DTypeError(
            f"roll: axis is {shown(axis)}, not an axis or several.",
            origin=capture_exact(1),
            hint="ag.reshape(x, [-1]) makes all elements one axis.",
        )
    attrs = {"axis": axes}
    return result(_ROLL, (as_tensor(input), shift), attrs, name)


_ROLL = define(
    "roll",
    gradient=rules.roll,
    inputs=("input", "shift"),
    attrs={"axis": REQUIRED},
    infer=_infer_roll,
    kernel=_roll,
    doc=roll.__doc__,
)

_MODES = {"CONSTANT": "constant", "REFLECT": "reflect", "SYMMETRIC": "symmetric"}


def _infer_pad(
    x: TensorSpec, value: TensorSpec, *given: TensorSpec, paddings: Any, mode: str
) -> TensorSpec:
    if value.shape not in ((), None):
        raise ShapeError(
            "the value to pad with must be a scalar.",
            hint="Pad with one value; ag.concat joins other arrays.",
        )
    if x.shape is None:
        return TensorSpec(
            None if paddings is None else (None,) * len(paddings), x.dtype
        )
    if paddings is None:
        return TensorSpec((None,) * len(x.shape), x.dtype)
    if len(paddings) != len(x.shape) or any(len(pair) != 2 for pair in paddings):
        raise ShapeError(
            f"the paddings {list(paddings)} are not one pair for each of "
            f"{len(x.shape)} axes.",
            hint="Give [before, after] for each axis.",
        )
    return TensorSpec(
        tuple(
            None if dim is None else dim + before + after
            for dim, (before, after) in zip(x.shape, paddings, strict=True)
        ),
        x.dtype,
    )


def _pad(x: Any, value: Any, *given: Any, paddings: Any, mode: str) -> Any:
    array = array_of(x)
    pairs = given[0].tolist() if paddings is None else paddings
    if len(pairs) != array.ndim or np.ndim(value):
        raise ValueError(f"{len(pairs)} paddings for rank {array.ndim}")
    if not array.ndim:
        return array[()]
    if np.min(pairs, initial=0) < 0:
        raise InvalidArgumentError(
            f"the paddings {list(map(list, pairs))} hold a negative number.",
            hint="Paddings are integers from 0; x[1:-1] takes elements away.",
        )
    if mode != "constant":
        if not array.size and any(
            not n and sum(pair) for n, pair in zip(array.shape, pairs, strict=True)
        ):
            raise InvalidArgumentError(
                "an axis without elements has nothing to mirror.",
                hint='Pad it with a value: mode="CONSTANT".',
            )
        return np.pad(array, pairs, mode)  # type: ignore[call-overload]
    fill = array_of(value).astype(array.dtype)
    shape = [n + sum(pair) for n, pair in zip(array.shape, pairs, strict=True)]
    padded = np.full(shape, fill, array.dtype)
    inner = tuple(
        slice(pair[0], pair[0] + n) for n, pair in zip(array.shape, pairs, strict=True)
    )
    padded[inner] = array
    return padded


def pad(
    tensor: Any,
    paddings: Any,
    mode: str = "CONSTANT",
    constant_values: Any = 0,
    name: str | None = None,
) -> Tensor:
    """Add elements around a tensor.

    Args:
        tensor: What to pad.
        paddings: `[before, after]` for each axis.
        mode: `CONSTANT`, or what NumPy calls `reflect` and `symmetric`.
        constant_values: The value added, for `CONSTANT`.
        name: A name for the node.

    Shape:   (n_0, ..., n_k) -> (n_0 + before + after, ...)
    Dtype:   any -> the same
    Raises:  ShapeError if there is not one pair for each axis
    Source:  TensorFlow's pad; numpy.pad
    """
    if not isinstance(mode, str) or mode.upper() not in _MODES:
        raise DTypeError(
            f"pad: there is no mode {shown(mode)}.",
            hint=f"The modes are {', '.join(_MODES)}.",
        )
    x = as_tensor(tensor)
    value: Any = (
        b"" if x.dtype is dtypes.string and not constant_values else constant_values
    )
    given, static = _static_paddings(paddings)
    attrs = {"paddings": static, "mode": _MODES[mode.upper()]}
    return result(_PAD, (x, as_tensor(value, x.dtype), *given), attrs, name)


def _static_paddings(paddings: Any) -> tuple[tuple[Any, ...], Any]:
    known = constant_value(paddings)
    if known is None:
        return (paddings,), None
    if isinstance(known, np.ndarray):
        known = known.tolist()
    pairs = [
        list(pair)
        for pair in (known if is_sequence(known) else [])
        if is_sequence(pair) or (isinstance(pair, (Tensor, np.ndarray)) and pair.ndim)
    ]
    if not is_sequence(known) or len(pairs) != len(known):
        raise DTypeError(
            f"pad: the paddings are {shown(paddings)}, not pairs.",
            origin=capture_exact(2),
            hint="Give [before, after] for each axis.",
        )
    if any(isinstance(n, SymbolicTensor) for pair in pairs for n in pair):
        return (as_tensor(pairs),), None
    return (), tuple(static_axes(pair, "paddings") for pair in pairs)


_PAD = define(
    "pad",
    gradient=rules.pad,
    inputs=("tensor", "value", "given"),
    attrs={"paddings": None, "mode": "constant"},
    infer=_infer_pad,
    kernel=_pad,
    doc=pad.__doc__,
    may_alias=True,
)


def meshgrid(*args: Any, indexing: str = "xy", name: str | None = None) -> list[Tensor]:
    """Return the coordinates of a grid, one tensor for each vector.

    Args:
        *args: The coordinates along each axis: vectors.
        indexing: `xy` swaps the first two axes of the results, `ij` does not.
        name: A name for the nodes.

    Shape:   (n_0,), ..., (n_k,) -> (n_0, ..., n_k) for each
    Dtype:   any -> the same
    Source:  TensorFlow's meshgrid; numpy.meshgrid
    """
    from graph.ops.manipulation import size

    if not is_option(indexing, ("xy", "ij")):
        raise DTypeError(
            f"meshgrid: indexing is {shown(indexing)}, not 'xy' or 'ij'.",
            hint="With 'ij' the first input runs along the first axis, with 'xy' along "
            "the second.",
        )
    vectors = [reshape(x, [-1]) for x in args]
    axes = list(range(len(vectors)))
    if indexing == "xy" and len(vectors) > 1:
        axes[:2] = 1, 0
    dims: list[Any] = [1] * len(vectors)
    for vector, axis in zip(vectors, axes, strict=True):
        length = vector.size
        dims[axis] = size(vector) if length is None else length
    grids = []
    for vector, axis in zip(vectors, axes, strict=True):
        column = [1] * len(vectors)
        column[axis] = -1
        grids.append(broadcast_to(reshape(vector, column), dims, name))
    return grids


__all__ = ["flip", "meshgrid", "pad", "repeat", "reverse", "roll", "tile"]
NAMESPACES = {"ag": __all__}
