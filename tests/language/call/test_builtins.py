"""Builtins and functions of the standard library: what a comparison with plain Python does not show."""

from __future__ import annotations

import functools
import itertools
import linecache
import math
import operator
import random
import statistics

import pytest

import autograph as ag
from autograph.testing import Verdict, check

T = ag.constant

NUMBERS = (T(3), T(-3), T(0))

FLOATS = (T(2.5), T(-0.5))

ROWS = (T([3, 1, 2]), T([1, 1, 0]))

NAN = float("nan")

MODULES = {
    each.__name__: each
    for each in (functools, itertools, math, operator, random, statistics)
}

AGREE = (
    ("list(map(lambda v: v + 1 if v > 1 else v, x))", ROWS),
    ("[a for a in map(lambda v, w: v if v > w else w, x, [1, 2, 3])]", ROWS),
    ("sorted(x)", ROWS),
    ("sorted(x, reverse=True)", ROWS),
    ("sorted(x, key=lambda v: -v)", ROWS),
    ("sorted([x, 1, 2])", NUMBERS),
    ("sorted([(x, 1), (2, 2), (x, 3)], key=lambda p: p[0])", NUMBERS),
    ("sorted([(x, 1), (2, 2), (x, 0)])", NUMBERS),
    ("sorted([(x, 1), (2, 2), (x, 0)], key=lambda p: p[0], reverse=True)", NUMBERS),
    ("(lambda l: (l.sort(), l)[1])([x, 1, 2])", NUMBERS),
    ("next(iter(x))", ROWS),
    ("next(iter([]), x)", NUMBERS),
    ("next(iter(x))", NUMBERS),
    ("isinstance(x, int), isinstance(x, ag.Tensor), isinstance(x, float)", NUMBERS),
    ("type(x) is ag.Tensor", NUMBERS),
    ("issubclass(type(x), ag.Tensor)", NUMBERS),
    ("isinstance(len([1]) + int(x), int)", NUMBERS),
    (
        "[isinstance(int(x), int), isinstance(float(x), float), isinstance(bool(x), bool), isinstance(bool(x), int), isinstance(int(x), (int, str)), isinstance(int(x), ag.Tensor)]",
        NUMBERS,
    ),
    ("[type(int(x)) is int, type(float(x)) is float]", NUMBERS),
    ("hasattr(x, 'shape'), hasattr(x, 'foo'), getattr(x, 'foo', 3)", NUMBERS),
    ("hasattr(int(x), 'shape')", NUMBERS),
    ("sorted([int(x), 1, 2])", NUMBERS),
    ("isinstance(x if x > 0 else None, ag.Tensor)", NUMBERS),
    ("abs(x), abs(int(x)), abs(float(x))", NUMBERS),
    ("round(float(x))", (*NUMBERS, *FLOATS)),
    ("round(float(x), 1)", (*NUMBERS, *FLOATS)),
    ("round(int(x), -1)", NUMBERS),
    ("round(int(x), 1)", NUMBERS),
    ("divmod(x, 2)", (*NUMBERS, *FLOATS)),
    ("divmod(int(x), -2), divmod(float(x), 0.3)", NUMBERS),
    ("pow(x, 2)", (*NUMBERS, *FLOATS)),
    ("pow(int(x), 5, 7)", NUMBERS),
    ("pow(int(x), -1, 7)", (T(3), T(0))),
    ("pow(2, int(x), 5)", NUMBERS),
    ("int(x), int(float(x))", (*NUMBERS, *FLOATS)),
    ("int('12', 5) + x", NUMBERS),
    ("float('nan'), float('1.5') + x", NUMBERS),
    ("complex(x, 1)", FLOATS),
    ("bool(x)", (*NUMBERS, *FLOATS)),
    ("list(x)", ROWS),
    ("tuple(x)", ROWS),
    ("dict(a=x, b=1)", NUMBERS),
    ("dict(zip('ab', x))", ROWS),
    ("list(zip(x, [1,2], strict=True))", ROWS),
    ("list(zip(x, [1,2,3], strict=True))", ROWS),
    ("list(enumerate(x, start=2))", ROWS),
    ("list(enumerate([5, 6], start=int(x)))", NUMBERS),
    ("list(reversed(x))", ROWS),
    ("list(reversed([x, 1]))", NUMBERS),
    ("sum(x), sum(x, start=x[0]), sum([x[0], 2], start=1.5)", ROWS),
    ("sum(v * 2 for v in x)", ROWS),
    ("sum([], start=x)", NUMBERS),
    ("sum([[x], [1]], start=[])", NUMBERS),
    ("min(x), max(x), min(x, key=lambda v: -v), max([x[0], 1])", ROWS),
    ("min([x, 1], default=5)", NUMBERS),
    ("min(x, 1), max(x, 1, 2), max(1, x)", (*NUMBERS, *FLOATS)),
    ("max(v for v in [x, 2])", NUMBERS),
    ("max([x, 2], key=None)", NUMBERS),
    ("max({1, 2}) + x", NUMBERS),
    ("max(x)", NUMBERS),
    ("min(iter([x, 2]))", NUMBERS),
    ("max(x[:0])", ROWS),
    ("max([int(x), 2.0])", NUMBERS),
    ("any([x > 0, 1 // x > 0])", (T(3), T(-3))),
    ("any(x), all(x)", ROWS),
    ("math.sqrt(x)", (T(4.0), T(2.5), T(-1.0))),
    ("math.sqrt(float(x))", (T(4.0), T(2.5), T(-1.0))),
    ("math.floor(x), math.ceil(x), math.trunc(x)", FLOATS),
    ("math.floor(float(x)), math.ceil(float(x)), math.trunc(float(x))", FLOATS),
    ("math.gcd(int(x), 6)", NUMBERS),
    ("math.isnan(x)", FLOATS),
    ("math.isnan(float(x))", FLOATS),
    (
        "math.exp(float(x)), math.sin(float(x)), math.atan2(float(x), 1.0), math.hypot(float(x), 2.0)",
        FLOATS,
    ),
    ("math.log(float(x))", (T(2.5), T(-1.0), T(0.0))),
    ("math.pi * x", FLOATS),
    ("math.comb(int(x), 2)", (T(4),)),
    ("math.fabs(x)", FLOATS),
    ("math.pow(float(x), 2)", FLOATS),
    ("math.copysign(1.0, float(x))", FLOATS),
    ("math.isclose(float(x), 1.0)", FLOATS),
    ("math.isqrt(int(x))", (T(9),)),
    ("math.fmod(float(x), 2)", FLOATS),
    ("math.factorial(int(x))", (T(5),)),
    ("operator.methodcaller('count', 1)([1, 2]) + x", NUMBERS),
    ("copy.copy([x, 1])", NUMBERS),
    ("copy.deepcopy({'a': [x, 1]})", NUMBERS),
    ("random.Random(1).random() * x", FLOATS),
    ("x.__add__(1)", NUMBERS),
    ("len(range(x))", (T(2), T(-1))),
    ("sum(range(x))", (T(4),)),
    ("len(format(2, 'd')) + x", NUMBERS),
    ("list(filter(lambda v: v > 1, x))", ROWS),
    ("list(filter(None, x))", ROWS),
    ("sum(filter(lambda v: v > 1, x))", ROWS),
    ("any(map(lambda v: v > 2, x))", ROWS),
    ("list(range(x))", (T(2),)),
)

