"""`ag.random`: one stream for graphs and eager code, in the order of the program."""

from __future__ import annotations

import copy
import pickle
import threading

import numpy as np
import pytest

import autograph as ag


def drawn(x):
    a = ag.random.uniform([2, 3])
    b = ag.random.normal([2], mean=x, stddev=[1.0, 2.0])
    c = ag.random.uniform([4], maxval=10, dtype=ag.int32)
    d = ag.random.shuffle(ag.range(6))
    e = ag.random.truncated_normal([3], dtype=ag.float64)
    f = ag.random.categorical([[0.0, 1.0, 2.0]], 5)
    return a, b, c, d, e, f, ag.random.uniform([], seed=7)


def branches(x):
    total = x * 0.0
    if x > 1.0:
        total += ag.random.uniform([])
    elif x > 0.0:
        total += ag.random.normal([]) + ag.random.uniform([])
    return total + ag.random.uniform([])


def loops(x):
    total = x * 0.0
    i = ag.constant(0)
    while total < x:
        total += ag.random.uniform([])
        i += 1
        if i > 20:
            break
        if ag.random.uniform([], maxval=3, dtype=ag.int32) == 0:
            continue
        total += 0.25 * ag.random.uniform([], maxval=total + 1.0)
    for _ in ag.range(i):
        total += ag.random.normal([1], seed=3)[0]
    return total, i


def unused(x):
    ag.random.uniform([3])
    return x + ag.random.uniform([])


def reseeded(x):
    ag.random.set_seed(5)
    first = ag.random.uniform([]) + x
    for seed in ag.range(3):
        ag.random.set_seed(seed)
        first += ag.random.uniform([2])
    return first


def symbolic_shape(x):
    n = ag.shape(x)[0] if x.shape else 2
    return ag.random.uniform([n, 2]), ag.random.normal(ag.shape(x))


def arrays(values):
    leaves = values if isinstance(values, (list, tuple)) else [values]
    return [leaf.numpy() for leaf in leaves]


def assert_same(left, right):
    for a, b in zip(arrays(left), arrays(right), strict=True):
        assert np.asarray(a).dtype == np.asarray(b).dtype
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize(
    "function", [drawn, branches, loops, unused, reseeded, symbolic_shape]
)
@pytest.mark.parametrize("x", [0.5, 1.5, -1.0, 4.0])
def test_a_decorated_function_draws_what_the_undecorated_one_does(function, x):
    staged = ag.function(function)
    staged(ag.constant(x))  # traced, and run once
    ag.random.set_seed(1)
    plain = [function(ag.constant(x)) for _ in range(3)]
    ag.random.set_seed(1)
    found = [staged(ag.constant(x)) for _ in range(3)]
    for left, right in zip(plain, found, strict=True):
        assert_same(left, right)


def test_graphs_and_eager_code_take_turns_in_one_stream():
    staged = ag.function(lambda: ag.random.uniform([2]))
    ag.random.set_seed(2)
    plain = [ag.random.uniform([2]) for _ in range(4)]
    ag.random.set_seed(2)
    found = [ag.random.uniform([2]), staged(), ag.random.uniform([2]), staged()]
    assert_same(plain, found)


def test_every_run_of_a_graph_draws_new_numbers():
    staged = ag.function(lambda: ag.random.normal((5, 5)))
    assert not (staged().numpy() == staged().numpy()).any()


def test_tracing_draws_nothing():
    ag.random.set_seed(3)
    expected = ag.random.uniform([])
    ag.random.set_seed(3)
    ag.function(lambda: ag.random.uniform([])).get_concrete_function()
    assert_same(expected, ag.random.uniform([]))


def test_the_stream_is_numpys_philox():
    ag.random.set_seed(11)
    truth = np.random.Generator(np.random.Philox(11))
    np.testing.assert_array_equal(
        ag.random.uniform([3], dtype="float64"), truth.random(3)
    )
    np.testing.assert_array_equal(
        ag.random.normal([3]), truth.standard_normal(3, np.float32)
    )


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_uniform_floats_stay_below_the_bound(dtype):
    ag.random.set_seed(0)
    values = ag.random.uniform([20000], -1.0, 2.0, dtype).numpy()
    assert values.dtype == dtype
    assert values.min() >= -1
    assert values.max() < 2
    assert abs(float(values.astype("float64").mean()) - 0.5) < 0.03
    narrow = ag.random.uniform([5000], 1.0, np.nextafter(np.ones((), dtype), 2), dtype)
    assert (narrow.numpy() == 1).all()


