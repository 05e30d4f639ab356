"""Jacobians, against central differences, at once and in graphs."""

import numpy as np
import pytest

import autograph as ag
from tests.graph.gradients.differences import differences


def polynomial(x):
    return ag.stack([x[0] * x[1], x[1] ** 2, ag.sin(x[2]), x[0] * x[2]])


def decides(x):
    y = x
    for i in ag.range(3):
        y = ag.sin(y) * x if ag.reduce_sum(y) > 0.0 else y * y - ag.cast(i, ag.float64)
    return y


def matrix(x):
    return ag.reshape(x, (3, 1)) * ag.reshape(ag.exp(x), (1, 3))


def scalar(x):
    return ag.reduce_sum(x**3)


FUNCTIONS = [polynomial, decides, matrix, scalar]
X = np.array([0.5, -0.25, 1.0])


def by_differences(function, x):
    return differences(lambda z: function(ag.constant(z)), x)


def jacobian_of(function):
    def jacobian(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.jacobian(y, x)

    return jacobian


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("signature", [None, [3], [None]])
def test_each_element_has_its_row(function, signature):
    wanted = by_differences(ag.function(function), X)
    specs = None if signature is None else [ag.TensorSpec(signature, ag.float64)]
    staged = ag.function(jacobian_of(function), input_signature=specs)
    eager = jacobian_of(ag.function(function))
    for found in (staged(ag.constant(X)), eager(ag.constant(X))):
        assert found.shape == wanted.shape
        assert np.allclose(found, wanted, atol=1e-7)


def test_jacobians_of_jacobians_are_hessians():
    x = ag.constant(X)
    with ag.GradientTape() as outer:
        outer.watch(x)
        with ag.GradientTape() as inner:
            inner.watch(x)
            y = ag.reduce_prod(x) + ag.reduce_sum(x**3)
        slope = inner.gradient(y, x)
    a, b, c = X
    off = np.array([[0, c, b], [c, 0, a], [b, a, 0]])
    assert np.allclose(outer.jacobian(slope, x), off + np.diag(6 * X))


def test_sources_in_structures_variables_and_what_is_not_connected():
    v, w = ag.Variable(X), ag.Variable(1.0)
    with ag.GradientTape(persistent=True) as tape:
        y = v * v
    found = tape.jacobian(y, {"v": v, "w": w})
    assert np.allclose(found["v"], np.diag(2 * X))
    assert found["w"] is None
    zeros = tape.jacobian(y, [w, v], unconnected_gradients="zero")
    assert zeros[0].numpy().tolist() == [0.0, 0.0, 0.0]
    assert zeros[0].dtype == ag.float32


def examples(x):
    return ag.stack([x[:, 0] * x[:, 1], ag.sin(x[:, 1]), x[:, 0] ** 2], 1)


@pytest.mark.parametrize("signature", ["eager", [4, 2], [None, 2], [None, None]])
def test_each_example_of_a_batch_has_its_jacobian(signature):
    x = np.linspace(-1, 1, 8).reshape(4, 2)

    def jacobian(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = examples(x)
        return tape.batch_jacobian(y, x)

    if signature != "eager":
        specs = [ag.TensorSpec(signature, ag.float64)]
        jacobian = ag.function(jacobian, input_signature=specs)
    wanted = [by_differences(lambda r: examples(r[None])[0], row) for row in x]
    assert np.allclose(jacobian(ag.constant(x)), np.stack(wanted), atol=1e-7)


def test_a_batch_that_is_not_connected():
    x = ag.constant(np.ones((4, 2)))
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = ag.constant(np.ones((4, 3)))
    assert tape.batch_jacobian(y, x) is None
    zeros = tape.batch_jacobian(y, x, unconnected_gradients="zero")
    assert zeros.shape == (4, 3, 2)
    assert not np.any(zeros)


def test_a_target_without_elements_has_a_jacobian_without_rows():
    def jacobian(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = x[:0] * 2.0
        return tape.jacobian(y, x)

    for function in (jacobian, ag.function(jacobian)):
        assert function(ag.constant(X)).shape == (0, 3)
