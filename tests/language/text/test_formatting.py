"""The text of arrays, NumPy scalars and containers: what a comparison with plain Python does not show."""

from __future__ import annotations

import autograph as ag
from autograph.testing import assert_agrees
from tests.language.text.formatting import A2, T


def test_text_that_unconverted_code_makes_is_joined_with_that_of_the_run():
    @ag.autograph.experimental.do_not_convert
    def shown(self):
        return f"shown {self.v}"

    class Unconverted(A2):
        __repr__ = shown

    @ag.function
    def joined(n):
        held = Unconverted(int(n))
        return f"{held} {n}"

    assert_agrees(joined, T(3))
