"""Handwritten digits of scikit-learn: a training loop that is staged whole.

One call of one graph is all of the training: epochs, batches of a data set that is
shuffled anew, gradients, steps of Adam, metrics, and early stopping. The same model is
then trained by `fit`, whose loop over batches is Python.
"""

import time

import numpy as np
from sklearn.datasets import load_digits

import autograph as ag

BATCH = 32


def digits(seed=0):
    """Return images and their digits, for training, for early stopping, for testing.

    Returns:
        Three pairs: images (n, 64) from 0 to 1, float32; digits (n,), int64.
    """
    images, labels = load_digits(return_X_y=True)
    order = np.random.default_rng(seed).permutation(len(images))
    x, y = (images[order] / 16).astype(np.float32), labels[order].astype(np.int64)
    parts = [slice(1200), slice(1200, 1400), slice(1400, None)]
    return [(x[part], y[part]) for part in parts]


def make_model():
    """Return a network with one hidden layer, which gives a score for each digit."""
    return ag.keras.Sequential(
        [
            ag.keras.layers.Dense(128, activation="relu"),
            ag.keras.layers.Dropout(0.2),
            ag.keras.layers.Dense(10),
        ]
    )


def cross_entropy(labels, scores):
    """Return the loss of a batch."""
    found = ag.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=scores)
    return ag.reduce_mean(found)


@ag.function
def train(model, optimizer, accuracy, data, validation, max_epochs, patience):
    """Train until the loss on other samples no longer gets smaller.

    Args:
        model: What is trained.
        optimizer: What changes its variables.
        accuracy: A metric.
        data: A data set of batches of images and digits.
        validation: Images and digits that the model is not trained with.
        max_epochs: How often the data set is gone through, at most.
        patience: After how many epochs without a smaller loss training ends.

    Returns:
        The number of epochs; the accuracy in the last one; the smallest loss.
    """
    images, labels = validation
    best = ag.constant(np.float32(np.inf))
    epochs, waited = 0, 0
    while epochs < max_epochs and waited < patience:
        accuracy.reset_state()
        for x, y in data:
            with ag.GradientTape() as tape:
                scores = model(x, training=True)
                loss = cross_entropy(y, scores)
            variables = model.trainable_variables
            gradients = tape.gradient(loss, variables)
            optimizer.apply_gradients(zip(gradients, variables, strict=True))
            accuracy.update_state(y, scores)
        loss = cross_entropy(labels, model(images, training=False))
        if loss < best:
            best, waited = loss, 0
        else:
            waited += 1
        epochs += 1
    return epochs, accuracy.result(), best


def train_staged(training, validation, testing, max_epochs=40, patience=5):
    """Train in one call.

    Returns:
        The accuracy on the samples for testing, seconds per epoch, and how many epochs
        there were.
    """
    model, optimizer = make_model(), ag.optimizers.Adam()
    model.build((None, 64))
    optimizer.build(model.trainable_variables)
    data = ag.data.Dataset.from_tensor_slices(training)
    data = data.shuffle(len(training[0])).batch(BATCH)
    accuracy = ag.metrics.SparseCategoricalAccuracy()
    arguments = (model, optimizer, accuracy, data, validation)
    train(*arguments, np.int64(0), np.int64(1))  # traces; there are no epochs
    begin = time.perf_counter()
    epochs, _, _ = train(*arguments, np.int64(max_epochs), np.int64(patience))
    seconds = time.perf_counter() - begin
    return right(model(testing[0]), testing[1]), seconds / int(epochs), int(epochs)


def train_by_fit(training, validation, testing, max_epochs=40, patience=5):
    """Do the same by `fit`."""
    model = make_model()
    loss = ag.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile("adam", loss, metrics=["accuracy"])
    model.fit(*training, BATCH, epochs=1, verbose=0)  # traces
    stop = ag.keras.callbacks.EarlyStopping(patience=patience)
    begin = time.perf_counter()
    history = model.fit(
        *training,
        BATCH,
        epochs=max_epochs,
        initial_epoch=1,
        validation_data=validation,
        verbose=0,
        callbacks=[stop],
    )
    seconds = time.perf_counter() - begin
    n = len(history.epoch)
    return right(model.predict(testing[0], verbose=0), testing[1]), seconds / n, n + 1


def right(scores, labels):
    """Return the part of samples whose digit has the highest score."""
    return float(np.mean(np.argmax(np.asarray(scores), -1) == labels))


def main():
    """Train both ways, and print how well and how fast."""
    ag.random.set_seed(0)
    samples = digits()
    ways = {"staged loop": train_staged, "fit": train_by_fit}
    for name, way in ways.items():
        accuracy, seconds, epochs = way(*samples)
        print(f"{name}: {accuracy:.1%} right after {epochs} epochs of {seconds:.3f} s")


if __name__ == "__main__":
    main()
