"""Variables: state that outlives calls, and that graphs read and write.

    count = ag.Variable(0)

    @ag.function
    def step():
        return count.assign_add(1)

Everything that takes a tensor takes a variable, and sees its value then. In a graph
each use is an op that reads the variable when the graph runs; reads and writes of one
variable keep their order.
"""

from __future__ import annotations

import copy
import weakref
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from graph import dtypes, nest, shapes
from graph.array_methods import ArrayMethods
from graph.composite.type_spec import CompositeTensor
from graph.control import call_user
from graph.convert import constant_array
from graph.dispatch import apply, as_tensor
from graph.errors import LeakedTensorError, ShapeError, VariableCreationError
from graph.graph import current_graph, eager_scope
from graph.handles import Handle, wrong_dtype
from graph.name_scope import scoped
from graph.op import OPS
from graph.origin import capture_exact
from graph.recording import ACTIVE, record_eagerly
from graph.specs import TensorSpec, spec_of
from graph.tensor import EagerTensor, Tensor
from graph.tensor_shape import TensorShape, of_dims
from graph.value_operators import ValueOperators
from graph.variable_creation import current_creation
from graph.variable_items import VariableItem, write_item

if TYPE_CHECKING:
    from graph.composite.indexed_slices import IndexedSlices
    from graph.dtypes import DType
    from graph.shapes import Shape

_INFERRED: Any = object()


class Waiting(Protocol):
    """What is told of new variables, and may defer what they begin with."""

    def created(self, variable: Variable) -> None:
        """Take note of a variable."""


# Who waits; written by those who begin to, and end by themselves or with their life.
WAITING: Final[weakref.WeakSet[Waiting]] = weakref.WeakSet()


