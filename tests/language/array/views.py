"""Views and memory layout."""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Writes through views

T = ag.constant


@programs.staged(1, np.int64(0), T(1))
def put_back_by_hand(i):
    """Views and copies of a row, written to before and after assignment."""
    a = np.zeros((2, 3))
    r = a[i]
    r[0] = 5
    a[i] = r
    r[1] = 6
    b = a[i] + 1
    b[2] = 7
    a[i] = b
    b[0] = 9
    return a, b, r


@programs.staged((T(1), T(0)), (np.int64(0), np.int64(1)))
def of_three_axes(i, j):
    """Chained indexing of three axes writes through views and into copies."""
    t = np.zeros((2, 2, 3))
    t[i, 0][1] = 1
    t[i][j][0] = 2
    t[:, j][i][2] += 3
    t[i, :, j][0] -= 4
    t[i, [0, 1]][0] = 100
    return t


@programs.staged((np.arange(6.0).reshape(2, 3), T(1)))
def swapped_twice(m, i):
    """Two swaps of items, by chained indexing and through a named view."""
    a = m.copy()
    a[i][0], a[i][1] = a[i][1], a[i][0]
    r = a[i]
    r[1], r[2] = r[2], r[1]
    return a, r


@programs.staged(np.arange(6.0).reshape(2, 3))
def transposed(m):
    """Writes through `a.T`, `transpose()` and a transposed view of it."""
    a, b = m.copy(), np.ones((2, 3, 4))
    t = a.T
    t[0, 1] = 50
    a[0, 2] = 70
    t[...] += 1
    turned = b.transpose(2, 0, 1)
    turned[3][1] = 7
    turned.T[0, 0, 0] = 5
    return a, t, b, turned, t.T.copy()


@programs.staged(np.arange(6.0).reshape(2, 3))
def transposed_copies(m):
    """Writes to an array and to copies of its transpose are independent."""
    a = m.copy()
    b, c = a.T.copy(), np.sort(a, axis=0).T
    a[0] = 9
    b[0] = 8
    c[0] = 7
    return a, b, c


@programs.staged((T(0), np.array([0, 1])))
def by_a_number_or_an_array(n, x):
    """An index that is an int or an array at run time cannot be staged."""
    a = np.zeros((2, 3))
    if n > 0:
        k = x
    else:
        k = x[0]
    a[k][0] = 7.0
    a[k][1] = 8.0
    return a


by_each_kind = programs.staged(np.array(1), T(1), np.int64(1), 1, np.array(1))


@by_each_kind
def rows_by_an_argument(i):
    """Indices of rank 0 select copies if arrays, views if ints."""
    a, b = np.zeros((2, 3)), np.zeros((2, 3))
    a[i][0] = 7.0
    a[i][1] = 8.0
    b[:, i][0] = 2.0
    b[i, 1:][0] = 3.0
    return a, b


@by_each_kind
def a_row_by_name(i):
    """Named rows by an index of rank 0 are copies or views."""
    a = np.zeros((2, 3))
    r, s = a[i], a[i + 0]
    a[1, 0] = 5
    r[1] = 6
    r += 1
    s[2] = 7
    return a, r, s


@by_each_kind
def whole_rows(i):
    """Assignments, `+=` and slices of a row by an index of rank 0."""
    a = np.zeros((2, 3))
    a[i] = 5
    a[i] += 2
    a[i, 0] = 9
    a[i][1] += 1
    a[i:][0] += 3
    return a


@by_each_kind
def rows_in_blocks(i):
    """Writes to a row by an index of rank 0 in a branch and in a loop."""
    a = np.zeros((2, 3))
    if i > 0:
        r = a[i]
        r[1] = 3
    for k in range(i + 2):
        a[i][k] = k
    return a


