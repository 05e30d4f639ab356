"""Functions and other statements, each with a small program; see `rows_control`."""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

CALLS = "Calls and functions"
DICTS = "Dicts and sets"
STATEMENTS = "Other statements"
VARIABLES = "Variables and state"

ROWS = (
    row(CALLS, "`functools.cache` and `lru_cache`", """
import functools

@functools.cache
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

@ag.function
def f(n):
    return fibonacci(n)
""", "f(np.int64(30))"),
    row(CALLS, "defaults, keyword-only and positional-only arguments", """
def clip(x, /, low=0, *, high=10):
    return low if x < low else high if x > high else x

@ag.function
def f(x):
    return clip(x, high=2), clip(x, 5)
""", INTEGER, NEGATIVE),
    row(CALLS, "`*args` and `**kwargs`", """
def largest(first, *others, **named):
    for each in (*others, *named.values()):
        if each > first:
            first = each
    return first

@ag.function
def f(x, *more, **named):
    return largest(x, *more, **named)
""", "f(ag.constant(3), ag.constant(5), last=ag.constant(4))"),
    row(CALLS, "closures created in a loop", """
@ag.function
def f(x):
    functions = [lambda: k * x if x > 0 else k for k in range(3)]
    return [function() for function in functions]
""", INTEGER,
        note="As in plain Python, they see the last value of the loop variable."),
    row(CALLS, "several lambdas on one line", """
@ag.function
def f(x):
    up, down = lambda v: v + 1 if v > 0 else v, lambda v: v - 1 if v > 0 else v
    return up(x), down(x)
""", INTEGER),
    row(CALLS, "user-defined decorators", """
import functools

def doubled(function):
    @functools.wraps(function)
    def wrapper(*args):
        return 2 * function(*args)
    return wrapper

@doubled
def absolute(x):
    return x if x > 0 else -x

@ag.function
def f(x):
    return absolute(x)
""", NEGATIVE),
    row(CALLS, "class methods, static methods, properties", """
class Shape:
    def __init__(self, size):
        self.size = size

    @classmethod
    def around(cls, x):
        return cls(x if x > 0 else -x)

    @staticmethod
    def squared(x):
        return x * x if x > 1 else x

    @property
    def area(self):
        return self.size * self.size

@ag.function
def f(x):
    return Shape.squared(Shape.around(x).area)
""", NEGATIVE),
    row(CALLS, "properties with tensor conditions", """
class Number:
    def __init__(self, value):
        self.value = value

    @property
    def size(self):
        return self.value if self.value > 0 else -self.value

@ag.function
def f(x):
    return Number(x).size
""", NEGATIVE),
    row(CALLS, "private names, `self.__name`", """
class Model:
    __scale = 10

    @ag.function
    def f(self, x):
        return x * self.__scale if x > 0 else x

model = Model()
""", "model.f(ag.constant(3))"),
    row(CALLS, "`functools.partial`, callable objects", """
import functools

class Above:
    def __init__(self, limit):
        self.limit = limit

    def __call__(self, x):
        return x if x > self.limit else self.limit

def scaled(x, by):
    return x * by if x > 0 else x

@ag.function
def f(x):
    return Above(5)(x), functools.partial(scaled, by=10)(x)
""", INTEGER),
    row(CALLS, "`__lt__`, `__contains__`, `__bool__`, `__getitem__`", """
class Interval:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def __lt__(self, other):
        return True if self.high < other.low else False

    def __contains__(self, x):
        return False if x < self.low else x <= self.high

    def __bool__(self):
        return True if self.low <= self.high else False

    def __getitem__(self, i):
        return self.low + i if i >= 0 else self.high + i

@ag.function
def f(x):
    a, b = Interval(x, 7), Interval(8, 9)
    return a < b, 5 in a, a[-x] if a else 0
""", INTEGER, NEGATIVE),
    row(CALLS, "`__add__` with a conditional expression", """
class Money:
    def __init__(self, amount):
        self.amount = amount

    def __add__(self, other):
        total = self.amount + other.amount
        return Money(total if total < 100 else 100)

@ag.function
def f(x):
    return (Money(x) + Money(99)).amount
""", INTEGER),
    row(CALLS, "mutual recursion", """
def is_even(n):
    return True if n == 0 else is_odd(n - 1)

def is_odd(n):
    return False if n == 0 else is_even(n - 1)

@ag.function
def f(n):
    return is_even(n)
""", "f(ag.constant(3))", "f(ag.constant(4))"),
    row(CALLS, "infinite recursion", """
@ag.function
def f(n):
    return 0 if n == 0 else f(n - 1)
""", NEGATIVE,
        note="Python's recursion limit applies at run time."),
    row(CALLS, "a dynamic choice of functions", """
@ag.function
def f(x):
    chosen = abs if x > 0 else round
    return chosen(x), chosen is abs
""", INTEGER),
    row(STATEMENTS, "nested, starred, chained and augmented assignment", """
@ag.function
def f(x):
    (a, [b, *rest]), c = (x, [x + 1, x + 2, x + 3]), 1
    if x > 0:
        a = b = rest[1]
        c += 10
    return a, b, c
""", INTEGER),
    row(STATEMENTS, "variable annotations", """
@ag.function
def f(x):
    y: int
    z: "Number" = 1
    if x > 0:
        y = 2
    else:
        y = 3
    return y + z
""", INTEGER),
    row(STATEMENTS, "type aliases", """
from typing import TypeAlias

@ag.function
def f(x):
    Pair: TypeAlias = tuple[int, int]
    pair: Pair = (1, 2)
    return pair[0] if x > 0 else pair[1]
""", INTEGER,
        note="Also `type Pair = tuple[int, int]`, from Python 3.12."),
    row(STATEMENTS, "`del` of attributes and items", """
@ag.function
def f(x):
    table = {"a": x, "b": 1}
    if x > 0:
        table["a"] = 10
    del table["b"]
    return table
""", INTEGER),
    row(DICTS, "`del` of a dict key on some paths only", """
@ag.function
def f(x):
    table = {"a": x, "b": 1}
    if x > 0:
        del table["b"]
    return table
""", INTEGER),
    row(CALLS, "`__add__` with an `if` statement", """
class Angle:
    def __init__(self, degrees):
        self.degrees = degrees
    def __add__(self, other):
        total = self.degrees + other.degrees
        if total >= 360:
            total = total - 360
        return Angle(total)

@ag.function
def f(x):
    return (Angle(x) + Angle(x * 100)).degrees
""", INTEGER, "f(ag.constant(5))"),
    row(VARIABLES, "an object created on each path", """
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

@ag.function
def f(x):
    point = Point(x, 0) if x > 0 else Point(0, -x)
    point.x += 1
    return point.x, point.y
""", INTEGER, NEGATIVE),
    row(DICTS, "a dict key added in a loop, on some paths", """
@ag.function
def f(x):
    counts = {}
    for i in range(x):
        if i % 3 == 0:
            counts["third"] = counts.get("third", 0) + 1
        elif "other" in counts:
            counts["other"] += 1
        else:
            counts["other"] = 1
    return counts
""", INTEGER, "f(ag.constant(0))"),
    row(STATEMENTS, "`import` in a function", """
@ag.function
def f(x):
    import math
    return x * math.pi if x > 0 else x * 1.0
""", "f(ag.constant(3.0))"),
    row(STATEMENTS, "`class` in a function", """
@ag.function
def f(x):
    class Point:
        scale = 10
        def __init__(self, at):
            self.at = at
        def moved(self):
            return self.at + self.scale if self.at > 0 else self.at
    return Point(x).moved()
""", INTEGER, NEGATIVE),
    row(STATEMENTS, "`locals()` without tensor conditions", """
@ag.function
def f(x):
    y = x + 1
    return sorted(locals())[0] == "x", y
""", INTEGER),
    row(STATEMENTS, "`locals()`, `vars()`, `dir()` with tensor conditions", """
@ag.function
def f(x):
    if x > 0:
        y = x + 1
    return sorted(locals())
""", INTEGER, NEGATIVE),
    row(STATEMENTS, "`sys._getframe`, `inspect.currentframe`", """
import sys

@ag.function
def f(x):
    return x if sys._getframe(0).f_code.co_name == "f" else -x
""", INTEGER,
        note="The chain of `f_back` has extra frames of this library."),
    row(STATEMENTS, "`eval` and `exec` without tensor conditions", """
@ag.function
def f(x):
    return eval("x + 1")
""", INTEGER),
)  # fmt: skip
