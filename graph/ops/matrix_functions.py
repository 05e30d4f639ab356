"""Functions of matrices: expm, powers, logdet, condition numbers (`ag.linalg`)."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, MatrixShapeError
from graph.op import REQUIRED, always, define
from graph.ops.arguments import array_of, result, static_int
from graph.ops.core import cast
from graph.ops.decompositions import cholesky
from graph.ops.functions import log
from graph.ops.gradients import matrix_functions as rules
from graph.ops.math import multiply
from graph.ops.matrices import diag_part
from graph.ops.matrix_operands import (
    inexact,
    matrices,
    may_not_be_square,
    real_of,
    square_matrices,
    stacked,
    work_of,
)
from graph.ops.reduction import reduce_sum
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor

# Coefficients of the numerators of diagonal Padé approximants to exp, and the 1-norm
# up to which they are exact to the last digit of the dtype.
_PADE: Final = {
    7: (
        3.925724783138660,
        (17297280.0, 8648640.0, 1995840.0, 277200.0, 25200.0, 1512.0, 56.0, 1.0),
    ),
    13: (
        5.371920351148152,
        (
            64764752532480000.0, 32382376266240000.0, 7771770303897600.0,
            1187353796428800.0, 129060195264000.0, 10559470521600.0, 670442572800.0,
            33522128640.0, 1323241920.0, 40840800.0, 960960.0, 16380.0, 182.0, 1.0,
        ),
    ),
}  # fmt: skip


def _expm(input: Any) -> Any:
    x = array_of(input)
    x = x if x.dtype.kind in "fc" else x.astype(np.float64)
    if x.ndim < 2 or x.shape[-1] != x.shape[-2]:
        raise np.linalg.LinAlgError(f"a matrix of shape {x.shape} is not square")
    if x.dtype == np.float16:
        raise TypeError("float16")
    if not x.size:
        return np.array(x)
    single = x.dtype in (np.float32, np.complex64)
    limit, coefficients = _PADE[7 if single else 13]
    size = np.abs(x).sum(-2, dtype=np.float64).max(-1)
    is_finite = np.isfinite(size)[..., None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        halvings = np.maximum(np.ceil(np.log2(size / limit)), 0)
    halvings = np.where(np.isfinite(halvings), halvings, 0)[..., None, None]
    scaled = np.where(is_finite, x, 0) * (0.5**halvings).astype(x.real.dtype)
    found = _pade(scaled.astype(x.dtype, copy=False), coefficients)
    for i in range(int(halvings.max())):
        found = np.where(i < halvings, _squared(found), found)
    return np.where(is_finite, found, x.dtype.type(np.nan))


def _squared(x: Any) -> Any:
    # Of matrices whose turn is over the squares may overflow; they are not used.
    with np.errstate(over="ignore", invalid="ignore"):
        return x @ x


def _pade(x: Any, coefficients: tuple[float, ...]) -> Any:
    """Return p(x) / p(-x), from sums of even and of odd powers."""
    power = np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape)
    square = x @ x
    scale = x.real.dtype.type
    even, odd = scale(coefficients[0]) * power, scale(coefficients[1]) * power
    for i in range(2, len(coefficients), 2):
        power = power @ square
        even = even + scale(coefficients[i]) * power
        odd = odd + scale(coefficients[i + 1]) * power
    odd = x @ odd
    return np.linalg.solve(even - odd, even + odd)


def _infer_expm(input: TensorSpec) -> TensorSpec:
    batch, n = square_matrices(input, "expm")
    return TensorSpec(stacked(batch, n, n), inexact("expm", input))


def expm(input: Any, name: str | None = None) -> Tensor:
    """Return exponentials of square matrices, the sums of x^k / k!.

    Args:
        input: Square matrices.
        name: A name for the node.

    Shape:   (..., n, n) -> the same
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if they are not square
    Source:  TensorFlow's linalg.expm. Scaling and squaring (Higham, The scaling and
        squaring method for the matrix exponential revisited); the gradient is read
        off the exponential of [[x, dx], [0, x]]
    """
    return result(_EXPM, (input,), {}, name)


_EXPM = define(
    "expm",
    inputs=("input",),
    infer=_infer_expm,
    kernel=_expm,
    gradient=rules.of_blocks,
    doc=expm.__doc__,
    work=lambda x: 3 * work_of(x),
    can_fail=may_not_be_square,
)


# -- Condition numbers -----------------------------------------------------------------


def _infer_condition(x: TensorSpec, *, p: Any) -> TensorSpec:
    is_spectral = p in (None, 2, -2)
    batch, n, m = (matrices if is_spectral else _square)(x, "cond")
    if 0 in (n, m):
        raise MatrixShapeError(
            f"there is no condition number of a matrix of shape {n} by {m}.",
            hint="It needs a row and a column at least.",
        )
    return TensorSpec(batch, real_of(inexact("cond", x)))


def _square(x: TensorSpec, what: str) -> Any:
    batch, n = square_matrices(x, what)
    return batch, n, n


CONDITION = define(
    "condition_number",
    inputs=("x",),
    attrs={"p": None},
    infer=_infer_condition,
    kernel=lambda x, *, p: np.linalg.cond(x, p).real,  # complex in NumPy 2.0
    gradient=rules.condition_number,
    doc="Condition numbers; see `ag.linalg.cond`.",
    work=lambda x, **_: 2 * work_of(x),
    can_fail=always,
)


def cond(x: Any, p: Any = None, name: str | None = None) -> Tensor:
    """Return condition numbers: norms of matrices times those of their inverses.

    Args:
        x: Matrices, square unless p is None, 2 or -2.
        p: The norm: None or 2, -2, 1, -1, infinity, -infinity, `fro`, `nuc`.
        name: A name for the node.

    Shape:   (..., n, m) -> (...)
    Dtype:   float32, float64, complex -> their real part; integers -> float64
    Raises:  MatrixShapeError if they are not square, or empty; InvalidArgumentError
        for another p
    Source:  numpy.linalg.cond; infinite for singular matrices
    """
    if p not in (None, 1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc"):
        raise InvalidArgumentError(
            f"cond: p is {p!r}.",
            origin=capture_exact(2),
            hint="It is None, 1, -1, 2, -2, infinity, -infinity, 'fro' or 'nuc'.",
        )
    return result(CONDITION, (x,), {"p": p}, name)


# -- Powers ----------------------------------------------------------------------------


def _infer_power(a: TensorSpec, *, n: int) -> TensorSpec:
    batch, size = square_matrices(a, "matrix_power")
    dtype = dtypes.strengthen(a.dtype)
    if n < 0:
        dtype = inexact("inverse", a)
    elif dtype.numpy.kind not in "biufc":
        raise DTypeError(f"there is no matrix_power of {dtype}.", hint="See ag.cast.")
    return TensorSpec(stacked(batch, size, size), dtype)


def _power(a: Any, *, n: int) -> Any:
    if a.dtype.kind == "O":
        raise TypeError("text")
    return np.linalg.matrix_power(a, n)


def matrix_power(a: Any, n: Any, name: str | None = None) -> Tensor:
    """Multiply square matrices with themselves, or their inverses for negative n.

    Args:
        a: Square matrices.
        n: An integer that is known while tracing.
        name: A name for the node.

    Shape:   (..., n, n) -> the same
    Dtype:   numbers -> the same; integers -> float64 for negative n
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if n is negative and one is singular
    Source:  array API, linalg.matrix_power; numpy.linalg.matrix_power. The gradient is
        read off the power of [[x, dx], [0, x]]
    """
    return result(_POWER, (as_tensor(a),), {"n": static_int(n, "n")}, name)


_POWER = define(
    "matrix_power",
    inputs=("a",),
    attrs={"n": REQUIRED},
    infer=_infer_power,
    kernel=_power,
    gradient=rules.of_blocks,
    doc=matrix_power.__doc__,
    work=lambda a, *, n: work_of(a) * max(abs(n).bit_length(), 1) / 5,
    can_fail=always,
    may_alias=True,
)

# -- Composed of other ops -------------------------------------------------------------


def logdet(matrix: Any, name: str | None = None) -> Tensor:
    """Return logarithms of determinants of Hermitian, positive definite matrices.

    Args:
        matrix: Of which only the lower triangle is read.
        name: A name for the node.

    Shape:   (..., n, n) -> (...)
    Dtype:   float32, float64, complex -> the same; integers -> float64
    Raises:  MatrixShapeError if they are not square; numpy.linalg.LinAlgError when
        this runs, if one is not positive definite
    Source:  TensorFlow's linalg.logdet. See slogdet for other matrices
    """
    logs = log(diag_part(cholesky(matrix)))
    return multiply(reduce_sum(logs, -1), cast(2, logs.dtype), name=name)


__all__ = ["cond", "expm", "logdet", "matrix_power"]
NAMESPACES = {"ag.linalg": __all__}
