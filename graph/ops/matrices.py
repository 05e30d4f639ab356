"""Einstein sums, norms, traces and diagonals."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import as_tensor
from graph.domains import POSITIVE
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import REQUIRED, define
from graph.ops.arguments import (
    array_of,
    constant_value,
    not_static,
    promote,
    result,
    static_axes,
    static_flag,
    static_int,
    total_size,
)
from graph.ops.gradients import products as rules
from graph.ops.gradients import reductions as rules_of_sums
from graph.ops.reduction import reduced_shape
from graph.shapes import Dim
from graph.specs import TensorSpec
from graph.tensor import (
    SymbolicTensor,
    Tensor,
)


@cache
def parse_equation(equation: str) -> tuple[tuple[str, ...], str]:
    """Return the axes of each input, and those of the output, `.` for an ellipsis.

    Raises:
        ShapeError: It is no equation.
    """
    text = equation.replace(" ", "").replace("...", ".")
    left, arrow, right = text.partition("->")
    inputs = tuple(left.split(","))
    if not arrow:
        letters = left.replace(",", "")
        once = {x for x, count in Counter(letters).items() if count == 1}
        right = "." * ("." in letters) + "".join(sorted(once - {"."}))
    known = set(left) - {","}
    is_sound = all(x == "." or (x.isascii() and x.isalpha()) for x in known)
    is_sound &= all(part.count(".") <= 1 for part in (*inputs, right))
    is_sound &= set(right) <= known and len(set(right)) == len(right)
    if not is_sound:
        raise ShapeError(
            f"{equation!r} is no equation of an Einstein sum.",
            hint="Such as 'ij,jk->ik': a letter for each axis, '...' for the others; "
            "each letter of the output stands in an input.",
        )
    return inputs, right


#: In which order a sum is computed: True, False, a way to choose, or the path.
Plan = bool | str | tuple[Any, ...]


def _infer_einsum(
    *inputs: TensorSpec, equation: str, optimize: Plan = True
) -> TensorSpec:
    del optimize
    parts, output = parse_equation(equation)
    dtype = promote(*(spec.dtype for spec in inputs))
    if dtype.numpy.kind not in "biufc":
        raise DTypeError(
            f"there is no einsum of {dtype}.", hint="Convert with ag.cast first."
        )
    if len(parts) != len(inputs):
        raise ShapeError(
            f"{equation!r} has {len(parts)} inputs, not {len(inputs)}.",
            hint="Name the axes of each input, with commas between the inputs.",
        )
    sizes: dict[str, Dim] = {}
    extras: list[tuple[Dim, ...]] = []
    for part, spec in zip(parts, inputs, strict=True):
        if spec.shape is None:
            if "." in output:
                return TensorSpec(None, dtype)
            continue
        extra = _bind_letters(part, spec.shape, sizes)
        if extra is not None:
            extras.append(extra)
    dims: list[Dim] = []
    for letter in output:
        if letter == ".":
            dims += _broadcast_known(extras)
        else:
            dims.append(sizes.get(letter))
    return TensorSpec(dims, dtype)


def _bind_letters(
    part: str, shape: tuple[Dim, ...], sizes: dict[str, Dim]
) -> tuple[Dim, ...] | None:
    """Note the size of each letter, and return what an ellipsis stands for."""
    n_letters = len(part.replace(".", ""))
    n_extra = len(shape) - n_letters
    if n_extra < 0 or (n_extra and "." not in part):
        raise ShapeError(
            f"{part.replace('.', '...')!r} names {n_letters} axes of a tensor of rank "
            f"{len(shape)}.",
            hint="Name every axis, or write '...' for those not named.",
        )
    at = part.find(".")
    extra = shape[at : at + n_extra] if at >= 0 else None
    named = shape if at < 0 else shape[:at] + shape[at + n_extra :]
    for letter, dim in zip(part.replace(".", ""), named, strict=True):
        held = sizes.get(letter)
        if held in (None, 1):
            sizes[letter] = (
                held
                if dim is None and held is None
                else (dim if dim is not None else None)
            )
        elif dim not in (None, 1, held):
            raise ShapeError(
                f"the axes called {letter!r} have the lengths {held} and {dim}.",
                hint="Axes with one letter must be equally long.",
            )
    return extra


def _broadcast_known(extras: list[tuple[Dim, ...]]) -> tuple[Dim, ...]:
    from graph.shapes import broadcast

    shape = broadcast(*extras)
    assert shape is not None  # each rank is known
    return shape


def _einsum(*inputs: Any, equation: str, optimize: Plan = True) -> Any:
    arrays = list(map(array_of, inputs))
    dtype = np.result_type(*arrays)
    if dtype.kind not in "biufc":
        raise TypeError(dtype)
    plan: Any = len(arrays) > 1 and optimize
    total = np.einsum(equation, *arrays, optimize=plan)
    return np.asarray(total).astype(dtype, copy=False)[()]


def _einsum_work(*inputs: TensorSpec, equation: str, optimize: Plan = True) -> float:
    """Products of all letters' sizes: what a plain loop would multiply."""
    del optimize
    sizes: dict[str, Dim] = {}
    total = 1.0
    for part, spec in zip(parse_equation(equation)[0], inputs, strict=True):
        if spec.shape is not None:
            extra = _bind_letters(part, spec.shape, sizes)
            total = max(total, math.prod(dim or 1 for dim in extra or ()))
    return total * math.prod(float(dim or 1) for dim in sizes.values())


