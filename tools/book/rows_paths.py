"""Values with a different type on each path, each with a small program.

The kind of a construct is not written here: it follows from a run of its program, see
`examples.py`. `tools/book/constructs.py` makes the pages from the rows.
"""

from __future__ import annotations

from tools.book.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

DATA = "Numbers, arrays and structures"
DICTS = "Dicts and sets"

ROWS = (
    row(DATA, "a float on one path, an integer tensor on another", """
@ag.function
def f(x):
    y = 0.5
    if x > 0:
        y = x
    return y
""", INTEGER, NEGATIVE,
        note="The value is what plain Python has on the path that is taken."),
    row(DATA, "a minimum of integers that starts at infinity", """
@ag.function
def f(xs):
    lowest = float("inf")
    for x in xs:
        if x < lowest:
            lowest = x
    return f"{lowest}"
""", "f(np.array([3, 1, 2]))", "f(np.array([], int))"),
    row(DICTS, "a dict key that is None on some paths", """
@ag.function
def f(n):
    names = {1: "one", 2: "two"}
    key = None
    if n > 0:
        key = n
    return names.get(key, "?"), key in names
""", "f(np.int64(2))", "f(np.int64(-3))"),
    row(DATA, "division by a number or a tensor", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x
    return 10 / y
""", INTEGER, NEGATIVE,
        note="The number has the tensor's dtype: it divides as that dtype does."),
    row(DATA, "overflow of a number or a tensor", """
@ag.function
def f(x):
    y = 1000000
    if x > 0:
        y = x
    return y * y
""", INTEGER, NEGATIVE,
        note="The number has the tensor's dtype, and overflows as that dtype does."),
    row(DATA, "text of a number or a tensor", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x
    return f"{y}"
""", INTEGER, NEGATIVE),
    row(DATA, "`isinstance` of a number or a tensor", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x
    return isinstance(y, int)
""", INTEGER, NEGATIVE),
)  # fmt: skip
