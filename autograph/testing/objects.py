"""Random objects that the run chooses, and what is read, written and called of them.

A chosen object is written like an object of `places`: `best1.value` is the name of a
variable. Which of the objects it is the values of all of them show, at the end.
"""

from __future__ import annotations

from typing import Final

from autograph.testing import places
from autograph.testing.control_flow import CHOICE_FORMS, loop_body, write_choice
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    block,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import INT, TRUTH, Type
from autograph.testing.writer import Writer

_CHOSEN: Final = "chosen object"
_MAYBE: Final = "object or None"


def _new(w: Writer, kind: Type) -> str:
    name = w.fresh("box")
    w.line(f"{name} = Box({bounded(w, kind)})")
    _declare(w, name, kind)
    return name


def _declare(w: Writer, name: str, kind: Type) -> None:
    w.declare(f"{name}.value", kind)
    w.declare(f"{name}.count", INT)


def first_objects(w: Writer) -> str:
    """Write a few objects of one kind; return what shows what became of them."""
    kind = w.some_type()
    names = [_new(w, kind) for _ in range(2 + w.choices.below(2))]
    parts = ", ".join(f"{name}.value, {name}.count" for name in names)
    return f"({parts})"


def _pool(w: Writer) -> bool:
    known = places.holders(w, ".value")
    _new(w, w.choices.pick(known)[1] if known else w.some_type())
    return True


def _of(w: Writer, kind: Type) -> list[str]:
    return [name for name, each in places.holders(w, ".value") if each == kind]


def _candidate(w: Writer, kind: Type) -> str:
    """Return an object of a kind: one there is, sometimes a new one."""
    known = _of(w, kind)
    if not known or w.choices.chance(20):
        return f"Box({bounded(w, kind, 1)})"
    return w.choices.pick(known)


def _has_object(w: Writer) -> bool:
    return bool(places.holders(w, ".value"))


def _choice(w: Writer) -> bool:
    """Write a choice among objects, as an expression or as statements."""
    _, kind = w.choices.pick(places.holders(w, ".value"))
    first, second = (_candidate(w, kind) for _ in range(2))
    name = w.fresh("best")
    form = w.choices.below(CHOICE_FORMS + 1)
    if form < CHOICE_FORMS:
        write_choice(w, name, first, second, form)
    else:
        name = w.fresh("holder")
        w.line(f"{name} = Box(None)")
        w.line(f"{name}.current = {first}")
        w.line(f"if {condition(w)}:")
        w.line(f"    {name}.current = {second}")
        name = f"{name}.current"
    _declare(w, name, kind)
    w.scope.named(_CHOSEN)[name] = kind
    return True


def _another(w: Writer) -> bool:
    """Write that a name, or an attribute, has another object from here on."""
    name, kind = w.choices.pick(_changeable(w))
    w.line(f"{name} = {_candidate(w, kind)}")
    return True


def _changeable(w: Writer) -> list[tuple[str, Type]]:
    found = list(w.scope.named(_CHOSEN).items())
    return found if w.is_main else [each for each in found if "." in each[0]]


def _can_change(w: Writer) -> bool:
    return bool(_changeable(w))


def _search(w: Writer) -> bool:
    """Write a loop that looks for one of several objects, or finds none."""
    _, kind = w.choices.pick(places.holders(w, ".value"))
    listed = ", ".join(_candidate(w, kind) for _ in range(2 + w.choices.below(2)))
    name, each = w.fresh("found"), w.fresh("each")
    w.line(f"{name} = None")
    w.line(f"for {each} in ({listed}):")
    outer = w.scope
    w.scope = outer.copy()
    _declare(w, each, kind)
    with w.indented():
        w.line(f"if {w.choices.pick((f'{name} is None or ', ''))}{condition(w)}:")
        w.line(f"    {name} = {each}")
        if w.choices.chance(30):
            w.line("    break")
    w.scope = outer
    w.scope.named(_MAYBE)[name] = kind
    return True


def _maybe(w: Writer) -> bool:
    _, kind = w.choices.pick(places.holders(w, ".value"))
    name = w.fresh("found")
    w.line(f"{name} = {_candidate(w, kind)} if {condition(w)} else None")
    w.scope.named(_MAYBE)[name] = kind
    return True


def _maybe_another(w: Writer) -> bool:
    name, kind = _pick(w)
    value = "None" if w.choices.chance(30) else _candidate(w, kind)
    w.line(f"{name} = {value}")
    return True


def _pick(w: Writer) -> tuple[str, Type]:
    return w.choices.pick(list(w.scope.named(_MAYBE).items()))


def _has_maybe(w: Writer) -> bool:
    return bool(w.scope.named(_MAYBE))


def _can_set_maybe(w: Writer) -> bool:
    return w.is_main and _has_maybe(w)


