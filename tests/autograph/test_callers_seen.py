"""What looks at who calls it finds the user's line and module, not this library's."""

from __future__ import annotations

import warnings

import autograph as ag


def warned(n):
    warnings.warn("one", UserWarning)  # noqa: B028  # the default level is tested
    for _ in range(2):
        warnings.warn("two", UserWarning, 2)
    if n > 3:
        warnings.warn("three", stacklevel=2)
        return called(n)
    return n


def called(n):
    while n > 4:
        warnings.warn("four", stacklevel=3)
        n = n - 1
    return n


def outermost(n):
    return warned(n)


def places_of_warnings(function, n):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        function(n)
    return [(str(x.message), x.filename, x.lineno) for x in caught]


def test_warnings_are_told_at_the_users_line():
    n = ag.constant(5)
    plain = places_of_warnings(outermost, n)
    assert places_of_warnings(ag.function(outermost), n) == plain
    assert {name for _, name, _ in plain} == {__file__}
