"""The methods and attributes of tensors: what arrays of NumPy's have.

What they give is in `data/functions.txt`.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import ImmutableTensorError, OperatorNotAllowedInGraphError
from tests.graph.numpy.three_ways import staged

X = np.array([[3.0, 1.0, -4.0], [1.0, 5.0, 9.0]], np.float32)


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


def test_values_are_those_of_eager_tensors():
    x = ag.constant(X)
    assert x.tolist() == X.tolist()
    assert x.item(1, 2) == 9.0
    assert type(ag.constant(3).item()) is int
    assert x.tobytes() == X.tobytes()
    for name in ("item", "tolist", "tobytes"):
        with pytest.raises(OperatorNotAllowedInGraphError) as error:
            staged(lambda x, name=name: getattr(x, name)())(x)
        assert f"`.{name}()` of the symbolic tensor" in str(error.value)
        assert "test_methods.py" in str(error.value)


IN_PLACE = ["fill", "flat", "partition", "put", "resize", "sort", "view"]


@pytest.mark.parametrize("name", IN_PLACE)
def test_what_changes_an_array_is_refused_of_variables(name):
    with pytest.raises(ImmutableTensorError, match="a tensor never changes") as error:
        getattr(ag.Variable(X), name)(0)
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
