"""Copies of exceptions, with what they were raised from, and while handling what."""

from __future__ import annotations

import copy
from typing import Any, Final, NoReturn

from graph.errors import AutographError
from graph.graph import Graph, current_graph

# Under which names exceptions of tracing keep a cause or a context that the run has.
CAUSE: Final = "_ag_cause"
CONTEXT: Final = "_ag_context"
LINKS: Final = {"__cause__": CAUSE, "__context__": CONTEXT}
# Under which it keeps the nodes that raise it.
RAISED: Final = "_ag_raised"


def link_of(error: BaseException, name: str) -> Any:
    """Return what an exception of tracing has as `__cause__` or `__context__`.

    That is None, an exception, or what stands for one that the run catches.
    """
    linked, graph = vars(error).get(LINKS[name]), current_graph()
    # An exception of the user's may outlive the graph that it was raised in first.
    if linked is None or graph is None:
        return getattr(error, name)
    is_of_graph = linked._ag_value.node.graph.root is graph.root
    return linked if is_of_graph else getattr(error, name)


def is_linked_by_run(error: BaseException, name: str) -> bool:
    """Has an exception of tracing a cause or a context that the run catches?"""
    return link_of(error, name) is not getattr(error, name)


def set_link(error: BaseException, name: str, linked: Any) -> None:
    """Give an exception of tracing a `__cause__` or `__context__`, also of the run."""
    vars(error).pop(LINKS[name], None)
    is_of_tracing = linked is None or isinstance(linked, BaseException)
    setattr(error, name, linked if is_of_tracing else None)
    if not is_of_tracing:
        vars(error)[LINKS[name]] = linked


def has_none(error: BaseException) -> bool:
    """Has an exception of tracing no context, whatever was handled there?"""
    none = vars(error).get(CONTEXT, error) is None
    return none and error.__context__ is None


def raise_as_it_is(error: BaseException) -> NoReturn:
    """Raise an exception that keeps its context."""
    context = error.__context__
    try:
        raise error
    finally:
        error.__context__ = context


def copied_error(error: BaseException) -> BaseException:
    """Return a copy of an exception, made without a constructor of the user's.

    That may take other arguments than the exception keeps. What it was raised from, and
    while handling what, is copied, too.
    """
    return linked_copy(error, {}, None)


def linked_copy(
    error: BaseException, made: dict[int, BaseException], graph: Graph | None
) -> BaseException:
    """Return a copy; with a graph, of what the user's program has in it only."""
    if id(error) in made:
        return made[id(error)]
    copied = made[id(error)] = copied_alone(error, made, graph)
    context = error.__context__
    if graph is not None and context is not None and is_foreign(context, graph):
        context = None
    copied.__context__ = None if context is None else linked_copy(context, made, graph)
    if error.__cause__ is not None:
        copied.__cause__ = linked_copy(error.__cause__, made, graph)
    copied.__suppress_context__ = error.__suppress_context__
    return copied


def copied_alone(
    error: BaseException, made: dict[int, BaseException], graph: Graph | None
) -> BaseException:
    """Return a copy without a cause and without a context."""
    kind = type(error)
    copied: BaseException
    if isinstance(error, BaseExceptionGroup):
        parts = [linked_copy(each, made, graph) for each in error.exceptions]
        copied = BaseExceptionGroup.__new__(kind, error.message, parts)  # type: ignore[type-var]
        is_tuple = len(error.args) == 2 and type(error.args[1]) is tuple
        copied.args = (error.message, tuple(parts) if is_tuple else parts)
    elif not is_constructed(kind) or kind.__reduce__ is not BaseException.__reduce__:
        copied = copy.copy(error)
    else:
        builtin: Any = next(x for x in kind.__mro__ if x.__module__ == "builtins")
        copied = builtin.__new__(kind, *error.args)
        builtin.__init__(copied, *error.args)
    copied.__dict__.update(error.__dict__)
    for name in (name for each in kind.__mro__ for name in _slots_of(each)):
        if hasattr(error, name):  # NumPy's `AxisError` has its text of such
            setattr(copied, name, getattr(error, name))
    for name in (*LINKS.values(), RAISED):
        copied.__dict__.pop(name, None)
    if type(notes := copied.__dict__.get("__notes__")) is list:
        copied.__dict__["__notes__"] = list(notes)  # which may be added to
    return copied


def _slots_of(kind: type) -> tuple[str, ...]:
    names = vars(kind).get("__slots__", ())
    return (names,) if isinstance(names, str) else tuple(names)


def is_foreign(context: BaseException, graph: Graph) -> bool:
    """Is a context none of the program's: ours, or handled where tracing began?

    A run has that, too, as Python gives it.
    """
    if id(context) == graph.root.ambient[0]:
        return True
    if isinstance(context, AutographError):
        return _OF_PROGRAM not in vars(context)
    return not isinstance(context, Exception) and context.__class__.__module__ in _OURS


def of_program(error: AutographError) -> AutographError:
    """Mark an error of ours as one that plain Python raises, too, and return it."""
    vars(error)[_OF_PROGRAM] = True
    return error


_OF_PROGRAM: Final = "_ag_of_program"
# Modules of jumps of our own.
_OURS: Final = ("graph.old_staging.blocks", "autograph.old_operators.recursion")


def is_constructed(kind: Any) -> bool:
    """Has the class a constructor of its own, in Python? None has not."""
    if kind is None:
        return False
    return any(
        name in vars(each)
        for each in kind.__mro__
        if each.__module__ != "builtins"
        for name in ("__init__", "__new__")
    )
