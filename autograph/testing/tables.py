"""Random dicts whose values change under constant keys, and which get keys."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.control_flow import loop
from autograph.testing.grammar import Expression, Statement, always, bounded, expression
from autograph.testing.types import INT, STR, TRUTH, Type
from autograph.testing.writer import Writer


def _creation(w: Writer) -> bool:
    name, kind = w.fresh("table"), w.some_type()
    first, second = bounded(w, kind, 1), bounded(w, kind, 1)
    forms = ("{{'a': {}, 'b': {}}}", "dict(a={}, b={})", "dict([('a', {}), ('b', {})])")
    w.line(f"{name} = {w.choices.pick(forms).format(first, second)}")
    w.scope.held[name] = kind
    for key in "ab":
        w.declare(f"{name}['{key}']", kind)
    return True


def _pick(w: Writer) -> tuple[str, Type]:
    return w.choices.pick(list(w.scope.held.items()))


def _has_table(w: Writer) -> bool:
    return bool(w.scope.held)


def _update(w: Writer) -> bool:
    name, kind = _pick(w)
    forms = (
        "{0}['a'] = {1}",
        "{0}.update(b={1})",
        "{0}.update({{'a': {1}}})",
        "{0}['c'] = {1}",
        "{0}.setdefault('c', {1})",
        "{0}.pop('c', {1})",
        "{0}['b'] = {0}.get('c', {1})",
    )
    w.line(w.choices.pick(forms).format(name, bounded(w, kind)))
    return True


def _iteration(w: Writer) -> bool:
    name, kind = _pick(w)
    item, key = w.fresh("x"), w.fresh("key")
    form = w.choices.below(3)
    if form == 0:
        return loop(w, item, f"list({name}.values())", {item: kind})
    if form == 1:
        kinds = {key: STR, item: kind}
        return loop(w, f"{key}, {item}", f"list({name}.items())", kinds)
    return loop(w, key, f"list({name})", {key: STR})


def _can_iterate(w: Writer) -> bool:
    return _has_table(w) and w.may_loop()


def _of(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in w.scope.held.items() if kind == wanted]


def _value(w: Writer, wanted: Type, depth: int) -> str:
    name, other = w.choices.pick(_of(w, wanted)), expression(w, wanted, depth)
    forms = [
        f"{name}.get('c', {other})",
        f"({name}['c'] if 'c' in {name} else {other})",
    ]
    if wants.is_scalar_number(w, wanted) and wanted != INT:
        forms.append(f"sum({name}.values(), {other})")
    return w.choices.pick(forms)


def _has_value(w: Writer, wanted: Type) -> bool:
    return bool(_of(w, wanted))


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    name, _ = _pick(w)
    return w.choices.pick(
        (f"('c' in {name})", f"('a' in {name})", f"(len({name}) > 2)")
    )


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and _has_table(w)


STATEMENTS: Final = (
    Statement("dict that gets keys", 5, always, _creation),
    Statement("update of a dict", 12, _has_table, _update),
    Statement("for over a dict", 8, _can_iterate, _iteration),
)
EXPRESSIONS: Final = (
    Expression("value of a dict or another", 6, _has_value, _value),
    Expression("is a key in a dict", 4, _can_ask, _truth, is_leaf=True),
)
