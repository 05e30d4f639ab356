"""Arguments of public functions, made fit for ops: axes, shapes, weak operands.

A shape may be given as a list that holds symbolic integers, or as one vector. An op
that takes such a shape has an attribute with what is known (`None` where a dimension
is not) and, as inputs, one scalar for each `None`, or else the whole vector.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import Any, cast

import numpy as np

from graph import dtypes, shapes
from graph.convert import is_sequence, shown
from graph.dispatch import apply, as_tensor, is_python_number, record, run_eagerly
from graph.dtypes import DType
from graph.errors import DTypeError, ShapeError
from graph.graph import current_graph
from graph.op import Op
from graph.origin import capture_exact
from graph.shapes import Dim, Shape
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import value_of


def array_of(x: Any) -> Any:
    """Return a kernel's operand as an ndarray; scalars may come as themselves."""
    if isinstance(x, np.ndarray):
        return x
    if isinstance(x, bytes):  # asarray would make a fixed-width type
        held = np.empty((), object)
        held[()] = x
        return held
    return np.asarray(x)


def result(
    op: Op, operands: Sequence[Any], attrs: dict[str, Any], name: str | None = None
) -> Tensor:
    """Apply an op that has one output; Python numbers become tensors first."""
    return cast("Tensor", apply(op, operands, attrs, name))


def result_as_given(
    op: Op, operands: Sequence[Any], attrs: dict[str, Any], name: str | None = None
) -> Tensor:
    """Apply an op that has one output, which takes Python numbers as they are."""
    return cast("Tensor", apply_as_given(op, operands, attrs, name))


def apply_as_given(
    op: Op, operands: Sequence[Any], attrs: dict[str, Any], name: str | None = None
) -> Any:
    """Apply an op that takes Python numbers as they are.

    Returns:
        The output, a tuple of several, or None when there are none.
    """
    graph = current_graph()
    if graph is None:
        return run_eagerly(op, operands, attrs)
    outputs = record(graph, op, operands, attrs, name).outputs
    return outputs[0] if len(outputs) == 1 else outputs or None


