"""Lists extended by, and repeated from, other iterables."""

import collections
from collections import deque

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Extended by dynamic iterables

T = ag.constant


class Own:
    """An object with an attribute."""

    def __init__(self, v):
        self.v = v


@programs.staged(T(0), T(2))
def into_range_slice(x):
    """Slice assignment inserts a `range` of dynamic length."""
    out = ["z"]
    out[0:0] = range(x)
    return out


@programs.staged(T(0), T(12))
def into_text_slice(x):
    """Slice assignment inserts the characters of `str` of an int."""
    out = ["z"]
    out[0:0] = str(int(x))
    return out


@programs.staged(T(0), T(12))
def into_fstring_slice(x):
    """Slice assignment replaces an item by the characters of an f-string."""
    out = ["z"]
    out[0:1] = f"{x:d}"
    return out


@programs.staged(T(0), T(2))
def into_values_slice(x):
    """Slice assignment inserts `values()` of a dict that a loop fills."""
    d = {}
    for i in range(x):
        d[i] = i
    out = ["z"]
    out[0:0] = d.values()
    return out


@programs.staged(T(0), T(2))
def into_items_slice(x):
    """Slice assignment inserts `items()` of a dict that a loop fills."""
    d = {}
    for i in range(x):
        d[i] = i
    out = ["z"]
    out[0:0] = d.items()
    return out


@programs.staged(T(0), T(12))
def into_iadd_fstr(x):
    """`+=` of a list and an f-string of a tensor adds its characters."""
    out = ["z"]
    out += f"{x:d}"
    return out


@programs.staged(T(0), T(2))
def into_iadd_range(x):
    """`+=` of a list and a `range` of dynamic length."""
    out = [5]
    out += range(x)
    return out


@programs.staged(T(0), T(2))
def into_iadd_table(x):
    """`+=` of a list and `values()` of a dict that a loop fills."""
    d = {}
    for i in range(x):
        d[i] = i
    out = [5]
    out += d.values()
    return out


@programs.staged(T(0), T(2))
def into_iadd_table2(x):
    """`+=` of a list and a dict that a loop fills with int keys."""
    d = {}
    for i in range(x):
        d[i] = i
    out = [5]
    out += d
    return out


@programs.staged(T(0), T(12))
def into_extend_fstr(x):
    """`list.extend` by the characters of an f-string of a tensor."""
    out = ["z"]
    out.extend(f"{x:d}")
    return out


@programs.staged(T(0), T(2))
def into_extend_range(x):
    """`list.extend` by a `range` of dynamic length."""
    out = [5]
    out.extend(range(x))
    return out


@programs.staged(T(0), T(2))
def into_step_slice(x):
    """Assigning a `range` of another size to `out[::2]` raises ValueError."""
    out = [5, 6]
    out[::2] = range(x)
    return out


@programs.staged(T(0), T(2))
def into_deque_range(x):
    """`+=` of a deque and a `range` of dynamic length."""
    out = collections.deque([5])
    out += range(x)
    return list(out)


@programs.staged(T(0), T(2))
def into_out_plus_range(x):
    """A list plus a `range` of dynamic length raises TypeError."""
    out = [5]
    try:
        return out + range(x)
    except TypeError as e:
        return str(e)


@programs.staged(T(0), T(2))
def into_out_plus_text(x):
    """A list plus an f-string of a tensor raises TypeError."""
    out = [5]
    try:
        return out + f"{x:d}"
    except TypeError as e:
        return str(e)


@programs.staged(T(0), T(2))
def into_grown_slice_range(x):
    """Slice assignment of a `range` into a dynamic-length list."""
    out = []
    for i in range(x):
        out.append(i)
    out[0:1] = range(x)
    return out


@programs.staged(T(0), T(2))
def into_grown_iadd_range(x):
    """`+=` of a dynamic-length list and a `range`."""
    out = []
    for i in range(x):
        out.append(i)
    out += range(x)
    return out


@programs.staged(T(0), T(2))
def into_alias(x):
    """`+=` of a list and a dynamic `range` is seen through an alias."""
    out = [5]
    b = out
    out += range(x)
    return b


@programs.staged(T(0), T(2))
def into_attr(x):
    """`+=` of a list in an attribute and a `range` of dynamic length."""
    o = Own([1])
    o.v += range(x)
    return o.v