@by_each_kind
def rows_by_arrays_made_of_it(i):
    """Indices computed by NumPy from an argument select copies or views."""
    a = np.zeros((15, 2))
    a[np.array(i)][0] = 7.0
    a[:, np.array(i)][2] = 2.0
    a[np.asarray(i) + 1][0] = 1
    a[np.asarray(i), :1][0] = 2
    a[np.array([i, 3])[1]][0] = 3
    a[np.array([i, 3])[1, ...]][1] = 4
    a[np.array([[i]]).squeeze()][0] = 5
    a[np.array([i]).reshape(())][0] = 5
    a[np.array(i).copy()][0] = 6
    a[np.full((), i)][0] = 8
    a[np.where(np.array(i) > 0, np.array(i), 0)][0] = 8
    a[np.zeros_like(np.array(i))][0] = 9
    a[np.array([i]).sum() + 3][0] = 10
    a[np.int64(i) + 4][0] = 11
    a[np.int64(np.array(i)) + 0][1] = 12
    a[np.int64(np.array(i))][1] += 13
    a[np.round(np.array(i)) + 5][1] = 14
    a[np.count_nonzero(np.array([i])) + 6][1] = 15
    return a


@by_each_kind
def numbers_of_arrays_made_of_it(i):
    """`+=` and `*=` on arrays created from an argument reach their aliases."""
    b = np.array(i)
    c = b
    b += 2
    d = np.array([i, i])
    e = d
    d *= 3
    return c, e, [0] * np.array([i, 1]).sum(), [5] * (np.asarray(i) + 1)


MATRIX = np.arange(6.0).reshape(2, 3)


@programs.staged((MATRIX, T(2)), (MATRIX, 2))
def all_elements(m, n):
    """Reads and writes through `a.flat` with dynamic indices and steps."""
    a, b = m * 2, np.zeros((3, 3))
    a.flat[::n] = 5
    a.flat[n] += 1
    a.T.flat[1] = 7
    f = a.flat
    a[0, 0] = 9
    b.flat[::4] = 1
    b.flat[n] = n
    return a, f[0], a.flat[[1, 2]], b, len(a.flat), np.sum(m.flat), list(f)


@programs.staged(MATRIX)
def parts_of_all_elements_are_copies(m):
    """Slices of `a.flat` are copies."""
    a = m * 2
    c = a.flat[1:3]
    c[0] = 50
    f = a.flat
    a[1, 1] = 3
    d = f[3:]
    d[0] = -2
    return a, c, d


@programs.staged((MATRIX, T(2)))
def all_elements_in_a_loop(m, n):
    """Items of `a.flat` are written in a dynamic loop."""
    a = m * 2
    for k in range(n + 2):
        a.flat[k] += k
        if k > 1:
            a.flat[k] = -a.flat[k - 1]
    return a


in_and_out = programs.staged(T(1), T(2), T(3), T(5))


@in_and_out
def into_a_copy_by_an_index(n):
    """A write out of bounds into a copy by a list index raises IndexError."""
    a = np.zeros((3, 3))
    a[[0]][0][n] = 1
    return a


@in_and_out
def into_the_copies_of_an_index(n):
    """A dynamic list index out of bounds raises IndexError before the write."""
    a = np.zeros((3, 3))
    a[[n]][0][0] = 1
    b = a[[0]]
    b[0, 0] += 1
    return a


@in_and_out
def into_a_copy_in_a_branch(n):
    """A write out of bounds into an unused copy in a branch raises."""
    a = np.zeros((3, 3))
    if n > 2:
        b = a.copy()
        b[n] = 1
    return a


@in_and_out
def into_what_a_loop_makes(n):
    """A write out of bounds into an unused copy in a loop raises."""
    b = np.zeros(3)
    for i in range(n):
        c = b.copy()
        c[i] += 1
    return n


@in_and_out
def into_what_loops_change(n):
    """A write out of bounds into an array that is not returned raises."""
    b = np.zeros(3)
    i = 0
    while i < n:
        b[i] += 1
        b[: i + 1][i] = 2
        i += 1
    return n


@in_and_out
def into_an_array_in_a_try(n):
    """The IndexError of a write into an unused array is caught."""
    b = np.zeros(3)
    try:
        b[n] = 1
    except IndexError:
        return -1
    return n


@in_and_out
def into_the_copy_that_is_cast(n):
    """Writes out of bounds into `astype()` copies and by `np.add.at()`."""
    b = np.zeros(3)
    b.astype(int)[n] = 1
    np.add.at(b, [n], 2)
    return n


