"""Random functions and lambdas, and calls of them."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    arguments,
    bounded,
    expression,
    return_line,
    statements,
)
from autograph.testing.types import Type
from autograph.testing.writer import Result, Scope, Signature, Writer


def _call(w: Writer, wanted: Type, depth: int) -> str:
    names = [name for name, each in w.scope.functions.items() if each.result == wanted]
    name = w.choices.pick(names)
    return f"{name}({arguments(w, w.scope.functions[name].parameters, min(depth, 1))})"


def _has_function(w: Writer, wanted: Type) -> bool:
    return any(each.result == wanted for each in w.scope.functions.values())


def _lambda(w: Writer, wanted: Type, depth: int) -> str:
    """Write a lambda that is called at once, with its parameter in scope."""
    name, argument = w.fresh("p"), bounded(w, wanted, max(depth, 0))
    outer = w.scope
    w.scope = outer.copy()
    w.scope.variables[name] = wanted
    body = expression(w, wanted, depth)
    w.scope = outer
    return f"(lambda {name}: {body})({argument})"


def _local_function(w: Writer) -> bool:
    name = w.fresh("local")
    kinds = tuple(w.some_type() for _ in range(w.choices.below(3)))
    write_function(w, name, kinds, w.some_type(), w.scope)
    return True


def write_function(
    w: Writer, name: str, kinds: tuple[Type, ...], result: Type, outer: Scope
) -> None:
    """Write a function that may be called from here on.

    It reads the variables around it, and assigns to its own.
    """
    parameters = [w.fresh("x") for _ in kinds]
    w.line(f"def {name}({', '.join(parameters)}):")
    inner = outer.copy()
    inner.assignable, inner.late = set(), {}
    size = min(max(w.left, 1), 3)
    with w.function(inner, Result("{}", (result,)), size):
        for parameter, kind in zip(parameters, kinds, strict=True):
            w.declare(parameter, kind)
        if statements(w):
            w.line(return_line(w))
    w.left -= size
    w.scope.functions[name] = Signature(kinds, result)


def _lambda_assignment(w: Writer) -> bool:
    name, parameter = w.fresh("function"), w.fresh("p")
    taken, given = w.some_type(), w.some_type()
    outer = w.scope
    w.scope = outer.copy()
    w.scope.variables[parameter] = taken
    body = bounded(w, given)
    w.scope = outer
    w.line(f"{name} = lambda {parameter}: {body}")
    w.scope.functions[name] = Signature((taken,), given)
    return True


EXPRESSIONS: Final = (
    Expression("call", 12, _has_function, _call),
    Expression("lambda", 1, wants.is_value, _lambda),
)


STATEMENTS: Final = (
    Statement("local function", 3, Writer.may_nest, _local_function),
    Statement("lambda assignment", 2, always, _lambda_assignment),
)
