"""Make tensors of arguments as NumPy makes arrays of them, and read dtypes as it does.

NumPy's conventions differ from those of `ag.constant`: a float of Python's becomes
float64 and an int int64, unless it stands beside a tensor, where it is weak.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.array_methods import has_rules
from graph.convert import (
    is_all_python,
    is_sequence,
    shown,
)
from graph.dispatch import (
    apply,
    as_tensor,
    has_tensor,
    is_python_number,
    is_text,
)
from graph.dtypes import DType
from graph.errors import (
    DTypeError,
    ShapeError,
)
from graph.graph import current_graph
from graph.op import OPS
from graph.origin import capture_exact
from graph.tensor import EagerTensor, SymbolicTensor, Tensor
from graph.value_operators import ValueOperators


def asarray(value: Any, dtype: Any = None) -> Tensor:
    """Return the tensor that stands for `numpy.asarray(value, dtype)`.

    Raises:
        DTypeError: NumPy would make an array of a dtype that no tensor has.
    """
    wanted = None if dtype is None else numpy_dtype(dtype)
    if wanted is not None and _is_pythons(value):
        # At once: an integer that does not fit is an error, and not one that wraps.
        if isinstance(value, SymbolicTensor):
            return cast(value, wanted)
        return _held(_made(value, wanted.numpy))
    if wanted is not None and wanted.kind in "biuf" and is_sequence(value):
        if current_graph() is not None and has_tensor(value):
            for part in value:
                _check_fits(part, wanted)
            return stacked([asarray(part, wanted) for part in value])
    found = value if type(value) is EagerTensor else _as_array(value)
    if wanted is None or found.dtype is wanted:
        return found
    is_text_listed = found.dtype is dtypes.string and is_sequence(value)
    if is_text_listed and wanted.is_complex and not is_all_python(value):
        raise _no_complex_numbers()
    return cast(found, wanted)


def _check_fits(part: Any, wanted: DType) -> None:
    """Leave it to NumPy to say that a number in a list does not fit a dtype.

    Raises:
        DTypeError: It is a number of the run that may not fit.
    """
    if not isinstance(part, SymbolicTensor) or part.spec.shape != ():
        return
    dtype = part.spec.dtype
    if dtype.is_python or wanted.kind not in "iu" or dtype.kind not in "iuf":
        return
    if not np.can_cast(dtype.numpy, wanted.numpy):
        raise DTypeError(f"NumPy asks of each number whether {wanted.name} holds it.")


def check_real(value: Any, dtype: Any) -> None:
    """Let Python say that no real number is made of a complex one of Python's.

    `numpy.array` makes none; `numpy.full` and its kin do.

    Raises:
        TypeError: That is asked for.
    """
    is_number = isinstance(value, SymbolicTensor) and value.spec.dtype.python is complex
    if is_number and dtype is not None and numpy_dtype(dtype).kind in "iuf":
        np.asarray(1j, numpy_dtype(dtype).numpy)


def _no_complex_numbers() -> DTypeError:
    return DTypeError(
        "NumPy makes no complex numbers of a list of text tensors: TypeError or "
        "ValueError, as the text is one of a number or not.",
        origin=capture_exact(2),
        hint="ag.strings.to_number reads numbers of text.",
    )


def _is_pythons(value: Any) -> bool:
    """Is it numbers of Python's, at hand or symbolic, which have no dtype yet?"""
    if isinstance(value, SymbolicTensor):
        return value.spec.dtype.is_python and not is_text(value)
    return is_all_python(value)


def check_kind(name: str, x: Tensor, kinds: str) -> None:
    """Refuse elements of other kinds than these, by NumPy's letters.

    Raises:
        DTypeError: There are others.
    """
    if x.dtype.numpy.kind not in kinds:
        raise DTypeError(
            f"{name}: there is none of elements of dtype {x.dtype}.",
            origin=capture_exact(2),
            hint="Convert by astype first, if that is meant.",
        )


