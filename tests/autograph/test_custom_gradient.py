"""`ag.custom_gradient`: at once, in graphs, in branches and loops, with variables."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import autograph as ag
from autograph.errors import CustomGradientError, ShapeError, SideEffectError


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


def slope(f, x):
    x = ag.constant(x)
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x)


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


def with_control_flow(x):
    return clipped(x) * [5.0, 1.0]


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


WAYS = {
    "at once": lambda f: lambda x: slope(f, x),
    "called under a tape": lambda f: lambda x: slope(ag.function(f), x),
    "with a tape in the graph": lambda f: ag.function(lambda x: slope(f, x)),
    "shared": lambda f: ag.function(lambda x: slope(ag.function(f), x)),
}
X = np.array([1.0, 2.0])
E = np.exp(X)
GRADIENTS = {
    "log1pexp": (log1pexp, E / (1 + E)),
    "tripled": (lambda x: tripled(x) * x, X + 3 * X),
    "nested": (lambda x: tripled(tripled(x) * 2.0), [18.0, 18.0]),
    "branch": (in_a_branch, X + 3 * X),
    "loop": (in_a_loop, [216.0, 216.0]),
    "clipped": (with_control_flow, [1.0, 0.2]),
    "decided": (decided, [3.0, 3.0]),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_are_those_that_the_function_tells(name, way):
    f, expected = GRADIENTS[name]
    found = WAYS[way](f)(X)
    np.testing.assert_allclose(found.numpy(), expected, 1e-12)


@pytest.mark.parametrize("way", list(WAYS)[1:])
def test_loops_whose_length_the_run_tells_give_what_is_given_at_once(way):
    expected = slope(in_a_loop_with_values, X)
    found = WAYS[way](in_a_loop_with_values)(X)
    np.testing.assert_allclose(found.numpy(), expected.numpy(), 1e-12)
    # The gradient that it tells is the true one.
    step = 1e-6
    ends = [in_a_loop_with_values(ag.constant(X + s * step)) for s in (1, -1)]
    difference = (ends[0] - ends[1]).numpy() / (2 * step)
    assert abs(difference.sum() - found.numpy().sum()) < 1e-5


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


@pytest.mark.parametrize("way", WAYS)
def test_gradients_of_gradients_may_be_told_as_well(way):
    def weighed(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = square(x)
        w = ag.constant([1.0, 1.0], ag.float64)
        with ag.GradientTape() as outer:
            outer.watch(w)
            dx = tape.gradient(y, x, output_gradients=w)
        return outer.gradient(dx, w)

    run = weighed if way == "at once" else ag.function(weighed)
    assert run(ag.constant(X)).numpy().tolist() == [100.0, 100.0]


@pytest.mark.parametrize("is_staged", [False, True])
def test_several_arguments_and_results_keep_their_structure(is_staged):
    @ag.custom_gradient
    def mixed(pair, factor, k):
        def gradient(d_rows, d_sum):  # in the order of ag.nest.flatten: by keys
            return {"a": d_sum * 10.0, "b": d_rows * 20.0}, ag.reduce_sum(d_sum), None

        return {"sum": pair["a"] + factor, "rows": [pair["b"] * k]}, gradient

    def use(a, b, factor):
        with ag.GradientTape() as tape:
            tape.watch([a, b, factor])
            y = mixed({"a": a, "b": b}, factor, 2)
            total = ag.reduce_sum(y["sum"]) + 3.0 * ag.reduce_sum(y["rows"][0])
        return y, tape.gradient(total, [a, b, factor])

    call = ag.function(use) if is_staged else use
    y, found = call(ag.constant([1.0, 2.0]), ag.constant([3.0]), ag.constant(4.0))
    assert y["sum"].numpy().tolist() == [5.0, 6.0]
    assert y["rows"][0].numpy().tolist() == [6.0]
    values = [part.numpy().tolist() for part in found]
    assert values == [[10.0, 10.0], [60.0], 2.0]


@pytest.mark.parametrize("is_staged", [False, True])
def test_variables_get_the_gradients_that_are_told_for_them(is_staged):
    w = ag.Variable([2.0, 3.0])
    fixed = ag.Variable(5.0, trainable=False)

    @ag.custom_gradient
    def layer(x):
        def gradient(dy, variables=None):
            assert [v is w for v in variables] == [True]
            return dy * 7.0, [dy * 11.0]

        return x * w * fixed, gradient

    def use(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = layer(x)
        return y, tape.gradient(y, [x, w, fixed])

    call = ag.function(use) if is_staged else use
    y, (dx, dw, nothing) = call(ag.constant([1.0, 1.0]))
    assert y.numpy().tolist() == [10.0, 15.0]
    assert dx.numpy().tolist() == [7.0, 7.0]
    assert dw.numpy().tolist() == [11.0, 11.0]
    assert nothing is None


@pytest.mark.parametrize("is_staged", [False, True])
def test_variables_in_loops_get_the_gradients_that_are_told_for_them(is_staged):
    w = ag.Variable(2.0)

    @ag.custom_gradient
    def step(x):
        return x * w, lambda dy, variables: (dy * w, [dy * 10.0])

    def use(x):
        with ag.GradientTape() as tape:
            for _ in ag.range(3):
                x = step(x)
        return tape.gradient(x, w)

    call = ag.function(use) if is_staged else use
    assert call(ag.constant(1.0)).numpy() == 10.0 + 20.0 + 40.0


def test_variables_may_be_arguments():
    w = ag.Variable([1.0, 2.0])

    @ag.function
    def use():
        with ag.GradientTape() as tape:
            y = tripled(w)
        return tape.gradient(y, w)

    assert use().numpy().tolist() == [3.0, 3.0]


def test_methods_can_have_custom_gradients():
    class Layer:
        def __init__(self, factor):
            self.factor = factor

        @ag.custom_gradient
        def call(self, x):
            """Multiply."""
            return x * self.factor, lambda dy: (None, dy * 100.0)

    layer = Layer(2.0)
    assert Layer.call.__doc__ == "Multiply."
    for use in (layer.call, ag.function(layer.call)):
        assert use(ag.constant(3.0)).numpy() == 6.0
        assert slope(use, 3.0).numpy() == 100.0


def test_grad_pass_through_lets_gradients_through():
    rounded = ag.grad_pass_through(ag.round)
    assert rounded(ag.constant(1.4)).numpy() == 1.0
    assert slope(lambda x: rounded(x) * 2.0, 1.4).numpy() == 2.0
    assert ag.function(lambda x: slope(rounded, x))(1.4).numpy() == 1.0


def test_graphs_with_custom_gradients_compute_what_is_used_alone():
    @ag.function
    def use(x):
        return log1pexp(x)

    concrete = use.get_concrete_function(ag.TensorSpec([2], ag.float64))
    assert "with_gradient" in str(concrete.graph)
    assert "with_gradient" not in concrete.program_source()
    np.testing.assert_allclose(concrete(X).numpy(), np.log1p(E))


def test_functions_with_custom_gradients_are_pickled_with_them():
    concrete = ag.function(in_a_loop).get_concrete_function(
        ag.TensorSpec([2], ag.float64)
    )
    again = pickle.loads(pickle.dumps(concrete))
    assert slope(again, X).numpy().tolist() == [216.0, 216.0]


def test_gradients_that_are_not_asked_for_do_not_matter():
    calls = []

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

    assert ag.function(fragile)(ag.constant(1.0)).numpy() == 2.0
    assert ag.function(printing)(ag.constant(1.0)).numpy() == 2.0
    with pytest.raises(ValueError, match="never mind"):
        slope(ag.function(fragile), 1.0)
    assert calls == []


def test_effects_of_gradients_take_place_with_them(capfd):
    @ag.custom_gradient
    def printing(x):
        def gradient(dy):
            ag.print("back")
            return dy

        return x + 1.0, gradient

    ag.function(printing)(ag.constant(1.0))
    assert capfd.readouterr().err == ""
    slope(ag.function(printing), 1.0)
    assert capfd.readouterr().err == "back\n"


def no_pair(x):
    return x * 2.0


def too_many(x):
    return x * 2.0, lambda dy: (dy, dy)


def other_shape(x):
    return x * 2.0, ag.reduce_sum


W = ag.Variable(2.0)


def without_variables(x):
    return x * W, lambda dy: dy


def one_list(x):
    return x * W, lambda dy, variables: dy


MISTAKES = {
    "no_pair": (no_pair, CustomGradientError, "instead of its result and a function"),
    "too_many": (too_many, CustomGradientError, "returns 2 gradients for 1 arguments"),
    "other_shape": (other_shape, ShapeError, "for an argument that is float32[2]"),
    "without_variables": (without_variables, CustomGradientError, "no `variables`"),
    "one_list": (one_list, CustomGradientError, "the second for variables"),
}


@pytest.mark.parametrize("is_staged", [False, True])
@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told(name, is_staged):
    function, error, text = MISTAKES[name]
    custom = ag.custom_gradient(function)
    with pytest.raises(error) as found:
        slope(ag.function(custom) if is_staged else custom, [1.0, 2.0])
    assert text in str(found.value)
    assert found.value.hint


def test_gradients_that_change_what_is_pythons_are_refused_in_graphs():
    seen = []

    @ag.custom_gradient
    def noting(x):
        def gradient(dy):
            seen.append(1)
            return dy

        return x + 1.0, gradient

    assert slope(noting, 1.0).numpy() == 1.0
    assert seen == [1]
    with pytest.raises(SideEffectError) as error:
        ag.function(noting)(ag.constant(1.0))
    assert "the gradient of noting() changes something of Python's" in str(error.value)
