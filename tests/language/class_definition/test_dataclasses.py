"""Frozen dataclasses as state: what a comparison with plain Python does not show."""

from __future__ import annotations

import autograph as ag
from autograph.testing import assert_agrees
from tests.language.class_definition.dataclasses import Point, T

# -- Frozen dataclasses


def test_records_of_two_paths_are_the_objects_that_they_are():
    def f(x):
        kept = point = Point(x, 1)
        if x > 0:
            point = Point(2 * x, 1)
        return point is kept

    for n in (3, -3):
        assert_agrees(f, T(n))


# -- dataclasses.replace()


class Shown:
    def __init__(self, value):
        self.value = value

    def __str__(self):
        return f"<{self.value}>"


def test_what_is_printed_of_an_object_of_the_run_is_printed_when_it_runs(capsys):
    def show(n):
        shown = Shown(n)
        print(shown)
        return n

    shown = ag.function(show)
    for n in (T(2), T(3)):
        shown(n)
        found = capsys.readouterr().out
        show(n)
        assert found == capsys.readouterr().out
