"""Numbers of Python's where another path leaves a tensor, for docs/language.md.

What happens to a construct is not written here: it is found out by running the program
(see examples.py). To change the page, change a row and run `python -m tools.docs`.
"""

from __future__ import annotations

from tests.docs.examples import row

INTEGER = "f(ag.constant(3))"
NEGATIVE = "f(ag.constant(-3))"

DATA = "Data"

ROWS = (
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
