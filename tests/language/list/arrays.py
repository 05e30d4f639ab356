"""Lists turned into NumPy arrays, and used as indices."""

from collections import deque
from typing import NamedTuple

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Arrays of rows

T = ag.constant


class Point(NamedTuple):
    x: int
    y: int


numbers = programs.staged(*map(T, (3, 1, 4)))

numbers_and_none = programs.staged(*map(T, (3, 1, 4, 0)))


@numbers
def rows_of_integers(n):
    """`np.array` of dynamic rows of ints: its sum, text, dtype and shape."""
    found = []
    for i in range(n):
        found.append([i, i * i])
    made = np.array(found)
    return made, made.sum(axis=0), f"{made}", made.dtype, np.shape(made), np.mean(found)


@numbers
def rows_of_several_types(n):
    """Rows of int, float and bool become one array of a common dtype."""
    found = []
    for i in range(n):
        found.append((i, i / 2, True))
    made = np.array(found)
    return made, made[:, 1], np.array(found, dtype=np.float32), np.stack(found)


@numbers
def rows_with_a_float_each(n):
    """A matrix from a comprehension is iterated, sorted by column, multiplied."""
    total = 0.0
    made = np.array([[i, i * 0.5] for i in range(n)])
    for x, y in made:
        total += x * y
    return total, made, made[made[:, 0].argsort()[::-1]], made @ made.T


@numbers
def rows_with_names(n):
    """Named tuples as rows for `np.array`, `np.max`, `np.sort` and `np.vstack`."""
    found = [Point(i, i + 1) for i in range(n)]
    return np.array(found), np.max(found), np.sort(found, axis=0), np.vstack(found)


@numbers
def rows_of_rows(n):
    """`np.array` of a dynamic list of lists of lists."""
    return np.array([[[i, 1], [2, i]] for i in range(n)])


@numbers
def rows_of_arrays(n):
    """`np.array` of a dynamic list of lists of arrays."""
    return np.array([[np.ones(2) * i, np.zeros(2)] for i in range(n)])


@numbers
def rows_of_truth_values(n):
    """`np.array` of dynamic rows of bools has dtype bool."""
    made = np.array([[i == j for j in range(3)] for i in range(n)])
    return made, made.any(axis=1), made.dtype


@numbers
def a_grid(n):
    """A grid of Python lists of dynamic size is filled and becomes an array."""
    size = int(n)
    grid = [[0] * size for _ in range(size)]
    for i in range(size):
        for j in range(size):
            if i and j:
                grid[i][j] = grid[i - 1][j - 1] + 1
    made = np.array(grid)
    made[0] = 7
    return made, grid, made.max(axis=1)


@programs.staged(T(3), T(2))
def rows_of_different_lengths(n):
    """`np.array` of rows of different lengths raises ValueError."""
    found = []
    for i in range(n):
        found.append([1] * (i + 1))
    return np.array(found)


@numbers
def vectors_of_different_lengths(n):
    """`np.concatenate` and `hstack` of vectors of different lengths."""
    parts = []
    for i in range(n):
        parts.append(np.arange(i + 1))
    made = np.concatenate(parts)
    return made, np.hstack(parts), f"{made}", made.dtype, type(made) is np.ndarray


@numbers
def matrices_of_different_lengths(n):
    """`np.concatenate` and `vstack` of matrices of different heights."""
    parts = [np.ones((i + 1, 2)) * i for i in range(n)]
    return np.concatenate(parts), np.vstack(parts), np.concatenate(parts, axis=-2)


@numbers
def matrices_of_different_widths(n):
    """`concatenate`, `hstack`, `column_stack` of matrices of different widths."""
    parts = [np.ones((2, i + 1)) * i for i in range(n)]
    return np.concatenate(parts, axis=1), np.hstack(parts), np.column_stack(parts)


@programs.staged(T(3), T(2))
def matrices_that_do_not_fit(n):
    """`np.concatenate` of matrices of different widths raises ValueError."""
    return np.concatenate([np.ones((2, i + 1)) for i in range(n)])


@numbers_and_none
def an_axis_that_is_not_there(n):
    """`np.concatenate` along a missing axis, or of no parts, raises ValueError."""
    parts = [np.ones(2) for i in range(n)]
    try:
        return np.concatenate(parts, axis=1)
    except ValueError:
        return np.zeros(1)