def _found(w: Writer) -> bool:
    """Write a block in which an object is known to be one."""
    name, kind = _pick(w)
    w.line(f"if {w.choices.pick((f'{name} is not None', name))}:")
    outer = w.scope
    w.scope = outer.copy()
    w.scope.named(_MAYBE).pop(name)
    _declare(w, name, kind)
    ends = block(w)
    w.scope = outer
    if w.choices.chance(40):
        w.line("else:")
        return block(w) or ends
    return True


def _can_find(w: Writer) -> bool:
    return _has_maybe(w) and w.may_nest()


def _links(w: Writer) -> bool:
    """Write a chain of objects, and a loop that goes along it."""
    kind, cursor = w.some_type(), w.fresh("node")
    w.line(f"{cursor} = None")
    for _ in range(1 + w.choices.below(3)):
        w.line(f"{cursor} = Link({bounded(w, kind, 1)}, {cursor})")
    extra = w.choices.pick(("", f" and {condition(w)}"))
    w.line(f"while {cursor} is not None{extra}:")
    outer = w.scope
    w.scope = outer.copy()
    w.declare(f"{cursor}.content", kind)
    loop_body(w, f"{cursor} = {cursor}.rest", f"if {cursor} is None:", "    break")
    w.scope = outer
    return True


def _can_link(w: Writer) -> bool:
    return w.may_loop() and w.is_main


def _points(w: Writer) -> bool:
    """Write a choice between objects of two classes, whose methods differ."""
    kinds = [w.some_type() for _ in range(2)]
    names = [w.fresh("point") for _ in range(2)]
    for name, made in zip(names, ("Point", "Far"), strict=True):
        parts = ", ".join(bounded(w, kind, 1) for kind in kinds)
        w.line(f"{name} = {made}({parts})")
        _declare_point(w, name, kinds)
    chosen = w.fresh("point")
    w.line(f"{chosen} = {names[0]} if {condition(w)} else {names[1]}")
    _declare_point(w, chosen, kinds)
    return True


def _declare_point(w: Writer, name: str, kinds: list[Type]) -> None:
    for field, kind in zip(("x", "y", "last"), (*kinds, kinds[1]), strict=True):
        w.declare(f"{name}.{field}", kind)
    w.declare(f"{name}.steps", INT)


def _move(w: Writer) -> bool:
    name, kind = w.choices.pick(places.holders(w, ".x"))
    w.line(f"{name}.move({bounded(w, kind)})")
    return True


def _has_point(w: Writer) -> bool:
    return bool(places.holders(w, ".x"))


def _value(w: Writer, wanted: Type, depth: int) -> str:
    """Write a value that is read of an object by calling it, or from one chosen."""
    known = _of(w, wanted)
    maybe = [name for name, each in w.scope.named(_MAYBE).items() if each == wanted]
    if maybe and (not known or w.choices.chance(50)):
        name = w.choices.pick(maybe)
        return (
            f"({name}.value if {name} is not None else {expression(w, wanted, depth)})"
        )
    first, second = w.choices.pick(known), w.choices.pick(known)
    forms = (
        f"{first}()",
        f"({first} if {condition(w)} else {second}).value",
        f"getattr({first}, 'value')",
        f"{first}.put({bounded(w, wanted, max(depth, 0))}).value",
    )
    return w.choices.pick(forms)


def _has_value(w: Writer, wanted: Type) -> bool:
    return bool(_of(w, wanted)) or wanted in w.scope.named(_MAYBE).values()


def _question(w: Writer, wanted: Type, depth: int) -> str:
    names = [name for name, _ in places.holders(w, ".value")]
    names += list(w.scope.named(_MAYBE))
    first = w.choices.pick([*w.scope.named(_CHOSEN), *w.scope.named(_MAYBE)])
    other = w.choices.pick([*names, "None"])
    return f"({first} {w.choices.pick(('is', 'is not', '=='))} {other})"


def _can_ask(w: Writer, wanted: Type) -> bool:
    named = w.scope.named
    return wanted == TRUTH and bool(named(_CHOSEN) or named(_MAYBE))


STATEMENTS: Final = (
    Statement("object among which is chosen", 3, always, _pool),
    Statement("choice of an object", 10, _has_object, _choice),
    Statement("another object", 20, _can_change, _another),
    Statement("search for an object", 8, _has_object, _search),
    Statement("object or None", 8, _has_object, _maybe),
    Statement("assignment of an object or None", 16, _can_set_maybe, _maybe_another),
    Statement("if there is an object", 90, _can_find, _found),
    Statement("loop along linked objects", 3, _can_link, _links),
    Statement("choice between classes of objects", 4, always, _points),
    Statement("method of one of two classes", 12, _has_point, _move),
)
EXPRESSIONS: Final = (
    Expression("value of a chosen object", 6, _has_value, _value),
    Expression("is it this object", 4, _can_ask, _question, is_leaf=True),
)
