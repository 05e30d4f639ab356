"""Exceptions are compared with all that hangs on them."""

from __future__ import annotations

import pytest

from autograph.testing.raised import difference


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda error: error.add_note("more"), "notes"),
        (lambda error: setattr(error, "__cause__", KeyError()), "exceptions told"),
        (lambda error: setattr(error, "__context__", KeyError()), "contexts"),
        (lambda error: error.args[1][0].add_note("more"), "members"),
        (
            lambda error: error.__setattr__("__suppress_context__", True),
            "exceptions told",
        ),
    ],
)
def test_a_difference_is_told(change, told):
    made = [ExceptionGroup("m", [ValueError("a")]) for _ in range(2)]
    assert difference(*made) is None
    change(made[1])
    assert difference(*made).startswith(told)
