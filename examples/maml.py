"""Learning to learn: weights from which a few steps of gradient descent learn a task.

Each task is to fit a line of its own to a few points. The inner loop descends on the
loss of the task; the outer one changes where that begins, by the gradient through all
steps of the inner loop, which has second derivatives in it. All of it is one graph:
both loops, the gradients of gradients, and the optimizer.

Finn, Abbeel and Levine, 2017, "Model-agnostic meta-learning for fast adaptation of deep
networks".
"""

import numpy as np

import autograph as ag


def loss(w, x, y):
    """Return the mean squared error of a line, (slope, height)."""
    return ag.reduce_mean(ag.square(w[0] * x + w[1] - y))


def adapted(w, x, y, rate, steps):
    """Return weights after some steps of gradient descent on one task."""
    for _ in range(steps):
        w = w - rate * ag.grad(loss)(w, x, y)
    return w


def loss_after(w, task, rate, steps):
    """Return the loss on half of the points of a task, once the others are learnt."""
    x, y = task
    half = len(x) // 2
    return loss(adapted(w, x[:half], y[:half], rate, steps), x[half:], y[half:])


def mean_loss(w, tasks, rate, steps):
    """Return the mean over all tasks."""
    total = 0.0 * w[0]
    for x, y in zip(*tasks, strict=True):
        total += loss_after(w, (x, y), rate, steps)
    return total / len(tasks[0])


@ag.function
def train(w, optimizer, tasks, rate, steps, rounds):
    """Change where the tasks begin.

    Args:
        w: The weights, a variable.
        optimizer: What changes them.
        tasks: The points of each task, a pair of (task, point).
        rate: The rate of the inner loop.
        steps: The number of its steps.
        rounds: How often the weights are changed.

    Returns:
        The loss in the last round.
    """
    value = ag.constant(np.float64(0.0))
    for _ in range(rounds):
        value, slope = ag.value_and_grad(mean_loss)(w, tasks, rate, steps)
        optimizer.apply_gradients([(slope, w)])
    return value


def lines(seed=0, n_tasks=20, n_points=10):
    """Return points of lines with slopes around 3, that go through (1, 1) or nearly."""
    random = np.random.default_rng(seed)
    slopes = random.normal(3.0, 0.5, (n_tasks, 1))
    heights = 1.0 - slopes + random.normal(0.0, 0.05, (n_tasks, 1))
    x = random.uniform(-1.0, 1.0, (n_tasks, n_points))
    return x, slopes * x + heights


def main():
    """Tell how well tasks that were not seen are learnt, before training and after."""
    tasks, others = lines(0), lines(1)
    rate, steps = np.float64(0.1), np.int32(3)
    w = ag.Variable(np.zeros(2))
    before = float(mean_loss(w.value(), others, rate, steps))
    train(w, ag.optimizers.Adam(0.1), tasks, rate, steps, np.int32(200))
    after = float(mean_loss(w.value(), others, rate, steps))
    print(
        f"loss of new tasks after {steps} steps: {before:.3f}, and {after:.3f} trained"
    )
    print(f"weights to begin with: {np.round(w.numpy(), 2).tolist()}")


if __name__ == "__main__":
    main()
