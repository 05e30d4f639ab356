"""What Python says of an object names its type: no stand-in of ours may be named.

It is given the name of what it stands for, if that is known, or the error is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any, Final

from graph.errors import (
    DeferredExceptionError,
    UnknownIdentityError,
    UnknownNoneError,
    UnstagedOperationError,
)
from graph.needed import class_name
from graph.old_staging.caught import CaughtError, sites_of
from graph.old_staging.chosen import Chosen
from graph.origin import capture_exact, is_users, place_in
from graph.partial import Maybe, Optional, PossibleAttribute
from graph.tensor import SymbolicTensor

_REFUSALS: Final[dict[str, Any]] = {
    CaughtError.__name__: DeferredExceptionError,
    Chosen.__name__: UnknownIdentityError,
    Maybe.__name__: UnknownNoneError,
    Optional.__name__: UnknownNoneError,
    PossibleAttribute.__name__: UnknownNoneError,
}
_STAND_INS: Final = (CaughtError, Chosen, Maybe, Optional, PossibleAttribute)
_TENSOR: Final = re.compile(r"\bTensor\b")
_NAME: Final = re.compile(rf"\b({'|'.join(_REFUSALS)})\b")


def name_as_users(error: BaseException) -> None:
    """Let what Python says of a stand-in name the type of what it stands for.

    Raises:
        StagingError: Only the run knows that type.
    """
    if type(error) not in (TypeError, AttributeError, ValueError):
        return
    if len(error.args) != 1 or type(error.args[0]) is not str:
        return
    (message,) = error.args
    found = _NAME.search(message)
    if found is None:
        _name_tensor(error, message)
        return
    held = [
        value
        for value in _values_at(error.__traceback__)
        if type(value) in _STAND_INS and type(value).__name__ == found[0]
    ]
    if not held:
        return  # a class of the user's is called so
    # What stands for no exception in particular is on the way to those that do.
    names = {_name_of(each) for each in held if _is_one(each)}
    name, *others = names or {None}
    if name is not None and not others:
        error.args = (message.replace(found[0], name),)
        return
    raise _REFUSALS[found[0]](
        "Python raises an error here that names the type of a value, which is known "
        "only when the graph runs.",
        origin=place_in(error.__traceback__) or capture_exact(2),
        hint="Test what the value is before it is used.",
    ) from None


def _name_tensor(error: BaseException, message: str) -> None:
    """Let what Python says of a symbolic tensor name what plain Python has there.

    Raises:
        UnstagedOperationError: Only the run knows that.
    """
    if _TENSOR.search(message) is None:
        return
    held: dict[int, SymbolicTensor] = {}
    for frame in reversed(list(_frames_at(error.__traceback__))):
        if held or is_users(frame.f_code):
            break
        held = {id(x): x for x in _tensors_in(list(frame.f_locals.values()))}
    try:
        names = {class_name(each) for each in held.values()}
    except UnstagedOperationError as refused:
        refused.origin = place_in(error.__traceback__) or refused.origin
        raise refused from None
    if len(names) == 1:
        error.args = (_TENSOR.sub(names.pop(), message, count=1),)


def _tensors_in(values: Any) -> Iterator[SymbolicTensor]:
    for each in values:
        if type(each) is SymbolicTensor:
            if each.spec.dtype.python is not str:  # no message calls text so
                yield each
        elif type(each) in (list, tuple):
            yield from _tensors_in(each)


def _frames_at(entry: TracebackType | None) -> Iterator[FrameType]:
    while entry is not None:
        yield entry.tb_frame
        entry = entry.tb_next


def _values_at(entry: TracebackType | None) -> Iterator[Any]:
    for frame in _frames_at(entry):
        yield from list(frame.f_locals.values())


def _is_one(value: Any) -> bool:
    return type(value) is not CaughtError or bool(sites_of(value))


def _name_of(value: Any) -> str | None:
    """Return the name of the only type that a value may be of, if that is known."""
    kinds = set()
    if type(value) is CaughtError:
        kinds = {site.kind for site in sites_of(value)}
    kind = kinds.pop() if len(kinds) == 1 else None
    return None if kind is None else kind.__name__


__all__ = ["name_as_users"]
