"""What Python has where a graph has a tensor: a tensor, an array, or a NumPy scalar.

`[0] * x.max()` repeats the list, and `v.is_integer()` is there, if it is a scalar.
A tensor makes an array of the list and multiplies that, as an array of rank 0 does. All
three are tensors in a graph: `old_staging.kinds` finds what plain Python has there.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn

import numpy as np

from graph import dtypes
from graph.convert import is_sequence
from graph.dispatch import apply, is_repeated, record
from graph.errors import UnstagedOperationError
from graph.graph import current_graph
from graph.old_staging.kinds import KINDS, Asked, Mixed
from graph.old_staging.links import links_of
from graph.old_staging.memory import share
from graph.old_staging.numpy_arrays import mark_of_numpy
from graph.old_staging.whole import NONE, is_whole, refuse_integer
from graph.op import op_named
from graph.ops.number_checks import NUMBER_HINT
from graph.origin import Origin, capture_exact
from graph.segments import Column
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor


def counted(operands: Sequence[Any]) -> Sequence[Any]:
    """Return operands of `*` in which a number of NumPy's is one of Python's.

    Beside a sequence, that is: it repeats that.

    Raises:
        TypeError: It is no integer, as Python says it.
        UnstagedOperationError: It is not known whether it is a number of NumPy's.
    """
    at = 0 if is_repeated(operands[1]) else 1
    number, other = operands[at], operands[1 - at]
    if type(number) is not SymbolicTensor or number.shape not in ((), None):
        return operands
    if number.ndim is None and not may_be_of_numpy(number):
        return operands
    dtype = number.spec.dtype
    if dtype.is_python or dtype.kind not in "biufc":
        return operands
    kind = kind_in_python(number, "a sequence times a number", _TO_REPEAT)
    if kind is not np.generic:
        return operands
    if is_whole(number):
        refuse_integer("a count")
    if not dtype.is_integer:
        operator.mul([], dtype.numpy.type(1))  # Python's own error
    count = _recorded("cast", number, {"dtype": dtypes.python_int})
    return (other, count) if at else (count, other)


def _recorded(name: str, value: SymbolicTensor, attrs: Mapping[str, Any]) -> Any:
    graph = current_graph()
    assert graph is not None
    return record(graph, op_named(name), (value,), attrs).outputs[0]


def kind_in_python(value: SymbolicTensor, what: str, hint: str = "") -> type:
    """Return what a tensor is in plain Python, and have other arguments traced anew.

    Args:
        value: No number of Python's.
        what: What depends on it.
        hint: What to write instead.

    Returns:
        Tensor, `np.ndarray` or `np.generic`.

    Raises:
        UnstagedOperationError: It is not known.
    """
    kind = assumed_kind(value)
    if kind is None or kind is Mixed:
        raise UnstagedOperationError(
            f"{what} depends on whether that is one of NumPy's or a tensor, which "
            "is not known here.",
            origin=capture_exact(2),
            hint=hint or "Make it one of Python's numbers: int(x) or float(x).",
        )
    return kind


def known_kind(value: SymbolicTensor) -> type | None:
    """Return what a tensor is in plain Python, as `kind_in_python` does.

    Also Mixed; None if it is not known.
    """
    return _noted_kind(value, Asked())


def assumed_kind(value: SymbolicTensor) -> type | None:
    """Return what a tensor is, of what a loop carries as it begins; see known_kind."""
    return _noted_kind(value, Asked(is_assumed=True))


def kind_elsewhere(value: SymbolicTensor) -> type | None:
    """Return what a tensor is where it is no number of Python's, as `assumed_kind`."""
    return _noted_kind(value, Asked(is_assumed=True, skips_numbers=True))


def may_be_of_numpy(value: SymbolicTensor) -> bool:
    """Is it something of NumPy's on some path, and nobody knows what on all?"""
    asked = Asked(is_assumed=True)
    return asked.kind(value) is None and asked.is_of_numpy_somewhere


def is_told(value: SymbolicTensor) -> bool:
    """Tell whether `assumed_kind` knows what it is, and bind nobody to that."""
    return Asked(is_assumed=True).kind(value) not in (None, object)


def is_numpys(value: Any) -> bool:
    """Is it one of NumPy's on all paths, an array on some and a number on others?

    Where it is Python's number makes no difference.
    """
    if type(value) is not SymbolicTensor:
        return False
    asked = Asked(is_assumed=True, skips_numbers=True, joins_numpys=True)
    return _noted_kind(value, asked) in (np.ndarray, np.generic)


