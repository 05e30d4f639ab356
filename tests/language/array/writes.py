"""NumPy arrays written in place."""

from __future__ import annotations

import copy

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Items and slices

X = np.array([1.0, 2.0, 3.0, 4.0])

SYSTEM = np.array([[5.0, 1.0, 0.5], [0.25, 6.0, 1.0], [1.0, 2.0, 7.0]])

vectors = programs.staged(X, X[::-1].copy())
vectors_falls = programs.falls(X, X[::-1].copy())

inner = ag.function(lambda a: a * 2.0)


def put(array, at, value):
    array[at] = value


@vectors
def made_and_filled(x):
    """`np.zeros` is filled by item assignment in a `for` loop."""
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        out[i] = x[i] * 2
    return out


@vectors
def filled_in_a_while(x):
    """`np.empty_like` is filled in a `while` loop up to `len(x)`."""
    out = np.empty_like(x)
    i = 0
    while i < len(x):
        out[i] = np.sum(x) * i
        i += 1
    return out


@vectors
def one_from_the_last(x):
    """Each item of an array is computed from the one before, in a loop."""
    y = x.copy()
    for i in range(1, len(y)):
        y[i] = y[i - 1] * 0.5 + y[i]
    return y


@vectors
def by_a_mask(x):
    """Assignment by a boolean mask, then `+=` on an item."""
    y = x * 1.0
    y[y > 2] = 0.0
    y[0] += 5
    return y


@vectors
def every_kind_of_key(x):
    """Writes by int, slice, mask, list, ellipsis and negative-step keys."""
    a = np.zeros((3, 4))
    a[0] = x
    a[1:, 1] += 2
    a[a > 3] = -1
    a[:, [0, 2]] = 5
    a[1][2] = x[1]
    a[-1, ...] *= 2
    a[0, ::-1] -= x
    return a


@vectors
def under_conditions(x):
    """Items of a matrix are set under a condition in two nested loops."""
    out = np.zeros((2, 3))
    for i in range(2):
        for j in range(3):
            if x[j] > 1.5:
                out[i, j] = x[i] * x[j]
    return out


@vectors
def doubled_until_large(x):
    """`*=` on an item and `+=` on a slice while the item is small."""
    y = x * 1.0
    while y[0] < 100:
        y[0] *= 2
        y[1:] += y[:-1]
    return y


@vectors
def sorted_by_exchange(x):
    """Bubble sort: items of an array are swapped until nothing changes."""
    y = x[::-1].copy()
    swapped = True
    while swapped:
        swapped = False
        for i in range(len(y) - 1):
            if y[i] > y[i + 1]:
                y[i], y[i + 1] = y[i + 1], y[i]
                swapped = True
    return y


@programs.staged(SYSTEM)
def gauss_seidel(a):
    """Gauss-Seidel iteration in place until the change is small."""
    b = a[0] + 1.0
    x = np.zeros_like(b)
    error = 1.0
    while error > 1e-8:
        old = x.copy()
        for i in range(len(b)):
            x[i] = (b[i] - a[i] @ x + a[i, i] * x[i]) / a[i, i]
        error = np.max(np.abs(x - old))
    return x


@programs.staged(SYSTEM)
def triangles(a):
    """LU decomposition in place, with slices and `np.outer`."""
    a = a.copy()
    for k in range(3):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a


@programs.staged(SYSTEM)
def best_path(scores):
    """The Viterbi algorithm with an array of back pointers."""
    n = scores.shape[0]
    best, back = np.zeros(scores.shape), np.zeros(scores.shape, int)
    best[0] = scores[0]
    for t in range(1, n):
        steps = best[t - 1][:, None] + scores
        back[t] = steps.argmax(0)
        best[t] = steps.max(0) + scores[t]
    path = [best[-1].argmax()]
    for t in range(n - 1, 0, -1):
        path.append(back[t][path[-1]])
    return np.array(path[::-1])


@programs.staged(SYSTEM)
def shortest_ways(a):
    """Dijkstra's algorithm on a matrix, with a boolean array of visited nodes."""
    n = a.shape[0]
    length, done = np.full(n, np.inf), np.zeros(n, bool)
    length[0] = 0
    for _ in range(n):
        near = np.where(done, np.inf, length).argmin()
        done[near] = True
        length = np.minimum(length, length[near] + a[near])
    return length


@vectors
def two_names(x):
    """A write to an array shows under its second name."""
    y = x * 1.0
    z = y
    y[0] = 9.0
    return z, y, z is y


@vectors
def a_row_that_is_read_and_written(x):
    """Writes to a matrix and to its row and block views show in each other."""
    a = np.outer(x, x)
    row, part = a[0], a[1:, 1:]
    a[0, 1] = 5.0
    row[2] = -1.0
    part[0] += row[0]
    return a, row * 2, part * 1


@vectors
def in_a_list(x):
    """A write to an array shows in the list that contains it."""
    y = x * 1.0
    held = [y]
    y[0] = 3.0
    return held[0] * 1, y


@vectors
def by_a_function(x):
    """A called function writes to arrays that are its arguments."""
    y, z = np.zeros(4), x * 1.0
    put(y, 1, x[2])
    put(z, -1, y[1])
    y[0] = z[0] = 1.0
    return y, z


@vectors
def by_a_function_inside(x):
    """A nested function writes to an array of the enclosing function."""
    y = x * 1.0

    def clear(at):
        y[at] = 0.0

    clear(1)
    clear(2)
    return y


@vectors_falls
def copies_stay(x):
    """Copies of an array, by five means, do not see a later write."""
    y = x * 1.0
    a, b, c, d, e = copy.deepcopy(y), y.copy(), np.array(y), y + 0, inner(y)
    y[0] = 7
    return a * 1, b * 1, c * 1, d, e, inner(y)


