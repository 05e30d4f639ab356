"""Optimizers against the formulas of their papers, written in NumPy."""

import copy
import math
import pickle
from typing import Any

import numpy as np
import pytest

import autograph as ag
from autograph.keras import optimizers
from autograph.keras.optimizers import schedules

RATE = 0.125  # exact in float32, which learning rates are held in
RNG = np.random.default_rng(0)
STARTS = [RNG.normal(size=(3, 2)), RNG.normal(size=2), np.array(0.75)]
GRADIENTS = [[RNG.normal(size=w.shape) for w in STARTS] for _ in range(5)]


# -- The formulas ----------------------------------------------------------------------


def sgd(w, gradients, momentum=0.0, nesterov=False):
    v = np.zeros_like(w)
    for g in gradients:
        v = momentum * v - RATE * g
        w = w + (momentum * v - RATE * g if nesterov else v)
    return w


def adam(w, gradients, amsgrad=False, decay=0.0, b1=0.9, b2=0.999, eps=1e-7):
    m = v = largest = np.zeros_like(w)
    for t, g in enumerate(gradients, 1):
        w = w - RATE * decay * w
        m = b1 * m + (1 - b1) * g
        v = b2 * v + (1 - b2) * g**2
        largest = np.maximum(largest, v)
        root = np.sqrt(largest if amsgrad else v)
        w = w - RATE * math.sqrt(1 - b2**t) / (1 - b1**t) * m / (root + eps)
    return w


def rmsprop(w, gradients, rho=0.9, momentum=0.0, centered=False, eps=1e-7):
    v = mean = step = np.zeros_like(w)
    for g in gradients:
        v = rho * v + (1 - rho) * g**2
        mean = rho * mean + (1 - rho) * g
        variance = v - mean**2 if centered else v
        step = momentum * step + RATE * g / np.sqrt(variance + eps)
        w = w - step
    return w


CASES = {
    "sgd": (lambda **k: ag.optimizers.SGD(RATE, **k), sgd, {}),
    "momentum": (lambda **k: ag.optimizers.SGD(RATE, 0.5, **k), sgd, {"momentum": 0.5}),
    "nesterov": (
        lambda **k: ag.optimizers.SGD(RATE, 0.5, True, **k),
        sgd,
        {"momentum": 0.5, "nesterov": True},
    ),
    "adam": (lambda **k: ag.optimizers.Adam(RATE, **k), adam, {}),
    "adam of other rates": (
        lambda **k: ag.optimizers.Adam(RATE, 0.5, 0.75, 1e-3, **k),
        adam,
        {"b1": 0.5, "b2": 0.75, "eps": 1e-3},
    ),
    "amsgrad": (
        lambda **k: ag.optimizers.Adam(RATE, amsgrad=True, **k),
        adam,
        {"amsgrad": True},
    ),
    "adamw": (
        lambda **k: ag.optimizers.AdamW(RATE, weight_decay=0.25, **k),
        adam,
        {"decay": 0.25},
    ),
    "adam with decay": (
        lambda **k: ag.optimizers.Adam(RATE, weight_decay=0.25, **k),
        adam,
        {"decay": 0.25},
    ),
    "rmsprop": (lambda **k: ag.optimizers.RMSprop(RATE, **k), rmsprop, {}),
    "rmsprop with momentum": (
        lambda **k: ag.optimizers.RMSprop(RATE, 0.75, 0.5, **k),
        rmsprop,
        {"rho": 0.75, "momentum": 0.5},
    ),
    "centered rmsprop": (
        lambda **k: ag.optimizers.RMSprop(RATE, centered=True, **k),
        rmsprop,
        {"centered": True},
    ),
}
EACH_CASE = pytest.mark.parametrize(
    ("make", "formula", "settings"), CASES.values(), ids=CASES
)


def eagerly(optimizer, variables, steps):
    for gradients in steps:
        optimizer.apply_gradients(zip(gradients, variables, strict=True))