def kind_of_items(column: Any) -> type | None:
    """Return what all items of a column of a list are, as `assumed_kind` does."""
    asked = Asked(is_assumed=True)
    kind = asked.leaf(column)
    for each in column.values() if isinstance(column, Column) else [column]:
        if type(each) is SymbolicTensor and kind in KINDS:
            asked.note(each)
    return kind


def _noted_kind(value: SymbolicTensor, asked: Asked) -> type | None:
    kind = asked.kind(value)
    if kind is not None and kind is not Mixed:
        asked.note(value)
    return None if kind is object else kind


def has_hash(value: Any) -> bool:
    """Is it a number or text that the graph computes, and Python looks things up by?

    It does by those of its own, and by numbers of NumPy's.
    """
    if type(value) is not SymbolicTensor:
        return False
    if value.spec.dtype.is_python:
        return True
    if value.shape != () or value.spec.dtype.kind not in "biuf":
        return False
    kind = assumed_kind(value)
    if kind is Mixed:  # numbers of Python's have a hash as well
        kind = _noted_kind(value, Asked(is_assumed=True, skips_numbers=True))
    return kind is np.generic


def gives_hashed(value: Any) -> bool:
    """Tell whether stepping through it gives numbers of NumPy's: they have a hash."""
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return False
    is_vector = value.ndim is not None and len(value.shape) == 1
    is_vector = is_vector and value.spec.dtype.kind in "biuf"
    return is_vector and assumed_kind(value) is np.ndarray


def check_assumed(
    inputs: Sequence[Any], after: Sequence[Sequence[Any]], what: str
) -> None:
    """Refuse a block that is given something else than what was taken for granted.

    Args:
        inputs: What a loop carries, or a function is given, in a block of it.
        after: What is given for each, too: by an iteration, or by other calls.
        what: What a message says of that.

    Raises:
        UnstagedOperationError: It is not what the loop, or the first call, begins with.
    """
    n_checked = -1
    while n_checked < (n_assumed := sum(len(links_of(x).assumed) for x in inputs)):
        n_checked = n_assumed
        for left in after:
            for carried, leaf in zip(inputs, left, strict=False):
                links = links_of(carried)
                is_number = bool(links.numbers)  # on some paths: it is none of these
                for kind, origin in tuple(links.assumed):
                    _check_kind(leaf, kind, origin, what, is_number=is_number)


def _check_kind(
    leaf: Any, kind: type, origin: Origin, what: str, *, is_number: bool
) -> None:
    asked = Asked(is_assumed=True, skips_numbers=is_number)
    found = asked.leaf(leaf)
    if is_number and found is object:
        return
    if type(leaf) is SymbolicTensor and found in KINDS:
        asked.note(leaf)  # it is taken for granted of what this is made of
    # What is not known to be NumPy's is a tensor where nothing depends on it.
    if kind is Tensor and found not in (np.ndarray, np.generic):
        return
    if found is not kind:
        raise UnstagedOperationError(
            "what this gives depends on whether a value is one of NumPy's or a "
            f"tensor: {what}.",
            origin=origin,
            hint="Make it the same on each path: ag.constant(x) is a tensor.",
        )


def is_array(value: SymbolicTensor) -> bool:
    """Is it an array in plain Python? What else it may be makes no difference.

    Arguments that are arrays, where it is none now, are traced anew, and the others
    where it is one.
    """
    asked = Asked()
    is_array = asked.kind(value) is np.ndarray
    asked.note(value, [Tensor, np.generic] if is_array else [np.ndarray])
    return is_array


def as_array(value: SymbolicTensor, given: Any) -> SymbolicTensor:
    """Return what stands for `np.asarray(given)`: an array, whatever that is given.

    Args:
        value: What it holds.
        given: What it was made of, which it is if that is an array.
    """
    is_tensor = type(given) is SymbolicTensor
    # NumPy converts what has another dtype, or makes an array of a number.
    is_new = is_tensor and given.spec.dtype is not value.spec.dtype
    if is_new or (is_sequence(given) and not isinstance(given, SymbolicTensor)):
        mark_of_numpy(value)
        return value
    kind = known_kind(value)
    if kind is Mixed:  # of numbers of Python's it makes one as well
        kind = _noted_kind(value, Asked(skips_numbers=True)) or np.generic
    if kind not in (Tensor, np.generic):
        return value  # it is one, or is not known to be none
    made: SymbolicTensor = share(apply(op_named("identity"), (value,)), (value,))
    links_of(made).is_array = True
    # Nobody may write to a tensor's memory; of another dtype it is a copy.
    links_of(made).is_fixed = kind is Tensor and value.dtype is given.dtype
    return made


