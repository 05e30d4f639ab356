"""Metrics against NumPy, over all that they have seen."""

import numpy as np
import pytest

import autograph as ag
from autograph.keras import metrics

RNG = np.random.default_rng(0)
CLASSES = RNG.integers(0, 4, 12)
ONE_HOT = np.eye(4)[CLASSES]
CHANCES = RNG.dirichlet(np.ones(4), 12)
TRUTHS = RNG.integers(0, 2, 12)
YES = np.round(RNG.uniform(size=12), 2)
REALS = RNG.normal(size=(12, 2)), RNG.normal(size=(12, 2))
WEIGHTS = RNG.uniform(0, 2, 12)


def mean(values, w):
    return (values * w).sum() / w.sum()


def top(k):
    best = np.argsort(CHANCES, -1)[:, -k:]
    return np.array([c in row for c, row in zip(CLASSES, best, strict=True)])


def precision(y, p, w, threshold):
    said = p > threshold
    return (w * y * said).sum() / (w * said).sum()


def recall(y, p, w, threshold):
    return (w * y * (p > threshold)).sum() / (w * y).sum()


def area(y, p, w):
    """Return the chance that a truth is ranked before a lie, by all pairs."""
    pairs = w[y == 1][:, None] * w[y == 0]
    before = p[y == 1][:, None], p[y == 0]
    wins = (before[0] > before[1]) + 0.5 * (before[0] == before[1])
    return (pairs * wins).sum() / pairs.sum()


ERRORS = REALS[0] - REALS[1]
CASES = {
    "Sum": ({}, (REALS[0][:, 0],), lambda w: (REALS[0][:, 0] * w).sum()),
    "Mean": ({}, (REALS[0],), lambda w: mean(REALS[0].mean(-1), w)),
    "MeanSquaredError": ({}, REALS, lambda w: mean((ERRORS**2).mean(-1), w)),
    "MeanAbsoluteError": ({}, REALS, lambda w: mean(np.abs(ERRORS).mean(-1), w)),
    "RootMeanSquaredError": (
        {},
        REALS,
        lambda w: np.sqrt(mean((ERRORS**2).mean(-1), w)),
    ),
    "Accuracy": (
        {},
        (CLASSES, CLASSES[::-1]),
        lambda w: mean(CLASSES == CLASSES[::-1], w),
    ),
    "BinaryAccuracy": (
        {"threshold": 0.4},
        (TRUTHS[:, None], YES[:, None]),
        lambda w: mean((YES > 0.4) == TRUTHS, w),
    ),
    "CategoricalAccuracy": (
        {},
        (ONE_HOT, CHANCES),
        lambda w: mean(CHANCES.argmax(-1) == CLASSES, w),
    ),
    "SparseCategoricalAccuracy": (
        {},
        (CLASSES, CHANCES),
        lambda w: mean(CHANCES.argmax(-1) == CLASSES, w),
    ),
    "TopKCategoricalAccuracy": (
        {"k": 2},
        (ONE_HOT, CHANCES),
        lambda w: mean(top(2), w),
    ),
    "Precision": ({}, (TRUTHS, YES), lambda w: precision(TRUTHS, YES, w, 0.5)),
    "Precision of two": (
        {"thresholds": [0.2, 0.7]},
        (TRUTHS, YES),
        lambda w: [precision(TRUTHS, YES, w, 0.2), precision(TRUTHS, YES, w, 0.7)],
    ),
    "Recall": (
        {"thresholds": 0.3},
        (TRUTHS, YES),
        lambda w: recall(TRUTHS, YES, w, 0.3),
    ),
    # Chances have two digits, which lie between 1,000 thresholds.
    "AUC": ({"num_thresholds": 1000}, (TRUTHS, YES), lambda w: area(TRUTHS, YES, w)),
}
EACH_CASE = pytest.mark.parametrize(
    ("name", "options", "arguments", "formula"),
    [(name, *case) for name, case in CASES.items()],
    ids=CASES,
)


def metric_of(name, options):
    return getattr(ag.metrics, name.partition(" ")[0])(**options)


def batches(arguments):
    return [[each[i : i + 5] for each in (*arguments, WEIGHTS)] for i in (0, 5, 10)]


@EACH_CASE
def test_a_metric_is_its_formula_over_all_batches(name, options, arguments, formula):
    metric = metric_of(name, options)
    metric.update_state(*arguments)
    np.testing.assert_allclose(metric.result(), formula(np.ones(12)), 1e-6)
    metric.reset_state()
    for *batch, weights in batches(arguments):
        last = metric(*batch, sample_weight=weights)
    np.testing.assert_allclose(last, formula(WEIGHTS), 1e-6)
    assert last.dtype is ag.float32
    assert metric.trainable_variables == ()


