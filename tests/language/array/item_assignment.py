"""Assignments to items of NumPy arrays, under names that share them."""

from __future__ import annotations

import types

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant

X = np.array([1.0, 2.0, 3.0, 4.0])

vectors = programs.staged((X, T(1)), (X, T(2)), (X, 2))

refused = programs.falls((X, T(2)))
refused_staged = programs.staged((X, T(2)))


# -- Kinds of keys


@vectors
def items(x, n):
    """Items at static, dynamic and negative indices."""
    x = x.copy()
    x[0] = 5
    x[n] = x[0] * 2
    x[-1] = n
    return x


@vectors
def slices(x, n):
    """Slices with dynamic bounds, steps and overlap."""
    x = x.copy()
    x[1:] += 1
    x[n:] = x[:1]
    x[::2] = x[::-2]
    x[1:3] = x[0:2]
    x[...] *= 2
    return x


@vectors
def masks_and_arrays(x, n):
    """Masks, and lists of static and dynamic indices."""
    x = x.copy()
    x[x > 2] = 0
    x[[0, 1]] = [5.5, 6]
    x[np.array([True, False, False, True])] = x[1:3]
    x[[n, n]] += 1
    return x


@vectors
def axes(x, n):
    """Items of a reshaped copy by two keys, by an added axis and by a row."""
    m = x.reshape(2, 2).copy()
    m[n - 1, 0] = 7
    m[:, 1] = [8, 9]
    m[..., None][0, 0, 0] -= 1
    m[0][1] = m[1, n - 1]
    return m


@vectors
def the_method(x, n):
    """`x.__setitem__` called, and two items swapped."""
    x = x.copy()
    x.__setitem__(n, 12)
    x[n], x[0] = x[0], x[n]
    return x


@programs.staged(np.array([1, 2, 3]), T([1, 2, 3]))
def cast(x):
    """A float and a bool are cast to the dtype of the array."""
    x = np.array(x)
    x[0] = 2.75
    x[1] = True
    x[2] += 1.5
    return x


# -- Control flow


@vectors
def aliases(x, n):
    """Branches write under either of two names."""
    x = x.copy()
    y = x
    if n > 1:
        x[0] = 7
    else:
        y[1] = 8
    return x, y


@vectors
def alias_made_in_a_branch(x, n):
    """One branch makes a second name and writes, the other makes a new array."""
    x = x.copy()
    if n > 1:
        y = x
        x[0] = 7
    else:
        y = x + 1
    return x, y


@vectors
def chosen_then_written(x, n):
    """A write to one of two new arrays leaves the argument's copy alone."""
    x = x.copy()
    y = x + 1
    if n > 1:
        y = x * 2
    y[0] = 100
    return x, y


@vectors
def views_left_by_branches(x, n):
    """Branches write to arrays and leave reversed or reshaped views of them."""
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


@vectors
def in_a_while(x, n):
    """A dynamic `while` writes items, one of them under a condition."""
    x = x.copy()
    i = 0
    while i < n + 1:
        x[i] = x[i] + x[i - 1]
        if x[i] > 3:
            x[i] = 0
        i += 1
    return x


@vectors
def with_break_and_else(x, n):
    """A `for` with `break` writes items, and its `else` writes another."""
    x = x.copy()
    for i in range(4):
        if i == n:
            break
        x[i] = 100
    else:
        x[3] = 5
    return x


@vectors
def read_by_the_test(x, n):
    """The test of a `while` reads the item that its body writes."""
    x = x.copy()
    total = 0.0
    while x[0] < 10:
        x[0] += n
        total += x[0]
    return x, total


@vectors
def filled_in(x, n):
    """`x * 0` is filled under conditions on a dynamic number."""
    out = x * 0
    for i in range(3):
        if n > i:
            out[i] = x[i] * 2
        elif n == i:
            out[i] = -1
    return out


@vectors
def bound_and_written(x, n):
    """A loop rebinds a name to a new array and writes to that."""
    y = x
    i = 0
    while i < n:
        x = x + 1
        x[0] = i
        i += 1
    return x, y


@vectors
def written_and_bound(x, n):
    """A loop writes to an array and then rebinds its name to a new one."""
    x = x.copy()
    i = 0
    while i < n:
        x[0] = i
        x = x + 1
        i += 1
    return x


