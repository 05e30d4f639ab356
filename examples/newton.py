"""Newton's method: a `while` loop that ends when the result is good enough.

Square roots, one at a time and many at once. For one number a wrong argument raises
Python's own ValueError; for an array the loop goes on until the last number is done.
"""

import numpy as np

import autograph as ag


@ag.function
def square_root(x, tolerance=1e-15):
    """Return the square root of one number, and the steps it took."""
    if x < 0:
        raise ValueError("the square root of a negative number is not real")
    steps = 0
    root = ag.maximum(x, 1.0)
    error = abs(root * root - x)
    while error > tolerance * x:
        better = 0.5 * (root + x / root)
        if better >= root:  # as good as the dtype can do
            break
        root = better
        error = abs(root * root - x)
        steps += 1
    return root, steps


@ag.function
def square_roots(x):
    """Return the square roots of an array, as exact as its dtype allows."""
    root = ag.maximum(x, 1.0)  # never below the result, nor is what follows
    better = 0.5 * (root + x / root)
    while ag.reduce_any(better < root):
        root = ag.minimum(root, better)
        better = 0.5 * (root + ag.div_no_nan(x, root))
    return root


def main():
    """Print a few roots."""
    for x in (2.0, 10.0, 1e6, 0.25):
        root, steps = square_root(np.float64(x))
        print(f"sqrt({x:<9g}) = {root.numpy():<18} after {steps.numpy()} steps")
    print("sqrt(1 .. 6)   =", square_roots(np.arange(1.0, 7.0)).numpy())
    try:
        square_root(np.float64(-1.0))
    except ValueError as error:
        print("sqrt(-1)       : ValueError:", error)


if __name__ == "__main__":
    main()
