"""`TensorArray`: tensors in numbered places, which loops write and read.

The array is an object that is changed in place, like a list, in graphs as eagerly;
what writes to it returns it. In a graph its elements are a run-time list, so that a
write in a loop changes that list itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

import numpy as np

from graph import dtypes, shapes, specs
from graph.composite.type_spec import TypeSpec
from graph.control import control
from graph.dispatch import as_tensor, is_python_number
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError, SideEffectError
from graph.graph import current_graph
from graph.op import Op
from graph.ops import tensor_array_rows as rows
from graph.ops import tensor_arrays as ops
from graph.ops.arguments import apply_as_given, constant_value
from graph.ops.creation import zeros
from graph.ops.joining import concat, split, stack, unstack
from graph.ops.lists import LIST_CAST, LIST_LENGTH
from graph.origin import capture_exact
from graph.shapes import Shape
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.tensor_shape import TensorShape, of_dims


class TensorArray:
    """Tensors of one dtype in numbered places, each written and read by itself.

    Args:
        dtype: That of the elements.
        size: How many places there are at first; may be symbolic.
        dynamic_size: Does it grow when a place after the last one is written?
        clear_after_read: Is a place cleared when it is read, so that it can be read
            once? By default it is not.
        tensor_array_name: Of no effect.
        infer_shape: Do all elements have one shape?
        element_shape: That shape, as far as it is known beforehand. Places that were
            never written count as zeros where the shape is known.
        name: Of no effect.

    Raises:
        DTypeError: A dtype or a size is missing.

    Source:  specification, TensorArray
    """

    __slots__ = (
        "__weakref__",
        "_items",
        "_shape",
        "_size",
        "clears",
        "dtype",
        "dynamic_size",
        "infers_shape",
    )

    # It holds what is traced: another attempt to trace makes another one.
    is_of_trace: Final = True
    # What methods bind anew: staged blocks join it.
    rebound: Final = ("_items",)

    def __init__(
        self,
        dtype: Any,
        size: Any = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        name: str | None = None,
    ) -> None:
        self.dtype: DType = dtypes.as_dtype(dtype)
        self.dynamic_size = bool(dynamic_size)
        self.clears = bool(clear_after_read)
        self.infers_shape = bool(infer_shape)
        self._shape: Shape = shapes.as_shape(element_shape)
        if size is None and not self.dynamic_size:
            raise DTypeError(
                "TensorArray: the size is missing.",
                origin=capture_exact(1),
                hint="Write size=n, or dynamic_size=True for one that grows.",
            )
        size = 0 if size is None else size
        known = constant_value(size)
        # With one that does not grow it stays.
        self._size = None if known is None or self.dynamic_size else int(known)
        # A Python list eagerly; in a graph a symbolic run-time list.
        self._items: Any
        self._set(self._empty(size))

    @property
    def type_spec(self) -> TensorArraySpec:
        """What is known of it as long as it lives."""
        return TensorArraySpec(
            self._shape,
            self.dtype,
            self.dynamic_size,
            self.infers_shape,
            self.clears,
        )

    @property
    def is_eager(self) -> bool:
        """Was it made outside of any graph?"""
        return not isinstance(self._items, SymbolicTensor)

    def _empty(self, size: Any) -> Any:
        if current_graph() is None:
            return [None] * ops.check_size(as_tensor(size).numpy())  # type: ignore[attr-defined]
        element = None if self._shape is None else TensorSpec(self._shape, self.dtype)
        known = constant_value(size)
        given = (size,) if known is None else ()
        static = None if known is None else ops.check_size(known)
        attrs = {"element": element, "size": static}
        return apply_as_given(ops.LIST_ABSENT, given, attrs)

    # Where the elements are.

    def _eager(self) -> list[Any] | None:
        """Return the list of an array that is used eagerly, None in a graph.

        Raises:
            SideEffectError: The array was made eagerly, and is used in a graph.
        """
        if current_graph() is None:
            if isinstance(self._items, SymbolicTensor):
                as_tensor(self._items + 0)  # which says that it is symbolic
            items: list[Any] = self._items
            return items
        if not isinstance(self._items, SymbolicTensor):
            raise SideEffectError(
                "a TensorArray that was made outside of the traced function is used "
                "in it. The graph would hold its elements of now for all runs.",
                origin=capture_exact(2),
                hint="Give its stack() to the function, and make another array there "
                "with unstack().",
            )
        return None

    def _set(self, items: Any) -> TensorArray:
        staged = control()
        if staged is not None and current_graph() is not None:
            staged.note_write(self, "_items")
        self._items = items
        return self

    def _apply(self, op: Op, *operands: Any, **attrs: Any) -> Any:
        return apply_as_given(op, (self._items, *operands), attrs)

    @property
    def _known(self) -> dict[str, Any]:
        """What is known of the elements, as attributes of ops."""
        return {"shape": self._element_shape, "dtype": self.dtype}

    @property
    def element_shape(self) -> TensorShape:
        """The shape of the elements, as far as it is known."""
        return of_dims(self._element_shape)

    @property
    def _element_shape(self) -> Shape:
        found = self._shape
        if isinstance(self._items, SymbolicTensor):
            element = self._items.spec.dtype.element  # type: ignore[attr-defined]
            return found if element is None else element.shape
        if not self.infers_shape:
            return found
        for item in self._items:
            if isinstance(item, Tensor):
                return item.spec.shape
        return found

    def _value(self, value: Any) -> Tensor:
        """Return what is to be written as a tensor of the array's dtype.

        Raises:
            InvalidArgumentError: It is of another dtype.
        """
        is_weak = is_python_number(value) or isinstance(value, (list, tuple))
        tensor = as_tensor(value, self.dtype if is_weak else None)
        if tensor.dtype is not self.dtype:
            raise InvalidArgumentError(
                f"the TensorArray is of {self.dtype}, and the value to write of "
                f"{tensor.dtype}.",
                origin=capture_exact(2),
                hint=f"Convert it: ag.cast(value, ag.{self.dtype}).",
            )
        return tensor

    def _check_static(self, action: str, found: Shape) -> None:
        """Check the shape of an element, as far as it is known while tracing.

        Raises:
            ShapeError: It is not that of the others.
        """
        known = self._element_shape if self.infers_shape else self._shape
        if not shapes.is_compatible(found, known):
            raise ShapeError(
                f"TensorArray.{action}: the value has the shape {shapes.show(found)}, "
                f"and the elements have {shapes.show(known)}.",
                origin=capture_exact(2),
                hint="Elements have one shape, unless the array is made with "
                "infer_shape=False.",
            )

    def _holding(self, spec: TensorSpec) -> SymbolicTensor:
        """Return the run-time list as one that can hold values of a spec."""
        wanted = specs.join(self._items.spec, specs.list_of(spec))
        assert wanted is not None, "the dtypes are the same"
        if wanted == self._items.spec:
            items: SymbolicTensor = self._items
            return items
        element = specs.element_of(wanted)
        cast: SymbolicTensor = self._apply(LIST_CAST, element=element)
        return cast

    # One element.

    def _place(self, listed: Any, index: Any, *value: Any, action: str) -> Any:
        """Return an index as a Python integer of the graph, checked by the run."""
        known = constant_value(index)
        if known is not None and self._size is not None and not value:
            place = int(_number(known))
            if 0 <= place < self._size:
                return place
        grows = self.dynamic_size and action == "write"
        attrs = {"action": action, "grows": grows}
        return apply_as_given(ops.LIST_PLACE, (listed, index, *value), attrs)

    def write(self, index: Any, value: Any, name: str | None = None) -> TensorArray:
        """Put a value into a place; return the array.

        Args:
            index: The place, counted from 0.
            value: A tensor of the array's dtype.
            name: Of no effect.

        Raises:  OutOfRangeError when this runs, if there is no such place;
                 ShapeError if the elements have another shape
        """
        tensor = self._value(value)
        items = self._eager()
        if items is not None:
            place = ops.check_place(
                items, _number(index), action="write", grows=self.dynamic_size
            )
            self._check_eagerly(items, tensor, place)
            items.extend([None] * (place + 1 - len(items)))
            items[place] = tensor
            return self
        shape, known = tensor.spec.shape, self._element_shape
        self._check_static("write", shape)
        listed = self._holding(tensor.spec)
        is_sure = shapes.is_static(shape) and shape == known
        checked = (tensor,) if self.infers_shape and not is_sure else ()
        place = self._place(listed, index, *checked, action="write")
        if self.dynamic_size:
            listed = apply_as_given(ops.LIST_GROW, (listed, place), {})
        return self._set(apply_as_given(ops.LIST_PUT, (listed, place, tensor), {}))

    def _check_eagerly(self, items: list[Any], tensor: Tensor, place: int) -> None:
        if not shapes.is_compatible(tensor.shape, self._shape):
            self._check_static("write", tensor.shape)
        if self.infers_shape:
            ops.check_shape(items, tensor.shape, place)

    def read(self, index: Any, name: str | None = None) -> Tensor:
        """Return the element of a place.

        Args:
            index: The place, counted from 0.
            name: Of no effect.

        Raises:  OutOfRangeError when this runs, if there is no such place;
                 InvalidArgumentError, if it was cleared, or if it was never written
                 and the shape of elements is not known
        """
        items = self._eager()
        if items is not None:
            place = ops.check_place(items, _number(index), action="read")
            found = self._element(items, place)
            if self.clears:
                items[place] = ops.CLEARED
            return found
        place = self._place(self._items, index, action="read")
        fetched: Tensor = self._apply(ops.LIST_FETCH, place, **self._known)
        if self.clears:
            self._set(self._apply(ops.LIST_CLEAR, place))
        return fetched

    def _element(self, items: list[Any], place: int) -> Tensor:
        item = items[place]
        if isinstance(item, Tensor):
            return item
        return zeros(ops.zero_shape(items, place, self._shape), self.dtype)

    def size(self, name: str | None = None) -> Tensor:
        """Return how many places there are, as an int32 scalar."""
        items = self._eager()
        if items is not None:
            return as_tensor(len(items))
        return as_tensor(self._apply(LIST_LENGTH))

    # All of them.

    def stack(self, name: str | None = None) -> Tensor:
        """Return all elements as one tensor.

        Shape:   n elements (...) -> (n, ...)
        Raises:  InvalidArgumentError when this runs, if shapes differ or are not known
        """
        items = self._eager()
        if items is not None:
            return self._stacked(items, range(len(items)))
        found: Tensor = self._apply(ops.LIST_PILE, size=self._size, **self._known)
        return found

    def _stacked(self, items: list[Any], places: Sequence[int]) -> Tensor:
        found = [self._element(items, place) for place in places]
        if not found or len({x.shape for x in found}) > 1:
            # As in a graph, also what is wrong with it.
            raw = [x._value for x in found]  # type: ignore[attr-defined]
            return EagerTensor(ops.LIST_PILE.kernel(raw, size=None, **self._known))
        return stack(found)

    def gather(self, indices: Any, name: str | None = None) -> Tensor:
        """Return the elements of some places as one tensor.

        Args:
            indices: A vector of places.
            name: Of no effect.

        Raises:  OutOfRangeError when this runs, if there is no such place
        """
        items = self._eager()
        if items is not None:
            listed = as_tensor(indices).numpy()  # type: ignore[attr-defined]
            ops.LIST_PICK.infer(
                specs.list_of(None), specs.spec_of(listed), **self._known
            )
            places = [ops.check_place(items, i, action="gather") for i in listed]
            return self._stacked(items, places)
        found: Tensor = self._apply(ops.LIST_PICK, as_tensor(indices), **self._known)
        return found

    def concat(self, name: str | None = None) -> Tensor:
        """Return the elements one after the other along their first axis.

        Shape:   n elements (m_i, ...) -> (sum of m_i, ...)
        Raises:  InvalidArgumentError when this runs, if other axes differ
        """
        items = self._eager()
        if items is not None:
            found = [self._element(items, place) for place in range(len(items))]
            if not found or len({_tail(x.shape) for x in found}) > 1:
                raw = [x._value for x in found]  # type: ignore[attr-defined]
                return EagerTensor(ops.LIST_JOIN.kernel(raw, **self._known))
            return concat(found, 0)
        joined: Tensor = self._apply(ops.LIST_JOIN, **self._known)
        return joined

    def unstack(self, value: Any, name: str | None = None) -> TensorArray:
        """Put the rows of a tensor into the places; return the array.

        Args:
            value: It has a row for each place; of an array that grows, any number.
            name: Of no effect.

        Raises:  InvalidArgumentError when this runs, if there are more or fewer
        """
        tensor = self._value(value)
        items = self._eager()
        if tensor.shape == ():
            raise ShapeError(
                "TensorArray.unstack: a scalar has no rows.", origin=capture_exact(1)
            )
        self._check_declared("unstack", rows.rows_of(tensor.spec).shape)
        if items is not None:
            count = len(tensor)
            rows.check_rows(items, count, action="unstack", grows=self.dynamic_size)
            items[:] = unstack(tensor) if count else []
            return self
        grows = self.dynamic_size
        return self._set(self._apply(rows.LIST_UNPILE, tensor, grows=grows))

    def _check_declared(self, action: str, found: Shape) -> None:
        if not shapes.is_compatible(found, self._shape):
            raise ShapeError(
                f"TensorArray.{action}: values have the shape {shapes.show(found)}, "
                f"and elements are declared as {shapes.show(self._shape)}.",
                origin=capture_exact(2),
                hint="See element_shape=... where the array is made.",
            )

    def split(self, value: Any, lengths: Any, name: str | None = None) -> TensorArray:
        """Put parts of a tensor into the places; return the array.

        Args:
            value: What to split along its first axis.
            lengths: How many rows each place gets.
            name: Of no effect.

        Raises:  InvalidArgumentError when this runs, if the lengths do not add up
        """
        tensor, counts = self._value(value), as_tensor(lengths)
        items = self._eager()
        grows = self.dynamic_size
        self._check_declared("split", rows.parts_of(tensor.spec).shape)
        if items is None:
            return self._set(self._apply(rows.LIST_DIVIDE, tensor, counts, grows=grows))
        specs_given = (specs.list_of(None), tensor.spec, counts.spec)
        rows.LIST_DIVIDE.infer(*specs_given, grows=grows)
        arrays = [x._value for x in (tensor, counts)]  # type: ignore[attr-defined]
        parts = rows.LIST_DIVIDE.kernel(items, *arrays, grows=grows)
        items[:] = split(tensor, [len(part) for part in parts]) if parts else []
        return self

    def scatter(self, indices: Any, value: Any, name: str | None = None) -> TensorArray:
        """Put the rows of a tensor into some places; return the array.

        Args:
            indices: A vector of places.
            value: It has a row for each.
            name: Of no effect.

        Raises:  OutOfRangeError when this runs, if there is no such place
        """
        tensor, places = self._value(value), as_tensor(indices)
        items = self._eager()
        attrs = {"grows": self.dynamic_size, "is_uniform": self.infers_shape}
        if items is None:
            self._check_static("scatter", rows.rows_of(tensor.spec).shape)
            listed = self._holding(rows.rows_of(tensor.spec))
            operands = (listed, places, tensor)
            return self._set(apply_as_given(rows.LIST_SCATTER, operands, attrs))
        arrays = [x._value for x in (places, tensor)]  # type: ignore[attr-defined]
        rows.LIST_SCATTER.infer(specs.list_of(None), places.spec, tensor.spec, **attrs)
        rows.LIST_SCATTER.kernel(items, *arrays, **attrs)  # which checks
        values = unstack(tensor) if len(arrays[0]) else []
        for place, row in zip(arrays[0].tolist(), values, strict=True):
            self.write(place, row)
        return self

    def identity(self) -> TensorArray:
        """Return the array itself."""
        return self

    def close(self, name: str | None = None) -> None:
        """Do nothing: memory is freed when it is not used any more."""

    def __copy__(self) -> TensorArray:
        """Return another array with the same elements."""
        made: TensorArray = object.__new__(TensorArray)
        for name in self.__slots__:
            if name != "__weakref__":
                setattr(made, name, getattr(self, name))
        if self.is_eager:
            made._items = list(self._items)
        return made

    def __len__(self) -> int:
        """Return the size where it is known while tracing."""
        if isinstance(self._items, list):
            return len(self._items)
        if self._size is None:
            raise TypeError("the size is known only when the graph runs; see size()")
        return self._size

    def __repr__(self) -> str:
        shown = "?" if self._size is None else self._size
        if isinstance(self._items, list):
            shown = len(self._items)
        known = shapes.show(self._element_shape)
        return f"<ag.TensorArray of {shown} {self.dtype}{known}>"


@dataclass(frozen=True, slots=True)
class TensorArraySpec(TypeSpec):
    """What is known of an array as long as it lives.

    Attributes:
        element_shape: The shape of elements, as far as it was declared.
        dtype: That of the elements.
        dynamic_size: Does it grow?
        infer_shape: Do all elements have one shape?
        clear_after_read: Is a place cleared when it is read?
    """

    element_shape: Shape
    dtype: DType
    dynamic_size: bool
    infer_shape: bool
    clear_after_read: bool

    value_type: ClassVar[type[Any]] = TensorArray

    def attribute(self, name: str) -> Any:
        """Return an attribute that an array has as long as it lives."""
        if name == "element_shape":
            return of_dims(self.element_shape)
        if name in ("dtype", "dynamic_size"):
            return getattr(self, name)
        return TypeSpec.attribute(self, name)

    @property
    def component_specs(self) -> tuple[TensorSpec, ...]:
        """What is known of the list of elements."""
        return (specs.list_of(TensorSpec(self.element_shape, self.dtype)),)

    def from_components(self, components: Sequence[Any]) -> TensorArray:
        """Return an array with a list of elements, as programs hold them."""
        (items,) = components
        made = TensorArray(
            self.dtype,
            0,
            dynamic_size=True,
            clear_after_read=self.clear_after_read,
            infer_shape=self.infer_shape,
            element_shape=self.element_shape,
        )
        made.dynamic_size = self.dynamic_size
        made._items = [
            x if x is None or x is ops.CLEARED else _own(x, self.dtype) for x in items
        ]
        return made

    def joined(self, other: Any) -> TensorArraySpec | None:
        """Return the narrowest spec that covers both; None if none does."""
        wide = shapes.join(self.element_shape, other.element_shape)
        found = replace(self, element_shape=wide)
        return found if found == replace(other, element_shape=wide) else None


def _own(array: Any, dtype: DType) -> EagerTensor:
    """Return a tensor that shares no memory: the array may be a view of another."""
    return EagerTensor(np.array(array, dtype.numpy))


def _number(index: Any) -> Any:
    """Return an index that is known as a number.

    Raises:
        DTypeError: It is no integer.
    """
    array = index._value if isinstance(index, EagerTensor) else np.asarray(index)
    if array.dtype.kind not in "iu" or array.ndim:
        raise DTypeError(
            f"TensorArray: an index is an integer, not {index!r}.",
            origin=capture_exact(2),
            hint="Places are numbered from 0.",
        )
    return array[()]


def _tail(shape: Any) -> Any:
    return tuple(shape)[1:]


__all__ = ["TensorArray"]
