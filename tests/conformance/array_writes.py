"""Programs that write to arrays in place, all of which NumPy runs as they stand.

Each takes an array of four floats and an integer, and is compared with what it gives
as plain Python on a NumPy array. Those of `REFUSED` depend on which of two arrays a
name has, which is known only when the graph runs.
"""

from __future__ import annotations

import numpy as np

import autograph as ag


def items(x, n):
    x[0] = 5
    x[n] = x[0] * 2
    x[-1] = n
    return x


def slices(x, n):
    x[1:] += 1
    x[n:] = x[:1]
    x[::2] = x[::-2]
    x[1:3] = x[0:2]
    x[...] *= 2
    return x


def masks_and_arrays(x, n):
    x[x > 2] = 0
    x[[0, 1]] = [5.5, 6]
    x[np.array([True, False, False, True])] = x[1:3]
    x[[n, n]] += 1
    return x


def axes(x, n):
    m = x.reshape(2, 2).copy()
    m[n - 1, 0] = 7
    m[:, 1] = [8, 9]
    m[..., None][0, 0, 0] -= 1
    m[0][1] = m[1, n - 1]
    return m


def aliases(x, n):
    y = x
    if n > 1:
        x[0] = 7
    else:
        y[1] = 8
    return x, y


def alias_made_in_a_branch(x, n):
    if n > 1:
        y = x
        x[0] = 7
    else:
        y = x + 1
    return x, y


def chosen_then_written(x, n):
    y = x + 1
    if n > 1:
        y = x * 2
    y[0] = 100
    return x, y


def views_left_by_branches(x, n):
    y = x + 1
    z = x * 2
    if n > 1:
        y[-1] = 7
        y = y[::-1]
        z[0] = 9
        z = z.reshape(2, 2)
    else:
        z = z.reshape(2, 2)
    return y, z


def staged_loop(x, n):
    i = 0
    while i < n + 1:
        x[i] = x[i] + x[i - 1]
        if x[i] > 3:
            x[i] = 0
        i += 1
    return x


def loop_with_break(x, n):
    for i in range(4):
        if i == n:
            break
        x[i] = 100
    else:
        x[3] = 5
    return x


def test_of_the_loop(x, n):
    total = 0.0
    while x[0] < 10:
        x[0] += n
        total += x[0]
    return x, total


def rows(x, n):
    m = x.reshape(2, 2).copy()
    for row in m:
        row[0] = row[1] + n
    return m


def views(x, n):
    row = x[1:]
    row[0] = 9
    x[2] = 4
    inner = row[1:]
    inner[0] += n
    return x, row, inner


def overlapping_views(x, n):
    a, b = x[:2], x[1:]
    a[1] = 8
    b[0] += 1
    if n > 1:
        a[0] = 3
        c = b[1:]
        c[...] = 0
    return x, a, b


def views_in_loops(x, n):
    v = x[1:]
    for i in range(n):
        v[i] = i * 10
        w = x[i:]
        w[0] += 1
    return x, v


def elements_are_copies(x, n):
    first = x[1]
    x[1] = 40
    return first, x


def copies(x, n):
    a, b, c = x + 0, x.copy(), x.astype(x.dtype)
    d, e, f = x.flatten(), +x, x[[0, 1, 2, 3]]
    x[0] = 77
    return a, b, c, d, e, f


class Holder:
    pass


def attributes_and_lists(x, n):
    holder = Holder()
    holder.x = x
    held = [x, x + 1]
    if n > 1:
        holder.x[0] = 5
        held[1][2] = 6
    return x, holder.x, held[0], held[1]


def nested(x, n):
    held = (x, [x[1:]])
    held[1][0][0] = n
    return held


def _add(a, i):
    a[i] = a[i] + 10


def functions(x, n):
    for i in range(n):
        _add(x, i)
    return x


def closures(x, n):
    def inner():
        x[0] = 4

    if n > 0:
        inner()
    z = x
    x = x * 2
    z[1] = 3
    return x, z


def recursion(x, n):
    def descend(i):
        if i < n:
            x[i] = -1
            descend(i + 1)

    descend(n - n)
    return x


def names_assigned_and_written(x, n):
    y = x
    i = 0
    while i < n:
        x = x + 1
        x[0] = i
        i += 1
    return x, y


def names_written_and_assigned(x, n):
    i = 0
    while i < n:
        x[0] = i
        x = x + 1
        i += 1
    return x


def swapped(x, n):
    x[n], x[0] = x[0], x[n]
    return x


def methods(x, n):
    x.__setitem__(n, 12)
    return x


def filled_in(x, n):
    out = x * 0
    for i in range(3):
        if n > i:
            out[i] = x[i] * 2
        elif n == i:
            out[i] = -1
    return out


def one_of_two_written(x, n):
    y = x if n > 1 else x + 1
    y[0] = 100
    return x


def one_of_two_read(x, n):
    y = x if n > 1 else x + 1
    x[0] = 100
    return y


def item_of_a_list(x, n):
    found = [x, x + 1, x + 2]
    found[n][0] = 100
    return x


AS_NUMPY = (
    items, slices, masks_and_arrays, axes, aliases, alias_made_in_a_branch,
    chosen_then_written, views_left_by_branches, staged_loop, loop_with_break, test_of_the_loop, rows, views,
    overlapping_views, views_in_loops, elements_are_copies, copies,
    attributes_and_lists, nested, functions, closures, recursion,
    names_assigned_and_written, names_written_and_assigned, swapped, methods, filled_in,
    one_of_two_written, one_of_two_read, item_of_a_list,
)  # fmt: skip


def reshaped(x, n):
    z = x.reshape(-1)
    x[0] = n
    return z


def base_of_reshaped(x, n):
    z = x.reshape(2, 2)
    z[0, 0] = n
    return x


def held_in_a_list(x, n):
    found = []
    for i in range(n):
        x[0] = i
        found.append(x)
    return ag.stack(found)


def written_after_it_was_listed(x, n):
    found = []
    for _ in range(n):
        found.append(x)  # noqa: PERF401 the comprehension is another program
    x[0] = 50
    return ag.stack(found)


def items_of_a_list(x, n):
    found = [x + i for i in range(n)]
    for each in found:
        each[0] = 9
    return ag.stack(found)


def kept_in_another_name(x, n):
    y = x
    i = 0
    while i < n:
        x[0] += 1
        y = y + 1
        i += 1
    return y


REFUSED = (
    reshaped, base_of_reshaped, held_in_a_list, written_after_it_was_listed,
    items_of_a_list, kept_in_another_name,
)  # fmt: skip
