"""NumPy in decorated functions, where its own protocols do not ask a tensor."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import UnsupportedArgumentError


def array_of_tensors(x):
    return np.array([x, x + 1]), np.array([[x, 1.5], [2, x]]), np.array(x, ndmin=2)


def array_of_dtype(x):
    return np.array([x, 2], dtype=np.float32), np.asarray([x, x], dtype="c8")


def arrays_like(x):
    return np.asarray(x), np.asanyarray([x]), np.ascontiguousarray(np.arange(3) * x)


def counted(x):
    return np.arange(x), np.arange(1, x, 2), np.arange(0.0, x, 0.5), np.arange(x, 9)


def counted_as(x):
    return np.arange(x, dtype=np.float32), np.arange(5 * x, 0, -x)


def made(x):
    return np.zeros(x), np.zeros((x, 2), dtype=np.int32), np.ones((2, x), bool)


def filled(x):
    return np.full((2,), x), np.full(x, 1.5), np.full((x, x), 7, dtype="f4")


def squares(x):
    return np.eye(x), np.eye(2, x, 1), np.identity(x), np.tri(x, k=-1, dtype=int)


def scalars(x):
    return np.float32(x), np.int8(x), np.bool_(x), np.complex128(x), np.float64([x, x])


def reductions_of_lists(x):
    return np.sum([x, x]), np.max([x, 2 * x]), np.mean([x, 1.0]), np.any([x > 1, x < 0])


def joined(x):
    return (
        np.concatenate([[x], [1, 2]]),
        np.stack([[x, x], [1, 2]]),
        np.append([1], [x]),
    )


def ufuncs_of_lists(x):
    return (
        np.add([x, 1], 2),
        np.maximum.reduce([x, 2]),
        np.multiply.outer([1, x], [x, 2]),
    )


def of_numbers(x):
    n = 0
    while n < x:
        n += 1
    return (
        np.array([n, n * n]),
        np.zeros(n),
        np.array([n / 2]),
        np.arange(n),
        np.int8(n),
    )


def rounded(x):
    y = x / 7.0
    return round(y, 2), round(y, 0), np.round(y, 1), round(x, -1)


def divided(x):
    return divmod(x, 2), divmod(x, -2.5), np.divmod(x, 3)


def indexed(x):
    table = np.arange(12.0).reshape(4, 3)
    part = x - 2
    return (
        table[part],
        table[part, 0],
        table[:, part],
        table[part:, 1],
        table[[0, x]],
        table[table > x],
        table[-x],
        table[..., part],
    )


def looked_up(x):
    primes, total = np.array([2, 3, 5, 7]), 0
    for i in range(x):
        total += primes[i]
    return total, primes[primes[x - 3]]


def collected(x):
    places, values = [], []
    for i in range(x):
        places.append(i)
        values.append(i * 0.1)
    return np.array(places), np.array(values), np.asarray(values, dtype=np.float32)


PROGRAMS = [
    array_of_tensors, array_of_dtype, arrays_like, counted, counted_as, made, filled,
    squares, scalars, reductions_of_lists, joined, ufuncs_of_lists, of_numbers, rounded,
    divided, collected, indexed, looked_up,
]  # fmt: skip


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.float64])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_decorated_agrees_with_undecorated(program, dtype):
    x = ag.constant(dtype(3))
    if dtype is np.float64 and program in (
        made,
        squares,
        filled,
        collected,
        indexed,
        looked_up,
    ):
        return  # a float is no length
    flat, expected = (
        ag.nest.flatten(ag.function(program)(x)),
        ag.nest.flatten(program(x)),
    )
    assert len(flat) == len(expected)
    for found, truth in zip(flat, expected, strict=True):
        found, truth = np.asarray(found), np.asarray(truth)
        assert found.dtype == truth.dtype
        np.testing.assert_array_equal(found, truth)


def test_variables_are_read():
    v = ag.Variable([1.0, 2.0])

    @ag.function
    def total():
        return np.sum([v, v]), np.array([v, v]), np.float64(v)

    found, both, wide = total()
    assert (float(found), both.shape, wide.dtype) == (6.0, (2, 2), ag.float64)
    v.assign([0.0, 1.0])
    assert float(total()[0]) == 2.0


def test_arrays_at_hand_stay_numpys():
    @ag.function
    def f(x):
        made = np.zeros(2), np.array([1, 2]), np.float32(1), np.sum([1, 2])
        assert [type(part) for part in made] == [np.ndarray, np.ndarray, np.float32,
                                                 np.int64]  # fmt: skip
        return x

    f(ag.constant(1))


def test_changing_an_array_by_a_symbolic_tensor_says_what_to_write():
    totals = [np.zeros(2)]

    @ag.function
    def f(x):
        totals[0] += x
        return totals[0]

    with pytest.raises(UnsupportedArgumentError) as error:
        f(ag.constant([1.0, 2.0]))
    text = str(error.value)
    assert "changes an array of NumPy's in place" in text
    assert "totals[0] += x" in text
    assert "Write `x = x + y`" in text


def test_lists_of_numbers_keep_every_bit():
    @ag.function
    def f(n):
        values, counts = [], []
        for i in range(n):
            values.append(i * 0.1)
            counts.append(i * 3_000_000_000)
        return ag.constant(values, ag.float64), ag.constant(counts, dtype=ag.int64)

    values, counts = f(ag.constant(3))
    assert np.asarray(values).tolist() == [0.0, 0.1, 0.2]
    assert np.asarray(counts).tolist() == [0, 3_000_000_000, 6_000_000_000]


def frequencies(x):
    n = len(x)
    return np.fft.fftfreq(n), np.fft.fftfreq(n, 0.5), np.fft.rfftfreq(n + 1, d=1 / n)


@pytest.mark.parametrize("n", [1, 4, 5])
def test_frequencies_of_a_number_of_points_that_the_run_knows(n):
    some = ag.TensorSpec([None], ag.float64)
    found = ag.function(frequencies, input_signature=[some])(np.zeros(n))
    for one, truth in zip(found, frequencies(np.zeros(n)), strict=True):
        assert one.dtype == truth.dtype
        np.testing.assert_array_equal(np.asarray(one), truth)


def powers(z):
    return z**2, z**2.0, z**0.5, z**3, z**-1, z[0] ** 2, z[0] ** 0.5, np.power(z, 2)


@pytest.mark.parametrize("dtype", [np.complex64, np.complex128])
def test_powers_of_complex_arrays_are_rounded_as_numpy_does(dtype):
    numbers = np.random.default_rng(5).normal(size=(2, 50)) * 5
    z = (numbers[0] + 1j * numbers[1]).astype(dtype)
    found = ag.function(powers)(z)
    for one, other, truth in zip(found, powers(ag.constant(z)), powers(z), strict=True):
        for result in (one, other):
            assert result.dtype == truth.dtype
            np.testing.assert_array_equal(np.asarray(result), truth)
