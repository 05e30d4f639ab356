"""Arrays that a function changes in place are, as a graph, what NumPy makes of them.

Each function is run on arrays, undecorated and decorated: results and dtypes are equal
to the bit. Where it is not known who else has an array's memory, that is an error.
"""

import copy

import numpy as np
import pytest

import autograph as ag
from autograph.testing.agreement import outcome_of

X = np.array([1.0, 2.0, 3.0, 4.0])
SYSTEM = np.array([[5.0, 1.0, 0.5], [0.25, 6.0, 1.0], [1.0, 2.0, 7.0]])
inner = ag.function(lambda a: a * 2.0)


def put(array, at, value):
    array[at] = value


# -- What programs do


def made_and_filled(x):
    out = np.zeros(x.shape[0])
    for i in range(x.shape[0]):
        out[i] = x[i] * 2
    return out


def filled_in_a_while(x):
    out = np.empty_like(x)
    i = 0
    while i < len(x):
        out[i] = np.sum(x) * i
        i += 1
    return out


def one_from_the_last(x):
    y = x.copy()
    for i in range(1, len(y)):
        y[i] = y[i - 1] * 0.5 + y[i]
    return y


def by_a_mask(x):
    y = x * 1.0
    y[y > 2] = 0.0
    y[0] += 5
    return y


def every_kind_of_key(x):
    a = np.zeros((3, 4))
    a[0] = x
    a[1:, 1] += 2
    a[a > 3] = -1
    a[:, [0, 2]] = 5
    a[1][2] = x[1]
    a[-1, ...] *= 2
    a[0, ::-1] -= x
    return a


def under_conditions(x):
    out = np.zeros((2, 3))
    for i in range(2):
        for j in range(3):
            if x[j] > 1.5:
                out[i, j] = x[i] * x[j]
    return out


def doubled_until_large(x):
    y = x * 1.0
    while y[0] < 100:
        y[0] *= 2
        y[1:] += y[:-1]
    return y


def sorted_by_exchange(x):
    y = x[::-1].copy()
    swapped = True
    while swapped:
        swapped = False
        for i in range(len(y) - 1):
            if y[i] > y[i + 1]:
                y[i], y[i + 1] = y[i + 1], y[i]
                swapped = True
    return y


def gauss_seidel(a):
    b = a[0] + 1.0
    x = np.zeros_like(b)
    error = 1.0
    while error > 1e-8:
        old = x.copy()
        for i in range(len(b)):
            x[i] = (b[i] - a[i] @ x + a[i, i] * x[i]) / a[i, i]
        error = np.max(np.abs(x - old))
    return x


def triangles(a):
    a = a.copy()
    for k in range(3):
        a[k + 1 :, k] /= a[k, k]
        a[k + 1 :, k + 1 :] -= np.outer(a[k + 1 :, k], a[k, k + 1 :])
    return a


def best_path(scores):
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


def shortest_ways(a):
    n = a.shape[0]
    length, done = np.full(n, np.inf), np.zeros(n, bool)
    length[0] = 0
    for _ in range(n):
        near = np.where(done, np.inf, length).argmin()
        done[near] = True
        length = np.minimum(length, length[near] + a[near])
    return length


# -- Names of one array, and of its parts


def two_names(x):
    y = x * 1.0
    z = y
    y[0] = 9.0
    return z, y, z is y


def a_row_that_is_read_and_written(x):
    a = np.outer(x, x)
    row, part = a[0], a[1:, 1:]
    a[0, 1] = 5.0
    row[2] = -1.0
    part[0] += row[0]
    return a, row * 2, part * 1


def in_a_list(x):
    y = x * 1.0
    held = [y]
    y[0] = 3.0
    return held[0] * 1, y


def by_a_function(x):
    y, z = np.zeros(4), x * 1.0
    put(y, 1, x[2])
    put(z, -1, y[1])
    y[0] = z[0] = 1.0
    return y, z


def by_a_function_inside(x):
    y = x * 1.0

    def clear(at):
        y[at] = 0.0

    clear(1)
    clear(2)
    return y


def copies_stay(x):
    y = x * 1.0
    a, b, c, d, e = copy.deepcopy(y), y.copy(), np.array(y), y + 0, inner(y)
    y[0] = 7
    return a * 1, b * 1, c * 1, d, e, inner(y)


def as_an_array_it_stays(x):
    y = x * 1.0
    z = np.asarray(y)
    y[0] = 9.0
    return z * 1


def temporary_views(x):
    a = np.outer(x, x)
    a[0, 1] = (a.T @ a.reshape(4, 4)).sum()
    return a


def made_by_two_paths(x):
    if x[0] > 0:
        y = x * 2.0
    else:
        y = x * 3.0
    y[0] = 0.0
    return y


def reshaped_when_made(x):
    y, z = np.zeros(4).reshape(2, 2), (x * 2).reshape(2, 2)
    y[0, 0], z[1, 1] = x[0], -1.0
    return y, z


# -- Operators and methods that change an array


def added_up(x):
    total = np.zeros(4)
    i = 0
    while x.sum() > i:
        total += x * i
        i += 5
    return total


def converted_to_its_dtype(x):
    y = np.array([1, 2, 3])
    y[0] = x[1] * 1.6
    y += 1
    y[1:] *= 2
    return y


def known_while_tracing(x):
    w = np.zeros(4)
    for i in range(4):
        w[i] = i * i
    return x[: int(w[2])] * w, w.sum()