@programs.staged(T(0), T(2))
def into_item(x):
    """`+=` of a list inside a list and a `range` of dynamic length."""
    o = [[1]]
    o[0] += range(x)
    return o


@programs.staged(T(0), T(2))
def into_zip_slice(x):
    """Slice assignment inserts a `zip` of ranges of dynamic length."""
    out = [5]
    out[0:0] = zip(range(x), range(x))
    return out


@programs.falls(T(0), T(2))
def into_map_iadd(x):
    """`+=` of a list and a `map` over a `range` of dynamic length."""
    out = [5]
    out += map(lambda i: i * 2, range(x))
    return out


# -- Sequences times integers

X = np.array([1, 2, 3])

TABLE = np.array([2, 0, 1])


@programs.staged(X, T([1, 2, 3]), np.array([3, -1], np.int8))
def a_list_times_an_element(x):
    """A list times an element: NumPy scalars repeat it, tensors multiply it."""
    return [0] * x.max(), x[1] * [5, 6], [7] * x[0]


@programs.staged(np.int64(2), np.array(2), T(2), np.uint8(3), np.int64(-1), T(0))
def a_list_times_an_argument(n):
    """A list times an argument: a NumPy scalar, an array of rank 0 or a tensor."""
    return [5] * n, n * [5, 7], [5] * (n + 1), [1, 2] * -n


@programs.staged(np.int64(2), np.uint8(3))
def a_tuple_or_text_times_an_argument(n):
    """Tuples and strings repeated by a NumPy scalar argument."""
    return (5, 6) * n, n * (1,), "ab" * n, n * "a", ("x" if n > 2 else "y") * (n + 1)


@programs.staged(np.int64(2), T(2))
def an_empty_list_times_an_argument(n):
    """A list plus a list that an argument repeats or multiplies."""
    return [1] + n * [0]


@programs.staged(X, T([1, 2, 3]))
def in_a_comprehension(x):
    """A comprehension repeats a list by an element of an array or a tensor."""
    return [[0] * x[1] for _ in range(2)]


@programs.staged(np.array([3, 1, 2, 3, 0]))
def counting_sort(x):
    """Counting sort: a list is repeated by each element of an array of counts."""
    counts = np.zeros(5, int)
    for value in x:
        counts[value] += 1
    found = []
    for value in range(5):
        found += [value] * counts[value]
    return found


@programs.staged(np.int64(1), T(1), 1)
def an_element_of_an_array_made_here(i):
    """Lists times elements of local arrays, at a dynamic index."""
    c = np.zeros(3, int)
    c[i] += 2
    return [5] * c[1], (1, 2) * c[0], [5] * np.arange(3)[i]


@programs.staged(np.int64(0), 2)
def an_element_of_an_array_around(i):
    """Lists times elements of a global array, at a NumPy or Python index."""
    return [5] * TABLE[i], (1, 2) * TABLE[i]


@programs.staged(T(0))
def an_element_of_an_array_around_by_a_tensor(i):
    """A list times an element of a global array, indexed by a tensor."""
    return [5] * TABLE[i]


@programs.staged(X)
def on_some_paths(x):
    """A list times a NumPy scalar that a branch selects."""
    best = x[0]
    if x[1] > best:
        best = x[1] + 0
    return [1, 2] * best


@programs.staged(X, T([1, 2, 3]))
def what_the_library_computes(x):
    """A list times `ag.reduce_max`, `sum` and `abs` of an array or a tensor."""
    return [4, 5] * ag.reduce_max(x), [4, 5] * x.sum(), [4, 5] * abs(x[2] - 9)


@programs.staged(
    (X, T(2)), (X, np.int64(2)), (T([1, 2]), np.int64(2)), (T([1, 2]), T(2))
)
def arrays_and_tensors(x, n):
    """A list times `x[0] + n`, where each may be a NumPy scalar or a tensor."""
    return [1] * n, [1, 2] * (x[0] + n)


@programs.staged(np.float64(2.0), np.bool_(True), np.array([2.5])[0])
def no_integer(n):
    """A list times a NumPy float or bool: the text of the TypeError."""
    try:
        return [1] * n
    except TypeError as error:
        return str(error)


@programs.staged(X)
def in_place(x):
    """`*=` by a NumPy scalar repeats a list in place, and a deque."""
    a = [1]
    b = a
    a *= x[1]
    d = deque([1, 2])
    d *= x[1]
    return a, b, list(d)