@EACH_CASE
def test_a_staged_loop_gives_the_same_to_the_bit(name, options, arguments, formula):
    eager, staged = metric_of(name, options), metric_of(name, options)
    for *batch, weights in batches(arguments):
        expected = eager(*batch, sample_weight=weights)
    data = ag.data.Dataset.from_tensor_slices((*arguments, WEIGHTS)).batch(5)

    @ag.function
    def evaluate():
        staged.reset_state()
        for batch in data:
            staged.update_state(*batch[:-1], sample_weight=batch[-1])
        return staged.result()

    for _ in range(2):
        assert evaluate().numpy().tobytes() == expected.numpy().tobytes()


@pytest.mark.parametrize("name", ["Mean", "Precision", "Recall", "AUC", "Accuracy"])
def test_of_nothing_the_result_is_zero(name):
    assert float(metric_of(name, {}).result()) == 0.0


def test_counts_go_on_beyond_what_float32_can_count():
    metric = ag.metrics.Mean()
    metric.update_state(1.0, sample_weight=2.0**24)
    for _ in range(4):
        metric.update_state(1.0)
    assert float(metric.count) == 2**24 + 4


class Largest(ag.metrics.Metric):
    """A metric of the user's, with a branch."""

    def __init__(self):
        super().__init__()
        self.largest = self.add_variable("largest")

    def update_state(self, y_true, y_pred, sample_weight=None):
        error = ag.reduce_max(ag.abs(y_true - y_pred))
        if error > self.largest:
            self.largest.assign(error)

    def result(self):
        return self.largest.value()


def test_a_user_may_write_a_metric():
    for metric, call in ((m := Largest(), m), (m := Largest(), ag.function(m))):
        for y, p in ((1.0, 3.0), (5.0, 1.0), (1.0, 1.5)):
            found = call(ag.constant(np.array(y)), ag.constant(np.array(p)))
        assert float(found) == float(metric.result()) == 4.0
        metric.reset_state()
        assert float(metric.result()) == 0.0


def test_metrics_are_found_by_name():
    assert isinstance(metrics.get("AUC"), metrics.AUC)
    assert metrics.get("mse") is ag.losses.mean_squared_error
    metric = metrics.as_metric("mse")
    assert metric.name == "mean_squared_error"
    np.testing.assert_allclose(metric(*REALS), (ERRORS**2).mean(), 1e-6)
    assert metrics.as_metric(metric) is metric
    own = metrics.as_metric(lambda y, p: y - p)
    assert float(own(ag.constant(3.0), ag.constant(1.0))) == 2.0


@pytest.mark.parametrize(
    ("y", "p", "kind"),
    [
        (TRUTHS[:, None], YES[:, None], "binary"),
        (TRUTHS, YES[:, None], "binary"),
        (TRUTHS, YES, "binary"),
        (ONE_HOT, CHANCES, "categorical"),
        (CLASSES, CHANCES, "sparse_categorical"),
        (CLASSES[:, None], CHANCES, "sparse_categorical"),
    ],
)
def test_words_mean_what_the_shapes_say(y, p, kind):
    for word, suffix, module in (
        ("accuracy", "accuracy", ag.metrics),
        ("acc", "accuracy", ag.metrics),
        ("crossentropy", "crossentropy", ag.losses),
    ):
        metric = metrics.as_metric(word, y, ag.TensorSpec(p.shape))
        assert metric.name == suffix
        expected = ag.reduce_mean(getattr(module, f"{kind}_{suffix}")(y, p))
        np.testing.assert_allclose(metric(y, p), expected, 1e-6)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: metrics.get("auk"), "no metric of the name 'auk'"),
        (lambda: metrics.as_metric(None), "None is no metric"),
        (lambda: metrics.as_metric("accuracy"), "depends on the shapes"),
        (lambda: metrics.Precision(1.5), "the threshold 1.5 is no chance"),
        (lambda: metrics.AUC(1), "num_thresholds is 1"),
        (
            lambda: metrics.Mean().update_state(np.ones(3), np.ones(2)),
            r"sample_weight has shape \[2\]",
        ),
        (lambda: metrics.Accuracy()(np.ones(3), np.ones(2)), "labels have shape"),
    ],
)
def test_what_makes_no_sense_is_refused_at_the_users_line(make, text):
    with pytest.raises((ValueError, TypeError), match=text) as info:
        make()
    assert isinstance(info.value, ag.errors.AutographError)
    assert info.value.origin.filename == __file__
    assert info.value.hint
