"""What sees the frames of the code that calls it, and what runs as it stands.

That it gives Python's result is shown by `tests/language/call/frames.py`.
"""

import warnings

import pytest

import autograph as ag
from autograph.errors import (
    LeakedTensorWarning,
    OperatorNotAllowedInGraphError,
    UnstagedOperationError,
)
from tests.autograph import programs


@pytest.mark.parametrize(
    "kind", ["with Manager(x):", "for i in (1,):", "while x:", "try:"]
)
def test_blocks_nest_as_deep_as_pythons(kind):
    depth = 19  # CPython nests at most 20 blocks in one function
    lines = ["def f(x):"]
    lines += ["    " * (n + 1) + kind for n in range(depth)]
    lines += ["    " * (depth + 1) + "return x"]
    if kind == "try:":
        for n in reversed(range(depth)):
            lines += ["    " * (n + 1) + "finally: log(x)"]
    original = programs.load("\n".join(lines), f"deep {kind}")
    expected = original["f"](2), list(original["LOG"])
    original["LOG"].clear()
    assert (ag.to_graph(original["f"])(2), original["LOG"]) == expected
    with warnings.catch_warnings():  # a list of the module's has a symbolic tensor
        warnings.simplefilter("ignore", LeakedTensorWarning)
        assert int(ag.function(original["f"])(ag.constant(2))) == 2


# -- What runs as it stands says why, where it needs a value --------------------------


@ag.do_not_convert
def marked(x):
    return -x if x < 0 else x


def evaluated(x):
    return eval("x") if x > 0 else x


@pytest.mark.parametrize(
    ("function", "told"),
    [
        (marked, "`marked` runs as it stands: it is marked by `ag.do_not_convert`"),
        (evaluated, "`evaluated` runs as it stands: `eval()` sees the variables"),
    ],
)
def test_what_runs_as_it_stands_says_why(function, told):
    inner = ag.function(function)
    with pytest.raises(OperatorNotAllowedInGraphError) as raised:
        inner(ag.constant(3))
    assert str(raised.value).count(told) == 1
    with pytest.raises(UnstagedOperationError, match=f"{function.__name__}.* is not"):
        ag.function(lambda x: inner(x) + 1)(ag.constant(3))