def test_uniform_integers_reach_both_ends():
    values = ag.random.uniform([10, 10], minval=-1, maxval=2, dtype=ag.dtypes.int32)
    assert values.dtype == ag.int32
    assert set(values.numpy().ravel().tolist()) == {-1, 0, 1}
    wide = ag.random.uniform([100], None, None, ag.int64).numpy()
    assert wide.min() < -(2**60)
    assert wide.max() > 2**60


def test_moments_and_chances():
    ag.random.set_seed(4)
    normal = ag.random.normal([50000], 3.0, 2.0).numpy()
    assert abs(normal.mean() - 3) < 0.05
    assert abs(normal.std() - 2) < 0.05
    cut = ag.random.truncated_normal([50000], 1.0, 0.5).numpy()
    assert np.abs(cut - 1).max() <= 1.0
    assert abs(cut.std() - 0.5 * 0.8796) < 0.02
    chances = np.array([[0.1, 0.0, 0.6, 0.3], [0.0, 0.0, 0.0, 1.0]], np.float32)
    with np.errstate(divide="ignore"):
        chosen = ag.random.categorical(np.log(chances), 20000).numpy()
    for row, expected in zip(chosen, chances, strict=True):
        counts = np.bincount(row, minlength=4) / len(row)
        np.testing.assert_allclose(counts, expected, atol=0.02)
        assert not counts[expected == 0].any()
    shuffled = ag.random.shuffle(ag.range(100)).numpy()
    assert sorted(shuffled) == list(range(100))


def test_parameters_broadcast_to_the_shape():
    values = ag.random.uniform([4, 2], [0, 10], [1, 11], ag.int32).numpy()
    assert (values == [[0, 10]] * 4).all()
    with pytest.raises(ag.errors.ShapeError, match=r"does not broadcast to \[2\]"):
        ag.random.normal([2], mean=[1.0, 2.0, 3.0])


def test_seeds_of_calls_have_streams_of_their_own():
    ag.random.set_seed(1)
    first = [ag.random.uniform([2], seed=1), ag.random.uniform([2], seed=1)]
    other = ag.random.uniform([2], seed=2)
    ag.random.set_seed(1)
    ag.random.uniform([100])
    again = [ag.random.uniform([2], seed=1), ag.random.uniform([2], seed=1)]
    assert_same(first, again)
    assert not (first[0].numpy() == first[1].numpy()).any()
    assert not (first[0].numpy() == other.numpy()).any()
    ag.random.set_seed(2)
    assert not (ag.random.uniform([2], seed=1).numpy() == first[0].numpy()).any()


def test_draws_write_the_resource_random():
    concrete = ag.function(lambda: ag.random.uniform([])).get_concrete_function()
    assert concrete.graph.effects.writes == ("random",)
    generator = ag.random.Generator.from_seed(1)
    own = ag.function(lambda: generator.normal([])).get_concrete_function()
    assert len(own.graph.effects.writes) == 1
    assert own.graph.effects.writes != ("random",)


# -- Generators ------------------------------------------------------------------------


def test_generators_draw_the_same_in_graphs():
    def three(generator):
        total = generator.uniform([2])
        for _ in ag.range(3):
            total += generator.normal([2], stddev=2.0)
        return total + ag.cast(generator.uniform_full_int([2], ag.int32), ag.float32)

    plain = ag.random.Generator.from_seed(5)
    other = ag.random.Generator.from_seed(5)
    staged = ag.function(three)
    for _ in range(3):
        assert_same(three(plain), staged(other))
    assert_same(plain.state, other.state)


