"""`x += y` and its kin: NumPy arrays change under all their names, tensors never do."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant

X = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])

# What gives the same on arrays and on tensors has one graph for both.
alike = programs.staged((X, T(1)), (T(X), T(2)), (X, T(2)), (T(X), T(1)))

apart = programs.staged((X, T(2)), (T(X), T(2)), (X, T(2)))


class Holder:
    pass


# -- The same on arrays and on tensors


@alike
def one_name(x, n):
    """`+=` by a number and by a row of the same array."""
    a = x * 2
    a += 1
    a -= a[0]
    return a


@alike
def alias_that_is_not_used(x, n):
    """`*=` on an array whose other name is not read again."""
    a = x * 2
    b = a
    b *= 2
    return b


@alike
def in_a_loop(x, n):
    """`+=` by the loop variable and `*=` in an `ag.range` loop."""
    a = x * 2
    for i in ag.range(n):
        a += i
        a *= 0.5
    return a


@alike
def in_branches(x, n):
    """`+=` and `-=` in branches, `/=` after them."""
    a = x * 2
    if n > 1:
        a += 1
    else:
        a -= 1
    a /= 4
    return a


@alike
def alias_on_the_other_path(x, n):
    """`+=` in one branch, a second name in the other."""
    a = x * 2
    if n > 1:
        a += 1
    else:
        b = a
        a = b * 3 + b
    return a


@alike
def rows_of_one_that_is_not_read(x, n):
    """`+=` and `*=` on two rows of an array that is not read again."""
    a = x * 2
    r, s = a[0], a[1]
    r += 1
    s *= r
    return r, s


@alike
def numbers(x, n):
    """`+=` on a sum leaves its other name alone."""
    s = x.sum()
    t = s
    s += 1
    return s, t


@alike
def results_of_ag(x, n):
    """`+=` on what `ag.exp` returns rebinds the name."""
    a = ag.exp(x)
    b = a
    a += 1
    return a, b


@alike
def rows_added_up(x, n):
    """`np.zeros` sums the rows of an array in a loop."""
    a = np.zeros(3)
    for row in x:
        a += row
    return a


@alike
def of_the_last_iteration(x, n):
    """`-=` on the array of the iteration before, which is not read again."""
    a = x * 2
    i = 0
    while i < n:
        before = a
        a = a * 2
        before -= 1
        i += 1
    return a


@alike
def attribute(x, n):
    """`+=` on an attribute of a local object."""
    held = Holder()
    held.a = x * 2
    held.a += 1
    return held.a


@alike
def total_of_rows(x, n):
    """A total is updated by `+=` in a loop over rows."""
    a = x * 1.0
    total = a[0] * 0
    for row in a:
        total += row * n
    return total


# -- Other graphs for arrays and for tensors


@apart
def alias(x, n):
    """`*=` on an array shows under its other name."""
    a = x * 2
    b = a
    b *= 2
    return a


@apart
def alias_used(x, n):
    """`*=` on the result of `np.sin` that has two names."""
    a = np.sin(x)
    b = a
    b *= 2
    c = a + 1
    return b, c


@apart
def row(x, n):
    """`-=` on a row changes the array, which is returned."""
    a = x * 2
    r = a[0]
    r -= a[1]
    return a


@apart
def each_row(x, n):
    """`/=` on each row of an `np.prod` result with `keepdims`."""
    a = np.prod(x, axis=1, keepdims=True)
    for r in a:
        r /= 2
    return a


@apart
def each_row_of_a_polynomial(x, n):
    """`+=` on each row of an `np.polyval` result."""
    a = np.polyval([1.0, 2.0, 3.0], x)
    for r in a:
        r += 2
    return a


@apart
def alias_of_a_branch(x, n):
    """`+=` in a branch on an array that has two names."""
    a = x * 2
    b = a
    if n > 1:
        a += 1
    return a, b


@apart
def attribute_and_name(x, n):
    """`+=` on an attribute whose array has a name, too."""
    held = Holder()
    held.a = x * 2
    a = held.a
    held.a += 1
    return a


@apart
def in_a_list(x, n):
    """`+=` on an item of a list whose array has a name, too."""
    held = [x * 2]
    a = held[0]
    held[0] += 1
    return a


@apart
def wider_kind(x, n):
    """`/=` on integers raises TypeError for an array."""
    a = x.astype(int)
    a /= 2
    return a


@apart
def wider_shape(x, n):
    """`+=` of a matrix on a row raises ValueError for an array."""
    a = x[0] * 2
    a += x
    return a


@apart
def narrower(x, n):
    """`+=` of float64 on float32 keeps the dtype of an array."""
    a = x.astype(np.float32)
    a += x
    return a


@apart
def left_by_a_branch(x, n):
    """`+=` on one of two arrays, selected in a branch."""
    a = x * 2
    b = x * 3
    if n > 1:
        b = a
    b += 1
    return a


# -- Somebody else sees the change


@alike
def argument(x, n):
    """`+=` on an array argument."""
    x += 1
    return x


@alike
def argument_in_a_loop(x, n):
    """`*=` on an array argument in a loop."""
    i = 0
    while i < n:
        x *= 2
        i += 1
    return x


@alike
def argument_on_a_path(x, n):
    """`-=` on an array argument in a branch."""
    if n > 1:
        x -= 1
    return x


@alike
def view_of_an_argument(x, n):
    """`+=` on the transpose of an array argument."""
    y = x.T
    y += 1
    return y


@alike
def row_of_an_argument(x, n):
    """`+=` on a row of an array argument, at a dynamic index."""
    row = x[n - 1]
    row += 1
    return row


@alike
def rows_of_an_argument(x, n):
    """`-=` on each row of an array argument."""
    for row in x:
        row -= row[0]
    return x * n


@alike
def alias_of_a_loop(x, n):
    """`+=` in a loop on an array that has two names."""
    a = x * 2
    b = a
    for i in ag.range(n):
        a += i
    return a, b


@alike
def alias_read_in_a_loop(x, n):
    """`+=` in a loop that reads the other name of the array."""
    a = x * 2
    b = a
    s = 0.0
    for i in ag.range(n):
        s += b.sum()
        a += i + 1
    return s


@alike
def alias_left_by_a_loop(x, n):
    """A loop binds a second name to the array that it changes by `+=`."""
    a = x * 2
    before = a
    for _ in ag.range(n):
        before = a
        a += 1
    return before


@alike
def reshaped(x, n):
    """`+=` on a reshaped view changes the array, which is returned."""
    a = x * 2
    b = a.reshape(-1)
    b += 1
    return a


# -- Numbers


@programs.staged(np.float64(1.5))
def a_number_of_numpys(x):
    """`+=` on a NumPy scalar rebinds the name."""
    y = x
    x += 1
    return x, y


@programs.staged(np.array(1.5))
def an_array_of_rank_0(x):
    """`+=` on an argument of rank 0 cannot be staged."""
    y = x
    x += 1
    return x, y


# -- What decides whether a result is an array


@programs.staged(*((a, b) for a in (X, T(X)) for b in (X, T(X))), (X, X))
def of_two(x, y):
    """A sum is an array if both operands are, and a tensor if one is."""
    a = x + y
    b = a
    a += 1
    return b


TENSOR = T(X)

VARIABLE = ag.Variable(X)


@programs.staged(X)
def with_tensors_at_hand(x):
    """Sums with a tensor and a variable of the module are tensors."""
    a, b = x + TENSOR, x + VARIABLE
    c, d = a, b
    a += 1
    b += 1
    return c, d
