"""Random tuples that grow, and iterators that staged code advances."""

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
from autograph.testing.types import INT, STR, TRUTH, Type
from autograph.testing.writer import Writer

_TUPLE: Final = "tuple"
_ITERATOR: Final = "iterator"
_PAIRS: Final = "iterator of pairs"


def _tuple(w: Writer) -> bool:
    name, kind = w.fresh("row"), w.some_type()
    known = [each for each, held in w.scope.growing.items() if held == kind]
    if known and w.choices.chance(30):
        w.line(f"{name} = tuple({w.choices.pick(known)})")
    else:
        values = [bounded(w, kind, 1) for _ in range(w.choices.below(3))]
        w.line(f"{name} = ({''.join(f'{value}, ' for value in values)})")
    w.scope.named(_TUPLE)[name] = kind
    return True


def first_tuple(w: Writer) -> str:
    """Write a tuple that the program returns."""
    _tuple(w)
    return list(w.scope.named(_TUPLE))[-1]


def _growth(w: Writer) -> bool:
    name, kind = w.choices.pick(list(w.scope.named(_TUPLE).items()))
    forms = (
        *("{0} += ({1},)", "{0} = {0} + ({1},)", "{0} = (*{0}, {1})"),
        *("{0} = ({1}, *{0}[:3])", "{0} = {0}[1:]", "{0} = {0}[::-1]"),
        *("{0} = {0}[:2] * 2", "{0} = ({1}, {1})", "{0} = {0}[-2:] + {2}[:1]"),
        "{0} = tuple(v for v in {2} if len({0}) < 4)",
    )
    other = w.choices.pick(_tuples(w, kind))
    w.line(w.choices.pick(forms).format(name, bounded(w, kind), other))
    return True


def _tuples(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in w.scope.named(_TUPLE).items() if kind == wanted]


def _can_grow(w: Writer) -> bool:
    return w.is_main and bool(w.scope.named(_TUPLE))


def _over_tuple(w: Writer) -> bool:
    name, kind = w.choices.pick(list(w.scope.named(_TUPLE).items()))
    item, number = w.fresh("x"), w.fresh("i")
    if w.choices.chance(40):
        kinds = {number: INT, item: kind}
        return loop(w, f"{number}, {item}", f"enumerate({name}[:3])", kinds)
    return loop(w, item, f"{name}[-3:]", {item: kind})


def _can_loop_over_tuple(w: Writer) -> bool:
    return w.may_loop() and bool(w.scope.named(_TUPLE))


def _of_tuple(w: Writer, wanted: Type, depth: int) -> str:
    if wanted == INT and not _tuples(w, wanted):
        name = w.choices.pick(list(w.scope.named(_TUPLE)))
        return f"len({name})"
    name, other = w.choices.pick(_tuples(w, wanted)), expression(w, wanted, depth)
    forms = [f"({name}[{place}] if {name} else {other})" for place in ("0", "-1")]
    forms.append(f"({other}, *{name})[-1]")
    if wants.is_scalar_number(w, wanted):
        forms += [f"max({name}, default={other})"]
        total = f"sum({name}, {other})"
        forms += [f"({total} % 101)" if wanted == INT else total]
    return w.choices.pick(forms)


def _has_of_tuple(w: Writer, wanted: Type) -> bool:
    known = w.scope.named(_TUPLE)
    return wanted in known.values() or (wanted == INT and bool(known))


