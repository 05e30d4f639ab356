"""Values that another path makes something else of, for docs/language.md.

What happens to a construct is not written here: it is found out by running the program
(see examples.py). To change the page, change a row and run `python -m tools.docs`.
"""

from __future__ import annotations

from tests.docs.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

DATA = "Data"

ROWS = (
    row(DATA, "a float on one path, an integer tensor on another", """
@ag.function
def f(x):
    y = 0.5
    if x > 0:
        y = x
    return y
""", INTEGER, NEGATIVE,
        note="The integer is a float in the graph, which keeps what it was for its text and class. What floats do not hold, or what would wrap around, is an error in the run."),
    row(DATA, "the smallest of integers, beginning with infinity", """
@ag.function
def f(xs):
    lowest = float("inf")
    for x in xs:
        if x < lowest:
            lowest = x
    return f"{lowest}"
""", "f(np.array([3, 1, 2]))", "f(np.array([], int))"),
    row(DATA, "a key that is None on some paths", """
@ag.function
def f(n):
    names = {1: "one", 2: "two"}
    key = None
    if n > 0:
        key = n
    return names.get(key, "?"), key in names
""", "f(np.int64(2))", "f(np.int64(-3))"),
    row(DATA, "division by a number that is a tensor on another path", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x
    return 10 / y
""", INTEGER, NEGATIVE,
        note="The graph keeps which of the two it is where that matters."),
    row(DATA, "overflow of a number that is a tensor on another path", """
@ag.function
def f(x):
    y = 1000000
    if x > 0:
        y = x
    return y * y
""", INTEGER, NEGATIVE,
        note="The number has the tensor's dtype: what that does not hold is an error, and does not wrap around. `int(y) * int(y)` is exact."),
    row(DATA, "the text of a number that is a tensor on another path", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x
    return f"{y}"
""", INTEGER, NEGATIVE),
    row(DATA, "the class of a number that is a tensor on another path", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x
    return isinstance(y, int)
""", INTEGER, NEGATIVE),
)  # fmt: skip
