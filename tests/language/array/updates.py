"""Augmented assignment to arrays."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Dynamic shapes

T = ag.constant

LOOPS = [(x, T(3)) for x in (np.array([0.1, 0.2]), T(np.array([0.1, 0.2])))]


@programs.staged(*LOOPS)
def widened_in_a_loop(x, n):
    """`+=` in a dynamic loop casts float64 to float32 in each iteration."""
    a = x.astype(np.float32)
    for _ in range(n):
        if n > 1:
            a += x
    return a


@programs.staged(*LOOPS)
def widened_in_a_while(x, n):
    """`*=` in a dynamic `while` casts int64 to int8 in each iteration."""
    a = (x * 3).astype(np.int8)
    while n > 0:
        a *= np.array([10, 20])
        n -= 1
    return a


@programs.staged(LOOPS[0])
def added_in_a_loop_without_a_conversion(x, n):
    """`a + x` and a float64 `+=` in a dynamic loop need no cast."""
    a, b = x.astype(np.float32), x.astype(np.float32).astype(np.float64)
    for _ in range(n):
        a = a + x
        b += x
    a *= 2
    return a, b


# -- Under several names

NUMBERS = (T(0), T(2))

BASE = np.arange(4.0)


def add(y, k):
    for i in range(k):
        y += i + 1
    return y


def add_to_part(y, k):
    part = y[1:3]
    while k > 0:
        part += k
        k -= 1
    return part


@programs.staged(*NUMBERS)
def by_a_function(k):
    """`+=` on an array in a called function's dynamic loop is not staged."""
    z = np.ones(3)
    add(z, k)
    return z


@programs.staged(*NUMBERS)
def a_part_by_a_function(k):
    """`+=` on a slice in a called function's dynamic loop is not staged."""
    z = np.ones(3)
    w = add_to_part(z, k)
    return w, z


@programs.staged(*NUMBERS)
def in_a_list(k):
    """`+=` on an array that a list contains, in a dynamic loop, is not staged."""
    xs = [np.ones(3)]
    add(xs[0], k)
    return xs[0]


@programs.staged(*NUMBERS)
def what_an_operator_made(k):
    """`+=` in a dynamic loop on an array with two names is not staged."""
    z = BASE * 2
    w = z
    for i in range(k):
        z += i
    return z, w


@programs.staged(*NUMBERS)
def in_a_function_inside(k):
    """`+=` in an inner function's dynamic loop on its argument is not staged."""
    z = BASE * 2

    def change(y):
        for i in range(k):
            y += i

    change(z)
    return z


@programs.staged(*NUMBERS)
def items_by_a_function(k):
    """`y[...] +=` on an argument in an inner function's dynamic loop."""

    def change(y):
        for i in range(k):
            y[...] += i

    z = np.ones(3)
    change(z)
    return z


@programs.staged(*NUMBERS)
def used_no_more(k):
    """`+=` in a called function's loop on an array that is not read again."""
    z = np.ones(3)
    return add(z, k)


@programs.staged(*NUMBERS)
def bound_again(k):
    """An array is rebound to the result of the function that updates it."""
    z = np.ones(3)
    z = add(z, k)
    return add(z, k)


@programs.staged(*NUMBERS)
def by_one_name(k):
    """`+=` in a dynamic loop on an array that has one name."""
    z = BASE * 2
    for i in range(k):
        z += i
    return z


@programs.staged(*NUMBERS)
def descent(k):
    """Gradient descent: `-=` in an inner function's dynamic loop."""

    def train(w, steps):
        for _ in range(steps):
            w -= 0.1 * (w * 2 - 1)
        return w

    w = np.zeros(3)
    return train(w, k)


@programs.staged(*NUMBERS)
def a_variable_of_a_function_inside(k):
    """`+=` on a nonlocal array with an alias, in a loop, is not staged."""
    z = BASE * 2

    def step():
        nonlocal z
        z += 1

    w = z
    for _ in range(k):
        step()
    return w


@programs.staged(*NUMBERS)
def in_a_loop_that_raises(k):
    """`+=` in a dynamic loop that may raise, on an alias, is not staged."""
    z = BASE * 2
    y = z
    try:
        for i in range(k):
            y += i
            if i > 0:
                raise ValueError
    except ValueError:
        y += 5
    return z


@programs.staged(*NUMBERS)
def in_a_tuple(k):
    """`+=` in a dynamic loop on an array that a tuple contains is not staged."""
    z = BASE * 2
    held = (z, 1)
    for _ in range(k):
        z += 1
    return held[0]


