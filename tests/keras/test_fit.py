"""`fit`, `evaluate` and `predict`, against training that is written in NumPy."""

from __future__ import annotations

import copy
import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.errors import AutographError
from autograph.keras import layers

RANDOM = np.random.default_rng(7)
X = RANDOM.normal(size=(10, 3))
Y = RANDOM.normal(size=(10, 2))
WEIGHTS = RANDOM.uniform(0.5, 2, size=10)
START = RANDOM.normal(size=(3, 2))
RATE = 0.125  # exact in float32
SIZE = 4  # the last batch has two samples


def linear(metrics=(), cost=0.0, **options):
    """Return a compiled model y = x w, whose weights begin as START."""
    dense = layers.Dense(
        2,
        use_bias=False,
        dtype="float64",
        kernel_initializer=lambda shape, dtype: START,
        kernel_regularizer=ag.keras.regularizers.L2(cost) if cost else None,
    )
    model = ag.keras.Sequential([dense])
    model.compile(ag.optimizers.SGD(RATE), "mse", list(metrics), **options)
    return model


def by_hand(epochs, weights=None, cost=0.0, x=X, y=Y):
    """Return the weights after training, and the mean loss of each epoch."""
    w, losses = START.copy(), []
    weights = np.ones(len(x)) if weights is None else weights
    for _ in range(epochs):
        total = 0.0
        for begin in range(0, len(x), SIZE):
            rows = slice(begin, begin + SIZE)
            error, each = x[rows] @ w - y[rows], weights[rows, None]
            n = len(error)
            loss = np.sum(each * error**2) / (2 * n) + cost * np.sum(w**2)
            w = w - RATE * (x[rows].T @ (each * error) / n + 2 * cost * w)
            total += loss * n
        losses.append(total / len(x))
    return w, losses


def as_dataset(*parts):
    return ag.data.Dataset.from_tensor_slices(parts).batch(SIZE)


def batches(*parts):
    for begin in range(0, len(X), SIZE):
        yield tuple(part[begin : begin + SIZE] for part in parts)


def fitted(model, *args, **options):
    options = {"epochs": 3, "shuffle": False, "verbose": 0, **options}
    return model.fit(*args, **options).history