@vectors
def as_an_array_it_stays(x):
    """`np.asarray` of an array is the same array and sees a later write."""
    y = x * 1.0
    z = np.asarray(y)
    y[0] = 9.0
    return z * 1


@vectors
def temporary_views(x):
    """Transposed and reshaped views are read before the item is written."""
    a = np.outer(x, x)
    a[0, 1] = (a.T @ a.reshape(4, 4)).sum()
    return a


@vectors
def made_by_two_paths(x):
    """An array that either branch creates is written to after the merge."""
    if x[0] > 0:
        y = x * 2.0
    else:
        y = x * 3.0
    y[0] = 0.0
    return y


@vectors
def reshaped_when_made(x):
    """Writes to arrays that were reshaped where they were created."""
    y, z = np.zeros(4).reshape(2, 2), (x * 2).reshape(2, 2)
    y[0, 0], z[1, 1] = x[0], -1.0
    return y, z


@vectors
def added_up(x):
    """`+=` adds to an array in a data-dependent `while` loop."""
    total = np.zeros(4)
    i = 0
    while x.sum() > i:
        total += x * i
        i += 5
    return total


@vectors
def converted_to_its_dtype(x):
    """A float written to an item of an integer array is truncated."""
    y = np.array([1, 2, 3])
    y[0] = x[1] * 1.6
    y += 1
    y[1:] *= 2
    return y


@vectors
def known_while_tracing(x):
    """An item of an array filled with Python ints is a slice bound."""
    w = np.zeros(4)
    for i in range(4):
        w[i] = i * i
    return x[: int(w[2])] * w, w.sum()


@programs.staged(X)
def an_argument(x):
    """A write to an array argument cannot be staged."""
    x[0] = 1.0
    return x


@programs.staged(X)
def another_name_of_an_argument(x):
    """A write to an array argument through another name cannot be staged."""
    y = x
    y[0] = 1.0
    return y


@programs.staged(X)
def a_view_of_what_has_a_name(x):
    """A write through a reshaped view of a computed array cannot be staged."""
    z = x * 2
    y = z.reshape(2, 2)
    y[0, 0] = 1.0
    return y, z


@programs.leaking(X)
def an_attribute(x):
    """A write to an array that is an attribute of an `ag.Module`."""
    holder = ag.Module()
    holder.buffer = np.zeros(4)
    holder.buffer[1] = x[0]
    return holder.buffer


@programs.staged(X)
def written_while_transposed(x):
    """A write to a matrix shows in its transpose."""
    a = np.outer(x, x)
    b = a.T
    a[0, 1] = 5.0
    return a, b * 1


@programs.staged(X)
def written_while_gone_through(x):
    """A loop over an array writes to an item that it has yet to reach."""
    y = x * 1.0
    total = 0.0
    for item in y:
        total += item
        y[3] = total
    return y


@programs.staged(X)
def written_after_a_view_left_a_branch(x):
    """A write to a matrix of which a branch selected a view cannot be staged."""
    y = np.outer(x, x)
    z = y[0] if x[0] < 0 else y[1]
    if x[0] > 0:
        z = y.T
    y[0] = -1.0
    return y, z * 1


@programs.staged(X)
def complex_into_real(x):
    """Writing a complex number into a float array cannot be staged."""
    y = np.zeros(3)
    y[0] = x[0] * 1j
    return y


@programs.staged(X)
def a_value_that_does_not_fit(x):
    """Writing four values into a slice of two cannot be staged."""
    y = np.zeros(3)
    y[:2] = x
    return y


@programs.staged(X)
def in_a_try(x):
    """A write before an exception is raised remains after the exception is caught."""
    y = x * 1.0
    try:
        if y[0] > 0:
            y[0] = -5.0
        if y[1] > 1:
            raise ValueError("x")
    except ValueError:
        y[2] = 100.0
    return y


@programs.staged(X)
def a_transposed_view(x):
    """A write through the temporary view `a.T`."""
    a = np.outer(x, x)
    a.T[0, 1] = 5.0
    return a


@programs.staged(X)
def an_index_out_of_bounds(x):
    """A write at a dynamic index out of bounds raises NumPy's IndexError."""
    y = np.zeros(3)
    y[x.argmax() + 2] = x[0]
    return y


@programs.staged(X)
def an_operator_in_place_that_cannot_cast(x):
    """`+=` of a float array on an int array raises NumPy's casting error."""
    total = np.zeros(4, int)
    total += x
    return total


# -- One of two arrays

T = ag.constant


@programs.staged(T(1), T(0))
def made_by_branches(x):
    """A write to an array that one of two branches creates."""
    c = np.zeros(3) if x > 0 else np.ones(3)
    c[0] = 5
    return c


def made(c):
    if c:
        return np.zeros(3)
    return np.ones(3)


@programs.staged(T(1), T(0))
def made_by_a_function(x):
    """A write to an array that a called function creates on one of two paths."""
    a = made(x > 0)
    a[0] = 5
    return a


@programs.staged(T(1), T(0))
def a_row_that_the_run_chooses(x):
    """A write through a row view at a dynamic index."""
    a = np.zeros((2, 3))
    r = a[x]
    r[0] = 5
    return a


@programs.staged(T(1), T(0))
def added_to_on_both_paths(x):
    """`+=` on an array that a branch may have replaced by a sum."""
    total = np.zeros(3)
    if x > 0:
        total = total + 1
    total += 2
    return total


@programs.staged(T(1), T(0))
def rows_of_a_table_that_are_read(x):
    """A row at a dynamic index plus 1 is a new array; the table is unchanged."""
    q = [np.arange(6.0).reshape(2, 3)]
    r = q[0][x] + 1
    r[0] = 5
    return r, q


