"""Random sets with elements that only the run knows; see `keyed` for these.

Nothing here depends on the order in which Python gives the elements.
"""

from __future__ import annotations

from typing import Final

from autograph.testing.control_flow import loop
from autograph.testing.grammar import Expression, Statement, always, condition
from autograph.testing.keyed import (
    KEYS,
    PAIR,
    comprehended,
    declare_key,
    first_dict,
    key,
    known,
    next_key,
)
from autograph.testing.texts import is_text
from autograph.testing.types import INT, PYBOOL, STR, TRUTH, Type
from autograph.testing.writer import Writer

_SET, _FROZEN = "set of ", "frozen set of "


def _sets(w: Writer, kind: Type | None = None) -> list[tuple[str, Type, Type]]:
    return [each for each in known(w, _SET) if kind in (None, each[1])]


def _all_sets(w: Writer, kind: Type | None = None) -> list[tuple[str, Type, Type]]:
    frozen = [each for each in known(w, _FROZEN) if kind in (None, each[1])]
    return [*_sets(w, kind), *frozen]


def _has_set(w: Writer) -> bool:
    return bool(_sets(w))


def _has_any(w: Writer) -> bool:
    return bool(_all_sets(w))


def _creation(w: Writer) -> bool:
    name, kind = w.fresh("seen"), w.choices.pick(KEYS)
    w.line(f"{name} = {_made(w, kind)}")
    w.scope.named(_SET + kind.kind)[name] = kind
    return True


def _made(w: Writer, kind: Type) -> str:
    """Write a set: empty, of some elements, of others, or by a comprehension."""
    form, others = w.choices.below(8), [each[0] for each in _sets(w, kind)]
    one, two = key(w, kind), key(w, kind)
    if form >= 6 and others:
        forms = ("{0}", "{0}.copy()", "set({0})", "{0} {2} {1}", "{0} {2} {1}",
                 "{0}.union({1})", "{{*{0}, {3}}}", "{0} if {4} else {1}",
                 "{0}.difference([{3}])", "{0}.intersection({1})")  # fmt: skip
        left, right = w.choices.pick(others), w.choices.pick(others)
        symbol = w.choices.pick("|&-^")
        form_of = w.choices.pick(forms)
        return form_of.format(left, right, symbol, one, condition(w, 1))
    if form == 5:
        around, element, _ = comprehended(w, kind)
        return f"{{{element} {around}}}"
    if form in (3, 4):
        dicts = [each[0] for each in known(w, "dict by ") if each[1] == kind]
        made = ["{{{0}, {1}}}", "set([{0}, {1}])", "set(({0},))", "{{{0}}}"]
        made += ["set({2})", "set({2}.keys())"] if dicts else []
        return w.choices.pick(made).format(one, two, w.choices.pick(dicts or [""]))
    if form == 2:
        return {INT: "{0, 2}", STR: "{'a'}", PAIR: "{(0, 1)}"}[kind]
    return "set()"


def _frozen(w: Writer) -> bool:
    name, kind = w.fresh("frozen"), w.choices.pick(KEYS)
    w.line(f"{name} = frozenset({_made(w, kind)})")
    w.scope.named(_FROZEN + kind.kind)[name] = kind
    return True


def first_keyed(w: Writer) -> str:
    """Write a dict and a set that the program returns."""
    one = first_dict(w)
    _creation(w)
    return f"({one}, {_sets(w)[-1][0]})"


def _change(w: Writer) -> bool:
    name, kind, _ = w.choices.pick(_sets(w))
    other, element = w.choices.pick(_all_sets(w, kind))[0], key(w, kind)
    forms = [
        *["{0}.add({1})"] * 6,
        *("{0}.discard({1})", "{0}.update([{1}, {2}])", "{0}.update({3})"),
        *("{0}.difference_update({3})", "{0}.intersection_update({3})"),
        *("{0}.symmetric_difference_update({3})", "{0}.update({{{1}}})"),
    ]
    if w.is_main and "." not in name:
        forms += [f"{{0}} {symbol}= {{3}}" for symbol in "|&-^"]
    w.line(w.choices.pick(forms).format(name, element, key(w, kind), other))
    return True


