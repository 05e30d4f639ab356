"""NumPy's functions on arrays, lists and tensors."""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- NumPy's functions

T = ag.constant

X, M = np.array([3.0, -1.0, 2.0]), np.arange(6.0).reshape(3, 2)

TABLE = np.arange(8.0)


def put(array):
    array[0] = 5


@programs.staged(T(3), T(2), np.int64(1), 3)
def shaped(n):
    """`reshape`, slices and `repeat` with dynamic sizes."""
    a = np.arange(12)
    return a.reshape(n, -1), a.reshape((-1, n)).sum(axis=1), a[:n].repeat(n)


@programs.staged(T(2), np.int64(1))
def taken(n):
    """`take`, `clip`, `dot` and `std` with dynamic arguments."""
    a = np.array([4.5, 1.25, 3.0])
    picked = a.take([n, 0])
    return a.take(n), picked, a.clip(2, n), a.dot(np.ones(3) * n), a.std(ddof=n)


@programs.staged(T(2), np.int64(3), 2)
def made_of_lists_and_changed_in_place(n):
    """Arrays of dynamic numbers, created by NumPy functions, change in place."""
    running, larger, ranked = np.cumsum([n, n]), np.maximum([n, 1], 2), np.array(n)
    kept = running, larger, np.asarray(int(n))
    running += 1
    larger *= n
    number = kept[2]
    number += 1
    return kept, number, ranked


@programs.staged(T(2), np.int64(3))
def changed_in_place(n):
    """An array of dynamic length is changed by `+=`, by item and through a view."""
    a = np.arange(3).repeat(n)
    b = a
    a += 1
    a[0] = n
    put(b[1:])
    return a, b


@programs.staged(T(3), np.int64(2))
def rows_of_a_reshaped_one(n):
    """Rows of an array with a dynamic number of rows are written to."""
    a = np.zeros(6).reshape(n, -1)
    a[n - 1][0] = 1
    a[0] += 2
    return a, TABLE.reshape(n, -1)[0] if n == 2 else TABLE[n:] * 2


@programs.staged(T(3))
def written_through_another_shape(n):
    """A write through `np.reshape` to a dynamic shape cannot be staged."""
    a = np.zeros(6)
    b = np.reshape(a, (n, 2))
    b[0] = 1
    return a


@programs.staged(T(3))
def written_through_a_method(n):
    """A write through `a.reshape(n, 2)[0]` cannot be staged."""
    a = np.zeros(6)
    a.reshape(n, 2)[0] = 1
    return a


@programs.staged(T(3))
def written_ahead_of_a_use(n):
    """Writing to an array before its dynamic reshape is used cannot be staged."""
    a = np.zeros(6)
    b = np.reshape(a, (n, 2))
    put(a)
    return b


@programs.staged(T(1))
def a_part_of_what_is_written_to(n):
    """A slice with a dynamic start sees later writes to its array."""
    a = np.zeros(6)
    b = a[n:]
    a.sort()
    put(a[1:])
    return b + 1


@programs.staged(T(1), T(3))
def a_table_that_nobody_writes_to(n):
    """A global array is sliced, reshaped and indexed by dynamic keys."""
    part = TABLE[n:]
    shaped = np.reshape(TABLE, (2, -1))
    y = np.zeros(2)
    y[0] = part[0]
    y[1] = shaped[0, n] + TABLE[n] + TABLE[n]
    return y, part.sum()


@programs.staged(T(1))
def copies_taken_before_a_write(n):
    """`a[n:] * 1` and `a[n]` do not see a later write to `a`."""
    a = np.zeros(6)
    b, c = a[n:] * 1, a[n]
    put(a[1:])
    return b, c, a


def squares(n):
    found = []
    for i in range(n):
        found.append(i * i + 0.5)  # that is what is tested
    return found


