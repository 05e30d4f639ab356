"""Generator functions as functions that stage their `yield`: twins.

A generator function runs as it stands where nothing of the run is in it. Its twin is
called where something is: the run makes a generator whose body is the twin's graph.

    def items(n):              def ag__items(n):
        yield n + 1     ->         ag__.yield_(n + 1)
                               @ag__.with_twin(ag__items)
                               def items(n):
                                   yield n + 1
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from autograph import syntax
from autograph.syntax import OPERATORS, nodes

_SCOPES: Final = (
    nodes.FunctionDef,
    nodes.AsyncFunctionDef,
    nodes.Lambda,
    nodes.ClassDef,
)
_YIELDS: Final = (nodes.Yield, nodes.YieldFrom)
_MARK: Final = "_ag_twin"


def twin_of(function: FunctionType) -> FunctionType | None:
    """Return the twin that converted code has defined with a generator function.

    Attributes of functions are copied to others: the code tells.
    """
    code, twin = function.__dict__.get(_MARK, (None, None))
    return twin if code is function.__code__ else None


def with_twin(twin: FunctionType) -> Callable[[FunctionType], FunctionType]:
    """Return what gives a generator function its twin."""

    def mark(function: FunctionType) -> FunctionType:
        twin.__defaults__ = function.__defaults__
        twin.__kwdefaults__ = function.__kwdefaults__
        twin.__name__ = function.__name__
        twin.__qualname__ = function.__qualname__
        setattr(function, _MARK, (function.__code__, twin))
        return function

    return mark


def as_twin(function: Any) -> Any:
    """Return a copy of a generator function's tree that calls operators to yield."""
    return _Staging().visit_body(syntax.copied(function))


def add_twins(function: Any) -> dict[str, str]:
    """Add the twins of the generator functions that are defined in a function.

    Returns:
        The names of the functions, by those of the twins.
    """
    names: dict[str, str] = {}
    for owner in ast.walk(function):
        if isinstance(owner, nodes.ClassDef):
            continue
        for part in ("body", "orelse", "finalbody"):
            held = getattr(owner, part, None)
            if isinstance(held, list):
                held[:] = [y for x in held for y in (*_twins(x, names), x)]
    return names


def _twins(statement: Any, names: dict[str, str]) -> list[Any]:
    """Return the twin of a definition, before it, if it is one of a generator."""
    if not isinstance(statement, nodes.FunctionDef) or not _yields(statement):
        return []
    name = OPERATORS + statement.name
    if name.startswith(OPERATORS * 2):
        return []  # of a twin
    names[name] = statement.name
    twin = as_twin(statement)
    twin.name, twin.decorator_list, twin.returns = name, [], None
    given = twin.args
    given.defaults = [nodes.Constant(None, None) for _ in given.defaults]
    given.kw_defaults = [x and nodes.Constant(None, None) for x in given.kw_defaults]
    parameters = (*given.posonlyargs, *given.args, *given.kwonlyargs)
    for each in (*parameters, given.vararg, given.kwarg):
        if each is not None:
            each.annotation = None
    mark = _operator("with_twin", nodes.Name(name, nodes.Load(), None, None))
    statement.decorator_list.append(_located(mark, statement))
    return [_located(twin, statement)]


def _yields(function: Any) -> bool:
    """Tell whether a function is one of a generator."""
    todo, found = list(function.body), False
    while todo:
        node = todo.pop()
        if isinstance(node, _SCOPES):
            continue
        found |= isinstance(node, _YIELDS)
        todo += ast.iter_child_nodes(node)
    return found


class _Staging(ast.NodeTransformer):
    def visit_body(self, function: Any) -> Any:
        function.body = [self.visit(x) for x in function.body]
        return function

    def visit(self, node: Any) -> Any:
        return node if isinstance(node, _SCOPES) else super().visit(node)

    def visit_Yield(self, node: Any) -> Any:
        self.generic_visit(node)
        value = node.value or nodes.Constant(None, None)
        return _located(_operator("yield_", value), node)

    def visit_YieldFrom(self, node: Any) -> Any:
        self.generic_visit(node)
        return _located(_operator("yield_from", node.value), node)


def _operator(name: str, *args: Any) -> Any:
    operators = nodes.Name(OPERATORS, nodes.Load(), None, None)
    return nodes.Call(nodes.Attribute(operators, name, nodes.Load()), list(args), [])


def _located(tree: Any, at: Any) -> Any:
    for part in ast.walk(tree):
        if not hasattr(part, "lineno") or part.lineno is None:
            syntax.located(part, at)
    return tree


__all__ = ["add_twins", "as_twin", "twin_of", "with_twin"]
