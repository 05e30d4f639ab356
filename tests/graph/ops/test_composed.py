"""Functions of numbers that are made of ops: eagerly, staged, and where they refuse."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from graph import dtypes
from graph.graph import Graph
from graph.specs import TensorSpec
from tests.graph.reference import run

X = np.array([[1.5, -2.0, 3.0], [0.0, 5.0, -6.5]], np.float32)
Z = X + 1j * X[::-1]
N = np.array([[3, 1, 2], [9, 8, 300]], np.int32)
BIG = np.array([[3e9, -3e9, 127.6], [np.inf, -1.5, 1e-9]], np.float32)

CALLS = {
    "add_n": (lambda x, z, n, b: ag.add_n([x, x, x]), lambda: X + X + X),
    "accumulate_n": (lambda x, z, n, b: ag.math.accumulate_n([x]), lambda: X),
    "scalar_mul": (lambda x, z, n, b: ag.scalar_mul(2, x), lambda: 2 * X),
    "scalar_mul tensor": (lambda x, z, n, b: ag.scalar_mul(x[0, 0], x), lambda: np.float32(1.5) * X),
    "polyval": (lambda x, z, n, b: ag.math.polyval([2, 0.5, -1], x), lambda: 2 * X * X + np.float32(0.5) * X - 1),
    "polyval rows": (lambda x, z, n, b: ag.math.polyval(ag.constant([1.0, 2.0]), x), lambda: X + 2),
    "polyval nothing": (lambda x, z, n, b: ag.math.polyval([], x), lambda: 0 * X),
    "euclidean": (lambda x, z, n, b: ag.math.reduce_euclidean_norm(z, 1), lambda: np.sqrt((np.abs(Z) ** 2).sum(1))),
    "l2_normalize": (lambda x, z, n, b: ag.math.l2_normalize(x, 1), lambda: X / np.sqrt((X * X).sum(1, keepdims=True))),
    "global_norm": (lambda x, z, n, b: ag.global_norm([x, None, x]), lambda: np.sqrt(2 * (X * X).sum())),
    "clip_by_norm": (lambda x, z, n, b: ag.clip_by_norm(x, 2.0), lambda: X * 2 / np.linalg.norm(X)),
    "clip_by_norm below": (lambda x, z, n, b: ag.clip_by_norm(x, 100.0), lambda: X),
    "clip_by_norm rows": (lambda x, z, n, b: ag.clip_by_norm(x, 5.0, [1]), lambda: X * 5 / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 5)),
    "clip_by_global_norm": (lambda x, z, n, b: ag.clip_by_global_norm([x, None], 2.0)[0][0], lambda: X * 2 / np.linalg.norm(X)),
    "clip_by_global_norm inf": (lambda x, z, n, b: ag.clip_by_global_norm([x, b], 2.0)[0][0], lambda: X * np.nan),
    "zero_fraction": (lambda x, z, n, b: ag.math.zero_fraction(x), lambda: np.float32(1 / 6)),
    "is_non_decreasing": (lambda x, z, n, b: ag.math.is_non_decreasing(n[0, 1:]), lambda: np.bool_(True)),
    "is_strictly_increasing": (lambda x, z, n, b: ag.math.is_strictly_increasing(n), lambda: np.bool_(False)),
    "reciprocal_no_nan": (lambda x, z, n, b: ag.math.reciprocal_no_nan(x), lambda: np.divide(1, X, where=X != 0, out=np.zeros_like(X))),
    "complex": (lambda x, z, n, b: ag.complex(x, b), lambda: np.array([complex(p, q) for p, q in zip(X.flat, BIG.flat, strict=True)], np.complex64).reshape(2, 3)),
    "real": (lambda x, z, n, b: ag.real(z), lambda: X),
    "imag": (lambda x, z, n, b: ag.imag(z), lambda: X[::-1]),
    "imag of real": (lambda x, z, n, b: ag.imag(n), lambda: 0 * N),
    "angle": (lambda x, z, n, b: ag.angle(z), lambda: np.angle(Z)),
    "is_close": (lambda x, z, n, b: ag.math.is_close(x, x + 1e-9), lambda: np.full((2, 3), True)),
    "all_close": (lambda x, z, n, b: ag.math.all_close(x, 0.0), lambda: np.bool_(False)),
    "nan_to_num": (lambda x, z, n, b: ag.nan_to_num(b, posinf=1.0), lambda: np.nan_to_num(BIG, posinf=1.0)),
    "saturate int": (lambda x, z, n, b: ag.saturate_cast(n, "uint8"), lambda: np.clip(N, 0, 255).astype(np.uint8)),
    "saturate floats": (lambda x, z, n, b: ag.saturate_cast(b, "int8"), lambda: np.clip(BIG, -128, 127).astype(np.int8)),
    "saturate wide": (lambda x, z, n, b: ag.saturate_cast(b, "int32"), lambda: np.array([[2147483520, -2147483648, 127], [2147483520, -1, 0]], np.int32)),
    "saturate unsigned": (lambda x, z, n, b: ag.saturate_cast(n - 5, "uint64"), lambda: np.maximum(N - 5, 0).astype(np.uint64)),
    "saturate halves": (lambda x, z, n, b: ag.saturate_cast(b, "float16"), lambda: np.clip(BIG, -65504, 65504).astype(np.float16)),
    "bitcast": (lambda x, z, n, b: ag.bitcast(x, "int32"), lambda: X.view(np.int32)),
    "bitcast down": (lambda x, z, n, b: ag.bitcast(x, "uint8"), lambda: X.view(np.uint8).reshape(2, 3, 4)),
    "bitcast up": (lambda x, z, n, b: ag.bitcast(n[:, :2], "int64"), lambda: N[:, :2].copy().view(np.int64)[:, 0]),
    "xlogy": (lambda x, z, n, b: ag.math.xlogy(x, 2.0), lambda: X * np.log(np.float32(2))),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_eager_and_staged_functions_give_what_numpy_gives(name):
    call, truth = CALLS[name]
    values = (X, Z, N, BIG)
    expected = np.asarray(truth())
    eager = call(*map(ag.constant, values))
    np.testing.assert_allclose(eager.numpy(), expected, rtol=1e-6)
    assert eager.dtype == expected.dtype
    graph = Graph("f")
    with graph.as_default():
        tensors = [
            graph.add_input(TensorSpec((None, 3), dtypes.from_numpy(x.dtype)), "x")
            for x in values
        ]
        staged = call(*tensors)
    outcome = run(graph.finish([staged]), *values)
    assert outcome.raised is None
    np.testing.assert_array_equal(outcome.outputs[0], eager.numpy())
    assert staged.dtype == expected.dtype
    assert TensorSpec(staged.shape, staged.dtype).is_compatible_with(expected)


REFUSED = {
    "add_n shapes": (lambda: ag.add_n([X, X[0]]), "the shapes (2, 3) and (3,) differ", "To broadcast, use ag.add"),
    "add_n nothing": (lambda: ag.add_n([]), "there is nothing to add", "Give at least one tensor"),
    "scalar_mul": (lambda: ag.scalar_mul(X, X), "the first is no scalar, its shape is (2, 3)", "Multiply arrays with"),
    "global_norm": (lambda: ag.global_norm([None]), "there are no tensors", "at least one that is not None"),
    "complex": (lambda: ag.complex(Z, X), "the two parts of complex numbers are real, not complex64", "ag.math.real"),
    "real": (lambda: ag.real(["a"]), "there is no real of string", "It takes bool, integers"),
    "saturate": (lambda: ag.saturate_cast(Z, "int8"), "complex64 has no bounds", "real numbers"),
    "bitcast": (lambda: ag.bitcast(X, "int64"), "2 elements make one of the wanted dtype", "Reshape it first to (..., 2)"),
    "bitcast text": (lambda: ag.bitcast(["a"], "int8"), "text has no bits of numbers", "Convert with ag.cast"),
    "nan_to_num": (lambda: ag.nan_to_num(X, nan=[1.0, 2.0]), "not a number that is known while tracing", "ag.where"),
    "nan_to_num text": (lambda: ag.nan_to_num(["a"]), "there is no nan_to_num of string", "It takes bool"),
    "is_close text": (lambda: ag.math.is_close(["a"], ["b"]), "there is no is_close of string", "It takes bool"),
    "sinc": (lambda: ag.sinc(Z), "there is no sinc of complex64", "Convert with ag.cast first"),
    "erf": (lambda: ag.math.erf(Z), "there is no erf of complex64", "It takes bool, integers, floats"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_say_what_and_what_else(name):
    call, text, hint = REFUSED[name]
    with pytest.raises(ag.errors.AutographError) as caught:
        call()
    assert text in str(caught.value)
    assert hint in str(caught.value)


def test_polynomials_of_unknown_length_are_refused_while_tracing():
    @ag.function(input_signature=[ag.TensorSpec([None], ag.float32)])
    def f(p):
        return ag.math.polyval(p, 2.0)

    with pytest.raises(ag.errors.ShapeError, match="how many coefficients") as caught:
        f([1.0])
    assert "Give a list of them" in str(caught.value)


NUMPY = {
    "sinc": np.sinc,
    "i0": np.i0,
    "nan_to_num": lambda x: np.nan_to_num(x / 0, nan=2.0, posinf=3.0),
    "isclose": lambda x: np.isclose(x, x + 1e-9, atol=1e-3),
    "allclose": lambda x: np.allclose(x, x, rtol=0, equal_nan=True),
    "real": lambda x: np.real(x * 1j),
    "imag": lambda x: np.imag(x * 1j),
    "angle": lambda x: np.angle(x * (1 + 1j)),
    "degrees": lambda x: np.angle(x * (1 + 1j), deg=True),
    "of ints": lambda x: np.angle(x.astype(int)),
}


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", NUMPY)
def test_numpys_functions_are_staged(name):
    x = X.astype(np.float64)
    expected = NUMPY[name](x)
    graph = Graph("f")
    with graph.as_default():
        y = NUMPY[name](graph.add_input(TensorSpec((None, 3), dtypes.float64), "x"))
    outcome = run(graph.finish([y]), x)
    np.testing.assert_array_equal(outcome.outputs[0], expected)
    assert y.dtype == np.asarray(expected).dtype
