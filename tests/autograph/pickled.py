"""A module of a user's, for `test_pickling.py`: other processes import it, or cannot."""

import collections

import autograph as ag

Point = collections.namedtuple("Point", ["x", "y"])  # noqa: PYI024  # shorter


@ag.function
def scaled(x, factor=2):
    """Return a multiple."""
    if ag.reduce_sum(x) > 0:
        return x * factor
    return -x * factor


class Model:
    """One with state."""

    def __init__(self, by):
        self.by = by
        self.weight = ag.Variable(by)

    @ag.function
    def scale(self, x):
        return x * self.by

    @ag.function
    def weigh(self, x):
        return x * self.weight


def plain(x):
    return x + 1


decorated = ag.function(plain)


@ag.function
def pointed(p):
    return Point(p.y, {"x": [p.x, None]})


def unnamed():
    """Return a function that cannot be imported."""
    weight = ag.Variable([1.0, 2.0])

    @ag.function
    def inner(x, n, flag=True):
        total = weight * 0.0
        for _ in ag.range(n):
            if flag:
                total = total + scaled(x) * weight
            ag.print("total", total)
        return {"total": total, "weight": weight + 0.0}

    return inner, weight
