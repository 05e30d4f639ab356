"""Random objects of classes with more to them: dataclasses, properties, `super`."""

from __future__ import annotations

from typing import Final

from autograph.testing import places
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    arguments,
    bounded,
    expression,
)
from autograph.testing.types import INT, Type
from autograph.testing.writer import Writer


def _point(w: Writer) -> bool:
    name, kinds = w.fresh("point"), [w.some_type() for _ in range(2)]
    form = w.choices.below(3)
    if form == 2:
        kinds[1] = kinds[0]
        w.line(f"{name} = Point.twice({bounded(w, kinds[0])})")
    else:
        made = w.choices.pick(("Point", "Far"))
        w.line(f"{name} = {made}({arguments(w, kinds, 1)})")
    for field, kind in zip(("x", "y", "last"), (*kinds, kinds[1]), strict=True):
        w.declare(f"{name}.{field}", kind)
    w.declare(f"{name}.steps", INT)
    return True


def _fixed(w: Writer) -> bool:
    name, kinds = w.fresh("fixed"), [w.some_type() for _ in range(2)]
    by_name = w.choices.chance(40)
    first, second = (bounded(w, kind, 1) for kind in kinds)
    given = f"y={second}, x={first}" if by_name else f"{first}, {second}"
    w.line(f"{name} = Fixed({given})")
    for field, kind in zip(("x", "y"), kinds, strict=True):
        w.scope.variables[f"{name}.{field}"] = kind
    return True


def _named(w: Writer, stem: str) -> list[tuple[str, Type]]:
    """Return the objects with a name of that kind, and the types of their `x`."""
    return [
        (name, kind) for name, kind in places.holders(w, ".x") if name.startswith(stem)
    ]


def _move(w: Writer) -> bool:
    name, kind = w.choices.pick(_named(w, "point"))
    if w.choices.chance(25):
        w.line(f"setattr({name}, 'x', {bounded(w, kind)})")
    else:
        w.line(f"{name}.move({bounded(w, kind)})")
    return True


def _has_point(w: Writer) -> bool:
    return bool(_named(w, "point"))


def _replacement(w: Writer) -> bool:
    name, kind = w.choices.pick(_named(w, "fixed"))
    value = bounded(w, kind)
    forms = (f"{name}.moved({value})", f"dataclasses.replace({name}, x={value})")
    w.line(f"{name} = {w.choices.pick(forms)}")
    return True


def _has_fixed(w: Writer) -> bool:
    return not w.is_inner and bool(_named(w, "fixed"))


def _read(w: Writer, wanted: Type, depth: int) -> str:
    names = [name for name, kind in w.scope.variables.items() if kind == wanted]
    name = w.choices.pick([each for each in names if each.endswith((".x", ".y"))])
    owner, _, field = name.rpartition(".")
    other = expression(w, wanted, depth)
    forms = (
        f"getattr({owner}, '{field}')",
        f"Point.other({other}, {name})",
        f"(lambda point: point.{field})({owner})",
        f"Fixed({name}, {other}).y",
    )
    return w.choices.pick(forms)


def _has_field(w: Writer, wanted: Type) -> bool:
    return any(
        kind == wanted and name.endswith((".x", ".y"))
        for name, kind in w.scope.variables.items()
    )


def _equality(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = w.choices.pick(_comparable(w))
    return f"({name} == dataclasses.replace({name}, x={bounded(w, kind, depth)}))"


def _comparable(w: Writer) -> list[tuple[str, Type]]:
    found = [*_named(w, "point"), *_named(w, "fixed")]
    kinds = w.scope.variables
    return [
        (name, kind)
        for name, kind in found
        if kind.is_scalar and kinds[f"{name}.y"].is_scalar
    ]


def _can_compare(w: Writer, wanted: Type) -> bool:
    return wanted.kind in ("pybool", "truth") and bool(_comparable(w))


STATEMENTS: Final = (
    Statement("dataclass", 6, always, _point),
    Statement("frozen dataclass", 5, always, _fixed),
    Statement("method of a dataclass, setattr", 6, _has_point, _move),
    Statement("replace of a dataclass", 6, _has_fixed, _replacement),
)
EXPRESSIONS: Final = (
    Expression("getattr, static method", 6, _has_field, _read),
    Expression("equality of dataclasses", 3, _can_compare, _equality),
)