@programs.staged(T(4), T(1), T(0))
def sums_and_means(n):
    """`np.mean`, `sum`, `std`, `median` and `cumsum` of a list of dynamic length."""
    xs = squares(n)
    return np.mean(xs), np.sum(xs), np.std(xs), np.median(xs), np.cumsum(xs)


@programs.staged(X)
def of_a_comprehension(x):
    """NumPy functions of a comprehension with a data-dependent filter."""
    positive = [v for v in x if v > 0]
    return (
        np.max(positive),
        np.argmax(positive),
        np.sqrt(positive),
        np.dot(positive, positive),
        np.interp(2.5, sorted(positive), positive),
        np.add(positive, 1),
        np.mean([int(v) for v in x if v > 0]),
    )


@programs.staged(M, -M)
def joined(m):
    """`np.vstack` and others of rows filtered at run time; none is a ValueError."""
    found = [row for row in m if row[0] > 0]
    try:
        return (
            np.vstack(found).sum(),
            np.concatenate(found).sum(),
            np.hstack(found).sum(),
            np.column_stack(found).sum(),
        )
    except ValueError:
        return 0.0, 1.0, 2.0, 3.0


@programs.staged(M)
def the_parts_that_are_joined(m):
    """`np.vstack`, `hstack` and others return arrays of dynamic length."""
    found = [row * 2 for row in m if row[0] > 0]
    numbers = [row[0] for row in m if row[0] > 0]
    return (
        (np.vstack(found), np.concatenate(found), np.hstack(found)),
        (np.column_stack(found), np.mean(found, axis=0)),
        (np.vstack(numbers), np.hstack(numbers), np.column_stack(numbers)),
    )


@programs.staged(X)
def sorted_elements_of_a_mask(x):
    """`sorted` of the elements that a boolean mask selects."""
    return (
        sorted(x[x > 0]),
        sorted(x[x < 9], reverse=True),
        sorted(x[x < 9], key=lambda v: -v),
    )


def swap(array, i, j):
    array[i], array[j] = array[j], array[i]


class Filler:
    def fill(self, array, n):
        array[n] = 4

    def filled(self, n):
        a = np.zeros(3)
        self.fill(a, n)
        return a


@programs.staged(T(1), np.int64(1))
def handed_to_functions(n):
    """Functions and methods write to arrays and views that are arguments."""
    a, b = np.zeros(3), np.zeros((2, 3))
    c = np.arange(5)
    put(a[n:])
    put(b[n])
    put(b[:, n])
    r = b[n - 1]
    put(r)
    for k in range(n + 3):
        swap(c, k, k + 1)
    return a, b, c, r, Filler().filled(n)


@programs.staged(T(1), np.int64(1))
def items_of_containers(n):
    """Arrays in a list, a dict and a tuple are written to."""
    xs = [np.zeros(2) for _ in range(3)]
    table = {"a": np.zeros(3), "b": np.ones(2)}
    pair = np.zeros(3), np.ones(2)
    xs[0][n] = 1
    xs[2] += 3
    table["a"][n] = 1
    table["b"][0] += n
    pair[0][n] = 1
    pair[1][...] *= n
    return xs, table, pair


@programs.staged(T(1), np.int64(1))
def one_array_in_two_places(n):
    """One array is two items of a list; a write shows in both."""
    z = np.zeros(3)
    xs = [z, z, np.zeros(3)]
    xs[0][0] = 1
    return xs, z * n


@programs.staged(T(1))
def an_array_that_the_run_picks(n):
    """A write to an array at a dynamic index of a list."""
    xs = [np.zeros(2) for _ in range(3)]
    xs[n][0] = 1
    return xs


F32, I8 = np.array([1, 2], np.float32), np.array([1, 2], np.int8)


@programs.staged(F32, I8, T([1.5, 2.0]), X[:2], np.array(2, np.int8))
def beside_lists(x):
    """Operators and comparisons between an array and list displays."""
    return (
        x * [0.1, 2],
        [3, 4] - x,
        x / (1, 2),
        x == [1, 300],
        x > [0.1, 0.2],
        x + [x, x],
    )


