"""Static shapes: what is known, joined, covered, broadcast."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph import shapes
from graph.errors import ShapeError

DIMS = st.one_of(st.none(), st.integers(0, 3))
SHAPES = st.one_of(st.none(), st.lists(DIMS, max_size=3).map(tuple))
KNOWN = st.lists(st.integers(0, 3), max_size=3).map(tuple)


def instances(shape):
    """Return the known shapes with dimensions up to 3 that a shape stands for."""
    if shape is None:
        ranks = [itertools.product(range(4), repeat=rank) for rank in range(4)]
        return list(itertools.chain(*ranks))
    dims = [range(4) if dim is None else [dim] for dim in shape]
    return list(itertools.product(*dims))


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (None, None), ((), ()), (3, (3,)), ([2, None], (2, None)),
        (np.array([2, 3]), (2, 3)), ((np.int64(2), True), (2, 1)), (range(2), (0, 1)),
    ],
)  # fmt: skip
def test_shapes_are_made_of(value, shape):
    made = shapes.as_shape(value)
    assert made == shape
    assert made is None or all(dim is None or type(dim) is int for dim in made)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((2, -1), "shape (2, -1) has the negative dimension -1."),
        ((2.5,), "shape (2.5,) has the dimension 2.5, which is not an integer."),
        ("ab", "shape ('a', 'b') has the dimension 'a', which is not an integer."),
    ],
)
def test_what_is_no_shape_is_refused(value, text):
    with pytest.raises(ShapeError) as error:
        shapes.as_shape(value)
    assert text in str(error.value)
    assert isinstance(error.value, ValueError)


def test_sizes_and_ranks():
    assert shapes.size_of(()) == 1
    assert shapes.size_of((2, 0, 3)) == 0
    assert shapes.size_of((2, None)) is None
    assert shapes.size_of(None) is None
    assert shapes.rank((2, None)) == 2
    assert shapes.rank(None) is None
    assert shapes.is_static(()) and shapes.is_static((2,))
    assert not shapes.is_static((None,)) and not shapes.is_static(None)
    shown = [shapes.show(s) for s in ((), (2, None), None)]
    assert shown == ["[]", "[2, None]", "[...]"]


@given(SHAPES, SHAPES)
def test_a_join_covers_both_and_no_more_than_it_must(left, right):
    joined = shapes.join(left, right)
    assert shapes.covers(joined, left) and shapes.covers(joined, right)
    if left == right:
        assert joined == left


@given(SHAPES, SHAPES)
def test_covering_means_that_every_instance_fits(wide, narrow):
    if shapes.covers(wide, narrow):
        assert set(instances(narrow)) <= set(instances(wide))
    assert shapes.covers(wide, wide)


@given(SHAPES, SHAPES)
def test_compatible_shapes_have_a_value_in_common(left, right):
    common = set(instances(left)) & set(instances(right))
    assert shapes.is_compatible(left, right) == bool(common)


@given(st.lists(KNOWN, min_size=1, max_size=3))
def test_known_shapes_broadcast_as_in_numpy(given_shapes):
    try:
        expected = np.broadcast_shapes(*given_shapes)
    except ValueError:
        with pytest.raises(ShapeError, match="do not broadcast together"):
            shapes.broadcast(*given_shapes)
    else:
        assert shapes.broadcast(*given_shapes) == expected


@given(SHAPES, SHAPES, st.data())
def test_what_is_unknown_is_never_contradicted_by_broadcasting(left, right, data):
    a = data.draw(st.sampled_from(instances(left)))
    b = data.draw(st.sampled_from(instances(right)))
    try:
        exact = np.broadcast_shapes(a, b)
    except ValueError:
        return
    assert shapes.covers(shapes.broadcast(left, right), exact)


@given(st.integers(-5, 5), st.integers(0, 4))
def test_axes_are_counted_from_both_ends(axis, ndim):
    if -ndim <= axis < ndim:
        assert shapes.normalize_axis(axis, ndim) == range(ndim)[axis]
    else:
        text = f"axis {axis} is out of bounds for a tensor of rank {ndim}"
        with pytest.raises(ShapeError, match=text):
            shapes.normalize_axis(axis, ndim)
