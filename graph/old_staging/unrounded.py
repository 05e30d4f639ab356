"""Numbers of Python's that have taken a tensor's dtype, as they were before.

    y = 0.1                 # 0.10000000149011612 in the graph, which has float32
    if x > 0:
        y = x
    f"{y}"                  # "0.1" where it is the number

What control flow leaves is asked for the number as `staging.lineage` asks whether it is
one. What operators make of such numbers is computed once more, as Python computes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn, cast

from graph import dtypes
from graph.dispatch import operate, record
from graph.dtypes import DType
from graph.errors import UnstagedOperationError
from graph.old_staging.branches import stage_cond
from graph.old_staging.lineage import (
    JOINS,
    PASSED_ON,
    Number,
    UnknownLineageError,
    all_of,
    class_of_number,
    exact_in_run,
    is_number_in_run,
)
from graph.old_staging.links import links_of
from graph.old_staging.number_types import TEXT, number_types
from graph.old_staging.variables import building
from graph.op import op_named
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor

_PYTHON: Final = {
    bool: dtypes.python_bool,
    int: dtypes.python_int,
    float: dtypes.python_float,
    complex: dtypes.python_complex,
}
_EXACT: Final = {
    bool: "biufc",
    int: "iu",
    float: (dtypes.float64, dtypes.complex128),
    complex: (dtypes.complex128,),
}

#: Ops that compare two numbers.
COMPARISONS: Final = frozenset(
    {"equal", "greater", "greater_equal", "less", "less_equal", "not_equal"}
)


def is_rounded(
    value: SymbolicTensor, kind: type, *, is_carried_rounded: bool = True
) -> bool:
    """May a number of this class be another one in the dtype that it has taken?

    Args:
        value: The value.
        kind: The class of the number.
        is_carried_rounded: Is what a loop carries, while that is traced?
    """
    exact = _EXACT[kind]
    dtype = value.spec.dtype
    if dtype.is_python:
        return False
    if (dtype.kind if isinstance(exact, str) else dtype) in exact:
        return False
    return not _is_held(value, dtype, {}, not is_carried_rounded)


def _is_held(
    value: Any, dtype: DType, carried: dict[int, list[Any]], is_open: bool
) -> bool:
    """Tell whether a dtype holds the number that a value is, if it ever is one.

    Args:
        value: The value.
        dtype: The dtype.
        carried: For what a loop carries, what it begins with, and what an iteration
            leaves; nothing for what has been looked at.
        is_open: Is it so of what is carried by a loop that is being traced?
    """
    if not number_types(value) or type(value) is not SymbolicTensor:
        return True
    links, node = links_of(value), value.node
    name, place = node.op.name, value.value_index
    if links.is_filler:
        return True
    if name == "const":
        is_python = value.spec.dtype.is_python
        number = node.attrs["value"] if is_python else links.unrounded
        if number is None:
            return False
        return bool(dtype.numpy.type(number).item() == number)  # not weak beside it
    if name == "placeholder":
        outer = [each for each, inner in value.graph.captures if inner is value]
        given = outer or carried.get(id(value))
        carried[id(value)] = []
        if given is None:
            return is_open
        return all(_is_held(x, dtype, carried, is_open) for x in given)
    if name in JOINS:
        left = [each.outputs[place] for each in node.subgraphs.values()]
        return all(_is_held(each, dtype, carried, is_open) for each in left)
    if name == "while_loop":
        body = node.subgraphs["body"]
        pairs = zip(body.inputs, node.inputs, body.outputs, strict=False)
        carried.update((id(inner), [before, left]) for inner, before, left in pairs)
        return _is_held(body.inputs[place], dtype, carried, is_open)
    if name in PASSED_ON:
        return _is_held(node.inputs[0], dtype, carried, is_open)
    return not all(map(number_types, node.inputs))


def number_of(what: str, value: SymbolicTensor, kind: type) -> SymbolicTensor:
    """Return what holds the number of Python's that a value is, where it is one.

    Args:
        what: What depends on it, for messages.
        value: It may be something else, of which it may be impossible to make one.
        kind: The class of the number.

    Raises:
        UnstagedOperationError: It is rounded in the graph, and no run has it otherwise.
    """
    if not is_rounded(value, kind):
        return value
    try:
        number = exact_in_run(value)
    except UnknownLineageError:
        refuse_rounded(what, value, kind)
    return building().capture(kind(0) if number is None else number)


def as_number(value: SymbolicTensor, kind: type) -> SymbolicTensor:
    """Return a value as a number of Python's, by the dtype that it has."""
    return _cast(value, _PYTHON[kind])