@programs.staged(F32, I8, T([1.5, 2.0]), np.array([True, False]))
def lists_of_numbers_of_the_run(x):
    """Operators between an array and lists of dynamic numbers."""
    n = int(x[0])
    return x * [n, 2], x + (x[1], 1.5), [[n], [1]] + x, x @ [1, n]


@programs.staged(np.float32(2), T(2.0), np.int16(2))
def a_number_beside_lists(x):
    """`+` and `/` between a NumPy scalar and lists return arrays."""
    return x + [1.1, 2], [1, 2.5] / x


@programs.staged((F32, 2), (I8, T(2)), (T([1.5, 2.0]), T(2)), (T([1.5, 2.0]), 0))
def lists_in_loops(x, n):
    """Arithmetic with lists in a loop changes the dtype of an array."""
    y, made = x, np.asarray(x)
    for i in range(n):
        y = y * [0.1, 0.2]
        if i > 0:
            made = made + [i, 0]
    return y, made


@programs.staged(np.array([1, 2], np.uint8))
def a_list_that_does_not_fit_in_place(x):
    """`+=` of a list of ints on a uint8 array raises NumPy's casting error."""
    x = np.array(x)
    try:
        x += [1, 2]
    except TypeError as error:
        return str(error)
    return x


@programs.staged(T(1), np.int64(1), 1)
def read_only(n):
    """Writes to broadcast, diagonal and sliced read-only views raise ValueError."""
    x, said = np.array([[n, 1], [2, 3]]), []
    wide, line, part = np.broadcast_to(x, (2, 2, 2)), x.diagonal(), np.diag(x)[n:]
    for each in (wide, line, part):
        try:
            each[0] = n
        except ValueError as error:
            said.append(str(error))
        try:
            each += 1
        except ValueError as error:
            said.append(str(error))
    return said, x, wide + 1


@programs.staged(T([1, 2]), X)
def an_array_of_the_memory_of_a_tensor(x):
    """A write to `np.asarray` of a tensor raises ValueError; to a copy it works."""
    y = np.asarray(x)
    if isinstance(x, np.ndarray):
        y = y.copy()
    y[0] = 5
    return y


@programs.staged(T([1, 2]))
def views_of_the_memory_of_a_tensor(x):
    """Writes to five views of `np.asarray` of a tensor raise ValueError."""
    y, said = np.asarray(x), []
    for each in (y.reshape(2, 1), y[1:], np.expand_dims(y, 0), np.flip(y), y.ravel()):
        try:
            each[0] = 5
        except ValueError as error:
            said.append(str(error))
    return said, x


scalar = programs.staged(np.float64(1.5))


def read_only_views(v):
    x = np.full(3, v)
    wide, line = np.broadcast_to(x, (2, 3)), np.broadcast_to(v, (3, 4))
    return wide, line, np.diagonal(np.outer(x, x))


@scalar
def reshaped_a_new_axis(v):
    """`reshape` of a broadcast array with a new axis is a read-only view."""
    wide, _, _ = read_only_views(v)
    each = wide[None].reshape(1, 2, 3)
    each[0] = 5
    return each


@scalar
def reshaped_a_reversed_axis(v):
    """`reshape` of a broadcast array with a reversed axis is a writable copy."""
    wide, _, _ = read_only_views(v)
    each = wide[:, ::-1].reshape(6)
    each[0] = 5
    return each


@scalar
def reshaped_a_row(v):
    """`reshape` of a row of a broadcast array is a read-only view."""
    wide, _, _ = read_only_views(v)
    each = wide[0].reshape(3, 1)
    each[0] = 5
    return each


@scalar
def reshaped_a_part(v):
    """`reshape` of columns of a broadcast array is a writable copy."""
    wide, _, _ = read_only_views(v)
    each = wide[:, 1:].reshape(-1)
    each[0] = 5
    return each


