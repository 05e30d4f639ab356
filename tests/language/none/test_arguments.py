"""None as an argument, key, bound or axis: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest

import autograph as ag
from tests.language.none.arguments import T


def test_a_run_that_puts_none_into_a_set_of_numbers_is_refused():
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

    for n in (2, 5):
        with pytest.raises(ag.errors.UnknownNoneError, match="None is put into a"):
            f(T(n))
    assert f(T(0)).numpy() == 0
