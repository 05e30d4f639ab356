"""What the functions of the array API standard refuse, and the words they have for it."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp

X = xp.asarray([[1.0, 2.0], [3.0, 4.0]])
UNKNOWN = ag.TensorSpec(None, ag.float64)
# Call, class, what is said, and the way out.
REFUSALS = {
    "a copy": (
        lambda: xp.asarray(np.ones(2), copy=False),
        ValueError,
        "asarray: copy=False, and a tensor of this value is a copy.",
        "A tensor never changes, so it shares no memory that an array's owner may write to. Leave `copy` out.",
    ),
    "memory that can be written to": (
        lambda: xp.from_dlpack(np.ones(2), copy=False),
        ValueError,
        "from_dlpack: copy=False, and the array can be written to.",
        "Leave `copy` out: the tensor has a copy then.",
    ),
    "integers": (
        lambda: xp.finfo(xp.int8),
        TypeError,
        "finfo: int8 is no floating-point dtype.",
        "xp.iinfo tells the limits of integers.",
    ),
    "floats": (
        lambda: xp.iinfo(X),
        TypeError,
        "iinfo: float64 is no integer dtype.",
        "xp.finfo tells the limits of floating-point numbers.",
    ),
    "fewer places": (
        lambda: xp.moveaxis(X, (0, 1), 0),
        ValueError,
        "moveaxis: 2 axes are moved to 1 places.",
        "Name as many places as axes.",
    ),
    "an axis twice": (
        lambda: xp.moveaxis(X, (0, -2), (0, 1)),
        ValueError,
        "moveaxis: (0, 0) names one axis twice.",
        "Name each axis once.",
    ),
    "another order": (
        lambda: xp.reshape(X, (4,), order="X"),
        ValueError,
        "reshape: there is no order 'X'.",
        "The orders are 'C' and 'F'.",
    ),
    "one of two": (
        lambda: xp.where(X > 1, X),
        TypeError,
        "where takes both x and y, or neither.",
        "Give what to take where the condition is true, and where it is not.",
    ),
    "no vector": (
        lambda: xp.searchsorted(X, 1.0),
        ValueError,
        "is not a vector.",
        "ag.searchsorted takes stacks of sorted rows.",
    ),
    "another mode": (
        lambda: xp.take(X, xp.asarray([0]), axis=0, mode="near"),
        ValueError,
        "take: there is no mode 'near'.",
        "The modes are 'raise', 'wrap' and 'clip'.",
    ),
    "no axis named": (
        lambda: xp.cumulative_sum(X),
        ValueError,
        "has 2 axes, and none is named.",
        "Name one, such as axis=-1.",
    ),
    "no axes": (
        lambda: xp.cumulative_prod(xp.asarray(1)),
        ValueError,
        "has 0 axes, and none is named.",
        "Give a vector.",
    ),
    "a negative number of times": (
        lambda: xp.diff(X, n=-1),
        ValueError,
        "diff: n is -1.",
        "Differences are taken no time, once or more often.",
    ),
    "a scalar's neighbours": (
        lambda: xp.diff(xp.asarray(1.0)),
        ValueError,
        "diff: a scalar has no neighbours.",
        "Give an array with at least one axis.",
    ),
    "no sequence": (
        lambda: xp.concat(5),
        TypeError,
        "a sequence of arrays is needed, not 5.",
        "Put the arrays into a list.",
    ),
    "an unknown rank": (
        lambda: ag.function(xp.diff, input_signature=[UNKNOWN])(X),
        ValueError,
        "diff: the rank of Tensor(",
        "Give an input signature with a rank, such as ag.TensorSpec([None, None]).",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name):
    call, kind, message, hint = REFUSALS[name]
    with pytest.raises(kind) as info:
        call()
    text = str(info.value)
    assert message in text
    assert hint in text


@pytest.mark.parametrize("kind", [ValueError, IndexError, np.exceptions.AxisError])
def test_an_axis_that_is_not_there_is_numpys_error(kind):
    def far(x):
        return xp.sum(x, axis=2)

    for call in (far, ag.function(far)):
        with pytest.raises(kind) as info:
            call(X)
        assert "axis 2 is out of bounds for a tensor of rank 2" in str(info.value)
        assert "Axes run from -2 to 1." in str(info.value)
        assert isinstance(info.value, ag.errors.AxisError)


def test_the_users_line_is_told():
    def far(x):
        return xp.moveaxis(x, (0, 0), (0, 1))

    with pytest.raises(ag.errors.ShapeError) as info:
        ag.function(far)(X)
    assert "return xp.moveaxis(x, (0, 0), (0, 1))" in str(info.value)


def test_read_only_memory_is_shared_where_that_is_asked_for():
    lender = xp.asarray([1.0, 2.0])
    array = np.from_dlpack(lender)
    assert not array.flags.writeable
    assert np.shares_memory(np.asarray(xp.from_dlpack(array, copy=False)), array)
    assert not np.shares_memory(np.asarray(xp.from_dlpack(array)), array)
    assert xp.from_dlpack(lender) is lender
