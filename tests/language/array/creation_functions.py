"""NumPy functions that NumPy's own protocols do not ask a tensor for.

Their arguments are numbers, lists and scalars of dynamic values: `np.array([x, 1])`,
`np.arange(x)`, `np.float32(x)`.
"""

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
INTEGERS = T(np.int64(3)), T(np.int32(3))
NUMBERS = *INTEGERS, T(np.float64(3))
TABLE = np.arange(12.0).reshape(4, 3)
PRIMES = np.array([2, 3, 5, 7])
_PARTS = np.random.default_rng(5).normal(size=(2, 50)) * 5
COMPLEX = _PARTS[0] + 1j * _PARTS[1]
VARIABLE = ag.Variable([1.0, 2.0])


@programs.staged(*NUMBERS)
def array_of_tensors(x):
    """`np.array` of lists and nested lists of tensors, and with `ndmin`."""
    return np.array([x, x + 1]), np.array([[x, 1.5], [2, x]]), np.array(x, ndmin=2)


@programs.staged(*NUMBERS)
def array_of_dtype(x):
    """`np.array` and `np.asarray` of lists of tensors with a dtype."""
    return np.array([x, 2], dtype=np.float32), np.asarray([x, x], dtype="c8")


@programs.staged(*NUMBERS)
def arrays_like(x):
    """`np.asarray`, `np.asanyarray` and `np.ascontiguousarray`."""
    return np.asarray(x), np.asanyarray([x]), np.ascontiguousarray(np.arange(3) * x)


@programs.staged(*NUMBERS)
def counted(x):
    """`np.arange` with dynamic bounds."""
    return np.arange(x), np.arange(1, x, 2), np.arange(0.0, x, 0.5), np.arange(x, 9)


@programs.staged(*NUMBERS)
def counted_as(x):
    """`np.arange` with a dtype, and with a dynamic negative step."""
    return np.arange(x, dtype=np.float32), np.arange(5 * x, 0, -x)


@programs.staged(*INTEGERS)
def made(x):
    """`np.zeros` and `np.ones` of dynamic shapes."""
    return np.zeros(x), np.zeros((x, 2), dtype=np.int32), np.ones((2, x), bool)


@programs.staged(*INTEGERS)
def filled(x):
    """`np.full` with a dynamic value, and of dynamic shapes."""
    return np.full((2,), x), np.full(x, 1.5), np.full((x, x), 7, dtype="f4")


@programs.staged(*INTEGERS)
def squares(x):
    """`np.eye`, `np.identity` and `np.tri` of dynamic sizes."""
    return np.eye(x), np.eye(2, x, 1), np.identity(x), np.tri(x, k=-1, dtype=int)


@programs.staged(*NUMBERS)
def scalars(x):
    """Classes of NumPy scalars are called with tensors."""
    return np.float32(x), np.int8(x), np.bool_(x), np.complex128(x), np.float64([x, x])


@programs.staged(*NUMBERS)
def reductions_of_lists(x):
    """`np.sum`, `np.max`, `np.mean` and `np.any` of lists of tensors."""
    return np.sum([x, x]), np.max([x, 2 * x]), np.mean([x, 1.0]), np.any([x > 1, x < 0])


@programs.staged(*NUMBERS)
def joined(x):
    """`np.concatenate`, `np.stack` and `np.append` of lists of tensors."""
    parts = np.concatenate([[x], [1, 2]]), np.stack([[x, x], [1, 2]])
    return *parts, np.append([1], [x])


@programs.falls(*NUMBERS)
def ufuncs_of_lists(x):
    """Ufuncs, and their `reduce` and `outer`, on lists of tensors."""
    reduced = np.maximum.reduce([x, 2])
    return np.add([x, 1], 2), reduced, np.multiply.outer([1, x], [x, 2])


@programs.staged(*NUMBERS)
def of_numbers(x):
    """NumPy functions of a Python number that a dynamic loop counted."""
    n = 0
    while n < x:
        n += 1
    arrays = np.array([n, n * n]), np.zeros(n), np.array([n / 2])
    return *arrays, np.arange(n), np.int8(n)


@programs.staged(*NUMBERS)
def rounded(x):
    """`round` and `np.round` to digits, also negative ones."""
    y = x / 7.0
    return round(y, 2), round(y, 0), np.round(y, 1), round(x, -1)


@programs.staged(*NUMBERS)
def divided(x):
    """`divmod` and `np.divmod` of a tensor."""
    return divmod(x, 2), divmod(x, -2.5), np.divmod(x, 3)


@programs.staged(*INTEGERS)
def indexed(x):
    """An array is indexed by dynamic integers, slices, lists and masks."""
    part = x - 2
    rows = TABLE[part], TABLE[-x], TABLE[[0, x]], TABLE[part:, 1]
    return *rows, TABLE[part, 0], TABLE[:, part], TABLE[TABLE > x], TABLE[..., part]


@programs.staged(*INTEGERS)
def looked_up(x):
    """A dynamic loop sums items of an array, whose items are indices, too."""
    total = 0
    for i in range(x):
        total += PRIMES[i]
    return total, PRIMES[PRIMES[x - 3]]


@programs.staged(*INTEGERS)
def collected(x):
    """Lists that grow in a dynamic loop become arrays."""
    places, values = [], []
    for i in range(x):
        places.append(i)
        values.append(i * 0.1)
    return np.array(places), np.array(values), np.asarray(values, dtype=np.float32)


@programs.staged(*INTEGERS)
def every_bit_of_a_list(n):
    """Lists of floats and large integers become tensors of 64 bits."""
    values, counts = [], []
    for i in range(n):
        values.append(i * 0.1)
        counts.append(i * 3_000_000_000)
    return ag.constant(values, ag.float64), ag.constant(counts, dtype=ag.int64)


@programs.staged(COMPLEX, COMPLEX.astype(np.complex64), T(COMPLEX))
def powers(z):
    """Powers of complex arrays are rounded as NumPy rounds them."""
    scalars = z[0] ** 2, z[0] ** 0.5
    return z**2, z**2.0, z**0.5, z**3, z**-1, *scalars, np.power(z, 2)


@programs.falls(T(1.0), T(-2.0))
def of_a_variable(x):
    """NumPy functions read a variable that the program assigns before."""
    VARIABLE.assign([x, 2.0])
    totals = np.sum([VARIABLE, VARIABLE]), np.array([VARIABLE, VARIABLE])
    return *totals, np.float64(VARIABLE)


@programs.staged(T(1.0))
def of_constants(x):
    """What NumPy functions return for constants is NumPy's own."""
    made = np.zeros(2), np.array([1, 2]), np.float32(1), np.sum([1, 2])
    return [type(part).__name__ for part in made], x
