"""The example of handwritten digits: its accuracy, and the same bits as plain Python."""

import numpy as np
import pytest

import autograph as ag

pytest.importorskip("sklearn")
from examples import digits


@pytest.mark.parametrize("way", [digits.train_staged, digits.train_by_fit])
def test_over_95_percent_of_unseen_digits_are_right(way):
    ag.random.set_seed(1)
    accuracy, _, epochs = way(*digits.digits(), max_epochs=20)
    assert accuracy > 0.95
    assert epochs <= 20


def trained(function, patience=1, rate=0.001):
    """Return the results and weights of a training with few images."""
    ag.random.set_seed(3)
    training, validation, _ = digits.digits()
    model, optimizer = digits.make_model(), ag.optimizers.Adam(rate)
    model.build((None, 64))
    optimizer.build(model.trainable_variables)
    data = ag.data.Dataset.from_tensor_slices(tuple(part[:90] for part in training))
    data = data.shuffle(90).batch(digits.BATCH)
    accuracy = ag.metrics.SparseCategoricalAccuracy()
    found = function(
        *(model, optimizer, accuracy, data, tuple(part[:50] for part in validation)),
        np.int64(4),
        np.int64(patience),
    )
    return [np.asarray(each) for each in found], model.get_weights()


def test_the_staged_loop_is_that_of_plain_python():
    found, weights = trained(digits.train)
    expected, plain_weights = trained(digits.train.python_function)
    assert int(found[0]) == 4
    for one, two in zip([*found, *weights], [*expected, *plain_weights], strict=True):
        np.testing.assert_array_equal(one, two)


def test_training_ends_early():
    (epochs, _, _), _ = trained(digits.train, rate=0.0)  # the first epoch is the best
    assert int(epochs) == 2
