"""`TensorShape` is the tuple of its dimensions, and what TensorFlow's shapes are."""

import copy
import operator
import pickle

import numpy as np
import pytest

import autograph as ag
from graph.errors import ShapeError

TensorShape = ag.TensorShape
UNKNOWN = TensorShape(None)


@pytest.mark.parametrize("dims", [(), (3,), (2, 3), (0, 4, 1)])
def test_an_eager_shape_is_the_tuple_that_numpy_has(dims):
    shape = ag.zeros(dims).shape
    assert type(shape) is TensorShape
    assert tuple(shape) == dims == shape
    assert shape == list(dims)
    assert not shape != dims
    assert hash(shape) == hash(dims)
    assert {dims: 1}[shape] == 1
    assert (str(shape), repr(shape), len(shape)) == (str(dims), repr(dims), len(dims))
    assert bool(shape) is bool(dims)
    assert np.zeros(shape).shape == dims
    assert all(type(dim) is int for dim in shape)


@pytest.mark.parametrize(
    "use",
    [
        lambda s: s + (4, None), lambda s: (1, *s), lambda s: (1,) + s,
        lambda s: s[1:] + s[:1], lambda s: s[::-1], lambda s: s[-1], lambda s: s * 2,
        lambda s: s.index(3), lambda s: s.count(3), lambda s: 3 in s, sorted,
        lambda s: s < (2, 4), lambda s: s == (3, 2), lambda s: s != (3, 2),
        lambda s: s == "text", operator.itemgetter(0, 1),
        lambda s: f"{s} {s!r} {[s]}", lambda s: s + (-1,), lambda s: max(s) + sum(s),
    ],
)  # fmt: skip
def test_it_does_what_tuples_do(use):
    assert use(TensorShape((2, 3))) == use((2, 3))


def test_parts_and_sums_of_shapes_are_shapes():
    shape = TensorShape([None, 3])
    for made in (shape[:1], shape + (4,), [4] + shape, shape + TensorShape([1])):
        assert type(made) is TensorShape
    assert type(shape + (-1,)) is tuple
    assert (shape + [4]) == (None, 3, 4)
    assert shape.concatenate([5]) == (None, 3, 5)


def test_what_is_known_is_asked_for():
    shape = TensorShape([None, 3])
    assert (shape.rank, shape.ndims, shape.dims) == (2, 2, [None, 3])
    assert shape.as_list() == [None, 3]
    assert shape.num_elements() is None
    assert not shape.is_fully_defined()
    known = TensorShape([4, 3])
    assert known.num_elements() == 12
    assert known.is_fully_defined()
    assert TensorShape(5) == (5,)
    assert TensorShape(known) == known


@pytest.mark.parametrize(
    ("left", "right", "merged"),
    [
        ([None, 3], [2, 3], (2, 3)), ([None, 3], [2, None], (2, 3)),
        (None, [2, None], (2, None)), ([2], None, (2,)), ([], [], ()),
    ],
)  # fmt: skip
def test_shapes_are_compatible_if_one_tensor_can_have_both(left, right, merged):
    shape = TensorShape(left)
    assert shape.is_compatible_with(right)
    assert shape.merge_with(right) == merged
    shape.assert_is_compatible_with(right)


@pytest.mark.parametrize(("left", "right"), [([2], [3]), ([2], [2, 1]), ([], [1])])
def test_others_are_not(left, right):
    shape = TensorShape(left)
    assert not shape.is_compatible_with(right)
    for change in (lambda: shape.merge_with(right), lambda: shape.with_rank(5)):
        with pytest.raises(ShapeError, match="are not compatible"):
            change()


@pytest.mark.parametrize("dims", [[-1], ["a"], [1.5]])
def test_what_is_no_dimension_is_refused(dims):
    with pytest.raises(ShapeError, match="dimension"):
        TensorShape(dims)


@pytest.mark.parametrize(
    "use", [len, list, tuple, iter, TensorShape.as_list, lambda s: [*s]]
)
def test_an_unknown_rank_has_no_length(use):
    with pytest.raises(ValueError, match="rank is unknown"):
        use(UNKNOWN)


def test_an_unknown_rank_is_equal_to_itself_alone():
    assert str(UNKNOWN) == repr(UNKNOWN) == f"{UNKNOWN}" == "<unknown>"
    assert UNKNOWN == TensorShape(None)
    assert UNKNOWN not in [(), (None,), TensorShape([]), TensorShape([None])]
    assert TensorShape([None]) != UNKNOWN
    assert not UNKNOWN
    assert (UNKNOWN.rank, UNKNOWN.ndims, UNKNOWN.dims) == (None, None, None)
    assert UNKNOWN.num_elements() is None
    assert not UNKNOWN.is_fully_defined()
    assert (UNKNOWN[0], UNKNOWN[1:]) == (None, UNKNOWN)
    assert UNKNOWN + (1,) == (1,) + UNKNOWN == UNKNOWN
    assert UNKNOWN.concatenate([1]) == UNKNOWN
    assert UNKNOWN.with_rank(2) == (None, None)
    with pytest.raises(TypeError):
        np.zeros(UNKNOWN)


@pytest.mark.parametrize("shape", [UNKNOWN, TensorShape([None, 3]), TensorShape([])])
def test_copies_and_pickles_are_equal(shape):
    for made in (
        copy.copy(shape),
        copy.deepcopy(shape),
        pickle.loads(pickle.dumps(shape)),
    ):
        assert made == shape
        assert type(made) is type(shape)


def test_whatever_has_a_shape_has_such_a_one():
    array = ag.TensorArray(ag.float32, 2, element_shape=[None, 3])
    variable = ag.Variable(np.ones((2, 3)), shape=[None, 3])
    assert array.element_shape == variable.shape == (None, 3)
    assert type(array.element_shape) is type(variable.shape) is TensorShape
    assert ag.TensorSpec(variable.shape).shape == (None, 3)
    assert ag.TensorSpec(UNKNOWN).shape is None
    assert ag.zeros(ag.ones((2, 3)).shape).shape == (2, 3)
