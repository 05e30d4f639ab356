"""Results have the dtype, shape and bits that the graph promises."""

import warnings

import numpy as np
import pytest

from executor.program import build
from graph import dtypes
from graph.specs import TensorSpec
from tests.executor.graphs import INT32, Writer, make
from tests.graph.reference import held

INTEGERS = [dtype for dtype in dtypes.STRONG if dtype.is_integer]


def run(specs, write, *args):
    program = build(make("f", specs, write))
    results = program.run(*args)
    outputs = program.graph.outputs
    return [held(x, y.spec) for x, y in zip(results, outputs, strict=True)]


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_integers_wrap_around_without_a_warning(dtype):
    spec = TensorSpec((), dtype)
    low, high = int(np.iinfo(dtype.numpy).min), int(np.iinfo(dtype.numpy).max)

    def write(b: Writer, x, y):
        return [b.op(name, x, y) for name in ("add", "subtract", "multiply")] + [
            b.op("negative", x)
        ]

    for a in (low, high, 1, 3):
        for c in (low, high, 1, 2):
            x, y = np.array(a, dtype.numpy), np.array(c, dtype.numpy)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                found = run({"x": spec, "y": spec}, write, x, y)
            expected = [x + y, x - y, x * y, -x]
            assert found == [np.asarray(each) for each in expected]


@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
@pytest.mark.parametrize("name", ["floor_divide", "mod"])
def test_division_by_zero_is_left_to_numpy(dtype, name):
    spec = TensorSpec((), dtype)
    write = lambda b, x, y: b.op(name, x, y)
    seven, zero = np.array(7, dtype.numpy), np.array(0, dtype.numpy)
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        assert run({"x": spec, "y": spec}, write, seven, zero) == [zero]


def test_integers_become_tensors_of_their_dtype_for_kernels():
    # A Python number would be weak: int32 + int64 gives int64, int32 + weak int32.
    wide = TensorSpec((3,), dtypes.int16)

    def write(b: Writer, n, x):
        return b.op("add", b.op("add", n, 1), x)

    (found,) = run(
        {"n": INT32, "x": wide}, write, np.array(1, np.int32), np.ones(3, np.int16)
    )
    assert found.dtype == np.int32


def test_two_values_never_share_a_local():
    # The inner loop could go on in the local of its start, and so could what follows.
    def write(b: Writer, x, n):
        def body(b: Writer, x, n):
            down = lambda b, y: b.op("greater", y, 10)
            inner = b.loop({"y": x}, [], down, lambda b, y: b.op("subtract", y, 7))
            other = b.op("abs", b.const(5))
            again = b.op("add", b.op("multiply", inner, 100), other)
            return b.op("maximum", again, inner), b.op("subtract", n, 1)

        test = lambda b, x, n: b.op("greater", n, 0)
        return b.loop({"x": x, "n": n}, [], test, body)[0]

    def expected(x, n):
        while n > 0:
            while x > 10:
                x -= 7
            x = max(x * 100 + 5, x)
            n -= 1
        return x

    args = [np.array(i, np.int32) for i in (50, 3)]
    assert run({"x": INT32, "n": INT32}, write, *args) == [expected(50, 3)]


def test_a_wider_integer_keeps_its_width_for_kernels():
    def write(b: Writer, n, x):
        return b.op("add", b.op("cast", n, dtype=dtypes.int64), x)

    (found,) = run({"n": INT32, "x": TensorSpec((2,), dtypes.int32)}, write,
                   np.array(1, np.int32), np.ones(2, np.int32))  # fmt: skip
    assert found.dtype == np.int64
