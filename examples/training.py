"""A training loop that is staged whole: epochs, batches, gradients, and early stopping.

A logistic regression learns to tell two clouds of points apart. The data set shuffles
the points and puts them into batches when the graph runs; one call is all epochs.
"""

import numpy as np

import autograph as ag


class Classifier(ag.Module):
    """The odds of a class, linear in the features."""

    def __init__(self, n_features):
        """Begin at zero."""
        self.weights = ag.Variable(np.zeros(n_features))
        self.bias = ag.Variable(np.float64(0.0))

    def __call__(self, x):
        """Return the logits of points, (point, feature)."""
        return ag.linalg.matvec(x, self.weights) + self.bias


@ag.function
def train(model, data, rate, tolerance, max_epochs):
    """Train until the loss of an epoch settles.

    Args:
        model: What is trained.
        data: Batches of points and labels.
        rate: The size of a step.
        tolerance: How little the loss must change at the end.
        max_epochs: How often the data set is gone through, at most.

    Returns:
        The number of epochs, and the mean loss of the last one.
    """
    before = ag.constant(np.inf)
    loss = before
    epochs = 0
    while epochs < max_epochs:
        total, n = ag.constant(np.float64(0.0)), ag.constant(0)
        for x, y in data:
            with ag.GradientTape() as tape:
                losses = ag.nn.sigmoid_cross_entropy_with_logits(
                    labels=y, logits=model(x)
                )
                mean = ag.reduce_mean(losses)
            variables = model.trainable_variables
            for variable, slope in zip(
                variables, tape.gradient(mean, variables), strict=True
            ):
                variable.assign_sub(rate * slope)
            total += ag.reduce_sum(losses)
            n += ag.size(y)
        loss = total / ag.cast(n, ag.float64)
        epochs += 1
        if ag.abs(before - loss) < tolerance:
            break
        before = loss
    return epochs, loss


def clouds(seed=0, size=200):
    """Return points around two places, (point, 2), and which place each is of."""
    random = np.random.default_rng(seed)
    places = np.array([[-1.0, 0.0], [1.5, 1.0]])
    points = np.concatenate([random.normal(place, 0.7, (size, 2)) for place in places])
    return points, np.repeat([0.0, 1.0], size)


def main():
    """Train, and tell how many of the points are on the right side."""
    points, labels = clouds()
    data = ag.data.Dataset.from_tensor_slices((points, labels))
    data = data.shuffle(len(points), seed=1).batch(50)
    model = Classifier(2)
    epochs, loss = train(model, data, np.float64(0.5), np.float64(1e-3), np.int32(100))
    right = np.mean((model(points).numpy() > 0) == labels)
    print(f"{epochs.numpy()} epochs, loss {loss.numpy():.3f}, {right:.1%} right")


if __name__ == "__main__":
    main()
