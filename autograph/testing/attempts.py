"""Random writes in `try` statements that may raise between them; groups, notes, causes.

What was written before an exception stays, what comes after it does not: lists, arrays,
attributes and dicts show at the end how far the body came.
"""

from __future__ import annotations

from typing import Final

from autograph.testing.exceptions import CLASSES, GROUPED, RAISED
from autograph.testing.grammar import (
    Expression,
    Statement,
    always,
    block,
    bounded,
    condition,
    expression,
)
from autograph.testing.texts import is_text
from autograph.testing.types import FLOAT, INT, STR, TRUTH, VECTOR, Type
from autograph.testing.writer import Writer

_ARRAY: Final = "array"
_GROUP: Final = "group"
_HELD: Final = Type("float64", VECTOR)


def _array(w: Writer) -> bool:
    name = w.fresh("array")
    forms = ("np.zeros(3)", "np.array([1.0, 2.0, 3.0])", "np.full(3, 0.5)")
    w.line(f"{name} = {w.choices.pick(forms)}")
    w.scope.named(_ARRAY)[name] = FLOAT
    w.scope.variables[f"float({name}[0])"] = FLOAT
    w.scope.variables[f"ag.constant({name})"] = _HELD
    return True


def _list(w: Writer) -> bool:
    name, kind = w.fresh("grown"), w.some_type()
    w.line(f"{name} = [{bounded(w, kind, 0)}]")
    w.scope.growing[name] = kind
    return True


def first_written(w: Writer) -> str:
    """Write a list and an array that the program returns."""
    _array(w)
    _list(w)
    return f"({list(w.scope.named(_ARRAY))[-1]}, {list(w.scope.growing)[-1]})"


def _has_any(w: Writer) -> bool:
    return bool(w.scope.named(_ARRAY) or w.scope.growing)


def _write(w: Writer) -> bool:
    """Write what changes an array or a list in place."""
    arrays, lists = list(w.scope.named(_ARRAY)), list(w.scope.growing.items())
    if arrays and (not lists or w.choices.chance(50)):
        name = w.choices.pick(arrays)
        index = f"{expression(w, w.pick_type((INT, Type('int32'))), 1)} % 3"
        place = w.choices.pick(("0", "1", "-1", index))
        places = (
            *("{0}[{1}] = {2}", "{0}[{1}] += {2}", "{0}[{1}] = {0}[0] - {2}"),
            *("{0}[1:] = {2}", "{0}[:2] = {0}[1:]", "{0} *= 2.0", "{0}[...] = {2}"),
        )
        form = w.choices.pick(places[:5] + places[6:] if w.is_inner else places)
        w.line(form.format(name, place, bounded(w, FLOAT)))
        return True
    name, kind = w.choices.pick(lists)
    forms = ("{0}.append({1})", "{0}.append({1})", "{0}[1:] = [{1}]", "{0}[:1] = []",
             "{0}.insert(0, {1})", "{0}[0:0] = [{1}]", "{0}.extend({0}[:1])",
             "{0}.reverse()")  # fmt: skip
    w.line(w.choices.pick(forms).format(name, bounded(w, kind)))
    return True


def _risk(w: Writer) -> None:
    """Write what may raise here: of Python, of a list, of an operation, of the user."""
    form = w.choices.below(6)
    lists = list(w.scope.growing.items())
    if form == 0 and lists:
        name, kind = w.choices.pick(lists)
        value, fresh = f"{name}.pop()", w.fresh("v")
        w.line(f"{fresh} = {value}")
        w.declare(fresh, kind)
        return
    if form == 1 and lists:
        name, kind = w.choices.pick(lists)
        w.line(f"{name}[{expression(w, INT, 1)} % 3] = {bounded(w, kind, 1)}")
        return
    if form == 2:
        fresh = w.fresh("v")
        w.line(f"{fresh} = {bounded(w, INT, 1)} // {bounded(w, INT, 1)} % 7")
        w.declare(fresh, INT)
        return
    if form == 3:
        w.line(f"assert {condition(w)}, {expression(w, STR, 1)}")
        return
    w.line(f"if {condition(w)}:")
    w.line(f"    raise {_made(w)}")


def _made(w: Writer) -> str:
    """Write an exception: with values of the run in its text, or a group of some."""
    name = w.choices.pick(RAISED)
    form = w.choices.below(6)
    # A function without parameters has no variables when it begins.
    if form == 0 or (form == 1 and not w.scope.variables):
        return f"{name}({expression(w, STR, 1)})"
    if form == 1:
        # Names of items have single quotes, which end such text before Python 3.12.
        return f'{name}(f"{{{w.choices.pick(list(w.scope.variables))}}}")'
    if form == 2:
        other = w.choices.pick(RAISED)
        inner = f"ExceptionGroup('inner', [{other}('b')])"
        parts = w.choices.pick((f"{name}('a')", f"{name}('a'), {inner}", inner))
        return f"ExceptionGroup('outer', [{parts}])"
    if form == 3:
        return f"{name}('a') from {w.choices.pick(('None', 'KeyError(1)'))}"
    return f"{name}('{w.fresh('error ')}')"