REFUSED = (
    ("functools.reduce(lambda a, b: a + b, x[:0])", ROWS),
    ("int(x).real", NUMBERS),
    ("sorted([x, 1, 2.5])", NUMBERS),
    ("int(x).bit_length()", NUMBERS),
    ("float(x).is_integer()", (*NUMBERS, *FLOATS)),
    ("round(x, 1)", (*NUMBERS, *FLOATS)),
    ("hash(int(x))", NUMBERS),
    ("chr(x)", NUMBERS),
    ("chr(int(x))", (T(70),)),
    ("bin(x)", NUMBERS),
    ("hex(int(x))", NUMBERS),
    ("oct(int(x))", NUMBERS),
    ("{int(x): 1}", NUMBERS),
    ("{1: 2, 3: 4}[int(x)]", NUMBERS),
    ("{1: 2, 3: 4}.get(int(x), 0)", NUMBERS),
    ("max((x, 1), (2, 5))", NUMBERS),
    ("any(v > 2 for v in x)", ROWS),
    ("all(v > 0 for v in x)", ROWS),
    ("any(1 // v > 0 for v in [x, 0])", (T(1), T(-3))),
    ("math.fsum([x, 1])", FLOATS),
    ("math.modf(float(x))", FLOATS),
    ("operator.not_(x)", NUMBERS),
    ("operator.truth(x)", NUMBERS),
    ("operator.contains([1, 3], x)", NUMBERS),
    ("operator.index(x)", NUMBERS),
    ("operator.countOf([1, x], 1)", NUMBERS),
    ("list(itertools.takewhile(lambda v: v > 1, x))", ROWS),
    ("list(itertools.dropwhile(lambda v: v > 1, x))", ROWS),
    ("list(itertools.compress([1, 2], [x, 1]))", NUMBERS),
    ("[len(list(g)) for k, g in itertools.groupby(x)]", ROWS),
    ("list(itertools.filterfalse(lambda v: v > 1, x))", ROWS),
    ("list(itertools.repeat(1, x))", (T(2),)),
    ("list(itertools.islice([1,2,3], x))", (T(2),)),
    ("[1, 2, 3].index(x)", (T(3),)),
    ("[1, 2, 3].count(x)", (T(3),)),
    ("x in [1, 2]", NUMBERS),
    ("(lambda l: (l.remove(x), l)[1])([1, 3])", (T(3),)),
    ("[1, 2, 3][x]", (T(1),)),
    ("[x] == [3]", NUMBERS),
    ("(x, 1) < (3, 2)", NUMBERS),
    ("{'a': x} == {'a': 3}", NUMBERS),
    ("range(5)[x]", (T(1),)),
    ("x in range(5)", NUMBERS),
    ("[1,2,3][:x]", (T(2),)),
    ("len([1,2,3][slice(x)])", (T(2),)),
    ("len(bytes(x))", (T(2),)),
    ("(lambda l: (l.insert(x, 5), l)[1])([1, 3])", (T(1),)),
    ("[1,2].pop(x)", (T(1),)),
    ("next(iter(x), 5)", ROWS),
    ("list(itertools.accumulate(x, func=lambda a, b: a if a > b else b))", ROWS),
    ("round(x)", (*NUMBERS, *FLOATS)),
    ("round(x)", (*ROWS, T([[2.5]]))),
    ("round(x, 1)", ROWS),
    ("pow(x, 5, 7)", NUMBERS),
    ("int(x, 10)", NUMBERS),
    ("min([], default=x)", NUMBERS),
    ("min(x, 1, default=2)", NUMBERS),
    ("max(map(lambda v: v * 2, [x, 2]))", NUMBERS),
    ("math.prod([x, 2])", NUMBERS),
    ("operator.is_(x, None)", NUMBERS),
    ("operator.itemgetter(1)([1, x])", NUMBERS),
    ("operator.attrgetter('dtype')(x) == x.dtype", NUMBERS),
    ("list(itertools.accumulate(x))", ROWS),
    ("list(itertools.accumulate(x, lambda a, b: a if a > b else b))", ROWS),
    ("list(itertools.chain(x, [1]))", ROWS),
    ("[a * b for a, b in itertools.product(x, [1, 2])]", ROWS),
    ("list(itertools.islice(x, 2))", ROWS),
    ("[a * b for a, b in zip(itertools.count(), x)]", ROWS),
    ("list(itertools.starmap(lambda a, b: a if a > b else b, [(x, 1)]))", NUMBERS),
    ("[a - b for a, b in itertools.pairwise(x)]", ROWS),
    ("list(itertools.repeat(x, 2))", NUMBERS),
    ("list(itertools.zip_longest(x, [1], fillvalue=0))", ROWS),
    ("[a - b for a, b in itertools.permutations(x, 2)]", ROWS),
    ("functools.reduce(lambda a, b: a if a > b else b, x)", ROWS),
    ("functools.reduce(lambda a, b: a + b, [x, 1], 5)", NUMBERS),
    (
        "operator.add(x, 2), operator.neg(x), operator.getitem([1, 2], 0) * x, operator.lt(x, 2)",
        NUMBERS,
    ),
)

