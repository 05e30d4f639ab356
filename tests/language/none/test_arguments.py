"""None as an argument, key, bound or axis: what a comparison with plain Python does not show."""

from __future__ import annotations

import autograph as ag
from autograph.testing import assert_agrees
from tests.language.none.arguments import T


def test_none_is_put_into_a_set_of_numbers():
    @ag.function
    def f(n):
        seen, counts = set(), {}
        for k in range(n):
            j = None
            if k > 1:
                j = k
            try:
                if n < 5:
                    seen.add(j)
                else:
                    counts[j] = k
            except Exception:  # no handler of the user's is for it
                seen.add(9)
        return len(seen)

    for n in (2, 5, 0):
        assert_agrees(f, T(n))
