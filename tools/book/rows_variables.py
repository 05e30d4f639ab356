"""`ag.Variable` in functions, each use with a small program; see `rows_control`."""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

STATE = "`ag.Variable`"

ROWS = (
    row(STATE, "reads and writes in program order", """
total = ag.Variable(0)

@ag.function
def f(x):
    before = total.assign(x) + 0
    for i in ag.range(x):
        if i % 2 == 1:
            total.assign_add(i * 10)
    return before, total
""", INTEGER, NEGATIVE,
        note="A variable that is returned becomes a tensor with its final value."),
    row(STATE, "conditions and loops on variables", """
v = ag.Variable(0)
rows = ag.Variable([1, 2, 3])

@ag.function
def f(x):
    v.assign(x)
    while v < 10:
        v.assign_add(4)
    for row in rows:
        if row in (2, v):
            v.assign_sub(row)
    return int(v), f"{v}"
""", INTEGER, NEGATIVE),
    row(STATE, "writes to parts, `v[i].assign(x)` and `v[i] += x`", """
w = ag.Variable([1.0, 2.0, 3.0])

@ag.function
def f(i):
    w[i].assign(10.0)
    w[1:] = [5.0, 6.0]
    w[0] += 0.5
    return w
""", "f(ag.constant(0))", "f(ag.constant(2))", ops="assign_variable_item"),
    row(STATE, "a dynamic choice of variables", """
a, b = ag.Variable(1), ag.Variable(2)

@ag.function
def f(x):
    chosen = a if x > 0 else b
    a.assign(10)
    b.assign(20)
    chosen.assign_add(x)
    return chosen, a, b, chosen is a
""", INTEGER, NEGATIVE,
        note="A later read returns the current value of the chosen variable."),
    row(STATE, "text of a dynamic choice of variables", """
a, b = ag.Variable(1), ag.Variable(2)

@ag.function
def f(x):
    chosen = a if x > 0 else b
    return f"{chosen}"
""", INTEGER),
    row(STATE, "an exception between writes", """
v = ag.Variable(0)

@ag.function
def f(x):
    try:
        v.assign(1)
        if x > 0:
            raise ValueError("positive")
        v.assign_add(10)
    except ValueError:
        v.assign_add(100)
    return v
""", INTEGER, NEGATIVE,
        note="Writes before the exception remain, as in plain Python."),
    row(STATE, "a variable created in the first call", """
class Scale:
    def __init__(self):
        self.rate = None

    @ag.function
    def __call__(self, x):
        if self.rate is None:
            self.rate = ag.Variable(x * 2)
        return self.rate * x

scale = Scale()
f = scale.__call__
""", INTEGER, ops="read_variable",
        note="The first call traces twice: Python side effects happen twice. The "
             "initial value is computed from its arguments."),
    row(STATE, "a variable created in each call", """
@ag.function
def f(x):
    v = ag.Variable(x)
    return v.assign_add(1)
""", INTEGER,
        note="This is an error in every case."),
    row(STATE, "a variable created under a tensor condition", """
made = []

@ag.function
def f(x):
    if x > 0:
        made.append(ag.Variable(x))
    return x
""", INTEGER),
    row(STATE, "`+=` on a variable", """
v = ag.Variable(1)

@ag.function
def f(x):
    total = v
    total += x
    return total
""", INTEGER,
        note="It is an error in plain Python, too: `+=` would bind the name to a "
             "tensor."),
    row(STATE, "`ag.init_scope`", """
calls = ag.Variable(0)

@ag.function
def f(x):
    with ag.init_scope():
        calls.assign(7)
    return x + 1
""", INTEGER,
        note="Its body runs while tracing, outside the graph."),
    row(STATE, "variables of an `ag.Module`", """
class Line(ag.Module):
    def __init__(self):
        self.slope = ag.Variable(2)
        self.offset = ag.Variable(1)

line = Line()

@ag.function
def f(x):
    for v in line.variables:
        v.assign(x)
    return line.slope * x + line.offset
""", INTEGER, ops="assign_variable"),
)  # fmt: skip
