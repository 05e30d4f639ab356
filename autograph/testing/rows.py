"""Random lists of lists that grow, and what makes text of lists by templates.

A row that a loop visits is a list that grows, like any other. Rows with many names are
the subject of a test of their own; here they meet everything else.
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
    block,
    bounded,
    expression,
)
from autograph.testing.texts import is_text
from autograph.testing.types import INT, TRUTH, Type
from autograph.testing.writer import Writer

_ROWS: Final = "rows"


def _row(w: Writer, kind: Type) -> str:
    """Write a row: a new list of up to two items, or a copy of one there is."""
    known = [name for name, each in w.scope.growing.items() if each == kind]
    if known and w.choices.chance(25):
        form = w.choices.pick(("list({})", "{}[:2]", "[*{}]", "{}"))
        return form.format(w.choices.pick(known))
    return f"[{arguments(w, [kind] * w.choices.below(3), 1)}]"


def _creation(w: Writer) -> bool:
    name, kind = w.fresh("rows"), w.some_type()
    known = _of(w, kind)
    form = w.choices.below(5)
    if form == 4 and known:
        forms = ("[list(row) for row in {}]", "{}[::-1]", "{}[1:]", "[*{}]")
        w.line(f"{name} = {w.choices.pick(forms).format(w.choices.pick(known))}")
    elif form == 3:
        count = w.pick_type((INT, Type("int32")))
        with w.iterated():
            bound = f"{expression(w, count, 1)} % 4"
        w.line(f"{name} = [[] for _ in range({bound})]")
    else:
        listed = ", ".join(_row(w, kind) for _ in range(w.choices.below(3)))
        w.line(f"{name} = [{listed}]")
    w.scope.named(_ROWS)[name] = kind
    return True


def first_rows(w: Writer) -> str:
    """Write a list of lists that the program returns."""
    _creation(w)
    return list(w.scope.named(_ROWS))[-1]


def _of(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in w.scope.named(_ROWS).items() if kind == wanted]


def _pick(w: Writer) -> tuple[str, Type]:
    return w.choices.pick(list(w.scope.named(_ROWS).items()))


def _has_rows(w: Writer) -> bool:
    return bool(w.scope.named(_ROWS))


def _growth(w: Writer) -> bool:
    name, kind = _pick(w)
    row = _row(w, kind)
    form = w.choices.pick(("append", "append", "append", "extend", "+=", "insert"))
    if form == "append":
        w.line(f"{name}.append({row})")
    elif form == "insert":
        w.line(f"{name}.insert({w.choices.pick(('0', '1', '-1'))}, {row})")
    elif form == "+=" and w.is_main:
        w.line(f"{name} += [{row}]")
    else:
        w.line(f"{name}.extend([{row}, {_row(w, kind)}])")
    return True


def _change(w: Writer) -> bool:
    """Write what changes a row, where there is one."""
    name, kind = _pick(w)
    place = w.choices.pick(("-1", "-1", "0", f"{expression(w, INT, 0)} % len({name})"))
    forms = (
        "{}[{}].append({})",
        "{}[{}].append({})",
        "{}[{}] = [{}]",
        "{}[{}] += [{}]",
        "{}[{}].extend([{}])",
        "{}[{}] = {}",
    )
    form = w.choices.pick(forms)
    value = _row(w, kind) if form == forms[-1] else bounded(w, kind)
    w.line(f"if {name}:")
    w.line("    " + form.format(name, place, value))
    return True


def _removal(w: Writer) -> bool:
    name, _ = _pick(w)
    removals = ("pop()", "pop(0)", "reverse()", "clear()")
    w.line(f"if {name}:")
    w.line(f"    {name}.{w.choices.pick(removals)}")
    return True


def _last_row(w: Writer) -> bool:
    """Write a block in which a row has a name, and is a list that grows."""
    name, kind = _pick(w)
    row = w.fresh("row")
    w.line(f"if {name}:")
    outer = w.scope
    w.scope = outer.copy()
    w.scope.growing[row] = kind
    block(w, f"{row} = {name}[{w.choices.pick(('-1', '0'))}]")
    w.scope = outer
    return True


def _can_name(w: Writer) -> bool:
    return _has_rows(w) and w.may_nest()


def _iteration(w: Writer) -> bool:
    """Write a loop over some of the rows, or over the items of some."""
    name, kind = _pick(w)
    row, item, number = w.fresh("row"), w.fresh("x"), w.fresh("i")
    part = w.choices.pick((f"{name}[:3]", f"{name}[-2:]", f"list({name})[:3]"))
    form = w.choices.below(4)
    if form == 3:
        items = f"[item for row in {part} for item in row[:2]]"
        return loop(w, item, items, {item: kind})
    outer = w.scope
    w.scope = outer.copy()
    w.scope.growing[row] = kind
    if form == 0:
        loop(w, row, part, {})
    elif form == 1:
        loop(w, row, f"reversed({part})", {})
    else:
        loop(w, f"{number}, {row}", f"enumerate({part})", {number: INT})
    w.scope = outer
    return True


def _can_iterate(w: Writer) -> bool:
    return _has_rows(w) and w.may_loop()


def _number(w: Writer, wanted: Type, depth: int) -> str:
    name, _ = _pick(w)
    forms = (
        "len({})",
        "sum(map(len, {}))",
        "sum(len(row) for row in {})",
        "max(map(len, {}), default=0)",
        "len([row for row in {} if row])",
        "len({0}[-1] if {0} else [])",
    )
    return f"({w.choices.pick(forms).format(name)} % 101)"


def _has_number(w: Writer, wanted: Type) -> bool:
    return wanted == INT and _has_rows(w)


def _item(w: Writer, wanted: Type, depth: int) -> str:
    name, other = w.choices.pick(_of(w, wanted)), expression(w, wanted, depth)
    forms = [f"({name}[0][-1] if {name} and {name}[0] else {other})"]
    forms.append(f"[{other}, *[item for row in {name} for item in row]][-1]")
    if wants.is_scalar_number(w, wanted) and wanted != INT:
        forms.append(f"sum([sum(row) for row in {name}], {other})")
    return w.choices.pick(forms)


def _has_item(w: Writer, wanted: Type) -> bool:
    return bool(_of(w, wanted))


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = _pick(w)
    forms = ["{0}", "any({0})", "all({0})", "(len({0}) > 1)", "([] in {0})"]
    if kind.is_scalar:
        forms += ["({0} == {1})", "({1} in {0})"]
        known = _of(w, kind)
        form = w.choices.pick(forms)
        other = w.choices.pick(known) if "==" in form else _row(w, kind)
        return form.format(name, other)
    return w.choices.pick(forms).format(name)


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and _has_rows(w)


_TEXTS: Final = (
    "str({})",
    "repr({}[:1])",
    "'%s' % ({},)",
    "'{{}} {{0!r}}'[3:].format({})",
    "'{{:>9}}'.format(str({}))",
    "'%d: %r' % (len({0}), {0})",
    "f'{{{}}}'",
)


def _text(w: Writer, wanted: Type, depth: int) -> str:
    names = [*w.scope.named(_ROWS), *w.scope.growing]
    return f"{w.choices.pick(_TEXTS).format(w.choices.pick(names))}[-20:]"


def _can_show(w: Writer, wanted: Type) -> bool:
    return is_text(w, wanted) and _has_rows(w)


STATEMENTS: Final = (
    Statement("list of lists", 5, always, _creation),
    Statement("another row", 12, _has_rows, _growth),
    Statement("change of a row", 12, _has_rows, _change),
    Statement("a row less", 6, _has_rows, _removal),
    Statement("a row by name", 12, _can_name, _last_row),
    Statement("for over rows that grow", 16, _can_iterate, _iteration),
)
EXPRESSIONS: Final = (
    Expression("number of rows or items", 5, _has_number, _number, is_leaf=True),
    Expression("item of a row", 6, _has_item, _item),
    Expression("truth of rows", 5, _can_ask, _truth),
    Expression("text of rows by a template", 5, _can_show, _text, is_leaf=True),
)