@scalar
def reshaped_a_transposed_one(v):
    """`reshape` of a transposed broadcast array is a writable copy."""
    wide, _, _ = read_only_views(v)
    each = wide.T.reshape(6)
    each[0] = 5
    return each


@scalar
def reshaped_repeated_numbers(v):
    """`reshape` of a strided slice of a broadcast scalar is a read-only view."""
    _, line, _ = read_only_views(v)
    each = line[1:, ::2].reshape(2, 2, 1)
    each[0] = 5
    return each


@scalar
def reshaped_repeated_numbers_transposed(v):
    """`reshape` of a transposed broadcast scalar is a read-only view."""
    _, line, _ = read_only_views(v)
    each = line.T.reshape(12)
    each[0] = 5
    return each


@scalar
def reshaped_repeated_numbers_squeezed(v):
    """`np.squeeze` of a broadcast scalar is a read-only view."""
    _, line, _ = read_only_views(v)
    each = np.squeeze(line[None], 0)
    each[0] = 5
    return each


@scalar
def reshaped_a_diagonal(v):
    """`reshape` of `np.diagonal` to a column is a read-only view."""
    _, _, corner = read_only_views(v)
    each = corner.reshape(3, 1)
    each[0] = 5
    return each


@scalar
def reshaped_a_part_of_a_diagonal(v):
    """`reshape` of a slice of `np.diagonal` is a read-only view."""
    _, _, corner = read_only_views(v)
    each = corner[1:].reshape(-1)
    each[0] = 5
    return each


@programs.staged(T(1), np.int64(1), 1)
def copies_of_what_is_read_only(n):
    """Copies of read-only arrays are written to."""
    x = np.array([[n, 1], [2, 3]])
    wide, line, spread = np.broadcast_to(x, (2, 2, 2)).copy(), np.diag(x) + 0, x.copy()
    wide[0] = line[n] = 7
    filled = np.full((2, 2), n)
    filled[0] = 4
    spread += np.diag(x[0])
    return wide, line, filled, spread


# -- Arrays and lists as operands

numbers = programs.staged(*map(T, (3, 0)))


@numbers
def beside_lists_that_are_written_there(n):
    """Operators between arrays and list displays of dynamic numbers."""
    return (
        np.ones(2) * [n, 1],
        np.arange(2) + (int(n), 1),
        [int(n), 1] - np.ones(2),
        np.ones((2, 2)) @ [n, 2.5],
        np.array([[1, 2], [3, 4]]) / [[n + 1], [2]],
        f"{np.ones(2) * [int(n), 1]}",
    )


@numbers
def beside_lists_in_variables(n):
    """Operators between arrays and lists of dynamic numbers in variables."""
    weights = [int(n), 0.5]
    shape = [2]
    return np.ones(2) * weights, weights @ np.ones(2), np.ones(2) ** weights, shape * 2


@numbers
def compared(n):
    """`==` and `<` between an array and a list compare item by item."""
    given = np.array([3, 2])
    return given == [int(n), 2], given < [n, 5], (given == [int(n), 2]).all()


@numbers
def in_place(n):
    """`array *= list` changes the array; `list += array` rebinds to an array."""
    made = np.ones(2)
    other = made
    made *= [n, 2]
    made -= (int(n), 1)
    listed = [int(n), 1]
    listed += np.ones(2)
    return other, listed


@programs.staged(T(3))
def lists_of_the_run(n):
    """Operators between arrays and a list of dynamic length."""
    found = [float(i) for i in range(n)]
    return (
        np.ones(3) * found,
        found - np.ones(3),
        np.arange(n) * found,
        np.ones(3) == found,
    )


@numbers
def lists_that_are_repeated(n):
    """Lists and tuples of dynamic numbers are repeated by `*` and joined by `+`."""
    return [int(n), 1] * np.int64(2), [0] * 2, [int(n)] + [np.int64(1)], (n, 1) * 2


