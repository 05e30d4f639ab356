"""NumPy arrays in loops: written in place by element, slice and mask; stencils."""

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("arrays")


@programs.sized(30000, lambda rng, n: (np.int64(n),))
def primes_by_sieve(limit):
    """Count the primes up to a limit: an array that is written element by element."""
    is_prime = np.ones(limit + 1, dtype=bool)
    is_prime[:2] = False
    i = 2
    while i * i <= limit:
        if is_prime[i]:
            j = i * i
            while j <= limit:
                is_prime[j] = False
                j += i
        i += 1
    return int(is_prime.sum())


@programs.sized(400, lambda rng, n: (rng.normal(size=(60, 60)), n))
def heat_by_stencil(A, steps):
    """Let heat spread in a plate: a stencil that writes to its argument."""
    for _ in range(steps):
        A[1:-1, 1:-1] += 0.1 * (
            A[2:, 1:-1] + A[:-2, 1:-1] + A[1:-1, 2:] + A[1:-1, :-2] - 4 * A[1:-1, 1:-1]
        )
    return A


@programs.sized(3000, lambda rng, n: (rng.uniform(0.0, 1.0, (40, 40)), n))
def power_iteration(A, steps):
    """Return the largest eigenvalue, by matrix products in a loop."""
    x = np.ones(A.shape[0])
    for _ in range(steps):
        y = A @ x
        x = y / np.linalg.norm(y)
    return x @ A @ x


@programs.sized(3000, lambda rng, n: (rng.normal(size=(12, 12)) * 0.05, n))
def matrix_powers(A, steps):
    """Add up the powers of a matrix."""
    total = np.eye(len(A))
    power = np.eye(len(A))
    for _ in range(steps):
        power = power @ A + np.eye(len(A))
        total += power
    return total


@programs.sized(120, lambda rng, n: (rng.integers(0, 2, (64, 64)), n))
def life_by_rolls(board, turns):
    """Play Conway's game of life on a torus."""
    for _ in range(turns):
        near = np.zeros_like(board)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dy != 0 or dx != 0:
                    near += np.roll(np.roll(board, dy, axis=0), dx, axis=1)
        board = ((near == 3) | ((board == 1) & (near == 2))).astype(int)
    return board


@programs.sized(60000, lambda rng, n: (rng.normal(size=n),))
def prefix_sums_in_place(x):
    """Replace each element by the sum up to it."""
    for i in range(1, len(x)):
        x[i] += x[i - 1]
    return x


@programs.sized(3000, lambda rng, n: (rng.normal(size=n), 16))
def moving_averages(x, width):
    """Return the averages of windows, one by one."""
    averages = np.zeros(len(x) - width + 1)
    for i in range(len(averages)):
        averages[i] = x[i : i + width].mean()
    return averages


@programs.sized(40000, lambda rng, n: (rng.uniform(0.0, 1.0, n), 20))
def histogram(x, bins):
    """Count the values in bins."""
    counts = np.zeros(bins, dtype=int)
    for value in x:
        counts[int(value * bins)] += 1
    return counts


@programs.sized(
    90,
    lambda rng, n: (rng.normal(size=(n, n)) + n * np.eye(n), rng.normal(size=n)),
)
def gauss_elimination(A, b):
    """Solve a linear system, row by row in place."""
    n = len(b)
    for k in range(n):
        for i in range(k + 1, n):
            factor = A[i, k] / A[k, k]
            A[i, k:] -= factor * A[k, k:]
            b[i] -= factor * b[k]
    x = np.zeros(n)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
    return x


@programs.sized(700, lambda rng, n: (rng.normal(size=n), 60))
def gauss_seidel_sweeps(u, sweeps):
    """Relax a string between fixed ends, element by element."""
    for _ in range(sweeps):
        for i in range(1, len(u) - 1):
            u[i] = 0.5 * (u[i - 1] + u[i + 1])
    return u


@programs.sized(
    3000, lambda rng, n: (rng.normal(size=(20, 2)), rng.normal(size=(20, 2)), n)
)
def bouncing_particles(positions, velocities, steps):
    """Move particles in a box, which reflects them."""
    for _ in range(steps):
        positions += 0.01 * velocities
        outside = np.abs(positions) > 1.0
        velocities[outside] *= -1.0
    return positions, velocities
