"""`ag.nest`, and functions that are passed to `ag.cond`, `ag.while_loop` and others."""

from typing import Any, NamedTuple

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant


class Point(NamedTuple):
    y: Any
    x: Any


@programs.staged((T(1), {"p": Point(T(1), T(2)), "q": [T(3)]}))
def structures(x, batch):
    """A structure of tensors is mapped over, flattened, and packed again."""
    doubled = ag.nest.map_structure(lambda a, b: a * 2 + b, batch, batch)
    total = 0
    for leaf in ag.nest.flatten(doubled):
        total += leaf
    return total + x, doubled, ag.nest.pack_sequence_as(batch, [x] * 3)


def larger(x):
    if x > 2:
        return x * 10
    return x


def count_up(i):
    if i > 2:
        return i + 2
    return i + 1


@programs.falls(T(1), T(4))
def functions_that_branch(x):
    """Functions passed to `map_structure`, `cond` and `while_loop` have an `if`."""
    a, b = ag.nest.map_structure(larger, (x, x - 3))
    c = ag.cond(x > 1, true_fn=lambda: larger(x), false_fn=lambda: x)
    (d,) = ag.while_loop(lambda i: i < x, count_up, [T(0)])
    return a, b, c, d
