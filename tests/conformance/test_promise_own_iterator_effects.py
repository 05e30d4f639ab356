"""What iterators of one's own classes do besides giving items comes in Python's order."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0), T(1), T(3))
spoken = Rows()


@pytest.mark.parametrize(("function", "args"), spoken.calls)
def test_effects_come_in_the_order_of_plain_python(function, args, capsys):
    function(*args)
    plain = capsys.readouterr().err
    ag.function(function)(*args)
    assert capsys.readouterr().err == plain


class Speaking:
    def __init__(self, n):
        self.n, self.i = n, 0

    def __iter__(self):
        ag.print("iter")
        return self

    def __len__(self):
        ag.print("len")
        return self.n

    def __next__(self):
        ag.print("next", self.i)
        if self.i >= self.n:
            raise StopIteration
        self.i += 1
        return self.i


@spoken.on(*NUMBERS)
def in_a_loop(n):
    for x in Speaking(n):
        ag.print("body", x)
        if x == 2:
            break
    else:
        ag.print("else")
    return n


@spoken.on(*NUMBERS)
def in_builtins(n):
    found = list(Speaking(n))
    ag.print(",".join(map(str, Speaking(n))))
    ag.print(len(found), sum(Speaking(n)), 2 in Speaking(n))
    return max(Speaking(n), key=lambda x: ag.print("key", x) or x, default=0)


@spoken.on(*NUMBERS)
def in_iterators_of_builtins(n):
    for x, y in zip(Speaking(n), Speaking(2), strict=False):
        ag.print(x, y)
    for i, x in enumerate(Speaking(n)):
        ag.print(i, x)
    return n
