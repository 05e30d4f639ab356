"""Copies of exceptions, with what they were raised from, and while handling what."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, NoReturn

from graph import nest
from graph.building import _STATE
from graph.errors import AutographError
from graph.tensor import SymbolicTensor

if TYPE_CHECKING:
    from graph.graph import Graph
    from graph.origin import Origin


def raise_as_it_is(error: BaseException) -> NoReturn:
    """Raise an exception that keeps its context."""
    context = error.__context__
    try:
        raise error
    finally:
        error.__context__ = context


def link_contexts(
    error: BaseException, context: BaseException, around: BaseException | None
) -> None:
    """Give an exception a context, and another one around all that has as contexts."""
    error.__context__ = context
    links = [error]
    while (inner := links[-1].__context__) is not None and _is_not_in(inner, links):
        links.append(inner)
    if around is not None and _is_not_in(around, links):
        links[-1].__context__ = around


def _is_not_in(error: BaseException, links: list[BaseException]) -> bool:
    return all(each is not error for each in links)  # exceptions may compare otherwise


def noting_handled(graph: Graph, origin: Origin) -> Origin:
    """Return a place that tells what tracing handles there.

    What is handled where tracing began the run has anyway. An exception with values of
    the run is none that can be copied.
    """
    handled = _STATE.handled[graph.root.ambient[1] :]
    if not handled or origin.handled is not None or _is_foreign(handled[-1], graph):
        return origin
    held = nest.flatten((handled[-1].args, list(vars(handled[-1]).values())))
    if any(isinstance(each, SymbolicTensor) for each in held):
        return origin
    return replace(origin, handled=_linked_copy(handled[-1], {}, graph))


def copied_error(error: BaseException) -> BaseException:
    """Return a copy of an exception, made without a constructor of the user's.

    That may take other arguments than the exception keeps. What it was raised from, and
    while handling what, is copied, too.
    """
    return _linked_copy(error, {}, None)


def _linked_copy(
    error: BaseException, made: dict[int, BaseException], graph: Graph | None
) -> BaseException:
    """Return a copy; with a graph, of what the user's program has in it only."""
    if id(error) in made:
        return made[id(error)]
    copied = made[id(error)] = _copied_alone(error, made, graph)
    context = error.__context__
    if graph is not None and context is not None and _is_foreign(context, graph):
        context = None
    copied.__context__ = None if context is None else _linked_copy(context, made, graph)
    if error.__cause__ is not None:
        copied.__cause__ = _linked_copy(error.__cause__, made, graph)
    copied.__suppress_context__ = error.__suppress_context__
    return copied


def _copied_alone(
    error: BaseException, made: dict[int, BaseException], graph: Graph | None
) -> BaseException:
    """Return a copy without a cause and without a context."""
    kind = type(error)
    copied: BaseException
    if isinstance(error, BaseExceptionGroup):
        parts = [_linked_copy(each, made, graph) for each in error.exceptions]
        copied = BaseExceptionGroup.__new__(kind, error.message, parts)  # type: ignore[type-var]
        is_tuple = len(error.args) == 2 and type(error.args[1]) is tuple
        copied.args = (error.message, tuple(parts) if is_tuple else parts)
    elif not _is_constructed(kind) or kind.__reduce__ is not BaseException.__reduce__:
        copied = copy.copy(error)
    else:
        builtin: Any = next(x for x in kind.__mro__ if x.__module__ == "builtins")
        copied = builtin.__new__(kind, *error.args)
        builtin.__init__(copied, *error.args)
    copied.__dict__.update(error.__dict__)
    for name in (name for each in kind.__mro__ for name in _slots_of(each)):
        if hasattr(error, name):  # NumPy's `AxisError` has its text of such
            setattr(copied, name, getattr(error, name))
    if type(notes := copied.__dict__.get("__notes__")) is list:
        copied.__dict__["__notes__"] = list(notes)  # which may be added to
    return copied


def _slots_of(kind: type) -> tuple[str, ...]:
    names = vars(kind).get("__slots__", ())
    return (names,) if isinstance(names, str) else tuple(names)


def _is_constructed(kind: type) -> bool:
    """Has the class a constructor of its own, in Python?"""
    return any(
        name in vars(each)
        for each in kind.__mro__
        if each.__module__ != "builtins"
        for name in ("__init__", "__new__")
    )


def _is_foreign(context: BaseException, graph: Graph) -> bool:
    """Is a context none of the program's: ours, or handled where tracing began?

    A run has that, too, as Python gives it.
    """
    if id(context) == graph.root.ambient[0]:
        return True
    if isinstance(context, AutographError):
        return _OF_PROGRAM not in vars(context)
    return not isinstance(context, Exception) and context.__class__.__module__ == _JUMPS


def of_program(error: AutographError) -> AutographError:
    """Mark an error of ours as one that plain Python raises, too, and return it."""
    vars(error)[_OF_PROGRAM] = True
    return error


_OF_PROGRAM: Final = "_ag_of_program"
# The module of jumps of our own.
_JUMPS: Final = "autograph.values.state"

__all__ = [
    "copied_error",
    "link_contexts",
    "noting_handled",
    "of_program",
    "raise_as_it_is",
]
