"""Random functions and lambdas, and calls of them."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    bounded,
    condition,
    expression,
    return_line,
    statements,
)
from autograph.testing.types import INT, Type
from autograph.testing.writer import Result, Scope, Signature, Writer


def _call(w: Writer, wanted: Type, depth: int) -> str:
    names = [name for name, each in w.scope.functions.items() if each.result == wanted]
    return call(w, w.choices.pick(names), min(depth, 1))


def call(w: Writer, name: str, depth: int) -> str:
    """Write a call of a function, with arguments as its signature has them."""
    signature = w.scope.functions[name]
    forms = signature.forms or ("{}",) * len(signature.parameters)
    given = [
        form.lstrip("?").format(bounded(w, kind, max(depth, 0)))
        for form, kind in zip(forms, signature.parameters, strict=True)
        if not form.startswith("?") or w.choices.chance(50)
    ]
    return f"{name}({', '.join(given)})"


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
    write_body(w, dict(zip(parameters, kinds, strict=True)), result, outer)
    w.scope.functions[name] = Signature(kinds, result)


def write_body(w: Writer, names: dict[str, Type], result: Type, outer: Scope) -> None:
    """Write the body of a function, which may assign to these names."""
    inner = outer.inner()
    size = min(max(w.left, 1), 3)
    with w.function(inner, Result("{}", (result,)), size):
        for name, kind in names.items():
            if name.isidentifier():
                w.declare(name, kind)
            else:  # in `*rest`, or `**named`
                w.scope.variables[name] = kind
        if statements(w):
            w.line(return_line(w))
    w.left -= size


def _is_outermost(w: Writer) -> bool:
    """Is no block around?"""
    # What a block defines is refused where it leaves it, and what mentions itself does.
    return w.depth == 1 and w.may_nest()


def _recursive_function(w: Writer) -> bool:
    """Write a function that calls itself, and one that calls it a few times deep."""
    name, count = w.fresh("recursive"), w.fresh("k")
    counter = w.pick_type(_COUNTERS)
    kinds = tuple(w.some_type() for _ in range(w.choices.below(3)))
    result = w.some_type()
    parameters = [w.fresh("x") for _ in kinds]
    w.line(f"def {name}({', '.join([count, *parameters])}):")
    inner = w.scope.inner()
    with w.function(inner, Result("{}", (result,)), 2):
        for parameter, kind in zip(parameters, kinds, strict=True):
            w.declare(parameter, kind)
        w.line(f"if {count} <= 0:")
        with w.indented():
            w.line(return_line(w))
        if statements(w):
            given = [f"{count} - 1", *(bounded(w, kind, 1) for kind in kinds)]
            call = f"{name}({', '.join(given)})"
            w.line(f"return {_with(w, call, result)}")
    w.left -= 2
    wrapper = w.fresh("local")
    listed = ", ".join([count, *parameters])
    small = ", ".join([f"{count} % 4", *parameters])
    w.line(f"{wrapper} = lambda {listed}: {name}({small})")
    w.scope.functions[wrapper] = Signature((counter, *kinds), result)
    return True


_COUNTERS: Final = (INT, Type("int32"), Type("int64"))


def _with(w: Writer, call: str, result: Type) -> str:
    """Return a value of a type that is made of what a call gives."""
    if result.is_bool or w.choices.chance(30):
        return call
    other = bounded(w, result, 1)
    total = f"{other} - {call}" if w.choices.chance(50) else f"{call} + {other}"
    return f"({total}) % 101" if result == INT else total


def _lambda_assignment(w: Writer) -> bool:
    name, parameter = w.fresh("function"), w.fresh("p")
    taken, given = w.some_type(), w.some_type()
    outer = w.scope
    w.scope = outer.later()
    w.scope.variables[parameter] = taken
    body = bounded(w, given)
    w.scope = outer
    w.line(f"{name} = lambda {parameter}: {body}")
    w.scope.functions[name] = Signature((taken,), given)
    return True


def _chosen_function(w: Writer) -> bool:
    """Write a choice among functions that a condition makes, and maybe a loop."""
    name, parameter = w.fresh("function"), w.fresh("p")
    given = w.some_type()
    # Each may widen a number to what others give: the type is that of the argument.
    form = f"lambda {parameter}: {parameter}"
    known = [
        each
        for each, signature in w.scope.functions.items()
        if signature == Signature((given,), given)
    ]
    other = w.choices.pick([form, f"{form} if {condition(w)} else {parameter}", *known])
    first, last = w.choices.pick([(form, other), (other, form), (other, other)])
    if w.choices.chance(30):
        w.line(f"{name} = [{first}, {last}][1 if {condition(w)} else 0]")
    else:
        w.line(f"{name} = ({first}) if {condition(w)} else ({last})")
    w.scope.functions[name] = Signature((given,), given)
    return True


EXPRESSIONS: Final = (
    Expression("call", 12, _has_function, _call),
    Expression("lambda", 1, wants.is_value, _lambda),
)


STATEMENTS: Final = (
    Statement("local function", 3, Writer.may_nest, _local_function),
    Statement("recursive function", 2, _is_outermost, _recursive_function),
    Statement("lambda assignment", 1, always, _lambda_assignment),
    Statement("chosen function", 1, always, _chosen_function),
)
