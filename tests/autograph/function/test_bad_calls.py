"""Bad input of functions: each an error that shows the user's line and the rule."""

from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.errors import LeakedTensorError


@ag.function
def double(x):
    return x * 2


@pytest.mark.parametrize(
    "wrap",
    [lambda x: x, lambda x: [x], lambda x: {"a": (1, x)}],
    ids=["bare", "in a list", "in a dict"],
)
def test_a_leaked_tensor_as_argument(wrap):
    kept: list[Any] = []

    @ag.function
    def leaky(a):
        kept[:] = [a + 1]
        return a + 2

    leaky(ag.constant(1))
    leaked = kept[0]
    for _ in range(3):
        with pytest.raises(TypeError, match='Tensor\\("add:0", shape=\\(\\)') as info:
            double(wrap(leaked))
        text = str(info.value)
        assert type(info.value) is LeakedTensorError
        assert "double(wrap(leaked))" in text
        assert "it was made here" in text
        assert "kept[:] = [a + 1]" in text


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
            double(value)
        assert "double(value)" in str(info.value)


class NotHashable:
    __hash__ = None  # type: ignore[assignment]
    by = 3


def test_objects_that_cannot_be_hashed_count_by_identity():
    f, thing = ag.function(lambda thing, x: thing.by * x), NotHashable()
    for each, n_traces in ((thing, 1), (thing, 1), (NotHashable(), 2)):
        assert int(f(each, ag.constant(2))) == 6
        assert f.experimental_get_tracing_count() == n_traces


class Array(ag.Tensor):
    """A tensor of the user's own."""


def test_a_tensor_of_the_users_own_counts_as_an_object():
    assert ag.function(lambda x: type(x).__name__)(Array()).numpy() == b"Array"


@pytest.mark.parametrize(
    "result",
    [
        lambda: bytearray(b"a"),
        lambda: [None, (object(),)],
        lambda: {"a": object()},
        NotHashable,
        lambda: lambda: 1,
    ],
)
def test_results_that_are_no_tensors_are_pythons_objects(result):
    f = ag.function(lambda: result())  # noqa: PLW0108 of classes, too
    for _ in range(2):
        assert classes_in(f()) == classes_in(result())


def classes_in(value):
    if isinstance(value, dict):
        return {key: classes_in(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value), [classes_in(part) for part in value]
    return type(value)