@programs.staged(T(1), T(0))
def chosen_by_an_expression(x):
    """A write through a conditional expression changes one of two arrays."""
    a, b = np.zeros(3), np.ones(3)
    c = a if x > 0 else b
    c[0] = 5
    return a, b, c


@programs.staged(T(1), T(0))
def chosen_by_a_statement(x):
    """A write through a name that `if`/`else` binds to one of two arrays."""
    a = np.zeros(3)
    b = np.ones(3)
    if x > 0:
        c = a
    else:
        c = b
    c[0] = 5
    return a, b, c


@programs.staged(T(1), T(0))
def chosen_by_a_loop(x):
    """A write to an array that a `for` loop may have selected cannot be staged."""
    q = [np.zeros(3), np.ones(3)]
    c = q[1]
    for _ in range(x):
        c = q[0]
    c[0] = 5
    return q, c


@programs.staged(T(1), T(0))
def added_to_after_a_loop(x):
    """`+=` on an array that a `while` loop may have selected cannot be staged."""
    q = [np.zeros(3), np.ones(3)]
    c = q[1]
    while x > 0:
        c = q[0]
        x -= 1
    c += 5
    return q, c


@programs.staged(T(1), T(0))
def chosen_by_a_try(x):
    """A write to an array selected by a caught exception cannot be staged."""
    q = [np.zeros(3), np.ones(3)]
    try:
        c = q[0]
        if x > 0:
            raise ValueError
        c = q[1]
    except ValueError:
        pass
    c[0] = 5
    return q, c


@programs.staged(T(1), T(0))
def added_to_of_a_list(x):
    """`*=` on one of two arrays in a list, selected at run time."""
    q = [np.zeros(3), np.ones(3)]
    c = q[0] if x > 0 else q[1]
    c *= 2
    return q


@programs.staged(T(1), T(0))
def in_a_tuple(x):
    """A write to the array in one of two tuples, selected at run time."""
    a = np.zeros(3)
    p = (a, 1) if x > 0 else (np.ones(3), 2)
    p[0][1] = 7
    return a, p[1]


class Box:
    pass


@programs.staged(T(1), T(0))
def in_an_attribute(x):
    """A write to an array attribute that a branch may have replaced."""
    box, a = Box(), np.zeros(3)
    box.v = a
    if x > 0:
        box.v = np.ones(3)
    box.v[0] = 4
    return a, box.v


@programs.staged(T(1), T(0))
def given_to_a_function(x):
    """A function writes to its argument, one of two arrays."""

    def put(v):
        v[0] = 1

    q = [np.zeros(4), np.ones(4)]
    put(q[0] if x > 0 else q[1])
    return q


@programs.staged(T(1), T(0))
def by_a_view_of_it(x):
    """A write through a reshaped view of one of two arrays cannot be staged."""
    q = [np.zeros(4), np.ones(4)]
    m = q[0] if x > 0 else q[1]
    m.reshape(2, 2)[0, 0] = 5
    return q


@programs.staged(T(1), T(0))
def by_a_function_of_numpy(x):
    """`np.copyto` writes to one of two arrays selected at run time."""
    q = [np.zeros(4), np.ones(4)]
    m = q[0] if x > 0 else q[1]
    np.copyto(m, 2.0)
    return q


@programs.staged(T(1), T(0))
def a_part_of_this_or_that(x):
    """A write to one of two row views, selected at run time, cannot be staged."""
    q = [np.zeros((2, 3))]
    r = q[0][0] if x > 0 else q[0][1]
    r[0] = 8
    return q


@programs.staged(T(1), T(0))
def a_part_chosen_by_an_index(x):
    """A write through a row view at a dynamic index of an array in a list."""
    q = [np.zeros((2, 3))]
    r = q[0][x]
    r[0] = 5
    return q


@programs.staged(T(1), T(0))
def a_part_of_unknown_length(x):
    """`+=` on a slice of dynamic length changes the sliced array."""
    q = [np.zeros((2, 3))]
    r = q[0][:x]
    r += 1
    return q


@programs.staged(T(1), T(0))
def a_part_in_a_branch(x):
    """A write to what is a row view on one path only cannot be staged."""
    q = [np.zeros((2, 3))]
    r = np.ones(3)
    if x > 0:
        r = q[0][x]
    r[0] = 8
    return q, r


TABLE = np.zeros((2, 3))


@programs.staged(T(1), T(0))
def a_part_of_a_global(x):
    """A write through a row view of a global array cannot be staged."""
    r = TABLE[x]
    r[0] = 8
    return r + TABLE


@programs.staged(T(1), T(0))
def a_global_or_another(x):
    """A write to a global array or to a new one cannot be staged."""
    c = TABLE if x > 0 else np.ones((2, 3))
    c[0] = 5
    return c + TABLE


# -- Arrays exchanged in loops

TURNS = tuple(map(T, (0, 1, 2, 5)))


class Grid:
    def __init__(self):
        self.now, self.next = np.array([1.0, 2, 3]), np.zeros(3)

    def step(self, k):
        self.next[1:] = self.now[:-1] + k
        self.next[0] = k
        self.now, self.next = self.next, self.now


@programs.staged(*TURNS)
def smoothed(n):
    """A smoothing stencil writes to one of two arrays that each iteration swaps."""
    a, b = np.array([1.0, 2, 3, 4, 7, 1]), np.zeros(6)
    for _ in range(n):
        b[1:-1] = 0.5 * (a[:-2] + a[2:])
        a, b = b, a
    return a, b