WAYS = {
    "arrays": lambda m: fitted(m, X, Y, SIZE),
    "tensors": lambda m: fitted(m, ag.constant(X), ag.constant(Y), SIZE),
    "lists": lambda m: fitted(m, X.tolist(), Y.tolist(), SIZE),
    "a data set": lambda m: fitted(m, as_dataset(X, Y)),
    "an iterator": lambda m: fitted(
        m, (pair for _ in range(3) for pair in batches(X, Y)), steps_per_epoch=3
    ),
    "calls of fit": lambda m: {"loss": [
        fitted(m, X, Y, SIZE, epochs=n + 1, initial_epoch=n)["loss"][0] for n in range(3)
    ]},
    "steps of an endless data set": lambda m: fitted(
        m, as_dataset(X, Y).repeat(), steps_per_epoch=3
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("run_eagerly", [False, True])
def test_steps_are_those_of_numpy(way, run_eagerly):
    model = linear(run_eagerly=run_eagerly)
    history = WAYS[way](model)
    weights, losses = by_hand(3)
    np.testing.assert_allclose(model.get_weights()[0], weights, rtol=1e-12)
    np.testing.assert_allclose(history["loss"], losses, rtol=1e-6)


CLASSES = np.array([0, 1, 2, 1, 0, 2, 1, 1, 0, 2])
WEIGHTED = {
    "arrays": lambda m: fitted(m, X, Y, SIZE, sample_weight=WEIGHTS),
    "a data set": lambda m: fitted(m, as_dataset(X, Y, WEIGHTS)),
    "an iterator": lambda m: fitted(
        m, iter([*batches(X, Y, WEIGHTS)] * 3), steps_per_epoch=3
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WEIGHTED)
def test_weights_of_samples_multiply_losses(way):
    model = linear()
    history = WEIGHTED[way](model)
    weights, losses = by_hand(3, WEIGHTS)
    np.testing.assert_allclose(model.get_weights()[0], weights, rtol=1e-12)
    np.testing.assert_allclose(history["loss"], losses, rtol=1e-6)


def test_class_weights_are_weights_of_samples():
    of_class = {0: 0.5, 1: 2.0, 2: 1.0}
    labels = np.stack([CLASSES, CLASSES], -1)[:, :1].astype(float)
    y = np.broadcast_to(labels, (10, 2))
    one, other = linear(), linear()
    # A dimension of labels that the loss would not take is no concern here.
    one.compile(one.optimizer, lambda y, p: ag.reduce_mean(ag.square(p - y), -1))
    other.compile(other.optimizer, "mse")
    fitted(one, X, labels, SIZE, class_weight=of_class)
    fitted(other, X, y, SIZE, sample_weight=np.array([0.5, 2.0, 1.0])[CLASSES])
    np.testing.assert_allclose(one.get_weights(), other.get_weights(), rtol=1e-6)


def test_regularizers_are_part_of_the_loss():
    model = linear(cost=0.3)
    history = fitted(model, X, Y, SIZE)
    weights, losses = by_hand(3, cost=0.3)
    np.testing.assert_allclose(model.get_weights()[0], weights, rtol=1e-12)
    np.testing.assert_allclose(history["loss"], losses, rtol=1e-6)
    expected = np.mean((X @ weights - Y) ** 2) + 0.3 * np.sum(weights**2)
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(expected, rel=1e-6)


def test_validation_takes_the_last_samples_and_changes_nothing():
    model = linear(["mae"])
    history = fitted(model, X, Y, SIZE, validation_split=0.3)
    weights, losses = by_hand(3, x=X[:7], y=Y[:7])
    np.testing.assert_allclose(model.get_weights()[0], weights, rtol=1e-12)
    np.testing.assert_allclose(history["loss"], losses, rtol=1e-6)
    error = X[7:] @ weights - Y[7:]
    assert history["val_loss"][-1] == pytest.approx(np.mean(error**2), rel=1e-6)
    assert history["val_mae"][-1] == pytest.approx(np.mean(np.abs(error)), rel=1e-6)
    assert list(history) == ["loss", "mae", "val_loss", "val_mae"]


@pytest.mark.parametrize(
    ("data", "options", "expected"),
    [
        ((X, Y), {}, 3),
        (as_dataset(X, Y), {}, 3),
        (as_dataset(X, Y).repeat(), {"validation_steps": 3}, 3),
        ((X, Y), {"validation_freq": 2}, 1),
        ((X, Y), {"validation_freq": [1, 3]}, 2),
    ],
)
def test_validation_begins_anew_each_time(data, options, expected):
    model = linear()
    model.optimizer.learning_rate = 0.0
    history = fitted(model, X, Y, validation_data=data, **options)
    mean = np.mean((X @ START - Y) ** 2)
    np.testing.assert_allclose(history["val_loss"], [mean] * expected, rtol=1e-6)


def test_samples_are_shuffled_anew_in_each_epoch_by_the_seed():
    seen: list[int] = []

    class Recorder(ag.keras.Model):
        def train_step(self, data):
            seen.extend(data.numpy().tolist())
            return {"n": len(seen)}

    def orders(**options):
        seen.clear()
        ag.random.set_seed(3)
        model = Recorder()
        model.compile(run_eagerly=True)
        model.fit(np.arange(10), batch_size=SIZE, epochs=2, verbose=0, **options)
        return seen[:10], seen[10:]

    first, second = orders()
    assert sorted(first) == sorted(second) == list(range(10))
    assert first != second
    assert list(range(10)) not in (first, second)
    assert orders() == (first, second)
    assert orders(shuffle=False) == (list(range(10)),) * 2


@given(size=st.integers(1, 12), count=st.integers(1, 10))
def test_evaluation_and_predictions_do_not_depend_on_the_batch_size(size, count):
    x, y = X[:count], Y[:count]
    model = linear(["mae", ag.metrics.RootMeanSquaredError("root")])
    error = x @ START - y
    expected = [np.mean(error**2), np.mean(np.abs(error)), np.mean(error**2) ** 0.5]
    found = model.evaluate(x, y, size, verbose=0)
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    np.testing.assert_allclose(model.predict(x, size, verbose=0), x @ START)
    assert model.evaluate(x, y, size, verbose=0, return_dict=True) == dict(
        zip(["loss", "mae", "root"], found, strict=True)
    )


def test_a_step_is_traced_once_for_whole_batches_and_once_for_others():
    model = linear(["mae"])
    fitted(model, X, Y, SIZE, epochs=4, validation_split=0.5)
    for batch_size in (1, 2, 3, 5, 6):
        fitted(model, X, Y, batch_size)
    functions = model._training.functions
    counts = {
        name: each.experimental_get_tracing_count() for name, each in functions.items()
    }
    assert counts == {"train_step": 2, "test_step": 2}


def test_single_batches():
    model, plain = linear(["mae"]), linear()
    error = X @ START - Y
    expected = [np.mean(error**2), np.mean(np.abs(error))]
    np.testing.assert_allclose(model.test_on_batch(X, Y), expected, rtol=1e-6)
    np.testing.assert_allclose(model.predict_on_batch(X), X @ START)
    model.reset_metrics()
    found = model.train_on_batch(X, Y, return_dict=True)
    np.testing.assert_allclose(list(found.values()), expected, rtol=1e-6)
    fitted(plain, X, Y, len(X), epochs=1)
    np.testing.assert_array_equal(model.get_weights(), plain.get_weights())


class Two(ag.keras.Model):
    """Two outputs of two inputs."""

    def __init__(self, kind):
        super().__init__(dtype="float64")
        self.kind = kind

    def build(self, input_shape):
        del input_shape
        self.w = self.add_weight("w", (), initializer="ones")

    def call(self, inputs):
        a, b = (inputs["a"], inputs["b"]) if isinstance(inputs, dict) else inputs
        if self.kind is dict:
            return {"sum": self.w * (a + b), "product": self.w * a * b}
        return [self.w * (a + b), self.w * a * b]


@pytest.mark.parametrize("kind", [dict, list])
def test_several_inputs_and_outputs(kind):
    a, b = X[:, :1], X[:, 1:2]
    y = {"sum": Y[:, :1], "product": Y[:, 1:]}
    losses, weights = {"sum": "mse", "product": "mae"}, {"sum": 1.0, "product": 0.5}
    metrics, x = {"product": ["mse"], "sum": []}, {"a": a, "b": b}
    names = ["sum", "product"]
    if kind is list:
        x, y = [a, b], [y[each] for each in names]
        losses, weights = [losses[x] for x in names], [weights[x] for x in names]
        metrics, names = [[], ["mse"]], ["output_0", "output_1"]
    model = Two(kind)
    model.compile("sgd", losses, metrics, loss_weights=weights)
    of_sum = np.mean((a + b - Y[:, :1]) ** 2)
    of_product = np.mean(np.abs(a * b - Y[:, 1:]))
    expected = {
        "loss": of_sum + 0.5 * of_product,
        f"{names[0]}_loss": of_sum,
        f"{names[1]}_loss": of_product,
        f"{names[1]}_mse": np.mean((a * b - Y[:, 1:]) ** 2),
    }
    found = model.evaluate(x, y, SIZE, verbose=0, return_dict=True)
    assert found == pytest.approx(expected, rel=1e-6)
    predicted = model.predict(x, SIZE, verbose=0)
    assert type(predicted) is kind
    of_first = predicted["sum"] if kind is dict else predicted[0]
    np.testing.assert_allclose(of_first, a + b)
    assert fitted(model, x, y, SIZE)["loss"][-1] < expected["loss"]


def test_steps_of_a_subclass_are_staged():
    class Doubling(ag.keras.Sequential):
        def train_step(self, data):
            x, y = data
            with ag.GradientTape() as tape:
                loss = self.compute_loss(y=y, y_pred=self(x, training=True))
                if loss > 1e9:  # known when the graph runs
                    loss = loss * 2.0
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(
                zip(gradients, self.trainable_variables, strict=True)
            )
            for metric in self.metrics:
                if metric.name == "loss":
                    metric.update_state(loss, ag.shape(x)[0])
            return {"loss": self.metrics[0].result(), "twice": 2.0 * loss}

    plain = linear()
    model = Doubling(plain.layers)
    model.compile(ag.optimizers.SGD(RATE), "mse")
    history = fitted(model, X, Y, SIZE)
    weights, losses = by_hand(3)
    np.testing.assert_allclose(model.get_weights()[0], weights, rtol=1e-12)
    np.testing.assert_allclose(history["loss"], losses, rtol=1e-6)
    assert len(history["twice"]) == 3


def test_metrics_of_compile_in_a_step_of_ones_own():
    class Own(ag.keras.Sequential):
        def train_step(self, data):
            x, y = data
            with ag.GradientTape() as tape:
                y_pred = self(x, training=True)
                loss = self.compute_loss(y=y, y_pred=y_pred)
            variables = self.trainable_variables
            self.optimizer.apply(tape.gradient(loss, variables), variables)
            for metric in self.metrics:
                if metric.name == "loss":
                    metric.update_state(loss)
                else:
                    metric.update_state(y, y_pred)
            return {each.name: each.result() for each in self.metrics}

    plain = linear(["mae"])
    model = Own(linear().layers)
    model.compile(ag.optimizers.SGD(RATE), "mse", ["mae"])
    # Batches of one size: the loss is a mean over batches here.
    histories = [fitted(each, X[:8], Y[:8], SIZE) for each in (model, plain)]
    assert list(histories[0]) == ["loss", "mae"]
    for name in ("loss", "mae"):
        np.testing.assert_allclose(histories[0][name], histories[1][name], rtol=1e-6)
    np.testing.assert_array_equal(model.get_weights(), plain.get_weights())


def test_two_optimizers_and_metrics_of_the_model():
    class Opposed(ag.keras.Model):
        """One weight is pulled up, the other down."""

        def __init__(self):
            super().__init__()
            self.up = self.add_weight("up", (), initializer="zeros")
            self.down = self.add_weight("down", (), initializer="zeros")
            self.distance = ag.metrics.Mean(name="distance")

        def compile(self, up, down):
            super().compile()
            self.optimizers = [up, down]

        @property
        def metrics(self):
            return [self.distance]

        def train_step(self, data):
            for sign, optimizer, variable in zip(
                (-1.0, 1.0), self.optimizers, (self.up, self.down), strict=True
            ):
                with ag.GradientTape() as tape:
                    loss = sign * variable * ag.reduce_sum(data)
                optimizer.apply([tape.gradient(loss, variable)], [variable])
            self.distance.update_state(self.up - self.down)
            return {"distance": self.distance.result()}

    model = Opposed()
    model.compile(ag.optimizers.SGD(1.0), ag.optimizers.SGD(0.5))
    history = fitted(model, np.ones(4, np.float32), batch_size=2, epochs=2)
    assert [float(model.up), float(model.down)] == [8.0, -4.0]
    assert history == {"distance": [4.5, 10.5]}  # of 3 and 6; of 9 and 12


def test_an_optimizer_that_is_assigned_takes_the_next_steps():
    model = linear()
    fitted(model, X, Y, SIZE, epochs=1)
    model.optimizer = ag.optimizers.SGD(0.0)
    before = model.get_weights()
    fitted(model, X, Y, SIZE, epochs=1)
    np.testing.assert_array_equal(model.get_weights(), before)


def test_a_loss_of_the_model():
    class Own(ag.keras.Sequential):
        def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None):
            return ag.reduce_mean(ag.abs(y_pred - y)) * 2.0

    model = Own(linear().layers)
    model.compile("sgd")
    expected = 2 * np.mean(np.abs(X @ START - Y))
    assert model.evaluate(X, Y, verbose=0) == pytest.approx(expected, rel=1e-6)


def test_weights_are_saved_and_loaded_before_they_are_made(tmp_path):
    model = linear()
    fitted(model, X, Y)
    model.save_weights(tmp_path / "weights")
    other = linear()
    other.load_weights(tmp_path / "weights")
    np.testing.assert_array_equal(
        other.predict(X, verbose=0), X @ model.get_weights()[0]
    )


@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda model: pickle.loads(pickle.dumps(model))]
)
def test_a_copy_of_a_fitted_model_is_trained_by_itself(copied):
    model = ag.keras.Sequential([layers.Dense(2, dtype="float64")])
    model.compile(ag.optimizers.SGD(RATE), "mse")
    fitted(model, X, Y, SIZE)
    other = copied(model)
    before = model.get_weights()
    fitted(other, X, Y, SIZE, epochs=1)
    after = model.get_weights()
    for one, two, three in zip(before, after, other.get_weights(), strict=True):
        np.testing.assert_array_equal(one, two)
        assert not np.array_equal(one, three)
    fitted(model, X, Y, SIZE, epochs=1)
    for one, two in zip(model.get_weights(), other.get_weights(), strict=True):
        np.testing.assert_array_equal(one, two)


