"""Loops and jumps, each with a small program; see `rows_control`."""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

LOOPS = "Loops"
JUMPS = "Jumps"

ROWS = (
    row(LOOPS, "`while`", """
@ag.function
def f(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total
""", INTEGER),
    row(LOOPS, "`for` over tensors", """
@ag.function
def f(xs):
    total = 0.0
    for x in xs:
        total += x
    return total
""", "f(ag.constant([1.0, 2.5]))"),
    row(LOOPS, "`for` over `range` or `ag.range` with a tensor bound", """
@ag.function
def f(n):
    total = 0
    for i in range(n):
        total += i * i
    return total
""", "f(ag.constant(4))"),
    row(LOOPS, "`for` over data sets", """
@ag.function
def f(n):
    total = ag.constant(0, ag.int64)
    for x in ag.data.Dataset.range(n).map(lambda x: x * x):
        if x > 10:
            break
        total += x
    return total
""", "f(ag.constant(3))", "f(ag.constant(9))",
        note="The graph has one loop, which draws the elements when it runs."),
    row(LOOPS, "`for` over Python iterables", """
@ag.function
def f(x):
    total = 0
    for k in [1, 10, 100]:
        total += k * x
    return total
""", INTEGER,
        note="A short loop is unrolled: the graph has every iteration. A longer one "
             "becomes a loop of the graph."),
    row(LOOPS, "`break` on a tensor condition in a Python loop", """
@ag.function
def f(x):
    for k in [1, 2, 3]:
        if k > x:
            break
    return k
""", "f(ag.constant(1))", "f(ag.constant(7))",
        note="The loop is unrolled. The iterations after the `break` are conditional."),
    row(LOOPS, "a Python loop that ends with an exception", """
def going_on():
    return True

@ag.function
def f(x):
    while going_on():
        if x > 3000:
            raise ValueError(f"{int(x)} is too high")
        x = x + 1
""", "f(ag.constant(1))",
        note="The loop test is a Python value. Python runs the first iterations while "
             "tracing; the rest is a loop of the graph."),
    row(LOOPS, "`else` of a loop", """
@ag.function
def f(n):
    i = 0
    while i < n:
        i += 1
        if i == 5:
            break
    else:
        i = -i
    return i
""", INTEGER, "f(ag.constant(9))"),
    row(LOOPS, "nested loops", """
@ag.function
def f(n):
    count = 0
    for i in range(n):
        for j in range(n):
            if j > i:
                break
            count += 1
    return count
""", INTEGER),
    row(LOOPS, "a loop test with a side effect", """
@ag.function
def f(n):
    drawn = []

    def draw():
        drawn.append(len(drawn))
        return len(drawn) < n

    while draw():
        pass
    return drawn
""", INTEGER),
    row(LOOPS, "a tensor whose shape changes in a loop", """
@ag.function
def f(x, n):
    while n > 0:
        x = ag.concat([x, x], 0)
        n -= 1
    return x
""", "f(ag.constant([1]), ag.constant(2))"),
    row(LOOPS, "a Python number whose type changes in a loop", """
@ag.function
def f(n):
    x = 1
    while n > 0:
        x = x / 2
        n -= 1
    return x
""", INTEGER, "f(ag.constant(0))",
        note="The variable has the wider type on every path."),
    row(LOOPS, "a tensor whose dtype changes in a loop", """
@ag.function
def f(x, n):
    while n > 0:
        x = x / 2
        n -= 1
    return x
""", "f(ag.constant(1), ag.constant(3))"),
    row(LOOPS, "`enumerate` and `zip` over tensors", """
@ag.function
def f(xs):
    total = 0
    for i, x in enumerate(xs):
        total += i * x
    return total
""", "f(ag.constant([4, 5]))"),
    row(LOOPS, "comprehensions over Python iterables", """
@ag.function
def f(x):
    return [k * x for k in range(2)]
""", INTEGER),
    row(LOOPS, "comprehensions over tensors", """
@ag.function
def f(xs):
    return [2 * x for x in xs]
""", "f(ag.constant([4, 5]))"),
    row(LOOPS, "generator expressions in `sum`, `any`, `all`, `min`, `max`", """
@ag.function
def f(n):
    return sum(i * i for i in range(n) if i % 2), any(k > n for k in [1, 2])
""", "f(ag.constant(4))", "f(ag.constant(1))"),
    row(LOOPS, "`set_loop_options(maximum_iterations=...)`", """
@ag.function
def f(n):
    i = 0
    while i < n:
        ag.autograph.experimental.set_loop_options(maximum_iterations=3)
        i += 1
    return i
""", "f(ag.constant(2))", "f(ag.constant(10))",
        note="The loop stops after this number of iterations. A Python loop ignores "
             "the option. `shape_invariants` relaxes or checks shapes. The other "
             "options have no effect."),
    row(JUMPS, "`break`, `continue`", """
@ag.function
def f(xs):
    total = 0
    for x in xs:
        if x == 0:
            break
        if x < 0:
            continue
        total += x
    return total
""", "f(ag.constant([4, -5, 2, 0, 7]))"),
    row(JUMPS, "`return` in a loop", """
@ag.function
def f(xs):
    for x in xs:
        if x > 3:
            return x
    return -1
""", "f(ag.constant([2, 4, 5]))", "f(ag.constant([1, 2]))"),
    row(JUMPS, "`return` on some paths only", """
@ag.function
def f(x):
    if x > 0:
        return x
""", INTEGER),
    row(JUMPS, "`return` of a different type on each path", """
def share(x, total):
    if total == 0:
        return "nothing to share"
    return x / total, x

@ag.function
def f(x, total):
    return share(x, total) if x > 0 else -1
""", "f(ag.constant(3.0), ag.constant(4.0))", "f(ag.constant(3.0), ag.constant(0.0))"),
    row(JUMPS, "`return` in `with`", """
import contextlib

@ag.function
def f(x):
    with contextlib.nullcontext(10) as offset:
        if x > 0:
            return x + offset
    return x
""", INTEGER, NEGATIVE),
    row(JUMPS, "`return`, `break`, `continue` in `finally`", """
@ag.function
def f(x):
    try:
        if x < 0:
            raise ValueError("swallowed by the return")
    finally:
        if x != 0:
            return "in finally"
    return "at the end"
""", NEGATIVE, INTEGER),
    row(JUMPS, "`return` in `try` with `finally`", """
@ag.function
def f(x):
    y = 0
    try:
        if x < 0:
            return x
        y = x
    finally:
        y += 10
    return y
""", INTEGER, NEGATIVE),
)  # fmt: skip
