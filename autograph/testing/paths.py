"""Random numbers of Python's that are tensors, or floats, on other paths.

`y = 0` on one path and `y = x` on another: what divides by `y`, shows it or asks for
its class depends on the path that the run has taken.
"""

from __future__ import annotations

from typing import Final

from autograph.testing.assignments import TRAIL
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    bounded,
    condition,
    expression,
)
from autograph.testing.types import FLOAT, INT, STR, TRUTH, Type
from autograph.testing.writer import Writer

EITHER: Final = "either"
"""Names of what is a number of Python's on some paths, with the type on others."""

_OTHERS: Final = (FLOAT, *map(Type, ("int32", "int64", "float32", "float64")))
_INTEGERS: Final = ("0", "1", "2", "-3", "7")
_FLOATS: Final = ("0.0", "1.5", "-2.0")


def _known(w: Writer) -> dict[str, Type]:
    return w.scope.named(EITHER)


def _number(w: Writer, kind: Type) -> str:
    """Write a number of Python's that goes with a type: an integer beside a float."""
    is_float = kind.is_floating and kind != FLOAT and w.choices.chance(30)
    return w.choices.pick(_FLOATS if is_float else _INTEGERS)


def _value(w: Writer, kind: Type) -> str:
    return _number(w, kind) if w.choices.chance(40) else bounded(w, kind)


def _creation(w: Writer) -> bool:
    name, kind = w.fresh(EITHER), w.choices.pick(_OTHERS)
    w.line(f"{name} = {_number(w, kind)}")
    if w.choices.chance(60):
        w.line(f"if {condition(w)}:")
        with w.indented():
            w.line(f"{name} = {bounded(w, kind)}")
    _known(w)[name] = kind
    return True


def first_number(w: Writer) -> str:
    """Write a number that the program returns."""
    _creation(w)
    return list(_known(w))[-1]


def _is_there(w: Writer) -> bool:
    return bool(_known(w)) and w.is_main


def _pick(w: Writer) -> tuple[str, Type]:
    return w.choices.pick(list(_known(w).items()))


def _operand(w: Writer, kind: Type) -> str:
    """Write what is Python's number here or there, or a number."""
    alike = [name for name, each in _known(w).items() if each == kind]
    return w.choices.pick((*alike, _number(w, kind)))


def _assignment(w: Writer) -> bool:
    name, kind = _pick(w)
    form = w.choices.below(4)
    if form == 0:
        w.line(f"{name} = {_value(w, kind)}")
    elif form == 1:
        w.line(f"{name} += {_value(w, kind)}")
        w.line(f"{name} %= 101")
    elif form == 2:
        symbol = w.choices.pick("+-*")
        w.line(f"{name} = ({name} {symbol} {_operand(w, kind)}) % 101")
    else:
        w.line(f"{name} = {w.choices.pick(('-', 'abs'))}({_operand(w, kind)})")
    return True


def _quotient(w: Writer, name: str, kind: Type) -> str:
    symbol = w.choices.pick(("//", "%", "/") if kind.is_floating else ("//", "%"))
    operands = [_operand(w, kind), name]
    if w.choices.chance(25):
        operands.reverse()
    return f" {symbol} ".join(operands)


def _attempt(w: Writer) -> bool:
    name, kind = _pick(w)
    w.line("try:")
    with w.indented():
        w.line(f"{name} = {_quotient(w, name, kind)}")
    w.line("except ZeroDivisionError:")
    with w.indented():
        w.line(f"{name} = {_number(w, kind)}")
    return True


def _trail(w: Writer) -> bool:
    """Write a division that the program's result needs, whatever it returns."""
    name, kind = _pick(w)
    w.line(f"{TRAIL} = ({TRAIL} * 3 + int({_quotient(w, name, kind)} > 2)) % 1009")
    w.line(f"assert {TRAIL} < 1009")
    return True


def _has_trail(w: Writer) -> bool:
    return _is_there(w) and TRAIL in w.scope.variables


def _raised(w: Writer) -> bool:
    name, _ = _pick(w)
    w.line(f"if {condition(w)}:")
    with w.indented():
        w.line(f"raise ValueError({name}, f'{{{name}}}')")
    return True


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = _pick(w)
    if w.choices.chance(30):
        return f"isinstance({name}, {w.choices.pick(('int', 'float'))})"
    symbol = w.choices.pick(("<", "==", ">="))
    return f"({name} {symbol} {_operand(w, kind)})"


def _text(w: Writer, wanted: Type, depth: int) -> str:
    form = w.choices.pick(("str({})", "repr({})", "f'{{{}}}'", "f'{{{}!r}},'"))
    return form.format(_pick(w)[0])


def _float(w: Writer, wanted: Type, depth: int) -> str:
    return f"float({_pick(w)[0]})"


def _sum(w: Writer, wanted: Type, depth: int) -> str:
    """Write a sum with a tensor, which is a tensor."""
    name = w.choices.pick(_alike(w, wanted))
    return f"({name} + {expression(w, wanted, depth)})"


def _alike(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in _known(w).items() if kind == wanted]


STATEMENTS: Final = (
    Statement("number on some paths", 8, always, _creation),
    Statement("another number, or a tensor", 12, _is_there, _assignment),
    Statement("quotient in a try", 6, _is_there, _attempt),
    Statement("quotient that is needed", 8, _has_trail, _trail),
    Statement("exception that holds a number", 2, _is_there, _raised),
)
EXPRESSIONS: Final = (
    Expression(
        "what a number on some paths is", 4,
        lambda w, wanted: wanted == TRUTH and _is_there(w), _truth,
    ),
    Expression(
        "text of a number on some paths", 8,
        lambda w, wanted: wanted == STR and _is_there(w), _text,
    ),
    Expression(
        "float of a number on some paths", 3,
        lambda w, wanted: wanted == FLOAT and _is_there(w), _float,
    ),
    Expression(
        "sum with a number on some paths", 3,
        lambda w, wanted: wanted not in (INT, FLOAT) and bool(_alike(w, wanted)), _sum,
    ),
)  # fmt: skip
