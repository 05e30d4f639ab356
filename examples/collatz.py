"""Collatz: a `while` loop whose number of turns depends on the data.

The number is halved when even; tripled, plus one, when odd; until it is 1. How many
steps that takes nobody can tell beforehand: the loop is part of the graph.
"""

import numpy as np

import autograph as ag


@ag.function
def collatz(n):
    """Count the steps from n to 1."""
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


@ag.function
def longest(limit):
    """Find the start below `limit` that takes most steps; return it and the steps."""
    best = ag.constant(1, limit.dtype)
    record = 0
    for start in ag.range(2, limit):
        steps = collatz(start)
        if steps > record:
            best = start
            record = steps
    return best, record


def main():
    """Print a few lengths, and the longest below a limit."""
    for n in (1, 6, 7, 27, 97, 871):
        print(f"{n:>5} takes {collatz(np.int64(n)).numpy():>4} steps")
    start, steps = longest(np.int64(3000))
    print(f"Below 3000, {start.numpy()} takes most: {steps.numpy()} steps.")


if __name__ == "__main__":
    main()