ON_VECTORS = [
    made_and_filled,
    filled_in_a_while,
    one_from_the_last,
    by_a_mask,
    every_kind_of_key,
    under_conditions,
    doubled_until_large,
    sorted_by_exchange,
    two_names,
    a_row_that_is_read_and_written,
    in_a_list,
    by_a_function,
    by_a_function_inside,
    copies_stay,
    as_an_array_it_stays,
    temporary_views,
    made_by_two_paths,
    reshaped_when_made,
    added_up,
    converted_to_its_dtype,
    known_while_tracing,
]
ON_MATRICES = [gauss_seidel, triangles, best_path, shortest_ways]


def assert_same(found, wanted):
    if isinstance(wanted, tuple):
        assert len(found) == len(wanted)
        for pair in zip(found, wanted, strict=True):
            assert_same(*pair)
        return
    found = np.asarray(found)
    assert isinstance(wanted, bool) or found.dtype == wanted.dtype
    np.testing.assert_array_equal(found, wanted)


@pytest.mark.parametrize("function", ON_VECTORS)
def test_the_graph_writes_what_numpy_writes(function):
    staged = ag.function(function)
    for x in (X, X[::-1].copy()):
        given = x.copy()
        assert_same(staged(given), function(x.copy()))
        assert np.array_equal(given, x)


@pytest.mark.parametrize("function", ON_MATRICES)
def test_algorithms_on_matrices(function):
    assert_same(ag.function(function)(SYSTEM), function(SYSTEM.copy()))


TABLE = None


def test_an_array_of_another_scope_stays_numpys():
    @ag.function
    def f(x):
        global TABLE
        if TABLE is None:
            TABLE = np.zeros(4)
            for i in range(4):
                TABLE[i] = i * i
        return x * TABLE

    for _ in range(2):
        assert_same(f(X), X * np.array([0.0, 1.0, 4.0, 9.0]))
    assert type(TABLE) is np.ndarray


def test_rows_need_not_be_known():
    spec = ag.TensorSpec([None], ag.float64)
    given = lambda x: one_from_the_last(np.array(x))  # a signature makes tensors
    staged = ag.function(given, input_signature=[spec])
    for n in (1, 2, 4):
        assert_same(staged(X[:n]), one_from_the_last(X[:n]))


def test_gradients_flow_through_what_is_written():
    def f(x):
        y = np.array(x)
        for i in range(1, 4):
            y[i] = y[i - 1] * y[i]
        y[0] = 2.0
        return np.sum(y**2)

    x = ag.constant(X)
    with ag.GradientTape() as tape:
        tape.watch(x)
        value = ag.function(f)(x)
    found = tape.gradient(value, x)
    for at in range(4):
        move = np.zeros(4)
        move[at] = 1e-6
        slope = (f(X + move) - f(X - move)) / 2e-6
        assert np.isclose(found[at], slope, rtol=1e-6)


# -- What may be refused, and never wrong


def an_argument(x):
    x[0] = 1.0
    return x


def another_name_of_an_argument(x):
    y = x
    y[0] = 1.0
    return y


def a_view_of_what_has_a_name(x):
    z = x * 2
    y = z.reshape(2, 2)
    y[0, 0] = 1.0
    return y, z


def an_attribute(x):
    holder = ag.Module()
    holder.buffer = np.zeros(4)
    holder.buffer[1] = x[0]
    return holder.buffer


def written_while_transposed(x):
    a = np.outer(x, x)
    b = a.T
    a[0, 1] = 5.0
    return a, b * 1


def written_while_gone_through(x):
    y = x * 1.0
    total = 0.0
    for item in y:
        total += item
        y[3] = total
    return y


def written_after_a_view_left_a_branch(x):
    y = np.outer(x, x)
    z = y[0] if x[0] < 0 else y[1]
    if x[0] > 0:
        z = y.T
    y[0] = -1.0
    return y, z * 1


def complex_into_real(x):
    y = np.zeros(3)
    y[0] = x[0] * 1j
    return y


def a_value_that_does_not_fit(x):
    y = np.zeros(3)
    y[:2] = x
    return y


def in_a_try(x):
    y = x * 1.0
    try:
        if y[0] > 0:
            y[0] = -5.0
        if y[1] > 1:
            raise ValueError("x")
    except ValueError:
        y[2] = 100.0
    return y


def a_transposed_view(x):
    a = np.outer(x, x)
    a.T[0, 1] = 5.0
    return a


UNSURE = [
    an_argument,
    another_name_of_an_argument,
    a_view_of_what_has_a_name,
    an_attribute,
    written_while_transposed,
    written_while_gone_through,
    written_after_a_view_left_a_branch,
    complex_into_real,
    a_value_that_does_not_fit,
    a_transposed_view,
    in_a_try,
]


@pytest.mark.parametrize("function", UNSURE)
def test_what_is_not_kept_is_refused_at_the_users_line(function):
    found = outcome_of(ag.function(function), (X,), {})
    if found.error is None:
        assert_same(found.value, function(X.copy()))
    else:
        assert isinstance(found.error, ag.errors.AutographError)
        assert "test_promise_array_writes.py" in str(found.error)
        assert found.error.hint


def test_an_index_out_of_bounds_is_numpys_error():
    def f(x):
        y = np.zeros(3)
        y[x.argmax() + 2] = x[0]
        return y

    for each in (f, ag.function(f)):
        with pytest.raises(IndexError, match="out of bounds for axis 0 with size 3"):
            each(X)


def test_an_operator_in_place_keeps_the_dtype_or_raises_numpys_error():
    def f(x):
        total = np.zeros(4, int)
        total += x
        return total

    for each in (f, ag.function(f)):
        with pytest.raises(TypeError, match="Cannot cast ufunc 'add' output"):
            each(X)
