"""Shapes that are not known while tracing, and that an op cannot take: told by the run."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp

V = ag.constant([1.0, 2.0, 3.0], ag.float64)
M = ag.constant([[1.0, 2.0], [3.0, 4.0]], ag.float64)

# What tracing would refuse, had it known the shapes; and what is said of them.
UNKNOWN = {
    "triu": (ag.linalg.triu, V, "triu(x): triu takes matrices; the rank is 1"),
    "pinv": (ag.linalg.pinv, V, "pinv takes matrices; the rank is 1; a is float64[3]"),
    "tensordot": (lambda x: ag.tensordot(x, V, 2), V, "tensordot"),
    "argmax": (lambda x: ag.argmax(x, 2), M, "axis 2 is out of bounds for a tensor of rank 2"),
    "reduce_max": (lambda x: ag.reduce_max(x, 1), V, "axis 1 is out of bounds for a tensor"),
    "unique": (ag.unique, M, "unique"),
}  # fmt: skip


@pytest.mark.parametrize("name", UNKNOWN)
def test_shapes_that_do_not_fit_are_told_by_the_run_as_they_are_at_once(name):
    call, x, text = UNKNOWN[name]
    staged = ag.function(call, input_signature=[ag.TensorSpec(None, ag.float64)])
    with pytest.raises(ag.errors.AutographError) as eager:
        call(x)
    with pytest.raises(ag.errors.AutographError) as run:
        staged(x)
    assert type(run.value) is type(eager.value)
    assert text in str(run.value)
    assert run.value.message == eager.value.message
    assert "test_run_time_values.py" in str(run.value)
    assert "a node of graph" in run.value.__notes__[0]


INDICES = np.array([[0], [1]], np.int32)
WHILE_TRACING = {
    "split": (lambda n: ag.split(V, n, 0), [None], "the number of parts, and the rank"),
    "parts": (lambda n: ag.split(V, n), [], "the number of parts must be known while"),
    "axis": (lambda n: ag.reduce_sum(V, axis=n), [], "axis is Tensor.*known only when"),
    "unstack": (
        lambda n: ag.unstack(n)[0],
        None,
        "the length of axis 0 of Tensor.* is not known",
    ),
    "nonzero": (lambda n: ag.nonzero(n)[0], None, "nonzero: the rank of"),
    "gather": (lambda n: ag.gather(INDICES, n, batch_dims=-1), None, "not known"),
    "diff": (xp.diff, None, "diff: the rank of Tensor"),
}


@pytest.mark.parametrize("name", WHILE_TRACING)
def test_what_must_be_known_while_tracing_is_asked_for(name):
    call, shape, text = WHILE_TRACING[name]
    staged = ag.function(call, input_signature=[ag.TensorSpec(shape, ag.int32)])
    with pytest.raises(ag.errors.AutographError, match=text) as info:
        staged.get_concrete_function()
    assert info.value.hint


def test_shifts_that_are_as_many_as_axes_are_asked_for_by_the_run():
    unknown = ag.TensorSpec([None], ag.int32)
    staged = ag.function(lambda n: ag.roll(M, n, [0]), input_signature=[unknown])
    with pytest.raises(ag.errors.ShapeError, match="2 shifts are given for 1 axes"):
        staged([1, 2])
