"""Ops that every graph is made of: inputs, constants, conversions, truth."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.convert import constant_array, is_sequence
from graph.dispatch import apply, as_tensor, has_tensor, record
from graph.dtypes import DType
from graph.errors import InvalidArgumentError, ShapeError
from graph.fits import converted
from graph.graph import current_graph
from graph.number_bits import fit_int32, fit_int64, result_array, result_spec
from graph.op import REQUIRED, ZERO, Inline, Operand, define
from graph.ops.gradients import structural as rules
from graph.origin import capture
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import ValueOperators


def _no_kernel(*_: Any, **__: Any) -> Any:
    raise AssertionError("placeholders and constants have no kernel")


define(
    "placeholder",
    is_public=False,
    inputs=(),
    attrs={"spec": REQUIRED},
    infer=lambda *, spec: spec,
    kernel=_no_kernel,
    gradient=ZERO,
    doc="An input of a graph.",
)

_CONST = define(
    "const",
    is_public=False,
    inputs=(),
    attrs={"value": REQUIRED},
    infer=lambda *, value: spec_of(value),
    kernel=lambda *, value: value,
    gradient=ZERO,
    doc="A constant: an array, or a Python number, which stays one.",
)

_identity = define(
    "identity",
    inputs=("x",),
    infer=lambda x: x,
    kernel=lambda x: x,
    inline=lambda operands, out, **_: Inline(operands[0].code, operands[0].form),
    gradient=rules.passed_on,
    doc="The same value.",
    may_alias=True,
)


def identity(x: Any, name: str | None = None) -> Tensor:
    """Return a tensor with the same value as `x`.

    Shape:   any -> the same
    Dtype:   any -> the same
    Source:  TensorFlow's identity
    """
    return apply(_identity, (as_tensor(x),), {}, name)  # type: ignore[no-any-return]


def _to_tensor_inline(
    operands: tuple[Operand, ...], out: TensorSpec, **_: Any
) -> Inline | None:
    (x,) = operands
    if not x.spec.dtype.is_python:
        return None
    if out.dtype is dtypes.string:
        return None
    if out.dtype.is_bool:
        return Inline(x.code, "python")
    fit = _FITS.get(out.dtype)
    if fit is not None:
        return Inline(f"{fit.__name__}({x.code})", "python", names={fit.__name__: fit})
    return Inline(f"{out.dtype.name}({x.code})", "scalar",
                  names={out.dtype.name: out.dtype.numpy.type})  # fmt: skip


_FITS: Final = {dtypes.int32: fit_int32, dtypes.int64: fit_int64}


def _python_to_tensor(x: Any, bits: int = 32) -> Any:
    dtype = dtypes.of_python(x)
    if dtype is dtypes.python_str:
        return constant_array(x)
    return np.array(x) if dtype is None else result_array(x, bits)


define(
    "python_to_tensor",
    is_public=False,
    inputs=("x",),
    attrs={"bits": 32},
    attr_kinds={"bits": int},
    infer=result_spec,
    kernel=_python_to_tensor,
    inline=_to_tensor_inline,
    gradient=ZERO,
    doc="A Python number, or text, as a tensor: see graph.number_bits.",
)


def _infer_truth(x: TensorSpec) -> TensorSpec:
    if x.shape is not None and any(dim not in (1, None) for dim in x.shape):
        raise ShapeError(
            f"the truth value of {x} is ambiguous: it has more than one element.",
            hint="Say what is meant: ag.reduce_any(x), ag.reduce_all(x), or ag.where "
            "for a choice element by element.",
        )
    return TensorSpec((), dtypes.python_bool)


def _truth_inline(
    operands: tuple[Operand, ...], out: TensorSpec, **_: Any
) -> Inline | None:
    (x,) = operands
    if x.form == "python" and x.spec.dtype.is_bool:
        return Inline(x.code, "python")
    return Inline(f"bool({x.code})", "python") if x.form != "array" else None


PYTHON_NOT = define(
    "python_not",
    is_public=False,
    inputs=("x",),
    infer=lambda x: TensorSpec((), dtypes.python_bool),
    kernel=lambda x: not x,
    python=operator.not_,
    inline=lambda operands, out, **_: Inline(f"(not {operands[0].code})", "python"),
    gradient=ZERO,
    doc="What Python's `not` gives for a Python bool.",
)


def python_not(value: Any) -> Any:
    """Return `not value`: a bool, or a symbolic one."""
    held = truth(value)
    graph = current_graph()
    if graph is None or not isinstance(held, SymbolicTensor):
        return not held
    return record(graph, PYTHON_NOT, (held,), {}).outputs[0]


_TRUTH = define(
    "truth",
    is_public=False,
    inputs=("x",),
    infer=_infer_truth,
    kernel=bool,
    inline=_truth_inline,
    gradient=ZERO,
    doc="The truth value that Python's `if` sees, as a Python bool.",
)


def _infer_cast(x: TensorSpec, *, dtype: DType) -> TensorSpec:
    return TensorSpec(x.shape, dtype)


def _cast(x: Any, *, dtype: DType) -> Any:
    if dtype.python is not None:
        return dtype.python(x)
    if type(x) is int:
        return np.array(x, dtype.numpy)  # OverflowError for what does not fit
    if type(x) is str:
        return constant_array(x, dtype)
    array = np.asarray(x)
    if not array.dtype.hasobject or dtype is dtypes.string:
        return array.astype(dtype.numpy)
    try:
        return array.astype(dtype.numpy)
    except ValueError as error:
        why = str(error).rstrip(".")
        raise InvalidArgumentError(
            f"not every text is a number: {why}.",
            hint="ag.strings.to_number reads numbers of text.",
        ) from None


def _cast_inline(
    operands: tuple[Operand, ...], out: TensorSpec, *, dtype: DType
) -> Inline | None:
    (x,) = operands
    if x.form == "array" or out.shape != ():
        return None
    name = dtype.name
    if dtype.python is not None:
        return Inline(f"{dtype.python.__name__}({x.code})", "python")
    if x.spec.dtype.is_python and dtype.is_integer:
        # The scalar type raises OverflowError for what does not fit, as the kernel.
        return Inline(f"{name}({x.code})", "scalar", names={name: dtype.numpy.type})
    if x.spec.dtype.is_integer and dtype.is_integer and x.form == "python":
        return Inline(x.code, "python", wraps=not np.can_cast(x.spec.dtype.numpy,
                                                              dtype.numpy))  # fmt: skip
    if dtype.is_floating and not x.spec.dtype.is_complex:
        return Inline(f"{name}({x.code})", "scalar", names={name: dtype.numpy.type})
    return None


def _can_fail_cast(x: Any, *, dtype: DType) -> bool:
    """Text may be none of a number; NaN and infinity are no integers of Python's."""
    if x.dtype is dtypes.python_str:
        return True
    return dtype is dtypes.python_int and not (
        x.dtype.is_integer or x.dtype.is_bool or x.value is not None
    )


