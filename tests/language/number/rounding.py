"""Rounding of scalars and sums, and numbers as indices."""

from __future__ import annotations

from collections import deque

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Scalars

# Enough numbers that some of them are rounded otherwise on most machines.
X = np.linspace(0.1, 7.3, 101)

Z = X - 1j * X[::-1]

T = ag.constant


@programs.staged(X, X.astype(np.float32))
def powers_of_elements(x):
    """Powers of NumPy scalars from an array, and powers of the whole array."""
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[i] = x[i] ** 1.7 + x[i] ** 2 + 1.5 ** x[i]
    return y, x**1.7, x**2, x**0.5


@programs.staged((X, np.int64(3)), (X, np.int64(-3)), (X, 5))
def powers_of_integers(x, n):
    """Integer powers of array elements, and powers of an integer."""
    return [value**n + n**value for value in x], x**n


@programs.staged(X, T(X))
def powers_by_the_function(x):
    """`np.power` and `np.square` of array elements."""
    return [np.power(value, 1.7) for value in x], [np.square(value) for value in x]


@programs.staged(X)
def powers_of_arrays_of_rank_0(x):
    """Powers of elements turned into rank-0 arrays by `asarray` and `array`."""
    found = [np.asarray(value) ** 1.7 for value in x]
    made = [np.array(value) for value in x]
    return found, [each**1.7 for each in made], [(each + 1) ** 1.7 for each in made]


@programs.staged(
    *[np.float64(x) for x in X[:30]], *[np.array(x) for x in X[:30]], T(2.3)
)
def powers_of_arguments(x):
    """Powers of arguments: NumPy scalars, arrays of rank 0 and a tensor."""
    return x**1.7, (x + 1) ** (1 / 3), 2.5**x


@programs.staged(*[(np.float64(x), n) for x in X[:20] for n in (0, 3)])
def powers_carried_by_a_loop(x, n):
    """Powers of a loop-carried NumPy scalar."""
    y = x
    while n > 0:
        y = y**1.3
        n -= 1
    return y


@programs.staged(Z, Z.astype(np.complex64), T(Z))
def products_of_complex_elements(z):
    """Products and absolute values of complex elements and arrays."""
    found = [value * value + (0.3 - 0.7j) * value for value in z]
    return found, [abs(value) for value in z], z * z, abs(z)


@programs.staged(Z)
def products_by_functions(z):
    """`np.multiply`, `np.abs` and `prod` of complex elements."""
    return [np.multiply(v, v) for v in z], [np.abs(v) for v in z], z.prod()


@programs.staged(*[np.complex128(z) for z in Z[40:70] / 9])
def iterations_of_mandelbrot(c):
    """The Mandelbrot iteration with a loop-carried NumPy complex scalar."""
    z = 0j
    n = 0
    while abs(z) <= 2 and n < 50:
        z = z * z + c
        n += 1
    return z, n


# -- Compensated sums


@programs.staged(T(1.5), T(-1e30), T(float("inf")), T(float("nan")), T(-0.0))
def of_a_list(x):
    """`sum` of lists of floats, large ones, infinity and NaN among them."""
    a = float(x)
    return sum([a, 1e100, 1.0, -1e100]), sum([a] * 10), sum([a, -a, 0.1]) == 0.1


@programs.staged(T(1.5), T(0.0))
def with_integers_and_infinities(x):
    """`sum` of floats mixed with ints, with an overflow, and with a start value."""
    a = float(x)
    return sum([1e16, a, 1, a, -1e16]), sum([a, 1e308, 1e308]) > 0, sum([a, 1], 2)


@programs.staged(T(1.5))
def with_a_tensor_after_floats(x):
    """`sum` of floats with a tensor between them."""
    return sum([float(x), 1e16, 1.0, -1e16, x, 0.1])


@programs.staged(T(np.array([1e16, 1.0, 1.0, -1e16])))
def of_a_generator(xs):
    """`sum` of a generator of floats, once with a condition."""
    return sum(float(x) for x in xs) == 2.0, sum(float(x) for x in xs if x > 0) > 0


@programs.staged(T(np.array([1e16, 1.0, 1.0, -1e16])))
def of_tensors(xs):
    """`sum` of a generator and of a list of tensors does not compensate."""
    return sum(x for x in xs), sum([xs[0], xs[1], xs[2], xs[3]])


# -- Truth values as indices

B = (T(1), T(0))


@programs.staged(*B)
def items(n):
    """A dynamic bool indexes a list, a tuple, a range and nested lists."""
    b = int(n) > 0
    return [10, 20][b], (10, 20)[b], range(5, 9)[b], [[1, 2], [3, 4]][b][not b]