@programs.staged(T("1"), T("a"))
def text_added_to_numbers(t):
    """`np.add.at()` of a string tensor to floats raises TypeError."""
    a = np.zeros(3)
    np.add.at(a, [0], t)
    return a


@programs.staged(T("1"), T("a"))
def text_multiplied_with_numbers(t):
    """`np.multiply.at()` of a string tensor into ints raises ValueError."""
    a = np.zeros(3, int)
    np.multiply.at(a, [0, 1], t)
    return a


@programs.staged(T("1"), T("a"))
def complex_numbers_of_texts(t):
    """`np.array()` of string tensors as complex cannot be staged."""
    return np.array([t, t], dtype=complex)


@programs.defects(T("1"), T("a"))
def complex_numbers_of_an_array_of_texts(t):
    """`astype(np.complex64)` of reshaped string tensors cannot be staged."""
    return np.asarray([t, t]).reshape(2, 1)[:1].astype(np.complex64)


@programs.defects(T("1"))
def complex_numbers_by_asarray(t):
    """`np.asarray()` of a string array as complex cannot be staged."""
    return np.asarray(np.array([t]), complex)


@programs.staged(T("1"), T("2j"))
def complex_numbers_of_other_texts(t):
    """`astype(complex)` of `np.full()` and `np.stack()` of a string tensor."""
    return np.full(2, t).astype(complex), np.stack([t, t]).astype(complex)


@programs.staged(T(2), T(0))
def parts_of_complex_numbers(n):
    """`a.real` and `a.imag` are assigned to and written through."""
    a = np.array([1 + 2j, 3])
    a.real = n
    a.imag[0] = 5
    a[1] = n * 1j
    return a, a.conj(), np.abs(a), a.real, a.imag


@programs.staged(T(2.0), T(-1.5))
def parts_after_other_views(x):
    """Real and imaginary parts as views of transposed and sliced arrays."""
    a = np.zeros((2, 3), complex)
    a.T[0, 1] = 3
    a.real[...] = x
    b = a.real
    a[0, 0] = 7 + 1j
    b[1] += 2
    a.T.imag[2] = x
    a.imag += 1
    c = np.real(a)
    c[0, 1] = 9
    return a, b, c


@programs.staged(T(2), T(3))
def parts_in_a_loop(n):
    """Real and imaginary parts with NaN and infinity in a dynamic loop."""
    a = np.zeros(4, complex)
    a.real[n] = np.nan
    a.imag[n] = np.inf
    for i in range(n):
        a.real[i] += a.imag[n - 1] + 1
    return a, a[a.imag > 0]


@programs.staged(T(2))
def attributes_that_are_set(n):
    """`a.flat` and `b.real` are assigned to as attributes."""
    a, b = np.zeros((2, 2)), np.zeros(3)
    a.flat = n
    a[0] += 1
    a.flat = np.arange(4) * n
    b.real = n
    return a, b


@programs.staged(T(2))
def no_imaginary_parts(n):
    """Assigning `imag` of a real array raises TypeError."""
    a = np.zeros(4)
    a[0] = n
    a.imag = n
    return a


# -- ravel()

A = np.array([1.0, 4.0, 2.0, 0.0])

M = np.arange(6.0).reshape(3, 2)


@programs.staged(A, A[::2])
def of_a_copy(x):
    """Writing to `ravel` of a contiguous copy writes to the copy."""
    y = x.copy()
    z = y.ravel()
    z[0] = 9
    return y, z


@programs.staged(A, A[::2])
def of_what_is_computed(x):
    """Writing to a computed vector shows in its `np.ravel` of order F."""
    y = x * 2
    z = np.ravel(y, order="F")
    y[0] = 9
    return y, z


@programs.staged(A)
def of_a_run_of_elements(x):
    """`ravel` of a contiguous slice is a view: writing it changes the base."""
    y = x.copy()
    z = y[1:].ravel()
    z[0] = 9
    return y, z


@programs.staged(A)
def of_every_other_one_alone(x):
    """`ravel` of a strided slice is a copy that can be written to."""
    y = x.copy()
    z = y[::2].ravel()
    z[0] = 9
    return z


