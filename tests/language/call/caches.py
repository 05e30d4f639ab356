"""functools.cache and lru_cache."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Cached functions

T = ag.constant

NUMBERS = (np.int64(10), np.int64(1), np.int64(30), 10, T(7), np.float64(4.5))


@lru_cache(None)
def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


@programs.falls(*NUMBERS)
def a_recursion(n):
    """A recursive Fibonacci function with `lru_cache`."""
    return fibonacci(n)


@programs.falls(*NUMBERS)
def calls_of_several_numbers(n):
    """A cached function is called with dynamic arguments and a constant."""
    return fibonacci(n) + fibonacci(n + 1), fibonacci(5)


@lru_cache(maxsize=128)
def steps(n):
    if n == 1:
        return 0
    return 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)


@programs.falls(np.int64(27), np.int64(1), 6)
def collatz(n):
    """A cached recursion with a data-dependent branch: Collatz steps."""
    return steps(n)


@cache
def binomial(n, k):
    if k in (0, n):
        return 1
    return binomial(n - 1, k - 1) + binomial(n - 1, k)


@programs.falls((np.int64(6), np.int64(2)), (6, np.int64(2)), (6, 2), (T(3), 1))
def two_arguments(n, k):
    """A cached recursion of two arguments: binomial coefficients."""
    return binomial(n, k)


@programs.falls(
    *(
        (np.array([2, 3, 4]), np.array([3, 4, 6]), room)
        for room in (np.int64(6), np.int64(1), 6)
    )
)
def knapsack(weights, values, room):
    """A cached nested function that reads arrays: the knapsack problem."""

    @lru_cache(None)
    def best(i, left):
        if i == len(weights):
            return 0
        found = best(i + 1, left)
        if weights[i] <= left:
            found = max(found, values[i] + best(i + 1, left - weights[i]))
        return found

    return best(0, room)


@programs.falls(np.array([1, 2, 5]), np.array([5, 1, 2]), T([1, 5, 2]))
def longest_common_subsequence(xs):
    """A cached nested function of two indices: longest common subsequence."""
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


@programs.falls(np.int64(3), 3, np.float64(0.5))
def arguments_by_name(n):
    """A cached function with a default and a keyword-only argument."""
    return area(n) + area(n, height=3) + area(n, scale=n) + area(2, 5)


@cache
def inverse(n):
    return 10 // n


@programs.falls(np.int64(3), 0, 3)
def an_exception_is_not_kept(n):
    """A cached function raises the same exception at the second call."""
    found = []
    for _ in range(2):
        try:
            found.append(inverse(int(n)))
        except ZeroDivisionError:
            found.append(-1)
    return found


@programs.falls(np.array([1, 2]), T([1]))
def what_has_no_hash(xs):
    """A cached function called with an unhashable argument raises TypeError."""
    try:
        return str(inverse(xs))
    except TypeError as error:
        return str(error)


calls: list[int] = []


@cache
def counted(n):
    calls.append(1)
    return n * 2


@programs.falls(np.int64(3))
def effects(n):
    """A cached function that appends to a global list cannot be staged."""
    return counted(n)


@cache
def printed(n):
    ag.print(n)
    return n


@programs.falls(np.int64(3))
def texts(n):
    """A cached function that prints cannot be staged."""
    return printed(n)


@cache
def listed(n):
    return [n, n + 1]


@programs.falls(np.int64(3))
def a_list_that_may_be_changed(n):
    """Appending to a list that a cached function returned cannot be staged."""
    found = listed(n)
    found.append(3)
    return listed(n)


@cache
def doubled(xs):
    return xs * np.ones(2)


@programs.falls(np.int64(3))
def an_array_that_may_be_changed(n):
    """`+=` on an array that a cached function returned cannot be staged."""
    found = doubled(n)
    found += 1
    return doubled(n)


FACTOR = 1


@cache
def by_a_global(n):
    return n * FACTOR


@programs.falls(np.int64(3))
def a_global_that_changes(n):
    """A cached function whose global is rebound between calls is refused."""
    global FACTOR
    FACTOR = 1
    by_a_global.cache_clear()
    before = by_a_global(n)
    FACTOR = 2
    return before, by_a_global(n)


@programs.falls(np.int64(3))
def a_variable_that_changes(n):
    """A cached closure whose variable is rebound between calls is refused."""
    k = n

    @cache
    def scaled(x):
        return x * k

    before = scaled(3)
    k = n + 1
    return before, scaled(3)


@programs.falls(np.int64(3))
def an_item_that_changes_in_a_loop(n):
    """A cached closure that reads a list which the loop changes is refused."""
    held, total = [n], 0

    @cache
    def scaled(x):
        return x * held[0]

    for _ in range(n):
        total += scaled(n)
        held[0] += 1
    return total


@programs.falls(np.int64(0), np.int64(3))
def a_variable_that_stays(n):
    """A cached closure of a loop-invariant variable in a loop and a `try`."""
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


# -- Cached methods

NUMBERS_2 = (T(0), T(1), T(5))


class Series:
    def __init__(self, first):
        self.first = first

    @lru_cache(maxsize=None)
    def fib(self, n):
        return n + self.first if n < 2 else self.fib(n - 1) + self.fib(n - 2)

    @lru_cache
    def square(self, n):
        return n * n + self.first

    @lru_cache
    def counted(self, n):
        self.first += 1
        return n


@programs.staged(*NUMBERS_2)
def one_that_calls_itself(n):
    """A recursive method with `lru_cache`."""
    return Series(0).fib(int(n))


@programs.staged(*NUMBERS_2)
def of_two_objects(n):
    """Cached methods of two objects, with results of their own."""
    one, other, n = Series(1), Series(2), int(n)
    return one.square(n), other.square(n), one.square(n), other.fib(n)


@programs.staged(*NUMBERS_2)
def of_a_chosen_object(n):
    """A cached method of an object selected at run time."""
    series = Series(1) if n > 2 else Series(5)
    return series.square(int(n))


@programs.staged(*NUMBERS_2)
def in_a_loop(n):
    """A cached method is called in a loop of dynamic length."""
    series, total = Series(3), 0
    for i in range(n):
        total += series.square(i)
    return total


@programs.staged(*NUMBERS_2)
def of_an_object_changed_before(n):
    """A cached method of an object that a branch changed before the call."""
    series = Series(1)
    if n > 2:
        series.first = 7
    return series.square(int(n))


@programs.staged(*NUMBERS_2)
def of_an_object_changed_between(n):
    """A cached method of an object changed between two calls is refused."""
    series, n = Series(1), int(n)
    before = series.square(n)
    series.first = 5
    return before + series.square(n)


@programs.staged(*NUMBERS_2)
def with_effects(n):
    """A cached method that increments an attribute cannot be staged."""
    series = Series(1)
    return series.counted(int(n)) + series.counted(int(n)), series.first
