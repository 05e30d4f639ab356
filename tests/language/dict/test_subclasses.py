"""OrderedDict and Counter, and equality of dicts: what a comparison with plain Python does not show."""

from __future__ import annotations

import autograph as ag
from autograph.testing import assert_agrees
from tests.language.dict.subclasses import T


def is_equal_to_one_with_the_same(n):
    x = ag.cast(n, ag.float32) // 0.0
    return {int(n): x} == {int(n): x}


def test_dicts_that_share_nan_are_equal():
    function = ag.function(is_equal_to_one_with_the_same)
    for n in (3, 0):
        assert_agrees(function, T(n))
