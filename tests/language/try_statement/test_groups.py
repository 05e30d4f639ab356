"""`except*` and exception groups: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.try_statement.groups import T


@ag.function
def leaves(x):
    if x > 0:
        raise SystemExit(3)
    return x


def test_what_is_no_exception_is_raised_on_its_path_only():
    assert leaves(T(-1.0)) == -1
    for _ in range(2):
        with pytest.raises(SystemExit) as found:
            leaves(T(1.0))
        assert found.value.code == 3
