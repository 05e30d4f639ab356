"""Exceptions, calls, numbers and text, each with a small program.

The kind of a construct is not written here: it follows from a run of its program, see
`examples.py`. `tools/book/constructs.py` makes the pages from the rows.
"""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

ERRORS = "Exceptions"
CALLS = "Calls and functions"
DATA = "Numbers, arrays and structures"
TEXT = "Text"
BUILTINS = "Builtins and NumPy"
OTHER = "Unsupported values"

ROWS = (
    row(ERRORS, "`assert`", """
@ag.function
def f(x):
    assert x > 0, "x must be positive"
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "`raise`", """
@ag.function
def f(x):
    if x < 0:
        raise ValueError("x is negative")
    return x
""", INTEGER, NEGATIVE),
    row(ERRORS, "tensors in exception messages", """
@ag.function
def f(x):
    if x < 0:
        raise ValueError(f"{x} is negative")
    return x
""", NEGATIVE,
        note="The exception is created at run time, with the values of that run."),
    row(ERRORS, "exceptions from operations", """
@ag.function
def f(xs, i):
    return xs[i]
""", "f(ag.constant([1, 2]), ag.constant(1))", "f(ag.constant([1, 2]), ag.constant(5))",
        ops="getitem"),
    row(ERRORS, "`try` around Python code", """
@ag.function
def f(x, settings):
    try:
        rate = settings["rate"]
    except KeyError:
        rate = 1
    return x * rate
""", 'f(ag.constant(3), {"rate": 2})', "f(ag.constant(3), {})"),
    row(ERRORS, "`try` around operations", """
@ag.function
def f(xs, i):
    try:
        x = xs[i]
    except IndexError:
        x = ag.constant(-1)
    return x
""", "f(ag.constant([1, 2]), ag.constant(1))", "f(ag.constant([1, 2]), ag.constant(5))",
        note="The `try` is part of the graph, and catches exceptions at run time."),
    row(ERRORS, "`try` around `raise` or `assert` under a tensor condition", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError("x is negative")
        y = x
    except ValueError:
        y = 0
    return y
""", NEGATIVE),
    row(CALLS, "called functions", """
def absolute(x):
    if x < 0:
        return -x
    return x

@ag.function
def f(x):
    return absolute(x) + 1
""", NEGATIVE,
        note="A called function is converted, too."),
    row(CALLS, "nested functions, closures, lambdas", """
@ag.function
def f(x):
    clip = lambda v: v if v < 2 else 2
    return clip(x)
""", INTEGER),
    row(CALLS, "methods and `super()`", """
class Base:
    def scale(self, x):
        return x * 10 if x > 0 else x

class Derived(Base):
    @ag.function
    def f(self, x):
        return super().scale(x) + 1

model = Derived()
""", "model.f(ag.constant(3))"),
    row(CALLS, "recursion on Python values", """
@ag.function
def f(x, n):
    if n == 0:
        return 1
    return x * f(x, n - 1)
""", "f(ag.constant(3), 4)"),
    row(CALLS, "recursion on tensors", """
@ag.function
def f(n):
    if n <= 1:
        return 1
    return n * f(n - 1)
""", INTEGER, ops="call call_again"),
    row(CALLS, "recursion that appends to a list", """
@ag.function
def f(n):
    found = []
    def down(k):
        found.append(k)
        if k > 0:
            down(k - 1)
    down(n)
    return found
""", INTEGER),
    row(CALLS, "`eval` and `exec` with tensor conditions", """
@ag.function
def f(x):
    if x > 0:
        x = x + 1
    return eval("x * 10")
""", INTEGER,
        note="A function that calls them is not converted: they need its frame."),
    row(CALLS, "`ag.do_not_convert` with tensor conditions", """
@ag.do_not_convert
def absolute(x):
    return -x if x < 0 else x

@ag.function
def f(x):
    return absolute(x)
""", INTEGER),
    row(CALLS, "`is None` in an unconverted function", """
@ag.do_not_convert
def or_one(y):
    return 1 if y is None else y

@ag.function
def f(x):
    return or_one(x if x > 0 else None)
""", INTEGER),
    row(CALLS, "`ag.function` of a generator or coroutine function", """
@ag.function(python="refuse")
def f(x):
    yield x
""", INTEGER),
    row(CALLS, "`ag.function` of a class", """
@ag.function
class f:
    pass
""", INTEGER,
        note="This is an error in every case."),
    row(CALLS, "`ag.function` of a builtin", """
f = ag.function(len)
""", INTEGER,
        note="This is an error in every case."),
    row(CALLS, "functions without source", """
namespace = {}
exec(compile("def f(x): return x if x > 0 else -x", "<made>", "exec"), namespace)
f = ag.function(namespace["f"])
""", INTEGER),
    row(DATA, "comparisons of tuples, lists, dicts and dataclasses", """
import dataclasses

@dataclasses.dataclass(order=True)
class Version:
    major: int
    minor: int

@ag.function
def f(x):
    return (x, 1) < (3, 2), {"a": [x]} == {"a": [3]}, Version(x, 1) >= Version(3, 0)
""", INTEGER, NEGATIVE),
    row(DATA, "structures of tensors", """
@ag.function
def f(pair, scale):
    a, *rest = pair
    return {"sum": (a + rest[0]) * scale["by"], "none": None}
""", 'f((ag.constant(1), ag.constant(2)), {"by": ag.constant(10)})'),
    row(TEXT, "text that differs on two paths or grows in a loop", """
@ag.function
def f(x):
    word = "positive" if x > 0 else "negative"
    while x > 0:
        word += "!"
        x -= 1
    return word
""", INTEGER, NEGATIVE),
    row(DATA, "`ag.shape` and `ag.size` of an unknown shape", """
@ag.function(input_signature=[ag.TensorSpec([None, 3], ag.float32)])
def f(x):
    total = 0
    for i in ag.range(ag.shape(x)[0]):
        total += i * ag.size(x)
    return total, ag.shape(x), x.shape[1]
""", "f(ag.ones((4, 3)))",
        note="`x.shape` contains None for a dimension that is not known while "
             "tracing."),
    row(DATA, "different structures on two paths", """
@ag.function
def f(x):
    if x > 0:
        y = (x, x)
    else:
        y = x
    return y
""", INTEGER),
    row(DATA, "tensors of different shapes on two paths", """
@ag.function
def f(x, a, b):
    if x > 0:
        y = a
    else:
        y = b
    return y * 2
""", "f(ag.constant(3), ag.constant([1, 2]), ag.constant([1, 2, 3]))"),
    row(DATA, "tensors of different dtypes on two paths", """
@ag.function
def f(x, a, b):
    if x > 0:
        y = a
    else:
        y = b
    return y
""", "f(ag.constant(3), ag.constant(1), ag.constant(2.5))"),
    row(DATA, "a number on one path, a tensor on another", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x / 2
    return y
""", INTEGER, NEGATIVE,
        note="The number gets the tensor's dtype."),
    row(DATA, "text of an integer or a float", """
@ag.function
def f(x):
    y = 1
    if x > 0:
        y = 0.5
    return f"{y}"
""", INTEGER, NEGATIVE),
    row(TEXT, "text of a NumPy array", """
@ag.function
def f(x):
    y = np.zeros(2)
    y[0] = x
    return f"{y}, {y[0]!r}"
""", "f(ag.constant(2.5))"),
    row(DATA, "Python integers of any size", """
@ag.function
def f(n):
    power = 1
    while n > 0:
        power *= 1000
        n -= 1
    return power % 997
""", "f(ag.constant(10))"),
    row(DATA, "a Python integer that is too large for int32", """
@ag.function
def f(n):
    power = 1
    while n > 0:
        power *= 1000
        n -= 1
    return power
""", "f(ag.constant(10))",
        note="`ag.constant` raises the same error for this number."),
    row(DATA, "integer tensors that wrap around", """
@ag.function
def f(x):
    return x * x
""", "f(ag.constant(100_000))",
        note="As NumPy arrays do.", ops="multiply"),
    row(DATA, "unpacking a tensor", """
@ag.function
def f(x):
    a, b = x
    return a + b
""", "f(ag.constant([1, 2]))"),
    row(DATA, "a Python list indexed by a tensor", """
@ag.function
def f(i):
    return [10, 20, 30][i]
""", "f(ag.constant(1))"),
    row(DATA, "writes to a NumPy array", """
@ag.function
def f(x, n):
    y = x.copy()
    tail = y[1:]
    for i in range(n):
        y[i] += 10 * i
    tail[y[1:] > 12] = 0
    return y, tail
""", "f(np.array([1, 2, 3, 4]), ag.constant(3))",
        note="Every index of NumPy is supported, under every name of the array and "
             "through views. A tensor argument has no item assignment."),
    row(DATA, "writes to arrays that a loop swaps", """
@ag.function
def f(n):
    old = np.array([0.0, 4.0, 0.0, 2.0])
    new = np.zeros_like(old)
    for _ in range(n):
        new[1:-1] = 0.5 * (old[:-2] + old[2:])
        old, new = new, old
    return old
""", "f(ag.constant(3))"),
    row(DATA, "a write to the caller's array", """
@ag.function
def f(x):
    x[0] = 5
    return x
""", "f(np.array([1, 2]))"),
    row(DATA, "a write to one of several arrays", """
@ag.function
def f(x, n):
    x = x.copy()
    y = x if n > 0 else x + 1
    y[1] = 7
    x[0] = 5
    halves = [np.zeros(3), np.ones(3)]
    for k in range(n):
        halves[k % 2][k // 2] += k
    return x, y, halves
""", "f(np.array([1, 2]), ag.constant(3))", ops="cond"),
    row(DATA, "a write to an array that may be shared", """
@ag.function
def f(x, n):
    x = x.copy()
    y = x
    for _ in range(n):
        y = y + 1
    x[0] = 5
    return y
""", "f(np.array([1, 2]), ag.constant(3))"),
    row(DATA, "dataclasses as results", """
from dataclasses import dataclass

@dataclass
class State:
    x: object
    steps: int

@ag.function
def f(state):
    x = state.x / 2 if state.x > 1 else state.x
    return State(x, state.steps + 1)
""", "f(State(ag.constant(3.0), 0))",
        note="All other objects can be results, too."),
    row(BUILTINS, "`abs`, `max`, `min`, `sum`, `any`, `all`, `pow`", """
@ag.function
def f(x, y):
    return abs(x), max(x, y), min(x, y, 0), sum([x, y]), any([x > 0, y > 0]), pow(x, 2)
""", "f(ag.constant(-3), ag.constant(2))"),
    row(BUILTINS, "`int`, `float`, `bool` of a tensor", """
@ag.function
def f(x):
    return int(x) * 2, float(x) / 4, bool(x)
""", INTEGER, ops="cast"),
    row(BUILTINS, "`len` of a tensor", """
@ag.function
def f(xs):
    return len(xs)
""", "f(ag.constant([4, 5]))"),
    row(BUILTINS, "`round` of a tensor", """
@ag.function
def f(x):
    return round(x)
""", "f(ag.constant(2.5))", ops="rint"),
    row(BUILTINS, "`map`, `filter`, `sorted` on Python values", """
@ag.function
def f(x):
    return [x * k for k in sorted(map(abs, [-2, 1]))]
""", INTEGER),
    row(BUILTINS, "`sorted`, `list.sort` on tensors", """
@ag.function
def f(x, y):
    return sorted([x, y], key=abs)
""", "f(ag.constant(-3), ag.constant(2))"),
    row(BUILTINS, "`isinstance` and `type` of dynamic numbers", """
@ag.function
def f(x):
    return isinstance(int(x), int), isinstance(x, int)
""", INTEGER),
    row(BUILTINS, "`filter` with a tensor condition", """
@ag.function
def f(xs):
    return list(filter(lambda x: x > 1, xs))
""", "f(ag.constant([1, 2]))"),
    row(BUILTINS, "`isinstance` and `is` on arguments", """
@ag.function
def f(x, y=None):
    if y is None and isinstance(x, ag.Tensor):
        return x + 1
    return x
""", INTEGER),
    row(BUILTINS, "`ag.print`", """
@ag.function
def f(x):
    if x > 0:
        ag.print("x is", x)
    return x
""", INTEGER),
    row(BUILTINS, "`print` of a tensor", """
@ag.function
def f(x):
    print("x is", x)
    return x
""", INTEGER,
        note="It prints while tracing, once for each trace. Use `ag.print`."),
    row(TEXT, "f-strings, `str`, `repr`, `format`, `%` of a tensor", """
@ag.function
def f(x):
    return f"x is {x:>4}", str(int(x)), "%5.2f" % float(x)
""", INTEGER,
        note="Formatted at run time, in the same way as an eager tensor."),
    row(TEXT, "methods and operators of dynamic text", """
@ag.function
def f(x):
    text = f"{int(x)} items"
    return text.upper() + "!", text[0] == "3", len(text), ", ".join([text, "more"])
""", INTEGER),
    row(TEXT, "text methods that return lists", """
@ag.function
def f(x):
    words = f"{int(x)}, {int(x)}".split(",")
    return words, "; ".join(words), "a=b".partition(f"{words[0]}")
""", INTEGER),
    row(TEXT, "text of a list of dynamic length", """
@ag.function
def f(xs):
    positive = [int(x) for x in xs if x > 0]
    return f"{positive}", ", ".join(str(x) for x in positive if x != 2)
""", "f(ag.constant([3, -2, 1]))"),
    row(TEXT, "`str.format` and `%` of a list of dynamic length", """
@ag.function
def f(xs):
    return "{}".format([int(x) for x in xs if x > 0])
""", "f(ag.constant([3, -2, 1]))"),
    row(BUILTINS, "NumPy ufuncs on tensors", """
@ag.function
def f(x):
    return np.sqrt(x) if x > 0 else np.negative(x)
""", "f(ag.constant(4.0))"),
    row(BUILTINS, "other NumPy functions on tensors", """
@ag.function
def f(x):
    return np.where(x > 2, x, 0)
""", "f(ag.constant([1, 3]))"),
    row(BUILTINS, "`math` on tensors", """
import math

@ag.function
def f(x):
    return math.sqrt(x)
""", "f(ag.constant(4.0))"),
    row(BUILTINS, "`math` on Python values", """
import math

@ag.function
def f(x):
    return x * math.floor(2.5)
""", INTEGER),
    row(OTHER, "user-defined objects as results", """
class Point:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"<a point at {self.x}>"

@ag.function
def f(x):
    return Point(x)
""", INTEGER),
    row(OTHER, "`.numpy()` of a tensor", """
@ag.function
def f(x):
    return x.numpy()
""", INTEGER),
)  # fmt: skip