def test_weights_that_do_not_fit_change_nothing(tmp_path):
    model = linear()
    fitted(model, X, Y)
    model.save_weights(tmp_path / "weights")
    for units in ([2, 2], [3]):
        other = ag.keras.Sequential([layers.Dense(n, use_bias=False) for n in units])
        other.build((None, 3))
        before = other.get_weights()
        with pytest.raises(AutographError) as caught:
            other.load_weights(tmp_path / "weights")
        assert caught.value.origin is not None
        assert caught.value.origin.filename == __file__
        for one, two in zip(before, other.get_weights(), strict=True):
            np.testing.assert_array_equal(one, two)


def test_the_end_of_the_data_ends_training():
    model = linear()
    with pytest.warns(
        UserWarning, match="the data ended in epoch 2.* 2 batches"
    ) as told:
        history = fitted(model, as_dataset(X, Y), steps_per_epoch=2, epochs=5)
    assert told[0].filename == __file__
    assert len(history["loss"]) == 2


def test_optimizers_and_metrics_of_compile_are_no_variables_of_the_model():
    model = linear(["mae"])
    model.compile("adam", "mse", ["mae"])
    fitted(model, X, Y)
    assert len(model.variables) == 1
    assert len(model.optimizer.variables) > 2


class Unknown:
    """No tensor can be made of it."""