@numbers_and_none
def parts_of_tensors(n):
    """`np.concatenate` of a dynamic list of tensors, and the result's type."""
    parts = [ag.range(i + 1) for i in range(n)]
    made = np.concatenate(parts) if parts else ag.range(2)
    return made, f"{made}", type(made) is ag.Tensor


@numbers_and_none
def what_is_left_out(n):
    """`np.concatenate` of arrays appended in some iterations only."""
    parts = [np.zeros(1)]
    for i in range(n):
        if i % 2:
            parts.append(np.ones(i))
    return np.concatenate(parts), len(np.concatenate(parts))


@programs.staged(T(0))
def an_empty_list_of_rows(n):
    """`np.array` of an empty dynamic list of rows cannot be staged."""
    return np.array([[i, i] for i in range(n)])


@programs.staged(T(3))
def rows_with_a_float_on_some_paths(n):
    """`np.array` of rows with a float in some iterations cannot be staged."""
    found = []
    for i in range(n):
        found.append([i, 1] if i % 2 else [i, 2.5])
    return np.array(found)


lengths = programs.staged(*map(T, (3, 1, 4, 2)))
lengths_falls = programs.falls(*map(T, (3, 1, 4, 2)))


@lengths_falls
def a_vector(n):
    """Unpacking `np.arange(n)` into three NumPy scalars, or ValueError."""
    first, second, third = np.arange(n)
    return first, second, third, f"{first}", type(first) is np.int64


@lengths_falls
def a_vector_or_another_length(n):
    """Unpacking an array of dynamic length; the ValueError is caught."""
    try:
        first, second = np.arange(n) * 1.5
    except ValueError as error:
        return str(error), 0.0
    return "", first + second


@lengths_falls
def the_first_and_the_others(n):
    """Unpacking an array of dynamic length with starred names."""
    first, *others = np.arange(n) * 1.5
    *before, last = np.arange(n)
    return first, others, before, last


@lengths_falls
def a_tensor(n):
    """Unpacking `ag.range(n)` into three names, or ValueError."""
    first, second, third = ag.range(n)
    return first, second, third


@lengths
def rows_that_are_written_to(n):
    """Rows unpacked from a matrix are views: writing to one changes the matrix."""
    table = np.arange(n * 2).reshape(2, -1)
    first, second = table
    first[0] = 7
    return table, second


@lengths_falls
def pairs_of_a_matrix(n):
    """A loop unpacks the rows of a matrix of dynamic width into two names."""
    total, table = 0, np.arange(n * n).reshape(n, n)
    for x, y in table:
        total += x * y
    return total


@lengths_falls
def what_is_sorted(n):
    """Unpacking `np.sort` of a dynamic list into three names."""
    low, middle, high = np.sort([float(-i) for i in range(n)])
    return low, middle, high


# -- Indices

X = np.array([5.0, 6.0, 7.0])

TABLE = np.arange(12.0).reshape(4, 3)

some = programs.staged((X, 5.5), (X, 0.0))

some_and_none = programs.staged((X, 5.5), (X, 9.0), (X, 0.0))


@some_and_none
def read(x, low):
    """A dynamic list of indices selects elements, rows, columns and a diagonal."""
    found = []
    for i in range(len(x)):
        if x[i] > low:
            found.append(i)
    return x[found], TABLE[found], TABLE[:, found], TABLE[found, found]


@some_and_none
def read_in_an_order(x, low):
    """Dynamic index lists are reversed, concatenated and sorted before use."""
    order = [i for i in np.argsort(-x) if x[i] > low]
    return x[order], x[order[::-1]], x[[0] + order], X[sorted(order)]


@some_and_none
def open_mesh(x, low):
    """`np.ix_` of lists of dynamic length."""
    keep = [i for i in range(len(x)) if x[i] > low]
    return TABLE[np.ix_(keep, keep)], TABLE[np.ix_([0, 1], keep)]


@some
def taken(x, low):
    """`np.take` with an index list of dynamic length."""
    return np.take(x, [i for i in range(3) if x[i] > low])


@some_and_none
def masked(x, low):
    """A list of bools as a mask that reads and writes elements."""
    mask = [v > low for v in x]
    kept = x.copy()
    kept[mask] = 0
    return x[mask], TABLE[:, mask], kept