@programs.staged(*TURNS)
def until_it_settles(n):
    """A `while` loop swaps two arrays until the change is small."""
    old = np.array([1.0, 2, 3, 4, 7, 1])
    new, err, k = old.copy(), 1e9, 0
    while err > 1 / (n + 1) and k < 50:
        new[1:-1] = 0.5 * (old[:-2] + old[2:])
        err = np.abs(new - old).max()
        old, new = new, old
        k += 1
    return old, k


@programs.staged(*TURNS)
def three_that_rotate(n):
    """Three loop-carried arrays rotate their names in each iteration."""
    a, b, c = np.array([1.0, 0, 0, 0]), np.zeros(4), np.zeros(4)
    for k in range(n):
        c[1:] = 2 * b[:-1] - a[:-1] + k
        a, b, c = b, c, a
    return a, b, c


@programs.staged(*TURNS)
def items_in_a_loop_of_the_run(n):
    """An inner loop of dynamic length fills an array before the swap."""
    a, b = np.array([1.0, 5, 2, 0, 9, 9]), np.zeros(6)
    for _ in range(n):
        for i in range(1, n):
            b[i] = a[i - 1] + a[i + 1]
        a, b = b, a
    return a


@programs.staged(*TURNS)
def exchanged_on_one_path(n):
    """Two arrays are swapped in one branch of the loop body only."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        if k % 2 == 0:
            b[1] = a[0] + 1
            a, b = b, a
        else:
            b[:] = a * 2
    return a, b


@programs.staged(*TURNS)
def by_a_third_name(n):
    """Two arrays are swapped through a temporary variable."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        b[:] = a + 1
        b[0] = k
        t = a
        a = b
        b = t
    return a


@programs.staged(*TURNS)
def in_an_inner_loop(n):
    """An inner loop swaps two arrays, and the outer one writes to the first."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        for j in range(k):
            b[1], b[0] = a[0] + 1 + j, k
            a, b = b, a
        a[2] += 1
    return a, b


@programs.staged(*TURNS)
def under_a_condition(n):
    """A loop that swaps two arrays runs in one branch only."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    if n > 1:
        for j in range(n):
            b[1], b[0] = a[0] + 1 + j, j
            a, b = b, a
    else:
        a[0] = 7
    b[2] = a[1]
    return a, b


@programs.staged(*TURNS)
def of_other_lengths(n):
    """Two arrays of different lengths are swapped in each iteration."""
    a, b = np.array([1.0, 2, 3]), np.zeros(4)
    for _ in range(n):
        b[1] = a[0] + 1.5
        a, b = b, a
    return a, b


@programs.staged(*TURNS)
def written_afterwards(n):
    """Arrays that a loop swapped are written to, then swapped by another loop."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for j in range(n):
        b[1] = a[0] + 1 + j
        a, b = b, a
    a[0], b[1] = 50, 60
    for j in range(n):
        b[0] = a[1] + 1 + j
        a, b = b, a
    return a, b


@programs.staged(*TURNS)
def written_before_it_is_another(n):
    """An array is written to, then replaced by a shorter view of itself."""
    x = np.arange(8.0)
    for k in range(n):
        x[0] = k
        x = x[1:]
    return x


@programs.staged(*TURNS)
def last_one_kept(n):
    """Each iteration fills an array, binds it to another name and replaces it."""
    a, b = None, np.zeros(3)
    for k in range(n):
        b[0] = k
        a = b
        b = np.zeros(3)
    return a, b


@programs.staged(*TURNS)
def rows_of_one_array(n):
    """Two rows unpacked from one array are swapped in each iteration."""
    a, b = np.arange(6.0).reshape(2, 3).copy()
    for k in range(n):
        b[1:] = a[:-1] + k
        a, b = b, a
    return a


@programs.staged(*TURNS)
def in_attributes(n):
    """A method writes to one of two array attributes and swaps them."""
    grid = Grid()
    for k in range(n):
        grid.step(k)
    return grid.now, grid.next


@programs.staged(*TURNS)
def in_a_list_2(n):
    """A list of two arrays is reversed in each iteration."""
    found = [np.array([1.0, 2, 3]), np.zeros(3)]
    for j in range(n):
        found[1][1], found[1][0] = found[0][0] + 1 + j, j
        found.reverse()
    return found


@programs.staged(*TURNS)
def filled_by_numpy(n):
    """`out=`, `sort`, `np.copyto` and `fill` write to arrays that are swapped."""
    a, b = np.array([3.0, 1, 2]), np.zeros(3)
    for k in range(n):
        np.add(a, k, out=b)
        b.sort()
        np.copyto(a, b)
        a, b = b, a
        b.fill(k)
    return a, b


@programs.staged(*TURNS)
def added_to(n):
    """`+=` on an array that each iteration swaps with another."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    for k in range(n):
        b += a
        b[0] = k
        a, b = b, a
    return a, b


@programs.staged(*TURNS)
def in_a_try_2(n):
    """A caught IndexError ends a loop that swaps two arrays."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    try:
        for j in range(n):
            b[j] = a[0] + 1 + j
            a, b = b, a
            a[j + 1] = 5
    except IndexError:
        b[0] += 9
    return a, b


@programs.staged(*TURNS)
def copies_kept(n):
    """A copy of a swapped array is appended to a list in each iteration."""
    a, b, seen = np.array([1.0, 2, 3]), np.zeros(3), []
    for k in range(n):
        b[:] = a + 1
        b[0] = k
        a, b = b, a
        seen.append(a.copy())
    return seen


@programs.staged(*((np.arange(4.0), n) for n in TURNS))
def copies_of_what_is_given(x, n):
    """A copy of an argument is swapped with a new array; the argument is intact."""
    a, b = x.copy(), np.zeros_like(x)
    for k in range(n):
        b[1:] = a[:-1] + x[1:] * k
        a, b = b, a
    return a, b, x


@programs.staged(*((np.array([0.1, 0.2]), n) for n in TURNS))
def converted_as_it_is_written(x, n):
    """float64 values are converted as they are written to float32 arrays."""
    a, b = x.astype(np.float32), np.zeros(2, np.float32)
    for _ in range(n):
        b[:] = a + x
        a, b = b, a
    return a, b


@programs.staged(T(3))
def with_another_name(n):
    """Swapping an array that has another name, used later, cannot be staged."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    first = a
    for _ in range(n):
        b[1] = a[0] + 1
        a, b = b, a
    return a, first


