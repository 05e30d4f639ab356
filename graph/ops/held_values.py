"""(no ops) What a program in Python holds where a graph has values: kinds of them.

Text shows NumPy's numbers and arrays otherwise than tensors, and so do exceptions that
are given them. What a value is in plain Python is found out while tracing, and written
into the attribute `kinds` of the ops that make text and exceptions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.errors import (
    AutographError,
    DeferredExceptionError,
    UnstagedOperationError,
)
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor


def as_held(value: Any) -> Any:
    """Return what a program in Python holds: numbers, text, lists, errors, tensors."""
    is_itself = isinstance(value, (BaseException, EagerTensor, list, tuple))
    is_python = is_itself or dtypes.of_python(value) is not None
    return value if is_python else EagerTensor(value)


def all_held(values: Sequence[Any], kinds: str) -> list[Any]:
    """Return what a program in Python holds, of these kinds; see `kinds_of`."""
    kinds = kinds or _OTHER * len(values)
    told = iter(values[len(kinds) :])
    return [
        _as_told(value, kind)
        if kind in (_ERROR, _OTHER)
        else _of_path(value, kind, next(told), is_number=next(told))
        if kind in _EITHER
        else _of_numpy(value, kind)
        for value, kind in zip(values, kinds, strict=False)
    ]


def _as_told(value: Any, kind: str) -> Any:
    if isinstance(value, AutographError):
        check_words(value, is_of_numpy=kind == _ERROR)
    return as_held(value)


def has_errors(*given: Any, **_: Any) -> bool:
    """Tell whether there are exceptions among operands, of which text may be made."""
    return any(each.dtype is dtypes.opaque for each in given)


def check_words(error: BaseException, *, is_of_numpy: bool) -> None:
    """Refuse to look at how a kernel tells an error, where plain Python tells another.

    Args:
        error: What was caught when the graph ran.
        is_of_numpy: May NumPy itself raise something in its place?

    Raises:
        DeferredExceptionError: It is in words of ours, which are not those.
    """
    if not isinstance(error, AutographError):
        return
    if is_of_numpy or error.origin is None:
        raise DeferredExceptionError(
            "the text, or the class, of an exception that was caught when the graph "
            f"ran is not what plain Python has there: {error.message.rstrip('.')}.",
            hint="Raise an exception of your own with a text of its own, or test the "
            "operands before.",
        )


def _of_path(value: Any, kind: str, number: Any, *, is_number: bool) -> Any:
    """Return a number of Python's, or what is there on other paths."""
    of_class, is_scalar = _EITHER[kind]
    if is_number:
        return of_class(np.asarray(number).item())
    return _of_numpy(value, _SCALAR) if is_scalar else as_held(value)


def _of_numpy(value: Any, kind: str) -> Any:
    array = np.asarray(value)
    return array[()] if kind == _SCALAR else array


_ARRAY, _SCALAR, _ERROR, _OTHER = "a", "s", "e", "-"
# Of a number of Python's on some paths: its class, and is it NumPy's on the others?
_EITHER: Final[Mapping[str, tuple[Any, bool]]] = {
    "B": (bool, True),
    "I": (int, True),
    "F": (float, True),
    "C": (complex, True),
    "b": (bool, False),
    "i": (int, False),
    "f": (float, False),
    "c": (complex, False),
}


def with_flags(values: Sequence[Any]) -> tuple[list[Any], dict[str, str]]:
    """Return values, and the attribute `kinds` for them, as `kinds_of` does.

    A letter of its own stands for what is a number of Python's on some paths. For each,
    that number and the truth value that tells, in the run, follow the values.
    """
    letters, told = [], []
    for value in values:
        if not _DISPATCH["is_either"](value):
            letters.append(_kind_of(value))
            continue
        kind, is_scalar, flag = _DISPATCH["told_apart"]("an argument", value)
        letters.append(next(k for k, v in _EITHER.items() if v == (kind, is_scalar)))
        told += [_DISPATCH["number_of"]("an argument", value, kind), flag]
    kinds = "".join(letters)
    return [*values, *told], {} if set(kinds) <= {_OTHER} else {"kinds": kinds}


def n_told(kinds: str) -> int:
    """Return how many inputs follow values of these kinds, that tell what they are."""
    return 2 * sum(kind in _EITHER for kind in kinds)


def kinds_of(values: Sequence[Any]) -> dict[str, str]:
    """Return the attribute for what plain Python has in place of values.

    A letter for each: NumPy's arrays, its scalars, exceptions that may be NumPy's, all
    else. Left out if there is nothing of NumPy's.
    """
    kinds = "".join(map(_kind_of, values))
    return {} if set(kinds) <= {_OTHER} else {"kinds": kinds}


def _kind_of(value: Any) -> str:
    if type(value) is not SymbolicTensor:
        return _OTHER
    if value.spec.dtype is dtypes.opaque:
        return _ERROR if is_given_numpy(value) else _OTHER
    if value.spec.dtype.is_python:
        return _OTHER
    if value.spec.dtype is dtypes.string:
        refuse_numpys_text("the text", value)
    if value.spec.dtype.numpy.kind not in "biufc":
        return _OTHER
    kind = _DISPATCH["assumed_kind"](value)
    is_unknown = kind is None and (bool(value.givers) or _may_be_of_numpy(value))
    if is_unknown and (is_given_numpy(value) or _DISPATCH["may_be_of_numpy"](value)):
        raise UnstagedOperationError(
            "the text of a value depends on whether that is one of NumPy's or a "
            "tensor, which is not known here.",
            origin=capture_exact(2),
            hint="Make it one of Python's numbers: int(x) or float(x).",
        )
    return {np.ndarray: _ARRAY, np.generic: _SCALAR}.get(kind, _OTHER)


def refuse_numpys_text(what: str, value: SymbolicTensor) -> None:
    """Refuse what depends on how text of NumPy's is held, which a graph has as bytes.

    Raises:
        UnstagedOperationError: It is such text.
    """
    if _DISPATCH["assumed_kind"](value) in (np.ndarray, np.generic):
        raise UnstagedOperationError(
            f"{what} of text of NumPy's is known only when the graph runs, which has "
            "bytes there.",
            origin=capture_exact(2),
            hint="Give it a list of Python's text: `words = ['a', 'b']`.",
        )


#: What gives what was there before, of which nothing may be known.
_UNKNOWN: Final = frozenset({"caught_part", "noted", "placeholder"})


def _may_be_of_numpy(value: Any) -> bool:
    """Is a value unknown that control flow, or a call, gives it, or is made of such?"""
    if type(value) is not SymbolicTensor:
        return False
    op = value.node.op
    if op.is_control or op.name in _UNKNOWN:
        return _DISPATCH["assumed_kind"](value) is None
    made_of = value.givers or (() if op.is_public else value.node.inputs)
    return any(map(_may_be_of_numpy, made_of))


def is_given_numpy(value: SymbolicTensor) -> bool:
    """Tell whether the function is given arrays or numbers of NumPy's."""
    given = value.graph.root.given_classes.values()
    return any(issubclass(each, (np.ndarray, np.generic)) for each in given)


_DISPATCH["refuse_numpys_text"] = refuse_numpys_text

__all__ = [
    "all_held",
    "as_held",
    "check_words",
    "has_errors",
    "is_given_numpy",
    "kinds_of",
    "n_told",
    "refuse_numpys_text",
    "with_flags",
]