@numbers
def shapes_that_do_not_fit(n):
    """An array times a list of the wrong length raises a caught ValueError."""
    try:
        return np.ones(3) * [n, 1]
    except ValueError:
        return np.zeros(3)


# -- Empty arrays

X_2, K = np.array([1.0, 2.0, 3.0]), np.array([1, 2, 3])

lengths = programs.staged(*((x, T(n)) for x in (X_2, K) for n in (0, 1, 2, 3)))


def told(function, *args, **named):
    """Return the message of what a function raises, or the sum of what it gives."""
    try:
        found = function(*args, **named)
    except (IndexError, ZeroDivisionError, TypeError, ValueError) as error:
        return str(error), 0.0
    return "", np.sum(found) * 1.0


@lengths
def slopes(x, n):
    """`np.gradient` of arrays of dynamic length, with the errors of short ones."""
    return told(np.gradient, x[:n]), told(np.gradient, x[:n], edge_order=2)


@lengths
def a_fit(x, n):
    """`np.polyfit` of arrays of dynamic length, with the errors of unequal ones."""
    y = x[:n] + x[0]
    return (
        told(np.polyfit, np.arange(len(y)), y, 0),
        told(np.polyfit, x, y, 0),
        told(np.polyfit, y, x, 0),
    )


@lengths
def frequencies(x, n):
    """`np.fft.fftfreq` and `rfftfreq` of a dynamic count or step; zero divides."""
    y = x[:n]
    return (
        told(np.fft.fftfreq, len(y)),
        told(np.fft.rfftfreq, len(y), 0.5),
        told(np.fft.fftfreq, 3, len(y)),
    )


@programs.staged(0, 1, 4)
def frequencies_of_a_known_number(n):
    """`np.fft.fftfreq` and `rfftfreq` of a Python int."""
    return told(np.fft.fftfreq, n), told(np.fft.rfftfreq, n), told(np.fft.fftfreq, 3, n)


@lengths
def medians(x, n):
    """`np.median` and `nanmedian` of arrays of dynamic length: NaN if empty."""
    m = x.reshape(3, 1) * np.array([[1, 2]])
    return (
        np.median(x[:n]),
        np.median(m[:n], axis=0),
        np.median(m[:n], axis=1, keepdims=True),
        np.nanmedian(x[:n]),
        np.median(x[:n] * np.nan),
    )


@lengths
def quantiles(x, n):
    """`np.percentile`, `quantile` and their NaN kin, of dynamic lengths."""
    m = x.reshape(3, 1)
    return (
        told(np.percentile, x[:n], 50),
        told(np.quantile, x[:n], [0.25, 1.0]),
        told(np.quantile, m[:n], 0.5, axis=0),
        np.quantile(m[:n], 0.5, axis=1),
        np.nanpercentile(x[:n], 50),
        np.nanquantile(m[:n], 0.5, axis=0),
    )


@lengths
def filled_up(x, n):
    """`np.resize` of arrays of dynamic length: zeros if empty."""
    return np.resize(x[:n], 4), np.resize(x[:n], (2, 2)), np.resize(x[:0], 2)


@programs.staged(X_2)
def of_a_negative_length(x):
    """`np.resize` to a negative length raises ValueError, which is caught."""
    try:
        return np.resize(x, (2, -1))
    except ValueError:
        return x


@lengths
def padded(x, n):
    """`np.pad` of arrays of dynamic length; mode `edge` rejects empty ones."""
    return told(np.pad, x[:n], 1, mode="edge"), told(np.pad, x[:n], 1)


@programs.staged(X_2, K)
def places_of_a_range(x):
    """Indexing an array by ranges, empty and stepped ones."""
    m = x.reshape(3, 1)[:0]
    return m[range(len(m)), 0], x[range(0)], x[range(0, 3, 2)]


