"""Arrays of NumPy's that hold text, of which a graph has bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_text_in_arrays_is_that_of_plain_python = rows.test()
test_what_shows_how_it_is_held_is_refused = refused.refusal_test()

BOTH: Any = (T(3), T(0))
WORDS = np.array(["a", "b"])


@rows.on(*BOTH)
def chosen(n):
    words = np.array(["a", "bb", "ccc"])
    return words[0] if n > 2 else words[1]


@rows.on((WORDS, T(1)), (WORDS, T(0)))
def taken(words, n):
    return words[n], words == "a", words[0] if n > 0 else words[1]


@rows.on(*BOTH)
def made(n):
    word = "abc" if n > 1 else "z"
    return np.array([word, "a"]), np.isin(word, ["abc"]), np.sort([word, "b"])


@rows.on(*BOTH)
def is_scalar(n):
    count = None
    if n > 1:
        count = 4
    size = 1
    if n > 1:
        size = np.int64(2)
    return np.isscalar(count), np.isscalar(size)


@refused.on(*BOTH)
def numbers_beside_text(n):
    word = "abc" if n > 1 else "z"
    return np.array([word, 1])


@refused.on(*BOTH)
def tensors_beside_text(n):
    word = "abc" if n > 1 else "z"
    return np.array([n, word])


@refused.on(*BOTH)
def shown(n):
    word = "abc" if n > 1 else "z"
    return str(np.array([word, "a"]))


@refused.on((WORDS, T(1)))
def shown_item(words, n):
    return f"{words[n]}"


@refused.on((WORDS, T(1)))
def length_of_an_item(words, n):
    return len(words[n])


@refused.on((WORDS, T(1)))
def method_of_an_item(words, n):
    return words[n].upper()
