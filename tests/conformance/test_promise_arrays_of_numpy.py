"""NumPy's own arrays and lists of the run, in NumPy's functions and methods."""

import numpy as np
import pytest

import autograph as ag
from autograph.testing import assert_agrees
from tests.autograph.testing.rows import Rows

T = ag.constant
X, M = np.array([3.0, -1.0, 2.0]), np.arange(6.0).reshape(3, 2)
TABLE = np.arange(8.0)
rows = Rows()
refused = Rows()
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")
test_the_graph_gives_what_plain_python_gives = rows.test()
test_memory_that_a_graph_has_not_is_refused = refused.refusal_test()


def put(array):
    array[0] = 5


# -- Methods of arrays, given numbers of the run


@rows.on(T(3), T(2), np.int64(1), 3)
def shaped(n):
    a = np.arange(12)
    return a.reshape(n, -1), a.reshape((-1, n)).sum(axis=1), a[:n].repeat(n)


@rows.on(T(2), np.int64(1))
def taken(n):
    a = np.array([4.5, 1.25, 3.0])
    picked = a.take([n, 0])
    return a.take(n), picked, a.clip(2, n), a.dot(np.ones(3) * n), a.std(ddof=n)


@rows.on(T(2), np.int64(3), 2)
def made_of_lists_and_changed_in_place(n):
    running, larger, ranked = np.cumsum([n, n]), np.maximum([n, 1], 2), np.array(n)
    kept = running, larger, np.asarray(int(n))
    running += 1
    larger *= n
    number = kept[2]
    number += 1
    return kept, number, ranked


@rows.on(T(2), np.int64(3))
def changed_in_place(n):
    a = np.arange(3).repeat(n)
    b = a
    a += 1
    a[0] = n
    put(b[1:])
    return a, b


@rows.on(T(3), np.int64(2))
def rows_of_a_reshaped_one(n):
    a = np.zeros(6).reshape(n, -1)
    a[n - 1][0] = 1
    a[0] += 2
    return a, TABLE.reshape(n, -1)[0] if n == 2 else TABLE[n:] * 2


# -- What is the memory of an array that NumPy writes to


@refused.on(T(3))
def written_through_another_shape(n):
    a = np.zeros(6)
    b = np.reshape(a, (n, 2))
    b[0] = 1
    return a


@refused.on(T(3))
def written_through_a_method(n):
    a = np.zeros(6)
    a.reshape(n, 2)[0] = 1
    return a


@refused.on(T(3))
def written_ahead_of_a_use(n):
    a = np.zeros(6)
    b = np.reshape(a, (n, 2))
    put(a)
    return b


@rows.on(T(1))
def a_part_of_what_is_written_to(n):
    a = np.zeros(6)
    b = a[n:]
    a.sort()
    put(a[1:])
    return b + 1


@rows.on(T(1), T(3))
def a_table_that_nobody_writes_to(n):
    part = TABLE[n:]
    shaped = np.reshape(TABLE, (2, -1))
    y = np.zeros(2)
    y[0] = part[0]
    y[1] = shaped[0, n] + TABLE[n] + TABLE[n]
    return y, part.sum()


@rows.on(T(1))
def copies_taken_before_a_write(n):
    a = np.zeros(6)
    b, c = a[n:] * 1, a[n]
    put(a[1:])
    return b, c, a


# -- Lists of the run, given to NumPy


def squares(n):
    found = []
    for i in range(n):
        found.append(i * i + 0.5)  # noqa: PERF401  # that is what is tested
    return found


@rows.on(T(4), T(1), T(0))
def sums_and_means(n):
    xs = squares(n)
    return np.mean(xs), np.sum(xs), np.std(xs), np.median(xs), np.cumsum(xs)


@rows.on(X)
def of_a_comprehension(x):
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


@rows.on(M, -M)
def joined(m):
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


@rows.on(M)
def the_parts_that_are_joined(m):
    found = [row * 2 for row in m if row[0] > 0]
    numbers = [row[0] for row in m if row[0] > 0]
    return (
        (np.vstack(found), np.concatenate(found), np.hstack(found)),
        (np.column_stack(found), np.mean(found, axis=0)),
        (np.vstack(numbers), np.hstack(numbers), np.column_stack(numbers)),
    )


@rows.on(X)
def sorted_elements_of_a_mask(x):
    return (
        sorted(x[x > 0]),
        sorted(x[x < 9], reverse=True),
        sorted(x[x < 9], key=lambda v: -v),
    )


# -- Arrays that the function makes, and others change


def swap(array, i, j):
    array[i], array[j] = array[j], array[i]


