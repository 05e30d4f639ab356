"""Objects that hold containers, and containers of objects: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.language.changed_objects import Node, Particle

X = np.array([0.5, -1.25, 2.0])


def pulled(x, n):
    ps = []
    for i in range(n):
        ps.append(Particle(x[i] * 1.0, x[i] * 0.0))
    for _ in range(2):
        for a in ps:
            for b in ps:
                if a is not b:
                    a.v += (b.x - a.x) * x[0]
        for a in ps:
            a.move(0.25)
    ps[0], ps[1] = ps[1], ps[0]
    ps[0].x = ps[0].x * ps[-1].v
    total = x[0] * 0.0
    for p in ps:
        total += p.x * p.x
    return total


def chained(x, n):
    head = None
    for i in range(n):
        head = Node(x[i] * x[i], head)
    total, node = x[0] * 0.0, head
    while node is not None:
        node.v = node.v * x[1]
        total = total * 0.5 + node.v
        node = node.following
    return total


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize("function", [pulled, chained])
def test_gradients_are_those_of_differences(function):
    staged = ag.function(function, python="allow")
    x, n = ag.constant(X), ag.constant(len(X))
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = staged(x, n)
    found = tape.gradient(y, x).numpy()
    step = 1e-6
    for place in range(len(X)):
        moved = [X.copy(), X.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        ends = [float(function(ag.constant(each), len(X))) for each in moved]
        assert found[place] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5)
