"""Text and numbers of Python's that are None on some paths."""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.testing import assert_agrees
from tests.autograph.testing.rows import Rows

T = ag.constant
BOTH = [T(3), T(9)]
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

# Each takes `k`, which is None when the run has it so.
OF_TEXT = {
    "added": lambda k: k + "c",
    "added to": lambda k: "c" + k,
    "multiplied": lambda k: k * 2,
    "template": lambda k: k % (),
    "len": lambda k: len(k) + 1,
    "list comprehension": lambda k: [c + "." for c in k],
    "first": lambda k: k[0],
    "ordered": lambda k: k < "b",
    "contained": lambda k: "a" in k,
    "contains": lambda k: k in "abc",
    "method": lambda k: k.upper() + k.lower(),
    "argument": lambda k: "zab".find(k) + 1,
    "enumerated": lambda k: list(enumerate(k)),
}
OF_NUMBERS = {
    "added": lambda k: k + 1,
    "added to": lambda k: 1 + k,
    "added to text": lambda k: "a" * k,
    "index of a list": lambda k: [1, 2, 3, 4][k],
    "index of a tuple": lambda k: (1, 2, 3, 4)[k],
    "index of text": lambda k: "abcd"[k],
    "int": int,
    "float": float,
    "complex": complex,
    "range": lambda k: list(range(k)),
    "shifted": lambda k: k << 1,
    "negative": lambda k: -k,
}


@pytest.mark.parametrize("n", BOTH)
@pytest.mark.parametrize("used", OF_TEXT.values(), ids=OF_TEXT)
def test_text_or_none(used, n):
    def function(n):
        k = None if n > 5 else "ab"
        return used(k)

    assert_agrees(function, n)


@pytest.mark.parametrize("n", BOTH)
@pytest.mark.parametrize("used", OF_NUMBERS.values(), ids=OF_NUMBERS)
def test_a_number_or_none(used, n):
    def function(n):
        k = None if n > 5 else 3
        return used(k)

    assert_agrees(function, n)


@rows.on(*BOTH)
def stepped_through(n):
    k = None if n > 5 else "ab"
    found = ""
    for c in k:
        found = c + found
    return found


@rows.on(*BOTH)
def changed_in_place(n):
    k = None if n > 5 else "ab"
    k += "x"
    return k


@rows.on(*BOTH)
def multiplied_in_place(n):
    k = None if n > 5 else 2
    k *= 2
    return k


@rows.on(*BOTH)
def read_as_a_number(n):
    k = None if n > 5 else "12"
    return int(k)


@rows.on(*BOTH)
def looked_for(n):
    k = None if n > 5 else "a"
    return (
        k in {None, "a"},
        k in [None, "a"],
        k in ("b", None),
        k in {"a": 1},
        k in {None: 1},
        k in {"b", "c"},
        k not in {"a", "z"},
        "a" in [k, "z"],
        None in [k, 1],
    )


@rows.on(*BOTH)
def a_number_looked_for(n):
    k = None if n > 5 else int(n)
    return (
        k in {None, 3},
        k in (4, None),
        k in {"b", "c"},
        3 in [k, 7],
        None in [k, 1],
        k not in {3, 8},
    )


@rows.on(*BOTH)
def as_a_key(n):
    k = None if n > 5 else int(n)
    return {k: 1}


@rows.on(*BOTH)
def as_a_key_that_is_there(n):
    k = None if n > 5 else "ab"
    return {"ab": 1, None: 2}[k]


@rows.on(*BOTH)
def a_tensor_or_none_as_a_key(n):
    k = None if n > 2 else n
    return {k: 1}