def _cast(value: SymbolicTensor, dtype: DType) -> SymbolicTensor:
    return record(building(), op_named("cast"), (value,), {"dtype": dtype}).outputs[0]


def converted(value: SymbolicTensor, dtype: DType) -> SymbolicTensor:
    """Return what `float` and its kin make of a tensor: of a number, as it was.

    Args:
        value: It may be a number of Python's.
        dtype: That of a number of Python's.
    """
    kind = next(iter(number_types(value) - TEXT), None)
    if kind is None or not is_rounded(value, kind):
        return _cast(value, dtype)
    try:
        is_number, number = is_number_in_run(value), exact_in_run(value)
    except UnknownLineageError:
        return _cast(value, dtype)
    if is_number is False:
        return _cast(value, dtype)
    known = building().capture(kind(0) if number is None else number)
    if is_number is True:
        return _cast(known, dtype)
    (found,) = stage_cond(
        is_number,
        lambda: [_cast(known, dtype)],
        lambda: [_cast(value, dtype)],
        [dtype.name],
    )
    return cast("SymbolicTensor", found)


def refuse_rounded(what: str, value: SymbolicTensor, kind: type) -> NoReturn:
    """Refuse what shows a number of Python's that is rounded in the graph.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        f"{what} of a value that is {_SHOWN[kind]} on one path, and "
        f"{value.spec.dtype.name} on another: it is rounded to that in a graph.",
        origin=capture_exact(2),
        hint="Make it a tensor on each path, as in x = ag.constant(0.1), or a number: "
        "float(x).",
    )


_SHOWN: Final = {
    int: "an integer of Python's",
    float: "a float of Python's",
    complex: "a complex number of Python's",
}


def compared(name: str, operands: Sequence[Any], result: Any) -> Any:
    """Return what a comparison gives, of numbers that are not rounded where all are.

    Args:
        name: That of the op.
        operands: Some have a tensor's dtype, and may be numbers of Python's.
        result: What it gives of what the graph has.
    """
    if not all(map(number_types, operands)) or not any(map(_is_of_tensor, operands)):
        return result
    if not any(map(_may_differ, operands)):
        return result
    try:
        flags = [is_number_in_run(each) for each in operands]
        numbers = tuple(exact_in_run(each) for each in operands)
    except UnknownLineageError:
        return result
    is_number = all_of(building(), flags)
    if is_number is False or None in numbers:
        return result
    if is_number is True:
        return operate(name, numbers)
    (found,) = stage_cond(
        is_number,
        lambda: [operate(name, numbers)],
        lambda: [result],
        ["a comparison"],
    )
    return found


def _is_of_tensor(value: Any) -> bool:
    """Has it the dtype of a tensor?"""
    return type(value) is SymbolicTensor and not value.spec.dtype.is_python


def _may_differ(value: Any) -> bool:
    """May it compare otherwise, beside another number, than in the graph?"""
    if type(value) is not SymbolicTensor:
        return False
    if value.spec.dtype.is_python:
        return value.spec.dtype is dtypes.python_float and value.node.op.name != "const"
    kinds = number_types(value)
    return any(is_rounded(value, kind, is_carried_rounded=False) for kind in kinds)


def _computed(value: SymbolicTensor) -> Number:
    """Return the number that a constant was made of, or what an operator makes of some.

    Raises:
        UnknownLineageError: That cannot be told.
    """
    node = value.node
    if node.op.name == "const" and links_of(value).unrounded is not None:
        number: Number = links_of(value).unrounded
        return number
    name = node.op.name.removeprefix("scalar_")
    if op_named(name).python is None:
        raise UnknownLineageError
    flag = is_number_in_run(value)
    numbers = [exact_in_run(each) for each in node.inputs]
    if flag is False or None in numbers:
        return None
    kind = class_of_number(value)
    with node.graph.as_default():
        if flag is True:
            found: Number = operate(name, tuple(numbers))
            return found
        (found,) = stage_cond(
            flag,  # elsewhere it might raise
            lambda: [operate(name, tuple(numbers))],
            lambda: [kind(0)],
            ["a number"],
        )
    return found


_DISPATCH["computed_exactly"] = _computed
_DISPATCH["number_of"] = number_of

__all__ = [
    "as_number",
    "compared",
    "converted",
    "is_rounded",
    "number_of",
    "refuse_rounded",
]
