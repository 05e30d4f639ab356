"""Callbacks: when they are called, and what they do to a training."""

from __future__ import annotations

import csv
import io
import re
import sys

import numpy as np
import pytest

import autograph as ag
from autograph.errors import AutographError
from autograph.keras import callbacks, layers
from tests.summary.reading import events

X = np.arange(5.0)[:, None]
Y = 2.0 * X


def made(rate=0.01):
    model = ag.keras.Sequential([layers.Dense(1, kernel_initializer="zeros")])
    model.compile(ag.optimizers.SGD(rate), "mse", ["mae"])
    return model


def fit(*given, model=None, **options):
    model = made() if model is None else model
    options = {"batch_size": 3, "verbose": 0, "shuffle": False, **options}
    return model, model.fit(X, Y, callbacks=list(given), **options)


# -- When they are called --------------------------------------------------------------


class Recorder(callbacks.Callback):
    """Notes each call, and the names in its logs."""

    def __init__(self):
        super().__init__()
        self.calls = []


def _noting(hook):
    def note(self, *args):
        *place, logs = args
        self.calls.append((hook, *place, tuple(logs or ())))

    return note


for _hook in dir(callbacks.Callback):
    if _hook.startswith("on_"):
        setattr(Recorder, _hook, _noting(_hook))

LOGS = ("loss", "mae")
VALIDATION = [
    ("on_test_begin", ()),
    ("on_test_batch_begin", 0, ()),
    ("on_test_batch_end", 0, LOGS),
    ("on_test_end", LOGS),
]


def test_the_order_of_calls():
    recorder = Recorder()
    model, _ = fit(recorder, epochs=2, validation_data=(X[:2], Y[:2]))
    expected = [("on_train_begin", ())]
    for epoch in range(2):
        expected.append(("on_epoch_begin", epoch, ()))
        for batch in range(2):
            expected.append(("on_train_batch_begin", batch, ()))
            expected.append(("on_train_batch_end", batch, LOGS))
        expected += VALIDATION
        expected.append(("on_epoch_end", epoch, (*LOGS, "val_loss", "val_mae")))
    expected.append(("on_train_end", (*LOGS, "val_loss", "val_mae")))
    assert recorder.calls == expected
    assert recorder.model is model
    params = {"epochs": 2, "steps": 2, "verbose": 0, "do_validation": True}
    assert recorder.params == params


def test_the_order_of_calls_of_evaluations_and_predictions():
    model = made()
    recorder = Recorder()
    model.evaluate(X[:2], Y[:2], verbose=0, callbacks=[recorder])
    assert recorder.calls == VALIDATION
    recorder = Recorder()
    model.predict(X[:2], verbose=0, callbacks=[recorder])
    assert recorder.calls == [
        ("on_predict_begin", ()),
        ("on_predict_batch_begin", 0, ()),
        ("on_predict_batch_end", 0, ("outputs",)),
        ("on_predict_end", ()),
    ]


def test_training_ends_after_the_batch_that_says_so():
    def stop(batch, logs):
        model.stop_training = epochs == [0, 1] and batch == 0

    model, epochs, batches = made(), [], []
    _, history = fit(
        callbacks.LambdaCallback(on_train_batch_end=stop),
        callbacks.LambdaCallback(on_train_batch_begin=lambda n, _: batches.append(n)),
        callbacks.LambdaCallback(on_epoch_begin=lambda n, _: epochs.append(n)),
        model=model,
        epochs=9,
    )
    assert epochs == history.epoch == [0, 1]
    assert batches == [0, 1, 0]


def test_logs_of_batches_are_means_of_the_epoch_so_far():
    seen = []
    model = made(0.0)
    fit(
        callbacks.LambdaCallback(on_train_batch_end=lambda _, logs: seen.append(logs)),
        model=model,
    )
    assert [each["loss"] for each in seen] == pytest.approx(
        [np.mean(Y[:3] ** 2), np.mean(Y**2)], rel=1e-6
    )
    assert all(type(each["loss"]) is float for each in seen)


def test_the_history_is_what_callbacks_have_made_of_the_logs():
    def add(epoch, logs):
        logs["square"] = epoch**2

    model, history = fit(callbacks.LambdaCallback(on_epoch_end=add), epochs=3)
    assert history.history["square"] == [0, 1, 4]
    assert model.history is history
    _, again = fit(model=model, epochs=5, initial_epoch=3)
    assert again.epoch == [3, 4]
    assert history.epoch == [0, 1, 2]


# -- What follows a number -------------------------------------------------------------


class Model:
    """What callbacks need of a model: weights, a rate, and a place for `stop`."""

    def __init__(self):
        self.stop_training = False
        self.optimizer = ag.optimizers.SGD(1.0)
        self.weights = None
        self.saved = []

    def get_weights(self):
        return self.weights

    def set_weights(self, weights):
        self.weights = weights

    def save_weights(self, path):
        self.saved.append(path)

    save = save_weights


