"""Random expressions about dicts that have keys which only the run knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import (
    Expression,
    expression,
)
from autograph.testing.keyed import (
    PAIR,
    any_dict,
    can_be_changed,
    changed,
    dicts,
    has_any,
    has_of_tally,
    key,
    lists,
    of_tally,
)
from autograph.testing.texts import is_text
from autograph.testing.types import INT, PYBOOL, STR, TRUTH, Type
from autograph.testing.writer import Writer


def _value(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, _ = w.choices.pick(dicts(w, wanted))
    other, place = expression(w, wanted, depth), key(w, kind)
    forms = ["{0}.get({1}, {2})"] * 3 + [
        *("({0}[{1}] if {1} in {0} else {2})", "{0}.setdefault({1}, {2})"),
        *("{0}.pop({1}, {2})", "next(iter({0}.values()), {2})"),
        *("[*{0}.values(), {2}][0]", "(list({0}.values())[-1] if {0} else {2})"),
    ]
    if wants.is_scalar_number(w, wanted):
        forms.append("max({0}.values(), default={2})")
        total = "sum({0}.values(), {2})"
        forms.append(f"({total} % 101)" if wanted == INT else total)
    return w.choices.pick(forms).format(name, place, other)


def _has_value(w: Writer, wanted: Type) -> bool:
    return bool(dicts(w, wanted))


def _of_lists(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, _ = w.choices.pick(lists(w, wanted))
    place, other = key(w, kind), expression(w, wanted, depth)
    forms = ("({0}[{1}][-1] if {0}.get({1}) else {2})",
             "[*{0}.get({1}, []), {2}][0]",
             "[*[v for row in {0}.values() for v in row], {2}][-1]")  # fmt: skip
    return w.choices.pick(forms).format(name, place, other)


def _has_of_lists(w: Writer, wanted: Type) -> bool:
    return bool(lists(w, wanted))


def _number(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, _ = any_dict(w)
    forms = ["len({0})", "sum(1 for k in {0} if k != {1})", "len({0}.keys())",
             "sum([1 for k, v in {0}.items()])"]  # fmt: skip
    if kind == INT:
        forms += ["sum({0})", "max({0}, default=0)", "min({0}, default=7)",
                  "sum(k for k in {0})", "sorted([*{0}, 5])[0]"]  # fmt: skip
    if kind == PAIR:
        forms += ["sum(a + b for a, b in {0})", "max([*{0}, (0, 0)])[1]"]
    return f"({w.choices.pick(forms).format(name, key(w, kind))} % 101)"


def _has_number(w: Writer, wanted: Type) -> bool:
    return wanted == INT and has_any(w)


def _text(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, _ = any_dict(w)
    forms = ["str(list({}))", "str(sorted({}))", "f'{{len({})}}'",
             "'-'.join(str(k) for k in {})",
             "' '.join(f'{{k}}' for k in sorted({}))"]  # fmt: skip
    if kind == STR:
        forms += ["', '.join({})", "''.join(sorted({}))", "max({}, default='z')"]
    return f"{w.choices.pick(forms).format(name)}[-20:]"


def _can_show(w: Writer, wanted: Type) -> bool:
    return is_text(w, wanted) and has_any(w)


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, held = any_dict(w)
    forms = ["({1} in {0})", "({1} not in {0})", "(not {0})", "(len({0}) > 1)",
             "({1} in {0}.keys())", "any(k == {1} for k in {0})",
             "(list({0}) == [{1}])"]  # fmt: skip
    if wanted == TRUTH:
        forms.append("{0}")
    others = [each[0] for each in dicts(w, held) if each[1] == kind]
    if held.is_scalar and name in others:
        forms += ["({0} == {2})", "({0} != {2})"]
    other = w.choices.pick(others or [name])
    return w.choices.pick(forms).format(name, key(w, kind), other)


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted in (TRUTH, PYBOOL) and has_any(w)


EXPRESSIONS: Final[Sequence[Expression]] = (
    Expression("value of such a dict", 10, _has_value, _value),
    Expression("call that changes a dict", 24, can_be_changed, changed),
    Expression("method that changes a dict", 6, has_of_tally, of_tally),
    Expression("value of a list in a dict", 6, _has_of_lists, _of_lists),
    Expression("number about such a dict", 6, _has_number, _number),
    Expression("text of such a dict", 6, _can_show, _text),
    Expression("truth about such a dict", 12, _can_ask, _truth),
)
