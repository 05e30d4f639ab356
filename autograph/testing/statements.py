"""Random statements: one row for each construct.

`block(w)` writes a few of them. A new construct is a row of the table: its name, how
often it is chosen, when it is possible, and what writes it. What writes it tells
whether control can come to its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from autograph.testing.expressions import (
    arguments,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import (
    ARITHMETIC,
    FLOAT,
    INT,
    PYBOOL,
    TENSORS,
    Type,
    operands_for,
)
from autograph.testing.writer import Result, Scope, Signature, Writer

TRAIL: Final = "trail"
"""The variable that keeps what may raise: a graph leaves out what nothing needs."""


@dataclass(frozen=True)
class Statement:
    """A construct of the language.

    Attributes:
        name: What it is called in counts.
        weight: How often it is chosen, relative to the others.
        needs: Is it possible here?
        build: Write it; tell whether control can come to its end.
    """

    name: str
    weight: int
    needs: Callable[[Writer], bool]
    build: Callable[[Writer], bool]


def block(w: Writer) -> bool:
    """Write a few statements; tell whether control can come to the end."""

    def write() -> bool:
        return statement(w)

    return w.choices.group(write) and w.choices.repeat(write, 50, 3)


def statement(w: Writer) -> bool:
    """Write a statement; tell whether control can come to its end."""
    w.left -= 1
    row = w.choices.weighted([row for row in STATEMENTS if row.needs(w)])
    w.used[row.name] += 1
    return row.build(w)


def return_line(w: Writer) -> str:
    """Return a `return` of what the function returns."""
    depths = [w.choices.pick((0, 0, 0, 1, 2)) for _ in w.result.types]
    parts = map(bounded, [w] * len(depths), w.result.types, depths)
    return "return " + w.result.template.format(*parts)


def _always(w: Writer) -> bool:
    return True


def _target(w: Writer, kind: Type) -> str:
    """Return a name to assign to: often one that has a value."""
    names = w.targets_of(kind)
    if names and w.choices.chance(70):
        return w.choices.pick(names)
    return w.fresh("v")


def _assigned_type(w: Writer) -> Type:
    """Return the type of a variable to assign to: often of one that has a value."""
    kinds = [w.scope.variables[name] for name in sorted(w.scope.assignable)]
    if kinds and w.choices.chance(70):
        return w.choices.pick(kinds)
    return w.some_type()


def _assignment(w: Writer) -> bool:
    kind = _assigned_type(w)
    value = bounded(w, kind)
    name = _target(w, kind)
    w.line(f"{name} = {value}")
    w.declare(name, kind)
    return True


def _augmented(w: Writer) -> bool:
    name = w.choices.pick(sorted(w.scope.assignable))
    kind = w.scope.variables[name]
    if kind.is_bool:
        w.line(f"{name} {w.choices.pick('&|^')}= {expression(w, kind)}")
        return True
    if kind == INT:
        texts = ("+= 1", "-= 3", "//= 2", "%= 7", "*= -1", "+= 2", "//= -3")
        w.line(f"{name} {w.choices.pick(texts)}")
        return True
    options = [
        (symbol, right)
        for symbol in ARITHMETIC
        for left, right in operands_for(symbol, kind)
        if left == kind and not (kind.is_python and symbol in "//%")
    ]
    symbol, right = w.pick_known([(each, (each[1],)) for each in options])
    w.line(f"{name} {symbol}= {bounded(w, right)}")
    return True


def _can_augment(w: Writer) -> bool:
    return bool(w.scope.assignable)


def _tuple_assignment(w: Writer) -> bool:
    kinds = [_assigned_type(w) for _ in range(2 + w.choices.below(2))]
    values = arguments(w, kinds, w.choices.below(3))
    names: list[str] = []
    for kind in kinds:
        name = _target(w, kind)
        names.append(name if name not in names else w.fresh("v"))
    for name, kind in zip(names, kinds, strict=True):
        w.declare(name, kind)
    w.line(f"{', '.join(names)} = {values}")
    return True


def _if(w: Writer) -> bool:
    created = (w.fresh("v"), w.some_type()) if w.choices.chance(30) else None

    def create() -> None:
        if created is not None:
            w.line(f"{created[0]} = {bounded(w, created[1])}")

    w.line(f"if {condition(w)}:")
    ends = [w.block(after=create)]
    while w.choices.chance(25) and w.may_nest():
        w.used["elif"] += 1
        w.line(f"elif {condition(w)}:")
        ends.append(w.block(after=create))
    if created is not None or w.choices.chance(50):
        w.used["else"] += 1
        w.line("else:")
        ends.append(w.block(after=create))
        if created is not None and any(ends):
            w.declare(*created)
        return any(ends)
    return True


def _while(w: Writer) -> bool:
    fuel = w.fresh("fuel")
    amount = 1 + w.choices.below(4)
    is_tensor = w.choices.chance(40)
    w.line(f"{fuel} = {f'ag.constant({amount})' if is_tensor else amount}")
    form = w.choices.below(3)
    spend = f"{fuel} -= 1"
    if form == 0:
        w.line(f"while {fuel} > 0 and {condition(w)}:")
        _loop_body(w, spend)
    elif form == 1:
        w.line(f"while {condition(w)} and {fuel} > 0:")
        _loop_body(w, spend)
    else:
        w.used["while True"] += 1
        w.line("while True:")
        _loop_body(w, spend, f"if {fuel} < 0:", "    break")
    _loop_else(w)
    return True


def _loop_body(w: Writer, *before: str) -> None:
    w.loop_depth += 1
    w.block(*before)
    w.loop_depth -= 1


def _loop_else(w: Writer) -> None:
    if w.choices.chance(25):
        w.used["else of a loop"] += 1
        w.line("else:")
        w.block()


def _for(w: Writer) -> bool:
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
    _loop_body(w)
    w.scope = outer
    if not is_known:
        w.scope.late[name] = kind
    _loop_else(w)
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


def _assert(w: Writer) -> bool:
    # Most should hold: what comes after one that fails is not tested.
    form = w.choices.pick(("{} or {}", "not ({} and {})"))
    test = form.format(condition(w), condition(w))
    message = f', "{w.fresh("assertion ")} failed"' if w.choices.chance(50) else ""
    w.line(f"assert {test}{message}")
    return True


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
        if block(w):
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


def _keeps_trail(w: Writer) -> bool:
    return w.is_main and TRAIL in w.scope.variables


def _may_raise(w: Writer) -> bool:
    """Write what raises for some values, and keep its result."""
    left, right = (bounded(w, INT) for _ in range(2))
    tensor = bounded(w, w.choices.pick((Type("float32"), Type("float64"))))
    base = bounded(w, w.choices.pick((Type("int32"), Type("int64"))))
    values = (
        f"{left} // {right}",
        f"{left} % {right}",
        f"int({left} / {right})",
        f"int({tensor}) % 7",
        f"int({base} ** {right}) % 7",
        f"int({bounded(w, FLOAT)}) % 7",
    )
    w.line(f"{TRAIL} = ({TRAIL} * 3 + ({w.choices.pick(values)})) % 1009")
    return True


def _late_read(w: Writer) -> bool:
    late = w.choices.pick(list(w.scope.late))
    kind = w.scope.late[late]
    name = _target(w, kind)
    w.line(f"{name} = {late}")
    w.declare(name, kind)
    return True


def _has_late(w: Writer) -> bool:
    return bool(w.scope.late)


# The simplest first: this is where shrinking leads.
STATEMENTS: Final = (
    Statement("assignment", 24, _always, _assignment),
    Statement("augmented assignment", 12, _can_augment, _augmented),
    Statement("tuple assignment", 5, _always, _tuple_assignment),
    Statement("if", 20, Writer.may_nest, _if),
    Statement("for", 14, Writer.may_loop, _for),
    Statement("while", 14, Writer.may_loop, _while),
    Statement("break", 7, _in_loop, _break),
    Statement("continue", 5, _in_loop, _continue),
    Statement("return", 5, _is_nested, _return),
    Statement("assert", 3, _always, _assert),
    Statement("local function", 3, Writer.may_nest, _local_function),
    Statement("lambda assignment", 2, _always, _lambda_assignment),
    Statement("what may raise", 8, _keeps_trail, _may_raise),
    Statement("read of a name that may be missing", 2, _has_late, _late_read),
)