@programs.staged(T(3))
def with_a_view(n):
    """Swapping an array of which a view is used later cannot be staged."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    part = b[1:]
    for _ in range(n):
        b[1] = a[0] + 1
        a, b = b, a
    return a, part.sum()


@programs.staged(T(3))
def read_in_the_loop(n):
    """Swapping an array whose other name the loop body reads cannot be staged."""
    a, b, total = np.array([1.0, 2, 3]), np.zeros(3), 0.0
    first = a
    for _ in range(n):
        total = total + first.sum()
        b[1] = a[0] + 1
        a, b = b, a
    return a, total


@programs.staged(T(3))
def read_in_the_test(n):
    """Swapping an array whose other name the loop test reads cannot be staged."""
    a, b, k = np.array([1.0, 2, 3]), np.zeros(3), 0
    first = a
    while k < n and first.sum() < 20:
        b[1] = a[0] + 5
        a, b = b, a
        k += 1
    return a, k


@programs.staged(T(3))
def read_in_a_handler(n):
    """Swapping an array whose other name a handler reads cannot be staged."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    first = a
    try:
        for j in range(n):
            b[j] = a[0] + 1 + j
            a, b = b, a
            a[j + 1] = 5
    except IndexError:
        return first.sum()
    return a.sum()


@programs.staged(T(3))
def given_on_a_path(n):
    """Swapping an array with another name, on one path, cannot be staged."""
    a, b = np.array([1.0, 2, 3]), np.zeros(3)
    first = a
    if n > 1:
        for j in range(n):
            b[1], b[0] = a[0] + 1 + j, j
            a, b = b, a
    return a, first


@programs.staged(T(3))
def begun_again_with_the_same(n):
    """An inner loop that swaps the same two arrays again cannot be staged."""
    x, y, total = np.array([1.0, 2, 3]), np.zeros(3), 0.0
    for k in range(n):
        a, b = x, y
        for j in range(k):
            b[1], b[0] = a[0] + 1 + j, k
            a, b = b, a
        total = total + a.sum()
    return total


@programs.staged(T(3))
def one_array_twice(n):
    """Swapping two names of one array that is written to cannot be staged."""
    a = b = np.zeros(3)
    for k in range(n):
        b[0] = a[1] + k + 1
        a, b = b, a
    return a, b


@programs.staged(T(3))
def a_view_kept(n):
    """A loop-carried view of one of two swapped arrays cannot be staged."""
    a, b, total = np.array([1.0, 2, 3]), np.zeros(3), 0.0
    part = a[:2]
    for k in range(n):
        total = total + part.sum()
        b[1] = a[0] + 1 + k
        part = b[:2]
        a, b = b, a
    return a, total


@programs.staged(T(3))
def the_array_kept_in_a_list(n):
    """Appending a swapped array, not a copy, to a list cannot be staged."""
    a, b, seen = np.array([1.0, 2, 3]), np.zeros(3), []
    for k in range(n):
        b[:] = a + 1
        b[0] = k
        a, b = b, a
        seen.append(a)
    return seen


@programs.staged(T(3))
def the_best_kept(n):
    """A loop-carried array that may be an alias of the best one is refused."""
    a = np.array([1.0, 2, 3])
    best = a
    for k in range(n):
        a[0] += k
        if a.sum() > best.sum():
            best = a
        a = a * 1.5
    return a, best


@programs.staged(T(3))
def rows_of_one_that_is_used(n):
    """Swapping rows of an array that is returned as well cannot be staged."""
    both = np.arange(6.0).reshape(2, 3).copy()
    a, b = both
    for k in range(n):
        b[1:] = a[:-1] + k
        a, b = b, a
    return a, both


@programs.staged(T(3))
def of_two_dtypes(n):
    """Swapping two arrays of different dtypes cannot be staged."""
    a, b = np.array([1, 2, 3]), np.zeros(3)
    for _ in range(n):
        b[1] = a[0] + 1.5
        a, b = b, a
    return a, b


@programs.staged((np.arange(4.0), T(3)))
def what_is_given(x, n):
    """Swapping an array argument with a new array cannot be staged."""
    b = np.zeros(4)
    for k in range(n):
        b[0] = x[1] + k
        x, b = b, x
    return x


@programs.staged(T(3))
def rows_of_one_that_a_loop_around_carries(n):
    """Swapping rows of an array that an outer loop carries cannot be staged."""
    both, other, total = np.arange(6.0).reshape(2, 3).copy(), np.zeros((2, 3)), 0.0
    for k in range(n):
        a, b = both
        for j in range(k):
            b[1:] = a[:-1] + j
            a, b = b, a
        total = total + a.sum()
        first = both
        both, other = other, both
        total = total + first.sum()
    return total


# -- One of several arrays

NUMBERS = tuple(map(T, (0, 1, 2, 3, 6)))


@programs.staged(*NUMBERS)
def written_under_each_name(n):
    """Writes to an array selected at run time and to both candidates."""
    a, b = np.zeros(4), np.ones(4)
    y = a if n > 2 else b
    y[0], a[1], b[2] = 5, 6, 7
    y[3] = y[0] + y[1] + y[2]
    return a, b, y, y.sum()