def uncompiled():
    return ag.keras.Sequential([layers.Dense(2)])


@ag.function
def fits_in_a_graph():
    return linear().fit(X, Y)  # here


MISTAKES = {
    "not compiled": (lambda: uncompiled().fit(X, Y), "not been compiled"),
    "evaluated uncompiled": (lambda: uncompiled().evaluate(X, Y), "not been compiled"),
    "an unknown optimizer": (lambda: linear().compile("addam"), "no optimizer of the name 'addam'"),
    "an unknown loss": (lambda: linear().compile("sgd", "mes"), "no loss of the name 'mes'"),
    "an unknown metric": (lambda: linear(["accurracy"]), "no metric of the name 'accurracy'"),
    "a number as a loss": (lambda: linear().compile("sgd", 3), "3, of type int, is no loss"),
    "no loss": (lambda: no_loss().fit(X, Y, verbose=0), "there is no loss"),
    "no labels": (lambda: linear().fit(X, verbose=0), "there are no labels"),
    "no data": (lambda: linear().fit(), "x is None"),
    "other lengths": (lambda: linear().fit(X, Y[:9]), "x has 10; y has 9"),
    "weights of another length": (lambda: linear().fit(X, Y, sample_weight=[1.0]), "sample_weight has 1"),
    "no samples": (lambda: linear().fit(X[:0], Y[:0]), "there are no samples"),
    "a scalar": (lambda: linear().fit(3.0, Y), "no axis of samples"),
    "an object": (lambda: linear().fit(Unknown(), Y), "no array of numbers"),
    "lists of different lengths": (lambda: linear().fit([[1.0], [1.0, 2.0]], Y), "no array of numbers"),
    "labels beside a data set": (lambda: linear().fit(as_dataset(X, Y), Y), "y is passed with a data set"),
    "a batch size for a data set": (lambda: linear().fit(as_dataset(X, Y), batch_size=2), "batch_size is passed with a data set"),
    "a batch of no samples": (lambda: linear().fit(X, Y, 0), "batch_size is 0"),
    "half an epoch": (lambda: linear().fit(X, Y, epochs=0.5), "epochs is 0.5, not an integer"),
    "no epochs": (lambda: linear().fit(X, Y, epochs=0), "epochs is 0"),
    "an endless data set": (lambda: linear().fit(as_dataset(X, Y).repeat()), "steps_per_epoch is not passed"),
    "endless validation": (lambda: linear().fit(X, Y, validation_data=as_dataset(X, Y).repeat()), "validation_steps is not passed"),
    "a split of a data set": (lambda: linear().fit(as_dataset(X, Y), validation_split=0.1), "validation_split needs arrays"),
    "a split of all": (lambda: linear().fit(X, Y, validation_split=1.0), "validation_split is 1.0"),
    "a split of too little": (lambda: linear().fit(X[:1], Y[:1], validation_split=0.5), "leaves none for training"),
    "another verbosity": (lambda: linear().fit(X, Y, verbose=3), "verbose is 3"),
    "no callback": (lambda: linear().fit(X, Y, callbacks=["stop"]), "'stop' is no callback"),
    "an iterator at its end": (lambda: linear().fit(iter([]), verbose=0), "there are no batches"),
    "a batch of four parts": (lambda: linear().fit(iter([(X, Y, X, Y)]), verbose=0), "a tuple of 4 parts"),
    "a class without weight": (lambda: linear().fit(X, CLASSES, class_weight={0: 1.0}, verbose=0), "no weight for the class 1"),
    "labels of another shape": (lambda: linear().fit(X, Y[:, :1], verbose=0), "labels have shape"),
    "a loss that is not reduced": (lambda: reduces_nothing().fit(X, Y, verbose=0), "loss 'MeanSquaredError' is of shape"),
    "metrics of other outputs": (lambda: linear_of({"a": ["mse"]}).evaluate(X, Y, verbose=0), "metrics for the output 'a'"),
    "fewer gradients than variables": (lambda: ag.optimizers.SGD().apply([], [ag.Variable(1.0)]), "0 gradients, and 1 variables"),
    "in a graph": (fits_in_a_graph, "while a function is traced"),
}  # fmt: skip


def no_loss():
    model = uncompiled()
    model.compile("sgd")
    return model


def reduces_nothing():
    model = uncompiled()
    model.compile("sgd", ag.losses.MeanSquaredError(reduction="none"))
    return model


def linear_of(metrics):
    model = uncompiled()
    model.compile("sgd", "mse", metrics)
    return model


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_at_the_users_line(name):
    call, text = MISTAKES[name]
    with pytest.raises(AutographError, match=re.escape(text)) as caught:
        call()
    assert caught.value.origin is not None
    assert caught.value.origin.filename == __file__
    assert caught.value.hint


@pytest.mark.parametrize("text", ["epochs is 0", "x has 10; y has 9", "is no callback"])
def test_a_bad_call_changes_nothing(text):
    model = linear()
    fitted(model, X, Y)
    before, history = model.get_weights(), model.history
    bad = {"epochs": 0} if "epochs" in text else {}
    bad |= {"callbacks": [1]} if "callback" in text else {}
    with pytest.raises(AutographError, match=text):
        model.fit(X, Y[:9] if "y has 9" in text else Y, **bad)
    np.testing.assert_array_equal(model.get_weights(), before)
    assert model.history is history