def _removal(w: Writer) -> bool:
    name, kind, _ = w.choices.pick(_sets(w))
    element, form = key(w, kind), w.choices.below(4)
    if form == 3 and w.choices.chance(50):
        w.line(f"{name}.remove({element})")
    elif form >= 2:
        w.line("try:")
        w.line(f"    {name}.remove({element})")
        w.line("except KeyError:")
        with w.indented():
            w.line(w.choices.pick(("pass", f"{name}.add({element})")))
    elif form == 1:
        w.line(f"if {element} in {name}:")
        w.line(f"    {name}.remove({element})")
    else:
        w.line(f"if {condition(w, 1)}:")
        w.line(f"    {name}.clear()")
    return True


def _iteration(w: Writer) -> bool:
    name, kind, _ = w.choices.pick(_all_sets(w))
    place = w.fresh("key")
    parts = f"{place}, {w.fresh('key')}" if kind == PAIR else place
    kinds = dict.fromkeys(parts.split(", "), INT if kind == PAIR else kind)
    return loop(w, parts, f"sorted({name})", kinds)


def _can_iterate(w: Writer) -> bool:
    return _has_any(w) and w.may_loop()


def _until_seen(w: Writer) -> bool:
    """Write a loop that stops at the first element that is there."""
    name, kind, _ = w.choices.pick(_sets(w))
    place = w.fresh("key")
    w.line(f"{place} = {key(w, kind)}")
    following = next_key(kind, place, 1 + w.choices.below(2))
    if w.choices.chance(50):
        w.line(f"while {place} not in {name}:")
        w.line(f"    {name}.add({place})")
    else:
        w.line("while True:")
        w.line(f"    if {place} in {name}:")
        w.line("        break")
        w.line(f"    {name}.add({place})")
    w.line(f"    {place} = {following}")
    declare_key(w, place, kind)
    return True


def _can_go_on(w: Writer) -> bool:
    return _has_set(w) and w.may_loop()


def _number(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, _ = w.choices.pick(_all_sets(w))
    other = w.choices.pick(_all_sets(w, kind))[0]
    forms = ["len({0})", "len({0} | {1})", "len({0} & {1})", "len({0} - {1})"]
    if kind == INT:
        forms += ["sum({0})", "max({0}, default=0)", "sorted({0} | {{5}})[0]"]
    if kind == PAIR:
        forms += ["sum(a + b for a, b in sorted({0}))", "max({0}, default=(0, 0))[1]"]
    return f"({w.choices.pick(forms).format(name, other)} % 101)"


def _has_number(w: Writer, wanted: Type) -> bool:
    return wanted == INT and _has_any(w)


def _text(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, _ = w.choices.pick(_all_sets(w))
    forms = ["str(sorted({}))", "' '.join(f'{{k}}' for k in sorted({}))"]
    if kind == STR:
        forms += ["''.join(sorted({}))", "max({}, default='z')"]
    return f"{w.choices.pick(forms).format(name)}[-20:]"


def _can_show(w: Writer, wanted: Type) -> bool:
    return is_text(w, wanted) and _has_any(w)


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    name, kind, _ = w.choices.pick(_all_sets(w))
    other = w.choices.pick(_all_sets(w, kind))[0]
    forms = ["({1} in {0})", "({1} not in {0})", "(not {0})", "(len({0}) > 1)",
             "({0} == {2})", "({0} != {2})", "({0} <= {2})", "({0} < {2})",
             "({0} >= {2})", "{0}.isdisjoint({2})", "{0}.issubset({2})",
             "{0}.issuperset([{1}])", "({0} == {{{1}}})"]  # fmt: skip
    if wanted == TRUTH:
        forms += ["{0}", "({0} & {2})", "({0} - {2})"]
    return w.choices.pick(forms).format(name, key(w, kind), other)


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted in (TRUTH, PYBOOL) and _has_any(w)


STATEMENTS: Final = (
    Statement("set of the run's elements", 8, always, _creation),
    Statement("frozenset of such elements", 3, always, _frozen),
    Statement("change of such a set", 18, _has_set, _change),
    Statement("removal of an element", 6, _has_set, _removal),
    Statement("for over a sorted set", 6, _can_iterate, _iteration),
    Statement("while an element is missing", 6, _can_go_on, _until_seen),
)
EXPRESSIONS: Final = (
    Expression("number about such a set", 6, _has_number, _number),
    Expression("text of a sorted set", 9, _can_show, _text),
    Expression("truth about such a set", 14, _can_ask, _truth),
)
