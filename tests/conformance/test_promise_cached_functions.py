"""Functions whose results `functools.cache` and `lru_cache` keep, on values of the run."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()

NUMBERS = (np.int64(10), np.int64(1), np.int64(30), 10, T(7), np.float64(4.5))


@lru_cache(None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@rows.on(*NUMBERS)
def a_recursion(n):
    return fibonacci(n)


@rows.on(*NUMBERS)
def calls_of_several_numbers(n):
    return fibonacci(n) + fibonacci(n + 1), fibonacci(5)


@lru_cache(maxsize=128)
def steps(n):
    if n == 1:
        return 0
    return 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)


@rows.on(np.int64(27), np.int64(1), 6)
def collatz(n):
    return steps(n)


@cache
def binomial(n, k):
    if k in (0, n):
        return 1
    return binomial(n - 1, k - 1) + binomial(n - 1, k)


@rows.on((np.int64(6), np.int64(2)), (6, np.int64(2)), (6, 2), (T(3), 1))
def two_arguments(n, k):
    return binomial(n, k)


@rows.on(
    *(
        (np.array([2, 3, 4]), np.array([3, 4, 6]), room)
        for room in (np.int64(6), np.int64(1), 6)
    )
)
def knapsack(weights, values, room):
    @lru_cache(None)
    def best(i, left):
        if i == len(weights):
            return 0
        found = best(i + 1, left)
        if weights[i] <= left:
            found = max(found, values[i] + best(i + 1, left - weights[i]))
        return found

    return best(0, room)


@rows.on(np.array([1, 2, 5]), np.array([5, 1, 2]), T([1, 5, 2]))
def longest_common_subsequence(xs):
    ys = [1, 5, 2]

    @cache
    def length(i, j):
        if i == len(xs) or j == len(ys):
            return 0
        if xs[i] == ys[j]:
            return 1 + length(i + 1, j + 1)
        return max(length(i + 1, j), length(i, j + 1))

    return length(0, 0)


@cache
def area(width, height=2, *, scale=1):
    return width * height * scale


@rows.on(np.int64(3), 3, np.float64(0.5))
def arguments_by_name(n):
    return area(n) + area(n, height=3) + area(n, scale=n) + area(2, 5)


@cache
def inverse(n):
    return 10 // n


@rows.on(np.int64(3), 0, 3)
def an_exception_is_not_kept(n):
    found = []
    for _ in range(2):
        try:
            found.append(inverse(int(n)))
        except ZeroDivisionError:
            found.append(-1)
    return found


@rows.on(np.array([1, 2]), T([1]))
def what_has_no_hash(xs):
    try:
        return str(inverse(xs))
    except TypeError as error:
        return str(error)


calls: list[int] = []


@cache
def counted(n):
    calls.append(1)
    return n * 2


@refused.on(np.int64(3))
def effects(n):
    return counted(n)


@cache
def printed(n):
    ag.print(n)
    return n


@refused.on(np.int64(3))
def texts(n):
    return printed(n)


@cache
def listed(n):
    return [n, n + 1]


@refused.on(np.int64(3))
def a_list_that_may_be_changed(n):
    found = listed(n)
    found.append(3)
    return listed(n)


@cache
def doubled(xs):
    return xs * np.ones(2)


@refused.on(np.int64(3))
def an_array_that_may_be_changed(n):
    found = doubled(n)
    found += 1
    return doubled(n)


FACTOR = 1


@cache
def by_a_global(n):
    return n * FACTOR


@refused.on(np.int64(3))
def a_global_that_changes(n):
    global FACTOR
    FACTOR = 1
    by_a_global.cache_clear()
    before = by_a_global(n)
    FACTOR = 2
    return before, by_a_global(n)


@refused.on(np.int64(3))
def a_variable_that_changes(n):
    k = n

    @cache
    def scaled(x):
        return x * k

    before = scaled(3)
    k = n + 1
    return before, scaled(3)


@refused.on(np.int64(3))
def an_item_that_changes_in_a_loop(n):
    held, total = [n], 0

    @cache
    def scaled(x):
        return x * held[0]

    for _ in range(n):
        total += scaled(n)
        held[0] += 1
    return total


@rows.on(np.int64(0), np.int64(3))
def a_variable_that_stays(n):
    total = 0
    try:
        k = int(n) * 2

        @cache
        def scaled(x):
            return x * k

        for i in range(int(n)):
            total += scaled(i)
        total += scaled(int(n)) // int(n)
    except ZeroDivisionError:
        total = -1
    return total
