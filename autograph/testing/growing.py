"""Random lists that grow and shrink: in staged loops their length is of the run.

What they hold is of one type. They are read where they are known not to be empty, or
with another value for that.
"""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.control_flow import loop
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    arguments,
    bounded,
    expression,
)
from autograph.testing.texts import is_text
from autograph.testing.types import FLOAT, INT, TRUTH, Type
from autograph.testing.writer import Writer

_PARTS: Final = (
    "{}[::-1]",
    "{}[1:]",
    "[*{}, *{}[:1]]",
    "{}.copy()",
    "{0}[:2] + {0}[1:]",
    "list(tuple({0}) + tuple({0})[1:])",
    "list(map(lambda v: v, {}))",
    "list(map(lambda v, w: w, {}, {}[:2]))",
    "[*tuple({}), *map(lambda v: v, {})]",
    "[v for k, v in zip(range(3), {})]",
    "list(filter(lambda v: len({0}) > 1, {0}))",
)
_SIFTED: Final = (
    "list(filter(lambda v: v > 0, {}))",
    "list(filter(None, {}))",
    "[v for k, v in enumerate(filter(None, {})) if k < 3]",
    "list(map(lambda v: -v, filter(lambda v: v < 5, {})))",
)


def _creation(w: Writer) -> bool:
    name, kind = w.fresh("grown"), w.some_type()
    known = [each for each, held in w.scope.growing.items() if held == kind]
    form = w.choices.below(3)
    if known and form == 1:
        source = w.choices.pick(known)
        parts = _PARTS + (_SIFTED if wants.is_scalar_number(w, kind) else ())
        w.line(f"{name} = {w.choices.pick(parts).format(source, source)}")
    else:
        w.line(f"{name} = [{arguments(w, [kind] * w.choices.below(3), 1)}]")
    w.scope.growing[name] = kind
    return True


def first_list(w: Writer) -> str:
    """Write a list that the program returns."""
    _creation(w)
    return list(w.scope.growing)[-1]


def _pick(w: Writer) -> tuple[str, Type]:
    return w.choices.pick(list(w.scope.growing.items()))


def _has_list(w: Writer) -> bool:
    return bool(w.scope.growing)


def _growth(w: Writer) -> bool:
    name, kind = _pick(w)
    form = w.choices.pick(("append", "append", "append", "extend", "+=", "insert"))
    value = bounded(w, kind)
    if form == "append":
        w.line(f"{name}.append({value})")
    elif form == "insert":
        w.line(f"{name}.insert({w.choices.pick(('0', '1', '-1'))}, {value})")
    elif form == "+=":
        w.line(f"{name} += [{value}]" if w.is_main else f"{name}.extend([{value}])")
    else:
        w.line(f"{name}.extend([{value}, {bounded(w, kind, 1)}])")
    return True


def _removal(w: Writer) -> bool:
    """Write what takes an item away, where there is one."""
    name, kind = _pick(w)
    w.line(f"if {name}:")
    removals = ("pop()", "pop(0)", "pop(-1)", "reverse()", "clear()")
    removed = w.choices.pick(removals)
    targets = [each for each in w.targets_of(kind) if each.isidentifier()]
    with w.indented():
        if removed.startswith("pop") and targets:
            w.line(f"{w.choices.pick(targets)} = {name}.{removed}")
        elif w.choices.chance(20):
            w.line(f"del {name}[{w.choices.pick(('0', '-1'))}]")
        else:
            w.line(f"{name}.{removed}")
    return True


def _item(w: Writer) -> bool:
    name, kind = _pick(w)
    place = w.choices.pick((0, 1, -1, -2))
    least = place if place >= 0 else -place - 1
    w.line(f"if len({name}) > {least}:")
    with w.indented():
        w.line(f"{name}[{place}] = {bounded(w, kind)}")
    return True