def as_scalar(value: SymbolicTensor) -> SymbolicTensor:
    """Return what stands for `np.int64(x)` and its kin: a number of NumPy's."""
    if value.shape != () or value.spec.dtype.is_python:
        return value
    made: SymbolicTensor = apply(op_named("identity"), (value,))
    links_of(made).is_scalar = True
    links_of(made).whole = NONE  # what is asked for is what it is
    return made


def is_mixed(value: Any) -> bool:
    """Is it a number of Python's on one path, and a tensor on another?"""
    if type(value) is not SymbolicTensor or value.spec.dtype.is_python:
        return False
    return Asked().kind(value) is Mixed


def refuse_mixed(what: str) -> NoReturn:
    """Refuse what needs to know on which path the run has been.

    Args:
        what: What is asked.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        mixed_message(what), origin=capture_exact(2), hint=NUMBER_HINT
    )


def refuse_text(what: str) -> NoReturn:
    """Refuse what is not the same of Python's text and of a tensor of text.

    Args:
        what: What is asked.

    Raises:
        UnstagedOperationError: Always.
    """
    raise UnstagedOperationError(
        f"{what} of a value that is Python's text on one path, and a tensor of text on "
        "another: both are tensors in a graph.",
        origin=capture_exact(2),
        hint='Make it a tensor on each path, as in x = ag.constant("").',
    )


def mixed_message(what: str) -> str:
    """Return the message of that."""
    return (
        f"{what} of a value that is a number of Python's on one path, and a tensor on "
        "another: both are tensors in a graph."
    )


def attribute(value: SymbolicTensor, name: str) -> Any:
    """Return an attribute that numbers of NumPy's have, and tensors have not.

    Returns:
        The attribute; NotImplemented if there is none in plain Python.

    Raises:
        OperatorNotAllowedInGraphError: There is one, which a graph does not have.
        AttributeError: NumPy has no such attribute.
    """
    scalar = value.dtype.numpy.type
    is_there = hasattr(np.ndarray, name) or (
        value.shape in ((), None) and hasattr(scalar, name)
    )
    is_asked = is_there or may_be_of_numpy(value)
    kind = kind_in_python(value, f"`.{name}`") if is_asked else known_kind(value)
    if kind not in (np.ndarray, np.generic):
        return NotImplemented
    owner = scalar if kind is np.generic else np.ndarray
    if not hasattr(owner, name):
        shown = f"'{owner.__module__}.{owner.__name__}' object"
        raise AttributeError(f"{shown} has no attribute '{name}'", name=name, obj=value)
    if kind is not np.generic or name not in _OF_NUMBERS:
        value._refuse(f"`.{name}` of", "Compute with operators and ag functions.")
    if not value.dtype.is_floating:
        number = _recorded("cast", value, {"dtype": dtypes.python_int})
        return number.bit_count if name == "bit_count" else lambda: True
    return getattr(_recorded("cast", value, {"dtype": dtypes.python_float}), name)


#: Methods of NumPy's scalars that are those of Python's numbers.
_OF_NUMBERS: Final = frozenset({"as_integer_ratio", "bit_count", "hex", "is_integer"})

_TO_REPEAT: Final = (
    "Write int(n) to repeat it, and np.array(...) or ag.constant(...) of the sequence "
    "to multiply its items."
)


_DISPATCH["numpy_attribute"] = attribute
_DISPATCH["assumed_kind"] = assumed_kind
_DISPATCH["kind_in_python"] = kind_in_python
_DISPATCH["known_kind"] = known_kind
_DISPATCH["kind_elsewhere"] = kind_elsewhere
_DISPATCH["is_array"] = is_array
_DISPATCH["may_be_of_numpy"] = may_be_of_numpy
_DISPATCH["is_mixed"] = is_mixed
_DISPATCH["is_numpys"] = is_numpys
_DISPATCH["refuse_mixed"] = refuse_mixed

__all__ = [
    "Mixed",
    "assumed_kind",
    "counted",
    "gives_hashed",
    "has_hash",
    "is_mixed",
    "is_numpys",
    "is_told",
    "kind_elsewhere",
    "kind_in_python",
    "kind_of_items",
    "known_kind",
    "mixed_message",
    "refuse_mixed",
    "refuse_text",
]