# -- Views and copies


@vectors
def rows(x, n):
    """Rows that a loop yields are views."""
    m = x.reshape(2, 2).copy()
    for row in m:
        row[0] = row[1] + n
    return m


@vectors
def views(x, n):
    """A view of a view, written to under three names."""
    x = x.copy()
    row = x[1:]
    row[0] = 9
    x[2] = 4
    inner = row[1:]
    inner[0] += n
    return x, row, inner


@vectors
def overlapping_views(x, n):
    """Two views that overlap, and in a branch a view of one of them."""
    x = x.copy()
    a, b = x[:2], x[1:]
    a[1] = 8
    b[0] += 1
    if n > 1:
        a[0] = 3
        c = b[1:]
        c[...] = 0
    return x, a, b


@vectors
def views_in_loops(x, n):
    """A loop writes through a view from before it, and one of its own."""
    x = x.copy()
    v = x[1:]
    for i in range(n):
        v[i] = i * 10
        w = x[i:]
        w[0] += 1
    return x, v


@vectors
def copies(x, n):
    """Elements and seven kinds of copies do not see a later write."""
    x = x.copy()
    first = x[1]
    a, b, c = x + 0, x.copy(), x.astype(x.dtype)
    d, e, f = x.flatten(), +x, x[[0, 1, 2, 3]]
    x[:2] = 77
    return first, a, b, c, d, e, f


# -- Objects and functions


@vectors
def attributes_and_lists(x, n):
    """Writes through an attribute and an item of a list, in a branch."""
    x = x.copy()
    holder = types.SimpleNamespace(x=x)
    held = [x, x + 1]
    if n > 1:
        holder.x[0] = 5
        held[1][2] = 6
    return x, holder.x, held


@vectors
def nested(x, n):
    """A write through a view in a list in a tuple."""
    x = x.copy()
    held = (x, [x[1:]])
    held[1][0][0] = n
    return held


def add_to(a, i):
    a[i] = a[i] + 10


@vectors
def functions(x, n):
    """A called function writes to the array of its caller, in a loop."""
    x = x.copy()
    for i in range(n):
        add_to(x, i)
    return x


@vectors
def closures(x, n):
    """A nested function writes to an array whose name is bound again later."""
    x = x.copy()

    def inner():
        x[0] = 4

    if n > 0:
        inner()
    z = x
    x = x * 2
    z[1] = 3
    return x, z


@vectors
def recursion(x, n):
    """A nested function writes an item and calls itself."""
    x = x.copy()

    def descend(i):
        if i < n:
            x[i] = -1
            descend(i + 1)

    descend(n - n)
    return x


# -- One of two arrays, or a tensor


@vectors
def one_of_two(x, n):
    """A write to one of an array and a new one; a read after a write to it."""
    x = x.copy()
    y = x if n > 1 else x + 1
    z = x if n > 1 else x + 2
    y[0] = 100
    x[1] = 50
    return x, y, z


@vectors
def item_of_a_list(x, n):
    """A write through an item of a list at a dynamic index."""
    x = x.copy()
    found = [x, x + 1, x + 2]
    found[n][0] = 100
    return x


@programs.staged(X, T(X), X)
def of_a_result(x):
    """A write to a sum of an array; to that of a tensor it raises TypeError."""
    out = x + 1
    out[0] = 5.0
    return out


@programs.staged(T(X))
def array_or_tensor(x):
    """A write to what is an array on one path only cannot be staged."""
    y = np.zeros(4) if x[0] > 0 else x + 1
    y[0] = 4
    return y


# -- Refused: which array a name has, the graph would have to know


@refused_staged
def reshaped(x, n):
    """A write to an array whose reshaped view is returned."""
    x = x.copy()
    z = x.reshape(-1)
    x[0] = n
    return z


@refused_staged
def base_of_reshaped(x, n):
    """A write to a reshaped view whose array is returned."""
    x = x.copy()
    z = x.reshape(2, 2)
    z[0, 0] = n
    return x


@refused_staged
def appended_in_a_loop(x, n):
    """A dynamic loop writes to an array and appends it to a list."""
    x = x.copy()
    found = []
    for i in range(n):
        x[0] = i
        found.append(x)
    return ag.stack(found)