@programs.staged(*B)
def caught(n):
    """A dynamic bool indexes a list in a `try` that handles TypeError."""
    try:
        return [10, 20][int(n) > 0]
    except TypeError:
        return -1


@programs.staged(*B)
def slices(n):
    """A dynamic bool is a slice bound and, plus one, a step."""
    b = bool(n)
    return [1, 2, 3][b:], (1, 2, 3)[:b], list(range(9))[b :: b + 1]


@programs.staged(*B)
def writes(n):
    """A dynamic bool indexes item assignment, `del`, `insert()` and `pop()`."""
    xs = [1, 2, 3]
    xs[bool(n)] = 7
    xs[not n] += 4
    del xs[bool(n)]
    xs.insert(bool(n), 9)
    return xs, xs.pop(bool(n))


@programs.staged(T(2), T(0), T(5))
def counts(n):
    """A comparison as `bool()` indexes a list of two counters in a loop."""
    found = [0, 0]
    for i in range(3):
        found[bool(i < n)] += 1
    return found


@programs.staged(*B)
def grown(n):
    """A dynamic bool indexes and slices a list and a tuple of dynamic length."""
    xs = []
    while len(xs) < int(n) + 3:
        xs.append(len(xs))
    b = bool(n)
    xs[b] += 3
    del xs[not b]
    xs.insert(b, 8)
    y = xs.pop(b)
    return xs, y, xs[b], xs[b:], xs[:: 1 + b], xs * b, tuple(xs)[b], tuple(xs)[b:]


@programs.staged(*B)
def texts(n):
    """A dynamic bool indexes, slices and repeats strings."""
    b = bool(n)
    word = ["abc", "xyz"][b]
    found = "ab"[b], "abc"[b:], "abc".find("a", b), "ab" * b
    return found, word[b], word[b:], word[:b], word * b, word.split("b", b)


@programs.staged(*B)
def deques(n):
    """A dynamic bool indexes, rotates and inserts into a deque."""
    b = bool(n)
    d = deque([1, 2, 3])
    d[b] = 8
    d.rotate(b)
    d.insert(b, 4)
    y = d[b]
    del d[b]
    return list(d), y


@programs.staged(*B)
def ranges(n):
    """A dynamic bool is the start, the stop or a part of the step of a range."""
    b = bool(n)
    total = 0
    for i in range(b, 5, 1 + b):
        total += i
    return total, list(range(b)), list(range(b, 3)), list(enumerate("ab", b))


@programs.staged(*B)
def zero_steps(n):
    """`range()` with a step of False raises ValueError."""
    return list(range(0, 5, bool(n)))


@programs.staged(*B)
def array_bounds(n):
    """A dynamic bool bounds the slices of an array and of a tensor."""
    b = bool(n)
    x = np.arange(6).reshape(2, 3)
    return x[0, b:], x[:b], T([1, 2, 3])[b:]


@programs.staged(*B)
def array_masks(n):
    """A dynamic bool as the index of an array or a tensor is a mask."""
    return np.array([1, 2, 3])[bool(n)], T([1, 2, 3])[bool(n)]


@programs.staged(*B)
def item_by_a_tensor(n):
    """A bool tensor as the index of a list raises TypeError."""
    return [10, 20][n > 0]


@programs.staged(*B)
def bound_by_a_tensor(n):
    """A bool tensor as the slice bound of a list raises TypeError."""
    return [10, 20][: n > 0]


@programs.staged(*B)
def range_by_a_tensor(n):
    """A bool tensor as the argument of `range()` raises TypeError."""
    return list(range(n > 0))


# -- __index__ of the user's classes

NUMBERS = (T(0), T(1), T(3))


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        return 1 if self.n > 1 else 0


class WrongIndex(Index):
    def __index__(self):
        return float(self.n)


@programs.staged(*NUMBERS)
def indices(n):
    """Objects with a dynamic `__index__` as indices and slice bounds."""
    xs = [10, 20, 30]
    xs[Index(n)] = n
    xs[Index(n)] += 1
    del xs[Index(n)]
    return (
        xs,
        (1, 2)[Index(n)],
        "ab"[Index(n)],
        [1, 2, 3][Index(n) :],
        "abc"[: Index(n)],
    )


@programs.staged(*NUMBERS)
def ranges_of_indices(n):
    """`range` of an object whose `__index__` branches on a tensor."""
    total = 0
    for i in range(Index(n)):
        total += i + 1
    return total, list(range(Index(n)))


@programs.staged(T(1))
def an_index_that_is_none(n):
    """An `__index__` that returns a float raises TypeError."""
    return [1, 2][WrongIndex(n)]
