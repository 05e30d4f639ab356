"""Tensors: `EagerTensor` holds an array, `SymbolicTensor` names a node's output.

Both are `Tensor` to users. Operators are rows over the ops: nothing is computed here.
"""

from __future__ import annotations

import contextlib
import operator
from typing import TYPE_CHECKING, Any, Final, NoReturn, cast

import numpy as np

from graph import dtypes
from graph.array_methods import ArrayMethods, has_rules
from graph.building import check_building
from graph.eager_text import as_repr, as_str
from graph.needed import lacks_items, lacks_length, refusal
from graph.recording import ACTIVE
from graph.specs import TensorSpec
from graph.tensor_shape import TensorShape, of_dims
from graph.tracebacks import of_eager_op

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graph.dtypes import DType
    from graph.graph import Graph, Node

# What operators accept beside a tensor; anything else gets its chance to answer.
_ARRAYS: Final = (np.ndarray, np.generic)
_OPERANDS: Final = (int, float, complex, *_ARRAYS, list, tuple, str, bytes)

# Unpacking, comprehensions and list() make a node for each row of a symbolic tensor.
MAX_UNROLLED: Final = 10_000

_new: Final = tuple.__new__  # eager shapes are read often: twice as fast


class Tensor(ArrayMethods):
    """A multi-dimensional array of one dtype: eager or symbolic."""

    __slots__ = ("__weakref__",)
    # NumPy leaves `ndarray + tensor` to the tensor.
    __array_priority__ = 100.0

    @property
    def spec(self) -> TensorSpec:
        """What is known of the value: shape and dtype."""
        raise NotImplementedError

    @property
    def shape(self) -> TensorShape:
        """The static shape: None for unknown dimensions, `<unknown>` without a rank."""
        return of_dims(self.spec.shape)

    @property
    def dtype(self) -> DType:
        """The element type."""
        return dtypes.strengthen(self.spec.dtype)

    @property
    def ndim(self) -> int | None:
        """The number of dimensions, None when unknown."""
        return self.shape.rank

    @property
    def size(self) -> int | None:
        """The number of elements, None when unknown."""
        return self.shape.num_elements()

    def __add__(self, other: Any) -> Tensor:
        return _binary("add", self, other)

    def __radd__(self, other: Any) -> Tensor:
        return _binary("add", other, self)

    def __sub__(self, other: Any) -> Tensor:
        return _binary("subtract", self, other)

    def __rsub__(self, other: Any) -> Tensor:
        return _binary("subtract", other, self)

    def __mul__(self, other: Any) -> Tensor:
        return _binary("multiply", self, other)

    def __rmul__(self, other: Any) -> Tensor:
        return _binary("multiply", other, self)

    def __truediv__(self, other: Any) -> Tensor:
        return _binary("divide", self, other)

    def __rtruediv__(self, other: Any) -> Tensor:
        return _binary("divide", other, self)

    def __floordiv__(self, other: Any) -> Tensor:
        return _binary("floor_divide", self, other)

    def __rfloordiv__(self, other: Any) -> Tensor:
        return _binary("floor_divide", other, self)

    def __divmod__(self, other: Any) -> tuple[Tensor, Tensor]:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> tuple[Tensor, Tensor]:
        return other // self, other % self

    def __mod__(self, other: Any) -> Tensor:
        return _binary("mod", self, other)

    def __rmod__(self, other: Any) -> Tensor:
        return _binary("mod", other, self)

    def __pow__(self, other: Any) -> Tensor:
        if self.dtype.kind in "bc" and type(other) in (int, float) and self.ndim != 0:
            # So does NumPy's operator on arrays: rounded otherwise, int8 of bool.
            name = _POWERS.get((type(other), other))
            if name == "square" or (name is not None and self.dtype.is_complex):
                return _unary(name, self)
        return _binary("pow", self, other)

    def __rpow__(self, other: Any) -> Tensor:
        return _binary("pow", other, self)

    def __matmul__(self, other: Any) -> Tensor:
        return _binary("matmul", self, other)

    def __rmatmul__(self, other: Any) -> Tensor:
        return _binary("matmul", other, self)

    def __and__(self, other: Any) -> Tensor:
        return _binary("bitwise_and", self, other)

    def __rand__(self, other: Any) -> Tensor:
        return _binary("bitwise_and", other, self)

    def __or__(self, other: Any) -> Tensor:
        return _binary("bitwise_or", self, other)

    def __ror__(self, other: Any) -> Tensor:
        return _binary("bitwise_or", other, self)

    def __xor__(self, other: Any) -> Tensor:
        return _binary("bitwise_xor", self, other)

    def __rxor__(self, other: Any) -> Tensor:
        return _binary("bitwise_xor", other, self)

    def __lshift__(self, other: Any) -> Tensor:
        return _binary("left_shift", self, other)

    def __rlshift__(self, other: Any) -> Tensor:
        return _binary("left_shift", other, self)

    def __rshift__(self, other: Any) -> Tensor:
        return _binary("right_shift", self, other)

    def __rrshift__(self, other: Any) -> Tensor:
        return _binary("right_shift", other, self)

    def __lt__(self, other: Any) -> Tensor:
        return _binary("less", self, other)

    def __le__(self, other: Any) -> Tensor:
        return _binary("less_equal", self, other)

    def __gt__(self, other: Any) -> Tensor:
        return _binary("greater", self, other)

    def __ge__(self, other: Any) -> Tensor:
        return _binary("greater_equal", self, other)

    def __eq__(self, other: object) -> Tensor:  # type: ignore[override]
        return _binary("equal", self, other)

    def __ne__(self, other: object) -> Tensor:  # type: ignore[override]
        return _binary("not_equal", self, other)

    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Tensor:
        return _unary("negative", self)

    def __pos__(self) -> Tensor:
        return _unary("positive", self)

    def __abs__(self) -> Tensor:
        return _unary("abs", self)

    def __invert__(self) -> Tensor:
        return _unary("invert", self)

    def __deepcopy__(self, memo: Any = None) -> Tensor:
        return self

    __copy__ = __deepcopy__

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, key: Any) -> Tensor:
        try:
            return cast("Tensor", ACTS.getitem(self, key))
        except Exception as error:  # noqa: BLE001 - it is raised again
            raise of_eager_op(error)  # noqa: B904


