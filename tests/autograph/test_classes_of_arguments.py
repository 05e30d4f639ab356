"""`isinstance` and `type` of arguments: arrays are arrays, though graphs have tensors."""

import pickle

import numpy as np
import pytest

import autograph as ag

VECTOR, ARRAY = ag.constant([1.0, 2.0]), np.array([1.0, 2.0], np.float32)
SCALARS = (ag.constant(3.0), np.array(3, np.float32), np.float32(3))


def is_array(x):
    if isinstance(x, np.ndarray):
        return x * 2
    return x


def is_tensor(x):
    return x * 10 if isinstance(x, ag.Tensor) else ag.constant(x)


def is_number(x):
    return x + 1 if isinstance(x, (int, float, np.generic)) else x


def by_type(x):
    kind = type(x)
    return x if kind is np.ndarray else x * 2 if kind is np.float32 else x * 3


def in_a_branch(x):
    if x > 2:
        return x * 2 if isinstance(x, np.generic) else x
    return -x


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (is_array, (VECTOR, ARRAY)),
        (is_array, SCALARS),
        (is_tensor, (VECTOR, ARRAY)),
        (is_tensor, SCALARS),
        (is_number, (*SCALARS, 3.0, 3, np.float64(3))),
        (by_type, SCALARS),
        (in_a_branch, SCALARS),
    ],
)
def test_the_answer_is_that_of_plain_python(function, values):
    traced = ag.function(function)
    for _ in range(3):
        for order in (values, values[::-1]):
            for value in order:
                expected = np.asarray(function(value))
                assert traced(value).numpy().tolist() == expected.tolist()


def test_who_does_not_ask_has_one_trace():
    double = ag.function(lambda x: x * 2 if isinstance(x, (str, list)) else x)
    for value in (VECTOR, ARRAY) * 3:
        double(value)
    assert double.experimental_get_tracing_count() == 1


def test_nested_functions_know_what_their_caller_was_given():
    inner = ag.function(is_array)

    @ag.function
    def outer(x, y):
        return inner(x), inner(y), inner(x)

    for x, y, factors in (
        (VECTOR, ARRAY, [1, 2, 1]),
        (ARRAY, VECTOR, [2, 1, 2]),
        (VECTOR, VECTOR, [1, 1, 1]),
    ):
        for _ in range(2):
            assert [part.numpy()[0] for part in outer(x, y)] == factors


def test_what_is_made_of_an_array_is_one():
    ask = ag.function(lambda x: isinstance(x * 2, np.ndarray))
    for _ in range(2):
        assert not ask(VECTOR)
        assert ask(ARRAY)


def test_what_a_loop_carries_is_what_it_begins_with():
    @ag.function
    def ask(x):
        found = False
        while x[0] < 8:
            found = isinstance(x * 2, np.ndarray)
            x = x * 2
        return found

    for _ in range(2):
        assert not ask(VECTOR)
        assert ask(ARRAY)


def test_what_a_loop_makes_another_class_of_is_refused():
    @ag.function
    def ask(x):
        found = False
        while x[0] < 8:
            found = isinstance(x, np.ndarray)
            x = ag.multiply(x, 2)  # a tensor
        return found

    assert not ask(VECTOR)
    told = "this loop begins with one of them"
    with pytest.raises(ag.errors.UnstagedOperationError, match=told) as info:
        ask(ARRAY)
    assert "found = isinstance(x, np.ndarray)" in str(info.value)


def test_concrete_functions_take_what_they_were_traced_for():
    traced = ag.function(is_array)
    by_tensor = traced.get_concrete_function(VECTOR)
    by_array = traced.get_concrete_function(ARRAY)
    assert by_tensor is not by_array
    for again in (lambda x: x, lambda x: pickle.loads(pickle.dumps(x))):
        assert again(by_tensor)(VECTOR).numpy().tolist() == [1, 2]
        assert again(by_array)(ARRAY).numpy().tolist() == [2, 4]
        for concrete, value in ((by_tensor, ARRAY), (by_array, VECTOR)):
            with pytest.raises(TypeError, match="asks for the class of x"):
                again(concrete)(value)


def test_an_input_signature_makes_tensors():
    spec = ag.TensorSpec([None], ag.float32)
    traced = ag.function(is_array, input_signature=[spec])
    for value in (VECTOR, ARRAY, [1.0, 2.0]):
        assert traced(value).numpy().tolist() == [1, 2]
    assert traced.experimental_get_tracing_count() == 1
