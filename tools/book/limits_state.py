"""Limitations of TensorFlow's AutoGraph on state, functions and source.

What TensorFlow documents is stated in our own words. What happens here follows from a
run of the program, see `examples.py`.
"""

from __future__ import annotations

from tools.book.examples import API, GUIDE, REFERENCE, limit

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

STATE = "Side effects, objects and collections"
FUNCTIONS = "Functions and their source"

LIMITS = (
    limit(STATE, "`list.append` in a staged loop", GUIDE,
          "`list.append` in a staged loop is a Python side effect, which happens "
          "while tracing. `tf.TensorArray` replaces the list.",
          """
@ag.function
def f(n):
    squares = []
    for i in range(n):
        squares.append(i * i)
    return squares
""", INTEGER,
          here="The list lives at run time as itself. Its elements may be anything."),
    limit(STATE, "operations on a list of dynamic length", GUIDE,
          "A `tf.TensorArray` can be written, read by index, and stacked.",
          """
@ag.function
def f(xs):
    kept = []
    for x in xs:
        if x > 0:
            kept.append(x)
        elif len(kept) > 0:
            kept.pop()
    kept += [100]
    return kept, kept[0], sum(kept), 3 in kept
""", "f(ag.constant([1, 2, -5, 3]))"),
    limit(STATE, "assignment to list items", REFERENCE,
          "An assignment to a list item in staged code is not tracked.",
          """
@ag.function
def f(n):
    totals = [0, 0]
    while n > 0:
        totals[0] += n
        totals[1] += 1
        n -= 1
    return totals
""", INTEGER),
    limit(STATE, "dict keys that depend on tensors", REFERENCE,
          "A dict key cannot be a tensor.",
          """
@ag.function
def f(n):
    totals = {"even": 0, "odd": 0}
    while n > 0:
        totals["even" if n % 2 == 0 else "odd"] += n
        n -= 1
    return totals
""", INTEGER,
          here="Text and Python numbers that depend on tensors can be keys. A tensor "
               "cannot: as in plain Python, it is not hashable."),
    limit(STATE, "dict keys added in staged code", GUIDE,
          "An entry that is added to a dict in staged code is a side effect.",
          """
@ag.function
def f(n):
    totals = {}
    if n > 0:
        totals["sign"] = 1
    else:
        totals["sign"] = -1
    while n > 0:
        totals["sign"] += n
        n -= 1
    return totals
""", INTEGER, NEGATIVE,
          here="A key may also be added on some paths only."),
    limit(STATE, "a Python list indexed by a tensor", REFERENCE,
          "A Python collection cannot be indexed with a tensor.",
          """
@ag.function
def f(i):
    return [10, 20, 30][i]
""", "f(ag.constant(1))"),
    limit(STATE, "attributes assigned in a called function", REFERENCE,
          "Changes to objects are found in the source of the function that contains "
          "the staged `if` or loop. Changes in the functions and methods that it "
          "calls are missed.",
          """
class Counter:
    def __init__(self):
        self.count = 0

    def add(self, by):
        self.count += by

@ag.function
def f(n):
    counter = Counter()
    while n > 0:
        counter.add(n)
        n -= 1
    return counter.count
""", INTEGER),
    limit(STATE, "changes to an object in both branches", REFERENCE,
          "Both branches are traced, and both change the Python object.",
          """
class Box:
    value = 0

@ag.function
def f(x):
    box = Box()
    if x > 0:
        box.value = 1
    else:
        box.value += 10
    return box.value
""", INTEGER, NEGATIVE),
    limit(STATE, "`global` and `nonlocal` in staged code", GUIDE,
          "Assignments to globals and free variables are side effects, which happen "
          "while tracing.",
          """
@ag.function
def f(n):
    total = 0

    def add(k):
        nonlocal total
        total += k

    while n > 0:
        add(n)
        n -= 1
    return total
""", INTEGER,
          here="Within a call they are loop-carried state, as local variables are."),
    limit(STATE, "writes to a global object", GUIDE,
          "The write happens while tracing, and leaks a symbolic tensor.",
          """
kept = []

@ag.function
def f(x):
    kept.append(x + 1)
    return x

def calls():
    kept.clear()
    f(ag.constant(1))
    f(ag.constant(2))
    return [repr(each) for each in kept]
""", "calls()", traced=INTEGER,
          here="As in TensorFlow, with a warning."),
    limit(STATE, "globals and free variables that change between calls", GUIDE,
          "A graph has the value that a global or a free variable had while tracing.",
          """
rate = 1

@ag.function
def f(x):
    return x * rate

def calls():
    global rate
    rate = 1
    first = f(ag.constant(3))
    rate = 10
    return first, f(ag.constant(3))
""", "calls()", traced=INTEGER,
          here="As in TensorFlow. Pass the value as an argument."),
    limit(STATE, "attributes of arguments that change between calls", GUIDE,
          "If an attribute changes, the object is still the same argument, and the "
          "function is not traced again.",
          """
class Model:
    scale = 1

model = Model()

@ag.function
def f(x, model):
    return x * model.scale

def calls():
    model.scale = 1
    first = f(ag.constant(3), model)
    model.scale = 10
    return first, f(ag.constant(3), model)
""", "calls()", traced="f(ag.constant(3), model)",
          here="As in TensorFlow. Pass the attribute's value as an argument."),
    limit(STATE, "`print` and other Python side effects", GUIDE,
          "They happen while tracing, once for each trace.",
          """
@ag.function
def f(x):
    print("x is", x)
    return x
""", INTEGER,
          here="As in TensorFlow. `ag.print` prints at each run."),
    limit(STATE, "random numbers from Python and NumPy", API,
          "They are drawn while tracing, and are constants of the graph.",
          """
import random

numbers = random.Random(0)

@ag.function
def f(x):
    return x * numbers.random()

def calls():
    numbers.seed(0)
    return f(ag.constant(1.0)), f(ag.constant(1.0))
""", "calls()", traced="f(ag.constant(1.0))",
          here="As in TensorFlow. `ag.random` draws at each run."),
    limit(STATE, "Python arguments", GUIDE,
          "Each value of a Python number has its own trace.",
          """
@ag.function
def f(x, n):
    for _ in range(n):
        x = x * 2
    return x
""", "f(ag.constant(3), 2)",
          here="As in TensorFlow. If `n` is a tensor, one trace is enough."),
    limit(FUNCTIONS, "several lambdas on one line", REFERENCE,
          "If a source line has several lambdas, the right one may not be found. It "
          "is then not converted.",
          """
@ag.function
def f(x):
    up, down = lambda v: v + 1 if v > 0 else v, lambda v: v - 1 if v > 0 else v
    return up(x), down(x)
""", INTEGER),
    limit(FUNCTIONS, "closures over changing variables", REFERENCE,
          "A variable that a lambda or a local function uses counts as used in the "
          "whole enclosing function. The rules for staged code then apply to it where "
          "this is not needed.",
          """
@ag.function
def f(x):
    scaled = lambda v: v * scale
    if x > 0:
        scale = 10
        return scaled(x)
    return x
""", INTEGER, NEGATIVE),
    limit(FUNCTIONS, "functions without source", REFERENCE,
          "The source must be in a file or a notebook cell. A function from `exec`, "
          "or from Python's prompt, is not converted, with a warning.",
          """
namespace = {}
exec(compile("def f(x): return x if x > 0 else -x", "<made>", "exec"), namespace)
f = ag.function(namespace["f"])
""", INTEGER),
    limit(FUNCTIONS, "`locals()`", REFERENCE,
          "`locals()` sees the frame of the generated code.",
          """
@ag.function
def f(x):
    if x > 0:
        y = x + 1
    else:
        z = x - 1
    return locals()
""", INTEGER, NEGATIVE),
    limit(FUNCTIONS, "`eval` and `exec`", REFERENCE,
          "Code that `exec` and `eval` run is not converted, and sees the frame of "
          "the generated code.",
          """
@ag.function
def f(x):
    y = x + 1
    if y > 0:
        y = eval("y * 10")
    return y
""", INTEGER,
          here="A function that calls them is not converted, so that they see its "
               "variables. A tensor condition in it is not supported."),
    limit(FUNCTIONS, "decorators", REFERENCE,
          "What a decorator returns is converted if its source is found. A decorator "
          "that replaces the function in another way may hide it.",
          """
import functools

def doubled(function):
    @functools.wraps(function)
    def wrapper(*args):
        return 2 * function(*args)
    return wrapper

@ag.function
@doubled
def f(x):
    return x if x > 0 else -x
""", NEGATIVE),
    limit(FUNCTIONS, "`super()`", REFERENCE,
          "`super()` without arguments reads the frame of its method, which converted "
          "code does not have. It is supported in part.",
          """
class Base:
    def scale(self, x):
        return x * 10 if x > 0 else x

class Derived(Base):
    @ag.function
    def f(self, x):
        return super().scale(x) + 1 if x < 100 else x

model = Derived()
""", "model.f(ag.constant(3))"),
    limit(FUNCTIONS, "properties and special methods", REFERENCE,
          "Calls are converted. Properties and special methods run without a call in "
          "the source, and are not converted.",
          """
class Number:
    def __init__(self, value):
        self.value = value

    @property
    def size(self):
        return self.value if self.value > 0 else -self.value

    def __lt__(self, other):
        return True if self.size < other.size else False

@ag.function
def f(x):
    return Number(x).size, Number(x) < Number(4)
""", NEGATIVE,
          here="Properties, comparisons, truth, `in`, `len`, indexing and arithmetic "
               "are converted."),
    limit(FUNCTIONS, "functions passed to a library", REFERENCE,
          "A function that is passed to a library is called from there, and is not "
          "converted.",
          """
import functools

@ag.function
def f(x, y):
    return functools.reduce(lambda a, b: a if a > b else b, [x, y, 0])
""", "f(ag.constant(-3), ag.constant(2))",
          here="`map`, `sorted` and most functions of `itertools` are staged. Other "
               "library functions are not converted: Python calls them."),
    limit(FUNCTIONS, "results that are not tensors", GUIDE,
          "A function returns tensors and structures of tensors. Python numbers "
          "become tensors.",
          """
class Point:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"<a point at {self.x}>"

@ag.function
def f(x):
    return Point(x)
""", INTEGER,
          here="Any object can be a result: numbers, text and arrays become tensors, "
               "other objects come as they are."),
    limit(FUNCTIONS, "NumPy functions while tracing", GUIDE,
          "Symbolic tensors have no `.numpy()`, and NumPy's own functions do not "
          "accept them.",
          """
@ag.function
def f(x):
    return np.where(x > 2, x, 0)
""", "f(ag.constant([1, 3]))",
          here="NumPy functions accept symbolic tensors. `.numpy()` is not supported."),
    limit(FUNCTIONS, "debuggers and frames", GUIDE,
          "A debugger shows the converted source.",
          """
import sys

def line_of_call():
    return sys._getframe(1).f_lineno

@ag.function
def f(x):
    return x * line_of_call()
""", "f(ag.constant(1))",
          here="Converted code has the lines of its source, in debuggers and in "
               "tracebacks. `sys._getframe(n)` and the stack level of `warnings.warn` "
               "count the frames of converted code only. The chain of `f_back` has "
               "extra frames of this library."),
)  # fmt: skip