class EagerTensor(Tensor):
    """A tensor whose value is at hand, in a read-only array."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        """Wrap an array, or what NumPy makes of a scalar, without a copy."""
        if type(value) is np.ndarray:
            self._value = value
        elif isinstance(value, bytes):  # asarray would make a fixed-width type
            self._value = np.array(value, dtype=object)
        else:
            self._value = np.asarray(value)

    @property
    def spec(self) -> TensorSpec:
        """The exact shape and dtype."""
        return TensorSpec(self._value.shape, dtypes.from_numpy(self._value.dtype))

    @property
    def shape(self) -> TensorShape:
        """The shape."""
        return _new(TensorShape, self._value.shape)

    @property
    def dtype(self) -> DType:
        """The element type."""
        return dtypes.from_numpy(self._value.dtype)

    def numpy(self) -> Any:
        """Return the value: a NumPy scalar, or a read-only view of the array."""
        value = self._value[()]
        if type(value) is np.ndarray:
            value.flags.writeable = False
        return value

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the value as an array, for NumPy."""
        view = self._value.view()
        view.flags.writeable = False
        return np.array(view, dtype=dtype, copy=copy)

    def __buffer__(self, flags: int) -> memoryview:
        """Return the memory of the value, which no one may write to (Python 3.12)."""
        if flags & 1:
            raise BufferError("a tensor never changes: its memory is read-only")
        return memoryview(self.__array__())

    def __bool__(self) -> bool:
        return bool(self._value)

    def __int__(self) -> int:
        return int(self._value)

    def __index__(self) -> int:
        return self._value.__index__()

    def __float__(self) -> float:
        return float(self._value)

    def __complex__(self) -> complex:
        return complex(self._value)

    def __len__(self) -> int:
        return len(self._value)

    def __iter__(self) -> Iterator[EagerTensor]:
        if not self._value.ndim:
            raise TypeError("a scalar tensor cannot be iterated over")
        if ACTIVE:
            # The rows have to be recorded as what they are.
            return (cast("EagerTensor", self[place]) for place in range(len(self)))
        return (EagerTensor(row) for row in self._value)

    def __contains__(self, item: Any) -> bool:
        """Tell whether an element equals `item`, as arrays do."""
        found = self == item
        if isinstance(found, EagerTensor):
            return bool(found._value.any())
        return bool(found)

    def __format__(self, spec: str) -> str:
        is_number = spec and not self._value.ndim
        return format(self._value[()] if is_number else str(self), spec)

    def __round__(self, ndigits: int | None = None) -> Any:
        value: Any = self._value[()]
        if ndigits is None or value.ndim or value.dtype.kind not in "iuf":
            return round(value, ndigits)
        return self.round(operator.index(ndigits))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self._value,))

    def __repr__(self) -> str:
        return as_repr(self._value, self.dtype.name)

    def __str__(self) -> str:
        return as_str(self._value, self.dtype.name)


