"""What Python's operators raise for a number that is a tensor on another path."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import record
from graph.errors import UnstagedOperationError
from graph.graph import Graph, current_graph
from graph.old_staging.function_checks import checked, refuse_where
from graph.old_staging.lineage import (
    Answer,
    UnknownLineageError,
    is_integer_in_run,
    is_number_in_run,
    is_whole_in_run,
)
from graph.old_staging.number_types import (
    INTEGERS,
    NEVER,
    TEXT,
    Numbers,
    joined_types,
    leaf_types,
    mark,
    may_be_real,
    number_types,
    widest,
)
from graph.old_staging.numpy_numbers import is_mixed, refuse_text
from graph.old_staging.unrounded import COMPARISONS, compared
from graph.old_staging.whole import (
    dtypes_of,
    is_integer_tensor,
    is_whole,
    mark_whole,
    pass_on,
    refuse_real,
)
from graph.op import Op, op_named
from graph.ops.number_checks import (
    CHECK_BESIDE,
    CHECK_NARROW,
    CHECK_NUMBER,
    FUNCTIONS,
    POSITIVE_ZERO,
)
from graph.origin import capture_exact
from graph.specs import TensorSpec, is_list, spec_of
from graph.structure import is_constant
from graph.symbols import written
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor

QUOTIENTS: Final = frozenset({"divide", "floor_divide", "mod"})
# NumPy's integers give an integer, or raise, where floats do something else.
_OF_INTEGERS: Final = frozenset({"floor_divide", "mod", "pow"})
# Of which class items of lists are taken to be that are Python's numbers.
_OF_LISTS: Final[Numbers] = frozenset({int})
# What gives -0.0 of floats where it gives 0 of integers.
_SIGNED: Final = frozenset({"floor_divide", "mod", "multiply", "negative"})
# Floats have none of these, and integers do.
_BITS: Final = frozenset(
    {"bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift"}
)
# These give of text what they give of tensors of it.
_OF_TEXT: Final = frozenset(
    {"add", "equal", "greater", "greater_equal", "less", "less_equal", "not_equal"}
)
# Python raises for some numbers, or gives one of another class.
_PARTIAL: Final = frozenset({"left_shift", "pow", "right_shift"})


def _is_mixed_item(value: SymbolicTensor) -> bool:
    given = value.node.inputs
    is_item = value.shape == () and bool(given) and is_list(given[0].spec)
    return is_item and is_mixed(value)


def check_numbers(graph: Graph, op: Op, operands: Sequence[Any]) -> Numbers | None:
    """Have the run raise what Python raises, where all operands are its numbers.

    Returns:
        The classes of the result, which is Python's number then; none if it never is.
        None if nothing is to be noted of it.
    """
    if not any(_is_in_question(op, each) for each in operands):
        return None
    if any(TEXT & number_types(each) for each in operands):
        _check_texts(op, operands)
    if op.name in _BITS and any(map(is_whole, operands)):
        raise _of_integers_only(op)
    if op.name == "negative" and any(map(may_be_real, operands)):
        refuse_real("the sign")  # there is one of 0j
    numbers = _check_numbers(graph, op, operands)
    if op.name in _OF_INTEGERS:
        _add_check_beside(graph, op, operands)
    return numbers


def _check_texts(op: Op, operands: Sequence[Any]) -> None:
    """Refuse what is not the same of text of Python's and of a tensor."""
    if op.name not in _OF_TEXT or not all(map(_is_text, operands)):
        refuse_text(f"`{op.name}`")


def _is_text(value: Any) -> bool:
    if type(value) is str or not isinstance(value, Tensor):
        return type(value) is str
    return value.spec.dtype in (dtypes.python_str, dtypes.string)


def _check_numbers(graph: Graph, op: Op, operands: Sequence[Any]) -> Numbers:
    types = [
        leaf_types(x)
        or (_OF_LISTS if type(x) is SymbolicTensor and _is_mixed_item(x) else NEVER)
        for x in operands
    ]
    if not all(types) or op.python is None:
        return NEVER
    is_of_texts = TEXT in types
    if op.name in FUNCTIONS and not (
        is_of_texts or _add_check(graph, op, operands, types)
    ):
        return NEVER
    results: list[Any] = []
    for row in product(*types):
        try:
            results.append(op.python(*(each(1) for each in row)))
        except TypeError:  # NumPy has `1j < x`, and Python has not
            if op.name in _BITS:
                raise _of_integers_only(op) from None
            for each in operands:
                # No run tells which of the two such a number is.
                if type(each) is SymbolicTensor and each.spec.dtype.is_python:
                    _DISPATCH["refuse_either"](each, written(op.name))
            flags = [_answer(each, asks_integers=False) for each in operands]
            refuse_where(written(op.name), flags)
    return joined_types(results)


def _of_integers_only(op: Op) -> UnstagedOperationError:
    return UnstagedOperationError(
        f"{written(op.name)} of a value that is a float on one path, and something "
        "else on another: it is for integers.",
        origin=capture_exact(2),
        hint="Make it an integer on each path: int(x).",
    )