def by_calls(optimizer, variables, steps):
    @ag.function
    def step(gradients):
        optimizer.apply_gradients(zip(gradients, variables, strict=True))

    for gradients in steps:
        step([ag.constant(g) for g in gradients])
    assert len(step.explain().traces) <= 2


def in_a_loop(optimizer, variables, steps):
    rows = tuple(np.stack(each) for each in zip(*steps, strict=True))
    data = ag.data.Dataset.from_tensor_slices(rows)

    @ag.function
    def train():
        for gradients in data:
            optimizer.apply_gradients(zip(gradients, variables, strict=True))

    train()


def trained(make, run, dtype, **options):
    variables = [ag.Variable(w.astype(dtype)) for w in STARTS]
    steps = [[g.astype(dtype) for g in each] for each in GRADIENTS]
    optimizer = make(**options)
    run(optimizer, variables, steps)
    return optimizer, variables


@EACH_CASE
@pytest.mark.parametrize(
    ("dtype", "tolerance"), [(np.float64, 1e-12), (np.float32, 1e-5)]
)
def test_steps_are_those_of_the_formula(make, formula, settings, dtype, tolerance):
    _, variables = trained(make, eagerly, dtype)
    for place, (start, variable) in enumerate(zip(STARTS, variables, strict=True)):
        expected = formula(start, [each[place] for each in GRADIENTS], **settings)
        np.testing.assert_allclose(variable.numpy(), expected, tolerance, tolerance)
        assert variable.dtype.numpy == dtype


@EACH_CASE
@pytest.mark.parametrize("run", [by_calls, in_a_loop])
def test_a_graph_takes_the_same_steps_to_the_bit(make, formula, settings, run):
    options = {"global_clipnorm": 1.0}
    before, expected = trained(make, eagerly, np.float32, **options)
    after, found = trained(make, run, np.float32, **options)
    every = [*expected, *before.variables], [*found, *after.variables]
    for one, other in zip(*every, strict=True):
        assert one.numpy().tobytes() == other.numpy().tobytes()


# -- Settings --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "clip"),
    [
        ({"clipvalue": 0.5}, lambda gs: [np.clip(g, -0.5, 0.5) for g in gs]),
        (
            {"clipnorm": 0.5},
            lambda gs: [g * min(1, 0.5 / np.sqrt(np.sum(g**2))) for g in gs],
        ),
        (
            {"global_clipnorm": 0.5},
            lambda gs: [
                g * min(1, 0.5 / math.sqrt(sum(np.sum(g**2) for g in gs))) for g in gs
            ],
        ),
    ],
)
def test_gradients_are_clipped(options, clip):
    gradients = [np.array([0.25, -3.0]), np.array([0.125])]
    variables = [ag.Variable(np.zeros(2)), ag.Variable(np.zeros(1))]
    optimizer = ag.optimizers.SGD(1.0, **options)
    optimizer.apply_gradients(zip(gradients, variables, strict=True))
    for variable, clipped in zip(variables, clip(gradients), strict=True):
        np.testing.assert_allclose(variable.numpy(), -clipped, 1e-14)


def test_weight_decay_is_a_part_of_the_value_times_the_learning_rate():
    w = ag.Variable(np.array([2.0, -4.0]))
    ag.optimizers.SGD(0.5, weight_decay=0.25).apply_gradients([(np.zeros(2), w)])
    np.testing.assert_allclose(w.numpy(), [1.75, -3.5], 1e-15)


