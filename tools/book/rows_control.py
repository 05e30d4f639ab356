"""Conditions and variables, each with a small program.

The kind of a construct is not written here: it follows from a run of its program, see
`examples.py`. `tools/book/constructs.py` makes the pages from the rows.
"""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

CONDITIONS = "Conditions"
VARIABLES = "Variables and state"
DICTS = "Dicts and sets"

ROWS = (
    row(CONDITIONS, "`if`, `elif`, `else`", """
@ag.function
def f(x):
    if x > 0:
        y = x
    elif x == 0:
        y = 1
    else:
        y = -x
    return y
""", NEGATIVE),
    row(CONDITIONS, "`if` on Python values", """
@ag.function
def f(x, doubled=True):
    if doubled:
        x = x * 2
    return x
""", INTEGER, "f(ag.constant(3), False)",
        note="Evaluated while tracing. Each value of a Python argument has its own "
             "trace."),
    row(CONDITIONS, "conditional expressions", """
@ag.function
def f(x):
    return x if x > 0 else -x
""", NEGATIVE),
    row(CONDITIONS, "`and`, `or`, `not`", """
@ag.function
def f(x, y):
    return x > 0 and not (y < x or y == 3)
""", "f(ag.constant(1), ag.constant(2))",
        note="As in Python, the second operand is evaluated only if it is needed."),
    row(CONDITIONS, "chained comparisons", """
@ag.function
def f(x):
    return 0 < x < 10
""", INTEGER),
    row(CONDITIONS, "a condition with several elements", """
@ag.function
def f(x):
    if x > 0:
        return x
    return -x
""", "f(ag.constant([1, -2]))"),
    row(CONDITIONS, "`in` and `not in` on tensors", """
@ag.function
def f(x, xs):
    return x in xs, x in [1, 2, 3], x not in range(0, x, 2)
""", "f(ag.constant(3), ag.constant([4, 3]))"),
    row(CONDITIONS, "`match` on Python values", """
@ag.function
def f(x, kind):
    match kind:
        case "double":
            return x * 2
        case (a, b):
            return x * a + b
""", 'f(ag.constant(3), "double")', "f(ag.constant(3), (10, 1))"),
    row(CONDITIONS, "`match` on tensors", """
@ag.function
def f(x):
    match x:
        case 0:
            return 10
        case 1 | 2:
            return 20
        case y if y > 5:
            return y
    return -1
""", INTEGER, "f(ag.constant(2))", "f(ag.constant(7))"),
    row(CONDITIONS, "`match` on structures of tensors", """
@ag.function
def f(x, y):
    match (x, {"size": y, "name": "square"}):
        case (0, _):
            return 0
        case (a, {"size": b, "name": str(name)}) if a < b:
            return a + b + len(name)
        case _:
            return -1
""", "f(ag.constant(1), ag.constant(2))", "f(ag.constant(5), ag.constant(2))",
        note="The structure is matched while tracing, the values at run time. A "
             "tensor does not match a sequence pattern."),
    row(VARIABLES, "names assigned on some paths only", """
@ag.function
def f(x):
    if x > 0:
        y = x
    return y
""", INTEGER, NEGATIVE),
    row(VARIABLES, "`None` on some paths only", """
@ag.function
def f(x):
    y = None
    if x > 0:
        y = x
    return x if y is None else y
""", INTEGER),
    row(VARIABLES, "`del`", """
@ag.function
def f(x):
    y = x
    if x < 0:
        del y
    return y
""", INTEGER, NEGATIVE),
    row(VARIABLES, "assignment expressions, `:=`", """
@ag.function
def f(x):
    if x > 0 and (y := x * 2) > 5:
        return y + 1
    return x
""", INTEGER, NEGATIVE),
    row(VARIABLES, "attributes assigned in a method", """
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
    row(VARIABLES, "items of lists and dicts", """
@ag.function
def f(n):
    totals = {"even": 0, "odd": 0}
    while n > 0:
        if n % 2 == 0:
            totals["even"] += n
        else:
            totals["odd"] += n
        n -= 1
    return totals
""", INTEGER),
    row(VARIABLES, "`nonlocal`", """
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
""", INTEGER),
    row(VARIABLES, "`global`", """
total = 0

@ag.function
def f(n):
    global total
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total
""", INTEGER,
        note="The result is the same, with a warning: after the call the global is a "
             "symbolic tensor without a value."),
    row(VARIABLES, "`nonlocal` in a returned closure", """
def make_counter():
    count = 0

    def bump():
        nonlocal count
        count += 1
        return count

    return bump

@ag.function
def f(x):
    bump = make_counter()
    if x > 0:
        bump()
    return bump()
""", INTEGER),
    row(VARIABLES, "property setters, `__setattr__`, `__setitem__`", """
class Clipped:
    @property
    def value(self):
        return self.kept

    @value.setter
    def value(self, new):
        self.kept = new if new < 10 else 10

@ag.function
def f(x):
    clipped = Clipped()
    clipped.value = 1
    if x > 0:
        clipped.value = x * 5
    return clipped.value
""", INTEGER),
    row(VARIABLES, "`deque`, `defaultdict`, subclasses of containers", """
from collections import deque

@ag.function
def f(n):
    last = deque([0, 0], maxlen=2)
    while n > 0:
        last.append(n)
        n -= 1
    return list(last)
""", INTEGER),
    row(VARIABLES, "a deque of dynamic length", """
from collections import deque

@ag.function
def f(n):
    queue, order = deque([(n, 0)]), []
    while queue:
        x, depth = queue.popleft()
        order.append(x)
        if x > 2:
            queue.extend([(x // 2, depth + 1), (x - 2, depth + 1)])
    return order, depth
""", "f(ag.constant(6))"),
    row(VARIABLES, "a dynamic choice of deques", """
from collections import deque

@ag.function
def f(x):
    queue = deque([1, 2])
    if x > 1:
        queue = deque([3])
    return len(queue)
""", INTEGER),
    row(VARIABLES, "a list with two names", """
@ag.function
def f(n):
    items = [n]
    kept = items
    while n > 0:
        items = kept
        items[0] += 1
        n -= 1
    return items, kept
""", "f(ag.constant(3))"),
    row(VARIABLES, "a list with a second name on some paths only", """
@ag.function
def f(x):
    items = [1]
    kept = items
    if x > 0:
        items = [9]
    items.append(2)
    return kept
""", "f(ag.constant(-3))"),
    row(VARIABLES, "`next` on a list iterator, in staged code", """
@ag.function
def f(x):
    items = iter([1, 2])
    first = 0
    if x > 0:
        first = next(items)
    return first + next(items)
""", INTEGER),
    row(DICTS, "dict keys in a different order on each path", """
@ag.function
def f(x):
    table = {}
    if x > 0:
        table["a"] = 1
        table["b"] = 2
    else:
        table["b"] = 2
        table["a"] = 1
    return table
""", INTEGER),
    row(VARIABLES, "`list.append` in staged code", """
@ag.function
def f(n):
    squares = []
    for i in range(n):
        squares.append(i * i)
    return squares
""", INTEGER),
    row(VARIABLES, "a list of dynamic length", """
@ag.function
def f(n):
    stack, found = [n], []
    while stack:
        x = stack.pop()
        found.append(x)
        if x > 2 and x not in found[:-1]:
            stack.extend([x // 2, x - 2])
    found.sort()
    return found, len(found), found[-1], sum(found)
""", "f(ag.constant(6))"),
    row(VARIABLES, "lists appended to a list", """
@ag.function
def f(n):
    rows = []
    for i in range(n):
        rows.append([i, i * i])
    return rows
""", "f(ag.constant(2))"),
    row(VARIABLES, "dicts appended to a list", """
@ag.function
def f(n):
    rows = []
    for i in range(n):
        rows.append({"i": i, "x": i * i})
    for row in rows:
        row["x"] += 1
    return rows, max(rows, key=lambda row: row["x"])["i"]
""", "f(ag.constant(2))"),
    row(VARIABLES, "a dynamic choice of `IntEnum` members", """
import enum

class Level(enum.IntEnum):
    LOW = 1
    HIGH = 4

@ag.function
def f(x):
    level = Level.HIGH if x > 0 else Level.LOW
    if level is Level.HIGH:
        x = x * level
    return level, level + 1, level >= 2, [10, 20, 30, 40, 50][level], x
""", INTEGER, NEGATIVE,
        note="The choice is a member of the enum. Arithmetic with it returns tensors."),
    row(VARIABLES, "a tuple nested deeper in each iteration", """
@ag.function
def f(n):
    head = None
    for i in range(n):
        head = i, head
    return head
""", INTEGER),
    row(VARIABLES, "a tuple of dynamic length", """
@ag.function
def f(n):
    t = ()
    for i in range(n):
        t += (i,)
    return t, f"{t}"
""", "f(ag.constant(2))"),
    row(VARIABLES, "lists of dynamic length in a list, tuple or dict", """
@ag.function
def f(n):
    rows = [[], [], []]
    for i in range(n):
        rows[0 if i < 2 else 2].append(i)
    return max(map(len, rows)), [x for row in filter(None, rows) for x in row], [] in rows
""", INTEGER),
    row(VARIABLES, "writes to rows of a list of lists", """
@ag.function
def f(n):
    rows = [[0] * int(n) for _ in range(n)]
    for i in range(n):
        rows[i][i] = 1
        rows[i - 1].append(i)
    return rows
""", "f(ag.constant(2))"),
    row(VARIABLES, "a write to one of two lists", """
@ag.function
def f(x):
    low, high = [], [0]
    chosen = high if x > 0 else low
    chosen.append(x)
    low.append(1)
    return low, high, chosen is low
""", INTEGER),
    row(VARIABLES, "writes to lists that a loop swaps", """
@ag.function
def f(n):
    above, row = [0] * 3, [0] * 3
    for i in range(n):
        for j in range(3):
            row[j] = above[j] + i * j
        above, row = row, above
    return above
""", "f(ag.constant(3))"),
    row(VARIABLES, "a write to a row that another list may share", """
@ag.function
def f(n):
    rows = []
    for i in range(n):
        rows.append([i])
    chosen = rows[1:]
    rows[0].append(1)
    return rows, chosen
""", "f(ag.constant(2))"),
    row(VARIABLES, "`__len__` that reads a list of dynamic length", """
class Stack:
    def __init__(self):
        self.items = []

    def __len__(self):
        return len(self.items)

@ag.function
def f(n):
    stack = Stack()
    for i in range(n):
        stack.items.append(i)
    return len(stack)
""", "f(ag.constant(2))"),
    row(VARIABLES, "NumPy arrays written in place", """
@ag.function
def f(x):
    kept = np.zeros(2)
    if x > 0:
        kept[0] = 1.0
    return kept
""", INTEGER),
    row(VARIABLES, "enum members as loop-carried state", """
import enum

class State(enum.Enum):
    IDLE = 1
    BUSY = 2
    DONE = 3

@ag.function
def f(n):
    state, steps = State.IDLE, 0
    while state is not State.DONE:
        if state is State.IDLE:
            state = State.BUSY
        elif steps >= n:
            state = State.DONE
        steps += 1
    return state.name, steps
""", INTEGER, "f(ag.constant(0))"),
)  # fmt: skip
