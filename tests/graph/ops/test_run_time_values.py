"""Values that only the run knows, and that an op cannot take: told at the user's line."""

from __future__ import annotations

import pytest

import autograph as ag

V, M = ag.constant([1.0, 2.0, 3.0]), ag.constant([[1.0, 2.0], [3.0, 4.0]])

# What is called with n, a value of n that it cannot take, and what is said of it.
CALLS = {
    "reshape": (lambda n: ag.reshape(V, [n, -1]), 2, "3 elements cannot have the shape [2, -1]"),
    "reshape twice": (lambda n: ag.reshape(V, [n, n]), -1, "cannot have the shape [-1, -1]"),
    "tile": (lambda n: ag.tile(V, [n]), -1, "negative dimension -1"),
    "roll": (lambda n: ag.roll(M, n, [0]), [1, 2], "2 shifts are given for 1 axes"),
    "pad": (lambda n: ag.pad(V, [[n, 0]]), -1, "the paddings [[-1, 0]] hold a negative"),
    "pad reflect": (lambda n: ag.pad(V, [[n, 0]], "reflect"), -2, "hold a negative number"),
    "repeat": (lambda n: ag.repeat(V, n, 0), -1, "an element is repeated -1 times"),
    "repeat each": (lambda n: ag.repeat(V, [1, n, 1], 0), -4, "is repeated -4 times"),
    "zeros": (lambda n: ag.zeros([n, 2]), -1, "[-1, 2] has the negative dimension -1"),
    "ones": (lambda n: ag.ones([n]), -3, "the negative dimension -3"),
    "fill": (lambda n: ag.fill([n], 1.0), -1, "the negative dimension -1"),
    "eye": (lambda n: ag.eye(n, 2), -1, "the negative dimension -1"),
    "broadcast_to": (lambda n: ag.broadcast_to(V, [n]), 5, "the shape [3] does not broadcast to [5]"),
    "linspace": (lambda n: ag.linspace(0.0, 1.0, n), -1, "there are -1 numbers to make"),
    "scatter_nd": (lambda n: ag.scatter_nd([[0]], [1], [n]), -2, "the negative dimension -2"),
    "top_k": (lambda n: ag.math.top_k(V, n)[0], 4, "k is 4, the last dimension is 3"),
    "segments": (lambda n: ag.math.unsorted_segment_sum(V, [0, 1, 0], n), -1, "num_segments is -1"),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_what_an_op_cannot_take_is_told_at_the_users_line(name):
    call, n, text = CALLS[name]
    specs = [ag.TensorSpec([None] if isinstance(n, list) else [], ag.int32)]
    staged = ag.function(call, input_signature=specs, autograph=False)
    with pytest.raises(ag.errors.AutographError) as eager:
        call(ag.constant(n))
    with pytest.raises(eager.type) as info:
        staged(n)
    assert info.type is eager.type
    assert text in str(info.value)
    assert info.value.hint
    lines = [entry.lineno + 1 for entry in info.traceback]
    assert call.__code__.co_firstlineno in lines


@pytest.mark.parametrize("name", CALLS)
def test_eager_calls_are_refused_too(name):
    call, n, _ = CALLS[name]
    with pytest.raises((ag.errors.InvalidArgumentError, ag.errors.ShapeError)) as info:
        call(ag.constant(n))
    assert info.value.hint


def test_parts_of_unknown_lengths_are_refused_while_tracing():
    @ag.function(input_signature=[ag.TensorSpec([None], ag.int32)])
    def f(sizes):
        return ag.split(V, sizes, 0)

    with pytest.raises(ag.errors.DTypeError, match="the number of parts, and the rank"):
        f([2, 1])


# What tracing would refuse, had it known the shapes; and what it says of them.
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
    x = ag.cast(x, ag.float64)
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