@refused
def written_after_it_was_appended(x, n):
    """An array that a dynamic loop appended to a list is written to."""
    x = x.copy()
    found = []
    for _ in range(n):
        found.append(x)
    x[0] = 50
    return ag.stack(found)


@refused_staged
def items_of_a_comprehension(x, n):
    """A loop writes to the arrays of a list of dynamic length."""
    found = [x + i for i in range(n)]
    for each in found:
        each[0] = 9
    return ag.stack(found)


@refused_staged
def bound_in_a_loop(x, n):
    """A loop writes to an array and rebinds its other name."""
    x = x.copy()
    y = x
    i = 0
    while i < n:
        x[0] += 1
        y = y + 1
        i += 1
    return y


@refused_staged
def one_array_exchanged(x, n):
    """A loop exchanges two names of one array, which it writes to."""
    x = x.copy()
    y, i = x, 0
    while i < n:
        x[0] = i
        x, y = y, x
        i += 1
    return x


# -- What NumPy refuses

of_integers = programs.staged(np.array([1, 2, 3]), T([1, 2, 3]))


@of_integers
def floats_added_to_integers(x):
    """`+=` of a float on a slice of integers raises TypeError."""
    y = np.array(x)
    y[1:] += 0.5
    return y


@programs.staged(np.array([1, 2, 3]))
def too_many_indices(x):
    """Two indices of a vector cannot be staged."""
    y = np.array(x)
    y[0, 0] = 1
    return y


@of_integers
def out_of_bounds(x):
    """An index out of bounds raises IndexError."""
    y = np.array(x)
    y[7] = 1
    return y


@programs.staged(np.array([1, 2, 3]))
def too_many_for_a_mask(x):
    """Three values for a mask of two cannot be staged."""
    y = np.array(x)
    y[ag.constant([True, True, False])] = [1, 2, 3]
    return y


@programs.staged(np.array([1, 2, 3]))
def deleted(x):
    """`del` of an item of an array cannot be staged."""
    y = np.array(x)
    del y[0]
    return y


# -- Of tensors

of_a_tensor = programs.staged(T(X))
of_a_tensor_falls = programs.falls(T(X))


@of_a_tensor
def flat(x):
    """A write through `flat` of a tensor raises."""
    x.flat[0] = 1


@of_a_tensor
def item_of_a_tensor(x):
    """`+=` on an item of a tensor raises TypeError."""
    x[0] += 1


@of_a_tensor
def of_a_product_in_a_loop(x):
    """A write to a product of a tensor in a loop raises TypeError."""
    for i in range(int(x[0])):
        y = x * i
        y[0] = 1


@of_a_tensor
def of_tensors_in_a_list(x):
    """A write to the tensors of a list raises TypeError."""
    for y in [x, x + 1]:
        y[0] = 1


@of_a_tensor
def of_an_attribute(x):
    """A write to a tensor that is an attribute raises TypeError."""
    holder = types.SimpleNamespace(x=x)
    holder.x[0] = 1


@of_a_tensor
def of_asarray(x):
    """A write to `np.asarray` of a tensor raises ValueError."""
    np.asarray(x)[0] = 1


@of_a_tensor
def of_a_copied_tensor(x):
    """`copy` of a tensor is a tensor, which cannot be written to."""
    x.copy()[0] = 1


@of_a_tensor
def of_concat(x):
    """A write to the result of `ag.concat` raises TypeError."""
    y = ag.concat([x, x], 0)
    y[0] = x[0]


@of_a_tensor_falls
def handled(x):
    """The TypeError of a write to a tensor is caught."""
    try:
        x[0] = 1
    except TypeError:
        return x + 1
    return x


@of_a_tensor
def after_a_conversion(x):
    """`np.asarray` with another dtype, and `np.array`, make arrays."""
    y, z = np.asarray(x, dtype=np.float32), np.array(x)
    y -= 1
    y[0] = 7
    z[0] = 7
    return y, z


@of_a_tensor
def names_of_a_conversion(x):
    """Writes to a converted array by a name, a list and a view."""
    y = np.asarray(x, dtype=np.float32)
    same, held, part = y, [y], y[1:]
    same *= 2
    held[0] += 1
    part -= 3
    return y
