"""Objects selected at run time: what a comparison with plain Python does not show."""

from __future__ import annotations

import autograph as ag
from tests.language.class_definition.dynamic import Data, T


def test_arguments_are_changed_as_plain_python_does():
    def f(items, x):
        best = None
        for item in items:
            if best is None or item.value > best.value:
                best = item
        best.value += x
        return best is items[0]

    for x in (3, -2):
        expected, given = ([Data(T(1)), Data(T(x))] for _ in range(2))
        assert bool(ag.function(f)(given, T(x))) == bool(f(expected, T(x)))
        assert [int(i.value) for i in given] == [int(i.value) for i in expected]
