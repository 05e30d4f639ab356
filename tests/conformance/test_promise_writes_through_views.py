"""Pairs of writes through views whose indices are arguments are both in the array.

A program is made of a place, which is a view of `a` of any kind, and a form, which has
two writes `W1` and `W2` to the view `R`. The writes are drawn.
"""

import linecache
import random

import numpy as np
import pytest

import autograph as ag
from autograph.testing.agreement import assert_agrees
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_both_writes_are_in_the_array = rows.test()
refused = Rows()
test_views_that_the_run_decides_are_refused = refused.refusal_test()

PLACES = (
    "a[i]", "a[:, j]", "a[i, 1:]", "a[i, ::-1]", "a[..., j]", "a[None, i][0]",
    "a[i:, 0]", "a[i][1:]", "a[i:i + 1][0]", "a[-i]", "a[i, ...]",
    "a[(slice(None), j)]", "a[i, j:]", "a[k[0]]", "a[:, k[1]]", "a[len(a) - i - 1]",
    "a[int(i)]", "a[i][[0, 1]]", "a[[i]][0]", "a[i - 1, :j]", "a.T[j]", "a.T[:, i]",
    "np.transpose(a)[j, i:]", "a.swapaxes(0, 1)[j]", "a[None].transpose(1, 2, 0)[i, :, 0]",
)  # fmt: skip
WRITES = (
    "R[0] = 7.0", "R[-1] *= 2", "R[:] = R + 1", "R[R > 1] = 0.5", "R.fill(3)",
    "R[...] += 1", "np.add.at(R, [0], 1)", "put(R)", "R[0], R[-1] = R[-1], R[0]",
    "R.sort()", "R[0] += R[-1]", "R[i:] = 4", "R[-i] -= 1", "R[...] -= a[0, 0]",
    "a[i, j] += 5", "a[i] = a[i] * 2", "R[i - 1] = a[i, 0]", "R[:] = a[0, 0]",
)  # fmt: skip
FORMS = {
    "at once": "    W1\n    W2\n",
    "named": "    r = R\n    W1 OF r\n    W2 OF r\n    a[0] += r.sum()\n",
    "in a loop": "    for c in range(j):\n        W1\n        W2\n",
    "named in a loop": "    r = R\n    c = 0\n    while c < j:\n        W1 OF r\n"
    "        W2 OF r\n        c += 1\n",
    "under conditions": "    r = R\n    if a[i, j] > 2:\n        W1 OF r\n        W2\n"
    "    else:\n        W2 OF r\n    W1 OF r\n",
    "in a dict": "    d = {'x': R}\n    W1 OF d['x']\n    W2 OF d['x']\n    W1\n",
    "in a list": "    b = a[i]\n    rs = [b, R]\n    W1 OF rs[1]\n    W2 OF rs[0]\n"
    "    W1 OF b\n",
    "in a function": "    def inner(v, w):\n        W1 OF v\n        W2 OF w\n"
    "        return v\n    inner(R, a[:, j])[0] = 4\n    W1\n",
}


def put(v):
    v[:] = v + 1


