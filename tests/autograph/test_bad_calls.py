"""Bad input of functions: each an error that shows the user's line and the rule."""

from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import LeakedTensorError

kept: list[Any] = []


@ag.function
def leaky(a):
    kept[:] = [a + 1]
    return a + 2


@ag.function
def double(x):
    return x * 2


@pytest.fixture
def leaked():
    # A new function: traces that are there already leak nothing.
    ag.function(leaky.python_function)(ag.constant(1))
    return kept[0]


@pytest.mark.parametrize(
    "wrap",
    [lambda x: x, lambda x: [x], lambda x: {"a": (1, x)}],
    ids=["bare", "in a list", "in a dict"],
)
def test_a_leaked_tensor_as_argument(leaked, wrap):
    for _ in range(3):
        with pytest.raises(TypeError, match='Tensor\\("add:0", shape=\\(\\)') as info:
            double(wrap(leaked))
        text = str(info.value)
        assert type(info.value) is LeakedTensorError
        assert "double(wrap(leaked))" in text
        assert "it was made here" in text
        assert "kept[:] = [a + 1]" in text


def test_a_leaked_tensor_in_another_function(leaked):
    @ag.function
    def captures(b):
        return b + leaked

    with pytest.raises(TypeError, match="add:0"):
        captures(ag.constant(2))
    concrete = captures.get_concrete_function(ag.constant(2))
    assert concrete.captured_inputs[0] is leaked
    with pytest.raises(TypeError, match="add:0"):
        concrete(ag.constant(2))
    with pytest.raises(TypeError, match="add:0"):
        captures(ag.constant(2))


def test_a_leaked_tensor_has_no_value(leaked):
    with pytest.raises(AttributeError, match="has no attribute 'numpy'"):
        leaked.numpy()
    with pytest.raises(TypeError, match="add:0"):
        leaked + 1


@pytest.mark.parametrize(
    ("args", "kwargs", "message"),
    [
        ((), {}, "double() missing 1 required positional argument: 'x'"),
        ((1, 2), {}, "double() takes 1 positional argument but 2 were given"),
        ((1,), {"z": 2}, "double() got an unexpected keyword argument 'z'"),
        ((1,), {"x": 2}, "double() got multiple values for argument 'x'"),
    ],
)
def test_what_does_not_bind_is_what_python_says(args, kwargs, message):
    for _ in range(3):
        with pytest.raises(TypeError) as info:
            double(*args, **kwargs)
        assert str(info.value) == message
        double(ag.constant(1))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.datetime64("2020"), "dtype datetime64"),
        (np.longdouble(1), "has no counterpart here"),
        (np.zeros(2, [("a", "i4")]), "has no counterpart here"),
        (np.array([object()]), "an array of objects .* cannot become a tensor"),
        (np.void(b"ab"), "has no counterpart here"),
    ],
    ids=["datetime", "longdouble", "record", "object", "void"],
)
def test_arrays_that_are_no_tensors(value, message):
    for _ in range(2):
        with pytest.raises(TypeError, match=message) as info:
            same(value)
        assert "same(value)" in str(info.value)


@ag.function
def same(x):
    return x


class NotHashable:
    __hash__ = None  # type: ignore[assignment]
    by = 3


def test_objects_that_cannot_be_hashed_count_by_identity():
    log = []

    @ag.function
    def f(thing, x):
        log.append(1)
        return thing.by * x

    thing = NotHashable()
    for _ in range(3):
        assert int(f(thing, ag.constant(2))) == 6
    assert len(log) == 1
    assert int(f(NotHashable(), ag.constant(2))) == 6
    assert len(log) == 2


class Array(ag.Tensor):
    """A tensor of the user's own."""


def test_a_tensor_of_the_users_own_counts_as_an_object():
    @ag.function
    def f(x):
        return type(x).__name__

    assert f(Array()).numpy() == b"Array"


@pytest.mark.parametrize(
    ("result", "kind", "place"),
    [
        (lambda: bytearray(b"a"), "a bytearray", "its result"),
        (lambda: [1, (object(),)], "an object", r"the part \[1\]\[0\] of its result"),
        (lambda: {"a": object()}, "an object", r"the part \['a'\] of its result"),
        (NotHashable, "a NotHashable", "its result"),
        (lambda: lambda: 1, "a function", "its result"),
    ],
)
def test_results_that_no_graph_can_hold(result, kind, place):
    @ag.function
    def f():
        return result()

    for _ in range(2):
        with pytest.raises(
            TypeError, match=rf"f\(\) returns {kind}\S* as {place}"
        ) as info:
            f()
        assert "test_bad_calls.py" in str(info.value)