@programs.staged(*NUMBERS)
def in_a_loop(n):
    """A loop writes to one of two arrays, selected in each iteration."""
    left, right = np.zeros(8), np.zeros(8)
    for k in range(n):
        side = left if k % 2 else right
        side[k] += k + 1
        (left if k < 2 else right)[0] -= 1
    return left, right


@programs.staged(*NUMBERS)
def chosen_before_a_loop(n):
    """An array selected before loops that write to it and to the candidates."""
    a, b = np.zeros(4), np.ones(4)
    y = a if n > 2 else b
    for k in range(n):
        y[k % 4] += k
        a[0] += 1
        if y[0] > 3:
            b[1] = y[0]
    while y[2] < 4:
        a[2] += 1
        b[2] += 2
    return a, b, y


@programs.staged(*NUMBERS)
def two_choices(n):
    """Two names, each for one of the same two arrays, written in turns."""
    a, b = np.zeros(4), np.ones(4)
    y = a if n > 2 else b
    z = b if n > 1 else a
    y[0] = 5
    z[0] += 1
    y[0] += 10
    return a, b, y, z


@programs.staged(*NUMBERS)
def a_choice_among_choices(n):
    """A selection between a third array and an earlier selection."""
    a, b, c = np.zeros(4), np.ones(4), np.full(4, 9.0)
    y = a if n > 2 else b
    z = y if n > 1 else c
    z[1], y[2], a[3], c[0] = 3, 4, 8, 2
    return a, b, c, y, z


@programs.staged(*NUMBERS)
def an_array_of_its_own_on_a_path(n):
    """An alias of an array on one path, a new array on the other."""
    a = np.array([1.0, 2, 3])
    y = a if n > 2 else a * 2
    y[0] = 5
    a[1] = 7
    return a, y


@programs.staged(*NUMBERS)
def views_of_it(n):
    """Writes to a slice view of an array selected at run time."""
    a, b = np.arange(4.0), np.ones(4)
    y = a if n > 2 else b
    v = y[1:]
    v[0], a[2], b[3] = 50, 60, 70
    return a, b, y, v


@programs.staged(*NUMBERS)
def one_of_two_views(n):
    """Writes to one of two views of the same array."""
    a = np.arange(6.0)
    p, q = a[:3], a[3:]
    y = p if n > 2 else q
    y[0], a[4], q[2] = 50, 60, 9
    return a, p, q, y


@programs.staged(*NUMBERS)
def of_other_lengths_2(n):
    """Writes to one of two arrays of unequal lengths, maybe out of range."""
    a, b = np.zeros(4), np.ones(6)
    y = a if n < 2 else b
    y[3] = 1
    y[:2] = 7
    y[5] = 2
    return a, b, y


@programs.staged(*NUMBERS)
def written_in_branches(n):
    """Writes in the branches that select the array and in later branches."""
    a, b = np.zeros(4), np.ones(4)
    if n < 2:
        y = a
        a[1] = 3
    else:
        y = b
        y[2] = 4
    if n > 1:
        y[0] = 5
    else:
        a[1] = 6
    b[3] = 7
    return a, b, y


@programs.staged(*NUMBERS)
def changed_by_numpy_and_operators(n):
    """`sort`, `+=`, `*=` and `fill` on an array selected at run time."""
    a, b = np.zeros(4), np.arange(4.0)[::-1].copy()
    y = a if n < 2 else b
    y.sort()
    y += 1
    b[0] = 9
    y *= 2
    first = y[0]
    y.fill(3)
    return a, b, y, first


@programs.staged(*NUMBERS)
def given_by_a_function(n):
    """A nested function returns one of two arrays, which is written."""

    def pick(c, a, b):
        if c:
            return a
        return b

    a, b = np.zeros(4), np.ones(4)
    y = pick(n > 2, a, b)
    y[1:] = 3
    a[0] = 4
    return a, b, y


@programs.staged(*NUMBERS)
def in_a_try_3(n):
    """Writes that may raise IndexError, to a selected array and its candidates."""
    a, b, seen = np.zeros(4), np.ones(4), 0
    y = a if n > 1 else b
    try:
        y[0] = 5
        a[n] = 7
        seen = y.sum()
        b[n] = 2
    except IndexError:
        seen = y.sum() + 100
    return a, b, y, seen


@programs.staged(*NUMBERS)
def swapped(n):
    """Two arrays swapped under a condition, before a loop and in it."""
    low, high = np.array([5.0, 1]), np.array([2.0, 3])
    if low.sum() > high.sum() + n:
        low, high = high, low
    low += n
    high[0] -= 1
    for k in range(n):
        if low.sum() > high.sum():
            low, high = high, low
        low += k
        high[0] -= 1
    return low, high


@programs.staged(*NUMBERS)
def by_elif(n):
    """`if`, `elif` and `else` in a loop select one of three arrays."""
    a, b, c = np.zeros(8), np.zeros(8), np.zeros(8)
    for k in range(n):
        if k % 3 == 0:
            t = a
        elif k % 3 == 1:
            t = b
        else:
            t = c
        t[k] = k + 1
    return a, b, c


@programs.staged(*NUMBERS)
def by_match(n):
    """`match` selects one of three arrays."""
    a, b, c = np.zeros(4), np.ones(4), np.full(4, 2.0)
    match n:
        case 0:
            y = a
        case 1:
            y = b
        case _:
            y = c
    y[0], b[1] = 8, 7
    return a, b, c, y


@programs.staged(*NUMBERS)
def written_where_it_was_chosen(n):
    """Writes in the branch of a nested selection and after it."""
    a, b, c = np.zeros(4), np.ones(4), np.full(4, 2.0)
    if n < 1:
        y = a
    else:
        y = b if n < 2 else c
        y[2] = 5
        b[3] = 1
    y[0], b[1], c[1] = 8, 7, 6
    return a, b, c, y


