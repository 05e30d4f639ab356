"""Arrays that a function makes and keeps in attributes, lists and dicts are written to."""

# Programs under test are written as users write them.

import copy

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_it_is_refused_in_the_function = refused.refusal_test()


class Grid:
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

# -- What programs do


@rows.on((T(1), T(2)), (T(2), T(2)), (T(1), T(3)))
def cells_of_a_grid(i, j):
    grid = Grid()
    held = grid.cells
    grid.cells[i, j] = 4
    grid.put(j, i, 5)
    for k in range(i):
        grid.put(k, j, k + 1)
    return grid.cells, held, grid.cells is held


@rows.on(T(1.5), T(-2.0))
def steps(dt):
    s = Simulation()
    w = s.u
    total = s.step(dt)
    w[1] = 100
    for _ in range(3):
        s.step(dt / 2)
    return s.u, s.v, w, total


@rows.on(T(1.5))
def another_array(dt):
    s = Simulation()
    s.u = np.ones(4)
    s.u[0] = dt
    s.u = s.u * 2
    s.u[1] = dt
    s.v[...] = s.u * 2
    s.v[s.v > 5] = 0
    return s.u, s.v


@rows.on(T(3), T(1))
def under_conditions(n):
    s = Simulation()
    if n > 2:
        s.u[0] = n
    if isinstance(s.u, np.ndarray) and s.u[0] == 0:
        s.u[2] = 1
    while n > 0:
        s.u[1] += 1
        n -= 1
    return s.u, s.u.shape, s.u.dtype == np.float64


@rows.on(T([1.0, 2.0, 3.0]), T(1.5))
def a_running_mean(x):
    mean = Mean(3)
    for i in range(4):
        mean.add(x * i)
    return mean.total / mean.count


@rows.on(T(1), T(2), T(3))
def in_dicts_and_lists(n):
    d, xs = {}, []
    d["a"] = np.zeros(3)
    d["a"][n] = 1
    xs.append(np.ones(3, int))
    xs[0][n] = 7
    np.add.at(xs[0], [0, 0], n)
    return d, xs


@rows.on(T(2), T(0))
def objects_in_loops(n):
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


@rows.on(T(2), T(1))
def views_and_copies(n):
    s = Simulation()
    v = s.u[1:]
    v[n] = 3
    s.u[2] += 4
    t = copy.copy(s)
    t.u[0] = 9
    w = copy.deepcopy(s)
    w.u[0] = n
    return s.u, v, t.u, w.u


@rows.on(T(2), T(3))
def behind_item_methods(n):
    m = Matrix(np.zeros((3, 3)))
    m[n, 1] = 3
    m[0, n] += 2
    k = Matrix(np.array([3, 1, 2]))
    k.a.sort()
    k.a[n] = 5
    k.a += 1
    k.a[n] = 2.7
    return m.a, k.a


@rows.on(T(2), T(3))
def in_functions_of_functions(n):
    def made():
        a = np.zeros(3)

        def put(i):
            a[i] = n

        return a, put

    a, put = made()
    put(1)
    put(n)
    return a


@rows.on((T(1.5), []))
def into_a_list_of_the_callers(x, xs):
    xs.append(np.ones(4))
    xs[0][0] = x
    return xs[0] * 2


# -- What is done once, though the function is traced twice


@rows.on(T(1))
def notes_are_taken_once(n):
    NOTES.clear()
    NOTES.append(1)
    s = Simulation()
    s.u[n] = 4
    NOTES.append(2)
    return s.u, len(NOTES)


@rows.on((np.ones(3), T(1.0)))
def a_sum_is_updated_once(x, y):
    NOTES.clear()
    NOTES.append(1)
    z = x * 2
    w = z
    z += y
    return w, len(NOTES)


def test_objects_of_others_are_as_one_trace_leaves_them():
    log = []

    @ag.function
    def f(n):
        log.append("traced")
        grid = Grid()
        grid.cells[n, n] = 1
        return grid.cells

    f(T(1))
    assert log == ["traced"]


# -- Arrays that outlive the call


@refused.on(T(1))
def of_an_object_of_others(n):
    OUTER.u[n] = 1
    return OUTER.u


@refused.on(T(1))
def left_in_an_object_of_others(n):
    OUTER.u = np.ones(4)
    OUTER.u[n] = 5
    return OUTER.u + 1


@refused.on(T(1))
def left_in_a_list_of_others(n):
    NOTES.append(np.ones(4))
    NOTES[-1][n] = 5
    return len(NOTES)
