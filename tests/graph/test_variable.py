"""Variables without a graph, beside NumPy arrays that are replaced."""

from __future__ import annotations

import copy
import gc
import operator
import pickle
import threading

import numpy as np
import pytest

import autograph as ag

X = np.array([[1.5, -2.0], [0.5, 3.0]], np.float32)


def same(found, expected):
    """Is a result the array expected, to dtype and bits?"""
    array = found.numpy() if hasattr(found, "numpy") else found
    assert np.asarray(array).dtype == np.asarray(expected).dtype
    np.testing.assert_array_equal(array, expected)


@pytest.mark.parametrize(
    ("value", "dtype", "name"),
    [
        (0, None, "int32"),
        (1.5, None, "float32"),
        (True, None, "bool"),
        ([1, 2], "int64", "int64"),
        ("text", None, "string"),
        (np.float64(2), None, "float64"),
        (lambda: [1.0, 2.0], None, "float32"),
        (ag.constant([1, 2]), "float64", "float64"),
        (ag.Variable(3), None, "int32"),
    ],
)
def test_dtype_is_that_of_the_initial_value_or_the_one_asked_for(value, dtype, name):
    variable = ag.Variable(value, dtype=dtype)
    assert variable.dtype is ag.as_dtype(name)
    assert variable.dtype is variable.value().dtype


def test_public_functions_take_the_value():
    v = ag.Variable(X)
    same(ag.reduce_sum(v, 0), X.sum(0))
    same(ag.add(v, [1, 2]), X + np.array([1, 2], np.float32))
    same(ag.add([1, 2], v), X + np.array([1, 2], np.float32))
    same(ag.stack([v, X]), np.stack([X, X]))
    same(ag.convert_to_tensor(v), X)


def test_assignments_replace_the_value_and_return_the_variable():
    v = ag.Variable([1.0, 2.0])
    before = v.value()
    assert v.assign([3, 4]) is v
    same(v, np.float32([3, 4]))
    assert v.assign_add([1.0, 1.0]).assign_sub(0.5) is v
    same(v.read_value(), np.float32([3.5, 4.5]))
    same(before, np.float32([1, 2]))
    v.assign(ag.Variable([7.0, 8.0]))
    v.assign(np.array([1, 2], np.float64))
    same(v, np.float32([1, 2]))


def test_a_variable_keeps_no_array_of_the_users():
    array = np.ones(3)
    v = ag.Variable(array)
    w = ag.Variable(np.zeros(3))
    w.assign(array)
    array[0] = 9
    same(v, np.ones(3))
    same(w, np.ones(3))
    with pytest.raises(ValueError, match="read-only"):
        v.numpy()[0] = 1


WRONG = [
    (lambda v: v.assign([1.0, 2.0, 3.0]), ValueError,
     "the variable 'rate' has shape [2] and cannot take a value of shape [3]."),
    (lambda v: v.assign_add(ag.ones([2, 2])), ValueError,
     "the variable 'rate' has shape [2] and cannot take a value of shape [2, 2]."),
    (lambda v: v.assign(ag.constant([1, 2])), TypeError,
     "the variable 'rate' holds float32 and cannot take a value of dtype int32."),
    (lambda v: v.assign(["a", "b"]), TypeError,
     "the variable 'rate' holds float32 and cannot take a value of dtype string."),
    (lambda v: v.assign(1j), TypeError,
     "the variable 'rate' holds float32 and cannot take a value of dtype complex."),
    (lambda v: v.assign(object()), TypeError,
     "cannot be an element of a tensor"),
    (lambda v: ag.Variable("a", name="text").assign_sub("a"), TypeError,
     "the variable 'text' holds string, of which nothing can be subtracted."),
    (lambda v: ag.Variable([True])[0].assign_sub(True), TypeError,
     "holds bool, of which nothing can be subtracted."),
    (lambda v: operator.iadd(v, 1), TypeError,
     "a variable cannot be changed by an operator such as `+=`"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "kind", "text"), WRONG)
def test_a_wrong_value_is_refused_and_changes_nothing(change, kind, text):
    v = ag.Variable([1.0, 2.0], name="rate")
    with pytest.raises(kind) as info:
        change(v)
    assert isinstance(info.value, ag.errors.AutographError)
    assert text in str(info.value)
    assert info.value.hint
    same(v, np.float32([1, 2]))


def test_a_shape_that_may_change_is_asked_for():
    v = ag.Variable([1.0], shape=[None])
    assert v.shape == (None,)
    same(v.assign([1, 2, 3]), np.float32([1, 2, 3]))
    w = ag.Variable(0, shape=None)
    assert w.shape.rank is None
    assert repr(w) == "<ag.Variable 'Variable:0' shape=<unknown> dtype=int32, numpy=0>"
    same(w.assign([[1]]), np.int32([[1]]))
    with pytest.raises(ag.errors.ShapeError, match=r"shape \[None\].*shape \[1, 1\]"):
        v.assign([[1.0]])
    with pytest.raises(ag.errors.ShapeError, match=r"has shape \[2\], not \[3\]"):
        ag.Variable([1, 2], shape=[3])


def test_printed_forms():
    text = "<ag.Variable 'Variable:0' shape=() dtype=int32, numpy=0>"
    assert repr(ag.Variable(0)) == text
    assert str(ag.Variable([1.0], name="w")) == (
        "<ag.Variable 'w:0' shape=(1,) dtype=float32, numpy=\n"
        "array([1.], dtype=float32)>"
    )
    assert repr(ag.Variable("a", name="s")) == (
        "<ag.Variable 's:0' shape=() dtype=string, numpy=b'a'>"
    )


def test_identity_is_what_hashing_goes_by():
    v, w = ag.Variable(1), ag.Variable(1)
    assert {v: 1, w: 2}[v] == 1
    assert len({v, w}) == 2
    assert hash(v) == hash(v.assign(5))


@pytest.mark.parametrize(
    "duplicate",
    [copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))],
)
def test_a_copy_has_a_value_of_its_own(duplicate):
    v = ag.Variable([1, 2], name="w", trainable=False, shape=[None])
    w = duplicate(v)
    w.assign([3, 4, 5])
    same(v, np.int32([1, 2]))
    same(w, np.int32([3, 4, 5]))
    assert (w.name, w.trainable, w.shape) == ("w:0", False, (None,))


def test_a_deep_copy_has_each_variable_once():
    v = ag.Variable(1)
    left, right = copy.deepcopy([v, v])
    assert left is right and left is not v


def test_the_handle_is_emptied_when_the_variable_dies():
    v = ag.Variable(1)
    handle = v.handle
    del v
    gc.collect()
    with pytest.raises(ag.errors.FailedPreconditionError, match="Could not find vari"):
        handle.assign(np.int32(3))
    with pytest.raises(ag.errors.FailedPreconditionError, match="has been deleted"):
        handle.value


def test_updates_of_many_threads_are_all_counted():
    v = ag.Variable(0)
    threads = [
        threading.Thread(target=lambda: [v.assign_add(1) for _ in range(500)])
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert int(v) == 4000
