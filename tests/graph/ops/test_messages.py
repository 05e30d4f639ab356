"""What errors of ops say, in full: what, where, the rule, the way out."""

from __future__ import annotations

import re

import numpy as np
import pytest

from graph import dtypes
from graph import ops as ag
from graph.errors import AutographError
from graph.graph import Graph
from graph.specs import TensorSpec

X, Y, B = np.zeros((3, 4), np.float32), np.zeros((2, 4), np.float32), np.zeros(2, bool)

MISTAKES = {
    "matmul": lambda x, y, b: x @ y,
    "matmul of a scalar": lambda x, y, b: ag.matmul(x, 2.0),
    "add": lambda x, y, b: x + y,
    "text": lambda x, y, b: x + "text",
    "shift of floats": lambda x, y, b: x << 1,
    "reduce_sum of bool": lambda x, y, b: ag.reduce_sum(b),
    "axis": lambda x, y, b: ag.reduce_max(x, axis=2),
    "axis twice": lambda x, y, b: ag.reduce_max(x, axis=[0, -2]),
    "reshape": lambda x, y, b: ag.reshape(x, [5, -1]),
    "transpose": lambda x, y, b: ag.transpose(x, [0, 0]),
    "squeeze": lambda x, y, b: ag.squeeze(x, 0),
    "broadcast": lambda x, y, b: ag.broadcast_to(x, [3, 3]),
    "concat": lambda x, y, b: ag.concat([x, y], 1),
    "stack": lambda x, y, b: ag.stack([x, y]),
    "stack of nothing": lambda x, y, b: ag.stack([]),
    "split": lambda x, y, b: ag.split(x, 2),
    "gather by floats": lambda x, y, b: ag.gather(x, y),
    "where": lambda x, y, b: ag.where(x, 1, 2),
    "einsum": lambda x, y, b: ag.einsum("ij,kj->il", x, y),
    "einsum sizes": lambda x, y, b: ag.einsum("ij,ij->", x, y),
    "tensordot": lambda x, y, b: ag.tensordot(x, y, 1),
    "pad": lambda x, y, b: ag.pad(x, [[1, 1]]),
    "scatter": lambda x, y, b: ag.tensor_scatter_nd_update(x, [[0]], y),
    "too many indices": lambda x, y, b: x[0, 0, 0],
    "a mask": lambda x, y, b: x[b],
    "norm of integers": lambda x, y, b: ag.norm([1, 2]),
    "ragged": lambda x, y, b: x + ag.constant([[1], [2, 3]]),
}


def shown(error):
    """Return the message, less what depends on the place of this file."""
    text = re.sub(r"(?m)^  .*test_messages.py:\d+, in \S+", "  here", str(error.value))
    return f"{type(error.value).__name__}: {text}"


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_while_tracing(name, golden):
    graph = Graph("f")
    with graph.as_default(), pytest.raises(AutographError) as error:
        MISTAKES[name](*(graph.add_input(spec, "x") for spec in map(given, (X, Y, B))))
    golden(shown(error))


def given(x):
    return TensorSpec(x.shape, dtypes.from_numpy(x.dtype))


@pytest.mark.parametrize("name", MISTAKES)
def test_eager_mistakes_are_told_alike(name):
    with pytest.raises(AutographError) as eager:
        MISTAKES[name](*map(ag.constant, (X, Y, B)))
    graph = Graph("f")
    with graph.as_default(), pytest.raises(AutographError) as staged:
        MISTAKES[name](*(graph.add_input(spec, "x") for spec in map(given, (X, Y, B))))
    assert type(eager.value) is type(staged.value)
    assert shown(eager).partition("\n")[0] == shown(staged).partition("\n")[0]


OTHER_MISTAKES = [
    (
        lambda: ag.gather([1, 2, 3], [[0, 3]]),
        ValueError,
        "indices[0, 1] = 3 is not in [0, 3).",
    ),
    (
        lambda: ag.gather([1, 2, 3], [-1]),
        ValueError,
        "indices[0] = -1 is not in [0, 3).",
    ),
    (
        lambda: ag.gather_nd([[1, 2]], [[0, 0], [0, 2]]),
        ValueError,
        "indices[1] = [0, 2] does not index into shape [1, 2].",
    ),
    (
        lambda: ag.range(0, 3, 0),
        ValueError,
        "range(start, limit, delta): delta is 0.",
    ),
    (
        lambda: ag.range(2**40, dtype="int32"),
        ValueError,
        "range(0, 1099511627776): a bound does not fit int32.",
    ),
    (
        lambda: ag.unstack(1),
        ValueError,
        "axis 0 is out of bounds for a tensor of rank 0.",
    ),
    (
        lambda: ag.where([True], 1),
        TypeError,
        "where takes both x and y, or neither.",
    ),
    (
        lambda: ag.sort([1], direction="UP"),
        TypeError,
        "the direction is 'UP', not 'ASCENDING' or 'DESCENDING'.",
    ),
    (
        lambda: ag.pad([1], [[1, 1]], "WRAP"),
        TypeError,
        "pad: there is no mode 'WRAP'.",
    ),
    (lambda: ag.zeros([1.5]), TypeError, "a dimension is 1.5, not an integer."),
    (lambda: ag.zeros([-1]), ValueError, "has the negative dimension -1."),
    (
        lambda: ag.reduce_sum([1], axis="x"),
        TypeError,
        "axis is 'x', not an integer.",
    ),
    (lambda: ag.ones([1], "string"), TypeError, "there is no 1 among text."),
]


@pytest.mark.parametrize(("call", "kind", "text"), OTHER_MISTAKES)
def test_other_mistakes_are_told(call, kind, text):
    with pytest.raises(AutographError) as error:
        call()
    assert isinstance(error.value, kind)
    assert text in str(error.value)


def test_what_is_not_known_while_tracing_is_told():
    graph = Graph("f")
    with graph.as_default():
        i = graph.add_input(TensorSpec((), dtypes.int32), "i")
        x = graph.add_input(TensorSpec(None, dtypes.float32), "x")
        for call, text in [
            (lambda: ag.reduce_sum(x, axis=i), "axis is Tensor(\"i:0\", shape=(), dtype=int32), whose value is known only"),
            (lambda: ag.unstack(x), "the length of axis 0 of Tensor(\"x:0\", shape=<unknown>, dtype=float32) is not known"),
            (lambda: ag.nonzero(x), "nonzero: the rank of"),
            (lambda: ag.split(x, i), "split: the number of parts must be known while tracing"),
        ]:  # fmt: skip
            with pytest.raises(AutographError) as error:
                call()
            assert text in str(error.value)
