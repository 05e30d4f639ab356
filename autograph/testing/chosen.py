"""Random functions that the run chooses: of every kind, by name, from tables, in loops.

What is chosen among takes and gives the same: functions and lambdas, some with values
of their own, methods that change their object, partial functions, functions that
another made.
"""

from __future__ import annotations

from typing import Final

from autograph.testing.control_flow import CHOICE_FORMS, loop_body, write_choice
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import INT, TRUTH, Type
from autograph.testing.writer import STEP, Signature, Writer

_CHOSEN: Final = "chosen function"
_NOTHING: Final = "nothing"


def _signature(w: Writer) -> Signature:
    """Return what a choice is among: mostly functions of one argument."""
    known = [
        each
        for each in w.scope.functions.values()
        if not each.forms and each.result.kind != _NOTHING and each.parameters
    ]
    if known and w.choices.chance(50):
        return w.choices.pick(known)
    kind = w.some_type()
    given = kind if w.choices.chance(60) else w.some_type()
    return Signature((kind,), given)


def _candidate(w: Writer, signature: Signature) -> str:
    """Write something that can be called so."""
    known = [name for name, each in w.scope.functions.items() if each == signature]
    known = [name for name in known if "[" not in name]
    if known and w.choices.chance(45):
        return w.choices.pick(known)
    if signature.parameters == (signature.result,) and w.choices.chance(35):
        tallies = list(w.scope.named("tally"))
        if tallies:
            method = w.choices.pick(("once", "twice", "first"))
            return f"{w.choices.pick(tallies)}.{method}"
    form = w.choices.below(5)
    wider = Signature((w.some_type(), *signature.parameters), signature.result)
    wide = [name for name, each in w.scope.functions.items() if each == wider]
    if form == 4 and wide:
        first = bounded(w, wider.parameters[0], 1)
        return f"functools.partial({w.choices.pick(wide)}, {first})"
    return _lambda(w, signature, form)


def _lambda(w: Writer, signature: Signature, form: int) -> str:
    """Write a lambda, maybe with a value of its own: a default, or what a maker had."""
    names = [w.fresh("p") for _ in signature.parameters]
    own, kind = w.fresh("p"), w.some_type()
    value = bounded(w, kind, 1)
    outer = w.scope
    w.scope = outer.later()
    w.scope.variables |= dict(zip(names, signature.parameters, strict=True))
    if form >= 2:
        w.scope.variables[own] = kind
    body = bounded(w, signature.result, 1)
    w.scope = outer
    listed = ", ".join(names)
    if form == 2:
        return f"(lambda {listed}, *, {own}={value}: {body})"
    if form >= 3:
        return f"(lambda {own}: lambda {listed}: {body})({value})"
    return f"(lambda {listed}: {body})"


def _tally(w: Writer) -> bool:
    name = w.fresh("tally")
    w.line(f"{name} = Tally()")
    w.declare(f"{name}.calls", INT)
    w.scope.named("tally")[name] = INT
    return True


def _choice(w: Writer) -> bool:
    """Write a choice among functions, as an expression or as statements."""
    signature, name = _signature(w), w.fresh("function")
    first, second = (_candidate(w, signature) for _ in range(2))
    write_choice(w, name, first, second, w.choices.below(CHOICE_FORMS))
    _declare(w, name, signature)
    return True


def _declare(w: Writer, name: str, signature: Signature) -> None:
    w.scope.functions[name] = signature
    w.scope.named(_CHOSEN)[name] = signature.result
    if w.is_main and w.choices.chance(60):
        w.scope.named(STEP)[name] = signature.result


def _another(w: Writer) -> bool:
    """Write that a name has another function from here on: maybe on one path."""
    name = w.choices.pick(list(w.scope.named(STEP)))
    w.line(f"{name} = {_candidate(w, w.scope.functions[name])}")
    return True


def _has_step(w: Writer) -> bool:
    return w.is_main and bool(w.scope.named(STEP))


def _table(w: Writer) -> bool:
    signature, name = _signature(w), w.fresh("functions")
    size = 2 + w.choices.below(2)
    listed = ", ".join(_candidate(w, signature) for _ in range(size))
    w.line(f"{name} = {w.choices.pick(('[{}]', '({})')).format(listed)}")
    w.scope.tables[name] = (signature, size)
    return True


def _has_table(w: Writer) -> bool:
    return bool(w.scope.tables)


def _of_table(w: Writer) -> bool:
    """Write a choice from a table, by a number that the run knows."""
    name = w.fresh("function")
    text, signature = _item(w, w.choices.pick(list(w.scope.tables)))
    w.line(f"{name} = {text}")
    _declare(w, name, signature)
    return True


def _item(w: Writer, table: str) -> tuple[str, Signature]:
    signature, size = w.scope.tables[table]
    kind = w.pick_type((INT, Type("int32"), Type("int64")))
    index = expression(w, kind, 1)
    return f"{table}[{index} % {size}]", signature


def _over_table(w: Writer) -> bool:
    """Write a loop over a table of functions, each of which the body may call."""
    table, name = w.choices.pick(list(w.scope.tables)), w.fresh("function")
    w.line(f"for {name} in {table}:")
    outer = w.scope
    w.scope = outer.copy()
    w.scope.functions[name] = w.scope.tables[table][0]
    loop_body(w)
    w.scope = outer
    return True


def _can_iterate(w: Writer) -> bool:
    return _has_table(w) and w.may_loop()


def _called(w: Writer, wanted: Type, depth: int) -> str:
    """Write a call of one of a table, or of one that is chosen where it is called."""
    known = [
        name for name, (each, _) in w.scope.tables.items() if each.result == wanted
    ]
    if known and w.choices.chance(60):
        text, signature = _item(w, w.choices.pick(known))
    else:
        signature = Signature((w.some_type(),), wanted)
        first, second = (_candidate(w, signature) for _ in range(2))
        text = f"({first} if {condition(w)} else {second})"
    given = [bounded(w, kind, max(depth, 0)) for kind in signature.parameters]
    return f"{text}({', '.join(given)})"


def _can_call(w: Writer, wanted: Type) -> bool:
    return wanted != TRUTH and wanted.kind != _NOTHING


def _identity(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(_known(w))
    signature = w.scope.functions[name]
    others = [each for each, it in w.scope.functions.items() if it == signature]
    word = w.choices.pick(("is", "==", "is not"))
    return f"({name} {word} {w.choices.pick(others)})"


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and bool(_known(w))


def _known(w: Writer) -> list[str]:
    return [name for name in w.scope.named(_CHOSEN) if name in w.scope.functions]


STATEMENTS: Final = (
    Statement("choice of a function", 8, always, _choice),
    Statement("another function", 6, _has_step, _another),
    Statement("table of functions", 6, always, _table),
    Statement("function of a table", 10, _has_table, _of_table),
    Statement("for over a table of functions", 16, _can_iterate, _over_table),
    Statement("object whose methods are chosen", 3, always, _tally),
)
EXPRESSIONS: Final = (
    Expression("call of what is chosen", 5, _can_call, _called),
    Expression("is it this function", 8, _can_ask, _identity, is_leaf=True),
)
