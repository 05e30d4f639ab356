"""Losses against their formulas, written in NumPy."""

import numpy as np
import pytest

import autograph as ag
from autograph.keras import losses

RNG = np.random.default_rng(0)
REALS = RNG.normal(size=(5, 3)), RNG.normal(size=(5, 3)) * 2
TRUTHS = RNG.integers(0, 2, (5, 3)), RNG.uniform(0.1, 0.9, (5, 3))
SIGNS = TRUTHS[0] * 2 - 1, REALS[1]
SCORES = RNG.normal(size=(5, 3)) * 3
CLASSES = RNG.integers(0, 3, 5)
ONE_HOT = np.eye(3)[CLASSES]
CHANCES = RNG.dirichlet(np.ones(3), 5)


def chances_of(scores):
    return np.exp(scores) / np.exp(scores).sum(-1, keepdims=True)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def entropy(y, p):
    return -(y * np.log(p) + (1 - y) * np.log(1 - p)).mean(-1)


def norm(x):
    return np.sqrt((x**2).sum(-1))


def huber(y, p, delta):
    e = np.abs(p - y)
    return np.where(e < delta, e**2 / 2, delta * (e - delta / 2)).mean(-1)


CASES = {
    "MeanSquaredError": ({}, *REALS, lambda y, p: ((y - p) ** 2).mean(-1)),
    "MeanAbsoluteError": ({}, *REALS, lambda y, p: np.abs(y - p).mean(-1)),
    "Huber": ({}, *REALS, lambda y, p: huber(y, p, 1.0)),
    "Huber of 2": ({"delta": 2.0}, *REALS, lambda y, p: huber(y, p, 2.0)),
    "LogCosh": ({}, *REALS, lambda y, p: np.log(np.cosh(y - p)).mean(-1)),
    "BinaryCrossentropy": ({}, *TRUTHS, entropy),
    "BinaryCrossentropy, smooth": (
        {"label_smoothing": 0.2},
        *TRUTHS,
        lambda y, p: entropy(0.8 * y + 0.1, p),
    ),
    "BinaryCrossentropy of scores": (
        {"from_logits": True},
        TRUTHS[0],
        SCORES,
        lambda y, x: entropy(y, sigmoid(x)),
    ),
    "CategoricalCrossentropy": (
        {},
        ONE_HOT,
        CHANCES * 4,
        lambda y, p: -(y * np.log(p / 4)).sum(-1),
    ),
    "CategoricalCrossentropy, smooth": (
        {"label_smoothing": 0.3},
        ONE_HOT,
        CHANCES,
        lambda y, p: -((0.7 * y + 0.1) * np.log(p)).sum(-1),
    ),
    "CategoricalCrossentropy of scores": (
        {"from_logits": True},
        ONE_HOT,
        SCORES,
        lambda y, x: -(y * np.log(chances_of(x))).sum(-1),
    ),
    "SparseCategoricalCrossentropy": (
        {},
        CLASSES,
        CHANCES,
        lambda y, p: -np.log(p[np.arange(5), y]),
    ),
    "SparseCategoricalCrossentropy of scores": (
        {"from_logits": True},
        CLASSES[:, None],
        SCORES,
        lambda y, x: -np.log(chances_of(x)[np.arange(5), y[:, 0]]),
    ),
    "KLDivergence": (
        {},
        CHANCES,
        CHANCES[::-1],
        lambda y, p: (y * np.log(y / p)).sum(-1),
    ),
    "Hinge": ({}, *SIGNS, lambda y, p: np.maximum(1 - y * p, 0).mean(-1)),
    "Hinge of 0 and 1": (
        {},
        TRUTHS[0],
        REALS[1],
        lambda y, p: np.maximum(1 - (2 * y - 1) * p, 0).mean(-1),
    ),
    "CosineSimilarity": (
        {},
        *REALS,
        lambda y, p: -(y * p).sum(-1) / (norm(y) * norm(p)),
    ),
}
EACH_CASE = pytest.mark.parametrize(
    ("name", "options", "y", "p", "formula"),
    [(name, *case) for name, case in CASES.items()],
    ids=CASES,
)
WEIGHTS = np.array([1.0, 2.0, 0.0, 0.5, 3.0])


def loss_of(name, options):
    return getattr(ag.losses, name.partition(" ")[0].rstrip(","))(**options)


@EACH_CASE
def test_a_loss_is_its_formula(name, options, y, p, formula):
    of_samples = loss_of(name, {**options, "reduction": "none"})
    np.testing.assert_allclose(of_samples(y, p), formula(y, p), 1e-6)
    total = loss_of(name, {**options, "reduction": "sum"})
    np.testing.assert_allclose(float(total(y, p)), formula(y, p).sum(), 1e-6)
    found = loss_of(name, options)(y, p, sample_weight=WEIGHTS)
    np.testing.assert_allclose(float(found), (WEIGHTS * formula(y, p)).mean(), 1e-6)
    assert found.dtype is ag.float64