@programs.staged((X_2, T(0)), (K, T(2)))
def bytes_of_elements(x, n):
    """`nbytes` of an array of dynamic length cannot be staged."""
    y = x[x > n]
    return y.nbytes, y.nbytes // 8 + 1, np.zeros((n, 2), np.int8).nbytes, x.nbytes


@programs.staged(X_2, K)
def strides(x):
    """The strides of an array cannot be staged."""
    return x.strides[0]


@programs.staged(X_2)
def memory(x):
    """The `data` buffer of an array cannot be staged."""
    return x.data.nbytes


@programs.staged(X_2)
def address(x):
    """The address of an array, by `ctypes.data`, cannot be staged."""
    return x.ctypes.data > 0


@programs.staged(X_2)
def whose_memory(x):
    """The `base` of a slice of an array cannot be staged."""
    return x[1:].base is not None


@programs.staged(X_2)
def a_partial_order(x):
    """`argpartition` of an array cannot be staged."""
    return x.argpartition(1)


places = programs.staged(
    *((x, T(n)) for x in (X_2, K) for n in (0, 2, 3, -3, -4)), (X_2, 1)
)


@places
def left_out(x, n):
    """`np.delete` at a dynamic index, of arrays of dynamic length too."""
    m = x.reshape(3, 1) * np.array([[1, 2]])
    return (
        told(np.delete, x, n),
        told(np.delete, x[x > 1], n),
        told(np.delete, x[x > 5], 0),
        told(np.delete, m[:n], 0, axis=0),
    )


@places
def put_between(x, n):
    """`np.insert` at a dynamic index, of arrays of dynamic length too."""
    m = x.reshape(3, 1) * np.array([[1, 2]])
    return (
        told(np.insert, x, n, 7),
        told(np.insert, x[x > 1], 1, 7.5),
        told(np.insert, m[:n], n, 7, axis=0),
        told(np.insert, m[:n], 1, 7, axis=1),
    )


# -- NumPy by other routes

A = np.array([1.0, 4.0, 2.0])

B = np.array([True, False])

I = np.array([3, -1, 2])


@programs.falls(A, I)
def an_array_of_a_generator(x):
    """`np.fromiter` of a generator expression over an array."""
    return np.fromiter((v * 2 for v in x), dtype=float)


@programs.falls(A, I, A * 0)
def an_array_of_a_generator_with_a_condition(x):
    """`np.fromiter` of a filtered generator expression, with `count=-1`."""
    return np.fromiter((v * 2 for v in x if v > 1), dtype=float, count=-1)


@programs.falls(A, I)
def arrays_of_what_is_stepped_through(x):
    """`np.fromiter` of an array and of a range."""
    return np.fromiter(x, int), np.fromiter(range(3), int) + x


@programs.falls(A, I)
def some_of_a_generator(x):
    """`np.fromiter` with a count below the number of items."""
    return np.fromiter((v for v in x), dtype=float, count=2)


@programs.falls(A, I)
def too_few_of_a_generator(x):
    """`np.fromiter` raises ValueError when the generator ends before the count."""
    return np.fromiter((v for v in x), dtype=float, count=5)


@programs.falls(A, I)
def an_array_of_arrays(x):
    """`np.fromiter` of a list of arrays raises."""
    return np.fromiter([x, x], float)


@programs.falls(A, I)
def an_array_of_a_generator_is_written_to(x):
    """Writes to the array that `np.fromiter` returned leave its source alone."""
    y = np.fromiter(x, float)
    y[0] = 7
    y += 1
    return x, y


@programs.staged(A, I)
def in_a_number(x):
    """`in` of a NumPy scalar raises TypeError."""
    return 3 in x[0]


@programs.staged(A, I, T(I))
def in_an_array(x):
    """`in` of arrays and tensors, for a number, a slice and an element."""
    return 3 in x, 2.0 in x, 3 in x[0:1], x[0] in x


