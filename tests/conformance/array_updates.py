"""Programs with `x += y` and its kin, on a matrix of floats and an integer.

NumPy's arrays are changed by it, under all their names; tensors never are. `ALIKE` give
the same on arrays and on tensors, each compared with itself; in `SEEN` somebody else
sees the array change, or it cannot hold what is written, so that graphs refuse arrays.
"""

from __future__ import annotations

import numpy as np

import autograph as ag


def one_name(x, n):
    a = x * 2
    a += 1
    a -= a[0]
    return a


def alias_that_is_not_used(x, n):
    a = x * 2
    b = a
    b *= 2
    return b


def in_a_loop(x, n):
    a = x * 2
    for i in ag.range(n):
        a += i
        a *= 0.5
    return a


def in_branches(x, n):
    a = x * 2
    if n > 1:
        a += 1
    else:
        a -= 1
    a /= 4
    return a


def alias_on_the_other_path(x, n):
    a = x * 2
    if n > 1:
        a += 1
    else:
        b = a
        a = b * 3 + b
    return a


def other_rows(x, n):
    a = x * 2
    r, s = a[0], a[1]
    r += 1
    s *= r
    return r, s


def numbers(x, n):
    s = x.sum()
    t = s
    s += 1
    return s, t


def the_librarys_own_functions(x, n):
    a = ag.exp(x)
    b = a
    a += 1
    return a, b


def arrays_made_inside(x, n):
    a = np.zeros(3)
    for row in x:
        a += row
    return a


def last_turns_array(x, n):
    a = x * 2
    i = 0
    while i < n:
        before = a
        a = a * 2
        before -= 1
        i += 1
    return a


def attribute(x, n):
    class Holder:
        pass

    held = Holder()
    held.a = x * 2
    held.a += 1
    return held.a


def scanned(x, n):
    a = x * 1.0
    total = a[0] * 0
    for row in a:
        total += row * n
    return total


ALIKE = [
    one_name,
    alias_that_is_not_used,
    in_a_loop,
    in_branches,
    alias_on_the_other_path,
    other_rows,
    numbers,
    the_librarys_own_functions,
    arrays_made_inside,
    last_turns_array,
    attribute,
    scanned,
]


def argument(x, n):
    x += 1
    return x


def argument_in_a_loop(x, n):
    i = 0
    while i < n:
        x *= 2
        i += 1
    return x


def argument_on_a_path(x, n):
    if n > 1:
        x -= 1
    return x


def view_of_an_argument(x, n):
    y = x.T
    y += 1
    return y


def row_of_an_argument(x, n):
    row = x[n - 1]
    row += 1
    return row


def rows_of_an_argument(x, n):
    for row in x:
        row -= row[0]
    return x * n


def alias(x, n):
    a = x * 2
    b = a
    b *= 2
    return a


def alias_used(x, n):
    a = np.sin(x)
    b = a
    b *= 2
    c = a + 1
    return b, c


def row(x, n):
    a = x * 2
    r = a[0]
    r -= a[1]
    return a


def each_row(x, n):
    a = np.prod(x, axis=1, keepdims=True)
    for r in a:
        r /= 2
    return a


def made_of_several_steps(x, n):
    a = np.polyval([1.0, 2.0, 3.0], x)
    for r in a:
        r += 2
    return a


def alias_of_a_loop(x, n):
    a = x * 2
    b = a
    for i in ag.range(n):
        a += i
    return a, b


def alias_in_a_loop(x, n):
    a = x * 2
    b = a
    s = 0.0
    for i in ag.range(n):
        s += b.sum()
        a += i + 1
    return s


def alias_of_a_branch(x, n):
    a = x * 2
    b = a
    if n > 1:
        a += 1
    return a, b


def kept_by_the_loop(x, n):
    a = x * 2
    before = a
    for _ in ag.range(n):
        before = a
        a += 1
    return before


def left_by_a_branch(x, n):
    a = x * 2
    b = x * 3
    if n > 1:
        b = a
    b += 1
    return a


def reshaped(x, n):
    a = x * 2
    b = a.reshape(-1)
    b += 1
    return a


def attribute_and_name(x, n):
    class Holder:
        pass

    held = Holder()
    held.a = x * 2
    a = held.a
    held.a += 1
    return a


def in_a_list(x, n):
    held = [x * 2]
    a = held[0]
    held[0] += 1
    return a


def wider_kind(x, n):
    a = x.astype(int)
    a /= 2
    return a


def wider_shape(x, n):
    a = x[0] * 2
    a += x
    return a


def narrower(x, n):
    a = x.astype(np.float32)
    a += x
    return a


#: Each with the class of the error, and what its text says.
SEEN = [
    (argument, ag.errors.SideEffectError, "argument() writes to x in place"),
    (argument_in_a_loop, ag.errors.SideEffectError, "writes to x in place"),
    (argument_on_a_path, ag.errors.SideEffectError, "writes to x in place"),
    (view_of_an_argument, ag.errors.SideEffectError, "writes to x in place"),
    (row_of_an_argument, ag.errors.SideEffectError, "writes to x in place"),
    (rows_of_an_argument, ag.errors.SideEffectError, "writes to x in place"),
    (alias_of_a_loop, ag.errors.SideEffectError, "another name"),
    (alias_in_a_loop, ag.errors.SideEffectError, "s += b.sum()"),
    (kept_by_the_loop, ag.errors.SideEffectError, "another name"),
    (reshaped, ag.errors.SideEffectError, "another name"),
]

# What arrays and tensors have different graphs for.
APART = [
    *(alias, alias_used, row, each_row, made_of_several_steps, alias_of_a_branch),
    *(attribute_and_name, in_a_list, wider_kind, wider_shape, narrower),
    left_by_a_branch,
]
