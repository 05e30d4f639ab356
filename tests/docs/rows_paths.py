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
        note="The number is one of the tensor's dtype, which raises no ZeroDivisionError. `10 / int(y)` does."),
    row(DATA, "overflow of a number that is a tensor on another path", """
@ag.function
def f(x):
    y = 1000000
    if x > 0:
        y = x
    return y * y
""", INTEGER, NEGATIVE,
        note="The number is one of the tensor's dtype, and wraps around. `int(y) * int(y)` does not."),
    row(DATA, "the text, or the class, of a number that is a tensor on another path", """
@ag.function
def f(x):
    y = 0
    if x > 0:
        y = x
    return f"{y}"
""", INTEGER, NEGATIVE),
)  # fmt: skip
