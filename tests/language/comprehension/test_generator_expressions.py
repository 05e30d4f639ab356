"""Generator expressions: stored, passed on, nested and reduced: what a comparison with plain Python does not show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from autograph.testing import assert_agrees
from tests.language.comprehension.generator_expressions import T


@given(st.integers(-3, 3), st.lists(st.integers(-3, 3), max_size=5))
def test_random_items(x, items):
    def f(x, items):
        total = sum(i * 2 for i in items if i > x)
        is_any = any(i == x for i in items if i != 0)
        is_all = all(i < x for i in items if i != 0)
        largest = max(i * i for i in items if i <= x)
        return total, is_any, is_all, largest

    assert_agrees(f, T(x), items)