@EACH_CASE
def test_a_graph_has_the_same_loss_and_gradient_to_the_bit(
    name, options, y, p, formula
):
    loss = loss_of(name, options)

    def slope(y, p, weights):
        with ag.GradientTape() as tape:
            tape.watch(p)
            found = loss(y, p, weights)
        return found, tape.gradient(found, p)

    arguments = [ag.constant(each) for each in (y, p, WEIGHTS)]
    pairs = zip(slope(*arguments), ag.function(slope)(*arguments), strict=True)
    for eager, staged in pairs:
        assert eager.numpy().tobytes() == staged.numpy().tobytes()
    open_specs = [ag.TensorSpec([None] * each.ndim, each.dtype) for each in arguments]
    staged = ag.function(slope, input_signature=open_specs)(*arguments)
    np.testing.assert_allclose(float(staged[0]), float(loss(y, p, WEIGHTS)), 1e-12)


@pytest.mark.parametrize("name", ["binary_crossentropy", "categorical_crossentropy"])
def test_impossible_events_have_a_finite_loss(name):
    loss = getattr(losses, name)
    found = loss(np.array([[1.0, 0.0]]), np.array([[0.0, 1.0]]))
    np.testing.assert_allclose(found, -np.log(1e-7), 1e-6)


def test_large_scores_do_not_overflow():
    found = losses.log_cosh(np.array([0.0]), np.array([1e4]))
    np.testing.assert_allclose(float(found), 1e4 - np.log(2))
    of_scores = losses.binary_crossentropy([[1.0]], [[-1e4]], from_logits=True)
    np.testing.assert_allclose(of_scores, 1e4)


def test_a_missing_last_axis_is_added():
    y, p = np.array([1.0, 2.0, 4.0]), np.array([[1.0], [3.0], [2.0]])
    for found in (losses.mean_squared_error(y, p), losses.mean_squared_error(p, y)):
        np.testing.assert_array_equal(found, [0, 1, 4])


def test_weights_may_be_one_for_all_or_have_an_axis_of_their_own():
    y, p = np.zeros((2, 3, 1)), np.ones((2, 3, 1))
    loss = ag.losses.MeanSquaredError(reduction="sum")
    assert float(loss(y, p, 2.0)) == 12.0
    assert float(loss(y, p, [1.0, 2.0])) == 9.0
    assert float(loss(y, p, np.ones((2, 3, 1)))) == 6.0
    assert float(loss(y, p, np.ones((2, 3)))) == 6.0


class Quantile(ag.losses.Loss):
    """A loss of the user's, with a branch."""

    def call(self, y_true, y_pred):
        error = ag.reduce_mean(y_true - y_pred, -1)
        if ag.reduce_sum(error) > 0:
            return error * 0.75
        return error * -0.25


def test_a_user_may_write_a_loss():
    loss, staged = Quantile(), ag.function(Quantile())
    for y in (2.0, -2.0):
        expected = 1.5 if y > 0 else 0.5
        assert float(loss([[y]], [[0.0]])) == expected
        assert float(staged(ag.constant([[y]]), ag.constant([[0.0]]))) == expected


def test_losses_are_found_by_name():
    y, p = REALS
    for name in ("mse", "MSE", "mean_squared_error"):
        assert losses.get(name) is losses.mean_squared_error
    assert isinstance(losses.get("MeanSquaredError"), losses.MeanSquaredError)
    assert losses.get(None) is None
    for given in ("mse", "MeanSquaredError", lambda y, p: (y - p) ** 2):
        found = losses.as_loss(given)
        np.testing.assert_allclose(float(found(y, p)), ((y - p) ** 2).mean(), 1e-12)
    assert losses.as_loss(found) is found
    assert losses.as_loss("mse").name == "mean_squared_error"


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: losses.get("mes"), "no loss of the name 'mes'"),
        (lambda: losses.get(3), "3, of type int, is no loss"),
        (lambda: losses.as_loss(None), "None is no loss"),
        (lambda: losses.as_loss(losses.Huber), "is no loss"),
        (lambda: losses.Huber(reduction="max"), "reduction is 'max'"),
        (
            lambda: losses.mean_squared_error(np.zeros((2, 3)), np.zeros((2, 4))),
            r"labels have shape \[2, 3\], predictions \[2, 4\]",
        ),
        (
            lambda: losses.mean_squared_error(np.zeros(3), np.zeros((3, 3))),
            r"labels have shape \[3\], predictions \[3, 3\]",
        ),
        (
            lambda: losses.sparse_categorical_crossentropy(ONE_HOT, CHANCES),
            r"labels have shape \[5, 3\]",
        ),
        (
            lambda: losses.MeanSquaredError()(*REALS, sample_weight=np.ones((5, 3))),
            r"sample_weight has shape \[5, 3\], and there are values of shape \[5\]",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_at_the_users_line(make, text):
    with pytest.raises((ValueError, TypeError), match=text) as info:
        make()
    assert isinstance(info.value, ag.errors.AutographError)
    assert info.value.origin.filename == __file__
    assert info.value.hint
