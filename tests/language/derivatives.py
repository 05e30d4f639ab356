"""Derivatives of functions of vectors: by tapes, and by central differences."""

import numpy as np

import autograph as ag


def weighed(y):
    """Return a number that depends on all elements of a result."""
    flat = ag.reshape(y, [-1])
    size = flat.shape[0]
    numbers = ag.range(ag.size(y)) if size is None else ag.range(size)
    return ag.reduce_sum(flat * ag.sin(1.0 + ag.cast(numbers, ag.float64)))


def gradient_of(function):
    """Return the gradient by a tape around `function`."""

    def gradient(x, others=()):
        with ag.GradientTape() as tape:
            tape.watch([x, *others])
            y = weighed(function(x))
        return tape.gradient(y, [x, *others])

    return gradient


def twice(gradient):
    """Return second derivatives: those of the sum of first ones."""

    def second(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            total = weighed(gradient(x)[0])
        return tape.gradient(total, x, unconnected_gradients="zero")

    return second


def differences(function, x, step=1e-6):
    """Return the gradient at an array, by the values on both sides of it."""

    def value(moved):
        return float(weighed(function(ag.constant(moved, ag.float64))))

    steps = step * np.eye(len(x))
    return np.array([value(x + s) - value(x - s) for s in steps]) / (2 * step)
