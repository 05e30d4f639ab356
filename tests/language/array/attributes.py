"""Attributes and dtypes of arrays."""

import datetime as dt
import operator

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Attributes

T = ag.constant


class Box:
    """An object with an array."""

    def __init__(self, array):
        self.array = array

    @property
    def half(self):
        """Return a number."""
        return 1


@programs.staged(T(1), T(-1))
def a_date(x):
    """Setting `year` of a `datetime.date` in a branch raises AttributeError."""
    day = dt.date(2020, 1, 1)
    if x > 0:
        day.year = 3
    return day.year


@programs.staged(T(1), T(-1))
def a_range(x):
    """Setting `start` of a `range` in a branch raises AttributeError."""
    steps = range(3)
    if x > 0:
        steps.start = 3
    return len(steps)


@programs.staged(T(1), T(-1))
def a_complex_number(x):
    """Setting `real` of a complex number in a branch raises AttributeError."""
    number = 1j
    if x > 0:
        number.real = 3
    return number.imag


@programs.staged(T(1), T(-1))
def a_tensor(x):
    """`x.T -= 1` on a tensor in a branch raises AttributeError."""
    if x > 0:
        x.T -= 1
    return x + 1


@programs.staged(T(1), T(-1))
def a_tensor_in_a_loop(x):
    """Setting `shape` of a tensor in a loop raises AttributeError."""
    y = x * 2
    while y > 0:
        y.shape = ()
        y -= 1
    return y


@programs.staged(T(1), T(-1))
def a_property(x):
    """Deleting a read-only property in a branch raises AttributeError."""
    box = Box(1)
    if x > 0:
        del box.half
    return box.half


@programs.staged(T(1), T(-1))
def caught(x):
    """The AttributeError of setting `year` of a date in a branch is caught."""
    day = dt.date(2020, 1, 1)
    try:
        if x > 0:
            day.year = 3
    except AttributeError:
        return 1
    return 2


@programs.staged(T(1), T(-1))
def the_rank(x):
    """Setting `ndim` of an array in a branch raises AttributeError."""
    a = np.array([3])
    if x > 0:
        a.ndim = 3
    return a


@programs.staged(T(1), T(-1))
def an_array_or_a_number(x):
    """The result is a Python int on one path and a NumPy array on the other."""
    a = np.array([[2, 1], [4, 3]])
    if x > 0:
        return 1
    return a


@programs.staged(T(1), T(-1), T(3))
def an_array_or_a_number_of_numpy_after_a_loop(x):
    """The result is a NumPy scalar, or an array if a loop has run."""
    a = np.zeros((2, 2))
    b = np.float64(2)
    for _ in range(x):
        b = a
    return b


@programs.staged(T(1), T(-1))
def arrays_and_numbers_in_a_list(x):
    """A list of an array and a float is replaced by its reverse in a branch."""
    a = np.zeros((2, 2))
    found = [a, 1.0]
    if x > 0:
        found = [1.0, a]
    return found


@programs.staged(T(1), T(-1))
def a_view_in_a_block_that_made_the_array(x):
    """An array created in a branch is written to through its transpose."""
    y = 0
    if x > 0:
        a = np.array([[1, 2], [3, 4]])
        a.T[0] = 7
        y = int(a[1, 0])
    return y


@programs.staged(T(1), T(-1))
def outside_of_blocks(x):
    """Writes to `a.T[0]`, `a.flat[3]` and `b.real[1, 1]` outside of any branch."""
    a = np.array([[1, 2], [3, 4]])
    a.T[0] = 7
    a.flat[3] = 5
    b = np.array([[1, 2], [3, 4]])
    b.real[1, 1] += 1
    return a, b, x


@programs.staged(T(1), T(-1))
def the_real_part_after_an_item_of_a_view(x):
    """`a.real[1, 1] += 1` after a write to `a.T[0]` cannot be staged."""
    a = np.array([[1, 2], [3, 4]])
    a.T[0] = 7
    a.real[1, 1] += 1
    return a, x


