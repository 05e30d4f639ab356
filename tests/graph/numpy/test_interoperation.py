"""Eager tensors where arrays are expected: memory lent, and other libraries."""

from __future__ import annotations

import io
import sys
from typing import Any

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp
from autograph.errors import (
    DTypeError,
    OperatorNotAllowedInGraphError,
    UnstagedOperationError,
)
from tests.graph.numpy.three_ways import gradient_of, staged

X = np.array([[3.0, 1.0], [1.0, 2.0]], np.float32)
HAS_BUFFERS = sys.version_info >= (3, 12)
CAN_LEND = np.lib.NumpyVersion(np.__version__) >= "2.1.0"


def is_shared(found, tensor):
    return np.shares_memory(np.asarray(found), tensor._value)


@pytest.mark.parametrize("make", [ag.constant, ag.Variable])
def test_arrays_are_made_without_a_copy(make):
    x = make(X)
    found = np.asarray(x)
    assert is_shared(found, x.value() if isinstance(x, ag.Variable) else x)
    assert not found.flags.writeable
    assert np.asarray(x, copy=False) is not None
    assert np.array(x).flags.writeable
    assert np.asarray(x, np.float64).dtype == np.float64


@pytest.mark.parametrize("kind", "?bBhHiIlLefdFD")
def test_arrays_keep_the_dtype_and_text_is_bytes(kind):
    given = np.ones((2, 3), kind)[:, ::2]
    found = np.asarray(ag.constant(given))
    assert found.dtype == given.dtype
    assert found.tolist() == given.tolist()
    assert np.asarray(ag.constant(["a", "b"])).tolist() == [b"a", b"b"]


@pytest.mark.parametrize("value", [X, X.T, X[:, 0], np.float32(3), np.arange(3)])
def test_the_memory_is_a_buffer_from_python_3_12_on(value):
    x = ag.constant(value)
    if not HAS_BUFFERS:  # Python 3.11 knows buffers of types written in C alone
        with pytest.raises(TypeError, match="bytes-like object is required"):
            memoryview(x)
        return
    view = memoryview(x)
    assert view.readonly
    assert is_shared(view, x)
    assert view.tolist() == value.tolist()
    assert not view.c_contiguous or io.BytesIO().write(x) == value.nbytes
    with pytest.raises(BufferError, match="a tensor never changes"):
        x.__buffer__(1)


def test_symbolic_tensors_have_no_memory():
    for use in (np.asarray, np.from_dlpack, lambda x: np.array([x])):
        with pytest.raises(OperatorNotAllowedInGraphError) as error:
            staged(use)(ag.constant(X))
        assert "making a NumPy array of the symbolic tensor" in str(error.value)
        assert "ag.numpy_function calls those" in str(error.value)


@pytest.mark.parametrize(
    "value", [X, X.T, np.arange(3), np.float64(2), np.zeros((0, 2))]
)
def test_memory_is_lent_by_dlpack(value):
    x = ag.constant(value)
    found = np.from_dlpack(x)
    assert found.tolist() == value.tolist()
    assert x.__dlpack_device__() == (1, 0)
    if CAN_LEND:  # earlier NumPy cannot say that memory is read-only, or ask for a copy
        assert not found.flags.writeable
        assert not value.size or is_shared(found, x)
        copied = np.from_dlpack(x, copy=True)
        assert copied.flags.writeable
        assert not is_shared(copied, x)


def test_memory_is_taken_by_dlpack():
    given = np.arange(3.0)
    found = ag.from_dlpack(given)
    given[0] = 7.0  # the tensor has a copy of what its owner may write to
    assert np.asarray(found).tolist() == [0.0, 1.0, 2.0]
    x = ag.constant(X)
    assert ag.from_dlpack(x) is x
    array = np.from_dlpack(x)
    assert np.shares_memory(np.asarray(xp.from_dlpack(array, copy=False)), array)
    assert not np.shares_memory(np.asarray(xp.from_dlpack(array)), array)


def test_consumers_that_cannot_be_told_get_a_copy():
    x = ag.constant(X)

    class Older:
        __dlpack_device__ = x.__dlpack_device__

        def __dlpack__(self, **_):
            return x.__dlpack__()

    found = np.from_dlpack(Older())
    assert found.tolist() == X.tolist()
    assert not is_shared(found, x)
    refused = [
        ({"copy": False}, "only DLPack 1.0 and later can say"),
        ({"stream": 1}, "a stream is given"),
        ({"dl_device": (2, 0)}, r"not on the device \(2, 0\)"),
    ]
    for asked, text in refused:
        with pytest.raises(BufferError, match=text):
            x.__dlpack__(**asked)
    with pytest.raises(BufferError):
        ag.constant("text").__dlpack__()


def _assigned(x):
    total = np.ones((2, 2))
    total[:] = x
    total += x
    return total


def _saved(x):
    file = io.BytesIO()
    np.save(file, x)
    file.seek(0)
    return np.load(file)


