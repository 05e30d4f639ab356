"""`ag.grad` and its kin: closed forms, differences, laws; at once and in graphs."""

import functools
import inspect
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.testing import check_grads

EAGER_OR_STAGED = pytest.mark.parametrize(
    "run",
    [
        lambda make, *args: make(*args),
        lambda make, *args: ag.function(make)(*args),
        lambda make, *args: ag.function(make, reduce_retracing=True)(*args),
    ],
    ids=["eager", "staged", "relaxed"],
)
NO_FUNCTION: Any = "f"
X = np.array([0.5, 2.0, -1.25])
A = np.array([[1.0, 2.0, 0.5], [3.0, -1.0, 0.0], [0.25, 4.0, 2.0]])


def halved(x):
    """Return 2 ** -n x for the least n that makes it small: a staged loop."""
    while ag.reduce_max(ag.abs(x)) > 0.75:
        x = x / 2
    return x


def sum_of_squares(x):
    total = ag.zeros([], ag.float64)
    for part in x:
        if part > 0:
            total += part * part
        else:
            total -= part
    return total


def log_sum_exp(x):
    return ag.reduce_logsumexp(x)


# -- Closed forms ----------------------------------------------------------------------


@EAGER_OR_STAGED
def test_the_gradient_of_a_quadratic_form(run):
    def form(x):
        return ag.tensordot(x, ag.linalg.matvec(A, x), 1) / 2

    np.testing.assert_allclose(run(ag.grad(form), X), (A + A.T) @ X / 2, 1e-14)
    value, slope = run(ag.value_and_grad(form), X)
    np.testing.assert_allclose(value, X @ A @ X / 2, 1e-14)
    np.testing.assert_allclose(slope, (A + A.T) @ X / 2, 1e-14)
    np.testing.assert_allclose(run(ag.hessian(form), X), (A + A.T) / 2, 1e-14)


@EAGER_OR_STAGED
def test_the_second_derivatives_of_log_sum_exp(run):
    p = np.exp(X) / np.exp(X).sum()
    expected = np.diag(p) - np.outer(p, p)
    np.testing.assert_allclose(run(ag.hessian(log_sum_exp), X), expected, 1e-12, 1e-15)


@EAGER_OR_STAGED
@pytest.mark.parametrize("jacobian", [ag.jacrev, ag.jacfwd])
def test_the_jacobian_of_a_matrix_product_and_of_a_loop(run, jacobian):
    found = run(jacobian(lambda x: ag.linalg.matvec(A[:2], x)), X)
    np.testing.assert_array_equal(found, A[:2])
    np.testing.assert_array_equal(run(jacobian(halved), X), np.eye(3) / 4)


@EAGER_OR_STAGED
def test_derivatives_of_the_sine_to_the_fourth_order(run):
    f = ag.sin
    for expected in (np.cos, lambda x: -np.sin(x), lambda x: -np.cos(x), np.sin):
        f = ag.grad(f)
        np.testing.assert_allclose(run(f, np.array(0.7)), expected(0.7), 1e-14)


@EAGER_OR_STAGED
def test_gradients_of_functions_with_branches_and_loops(run):
    expected = np.where(X > 0, 2 * X, -1.0)
    np.testing.assert_array_equal(run(ag.grad(sum_of_squares), X), expected)

    def descended(x):
        for _ in range(3):
            x = x - 0.25 * ag.grad(sum_of_squares)(x)
        return x

    found = X.copy()
    for _ in range(3):
        found = found - 0.25 * np.where(found > 0, 2 * found, -1.0)
    np.testing.assert_array_equal(run(descended, X), found)
    rate = run(ag.grad(lambda x: ag.reduce_sum(descended(x))), X)
    np.testing.assert_array_equal(rate, [0.125, 0.125, 1.0])


@EAGER_OR_STAGED
def test_a_product_with_the_hessian_by_both_modes(run):
    def product(x, v):
        return ag.jvp(ag.grad(sum_of_squares), (x,), (v,))[1]

    np.testing.assert_array_equal(run(product, X, A[0]), [2.0, 4.0, 0.0])


# -- Arguments and results -------------------------------------------------------------


class Layer(NamedTuple):
    """Weights of a layer."""

    w: Any
    b: Any


@EAGER_OR_STAGED
def test_gradients_have_the_structure_of_the_argument(run):
    def f(layers, x, scale=1.0):
        for layer in layers["all"]:
            x = layer.w * x + layer.b
        return scale * ag.reduce_sum(x)

    layers = {"all": [Layer(X, np.array(1.0)), Layer(X + 1, np.array(2.0))]}
    first, second = run(ag.grad(f), layers, A[0])["all"]
    assert type(first) is Layer
    np.testing.assert_allclose(first.w, A[0] * (X + 1))
    np.testing.assert_allclose(first.b, (X + 1).sum())
    np.testing.assert_allclose(second.w, X * A[0] + 1)
    np.testing.assert_allclose(second.b, 3)
    both = run(ag.grad(f, argnums=(-1, 0)), layers, A[0])
    np.testing.assert_allclose(both[0], X * (X + 1))
    np.testing.assert_allclose(both[1]["all"][0].w, first.w)
    twice = ag.grad(f)(layers, A[0], scale=2.0)
    np.testing.assert_allclose(twice["all"][0].w, 2 * first.w)