def _as_array(value: Any) -> Tensor:
    if isinstance(value, ValueOperators):
        value = value.value()
    if isinstance(value, Tensor):
        if isinstance(value, SymbolicTensor) and is_python_number(value):
            return _number(value)
        return value
    if is_sequence(value) and has_tensor(value):
        parts = [_as_array(part) for part in value]
        if len({part.dtype is dtypes.string for part in parts}) > 1:
            raise DTypeError(
                "NumPy makes text of the numbers of a list that holds text, too.",
                origin=capture_exact(2),
                hint="Make text of them yourself: `[word, str(number)]`.",
            )
        return stacked(parts)
    return _held(value if has_rules(value) else _made(value))


def _made(value: Any, dtype: Any = None) -> Any:
    """Return the array that NumPy makes of a value.

    Raises:
        ShapeError: It has rows of different lengths.
    """
    try:
        return np.asarray(value, dtype)
    except ValueError as error:
        if not is_sequence(value):
            raise
        raise ShapeError(
            f"{shown(value)} makes no array: {' '.join(str(error).split())}",
            origin=capture_exact(2),
            hint="Rows of one length make an array, and numbers or text alone.",
        ) from None


def stacked(parts: list[Tensor]) -> Tensor:
    """Return tensors of one shape as the rows of one, promoted together."""
    common = result_type(*parts)
    rows = [cast(part, common) for part in parts]
    found: Tensor = apply(OPS["stack"], rows, {"axis": 0})
    return found


def _number(value: SymbolicTensor) -> Tensor:
    """Return the tensor that NumPy makes of a number of Python's, or of text."""
    python: Any = value.spec.dtype.python
    return cast(value, dtypes.from_numpy(np.asarray(python(0)).dtype))


def _held(array: Any) -> Tensor:
    """Return an array as a tensor.

    Raises:
        UnholdableError: It holds objects of other kinds than numbers and text.
    """
    try:
        return as_tensor(array)
    except DTypeError as error:
        raise UnholdableError(
            error.message, origin=capture_exact(2), hint=error.hint
        ) from None


class UnholdableError(DTypeError):
    """Elements that no tensor has, such as dates: NumPy's arrays hold them."""


def operand(value: Any) -> Any:
    """Return what an elementwise op takes: Python's numbers stay weak, as NumPy's."""
    if isinstance(value, ValueOperators):
        return value.value()
    if isinstance(value, Tensor) or is_python_number(value):
        return value
    return _as_array(value)


def cast(value: Tensor, dtype: DType) -> Tensor:
    """Return a tensor with another element type, itself where it has it."""
    given = value.dtype if type(value) is EagerTensor else value.spec.dtype
    if given is dtype:
        return value
    if is_python_number(value):  # of which an op makes int32 or float32 first
        return as_tensor(value, dtype)
    found: Tensor = apply(OPS["cast"], (value,), {"dtype": dtype})
    return found


def numpy_dtype(dtype: Any) -> DType:
    """Return the dtype that NumPy understands: `int` is int64, `float` float64.

    Raises:
        DTypeError: No tensor has it: objects, text of a fixed width, dates.
    """
    if isinstance(dtype, DType):
        return dtypes.strengthen(dtype)
    try:
        found = np.dtype(dtype)
    except (TypeError, ValueError):
        raise DTypeError(
            f"{shown(dtype)} is not a dtype.",
            origin=capture_exact(2),
            hint="Give one of NumPy's, or its name, such as np.float32; x.dtype is "
            "that of a tensor.",
        ) from None
    if found.kind in "OSUV":
        raise DTypeError(
            f"no tensor has NumPy's dtype {found}.",
            origin=capture_exact(2),
            hint="np.asarray(t) of an eager tensor is an array, which can have it.",
        )
    return dtypes.from_numpy(found)


def result_type(*values: Any) -> DType:
    """Return the dtype of values together: numbers of Python's are weak."""
    found = np.result_type(*map(_promoted_as, values))
    return dtypes.from_numpy(found)


def _promoted_as(value: Any) -> Any:
    """Return what NumPy's promotion takes in place of a value."""
    if isinstance(value, (Tensor, ValueOperators)):
        dtype: Any = value.spec.dtype if isinstance(value, Tensor) else value.dtype
        if dtype.is_python and not dtype.is_bool:
            return dtype.python(0)
        return dtype.numpy
    return value.numpy if isinstance(value, DType) else value


__all__ = [
    "UnholdableError",
    "asarray",
    "cast",
    "check_kind",
    "check_real",
    "numpy_dtype",
    "operand",
    "result_type",
    "stacked",
]
