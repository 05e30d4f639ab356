"""State that a `try` changes before something raises: what a comparison with plain Python does not show."""

from __future__ import annotations

from autograph.testing import Verdict, check
from tests.language.try_statement.state import T


def test_a_set_that_a_loop_changes_is_what_is_told():
    def grown(n):
        seen = {None}
        for _ in range(n):
            seen.add(2)
        return len(seen)

    found = check(grown, T(3))
    assert found.verdict is Verdict.REFUSED
    assert found.reason.startswith("the set `seen` is {None} (set) before")
