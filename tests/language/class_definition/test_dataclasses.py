"""Frozen dataclasses as state: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.language.class_definition.dataclasses import Point, T

# -- Frozen dataclasses


@pytest.mark.parametrize("make", [Point, lambda x, y: (x, y)])
def test_whether_two_records_are_one_object_is_not_guessed(make):
    def f(x):
        kept = point = make(x, 1)
        if x > 0:
            point = make(2 * x, 1)
        return point is kept

    found = check(f, T(3))
    assert found.verdict is Verdict.REFUSED
    assert "one object" in str(found.staged.error)
    assert "`==`" in found.staged.error.hint


# -- dataclasses.replace()


class Shown:
    def __init__(self, value):
        self.value = value

    def __str__(self):
        return f"<{self.value}>"


def test_what_is_printed_while_tracing_shows_the_tensor(capsys):
    def show(n):
        shown = Shown(n)
        print(shown)
        return n

    assert int(ag.function(show)(T(2))) == 2
    assert "Tensor(" in capsys.readouterr().out