@programs.staged((A, np.ones(2)), (A, np.ones(3)), (A[:1], np.ones(2)), (A[:0], A[:0]))
def samples_for_each_place(xs, ys):
    """`np.interp` with as many, too many, or no samples."""
    return np.interp(1.5, xs, ys)


@programs.staged((A, np.ones(2)), (A, np.ones(3)), (A * 0, A[:0]))
def samples_for_some_places(xs, ys):
    """`np.interp` at a dynamic number of points, with samples that may not fit."""
    return np.interp(1.5, np.sort(xs[xs > 1]), ys)


@programs.staged((A, np.ones(3)), (A, np.ones(2)), (A[:2], np.ones(1)))
def weights_of_some_elements(x, weights):
    """`np.average` of a masked selection with weights that may not fit."""
    return np.average(x[x > 1], weights=weights)


@programs.staged((A, np.ones(3)), (A, np.ones(2)), (A[:2], np.ones(1)))
def weights_along_an_axis(x, weights):
    """`np.average` along axis 0 with weights that may not fit."""
    return np.average(x[x > 1], 0, weights=weights)


@programs.staged(np.eye(3), np.ones((3, 2)))
def weights_are_not_broadcast(x):
    """The texts of the errors of `np.average` for weights of other shapes."""
    texts = []
    for weights, axis in (
        ([1.0], None),
        ([1.0], 0),
        (np.ones((3, 1)), None),
        (np.ones((3, 1)), 0),
        (np.ones(2), 0),
    ):
        try:
            np.average(x, axis, weights)
        except (TypeError, ValueError, ZeroDivisionError) as error:
            texts.append(str(error))
    return texts


@programs.falls(*(np.array([3, 255, 2]).astype(kind) for kind in "Bidhf"), B)
def elements_are_numbers_of_pythons(x):
    """`np.vectorize` with `otypes` passes Python numbers to its function."""
    doubled = np.vectorize(lambda v: v * 2, otypes=[float])(x)
    powers = np.vectorize(lambda v: -(v**3), otypes=[np.int64])(x)
    tenths = np.vectorize(lambda v: v == 0.1, otypes=[bool])(x * np.float32(0.1))
    return doubled, powers, tenths


@programs.falls(*(np.array([3, 0, 2]).astype(kind) for kind in "Bidhf"))
def an_element_that_divides(x):
    """`np.vectorize` of `10 // v`, which raises for Python's zero."""
    return np.vectorize(lambda v: 10 // v, otypes=[float])(x)


@programs.falls(np.array([3, 255]), np.array([3, 25], np.uint8))
def what_does_not_fit_the_results(x):
    """`np.vectorize` with results that its uint8 `otypes` may not hold."""
    return np.vectorize(lambda v: v * 2, otypes=[np.uint8])(x)


@programs.staged(A, np.array(3.0), np.eye(2))
def the_place_of_the_largest(x):
    """`np.unravel_index` of a dynamic `argmax`."""
    return np.unravel_index(x.argmax(), x.shape)


@programs.staged(A, A[:1], A[:1] * 0, A[1:1], I)
def products_of_polynomials(p):
    """`np.polymul` with leading zeros, of static lengths."""
    return np.polymul(p, [1, 2]), np.polymul([0, 0, 3], p)


@programs.staged(A, A - 1, A * 0, I - 3)
def products_of_polynomials_of_unknown_length(p):
    """`np.polymul` of masked selections of dynamic length."""
    return np.polymul(p[p >= 0], [1, 2]), np.polymul(p[p < 4], p[p < 9])


@programs.falls(A)
def an_iterator_over_memory(x):
    """A generator over `np.nditer` cannot be staged."""
    return sum(v for v in np.nditer(x))


@programs.staged(A)
def the_memory_itself(x):
    """`memoryview` of an array cannot be staged."""
    return memoryview(x)[0]


@programs.falls(A)
def a_shape_that_is_set(x):
    """Assignment to the `shape` of an array cannot be staged."""
    y = x.copy()
    y.shape = (3, 1)
    return y
