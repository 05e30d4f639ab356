"""Dynamic programming, memoised recursion, and backtracking."""

import math

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("dynamic")


@programs.sized(360, lambda rng, n: (rng.integers(0, 1000, n),))
def longest_rising_subsequence(xs):
    """Return the length of the longest subsequence that rises."""
    lengths = [1] * len(xs)
    for i in range(len(xs)):
        for j in range(i):
            if xs[j] < xs[i] and lengths[j] + 1 > lengths[i]:
                lengths[i] = lengths[j] + 1
    return max(lengths)


@programs.sized(
    90, lambda rng, n: (rng.integers(1, 50, n), rng.integers(1, 100, n), 1500)
)
def knapsack(weights, values, capacity):
    """Return the best value that fits into a capacity."""
    best = [0] * (capacity + 1)
    for weight, value in zip(weights.tolist(), values.tolist()):
        for room in range(capacity, weight - 1, -1):
            candidate = best[room - weight] + value
            if candidate > best[room]:
                best[room] = candidate
    return best[capacity]


@programs.sized(160, lambda rng, n: (rng.integers(0, 4, n), rng.integers(0, 4, n)))
def edit_distance(a, b):
    """Return how many changes make one sequence the other."""
    previous = list(range(len(b) + 1))
    for i in range(len(a)):
        row = [i + 1]
        for j in range(len(b)):
            cost = 0 if a[i] == b[j] else 1
            row.append(min(row[j] + 1, previous[j + 1] + 1, previous[j] + cost))
        previous = row
    return previous[-1]


@programs.sized(130, lambda rng, n: (rng.integers(0, 4, n), rng.integers(0, 4, n)))
def longest_common_subsequence(a, b):
    """Return the longest common subsequence, by a table of lengths."""
    table = np.zeros((len(a) + 1, len(b) + 1), dtype=int)
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            if a[i - 1] == b[j - 1]:
                table[i, j] = table[i - 1, j - 1] + 1
            else:
                table[i, j] = max(table[i - 1, j], table[i, j - 1])
    i, j = len(a), len(b)
    common = []
    while i > 0 and j > 0:
        if a[i - 1] == b[j - 1]:
            common.append(a[i - 1])
            i -= 1
            j -= 1
        elif table[i - 1, j] >= table[i, j - 1]:
            i -= 1
        else:
            j -= 1
    return common[::-1]


@programs.sized(10000, lambda rng, n: (np.array([1, 7, 10, 22, 51]), n))
def coins_for_change(coins, amount):
    """Return how few coins make an amount."""
    fewest = [0] + [amount + 1] * amount
    for total in range(1, amount + 1):
        for coin in coins:
            if coin <= total and fewest[total - coin] + 1 < fewest[total]:
                fewest[total] = fewest[total - coin] + 1
    return fewest[amount]


@programs.sized(80000, lambda rng, n: (rng.normal(size=n),))
def best_sum_of_neighbours(xs):
    """Return the largest sum of neighbours, and where they are."""
    best = current = xs[0]
    start = best_start = best_end = 0
    for i in range(1, len(xs)):
        x = xs[i]
        if current < 0:
            current = x
            start = i
        else:
            current += x
        if current > best:
            best = current
            best_start, best_end = start, i
    return best, best_start, best_end


@programs.sized(300, lambda rng, n: (np.int64(n),))
def partitions(n):
    """Count the ways to write a number as a sum, by memoised recursion."""
    return _partitions(n // 2, n // 2, {}) % 1000000007


def _partitions(n, largest, memo):
    if n == 0:
        return 1
    if n < 0 or largest == 0:
        return 0
    key = (n, largest)
    if key not in memo:
        memo[key] = _partitions(n, largest - 1, memo) + _partitions(
            n - largest, largest, memo
        )
    return memo[key]


@programs.sized(90000, lambda rng, n: (np.int64(math.log(n, 1.618)),))
def fibonacci(n):
    """Return a Fibonacci number, by plain recursion."""
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


@programs.sized(1, lambda rng, n: (np.int64(n + 8),))
def queens(n):
    """Count the ways to place queens on a board, by backtracking."""
    return _place_queens(n, 0, [])


def _place_queens(n, row, columns):
    if row == n:
        return 1
    count = 0
    for column in range(n):
        for above, taken in enumerate(columns):
            if taken == column or abs(taken - column) == row - above:
                break
        else:
            columns.append(column)
            count += _place_queens(n, row + 1, columns)
            columns.pop()
    return count


@programs.sized(46, lambda rng, n: (rng.integers(1, 40, n),))
def matrix_chain(sizes):
    """Return how few multiplications a product of matrices needs."""
    n = len(sizes) - 1
    costs = {(i, i): 0 for i in range(n)}
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            costs[i, j] = min(
                costs[i, k]
                + costs[k + 1, j]
                + int(sizes[i] * sizes[k + 1] * sizes[j + 1])
                for k in range(i, j)
            )
    return costs[0, n - 1]


@programs.sized(140, lambda rng, n: (rng.integers(1, 60, n), 1200))
def subset_sums(values, limit):
    """Return how many sums the subsets have, up to a limit."""
    sums = {0}
    for value in values.tolist():
        sums |= {total + value for total in sums if total + value <= limit}
    return len(sums), max(sums)


@programs.sized(120, lambda rng, n: (rng.integers(0, 100, (n, n)),))
def cheapest_path(costs):
    """Return the cheapest way through a grid, down or to the right, in the array."""
    rows, columns = costs.shape
    for i in range(rows):
        for j in range(columns):
            if i > 0 and j > 0:
                costs[i, j] += min(costs[i - 1, j], costs[i, j - 1])
            elif i > 0:
                costs[i, j] += costs[i - 1, j]
            elif j > 0:
                costs[i, j] += costs[i, j - 1]
    return costs[-1, -1]
