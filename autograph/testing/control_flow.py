"""Random branches, loops and jumps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from autograph.testing.grammar import (
    Statement,
    arguments,
    block,
    bounded,
    condition,
    expression,
    return_line,
)
from autograph.testing.types import FLOAT, INT, PYBOOL, TENSORS, Type
from autograph.testing.writer import Writer


def _if_statement(w: Writer) -> bool:
    created = (w.fresh("v"), w.some_type()) if w.choices.chance(30) else None

    def create() -> None:
        if created is not None:
            w.line(f"{created[0]} = {bounded(w, created[1])}")

    w.line(f"if {condition(w)}:")
    ends = [block(w, after=create)]
    while w.choices.chance(25) and w.may_nest():
        w.used["elif"] += 1
        w.line(f"elif {condition(w)}:")
        ends.append(block(w, after=create))
    if created is not None or w.choices.chance(50):
        w.used["else"] += 1
        w.line("else:")
        ends.append(block(w, after=create))
        if created is not None and any(ends):
            w.declare(*created)
        return any(ends)
    return True


def _match_statement(w: Writer) -> bool:
    kinds = [w.pick_type(MATCHED) for _ in range(w.choices.pick((1, 1, 2)))]
    subject = arguments(w, kinds, 1)
    w.line(f"match {subject}:")
    ends = []
    for _ in range(1 + w.choices.below(3)):
        outer = w.scope
        w.scope = outer.copy()
        patterns = ", ".join(scalar_pattern(w, kind) for kind in kinds)
        pattern = f"({patterns})" if len(kinds) > 1 else patterns
        guard = f" if {condition(w)}" if w.choices.chance(30) else ""
        if pattern.isidentifier():
            guard = guard or f" if {condition(w)}"  # else it must be the last
        with w.indented():
            w.line(f"case {pattern}{guard}:")
            ends.append(block(w))
        w.scope = outer
    if w.choices.chance(60):
        with w.indented():
            w.line("case _:")
            ends.append(block(w))
        return any(ends)
    return True


MATCHED: Final = (INT, Type("int32"), Type("float32"), FLOAT, PYBOOL)


def scalar_pattern(w: Writer, kind: Type) -> str:
    """Write a pattern for a scalar; what it captures may be read from here on."""
    literals = ("0", "1", "-1", "2", "True", "None", "1.0")
    form = w.choices.below(4)
    if form < 2:
        return w.choices.pick(literals)
    if form == 2:
        return f"{w.choices.pick(literals)} | {w.choices.pick(literals)}"
    captured = w.fresh("v")
    w.declare(captured, kind)
    return captured


def _while_loop(w: Writer) -> bool:
    fuel = w.fresh("fuel")
    amount = 1 + w.choices.below(4)
    is_tensor = w.choices.chance(40)
    w.line(f"{fuel} = {f'ag.constant({amount})' if is_tensor else amount}")
    form = w.choices.below(3)
    spend = f"{fuel} -= 1"
    if form == 0:
        w.line(f"while {fuel} > 0 and {condition(w)}:")
        loop_body(w, spend)
    elif form == 1:
        w.line(f"while {condition(w)} and {fuel} > 0:")
        loop_body(w, spend)
    else:
        w.used["while True"] += 1
        w.line("while True:")
        loop_body(w, spend, f"if {fuel} < 0:", "    break")
    loop_else(w)
    return True


CHOICE_FORMS: Final = 5


def write_choice(w: Writer, name: str, first: str, second: str, form: int) -> None:
    """Write a choice between two values, as an expression, statements or a table."""
    if form == 0:
        w.line(f"{name} = {first} if {condition(w)} else {second}")
    elif form == 1:
        w.line(f"{name} = {first}")
        w.line(f"if {condition(w)}:")
        w.line(f"    {name} = {second}")
    elif form == 2:
        w.line(f"if {condition(w)}:")
        w.line(f"    {name} = {first}")
        w.line("else:")
        w.line(f"    {name} = {second}")
    elif form == 3:
        w.line(f"{name} = [{first}, {second}][{expression(w, INT, 1)} % 2]")
    else:
        key = f"'b' if {condition(w)} else 'a'"
        w.line(f"{name} = {{'a': {first}, 'b': {second}}}[{key}]")


def loop_body(w: Writer, *before: str) -> None:
    """Write the body of a loop, after some lines."""
    w.loop_depth += 1
    block(w, *before)
    w.loop_depth -= 1


def loop(w: Writer, target: str, items: str, kinds: dict[str, Type]) -> bool:
    """Write a loop over several items, whose targets may be read in it and after it."""
    w.line(f"for {target} in {items}:")
    outer = w.scope
    w.scope = outer.copy()
    for name, kind in kinds.items():
        w.declare(name, kind)
    loop_body(w)
    w.scope = outer
    late = {name: kind for name, kind in kinds.items() if name.isidentifier()}
    w.scope.late.update(late)
    loop_else(w)
    return True


def loop_else(w: Writer) -> None:
    """Write an `else` of a loop, or none."""
    if w.choices.chance(25):
        w.used["else of a loop"] += 1
        w.line("else:")
        block(w)


def _for_loop(w: Writer) -> bool:
    row = w.choices.weighted(ITERABLES)
    w.used[row.name] += 1
    text, kind = row.build(w)
    names = w.targets_of(kind)
    is_known = bool(names) and w.choices.chance(40)
    name = w.choices.pick(names) if is_known else w.fresh("i")
    w.line(f"for {name} in {text}:")
    outer = w.scope
    w.scope = outer.copy()
    w.declare(name, kind)
    loop_body(w)
    w.scope = outer
    if not is_known:
        w.scope.late[name] = kind
    loop_else(w)
    return True


@dataclass(frozen=True)
class Iterable:
    """What a `for` iterates over; `build` gives its text and the type of items."""

    name: str
    weight: int
    build: Callable[[Writer], tuple[str, Type]]


def _python_range(w: Writer) -> tuple[str, Type]:
    return f"range({_bounds(w, INT)})", INT


def _staged_range(w: Writer) -> tuple[str, Type]:
    kind = w.choices.pick((Type("int32"), Type("int64")))
    return f"range({_bounds(w, kind)})", INT


def _tensor_range(w: Writer) -> tuple[str, Type]:
    kind = w.choices.pick((Type("int32"), Type("int64")))
    return f"ag.range({_bounds(w, kind)})", kind


def _bounds(w: Writer, kind: Type) -> str:
    """Return the arguments of a range with at most four items."""
    small = f"{expression(w, kind, w.choices.below(2))} % 5"
    if kind == INT and w.choices.chance(50):
        small = str(w.choices.below(5))
    form = w.choices.below(4)
    if form < 2:
        return small
    if form == 2:
        return f"1, {small}"
    return f"{small}, -1, -2"


def _rows(w: Writer) -> tuple[str, Type]:
    arrays = [each for each in TENSORS if not each.is_scalar]
    kind = w.pick_known([(each, (each,)) for each in arrays])
    rows = expression(w, kind, w.choices.below(2))
    return rows, kind.reshaped(*kind.shape[1:])


def _python_tuple(w: Writer) -> tuple[str, Type]:
    scalars = [kind for kind in w.palette if kind.is_scalar]
    kind = w.choices.pick((INT, FLOAT, PYBOOL, *scalars))
    parts = arguments(w, [kind] * (1 + w.choices.below(3)), 1)
    return f"({parts},)", kind


ITERABLES: Final = (
    Iterable("for over range", 4, _python_range),
    Iterable("for over range of a tensor", 4, _staged_range),
    Iterable("for over ag.range", 4, _tensor_range),
    Iterable("for over rows", 4, _rows),
    Iterable("for over a tuple", 3, _python_tuple),
)


def _break(w: Writer) -> bool:
    w.line("break")
    return False


def _continue(w: Writer) -> bool:
    w.line("continue")
    return False


def _in_loop(w: Writer) -> bool:
    return w.loop_depth > 0


def _return(w: Writer) -> bool:
    w.line(return_line(w))
    return False


def _is_nested(w: Writer) -> bool:
    return w.depth > 1


STATEMENTS: Final = (
    Statement("if", 20, Writer.may_nest, _if_statement),
    Statement("for", 14, Writer.may_loop, _for_loop),
    Statement("while", 14, Writer.may_loop, _while_loop),
    Statement("match", 6, Writer.may_nest, _match_statement),
    Statement("break", 7, _in_loop, _break),
    Statement("continue", 5, _in_loop, _continue),
    Statement("return", 5, _is_nested, _return),
)