_cast_op = define(
    "cast",
    inputs=("x",),
    attrs={"dtype": REQUIRED},
    attr_kinds={"dtype": dtypes.DType},
    infer=_infer_cast,
    kernel=_cast,
    inline=_cast_inline,
    gradient=rules.cast,
    doc="Convert to another dtype.",
    can_fail=_can_fail_cast,
)


def cast(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """Convert to another dtype, as `ndarray.astype` does.

    Shape:   any -> the same
    Dtype:   any -> `dtype`; floats to integers round towards zero
    Source:  specification, cast; numpy.ndarray.astype
    """
    wanted = dtypes.as_dtype(dtype)
    value = as_tensor(x)
    if value.dtype is wanted:
        return value
    return apply(_cast_op, (value,), {"dtype": wanted}, name)  # type: ignore[no-any-return]


def anew(found: Any, *given: Any) -> Any:
    """Return a result that is no operand itself: an array may be written in place."""
    is_operand = type(found) is SymbolicTensor and any(found is x for x in given)
    return identity(found) if is_operand and found._is_array else found


def cast_anew(x: Any, dtype: Any, name: str | None = None) -> Tensor:
    """Convert to another dtype, as `ndarray.astype` does.

    Shape:   any -> the same
    Dtype:   any -> `dtype`; floats to integers round towards zero
    Source:  specification, cast; numpy.ndarray.astype
    """
    return anew(cast(x, dtype, name), x)  # type: ignore[no-any-return]


cast_anew.__name__ = cast_anew.__qualname__ = "cast"
cast_anew.__module__ = "autograph"


def constant(
    value: Any, dtype: Any = None, shape: Any = None, name: str | None = None
) -> Tensor:
    """Make a tensor of a Python or NumPy value, which is copied.

    Args:
        value: A number, text, an array, or nested sequences of these.
        dtype: By default `int32`, `float32`, `bool`, `complex64` or `string` for
            Python values; that of the array for arrays.
        shape: The value is reshaped, or a scalar repeated, to this shape.
        name: A name for the node.

    Raises:
        DTypeError: `value` cannot become a tensor, or not of this dtype.
        ShapeError: `value` does not fit `shape`.
    """
    if isinstance(value, Tensor) or (is_sequence(value) and has_tensor(value)):
        tensor = anew(converted(value, dtype), value)
        return tensor if shape is None else _fit_tensor(tensor, _dims(shape))
    array = constant_array(value, None if dtype is None else dtypes.as_dtype(dtype))
    if shape is not None:
        array = _fit(array, _static_dims(shape))
    graph = current_graph()
    if graph is None:
        return EagerTensor(array)
    origin = capture()
    node = graph.add(_CONST, (), {"value": array}, origin=origin, name=name or "Const")
    return node.outputs[0]


def _dims(shape: Any) -> tuple[Any, ...]:
    """Return the dimensions of a shape, which one number may stand for."""
    is_many = isinstance(shape, Iterable) and getattr(shape, "shape", None) != ()
    return tuple(shape) if is_many else (shape,)


def _static_dims(shape: Any) -> tuple[int, ...]:
    from graph.ops.arguments import static_int  # which needs this module

    return tuple(static_int(dim, "a dimension") for dim in _dims(shape))


def _fit_tensor(tensor: Tensor, shape: tuple[int, ...]) -> Tensor:
    from graph.ops.manipulation import broadcast_to, reshape  # which need this module

    if tensor.size != 1:
        return reshape(tensor, shape)
    return broadcast_to(reshape(tensor, ()), shape)


def _fit(array: Any, shape: tuple[int, ...]) -> Any:
    if array.size == 1:
        return np.full(shape, array.reshape(()))
    if array.size != int(np.prod(shape)):
        raise ShapeError(
            f"a value of shape {array.shape} does not fill the shape {shape}.",
            hint="Leave `shape` out, or give as many elements.",
        )
    return array.reshape(shape)


def convert_to_tensor(
    value: Any, dtype: Any = None, name: str | None = None, *, dtype_hint: Any = None
) -> Tensor:
    """Return `value` as a tensor; tensors come back as they are.

    Args:
        value: A number, text, an array, or sequences of such.
        dtype: The dtype to convert to.
        name: Ignored: no node is made of what is a tensor already.
        dtype_hint: The dtype of what is no tensor, if that is possible.

    Raises:
        DTypeError: No tensor, or none of `dtype`, can be made of it.
    """
    del name
    if dtype is None and dtype_hint is not None and not isinstance(value, Tensor):
        try:
            return anew(converted(value, dtype_hint), value)  # type: ignore[no-any-return]
        except (TypeError, ValueError, OverflowError):
            pass
    return anew(converted(value, dtype), value)  # type: ignore[no-any-return]


def truth(value: Any) -> Any:
    """Return the truth of `value`: a bool, or a symbolic one."""
    if value is True or value is False:
        return value
    graph = current_graph()
    if isinstance(value, ValueOperators):
        return value.each(truth)
    if graph is None or not isinstance(value, SymbolicTensor):
        return bool(value)
    if value.spec.dtype is dtypes.python_bool:
        return value
    return record(graph, _TRUTH, (value,), {}).outputs[0]


__all__ = ["cast", "constant", "convert_to_tensor", "identity", "python_not", "truth"]
NAMESPACES = {"ag": __all__}
