"""The promise, for sequences times integers: NumPy's repeat them, tensors do not."""

from collections import deque

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()

X = np.array([1, 2, 3])
TABLE = np.array([2, 0, 1])
TENSOR = T([2, 0, 1])


@rows.on(X, T([1, 2, 3]), np.array([3, -1], np.int8))
def a_list_times_an_element(x):
    return [0] * x.max(), x[1] * [5, 6], [7] * x[0]


@rows.on(np.int64(2), np.array(2), T(2), np.uint8(3), np.int64(-1), T(0))
def a_list_times_an_argument(n):
    return [5] * n, n * [5, 7], [5] * (n + 1), [1, 2] * -n


@rows.on(np.int64(2), np.uint8(3))
def a_tuple_or_text_times_an_argument(n):
    return (5, 6) * n, n * (1,), "ab" * n, n * "a", ("x" if n > 2 else "y") * (n + 1)


@rows.on(np.int64(2), T(2))
def an_empty_list_times_an_argument(n):
    return [1] + n * [0]


@rows.on(X, T([1, 2, 3]))
def in_a_comprehension(x):
    return [[0] * x[1] for _ in range(2)]


@rows.on(np.array([3, 1, 2, 3, 0]))
def counting_sort(x):
    counts = np.zeros(5, int)
    for value in x:
        counts[value] += 1
    found = []
    for value in range(5):
        found += [value] * counts[value]
    return found


@rows.on(np.int64(1), T(1), 1)
def an_element_of_an_array_made_here(i):
    c = np.zeros(3, int)
    c[i] += 2
    return [5] * c[1], (1, 2) * c[0], [5] * np.arange(3)[i]


@rows.on(np.int64(0), 2)
def an_element_of_an_array_around(i):
    return [5] * TABLE[i], (1, 2) * TABLE[i]


@rows.on(T(0))
def an_element_of_an_array_around_by_a_tensor(i):
    return [5] * TABLE[i]


@rows.on(X)
def on_some_paths(x):
    best = x[0]
    if x[1] > best:
        best = x[1] + 0
    return [1, 2] * best


@rows.on(X, T([1, 2, 3]))
def what_the_library_computes(x):
    return [4, 5] * ag.reduce_max(x), [4, 5] * x.sum(), [4, 5] * abs(x[2] - 9)


@rows.on((X, T(2)), (X, np.int64(2)), (T([1, 2]), np.int64(2)), (T([1, 2]), T(2)))
def arrays_and_tensors(x, n):
    return [1] * n, [1, 2] * (x[0] + n)


@rows.on(np.float64(2.0), np.bool_(True), np.array([2.5])[0])
def no_integer(n):
    try:
        return [1] * n
    except TypeError as error:
        return str(error)


@rows.on(X)
def in_place(x):
    a = [1]
    b = a
    a *= x[1]
    d = deque([1, 2])
    d *= x[1]
    return a, b, list(d)


@rows.on(T(2), np.array(2), np.int64(2))
def in_place_by_an_argument(n):
    a = [1, 5]
    b = a
    a *= n
    return a, b


@ag.function
def inner(n):
    return [3, 4] * n


@rows.on(X, T([1, 2, 3]))
def in_a_function_that_is_traced_by_itself(x):
    return inner(x.max()), inner(x[1])


@rows.on(np.array([2, 1]), T([2, 1]))
def rows_that_a_loop_steps_through(x):
    found = []
    for n in x:
        found = [*found, [1] * n]
    return found


@rows.on(T(2), T(-1), np.int64(2), np.array(2))
def what_is_computed_of_lists(t):
    return (
        [0] * np.sum([t]),
        [0] * np.max([t, t]),
        np.prod([t, 1]) * (0, 1),
        [0] * np.argmax([t, 1, 0]),
        [0] * np.dot([t, 1], [1, t]),
        [0] * np.add.reduce([t, 1]),
        [0] * np.gcd.reduce([t, 4]),
        [0] * np.polyval([t, 1], 1),
        [0] * (np.sum([t]) ** 2),
        [0] * -np.sum([t]).T,
    )


@rows.on(T(2), T(-1), np.int64(2), 2)
def elements_of_what_is_made_of_lists(t):
    return (
        [0] * np.sort([t, 1])[0],
        [0] * np.cumsum([t, t])[-1],
        [0] * np.maximum([t], 1)[0],
        [0] * np.concatenate([[t], [t]])[0],
        [0] * np.append([t], [1])[0],
        [0] * np.atleast_1d(t)[0],
        [0] * np.atleast_2d(t, t)[1][0, 0],
        [0] * np.nonzero([t, 1])[0][0],
        [0] * np.take([t, 1], 0),
    )


@rows.on(T(2), np.int64(2), np.array(2), 2)
def elements_of_lists_of_tensors(t):
    return np.stack([t])[0] * [0], np.hstack([t, 1])[0] * [0, 1]


@rows.on(T(1), np.int64(1), 1)
def what_methods_are_given(t):
    array = np.array([1, 2])
    return [0] * array.take(t), [0] * array.dot([t, 1]), [0] * array.searchsorted(t)


@rows.on(T(1), np.int64(1), 1)
def what_methods_of_arrays_around_are_given(t):
    return [0] * TABLE.take(t), [0] * TABLE.clip(t, 1)[2], [0] * TABLE.sum(initial=t)


@rows.on(T(1), np.int64(1))
def what_a_function_does_not_ask(t):
    return [0] * np.take([1, 2, 3], t), [0] * np.sum([1, 2], initial=t)


@rows.on(T(2), np.int64(2))
def no_integer_of_lists(t):
    said = []
    for make in (np.mean, np.any, np.linalg.norm, np.std):
        try:
            said.append([0] * make([t, t]))
        except TypeError as error:
            said.append(str(error))
    return said


@rows.on(T(2), np.int64(2))
def as_chosen_by_paths(t):
    best = np.sum([t]) if t > 0 else np.max([2, t])
    return [0] * best


@rows.on(np.int64(2), np.int64(0), np.int8(3))
def a_number_that_a_loop_carries(n):
    found = [1]
    while n > 0:
        found = [1, 2] * n
        n = n - 1
    return found


@rows.on(T(2), T(0), np.int64(2), 2)
def a_number_of_numpy_after_a_loop(n):
    counted, summed = np.int64(0), np.sum([0])
    for _ in range(n):
        counted = counted + 1
        summed = np.sum([summed, 1])
    return [0] * counted, [0] * summed


@rows.on(T(2), np.int64(2), 2)
def an_element_of_an_array_in_loops(n):
    array = np.array([n, 1])
    found = [0]
    for _ in range(n):
        for _ in range(n):
            found = [0] * array[0]
            array[0] = array[0] + 1
    return found


refused = Rows()
test_what_may_be_a_number_of_numpy_or_a_tensor_is_refused = refused.refusal_test()


@refused.on(T(2))
def a_tensor_in_place_of_a_number_of_numpy(t):
    total = np.sum([t])
    found = [0]
    while t > 0:
        found = [0] * total
        total = t + 0
        t = t - 1
    return found


@refused.on((X, T(2)))
def a_number_of_numpy_or_a_tensor(x, n):
    best = n
    if x[0] > 0:
        best = x[1]
    return [1, 2] * best
