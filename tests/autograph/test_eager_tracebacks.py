"""What an op raises at once shows the user's line, not what lies below the op."""

import traceback
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import autograph as ag
from graph.tracebacks import show_internal_frames

X: Any = ag.constant([1.0, 2.0, 3.0])
TWO: Any = ag.constant([1.0, 2.0])
ROOT = Path(__file__).resolve().parents[2]
# What is called, and the frames of this library that are above the op.
MISTAKES = {
    "an item": (lambda: X[9], IndexError, 2),
    "an operator": (lambda: X + TWO, ValueError, 2),
    "an operator of a number on the left": (lambda: [1.0, 2.0] * X, ValueError, 2),
    "a sign": (lambda: -ag.constant("a"), TypeError, 2),
    "a comparison": (lambda: X < TWO, ValueError, 2),
    "a method": (lambda: X.reshape(7), ValueError, 2),
    "an op by name": (lambda: ag.add(X, TWO), ValueError, 2),
    "a ufunc": (lambda: np.add(X, TWO), ValueError, 1),
    "a function of NumPy": (lambda: np.concatenate([X, X[None]]), ValueError, 1),
    "a function of several ops": (lambda: ag.reshape(X, [7]), ValueError, 4),
}


def frames_of(call):
    with pytest.raises(Exception) as info:
        call()
    files = [each.filename for each in traceback.extract_tb(info.value.__traceback__)]
    ours = [
        each
        for each in files
        if each.startswith(tuple(f"{ROOT}/{name}/" for name in ("autograph", "graph")))
    ]
    return info.value, files, ours


@pytest.mark.parametrize("name", MISTAKES)
def test_no_frames_below_the_op_are_shown(name):
    call, kind, limit = MISTAKES[name]
    error, files, ours = frames_of(call)
    assert isinstance(error, kind)
    assert files[1] == __file__
    assert len(files) == 2 + len(ours)
    assert len(ours) <= limit
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None


@pytest.mark.parametrize("name", [name for name in MISTAKES if "several" not in name])
def test_one_switch_shows_all_frames(name):
    call, kind, _ = MISTAKES[name]
    few = len(frames_of(call)[2])
    show_internal_frames(True)
    try:
        error, _, ours = frames_of(call)
    finally:
        show_internal_frames(False)
    assert isinstance(error, kind)
    assert len(ours) > few


def test_frames_of_a_function_that_an_op_calls_are_shown():
    def fails(x):
        raise KeyError(x.shape)

    error, files, _ = frames_of(lambda: ag.py_function(fails, [X], ag.float32))
    assert type(error) is KeyError
    assert files[-1] == __file__


def test_the_users_frames_alone_are_shown_of_what_is_staged():
    @ag.function
    def f(x):
        return x[9] + 1.0

    error, files, ours = frames_of(lambda: f(X))
    assert files[-1] == __file__
    assert len(ours) <= 1
    assert isinstance(error, IndexError)