def einsum(
    equation: str, *inputs: Any, optimize: Plan = True, name: str | None = None
) -> Tensor:
    """Sum products over the axes that the output does not name.

    Args:
        equation: Such as `ij,jk->ik`, a letter for each axis; `...` for the axes not
            named, which broadcast; without `->`, letters that stand once are kept.
        *inputs: One tensor for each part of the left-hand side.
        optimize: In which order it is computed, as `numpy.einsum` takes it: a sum is
            rounded by the order.
        name: A name for the node.

    Shape:   as the equation says
    Dtype:   numbers, promoted together; integers wrap around
    Raises:  ShapeError if the equation does not fit the shapes
    Source:  TensorFlow's einsum; numpy.einsum
    """
    attrs = {"equation": str(equation), "optimize": optimize}
    return result(_EINSUM, inputs, attrs, name)


_EINSUM = define(
    "einsum",
    inputs=("inputs",),
    attrs={"equation": REQUIRED, "optimize": True},
    infer=_infer_einsum,
    kernel=_einsum,
    gradient=rules.einsum,
    doc=einsum.__doc__,
    variadic=True,
    work=_einsum_work,
    may_alias=True,
)

Order = str | int | float


def _infer_norm(
    tensor: TensorSpec, *, ord: Order, axis: tuple[int, ...] | None, keepdims: bool
) -> TensorSpec:
    dtype = dtypes.strengthen(tensor.dtype)
    if dtype.numpy.kind not in "fc":
        raise DTypeError(
            f"there is no norm of {dtype}.", hint="Convert with ag.cast first."
        )
    if axis is not None and len(axis) not in (1, 2):
        raise ShapeError(
            f"a norm goes over one axis or two, not {len(axis)}.",
            hint="Leave axis out for the norm of all elements; see also "
            "ag.linalg.vector_norm.",
        )
    is_matrix = axis is not None and len(axis) == 2
    check_order(ord, is_matrix=is_matrix)
    if is_matrix and ord in (2, -2, "nuc") and dtype is dtypes.float16:
        raise DTypeError(
            "there are no singular values of float16.",
            hint="Convert with ag.cast first.",
        )
    real = {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}
    return TensorSpec(
        reduced_shape(tensor.shape, axis, keepdims=keepdims), real.get(dtype, dtype)
    )


_EUCLIDEAN: Final = ("euclidean", "fro", 2)  # of vectors
_ORDERS_OF_MATRICES: Final = (1, -1, 2, -2, math.inf, -math.inf)