class Filler:
    def fill(self, array, n):
        array[n] = 4

    def filled(self, n):
        a = np.zeros(3)
        self.fill(a, n)
        return a


@rows.on(T(1), np.int64(1))
def handed_to_functions(n):
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


@rows.on(T(1), np.int64(1))
def items_of_containers(n):
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


@rows.on(T(1), np.int64(1))
def one_array_in_two_places(n):
    z = np.zeros(3)
    xs = [z, z, np.zeros(3)]
    xs[0][0] = 1
    return xs, z * n


@rows.on(T(1))
def an_array_that_the_run_picks(n):
    xs = [np.zeros(2) for _ in range(3)]
    xs[n][0] = 1
    return xs


# -- Lists beside operators, which NumPy makes arrays of


F32, I8 = np.array([1, 2], np.float32), np.array([1, 2], np.int8)


@rows.on(F32, I8, T([1.5, 2.0]), X[:2], np.array(2, np.int8))
def beside_lists(x):
    return (
        x * [0.1, 2],
        [3, 4] - x,
        x / (1, 2),
        x == [1, 300],
        x > [0.1, 0.2],
        x + [x, x],
    )


@rows.on(F32, I8, T([1.5, 2.0]), np.array([True, False]))
def lists_of_numbers_of_the_run(x):
    n = int(x[0])
    return x * [n, 2], x + (x[1], 1.5), [[n], [1]] + x, x @ [1, n]


@rows.on(np.float32(2), T(2.0), np.int16(2))
def a_number_beside_lists(x):
    return x + [1.1, 2], [1, 2.5] / x


@rows.on((F32, 2), (I8, T(2)), (T([1.5, 2.0]), T(2)), (T([1.5, 2.0]), 0))
def lists_in_loops(x, n):
    y, made = x, np.asarray(x)
    for i in range(n):
        y = y * [0.1, 0.2]
        if i > 0:
            made = made + [i, 0]
    return y, made


@rows.on(np.array([1, 2], np.uint8))
def a_list_that_does_not_fit_in_place(x):
    x = np.array(x)
    try:
        x += [1, 2]
    except TypeError as error:
        return str(error)
    return x


# -- Arrays that NumPy does not let be written to


@rows.on(T(1), np.int64(1), 1)
def read_only(n):
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


@rows.on(T([1, 2]), X)
def an_array_of_the_memory_of_a_tensor(x):
    y = np.asarray(x)
    if isinstance(x, np.ndarray):
        y = y.copy()
    y[0] = 5
    return y


@rows.on(T([1, 2]))
def views_of_the_memory_of_a_tensor(x):
    y, said = np.asarray(x), []
    for each in (y.reshape(2, 1), y[1:], np.expand_dims(y, 0), np.flip(y), y.ravel()):
        try:
            each[0] = 5
        except ValueError as error:
            said.append(str(error))
    return said, x


# Of `wide`, `line` and `corner`: views of read-only memory, or copies of it.
RESHAPED = {
    "new axis": lambda wide, line, corner: wide[None].reshape(1, 2, 3),
    "backwards": lambda wide, line, corner: wide[:, ::-1].reshape(6),
    "row": lambda wide, line, corner: wide[0].reshape(3, 1),
    "part": lambda wide, line, corner: wide[:, 1:].reshape(-1),
    "turned": lambda wide, line, corner: wide.T.reshape(6),
    "of one number": lambda wide, line, corner: line[1:, ::2].reshape(2, 2, 1),
    "turned, of one number": lambda wide, line, corner: line.T.reshape(12),
    "squeezed": lambda wide, line, corner: np.squeeze(line[None], 0),
    "column": lambda wide, line, corner: corner.reshape(3, 1),
    "part of a column": lambda wide, line, corner: corner[1:].reshape(-1),
}


@pytest.mark.parametrize("reshape", RESHAPED.values(), ids=RESHAPED)
def test_reshape_of_read_only_memory_is_a_view_where_numpy_makes_one(reshape):
    def written(v):
        x = np.full(3, v)
        wide, line = np.broadcast_to(x, (2, 3)), np.broadcast_to(v, (3, 4))
        each = reshape(wide, line, np.diagonal(np.outer(x, x)))
        each[0] = 5
        return each

    assert_agrees(ag.function(written), np.float64(1.5))


@rows.on(T(1), np.int64(1), 1)
def copies_of_what_is_read_only(n):
    x = np.array([[n, 1], [2, 3]])
    wide, line, spread = np.broadcast_to(x, (2, 2, 2)).copy(), np.diag(x) + 0, x.copy()
    wide[0] = line[n] = 7
    filled = np.full((2, 2), n)
    filled[0] = 4
    spread += np.diag(x[0])
    return wide, line, filled, spread
