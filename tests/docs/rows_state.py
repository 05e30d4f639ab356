"""Loops, patterns and state in more detail, each with a small program.

For docs/language.md. What happens to a construct is not written here: it is found out
by running the program (see examples.py).
"""

from __future__ import annotations

from tests.docs.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

CONDITIONS = "Conditions"
LOOPS = "Loops"
JUMPS = "Jumps"
VARIABLES = "Variables and state"

ROWS = (
    row(CONDITIONS, "`match` with sequence and star patterns", """
@ag.function
def f(x, *more):
    match [x, *more]:
        case [only]:
            return only
        case [0, *_]:
            return 0
        case [first, *rest]:
            return first + len(rest)
""", INTEGER, "f(ag.constant(3), 4, 5)", "f(ag.constant(0), 4, 5)"),
    row(CONDITIONS, "`match` with class patterns", """
from dataclasses import dataclass

@dataclass
class Point:
    x: object
    y: object

@ag.function
def f(x):
    match Point(x, 1):
        case Point(0, y):
            return y
        case Point(x=a, y=1) if a > 0:
            return a * 10
    return -1
""", INTEGER, "f(ag.constant(0))", NEGATIVE),
    row(CONDITIONS, "`is` and `is not`", """
@ag.function
def f(x):
    y = None
    if x > 0:
        y = x
    if y is not None:
        return y * 10
    return 0
""", INTEGER, NEGATIVE),
    row(LOOPS, "the loop variable after the loop, and after none", """
@ag.function
def f(xs):
    for x in xs:
        pass
    return x
""", "f(ag.constant([1, 2]))", "f(ag.zeros([0], ag.int32))"),
    row(LOOPS, "`while True` with a tensor `break`", """
@ag.function
def f(n):
    steps = 0
    while True:
        if n <= 1:
            break
        n = n // 2
        steps += 1
    return steps
""", "f(ag.constant(20))"),
    row(LOOPS, "`for` over `reversed`, `zip` and nested targets", """
@ag.function
def f(xs, ys):
    total = 0
    for i, (x, y) in enumerate(zip(reversed(xs), ys)):
        total += i * x - y
    return total
""", "f(ag.constant([1, 2, 3]), ag.constant([4, 5, 6]))"),
    row(LOOPS, "comprehensions with conditions on tensors", """
@ag.function
def f(xs):
    return [x for x in xs if x > 1]
""", "f(ag.constant([1, 2, 3]))"),
    row(LOOPS, "comprehensions over ranges of tensors", """
@ag.function
def f(n):
    return [i * i for i in range(n)]
""", INTEGER),
    row(LOOPS, "dict comprehensions, with conditions on tensors", """
@ag.function
def f(x):
    return {k: x * k if x > 0 else k for k in range(6) if k > x}
""", INTEGER),
    row(LOOPS, "set comprehensions", """
@ag.function
def f(x):
    return len({k % 2 for k in range(6)}) * (x if x > 0 else -x)
""", INTEGER),
    row(LOOPS, "set and dict comprehensions over what the run decides", """
@ag.function
def f(n):
    return {k * k % 3 for k in range(n)}, {k: k * k for k in range(n) if k % 2}
""", INTEGER),
    row(LOOPS, "`set_loop_options(shape_invariants=...)`", """
@ag.function
def f(x, n):
    while n > 0:
        ag.autograph.experimental.set_loop_options(
            shape_invariants=[(x, (None,))], parallel_iterations=1
        )
        x = ag.concat([x, x], 0)
        n -= 1
    return x
""", "f(ag.constant([1]), ag.constant(2))"),
    row(JUMPS, "`return` out of nested loops", """
@ag.function
def f(n):
    for i in range(n):
        for j in range(i):
            if i * j > 5:
                return i, j
    return -1, -1
""", "f(ag.constant(9))", INTEGER),
    row(JUMPS, "a tensor `return` out of a Python loop", """
@ag.function
def f(x):
    for k in [1, 2, 3]:
        if k >= x:
            return k * 10
    return x
""", "f(ag.constant(2))", "f(ag.constant(7))"),
    row(VARIABLES, "tuples, lists and dicts as state", """
@ag.function
def f(n):
    pair, table = (0, [1, 1]), {"steps": 0}
    while n > 0:
        pair = (pair[0] + n, [pair[1][1], pair[1][0] + pair[1][1]])
        table = {"steps": table["steps"] + 1}
        n -= 1
    return pair, table
""", INTEGER),
    row(VARIABLES, "named tuples as state", """
from typing import NamedTuple

class Pair(NamedTuple):
    low: object
    high: object

@ag.function
def f(n):
    pair = Pair(n, n)
    while n > 0:
        pair = pair._replace(high=pair.high + 1)
        n -= 1
    return pair.low, pair.high
""", INTEGER),
    row(VARIABLES, "dataclasses whose attributes change", """
from dataclasses import dataclass

@dataclass
class Range:
    low: object
    high: object

@ag.function
def f(n):
    range_ = Range(n, n)
    while n > 0:
        range_.high += n
        n -= 1
    return range_.low, range_.high
""", INTEGER),
    row(VARIABLES, "attributes assigned on some paths only", """
class Record:
    pass

@ag.function
def f(x):
    record = Record()
    for i in range(x):
        if not hasattr(record, "first"):
            record.first = i + 10
    try:
        return record.first + getattr(record, "last", 0)
    except AttributeError:
        return -1
""", INTEGER),
    row(VARIABLES, "all attributes of an object that has some on some paths only", """
class Record:
    pass

@ag.function
def f(x):
    record = Record()
    if x > 0:
        record.value = x
    return vars(record)
""", INTEGER),
    row(VARIABLES, "a variable that is given new objects in staged code", """
from dataclasses import dataclass, replace

@dataclass(frozen=True)
class Range:
    low: object
    high: object

@ag.function
def f(n):
    range_ = Range(n, n)
    while n > 0:
        range_ = replace(range_, high=range_.high + n)
        n -= 1
    return range_.low, range_.high
""", INTEGER),
    row(VARIABLES, "an object that a tensor condition chooses", """
class Item:
    def __init__(self, score):
        self.score = score

@ag.function
def f(x):
    items = [Item(3), Item(x), Item(5)]
    best = items[0]
    for item in items:
        if item.score > best.score:
            best = item
    best.score += 1
    return best is items[1], items[2].score
""", INTEGER, "f(ag.constant(7))"),
    row(VARIABLES, "`for`, `with` and `match` of an object that a tensor condition chooses", """
class Pair:
    __match_args__ = ("left", "right")
    def __init__(self, left, right):
        self.left, self.right = left, right
    def __iter__(self):
        return iter((self.left, self.right))

@ag.function
def f(x):
    one, two = Pair(x, 1), Pair(2, x)
    chosen = one if x > 0 else two
    total = 0
    for value in chosen:
        total += value
    match chosen:
        case Pair(2, right):
            return total, right
        case Pair(left, _):
            return total, left * 10
""", INTEGER, NEGATIVE),
    row(VARIABLES, "an object that each iteration of a staged loop makes anew", """
class Node:
    def __init__(self, value):
        self.value = value

@ag.function
def f(x):
    node = Node(x)
    for i in range(x):
        node = Node(node.value + i)
    return node.value
""", INTEGER),
    row(VARIABLES, "objects with lists that each iteration makes anew", """
class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def times(self, other):
        (a, b), (c, d) = self.rows
        (e, f), (g, h) = other.rows
        first, second = [a * e + b * g, a * f + b * h], [c * e + d * g, c * f + d * h]
        return Matrix([first, second])

@ag.function
def f(x):
    matrix = base = Matrix([[1, 1], [1, 0]])
    for _ in range(x):
        matrix = matrix.times(base)
    return matrix.rows
""", INTEGER),
    row(VARIABLES, "a list of objects whose length the run decides", """
class Node:
    def __init__(self, value):
        self.value = value

@ag.function
def f(x):
    nodes = [Node(i * i) for i in range(x)]
    total = 0
    for node in nodes:
        total += node.value
    return total, max(nodes, key=lambda node: node.value).value
""", INTEGER),
    row(VARIABLES, "changing an object in such a list", """
class Node:
    def __init__(self, value):
        self.value = value

@ag.function
def f(x):
    nodes = [Node(i * i) for i in range(x)]
    nodes[0], nodes[1] = nodes[1], nodes[0]
    largest = max(nodes, key=lambda node: node.value)
    largest.value = -10
    for node in nodes:
        node.value += 1
    return largest.value, [node.value for node in nodes], nodes[-1] is largest
""", INTEGER),
    row(VARIABLES, "another attribute for an object in such a list", """
class Node:
    def __init__(self, value):
        self.value = value

@ag.function
def f(x):
    nodes = [Node(i * i) for i in range(x)]
    nodes[0].is_first = True
    return nodes[0].value
""", INTEGER),
    row(VARIABLES, "an object in such a list as a key", """
class Node:
    def __init__(self, value):
        self.value = value

@ag.function
def f(x):
    nodes = [Node(i * i) for i in range(x)]
    seen = {nodes[0]: 1}
    return seen[nodes[0]]
""", INTEGER),
    row(VARIABLES, "objects of which each holds the one before", """
class Node:
    def __init__(self, value, following):
        self.value = value
        self.following = following

@ag.function
def f(x):
    node = None
    for i in range(x):
        node = Node(i, node)
    total = 0
    while node is not None:
        total = total * 10 + node.value
        node = node.following
    return total
""", INTEGER),
    row(VARIABLES, "keys that are added to a dict on all paths", """
@ag.function
def f(x):
    table = {}
    if x > 0:
        table["sign"] = 1
    else:
        table["sign"] = -1
    return table
""", INTEGER, NEGATIVE),
    row(VARIABLES, "keys that are added to a dict on some paths", """
@ag.function
def f(x):
    table = {}
    if x > 0:
        table["sign"] = 1
    return table
""", INTEGER),
    row(VARIABLES, "names assigned in a loop only", """
@ag.function
def f(n):
    for i in range(n):
        last = i * 10
    return last
""", INTEGER, "f(ag.constant(0))"),
    row(VARIABLES, "`setattr` and `getattr`", """
class Box:
    value = 0

@ag.function
def f(x):
    box = Box()
    if x > 0:
        setattr(box, "value", x)
    return getattr(box, "value") + 1
""", INTEGER, NEGATIVE),
    row(VARIABLES, "lists that functions change", """
def record(kept, x):
    kept[0] = x

@ag.function
def f(x):
    kept = [0]
    if x > 0:
        record(kept, x)
    return kept
""", INTEGER, NEGATIVE),
    row(VARIABLES, "`append` and `pop` in Python loops", """
@ag.function
def f(x):
    stack = []
    for k in range(3):
        stack.append(x * k)
    stack.pop()
    return stack
""", INTEGER),
    row(VARIABLES, "changes by code that runs as it stands, far from variables", """
class Box:
    def __init__(self):
        self.nodes = [[i] for i in range(30000)]
        self.far = [[0]]

    def __iadd__(self, other):
        exec("self.far[0][0] = other")
        return self

@ag.function
def f(x):
    box = Box()
    if x > 0:
        box += 5
    return box.far[0][0]
""", "f(ag.constant(-3))",
        note="Of what a staged block reaches, the nearest 20,000 objects are compared."),
    row(VARIABLES, "writes to what outlives the call", """
total = ag.constant(0)

@ag.function
def f(x):
    global total
    total = total + x
    return total

def calls():
    f(ag.constant(3))
    f(ag.constant(3))
    return repr(total)
""", "calls()", traced=INTEGER,
        note="Written while tracing, once for each graph, and with symbolic values; a warning names the "
             "line. What is no value, as a list whose length the run decides, is refused."),
    row(VARIABLES, "globals that change between calls", """
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
        note="The graph has the value of the first call; arguments are looked at in "
        "each call."),
)  # fmt: skip