def _restore(value: Any) -> EagerTensor:
    """Make an eager tensor of what was pickled; the class's own name is Tensor's."""
    value.flags.writeable = False
    return EagerTensor(value)


class SymbolicTensor(Tensor):
    """An output of a node: what a value will be once the graph runs."""

    __slots__ = ("_spec", "node", "value_index")

    def __init__(self, node: Node, index: int, spec: TensorSpec) -> None:
        """Name output `index` of `node`."""
        self.node, self.value_index, self._spec = node, index, spec

    @property
    def spec(self) -> TensorSpec:
        """What is known of the value while tracing."""
        return self._spec

    @property
    def _is_array(self) -> bool:
        return not self._spec.dtype.is_python

    @property
    def graph(self) -> Graph:
        """The graph that the tensor belongs to."""
        return self.node.graph

    @property
    def op(self) -> Node:
        """The operation whose output this is."""
        return self.node

    @property
    def name(self) -> str:
        """Such as `add:0`."""
        return f"{self.node.name}:{self.value_index}"

    def _refuse(self, what: str, hint: str) -> NoReturn:
        check_building(self)
        raise refusal(self, what, hint)

    def __bool__(self) -> bool:
        self._refuse(
            "deciding on",
            "In converted code `if`, `while`, `and`, `or`, `not` and conditional "
            "expressions are staged. Code that runs as it stands, such as that of "
            "a generator, is not: make a list of its items first, or use ag.cond, "
            "ag.where or ag.logical_and.",
        )

    def __int__(self) -> int:
        self._refuse("int() of", "Use ag.cast(x, ag.int32), which stays in the graph.")

    def __index__(self) -> int:
        self._refuse(
            "indexing a Python object, or counting, with",
            "Tensors can be indexed with tensors; a Python list cannot. Make the list "
            "a tensor (ag.stack), or compute the index from Python values.",
        )

    def __float__(self) -> float:
        self._refuse("float() of", "Use ag.cast(x, ag.float64) in the graph.")

    def __complex__(self) -> complex:
        self._refuse("complex() of", "Use ag.cast(x, ag.complex128).")

    def __hash__(self) -> int:  # type: ignore[override]
        if not self.spec.dtype.is_python:
            raise TypeError("unhashable type: 'Tensor'")
        self._refuse("looking something up by", "Compare it with `==` instead.")

    def __len__(self) -> int:
        shape = self._spec.shape
        if not shape or shape[0] is None:
            if shape == ():
                raise lacks_length(self)
            self._refuse("len() of", "Use ag.shape(x)[0].")
        return shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        shape = self._spec.shape
        length = shape[0] if shape else None
        if shape == ():
            raise lacks_items(self)
        if length is None:
            self._refuse(
                "iterating over",
                "`for` statements, comprehensions and unpacking of a tensor are staged "
                "in converted code.",
            )
        if length > MAX_UNROLLED:
            self._refuse(
                f"unrolling the {length} rows of",
                "A `for` statement over a tensor is staged in converted code, however "
                "long it is; unpacking, comprehensions and list() are not.",
            )
        return (self[place] for place in range(length))

    def __contains__(self, item: Any) -> bool:
        self._refuse("looking for an item in", "Use ag.reduce_any(x == item).")

    def __round__(self, ndigits: int | None = None) -> Any:
        self._refuse("round() of", "Use ag.round(x), which stays in the graph.")

    def __mro_entries__(self, _: Any) -> NoReturn:
        self._refuse("making a class of", "Classes have classes for their bases.")

    def __reduce__(self) -> NoReturn:
        self._refuse("pickling", "Return the tensor, and pickle the result.")

    def __array__(self, *_: Any, **__: Any) -> Any:
        self._refuse(
            "making a NumPy array of",
            "NumPy's functions on tensors are staged where they can be; np.asarray, "
            "and libraries that call it, need values: ag.numpy_function calls those "
            "when the graph runs.",
        )

    def __repr__(self) -> str:
        ACTS.show(self)
        return f"<ag.Tensor {self.name!r} shape={self.shape} dtype={self.dtype.name}>"

    def __str__(self) -> str:
        ACTS.show(self)
        return self.described()

    def described(self) -> str:
        """Return how messages tell of it."""
        shape, dtype = self.shape, self.dtype.name
        return f'Tensor("{self.name}", shape={shape}, dtype={dtype})'

    def __getattr__(self, name: str) -> Any:
        if name[0] == "_":  # copying and pickling ask before there is a node
            raise AttributeError(name)
        return ACTS.attribute(self, name)

    def __format__(self, spec: str) -> str:
        text = str(self)
        with contextlib.suppress(ValueError):  # a format for numbers
            text = format(text, spec)
            spec = ""
        if spec:
            self._refuse(
                "formatting",
                "Use ag.print, which shows values when the graph runs, or return "
                "the tensor and format the result.",
            )
        return text


