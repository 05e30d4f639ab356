"""Slices by numbers, turned sequences and blocks, beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.errors import InvalidArgumentError, ShapeError

X = np.arange(2 * 4 * 6 * 3.0).reshape(2, 4, 6, 3)


def turned(x, lengths):
    found = x.copy()
    for i, n in enumerate(lengths):
        found[i, :, :n] = x[i, :, :n][:, ::-1]
    return found


def in_batches(x, blocks, pads):
    x = np.pad(x, [(0, 0), *pads, (0, 0)])
    rows, columns = blocks
    parts = [x[:, i::rows, j::columns] for i in range(rows) for j in range(columns)]
    return np.concatenate(parts)


def in_channels(x, s):
    parts = [x[:, i::s, j::s] for i in range(s) for j in range(s)]
    return np.concatenate(parts, -1)


BATCHES = in_batches(X, (2, 3), ((1, 1), (0, 0)))
CHANNELS = in_channels(X, 2)
CALLS = {
    "slice": (lambda x: ag.slice(x, [0, 1, 2, 0], [2, -1, 3, 1]), X[:, 1:, 2:5, :1]),
    "slice from there": (
        lambda x: ag.slice(x, ag.cast(x[0, 0, 0, :2], "int32")[0] + [0, 1, 2, 0],
                           [2, ag.cast(x[0, 0, 1, 0], "int32"), -1, 3]),
        X[:, 1:4, 2:],
    ),
    "strided_slice": (
        lambda x: ag.strided_slice(
            x, [0, 1, 5, 0], [2, 4, 0, 3], [1, 2, -1, 1], begin_mask=1, shrink_axis_mask=8
        ),
        X[:2, 1:4:2, 5:0:-1, 0],
    ),
    "strided_slice masks": (
        lambda x: ag.strided_slice(
            x, [0, 0, 0, 1], [0, 0, 0, 9], end_mask=8, new_axis_mask=1, ellipsis_mask=2,
            shrink_axis_mask=4,
        ),
        X[None, ..., 0, 1:],
    ),
    "reverse_sequence": (
        lambda x: ag.reverse_sequence(x, [2, 5], seq_axis=2, batch_axis=0),
        turned(X, [2, 5]),
    ),
    "reverse_sequence back": (
        lambda x: ag.reverse_sequence(x, [1, 2, 3, 4], seq_axis=-2, batch_axis=1),
        np.swapaxes(turned(np.swapaxes(X, 0, 1), [1, 2, 3, 4]), 0, 1),
    ),
    "space_to_batch": (
        lambda x: ag.space_to_batch(x, [2, 3], [[1, 1], [0, 0]]),
        BATCHES,
    ),
    "batch_to_space": (
        lambda x: ag.batch_to_space(
            ag.space_to_batch_nd(x, [2, 3], [[1, 1], [0, 0]]), [2, 3], [[1, 1], [0, 0]]
        ),
        X,
    ),
    "space_to_depth": (lambda x: ag.nn.space_to_depth(x, 2), CHANNELS),
    "space_to_depth first": (
        lambda x: ag.nn.space_to_depth(ag.transpose(x, [0, 3, 1, 2]), 2, "NCHW"),
        CHANNELS.transpose(0, 3, 1, 2),
    ),
    "depth_to_space": (
        lambda x: ag.nn.depth_to_space(ag.nn.space_to_depth(x, 2), 2),
        X,
    ),
    "identity_n": (lambda x: ag.identity_n([x, x])[1], X),
    "shape_n": (lambda x: ag.shape_n([x, x[0]])[1], np.array([4, 6, 3], np.int32)),
    "ensure_shape": (lambda x: ag.ensure_shape(x, [None, 4, None, 3]), X),
    "broadcast_dynamic_shape": (
        lambda x: ag.broadcast_dynamic_shape(ag.shape(x), [6, 1]),
        np.array([2, 4, 6, 3], np.int32),
    ),
}  # fmt: skip


@pytest.mark.parametrize("known", ["all", "dimensions"])
@pytest.mark.parametrize("name", CALLS)
def test_parts_and_blocks_are_those_of_numpy(name, known):
    call, expected = CALLS[name]
    found = call(ag.constant(X))
    shape = X.shape if known == "all" else [None] * 4
    specs = [ag.TensorSpec(shape, ag.float64)]
    staged = ag.function(call, input_signature=specs, autograph=False)(X)
    for each in (found, staged):
        assert each.dtype.numpy == expected.dtype
        np.testing.assert_array_equal(each.numpy(), expected)


def test_more_is_known_of_shapes_that_are_ensured():
    @ag.function(input_signature=[ag.TensorSpec(None, ag.float64)], autograph=False)
    def use(x):
        y = ag.ensure_shape(x, [None, 4, None, 3])
        assert y.shape == (None, 4, None, 3)
        return y

    assert use(X).shape == X.shape
    for wrong in (X[:, 0], X[..., :2]):
        with pytest.raises(InvalidArgumentError, match="than is said"):
            use(wrong)
    with pytest.raises(ShapeError, match="has not the shape"):
        ag.ensure_shape(X, [1, None, None, None])


def test_shapes_that_are_known_broadcast_at_once():
    assert ag.broadcast_static_shape([None, 3], [2, 1, 1]) == (2, None, 3)
    with pytest.raises(ShapeError):
        ag.broadcast_static_shape([2], [3])
    with pytest.raises(InvalidArgumentError, match="do not broadcast"):
        ag.broadcast_dynamic_shape(ag.constant([2]), ag.constant([3]))


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda x: ag.slice(x, [0, 0, 0, 2], [1, 1, 1, 2]), ShapeError, "not within"),
        (lambda x: ag.slice(x, [0], [1]), ShapeError, "sliced from 1 places"),
        (lambda x: ag.reverse_sequence(x, [1, 1], 0, 0), ShapeError, "both axes are 0"),
        (
            lambda x: ag.reverse_sequence(x, [7, 1], 2, 0),
            InvalidArgumentError,
            "longer than its axis",
        ),
        (lambda x: ag.nn.space_to_depth(x, 4), ShapeError, "do not fill 6 elements"),
        (lambda x: ag.nn.depth_to_space(x, 2), ShapeError, "do not fill 3 elements"),
        (lambda x: ag.nn.space_to_depth(x, 2, "NHCW"), InvalidArgumentError, "no data"),
    ],
)
def test_mistakes_are_told(call, error, text):
    with pytest.raises(error, match=text):
        call(ag.constant(X))


def test_parts_outside_are_told_when_the_graph_runs():
    @ag.function(input_signature=[ag.TensorSpec([None]), ag.TensorSpec([], ag.int32)])
    def use(x, n):
        return ag.slice(x, [1], [n])

    assert use([1.0, 2.0, 3.0], 2).numpy().tolist() == [2, 3]
    with pytest.raises(InvalidArgumentError, match="not within the tensor"):
        use([1.0, 2.0, 3.0], 3)


def test_gradients_flow_back_to_where_elements_came_from():
    x = ag.constant(X)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.reverse_sequence(x, [2, 5], 2, 0) * X
    np.testing.assert_array_equal(tape.gradient(y, x).numpy(), turned(X, [2, 5]))