def drive(callback, values, name="val_loss"):
    """Give a callback the values of epochs; return the model, and how many it saw."""
    model, seen = Model(), 0
    callback.set_params({"do_validation": True})
    callback.set_model(model)
    callback.on_train_begin()
    for epoch, value in enumerate(values):
        model.weights = [epoch]
        callback.on_epoch_begin(epoch)
        callback.on_epoch_end(
            epoch, {"loss": 0.0} | ({} if value is None else {name: value})
        )
        seen += 1
        if model.stop_training:
            break
    callback.on_train_end()
    return model, seen


# Options, values, the number of epochs, the epoch whose weights are restored.
STOPPING = [
    ({}, [3, 2, 1], 3, 2),
    ({}, [3, 2, 2, 1], 3, 1),
    ({"patience": 2}, [3, 4, 4, 1], 3, 0),
    ({"patience": 2}, [3, 4, 2, 3, 3, 1], 5, 2),
    ({"min_delta": 0.5}, [3, 2, 1.8, 0], 3, 1),
    ({"min_delta": -0.5}, [3, 2, 1.8, 0], 3, 1),
    ({"mode": "max"}, [3, 4, 2, 5], 3, 1),
    ({"monitor": "val_accuracy"}, [0.5, 0.6, 0.1], 3, 1),
    ({"monitor": "val_accuracy", "mode": "min"}, [0.5, 0.6, 0.1], 2, 0),
    ({"baseline": 1.0, "patience": 2}, [3, 2, 2, 0.5], 3, 1),
    ({"start_from_epoch": 2}, [0, 9, 8, 7, 9, 1], 5, 3),
    ({}, [3, None, 2, None, 4, 1], 5, 2),
    ({}, [3, float("nan"), 1], 2, 0),
]


@pytest.mark.parametrize(("options", "values", "count", "best"), STOPPING)
def test_early_stopping(options, values, count, best):
    callback = callbacks.EarlyStopping(restore_best_weights=True, **options)
    model, seen = drive(callback, values, options.get("monitor", "val_loss"))
    assert (seen, callback.best_epoch, model.weights) == (count, best, [best])
    assert callback.stopped_epoch == (
        0 if seen == len(values) and not model.stop_training else seen - 1
    )


def test_early_stopping_keeps_the_last_weights_unless_told():
    model, _ = drive(callbacks.EarlyStopping(), [3, 2, 4, 1])
    assert model.weights == [2]


# Options, values, the rate after them.
PLATEAUS = [
    ({"patience": 2}, [3, 2, 1, 1, 0], 1.0),
    ({"patience": 2, "factor": 0.5}, [3, 3, 3], 0.5),
    ({"patience": 1, "factor": 0.5}, [3, 3, 3, 3], 0.125),
    ({"patience": 1, "factor": 0.5, "min_lr": 0.4}, [3, 3, 3, 3], 0.4),
    ({"patience": 1, "factor": 0.5, "cooldown": 2}, [3, 3, 3, 3], 0.25),
    ({"patience": 1, "factor": 0.5, "cooldown": 3}, [3, 3, 3, 3], 0.5),
    ({"patience": 1, "factor": 0.5, "min_delta": 1.0}, [3, 2.5, 1], 0.5),
]


@pytest.mark.parametrize(("options", "values", "rate"), PLATEAUS)
def test_the_rate_is_reduced_on_a_plateau(options, values, rate):
    model, _ = drive(callbacks.ReduceLROnPlateau(**options), values)
    assert float(model.optimizer.learning_rate) == pytest.approx(rate)


def test_checkpoints_are_saved_when_it_is_better():
    options = {"save_best_only": True, "save_weights_only": True}
    callback = callbacks.ModelCheckpoint("{epoch:02d}-{val_loss:.1f}", **options)
    model, _ = drive(callback, [3, 2, None, 4, 1])
    assert model.saved == ["01-3.0", "02-2.0", "05-1.0"]
    every = callbacks.ModelCheckpoint("{epoch}")
    assert drive(every, [3, 4])[0].saved == ["1", "2"]


# -- Others ----------------------------------------------------------------------------


def test_checkpoints_hold_the_weights_and_the_model(tmp_path):
    model, _ = fit(
        callbacks.ModelCheckpoint(tmp_path / "weights/{epoch}", save_weights_only=True),
        callbacks.ModelCheckpoint(tmp_path / "models/{epoch}"),
        callbacks.ModelCheckpoint(
            tmp_path / "often/{epoch}-{batch}", save_weights_only=True, save_freq=3
        ),
        epochs=3,
    )
    saved = [each.name for each in sorted((tmp_path / "models").iterdir())]
    assert saved == ["1", "2", "3"]
    often = {each.name.split(".")[0] for each in (tmp_path / "often").iterdir()}
    assert often == {"2-1", "3-2"}
    loaded = ag.keras.models.load_model(tmp_path / "models/3")
    expected = model.predict(X, verbose=0)
    np.testing.assert_array_equal(loaded(X), expected)
    other = made()
    other.load_weights(tmp_path / "weights/3")
    np.testing.assert_array_equal(other.predict(X, verbose=0), expected)