class Acts:
    """What tensors leave to modules that need this one.

    Attributes:
        operate: Applies the op of one of Python's operators; `graph.dispatch`.
        leave: Answers an operator beside what no op takes; `graph.foreign_operands`.
        getitem: Returns `x[key]`; `graph.ops.indexing`.
        attribute: Returns what is no attribute of a symbolic tensor, which it
            may have all the same; `graph.ops.number_methods`.
        show: Is told that text is made of a symbolic tensor: while a function is
            traced, that is not the text of its value; `autograph.values.nodes`.
    """

    operate: Callable[[str, tuple[Any, ...]], Any]
    leave: Callable[[str, Any, Any], Any]
    getitem: Callable[[Any, Any], Any]
    attribute: Callable[[SymbolicTensor, str], Any]
    show: Callable[[SymbolicTensor], None] = staticmethod(lambda _: None)


#: Filled by these modules while they are imported.
ACTS: Final = Acts()


def _binary(name: str, left: Any, right: Any) -> Tensor:
    try:
        for operand in (left, right):
            if not isinstance(operand, Tensor) and (
                not isinstance(operand, _OPERANDS) or has_rules(operand)
            ):
                return cast("Tensor", ACTS.leave(name, left, right))
        return cast("Tensor", ACTS.operate(name, (left, right)))
    except Exception as error:  # noqa: BLE001 - it is raised again
        raise of_eager_op(error)  # noqa: B904


_POWERS = {(int, 2): "square", (int, -1): "reciprocal", (float, 0.5): "sqrt"}


def _unary(name: str, operand: Tensor) -> Tensor:
    try:
        return cast("Tensor", ACTS.operate(name, (operand,)))
    except Exception as error:  # noqa: BLE001 - it is raised again
        raise of_eager_op(error)  # noqa: B904


for _cls in (Tensor, EagerTensor, SymbolicTensor):
    _cls.__module__ = "autograph"
EagerTensor.__qualname__ = EagerTensor.__name__ = "Tensor"
SymbolicTensor.__qualname__ = SymbolicTensor.__name__ = "Tensor"