def _iteration(w: Writer) -> bool:
    """Write a loop over some of the items: the list may change meanwhile."""
    name, kind = _pick(w)
    item = w.fresh("x")
    part = w.choices.pick((f"{name}[:3]", f"{name}[-2:]", f"list({name})[:3]"))
    form = w.choices.below(4)
    if form == 3:
        function = w.choices.pick(("None", f"lambda v: len({name}) > 1"))
        if function == "None" and not wants.is_scalar_number(w, kind):
            function = "lambda v: True"
        return loop(w, item, f"filter({function}, {part})", {item: kind})
    if form == 0:
        return loop(w, item, part, {item: kind})
    if form == 1:
        return loop(w, item, f"reversed({part})", {item: kind})
    number = w.fresh("i")
    return loop(w, f"{number}, {item}", f"enumerate({part})", {number: INT, item: kind})


def _can_iterate(w: Writer) -> bool:
    return _has_list(w) and w.may_loop()


def _of(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in w.scope.growing.items() if kind == wanted]


def _length(w: Writer, wanted: Type, depth: int) -> str:
    return f"(len({_pick(w)[0]}) % 101)"


def _has_length(w: Writer, wanted: Type) -> bool:
    return wanted == INT and _has_list(w)


def _item_or_another(w: Writer, wanted: Type, depth: int) -> str:
    name, other = w.choices.pick(_of(w, wanted)), expression(w, wanted, depth)
    form = w.choices.below(4)
    if form == 2:
        place = f"{expression(w, INT, max(depth, 0))} % len({name})"
        return f"({name}[{place}] if {name} else {other})"
    if form == 3 and wanted in (INT, FLOAT, Type("int32"), Type("float32")):
        called = w.choices.pick(("max", "min"))
        return f"({called}({name}) if {name} else {other})"
    place = w.choices.pick(("0", "-1"))
    return f"({name}[{place}] if {name} else {other})"


def _has_items(w: Writer, wanted: Type) -> bool:
    return bool(_of(w, wanted))


def _sum(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(_of(w, wanted))
    total = f"sum({name}, {expression(w, wanted, depth)})"
    return f"({total} % 101)" if wanted == INT else total


def _has_numbers(w: Writer, wanted: Type) -> bool:
    return wants.is_scalar_number(w, wanted) and bool(_of(w, wanted))


_TEXTS: Final = (
    "str({})",
    "repr({}[:2])",
    "str(tuple({}))",
    "', '.join(map(str, {}))",
    "' '.join(str(v) for v in {})",
    "'+'.join(repr(v) for v in {}[1:])",
)


def _text(w: Writer, wanted: Type, depth: int) -> str:
    name, _ = _pick(w)
    return w.choices.pick(_TEXTS).format(name)


def _can_show(w: Writer, wanted: Type) -> bool:
    return is_text(w, wanted) and _has_list(w)


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = _pick(w)
    form = w.choices.below(3)
    if form == 2 and wants.is_scalar_number(w, kind):
        word = w.choices.pick(("in", "not in"))
        return f"({expression(w, kind, depth)} {word} {name})"
    if form == 1:
        return f"(len({name}) > {w.choices.below(4)})"
    return name


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and _has_list(w)


STATEMENTS: Final = (
    Statement("list that grows", 6, always, _creation),
    Statement("append, extend, insert", 16, _has_list, _growth),
    Statement("pop, clear, reverse, del of an item", 6, _has_list, _removal),
    Statement("item of a list that grows", 4, _has_list, _item),
    Statement("for over a list that grows", 8, _can_iterate, _iteration),
)
EXPRESSIONS: Final = (
    Expression("length of a list that grows", 4, _has_length, _length, is_leaf=True),
    Expression("item of such a list or another", 8, _has_items, _item_or_another),
    Expression("sum of such a list", 4, _has_numbers, _sum),
    Expression("text of such a list", 6, _can_show, _text, is_leaf=True),
    Expression("truth of such a list", 6, _can_ask, _truth),
)
