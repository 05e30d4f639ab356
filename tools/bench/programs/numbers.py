"""Numbers alone: while loops, conditions, arithmetic of integers and floats."""

import math

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("numbers")


@programs.sized(2500, lambda rng, n: (np.int64(n),))
def longest_collatz(limit):
    """Return the start below a limit with the longest Collatz sequence."""
    best = 1
    longest = 0
    for start in range(1, limit):
        n = start
        steps = 0
        while n != 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        if steps > longest:
            best, longest = start, steps
    return best, longest


@programs.sized(4000, lambda rng, n: (rng.uniform(1.0, 1000.0, n),))
def newton_square_roots(values):
    """Return the sum of square roots, each by Newton's method."""
    total = 0.0
    for value in values:
        guess = value
        while abs(guess * guess - value) > 1e-10 * value:
            guess = 0.5 * (guess + value / guess)
        total += guess
    return total


@programs.sized(30, lambda rng, n: (np.int64(n), 30))
def mandelbrot_points(size, limit):
    """Count the points of a grid that stay bounded."""
    inside = 0
    for row in range(size):
        for column in range(size):
            a = -2.0 + 2.5 * column / size
            b = -1.25 + 2.5 * row / size
            x = y = 0.0
            turns = 0
            while x * x + y * y <= 4.0 and turns < limit:
                x, y = x * x - y * y + a, 2.0 * x * y + b
                turns += 1
            if turns == limit:
                inside += 1
    return inside


@programs.sized(
    16000,
    lambda rng, n: (rng.integers(1, 10**6, n), rng.integers(1, 10**6, n)),
)
def coprime_pairs(left, right):
    """Count the pairs without a common divisor, by Euclid's algorithm."""
    count = 0
    for a, b in zip(left, right):
        while b:
            a, b = b, a % b
        if a == 1:
            count += 1
    return count


@programs.sized(1000, lambda rng, n: (np.int64(n),))
def pi_by_random_points(n):
    """Estimate pi with a linear congruential generator."""
    state = 12345
    hits = 0
    for _ in range(20 * n):
        state = (1103515245 * state + 12345) % 2147483648
        x = state / 2147483648
        state = (1103515245 * state + 12345) % 2147483648
        y = state / 2147483648
        if x * x + y * y < 1.0:
            hits += 1
    return 4.0 * hits / (20 * n)


@programs.sized(5000, lambda rng, n: (rng.integers(2, 1000, n), 10007))
def modular_inverses(values, prime):
    """Add up the inverses modulo a prime, by repeated squaring."""
    total = 0
    for value in values.tolist():
        base = value % prime
        exponent = prime - 2
        result = 1
        while exponent > 0:
            if exponent & 1:
                result = result * base % prime
            base = base * base % prime
            exponent >>= 1
        total += result
    return total


@programs.sized(2500, lambda rng, n: (rng.uniform(1.0, 50.0, n),))
def cube_roots_by_bisection(values):
    """Return the largest cube root, each by halving an interval."""
    largest = -math.inf
    for value in values:
        low, high = 0.0, 50.0
        while high - low > 1e-9:
            middle = 0.5 * (low + high)
            if middle**3 < value:
                low = middle
            else:
                high = middle
        largest = max(largest, low)
    return largest


@programs.sized(1100, lambda rng, n: (np.int64(n),))
def perfect_numbers(limit):
    """Add up the numbers that are the sum of their divisors."""
    total = 0
    for n in range(2, limit):
        divisors = 0
        for d in range(1, n // 2 + 1):
            if n % d == 0:
                divisors += d
        if divisors == n:
            total += n
    return total


@programs.sized(25000, lambda rng, n: (0.0, 10.0, np.int64(n)))
def simpson_integral(low, high, n):
    """Integrate a damped oscillation by Simpson's rule."""
    step = (high - low) / n
    total = 1.0 + math.exp(-0.3 * high) * math.cos(high)
    for i in range(1, n):
        x = low + i * step
        weight = 4.0 if i % 2 else 2.0
        total += weight * math.exp(-0.3 * x) * math.cos(x)
    return total * step / 3.0


@programs.sized(50000, lambda rng, n: (np.int64(n),))
def digit_sum_squares(limit):
    """Count the numbers whose squared digits lead to 89."""
    count = 0
    for start in range(1, limit // 8):
        n = start
        while n not in (1, 89):
            total = 0
            while n > 0:
                digit = n % 10
                total += digit * digit
                n //= 10
            n = total
        if n == 89:
            count += 1
    return count
