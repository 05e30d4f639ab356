"""Keys with several parts, and NumPy scalars as keys: what a comparison with plain Python does not show."""

from __future__ import annotations

import autograph as ag
from autograph.testing import assert_agrees
from tests.language.dict.keys import K, T


def test_an_error_holds_the_missing_key() -> None:
    def looked_up(n):
        return {K(1): 5, K(5): 7}[K(int(n))]

    found = ag.function(looked_up)
    for n in (5, 9):
        assert_agrees(found, T(n))