@some_and_none
def written(x, low):
    """Assignment and `*=` at a dynamic list of indices."""
    places = [i for i in range(len(x)) if x[i] > low]
    made, whole = x.copy(), np.zeros(3, int)
    made[places] = 1
    made[places] *= 3
    whole[places] = places
    return made, whole


@some
def added(x, low):
    """`+=` of dynamic lists and ranges at dynamic lists and ranges."""
    places = [i for i in range(len(x)) if x[i] > low]
    made = np.zeros(3, int)
    made[places] += [i * 2 for i in places]
    made[range(len(places))] += range(len(places))
    return made


@some_and_none
def written_in_a_loop(x, low):
    """A dynamic loop scales an array in place at a list of indices."""
    places = [i for i in range(len(x)) if x[i] > low]
    made, n = x.copy(), 0
    while n < 3 and made.sum() < 40:
        made[places] *= 2
        n += 1
    return made, n


@some_and_none
def lists_written(x, low):
    """Dynamic lists are assigned to slices of a float32 array."""
    grown = []
    while low < 20:
        low = low * 2 + 1
        grown.append(low)
    table = np.zeros((2, len(grown) + 1), np.float32)
    table[0, 1:] = grown
    table[1, :-1] = [v / 3 for v in grown]
    return table


@some_and_none
def beyond_the_end(x, low):
    """An index list beyond the end raises IndexError, unless it is empty."""
    places = [i + 2 for i in range(len(x)) if x[i] > low]
    try:
        return x[places], "found"
    except IndexError as error:
        return x, str(error)


@programs.staged(np.int64(2), np.int64(4))
def masks_of_other_lengths(n):
    """A list of bools of the wrong length raises IndexError."""
    return X[[i % 2 == 0 for i in range(n)]]


@programs.staged(np.int64(2), np.int64(0))
def ranges_written(n):
    """A dynamic range as the index of an assignment and of `+=`."""
    made = X.copy()
    made[range(n)] = 1
    made[range(n)] += 1
    return made


@programs.falls(np.int64(3), np.int64(0))
def gradients(n):
    """A gradient flows through indexing by a dynamic list."""
    places = [i % 2 for i in range(n)]
    x = ag.constant([1.0, 2.0, 3.0])
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.reduce_sum(x[places] ** 2)
    return tape.gradient(y, x)


@some_and_none
def of_bytes(x, low):
    """Assigning a dynamic list with an int too large for `uint8` elements."""
    made = np.zeros(3, np.uint8)
    places = [i for i in range(len(x)) if x[i] > low]
    made[places] = [int(x[i]) * 40 for i in places]
    return made


LONG = np.arange(8.0) - 3

counts = programs.staged(*map(T, (3, 1, 4)))

counts_and_none = programs.staged(*map(T, (3, 0, 4)))


@counts_and_none
def of_a_tensor(n):
    """A tensor is indexed by a dynamic list that may be empty."""
    return ag.constant([1.0, 2.0, 3.0, 4.0])[[i for i in range(n)]]


@counts_and_none
def of_numbers_of_numpy(n):
    """An array is indexed by a dynamic list of NumPy scalars."""
    return LONG[[np.int64(i) for i in range(n)]]


@counts_and_none
def that_are_written_to(n):
    """Writes at index lists are seen by an alias; rows and columns of a table."""
    made, places = LONG * int(n), [i for i in range(n)]
    other = made
    made[places] = LONG[places] + 1
    made[places] -= 1
    table = np.zeros((4, 4))
    table[places, places] = 1
    table[places] *= 2
    table[:, places] += 1
    return made, other is made, table


@counts
def appended(n):
    """`np.append` of floats to a list of dynamic length."""
    places = [i for i in range(n)]
    return np.append(places, [1.5])


@programs.staged(np.int64(0))
def empty_mask(n):
    """An empty dynamic list of bools as an index cannot be staged."""
    return X[[i > 0 for i in range(n)]]


@programs.staged((X, 5.5))
def pairs(x, low):
    """A dynamic list of pairs as an index cannot be staged."""
    return TABLE[[(i, 0) for i in range(len(x)) if x[i] > low]]


@programs.staged((X, 5.5))
def floats(x, low):
    """A dynamic list of floats as an index cannot be staged."""
    return TABLE[[v for v in x if v > low]]


# -- dtypes

COUNTS = (np.int64(3), np.int64(7), np.int64(0))

