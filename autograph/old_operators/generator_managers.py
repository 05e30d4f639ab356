"""What managers made by `contextlib.contextmanager` do with exceptions of the body."""

from __future__ import annotations

import ast
import contextlib
import enum
import weakref
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from autograph.allowed import is_allowed
from autograph.errors import SourceUnavailableError
from autograph.old_operators import guard, returned
from autograph.old_operators.calls import converted_call
from autograph.source import find_source
from autograph.yields import MANAGED
from graph.segments import holds_segment


class Passing(enum.Enum):
    """How an exception passes through the generator function of a manager."""

    UNSEEN = "nothing follows the `yield`"
    SEEN = "what follows the `yield` runs, or not, and the exception goes on"
    UNKNOWN = "it may be swallowed, or become another"


# By code object, whose functions are many. Written by `passing` only.
_KNOWN: weakref.WeakKeyDictionary[CodeType, Passing] = weakref.WeakKeyDictionary()


def passing(manager: Any) -> Passing | None:
    """Return how exceptions pass through a manager; None if no generator made it."""
    if not isinstance(manager, contextlib._GeneratorContextManager):
        return None
    function = getattr(manager, "func", None)
    if type(function) is not FunctionType:
        return Passing.UNKNOWN
    found = _KNOWN.get(function.__code__)
    if found is None:
        found = _KNOWN[function.__code__] = _passing(function)
    return found


def _passing(function: FunctionType) -> Passing:
    try:
        node = find_source(function).node
    except SourceUnavailableError:
        return Passing.UNKNOWN
    body = node.body if isinstance(node.body, list) else []
    if sum(isinstance(each, ast.Yield) for each in _own(body)) != 1:
        return Passing.UNKNOWN
    return _in_block(body)


def _in_block(block: list[ast.stmt]) -> Passing:
    """Return how an exception passes that comes from the `yield` in a block."""
    for place, statement in enumerate(block):
        if not any(isinstance(each, ast.Yield) for each in _own([statement])):
            continue
        inner = _in_statement(statement)
        is_last = place == len(block) - 1
        return inner if is_last or inner is Passing.UNKNOWN else Passing.SEEN
    return Passing.UNKNOWN


def _in_statement(statement: ast.stmt) -> Passing:
    if isinstance(statement, (ast.Expr, ast.Assign)):
        return Passing.UNSEEN
    if not isinstance(statement, ast.Try) or statement.handlers:
        return Passing.UNKNOWN
    inner = _in_block(statement.body)
    jumps = (ast.Return, ast.Break, ast.Continue)
    if any(isinstance(each, jumps) for each in _own(statement.finalbody)):
        return Passing.UNKNOWN
    return inner if inner is Passing.UNKNOWN else Passing.SEEN


def _own(block: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield the nodes of a block, without those of functions and classes in it."""
    todo: list[ast.AST] = list(block)
    while todo:
        node = todo.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda)):
            todo.extend(ast.iter_child_nodes(node))


def as_function(manager: Any) -> Callable[[Callable[[Any], None]], None] | None:
    """Return what runs a body as a manager does, with its generator converted.

    None if no generator made it, or one whose `yield` may be reached not at all, or
    more than once, as Python is told when it runs, or that runs as it stands.
    """
    if type(manager) is not contextlib._GeneratorContextManager:
        return None
    converted = _converted(manager.func)
    if converted is None:
        return None
    args, keywords = manager.args, manager.kwds
    with guard.lifted():
        manager.gen.close()  # it has not begun, and never will

    def run(body: Callable[[Any], None]) -> None:
        def managed(value: Any) -> None:
            body(value)

        returned.MANAGING.add(managed.__code__)
        converted_call(converted, args, {**keywords, MANAGED: managed}, None)

    returned.MANAGING.add(run.__code__)
    return run


def is_staged(manager: Any) -> bool:
    """Tell whether a manager's generator is staged, whatever happens in the body."""
    if type(manager) is not contextlib._GeneratorContextManager:
        return False
    return holds_segment((manager.args, manager.kwds)) or is_convertible(manager.func)


def is_convertible(function: Any) -> bool:
    """Tell whether a `with` runs a manager's generator as statements of its own."""
    return _converted(function) is not None


def _converted(function: Any) -> Callable[..., Any] | None:
    # The transformer is imported when first needed: `import autograph` stays fast.
    from autograph import old_operators as operators
    from autograph.conversion import convert_manager

    if type(function) is not FunctionType or not _is_plain(function):
        return None
    converted: Callable[..., Any] | None = convert_manager(function, operators)
    return converted


def _is_plain(function: FunctionType) -> bool:
    """Is the only `yield` of a generator function reached once, whatever happens?"""
    if is_allowed(function.__module__):
        return False
    try:
        node = find_source(function).node
    except SourceUnavailableError:
        return False
    body = node.body if isinstance(node.body, list) else []
    nodes = list(_own(body))
    yields = [each for each in nodes if isinstance(each, (ast.Yield, ast.YieldFrom))]
    if len(yields) != 1 or not isinstance(yields[0], ast.Yield):
        return False
    line = yields[0].lineno
    is_early = any(isinstance(n, ast.Return) and n.lineno <= line for n in nodes)
    return not is_early and _is_reached(body)


def _is_reached(block: list[ast.stmt]) -> bool:
    """Tell whether every run of a block that does not raise comes to its `yield`."""
    for statement in block:
        if not any(isinstance(each, ast.Yield) for each in _own([statement])):
            continue
        if isinstance(statement, (ast.Expr, ast.Assign, ast.AnnAssign)):
            return isinstance(statement.value, ast.Yield)
        if isinstance(statement, (ast.Try, ast.With)):
            return _is_reached(statement.body)
        return False
    return False


__all__ = ["Passing", "as_function", "is_convertible", "is_staged", "passing"]