def _about_tuple(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = w.choices.pick(list(w.scope.named(_TUPLE).items()))
    forms = [f"{name}", f"(not {name})", f"(len({name}) > 1)"]
    if kind.is_scalar:
        other = w.choices.pick(_tuples(w, kind))
        forms += [f"({name} == {other})", f"({expression(w, kind, depth)} in {name})"]
        forms.append(f"({name} != ({expression(w, kind, depth)},))")
    return w.choices.pick(forms)


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and bool(w.scope.named(_TUPLE))


def _text(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(list(w.scope.named(_TUPLE)))
    forms = (
        "str({})",
        "repr({}[:2])",
        "'%s' % ({},)",
        "'{{}}'.format({})",
        "f'{{{}}}'",
    )
    return f"{w.choices.pick(forms).format(name)}[-20:]"


def _can_show(w: Writer, wanted: Type) -> bool:
    return is_text(w, wanted) and bool(w.scope.named(_TUPLE))


def _iterator(w: Writer) -> bool:
    """Write an iterator over a list, a tuple, a range, text or a list that grows.

    Or one of such: what `zip`, `enumerate`, `map` and `filter` make, whose items are
    taken from what another one gives.
    """
    name, form = w.fresh("iterator"), w.choices.below(11)
    kind = (INT, STR)[form - 4] if form in (4, 5) else w.some_type()
    if form == 4:
        bound = w.pick_type((INT, Type("int32")))
        w.line(f"{name} = iter(range({expression(w, bound, 1)} % 5))")
    elif form == 5:
        w.line(f"{name} = iter('ab1')")
    elif form == 6 and kind in w.scope.growing.values():
        lists = [each for each, held in w.scope.growing.items() if held == kind]
        w.line(f"{name} = iter({w.choices.pick(lists)}[:3])")
    elif form >= 8:
        w.line(f"{name} = {_made_of_others(w, kind)}")
    else:
        listed = arguments(w, [kind] * (1 + w.choices.below(3)), 1)
        called = w.choices.pick(("iter", "iter", "reversed"))
        held = w.choices.pick(("[{}]", "({},)")).format(listed)
        w.line(f"{name} = {called}({held})")
    w.scope.named(_ITERATOR)[name] = kind
    return True


def _made_of_others(w: Writer, kind: Type) -> str:
    """Return the text of an iterator that a builtin makes of others."""
    listed = arguments(w, [kind] * (1 + w.choices.below(3)), 1)
    items = w.choices.pick(("[{}]", "({},)", "reversed([{}])")).format(listed)
    known = _iterators(w, kind)
    if known and w.choices.chance(30):
        items = w.choices.pick(known)
    made = w.choices.below(6)
    if made == 0:
        return f"map(lambda v: v, {items})"
    if made == 1:
        return f"map(lambda p: p[1], enumerate({items}))"
    if made == 2:
        other = arguments(w, [INT, INT], 1)
        function = "lambda v, n: v" if w.choices.chance(70) else "lambda v, *_: v"
        return f"map({function}, {items}, [{other}])"
    if made == 3:
        strict = w.choices.pick(("", ", strict=True"))
        pairs = f"zip({items}, range({w.choices.below(4)}){strict})"
        return f"map(lambda p: p[0], {pairs})"
    if made == 4:
        return f"filter(lambda v: {expression(w, TRUTH, 1)}, {items})"
    is_number = wants.is_scalar_number(w, kind)
    test = f"v > {expression(w, kind, 1)}" if is_number else "v is not None"
    return f"filter(lambda v: {test}, {items})"


def _pairs(w: Writer) -> bool:
    """Write an iterator over numbers beside items."""
    name, kind = w.fresh("pairs"), w.some_type()
    listed = arguments(w, [kind] * (1 + w.choices.below(3)), 1)
    items = w.choices.pick(("[{}]", "({},)", "reversed([{}])")).format(listed)
    known = _iterators(w, kind)
    if known and w.choices.chance(30):
        items = w.choices.pick(known)
    made = w.choices.below(4)
    if made == 0:
        w.line(f"{name} = enumerate({items})")
    elif made == 1:
        w.line(f"{name} = enumerate({items}, {bounded(w, INT, 1)})")
    else:
        numbers = ("range(2)", "[5, 3, 4]", f"({expression(w, INT, 1)},)", "range(3)")
        strict = ", strict=True" if made == 3 else ""
        w.line(f"{name} = zip({w.choices.pick(numbers)}, {items}{strict})")
    w.scope.named(_PAIRS)[name] = kind
    return True


def _has_pairs(w: Writer) -> bool:
    return bool(w.scope.named(_PAIRS))


def _next_pair(w: Writer) -> bool:
    name, kind = w.choices.pick(list(w.scope.named(_PAIRS).items()))
    number, item = w.fresh("n"), w.fresh("v")
    other = f"({bounded(w, INT, 1)}, {bounded(w, kind, 1)})"
    w.line(f"{number}, {item} = next({name}, {other})")
    w.declare(number, INT)
    w.declare(item, kind)
    return True


def _rest_of_pairs(w: Writer) -> bool:
    name, kind = w.choices.pick(list(w.scope.named(_PAIRS).items()))
    number, item = w.fresh("i"), w.fresh("x")
    return loop(w, f"{number}, {item}", name, {number: INT, item: kind})


def _can_loop_over_pairs(w: Writer) -> bool:
    return w.may_loop() and _has_pairs(w)


def _of_pair(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = w.choices.pick(list(w.scope.named(_PAIRS).items()))
    if wanted == INT and w.choices.chance(40):
        forms = (
            f"len(list({name}))",
            f"sum(n for n, _ in {name})",
            f"next({name}, (0, {expression(w, kind, 1)}))[0]",
        )
        return f"({w.choices.pick(forms)} % 101)"
    known = w.scope.named(_PAIRS).items()
    name = w.choices.pick([each for each, held in known if held == wanted])
    return f"next({name}, (0, {expression(w, wanted, depth)}))[1]"


def _has_pair(w: Writer, wanted: Type) -> bool:
    return wanted in w.scope.named(_PAIRS).values()


def _iterators(w: Writer, wanted: Type) -> list[str]:
    return [name for name, kind in w.scope.named(_ITERATOR).items() if kind == wanted]


def _next(w: Writer, wanted: Type, depth: int) -> str:
    name = w.choices.pick(_iterators(w, wanted))
    return f"next({name}, {expression(w, wanted, depth)})"


def _has_next(w: Writer, wanted: Type) -> bool:
    return bool(_iterators(w, wanted))


def _advance(w: Writer) -> bool:
    """Write an item that is taken: with a handler, or another value, or neither."""
    name, kind = w.choices.pick(list(w.scope.named(_ITERATOR).items()))
    targets = [each for each in w.targets_of(kind) if each.isidentifier()]
    target = w.choices.pick(targets) if targets else w.fresh("v")
    form = w.choices.below(4)
    if form == 3:
        w.line("try:")
        w.line(f"    {target} = next({name})")
        w.line("except StopIteration:")
        with w.indented():
            w.line(f"{target} = {bounded(w, kind, 1)}")
    elif form == 2 and targets:
        w.line(f"if {target} is not None and ({expression(w, TRUTH, 1)}):")
        w.line(f"    {target} = next({name}, {target})")
    else:
        w.line(f"{target} = next({name}, {bounded(w, kind, 1)})")
    w.declare(target, kind)
    return True


def _has_iterator(w: Writer) -> bool:
    return bool(w.scope.named(_ITERATOR))


def _rest(w: Writer) -> bool:
    """Write a loop over what is left."""
    name, kind = w.choices.pick(list(w.scope.named(_ITERATOR).items()))
    item, number = w.fresh("x"), w.fresh("i")
    if w.choices.chance(30):
        kinds = {number: INT, item: kind}
        return loop(w, f"{number}, {item}", f"enumerate({name})", kinds)
    return loop(w, item, name, {item: kind})


def _can_loop(w: Writer) -> bool:
    return w.may_loop() and _has_iterator(w)


def _number(w: Writer, wanted: Type, depth: int) -> str:
    name, kind = w.choices.pick(list(w.scope.named(_ITERATOR).items()))
    if kind == wanted and w.choices.chance(50):
        return f"(sum({name}) % 101)"
    return w.choices.pick((f"len(list({name}))", f"sum(1 for _ in {name})"))


def _has_number(w: Writer, wanted: Type) -> bool:
    return wanted == INT and _has_iterator(w)


STATEMENTS: Final = (
    Statement("tuple that grows", 5, always, _tuple),
    Statement("growth of a tuple", 12, _can_grow, _growth),
    Statement("for over a tuple that grows", 12, _can_loop_over_tuple, _over_tuple),
    Statement("iterator", 5, always, _iterator),
    Statement("next item", 14, _has_iterator, _advance),
    Statement("for over what is left", 16, _can_loop, _rest),
    Statement("iterator of pairs", 8, always, _pairs),
    Statement("next pair", 8, _has_pairs, _next_pair),
    Statement("for over the pairs left", 16, _can_loop_over_pairs, _rest_of_pairs),
)
EXPRESSIONS: Final = (
    Expression("item or sum of a tuple", 6, _has_of_tuple, _of_tuple),
    Expression("truth of a tuple", 4, _can_ask, _about_tuple),
    Expression("text of a tuple", 4, _can_show, _text, is_leaf=True),
    Expression("next()", 6, _has_next, _next),
    Expression("part of the next pair", 4, _has_pair, _of_pair),
    Expression("number of what is left", 3, _has_number, _number, is_leaf=True),
)
