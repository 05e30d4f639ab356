"""What managers made by `contextlib.contextmanager` do with exceptions of the body."""

from __future__ import annotations

import ast
import contextlib
import enum
import weakref
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from autograph.errors import SourceUnavailableError
from autograph.source import find_source


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


__all__ = ["Passing", "passing"]
