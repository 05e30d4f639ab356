"""What the run chooses on one path, beside what is of another kind on the other one."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (-2, 0, 3, 6)))
refused = Rows()


test_what_cannot_be_chosen_is_refused = refused.refusal_test()


class Item:
    def __init__(self, score):
        self.score = score


@refused.on(*EACH)
def an_object_or_a_number(x):
    item = Item(1) if x > 0 else Item(2)
    return (item if x < 4 else 1) == 1


@refused.on(*EACH)
def a_function_or_a_number(x):
    act = abs if x > 0 else min
    return (act if x < 4 else 1) == 1


@refused.on(*EACH)
def an_exception_or_a_number(x):
    try:
        if x > 0:
            raise ValueError("a")
        found = 1
    except ValueError as error:
        found = error
    return found == 1
