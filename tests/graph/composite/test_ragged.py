"""Ragged tensors: what Python's lists of lists do, and NumPy on padded rows."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag

NUMBERS = st.integers(-9, 9)
ROWS = st.lists(st.lists(NUMBERS, max_size=4), min_size=1, max_size=5)
NESTED = st.lists(st.lists(st.lists(NUMBERS, max_size=3), max_size=3), max_size=4)
BOUNDS = st.none() | st.integers(-6, 6)
STEPS = st.sampled_from([None, 1, 2, 3])


def ragged(rows: Any, **kwargs: Any) -> Any:
    return ag.ragged.constant(rows, dtype=ag.int32, ragged_rank=1, **kwargs)


def nested(rows: Any) -> Any:
    return ag.ragged.constant(rows, dtype=ag.int32, ragged_rank=2)


def padded(rows: Any, width: int, value: int) -> list[list[int]]:
    return [(row + [value] * width)[:width] for row in rows]


def flat(rows: Any) -> list[Any]:
    return [x for row in rows for x in row]


@given(ROWS)
def test_rows_are_those_of_the_lists(rows):
    found = ragged(rows)
    assert found.to_list() == rows
    assert len(found) == len(rows) == int(found.nrows())
    assert [row.numpy().tolist() for row in found] == rows
    assert [found[i].numpy().tolist() for i in range(-len(rows), len(rows))] == [
        rows[i] for i in range(-len(rows), len(rows))
    ]
    assert found.flat_values.numpy().tolist() == flat(rows)
    assert found.row_lengths().numpy().tolist() == list(map(len, rows))
    ids = [i for i, row in enumerate(rows) for _ in row]
    assert found.value_rowids().numpy().tolist() == ids
    assert found.shape == [len(rows), None]
    assert (found.dtype, found.row_splits.dtype) == (ag.int32, ag.int64)


@given(st.lists(st.lists(NUMBERS, min_size=1, max_size=3), min_size=1, max_size=4))
def test_it_is_made_of_its_parts_in_each_way(rows):
    found, values = ragged(rows), flat(rows)
    lengths = list(map(len, rows))
    splits = np.cumsum([0, *lengths])
    ids = np.repeat(np.arange(len(rows)), lengths)
    made = [
        ag.RaggedTensor.from_row_splits(values, splits),
        ag.RaggedTensor.from_row_lengths(values, lengths),
        ag.RaggedTensor.from_row_starts(values, splits[:-1]),
        ag.RaggedTensor.from_row_limits(values, splits[1:]),
        ag.RaggedTensor.from_value_rowids(values, ids),
        ag.RaggedTensor.from_tensor(padded(rows, 4, 77), padding=77),
        ag.RaggedTensor.from_tensor(padded(rows, 4, 77), lengths=lengths),
        ag.RaggedTensor.from_nested_row_splits(values, [splits]),
        ag.RaggedTensor.from_nested_row_lengths(values, [lengths]),
        found.with_values(values),
        found.with_flat_values(values),
    ]
    assert [x.to_list() for x in made] == [rows] * len(made)
    more = ag.RaggedTensor.from_value_rowids(values, ids, nrows=len(rows) + 2)
    assert more.to_list() == [*rows, [], []]
    assert more.shape[0] == len(rows) + 2


@given(ROWS, st.integers(0, 6), st.integers(0, 5))
def test_the_dense_form_is_padded_and_cut(rows, n, width):
    found, longest = ragged(rows), max(map(len, rows))
    assert found.to_tensor().numpy().tolist() == padded(rows, longest, 0)
    assert found.to_tensor(5).numpy().tolist() == padded(rows, longest, 5)
    assert found.bounding_shape().numpy().tolist() == [len(rows), longest]
    assert int(found.bounding_shape(axis=1)) == longest
    expected = padded([*rows, *[[]] * n][:n], width, 3)
    dense = found.to_tensor(3, shape=[n, width])
    assert dense.numpy().tolist() == expected
    assert dense.shape == (n, width)
    cut = found.to_tensor(3, shape=[None, width])
    assert cut.numpy().tolist() == padded(rows, width, 3)


@given(ROWS, BOUNDS, BOUNDS, st.none() | st.sampled_from([-2, -1, 1, 2]))
def test_slices_of_rows_are_those_of_lists(rows, start, stop, step):
    key = slice(start, stop, step)
    assert ragged(rows)[key].to_list() == rows[key]


@given(ROWS, BOUNDS, BOUNDS, STEPS)
def test_slices_in_rows_are_those_of_lists(rows, start, stop, step):
    key = slice(start, stop, step)
    assert ragged(rows)[:, key].to_list() == [row[key] for row in rows]
    assert ragged(rows)[1:, key].to_list() == [row[key] for row in rows[1:]]


@given(NESTED.filter(len), BOUNDS, BOUNDS)
def test_nested_rows_are_those_of_the_lists(rows, start, stop):
    found, key = nested(rows), slice(start, stop)
    assert found.to_list() == rows
    assert [part.to_list() for part in found] == rows
    assert found[key].to_list() == rows[key]
    assert found[:, key].to_list() == [row[key] for row in rows]
    inner = [[part[key] for part in row] for row in rows]
    assert found[:, :, key].to_list() == inner
    assert found.ragged_rank == 2
    lengths = [list(map(len, row)) for row in rows]
    assert found.row_lengths(axis=2).to_list() == lengths
    height = max(map(len, rows))
    width = max(map(max, filter(None, lengths)), default=0)
    boxes = [padded(row + [[]] * (height - len(row)), width, 8) for row in rows]
    assert found.to_tensor(8).numpy().tolist() == boxes
    assert found.bounding_shape().numpy().tolist() == [len(rows), height, width]


BINARY = (
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod),
    *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne),
    *(operator.and_, operator.or_, operator.xor),
)


@pytest.mark.parametrize("act", BINARY, ids=lambda act: act.__name__)
@given(ROWS, st.integers(1, 9))
def test_operators_work_element_by_element(act, rows, k):
    found = ragged(rows)
    assert act(found, k).to_list() == [[act(x, k) for x in row] for row in rows]
    same = found * 0 + k
    assert act(found, same).to_list() == act(found, k).to_list()
    assert act(found, ag.constant(k)).to_list() == act(found, k).to_list()
    assert act(k, same).to_list() == [[act(k, k) for _ in row] for row in rows]
    ones = [[act(k, abs(x) + 1) for x in row] for row in rows]
    assert act(ag.constant(k), abs(found) + 1).to_list() == ones


@given(ROWS)
def test_unary_operators_and_functions(rows):
    found = ragged(rows)
    assert (-found).to_list() == [[-x for x in row] for row in rows]
    assert abs(found).to_list() == [[abs(x) for x in row] for row in rows]
    assert (~found).to_list() == [[~x for x in row] for row in rows]
    squares = ag.ragged.map_flat_values(lambda x, y: x * y, found, y=found)
    assert squares.to_list() == [[x * x for x in row] for row in rows]
    assert (found / 2).to_list() == [[x / 2 for x in row] for row in rows]
    assert (found**2).to_list() == [[x**2 for x in row] for row in rows]


@given(
    st.lists(st.tuples(NUMBERS, NUMBERS, st.sampled_from([-3, -1, 1, 2])), min_size=1)
)
def test_ranges_are_pythons(bounds):
    starts, limits, deltas = map(list, zip(*bounds, strict=True))
    found = ag.ragged.range(starts, limits, deltas)
    assert found.to_list() == [list(range(*each)) for each in bounds]
    assert ag.ragged.range(limits).to_list() == [list(range(x)) for x in limits]


def test_ranges_of_floats_are_numpys():
    found = ag.ragged.range([0.0, 1.0], [1.0, -0.5], [0.25, -0.5])
    rows = [np.arange(0.0, 1.0, 0.25).tolist(), np.arange(1.0, -0.5, -0.5).tolist()]
    assert found.to_list() == rows
    assert found.dtype is ag.float32


@pytest.mark.parametrize(
    ("given", "rank", "shape"),
    [
        ([[1], [2, 3]], 1, [2, None]),
        ([[[1]], [], [[2], []]], 2, [3, None, None]),
        (([1, 2], []), 1, [2, None]),
        ([np.array([1, 2]), np.array([3])], 1, [2, None]),
        ([ag.constant([1, 2]), ag.constant([3])], 1, [2, None]),
        ([[]], 1, [1, None]),
        ([[], [[]]], 2, [2, None, None]),
    ],
)
def test_constants_are_as_deep_as_their_lists(given, rank, shape):
    found = ag.ragged.constant(given)
    assert found.ragged_rank == rank
    assert found.shape == shape


def test_constants_with_uniform_elements():
    rows = [[[1, 2]], [[3, 4], [5, 6]]]
    for found in (
        ag.ragged.constant(rows, ragged_rank=1),
        ag.ragged.constant(rows, inner_shape=(2,)),
    ):
        assert found.to_list() == rows
        assert found.shape == [2, None, 2]
        assert found[:, :, 0].to_list() == [[1], [3, 5]]
        assert found.to_tensor([7, 8]).numpy().tolist() == [
            [[1, 2], [7, 8]],
            [[3, 4], [5, 6]],
        ]
    assert ag.ragged.constant(3).numpy() == 3
    assert ag.ragged.constant([1, 2]).numpy().tolist() == [1, 2]
    assert ag.ragged.constant([["a"], []]).to_tensor("-").numpy().tolist() == [
        [b"a"],
        [b"-"],
    ]


def test_arrays_of_rows():
    found = ragged([[1, 2], [3]]).numpy()
    assert found.dtype == object
    assert [row.tolist() for row in found] == [[1, 2], [3]]
    assert ragged([[1, 2], [3, 4]]).numpy().tolist() == [[1, 2], [3, 4]]


def test_rows_of_tensors_with_further_dimensions():
    x = np.arange(12.0).reshape(2, 3, 2)
    found = ag.RaggedTensor.from_tensor(x, lengths=[2, 0])
    assert found.to_list() == [x[0, :2].tolist(), []]
    assert ag.RaggedTensor.from_tensor(x, ragged_rank=2).to_list() == x.tolist()
    zeros = np.array([[[1, 2], [0, 0]], [[3, 0], [0, 0]]])
    unpadded = ag.RaggedTensor.from_tensor(zeros, padding=[0, 0])
    assert unpadded.to_list() == [[[1, 2]], [[3, 0]]]


def test_text_shows_the_rows():
    assert repr(ragged([[1, 2], []])) == "<ag.RaggedTensor [[1, 2], []]>"
    spec = ag.RaggedTensorSpec([None, None], ag.int32)
    assert repr(spec) == (
        "RaggedTensorSpec(shape=(None, None), dtype=ag.int32, ragged_rank=1, "
        "row_splits_dtype=ag.int64)"
    )


def test_a_spec_with_none_is_for_all_row_lengths():
    traces = []

    @ag.function(input_signature=[ag.RaggedTensorSpec([None, None], ag.int32)])
    def f(x):
        traces.append(x.shape)
        return x * 2

    for rows in ([[1], [2, 3]], [[]], [[1, 2, 3]]):
        assert f(ragged(rows)).to_list() == [[2 * x for x in row] for row in rows]
    assert [list(x) for x in traces] == [[None, None]]


def test_without_a_signature_only_the_number_of_rows_counts():
    traces = []

    @ag.function
    def f(x):
        traces.append(x.shape)
        return x + 1

    for rows in ([[1], [2, 3]], [[4, 5, 6], []], [[1]]):
        f(ragged(rows))
    assert [list(x) for x in traces] == [[2, None], [1, None]]


MISTAKES = {
    "an op takes none": (
        ag.reduce_sum,
        TypeError,
        "a RaggedTensor cannot become a tensor by itself",
    ),
    "nor NumPy": (np.add.reduce, TypeError, "does not support ufuncs"),
    "nor an array": (np.asarray, TypeError, "cannot become a tensor by itself"),
    "nor a conversion": (ag.convert_to_tensor, TypeError, r"\.to_tensor\(\)"),
    "a number in rows": (lambda x: x[:, 0], ValueError, "a number selects in rows"),
    "a negative step": (lambda x: x[:, ::-1], ValueError, "a positive step"),
    "a new axis": (lambda x: x[None], ValueError, "is no key"),
    "no such row": (lambda x: x[9], IndexError, "row 9 is out of bounds for 3 rows"),
    "no such axis": (lambda x: x.row_lengths(2), ValueError, "axis 2 is not ragged"),
    "a vector": (lambda x: x + ag.constant([1, 2]), ValueError, "of shape"),
    "other ranks": (lambda x: x + nested([[[1]]]), ValueError, "1 ragged dimensions"),
    "other rows": (
        lambda x: x + ragged([[1], [2, 3], [4]]),
        ag.errors.InvalidArgumentError,
        "the rows have different lengths",
    ),
    "another rank": (lambda x: x.to_tensor(shape=[1]), ValueError, "not of rank 2"),
    "splits that fall": (
        lambda _: ag.RaggedTensor.from_row_splits([1, 2], [0, 2, 1, 2]),
        ag.errors.InvalidArgumentError,
        "they fall",
    ),
    "splits that begin late": (
        lambda _: ag.RaggedTensor.from_row_splits([1, 2], [1, 2]),
        ag.errors.InvalidArgumentError,
        "the first one is not 0",
    ),
    "splits that end early": (
        lambda _: ag.RaggedTensor.from_row_splits([1, 2], [0, 1]),
        ag.errors.InvalidArgumentError,
        "is not the number of values",
    ),
    "no splits": (
        lambda _: ag.RaggedTensor.from_row_splits([1, 2], np.zeros(0, np.int64)),
        ValueError,
        "may not be empty",
    ),
    "splits of floats": (
        lambda _: ag.RaggedTensor.from_row_splits([1], np.array([0.0, 1.0])),
        TypeError,
        "not int32 or int64",
    ),
    "numbers of rows that fall": (
        lambda _: ag.RaggedTensor.from_value_rowids([1, 2], [1, 0]),
        ag.errors.InvalidArgumentError,
        "they fall",
    ),
    "rows that there are not": (
        lambda _: ag.RaggedTensor.from_value_rowids([1, 2], [0, 3], nrows=2),
        ag.errors.InvalidArgumentError,
        "are not below nrows",
    ),
    "a scalar": (
        lambda _: ag.RaggedTensor.from_row_splits(1, [0, 1]),
        ValueError,
        "the values are a scalar",
    ),
    "a matrix": (
        lambda _: ag.RaggedTensor.from_row_lengths([1], [[1]]),
        ValueError,
        "they are no vector",
    ),
    "a vector of rows": (
        lambda _: ag.RaggedTensor.from_tensor([1, 2]),
        ValueError,
        "cannot be ragged",
    ),
    "lengths and a padding": (
        lambda _: ag.RaggedTensor.from_tensor([[1]], lengths=[1], padding=0),
        TypeError,
        "not both",
    ),
    "lists of several depths": (
        lambda _: ag.ragged.constant([[1], [[2]]]),
        ValueError,
        "different depths",
    ),
    "lists beside numbers": (
        lambda _: ag.ragged.constant([[1], 2]),
        ValueError,
        "different depths",
    ),
    "too many dimensions": (
        lambda _: ag.ragged.constant([1], ragged_rank=1),
        ValueError,
        "no 1 ragged",
    ),
    "a ragged dimension of a size": (
        lambda _: ag.RaggedTensorSpec([None, 3]),
        ValueError,
        "not all None",
    ),
    "a spec of nothing": (
        lambda _: ag.RaggedTensorSpec(),
        ValueError,
        "cannot be ragged",
    ),
}


@pytest.mark.parametrize(("act", "kind", "text"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_say_what_to_do(act, kind, text):
    with pytest.raises(kind, match=text):
        act(ragged([[1], [2, 3], []]))


def test_what_is_symbolic_has_no_values():
    @ag.function(python="refuse")
    def f(x):
        return x.to_list()

    with pytest.raises(ag.errors.AutographError, match="it has no values yet"):
        f(ragged([[1]]))


@pytest.mark.parametrize(
    "act", [lambda x: x.to_tensor() ** 2, lambda x: (x * x)[:, :2]]
)
def test_gradients_are_those_of_the_values(act):
    x = ag.constant([1.0, 2.0, 3.0, 4.0])
    rows = ag.RaggedTensor.from_row_lengths(x, [3, 0, 1])
    counts = np.array([1.0, 1.0, 0.0, 1.0])
    with ag.GradientTape() as tape:
        tape.watch(x)
        found = act(rows.with_values(x))
        total = ag.reduce_sum(getattr(found, "flat_values", found))
    is_cut = hasattr(found, "flat_values")
    expected = 2 * x.numpy() * (counts if is_cut else 1)
    np.testing.assert_allclose(tape.gradient(total, x).numpy(), expected)
