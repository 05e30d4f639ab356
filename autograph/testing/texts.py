"""Random text: f-strings, what makes text of values, methods, comparisons."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, bounded, expression
from autograph.testing.types import FLOAT, INT, STR, Type
from autograph.testing.writer import Writer

_METHODS: Final = (
    "upper()",
    "title()",
    "strip('0a ')",
    "replace('a', {})",
    "center(7, '*')",
    "removeprefix({})",
    "zfill(5)",
    "join(['p', {}])",
)
_SPECIFICATIONS: Final = {
    "int": (":>5", ":+,", ":#x", "!r:<4"),
    "float": (":.3f", ":10.2e", ":g", "!r:>9"),
    "pybool": (":d", "!s:>6"),
    "str": (":>6", ":^9", "!r"),
}


def _f_string(w: Writer, wanted: Type, depth: int) -> str:
    """Write an f-string of variables: Python 3.11 nests no quotes of its own kind."""
    names = list(w.scope.variables)
    parts = [_shown(w, w.choices.pick(names)) for _ in range(1 + w.choices.below(3))]
    return f'f"{w.choices.pick(("", "x = ", "{{")).join(parts)}|"'


def _shown(w: Writer, name: str) -> str:
    kind = w.scope.variables[name]
    texts = _SPECIFICATIONS.get(kind.kind, (":.2f",) if kind.is_scalar else ())
    texts = (*texts, "", "!r") if not kind.kind.startswith("bool") else ("", "!a")
    return f"{{{name}{w.choices.pick(texts)}}}"


def _has_variables(w: Writer, wanted: Type) -> bool:
    return wanted == STR and bool(w.scope.variables)


def _made(w: Writer, wanted: Type, depth: int) -> str:
    """Write a call that makes text of any value."""
    value = expression(w, w.some_type(), depth)
    forms = ("str({})", "repr({})", "format({})", "('%s!' % ({},))",
             "'{{}} {{0!r}}'.replace('{{}} ', '').format({})", "str([{}])")  # fmt: skip
    return w.choices.pick(forms).format(value)


def _concatenation(w: Writer, wanted: Type, depth: int) -> str:
    left = expression(w, STR, depth)
    if w.choices.chance(25):
        return f"({left}[-9:] * ({expression(w, INT, depth)} % 3))"
    return f"({left} + {expression(w, STR, depth)})"


def _method(w: Writer, wanted: Type, depth: int) -> str:
    text = expression(w, STR, depth)
    if w.choices.chance(20):
        return w.choices.pick(_BY_LISTS).format(text)
    return f"{text}.{w.choices.pick(_METHODS).format(expression(w, STR, depth))}"


# By methods that give lists, or three parts.
_BY_LISTS: Final = (
    "'-'.join(({}).split())",
    "({}).split('1')[-1]",
    "'+'.join(({}).rsplit('a', 1))",
    "({}).partition('1')[2]",
    "str(({}).rpartition('1')[:2])",
    "str(({}).split('0', 1))",
)


def _slice(w: Writer, wanted: Type, depth: int) -> str:
    # Known text takes no index that is known only when the graph runs.
    place = w.choices.pick(("1:", "-3:-1", "::-1", ":2", ":1"))
    return f"{expression(w, STR, depth)}[{place}]"


def _comparison(w: Writer, wanted: Type, depth: int) -> str:
    left, right = (expression(w, STR, depth) for _ in range(2))
    forms = ("({} == {})", "({} != {})", "({} < {})", "({} in {})", "({} not in {})",
             "({}).startswith({})")  # fmt: skip
    return w.choices.pick(forms).format(left, right)


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    return expression(w, STR, depth)


def _number(w: Writer, wanted: Type, depth: int) -> str:
    text = expression(w, STR, depth)
    forms = ("len({})", "len(({}).splitlines())", "({}).count('a')", "({}).find('1')")
    return f"({w.choices.pick(forms).format(text)} % 101)"


def _number_as_text(w: Writer, wanted: Type, depth: int) -> str:
    kind = INT if wanted == INT else FLOAT
    return f"{kind.kind}(str({bounded(w, kind, depth)}))"


def _can_be_read(w: Writer, wanted: Type) -> bool:
    return wanted == FLOAT


def is_text(w: Writer, wanted: Type) -> bool:
    """Is text wanted?"""
    return wanted == STR


EXPRESSIONS: Final = (
    Expression("f-string", 8, _has_variables, _f_string, is_leaf=True),
    Expression("text of a value", 6, is_text, _made),
    Expression("concatenation", 6, is_text, _concatenation),
    Expression("method of text", 4, is_text, _method),
    Expression("slice of text", 2, is_text, _slice),
    Expression("comparison of text", 2, wants.gives_pybool, _comparison),
    Expression("truth of text", 1, wants.is_condition, _truth),
    Expression("number about text", 1, wants.is_int, _number),
    Expression("number read from text", 1, _can_be_read, _number_as_text),
)

__all__ = ["EXPRESSIONS", "is_text"]
