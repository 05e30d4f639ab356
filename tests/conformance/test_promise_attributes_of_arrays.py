"""Attributes of arrays, and of what has read-only ones, written on some paths only."""

# Programs under test are written as users write them.

import datetime as dt

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_it_is_refused_in_the_function = refused.refusal_test()


class Box:
    """An object with an array."""

    def __init__(self, array):
        self.array = array

    @property
    def half(self):
        """Return a number."""
        return 1


@rows.on(T(1), T(-1))
def a_date(x):
    day = dt.date(2020, 1, 1)
    if x > 0:
        day.year = 3
    return day.year


@rows.on(T(1), T(-1))
def a_range(x):
    steps = range(3)
    if x > 0:
        steps.start = 3
    return len(steps)


@rows.on(T(1), T(-1))
def a_complex_number(x):
    number = 1j
    if x > 0:
        number.real = 3
    return number.imag


@rows.on(T(1), T(-1))
def a_tensor(x):
    if x > 0:
        x.T -= 1
    return x + 1


@rows.on(T(1), T(-1))
def a_tensor_in_a_loop(x):
    y = x * 2
    while y > 0:
        y.shape = ()
        y -= 1
    return y


@rows.on(T(1), T(-1))
def a_property(x):
    box = Box(1)
    if x > 0:
        del box.half
    return box.half


@rows.on(T(1), T(-1))
def caught(x):
    day = dt.date(2020, 1, 1)
    try:
        if x > 0:
            day.year = 3
    except AttributeError:
        return 1
    return 2


@rows.on(T(1), T(-1))
def the_rank(x):
    a = np.array([3])
    if x > 0:
        a.ndim = 3
    return a


@rows.on(T(1), T(-1))
def an_array_or_a_number(x):
    a = np.array([[2, 1], [4, 3]])
    if x > 0:
        return 1
    return a


@rows.on(T(1), T(-1), T(3))
def an_array_or_a_number_of_numpy_after_a_loop(x):
    a = np.zeros((2, 2))
    b = np.float64(2)
    for _ in range(x):
        b = a
    return b


@rows.on(T(1), T(-1))
def arrays_and_numbers_in_a_list(x):
    a = np.zeros((2, 2))
    found = [a, 1.0]
    if x > 0:
        found = [1.0, a]
    return found


@rows.on(T(1), T(-1))
def a_view_in_a_block_that_made_the_array(x):
    y = 0
    if x > 0:
        a = np.array([[1, 2], [3, 4]])
        a.T[0] = 7
        y = int(a[1, 0])
    return y


@rows.on(T(1), T(-1))
def outside_of_blocks(x):
    a = np.array([[1, 2], [3, 4]])
    a.T[0] = 7
    a.flat[3] = 5
    b = np.array([[1, 2], [3, 4]])
    b.real[1, 1] += 1
    return a, b, x


@refused.on(T(1), T(-1))
def the_real_part_after_an_item_of_a_view(x):
    a = np.array([[1, 2], [3, 4]])
    a.T[0] = 7
    a.real[1, 1] += 1
    return a, x


@rows.on(T(1), T(-1))
def an_item_of_a_view(x):
    a = np.array([[1, 2], [3, 4]])
    if x > 0:
        a.T[0] = 7
    return a


@rows.on(T(1), T(-1))
def an_item_of_a_view_in_a_loop(x):
    a = np.array([[1, 2], [3, 4]])
    for _ in range(x):
        a.T[0] = 7
    return a


@refused.on(T(1), T(-1))
def an_item_of_a_view_in_a_try(x):
    a = np.array([[1, 2], [3, 4]])
    try:
        if x < 0:
            raise ValueError
        a.reshape(4)[1] += 9
    except ValueError:
        pass
    return a


@refused.on(T(1), T(-1))
def rows_of_an_array(x):
    a = np.array([[1, 2], [3, 4]])
    if x > 0:
        for row in a:
            row[0] = 9
    return a


@refused.on(T(1), T(-1))
def the_real_part(x):
    a = np.array([1j, 2])
    if x > 0:
        a.real[...] = 5
    return a


@refused.on(T(1), T(-1))
def the_real_part_in_a_loop(x):
    a = np.array([1j, 2])
    for _ in range(x):
        a.real = 5
    return a


@rows.on(T(1), T(-1))
def elements_in_a_row(x):
    a = np.array([[1, 2], [3, 4]])
    for _ in range(x):
        a.flat[3] = 5
    return a


@rows.on(T(1), T(-1))
def an_element_that_the_run_knows(x):
    a = np.array([[1, 2], [3, 4]])
    a.flat[3] = x
    return a


@refused.on(T(1), T(-1))
def the_shape(x):
    a = np.array([[1, 2], [3, 4]])
    for _ in range(x):
        a.shape = (4,)
    return a


@refused.on(T(1), T(-1))
def another_size(x):
    box = Box(np.array([[2, 1], [4, 3]]))
    if x > 0:
        box.array.resize((4,), refcheck=False)
    return box.array


@refused.on(T(1), T(-1))
def the_transposed_array_of_an_object(x):
    box = Box(np.array([[1, 2], [3, 4]]))
    if x > 0:
        box.array.T -= 1
    return box.array


@refused.on(T(1), T(-1))
def the_transposed_array(x):
    a = np.array([[1, 2], [3, 4]])
    if x > 0:
        a.T -= 1
    return a
