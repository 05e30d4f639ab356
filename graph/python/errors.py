"""Exceptions when a graph runs: copies of those of tracing, and what `except` asks."""

from __future__ import annotations

import copy
from typing import Any, Final

from graph.python.record import Source, row

NO_CLASS: Final = (
    "catching classes that do not inherit from BaseException is not allowed"
)


def is_one_of(error: BaseException, classes: Any) -> bool:
    """Tell whether `except classes` takes an exception.

    Raises:
        TypeError: Something among the classes is no class of exceptions.
    """
    listed = classes if isinstance(classes, tuple) else (classes,)
    for each in listed:
        if not (isinstance(each, type) and issubclass(each, BaseException)):
            raise TypeError(NO_CLASS)
    return any(each in type(error).__mro__ for each in listed)


def copied(error: BaseException) -> BaseException:
    """Return a copy of an exception, with what hangs on it, made without a constructor.

    That may take other arguments than the exception keeps.
    """
    return _copied(error, {})


def _copied(error: BaseException, made: dict[int, BaseException]) -> BaseException:
    if id(error) in made:
        return made[id(error)]
    found = made[id(error)] = _alone(error, made)
    found.__dict__.update(error.__dict__)
    notes = error.__dict__.get("__notes__")
    if type(notes) is list:
        found.__dict__["__notes__"] = list(notes)
    for name in ("__context__", "__cause__"):
        link = getattr(error, name)
        setattr(found, name, None if link is None else _copied(link, made))
    found.__suppress_context__ = error.__suppress_context__
    return found


def _alone(error: BaseException, made: dict[int, BaseException]) -> BaseException:
    cls: Any = type(error)
    if isinstance(error, BaseExceptionGroup):
        parts = [_copied(each, made) for each in error.exceptions]
        group: BaseException = BaseExceptionGroup.__new__(cls, error.message, parts)
        group.args = (error.message, type(error.args[1])(parts))
        return group
    builtin: Any = next(x for x in cls.__mro__ if x.__module__ == "builtins")
    if cls.__reduce__ is not BaseException.__reduce__ and cls is builtin:
        return copy.copy(error)  # it keeps more than its arguments
    found: BaseException = builtin.__new__(cls, *error.args)
    if builtin is not BaseException and builtin is not Exception:
        builtin.__init__(found, *error.args)
    return found


COPY_ERROR: Final = row(
    "copy_error",
    lambda _, error: Source("@copied@(@error@)", {"copied": copied, "error": error}),
    attrs={"error": None},
    doc="A copy of an exception that the graph holds.",
)
IS_CAUGHT: Final = row(
    "is_caught",
    lambda _: Source("@is_one_of@(__0__, __1__)", {"is_one_of": is_one_of}),
    doc="Does `except` with these classes take an exception?",
)
