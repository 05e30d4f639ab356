"""Time an epoch of `fit` against a loop over the same step, and TensorFlow's Keras."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

import autograph as ag
from tools.bench._harness import Case, main, optional

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

N_SAMPLES = 3200
N_FEATURES = 64
N_CLASSES = 10
BATCH = 32
N_CHECKED = 2


def layers(keras: Any, n_hidden: int) -> list[Any]:
    """Return the layers of a network with one hidden layer."""
    return [
        keras.layers.Dense(n_hidden, activation="relu"),
        keras.layers.Dense(N_CLASSES),
    ]


def compiled(keras: Any, n_hidden: int, weights: list[Any]) -> Any:
    """Return a model that begins with these weights."""
    model = keras.Sequential(layers(keras, n_hidden))
    model.build((None, N_FEATURES))
    model.set_weights(weights)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])
    return model


def epochs(n_hidden: int) -> Iterator[Case]:
    """Yield the cases of a network."""
    random = np.random.default_rng(0)
    x = random.standard_normal((N_SAMPLES, N_FEATURES)).astype(np.float32)
    y = (x @ random.standard_normal((N_FEATURES, N_CLASSES))).argmax(-1)
    first = ag.keras.Sequential(layers(ag.keras, n_hidden))
    first.build((None, N_FEATURES))
    weights = first.get_weights()

    by_hand = compiled(ag.keras, n_hidden, weights)
    whole = compiled(ag.keras, n_hidden, weights)
    optimizer, loss = by_hand.optimizer, by_hand._training.compiled.losses
    mean, right = ag.metrics.Mean(), ag.metrics.SparseCategoricalAccuracy()

    @ag.function
    def step(x: Any, y: Any) -> Any:
        with ag.GradientTape() as tape:
            scores = by_hand(x, training=True)
            value = loss.total(y, scores, None)
        variables = by_hand.trainable_variables
        gradients = tape.gradient(value, variables)
        optimizer.apply_gradients(zip(gradients, variables, strict=True))
        mean.update_state(value, BATCH)
        right.update_state(y, scores)
        return mean.result(), right.result()

    def loop() -> tuple[float, ...]:
        mean.reset_state()
        right.reset_state()
        for begin in range(0, N_SAMPLES, BATCH):
            found = step(x[begin : begin + BATCH], y[begin : begin + BATCH])
        return tuple(map(float, found))

    data = ag.data.Dataset.from_tensor_slices((x, y)).batch(BATCH)

    @ag.function
    def staged_epoch() -> Any:
        for images, labels in data:
            whole.train_step((images, labels))
        return whole.get_metrics_result()

    def staged() -> tuple[float, ...]:
        whole.reset_metrics()
        return tuple(map(float, staged_epoch().values()))

    def fitting(model: Any) -> Any:
        def run() -> tuple[float, ...]:
            history = model.fit(x, y, BATCH, epochs=1, shuffle=False, verbose=0)
            return tuple(each[0] for each in history.history.values())

        return run

    cases = {
        "a loop over a step": loop,
        "fit": fitting(compiled(ag.keras, n_hidden, weights)),
        "the loop in ag.function": staged,
    }
    if tensorflow := optional("tensorflow"):
        model = compiled(tensorflow.keras, n_hidden, weights)
        cases["TensorFlow's Keras"] = fitting(model)
    for _ in range(N_CHECKED):
        expected, *others = [sorted(case()) for case in cases.values()]
        for found in others:
            assert np.allclose(found, expected, rtol=1e-3)
    for name, case in cases.items():
        yield f"{N_SAMPLES // BATCH} batches, {n_hidden} hidden: {name}", case


def cases() -> Iterator[Case]:
    """Yield the cases, each checked to compute what the baseline computes."""
    yield from epochs(64)
    yield from epochs(512)


if __name__ == "__main__":
    main("an epoch of a network with one hidden layer", cases())
