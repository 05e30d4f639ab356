"""Writes to what may be this array or that one: as in plain Python, or refused."""

# Programs under test are written as users write them.

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
kept = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = kept.test()


test_what_only_the_run_tells_is_refused = refused.refusal_test()


@kept.on(T(1), T(0))
def made_by_branches(x):
    c = np.zeros(3) if x > 0 else np.ones(3)
    c[0] = 5
    return c


def made(c):
    if c:
        return np.zeros(3)
    return np.ones(3)


@kept.on(T(1), T(0))
def made_by_a_function(x):
    a = made(x > 0)
    a[0] = 5
    return a


@kept.on(T(1), T(0))
def a_row_that_the_run_chooses(x):
    a = np.zeros((2, 3))
    r = a[x]
    r[0] = 5
    return a


@kept.on(T(1), T(0))
def added_to_on_both_paths(x):
    total = np.zeros(3)
    if x > 0:
        total = total + 1
    total += 2
    return total


@kept.on(T(1), T(0))
def rows_of_a_table_that_are_read(x):
    q = [np.arange(6.0).reshape(2, 3)]
    r = q[0][x] + 1
    r[0] = 5
    return r, q


@kept.on(T(1), T(0))
def chosen_by_an_expression(x):
    a, b = np.zeros(3), np.ones(3)
    c = a if x > 0 else b
    c[0] = 5
    return a, b, c


@kept.on(T(1), T(0))
def chosen_by_a_statement(x):
    a = np.zeros(3)
    b = np.ones(3)
    if x > 0:
        c = a
    else:
        c = b
    c[0] = 5
    return a, b, c


@refused.on(T(1), T(0))
def chosen_by_a_loop(x):
    q = [np.zeros(3), np.ones(3)]
    c = q[1]
    for _ in range(x):
        c = q[0]
    c[0] = 5
    return q, c


@refused.on(T(1), T(0))
def added_to_after_a_loop(x):
    q = [np.zeros(3), np.ones(3)]
    c = q[1]
    while x > 0:
        c = q[0]
        x -= 1
    c += 5
    return q, c


@refused.on(T(1), T(0))
def chosen_by_a_try(x):
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


@kept.on(T(1), T(0))
def added_to_of_a_list(x):
    q = [np.zeros(3), np.ones(3)]
    c = q[0] if x > 0 else q[1]
    c *= 2
    return q


@kept.on(T(1), T(0))
def in_a_tuple(x):
    a = np.zeros(3)
    p = (a, 1) if x > 0 else (np.ones(3), 2)
    p[0][1] = 7
    return a, p[1]


class Box:
    pass


@kept.on(T(1), T(0))
def in_an_attribute(x):
    box, a = Box(), np.zeros(3)
    box.v = a
    if x > 0:
        box.v = np.ones(3)
    box.v[0] = 4
    return a, box.v


@kept.on(T(1), T(0))
def given_to_a_function(x):
    def put(v):
        v[0] = 1

    q = [np.zeros(4), np.ones(4)]
    put(q[0] if x > 0 else q[1])
    return q


@refused.on(T(1), T(0))
def by_a_view_of_it(x):
    q = [np.zeros(4), np.ones(4)]
    m = q[0] if x > 0 else q[1]
    m.reshape(2, 2)[0, 0] = 5
    return q


@kept.on(T(1), T(0))
def by_a_function_of_numpy(x):
    q = [np.zeros(4), np.ones(4)]
    m = q[0] if x > 0 else q[1]
    np.copyto(m, 2.0)
    return q


@refused.on(T(1), T(0))
def a_part_of_this_or_that(x):
    q = [np.zeros((2, 3))]
    r = q[0][0] if x > 0 else q[0][1]
    r[0] = 8
    return q


@kept.on(T(1), T(0))
def a_part_chosen_by_an_index(x):
    q = [np.zeros((2, 3))]
    r = q[0][x]
    r[0] = 5
    return q


@kept.on(T(1), T(0))
def a_part_of_unknown_length(x):
    q = [np.zeros((2, 3))]
    r = q[0][:x]
    r += 1
    return q


@refused.on(T(1), T(0))
def a_part_in_a_branch(x):
    q = [np.zeros((2, 3))]
    r = np.ones(3)
    if x > 0:
        r = q[0][x]
    r[0] = 8
    return q, r


TABLE = np.zeros((2, 3))


@refused.on(T(1), T(0))
def a_part_of_a_global(x):
    r = TABLE[x]
    r[0] = 8
    return r + TABLE


@refused.on(T(1), T(0))
def a_global_or_another(x):
    c = TABLE if x > 0 else np.ones((2, 3))
    c[0] = 5
    return c + TABLE
