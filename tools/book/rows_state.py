"""Patterns, loops and state, each with a small program; see `rows_control`."""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

CONDITIONS = "Conditions"
LOOPS = "Loops"
JUMPS = "Jumps"
VARIABLES = "Variables and state"
DICTS = "Dicts and sets"

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
    row(LOOPS, "the loop variable after the loop", """
@ag.function
def f(xs):
    for x in xs:
        pass
    return x
""", "f(ag.constant([1, 2]))", "f(ag.zeros([0], ag.int32))"),
    row(LOOPS, "`while True` with a dynamic `break`", """
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
    row(LOOPS, "`for` over `reversed` and `zip`, with nested targets", """
@ag.function
def f(xs, ys):
    total = 0
    for i, (x, y) in enumerate(zip(reversed(xs), ys)):
        total += i * x - y
    return total
""", "f(ag.constant([1, 2, 3]), ag.constant([4, 5, 6]))"),
    row(LOOPS, "comprehensions with tensor conditions", """
@ag.function
def f(xs):
    return [x for x in xs if x > 1]
""", "f(ag.constant([1, 2, 3]))"),
    row(LOOPS, "comprehensions over `range` with a tensor bound", """
@ag.function
def f(n):
    return [i * i for i in range(n)]
""", INTEGER),
    row(LOOPS, "dict comprehensions with tensor conditions", """
@ag.function
def f(x):
    return {k: x * k if x > 0 else k for k in range(6) if k > x}
""", INTEGER),
    row(LOOPS, "set comprehensions", """
@ag.function
def f(x):
    return len({k % 2 for k in range(6)}) * (x if x > 0 else -x)
""", INTEGER),
    row(LOOPS, "set and dict comprehensions over dynamic items", """
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
    row(JUMPS, "`return` on a tensor condition in a Python loop", """
@ag.function
def f(x):
    for k in [1, 2, 3]:
        if k >= x:
            return k * 10
    return x
""", "f(ag.constant(2))", "f(ag.constant(7))"),
    row(VARIABLES, "tuples, lists and dicts as loop-carried state", """
@ag.function
def f(n):
    pair, table = (0, [1, 1]), {"steps": 0}
    while n > 0:
        pair = (pair[0] + n, [pair[1][1], pair[1][0] + pair[1][1]])
        table = {"steps": table["steps"] + 1}
        n -= 1
    return pair, table
""", INTEGER),
    row(VARIABLES, "named tuples as loop-carried state", """
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
    row(VARIABLES, "dataclasses with changing attributes", """
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
    row(VARIABLES, "`vars()` of an object with attributes on some paths only", """
class Record:
    pass

@ag.function
def f(x):
    record = Record()
    if x > 0:
        record.value = x
    return vars(record)
""", INTEGER),
    row(VARIABLES, "`dataclasses.replace` in a loop", """
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
    row(VARIABLES, "a dynamic choice of objects", """
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
    row(VARIABLES, "`for`, `with` and `match` on a dynamic choice of objects", """
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
    row(VARIABLES, "a new object in each iteration", """
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
    row(VARIABLES, "a new object with lists in each iteration", """
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
    row(VARIABLES, "objects in a list of dynamic length", """
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
    row(VARIABLES, "writes to objects in a list of dynamic length", """
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
    row(VARIABLES, "a new attribute of an object in a list of dynamic length", """
class Node:
    def __init__(self, value):
        self.value = value

@ag.function
def f(x):
    nodes = [Node(i * i) for i in range(x)]
    nodes[0].is_first = True
    return nodes[0].value
""", INTEGER),
    row(VARIABLES, "an object in a list of dynamic length as a dict key", """
class Node:
    def __init__(self, value):
        self.value = value

@ag.function
def f(x):
    nodes = [Node(i * i) for i in range(x)]
    seen = {nodes[0]: 1}
    return seen[nodes[0]]
""", INTEGER),
    row(VARIABLES, "a linked list", """
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
    row(DICTS, "dict keys added on all paths", """
@ag.function
def f(x):
    table = {}
    if x > 0:
        table["sign"] = 1
    else:
        table["sign"] = -1
    return table
""", INTEGER, NEGATIVE),
    row(DICTS, "dict keys added on some paths only", """
@ag.function
def f(x):
    table = {}
    if x > 0:
        table["sign"] = 1
    return table
""", INTEGER),
    row(VARIABLES, "names assigned only in a loop", """
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
    row(VARIABLES, "a list changed in a called function", """
def record(kept, x):
    kept[0] = x

@ag.function
def f(x):
    kept = [0]
    if x > 0:
        record(kept, x)
    return kept
""", INTEGER, NEGATIVE),
    row(VARIABLES, "`append` and `pop` in a Python loop", """
@ag.function
def f(x):
    stack = []
    for k in range(3):
        stack.append(x * k)
    stack.pop()
    return stack
""", INTEGER),
    row(VARIABLES, "unconverted code that changes a distant object", """
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
        note="Python calls unconverted code at run time, on the object itself."),
    row(VARIABLES, "writes to a global in several calls", """
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
        note="The write happens once for each trace, with a symbolic tensor. A "
             "warning names the line."),
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
        note="The graph has the value from the trace. Only arguments are compared at "
             "each call."),
)  # fmt: skip
