"""NumPy objects that are no functions: `np.r_`, `np.mgrid`, `np.vectorize`, ..."""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

VECTOR = np.array([1.0, 2.0, 3.0])
NARROW = VECTOR.astype(np.float32)
MATRIX = np.arange(6.0).reshape(2, 3)
COUNT = np.int64(4)


@programs.staged(VECTOR, NARROW)
def joined_by_r_(x):
    """`np.r_` of arrays, scalars, slices of arrays, and lists."""
    return np.r_[x, 0, x[:2]], np.r_[[1, 2], x[0], x], np.r_[x[0], x[1], 3]


@programs.staged(VECTOR, NARROW)
def weak_numbers_in_r_(x):
    """Python numbers in `np.r_` do not widen float32."""
    return np.r_[x, 0.5, 2]


@programs.staged(VECTOR)
def slices_in_r_(x):
    """`np.r_` of slices with a step, and with a number of points."""
    return np.r_[1:4, x, 0:1:3j]


@programs.staged(MATRIX)
def matrices_in_r_(x):
    """`np.r_` of matrices: along rows, and along columns by a directive."""
    return np.r_[x, x[:1]], np.r_["1", x, x]


@programs.staged(VECTOR)
def directives_of_r_(x):
    """Directives of `np.r_` for axis, least number of dimensions, and where."""
    return np.r_["0,2", x, x], np.r_["0,2,0", x, x], np.r_["1,3,0", x, x]


@programs.staged(COUNT)
def a_dynamic_slice_in_r_(n):
    """`np.r_` of a slice that ends at a dynamic number."""
    return np.r_[0:n, 7]


@programs.staged(VECTOR)
def columns_by_c_(x):
    """`np.c_` of vectors, and of a vector and a slice."""
    return np.c_[x, x**2], np.c_[x, 0:3]


@programs.staged(MATRIX)
def matrices_in_c_(x):
    """`np.c_` of a matrix, a column and an array of ones."""
    return np.c_[x, x[:, 0], np.ones(2)]


@programs.staged(COUNT)
def grids(n):
    """`np.mgrid` and `np.ogrid` with dynamic ends and steps."""
    return np.mgrid[0:n, 1:n:2], np.mgrid[0:n:0.5], np.ogrid[0:n, -1:n]


@programs.staged(VECTOR)
def grids_of_points(x):
    """`np.mgrid` with dynamic ends and a number of points."""
    return np.mgrid[0 : x[2] : 5j, x[0] : 2 : 3j], np.mgrid[0 : x[2] : 5j]


@programs.staged(MATRIX)
def windows(x):
    """`sliding_window_view` along one axis and along all axes."""
    of_one = sliding_window_view(x, 2, axis=1).mean(-1)
    return sliding_window_view(x[0], 2), sliding_window_view(x, (2, 2)), of_one


def sign_or_zero(x, least):
    if abs(x) < least:
        return 0
    return np.sign(x)


signs = np.vectorize(sign_or_zero, otypes=[float])
parts = np.vectorize(lambda x: (x + 0.5, x > 1), otypes=[np.int64, bool])


@programs.falls(VECTOR, MATRIX)
def vectorized(x):
    """`np.vectorize` of a function with an `if`."""
    return signs(x - 2, 0.5)


@programs.falls(VECTOR)
def vectorized_and_broadcast(x):
    """Arguments of an `np.vectorize` function are broadcast."""
    return signs(x, x[:, None] - 1)


@programs.falls(VECTOR, MATRIX)
def vectorized_to_several(x):
    """An `np.vectorize` function of two results, of two dtypes."""
    return parts(x)


@programs.falls(MATRIX, VECTOR)
def numbered(x):
    """`np.ndenumerate` in a loop."""
    total = 0.0
    for place, value in np.ndenumerate(x):
        total += value * sum(place)
    return total


@programs.falls(VECTOR)
def shape_of_a_broadcast(x):
    """The shape of `np.broadcast`."""
    return np.zeros(np.broadcast(x, x[:, None]).shape) + x


@programs.staged(VECTOR, COUNT, MATRIX)
def checked_and_ordered(x):
    """`np.asarray_chkfinite`, `np.asfortranarray` and `np.require`."""
    ordered = np.asfortranarray(x) * 2, np.require(x, np.float32, "C")
    return np.asarray_chkfinite(x) * 2, *ordered


@programs.staged(np.array([1.0, 2.0, 3.0]), ag.constant([1.0, 2.0, 3.0]))
def a_directive_that_is_not_first(x):
    """A directive of `np.r_` after another entry is a ValueError."""
    return np.r_[x, "1"]


@programs.staged(np.array([1.0, np.inf]), np.array([1.0, 2.0]))
def infinity_where_it_is_looked_for(x):
    """`np.asarray_chkfinite` of infinity is a ValueError."""
    return np.asarray_chkfinite(x)
