"""Random dicts with keys that only the run knows: numbers, text and pairs of numbers.

Keys are few, so that they meet. What a dict holds is of one type, or lists of one type.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from autograph.testing import wants
from autograph.testing.control_flow import loop
from autograph.testing.grammar import (
    Statement,
    always,
    bounded,
    condition,
    expression,
    return_line,
    statements,
)
from autograph.testing.types import INT, STR, VECTOR, Type
from autograph.testing.writer import Result, Writer

PAIR: Final = Type("pair")
KEYS: Final = (INT, INT, STR, PAIR)
_DICT, _LISTS, _CHANGE, _TALLY = "dict by ", "lists by ", "change of ", "tally by "
_INTEGERS: Final = (Type("int32"), Type("int64"))

# -- Keys ------------------------------------------------------------------------------


def key(w: Writer, kind: Type) -> str:
    """Write a key: mostly one that only the run knows, one of a few."""
    pairs = list(w.scope.named(PAIR.kind))
    if kind == PAIR:
        if pairs and w.choices.chance(50):
            return w.choices.pick(pairs)
        return f"({key(w, INT)}, {key(w, INT)})"
    names = [name for name in w.names_of(kind) if name.isidentifier()]
    if names and w.choices.chance(30):
        return w.choices.pick(names)
    if w.choices.chance(2):  # has no hash
        return expression(w, w.pick_type(_INTEGERS), 0)
    if kind == STR:
        forms = (
            "'k%s' % ({},)",
            "str({})",
            "'ab1'[({}) % 3]",
            "'a' * ({})",
            "f'k{{{1}}}'",
        )
        form = w.choices.pick((*forms, "('b' if {} else 'k0')", "'k1'"))
        numbers = [name for name in w.names_of(INT) if name.isidentifier()] or ["0"]
        return form.format(key(w, INT), w.choices.pick(numbers))
    if w.choices.chance(5):
        return w.choices.pick(("0", "1", "2"))
    if w.choices.chance(20):
        return f"{expression(w, INT, 1)} % {w.choices.pick((3, 2, 4))}"
    return f"int({expression(w, w.pick_type(_INTEGERS), 1)}) % 3"


def next_key(kind: Type, name: str, step: int) -> str:
    """Return the key that follows: all that follow are few."""
    if kind == PAIR:
        return f"({name}[1], ({name}[0] + {step}) % 3)"
    if kind == STR:
        return f'f\'{{({name} + "a").count("a") % {step + 2}}}\' + {name}[:1]'
    return f"({name} * 2 + {step}) % 5"


def declare_key(w: Writer, name: str, kind: Type) -> None:
    """Note that a name holds a key."""
    if kind == PAIR:
        w.scope.named(PAIR.kind)[name] = PAIR
    else:
        w.declare(name, kind)


def comprehended(w: Writer, kind: Type) -> tuple[str, str, str]:
    """Write a comprehension's loop; return it, a key made in it, and the loop's name.

    There is no walrus in it, nor may there be in what it gives.
    """
    name = w.fresh("c")
    with w.iterated():
        if w.choices.chance(40):
            vectors = [Type(each.kind, VECTOR) for each in _INTEGERS]
            items = expression(w, w.pick_type(vectors), 0)
            number = f"int({name})"
        else:
            count = w.pick_type((INT, Type("int32")))
            items, number = f"range({expression(w, count, 1)} % 5)", name
        number = w.choices.pick((number, f"{number} % 2", f"{number} * 3 % 4"))
        test = f" if {number} != 1" if w.choices.chance(25) else ""
    made = {INT: number, STR: f"f'k{{{number}}}'", PAIR: f"({number}, {number} % 2)"}
    return f"for {name} in {items}{test}", made[kind], name


# -- What there is ---------------------------------------------------------------------


def known(w: Writer, what: str) -> list[tuple[str, Type, Type]]:
    """Return what there is of a sort: names, types of keys, types of what is held."""
    return [
        (name, kind, held)
        for kind in dict.fromkeys(KEYS)
        for name, held in w.scope.named(what + kind.kind).items()
    ]


def dicts(w: Writer, held: Type | None = None) -> list[tuple[str, Type, Type]]:
    """Return the dicts that are known, with the types of keys and values."""
    return [each for each in known(w, _DICT) if held is None or each[2] == held]


def lists(w: Writer, held: Type | None = None) -> list[tuple[str, Type, Type]]:
    """Return the dicts of lists that are known."""
    return [each for each in known(w, _LISTS) if held is None or each[2] == held]


def _has_dict(w: Writer) -> bool:
    return bool(dicts(w))


def any_dict(w: Writer) -> tuple[str, Type, Type]:
    """Return one of the dicts."""
    return w.choices.pick([*dicts(w), *lists(w)])


def has_any(w: Writer) -> bool:
    """Tell whether there is a dict."""
    return bool(dicts(w) or lists(w))


# -- Making dicts ----------------------------------------------------------------------


def _creation(w: Writer) -> bool:
    name, kind, held = w.fresh("keyed"), w.choices.pick(KEYS), w.some_type()
    others = [each for each in dicts(w) if each[1] == kind and each[2] == held]
    form = w.choices.below(9)
    if form == 8 and others:
        one, two = (w.choices.pick(others)[0] for _ in range(2))
        forms = ("{0}", "{0}.copy()", "dict({0})", "{0} | {1}", "{{**{0}, **{1}}}",
                 "{0} if {2} else {1}", "dict({0}.items())",
                 "{{k: v for k, v in {0}.items()}}")  # fmt: skip
        w.line(f"{name} = {w.choices.pick(forms).format(one, two, condition(w, 1))}")
    elif form == 7:
        held = INT
        around, made, _ = comprehended(w, kind)
        of_counts = ("defaultdict(int)", "Counter()", "Counter([{0}, {1}, {0}])",
                 "Counter([{2} {3}])")  # fmt: skip
        form_of = w.choices.pick(of_counts)
        w.line(f"{name} = " + form_of.format(key(w, kind), key(w, kind), made, around))
    elif form == 6:
        around, made, _ = comprehended(w, kind)
        w.line(f"{name} = {{{made}: {bounded(w, held, 0)} {around}}}")
    elif form in (4, 5):
        entries = [(key(w, kind), bounded(w, held, 1)) for _ in range(2)]
        of_pairs = ("{{{0}: {1}, {2}: {3}}}", "dict([({0}, {1}), ({2}, {3})])",
                 "OrderedDict([({0}, {1})])", "dict(zip([{0}, {2}], [{1}, {3}]))",
                 "dict.fromkeys([{0}, {2}], {1})")  # fmt: skip
        parts = [part for entry in entries for part in entry]
        w.line(f"{name} = {w.choices.pick(of_pairs).format(*parts)}")
    elif form == 3:
        number = {INT: "1", STR: "'a'", PAIR: "(0, 1)"}[kind]
        w.line(f"{name} = {{{number}: {bounded(w, held, 1)}}}")
    else:
        w.line(f"{name} = {w.choices.pick(('{}', '{}', 'dict()', 'OrderedDict()'))}")
    w.scope.named(_DICT + kind.kind)[name] = held
    return True


def _lists_creation(w: Writer) -> bool:
    name, kind, held = w.fresh("listed"), w.choices.pick(KEYS), w.some_type()
    forms = ("defaultdict(list)", "{}", f"{{{key(w, kind)}: [{bounded(w, held, 1)}]}}",
             "dict()")  # fmt: skip
    w.line(f"{name} = {w.choices.pick(forms)}")
    w.scope.named(_LISTS + kind.kind)[name] = held
    return True


def _tally(w: Writer) -> bool:
    name, kind, held = w.fresh("tally"), w.choices.pick(KEYS), w.some_type()
    w.line(f"{name} = Register()")
    w.scope.named(_TALLY + kind.kind)[name] = held
    w.scope.named(_DICT + kind.kind)[f"{name}.counts"] = held
    w.scope.named(f"set of {kind.kind}")[f"{name}.seen"] = kind
    return True


def first_dict(w: Writer) -> str:
    """Write a dict that the program returns."""
    _creation(w)
    return dicts(w)[-1][0] if len(dicts(w)) == 1 else any_dict(w)[0]


# -- Changing them ---------------------------------------------------------------------


def _store(w: Writer) -> bool:
    name, kind, held = w.choices.pick(dicts(w))
    one, two, value = key(w, kind), key(w, kind), bounded(w, held)
    others = [each[0] for each in dicts(w, held) if each[1] == kind]
    forms = [
        *["{0}[{1}] = {3}"] * 5,
        *["{0}[{1}] = {0}.get({2}, {3})"] * 2,
        *("{0}.setdefault({1}, {3})", "{0}.update({{{1}: {3}}})"),
        *("{0}.update([({1}, {3}), ({2}, {3})])", "{0}.update({4})"),
        "{0}[{1}], {0}[{2}] = {3}, {3}",
    ]
    if w.is_main and "." not in name:
        forms += ["{0} |= {{{1}: {3}}}", "{0} |= {4}"]
    if wants.is_scalar_number(w, held):
        forms += ["{0}[{1}] = {0}.get({1}, 0) + {3}"] * 3
    form = w.choices.pick(forms)
    w.line(form.format(name, one, two, value, w.choices.pick(others)))
    return True


def _increment(w: Writer) -> bool:
    name, kind, held = w.choices.pick(dicts(w))
    place, value = key(w, kind), bounded(w, held, 1)
    symbol = "|" if held.is_bool else "+"
    change = f"{name}[{place}] {symbol}= {value}"
    form = w.choices.below(4)
    if form == 3:
        w.line(change)
    elif form == 2:
        w.line("try:")
        w.line(f"    {change}")
        w.line("except KeyError as missing:")
        with w.indented():
            w.line(f"{name}[{place}] = {value}")
    else:
        word, last = w.choices.pick((("in", change), ("not in", "pass")))
        w.line(f"if {place} {word} {name}:")
        w.line(f"    {last if word == 'in' else f'{name}[{place}] = {value}'}")
        if w.choices.chance(60):
            w.line("else:")
            w.line(f"    {change if word != 'in' else f'{name}[{place}] = {value}'}")
    return True


def _removal(w: Writer) -> bool:
    name, kind, _ = any_dict(w)
    place = key(w, kind)
    form = w.choices.below(6)
    if form == 0:
        w.line(f"if {place} in {name}:")
        w.line(f"    del {name}[{place}]")
    elif form == 1:
        w.line(f"{name}.pop({place}, None)")
    elif form == 2:
        w.line("try:")
        w.line(
            f"    {w.choices.pick(('del {}[{}]', '{}.pop({})')).format(name, place)}"
        )
        w.line(f"except {w.choices.pick(('KeyError', 'LookupError'))}:")
        with w.indented():
            w.line("pass")
    elif form == 3:
        w.line(f"if {name}:")
        w.line(f"    {name}.popitem()")
    elif form == 4 and w.choices.chance(50):
        w.line(f"del {name}[{place}]")
    else:
        w.line(f"if {condition(w, 1)}:")
        w.line(f"    {name}.clear()")
    return True


def _reading(w: Writer) -> bool:
    """Write a value that is read into a variable, or a KeyError."""
    name, kind, held = w.choices.pick(dicts(w))
    place, other = key(w, kind), bounded(w, held, 1)
    targets = [each for each in w.targets_of(held) if each.isidentifier()]
    target = w.choices.pick(targets) if targets else w.fresh("v")
    form = w.choices.below(4)
    if form == 3 and w.choices.chance(60):
        w.line(f"{target} = {name}[{place}]")
    else:
        read = w.choices.pick(("{}[{}]", "{}[{}]", "{}.pop({})")).format(name, place)
        w.line("try:")
        w.line(f"    {target} = {read}")
        w.line("except KeyError:")
        with w.indented():
            w.line(f"{target} = {other}")
            if form == 2:
                w.line(f"{name}[{place}] = {target}")
    w.declare(target, held)
    return True


def _list_change(w: Writer) -> bool:
    name, kind, held = w.choices.pick(lists(w))
    place, value = key(w, kind), bounded(w, held)
    form = w.choices.below(6)
    if form == 0:
        w.line(f"{name}[{place}] = [{value}]")
    elif form == 1:
        w.line(f"if {place} in {name}:")
        change = (
            "append({})",
            "append({})",
            "insert(0, {})",
            "extend([{}])",
            "clear()",
        )
        w.line(f"    {name}[{place}].{w.choices.pick(change).format(value)}")
    elif form == 2:
        w.line("try:")
        w.line(f"    {name}[{place}].append({value})")
        w.line("except KeyError:")
        with w.indented():
            w.line(f"{name}[{place}] = []")
    else:
        w.line(f"{name}.setdefault({place}, []).append({value})")
    return True


def _has_lists(w: Writer) -> bool:
    return bool(lists(w))


# -- Stepping through them -------------------------------------------------------------


def _iteration(w: Writer) -> bool:
    name, kind, held = w.choices.pick(dicts(w))
    item, place = w.fresh("x"), w.fresh("key")
    parts = {PAIR: f"{place}, {w.fresh('key')}"}.get(kind, place)
    kinds = dict.fromkeys(parts.split(", "), INT if kind == PAIR else kind)
    form = w.choices.below(5)
    copied = "list({})" if w.choices.chance(40) else "{}"
    if form == 0:
        return loop(w, item, copied.format(f"{name}.values()"), {item: held})
    if form in (1, 2):
        target = f"({parts}), {item}" if kind == PAIR else f"{parts}, {item}"
        items = copied.format(f"{name}.items()")
        return loop(w, target, items, {**kinds, item: held})
    if form == 3:
        return loop(w, parts, f"sorted({name})", kinds)
    return loop(
        w, parts, copied.format(f"{name}{w.choices.pick(('', '.keys()'))}"), kinds
    )


def _can_iterate(w: Writer) -> bool:
    return _has_dict(w) and w.may_loop()


def _until_there(w: Writer) -> bool:
    """Write a loop that stops at the first key that is there."""
    name, kind, held = w.choices.pick(dicts(w))
    place = w.fresh("key")
    w.line(f"{place} = {key(w, kind)}")
    w.line(f"while {place} not in {name}:")
    w.line(f"    {name}[{place}] = {bounded(w, held, 0)}")
    w.line(f"    {place} = {next_key(kind, place, 1 + w.choices.below(2))}")
    declare_key(w, place, kind)
    return True


def _can_go_on(w: Writer) -> bool:
    return _has_dict(w) and w.may_loop()


# -- Functions that are given one ------------------------------------------------------


def _changer(w: Writer) -> bool:
    what, (_, kind, held) = _DICT, w.choices.pick(dicts(w))
    function, given, place = w.fresh("change"), w.fresh("given"), w.fresh("key")
    w.line(f"def {function}({given}, {place}):")
    inner = w.scope.inner()
    inner.named(what + kind.kind)[given] = held
    with w.function(inner, Result("{}", (held,)), 2):
        declare_key(w, place, kind)
        change = w.choices.pick((_store, _increment, _removal, _reading))
        change(w)
        if statements(w):
            w.line(return_line(w))
    w.left -= 2
    w.scope.named(_CHANGE + kind.kind)[function] = held
    return True


def _can_define(w: Writer) -> bool:
    return _has_dict(w) and w.may_nest()


def changed(w: Writer, wanted: Type, depth: int) -> str:
    """Return a call of a function that changes a dict."""
    name, kind, held = w.choices.pick(_changes(w, wanted))
    given = [each[0] for each in dicts(w, held) if each[1] == kind]
    return f"{name}({w.choices.pick(given)}, {key(w, kind)})"


def _changes(w: Writer, wanted: Type) -> list[tuple[str, Type, Type]]:
    given = {each[1:] for each in dicts(w, wanted)}
    return [each for each in known(w, _CHANGE) if each[1:] in given]


def can_be_changed(w: Writer, wanted: Type) -> bool:
    """Return a call of a function that changes a dict."""
    return bool(_changes(w, wanted))


def _tally_change(w: Writer) -> bool:
    """Tell whether there is a dict."""
    name, kind, held = w.choices.pick(known(w, _TALLY))
    w.line(f"{name}.add({key(w, kind)}, {bounded(w, held)})")
    return True


def _has_tally(w: Writer) -> bool:
    """Return one of the dicts."""
    return bool(known(w, _TALLY))


def of_tally(w: Writer, wanted: Type, depth: int) -> str:
    """Return the dicts of lists that are known."""
    some = [each for each in known(w, _TALLY) if each[2] == wanted]
    name, kind, _ = w.choices.pick(some)
    return f"{name}.first({key(w, kind)}, {expression(w, wanted, depth)})"


def has_of_tally(w: Writer, wanted: Type) -> bool:
    """Return the dicts that are known, with their keys' and values' types."""
    return any(each[2] == wanted for each in known(w, _TALLY))


STATEMENTS: Final[Sequence[Statement]] = (
    Statement("dict by keys of the run", 10, always, _creation),
    Statement("dict of lists by such keys", 5, always, _lists_creation),
    Statement("object with such a dict", 6, always, _tally),
    Statement("store by such a key", 22, _has_dict, _store),
    Statement("change of what a dict has", 10, _has_dict, _increment),
    Statement("removal of a key", 10, has_any, _removal),
    Statement("value by such a key", 10, _has_dict, _reading),
    Statement("change of a list in a dict", 14, _has_lists, _list_change),
    Statement("for over such a dict", 12, _can_iterate, _iteration),
    Statement("while a key is missing", 6, _can_go_on, _until_there),
    Statement("function that changes a dict", 8, _can_define, _changer),
    Statement("method that changes dicts", 12, _has_tally, _tally_change),
)
