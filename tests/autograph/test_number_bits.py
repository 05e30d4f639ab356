"""A Python number of the run is returned with 64 bits if an argument has 64."""

import math
import pickle
from dataclasses import dataclass

import numpy as np
import pytest

import autograph as ag
from autograph.number_bits import number_bits
from autograph.testing.agreement import Verdict, check

T = ag.constant


def counted(n):
    count = 0
    while n > 0:
        count += 1
        n -= 1
    return count


def root(x):
    return math.sqrt(x)


def as_complex(x):
    return complex(x)


def is_positive(x):
    return bool(x > 0)


def known(x):
    return 5, 2.5


def power(n):
    product = 1
    while n > 0:
        product *= 1000
        n -= 1
    return product


def grown(n):
    items = []
    while n > 0:
        items.append(int(n) * 10**9)
        n -= 1
    return items


@dataclass
class Pair:
    count: int
    mean: float


def nested(n):
    return {"count": int(n), "pair": Pair(int(n) + 1, (float(n) / 3, [n]))}


ROWS = [
    (counted, T(3), "int32"),
    (counted, 3, "int32"),
    (counted, np.int32(3), "int32"),
    (counted, T(3, ag.int64), "int64"),
    (counted, np.int64(3), "int64"),
    (root, np.array(2.0), "float64"),
    (counted, np.uint64(3), "int64"),
    (root, T(2.0), "float32"),
    (root, np.float32(2), "float32"),
    (root, np.float64(2), "float64"),
    (root, np.int64(2), "float64"),
    (as_complex, T(2.0), "complex64"),
    (as_complex, np.float64(2), "complex128"),
    (is_positive, np.float64(2), "bool"),
]


@pytest.mark.parametrize(("function", "given", "dtype"), ROWS)
def test_an_argument_of_64_bits_makes_the_result_wide(function, given, dtype):
    assert check(function, given).verdict is Verdict.SAME
    found = ag.function(function)(given)
    assert found.dtype.name == dtype
    assert found.numpy() == np.dtype(dtype).type(function(given))


def test_what_is_known_while_tracing_is_as_constant_makes_it():
    found = ag.function(known)(np.float64(1))
    assert [each.dtype for each in found] == [ag.int32, ag.float32]
    assert ag.function(lambda: 2**40)().dtype is ag.int64
    with pytest.raises(OverflowError, match="becomes an int64 tensor"):
        ag.function(lambda: 2**70)()


@pytest.mark.parametrize("given", [T(4), np.int64(4), np.int64(9)])
def test_integers_are_exact_or_raise(given):
    decorated = ag.function(power)
    wide = given.dtype == np.int64
    if not wide or given > 6:
        with pytest.raises(OverflowError, match=f"an int{64 if wide else 32} tensor"):
            decorated(given)
        return
    assert decorated(given).numpy() == 1000 ** int(given)


def test_items_of_lists_of_run_time_length_are_wide():
    found = ag.function(grown)(np.int64(4))
    assert [each.dtype for each in found] == [ag.int64] * 4
    assert [int(each) for each in found] == grown(4)
    with pytest.raises(OverflowError, match="an int32 tensor"):
        ag.function(grown)(T(4))


@pytest.mark.parametrize(
    ("given", "dtypes"),
    [
        (T(2), [ag.int32, ag.int32, ag.float32, ag.int32]),
        (T(2, ag.int64), [ag.int64, ag.int64, ag.float64, ag.int64]),
        (T(2, ag.int8), [ag.int32, ag.int32, ag.float32, ag.int8]),
    ],
)
def test_numbers_in_containers_are_as_wide(given, dtypes):
    found = ag.function(nested)(given)
    pair = found["pair"]
    leaves = [found["count"], pair.count, pair.mean[0], pair.mean[1][0]]
    assert [each.dtype for each in leaves] == dtypes
    assert check(nested, given).verdict is Verdict.SAME


def test_one_wide_argument_is_enough_wherever_it_is():
    def first(parts, other):
        return int(parts["x"][0])

    for parts, dtype in (
        ({"x": [T(3)]}, ag.int32),
        ({"x": [T(3)], "y": np.pi}, ag.int32),
    ):
        assert ag.function(first)(parts, 1.5).dtype is dtype
        assert ag.function(first)(parts, np.float64(1.5)).dtype is ag.int64
    assert ag.function(first)({"x": [T(3)], "y": np.ones(2)}, 1).dtype is ag.int64


def test_numbers_in_lists_of_the_caller_are_as_wide():
    @ag.function
    def append(items, n):
        items.append(int(n) + 1)

    for given, dtype in ((T(3), ag.int32), (np.int64(3), ag.int64)):
        items = [1]
        append(items, given)
        assert items[0] == 1
        assert items[1].dtype is dtype
        assert int(items[1]) == 4


def test_the_arguments_of_the_outermost_function_decide():
    inner = ag.function(counted)

    @ag.function
    def outer(n):
        return inner(ag.cast(n, ag.int64)), inner(ag.cast(n, ag.int32))

    assert [x.dtype for x in outer(T(3))] == [ag.int32, ag.int32]
    assert [x.dtype for x in outer(T(3, ag.int64))] == [ag.int64, ag.int64]


@pytest.mark.parametrize("dtype", [ag.int32, ag.int64])
def test_specs_decide(dtype):
    spec = ag.TensorSpec([], dtype)
    signed = ag.function(counted, input_signature=[spec])
    assert signed(3).dtype is dtype
    concrete = ag.function(counted).get_concrete_function(spec)
    assert concrete(T(3, dtype)).dtype is dtype
    assert concrete.outputs[0].dtype is dtype
    again = pickle.loads(pickle.dumps(concrete))
    assert again(T(3, dtype)).dtype is dtype
    grow = ag.function(grown).get_concrete_function(spec)
    again = pickle.loads(pickle.dumps(grow))
    assert [x.dtype for x in again(T(2, dtype))] == [dtype] * 2


def test_the_graph_shows_which_numbers_are_wide():
    spec = ag.TensorSpec([], ag.int64)
    concrete = ag.function(counted).get_concrete_function(spec)
    assert "python_to_tensor(%0, bits=64)" in str(concrete.graph)
    assert "fit_int64(count)" in concrete.program_source()


@pytest.mark.parametrize(
    ("leaves", "bits"),
    [
        ([1, 2.0, "text", None, T(1), np.float32(1), np.ones(2, np.int16)], 32),
        ([T(1), np.float64(1)], 64),
        ([np.ones(2)], 64),
        ([ag.TensorSpec([], ag.uint64)], 64),
        ([T(1j, ag.complex128)], 64),
        ([ag.Variable(np.float64(1))], 32),
    ],
)
def test_tensors_arrays_and_numpy_scalars_count(leaves, bits):
    assert number_bits(leaves) == bits
