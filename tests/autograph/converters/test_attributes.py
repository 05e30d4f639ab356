"""Attributes that are read go through the operators; what is called does not."""

from __future__ import annotations

import autograph as ag


def reads(a, b):
    a.x.y = b.z
    total: int = a.b.c(b.d)[b.e].f
    a.n += 1
    del b.g.h
    return total


def test_what_is_read_and_not_called_is_converted():
    text = ag.to_code(reads)
    assert "ag__.get_attr(ag__.ld(b), 'z')" in text or "ag__.get_attr(b, 'z')" in text
    names = ["x", "z", "b", "d", "e", "f", "g"]
    for name in names:
        assert f", '{name}')" in text
    for name in ("c", "h", "n"):
        assert f"get_attr(ag__.ld(a), '{name}')" not in text