@programs.staged(*NUMBERS)
def swapped_on_several_paths(n):
    """Three arrays swapped in pairs by `if` and `elif` in a loop."""
    a, b, c = np.zeros(3), np.ones(3), np.full(3, 2.0)
    for k in range(n):
        if k % 3 == 1:
            a, b = b, a
        elif k % 3 == 2:
            b, c = c, b
        a[0] += 5
        b[1] -= 6
        c[2] += k
    return a, b, c


@programs.staged(*map(T, (0, 1, 2, 3, -1, -3, -4)))
def items_of_a_list(n):
    """A write to an array at a dynamic index of a list; IndexError is caught."""
    found = [np.zeros(4), np.ones(4), np.zeros(4)]
    try:
        found[n][0] = 5
        found[0][1] += 7
    except IndexError:
        found[1][1] = 9
    return found


@programs.staged(*map(T, (0, 1, 2, 3, -1, -3, -4)))
def a_place_that_a_list_has_not(n):
    """A write at a dynamic index of a list of arrays, which may be out of range."""
    found = [np.zeros(4), np.ones(4), np.zeros(4)]
    found[n][0] = 5
    return found


@programs.staged(*NUMBERS)
def buffers_in_turn(n):
    """A wave equation on three buffers in turn, indexed modulo 3."""
    u = [np.zeros(5), np.zeros(5), np.zeros(5)]
    u[0][2] = 1.0
    for t in range(n):
        p, q, r = u[t % 3], u[(t + 1) % 3], u[(t + 2) % 3]
        r[1:-1] = 2 * q[1:-1] - p[1:-1] + 0.1 * (q[2:] - 2 * q[1:-1] + q[:-2])
        r[0] = t
    return u


@programs.staged(*NUMBERS)
def one_array_in_two_places(n):
    """A dynamic index of a list in which one array is an item twice."""
    a = np.zeros(4)
    found = [a, a, np.ones(4)]
    found[n % 3][0] += 5
    return found, a


@programs.staged(*NUMBERS)
def values_of_a_dict(n):
    """A loop writes to one of two arrays of a dict, by a key of the parity."""
    d = {"odd": np.zeros(8), "even": np.zeros(8)}
    for k in range(n):
        d["odd" if k % 2 else "even"][k] = k + 1
    return d


@programs.staged(*NUMBERS)
def values_of_a_dict_by_numbers(n):
    """Writes to arrays of a dict by dynamic int keys; a key may be missing."""
    d = {k: np.zeros(3) for k in range(3)}
    for k in range(n):
        d[k % 3][k % 3] += k + 1
    d[n][0] = 1
    return d


@programs.staged(*NUMBERS)
def attributes_of_one_of_some_objects(n):
    """Writes to the array attribute of one of three objects of a list."""

    class Bin:
        def __init__(self, k):
            self.held = np.full(3, float(k))

    bins = [Bin(0), Bin(1), Bin(2)]
    for k in range(n):
        bins[k % 3].held[k % 2] += k
    return [each.held for each in bins]


@programs.staged(T(3))
def kept_by_a_loop(n):
    """A write to an array that a loop selected cannot be staged."""
    a, b = np.zeros(4), np.ones(4)
    y = a
    for k in range(n):
        if k % 2:
            y = b
    y[0] = 5
    return a, b, y


@programs.staged(T(3))
def a_new_one_under_two_names(n):
    """A write to a new array that has two names on one path only is refused."""
    a = np.zeros(4)
    if n > 2:
        y = a.copy()
        z = y
    else:
        y = a
        z = a + 1
    y[0], z[1], a[2] = 5, 6, 7
    return a, y, z


@programs.staged(T(3))
def of_two_dtypes_2(n):
    """A write to one of two arrays of unequal dtypes cannot be staged."""
    a, b = np.zeros(3), np.ones(3, int)
    y = a if n > 5 else b
    y[0] = 5
    return b


@programs.staged(T(3))
def of_two_dtypes_read(n):
    """A read of one of two arrays of unequal dtypes after a write is refused."""
    a, b = np.zeros(3), np.ones(3, int)
    y = a if n > 5 else b
    b[0] = 5
    return y.sum()


@programs.staged(T(3))
def a_dtype_that_a_loop_widens(n):
    """A write to an array whose dtype a dynamic loop widens is refused."""
    b = np.ones(3, int)
    y = b
    for _ in range(n):
        y = y * 0.5
    y[0] = 7
    return b


@programs.staged(T(3))
def of_a_list_with_two_dtypes(n):
    """A write at a dynamic index of a list of arrays of two dtypes is refused."""
    found = [np.zeros(3), np.ones(3, int)]
    found[n % 2][0] = 5
    return found


# -- Arrays in attributes, lists and dicts


class Grid2:
    """A grid of cells."""

    def __init__(self, n=3):
        self.cells = np.zeros((n, n))

    def put(self, i, j, v):
        """Write to a cell."""
        self.cells[i, j] = v


class Simulation:
    """Two arrays that change together."""

    def __init__(self):
        self.u = np.zeros(4)
        self.v = np.arange(4.0)

    def step(self, dt):
        """Go on by a step."""
        self.v += dt
        self.u[1:] += self.v[:-1] * dt
        self.u[0] = dt
        return self.u.sum()


class Mean:
    """A running mean."""

    def __init__(self, n):
        self.total = np.zeros(n)
        self.count = 0

    def add(self, x):
        """Take one more."""
        self.total += x
        self.count += 1