def _is_in_question(op: Op, value: Any) -> bool:
    """May it be a number of Python's, though it has a tensor's dtype?"""
    if type(value) is not SymbolicTensor:
        return False
    if value.links is not None and (value.links.numbers or value.links.whole):
        return True
    if not value.spec.dtype.is_python and number_types(value):  # an item of a list
        return True
    is_told = op.name in QUOTIENTS or value.spec.dtype.is_integer
    return is_told and op.name in FUNCTIONS and _is_mixed_item(value)


def _add_check(
    graph: Graph, op: Op, operands: Sequence[Any], types: Sequence[Numbers]
) -> bool:
    """Add the check that these operands need; False if they never are Python's."""
    specs = op.infer(*map(spec_of, operands))
    dtype = (specs if not isinstance(specs, tuple) else specs[0]).dtype
    # Floats of Python's raise by themselves, but with other words than integers.
    asks_integers = dtype.is_python
    if op.name in QUOTIENTS:
        is_needed = not _is_known_not_zero(operands[1])
    else:
        is_held = dtype.is_integer or dtype.kind == "b"
        is_needed = not asks_integers and (op.name in _PARTIAL or is_held)
    if not is_needed:
        return True
    flags = [_answer(each, asks_integers=asks_integers) for each in operands]
    if any(each is False for each in flags):
        return asks_integers
    if asks_integers and None in flags:
        return True
    attrs: dict[str, Any] = {"function": op.name, "dtype": dtype}
    if not asks_integers and _may_all_be_either(op, types):
        # The graph of a quotient tells of floats, where integers have other words.
        of_integers = [_answer(each, asks_integers=True) for each in operands]
        _record_check(graph, of_integers, operands, [int] * len(operands), attrs)
    names = [int if asks_integers else widest(each) for each in types]
    _record_check(graph, flags, operands, names, attrs)
    return True


def _may_all_be_either(op: Op, types: Sequence[Numbers]) -> bool:
    """May the operands be integers of Python's all, and one of them a float, too?"""
    is_either = any(each & INTEGERS and each - INTEGERS for each in types)
    return op.name in QUOTIENTS and is_either and all(x & INTEGERS for x in types)


def _record_check(
    graph: Graph,
    flags: Sequence[Answer | None],
    operands: Sequence[Any],
    names: Sequence[type],
    attrs: dict[str, Any],
) -> None:
    """Have the run raise what numbers of these classes do, where the flags say so."""
    if any(each is False for each in flags):
        return
    asked = [x for x in flags if isinstance(x, SymbolicTensor)]
    attrs = attrs | {"types": tuple(each.__name__ for each in names)}
    if None in flags:
        attrs["is_told"] = False
    record(graph, CHECK_NUMBER, (*asked, *operands), attrs)


def _add_check_beside(graph: Graph, op: Op, operands: Sequence[Any]) -> None:
    """Refuse, in the run, what NumPy's integers give and floats of a graph do not.

    An integer of Python's is a float in the graph if it is one on another path: beside
    an integer of NumPy's, zero divides to zero, and not to inf.
    """
    left, right = operands
    if any(map(is_whole, operands)) and all(map(_is_like_integer, operands)):
        flags = _whole_answers(operands)
        is_needed = op.name == "pow" or not _is_known_not_zero(right)
        if is_needed and not any(each is False for each in flags):
            asked = [each for each in flags if isinstance(each, SymbolicTensor)]
            attrs = {"is_power": op.name == "pow"}
            record(graph, CHECK_BESIDE, (*asked, right), attrs)
        return
    number = left if _may_be_rounded(left) else right
    other = right if number is left else left
    if not _may_be_rounded(number) or not is_integer_tensor(other):
        return
    asks_integers = number.spec.dtype.is_python
    flag = _answer(number, asks_integers=asks_integers)
    is_power = op.name == "pow"
    if flag is False or (not is_power and _is_known_not_zero(right)):
        return
    asked = [flag] if isinstance(flag, SymbolicTensor) else []
    record(graph, CHECK_BESIDE, (*asked, right), {"is_power": is_power})


def _whole_answers(operands: Sequence[Any]) -> list[Answer | None]:
    """Return whether operands are integers in a run; None where nobody can tell."""
    found: list[Answer | None] = []
    for each in operands:
        try:
            found.append(is_whole_in_run(each))
        except UnknownLineageError:
            found.append(None)
    return found


def _is_whole(op: Op, operands: Sequence[Any]) -> bool:
    """Are integers of NumPy's made in plain Python, on some path, and floats here?"""
    if op.name not in FUNCTIONS or op.name == "divide":
        return False
    is_told = any(_may_be_rounded(x) or is_whole(x) for x in operands)
    is_numpys = any(is_integer_tensor(x) or is_whole(x) for x in operands)
    return is_told and is_numpys and all(map(_is_like_integer, operands))


