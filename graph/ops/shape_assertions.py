"""Assertions about shapes and dtypes: what tracing does not know, the run checks.

A shape that is wanted is a tuple of integers, None for any length, and names, which
stand for one length throughout; an ellipsis at one end stands for any dimensions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.convert import shown
from graph.dispatch import as_tensor
from graph.dtypes import DType, as_dtype
from graph.errors import AutographError, DTypeError, ShapeError
from graph.graph import current_graph
from graph.op import RAISES, REQUIRED, ZERO, define
from graph.ops.arguments import (
    apply_as_given,
    listed,
    static_int,
    static_text,
)
from graph.ops.debugging import escaped
from graph.ops.raising import RAISE
from graph.origin import capture, capture_exact
from graph.shapes import Dim, Shape
from graph.specs import TensorSpec
from graph.tensor import Tensor

Wanted = tuple[Any, ...]
# For each tensor the shapes that it may have.
Alternatives = tuple[tuple[Wanted, ...], ...]


def assert_rank(
    x: Any, rank: Any, message: str | None = None, name: str | None = None
) -> None:
    """Assert that `x` has this many dimensions.

    Raises:  ShapeError if the rank differs: when this runs, if it is not known before
    Source:  TensorFlow's debugging.assert_rank
    """
    number = static_int(rank, "rank")
    wanted = ((None,) * number,)
    _check("assert_rank", [x], (wanted,), f"has not rank {number}", message)


def assert_rank_at_least(
    x: Any, rank: Any, message: str | None = None, name: str | None = None
) -> None:
    """Assert that `x` has this many dimensions, or more.

    Raises:  ShapeError if there are fewer: when this runs, if that is not known before
    Source:  TensorFlow's debugging.assert_rank_at_least
    """
    number = static_int(rank, "rank")
    wanted = (((None,) * number) + (...,),)
    what = f"has not rank {number} or higher"
    _check("assert_rank_at_least", [x], (wanted,), what, message)


def assert_rank_in(
    x: Any, ranks: Any, message: str | None = None, name: str | None = None
) -> None:
    """Assert that `x` has one of these numbers of dimensions.

    Raises:  ShapeError if it has another: when this runs, if it is not known before
    Source:  TensorFlow's debugging.assert_rank_in
    """
    numbers = [static_int(rank, "a rank") for rank in listed(ranks, "ranks")]
    wanted = tuple((None,) * number for number in numbers)
    which = ", ".join(map(str, numbers))
    what = f"has none of the ranks {which}"
    _check("assert_rank_in", [x], (wanted,), what, message)


def assert_scalar(
    tensor: Any, name: str | None = None, message: str | None = None
) -> Tensor:
    """Return `tensor`, asserting that it is a scalar.

    Raises:  ShapeError if it is not: when this runs, if it is not known before
    Source:  TensorFlow's debugging.assert_scalar
    """
    value = as_tensor(tensor)
    _check("assert_scalar", [value], (((),),), "is not a scalar", message)
    return value


def assert_shapes(
    shapes: Any, data: Any = None, message: str | None = None, name: str | None = None
) -> None:
    """Assert that tensors have these shapes.

    Args:
        shapes: A list of `(tensor, shape)`, or a dict; dimensions are integers, None
            for any, or names, which stand for one length throughout. An ellipsis at
            one end of a shape stands for any dimensions.
        data: Of no effect.
        message: What the error says first.
        name: Of no effect.

    Raises:  ShapeError if one has another shape: when this runs, if it is not known
             before
    Source:  TensorFlow's debugging.assert_shapes
    """
    pairs = list(shapes.items()) if isinstance(shapes, dict) else _pairs(shapes)
    wanted = tuple((_wanted(shape),) for _, shape in pairs)
    values = [value for value, _ in pairs]
    _check("assert_shapes", values, wanted, "has not the shape {}", message)


def _pairs(given: Any) -> list[tuple[Any, Any]]:
    if isinstance(given, (list, tuple)) and all(
        isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in given
    ):
        return [(value, shape) for value, shape in given]
    raise DTypeError(
        f"assert_shapes: {shown(given)} are not pairs.",
        origin=capture_exact(2),
        hint="Give a list of (tensor, shape), or a dict.",
    )


def _wanted(shape: Any) -> Wanted:
    if isinstance(shape, str) or not isinstance(shape, Iterable):
        shape = tuple(shape) if isinstance(shape, str) else (shape,)
    dims = tuple(_dim(dim) for dim in shape)
    if any(dim is ... for dim in dims[1:-1]) or dims.count(...) > 1:
        raise ShapeError(
            f"assert_shapes: {dims} has an ellipsis inside.",
            origin=capture_exact(2),
            hint="It may be the first or the last.",
        )
    return dims


def _dim(dim: Any) -> Any:
    if dim is None or dim is ... or isinstance(dim, str):
        return None if dim == "." else dim
    return static_int(dim, "a dimension")


def _check(
    assertion: str,
    given: Sequence[Any],
    wanted: Alternatives,
    what: str,
    message: str | None,
) -> None:
    values = [as_tensor(value) for value in given]
    text = f"{escaped(_start(message, assertion))}: {{}} {what}."
    try:
        is_sure = _fit([value.spec.shape for value in values], wanted=wanted, text=text)
    except ShapeError as error:
        _fail(error)
        return
    if not is_sure:
        apply_as_given(_CHECK_SHAPES, values, {"wanted": wanted, "text": text})


def _start(message: Any, assertion: str) -> str:
    """Return what an error says first."""
    if message is None:
        return assertion
    return static_text(message, "message") or assertion


def _fail(error: AutographError) -> None:
    """Raise an error; when the graph gets there, if it stands in a branch or loop."""
    graph = current_graph()
    if graph is None or not graph.is_block:
        raise error
    graph.add(RAISE, (), {"exception": error, "template": None}, origin=capture(2))


def _fit(found: Sequence[Shape], *, wanted: Alternatives, text: str) -> bool:
    """Tell whether shapes surely fit, as far as they are known.

    Raises:
        ShapeError: One does not fit.
    """
    lengths: dict[str, int] = {}
    is_sure = True
    for shape, alternatives in zip(found, wanted, strict=True):
        answers = [_fits(shape, each, lengths) for each in alternatives]
        if not any(answer is not False for answer in answers):
            raise ShapeError(
                text.format(
                    f"a tensor of the shape {shapes.show(shape)}", *alternatives
                )
            )
        is_sure &= any(answer is True for answer in answers)
    return is_sure


def _fits(shape: Shape, wanted: Wanted, lengths: dict[str, int]) -> bool | None:
    """Tell whether a shape fits; None if it is not known."""
    if wanted == (...,):
        return True
    if shape is None:
        return None
    dims: Sequence[Dim] = shape
    if wanted and wanted[-1] is ...:
        wanted, dims = wanted[:-1], shape[: len(wanted) - 1]
    elif wanted and wanted[0] is ...:
        n_dims = len(wanted) - 1
        wanted, dims = wanted[1:], shape[max(len(shape) - n_dims, 0) :]
    if len(dims) != len(wanted):
        return False
    is_sure = True
    for dim, want in zip(dims, wanted, strict=True):
        if want is None:
            continue
        if dim is None:
            is_sure = False
        elif dim != (lengths.setdefault(want, dim) if isinstance(want, str) else want):
            return False
    return True if is_sure else None


def _infer_check(
    *values: TensorSpec, wanted: Alternatives, text: str
) -> tuple[TensorSpec, ...]:
    return ()


def _check_shapes(*values: Any, wanted: Alternatives, text: str) -> None:
    _fit([np.shape(value) for value in values], wanted=wanted, text=text)


_CHECK_SHAPES = define(
    "check_shapes",
    inputs=("values",),
    attrs={"wanted": REQUIRED, "text": REQUIRED},
    infer=_infer_check,
    kernel=_check_shapes,
    gradient=ZERO,
    doc="Raise ShapeError unless tensors have shapes that are wanted.",
    variadic=True,
    effects=RAISES,
    is_public=False,
)


# -- Dtypes ----------------------------------------------------------------------------


def assert_type(
    tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None
) -> None:
    """Assert that `tensor` has this dtype.

    Raises:  DTypeError if it has not
    Source:  TensorFlow's debugging.assert_type
    """
    value = as_tensor(tensor)
    if value.dtype is not as_dtype(tf_type):
        _fail(
            DTypeError(
                f"{_start(message, 'assert_type')}: {value} is not {as_dtype(tf_type)}."
            )
        )


def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> None:
    """Assert that `x` is of integers.

    Raises:  DTypeError if it is not
    Source:  TensorFlow's debugging.assert_integer
    """
    value = as_tensor(x)
    if not value.dtype.is_integer:
        start = _start(message, "assert_integer")
        _fail(DTypeError(f"{start}: x is of {value.dtype}, which are no integers."))


def assert_same_float_dtype(
    tensors: Any = None, dtype: Any = None, name: str | None = None
) -> DType:
    """Return the dtype of tensors, asserting that it is one of floats, and one alone.

    Args:
        tensors: The tensors, None among them for nothing.
        dtype: The dtype that they have to have; by default that of the first.
        name: Of no effect.

    Raises:  DTypeError if there are others
    Source:  TensorFlow's debugging.assert_same_float_dtype
    """
    given = [] if tensors is None else listed(tensors, "tensors")
    found = [as_tensor(x).dtype for x in given if x is not None]
    wanted = as_dtype(dtype) if dtype is not None else None
    wanted = wanted or (found[0] if found else dtypes.float32)
    for each in found:
        if each is not wanted:
            _fail(
                DTypeError(
                    f"assert_same_float_dtype: a tensor is of {each}, and not of "
                    f"{wanted}."
                )
            )
    if not wanted.is_floating:
        _fail(DTypeError(f"assert_same_float_dtype: {wanted} is not one of floats."))
    return wanted


def assert_proper_iterable(values: Any, name: str | None = None) -> None:
    """Assert that `values` is a list or the like: not text, not a tensor or an array.

    Raises:  DTypeError, a TypeError, if it is not
    Source:  TensorFlow's debugging.assert_proper_iterable
    """
    is_one = isinstance(values, (Tensor, np.ndarray, str, bytes))
    if is_one or not isinstance(values, Iterable):
        kind = type(values).__name__
        _fail(
            DTypeError(
                f"assert_proper_iterable: a value of type {kind} is given.",
                hint="Give a list or a tuple.",
            )
        )


def is_numeric_tensor(tensor: Any, name: str | None = None) -> bool:
    """Tell whether `tensor` is a tensor of numbers.

    Source:  TensorFlow's debugging.is_numeric_tensor
    """
    return isinstance(tensor, Tensor) and tensor.dtype.numpy.kind in "iufc"


__all__ = [
    "assert_integer",
    "assert_proper_iterable",
    "assert_rank",
    "assert_rank_at_least",
    "assert_rank_in",
    "assert_same_float_dtype",
    "assert_scalar",
    "assert_shapes",
    "assert_type",
    "is_numeric_tensor",
]
NAMESPACES = {"ag": __all__}
