"""The methods and attributes of tensors: what arrays of NumPy's have."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    DTypeError,
    ImmutableTensorError,
    OperatorNotAllowedInGraphError,
    UnsupportedArgumentError,
)
from tests.graph.numpy.three_ways import Row, check, staged

X = np.array([[3.0, 1.0, -4.0], [1.0, 5.0, 9.0]], np.float32)
I = np.array([[3, 0, 4], [1, 5, 9]], np.int16)
Z = np.array([[1 + 2j, 3 - 1j], [0, 2j]], np.complex64)

ROWS = {
    "T": Row(lambda x: x.T, (X,)),
    "mT": Row(lambda x: x.mT, (X,)),
    "all": Row(lambda x: x.all(axis=0), (I,)),
    "any": Row(lambda x: x.any(), (I,)),
    "argmax": Row(lambda x: x.argmax(), (X,)),
    "argmin": Row(lambda x: x.argmin(1), (X,)),
    "argsort": Row(lambda x: x.argsort(axis=0), (X,)),
    "astype": Row(lambda x: x.astype(int), (X,)),
    "astype, float": Row(lambda x: x.astype(float, casting="safe"), (I,)),
    "choose": Row(lambda x: x.choose([[1, 2, 3], [4.0, 5.0, 6.0]]), (I % 2,)),
    "choose, wrap": Row(lambda x: x.choose([10, [4, 5, 6]], mode="wrap"), (I,)),
    "choose, clip": Row(lambda x: x.choose([10, [4, 5, 6]], mode="clip"), (I,)),
    "clip": Row(lambda x: x.clip(0, 4), (X,)),
    "compress": Row(lambda x: x.compress([True, False, True], axis=1), (X,)),
    "conj": Row(lambda x: x.conj(), (Z,)),
    "conjugate": Row(lambda x: x.conjugate(), (X,)),
    "copy": Row(lambda x: x.copy(), (X,)),
    "cumprod": Row(lambda x: x.cumprod(axis=1), (I,)),
    "cumsum": Row(lambda x: x.cumsum(), (I,)),
    "diagonal": Row(lambda x: x.diagonal(), (X,), "rank"),
    "diagonal, above": Row(lambda x: x.diagonal(1), (X,), "rank"),
    "diagonal, below": Row(lambda x: x.diagonal(-1, 1, 0), (X,), "rank"),
    "dot": Row(lambda x: x.dot(x.T), (X,)),
    "dot, number": Row(lambda x: x.dot(2), (X,)),
    "flatten": Row(lambda x: x.flatten(), (X,)),
    "max": Row(lambda x: x.max(axis=1, keepdims=True), (X,)),
    "mean": Row(lambda x: x.mean(0), (I,)),
    "min": Row(lambda x: x.min(), (X,)),
    "nonzero": Row(lambda x: x.nonzero(), (I,), "rank"),
    "prod": Row(lambda x: x.prod(axis=0, dtype="f"), (I,)),
    "ravel": Row(lambda x: x.ravel(), (X,)),
    "ravel, F": Row(lambda x: x.ravel(order="F"), (X,)),
    "real": Row(lambda x: x.real, (Z,)),
    "imag": Row(lambda x: x.imag, (Z,)),
    "imag of reals": Row(lambda x: x.imag, (X,)),
    "repeat": Row(lambda x: x.repeat(2, axis=1), (X,)),
    "reshape": Row(lambda x: x.reshape(-1), (X,)),
    "reshape, several": Row(lambda x: x.reshape(3, -1), (X,)),
    "reshape, one tuple": Row(lambda x: x.reshape((3, 2)), (X,)),
    "round": Row(lambda x: (x / 7).round(1), (X,)),
    "searchsorted": Row(lambda x: x.cumsum().searchsorted([3, 4]), (I,)),
    "squeeze": Row(lambda x: x.reshape(1, 6, 1).squeeze(0), (X,)),
    "std": Row(lambda x: x.std(ddof=1), (X,), "", True),
    "sum": Row(lambda x: x.sum(axis=1, keepdims=True), (I,)),
    "sum, dtype": Row(lambda x: x.sum(dtype=np.float64), (X,)),
    "swapaxes": Row(lambda x: x.swapaxes(0, -1), (X,), "rank"),
    "take": Row(lambda x: x.take([0, -1], axis=1), (X,)),
    "trace": Row(lambda x: x.trace(), (I,), "rank"),
    "transpose": Row(lambda x: x.transpose(), (X,)),
    "transpose, several": Row(lambda x: x.transpose(1, 0), (X,)),
    "transpose, one tuple": Row(lambda x: x.transpose((1, 0)), (X,)),
    "var": Row(lambda x: x.var(1), (X,), "", True),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_methods_are_numpys(name):
    check(ROWS[name])


def test_variables_have_the_methods():
    v = ag.Variable(X)
    assert v.T.shape == (3, 2)
    assert float(v.sum()) == X.sum()
    assert v.reshape(-1).shape == (6,)
    assert v.nbytes == X.nbytes
    assert v.tolist() == X.tolist()
    assert float(staged(v.max, [])()) == 9.0


def test_attributes_are_known_without_values():
    def look(x):
        found = x.itemsize, x.nbytes, x.device
        assert found == (4, None, "cpu")
        return x

    staged(look, [ag.TensorSpec([None], ag.float32)])(np.zeros(2, np.float32))
    assert (ag.constant(X).itemsize, ag.constant(X).nbytes) == (4, 24)
    assert ag.constant(X).to_device("cpu").shape == (2, 3)


def test_values_of_eager_tensors():
    x = ag.constant(X)
    assert x.tolist() == X.tolist()
    assert x.item(1, 2) == 9.0
    assert type(ag.constant(3).item()) is int
    assert x.tobytes() == X.tobytes()


@pytest.mark.parametrize("name", ["item", "tolist", "tobytes"])
def test_values_of_symbolic_tensors_are_refused(name):
    with pytest.raises(OperatorNotAllowedInGraphError) as error:
        staged(lambda x: getattr(x, name)())(ag.constant(X))
    text = str(error.value)
    assert f"`.{name}()` of the symbolic tensor" in text
    assert "test_methods.py" in text


IN_PLACE = ["fill", "flat", "partition", "put", "resize", "sort", "view"]
NEVER = ["flat", "resize", "view"]


@pytest.mark.parametrize(
    ("name", "run"),
    [(name, lambda f, x: f(ag.constant(x))) for name in IN_PLACE]
    + [(name, lambda f, x: f(ag.Variable(x))) for name in IN_PLACE]
    + [(name, lambda f, x: staged(f)(ag.constant(x))) for name in NEVER],
)
def test_what_changes_an_array_is_refused(name, run):
    def use(x):
        found = getattr(x, name)
        return found(0)

    with pytest.raises(ImmutableTensorError, match="a tensor never changes") as error:
        run(use, X)
    assert f"`.{name}` " in str(error.value)
    assert "test_methods.py" in str(error.value)


# Arrays have these, and tensors do not: they are about memory, files and pickles.
MEMORY = {
    "base", "byteswap", "ctypes", "data", "dump", "dumps", "flags", "getfield",
    "setfield", "setflags", "strides", "tofile", "argpartition",
}  # fmt: skip


def test_every_method_of_arrays_is_there_or_known_to_be_missing():
    theirs = {name for name in dir(np.ndarray) if name[0] != "_"}
    ours = {name for name in dir(ag.constant(X)) if name[0] != "_"}
    assert theirs - ours == MEMORY - ours


def test_refused_arguments_are_told():
    with pytest.raises(UnsupportedArgumentError, match="does not take `out=`"):
        ag.constant(X).sum(out=np.zeros(()))
    with pytest.raises(UnsupportedArgumentError, match="layout of memory"):
        ag.constant(X).ravel("K")
    with pytest.raises(DTypeError, match="by the rule 'safe'"):
        ag.constant(X).astype("f2", casting="safe")
    with pytest.raises(DTypeError, match="no tensor has NumPy's dtype object"):
        ag.constant(X).astype(object)


def test_pythons_numbers_have_no_methods_of_arrays():
    @ag.function
    def f(x):
        n = 1
        while n < x:
            n += 1
        return hasattr(n, "sum"), hasattr(n, "reshape"), hasattr(n + x, "sum")

    assert [bool(x) for x in f(ag.constant(3))] == [False, False, True]


def test_text_keeps_its_own_methods():
    @ag.function
    def f(x):
        s = "a-b"
        while x > 0:
            s += "-c"
            x -= 1
        return s.partition("-")[0], s.count("-")

    before, count = f(ag.constant(2))  # not those of an array
    assert (before.numpy(), int(count)) == (b"a", 3)