def check_order(order: Any, *, is_matrix: bool) -> None:
    """Check that there is such a norm.

    Raises:
        InvalidArgumentError: There is none.
    """
    if isinstance(order, str):
        is_known = order in ("euclidean", "fro") or (is_matrix and order == "nuc")
    else:
        is_known = isinstance(order, (int, float, np.number))
        is_known = is_known and (not is_matrix or order in _ORDERS_OF_MATRICES)
    if not is_known:
        what = "matrices" if is_matrix else "vectors"
        raise InvalidArgumentError(
            f"there is no norm {order!r} of {what}.",
            hint="Those of matrices are 'fro', 'nuc', 1, -1, 2, -2, infinity and "
            "-infinity."
            if is_matrix
            else "Those of vectors are 'euclidean' and numbers; matrices lie along two "
            "axes, such as axis=(-2, -1).",
        )


def static_order(order: Any) -> Any:
    """Return which norm is meant, a number or a word.

    Raises:
        DTypeError: It is known only when the graph runs.
    """
    known = constant_value(order)
    if isinstance(order, SymbolicTensor) and known is None:
        raise not_static(order, "ord", "a number or a name")
    is_scalar = isinstance(known, np.ndarray) and known.shape == ()
    return known.item() if is_scalar else known


def _norm(
    tensor: Any, *, ord: Order, axis: tuple[int, ...] | None, keepdims: bool
) -> Any:
    if tensor.dtype.kind not in "fc":
        raise TypeError(tensor.dtype)
    check_order(ord, is_matrix=axis is not None and len(axis) == 2)
    if axis is None and ord in _EUCLIDEAN:
        return np.linalg.norm(tensor, None, None, keepdims)
    order: Any = None if ord == "euclidean" else ord
    array = array_of(tensor)
    if axis is not None:
        if len(axis) == 2:
            return np.linalg.norm(array, order, axis, keepdims)
        (along,) = axis  # of another number `infer` tells
        order = 2 if ord in _EUCLIDEAN else ord
        return np.linalg.norm(array, order, along, keepdims)
    total = np.linalg.norm(array.reshape(-1), order)
    return np.reshape(total, (1,) * array.ndim) if keepdims else total


def norm(
    tensor: Any,
    ord: Any = "euclidean",
    axis: Any = None,
    keepdims: bool = False,
    name: str | None = None,
) -> Tensor:
    """Length of vectors, or norm of matrices.

    Args:
        tensor: Floating-point or complex numbers.
        ord: `euclidean`, or a number p: the root of the sum of powers; infinity: the
            largest. For matrices `fro`, `nuc` (the sum of the singular values), 2 and
            -2 (the largest and smallest of them), 1 and -1 (sums of columns),
            infinity and -infinity (sums of rows).
        axis: One axis for vectors, two for matrices; by default all elements are
            one vector.
        keepdims: Keep the axes, with length 1.
        name: A name for the node.

    Shape:   any -> the same without the axes
    Dtype:   floats -> the same; complex -> its real part
    Raises:  DTypeError for integers; InvalidArgumentError if there is no such norm
    Source:  TensorFlow's norm; numpy.linalg.norm
    """
    axes = static_axes(axis)
    attrs = {
        "ord": static_order(ord),
        "axis": axes,
        "keepdims": static_flag(keepdims, "keepdims"),
    }
    return result(_NORM, (tensor,), attrs, name)


_NORM = define(
    "norm",
    inputs=("tensor",),
    attrs={"ord": "euclidean", "axis": None, "keepdims": False},
    infer=_infer_norm,
    kernel=_norm,
    gradient=rules_of_sums.norm,
    doc=norm.__doc__,
    work=total_size,
    domain=POSITIVE,
)


def _inner(x: TensorSpec, n_axes: int) -> None:
    if x.rank is not None and x.rank < n_axes:
        raise ShapeError(
            f"the rank is {x.rank}; {n_axes} axes or more are needed.",
            hint="See ag.expand_dims, and ag.reshape.",
        )


def _infer_trace(x: TensorSpec) -> TensorSpec:
    dtype: DType = dtypes.strengthen(x.dtype)
    if dtype.numpy.kind not in "iufc":
        raise DTypeError(
            f"there is no trace of {dtype}.", hint="Convert with ag.cast first."
        )
    _inner(x, 2)
    return TensorSpec(None if x.shape is None else x.shape[:-2], dtype)