BODIES = {
    "alone": "    return {}",
    "in a loop": "    r = {0}\n    for _ in ag.range(2):\n        r = {0}\n    return r",
}


def function_of(expression, body="alone"):
    """Return the function of `x` that returns an expression, with its source."""
    text = f"def f(x):\n{BODIES[body].format(expression)}\n"
    name = f"<{body}: {expression}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace = dict(MODULES, ag=ag)
    exec(compile(text, name, "exec"), namespace)
    return namespace["f"]


def calls_of(rows):
    return [
        pytest.param(expression, argument, id=f"{expression}-{number}")
        for expression, arguments in rows
        for number, argument in enumerate(arguments)
    ]


@pytest.mark.parametrize(("expression", "argument"), calls_of(AGREE))
def test_what_is_staged_agrees(expression, argument):
    found = check(function_of(expression), argument)
    assert found.verdict in (Verdict.SAME, Verdict.ALLOWED), str(found)


@pytest.mark.parametrize(("expression", "argument"), calls_of(AGREE))
def test_in_a_staged_loop_it_agrees_or_is_refused(expression, argument):
    found = check(function_of(expression, "in a loop"), argument)
    assert found.verdict is not Verdict.DIFFERS, str(found)


@pytest.mark.parametrize(("expression", "argument"), calls_of((*AGREE, *REFUSED)))
def test_on_python_values_nothing_is_staged(expression, argument):
    found = check(function_of(expression), argument.numpy().tolist())
    assert found.verdict is not Verdict.DIFFERS, str(found)


@pytest.mark.parametrize(("expression", "argument"), calls_of(REFUSED))
def test_what_is_not_staged_is_refused_at_the_line(expression, argument):
    found = check(function_of(expression), argument)
    assert found.verdict is not Verdict.DIFFERS, str(found)
    if found.verdict is Verdict.REFUSED:
        assert expression in found.staged.error.origin.filename
        assert found.staged.error.hint