NOTHING: Any = None
USES = {
    "index": lambda x: np.arange(10)[x.astype(int)[0]],
    "mask": lambda x: X[x > 1],
    "assignment": _assigned,
    "matmul": lambda x: X @ x,
    "scalar": lambda x: np.float32(2) * x,
    "array of tensors": lambda x: np.array([x, x]),
    "dtype": lambda x: np.zeros(2, x.dtype),
    "dtype of a dtype": lambda x: np.dtype(x.dtype).type(1),
    "save": _saved,
    "random": lambda x: np.random.default_rng(0).normal(x),
    "nditer": lambda x: [np.asarray(y) for y in np.nditer(x)],
    "masked": lambda x: np.ma.masked_greater(x, 1).filled(0),
    "vectorize": np.vectorize(lambda y: y + 1),
    "block": lambda x: np.block([[x, x], [x, x]]),
    "polyfit": lambda x: np.polyfit(x[0], x[1], 1).round(3),
    "objects": lambda x: np.broadcast_arrays(x, NOTHING)[1],
    "dates": lambda x: np.concatenate([[np.datetime64("2020-01-01")]], dtype="M8[D]"),
    "dates beside": lambda x: np.array(["2020-01-01"], "M8[D]") + x[0].astype("i8"),
    "int": lambda x: list(range(x.astype(int)[1, 1])),
}


@pytest.mark.parametrize("name", USES)
def test_numpy_takes_eager_tensors(name):
    found, expected = USES[name](ag.constant(X)), USES[name](X)
    np.testing.assert_array_equal(found, expected)


MASKED = np.ma.masked_array([1.0, 2.0], [False, True])
MASKED_USES = [
    lambda x: MASKED + x,
    lambda x: x + MASKED,
    lambda x: x < MASKED,
    lambda x: np.multiply(x, MASKED),
    lambda x: np.ma.where(x > 1, MASKED, 0),
]


@pytest.mark.parametrize("use", MASKED_USES)
def test_masks_are_kept(use):
    found, expected = use(ag.constant([3.0, 4.0])), use(np.array([3.0, 4.0]))
    assert found.tolist() == expected.tolist()
    assert found.mask.tolist() == expected.mask.tolist()


def test_masks_are_never_dropped():
    x = ag.constant([3.0, 4.0])
    for use in (ag.constant, lambda m: ag.add(x, m), ag.reduce_sum):
        with pytest.raises(DTypeError, match="a masked array cannot become a tensor"):
            use(MASKED)
    with pytest.raises(TypeError):
        staged(lambda x: x + MASKED)(x)


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_matrices_multiply_as_matrices():
    m = np.matrix([[1.0, 2.0], [3.0, 4.0]])
    assert (ag.constant(X) * m).tolist() == (X * m).tolist()
    with pytest.raises(TypeError):
        m * ag.constant(X)


def test_libraries_that_make_arrays_get_them():
    assert type(np.atleast_1d(ag.constant(3.0))) is np.ndarray
    slope = gradient_of(lambda x: np.sum(np.atleast_2d(x) * 3))
    assert np.asarray(slope(ag.constant([1.0, 2.0]))).tolist() == [3.0, 3.0]


def test_dtypes_tell_what_numpys_do():
    for name in ("bool", "int8", "uint64", "float16", "complex128"):
        ours, theirs = ag.as_dtype(name), np.dtype(name)
        for asked in ("type", "kind", "char", "num", "str", "byteorder", "itemsize",
                      "names", "fields", "hasobject", "name"):  # fmt: skip
            assert getattr(ours, asked) == getattr(theirs, asked), (name, asked)
        assert np.dtype(ours) == theirs


def test_pandas_takes_tensors():
    pd = pytest.importorskip("pandas")
    x = ag.constant([1.0, 2.0])
    frame = pd.DataFrame({"a": x, "b": ag.Variable([3.0, 4.0])})
    assert pd.Series(x).tolist() == [1.0, 2.0]
    assert pd.DataFrame(ag.constant(X)).shape == (2, 2)
    assert (frame["a"] + x).tolist() == [2.0, 4.0]
    assert type(x * frame["a"]) is pd.Series
    assert type(np.add(x, frame["a"])) is pd.Series
    assert frame.assign(c=x)["c"].tolist() == [1.0, 2.0]
    assert frame.iloc[ag.constant([1])]["b"].tolist() == [4.0]
    assert frame[np.asarray(x > 1)]["a"].tolist() == [2.0]
    assert float(ag.reduce_sum(frame["a"])) == 3.0


def test_scipy_takes_tensors_and_functions():
    linalg, optimize, sparse, special = (
        pytest.importorskip(f"scipy.{name}")
        for name in ("linalg", "optimize", "sparse", "special")
    )

    a, b = ag.constant(X), ag.constant([1.0, 2.0])
    solved = linalg.solve(a, b)
    np.testing.assert_allclose(X @ solved, [1.0, 2.0], 1e-5, 1e-5)
    assert special.gamma(b).tolist() == [1.0, 1.0]
    assert (sparse.csr_matrix(X) @ b).tolist() == (X @ [1.0, 2.0]).tolist()

    @ag.function
    def distance(x):
        return ag.reduce_sum((x - 3.0) ** 2)

    slope = gradient_of(distance)
    for method in ("BFGS", "L-BFGS-B", "SLSQP"):
        for start in (np.zeros(2), ag.constant(np.zeros(2))):
            found = optimize.minimize(distance, start, jac=slope, method=method)
            np.testing.assert_allclose(found.x, [3.0, 3.0], 1e-3)
    with pytest.raises(UnstagedOperationError, match="gamma is given"):
        staged(special.gamma)(b)


def test_matplotlib_takes_tensors(tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    plt = pytest.importorskip("matplotlib.pyplot")
    x = ag.constant([1.0, 2.0])
    (line,) = plt.plot(x, ag.Variable([3.0, 4.0]), "o")
    assert np.asarray(line.get_xydata()).tolist() == [[1.0, 3.0], [2.0, 4.0]]
    plt.scatter(x, x, c=x)
    plt.imshow(ag.constant(X))
    plt.hist(x)
    plt.bar(x, x)
    plt.savefig(tmp_path / "figure.png")
    plt.close("all")
