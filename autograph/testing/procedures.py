"""Random functions that change variables around them; `with` statements."""

from __future__ import annotations

from typing import Final

from autograph.testing.grammar import Statement, arguments, block, bounded, statements
from autograph.testing.types import INT, Type
from autograph.testing.writer import Result, Signature, Writer

NOTHING: Final = Type("nothing")


def _procedure(w: Writer) -> bool:
    """Write a function that changes some of the variables around it."""
    name = w.fresh("change")
    kinds = tuple(w.some_type() for _ in range(w.choices.below(2)))
    parameters = [w.fresh("x") for _ in kinds]
    w.line(f"def {name}({', '.join(parameters)}):")
    inner = w.scope.inner()
    shared = [name for name in sorted(w.scope.assignable) if name.isidentifier()]
    taken = [each for each in shared if w.choices.chance(40)]
    inner.assignable |= set(taken)
    size = min(max(w.left, 1), 3)
    with w.function(inner, Result("None", ()), size):
        for word, names in (
            ("global", [each for each in taken if each in w.shared]),
            ("nonlocal", [each for each in taken if each not in w.shared]),
        ):
            if names:
                w.line(f"{word} {', '.join(names)}")
        for parameter, kind in zip(parameters, kinds, strict=True):
            w.declare(parameter, kind)
        statements(w)
    w.left -= size
    w.scope.functions[name] = Signature(kinds, NOTHING)
    return True


def _can_define(w: Writer) -> bool:
    return w.depth == 1 and w.is_main and w.may_nest()


def _global(w: Writer) -> bool:
    """Write a variable that is a global: functions inside change it by `global`."""
    name, kind = w.fresh("shared"), w.some_type()
    w.line(f"global {name}")
    w.line(f"{name} = {bounded(w, kind)}")
    w.declare(name, kind)
    w.shared.add(name)
    return True


def _call(w: Writer) -> bool:
    name = w.choices.pick(_callable(w))
    w.line(f"{name}({arguments(w, w.scope.functions[name].parameters, 1)})")
    return True


def _callable(w: Writer) -> list[str]:
    found = w.scope.functions.items()
    return [name for name, signature in found if signature.result == NOTHING]


def _can_call(w: Writer) -> bool:
    return w.is_main and bool(_callable(w))


def _guarded(w: Writer) -> bool:
    """Write a `with` of a manager of the program's own."""
    name, kind = w.fresh("v"), w.some_type()
    value = bounded(w, kind, 1)
    if w.choices.chance(30):
        w.line(f"with guarded({value}) as {name}:")
        w.declare(name, kind)
        block(w)
        return True
    guard = w.fresh("guard")
    caught = w.choices.pick(("ValueError", "(KeyError, ZeroDivisionError)", "()"))
    w.line(f"{guard} = Guard({value}, {caught})")
    w.declare(f"{guard}.count", INT)
    w.scope.variables[f"{guard}.given"] = kind
    w.line(f"with {guard} as {name}:")
    w.declare(name, kind)
    block(w)
    return True


def _with(w: Writer) -> bool:
    """Write a `with`, whose manager gives a value or holds an exception back."""
    form = w.choices.below(3)
    if form == 0:
        w.line("with contextlib.suppress(ValueError, ZeroDivisionError):")
        block(w)
        return True
    name, kind = w.fresh("v"), w.some_type()
    value = bounded(w, kind, 1)
    first = f"contextlib.nullcontext({value}) as {name}"
    second = "contextlib.nullcontext(), " if form == 2 else ""
    w.line(f"with {second}{first}:")
    w.declare(name, kind)
    return block(w)


STATEMENTS: Final = (
    Statement("function with nonlocal", 3, _can_define, _procedure),
    Statement("call of such a function", 12, _can_call, _call),
    Statement("global", 3, _can_define, _global),
    Statement("with", 3, Writer.may_nest, _with),
    Statement("with of a manager of its own", 4, Writer.may_nest, _guarded),
)