def program(place, form, draw):
    """Return a function, made of a form."""
    lines = ["def f(m, i, j, k):", "    a = m.copy()"]
    writes = {"W1": draw.choice(WRITES), "W2": draw.choice(WRITES)}
    for line in FORMS[form].splitlines():
        rest, _, name = line.partition(" OF ")
        for each, text in writes.items():
            rest = rest.replace(each, text.replace("R", name) if name else text)
        lines.append(rest.replace("R", place))
    text = "\n".join([*lines, "    return a", ""])
    filename = f"<{form} of {place}: {writes}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    names = {"np": np, "put": put}
    exec(compile(text, filename, "exec", dont_inherit=True), names)
    return names["f"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", PLACES)
def test_a_pair_of_writes(place, form):
    m, k = np.arange(6.0).reshape(2, 3), np.array([1, 2])
    draw = random.Random(f"{place} {form}")
    function = ag.function(program(place, form, draw))
    assert_agrees(function, m, T(1), T(2), k)
    assert_agrees(function, m, np.int64(0), np.int64(1), k)


# -- What is written back, and what is an element or a copy


@rows.on(1, np.int64(0), T(1))
def put_back_by_hand(i):
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


@rows.on((T(1), T(0)), (np.int64(0), np.int64(1)))
def of_three_axes(i, j):
    t = np.zeros((2, 2, 3))
    t[i, 0][1] = 1
    t[i][j][0] = 2
    t[:, j][i][2] += 3
    t[i, :, j][0] -= 4
    t[i, [0, 1]][0] = 100
    return t


@rows.on((np.arange(6.0).reshape(2, 3), T(1)))
def swapped_twice(m, i):
    a = m.copy()
    a[i][0], a[i][1] = a[i][1], a[i][0]
    r = a[i]
    r[1], r[2] = r[2], r[1]
    return a, r


def squared(m, i):
    a = np.array(m)
    a[i][0] = a[i, 1] * 3
    a[i][1] = a[i][0] * a[i, 2]
    return (a * a).sum()


def test_gradients_flow_through_both_writes():
    m = np.arange(6.0).reshape(2, 3)

    @ag.function
    def gradient(x, i):
        with ag.GradientTape() as tape:
            tape.watch(x)
            total = squared(x, i)
        return tape.gradient(total, x)

    expected = np.zeros((2, 3))
    for place in np.ndindex(2, 3):
        step = np.zeros((2, 3))
        step[place] = 1e-6
        expected[place] = (squared(m + step, 1) - squared(m - step, 1)) / 2e-6
    np.testing.assert_allclose(gradient(T(m), T(1)).numpy(), expected, rtol=1e-6)


@rows.on(np.arange(6.0).reshape(2, 3))
def transposed(m):
    a, b = m.copy(), np.ones((2, 3, 4))
    t = a.T
    t[0, 1] = 50
    a[0, 2] = 70
    t[...] += 1
    turned = b.transpose(2, 0, 1)
    turned[3][1] = 7
    turned.T[0, 0, 0] = 5
    return a, t, b, turned, t.T.copy()


@rows.on(np.arange(6.0).reshape(2, 3))
def transposed_copies(m):
    a = m.copy()
    b, c = a.T.copy(), np.sort(a, axis=0).T
    a[0] = 9
    b[0] = 8
    c[0] = 7
    return a, b, c


@refused.on((T(0), np.array([0, 1])))
def by_a_number_or_an_array(n, x):
    a = np.zeros((2, 3))
    if n > 0:
        k = x
    else:
        k = x[0]
    a[k][0] = 7.0
    a[k][1] = 8.0
    return a


# -- Indices that are arrays of rank 0: NumPy makes a copy by them, no view

by_each_kind = rows.on(np.array(1), T(1), np.int64(1), 1, np.array(1))


@by_each_kind
def rows_by_an_argument(i):
    a, b = np.zeros((2, 3)), np.zeros((2, 3))
    a[i][0] = 7.0
    a[i][1] = 8.0
    b[:, i][0] = 2.0
    b[i, 1:][0] = 3.0
    return a, b


@by_each_kind
def a_row_by_name(i):
    a = np.zeros((2, 3))
    r, s = a[i], a[i + 0]
    a[1, 0] = 5
    r[1] = 6
    r += 1
    s[2] = 7
    return a, r, s


@by_each_kind
def whole_rows(i):
    a = np.zeros((2, 3))
    a[i] = 5
    a[i] += 2
    a[i, 0] = 9
    a[i][1] += 1
    a[i:][0] += 3
    return a


@by_each_kind
def rows_in_blocks(i):
    a = np.zeros((2, 3))
    if i > 0:
        r = a[i]
        r[1] = 3
    for k in range(i + 2):
        a[i][k] = k
    return a


@by_each_kind
def rows_by_arrays_made_of_it(i):
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
    b = np.array(i)
    c = b
    b += 2
    d = np.array([i, i])
    e = d
    d *= 3
    return c, e, [0] * np.array([i, 1]).sum(), [5] * (np.asarray(i) + 1)


# -- `a.flat`

MATRIX = np.arange(6.0).reshape(2, 3)


@rows.on((MATRIX, T(2)), (MATRIX, 2))
def all_elements(m, n):
    a, b = m * 2, np.zeros((3, 3))
    a.flat[::n] = 5
    a.flat[n] += 1
    a.T.flat[1] = 7
    f = a.flat
    a[0, 0] = 9
    b.flat[::4] = 1
    b.flat[n] = n
    return a, f[0], a.flat[[1, 2]], b, len(a.flat), np.sum(m.flat), list(f)


@rows.on(MATRIX)
def parts_of_all_elements_are_copies(m):
    a = m * 2
    c = a.flat[1:3]
    c[0] = 50
    f = a.flat
    a[1, 1] = 3
    d = f[3:]
    d[0] = -2
    return a, c, d


@rows.on((MATRIX, T(2)))
def all_elements_in_a_loop(m, n):
    a = m * 2
    for k in range(n + 2):
        a.flat[k] += k
        if k > 1:
            a.flat[k] = -a.flat[k - 1]
    return a


# -- Writes that raise, whatever becomes of the array

in_and_out = rows.on(T(1), T(2), T(3), T(5))


@in_and_out
def into_a_copy_by_an_index(n):
    a = np.zeros((3, 3))
    a[[0]][0][n] = 1
    return a


@in_and_out
def into_the_copies_of_an_index(n):
    a = np.zeros((3, 3))
    a[[n]][0][0] = 1
    b = a[[0]]
    b[0, 0] += 1
    return a


@in_and_out
def into_a_copy_in_a_branch(n):
    a = np.zeros((3, 3))
    if n > 2:
        b = a.copy()
        b[n] = 1
    return a


@in_and_out
def into_what_a_loop_makes(n):
    b = np.zeros(3)
    for i in range(n):
        c = b.copy()
        c[i] += 1
    return n


@in_and_out
def into_what_loops_change(n):
    b = np.zeros(3)
    i = 0
    while i < n:
        b[i] += 1
        b[: i + 1][i] = 2
        i += 1
    return n


@in_and_out
def into_an_array_in_a_try(n):
    b = np.zeros(3)
    try:
        b[n] = 1
    except IndexError:
        return -1
    return n


@in_and_out
def into_the_copy_that_is_cast(n):
    b = np.zeros(3)
    b.astype(int)[n] = 1
    np.add.at(b, [n], 2)
    return n


@rows.on(T("1"), T("a"))
def text_added_to_numbers(t):
    a = np.zeros(3)
    np.add.at(a, [0], t)
    return a


@rows.on(T("1"), T("a"))
def text_multiplied_with_numbers(t):
    a = np.zeros(3, int)
    np.multiply.at(a, [0, 1], t)
    return a


@refused.on(T("1"), T("a"))
def complex_numbers_of_texts(t):
    return np.array([t, t], dtype=complex)


@refused.on(T("1"), T("a"))
def complex_numbers_of_an_array_of_texts(t):
    return np.asarray([t, t]).reshape(2, 1)[:1].astype(np.complex64)


@refused.on(T("1"))
def complex_numbers_by_asarray(t):
    return np.asarray(np.array([t]), complex)


@rows.on(T("1"), T("2j"))
def complex_numbers_of_other_texts(t):
    return np.full(2, t).astype(complex), np.stack([t, t]).astype(complex)


# -- Real and imaginary parts


@rows.on(T(2), T(0))
def parts_of_complex_numbers(n):
    a = np.array([1 + 2j, 3])
    a.real = n
    a.imag[0] = 5
    a[1] = n * 1j
    return a, a.conj(), np.abs(a), a.real, a.imag


@rows.on(T(2.0), T(-1.5))
def parts_after_other_views(x):
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


@rows.on(T(2), T(3))
def parts_in_a_loop(n):
    a = np.zeros(4, complex)
    a.real[n] = np.nan
    a.imag[n] = np.inf
    for i in range(n):
        a.real[i] += a.imag[n - 1] + 1
    return a, a[a.imag > 0]


@rows.on(T(2))
def attributes_that_are_set(n):
    a, b = np.zeros((2, 2)), np.zeros(3)
    a.flat = n
    a[0] += 1
    a.flat = np.arange(4) * n
    b.real = n
    return a, b


@rows.on(T(2))
def no_imaginary_parts(n):
    a = np.zeros(4)
    a[0] = n
    a.imag = n
    return a