def present(function: Any, name: str, doc: str, op: Op | None = None) -> Any:
    """Give a public function that is made by a table its name and documentation."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = "autograph"
    function.__doc__ = doc
    function.op = op
    return function


def settle(*families: Any) -> None:
    """Let the functions that tables made say where users find them.

    By that place and their names they are pickled. Each says `autograph` until then.
    """
    for family in families:
        namespaces = family.NAMESPACES
        for namespace, names in namespaces.items():
            for name in set(names).difference(namespaces.get("ag", ())):
                function = getattr(family, name)
                if function.__module__ == "autograph":
                    function.__module__ = namespace.replace("ag", "autograph", 1)


def constant_value(value: Any) -> Any:
    """Return the array or number that `value` is, or None if it is not known yet."""
    if isinstance(value, EagerTensor):
        return value._value
    if not isinstance(value, SymbolicTensor):
        return value
    node = value.node
    if node.op.name == "const":
        return node.attrs["value"]
    if node.op.name == "python_to_tensor":
        return constant_value(node.inputs[0])
    return None


def static_int(value: Any, what: str) -> int:
    """Return an integer that must be known while tracing, such as an axis.

    Raises:
        DTypeError: It is not an integer, or not known yet.
    """
    known = constant_value(value)
    try:
        return operator.index(known)
    except TypeError:
        raise not_static(value, what, "an integer") from None


def not_static(value: Any, what: str, kind: str) -> DTypeError:
    """Return the error for an argument that is no such thing, or not known yet."""
    if isinstance(value, SymbolicTensor):
        return DTypeError(
            f"{what} is {value.described()}, whose value is known only when the graph "
            "runs.",
            origin=capture_exact(3),
            hint=f"{what} must be {kind} that is known while tracing.",
        )
    of_run = " Where `x.shape` has None, ag.shape(x) has a number of the run."
    return DTypeError(
        f"{what} is {shown(value)}, not {kind}.",
        origin=capture_exact(3),
        hint=f"Give {kind} here.{of_run if value is None else ''}",
    )


def static_flag(value: Any, what: str) -> bool:
    """Return a truth value that must be known while tracing, such as `keepdims`.

    Raises:
        DTypeError: It is not one, nor 0 or 1, or not known yet.
    """
    if type(value) is bool:
        return value
    known = constant_value(value)
    if isinstance(known, (bool, np.bool_)) or (
        isinstance(known, np.ndarray) and known.shape == () and known.dtype == bool
    ):
        return bool(known)
    is_integer = isinstance(known, (int, np.integer)) or (
        isinstance(known, np.ndarray) and known.shape == () and known.dtype.kind in "iu"
    )
    if is_integer and int(known) in (0, 1):
        return bool(known)
    raise not_static(value, what, "True or False")


def static_text(value: Any, what: str) -> str:
    """Return text that must be known while tracing, such as what an error says first.

    Raises:
        DTypeError: It is no text, or not known yet.
    """
    if isinstance(value, str):
        return value
    raise not_static(value, what, "text")


def integer_type(dtype: Any, what: str) -> DType:
    """Return the dtype of places or counts.

    Raises:
        DTypeError: It is not one of integers.
    """
    found = dtypes.as_dtype(dtype)
    if found.is_integer:
        return found
    raise DTypeError(
        f"{what} is {found}, which is no type of integers.",
        origin=capture_exact(2),
        hint="Places and counts are integers: ag.int32 or ag.int64.",
    )


def run_time_integers(value: Any, what: str) -> Tensor:
    """Return integers that are known only when the graph runs, such as a depth.

    Raises:
        DTypeError: They are not integers.
    """
    given = as_tensor(value)
    if given.dtype.is_integer:
        return given
    raise DTypeError(
        f"{what} is {given.dtype}, not integers: {given}.",
        origin=capture_exact(3),
        hint="Convert with ag.cast first.",
    )


def run_time_count(value: Any, what: str) -> Tensor:
    """Return one integer that is known only when the graph runs; see the above.

    Raises:
        DTypeError: It is not an integer, or there are several.
    """
    given = run_time_integers(value, what)
    if given.spec.rank in (0, None):
        return given
    raise DTypeError(
        f"{what} is {given.spec}, not an integer.",
        origin=capture_exact(3),
        hint="Give one number, such as an element of it.",
    )


def is_option(value: Any, options: Sequence[str]) -> bool:
    """Tell whether a value is one of some words; tensors and arrays are none."""
    return isinstance(value, str) and value in options


def listed(values: Any, what: str) -> list[Any]:
    """Return the items of a list, or the rows of a tensor.

    Raises:
        DTypeError: It has none.
    """
    is_scalar = isinstance(values, (Tensor, np.ndarray)) and values.shape == ()
    if is_scalar or isinstance(values, str) or not isinstance(values, Iterable):
        raise DTypeError(
            f"{what} is {shown(values)}, not a list.",
            origin=capture_exact(3),
            hint="Give a list, with brackets: [x].",
        )
    return list(values)


def static_axes(axis: Any, what: str = "axis") -> tuple[int, ...] | None:
    """Return axes, given as None, an integer or several, as a tuple or None."""
    if axis is None:
        return None
    known = constant_value(axis)
    if known is None:
        raise not_static(axis, what, "an integer or a list of integers")
    if isinstance(known, np.ndarray):
        known = known.tolist()
    if isinstance(known, Iterable):
        return tuple(static_int(part, what) for part in known)
    return (static_int(known, what),)


def normalize_axes(axes: tuple[int, ...] | None, ndim: int) -> tuple[int, ...]:
    """Return axes counted from the front, all of them for None.

    Raises:
        ShapeError: There is no such axis, or one is named twice.
    """
    if axes is None:
        return tuple(range(ndim))
    found = tuple(shapes.normalize_axis(axis, ndim) for axis in axes)
    if len(set(found)) != len(found):
        raise ShapeError(
            f"axis {axes} names one axis twice.", hint="Name each axis once."
        )
    return found


def split_shape(shape: Any) -> tuple[tuple[Any, ...], Shape]:
    """Return the inputs and the attribute for a shape that the user gave.

    Raises:
        DTypeError: A dimension is not an integer.
    """
    shape = value_of(shape)
    if isinstance(shape, (Tensor, np.ndarray)) and not _is_dims(shape):
        raise DTypeError(
            f"a shape is {shown(shape)}, not an integer or a vector of integers.",
            origin=capture_exact(3),
            hint="Convert with ag.cast first."
            if shape.ndim in (0, 1)
            else "Give one dimension for each axis.",
        )
    if isinstance(shape, SymbolicTensor) and shape.spec.shape != ():
        known = known_shape(shape)
        if shapes.is_static(known):
            return (), known
        return (run_time_integers(shape, "a shape"),), known
    if isinstance(shape, (EagerTensor, np.ndarray)):
        shape = np.asarray(shape).tolist()
    is_list = isinstance(shape, Iterable) and not isinstance(shape, Tensor)
    dims = tuple(map(value_of, shape)) if is_list else (shape,)
    static = tuple(_static_dim(dim) for dim in dims)
    given = tuple(d for d, s in zip(dims, static, strict=True) if s is None)
    for dim in given:
        if not _is_symbolic_integer(dim):
            raise not_static(dim, "a dimension", "an integer")
    return given, static


def _is_dims(shape: Any) -> bool:
    """Has an array the form of a dimension, or of several?"""
    if shape.ndim not in (0, 1, None):
        return False
    return not isinstance(shape, EagerTensor) or shape.dtype.is_integer


def _static_dim(dim: Any) -> Dim:
    known = constant_value(dim)
    try:
        return operator.index(known)
    except TypeError:
        return None


def _is_symbolic_integer(value: Any) -> bool:
    return (
        isinstance(value, SymbolicTensor)
        and value.spec.dtype.is_integer
        and value.spec.shape in ((), None)
    )


def known_shape(shape: SymbolicTensor) -> Shape:
    """Return what is known of the shape that a symbolic vector will hold."""
    known = constant_value(shape)
    if known is not None:
        return tuple(np.asarray(known).tolist())
    node = shape.node
    if node.op.name == "shape":
        return node.inputs[0].spec.shape
    if node.op.name == "stack":
        return tuple(_static_dim(dim) for dim in node.inputs)
    given = shape.spec.shape
    if given is None or len(given) != 1 or given[0] is None:
        return None
    return (None,) * given[0]


def run_time_shape(
    dims: tuple[Any, ...], shape: Shape, *, is_open: bool = False
) -> tuple[int, ...]:
    """Return, in a kernel, the shape that `split_shape` took apart.

    Args:
        dims: The inputs.
        shape: The attribute.
        is_open: May a dimension be -1, for what is left?

    Raises:
        ShapeError: A dimension is negative.
    """
    if not dims:
        return cast("tuple[int, ...]", shape)
    if shape is None or (len(dims) == 1 and np.ndim(dims[0])):
        found = tuple(np.ravel(dims[0]).tolist())
    else:
        given = iter(dims)
        found = tuple(int(next(given)) if dim is None else dim for dim in shape)
    least = min(found, default=0)
    if least < 0 and not is_open:
        raise ShapeError(
            f"shape {shapes.show(found)} has the negative dimension {least}.",
            hint="Dimensions are integers from 0.",
        )
    return found


def check_scalars(*specs: TensorSpec) -> None:
    """Check that operands have no axes, as far as that is known.

    Raises:
        ShapeError: One has.
    """
    if any(spec.rank not in (0, None) for spec in specs):
        listed = ", ".join(shapes.show(spec.shape) for spec in specs)
        raise ShapeError(
            f"scalars are needed; the shapes are {listed}.", hint="Give one number."
        )


def promote(*given: DType, what: str = "the inputs") -> DType:
    """Return the dtype that values of these dtypes have together, by NEP 50.

    Raises:
        DTypeError: Text and numbers do not mix.
    """
    given = tuple(
        dtypes.string if dtype is dtypes.python_str else dtype for dtype in given
    )
    if dtypes.string in given:
        if all(dtype is dtypes.string for dtype in given):
            return dtypes.string
        listed = ", ".join(dict.fromkeys(map(str, given)))
        raise DTypeError(
            f"{what} mix text and numbers: {listed}.",
            hint="Convert one of them first.",
        )
    if all(dtype.is_python for dtype in given):
        return dtypes.strengthen(max(given, key=dtypes.PYTHON.index))
    return dtypes.from_numpy(np.result_type(*map(_promoted_as, given)))


def _promoted_as(dtype: DType) -> Any:
    if dtype.python is None or dtype.is_bool:
        return dtype.numpy
    return dtype.python(1)


def alike(values: Sequence[Any]) -> list[Tensor]:
    """Return tensors of the values; Python numbers and lists adapt to the others."""
    tensors = [as_tensor(x) for x in values]
    is_weak = [_is_weak(x) for x in values]
    if not any(is_weak) or len({x.dtype for x in tensors}) < 2:
        return tensors
    common = promote(
        *(
            _WEAK.get(x.dtype.numpy.kind, x.dtype) if weak else x.dtype
            for x, weak in zip(tensors, is_weak, strict=True)
        )
    )
    return [
        as_tensor(x, common) if weak else tensor
        for x, tensor, weak in zip(values, tensors, is_weak, strict=True)
    ]


_WEAK = {
    "b": dtypes.python_bool,
    "i": dtypes.python_int,
    "f": dtypes.python_float,
    "c": dtypes.python_complex,
}


def _is_weak(value: Any) -> bool:
    if is_sequence(value):
        return all(map(_is_weak, value))
    return is_python_number(value)


def as_dtype(dtype: Any) -> DType | None:
    """Return the dtype meant, or None when none is given."""
    return None if dtype is None else dtypes.as_dtype(dtype)


def total_size(*specs: TensorSpec, **_: Any) -> float:
    """Return the number of elements of the inputs, the unknown counted as 1.

    This is the `work` of ops that look at every element once.
    """
    total = 0
    for spec in specs:
        size = 1
        for dim in spec.shape or ():
            size *= 1 if dim is None else dim
        total += size
    return float(total)
