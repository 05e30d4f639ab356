"""Tensors that are kept of a trace and used after it, or in another one."""

import numpy as np
import pytest

import autograph as ag

KEPT: dict[str, ag.Tensor] = {}


@ag.function
def leaky(a):
    KEPT["x"] = a + 1
    return a + 2


@pytest.fixture(autouse=True, scope="module")
def _kept():
    with pytest.warns(ag.errors.LeakedTensorWarning, match="outlives the call") as told:
        assert leaky(ag.constant(1)).numpy() == 3
    assert [x.lineno for x in told] == [
        leaky.python_function.__code__.co_firstlineno + 2
    ]


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


def test_another_function_traces_with_it_and_raises_where_it_is_called(capfd):
    def captures(b):
        b += KEPT["x"]
        return b

    def in_a_branch_of_a_loop(b):
        ag.print("begins")
        for _ in ag.range(b):
            if b > 1:
                b += KEPT["x"]
        return b

    for captured in (captures, in_a_branch_of_a_loop):
        function = ag.function(captured)
        with pytest.raises(TypeError) as found:
            function(ag.constant(2))
        text = str(found.value)
        assert text.startswith(
            'Tensor("add:0", shape=(), dtype=int32) was made while another function '
            f"was traced and is used here, in graph '{captured.__name__}'. [AG104]"
        )
        assert 'b += KEPT["x"]' in text
        assert "it was made here" in text
        assert 'KEPT["x"] = a + 1' in text
        concrete = function.get_concrete_function(ag.constant(2))
        (leaked,) = concrete.captured_inputs
        assert leaked is KEPT["x"]
        assert repr(leaked) == "<ag.Tensor 'add:0' shape=() dtype=int32>"
        for call in (concrete, function):
            with pytest.raises(ag.errors.LeakedTensorError):
                call(ag.constant(2))
    assert capfd.readouterr().err == ""


def test_unused_it_is_no_error():
    assert int(ag.function(lambda x: x if KEPT["x"] is not None else 0)(1)) == 1
