"""A Python number of the run is returned with 64 bits if an argument has 64.

Its value is that of plain Python: `tests/language/number/bits.py`.
"""

import pickle

import numpy as np
import pytest

import autograph as ag
from tests.language.number.bits import (
    a_complex_number,
    a_truth_value,
    counted,
    integers_of_a_list,
    nested,
    square_root,
)

T = ag.constant


def power(n):
    product = 1
    while n > 0:
        product *= 1000
        n -= 1
    return product


@pytest.mark.parametrize(
    ("function", "given", "dtype"),
    [
        *((counted, each, "int32") for each in (T(3), 3, np.int32(3))),
        *((counted, each, "int64") for each in (T(3, ag.int64), np.uint64(3))),
        *((square_root, each, "float32") for each in (T(2.0), np.float32(2))),
        *((square_root, each, "float64") for each in (np.array(2.0), np.int64(2))),
        (a_complex_number, T(2.0), "complex64"),
        (a_complex_number, np.float64(2), "complex128"),
        (a_truth_value, np.float64(2), "bool"),
    ],
)
def test_an_argument_of_64_bits_makes_the_result_wide(function, given, dtype):
    found = ag.function(function)(given)
    assert found.dtype.name == dtype
    assert found.numpy() == np.dtype(dtype).type(function(given))


def test_what_is_known_while_tracing_is_as_wide_as_what_the_run_makes():
    for given, dtypes in (
        (np.float64(1), [ag.int64, ag.float64]),
        (T(1.0), [ag.int32, ag.float32]),
    ):
        found = ag.function(lambda x: (5, 2.5))(given)
        assert [each.dtype for each in found] == dtypes
    assert ag.function(lambda: 2**40)().dtype is ag.int64
    with pytest.raises(OverflowError, match="becomes an int64 tensor"):
        ag.function(lambda: 2**70)()


def test_integers_are_exact_or_raise():
    assert ag.function(power)(np.int64(4)).numpy() == 1000**4
    found = ag.function(integers_of_a_list)(np.int64(4))
    assert [each.dtype for each in found] == [ag.int64] * 4
    assert [int(each) for each in found] == integers_of_a_list(4)
    for given, bits in ((T(4), 32), (np.int64(9), 64)):
        with pytest.raises(OverflowError, match=f"an int{bits} tensor"):
            ag.function(power)(given)
    found = ag.function(integers_of_a_list)(T(4))  # each as wide as it needs to be
    assert [int(each) for each in found] == integers_of_a_list(4)


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


def test_one_wide_argument_is_enough_wherever_it_is():
    first = ag.function(lambda parts, other: int(parts["x"][0]))
    for parts, other, dtype in (
        ({"x": [T(3)]}, 1.5, ag.int32),
        ({"x": [T(3)]}, np.float64(1.5), ag.int64),
        ({"x": [T(3)], "y": np.pi}, 1.5, ag.int32),
        ({"x": [T(3)], "y": np.ones(2)}, 1, ag.int64),
        ({"x": [T(3)], "y": ag.Variable(np.float64(1))}, 1, ag.int32),
        ({"x": [T(3)], "y": T(1j, ag.complex128)}, 1, ag.int64),
    ):
        assert first(parts, other).dtype is dtype


def test_numbers_in_lists_of_the_caller_are_pythons():
    append = ag.function(lambda items, n: items.append(int(n) + 1))
    for given in (T(3), np.int64(3)):
        items = [1]
        append(items, given)
        assert items == [1, 4]
        assert type(items[1]) is int


def test_the_arguments_of_the_outermost_function_decide():
    inner = ag.function(counted)
    outer = ag.function(
        lambda n: (inner(ag.cast(n, ag.int64)), inner(ag.cast(n, ag.int32)))
    )
    assert [x.dtype for x in outer(T(3))] == [ag.int32, ag.int32]
    assert [x.dtype for x in outer(T(3, ag.int64))] == [ag.int64, ag.int64]


@pytest.mark.parametrize("dtype", [ag.int32, ag.int64])
def test_specs_decide(dtype):
    spec = ag.TensorSpec([], dtype)
    signed = ag.function(counted, input_signature=[spec])
    assert signed(3).dtype is dtype
    concrete = ag.function(counted).get_concrete_function(spec)
    assert concrete.outputs[0].dtype is dtype
    grow = ag.function(integers_of_a_list).get_concrete_function(spec)
    for each in (concrete, pickle.loads(pickle.dumps(concrete))):
        assert each(T(3, dtype)).dtype is dtype
    again = pickle.loads(pickle.dumps(grow))
    assert [x.dtype for x in again(T(2, dtype))] == [dtype] * 2
    is_wide = dtype is ag.int64
    assert ("python_to_tensor(%0, bits=64)" in str(concrete.graph)) is is_wide
    assert ("fit_int64(count)" in concrete.program_source()) is is_wide
