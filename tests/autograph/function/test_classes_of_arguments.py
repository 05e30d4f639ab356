"""Arrays and tensors as arguments: a trace for each, concrete functions, signatures.

What `isinstance` and `type` answer is shown in `tests/language/call/arguments.py`.
"""

import pickle

import numpy as np

import autograph as ag

VECTOR, ARRAY = ag.constant([1.0, 2.0]), np.array([1.0, 2.0], np.float32)


def is_array(x):
    if isinstance(x, np.ndarray):
        return x * 2
    return x


def test_tensors_arrays_and_scalars_of_numpys_have_a_trace_each():
    def shown(x):
        return type(x).__name__, x + x

    traced = ag.function(shown)
    for value in (ag.constant(1.5), np.array(1.5, np.float32), np.float32(1.5)) * 3:
        name, double = traced(value)
        assert (name.numpy().decode(), float(double)) == (type(value).__name__, 3.0)
    assert traced.experimental_get_tracing_count() == 3


def test_concrete_functions_take_what_they_were_traced_for():
    traced = ag.function(is_array)
    by_tensor = traced.get_concrete_function(VECTOR)
    by_array = traced.get_concrete_function(ARRAY)
    assert by_tensor is not by_array
    for again in (lambda x: x, lambda x: pickle.loads(pickle.dumps(x))):
        for value in (VECTOR, ARRAY):
            found = again(by_tensor)(value).numpy().tolist()
            assert found == is_array(ag.constant(value)).numpy().tolist()
            found = again(by_array)(value).numpy().tolist()
            assert found == is_array(np.asarray(value)).tolist()


def test_an_input_signature_makes_tensors():
    spec = ag.TensorSpec([None], ag.float32)
    traced = ag.function(is_array, input_signature=[spec])
    for value in (VECTOR, ARRAY, [1.0, 2.0]):
        assert traced(value).numpy().tolist() == [1, 2]
    assert traced.experimental_get_tracing_count() == 1
