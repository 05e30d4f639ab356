"""The reference of `function`: its examples, arguments and errors, here."""

import numpy as np
import pytest

import autograph as ag

# --- what a function is -------------------------------------------------------------


def mean(x, y):
    return ag.reduce_mean(ag.multiply(x**2, 3) + y)


X = ag.constant([[2.0, 3.0]])
Y = ag.constant([[3.0, -2.0]])


def test_a_graph_gives_what_the_function_gives():
    assert mean(X, Y).numpy() == ag.function(mean)(X, Y).numpy()


def test_tensors_around_a_function_are_captured():
    @ag.function
    def closed():
        return mean(X, Y)

    assert closed().numpy() == mean(X, Y).numpy()


@pytest.mark.parametrize(
    ("numbers", "expected"), [([1, 2], [1, 4]), ([-3, -3], [1, 1]), ([0], [0])]
)
def test_conditions_may_depend_on_data(numbers, expected):
    @ag.function
    def choose(x):
        if ag.reduce_sum(x) > 0:
            return x * x
        return -x // 2

    assert choose(ag.constant(numbers)).numpy().tolist() == expected


def test_effects_in_a_loop_run_for_each_item():
    variable, found = ag.Variable(0), []

    @ag.function
    def consume(x):
        for i in x:
            ag.compat.v1.assign(variable, i)
            ag.compat.v1.py_func(lambda i: found.append(int(i)), [i], [])

    consume(ag.constant([1, 2, 3]))
    consume(ag.constant([4, 5, 6]))
    assert found == [1, 2, 3, 4, 5, 6]
    assert int(variable) == 6


def test_python_numbers_make_a_graph_each():
    traced = []

    @ag.function
    def same(x):
        traced.append(x)
        return x

    for value in (2, 3, 2, ag.constant(2), ag.constant(3)):
        same(value)
    assert traced[:2] == [2, 3]
    assert len(traced) == 3


# --- variables ----------------------------------------------------------------------


def test_variables_are_captured():
    count = ag.Variable(0)

    @ag.function
    def add_count(x):
        count.assign_add(1)
        return x + ag.compat.v1.to_float(count)

    assert int(count) == 0
    assert add_count(1.0) == 2.0
    assert int(count) == 1
    assert add_count(1.0) == 3.0
    assert int(count) == 2


def test_methods_use_the_variables_of_their_instance():
    class Linear:
        def __init__(self):
            self.w = ag.Variable(ag.compat.v1.glorot_uniform_initializer()((10, 10)))
            self.b = ag.Variable(ag.zeros(10))

        @ag.function
        def compute(self, x):
            return ag.matmul(x, self.w) + self.b

    one, two = Linear(), Linear()
    x = ag.random.uniform((10, 10))
    assert not (one.compute(x).numpy() == two.compute(x).numpy()).all()
    assert (one.compute(x).numpy() == np.matmul(x.numpy(), one.w.numpy())).all()


# --- input signatures ---------------------------------------------------------------

GIVEN = (ag.constant(1.0), ag.constant([1.0, 1.0]), ag.constant([[3.0]]))


def counting(**options):
    traced = []

    @ag.function(**options)
    def increment(x):
        traced.append(x)
        return ag.add(x, 1.0)

    return increment, traced


def test_each_shape_makes_a_graph():
    increment, traced = counting()
    for x in GIVEN * 2:
        assert (increment(x).numpy() == x.numpy() + 1).all()
    assert len(traced) == 3


def test_a_signature_makes_one_graph():
    increment, traced = counting(
        input_signature=[ag.TensorSpec(shape=None, dtype=ag.float32)]
    )
    for x in GIVEN * 2:
        assert (increment(x).numpy() == x.numpy() + 1).all()
    assert len(traced) == 1
    assert str(traced[0]) == 'Tensor("x:0", shape=<unknown>, dtype=float32)'


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (3, 4.0),
        (True, 2.0),
        ([1, 2], [2.0, 3.0]),
        (np.array([1.5, 2.5], np.float32), [2.5, 3.5]),
    ],
)
def test_a_signature_converts_what_is_given(given, expected):
    increment, _ = counting(input_signature=[ag.TensorSpec(None, ag.float32)])
    assert increment(given).numpy().tolist() == expected
    assert increment(given).dtype == ag.float32


def test_relaxed_shapes_make_fewer_graphs_than_there_are_shapes():
    increment, traced = counting(experimental_relax_shapes=True)
    for n in range(1, 8):
        assert increment(ag.ones([n])).shape == (n,)
    assert len(traced) < 7


# --- what is traced, and what runs --------------------------------------------------


def test_what_numpy_computes_is_a_constant():
    def noise():
        return ag.eye(5) + np.random.randn(5, 5)  # as documented

    traced = ag.function(noise)
    assert not (noise().numpy() == noise().numpy()).all()
    assert (traced().numpy() == traced().numpy()).all()


def test_what_ag_draws_is_new_at_each_run():
    @ag.function
    def noise():
        return ag.eye(5) + ag.random.normal((5, 5))

    assert not (noise().numpy() == noise().numpy()).all()


def test_without_autograph_control_flow_must_not_depend_on_data():
    def choose(x):
        if x > 0:
            return x
        return -x

    with pytest.raises(TypeError):
        ag.function(choose, autograph=False)(ag.constant(-1))
    by_op = ag.function(
        lambda x: ag.cond(x > 0, lambda: x, lambda: -x), autograph=False
    )
    assert by_op(ag.constant(-1)) == 1


# --- arguments of `function` itself -------------------------------------------------


def identity(x):
    return x


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"func": None},
        {"input_signature": None, "autograph": True},
        {"experimental_autograph_options": None},
        {"experimental_autograph_options": ag.autograph.experimental.Feature.ALL},
        {"experimental_relax_shapes": True},
        {"reduce_retracing": True},
        {"experimental_compile": None},
        {"experimental_compile": False},
        {"experimental_compile": True},
        {"jit_compile": True},
        {"input_signature": [ag.TensorSpec([], ag.int32)]},
        {"input_signature": (ag.TensorSpec(None, ag.int32),)},
    ],
    ids=str,
)
def test_every_option_as_a_decorator_and_in_a_call(options):
    assert ag.function(**options)(identity)(ag.constant(3)) == 3
    options = {key: value for key, value in options.items() if key != "func"}
    assert ag.function(identity, **options)(ag.constant(3)) == 3


@pytest.mark.parametrize(
    "signature", [3, [3], ag.TensorSpec([]), "float32", [None]], ids=str
)
def test_a_signature_holds_specs_alone(signature):
    with pytest.raises(TypeError):
        ag.function(identity, input_signature=signature)


def test_a_signature_has_no_place_for_other_keywords():
    with pytest.raises((TypeError, ValueError)):
        ag.function(lambda **given: given, input_signature=[])
