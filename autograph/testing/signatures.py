"""Random functions with parameters of every kind, decorated and partial ones."""

from __future__ import annotations

from typing import Final

from autograph.testing.functions import write_body
from autograph.testing.grammar import Statement, always, bounded, expression
from autograph.testing.types import Type
from autograph.testing.writer import Signature, Writer


def _function(w: Writer) -> bool:
    """Write a function whose parameters are of several kinds, in Python's order."""
    name = w.fresh("local")
    kinds: list[Type] = []
    parameters: list[str] = []
    forms: list[str] = []
    names: dict[str, Type] = {}

    def add(parameter: str, form: str, read: str) -> None:
        kind = w.some_type()
        if parameter.endswith("="):
            parameter += bounded(w, kind, 0)
        parameters.append(parameter)
        kinds.append(kind)
        forms.append(form)
        names[read] = kind

    first = w.fresh("x")
    add(first, "{}", first)
    if w.choices.chance(50):
        parameters.append("/")
    if w.choices.chance(50):
        second = w.fresh("x")
        add(f"{second}=", f"?{second}={{}}", second)
    rest = w.choices.below(3)
    if rest == 2 and len(kinds) == 1:
        other = w.fresh("rest")
        add(f"*{other}", "*({},)", f"{other}[0]")
    elif rest:
        parameters.append("*")
    if rest:
        third = w.fresh("k")
        add(third, f"{third}={{}}", third)
        if w.choices.chance(50):
            fourth = w.fresh("k")
            add(f"{fourth}=", f"?{fourth}={{}}", fourth)
    if w.choices.chance(35):
        named = w.fresh("named")
        key = w.choices.pick(("a", "b"))
        add(f"**{named}", f"**{{{{'{key}': {{}}}}}}", f"{named}['{key}']")
    if w.choices.chance(20):
        w.line("@wrapped")
    _write(
        w, name, parameters, names, Signature(tuple(kinds), w.some_type(), tuple(forms))
    )
    return True


def _write(
    w: Writer,
    name: str,
    parameters: list[str],
    names: dict[str, Type],
    signature: Signature,
) -> None:
    w.line(f"def {name}({', '.join(parameters)}):")
    write_body(w, names, signature.result, w.scope)
    w.scope.functions[name] = signature


def _lambda(w: Writer) -> bool:
    """Write a lambda with a default, which is computed where it is made."""
    name, first, second = w.fresh("function"), w.fresh("p"), w.fresh("p")
    kinds, given = [w.some_type() for _ in range(2)], w.some_type()
    default = bounded(w, kinds[1], 1)
    outer = w.scope
    w.scope = outer.later()
    w.scope.variables |= {first: kinds[0], second: kinds[1]}
    body = bounded(w, given)
    w.scope = outer
    star = w.choices.pick(("", "*, "))
    w.line(f"{name} = lambda {first}, {star}{second}={default}: {body}")
    forms = ("{}", f"?{second}={{}}")
    w.scope.functions[name] = Signature(tuple(kinds), given, forms)
    return True


def _partial(w: Writer) -> bool:
    """Write a call of `functools.partial` for the first parameter of a function."""
    name = w.fresh("part")
    function, signature = w.choices.pick(_divisible(w))
    first, *others = signature.parameters
    w.line(f"{name} = functools.partial({function}, {expression(w, first, 1)})")
    forms = tuple(signature.forms[1:])
    w.scope.functions[name] = Signature(tuple(others), signature.result, forms)
    return True


def _divisible(w: Writer) -> list[tuple[str, Signature]]:
    return [
        (name, each)
        for name, each in w.scope.functions.items()
        if each.parameters and each.result.kind != "nothing"
        if not each.forms or each.forms[0] == "{}"
    ]


def _can_divide(w: Writer) -> bool:
    return bool(_divisible(w))


STATEMENTS: Final = (
    Statement("parameters of every kind", 10, Writer.may_nest, _function),
    Statement("lambda with a default", 5, always, _lambda),
    Statement("functools.partial", 3, _can_divide, _partial),
)
