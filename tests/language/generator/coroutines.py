"""Coroutines, which Python runs when the graph does."""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()
T = ag.constant
NUMBERS = (T(3), np.int64(3), np.array([1.0, 2.0]))


def result_of(coroutine):
    """Return what a coroutine returns that waits for nothing."""
    try:
        coroutine.send(None)
    except StopIteration as ended:
        return ended.value
    return None


async def doubled(x):
    """Return a value twice as large."""
    return x * 2


class Total:
    """Adds up what it is given."""

    def __init__(self):
        self.value = 0

    async def add(self, x):
        """Add a value, and return the sum."""
        self.value += x
        return self.value


@programs.falls(*NUMBERS)
def of_a_function(x):
    """A coroutine of a function that is not nested cannot be staged."""
    return result_of(doubled(x + 1))


@programs.falls(*NUMBERS)
def with_a_variable_of_the_function(x):
    """A nested coroutine that reads a variable cannot be staged."""

    async def added(y):
        return y + x

    return result_of(added(2))


@programs.falls(*NUMBERS)
def that_writes_a_variable(x):
    """A nested coroutine that writes a variable of the function cannot be staged."""
    total = 0

    async def add(y):
        nonlocal total
        total = total + x
        return y

    return result_of(add(x)), total


@programs.falls(*NUMBERS)
def that_waits_for_another(x):
    """A coroutine that waits for another one cannot be staged."""

    async def inner(y):
        return y * x

    async def outer(y):
        return (await inner(y)) + x

    return result_of(outer(x))


@programs.falls(*NUMBERS)
def of_an_object(x):
    """A method that is a coroutine, and changes its object, cannot be staged."""
    total = Total()
    return result_of(total.add(x)), total.value
