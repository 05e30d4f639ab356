"""What happens to a function of NumPy's that is given a tensor."""

from __future__ import annotations

import numpy as np
import pytest

from graph.errors import UnstagedOperationError, UnsupportedArgumentError
from graph.graph import Graph
from graph.numpy.registry import FUNCTIONS, implements
from graph.ops import constant
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor
from graph.variable import Variable


def test_implementations_take_what_numpy_takes_and_are_made_once():
    with pytest.raises(
        ValueError, match=r"numpy\.min_scalar_type has no parameters \['axes'\]"
    ):
        implements(np.min_scalar_type)(lambda a, axes: None)
    with pytest.raises(ValueError, match=r"numpy\.copy is implemented twice"):
        implements(np.copy)(FUNCTIONS[np.copy].function)


@pytest.mark.parametrize("make", [constant, Variable])
def test_what_is_implemented_gives_tensors_and_numpy_computes_the_rest(make):
    x = make([3, 1, 2])
    found = np.copy(x)
    assert isinstance(found, EagerTensor)
    assert found.numpy().tolist() == [3, 1, 2]
    assert np.savez not in FUNCTIONS
    assert np.array2string(x) == "[3 1 2]"
    assert np.min_scalar_type(x) == np.int32


def test_an_unstaged_function_says_what_to_use_instead():
    with Graph("f").as_default() as graph:
        x = graph.add_input(TensorSpec([3]), "x")
        with pytest.raises(UnstagedOperationError) as error:
            np.is_busday(x)
    text = str(error.value)
    assert text.startswith(
        'numpy.is_busday is given Tensor("x:0", shape=(3,), dtype=float32), whose value is '
        "known only when the graph runs, and has no staged form. [AG211]"
    )
    assert "np.is_busday(x)\n" in text
    assert text.endswith("ag.numpy_function(np.is_busday, [x], Tout=x.dtype).")


def test_arguments_that_cannot_be_kept_are_refused():
    x = constant([1.0])
    assert np.copy(x, "F", subok=True).numpy() == 1.0
    with pytest.raises(UnsupportedArgumentError) as error:
        np.isneginf(x, out=np.zeros(1, bool))
    text = str(error.value)
    assert text.startswith("numpy.isneginf of a tensor does not take `out=`. [AG109]")
    assert "np.isneginf(x, out=np.zeros(1, bool))\n" in text
    assert "A tensor never changes" in text


def test_symbolic_tensors_are_told_by_type():
    with Graph("f").as_default() as graph:
        x = graph.add_input(TensorSpec([3]), "x")
        assert isinstance(np.copy(x), SymbolicTensor)
        assert np.isrealobj(x) is True
