"""`ag.custom_gradient`: at once, in graphs, in branches and loops, with variables."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import autograph as ag
from autograph.errors import (
    CustomGradientError,
    PythonFallbackWarning,
    ShapeError,
    UnstagedOperationError,
)


@ag.custom_gradient
def log1pexp(x):
    e = ag.exp(x)

    def gradient(dy):
        return dy * (1 - 1 / (1 + e))

    return ag.math.log(1 + e), gradient


@ag.custom_gradient
def tripled(x):
    """The identity, with a gradient that tells the two apart."""
    return ag.identity(x), lambda dy: 3.0 * dy


@ag.custom_gradient
def clipped(x):
    def gradient(dy):
        if ag.reduce_max(ag.abs(dy)) > 1.0:
            dy = dy / ag.reduce_max(ag.abs(dy))
        return dy

    return x, gradient


@ag.custom_gradient
def decided(x):
    if ag.reduce_sum(x) > 0:
        y = x * x
    else:
        y = -x

    def gradient(dy):
        total = dy
        for _ in ag.range(2):
            total = total + dy
        return total

    return y, gradient


@ag.custom_gradient
def mixed(pair, factor, k):
    def gradient(d_rows, d_sum):  # in the order of ag.nest.flatten: by keys
        return {"a": d_sum * 10.0, "b": d_rows * 20.0}, ag.reduce_sum(d_sum), None

    return {"sum": pair["a"] + factor, "rows": [pair["b"] * k]}, gradient


class Layer:
    def __init__(self, factor):
        self.factor = factor

    @ag.custom_gradient
    def call(self, x):
        """Multiply."""
        return x * self.factor, lambda dy: (None, dy * 100.0)


rounded = ag.grad_pass_through(ag.round)


def in_a_branch(x):
    if ag.reduce_sum(x) > 0:
        y = tripled(x) * x
    else:
        y = x
    return y


def in_a_loop(x):
    y = x
    for _ in ag.range(3):
        y = tripled(y) * 2.0
    return y


def in_a_loop_with_values(x):
    y = x
    i = 0
    while ag.reduce_sum(y) < 50.0:
        y = log1pexp(y) + y
        i += 1
    return y


def with_structures(x):
    y = mixed({"a": x, "b": x}, ag.reduce_sum(x), 2)
    return y["sum"] + 3.0 * y["rows"][0]


def slope(f, x):
    x = ag.constant(x)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x)


WAYS = {
    "at once": lambda f: lambda x: slope(f, x),
    "called under a tape": lambda f: lambda x: slope(ag.function(f), x),
    "with a tape in the graph": lambda f: ag.function(lambda x: slope(f, x)),
    "shared": lambda f: ag.function(lambda x: slope(ag.function(f), x)),
}
X = np.array([1.0, 2.0])
E = np.exp(X)
# Functions, their values and their gradients.
GRADIENTS = {
    "log1pexp": (log1pexp, np.log1p(E), E / (1 + E)),
    "tripled": (lambda x: tripled(x) * x, X * X, X + 3 * X),
    "nested": (lambda x: tripled(tripled(x) * 2.0), 2 * X, [18.0, 18.0]),
    "branch": (in_a_branch, X * X, X + 3 * X),
    "loop": (in_a_loop, 8 * X, [216.0, 216.0]),
    "clipped": (lambda x: clipped(x) * [5.0, 1.0], X * [5.0, 1.0], [1.0, 0.2]),
    "decided": (decided, X * X, [3.0, 3.0]),
    "structures": (with_structures, X + 3 + 6 * X, [72.0, 72.0]),  # 10 + 60 + 2
    "method": (Layer(2.0).call, 2 * X, [100.0, 100.0]),
    "passed through": (lambda x: rounded(x * 1.1) * 2.0, 2 * X, [2.2, 2.2]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_are_those_that_the_function_tells(name, way):
    f, value, gradient = GRADIENTS[name]
    np.testing.assert_allclose(f(ag.constant(X)).numpy(), value, 1e-12)
    np.testing.assert_allclose(WAYS[way](f)(X).numpy(), gradient, 1e-12)
    assert Layer.call.__doc__ == "Multiply."


@pytest.mark.parametrize("way", WAYS)
def test_loops_whose_length_a_tensor_decides(way):
    found = WAYS[way](in_a_loop_with_values)(X).numpy()
    # The gradient that it tells is the true one.
    for i, step in enumerate(np.eye(2) * 1e-6):
        ends = [in_a_loop_with_values(ag.constant(X + s * step)) for s in (1, -1)]
        difference = ag.reduce_sum(ends[0] - ends[1]).numpy() / 2e-6
        np.testing.assert_allclose(found[i], difference, 1e-7)


@pytest.mark.parametrize("way", WAYS)
def test_second_derivatives_are_those_of_the_inner_operations(way):
    found = WAYS[way](lambda x: slope(log1pexp, x))(X)
    np.testing.assert_allclose(found.numpy(), E / (1 + E) ** 2, 1e-12)


@ag.custom_gradient
def square(x):
    @ag.custom_gradient
    def twice(dy):
        return dy * 2.0 * x, lambda ddy: (ddy * 100.0,)

    return x * x, lambda dy: twice(dy)  # noqa: PLW0108


@pytest.mark.parametrize("decorate", [lambda f: f, ag.function])
def test_gradients_of_gradients_may_be_told_as_well(decorate):
    @decorate
    def weighed(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = square(x)
        w = ag.constant([1.0, 1.0], ag.float64)
        with ag.GradientTape() as outer:
            outer.watch(w)
            dx = tape.gradient(y, x, output_gradients=w)
        return outer.gradient(dx, w)

    assert weighed(ag.constant(X)).numpy().tolist() == [100.0, 100.0]


@pytest.mark.parametrize("decorate", [lambda f: f, ag.function])
def test_variables_get_the_gradients_that_are_told_for_them(decorate):
    w = ag.Variable([2.0, 3.0])
    fixed = ag.Variable(5.0, trainable=False)

    @ag.custom_gradient
    def layer(x):
        def gradient(dy, variables=None):
            assert [v is w for v in variables] == [True]
            return dy * 7.0, [dy * 11.0]

        return x * w * fixed, gradient

    @ag.custom_gradient
    def step(x):
        return x * w, lambda dy, variables: (dy * w, [dy * 10.0])

    @decorate
    def use(x):
        with ag.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = layer(x)
            z = x
            for _ in ag.range(3):
                z = step(z)
            t = tripled(w)
        first = tape.gradient(y, [x, w, fixed])
        return y, first, tape.gradient(z, w), tape.gradient(t, w)

    y, (dx, dw, nothing), in_a_loop, by_itself = use(ag.constant([1.0, 1.0]))
    assert y.numpy().tolist() == [10.0, 15.0]
    assert dx.numpy().tolist() == [7.0, 7.0]
    assert dw.numpy().tolist() == [11.0, 11.0]
    assert nothing is None
    assert in_a_loop.numpy().tolist() == [10 + 20 + 40, 10 + 30 + 90]
    assert by_itself.numpy().tolist() == [3.0, 3.0]


def test_graphs_with_custom_gradients_compute_what_is_used_alone():
    spec = ag.TensorSpec([2], ag.float64)
    concrete = ag.function(lambda x: log1pexp(x)).get_concrete_function(spec)  # noqa: PLW0108
    assert "with_gradient" in str(concrete.graph)
    assert "with_gradient" not in concrete.program_source()
    np.testing.assert_allclose(concrete(X).numpy(), np.log1p(E))
    looped = ag.function(in_a_loop).get_concrete_function(spec)
    again = pickle.loads(pickle.dumps(looped))
    assert slope(again, X).numpy().tolist() == [216.0, 216.0]


def test_gradients_run_if_they_are_asked_for_alone(capfd):
    @ag.custom_gradient
    def fragile(x):
        def gradient(dy):
            raise ValueError("never mind")

        return x + 1.0, gradient

    @ag.custom_gradient
    def printing(x):
        def gradient(dy):
            ag.print("back")
            return dy

        return x + 1.0, gradient

    for function, printed in ((fragile, ""), (printing, "back\n")):
        assert ag.function(function)(ag.constant(1.0)).numpy() == 2.0
        assert capfd.readouterr().err == ""
        if function is fragile:
            with pytest.raises(ValueError, match="never mind"):
                slope(ag.function(function), 1.0)
        else:
            slope(ag.function(function), 1.0)
        assert capfd.readouterr().err == printed


# -- Mistakes

W = ag.Variable(2.0)
MISTAKES = {
    "instead of its result and a function": (lambda x: x * 2.0, CustomGradientError),
    "returns 2 gradients for 1 arguments": (
        lambda x: (x * 2.0, lambda dy: (dy, dy)),
        CustomGradientError,
    ),
    "for an argument that is float32[2]": (
        lambda x: (x * 2.0, ag.reduce_sum),
        ShapeError,
    ),
    "no `variables`": (lambda x: (x * W, lambda dy: dy), CustomGradientError),
    "the second for variables": (
        lambda x: (x * W, lambda dy, variables: dy),
        CustomGradientError,
    ),
}


@pytest.mark.parametrize("decorate", [lambda f: f, ag.function])
@pytest.mark.parametrize("told", MISTAKES)
def test_mistakes_are_told(told, decorate):
    function, error = MISTAKES[told]
    with pytest.raises(error) as found:
        slope(decorate(ag.custom_gradient(function)), [1.0, 2.0])
    assert told in str(found.value)
    assert found.value.hint


def test_gradients_that_change_what_is_pythons_are_run_by_python(allowing):
    seen = []

    @ag.custom_gradient
    def noting(x):
        def gradient(dy):
            seen.append(1)
            return dy

        return x + 1.0, gradient

    assert slope(noting, 1.0).numpy() == 1.0
    assert seen == [1]
    decorated = ag.function(noting)
    with (
        ag.python("refuse"),
        pytest.raises(UnstagedOperationError, match="a list that outlives the call"),
    ):
        decorated(ag.constant(1.0))
    with pytest.warns(PythonFallbackWarning):
        assert slope(decorated, 1.0).numpy() == 1.0
    assert seen == [1, 1]