@programs.staged(A, A[::2], T(A))
def that_is_read_only_here(x):
    """`ravel` of vectors and strided slices that are only read."""
    return x.ravel() + 1, x[::-1].ravel().sum(), np.ravel(x[::2])


@programs.staged(A)
def of_one_number(x):
    """`ravel` of a broadcast element is a copy that can be written to."""
    y = np.broadcast_to(x[0], (3,)).ravel()
    y[0] = 5
    return y


@programs.staged(A)
def imaginary_parts_of_real_numbers(x):
    """Writing to `imag` of a real array raises ValueError."""
    y = x.copy().imag
    y[0] = 5
    return y


@programs.staged(A)
def windows(x):
    """Writing to a `sliding_window_view` raises ValueError."""
    y = np.lib.stride_tricks.sliding_window_view(x.copy(), 2)
    y[0] = 5
    return y


@programs.staged(A)
def every_other_one(x):
    """Writing to `ravel` of a strided slice, with its base, cannot be staged."""
    y = x.copy()
    z = y[::2].ravel()
    z[0] = 9
    return y, z


@programs.staged(A)
def backwards(x):
    """`ravel` of a reversed view whose base is written cannot be staged."""
    y = x.copy()
    z = y[::-1].ravel()
    y[0] = 9
    return y, z


@programs.staged(M)
def a_column(x):
    """Writing to `ravel` of a column of a matrix cannot be staged."""
    y = x.copy()
    z = y[:, 0].ravel()
    z[0] = 9
    return y, z


@programs.staged((A, T(0)), (A, T(1)))
def of_one_of_two(x, n):
    """Writing to `ravel` of a vector or its reverse, by a branch: not staged."""
    y = x.copy()
    if n > 0:
        y = y[::-1]
    z = y.ravel()
    z[0] = 5
    return y, z


# -- Layout of copies

X = np.random.default_rng(0).normal(size=(37, 53))


@programs.staged(X, X.astype(np.float32), X[:1], X[:, :0], ag.constant(X))
def of_copies(x):
    """Reductions over `x.T.copy()` round as in NumPy, whose layout they follow."""
    y = x.T.copy()
    return y.sum(axis=0), y.sum(), y.mean(axis=1), y.T.sum(axis=1)


@programs.staged(X, ag.constant(X))
def of_copies_of_what_is_computed(x):
    """Sums over a copy of a computed transposed array round as in NumPy."""
    y = (x.T * 1.1 + x.T[::-1]).copy()
    return y.sum(axis=0), y.sum(), y.std()


@programs.staged(X, X.astype(np.float32))
def of_arrays_that_are_contiguous(x):
    """Sums over `np.ascontiguousarray(x.T)` and `np.copy(x.T)` round as in NumPy."""
    y = np.ascontiguousarray(x.T)
    return y.sum(axis=0), y.sum(), np.copy(x.T).sum(axis=0)


@programs.staged(X)
def of_copies_that_are_written_to(x):
    """Writing to `x.T.copy()` leaves `x` unchanged; sums round as in NumPy."""
    y = x.T.copy()
    y[0] = 3
    y[:, 1] += x[1]
    return y.sum(axis=0), y, x


@programs.staged(X, ag.constant(X))
def of_copies_in_a_loop(x):
    """Sums over transposed copies rebound in a loop round as in NumPy."""
    y = x.T.copy()
    for _ in range(3):
        y = (y.T * 1.5).T.copy()
    return y.sum(axis=0), y.sum()


@programs.staged(np.array([1.0, 2.0, 3.0]), np.array([5.0, -1.0, 4.0, 4.5]))
def clusters(x):
    """Two means: arrays that many nested branches select are written to."""
    centres = x[:2].copy()
    nearest = np.zeros(len(x), dtype=np.intp)
    for turn in range(25):
        found = ((x[:, None] - centres[None]) ** 2).argmin(axis=1)
        if turn > 0 and np.all(found == nearest):
            break
        nearest = found
        for k in range(2):
            if (nearest == k).any():
                centres[k] = x[nearest == k].mean()
    return centres, nearest
