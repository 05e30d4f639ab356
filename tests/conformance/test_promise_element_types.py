# ruff: noqa: E721 - dtypes are compared with types of Python's, and are none
"""`x.dtype` is NumPy's own where `x` is: `x.dtype == float` means float64 then."""

import operator

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array([1.0, 2.0])
T = ag.constant
CALLS = (A, A.astype(np.float32), A.astype(int), T([1.0, 2.0]), T(A))
rows = Rows()
refused = Rows()
test_element_types_are_those_of_plain_python = rows.test()
test_element_types_that_a_graph_does_not_know_are_refused = refused.refusal_test()


@rows.on(*CALLS)
def compared_with_types_of_python(x):
    return x.dtype == float, x.dtype != int, float == x.dtype, x.dtype in (float, int)


@rows.on(*CALLS)
def compared_with_dtypes(x):
    return x.dtype == np.float64, np.dtype(float) == x.dtype, x.dtype == ag.float32


@rows.on(*CALLS)
def of_what_is_computed(x):
    y = x + 1
    z = np.where(y > 2, y, x)
    return (
        y.dtype == float,
        z.dtype == x.dtype,
        (y > 1).dtype == bool,
        y[0].dtype == int,
    )


@rows.on(A, A.astype(np.float32))
def looked_up(x):
    table = {np.dtype("float64"): 1, np.dtype("float32"): 2}
    return table[x.dtype], x.dtype in set(table), table.get(x[0].dtype)


@rows.on(*CALLS)
def asked_by_numpy(x):
    found = np.result_type(x, np.float32)
    return isinstance(x.dtype, np.dtype), found == float, np.issubdtype(x.dtype, float)


@rows.on(*CALLS)
def read_by_other_ways(x):
    read = operator.attrgetter("dtype", "T.dtype")
    found = getattr(x, "dtype")  # noqa: B009  # as it is written
    return found == float, [each == float for each in read(x)], x.T.dtype == float


@rows.on(*CALLS[:3])
def shown(x):
    return repr(x.dtype), f"{x.dtype} {x.dtype!r}", x.dtype.isnative, x.dtype <= float


@rows.on(*CALLS)
def handed_on(x):
    made = np.ones(2, x.dtype)
    return made, ag.zeros([2], x.dtype), x.astype(x.dtype), x.dtype.type(3)


@rows.on(*[(x, n) for x in CALLS for n in (0, 3)])
def in_a_loop(x, n):
    y = x
    while n > 0:
        y = y * 2 if y.dtype == float else y + 1
        n = n - 1
    return y


@rows.on(*CALLS, (3.0,), (np.float64(3),))
def of_what_is_made_an_array(x):
    y = np.asarray(x)
    if y.dtype != float:
        y = y.astype(float)
    return y / 2


@rows.on(*[(x, n) for x in CALLS[:2] for n in (0, 3)])
def in_a_helper(x, n):
    def like(value, dtype=None):
        dtype = value.dtype if dtype is None else dtype
        return np.ones(2, dtype) if dtype == float else np.zeros(2, dtype)

    return like(x) if n > 1 else like(x[0], np.float64)


@rows.on(T(["a", "b"]))
def of_tensors_of_text(x):
    return x.dtype.kind


@refused.on(np.array(["a", "b"]))
def of_arrays_of_text(x):
    return x.dtype.kind


@refused.on((A, 3), (A, np.int64(3)))
def of_an_array_that_becomes_a_tensor(x, n):
    y = x
    while ag.constant(n) > 0:
        if y.dtype == float:
            y = y + 1
        y = ag.math.sqrt(y)
        n = n - 1
    return y
