"""How wide the tensors are that Python numbers become as results."""

import numpy as np
import pytest

import autograph as ag
from graph import dtypes
from graph.number_bits import number_bits, result_spec, result_tensor
from graph.specs import spec_of


@pytest.mark.parametrize(
    ("given", "bits"),
    [
        ([], 32),
        ([ag.int32, ag.float32, ag.complex64, ag.bool, ag.string], 32),
        ([ag.int8, ag.float16, ag.uint32], 32),
        ([ag.float32, ag.float64], 64),
        ([ag.int64], 64),
        ([ag.uint64], 64),
        ([ag.complex128], 64),
    ],
)
def test_one_dtype_of_64_bits_makes_all_numbers_wide(given, bits):
    assert number_bits(given) == bits


@pytest.mark.parametrize(
    ("number", "narrow", "wide"),
    [
        (3, ag.int32, ag.int64),
        (0.1, ag.float32, ag.float64),
        (1 + 0.1j, ag.complex64, ag.complex128),
        (True, ag.bool, ag.bool),
    ],
)
def test_numbers_keep_their_kind(number, narrow, wide):
    for bits, dtype in ((32, narrow), (64, wide)):
        made = result_tensor(number, bits)
        assert made.dtype is dtype
        assert made.shape == ()
        assert made.numpy() == dtype.numpy.type(number)
        assert result_spec(spec_of(number), bits).dtype is dtype
    assert result_tensor(number, 64).numpy() == number


def test_what_is_a_tensor_stays_as_it_is():
    spec = ag.TensorSpec([2], ag.float32)
    assert result_spec(spec, 64) is spec
    text = spec_of("text")
    assert result_spec(text, 64).dtype is dtypes.string


@pytest.mark.parametrize(
    ("number", "bits"),
    [(2**31, 32), (-(2**31) - 1, 32), (2**63, 64), (-(2**63) - 1, 64)],
)
def test_integers_that_do_not_fit_raise(number, bits):
    with pytest.raises(OverflowError, match=f"{number} becomes an int{bits} tensor"):
        result_tensor(number, bits)
    nearest = number - 1 if number > 0 else number + 1
    assert result_tensor(nearest, bits).numpy() == np.int64(nearest)
