"""Tensors that are kept of a trace and used after it, or in another one."""

import numpy as np
import pytest

import autograph as ag

KEPT: dict[str, ag.Tensor] = {}


@ag.function
def leaky(a):
    KEPT["x"] = a + 1
    return a + 2


@pytest.fixture(autouse=True)
def _kept():
    assert leaky(ag.constant(1)).numpy() == 3


def test_a_kept_tensor_shows_its_name_and_has_no_value():
    x = KEPT["x"]
    assert str(x) == 'Tensor("add:0", shape=(), dtype=int32)'
    assert repr(x) == "<ag.Tensor 'add:0' shape=() dtype=int32>"
    with pytest.raises(AttributeError, match="'Tensor' object has no attribute 'nump"):
        x.numpy()


USES = {
    "operator": lambda x: x + 1,
    "function": lambda x: ag.add(x, 1),
    "unary": lambda x: -x,
    "reduction": ag.reduce_sum,
    "call": leaky,
    "item": lambda x: x[None],
    "comparison": lambda x: x == 1,
    "truth": bool,
    "int": int,
    "float": float,
    "array": np.asarray,
    "constant": ag.constant,
    "constant of a list": lambda x: ag.constant([x, 1]),
    "stack": lambda x: ag.stack([x, 1]),
    "variable": ag.Variable,
    "assignment": lambda x: ag.Variable(0).assign(x),
    "print": ag.print,
    "range": ag.range,
    "shape": lambda x: ag.ones([x]),
    "index": lambda x: ag.ones([3])[x],
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_used_eagerly_it_is_refused_by_name(use):
    with pytest.raises(ag.errors.LeakedTensorError) as found:
        use(KEPT["x"])
    text = str(found.value)
    assert 'Tensor("add:0", shape=(), dtype=int32)' in text
    assert "it was made here" in text
    assert 'KEPT["x"] = a + 1' in text


def captures(b):
    b += KEPT["x"]
    return b


def test_another_function_traces_with_it_and_raises_where_it_is_called():
    function = ag.function(captures)
    with pytest.raises(TypeError) as found:
        function(ag.constant(2))
    text = str(found.value)
    assert text.startswith(
        'Tensor("add:0", shape=(), dtype=int32) was made while another function was '
        "traced and is used here, in graph 'captures'. [AG104]"
    )
    assert 'b += KEPT["x"]' in text
    assert "it was made here" in text
    assert 'KEPT["x"] = a + 1' in text
    concrete = function.get_concrete_function(ag.constant(2))
    assert concrete.captured_inputs[0] is KEPT["x"]
    assert repr(concrete.captured_inputs) == (
        "[<ag.Tensor 'add:0' shape=() dtype=int32>]"
    )
    with pytest.raises(ag.errors.LeakedTensorError):
        concrete(ag.constant(2))
    with pytest.raises(ag.errors.LeakedTensorError):
        function(ag.constant(2))


def test_inside_a_branch_and_a_loop_it_is_a_capture_too(capfd):
    @ag.function
    def function(n):
        ag.print("begins")
        for _ in ag.range(n):
            if n > 1:
                n -= KEPT["x"]
        return n

    concrete = function.get_concrete_function(ag.constant(2))
    (captured,) = concrete.captured_inputs
    assert captured is KEPT["x"]
    with pytest.raises(TypeError, match='n -= KEPT\\["x"\\]'):
        function(ag.constant(2))
    assert capfd.readouterr().err == ""


def test_an_unused_leak_is_no_error():
    @ag.function
    def function(x):
        _ = KEPT["x"]
        return x

    assert function(ag.constant(1)).numpy() == 1
