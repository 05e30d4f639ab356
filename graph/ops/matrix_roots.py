"""Square roots and logarithms of matrices: sqrtm, logm (`ag.linalg`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graph.errors import InvalidArgumentError
from graph.op import PublicFunction, always, define
from graph.ops import matrix_roots_kernels as kernels
from graph.ops.arguments import array_of, result
from graph.ops.gradients import matrix_functions as rules
from graph.ops.matrix_operands import inexact, square_matrices, stacked, work_of
from graph.specs import TensorSpec
from graph.tensor import Tensor

_DOC = """Return {what} of square matrices.

Args:
    input: Square matrices.
    name: A name for the node.

Shape:   (..., n, n) -> the same
Dtype:   float32, float64, complex -> the same; integers -> float64
Raises:  MatrixShapeError if they are not square; InvalidArgumentError when this
    runs, if there is none: {none}
Source:  TensorFlow's linalg.{name}. {source}; the gradient is read off the same
    function of [[x, dx], [0, x]]"""


def _kernel(name: str, of_triangle: Callable[[Any], Any]) -> Callable[..., Any]:
    def run(input: Any) -> Any:
        x = array_of(input)
        x = x if x.dtype.kind in "fc" else x.astype(np.float64)
        if x.dtype.char not in "fdFD":  # an empty one, too
            raise TypeError(f"array type {x.dtype} is unsupported in linalg")
        if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
            raise np.linalg.LinAlgError(f"a matrix of shape {x.shape} is not square")
        out = np.empty(x.shape, x.dtype)
        for place in np.ndindex(x.shape[:-2]):
            out[place] = _of_matrix(name, x[place], of_triangle)
        return out

    return run


def _of_matrix(name: str, x: Any, of_triangle: Callable[[Any], Any]) -> Any:
    if not np.isfinite(x).all():
        return np.full(x.shape, np.nan, x.dtype)
    unitary, triangle = kernels.schur(x)
    values = np.diagonal(triangle)
    is_real = x.dtype.kind == "f"
    largest = np.abs(values).max(initial=0.0)
    small = 8 * x.shape[-1] * np.finfo(x.dtype).eps * largest
    on_axis = (values.real < -small) & (np.abs(values.imag) <= small)
    if is_real and on_axis.any():
        # Of pairs of equal eigenvalues there are roots, which are no function of x.
        raise InvalidArgumentError(
            f"a matrix has the eigenvalue {values[on_axis][0].real:.6g}, and no real "
            f"{name}.",
            hint="Give complex matrices: ag.cast(x, ag.complex128).",
        )
    try:
        found = of_triangle(triangle)
    except ZeroDivisionError:
        raise InvalidArgumentError(
            f"a matrix is singular, and has no {name}.",
            hint="Its eigenvalues must not be 0.",
        ) from None
    whole = unitary @ found @ unitary.conj().T
    return whole.real if is_real else whole


def _define(name: str, what: str, none: str, source: str, function: Any) -> Any:
    def infer(input: TensorSpec) -> TensorSpec:
        batch, n = square_matrices(input, name)
        return TensorSpec(stacked(batch, n, n), inexact(name, input))

    doc = _DOC.format(what=what, none=none, source=source, name=name)
    op = define(
        name,
        inputs=("input",),
        infer=infer,
        kernel=_kernel(what.removeprefix("the principal "), function),
        gradient=rules.of_blocks,
        doc=doc,
        work=lambda x: 50 * work_of(x),
        can_fail=always,
        type_name="MatrixSquareRoot" if name == "sqrtm" else "MatrixLogarithm",
    )

    def public(input: Any, name: str | None = None) -> Tensor:
        return result(op, (input,), {}, name)

    public.__name__ = public.__qualname__ = name
    public.__doc__ = doc
    public.__module__ = "autograph"
    public.op = op  # type: ignore[attr-defined]
    return public


sqrtm: PublicFunction = _define(
    "sqrtm",
    "the principal square root",
    "a real matrix has a negative eigenvalue, or a singular one is no square",
    "Schur's form (Björck and Hammarling, A Schur method for the square root of a "
    "matrix)",
    kernels.square_root,
)
logm: PublicFunction = _define(
    "logm",
    "the principal logarithm",
    "a real matrix has a negative eigenvalue, or one is singular",
    "Inverse scaling and squaring of Schur's form (Higham, Functions of matrices)",
    kernels.logarithm,
)

__all__ = ["logm", "sqrtm"]
NAMESPACES = {"ag.linalg": __all__}
