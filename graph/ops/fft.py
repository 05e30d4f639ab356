"""Discrete Fourier transforms (`ag.signal`).

Ops transform one axis; several axes are several ops, in the order in which NumPy goes
through them. A length `n` that only the run knows is a second input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.convert import shown
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import Op, always, define
from graph.ops.arguments import (
    array_of,
    is_option,
)
from graph.ops.gradients import fft as rules
from graph.origin import capture_exact
from graph.shapes import Dim, normalize_axis
from graph.specs import TensorSpec

NORMS: Final = ("backward", "ortho", "forward")


def check_norm(norm: Any) -> str:
    """Return how a transform is scaled, by NumPy's names.

    Raises:
        InvalidArgumentError: It is another word.
    """
    if norm is None:
        return "backward"
    if not is_option(norm, NORMS):
        raise InvalidArgumentError(
            f"norm is {shown(norm)}, not 'backward', 'ortho' or 'forward'.",
            origin=capture_exact(4),
            hint="It says which direction is scaled: the inverse, both, the forward "
            "one.",
        )
    return str(norm)


def _dtype_of(x: TensorSpec, name: str, kinds: str) -> DType:
    dtype = dtypes.strengthen(x.dtype)
    if dtype.numpy.kind not in kinds:
        raise DTypeError(
            f"there is no {name} of {dtype}.",
            hint="Convert with ag.cast first."
            if dtype.numpy.kind != "c"
            else "It takes real numbers; ag.signal.fft takes complex ones.",
        )
    return dtype


def _precision(dtype: DType, whole: Any) -> DType:
    """Return float16, float32 or float64 (or the complex dtype for one of those)."""
    numpy = dtype.numpy if dtype.numpy.kind in "fc" else np.dtype(np.float64)
    kind = {2: 0, 4: 0, 8: 1}[np.empty(0, numpy).real.dtype.itemsize]
    if numpy == np.float16 and whole is float:
        return dtypes.float16
    return (
        (dtypes.complex64, dtypes.complex128)
        if whole is complex
        else (dtypes.float32, dtypes.float64)
    )[kind]


def _transform(
    name: str,
    function: Callable[..., Any],
    *,
    gradient: Any,
    doc: str,
    takes: str = "biufc",
    gives: Any = complex,
    length: Callable[[int], int] = lambda n: n,
    default: Callable[[int], int] = lambda dim: dim,
) -> Op:
    """Define a transform of one axis.

    Args:
        name: The op's name.
        function: NumPy's, which takes n, axis and norm.
        gradient: The rule.
        doc: The first line of its documentation.
        takes: Kinds of dtypes.
        gives: `complex` or `float`.
        length: From n to the length of the result.
        default: From the length of the axis to n.
    """

    def infer(
        x: TensorSpec, *given: TensorSpec, n: int | None, axis: int, norm: str
    ) -> TensorSpec:
        dtype = _precision(_dtype_of(x, name, takes), gives)
        if x.shape is None:
            return TensorSpec(None, dtype)
        place = normalize_axis(axis, len(x.shape))
        found: Dim = None
        if not given:
            dim = x.shape[place]
            count = n if n is not None else None if dim is None else default(dim)
            if count is not None and count < 1:
                raise _no_points(name, count)
            found = None if count is None else length(count)
        return TensorSpec((*x.shape[:place], found, *x.shape[place + 1 :]), dtype)

    def kernel(x: Any, *given: Any, n: int | None, axis: int, norm: str) -> Any:
        if x.dtype.kind not in takes:
            raise TypeError(name)
        if not -x.ndim <= axis < x.ndim:
            raise np.exceptions.AxisError(axis, x.ndim)
        return function(x, int(given[0]) if given else n, axis, norm)

    return define(
        name,
        inputs=("x", "n_points"),
        attrs={"n": None, "axis": -1, "norm": "backward"},
        infer=infer,
        kernel=kernel,
        gradient=gradient,
        doc=f"{doc} See `ag.signal.{name}`.",
        work=30.0,
        can_fail=always,
    )


def _no_points(name: str, count: int) -> ShapeError:
    return ShapeError(
        f"{name} has {count} data points.",
        hint="There must be one or more: by n, or along the axis.",
    )


FFT = _transform(
    "fft",
    np.fft.fft,
    gradient=rules.fft,
    doc="Discrete Fourier transform of one axis.",
)
IFFT = _transform(
    "ifft",
    np.fft.ifft,
    gradient=rules.fft,
    doc="Inverse discrete Fourier transform of one axis.",
)
RFFT = _transform(
    "rfft",
    np.fft.rfft,
    gradient=rules.rfft,
    doc="Discrete Fourier transform of real numbers: the frequencies from 0 on.",
    takes="biuf",
    length=lambda n: n // 2 + 1,
)
IRFFT = _transform(
    "irfft",
    np.fft.irfft,
    gradient=rules.irfft,
    doc="Real numbers of which the discrete Fourier transform is given.",
    gives=float,
    default=lambda dim: 2 * (dim - 1),
)


def _fit(x: Any, *given: Any, n: int | None, axis: int) -> Any:
    array = array_of(x)
    size = int(given[0]) if given else n
    assert size is not None  # one of both is given
    here = array.shape[axis]
    if here == size:
        return array
    key: list[Any] = [slice(None)] * array.ndim
    if here > size:
        key[axis] = slice(size)
        return array[tuple(key)]
    shape = list(array.shape)
    shape[axis] = size
    found = np.zeros(shape, array.dtype)
    key[axis] = slice(here)
    found[tuple(key)] = array
    return found


def _infer_fit(
    x: TensorSpec, *given: TensorSpec, n: int | None, axis: int
) -> TensorSpec:
    if x.shape is None:
        return x
    place = normalize_axis(axis, len(x.shape))
    return TensorSpec((*x.shape[:place], n, *x.shape[place + 1 :]), x.dtype)


define(
    "fit_axis",
    is_public=False,
    inputs=("x", "size"),
    attrs={"n": None, "axis": -1},
    infer=_infer_fit,
    kernel=_fit,
    gradient=rules.fit_axis,
    may_alias=True,
    doc="What comes first along an axis, and zeros after it.",
)

__all__: list[str] = []
