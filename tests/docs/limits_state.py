"""Limitations of TensorFlow's AutoGraph on state, functions and source.

For docs/autograph_limitations.md. What TensorFlow documents is said in our own words;
what happens here is found out by running the program (see examples.py).
"""

from __future__ import annotations

from tests.docs.examples import API, GUIDE, REFERENCE, limit

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

STATE = "Side effects, objects and collections"
FUNCTIONS = "Functions and their source"

LIMITS = (
    limit(STATE, "lists that grow in a staged loop", GUIDE,
          "Appending to a list in a staged loop is a Python side effect that happens "
          "while tracing; `tf.TensorArray` takes its place.",
          """
@ag.function
def f(n):
    squares = []
    for i in range(n):
        squares.append(i * i)
    return squares
""", INTEGER, here="The list grows when the graph runs, and its elements may differ in "
          "shape."),
    limit(STATE, "what is done with such a list", GUIDE,
          "A `tf.TensorArray` is written, read by index, and stacked.",
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
    limit(STATE, "items of lists in staged code", REFERENCE,
          "Items of a list that are assigned in staged code are not tracked.",
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
    limit(STATE, "keys of dicts that tensors decide on", REFERENCE,
          "Keys of a dict cannot be tensors.",
          """
@ag.function
def f(n):
    totals = {"even": 0, "odd": 0}
    while n > 0:
        totals["even" if n % 2 == 0 else "odd"] += n
        n -= 1
    return totals
""", INTEGER, here="Refused here, too."),
    limit(STATE, "constant keys of dicts", GUIDE,
          "Entries that are added to a dict in staged code are a side effect.",
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
          here="Keys that tracing knows can be updated, and added where all paths add "
          "them. A key that only some paths add is refused."),
    limit(STATE, "Python lists indexed by tensors", REFERENCE,
          "A Python collection cannot be indexed with a tensor.",
          """
@ag.function
def f(i):
    return [10, 20, 30][i]
""", "f(ag.constant(1))", ops="list_get",
          here="Items of one dtype can be indexed."),
    limit(STATE, "attributes that a called function changes", REFERENCE,
          "Changes of objects are found in the source of the function with the staged "
          "`if` or loop; what functions and methods change that it calls is missed.",
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
    limit(STATE, "changes in the branch that is not taken", REFERENCE,
          "Both branches are traced, and so are their effects on Python objects.",
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
""", INTEGER, NEGATIVE, here="Objects are put back after each branch."),
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
""", INTEGER, here="Within a call they are state of the staged code."),
    limit(STATE, "globals and objects that outlive the call", GUIDE,
          "What is written to them is written while tracing, and is a symbolic tensor "
          "that has leaked.",
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
""", "calls()", traced=INTEGER, here="The same, and no error."),
    limit(STATE, "globals and free variables that change between calls", GUIDE,
          "A graph keeps the value that a global or a free variable had while tracing.",
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
""", "calls()", traced=INTEGER, here="The same. Pass it as an argument."),
    limit(STATE, "attributes of arguments that change between calls", GUIDE,
          "An object counts as the same argument when its attributes have changed, and "
          "no new graph is made.",
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
          here="The same. Pass the numbers as arguments."),
    limit(STATE, "`print` and other effects of Python", GUIDE,
          "They happen while tracing, once for each graph.",
          """
@ag.function
def f(x):
    print("x is", x)
    return x
""", INTEGER, here="The same. `ag.print` prints each time."),
    limit(STATE, "random numbers of Python and NumPy", API,
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
          here="The same."),
    limit(STATE, "Python arguments", GUIDE,
          "Each value of a Python number has a graph of its own.",
          """
@ag.function
def f(x, n):
    for _ in range(n):
        x = x * 2
    return x
""", "f(ag.constant(3), 2)", here="The same. With a tensor for `n`, one graph does."),
    limit(FUNCTIONS, "lambdas", REFERENCE,
          "Of several lambdas on one line of source the right one may not be found, "
          "and they are then not converted.",
          """
@ag.function
def f(x):
    up, down = lambda v: v + 1 if v > 0 else v, lambda v: v - 1 if v > 0 else v
    return up(x), down(x)
""", INTEGER),
    limit(FUNCTIONS, "closures over variables that change", REFERENCE,
          "A variable that a lambda or a local function uses is taken to be used "
          "everywhere in the function around it, so that the rules for staged code "
          "hold for it where it does not matter.",
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
          "The source has to be in a file or a notebook cell: functions made by "
          "`exec`, or typed at Python's prompt, are not converted, with a warning.",
          """
namespace = {}
exec(compile("def f(x): return x if x > 0 else -x", "<made>", "exec"), namespace)
f = ag.function(namespace["f"])
""", INTEGER, here="Refused, with an error that says so."),
    limit(FUNCTIONS, "`locals()`", REFERENCE,
          "`locals()` sees the frame of generated code.",
          """
@ag.function
def f(x):
    if x > 0:
        y = x + 1
    else:
        z = x - 1
    return locals()
""", INTEGER, NEGATIVE),
    limit(FUNCTIONS, "`eval`, `exec`", REFERENCE,
          "Code that `exec` and `eval` run is not converted, and the frame that they "
          "see is one of generated code.",
          """
@ag.function
def f(x):
    y = x + 1
    if y > 0:
        y = eval("y * 10")
    return y
""", INTEGER, here="A function that calls them runs as it stands, so that they see its "
          "variables; a tensor condition in it is refused."),
    limit(FUNCTIONS, "decorators", REFERENCE,
          "What a decorator makes of a function is converted if its source is found; "
          "decorators that replace functions in other ways may hide it.",
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
          "`super()` without arguments looks at the frame of its method, which "
          "converted code does not have; it is supported in part.",
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
    limit(FUNCTIONS, "getters and special methods of one's own classes", REFERENCE,
          "Calls are converted; what runs without one, as getters and special methods "
          "do, is not.",
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
""", NEGATIVE, here="Getters and setters, comparisons, truth, `in`, `len` and items are converted. "
          "Arithmetic runs as it stands: a tensor condition in it is refused."),
    limit(FUNCTIONS, "functions of libraries that take functions", REFERENCE,
          "A function that is handed to a library is called from there, and is not "
          "converted.",
          """
import functools

@ag.function
def f(x, y):
    return functools.reduce(lambda a, b: a if a > b else b, [x, y, 0])
""", "f(ag.constant(-3), ag.constant(2))",
          here="`map`, `functools.reduce`, `sorted` and the functions of `itertools` "
          "are known; others run as they stand."),
    limit(FUNCTIONS, "results that are no tensors", GUIDE,
          "A function returns tensors and structures of them; numbers of Python become "
          "tensors.",
          """
class Point:
    def __repr__(self):
        return "<a point>"

@ag.function
def f(x):
    return Point()
""", INTEGER, here="Other objects are refused."),
    limit(FUNCTIONS, "values of tensors while tracing", GUIDE,
          "`.numpy()`, and NumPy's own functions, are not there for symbolic tensors.",
          """
@ag.function
def f(x):
    return np.where(x > 2, x, 0)
""", "f(ag.constant([1, 3]))", here="The same. NumPy's ufuncs are staged."),
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
          "tracebacks; `sys._getframe(n)` and the levels of `warnings.warn` count its "
          "frames alone. Along `f_back` there are frames of operators between them."),
)  # fmt: skip
