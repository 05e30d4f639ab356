"""Arrays and tensors as arguments: one trace or two, concrete functions, signatures.

What `isinstance` and `type` answer is shown in `tests/language/call/arguments.py`.
"""

import pickle

import numpy as np
import pytest

import autograph as ag

VECTOR, ARRAY = ag.constant([1.0, 2.0]), np.array([1.0, 2.0], np.float32)


def is_array(x):
    if isinstance(x, np.ndarray):
        return x * 2
    return x


def test_who_does_not_ask_has_one_trace():
    double = ag.function(lambda x: x * 2 if isinstance(x, (str, list)) else x)
    for value in (VECTOR, ARRAY) * 3:
        double(value)
    assert double.experimental_get_tracing_count() == 1


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