def test_rates_of_a_schedule(capsys):
    schedule = callbacks.LearningRateScheduler(lambda epoch, rate: rate / 2, verbose=1)
    model, history = fit(schedule, model=made(0.5), epochs=3)
    assert history.history["learning_rate"] == [0.25, 0.125, 0.0625]
    assert float(model.optimizer.learning_rate) == 0.0625
    assert (
        capsys.readouterr().out.splitlines()[0] == "Epoch 1: the learning rate is 0.25"
    )


def test_a_loss_that_is_no_number_ends_training(capsys):
    x = X.copy()
    x[2] = np.nan
    model = made()
    history = model.fit(x, Y, 2, 9, 0, [callbacks.TerminateOnNaN()], shuffle=False)
    assert history.epoch == [0]
    assert "Batch 1: the loss is nan" in capsys.readouterr().out


def test_logs_as_lines_of_a_file(tmp_path):
    path = tmp_path / "log.csv"
    model, history = fit(
        callbacks.CSVLogger(path), epochs=2, validation_data=(X, Y), validation_freq=2
    )
    fit(callbacks.CSVLogger(path, append=True), model=model, epochs=3, initial_epoch=2)
    lines = list(csv.reader(io.StringIO(path.read_text())))
    assert lines[0] == ["epoch", "loss", "mae", "val_loss", "val_mae"]
    assert [each[0] for each in lines[1:]] == ["0", "1", "2"]
    assert lines[1][3:] == ["NA", "NA"]
    assert [float(each[1]) for each in lines[1:3]] == history.history["loss"]
    assert float(lines[2][3]) == history.history["val_loss"][0]


def test_logs_as_summaries(tmp_path):
    _, history = fit(callbacks.TensorBoard(tmp_path), epochs=2, validation_data=(X, Y))
    for folder, name in (("train", "loss"), ("validation", "val_loss")):
        (path,) = (tmp_path / folder).iterdir()
        found = [each for each in events(path) if each.tag == "epoch_loss"]
        assert [each.step for each in found] == [0, 1]
        values = [float(each.value) for each in found]
        np.testing.assert_allclose(values, history.history[name], rtol=1e-6)


LINE = r"Epoch \d/2 - \d+\.\d\ds - loss: [\d.]+ - mae: [\d.]+\n"


@pytest.mark.parametrize("verbose", [2, 1, "auto"])
def test_a_line_is_printed_for_each_epoch_where_there_is_no_terminal(verbose, capsys):
    model, history = fit(epochs=2, verbose=verbose)
    out, err = capsys.readouterr()
    assert re.fullmatch(LINE * 2, out)
    assert f"loss: {history.history['loss'][1]:.4f}" in out
    assert not err
    model.evaluate(X, Y, verbose=verbose)
    assert re.fullmatch(
        r"Evaluate - .*s - loss: .* - mae: .*\n", capsys.readouterr().out
    )
    model.predict(X, verbose=verbose)
    assert re.fullmatch(r"Predict - .*s\n", capsys.readouterr().out)
    fit(verbose=0)
    assert not capsys.readouterr().out


def test_a_terminal_has_a_bar_for_each_epoch(monkeypatch, capsys):
    pytest.importorskip("tqdm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    _, history = fit(epochs=2, verbose=1)
    out, err = capsys.readouterr()
    assert not out
    last = re.split(r"[\r\n]+", err.strip())[-1]
    assert last.startswith("Epoch 2/2: 100%")
    assert "2/2" in last
    assert f"loss: {history.history['loss'][1]:.4f}" in last


MISTAKES = {
    "an unknown mode": (lambda: callbacks.EarlyStopping(mode="least"), "mode is 'least'"),
    "nothing to follow": (lambda: fit(callbacks.EarlyStopping()), "follows 'val_loss', and the logs have loss, mae"),
    "an unknown name in a path": (lambda: fit(callbacks.ModelCheckpoint("{los}")), "'{los}' cannot be filled in"),
    "a frequency": (lambda: callbacks.ModelCheckpoint("x", save_freq="batch"), "save_freq is 'batch'"),
    "a factor": (lambda: callbacks.ReduceLROnPlateau(factor=2.0), "factor is 2.0"),
    "a schedule without result": (lambda: fit(callbacks.LearningRateScheduler(lambda epoch, rate: None)), "the schedule returned None"),
    "an unknown method": (lambda: callbacks.LambdaCallback(on_epoch=print), "no method 'on_epoch'"),
    "a class": (lambda: fit(callbacks.EarlyStopping), "is no callback"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_are_told_at_the_users_line(name):
    call, text = MISTAKES[name]
    with pytest.raises(AutographError, match=re.escape(text)) as caught:
        call()
    assert caught.value.origin is not None
    assert caught.value.origin.filename == __file__
    assert caught.value.hint