def _is_like_integer(value: Any) -> bool:
    """Is it an integer in plain Python, or may it be one?"""
    if _may_be_rounded(value) or is_integer_tensor(value) or is_whole(value):
        return True
    return bool(number_types(value) & INTEGERS)


def _may_be_rounded(value: Any) -> bool:
    """May it be an integer of Python's that is a float in the graph?"""
    is_float = type(value) is SymbolicTensor and value.spec.dtype.is_floating
    return is_float and bool(number_types(value) & INTEGERS)


def _is_known_not_zero(divisor: Any) -> bool:
    if type(divisor) is not SymbolicTensor:
        return bool(divisor)
    if not is_constant(divisor.node):
        return False
    value = divisor.node.attrs["value"]
    return getattr(value, "ndim", 0) == 0 and bool(value)


def _answer(operand: Any, *, asks_integers: bool) -> Answer | None:
    """Return whether it is Python's number in a run; None if nobody can tell."""
    if type(operand) is SymbolicTensor and _is_mixed_item(operand):
        return None
    try:
        ask = is_integer_in_run if asks_integers else is_number_in_run
        return ask(operand)
    except UnknownLineageError:
        return None


def note_result(result: Any, numbers: Numbers, op: Op, operands: Sequence[Any]) -> Any:
    """Return a result that may be a number of Python's, with that noted."""
    mark(result, numbers)
    if type(result) is not SymbolicTensor:
        return result
    _check_narrow(result, op, operands)
    if op.name in COMPARISONS and result.shape == ():
        return compared(op.name, operands, result)
    if not is_whole(result) and _is_whole(op, operands):
        pass_on(result.graph, result.node, result.node.origin)
    if op.name not in _SIGNED:
        return result
    is_told = is_whole(result) or all(map(_is_like_integer, operands))
    if is_told and result.spec.dtype.is_floating:
        return _without_sign(result, numbers, operands)
    return result


def _check_narrow(result: SymbolicTensor, op: Op, operands: Sequence[Any]) -> None:
    """Refuse, in the run, a result that is rounded in plain Python, or wraps around.

    Beside float32 a number of Python's makes float32, and a float64 on another path
    makes float64, which is what the graph has.
    """
    if len(operands) != 2 or op.name not in FUNCTIONS:
        return
    for place, number in enumerate(operands):
        numbers, other = number_types(number), operands[1 - place]
        if not numbers or spec_of(number).dtype.is_python or leaf_types(other):
            continue
        if numbers == TEXT:
            continue
        specs = [spec_of(each) for each in operands]
        specs[place] = TensorSpec((), dtypes.of_python(widest(numbers)(1)))
        inferred = op.infer(*specs)
        assert isinstance(inferred, TensorSpec)
        dtype, own = inferred.dtype, result.spec.dtype
        is_wider = np.promote_types(dtype.numpy, own.numpy) != own.numpy
        if dtype.size >= own.size and not is_wider:
            continue
        flag = _answer(number, asks_integers=False)
        if flag is False:
            continue
        asked = [flag] if isinstance(flag, SymbolicTensor) else []
        if is_wider:
            refuse_where(written(op.name), [flag])
        else:
            attrs = {"dtype": dtype}
            record(result.graph, CHECK_NARROW, (*asked, number, result), attrs)
            mark_whole(result, dtypes_of(result) | {dtype})


def checked_ufunc(
    name: str, op: Op, operands: Sequence[Any], compute: Callable[..., Any]
) -> Any:
    """Call a ufunc of NumPy's, some of whose operands may be something else.

    Returns:
        What it gives.

    Raises:
        UnstagedOperationError: It gives something else on another path, and no run can
            tell on which it is.
    """
    graph = current_graph()
    if graph is None:
        return compute(*operands)
    if op.name in _OF_INTEGERS:
        _add_check_beside(graph, op, operands)
    types = list(map(number_types, operands))
    if any(types) and not all(types) and len(types) == 2 and op.name in FUNCTIONS:
        made = compute(*operands)  # beside others numbers are weak
        _check_narrow(made, op, operands)
    else:
        made = checked(name, compute, operands, {})
    if op.name in _SIGNED and type(made) is SymbolicTensor and is_whole(made):
        return _without_sign(made, NEVER, operands)
    return made


def _without_sign(result: Any, numbers: Numbers, operands: Sequence[Any]) -> Any:
    """Return what may be integers, of which 0 has no sign."""
    flags = _whole_answers(operands)
    if any(each is False for each in flags):
        return result
    asked = [each for each in flags if isinstance(each, SymbolicTensor)]
    if None in flags:
        record(result.graph, op_named("check_sign"), (*asked, result), {})
        return result
    made = record(result.graph, POSITIVE_ZERO, (result, *asked), {}).outputs[0]
    mark(made, numbers)
    made.givers = result.givers
    return made


_DISPATCH["check_numbers"] = check_numbers
_DISPATCH["checked_ufunc"] = checked_ufunc
_DISPATCH["note_number"] = note_result

__all__ = ["QUOTIENTS", "check_numbers"]