@programs.staged(*NUMBERS)
def in_a_closure(k):
    """`+=` in a dynamic loop on an array that a closure reads is not staged."""

    def total():
        return z.sum()

    z = BASE * 2
    y = z
    for _ in range(k):
        y += 1
    return total()


@programs.staged(*NUMBERS)
def in_an_iterator(k):
    """`+=` in a dynamic loop on an array that an iterator yields is not staged."""
    z = BASE * 2
    kept = iter([z])
    for _ in range(k):
        z += 1
    return next(kept)


@programs.staged(*NUMBERS)
def a_view(k):
    """`+=` in a dynamic loop on a reshaped view is not staged."""
    z = BASE * 2
    y = z.reshape(2, 2)
    for _ in range(k):
        y += 1
    return z


@programs.staged(*NUMBERS)
def on_a_path(k):
    """`+=` in a dynamic loop on a name that is an alias at first is not staged."""
    z = BASE * 2
    y = z
    for i in range(k):
        if i > 0:
            y = z + 1
        y += 1
    return z


# -- Numbers that an array cannot hold


@programs.staged(np.array([1, 2, 300]), T([1, 2, 300]), T([1, 2, 3]))
def elements(x):
    """Elements of an int array written to uint8 by index and by `enumerate`."""
    a, b = np.zeros(3, np.uint8), np.zeros(3, np.uint8)
    for k in range(len(x)):
        a[k] = x[k]
    for k, v in enumerate(x):
        b[k] = v
    return a, b


@programs.staged(np.array([1.5, 2, 1e10]), T([1, 2, 1e10]), np.array([1.0, 2.5, 3.0]))
def the_best_so_far(x):
    """A running maximum of floats written to an int32 array."""
    a = np.zeros(3, np.int32)
    best = x[0]
    for k in range(3):
        if x[k] * 2 > best:
            best = x[k]
        a[k] = best
    return a


@programs.staged(T(3), T(200), np.int64(3), np.int64(200))
def caught(n):
    """`n + 100` written to uint8 overflows for a tensor and wraps for an int64."""
    a = np.zeros(4, np.uint8)
    try:
        a[0] = n + 100
    except OverflowError:
        return a - 1
    return a


@programs.staged(np.array([0.1, 0.7]), T([0.1, 0.7]))
def lists_of_numbers(x):
    """Lists and tuples of floats and elements written to float64 and float32."""
    a, b = np.zeros((2, 2)), np.zeros(2, np.float32)
    a[0] = [0.1, 0.3]
    a[1] = [0.1, x[1]]
    b[:] = (x[0], 0.1)
    return a, b, np.array([0.1, x[0]], np.float64)


@programs.staged(np.array([2]), T([2]), np.array([[2.5]]))
def arrays_of_one_element(x):
    """`bool`, `int` and `float` of arrays of one element."""
    return bool(x), int(x), float(x)


@programs.staged(T(1), T(5), np.int64(5))
def none_is_written(n):
    """None written to float, complex and bool arrays is NaN or False."""
    a, b, c = np.zeros(3), np.zeros((2, 2), np.complex64), np.zeros(3, bool)
    a[n % 3] = None
    a[0] = None if n > 2 else n
    a[1:] = [None if n > 2 else 1, None]
    b[0] = [None, n]
    b[1] = None if n > 2 else np.arange(2.0)
    c[:2] = n
    c[1] = None
    return a, b, c


@programs.staged(T(1), T(5))
def none_is_written_to_integers(n):
    """None written to an int32 array raises TypeError."""
    a, v = np.zeros(3, np.int32), None
    a[0] = n
    if n < 2:
        v = 3
    a[1] = v
    return a


@programs.staged(T(3), np.int64(3))
def fitting_numbers_of_a_loop(n):
    """A loop writes sums of an argument and Python ints that fit uint8."""
    a = np.zeros(4, np.uint8)
    s = n
    for k in range(n - n + 4):
        s = s + 60
        a[k] = s
    return a


@programs.staged(T(3), np.int64(3))
def numbers_of_a_loop(n):
    """A loop that writes sums beyond uint8 to an array cannot be staged."""
    a = np.zeros(4, np.uint8)
    s = n
    for k in range(n - n + 4):
        s = s + 100
        a[k] = s
    return a


# -- ufuncs with out=

X = np.arange(6.0)


