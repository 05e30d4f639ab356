"""What Python says of numbers and text that the run decides: they are no tensors."""

from __future__ import annotations

import operator

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

B = (ag.constant(1), ag.constant(0))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*B)
def length(n):
    return len(int(n))


@rows.on(*B)
def length_that_is_caught(n):
    try:
        return len(float(n))
    except TypeError as error:
        return str(error)


@rows.on(*B)
def stepped_through(n):
    for _ in int(n):
        pass


@rows.on(*B)
def listed(n):
    return list(bool(n))


@rows.on(*B)
def summed(n):
    return sum(int(n))


@rows.on(*B)
def called(n):
    number = int(n)
    return number(3)


@rows.on(*B)
def called_and_caught(n):
    word = ["a", "b"][int(n)]
    try:
        return word(3)
    except TypeError as error:
        return str(error)


@rows.on(*B)
def index_of_a_list(n):
    return [1, 2][float(n)]


@rows.on(*B)
def index_of_a_tuple(n):
    return (1, 2)[float(n)]


@rows.on(*B)
def index_of_text(n):
    return "ab"[float(n)]


@rows.on(*B)
def index_of_a_range(n):
    return range(5)[float(n)]


@rows.on(*B)
def bound_of_a_slice(n):
    return [1, 2][float(n) :]


@rows.on(*B)
def argument_of_range(n):
    return list(range(float(n)))


@rows.on(*B)
def place_for_insert(n):
    xs = []
    while len(xs) < int(n) + 2:
        xs.append(len(xs))
    xs.insert(float(n), 3)


@rows.on(*B)
def is_scalar(n):
    word = ["a", "b"][int(n)]
    return np.isscalar(int(n)), np.isscalar(word), np.isscalar(bool(n)), np.isscalar(n)


@rows.on(*B)
def unpacked(n):
    a, b = int(n)
    return a, b


@rows.on(*B)
def unpacked_with_a_star(n):
    a, *b = float(n)
    return a, b


@rows.on(*B)
def managed(n):
    with int(n):
        return 1


@rows.on(*B)
def drawn(n):
    return next(int(n))


@rows.on(*B)
def drawn_with_a_default(n):
    return next(int(n), 4)


@rows.on(*B)
def length_hints(n):
    hint = operator.length_hint
    return hint("ab" * int(n)), hint(str(int(n)), 5), hint(range(int(n))), hint(int(n))
