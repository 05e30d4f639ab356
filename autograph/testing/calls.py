"""Random calls of further builtins and library functions on values of the run."""

from __future__ import annotations

from typing import Final

from autograph.testing import wants
from autograph.testing.grammar import Expression, bounded, expression
from autograph.testing.types import FLOAT, INT, STR, VECTOR, Type
from autograph.testing.writer import Writer

_OF_INTEGERS: Final = (
    "divmod({}, 7)[0]",
    "divmod({}, -3)[1]",
    "pow({} % 9, 2)",
    "pow({} % 9, 3, 7)",
    "(({} % 50) << 2)",
    "({} >> 1)",
    "sum([{}, {}])",
    "sum(({}, {}), 5)",
    "sum(map(lambda n: n * 2, ({}, {})))",
    "next(iter([{}, {}]))",
    "next(map(lambda n: n - 1, ({}, {})))",
    "list(zip(({}, 1), (2, {})))[1][1]",
    "dict(zip('ab', ({}, {})))['b']",
    "list(enumerate([{}, {}], 3))[1][0]",
    "functools.reduce(lambda n, m: n - m, [{}, {}, 3])",
    "max(*({}, {}))",
    "(lambda *given, **named: given[0] + named['k'])(*[{}], **{{'k': {}}})",
    "len(list(filter(lambda n: n > 1, ({}, {}))))",
    "[*range(3), {}][{} % 4]",
    "list(reversed([{}, {}]))[0]",
    "round({} % 9 / 4)",
    "int('{{}}'.format({} % 9))",
    "int(str({} % 9) + '1')",
)


def _of_integers(w: Writer, wanted: Type, depth: int) -> str:
    form = w.choices.pick(_OF_INTEGERS)
    values = [bounded(w, INT, max(depth, 0)) for _ in range(2)]
    return f"({form.format(*values)} % 101)"


_OF_FLOATS: Final = (
    "complex({}, {}).real",
    "complex({}, {}).imag",
    "(complex({}, 1.0) * 2).real",
    "divmod({}, 2.5)[1]",
    "round({}, 1)",
    "max({}, {}, key=lambda n: -n)",
    "float('1.5') * {}",
    "min([{}, {}], default=0.0)",
    "sum([{}, 0.5])",
)


def _of_floats(w: Writer, wanted: Type, depth: int) -> str:
    form = w.choices.pick(_OF_FLOATS)
    return f"({form.format(*(expression(w, FLOAT, depth) for _ in range(2)))})"


def _is_float(w: Writer, wanted: Type) -> bool:
    return wanted == FLOAT


_OF_TENSORS: Final = (
    "divmod({}, {})[1]",
    "pow({}, 2)",
    "sum([{}, {}])",
    "next(iter([{}, {}]))",
    "functools.reduce(lambda x, y: x - y, [{}, {}])",
    "list(map(lambda x: x + x, ({}, {})))[1]",
    "(lambda *given: given[-1])(*({}, {}))",
    "dict(a={}, b={})['a']",
    "(lambda x, /, *, y: y)({}, y={})",
)


def _of_tensors(w: Writer, wanted: Type, depth: int) -> str:
    form = w.choices.pick(_OF_TENSORS)
    return form.format(*(expression(w, wanted, depth) for _ in range(2)))


def _dot(w: Writer, wanted: Type, depth: int) -> str:
    kind = wanted.reshaped(*VECTOR)
    return f"({expression(w, kind, depth)} @ {expression(w, kind, depth)})"


def _is_dot(w: Writer, wanted: Type) -> bool:
    # Sums of floats in another order have other bits.
    return wanted in (Type("int32"), Type("int64"))


_TRUTHS: Final = (
    "any([{}, {}])",
    "all(({}, {}))",
    "any(map(lambda n: n > 1, ({}, {})))",
    "all(n < 2 for n in ({}, {}))",
    "isinstance({}, (int, float))",
    "callable({})",
    "bool({})",
    "any(filter(None, ({}, {})))",
    "(sorted([{}, {}])[0] > 1)",
    "(({}, {}) < (1, 2))",
    "([{}, 1] == [{}, 1])",
)


def _truth(w: Writer, wanted: Type, depth: int) -> str:
    kind = w.pick_type((INT, FLOAT, Type("int32"), Type("float32")))
    form = w.choices.pick(_TRUTHS)
    with w.iterated():
        given = [expression(w, kind, depth) for _ in range(2)]
    return form.format(*given)


_TEXTS: Final = (
    "format({}, '>6')",
    "'{{:+d}}'.format({})",
    "('%5d|' % {})",
    "f'{{{} % 9:>{{{} % 5}}}}'",
    "str(({}, {}))",
    "repr([{}, 'a'])",
    "'abc'[{} % 3]",
    "'abc'[: {} % 3]",
    "('x' * ({} % 4))",
    "str({{'k': {}}})",
    "','.join(map(str, [{}, {}]))",
)


def _text(w: Writer, wanted: Type, depth: int) -> str:
    names = w.names_of(INT)
    form = w.choices.pick(_TEXTS)
    if form.startswith("f'"):  # Python 3.11 nests no quotes of the same kind in it
        plain = [name for name in names if name.isidentifier()] or ["3"]
        return form.format(w.choices.pick(plain), w.choices.pick(plain))
    return form.format(*(bounded(w, INT, max(depth, 0)) for _ in range(2)))


def _is_text(w: Writer, wanted: Type) -> bool:
    return wanted == STR


EXPRESSIONS: Final = (
    Expression("builtins on integers", 8, wants.is_int, _of_integers),
    Expression("builtins on floats", 6, _is_float, _of_floats),
    Expression("builtins on tensors", 4, wants.is_number_tensor, _of_tensors),
    Expression("matrix product", 3, _is_dot, _dot),
    Expression("builtins that give truths", 5, wants.gives_pybool, _truth),
    Expression("text by format", 5, _is_text, _text),
)
