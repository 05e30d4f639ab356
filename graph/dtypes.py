"""Element types.

A dtype is one of two kinds. *Strong* dtypes are NumPy's: `int32`, `float64`, ….
*Python* dtypes (`python_int`, `python_float`, `python_bool`, `python_complex`) are
those of Python's own numbers while a program carries them: they keep Python's
arithmetic (integers without bound, floats in double precision) and are weak beside
tensors, as NEP 50 has it. Where such a number becomes a tensor it takes the dtype
that `constant` gives it: `int32`, `float32`, `bool`, `complex64`. `python_str` is that
of Python's text, which becomes a `string` tensor.
"""

from __future__ import annotations

import builtins
from typing import Any, Final

import numpy as np

from graph.errors import DTypeError
from graph.origin import capture_exact


class DType:
    """An element type; compares equal to the NumPy dtypes and scalar types it means.

    Attributes:
        name: Such as `int32`; Python dtypes are called as in Python, such as `int`.
        numpy: The NumPy dtype of arrays of this type.
        python: The Python type whose values these are, for Python dtypes only.
    """

    __slots__ = ("name", "numpy", "python")

    def __init__(
        self, name: str, numpy: Any, python: builtins.type | None = None
    ) -> None:
        """Make a dtype; users take the ones of this module instead."""
        self.name: Final = name
        self.numpy: Final[np.dtype[Any]] = np.dtype(numpy)
        self.python: Final = python

    @property
    def as_numpy_dtype(self) -> builtins.type[Any]:
        """The NumPy scalar type, as TensorFlow spells it."""
        return self.numpy.type

    @property
    def is_python(self) -> builtins.bool:
        """Is this the type of a Python number, or of Python's text?"""
        return self.python is not None

    @property
    def is_floating(self) -> builtins.bool:
        """Is this a real floating-point type?"""
        return self.numpy.kind == "f"

    @property
    def is_integer(self) -> builtins.bool:
        """Is this an integer type (bool is not)?"""
        return self.numpy.kind in "iu"

    @property
    def is_complex(self) -> builtins.bool:
        """Is this a complex type?"""
        return self.numpy.kind == "c"

    @property
    def is_bool(self) -> builtins.bool:
        """Is this a truth-value type?"""
        return self.numpy.kind == "b"

    @property
    def size(self) -> builtins.int:
        """Bytes per element."""
        return self.numpy.itemsize

    # What libraries ask of the dtype of an array, and `numpy.dtype(x.dtype)` of it.

    @property
    def dtype(self) -> np.dtype[Any]:
        """The NumPy dtype, under the name by which `numpy.dtype` asks for it."""
        return self.numpy

    @property
    def type(self) -> builtins.type[Any]:
        """The NumPy scalar type."""
        return self.numpy.type

    @property
    def kind(self) -> str:
        """NumPy's letter for the kind: `b`, `i`, `u`, `f`, `c`, `O` for text."""
        return self.numpy.kind

    @property
    def char(self) -> str:
        """NumPy's letter for the type."""
        return self.numpy.char

    @property
    def num(self) -> builtins.int:
        """NumPy's number for the type."""
        return self.numpy.num

    @property
    def byteorder(self) -> builtins.str:
        """NumPy's character for the byte order: always the machine's own."""
        return self.numpy.byteorder

    @property
    def itemsize(self) -> builtins.int:
        """Bytes per element, under NumPy's name."""
        return self.numpy.itemsize

    @property
    def names(self) -> None:
        """The names of fields: no tensor has any."""
        return

    @property
    def fields(self) -> None:
        """The fields: no tensor has any."""
        return

    @property
    def hasobject(self) -> builtins.bool:
        """Are the elements Python's objects, as those of text are?"""
        return self.numpy.hasobject

    @property
    def str(self) -> builtins.str:
        """NumPy's text for byte order, kind and size, such as `<f4`."""
        return self.numpy.str

    @property
    def canonical(self) -> DType:
        """The one object that stands for this type: itself, but for subclasses."""
        return self

    def __eq__(self, other: object) -> builtins.bool:
        """Compare with dtypes, NumPy dtypes, scalar types and names."""
        if isinstance(other, DType):
            return self.canonical is other.canonical
        return self.python is None and _named(other) is self

    def __hash__(self) -> builtins.int:
        """Hash by name."""
        return hash(self.name)

    def __repr__(self) -> builtins.str:
        """Return the public name, such as `ag.int32`."""
        return f"ag.{self.name}"

    def __str__(self) -> builtins.str:
        """Return the name alone, as messages show it."""
        return "bool" if self.name == "pybool" else self.name

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name: there is one object for each dtype."""
        return (dtype_named, (self.name,))


int8 = DType("int8", np.int8)
int16 = DType("int16", np.int16)
int32 = DType("int32", np.int32)
int64 = DType("int64", np.int64)
uint8 = DType("uint8", np.uint8)
uint16 = DType("uint16", np.uint16)
uint32 = DType("uint32", np.uint32)
uint64 = DType("uint64", np.uint64)
float16 = DType("float16", np.float16)
float32 = DType("float32", np.float32)
float64 = DType("float64", np.float64)
complex64 = DType("complex64", np.complex64)
complex128 = DType("complex128", np.complex128)
bool = DType("bool", np.bool_)  # the documents' name
string = DType("string", np.object_)

python_int = DType("int", np.int32, builtins.int)
python_float = DType("float", np.float32, builtins.float)
python_bool = DType("pybool", np.bool_, builtins.bool)
python_complex = DType("complex", np.complex64, builtins.complex)
python_str = DType("str", np.object_, builtins.str)

# What a program handles and users never see as a tensor, such as an exception.
opaque = DType("object", np.object_, builtins.object)

STRONG: Final = (
    bool,
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    float16,
    float32,
    float64,
    complex64,
    complex128,
    string,
)
# Python's numbers, each of which holds the ones before it.
PYTHON: Final = (python_bool, python_int, python_float, python_complex)

_BY_NAME: Final = {
    dtype.name: dtype for dtype in (*STRONG, *PYTHON, python_str, opaque)
}
_BY_NUMPY: Final = {dtype.numpy: dtype for dtype in STRONG}
_BY_PYTHON: Final = {dtype.python: dtype for dtype in (*PYTHON, python_str)}
_CONVENTIONS: Final[dict[Any, DType]] = {
    builtins.int: int32,
    builtins.float: float32,
    builtins.bool: bool,
    builtins.complex: complex64,
    builtins.str: string,
    builtins.bytes: string,
}


def dtype_named(name: str) -> DType:
    """Return the dtype with this name, Python dtypes included.

    Raises:
        KeyError: No dtype has this name.
    """
    return _BY_NAME[name]


def from_numpy(dtype: np.dtype[Any]) -> DType:
    """Return the dtype of arrays with a NumPy dtype.

    Raises:
        DTypeError: No dtype of ours stands for it (dates, records, …).
    """
    found = _BY_NUMPY.get(dtype)
    if found is None:
        if dtype.kind in "SU":
            return string
        if not dtype.isnative:
            return from_numpy(dtype.newbyteorder("="))
        raise DTypeError(
            f"NumPy dtype {dtype} has no counterpart here.",
            hint=f"The dtypes are {', '.join(d.name for d in STRONG)}.",
        )
    return found


def has_tensors(dtype: np.dtype[Any]) -> builtins.bool:
    """Tell whether there are tensors of a NumPy dtype: none of dates or records."""
    try:
        from_numpy(dtype)
    except DTypeError:
        return False
    return True


def as_dtype(value: Any) -> DType:
    """Return the dtype that `value` names.

    Args:
        value: A dtype, a NumPy dtype or scalar type, a name, or one of Python's
            `int`, `float`, `bool`, `complex`, which become `int32`, `float32`,
            `bool`, `complex64` as everywhere.

    Raises:
        DTypeError: It names none.
    """
    found = _named(value)
    if found is None:
        described = " ".join(repr(value).split())
        raise DTypeError(
            f"{described} is not a dtype.",
            origin=capture_exact(2),
            hint=f"The dtypes are {', '.join(d.name for d in STRONG)}.",
        )
    return found


def _named(value: Any) -> DType | None:
    """Return the dtype that `value` names, if it names one."""
    if isinstance(value, DType):
        return value.canonical
    if isinstance(value, builtins.type) and value in _CONVENTIONS:
        return _CONVENTIONS[value]
    if isinstance(value, builtins.str) and value == "string":
        return string
    if value is None:  # of which NumPy makes float64
        return None
    try:
        return from_numpy(np.dtype(value))
    except (TypeError, ValueError):
        return None


def of_python(value: object) -> DType | None:
    """Return the Python dtype of a Python number or text, None for anything else."""
    return _BY_PYTHON.get(type(value))


def strengthen(dtype: DType) -> DType:
    """Return the dtype that a value has once it is a tensor."""
    return _BY_NUMPY[dtype.numpy] if dtype.is_python else dtype.canonical


def join_python(left: DType, right: DType) -> DType | None:
    """Return the Python dtype that holds values of both, if one does.

    `bool` and a number have no common type: in Python `True` is not `1` when shown.
    """
    if left is right:
        return left
    if python_bool in (left, right) or python_str in (left, right):
        return None
    return PYTHON[max(PYTHON.index(left), PYTHON.index(right))]


def join(left: DType, right: DType) -> DType | None:
    """Return the dtype of a variable that holds now one, now the other.

    A Python number takes the dtype of the tensor beside it when that can hold its
    kind. Of two strong dtypes it is the one that NumPy promotes the other to; where
    NumPy would take a third, as for int32 and float32, there is no answer.
    """
    if left is right:
        return left
    if left.is_python and right.is_python:
        return join_python(left, right)
    if left.is_python:
        return _weak_beside(left, right)
    if right.is_python:
        return _weak_beside(right, left)
    if left.numpy.kind not in _NUMBERS or right.numpy.kind not in _NUMBERS:
        return None  # truth values and text are other kinds of things
    joined = np.promote_types(left.numpy, right.numpy)
    return from_numpy(joined) if joined in (left.numpy, right.numpy) else None


# The kinds of NumPy dtypes that promote to each other.
_NUMBERS: Final = "iufc"


def _weak_beside(weak: DType, strong: DType) -> DType | None:
    if weak is python_str:
        return strong if strong is string else None
    if weak is python_bool or strong.is_bool:
        return strong if weak is python_bool and strong.is_bool else None
    if strong is string:
        return None
    sample = {python_int: 1, python_float: 1.0, python_complex: 1j}[weak]
    joined = from_numpy(np.result_type(strong.numpy, sample))
    if joined is complex128 and not strong.is_complex:  # 1j beside reals
        return None
    return joined