class Variable(ArrayMethods, ValueOperators):
    """A tensor that can be replaced, of a dtype and a shape that stay.

    Attributes:
        trainable: Is it one that optimizers change?
        handle: Its storage, which is what graphs hold of it.
    """

    __slots__ = ("__weakref__", "handle", "trainable")

    def __init__(
        self,
        initial_value: Any,
        trainable: bool = True,
        name: str | None = None,
        dtype: Any = None,
        shape: Any = _INFERRED,
    ) -> None:
        """Make a variable.

        Args:
            initial_value: Its first value, or a callable without parameters that
                returns it.
            trainable: Is it one that optimizers change, and tapes watch?
            name: A name, by default `Variable`.
            dtype: The dtype; by default that of the initial value.
            shape: The shape that every value has, with None for dimensions that may
                change, or None if any may; by default that of the initial value.

        Raises:
            DTypeError: The initial value cannot become a tensor of `dtype`.
            ShapeError: It is not of `shape`.
            VariableCreationError: It is made in a function that is traced, and not by
                the first trace.

        Source:  specification, Variable
        """
        name = scoped(name or "Variable")
        array = _initial_array(initial_value, dtype)
        spec = spec_of(array)
        if shape is not _INFERRED:
            spec = _wider(spec, shapes.as_shape(shape), name)
        self._begin(Handle(name, spec, array), trainable=trainable)
        for each in list(WAITING):
            each.created(self)

    def _begin(self, handle: Handle, *, trainable: bool) -> None:
        self.handle = handle
        self.trainable = bool(trainable)
        handle.belong_to(self)

    @property
    def name(self) -> str:
        """The name, such as `count:0`."""
        return f"{self.handle.name}:0"

    @property
    def dtype(self) -> DType:
        """The element type."""
        return self.handle.spec.dtype

    @property
    def shape(self) -> TensorShape:
        """The shape that every value has: None for what may change."""
        return of_dims(self.handle.spec.shape)

    @property
    def spec(self) -> TensorSpec:
        """The dtype and the shape of every value."""
        return self.handle.spec

    @property
    def ndim(self) -> int | None:
        """The number of dimensions, None when it may change."""
        return self.shape.rank

    @property
    def size(self) -> int | None:
        """The number of elements, None when it may change."""
        return self.shape.num_elements()

    def value(self) -> Tensor:
        """Return the value now; in a graph, when it gets there."""
        found: Tensor = apply(OPS["read_variable"], (), {"variable": self.handle})
        return found

    def read_value(self) -> Tensor:
        """Return the value now; in a graph, when it gets there."""
        return self.value()

    def numpy(self) -> Any:
        """Return the value: a NumPy scalar, or a read-only array."""
        value: Any = self.value()
        return value.numpy()

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Variable:
        """Replace the value.

        Args:
            value: The new one, of the variable's dtype and shape.
            use_locking: Of no effect: every change is a single step for all threads.
            name: A name for the node.
            read_value: Of no effect.

        Returns:
            The variable.

        Raises:
            DTypeError: The value's dtype is another.
            ShapeError: Its shape is.
        """
        del use_locking, read_value
        return self._write(value, {}, name)

    def assign_add(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Variable:
        """Add to the value, as a single step for all threads; see `assign`."""
        del use_locking, read_value
        return self._write(delta, {"update": "add"}, name)

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Variable:
        """Subtract from the value, as a single step for all threads; see `assign`."""
        del use_locking, read_value
        return self._write(delta, {"update": "subtract"}, name)

    def scatter_add(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: Any = None
    ) -> Variable:
        """Add rows to those of their numbers; return the variable.

        Args:
            sparse_delta: The rows, as `ag.IndexedSlices`. Those that come several times
                add up; a `dense_shape` is of no effect.
            use_locking: Of no effect.
            name: A name for the node.

        Raises:  InvalidArgumentError when this runs, if there is no such row
        """
        del use_locking
        return self.assign_add(sparse_delta.like(self.value()), name=name)

    def scatter_sub(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: Any = None
    ) -> Variable:
        """Subtract rows from those of their numbers; see `scatter_add`."""
        del use_locking
        return self.assign_sub(sparse_delta.like(self.value()), name=name)

    def scatter_update(
        self, sparse_delta: IndexedSlices, use_locking: bool = False, name: Any = None
    ) -> Variable:
        """Replace the rows of their numbers; see `scatter_add`.

        Of those that come several times the last one stays.
        """
        del use_locking
        return self.assign(sparse_delta.written_to(self.value()), name=name)

    def _write(self, value: Any, attrs: dict[str, Any], name: str | None) -> Variable:
        operand = converted(value, self.handle)
        attrs = {"variable": self.handle, **attrs}
        apply(OPS["assign_variable"], (operand,), attrs, name)
        return self

    def __getitem__(self, key: Any) -> Any:
        """Return a part of the value now; `variable[key].assign` replaces it."""
        value: Any = self.value()[key]
        if current_graph() is not None:
            return value  # its node tells what it is a part of
        item = VariableItem(value._value, self, key)
        if ACTIVE:  # a tape goes by tensors, and has recorded another
            record_eagerly(OPS["identity"], (value,), (value._value,), {}, item)
        return item

    def __setitem__(self, key: Any, value: Any) -> None:
        write_item(self.handle, key, value, {})

    def __copy__(self) -> Variable:
        """Return another variable with the value of this one."""
        held = self.handle
        array = _initial_array(self, None)
        return restored(type(self), Handle(held.name, held.spec, array), self.trainable)

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        memo[id(self)] = found = copy.copy(self)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return (restored, (type(self), self.handle, self.trainable))

    def __repr__(self) -> str:
        if current_graph() is not None:
            return f"{self.handle.shown}>"
        _, _, value = repr(EagerTensor(self.handle.value)).partition(", numpy=")
        return f"{self.handle.shown}, numpy={value}"

    def __format__(self, spec: str) -> str:
        return format(self.value(), spec) if spec else str(self)


def restored(kind: type[Variable], handle: Handle, trainable: bool) -> Variable:
    """Make a variable of what was pickled."""
    variable = kind.__new__(kind)
    variable._begin(handle, trainable=trainable)
    return variable


def _initial_array(value: Any, dtype: Any) -> Any:
    """Return the array of an initial value."""
    creation = current_creation()
    if creation is None and current_graph() is not None:
        raise VariableCreationError(
            "a variable is made in a graph that is not the trace of a function.",
            origin=capture_exact(2),
            hint="Create it before the block, or within `with ag.init_scope():`.",
        )
    if callable(value) and not isinstance(value, (Tensor, ValueOperators)):
        value = _called(value)
    found: Any = as_tensor(value, dtype)
    return found._value if creation is None else creation.array(found)


def _called(function: Any) -> Any:
    """Return the value of a callable, which is computed now if it can be."""
    try:
        with eager_scope():
            return call_user(function)
    except LeakedTensorError:
        if current_graph() is None:
            raise
        return call_user(function)  # it depends on the call that is traced


def _wider(spec: TensorSpec, shape: Shape, name: str) -> TensorSpec:
    """Return the spec with the shape asked for.

    Raises:
        ShapeError: The initial value does not have it.
    """
    if not shapes.covers(shape, spec.shape):
        raise ShapeError(
            f"the initial value of the variable {name!r} has shape "
            f"{shapes.show(spec.shape)}, not {shapes.show(shape)}.",
            origin=capture_exact(2),
            hint="`shape` says what every value of the variable has, the first too; "
            "leave it out to take that of the initial value.",
        )
    return TensorSpec(shape, spec.dtype)


# What holds values of what: a number can become one of a kind further to the right.
_KINDS = "biufc"


def converted(value: Any, handle: Handle) -> Any:
    """Return a value that is to be written as a tensor.

    Numbers, lists and arrays are converted where their kind allows it; tensors are
    not, as nowhere else.

    Raises:
        DTypeError: It has another dtype.
    """
    dtype = handle.spec.dtype
    if isinstance(value, ValueOperators):
        value = value.value()
    if isinstance(value, CompositeTensor):
        value = value.to_dense()
    if isinstance(value, Tensor):
        spec: Any = value.spec
        if spec.dtype is dtype:
            return value
        if not spec.dtype.is_python or not _can_hold(dtype, spec.dtype):
            raise _at_user(wrong_dtype(handle, spec))
        return as_tensor(value, dtype)
    if isinstance(value, (list, tuple)) and any(map(_is_tensor, nest.flatten(value))):
        return _stacked(value, handle)
    weak = dtypes.of_python(value)
    if weak is not None and current_graph() is None and dtype is not dtypes.string:
        if _can_hold(dtype, weak):
            try:
                return EagerTensor(np.array(value, dtype.numpy))
            except OverflowError:  # as_tensor says so at the user's line
                pass
    given = weak or dtypes.from_numpy(constant_array(value).dtype)
    if not _can_hold(dtype, given):
        raise _at_user(wrong_dtype(handle, TensorSpec((), given)))
    return as_tensor(value, dtype)


def _is_tensor(value: Any) -> bool:
    return isinstance(value, (Tensor, ValueOperators))


def _stacked(value: Any, handle: Handle) -> Any:
    """Return a list with tensors, or numbers that a graph carries, as a tensor."""
    dtype = handle.spec.dtype
    for leaf in nest.flatten(value):
        if not _is_tensor(leaf):
            continue
        spec: Any = leaf.spec if isinstance(leaf, Tensor) else None
        if spec is None or not spec.dtype.is_python:
            return converted(as_tensor(value), handle)
        if not _can_hold(dtype, spec.dtype):
            raise _at_user(wrong_dtype(handle, spec))
    return as_tensor(value, dtype)


def _can_hold(dtype: DType, given: DType) -> bool:
    if dtype is dtypes.string or given.numpy.kind not in _KINDS:
        return dtypes.strengthen(given) is dtype
    order = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
    return order[given.numpy.kind] <= order[dtype.numpy.kind]


def _at_user(error: Any) -> Any:
    return type(error)(error.message, origin=capture_exact(2), hint=error.hint)


Variable.__module__ = "autograph"

__all__ = ["Variable"]
