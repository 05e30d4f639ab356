"""Keys with several parts, and NumPy scalars as keys: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.dict.keys import K, T


def test_a_missing_key_that_no_exception_can_hold_is_refused_when_it_is_met() -> None:
    def looked_up(n):
        return {K(1): 5, K(5): 7}[K(int(n))]

    found = ag.function(looked_up)
    assert int(found(T(5))) == 7
    with pytest.raises(ag.errors.UnknownKeysError, match="raises KeyError: 9"):
        found(T(9))
