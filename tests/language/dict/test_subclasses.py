"""OrderedDict and Counter, and equality of dicts: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.errors import UnknownIdentityError
from tests.language.dict.subclasses import T


def is_equal_to_one_with_the_same(n):
    x = ag.cast(n, ag.float32) // 0.0
    return {int(n): x} == {int(n): x}


def test_whether_dicts_share_nan_is_not_known():
    function = ag.function(is_equal_to_one_with_the_same)
    assert function(T(3)).numpy() == is_equal_to_one_with_the_same(3)
    with pytest.raises(UnknownIdentityError):
        function(T(0))
