"""Bisection: `return` from the middle of a loop, and a function as an argument.

The function whose root is wanted is converted with the rest; each one gives a graph of
its own.
"""

import numpy as np

import autograph as ag


@ag.function
def bisect(f, low, high, tolerance=1e-12):
    """Return a root of `f` between `low` and `high`, where its sign changes."""
    at_low = f(low)
    assert at_low * f(high) <= 0, "f must change its sign between low and high"
    for _ in ag.range(200):
        middle = 0.5 * (low + high)
        value = f(middle)
        if value == 0 or high - low < tolerance:
            return middle
        if (value < 0) == (at_low < 0):
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def cubic(x):
    """Have a root near 2.09."""
    return x**3 - 2 * x - 5


def kinked(x):
    """Have another formula on each side of 1, and a root at 1.5."""
    if x < 1:
        return x - 2
    return 2 * (x - 1) - 1


def main():
    """Print the roots."""
    for f in (cubic, kinked, ag.cos):
        root = bisect(f, np.float64(0.0), np.float64(3.0))
        print(f"{f.__name__:<7} has the root {root.numpy():.12f}")


if __name__ == "__main__":
    main()