@programs.staged(T(1), T(-1))
def an_item_of_a_view(x):
    """A write to `a.T[0]` in a branch."""
    a = np.array([[1, 2], [3, 4]])
    if x > 0:
        a.T[0] = 7
    return a


@programs.staged(T(1), T(-1))
def an_item_of_a_view_in_a_loop(x):
    """A write to `a.T[0]` in a loop of dynamic length."""
    a = np.array([[1, 2], [3, 4]])
    for _ in range(x):
        a.T[0] = 7
    return a


@programs.staged(T(1), T(-1))
def an_item_of_a_view_in_a_try(x):
    """`a.reshape(4)[1] += 9` in a `try` after a raise cannot be staged."""
    a = np.array([[1, 2], [3, 4]])
    try:
        if x < 0:
            raise ValueError
        a.reshape(4)[1] += 9
    except ValueError:
        pass
    return a


@programs.staged(T(1), T(-1))
def rows_of_an_array(x):
    """Writes to the rows that a loop in a branch steps through are refused."""
    a = np.array([[1, 2], [3, 4]])
    if x > 0:
        for row in a:
            row[0] = 9
    return a


@programs.staged(T(1), T(-1))
def the_real_part(x):
    """`a.real[...] = 5` in a branch cannot be staged."""
    a = np.array([1j, 2])
    if x > 0:
        a.real[...] = 5
    return a


@programs.staged(T(1), T(-1))
def the_real_part_in_a_loop(x):
    """`a.real = 5` in a loop cannot be staged."""
    a = np.array([1j, 2])
    for _ in range(x):
        a.real = 5
    return a


@programs.staged(T(1), T(-1))
def elements_in_a_row(x):
    """A write to `a.flat[3]` in a loop of dynamic length."""
    a = np.array([[1, 2], [3, 4]])
    for _ in range(x):
        a.flat[3] = 5
    return a


@programs.staged(T(1), T(-1))
def an_element_that_the_run_knows(x):
    """A tensor is written to `a.flat[3]`."""
    a = np.array([[1, 2], [3, 4]])
    a.flat[3] = x
    return a


@programs.falls(T(1), T(-1))
def the_shape(x):
    """Setting `a.shape` in a loop cannot be staged."""
    a = np.array([[1, 2], [3, 4]])
    for _ in range(x):
        a.shape = (4,)
    return a


@programs.staged(T(1), T(-1))
def another_size(x):
    """`resize` of an array attribute in a branch cannot be staged."""
    box = Box(np.array([[2, 1], [4, 3]]))
    if x > 0:
        box.array.resize((4,), refcheck=False)
    return box.array


@programs.staged(T(1), T(-1))
def the_transposed_array_of_an_object(x):
    """`box.array.T -= 1` on an attribute in a branch cannot be staged."""
    box = Box(np.array([[1, 2], [3, 4]]))
    if x > 0:
        box.array.T -= 1
    return box.array


@programs.staged(T(1), T(-1))
def the_transposed_array(x):
    """`a.T -= 1` on a local array in a branch cannot be staged."""
    a = np.array([[1, 2], [3, 4]])
    if x > 0:
        a.T -= 1
    return a


# -- dtype

A = np.array([1.0, 2.0])

CALLS = (A, A.astype(np.float32), A.astype(int), T([1.0, 2.0]), T(A))


@programs.staged(*CALLS)
def compared_with_types_of_python(x):
    """`x.dtype` compared with `float` and `int`, for arrays and for tensors."""
    return x.dtype == float, x.dtype != int, float == x.dtype, x.dtype in (float, int)


@programs.staged(*CALLS)
def compared_with_dtypes(x):
    """`x.dtype` compared with NumPy dtypes and with `ag.float32`."""
    return x.dtype == np.float64, np.dtype(float) == x.dtype, x.dtype == ag.float32