@programs.staged(X)
def one_after_the_other(x):
    """Two ufuncs write to the same `out` array, one reading it."""
    o = np.empty(6)
    np.add(x, 1, out=o)
    np.multiply(o, 2, out=o)
    return o


@programs.staged(X)
def quotients_where_there_are_any(x):
    """`np.divide` with `out` and `where` skips zeros."""
    z = np.divide(1.0, x, out=np.zeros_like(x), where=x != 0)
    return z


@programs.staged(X)
def roots_under_two_names(x):
    """`np.sqrt` with `out` and `where` returns its array, which an alias sees."""
    y = x.copy()
    w = y
    r = np.sqrt(x, out=y, where=x > 2)
    return y, w, r is y


@programs.staged(X)
def numbers_that_are_not_held(x):
    """`np.add` of floats with an `out` array of ints raises UFuncTypeError."""
    o = np.zeros(6, int)
    np.add(x, 1, out=o)
    return o


@programs.staged(X)
def too_short_an_array(x):
    """`np.add` with an `out` array of another length raises ValueError."""
    o = np.zeros(3)
    np.add(x, 1, out=o)
    return o


@programs.staged(X)
def rows_of_a_wider_array(x):
    """`np.add` broadcasts into the rows of a wider `out` array."""
    o = np.zeros((2, 6))
    np.add(x, 1, out=o)
    o[0] = 0
    return o


@programs.staged(X)
def parts_that_overlap(x):
    """`np.add` with overlapping slices as operands and `out`."""
    a = x.copy()
    np.add(a[:-1], a[1:], out=a[1:])
    np.greater(x, 2, out=a)
    return a


@programs.staged((X, T(3)), (X, T(0)))
def in_a_loop(x, n):
    """`np.add` and `np.maximum` with `out` in a dynamic loop."""
    a = np.zeros(6)
    for i in range(n):
        np.add(a, x * i, out=a)
        np.maximum(a, i, out=a, where=a > 1)
    return a


@programs.staged(T(3), T(0))
def as_many_as_the_run_says(n):
    """`np.add` and `np.log` with an `out` array of dynamic length."""
    a = np.zeros(n)
    np.add(np.arange(n), 2, out=a)
    np.log(a, out=a, where=a > 2)
    return a


@programs.staged(X)
def what_is_returned(x):
    """A ufunc returns its `out` array itself, which is changed under both names."""
    a = np.zeros(6)
    b = np.add(x, 1, out=a)
    b[0] = 100
    c = np.negative(b, out=b)
    return a, b is a, c


class Buffer:
    """An array that is used again."""

    def __init__(self, n):
        self.held = np.zeros(n)


@programs.staged(X)
def an_attribute(x):
    """Ufuncs write to an array that is an attribute of an object."""
    b = Buffer(6)
    np.add(x, 1, out=b.held)
    np.divide(1, b.held, out=b.held, where=x > 2)
    return b.held


@programs.staged(X)
def an_array_of_the_callers(x):
    """`np.add` with the caller's array as `out` cannot be staged."""
    np.add(x, 1, out=x)
    return x


@programs.staged(T(2))
def of_a_length_that_does_not_fit(n):
    """`np.add` of a dynamic length with an `out` of another cannot be staged."""
    a = np.zeros(3)
    np.add(np.arange(n), 2, out=a)
    return a


# -- Functions that may overwrite their input

XS = np.array([3.0, 1.0, 2.0])


@programs.staged(XS)
def the_array_stays(x):
    """`np.median` with `overwrite_input=False` leaves its argument."""
    return np.median(x, overwrite_input=False), np.quantile(x, 0.5), x


@programs.staged(ag.constant([3.0, 1.0, 2.0]))
def tensors_never_change(x):
    """`np.median` with `overwrite_input=True` leaves a tensor as it was."""
    return np.median(x, overwrite_input=True), x


@programs.staged(
    *(np.array([1, 2], d) for d in (np.int8, np.int32, np.int64, np.float32))
)
def values_that_are_filled_in_are_cut_off(x):
    """`np.full_like` casts 1e10, 2.7 and -1e10 to the dtype of the array."""
    return np.full_like(x, 1e10), np.full_like(x, 2.7), np.full_like(x, -1e10)


@programs.staged(np.array([1, 2], np.int8))
def integers_that_are_filled_in_are_checked(x):
    """`np.full_like` of an int8 array with 300 raises OverflowError."""
    return np.full_like(x, 300)
