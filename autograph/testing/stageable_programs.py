"""Programs without effects for implementations of the operators, which may be staged.

Each defines `program`, of numbers, which returns numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class OperatorProgram:
    """A program.

    Attributes:
        name: What it is about.
        source: Its text.
        calls: The arguments of each call.
        is_pure: It has no effects, takes numbers and returns numbers: a back end may
            stage it.
    """

    name: str
    source: str
    calls: tuple[tuple[Any, ...], ...]
    is_pure: bool = False


NUMBERS: Final = ((-2,), (0,), (1,), (5,))


def _pure(name: str, source: str, *calls: tuple[Any, ...]) -> OperatorProgram:
    return OperatorProgram(name, source.strip() + "\n", calls or NUMBERS, is_pure=True)


STAGEABLE: Final = (
    _pure(
        "if",
        """
def program(x):
    y = 1
    if x > 0:
        y = x * 2
        z = y + 1
    elif x == 0:
        z = 7
    else:
        z = -x
    return y, z
""",
    ),
    _pure(
        "if without else",
        """
def program(x):
    y = x
    if x < 1:
        y = y - 3
    return y
""",
    ),
    _pure(
        "swapping",
        """
def program(x, y):
    if x < y:
        x, y = y, x
    return x - y, x, y
""",
        (1, 2),
        (2, 1),
        (3, 3),
    ),
    _pure(
        "early return",
        """
def program(x):
    if x < 0:
        return -x
    if x > 3:
        return x * 10
    return 0
""",
    ),
    _pure(
        "a conditional expression",
        """
def program(x):
    return (x if x > 0 else -x) + (1 if x == 5 else 2)
""",
    ),
    _pure(
        "and, or, not",
        """
def program(x):
    if x > 0 and x < 4 or not x >= -1:
        return 1
    return 2
""",
    ),
    _pure(
        "a chain of comparisons",
        """
def program(x):
    return 3 if 0 < x <= 5 else 4
""",
    ),
    _pure(
        "break out of a loop",
        """
def program(x):
    total = 0
    for step in (1, 2, 3):
        if x < step:
            break
        total = total + step
    return total
""",
    ),
    _pure(
        "return out of a loop",
        """
def program(x):
    for step in (1, 4):
        if x < step:
            return x * step
    return -1
""",
    ),
    _pure(
        "a loop that has an else",
        """
def program(x):
    for step in (1, 2):
        if x == step:
            break
    else:
        x = x + 100
    return x
""",
    ),
    _pure(
        "continue",
        """
def program(x):
    total = 0
    for step in (1, 2, 3):
        if x >= step:
            continue
        total += step
    return total
""",
    ),
    _pure(
        "while",
        """
def program(x):
    n = 0
    while x > 0:
        x = x - 2
        n = n + 1
    return n, x
""",
    ),
    _pure(
        "for over a range",
        """
def program(x):
    total = 0
    for i in range(x):
        total = total + i
    return total
""",
    ),
    _pure(
        "a call",
        """
def program(x):
    def inner(y):
        if y > 2:
            return y - 2
        return y
    return inner(x) * inner(2 * x)
""",
    ),
    _pure(
        "a comprehension's condition",
        """
def program(x):
    a, b = [(y if y > 1 else 1) for y in (x, x + 3)]
    return a * b
""",
    ),
)

__all__ = ["NUMBERS", "STAGEABLE", "OperatorProgram"]
