"""Functions and methods of NumPy that change arrays in place, and `ufunc.at`."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant

X = np.array([[3, 1, 2], [4, 5, 0]])

matrices = programs.staged(
    *((X.astype(dtype), T(n)) for dtype in (float, int) for n in (1, 2))
)

one_matrix = programs.staged(X, X.astype(float))


# -- Methods


@matrices
def filled(x, n):
    """`fill` with a tensor and with a float, which an int array truncates."""
    y, z = x.copy(), x.copy()
    y.fill(n)
    z.fill(2.7)
    return y, z


@matrices
def sorted_along(x, n):
    """`sort` along either axis, and of the row at a dynamic index."""
    rows, columns, one = x.copy(), x.copy(), x.copy()
    rows.sort()
    columns.sort(axis=0)
    one[n - 1].sort()
    return rows, columns, one


@one_matrix
def partitioned(x):
    """`partition` of the rows of a matrix."""
    y = x.copy()
    y.partition(1)
    return y


@matrices
def changed_by_the_row(x, n):
    """A dynamic loop calls `fill` on a row and `sort` along axis 0."""
    y = x.copy()
    for i in range(n):
        y[0].fill(i)
        y.sort(axis=0)
    return y


@matrices
def sorted_row_out_of_bounds(x, n):
    """`sort` of a row at a dynamic index that may be out of bounds."""
    y = x.copy()
    y[n].sort()
    return y


@matrices
def changed_in_branches(x, n):
    """`fill` in one branch, `np.put` in the other."""
    y = x.copy()
    if n > 1:
        y.fill(3)
    else:
        np.put(y, 0, 8)
    return y


@one_matrix
def filled_by_an_array(x):
    """`fill` with an array of two elements raises."""
    y = x.copy()
    y.fill(np.zeros(2))
    return y


@one_matrix
def sorted_by_a_key(x):
    """`sort` with a keyword that it does not have raises TypeError."""
    y = x.copy()
    y.sort(key=abs)
    return y


@matrices
def sorted_by_too_much(x, n):
    """`sort` with too many arguments raises TypeError."""
    y = x.copy()
    y.sort(0, None, None, n)
    return y


@one_matrix
def filled_by_nothing(x):
    """`fill` without an argument raises TypeError."""
    y = x.copy()
    y.fill()
    return y


@matrices
def put_without_values(x, n):
    """`put` without values raises TypeError."""
    y = x.copy()
    y.put(n)
    return y


# -- Functions


@matrices
def put(x, n):
    """The method `put` and `np.put`, with indices from the start and the end."""
    y, z = x.copy(), x.copy()
    y.put([0, 4], [n, 9])
    np.put(z, [0, 4, -1], n)
    return y, z


@one_matrix
def put_beyond_the_ends(x):
    """`np.put` with `mode="wrap"` and `mode="clip"`."""
    y, z = x.copy(), x.copy()
    np.put(y, [7, -9], [1, 2, 3], mode="wrap")
    np.put(z, [7, -9], [1, 2, 3], mode="clip")
    return y, z


@matrices
def copied(x, n):
    """`np.copyto` of a tensor, and of an array under a mask."""
    y, z = x.copy(), x.copy()
    np.copyto(y, n)
    np.copyto(z, z * 2, where=z > 2)
    return y, z


@one_matrix
def copied_of_a_wider_kind(x):
    """`np.copyto` of floats into an int array raises TypeError."""
    y = x.copy()
    np.copyto(y, y * 1.5)
    return y


@matrices
def masked(x, n):
    """`np.putmask` and `np.place`, with as many or fewer values."""
    y, z, w = x.copy(), x.copy(), x.copy()
    np.putmask(y, y > 2, y * 10)
    np.putmask(z, z > 2, [-1, -2])
    np.place(w, w > 2, [-1, -2, n])
    return y, z, w


@matrices
def put_along_an_axis(x, n):
    """`np.put_along_axis` by row and over the flat array."""
    y, z = x.copy(), x.copy()
    np.put_along_axis(y, np.argmax(y, axis=1, keepdims=True), n, axis=1)
    np.put_along_axis(z, np.array([1, 2]), n, axis=None)
    return y, z


@matrices
def diagonals(x, n):
    """`np.fill_diagonal` of wide, tall and wrapped matrices and of a cube."""
    y, z, tall = x.copy(), x.copy(), x.T.copy()
    wrapped, cube = np.zeros((5, 2)), np.zeros((3, 3, 3))
    np.fill_diagonal(y, n)
    np.fill_diagonal(z, [n, 7])
    np.fill_diagonal(tall, n)
    np.fill_diagonal(wrapped, n, wrap=True)
    np.fill_diagonal(cube, n)
    return y, z, tall, wrapped, cube


@matrices
def diagonal_of_a_vector(x, n):
    """`np.fill_diagonal` of a vector raises ValueError."""
    y = np.zeros(3)
    np.fill_diagonal(y, n)
    return y


# -- ufunc.at


@matrices
def added_at(x, n):
    """`np.add.at` and `np.subtract.at`, by repeated indices and by a slice."""
    y, z, w = x.copy(), x.copy(), x.copy()
    np.add.at(y, (0, [1, 1, 2]), n)
    np.add.at(z, [0, 0], z[1])
    np.subtract.at(w, (slice(None), 1), 2)
    return y, z, w


@one_matrix
def counted(x):
    """`np.add.at` counts how often each number occurs: a histogram."""
    h = np.zeros(10)
    np.add.at(h, x.astype(int).ravel(), 1.0)
    return h


@one_matrix
def largest_at(x):
    """`np.maximum.at` by a mask."""
    y = x.copy()
    np.maximum.at(y, y > 3, 7)
    return y


@programs.staged(X)
def negated_at(x):
    """`np.negative.at` cannot be staged."""
    y = x.copy()
    np.negative.at(y, [0, 0])
    return y


each_ufunc = programs.staged(
    *((np.arange(1, 10).reshape(3, 3).astype(d), np.array([0, 2, 2])) for d in "fl")
)


@each_ufunc
def arithmetic_at(x, places):
    """`ufunc.at` of arithmetic, to a place as often as it is named."""
    found = []
    for ufunc in (np.multiply, np.floor_divide, np.logical_and):
        y = x.copy()
        ufunc.at(y, places, 3)
        ufunc.at(y, (places, 1), np.array([1, 2, 3], x.dtype))
        found.append(y)
    return found


@each_ufunc
def divided_at(x, places):
    """`np.divide.at` of floats, and of integers, which raises TypeError."""
    y = x.copy()
    np.divide.at(y, places, 3)
    np.divide.at(y, (places, 1), np.array([1, 2, 3], x.dtype))
    return y


@programs.staged((np.arange(9.0).reshape(3, 3) + 1, np.array([0, 2, 2])))
def floats_at(x, places):
    """`ufunc.at` of functions that floats have."""
    found = []
    for ufunc in (np.power, np.remainder, np.fmod, np.hypot, np.logical_or,
                  np.logical_xor, np.fmax):  # fmt: skip
        y = x.copy()
        ufunc.at(y, places, 3)
        ufunc.at(y, (places, 1), np.array([1.0, 2.0, 3.0]))
        found.append(y)
    return found


@programs.staged((np.arange(1, 10).reshape(3, 3), np.array([0, 2, 2])))
def integers_at(x, places):
    """`ufunc.at` of functions that integers have."""
    found = []
    for ufunc in (np.bitwise_and, np.bitwise_or, np.bitwise_xor, np.left_shift, np.gcd):
        y = x.copy()
        ufunc.at(y, places, 3)
        ufunc.at(y, (places, 1), np.array([1, 2, 3]))
        found.append(y)
    return found


# -- Of arguments, and of tensors


@programs.staged(X)
def sorted_argument(x):
    """`sort` of an array argument cannot be staged."""
    x.sort()
    return x


@programs.falls(T([1.0, 2.0]))
def of_a_tensor(x):
    """What changes arrays in place raises TypeError on a tensor."""
    raised = 0
    for change in (lambda: x.sort(), lambda: x.fill(0), lambda: np.put(x, 0, 1),
                   lambda: np.add.at(x, 0, 1), lambda: np.copyto(x * 2, 1)):  # fmt: skip
        try:
            change()
        except TypeError:
            raised += 1
    return raised
