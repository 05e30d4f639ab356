"""Random `match` statements on structures: sequences, mappings, classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from autograph.testing.control_flow import MATCHED, scalar_pattern
from autograph.testing.grammar import Statement, block, bounded, condition
from autograph.testing.types import INT, STR, Type
from autograph.testing.writer import Writer

_LITERALS: Final = ("0", "1", "-1", "2", "True", "None", "1.0", "'a'")
_CLASSES: Final = ("int", "float", "bool", "str")


@dataclass(frozen=True)
class Structure:
    """What a `match` looks at; `subject` takes its parts, `pattern` writes one."""

    name: str
    weight: int
    n_parts: int
    subject: str
    pattern: Callable[[Writer, list[Type]], str]


def _part(w: Writer, kind: Type) -> str:
    """Write a pattern for a part: a literal, a class, a name."""
    form = w.choices.below(8)
    if form == 7:
        return w.choices.pick(("Level.LOW", "Level.HIGH", "-1 | Level.HIGH"))
    if form == 6:
        name = w.fresh("v")
        w.declare(name, kind)
        return f"({scalar_pattern(w, kind)}) as {name}"
    if form == 5:
        return "_"
    if form == 4:
        name = w.fresh("v")
        text = w.choices.pick(_CLASSES)
        if kind.kind == {"bool": "pybool"}.get(text, text):
            w.declare(name, kind)
        return f"{text}() as {name}" if w.choices.chance(60) else f"{text}({name})"
    if form == 3 and kind == STR:
        return f"{w.choices.pick(_LITERALS)} | 'b1'"
    return scalar_pattern(w, kind)


def _sequence(w: Writer, kinds: list[Type]) -> str:
    form = w.choices.below(4)
    if form == 0:
        parts = ", ".join(_part(w, kind) for kind in kinds)
        return f"[{parts}]" if w.choices.chance(50) else f"({parts})"
    first = _part(w, kinds[0])
    if form == 1:
        rest = w.fresh("rest")
        for place, kind in enumerate(kinds[1:]):
            w.declare(f"{rest}[{place}]", kind)
        return f"[{first}, *{rest}]"
    return f"[{first}, *_]" if form == 2 else f"[*_, {_part(w, kinds[-1])}]"


def _nested(w: Writer, kinds: list[Type]) -> str:
    if w.choices.chance(25) and kinds[0] == kinds[1]:
        name = w.fresh("v")  # each alternative captures it
        w.declare(name, kinds[0])
        return f"({name}, [0 | 1, _]) | (_, [{name}, _])"
    first = _part(w, kinds[0])
    if w.choices.chance(25):
        return f"({first}, _)"
    second, third = (_part(w, kind) for kind in kinds[1:])
    return w.choices.pick(("({}, [{}, {}])", "[{}, ({}, {}, *_)]")).format(
        first, second, third
    )


def _mapping(w: Writer, kinds: list[Type]) -> str:
    form = w.choices.below(4)
    if form == 0:
        return f"{{'a': {_part(w, kinds[0])}}}"
    if form == 1:
        return f"{{'a': {_part(w, kinds[0])}, 'b': {_part(w, kinds[1])}}}"
    if form == 2:
        rest = w.fresh("rest")
        w.declare(f"{rest}['b']", kinds[1])
        return f"{{'a': {_part(w, kinds[0])}, **{rest}}}"
    return "{'c': _}"


def _record(w: Writer, kinds: list[Type]) -> str:
    form = w.choices.below(3)
    if form == 0:
        return f"Pair({_part(w, kinds[0])}, {_part(w, kinds[1])})"
    if form == 1:
        return f"Pair(second={_part(w, kinds[1])})"
    return "Box() | Pair(first=None)"


def _point(w: Writer, kinds: list[Type]) -> str:
    form = w.choices.below(4)
    if form == 0:
        return f"Far({_part(w, kinds[0])}, y={_part(w, kinds[1])})"
    if form == 1:
        return f"Point({_part(w, kinds[0])}, steps=0)"
    if form == 2:
        name = w.fresh("seen")
        w.declare(f"{name}.steps", INT)
        return f"Point(y={_part(w, kinds[1])}) as {name}"
    return "Box() | Far(steps=1)"


def _object(w: Writer, kinds: list[Type]) -> str:
    if w.choices.chance(25):
        return "Pair()"
    return f"Box(value={_part(w, kinds[0])})"


STRUCTURES: Final = (
    Structure("match of a sequence", 3, 3, "({}, {}, {})", _sequence),
    Structure("match of a nested sequence", 3, 3, "[{}, ({}, {})]", _nested),
    Structure("match of a mapping", 3, 2, "{{'a': {}, 'b': {}}}", _mapping),
    Structure("match of a named tuple", 2, 2, "Pair({}, {})", _record),
    Structure("match of a dataclass", 2, 2, "Point({}, {})", _point),
    Structure("match of an object", 2, 1, "Box({})", _object),
)


def _match(w: Writer) -> bool:
    row = w.choices.weighted(STRUCTURES)
    w.used[row.name] += 1
    kinds = [w.pick_type((*MATCHED, STR)) for _ in range(row.n_parts)]
    subject = row.subject.format(*(bounded(w, kind, 1) for kind in kinds))
    w.line(f"match {subject}:")
    ends = []
    for _ in range(1 + w.choices.below(3)):
        outer = w.scope
        w.scope = outer.copy()
        pattern = row.pattern(w, kinds)
        guard = f" if {condition(w)}" if w.choices.chance(30) else ""
        with w.indented():
            w.line(f"case {pattern}{guard}:")
            ends.append(block(w))
        w.scope = outer
    if w.choices.chance(60):
        with w.indented():
            w.line(f"case {w.fresh('v') if w.choices.chance(30) else '_'}:")
            ends.append(block(w))
        return any(ends)
    return True


STATEMENTS: Final = (Statement("match of a structure", 20, Writer.may_nest, _match),)
