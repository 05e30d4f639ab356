"""Random expressions that bind names of their own: walrus, comprehensions."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, bounded, expression
from autograph.testing.types import INT, VECTOR, Type
from autograph.testing.writer import Writer

_VECTORS: Final = tuple(Type(kind, VECTOR) for kind in ("int32", "float32", "int64"))


def _walrus(w: Writer, wanted: Type, depth: int) -> str:
    value = expression(w, wanted, depth)
    name = w.fresh("v")
    if wanted != INT:  # their values are kept small where they are assigned
        w.scope.late[name] = wanted
    return f"({name} := {value})"


def _may_bind(w: Writer, wanted: Type) -> bool:
    return w.may_bind and wants.is_value(w, wanted)


def _comprehension(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.some_type()
    with w.iterated():
        items = [bounded(w, kind, min(depth, 1)) for _ in range(2)]
    name = w.fresh("c")
    value = _inside(w, name, kind, wanted, depth)
    if w.choices.chance(40):
        key = w.fresh("k")
        pairs = f"for {key}, {name} in enumerate(({', '.join(items)}))"
        return f"{{{key}: {value} {pairs}}}[{w.choices.below(2)}]"
    return f"[{value} for {name} in ({', '.join(items)})][{w.choices.below(2) - 1}]"


def _rows(w: Writer, wanted: Type, depth: int) -> str:
    """Write a comprehension over the elements of a vector."""
    kind = w.pick_type(_VECTORS)
    with w.iterated():
        items, name = expression(w, kind, min(depth, 1)), w.fresh("c")
    value = _inside(w, name, kind.reshaped(), wanted, depth)
    return f"[{value} for {name} in {items}][{w.choices.below(3)}]"


def _inside(w: Writer, name: str, kind: Type, wanted: Type, depth: int) -> str:
    outer = w.scope
    w.scope = outer.copy()
    w.scope.variables[name] = kind
    value = expression(w, wanted, depth)
    w.scope = outer
    return value


EXPRESSIONS: Final = (
    Expression("walrus", 2, _may_bind, _walrus),
    Expression("comprehension", 1, wants.is_value, _comprehension),
    Expression("comprehension over a tensor", 1, wants.is_value, _rows),
)