def _trace(x: Any) -> Any:
    array = array_of(x)
    if array.dtype.kind not in "iufc":
        raise TypeError(array.dtype)
    return np.trace(array, axis1=-2, axis2=-1, dtype=array.dtype)


def trace(x: Any, name: str | None = None) -> Tensor:
    """Sum of the diagonal of each matrix.

    Shape:   (..., n, m) -> (...)
    Dtype:   numbers -> the same; integers wrap around
    Raises:  ShapeError if there are fewer than two axes
    Source:  TensorFlow's linalg.trace; numpy.trace over the last axes
    """
    return result(_TRACE, (x,), {}, name)


_TRACE = define(
    "trace",
    gradient=rules.trace,
    inputs=("x",),
    infer=_infer_trace,
    kernel=_trace,
    doc=trace.__doc__,
)


def _infer_diag(diagonal: TensorSpec, *, k: int) -> TensorSpec:
    _inner(diagonal, 1)
    if diagonal.shape is None:
        return diagonal
    *batch, n = diagonal.shape
    size = None if n is None else n + abs(k)
    return TensorSpec((*batch, size, size), diagonal.dtype)


def _diag(diagonal: Any, *, k: int) -> Any:
    values = array_of(diagonal)
    size = values.shape[-1] + abs(k)
    empty: Any = b"" if values.dtype == object else 0
    matrix = np.full((*values.shape[:-1], size, size), empty, values.dtype)
    place = np.arange(values.shape[-1])
    matrix[..., place - min(k, 0), place + max(k, 0)] = values
    return matrix


def diag(diagonal: Any, name: str | None = None, k: Any = 0) -> Tensor:
    """Make matrices with these diagonals, and zeros elsewhere.

    Args:
        diagonal: The diagonals.
        name: A name for the node.
        k: Which diagonal: those above the main one are counted from 1, those below
            from -1.

    Shape:   (..., n) -> (..., n + |k|, n + |k|)
    Dtype:   any -> the same
    Raises:  ShapeError for a scalar
    Source:  TensorFlow's linalg.diag; numpy.diag of a vector
    """
    return result(_DIAG, (diagonal,), {"k": static_int(k, "k")}, name)


_DIAG = define(
    "diag",
    gradient=rules.diag,
    inputs=("diagonal",),
    attrs={"k": 0},
    infer=_infer_diag,
    kernel=_diag,
    doc=diag.__doc__,
)


def diagonal_length(n: Dim, m: Dim, k: int) -> Dim:
    """Return how long a diagonal is, as far as it can be known."""
    rows = None if n is None else max(n + min(k, 0), 0)
    columns = None if m is None else max(m - max(k, 0), 0)
    if 0 in (rows, columns):
        return 0
    return None if rows is None or columns is None else min(rows, columns)


def _infer_diag_part(x: TensorSpec, *, k: int) -> TensorSpec:
    _inner(x, 2)
    if x.shape is None:
        return x
    *batch, n, m = x.shape
    return TensorSpec((*batch, diagonal_length(n, m, k)), x.dtype)


def diag_part(input: Any, name: str | None = None, k: Any = 0) -> Tensor:
    """Return a diagonal of each matrix.

    Args:
        input: Matrices.
        name: A name for the node.
        k: Which diagonal: those above the main one are counted from 1, those below
            from -1.

    Shape:   (..., n, m) -> (..., min(n, m)), fewer where `k` is not 0
    Dtype:   any -> the same
    Raises:  ShapeError if there are fewer than two axes
    Source:  TensorFlow's linalg.diag_part; array API, linalg.diagonal
    """
    attrs = {"k": static_int(k, "k")}
    return result(_DIAG_PART, (as_tensor(input),), attrs, name)


_DIAG_PART = define(
    "diag_part",
    inputs=("input",),
    attrs={"k": 0},
    infer=_infer_diag_part,
    kernel=lambda x, *, k: np.diagonal(array_of(x), k, -2, -1),
    gradient=rules.diag_part,
    doc=diag_part.__doc__,
    may_alias=True,
)

diagonal = diag_part

__all__ = ["diagonal", "einsum", "norm", "trace"]
NAMESPACES = {"ag": ["einsum", "norm", "trace"], "ag.linalg": __all__}