def test_traces_see_another_learning_rate_without_a_new_trace():
    w, optimizer = ag.Variable(8.0), ag.optimizers.SGD(0.5)

    @ag.function
    def step(g):
        optimizer.apply_gradients([(g, w)])

    step(ag.constant(1.0))
    optimizer.learning_rate = 0.25
    step(ag.constant(1.0))
    assert float(optimizer.learning_rate) == 0.25
    assert float(w) == 7.25
    assert step.experimental_get_tracing_count() == 1

    @ag.function
    def slower():
        optimizer.learning_rate = optimizer.learning_rate * 0.5

    slower()
    step(ag.constant(1.0))
    assert float(w) == 7.125


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize(
    ("policy", "otherwise"),
    # Of a tensor or a variable only the run knows which it is: Python takes that step.
    [("refuse", lambda rate: rate + 0), ("allow", lambda rate: rate)],
)
def test_a_learning_rate_may_be_computed_by_a_callable(policy, otherwise):
    w, rate = ag.Variable(8.0), ag.Variable(0.5)
    optimizer = ag.optimizers.SGD(lambda: rate * 2 if rate > 0.25 else otherwise(rate))

    @ag.function(python=policy)
    def step():
        optimizer.apply_gradients([(1.0, w)])

    step()
    rate.assign(0.25)
    step()
    assert float(w) == 6.75
    assert float(optimizer.learning_rate) == 0.25


# -- Schedules -------------------------------------------------------------------------


def polynomial(step, cycle):
    steps = 10 * max(1, math.ceil(step / 10)) if cycle else 10
    left = 1 - min(step, steps) / steps
    return (0.5 - 0.125) * left**2 + 0.125


def cosine(step, warmup):
    if warmup and step < 4:
        return 0.125 + (0.5 - 0.125) * step / 4
    done = min(max(step - 4 * warmup, 0), 10) / 10
    half = 0.5 * (1 + math.cos(math.pi * done))
    return (0.5 if warmup else 0.125) * (0.75 * half + 0.25)


