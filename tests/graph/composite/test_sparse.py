"""Sparse tensors and indexed slices: what NumPy does with the dense ones."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag


@st.composite
def matrices(draw, shape=None):
    """Draw a matrix with many zeros."""
    n, m = shape or (draw(st.integers(1, 4)), draw(st.integers(1, 4)))
    values = st.sampled_from([0.0, 0.0, 1.0, -2.0, 3.5])
    rows = draw(
        st.lists(st.lists(values, min_size=m, max_size=m), min_size=n, max_size=n)
    )
    return np.array(rows, np.float32)


@given(matrices())
def test_elements_that_are_not_zero_by_their_places(x):
    found = ag.sparse.from_dense(x)
    assert found.indices.numpy().tolist() == np.argwhere(x).tolist()
    assert found.values.numpy().tolist() == x[x != 0].tolist()
    assert found.dense_shape.numpy().tolist() == list(x.shape)
    assert (found.shape, found.rank, found.dtype) == (x.shape, 2, ag.float32)
    assert ag.sparse.to_dense(found).numpy().tolist() == x.tolist()
    other = np.where(x == 0, -1, x)
    assert ag.sparse.to_dense(found, -1.0).numpy().tolist() == other.tolist()
    assert ag.sparse.to_dense(found * 2.0 / 4.0).numpy().tolist() == (x / 2).tolist()


@given(matrices(), st.randoms(use_true_random=False))
def test_places_are_put_in_order(x, random):
    found = ag.sparse.from_dense(x)
    order = list(range(found.indices.shape[0]))
    random.shuffle(order)
    mixed = ag.SparseTensor(
        found.indices.numpy()[order], found.values.numpy()[order], x.shape
    )
    again = ag.sparse.reorder(mixed)
    assert again.indices.numpy().tolist() == found.indices.numpy().tolist()
    assert again.values.numpy().tolist() == found.values.numpy().tolist()
    loose = ag.sparse.to_dense(mixed, validate_indices=False)
    assert loose.numpy().tolist() == x.tolist()


@given(matrices((3, 4)), matrices((4, 2)), st.booleans(), st.booleans())
def test_products_are_numpys(x, y, of_left, of_right):
    left = ag.sparse.from_dense(x.T if of_left else x)
    right = y.T if of_right else y
    found = ag.sparse.sparse_dense_matmul(left, right, of_left, of_right)
    np.testing.assert_allclose(found.numpy(), x @ y, rtol=1e-6)


def test_products_of_complex_numbers_take_conjugates():
    x = np.array([[1 + 2j, 0], [0, 3j]], np.complex64)
    y = np.array([[1j, 2]], np.complex64)
    found = ag.sparse.sparse_dense_matmul(
        ag.sparse.from_dense(x), y, adjoint_a=True, adjoint_b=True
    )
    np.testing.assert_allclose(found.numpy(), x.conj().T @ y.conj().T)


def test_places_that_repeat_add_up_in_products():
    x = ag.SparseTensor([[0, 1], [0, 1]], [1.0, 2.0], [1, 2])
    y = np.array([[5.0], [7.0]], np.float32)
    assert ag.sparse.sparse_dense_matmul(x, y).numpy().tolist() == [[21.0]]


def test_other_kinds_of_elements():
    text = ag.sparse.from_dense([["", "a"], ["b", ""]])
    assert ag.sparse.to_dense(text, "-").numpy().tolist() == [
        [b"-", b"a"],
        [b"b", b"-"],
    ]
    flags = ag.sparse.from_dense([[True, False]])
    assert ag.sparse.to_dense(flags).numpy().tolist() == [[True, False]]
    empty = ag.SparseTensor(np.zeros((0, 2), np.int64), np.zeros(0, np.float32), [2, 2])
    assert ag.sparse.to_dense(empty).numpy().tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_a_static_shape_is_that_of_the_spec():
    shapes = []

    @ag.function(input_signature=[ag.SparseTensorSpec([None, 4])])
    def f(x):
        shapes.append(list(x.shape))
        return ag.sparse.to_dense(x)

    for n in (2, 3):
        assert f(ag.SparseTensor([[0, 1]], [1.0], [n, 4])).shape == (n, 4)
    assert shapes == [[None, 4]]


@given(st.lists(st.integers(0, 3), max_size=5))
def test_rows_of_indexed_slices_add_up(indices):
    rows = np.arange(len(indices) * 2, dtype=np.float32).reshape(-1, 2) + 1
    expected = np.zeros((4, 2), np.float32)
    np.add.at(expected, np.array(indices, int), rows)
    found = ag.IndexedSlices(rows, np.array(indices, np.int32), [4, 2])
    assert ag.convert_to_tensor(found).numpy().tolist() == expected.tolist()
    assert ag.convert_to_tensor(-found).numpy().tolist() == (-expected).tolist()
    assert ag.add(found, 1.0).numpy().tolist() == (expected + 1).tolist()
    assert np.asarray(found).tolist() == expected.tolist()
    assert (found.shape, found.dtype) == ((4, 2), ag.float32)


@given(st.lists(st.integers(0, 3), max_size=5), st.booleans())
def test_variables_change_by_rows(indices, is_traced):
    rows = np.arange(len(indices) * 2, dtype=np.float32).reshape(-1, 2) + 1
    start = np.full((4, 2), 10, np.float32)
    variable = ag.Variable(start)
    slices = ag.IndexedSlices(rows, np.array(indices, np.int32))

    def change(slices):
        variable.scatter_add(slices)
        added = variable.read_value()
        variable.scatter_sub(slices).scatter_sub(slices)
        taken = variable.read_value()
        variable.scatter_update(slices)
        return added, taken

    run = ag.function(change, python="refuse") if is_traced else change
    added, taken = run(slices)
    expected, replaced = start.copy(), start.copy()
    np.add.at(expected, np.array(indices, int), rows)
    np.subtract.at(replaced, np.array(indices, int), rows)
    assert added.numpy().tolist() == expected.tolist()
    assert taken.numpy().tolist() == replaced.tolist()
    replaced[indices] = rows
    assert variable.numpy().tolist() == replaced.tolist()


def test_optimizers_take_them_as_gradients():
    rows, indices = [[1.0, 2.0], [3.0, 4.0]], [2, 0]
    dense = np.zeros((3, 2), np.float32)
    dense[indices] = rows
    found = []
    for gradient in (ag.IndexedSlices(rows, indices), dense):
        variable = ag.Variable(np.ones((3, 2), np.float32))
        optimizer = ag.optimizers.SGD(0.5, momentum=0.9)
        step = ag.function(lambda o, g, v: o.apply_gradients([(g, v)]), python="refuse")
        step(optimizer, gradient, variable)
        optimizer.apply_gradients([(gradient, variable)])
        found.append(variable.numpy())
    np.testing.assert_array_equal(*found)
    assert found[0][1].tolist() == [1.0, 1.0]
    variable = ag.Variable(np.ones((3, 2), np.float32))
    variable.assign_sub(ag.IndexedSlices(rows, indices, [3, 2]))
    assert variable.numpy().tolist() == (1 - dense).tolist()


def test_gradients_of_dense_forms():
    values = ag.constant([1.0, 2.0, 3.0])
    y = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(values)
        x = ag.SparseTensor([[0, 0], [0, 1], [1, 1]], values, [2, 2])
        dense = ag.reduce_sum(ag.sparse.to_dense(x) ** 2)
        product = ag.reduce_sum(ag.sparse.sparse_dense_matmul(x, y))
        rows = ag.IndexedSlices(values, ag.constant([1, 1, 0]), [3])
        whole = ag.reduce_sum(ag.convert_to_tensor(rows) ** 2)
    assert tape.gradient(dense, values).numpy().tolist() == [2.0, 4.0, 6.0]
    assert tape.gradient(product, values).numpy().tolist() == [3.0, 7.0, 7.0]
    assert tape.gradient(whole, values).numpy().tolist() == [6.0, 6.0, 6.0]


def of(indices, values=(1.0, 2.0), shape=(3, 4)):
    return ag.SparseTensor(indices, list(values), list(shape))


MISTAKES = {
    "places that repeat": (
        lambda: ag.sparse.to_dense(of([[1, 1], [1, 1]])),
        ag.errors.InvalidArgumentError,
        "places repeat, or are out of order",
    ),
    "places out of order": (
        lambda: ag.sparse.to_dense(of([[1, 1], [0, 1]])),
        ag.errors.InvalidArgumentError,
        r"see ag\.sparse\.reorder",
    ),
    "places outside": (
        lambda: ag.sparse.to_dense(of([[0, 1], [5, 1]])),
        ag.errors.InvalidArgumentError,
        "5",
    ),
    "a conversion": (
        lambda: ag.convert_to_tensor(of([[0, 1], [1, 1]])),
        TypeError,
        r"ag\.sparse\.to_dense",
    ),
    "an op": (
        lambda: ag.reduce_sum(of([[0, 1], [1, 1]])),
        TypeError,
        "a SparseTensor cannot become a tensor by itself",
    ),
    "a vector beside it": (
        lambda: of([[0, 1], [1, 1]]) * ag.ones([4]),
        ValueError,
        "is no scalar",
    ),
    "too few values": (lambda: of([[0, 1]]), ValueError, "and values has 2"),
    "places of another rank": (
        lambda: of([[0, 1, 2], [1, 1, 1]]),
        ValueError,
        "and dense_shape has 2",
    ),
    "a vector of places": (lambda: of([0, 1]), ValueError, "has to be of rank 2"),
    "places that are floats": (
        lambda: of(np.array([[0.5, 1.0], [1.0, 1.0]])),
        TypeError,
        "has to be int64",
    ),
    "inner dimensions": (
        lambda: ag.sparse.sparse_dense_matmul(
            of([[0, 1], [1, 1]]), np.ones((3, 1), "f")
        ),
        ag.errors.InvalidArgumentError,
        "the inner dimensions differ",
    ),
    "no matrix": (
        lambda: ag.sparse.sparse_dense_matmul(of([[0, 1], [1, 1]]), np.ones(4, "f")),
        ValueError,
        "is no matrix",
    ),
    "two sparse ones": (
        lambda: ag.sparse.sparse_dense_matmul(*[of([[0, 1], [1, 1]])] * 2),
        TypeError,
        "cannot become a tensor by itself",
    ),
    "a dense one": (
        lambda: ag.sparse.to_dense(ag.ones([2])),  # type: ignore[arg-type]
        TypeError,
        r"ag\.sparse\.from_dense makes one",
    ),
    "iteration": (lambda: list(of([[0, 1], [1, 1]])), TypeError, "not iterable"),
    "a length": (lambda: len(of([[0, 1], [1, 1]])), TypeError, "is not defined"),
    "slices without a shape": (
        lambda: ag.convert_to_tensor(ag.IndexedSlices([[1.0]], [0])),
        TypeError,
        "without a dense_shape",
    ),
    "slices by floats": (
        lambda: ag.IndexedSlices([[1.0]], [0.5]),
        TypeError,
        "int32 or int64",
    ),
}


@pytest.mark.parametrize(("act", "kind", "text"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_say_what_to_do(act, kind, text):
    with pytest.raises(kind, match=text):
        act()


def test_text_shows_the_parts():
    x = ag.SparseTensor([[0, 1]], [2.0], [1, 2])
    assert repr(x) == (
        "ag.SparseTensor(indices=[[0, 1]], values=[2.0], dense_shape=[1, 2])"
    )
    assert repr(x.type_spec) == "SparseTensorSpec(shape=(1, 2), dtype=ag.float32)"
    slices = ag.IndexedSlices([1.0], [0])
    assert repr(slices.type_spec) == (
        "IndexedSlicesSpec(shape=(None,), dtype=ag.float32, indices_dtype=ag.int32, "
        "dense_shape_dtype=None)"
    )
