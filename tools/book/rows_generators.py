"""Generators and coroutines, each with a small program; see `rows_control`."""

from __future__ import annotations

from tools.book.examples import row
from tools.book.rows_functions import INTEGER, NEGATIVE

GENERATORS = "Generators and `async`"

ROWS = (
    row(GENERATORS, "a generator over Python values", """
def multiples(x):
    for k in range(3):
        yield k * x

@ag.function
def f(x):
    total = 0
    for each in multiples(x):
        total += each
    return total
""", INTEGER),
    row(GENERATORS, "a generator with tensor conditions", """
def positive(xs):
    for x in xs:
        if x > 0:
            yield x

@ag.function
def f(x, y):
    total = 0
    for each in positive([x, y]):
        total += each
    return total
""", "f(ag.constant(3), ag.constant(-3))"),
    row(GENERATORS, "an infinite generator in a loop with a dynamic `return`", """
def fibonacci():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b

@ag.function
def f(x):
    for each in fibonacci():
        if each > x:
            return each
""", INTEGER, NEGATIVE),
    row(GENERATORS, "a generator resumed after a dynamic `break`", """
def down(n):
    while n > 0:
        yield n
        n -= 1

@ag.function
def f(x):
    rest = down(x)
    for each in rest:
        if each == 2:
            break
    return list(rest)
""", INTEGER),
    row(GENERATORS, "the first `next` on a generator with tensor conditions", """
def down(n):
    while n > 0:
        yield n
        n -= 1

@ag.function
def f(x):
    return next(down(x)), next(down(x - 9), -1)
""", INTEGER),
    row(GENERATORS, "repeated `next` on a generator with tensor conditions", """
def down(n):
    while n > 0:
        yield n
        n -= 1

@ag.function
def f(x):
    items = down(x)
    return next(items), next(items)
""", INTEGER),
    row(GENERATORS, "a generator with tensor conditions in `zip` and `itertools`", """
from itertools import islice, takewhile

def powers(n):
    while True:
        yield n
        n *= 2

@ag.function
def f(x):
    named = list(zip("abc", powers(x)))
    return named, sum(islice(powers(x), 4)), list(takewhile(lambda k: k < 20, powers(x)))
""", INTEGER),
    row(GENERATORS, "a generator exhausted in staged code", """
def countdown(n):
    while n > 0:
        yield n
        n -= 1

@ag.function
def f(x):
    total = 0
    if x > 0:
        for k in countdown(3):
            total += k * x
    return total
""", INTEGER, NEGATIVE),
    row(GENERATORS, "generator expressions over Python values", """
@ag.function
def f(x):
    return list(k * x for k in range(3))
""", INTEGER),
    row(GENERATORS, "generator expressions with tensor conditions", """
@ag.function
def f(xs):
    large = (i for i, x in enumerate(xs) if x > 2)
    return next(large, None), next(large, -1), list(large)
""", "f(ag.constant([3, 1, 4, 1, 5]))", "f(ag.constant([1, 2, 0, 3, 1]))"),
    row(GENERATORS, "coroutines", """
import asyncio

async def doubled(x):
    await asyncio.sleep(0)
    return 2 * x

@ag.function
def f(x):
    return asyncio.run(doubled(x))
""", INTEGER),
    row(GENERATORS, "coroutines with tensor conditions", """
import asyncio

async def absolute(x):
    return x if x > 0 else -x

@ag.function
def f(x):
    return asyncio.run(absolute(x))
""", INTEGER),
)  # fmt: skip