def test_generators_have_nothing_to_do_with_each_other():
    one, two = (ag.random.Generator.from_seed(seed) for seed in (1, 2))
    before = ag.random.Generator.from_seed(2).uniform([3])
    one.uniform([3])
    ag.random.uniform([3])
    assert_same(before, two.uniform([3]))


def test_a_state_can_be_returned_to_also_in_a_graph():
    generator = ag.random.Generator.from_seed(1)
    generator.uniform([3])

    def twice():
        state = generator.state
        first = generator.uniform([2])
        generator.reset(state)
        return first, generator.uniform([2])

    for function in (twice, ag.function(twice)):
        first, again = function()
        assert_same(first, again)
    kept = ag.random.Generator.from_state(generator.state)
    assert_same(kept.normal([2]), generator.normal([2]))
    generator.reset_from_seed(1)
    assert_same(generator.uniform([2]), ag.random.Generator.from_seed(1).uniform([2]))


def test_skip_leaves_out_blocks_of_four():
    left, right = (ag.random.Generator.from_seed(1) for _ in range(2))
    left.uniform([8], dtype=ag.float64)
    ag.function(lambda: right.skip(2))()
    assert_same(left.uniform([2], dtype="float64"), right.uniform([2], dtype="float64"))


def test_split_generators_differ_and_are_reproducible():
    families = [ag.random.Generator.from_seed(3).split(3) for _ in range(2)]
    numbers = [[g.uniform([]).numpy() for g in family] for family in families]
    assert numbers[0] == numbers[1]
    assert len(set(numbers[0])) == 3


