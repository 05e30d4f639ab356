"""A model that has something of all that can be saved."""

from typing import Any, NamedTuple

import numpy as np

import autograph as ag


class Sums(NamedTuple):
    """What a training returns."""

    total: Any
    count: Any


class Dense(ag.Module):
    """A layer; its kernel is drawn."""

    def __init__(self, n_in, n_out, rng):
        self.kernel = ag.Variable(rng.normal(size=(n_in, n_out)).astype("f"), name="k")
        self.bias = ag.Variable(ag.zeros([n_out]), name="b")

    def __call__(self, x):
        return x @ self.kernel + self.bias


class Net(ag.Module):
    """Layers in a list, values in a dict, a data set, a generator, nested loops."""

    def __init__(self):
        rng = np.random.default_rng(0)
        self.layers = [Dense(3, 4, rng), Dense(4, 1, rng)]
        self.steps = ag.Variable(0, trainable=False)
        self.label = ag.Variable("é", trainable=False)
        self.settings = {"rate": 0.1, "names": ["a", b"b"], 3: (1, None, float("nan"))}
        self.table = np.arange(6, dtype=np.int16).reshape(2, 3)
        x = np.linspace(-1, 1, 24, dtype="f").reshape(8, 3)
        pairs = ag.data.Dataset.from_tensor_slices((x, x.sum(1, keepdims=True)))
        self.examples = pairs.map(lambda x, y: (x * 2, y)).batch(3)
        self.generator = ag.random.Generator.from_seed(3)

    @ag.function
    def __call__(self, x):
        for layer in self.layers:
            x = ag.tanh(layer(x))
        return x

    @ag.function
    def train(self, rate, most=1000.0):
        """Go through the data twice, until the loss is over `most`."""
        total = ag.constant(0.0)
        count = 0
        for x, y in self.examples.repeat(2):
            with ag.GradientTape() as tape:
                loss = ag.reduce_mean((self(x) - y) ** 2)
            variables = self.trainable_variables
            for variable, gradient in zip(
                variables, tape.gradient(loss, variables), strict=True
            ):
                variable.assign_sub(rate * gradient)
            self.steps.assign_add(1)
            total += loss
            count += 1
            if total > most:
                break
        return Sums(total, {"n": count})

    @ag.function(input_signature=[ag.TensorSpec([None], ag.int32)])
    def collatz(self, numbers):
        """Count the steps of each."""
        counts = []
        for n in numbers:
            steps = 0
            while n != 1:
                n = n // 2 if n % 2 == 0 else 3 * n + 1
                steps += 1
            counts.append(steps)
        return ag.stack(counts)

    @ag.function(input_signature=[ag.TensorSpec([], ag.float32)])
    def noise(self, scale):
        """Draw from the generator of the model, and refuse what is negative."""
        if scale < 0.0:
            raise ValueError("a scale is positive")
        return self.generator.normal([2]) * scale, None, "done"


def trained():
    """Return a model that has been called with all that it is to be saved for."""
    net = Net()
    net(ag.ones([2, 3]))
    net.train(ag.constant(0.1))
    return net