counts_2 = programs.staged(*COUNTS)
counts_2_falls = programs.falls(*COUNTS)

BYTES = np.array([1, 200, 255], np.uint8)


@counts_2
def integers_beyond_bytes(n):
    """`np.array` of dynamic ints as uint8 raises OverflowError beyond 255."""
    return np.array([i * 100 for i in range(n)], dtype=np.uint8)


@counts_2
def negative_integers(n):
    """`np.asarray` of negative ints as uint16 raises OverflowError."""
    return np.asarray([i - 5 for i in range(n)], np.uint16)


@counts_2
def integers_beyond_int32(n):
    """`np.array` of large ints as int32 raises OverflowError."""
    return np.array([10**i * 10**5 for i in range(n)], dtype=np.int32)


@counts_2
def nan_as_an_integer(n):
    """`np.array` of floats as int truncates, and raises ValueError for NaN."""
    return np.array([float("nan") if i > 4 else i / 2 for i in range(n)], dtype=int)


@counts_2
def infinity_caught(n):
    """The OverflowError of infinity as int64 is caught."""
    try:
        return np.array([np.inf if i > 4 else 0.5 for i in range(n)], dtype=np.int64)
    except OverflowError:
        return np.zeros(1, np.int64)


@counts_2
def complex_as_real(n):
    """`np.array` of complex numbers as float raises TypeError unless it is empty."""
    return np.array([complex(i, 1) for i in range(n)], dtype=float)


@programs.staged(np.int64(3), np.int64(7))
def columns_of_tuples(n):
    """`np.array` of tuples of an int and a float as uint8."""
    return np.array([(i * 100, 1.5) for i in range(n)], dtype=np.uint8)


@counts_2
def items_of_a_deque(n):
    """`np.array` of a deque with `maxlen` as uint8."""
    window = deque(maxlen=2)
    for i in range(n):
        window.append(i * 50)
    return np.array(window, dtype=np.uint8)


@programs.staged((BYTES, np.uint8(1)), (BYTES, np.uint8(3)), (BYTES, np.uint8(0)))
def numbers_of_numpy_wrap_around(x, n):
    """NumPy int64 scalars wrap around in an array of uint8."""
    return np.array([np.int64(v) * n for v in x], dtype=np.uint8)


@programs.staged(np.array([1.5, 2.5]), np.array([1.5, np.nan]), np.array([2.0, np.inf]))
def numbers_of_numpy_that_are_none(x):
    """NumPy floats as int: NaN raises ValueError, infinity OverflowError."""
    return np.array([v * 2 for v in x if v != 0.5], dtype=int)


@programs.staged(ag.constant(3), ag.constant(0))
def tensors(n):
    """`np.array` as uint8 of products of the elements of `ag.range`."""
    return np.array([i * 100 for i in ag.range(n)], dtype=np.uint8)


@counts_2
def constants(n):
    """`ag.constant` as uint8 of dynamic ints raises an error beyond 255."""
    return ag.constant([i * 100 for i in range(n)], dtype=ag.uint8)


@counts_2
def constants_of_floats(n):
    """`ag.convert_to_tensor` of floats as int32 raises an error unless empty."""
    return ag.convert_to_tensor([i * 0.5 for i in range(n)], dtype=ag.int32)


@programs.staged(np.int64(3), np.int64(1), np.int64(-3))
def ends_beyond_the_dtype(n):
    """`clip` of uint8 with bounds outside its range: clamped, or OverflowError."""
    end = int(n) * 100
    whole = np.arange(3)
    return np.clip(BYTES, -5, end), BYTES.clip(end - 300, 255), np.clip(whole, 0, end)


@programs.staged(np.int64(3), np.int64(-3))
def a_low_end_beyond_the_dtype(n):
    """`np.clip` of uint8 with a lower bound that may be below zero."""
    return np.clip(BYTES, int(n) * 100 - 300, None)


@programs.staged(np.array([1.0 + 1j]))
def complex_numbers_of_numpy(x):
    """`np.array` of NumPy complex scalars as float cannot be staged."""
    return np.array([v for v in x if v != 0], dtype=float)


@programs.staged(ag.constant(7))
def tensors_beyond_bytes(n):
    """`np.array` as uint8 of tensors beyond 255 cannot be staged."""
    return np.array([i * 100 for i in ag.range(n)], dtype=np.uint8)
