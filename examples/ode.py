"""An ODE solved with adaptive steps in a `while`, and differentiated through the loop.

Logistic growth, y' = r y (1 - y / K), by the pair of Bogacki and Shampine: the steps
are as long as the error allows, so that only the run knows how many there are. The
gradient tells how the population at the end depends on where it began and on both
parameters; there is a formula for that, which it is compared with.
"""

import numpy as np

import autograph as ag


def growth(y, parameters):
    """Return the rate of change of a population."""
    rate, capacity = parameters["rate"], parameters["capacity"]
    return rate * y * (1.0 - y / capacity)


@ag.function
def solve(slope, parameters, end, tolerance):
    """Follow a solution from time 0 to an end.

    Args:
        slope: The right-hand side, a function of the value and of parameters.
        parameters: Its parameters; "start" is the value at time 0.
        end: When to stop.
        tolerance: The error that a step may have.

    Returns:
        The value at the end, and the numbers of steps that were taken and rejected.
    """
    t, y, step = 0.0 * end, parameters["start"], end / 10.0
    taken, rejected = 0, 0
    k1 = slope(y, parameters)
    while t < end:
        step = ag.minimum(step, end - t)
        k2 = slope(y + step * k1 / 2, parameters)
        k3 = slope(y + step * k2 * 3 / 4, parameters)
        better = y + step * (2 * k1 + 3 * k2 + 4 * k3) / 9
        k4 = slope(better, parameters)
        error = ag.abs(step * (-5 * k1 / 72 + k2 / 12 + k3 / 9 - k4 / 8))
        if error <= tolerance:
            t, y, k1 = t + step, better, k4
            taken += 1
        else:
            rejected += 1
        # The length of steps is no part of the solution: no gradient goes through it.
        ratio = ag.stop_gradient(tolerance / ag.maximum(error, 1e-16))
        step = step * ag.clip_by_value(0.9 * ratio ** (1 / 3), 0.2, 5.0)
    return y, (taken, rejected)


def sensitivity(parameters, end, tolerance):
    """Return the end value, what it took, and its gradient by the parameters."""

    def at_end(parameters):
        return solve(growth, parameters, end, tolerance)

    (value, steps), slopes = ag.value_and_grad(at_end, has_aux=True)(parameters)
    return value, steps, slopes


def exact(parameters, end):
    """Return the end value and its gradient, by the formula."""
    y, r, k = (parameters[name] for name in ("start", "rate", "capacity"))
    shrunk = np.exp(-r * end)
    below = y + (k - y) * shrunk
    value = k * y / below
    return value, {
        "start": k * k * shrunk / below**2,
        "rate": k * y * (k - y) * end * shrunk / below**2,
        "capacity": y * y * (1 - shrunk) / below**2,
    }


def main():
    """Compare the gradient through the loop with the formula."""
    parameters = {
        "start": np.float64(0.5), "rate": np.float64(1.2), "capacity": np.float64(4.0)
    }  # fmt: skip
    end = np.float64(3.0)
    _, formula = exact(parameters, end)
    for tolerance in (1e-3, 1e-6, 1e-9):
        found = sensitivity(parameters, end, np.float64(tolerance))
        value, (taken, rejected), slopes = found
        off = max(abs(float(slopes[name]) - formula[name]) for name in formula)
        print(
            f"tolerance {tolerance:.0e}: y = {float(value):.8f} after {int(taken):4} "
            f"steps and {int(rejected)} rejected, gradients off by {off:.1e}"
        )


if __name__ == "__main__":
    main()