@programs.staged(*CALLS)
def of_what_is_computed(x):
    """The dtypes of a sum, of `np.where`, of a comparison and of an element."""
    y = x + 1
    z = np.where(y > 2, y, x)
    return (
        y.dtype == float,
        z.dtype == x.dtype,
        (y > 1).dtype == bool,
        y[0].dtype == int,
    )


@programs.staged(A, A.astype(np.float32))
def looked_up(x):
    """An array's dtype as the key of a dict and as a member of a set."""
    table = {np.dtype("float64"): 1, np.dtype("float32"): 2}
    return table[x.dtype], x.dtype in set(table), table.get(x[0].dtype)


@programs.staged(*CALLS)
def asked_by_numpy(x):
    """`np.result_type`, `np.issubdtype` and `isinstance` of an array's dtype."""
    found = np.result_type(x, np.float32)
    return isinstance(x.dtype, np.dtype), found == float, np.issubdtype(x.dtype, float)


@programs.staged(*CALLS)
def read_by_other_ways(x):
    """The dtype read by `attrgetter` and `getattr`, of `x.T` too."""
    read = operator.attrgetter("dtype", "T.dtype")
    found = getattr(x, "dtype")  # as it is written
    return found == float, [each == float for each in read(x)], x.T.dtype == float


@programs.staged(*CALLS[:3])
def shown(x):
    """`repr`, formatting, `isnative` and `<=` of an array's dtype."""
    return repr(x.dtype), f"{x.dtype} {x.dtype!r}", x.dtype.isnative, x.dtype <= float


@programs.staged(*CALLS)
def handed_on(x):
    """A dtype passed to `np.ones`, `ag.zeros`, `astype`, and its `type` called."""
    made = np.ones(2, x.dtype)
    return made, ag.zeros([2], x.dtype), x.astype(x.dtype), x.dtype.type(3)


@programs.staged(*[(x, n) for x in CALLS for n in (0, 3)])
def in_a_loop(x, n):
    """A dynamic loop branches on the dtype of a loop-carried array."""
    y = x
    while n > 0:
        y = y * 2 if y.dtype == float else y + 1
        n = n - 1
    return y


@programs.staged(*CALLS, (3.0,), (np.float64(3),))
def of_what_is_made_an_array(x):
    """`np.asarray` and a conversion if the dtype is not float64."""
    y = np.asarray(x)
    if y.dtype != float:
        y = y.astype(float)
    return y / 2


@programs.staged(*[(x, n) for x in CALLS[:2] for n in (0, 3)])
def in_a_helper(x, n):
    """A nested function with an optional dtype argument, called in branches."""

    def like(value, dtype=None):
        dtype = value.dtype if dtype is None else dtype
        return np.ones(2, dtype) if dtype == float else np.zeros(2, dtype)

    return like(x) if n > 1 else like(x[0], np.float64)


@programs.staged(T(["a", "b"]))
def of_tensors_of_text(x):
    """`dtype.kind` of a tensor of strings."""
    return x.dtype.kind


@programs.falls(np.array(["a", "b"]))
def of_arrays_of_text(x):
    """`dtype.kind` of a NumPy array of strings cannot be staged."""
    return x.dtype.kind


@programs.documented((A, 3), (A, np.int64(3)))
def of_an_array_that_becomes_a_tensor(x, n):
    """A loop variable that turns from array to tensor has a tensor's dtype."""
    y = x
    while ag.constant(n) > 0:
        if y.dtype == float:
            y = y + 1
        y = ag.math.sqrt(y)
        n = n - 1
    return y


@programs.staged(T(3), T(1))
def attributes_of_a_counter(x):
    """A Python int has no methods of arrays; its sum with a tensor has them."""
    n = 1
    while n < x:
        n += 1
    return hasattr(n, "sum"), hasattr(n, "reshape"), hasattr(n + x, "sum")


@programs.staged(np.arange(12.0).reshape(4, 3))
def the_shape_of_what_a_mask_selects(x):
    """The length of what a mask selects is read from `shape`."""
    x = np.asarray(x)
    return x[x[:, 0] > 1].shape