@EAGER_OR_STAGED
def test_what_is_returned_beside_is_not_differentiated(run):
    def f(x):
        return ag.reduce_sum(x * x), {"n": ag.size(x), "text": ag.constant("of x")}

    slope, aux = run(ag.grad(f, has_aux=True), X)
    (value, again), other = run(ag.value_and_grad(f, has_aux=True), X)
    _, changed, third = run(lambda x: ag.jvp(f, (x,), (x,), has_aux=True), X)
    second, fourth = run(ag.hessian(f, has_aux=True), X)
    np.testing.assert_array_equal(slope, 2 * X)
    np.testing.assert_array_equal(other, 2 * X)
    np.testing.assert_array_equal(second, 2 * np.eye(3))
    np.testing.assert_allclose(value, X @ X)
    np.testing.assert_allclose(changed, 2 * X @ X)
    for each in (aux, again, third, fourth):
        assert (int(each["n"]), each["text"].numpy()) == (3, b"of x")


@EAGER_OR_STAGED
@pytest.mark.parametrize("jacobian", [ag.jacrev, ag.jacfwd])
def test_jacobians_have_the_structures_of_result_and_argument(run, jacobian):
    def f(d):
        return {"sum": ag.reduce_sum(d["a"]) * d["b"], "none": d["a"][:1] * 0.0 + 1.0}

    found = run(jacobian(f), {"a": X, "b": np.array([2.0, 3.0])})
    np.testing.assert_allclose(found["sum"]["a"], [[2.0] * 3, [3.0] * 3])
    np.testing.assert_allclose(found["sum"]["b"], np.eye(2) * X.sum())
    np.testing.assert_allclose(found["none"]["a"], np.zeros((1, 3)))
    np.testing.assert_allclose(found["none"]["b"], np.zeros((1, 2)))


def test_an_argument_stands_for_itself_alone():
    x = ag.constant(X)
    both = ag.grad(lambda a, b: ag.reduce_sum(a * b * b), (0, 1))(x, x)
    np.testing.assert_allclose(both[0], X**2)
    np.testing.assert_allclose(both[1], 2 * X**2)
    for around in (lambda f: f, ag.function):
        alone = ag.grad(around(lambda a: ag.reduce_sum(a * x)))(x)
        np.testing.assert_allclose(alone, X)


def test_variables_are_arguments_by_their_values_and_constants_otherwise():
    v = ag.Variable(X)

    @ag.function
    def f(x):
        return ag.reduce_sum(x * x * v)

    np.testing.assert_allclose(ag.grad(f)(v), 2 * X * X)
    assert isinstance(ag.grad(f)(v), ag.Tensor)


def test_a_tape_around_sees_what_depends_on_what():
    x = ag.constant(X)
    with ag.GradientTape() as tape:
        tape.watch(x)
        slope = ag.grad(lambda y: ag.reduce_sum(y**3))(x)
    np.testing.assert_allclose(tape.gradient(slope, x), 6 * X)


def test_integers_may_be_among_results_and_other_arguments():
    out, pull = ag.vjp(lambda x: (x * 2, ag.argmax(x)), X)
    assert int(out[1]) == 1
    np.testing.assert_array_equal(pull((np.ones(3), None))[0], [2, 2, 2])
    _, (change, none) = ag.jvp(lambda x: (x * 2, ag.argmax(x)), (X,), (X,))
    np.testing.assert_array_equal(change, 2 * X)
    assert none is None
    np.testing.assert_allclose(ag.grad(lambda x, n: x[n] ** n)(X, 1), [0, 1, 0])


def test_a_gradient_of_complex_numbers_points_to_where_the_result_grows():
    z = np.array(1.0 + 2.0j)
    found = ag.grad(lambda z: ag.math.real(z * z))(z)
    np.testing.assert_allclose(found, np.conj(2 * z))
    _, change = ag.jvp(lambda z: z * z, (z,), (np.array(0.5j),))
    np.testing.assert_allclose(change, 2 * z * 0.5j)


def test_names_and_parameters_are_those_of_the_function():
    found = ag.grad(sum_of_squares)
    assert found.__name__ == "gradient_of_sum_of_squares"
    assert list(inspect.signature(found).parameters) == ["x"]


