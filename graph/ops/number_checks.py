"""What Python's numbers raise where a tensor of the same value does not.

    check_number  (*flags, *operands)  Python's numbers if all flags are true, of which
                                       an operator may raise
    positive_zero (value, *flags)      a float that is an integer if all flags are true,
                                       of which 0 has no sign
    check_beside  (*flags, number)     a divisor, or an exponent, of which both operands
                                       are integers if the flag is true

    check_exact   (value)              integers that become floats
    check_grown   (value, *operands)   floats that may be integers, and what they were
                                       made of
    check_narrower (value, *operands)  numbers that may have a narrower dtype, and what
                                       they were made of
    check_narrow  (*flags, number, result)  what a number of Python's, if all flags are
                                       true, is made of in a narrower dtype
    check_listed  (array)              what is made of a list that may hold numbers of
                                       Python's alone
    check_sign    (*flags, value)      floats that may be integers if all flags are true

See `graph.old_staging.lineage`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

from graph.dtypes import DType
from graph.errors import UnstagedOperationError
from graph.op import RAISES, REQUIRED, ZERO, always, define
from graph.ops.gradients.structural import passed_on
from graph.symbols import written

#: By the names of ops.
FUNCTIONS: Final[dict[str, Callable[..., Any]]] = {
    "abs": operator.abs,
    "add": operator.add,
    "divide": operator.truediv,
    "floor_divide": operator.floordiv,
    "invert": operator.invert,
    "left_shift": operator.lshift,
    "mod": operator.mod,
    "multiply": operator.mul,
    "negative": operator.neg,
    "pow": operator.pow,
    "right_shift": operator.rshift,
    "subtract": operator.sub,
}

# Powers and shifts of more bits than this are not computed: no dtype holds them.
_MOST_BITS: Final = 4096


_TYPES: Final = {each.__name__: each for each in (bool, int, float, complex)}


def _check(
    *values: Any,
    function: str,
    types: tuple[str, ...],
    dtype: DType,
    is_told: bool = True,
) -> None:
    n_flags = len(values) - len(types)
    if not all(values[:n_flags]):
        return
    given = [x.item() if hasattr(x, "item") else x for x in values[n_flags:]]
    if not is_told and any(map(_is_no, types, given)):
        return
    numbers = [_TYPES[kind](each) for kind, each in zip(types, given, strict=True)]
    if _is_vast(function, numbers):
        exact: Any = "of thousands of digits"
    else:
        try:
            exact = FUNCTIONS[function](*numbers)
        except ArithmeticError as error:
            if is_told:
                raise
            raise _unknown(error) from None
        if type(exact) is complex and dtype.kind != "c":
            raise _other_class(function, exact, dtype)
        if dtype.kind == "b" and type(exact) is not bool:
            raise _other_class(function, exact, dtype)
        if not dtype.is_integer or _is_held(exact, dtype):
            return
    kind = "integer" if type(exact) is not float else "number"
    raise UnstagedOperationError(
        f"the Python {kind} {exact} is the result where a tensor is {dtype.name} on "
        "another path, which does not hold it.",
        hint="Write int(x), or float(x), of the operands: what is one of Python's on "
        "all paths is exact.",
    )


def _other_class(function: str, exact: Any, dtype: DType) -> UnstagedOperationError:
    return UnstagedOperationError(
        f"{written(function)} of numbers of Python's is {exact!r} where that of a "
        f"tensor, which they are on another path, is {dtype.name}.",
        hint="Make it a tensor on each path, as in x = ag.constant(0), or a number: "
        "int(x), float(x).",
    )


def _is_no(kind: str, value: Any) -> bool:
    """Is a value none of these numbers, as nan and 0.5 are no integers?"""
    return kind in ("bool", "int") and isinstance(value, float) and value % 1 != 0


def _unknown(error: ArithmeticError) -> UnstagedOperationError:
    return UnstagedOperationError(
        f"a number of Python's raises {type(error).__name__}: {error}, and a tensor "
        "does not: which of the two this is depends on the path of the run, and is not "
        "known here.",
        hint="Make it a tensor on each path, as in x = ag.constant(0), or a number: "
        "int(x), float(x).",
    )


def _is_vast(function: str, numbers: list[Any]) -> bool:
    if function not in ("left_shift", "pow") or not all(
        isinstance(each, int) for each in numbers
    ):
        return False
    base, count = numbers
    n_bits = base.bit_length() if function == "pow" else 1
    return bool(abs(base) > (function == "pow") and count * n_bits > _MOST_BITS)


def _is_held(exact: Any, dtype: DType) -> bool:
    info = np.iinfo(dtype.numpy)
    return isinstance(exact, int) and bool(info.min <= exact <= info.max)


CHECK_NUMBER = define(
    "check_number",
    is_public=False,
    inputs=("values",),
    attrs={"function": REQUIRED, "types": REQUIRED, "dtype": REQUIRED, "is_told": True},
    infer=lambda *_, **__: (),
    kernel=_check,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Raise what an operator of Python's raises for its numbers.",
)


def _positive_zero(value: Any, *flags: Any) -> Any:
    # -0.0 + 0 is 0.0, and -0.0 * 1 is -0.0: a value of its own in both cases.
    return value + 0 if all(flags) else value * 1


POSITIVE_ZERO = define(
    "positive_zero",
    is_public=False,
    inputs=("value", "flags"),
    infer=lambda value, *_: value,
    kernel=_positive_zero,
    gradient=passed_on,
    variadic=True,
    doc="A float, without the sign of 0 where it is an integer in plain Python.",
)


def _check_beside(*values: Any, is_power: bool) -> None:
    *flags, number = values
    if not all(flags):
        return
    if np.any(number < 0 if is_power else number == 0):
        raise UnstagedOperationError(
            f"{'a negative power' if is_power else 'division by zero'} of integers "
            "that are floats on another path: they are floats in a graph, which give "
            "something else.",
            hint="Make it a float on each path: 0.0 for 0, float(n) for n.",
        )


CHECK_BESIDE = define(
    "check_beside",
    is_public=False,
    inputs=("values",),
    attrs={"is_power": REQUIRED},
    infer=lambda *_, **__: (),
    kernel=_check_beside,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse what integers give where a graph has a float for one of them.",
)


def _check_exact(value: Any) -> None:
    if isinstance(value, list):
        for each in value:
            _check_exact(each)
        return
    if np.any(np.abs(value) > 2**53):
        raise UnstagedOperationError(
            f"the integer {np.abs(value).max()} is a float on another path, which does "
            "not hold it.",
            hint="Write float(x) where it is an integer, or int(x) where it is none.",
        )


define(
    "check_exact",
    is_public=False,
    inputs=("value",),
    infer=lambda value: (),
    kernel=_check_exact,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Raise unless floats hold these integers as they are.",
)


def _check_grown(value: Any, *operands: Any, dtype: DType) -> None:
    # Integers are checked wherever they become floats or grow: an operand that is out
    # of bounds is none.
    info = np.iinfo(dtype.numpy)
    low, high = max(info.min, -(2**53)), min(info.max, 2**53)
    with np.errstate(invalid="ignore"):
        is_out = ~((value >= low) & (value <= high)) & np.isfinite(value)
    # What is of integers in the graph, too, is one whatever it is.
    told = [each for each in operands if np.asarray(each).dtype.kind not in "iu"]
    if not np.any(is_out) or not all(
        np.all((low <= each) & (each <= high)) for each in told
    ):
        return
    raise UnstagedOperationError(
        f"a number out of bounds: {np.extract(is_out, value)[0]} may be of "
        f"{dtype.name} in plain Python, which is a float in the graph: integers that "
        "are floats on another path go as far as both hold them.",
        hint="Make it a float on each path: float(n) for n.",
    )


define(
    "check_grown",
    is_public=False,
    inputs=("values",),
    attrs={"dtype": REQUIRED},
    infer=lambda *_, **__: (),
    kernel=_check_grown,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse integers that are floats in the graph and wrap around, or are rounded.",
)


NARROW_HINT: Final = (
    "Make it of one dtype on each path: ag.cast(x, dtype), x.astype(dtype)."
)
NUMBER_HINT: Final = (
    "Make it a tensor on each path, as in x = ag.constant(0), or a number: "
    "int(x), float(x), bool(x)."
)


def _refuse_narrow(*flags: Any, message: str, hint: str) -> None:
    if all(flags):
        raise UnstagedOperationError(message, hint=hint)


define(
    "refuse_narrow",
    is_public=False,
    inputs=("flags",),
    attrs={"message": REQUIRED, "hint": REQUIRED},
    infer=lambda *_, **__: (),
    kernel=_refuse_narrow,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse what gives something else of another dtype, where the run has that.",
)


def _check_narrower(
    *values: Any, dtype: DType, held: tuple[DType | None, ...], n_flags: int = 0
) -> None:
    if not all(values[:n_flags]):
        return
    value, *operands = values[n_flags:]
    given = list(zip(operands, held, strict=True))
    if not all(_is_of(each, own) for each, own in given if own is not None):
        return  # it has no such dtype here
    numbers = [each for each, own in given if own is None]
    for each in (*numbers, value):
        if not _is_of(each, dtype):
            raise UnstagedOperationError(
                f"{np.ravel(each)[0]} may be {dtype.name} in plain Python, which does "
                "not hold it: it has a wider dtype in the graph.",
                hint="Make it of the wider dtype on each path: x.astype(dtype).",
            )


def _is_of(value: Any, dtype: DType) -> bool:
    if dtype.kind == "b":
        return bool(np.all((value == 0) | (value == 1)))
    if dtype.kind == "f":
        with np.errstate(all="ignore"):
            held = np.asarray(value).astype(dtype.numpy)
        return np.array_equal(held, np.asarray(value), equal_nan=True)
    info = np.iinfo(dtype.numpy)
    is_within = (value >= info.min) & (value <= info.max)
    return bool(np.all(is_within & (value == np.floor(value))))


define(
    "check_narrower",
    is_public=False,
    inputs=("values",),
    attrs={"dtype": REQUIRED, "held": REQUIRED, "n_flags": 0},
    infer=lambda *_, **__: (),
    kernel=_check_narrower,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse numbers that do not fit the dtype that plain Python may have.",
)


def _check_listed(array: Any, *, most: float, hint: str) -> None:
    if array.size and len(array) <= most and np.all(array == np.floor(array.real)):
        raise UnstagedOperationError(
            f"an array of a list that may hold numbers of Python's alone here: NumPy "
            f"makes another dtype of these than {array.dtype}.",
            hint=hint,
        )


define(
    "check_listed",
    is_public=False,
    inputs=("array",),
    attrs={"most": REQUIRED, "hint": REQUIRED},
    infer=lambda *_, **__: (),
    kernel=_check_listed,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse integers of Python's alone, in a list that holds floats elsewhere.",
)


def _check_sign(*values: Any) -> None:
    *flags, value = values
    if all(flags) and np.any((value == 0) & np.signbit(value)):
        raise UnstagedOperationError(
            "the sign of 0 of a value that is an integer on one path, and a float on "
            "another: both are floats in a graph.",
            hint="Make it a float on each path: 0.0 for 0, float(n) for n.",
        )


define(
    "check_sign",
    is_public=False,
    inputs=("values",),
    infer=lambda *_: (),
    kernel=_check_sign,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse -0.0 of what may be an integer, and nobody can tell.",
)


def _check_narrow(*values: Any, dtype: DType) -> None:
    *flags, number, result = values
    if not all(flags):
        return
    with np.errstate(all="ignore"):
        held = [np.asarray(x).astype(dtype.numpy) for x in (number, result)]
    if all(map(partial(np.array_equal, equal_nan=True), held, (number, result))):
        return
    raise UnstagedOperationError(
        f"a number of Python's makes {dtype.name} here, and a tensor on another path "
        f"{np.asarray(result).dtype}: the graph has that on both, of other values.",
        hint="Make it a tensor on each path, as in x = ag.constant(0.1).",
    )


CHECK_NARROW = define(
    "check_narrow",
    is_public=False,
    inputs=("values",),
    attrs={"dtype": REQUIRED},
    infer=lambda *_, **__: (),
    kernel=_check_narrow,
    effects=RAISES,
    gradient=ZERO,
    can_fail=always,
    can_refuse=always,
    doc="Refuse a result that plain Python rounds to a narrower dtype.",
)