_CAUGHT: Final = (
    *("(ValueError, KeyError)", "Exception", "ZeroDivisionError", "LookupError"),
    *("(IndexError, AssertionError)", *CLASSES),
)


def _attempt(w: Writer) -> bool:
    """Write a `try` with writes before and after what may raise."""
    w.line("try:")
    with w.inner_scope(), w.indented():
        for _ in range(1 + w.choices.below(2)):
            _write(w)
            _risk(w)
        _write(w)
    ends = [True, *(_handler(w) for _ in range(1 + w.choices.below(2)))]
    form = w.choices.below(4)
    if form == 1:
        w.line("else:")
        ends[0] = block(w)
    if form >= 2:
        w.line("finally:")
        with w.indented():
            _write(w)
    return any(ends)


def _handler(w: Writer) -> bool:
    error = w.fresh("error")
    w.line(f"except {w.choices.pick(_CAUGHT)} as {error}:")
    outer = w.scope
    w.scope = outer.copy()
    w.scope.errors = (*w.scope.errors, error)
    with w.indented():
        _write(w)
        if w.choices.chance(25):
            _again(w, error)
    ends = block(w) if w.choices.chance(40) else True
    w.scope = outer
    return ends


def _again(w: Writer, error: str) -> None:
    """Write that what was caught, or another for it, is raised under a condition."""
    w.line(f"if {condition(w)}:")
    with w.indented():
        if w.choices.chance(50):
            w.line(f"{error}.add_note({expression(w, STR, 1)})")
        forms = (
            *("raise", f"raise {error}", f"raise ValueError('again') from {error}"),
            *("raise KeyError('again')", "raise TypeError('again') from None"),
            f"raise ExceptionGroup('all', [{error}, ValueError('one more')])",
        )
        w.line(w.choices.pick(forms))


def _star_attempt(w: Writer) -> bool:
    """Write a `try` whose handlers each take their part of a group."""
    w.line("try:")
    with w.inner_scope(), w.indented():
        _write(w)
        w.line(f"if {condition(w)}:")
        w.line(f"    raise {_made(w)}")
        _write(w)
    for _ in range(1 + w.choices.below(2)):
        group = w.fresh("group")
        w.line(f"except* {w.choices.pick(GROUPED)} as {group}:")
        outer = w.scope
        w.scope = outer.copy()
        w.scope.named(_GROUP)[group] = STR
        with w.indented():
            _write(w)
            text = w.fresh("v")
            texts = ("str({})", "repr({}.exceptions)", "{}.message", "str({}.args[0])")
            w.line(f"{text} = {w.choices.pick(texts).format(group)}[-20:]")
            w.declare(text, STR)
            if w.choices.chance(30):
                w.line(f"if {condition(w)}:")
                forms = ("raise", "raise KeyError('a') from {}", "raise {}")
                w.line(f"    {w.choices.pick(forms).format(group)}")
        if w.choices.chance(30):
            with w.indented():
                _write(w)
        w.scope = outer
    return True


def _about(w: Writer, wanted: Type, depth: int) -> str:
    """Write what handlers ask of what they caught."""
    error = w.choices.pick(w.scope.errors)
    forms = ("len({}.args)", "len(getattr({}, '__notes__', []))")
    return w.choices.pick(forms).format(error)


def _has_error(w: Writer, wanted: Type) -> bool:
    return wanted == INT and bool(w.scope.errors)


def _is_linked(w: Writer, wanted: Type, depth: int) -> str:
    error = w.choices.pick(w.scope.errors)
    field = w.choices.pick(("__cause__", "__context__"))
    return f"({error}.{field} is None)"


def _can_ask(w: Writer, wanted: Type) -> bool:
    return wanted == TRUTH and bool(w.scope.errors)


def _of_group(w: Writer, wanted: Type, depth: int) -> str:
    group = w.choices.pick(list(w.scope.named(_GROUP)))
    return f"repr({group}.exceptions[0])"


def _has_group(w: Writer, wanted: Type) -> bool:
    return is_text(w, wanted) and bool(w.scope.named(_GROUP))


STATEMENTS: Final = (
    Statement("array", 3, always, _array),
    Statement("list to write to", 3, always, _list),
    Statement("write to an array or list", 6, _has_any, _write),
    Statement("try that writes", 16, lambda w: _has_any(w) and w.may_nest(), _attempt),
    Statement(
        "except* that writes", 12, lambda w: _has_any(w) and w.may_nest(), _star_attempt
    ),
)
EXPRESSIONS: Final = (
    Expression("number of arguments, notes", 4, _has_error, _about, is_leaf=True),
    Expression("has it a cause", 8, _can_ask, _is_linked, is_leaf=True),
    Expression("member of a group", 90, _has_group, _of_group, is_leaf=True),
)