@pytest.mark.parametrize(
    "way", [copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_copies_continue_on_their_own(way):
    generator = ag.random.Generator.from_seed(3)
    other = way(generator)
    assert_same(generator.uniform([2]), other.uniform([2]))


def test_a_generator_made_while_tracing_is_refused():
    @ag.function
    def f():
        return ag.random.Generator.from_seed(1).uniform([2])

    with pytest.raises(ag.errors.SideEffectError) as caught:
        f()
    message = str(caught.value)
    assert "Generator.from_seed is called while a function is traced" in message
    assert "return ag.random.Generator.from_seed(1).uniform([2])" in message
    assert "stateless_uniform" in message


def test_a_generator_may_be_made_once_in_init_scope():
    class Model:
        generator = None

        @ag.function
        def call(self):
            if self.generator is None:
                with ag.init_scope():
                    self.generator = ag.random.Generator.from_seed(1)
            return self.generator.uniform([2])

    model = Model()
    found = [model.call(), model.call()]
    generator = ag.random.Generator.from_seed(1)
    assert_same(found, [generator.uniform([2]), generator.uniform([2])])


def test_the_global_generator_is_the_stream_of_ag_random():
    ag.random.set_seed(1)
    expected = ag.random.uniform([2])
    ag.random.set_seed(1)
    assert_same(expected, ag.random.get_global_generator().uniform([2]))
    assert "random" in repr(ag.random.get_global_generator())


def test_threads_draw_each_number_once():
    ag.random.set_seed(9)
    expected = {float(x) for x in ag.random.uniform([2000], dtype="float64").numpy()}
    ag.random.set_seed(9)
    staged = ag.function(lambda: ag.random.uniform([10], dtype="float64"))
    found: list[float] = []

    def work():
        for _ in range(50):
            found.extend(staged().numpy().tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == expected


# -- Of a seed -------------------------------------------------------------------------


def of_seed(seed):
    return (
        ag.random.stateless_uniform([2, 2], seed),
        ag.random.stateless_uniform([3], seed, -5, 5, ag.int64),
        ag.random.stateless_normal([3], seed, 1.0, 2.0, ag.float64),
        ag.random.stateless_truncated_normal([3], seed),
        ag.random.stateless_shuffle(ag.range(5), seed),
        ag.random.stateless_categorical([[0.0, 0.0]], 4, seed),
        ag.random.split(seed, 3),
        ag.random.fold_in(seed, 4),
    )


def test_stateless_functions_are_functions_of_their_seed():
    staged = ag.function(of_seed)
    seed = ag.constant([1, -2])
    ag.random.set_seed(1)
    first, second = of_seed(seed), staged(seed)
    assert_same(first, second)
    others = [x for leaf in of_seed(ag.constant([2, 1])) for x in leaf.numpy().ravel()]
    assert others != [x for leaf in first for x in leaf.numpy().ravel()]


def test_stateless_numbers_are_those_of_numpys_philox():
    key = np.array([3, 4], np.uint64)
    truth = np.random.Generator(np.random.Philox(key=key)).random(4)
    found = ag.random.stateless_uniform([4], [3, 4], dtype=ag.float64)
    np.testing.assert_array_equal(found, truth)


def test_folded_seeds_and_split_ones_are_all_different():
    rows = [tuple(ag.random.fold_in([1, 2], i).numpy()) for i in range(20)]
    rows += [tuple(row) for row in ag.random.split([1, 2], 20).numpy()]
    rows.append(
        tuple(ag.random.stateless_uniform([2], [1, 2], None, None, "int32").numpy())
    )
    assert len(set(rows)) == len(rows)


# -- Mistakes --------------------------------------------------------------------------

MISTAKES = {
    "no maxval": (
        lambda: ag.random.uniform([2], dtype=ag.int32),
        ag.errors.DTypeError,
        "maxval is missing, which int32 needs",
    ),
    "of text": (
        lambda: ag.random.uniform([2], dtype=ag.string),
        ag.errors.DTypeError,
        "no random numbers of string",
    ),
    "normal integers": (
        lambda: ag.random.normal([2], dtype=ag.int32),
        ag.errors.DTypeError,
        "no normal numbers of int32",
    ),
    "float bound of integers": (
        lambda: ag.random.uniform([2], maxval=1.5, dtype=ag.int32),
        ag.errors.DTypeError,
        "maxval is of float32, and the numbers to draw are of int32",
    ),
    "empty": (
        lambda: ag.random.uniform([2], 5, 5, ag.int32),
        ag.errors.InvalidArgumentError,
        "minval < maxval does not hold; minval is 5 and maxval is 5",
    ),
    "upside down": (
        lambda: ag.random.uniform([2], 2.0, 1.0),
        ag.errors.InvalidArgumentError,
        "minval <= maxval does not hold",
    ),
    "too wide": (
        lambda: ag.random.uniform([2], -3e38, 3e38),
        ag.errors.InvalidArgumentError,
        "not finite in float32",
    ),
    "logits of a vector": (
        lambda: ag.random.categorical([0.0, 1.0], 2),
        ag.errors.ShapeError,
        "two dimensions, batch and classes",
    ),
    "logits of integers": (
        lambda: ag.random.categorical([[0, 1]], 2),
        ag.errors.DTypeError,
        "logits are floats",
    ),
    "logits of nothing": (
        lambda: ag.random.categorical([[float("nan"), 0.0]], 2),
        ag.errors.InvalidArgumentError,
        "of which no chances can be made",
    ),
    "one integer as a seed": (
        lambda: ag.random.stateless_uniform([2], 3),
        ag.errors.ShapeError,
        "a seed has two integers",
    ),
    "a float seed": (
        lambda: ag.random.set_seed(1.5),
        ag.errors.DTypeError,
        "a seed is an integer, not 1.5",
    ),
    "a bad state": (
        lambda: ag.random.Generator.from_state([1, 2, 3]),
        ag.errors.InvalidArgumentError,
        "uint64 vector of 13 numbers",
    ),
    "an unknown algorithm": (
        lambda: ag.random.Generator.from_seed(1, "threefry"),
        ag.errors.DTypeError,
        "'threefry' is not an algorithm",
    ),
}  # fmt: skip


@pytest.mark.parametrize("staged", [False, True], ids=["eager", "staged"])
@pytest.mark.parametrize("case", MISTAKES)
def test_mistakes_are_told(case, staged):
    call, kind, text = MISTAKES[case]
    if staged and ("state" in case or "algorithm" in case):
        kind, text = ag.errors.SideEffectError, "while a function is traced"
    with pytest.raises(kind) as caught:
        (ag.function(call) if staged else call)()
    assert text in str(caught.value)