def test_a_decorated_gradient_is_traced_once():
    staged = ag.function(ag.grad(sum_of_squares))
    for scale in (1.0, 2.0):
        found = ag.grad(sum_of_squares)(X * scale)
        np.testing.assert_array_equal(staged(X * scale), found)
    assert staged.experimental_get_tracing_count() == 1


# -- Laws ------------------------------------------------------------------------------

FUNCTIONS = {
    "a loop": halved,
    "a branch in a loop": sum_of_squares,
    "a structure": lambda x: {"a": ag.sin(x) * x[0], "b": [ag.exp(x[1:])]},
    "log_sum_exp": log_sum_exp,
    "a gradient": ag.grad(lambda x: ag.reduce_sum(ag.sin(x) * x[::-1] ** 2)),
    "a gradient in a loop": ag.grad(lambda x: ag.reduce_sum(halved(x) ** 3)),
    "a product": lambda x: x[:, None] * x[None, :],
}
ELEMENTS = st.floats(-2, 2, allow_subnormal=False, width=32).filter(
    lambda x: abs(x) > 1e-3  # where a branch begins there is no derivative
)
VECTORS = st.lists(ELEMENTS, min_size=3, max_size=3).map(np.array)


@functools.cache
def staged_jacobian(name):
    return ag.function(ag.jacrev(FUNCTIONS[name]))


def dot(one, other):
    pairs = zip(ag.nest.flatten(one), ag.nest.flatten(other), strict=True)
    return sum(float(np.sum(np.asarray(a) * np.asarray(b))) for a, b in pairs)


@pytest.mark.parametrize("name", FUNCTIONS)
@given(x=VECTORS, u=VECTORS, seed=st.integers(0, 2**32 - 1))
def test_a_change_times_a_gradient_is_the_same_either_way(name, x, u, seed):
    f, random = FUNCTIONS[name], np.random.default_rng(seed)
    out, change = ag.jvp(f, (x,), (u,))
    v = ag.nest.map_structure(lambda y: random.normal(size=y.shape), out)
    _, pull = ag.vjp(f, x)
    (back,) = pull(v)
    assert dot(change, v) == pytest.approx(dot(back, u), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", FUNCTIONS)
@given(x=VECTORS)
def test_both_jacobians_agree_and_a_graph_with_plain_python_to_the_bit(name, x):
    f = FUNCTIONS[name]
    rows, columns = ag.jacrev(f)(x), ag.jacfwd(f)(x)
    staged = staged_jacobian(name)(x)
    each = zip(*map(ag.nest.flatten, (rows, columns, staged)), strict=True)
    for row, column, graph in each:
        np.testing.assert_allclose(row, column, 1e-10, 1e-12)
        assert row.numpy().tobytes() == graph.numpy().tobytes()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives_agree_with_central_differences(name):
    for f in (FUNCTIONS[name], ag.function(FUNCTIONS[name])):
        check_grads(f, (X,), order=2)


# -- What is refused -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "error", "text"),
    [
        (lambda x: ag.grad(NO_FUNCTION), TypeError, "grad: `fun` is 'f', of type str"),
        (lambda x: ag.vjp(NO_FUNCTION, x), TypeError, "vjp: `fun` is 'f'"),
        (
            ag.grad(halved),
            ValueError,
            r"halved returns float64\[3\], and not a scalar",
        ),
        (
            ag.grad(lambda x: (x, x)),
            ValueError,
            "<lambda> returns a tuple, and not a scalar",
        ),
        (
            ag.value_and_grad(ag.size),
            TypeError,
            r"value_and_grad: size returns int32\[\], which has no gradient",
        ),
        (
            lambda x: ag.grad(log_sum_exp)(ag.cast(x, ag.int32)),
            TypeError,
            r"argument 0 holds int32\[3\], which has no gradient",
        ),
        (ag.hessian(log_sum_exp, 1), ValueError, "argnums is 1, for a"),
        (ag.jacrev(halved, (0, NO_FUNCTION)), ValueError, "argnums is"),
        (ag.grad(log_sum_exp, 0, True), ValueError, "returns no pair"),
        (lambda x: ag.vjp(halved, x)[1](x[:2]), ValueError, "a gradient has shape"),
        (lambda x: ag.vjp(halved, x)[1]([x]), ValueError, "vjp: two structures"),
        (lambda x: ag.jvp(halved, (x,), (x, x)), ValueError, "jvp: two structures"),
        (lambda x: ag.jvp(halved, (x,), (x[0],)), ValueError, "a tangent has shape"),
        (lambda x: ag.jvp(halved, x, (x,)), ValueError, "`primals` is a"),
    ],
)
def test_what_makes_no_sense_is_refused_at_the_users_line(call, error, text):
    for run in (lambda: call(ag.constant(X)), lambda: ag.function(call)(X)):
        with pytest.raises(error, match=text) as info:
            run()
        assert isinstance(info.value, ag.errors.AutographError)
        assert info.value.origin.filename == __file__
        assert info.value.hint
