"""`check_grads` finds gradients that are wrong, of either order, and no others."""

import numpy as np
import pytest

import autograph as ag
from autograph.testing import GradientMismatch, check_grads


def cube(slope):
    """Return the third power, with a gradient of its own."""

    @ag.custom_gradient
    def power(x):
        return x**3, lambda dy: dy * slope(x)

    return power


RIGHT = cube(lambda x: 3 * x**2)
WRONG = cube(lambda x: 3 * x**2 + ag.where(x > 1.5, 0.25, 0.0))
RIGHT_ONCE = cube(lambda x: 3 * ag.stop_gradient(x) ** 2)
ARGUMENT = {"w": np.array([[1.0, 2.0]]), "n": 3}


def test_what_is_right_passes_to_any_order():
    def f(x, d):
        return {"a": x * ag.reduce_sum(RIGHT(d["w"])), "n": ag.size(d["n"])}

    for order in (1, 2, 3):
        check_grads(f, (2.0, ARGUMENT), order=order)
        check_grads(ag.function(f), (np.float32(2.0), ARGUMENT), order=order)


@pytest.mark.parametrize(
    ("power", "order", "text"),
    [
        (WRONG, 1, r"gradient by argument 1\['w'\] is off by 0.25 at \[0, 1, 0, 1\]"),
        (RIGHT_ONCE, 2, r"derivative of order 2 by argument 1\['w'\] is off by .* at"),
    ],
)
def test_what_is_wrong_is_named_with_argument_order_and_deviation(power, order, text):
    def f(x, d):
        return power(d["w"]) * x

    for order_asked in range(1, order):
        check_grads(f, (1.0, ARGUMENT), order=order_asked)
    with pytest.raises(GradientMismatch, match=text) as info:
        check_grads(f, (1.0, ARGUMENT), order=2)
    assert isinstance(info.value, AssertionError)
    assert (info.value.argument, info.value.order) == ("1['w']", order)
    found = float(str(info.value).partition("off by ")[2].partition(" ")[0])
    assert info.value.deviation == pytest.approx(found, rel=1e-2)


def test_nan_is_off():
    with pytest.raises(GradientMismatch, match="by argument 0 is off by nan"):
        check_grads(cube(lambda x: x * np.nan), (1.0,))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: check_grads(RIGHT, (1.0,), order=0), "order is 0"),
        (lambda: check_grads(RIGHT, (1j,)), "the arguments are of complex64"),
        (lambda: check_grads(RIGHT, (1,)), "the arguments are of int32"),
        (lambda: check_grads(3, (1.0,)), "`f` is 3"),  # type: ignore[arg-type]
    ],
)
def test_what_makes_no_sense_is_refused_at_the_users_line(call, text):
    with pytest.raises((ValueError, TypeError), match=text) as info:
        call()
    assert info.value.origin.filename == __file__
