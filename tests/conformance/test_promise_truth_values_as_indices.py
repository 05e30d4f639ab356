"""Truth values of Python's that the run decides, as indices, bounds and counts."""

from __future__ import annotations

from collections import deque

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(1), T(0))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*B)
def items(n):
    b = int(n) > 0
    return [10, 20][b], (10, 20)[b], range(5, 9)[b], [[1, 2], [3, 4]][b][not b]


@rows.on(*B)
def caught(n):
    try:
        return [10, 20][int(n) > 0]
    except TypeError:
        return -1


@rows.on(*B)
def slices(n):
    b = bool(n)
    return [1, 2, 3][b:], (1, 2, 3)[:b], list(range(9))[b :: b + 1]


@rows.on(*B)
def writes(n):
    xs = [1, 2, 3]
    xs[bool(n)] = 7
    xs[not n] += 4
    del xs[bool(n)]
    xs.insert(bool(n), 9)
    return xs, xs.pop(bool(n))


@rows.on(T(2), T(0), T(5))
def counts(n):
    found = [0, 0]
    for i in range(3):
        found[bool(i < n)] += 1
    return found


@rows.on(*B)
def grown(n):
    xs = []
    while len(xs) < int(n) + 3:
        xs.append(len(xs))
    b = bool(n)
    xs[b] += 3
    del xs[not b]
    xs.insert(b, 8)
    y = xs.pop(b)
    return xs, y, xs[b], xs[b:], xs[:: 1 + b], xs * b, tuple(xs)[b], tuple(xs)[b:]


@rows.on(*B)
def texts(n):
    b = bool(n)
    word = ["abc", "xyz"][b]
    found = "ab"[b], "abc"[b:], "abc".find("a", b), "ab" * b
    return found, word[b], word[b:], word[:b], word * b, word.split("b", b)


@rows.on(*B)
def deques(n):
    b = bool(n)
    d = deque([1, 2, 3])
    d[b] = 8
    d.rotate(b)
    d.insert(b, 4)
    y = d[b]
    del d[b]
    return list(d), y


@rows.on(*B)
def ranges(n):
    b = bool(n)
    total = 0
    for i in range(b, 5, 1 + b):
        total += i
    return total, list(range(b)), list(range(b, 3)), list(enumerate("ab", b))


@rows.on(*B)
def zero_steps(n):
    return list(range(0, 5, bool(n)))


@rows.on(*B)
def array_bounds(n):
    b = bool(n)
    x = np.arange(6).reshape(2, 3)
    return x[0, b:], x[:b], T([1, 2, 3])[b:]


@rows.on(*B)
def array_masks(n):
    return np.array([1, 2, 3])[bool(n)], T([1, 2, 3])[bool(n)]


@rows.on(*B)
def item_by_a_tensor(n):
    return [10, 20][n > 0]


@rows.on(*B)
def bound_by_a_tensor(n):
    return [10, 20][: n > 0]


@rows.on(*B)
def range_by_a_tensor(n):
    return list(range(n > 0))