class Matrix:
    """An array behind item methods."""

    def __init__(self, a):
        self.a = a

    def __getitem__(self, key):
        return self.a[key]

    def __setitem__(self, key, value):
        self.a[key] = value


OUTER = Simulation()

NOTES: list[object] = []


@programs.staged((T(1), T(2)), (T(2), T(2)), (T(1), T(3)))
def cells_of_a_grid(i, j):
    """An array attribute is written to directly, by a method and in a loop."""
    grid = Grid2()
    held = grid.cells
    grid.cells[i, j] = 4
    grid.put(j, i, 5)
    for k in range(i):
        grid.put(k, j, k + 1)
    return grid.cells, held, grid.cells is held


@programs.staged(T(1.5), T(-2.0))
def steps(dt):
    """A method adds to two array attributes; an alias of one sees it."""
    s = Simulation()
    w = s.u
    total = s.step(dt)
    w[1] = 100
    for _ in range(3):
        s.step(dt / 2)
    return s.u, s.v, w, total


@programs.staged(T(1.5))
def another_array(dt):
    """An array attribute is replaced, and written to by item, `...` and mask."""
    s = Simulation()
    s.u = np.ones(4)
    s.u[0] = dt
    s.u = s.u * 2
    s.u[1] = dt
    s.v[...] = s.u * 2
    s.v[s.v > 5] = 0
    return s.u, s.v


@programs.staged(T(3), T(1))
def under_conditions_2(n):
    """An array attribute is written to in branches and in a `while` loop."""
    s = Simulation()
    if n > 2:
        s.u[0] = n
    if isinstance(s.u, np.ndarray) and s.u[0] == 0:
        s.u[2] = 1
    while n > 0:
        s.u[1] += 1
        n -= 1
    return s.u, s.u.shape, s.u.dtype == np.float64


@programs.staged(T([1.0, 2.0, 3.0]), T(1.5))
def a_running_mean(x):
    """A method adds to an array attribute and counts: a running mean."""
    mean = Mean(3)
    for i in range(4):
        mean.add(x * i)
    return mean.total / mean.count


@programs.staged(T(1), T(2), T(3))
def in_dicts_and_lists(n):
    """Arrays in a dict and in a list are written to, also by `np.add.at`."""
    d, xs = {}, []
    d["a"] = np.zeros(3)
    d["a"][n] = 1
    xs.append(np.ones(3, int))
    xs[0][n] = 7
    np.add.at(xs[0], [0, 0], n)
    return d, xs


@programs.staged(T(2), T(0))
def objects_in_loops(n):
    """Objects with array attributes are created in loops and written to."""
    out = []
    for i in range(n):
        s = Simulation()
        s.u[i] = i + 1
        out.append(s.u)
    ss = [Simulation() for _ in range(3)]
    for i in range(3):
        ss[i].u[n] = i
    for s in ss:
        s.u[0] += n
    return out, [s.u for s in ss]


@programs.staged(T(2), T(1))
def views_and_copies(n):
    """A view, `copy.copy` and `copy.deepcopy` of an object with an array."""
    s = Simulation()
    v = s.u[1:]
    v[n] = 3
    s.u[2] += 4
    t = copy.copy(s)
    t.u[0] = 9
    w = copy.deepcopy(s)
    w.u[0] = n
    return s.u, v, t.u, w.u


@programs.staged(T(2), T(3))
def behind_item_methods(n):
    """`__setitem__` writes to an array attribute, `sort` and `+=` change it."""
    m = Matrix(np.zeros((3, 3)))
    m[n, 1] = 3
    m[0, n] += 2
    k = Matrix(np.array([3, 1, 2]))
    k.a.sort()
    k.a[n] = 5
    k.a += 1
    k.a[n] = 2.7
    return m.a, k.a


@programs.staged(T(2), T(3))
def in_functions_of_functions(n):
    """A function returns an array and a closure that writes to it."""

    def made():
        a = np.zeros(3)

        def put(i):
            a[i] = n

        return a, put

    a, put = made()
    put(1)
    put(n)
    return a


@programs.staged((T(1.5), []))
def into_a_list_of_the_callers(x, xs):
    """An array is appended to a list argument and written to."""
    xs.append(np.ones(4))
    xs[0][0] = x
    return xs[0] * 2


@programs.staged(T(1))
def notes_are_taken_once(n):
    """Appends to a global list take effect once, around a write to an array."""
    NOTES.clear()
    NOTES.append(1)
    s = Simulation()
    s.u[n] = 4
    NOTES.append(2)
    return s.u, len(NOTES)


@programs.staged((np.ones(3), T(1.0)))
def a_sum_is_updated_once(x, y):
    """`+=` on an array and an append to a global list take effect once."""
    NOTES.clear()
    NOTES.append(1)
    z = x * 2
    w = z
    z += y
    return w, len(NOTES)


@programs.staged(T(1))
def of_an_object_of_others(n):
    """A dynamic write to an array attribute of a global object is refused."""
    OUTER.u[n] = 1
    return OUTER.u


@programs.falls(T(1))
def left_in_an_object_of_others(n):
    """A write to an array just stored in a global object cannot be staged."""
    OUTER.u = np.ones(4)
    OUTER.u[n] = 5
    return OUTER.u + 1


@programs.falls(T(1))
def left_in_a_list_of_others(n):
    """A write to an array just appended to a global list cannot be staged."""
    NOTES.append(np.ones(4))
    NOTES[-1][n] = 5
    return len(NOTES)


@programs.staged((X, T(0)), (X, T(1)), (X, T(5)))
def rotated_in_a_loop(x, n):
    """A loop moves a slice of an array by one place, and writes its last item."""
    x = np.array(x)
    for _ in range(n):
        last = x[-1:].copy()
        x[1:] = x[:-1]
        x[:1] = last
    return x