SCHEDULES = {
    "exponential": (
        schedules.ExponentialDecay(0.5, 10, 0.25),
        lambda step: 0.5 * 0.25 ** (step / 10),
    ),
    "exponential in stairs": (
        schedules.ExponentialDecay(0.5, 10, 0.25, staircase=True),
        lambda step: 0.5 * 0.25 ** (step // 10),
    ),
    "inverse time": (
        schedules.InverseTimeDecay(0.5, 10, 0.25),
        lambda step: 0.5 / (1 + 0.25 * step / 10),
    ),
    "inverse time in stairs": (
        schedules.InverseTimeDecay(0.5, 10, 0.25, True),
        lambda step: 0.5 / (1 + 0.25 * (step // 10)),
    ),
    "piecewise": (
        schedules.PiecewiseConstantDecay([4, 9], [0.5, 0.25, 0.125]),
        lambda step: 0.5 if step <= 4 else 0.25 if step <= 9 else 0.125,
    ),
    "polynomial": (
        schedules.PolynomialDecay(0.5, 10, 0.125, 2.0),
        lambda step: polynomial(step, cycle=False),
    ),
    "polynomial in cycles": (
        schedules.PolynomialDecay(0.5, 10, 0.125, 2.0, cycle=True),
        lambda step: polynomial(step, cycle=True),
    ),
    "cosine": (
        schedules.CosineDecay(0.125, 10, 0.25),
        lambda step: cosine(step, warmup=False),
    ),
    "cosine after a warm-up": (
        schedules.CosineDecay(0.125, 10, 0.25, warmup_target=0.5, warmup_steps=4),
        lambda step: cosine(step, warmup=True),
    ),
}


@pytest.mark.parametrize(("schedule", "formula"), SCHEDULES.values(), ids=SCHEDULES)
def test_a_schedule_is_its_formula(schedule, formula):
    staged = ag.function(schedule)
    for step in (0, 1, 4, 5, 9, 10, 11, 25):
        found = schedule(step)
        assert found.dtype is ag.float32
        np.testing.assert_allclose(float(found), formula(step), 1e-6)
        assert float(staged(np.int64(step))) == float(found)


class Warmup(schedules.LearningRateSchedule):
    """A schedule of the user's, with a branch."""

    def __call__(self, step):
        if step < 2:
            return 0.25
        return 1.0


def test_an_optimizer_asks_its_schedule_at_each_step():
    w, optimizer = ag.Variable(0.0), ag.optimizers.SGD(Warmup())

    @ag.function
    def train():
        for _ in range(ag.constant(4)):
            optimizer.apply_gradients([(1.0, w)])

    train()
    assert float(w) == -2.5
    optimizer.apply_gradients([(1.0, w)])
    assert float(w) == -3.5
    assert float(optimizer.learning_rate) == 1.0
    assert [each.name for each in optimizer.variables] == ["iterations:0"]


# -- State -----------------------------------------------------------------------------


def test_the_variables_are_the_optimizers_own():
    w = ag.Variable(np.zeros(3), name="w")
    optimizer = ag.optimizers.Adam()
    optimizer.build([w])
    names = {each.name for each in optimizer.variables}
    assert names == {"learning_rate:0", "iterations:0", "w/m:0", "w/v:0"}
    assert optimizer.trainable_variables == ()
    assert optimizer.iterations.dtype is ag.int64
    assert int(optimizer.apply_gradients([(np.ones(3), w)])) == 1


def test_copies_have_state_of_their_own():
    w = ag.Variable(np.zeros(3))
    optimizer = ag.optimizers.SGD(0.5, 0.5)
    optimizer.apply_gradients([(np.ones(3), w)])
    model, again = pickle.loads(pickle.dumps((w, optimizer)))
    optimizer.apply_gradients([(np.ones(3), w)])
    again.apply_gradients([(np.ones(3), model)])
    assert model.numpy().tolist() == w.numpy().tolist() == [-1.25] * 3
    other = copy.deepcopy(optimizer)
    other.apply_gradients([(np.ones(3), w)])
    assert [int(optimizer.iterations), int(other.iterations)] == [2, 3]


def test_a_variable_without_gradient_stays_with_a_warning():
    w, v = ag.Variable(1.0, name="w"), ag.Variable(1.0, name="v")
    optimizer = ag.optimizers.SGD(0.5, 0.5)
    with pytest.warns(UserWarning, match="do not exist for the variables w,") as told:
        optimizer.apply_gradients([(None, w), (1.0, v)])
    assert told[0].filename == __file__
    assert (float(w), float(v)) == (1.0, 0.5)
    optimizer.apply_gradients([(1.0, w), (1.0, v)])  # its slots are there
    assert float(w) == 0.5


def test_minimize_differentiates_a_callable_or_takes_a_tape():
    w, optimizer = ag.Variable(3.0), ag.optimizers.SGD(0.25)

    @ag.function
    def step():
        optimizer.minimize(lambda: w * w if w > 0 else -w, [w])

    step()
    assert float(w) == 1.5
    with ag.GradientTape() as tape:
        loss = w * w
    optimizer.minimize(loss, [w], tape=tape)
    assert float(w) == 0.75


class Signed(optimizers.Optimizer):
    """An optimizer of the user's, that may take steps of half the size."""

    slot_names = ("before",)

    def compute(self, value, gradient, slots, *scalars):
        (rate,) = scalars
        if np.sum(slots["before"]) < 0:
            rate = rate / 2
        return value - rate * np.sign(gradient), {"before": gradient}


def test_a_user_may_write_an_optimizer():
    def run(step):
        w, optimizer = ag.Variable(np.zeros(2)), Signed(1.0)
        for g in ([-2.0, 1.0], [5.0, -1.0], [5.0, -1.0]):
            step(optimizer, w, ag.constant(np.array(g)))
        return w.numpy().tolist()

    def step(optimizer, w, g):
        optimizer.apply_gradients([(g, w)])

    assert run(step) == run(ag.function(step)) == [-0.5, 0.5]


@pytest.mark.parametrize("name", ["sgd", "Adam", "adamw", "RMSprop"])
def test_optimizers_are_found_by_name(name):
    assert type(optimizers.get(name)).__name__.lower() == name.lower()


# -- What is refused -------------------------------------------------------------------


def test_slots_are_created_by_the_first_call_alone():
    @ag.function
    def step(optimizer, w):
        for _ in range(ag.constant(2)):
            optimizer.apply_gradients([(1.0, w)])

    w, other = ag.Variable(1.0), ag.optimizers.Adam()
    step(ag.optimizers.Adam(), w)
    with pytest.raises(ValueError, match="create variables on non-first call") as info:
        step(other, w)
    assert "optimizer.build(variables)" in str(info.value)
    assert info.value.origin.filename == __file__
    other.build([w])
    step(other, w)
    assert int(other.iterations) == 2


ONE = ag.Variable(np.zeros(2), name="one")
NEW = ag.Variable(np.zeros(3), name="new")
NUMBER = ag.Variable(1, name="number")
WRONG: Any = "fast"


@pytest.mark.parametrize(
    ("pairs", "error", "text"),
    [
        ([(np.ones(3), NEW)], ValueError, "built for 1 variable, and 'new' of shape"),
        ([(np.ones(3), ONE)], ValueError, r"has shape \(3,\), the variable has \(2,\)"),
        ([(None, ONE)], ValueError, "no gradients are provided for any variable: one"),
        ([(np.ones(2), ONE)] * 2, ValueError, "'one' is listed twice"),
        ([(1, NUMBER)], TypeError, "no variable of floats"),
        ([(np.ones(2), np.ones(2))], TypeError, "no variable of floats"),
        ([ONE], TypeError, "no pair of a gradient and a variable"),
    ],
)
def test_what_cannot_be_applied_changes_nothing(pairs, error, text):
    optimizer = ag.optimizers.SGD(1.0)
    optimizer.build([ONE])
    for call in (optimizer.apply_gradients, ag.function(optimizer.apply_gradients)):
        with pytest.raises(error, match=text) as info:
            call(pairs)
        assert info.value.origin.filename == __file__
        assert info.value.hint
    assert int(optimizer.iterations) == 0
    assert ONE.numpy().tolist() == [0, 0]


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: ag.optimizers.SGD(WRONG), "learning_rate is 'fast'"),
        (lambda: ag.optimizers.SGD(-1.0), "learning_rate is -1.0"),
        (lambda: ag.optimizers.SGD(0.1, 2.0), "momentum is 2.0"),
        (lambda: ag.optimizers.Adam(beta_2=1.5), "beta_2 is 1.5"),
        (lambda: ag.optimizers.SGD(clipnorm=1, clipvalue=1), "clipnorm and by clipval"),
        (lambda: ag.optimizers.SGD().minimize(ag.constant(1.0), []), "and no tape"),
        (lambda: optimizers.get("adagrad"), "no optimizer of the name 'adagrad'"),
        (lambda: optimizers.get(WRONG[:0]), "no optimizer of the name ''"),
        (lambda: schedules.ExponentialDecay(1.0, 0, 0.5), "decay_steps is 0"),
        (lambda: schedules.PiecewiseConstantDecay([1], [1.0]), "1 boundaries and 1"),
        (lambda: schedules.PiecewiseConstantDecay([2, 1], [1, 1, 1]), "do not ascend"),
        (
            lambda: setattr(ag.optimizers.SGD(Warmup()), "learning_rate", 1.0),
            "cannot be assigned",
        ),
        (
            lambda: setattr(ag.optimizers.SGD(), "learning_rate", Warmup()),
            "the learning rate is a number",
        ),
    ],
)
def test_settings_that_make_no_sense_are_refused_at_the_users_line(make, text):
    with pytest.raises((ValueError, TypeError), match=text) as info:
        make()
    assert isinstance(info.value, ag.errors.AutographError)
    assert info.value.origin.filename == __file__
    assert info.value.hint