@programs.staged(T(2), np.array(2), np.int64(2))
def in_place_by_an_argument(n):
    """`*=` of a list repeats it in place, or rebinds the name to an array."""
    a = [1, 5]
    b = a
    a *= n
    return a, b


@ag.function
def inner(n):
    return [3, 4] * n


@programs.staged(X, T([1, 2, 3]))
def in_a_function_that_is_traced_by_itself(x):
    """A decorated function repeats a list by an element passed to it."""
    return inner(x.max()), inner(x[1])


@programs.staged(np.array([2, 1]), T([2, 1]))
def rows_that_a_loop_steps_through(x):
    """A loop over an array, or a tensor, repeats a list by each element."""
    found = []
    for n in x:
        found = [*found, [1] * n]
    return found


@programs.falls(T(2), T(-1), np.int64(2), np.array(2))
def what_is_computed_of_lists(t):
    """A list times what NumPy reductions of lists of tensors return."""
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


@programs.staged(T(2), T(-1), np.int64(2), 2)
def elements_of_what_is_made_of_lists(t):
    """A list times elements of arrays that NumPy creates of lists."""
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


@programs.staged(T(2), np.int64(2), np.array(2), 2)
def elements_of_lists_of_tensors(t):
    """A list times an element of `np.stack` and `np.hstack` of lists."""
    return np.stack([t])[0] * [0], np.hstack([t, 1])[0] * [0, 1]


@programs.staged(T(1), np.int64(1), 1)
def what_methods_are_given(t):
    """A list times what methods of a local array return for an argument."""
    array = np.array([1, 2])
    return [0] * array.take(t), [0] * array.dot([t, 1]), [0] * array.searchsorted(t)


@programs.staged(T(1), np.int64(1), 1)
def what_methods_of_arrays_around_are_given(t):
    """A list times what methods of a global array return for an argument."""
    return [0] * TABLE.take(t), [0] * TABLE.clip(t, 1)[2], [0] * TABLE.sum(initial=t)


@programs.staged(T(1), np.int64(1))
def what_a_function_does_not_ask(t):
    """A list times `np.take` at a tensor and `np.sum` with an initial tensor."""
    return [0] * np.take([1, 2, 3], t), [0] * np.sum([1, 2], initial=t)


@programs.staged(T(2), np.int64(2))
def no_integer_of_lists(t):
    """A list times a NumPy float or bool result: the texts of the TypeErrors."""
    said = []
    for make in (np.mean, np.any, np.linalg.norm, np.std):
        try:
            said.append([0] * make([t, t]))
        except TypeError as error:
            said.append(str(error))
    return said


@programs.staged(T(2), np.int64(2))
def as_chosen_by_paths(t):
    """A list times one of two NumPy reductions, selected at run time."""
    best = np.sum([t]) if t > 0 else np.max([2, t])
    return [0] * best


@programs.staged(np.int64(2), np.int64(0), np.int8(3))
def a_number_that_a_loop_carries(n):
    """A list times a loop-carried NumPy scalar."""
    found = [1]
    while n > 0:
        found = [1, 2] * n
        n = n - 1
    return found


@programs.staged(T(2), T(0), np.int64(2), 2)
def a_number_of_numpy_after_a_loop(n):
    """A list times NumPy scalars that a loop computed."""
    counted, summed = np.int64(0), np.sum([0])
    for _ in range(n):
        counted = counted + 1
        summed = np.sum([summed, 1])
    return [0] * counted, [0] * summed


@programs.staged(T(2), np.int64(2), 2)
def an_element_of_an_array_in_loops(n):
    """Nested loops repeat a list by an array element that they increment."""
    array = np.array([n, 1])
    found = [0]
    for _ in range(n):
        for _ in range(n):
            found = [0] * array[0]
            array[0] = array[0] + 1
    return found


@programs.staged(T(2))
def a_tensor_in_place_of_a_number_of_numpy(t):
    """A list times a loop-carried NumPy scalar that becomes a tensor: refused."""
    total = np.sum([t])
    found = [0]
    while t > 0:
        found = [0] * total
        total = t + 0
        t = t - 1
    return found


@programs.documented((X, T(2)))
def a_number_of_numpy_or_a_tensor(x, n):
    """A list times a NumPy scalar or a tensor, by branch, cannot be staged."""
    best = n
    if x[0] > 0:
        best = x[1]
    return [1, 2] * best
