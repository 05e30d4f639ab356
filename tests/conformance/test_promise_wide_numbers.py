"""Numbers of Python's beside tensors that are too narrow; attributes that they lack."""

# Programs under test are written as users write them.
# ruff: noqa: B007, PERF401

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()


@rows.on(T(0), T(2))
def number_2_2(x):
    a = ag.constant(np.array([3, 4], np.int32))
    best = 10**10
    try:
        for v in a:
            best = min(best, v)
    except OverflowError:
        return -1
    return best


@rows.on(T(0), T(2))
def number_2_2b(x):
    a = ag.constant(np.array([], np.int32))
    best = 10**10
    for v in a:
        best = min(best, v)
    return best


@rows.on(T(0), T(2))
def number_2_2c(x):
    best = 10**10
    if x > 1:
        best = ag.constant(3, ag.int32)
    return best


@rows.on(T(0), T(2))
def number_2_2d(x):
    best = 3
    if x > 1:
        best = ag.constant(3, ag.int32)
    return best


@rows.on(T(0), T(2))
def number_2_2e(x):
    best = -1
    if x > 1:
        best = ag.constant(3, ag.uint8)
    return best


@rows.on(T(0), T(2))
def number_2_2i(x):
    best = 1e300
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@rows.on(T(0), T(2))
def number_in_try(x):
    best = 10**10
    try:
        if x > 1:
            best = ag.constant(3, ag.int32)
    except OverflowError:
        return 5
    return best


@rows.on(T(0), T(2))
def number_try_notes(x):
    best = 10**10
    try:
        best = ag.constant(3, ag.int32) // x
    except ZeroDivisionError:
        pass
    return best


@rows.on(T(0), T(2))
def number_inf(x):
    best = float("inf")
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@rows.on(T(0), T(2))
def number_nan(x):
    best = float("nan")
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@rows.on(T(0), T(2))
def number_loop_float(x):
    a = ag.constant([3.0, 4.0])
    best = 1e308
    for v in a:
        best = min(best, v)
    return best


@rows.on(T(0), T(2))
def number_loop_uint8(x):
    a = ag.constant(np.array([3, 4], np.uint8))
    best = -1
    for v in a:
        best = max(best, v)
    return best


@rows.on(T(0), T(2))
def number_sys_maxsize(x):
    import sys

    a = ag.constant(np.array([3, 4], np.int32))
    best = sys.maxsize
    for v in a:
        best = min(best, v)
    return best


@rows.on(T(3), T(2))
def number_while(x):
    best = 10**10
    i = 0
    while i < x:
        i += 1
        best = ag.minimum(best, 7)
    return best


@rows.on(T(0), T(2))
def number_tuple(x):
    b = (10**10, 1)
    if x > 1:
        b = (x, x)
    return b


@rows.on(T(0), T(2))
def number_opt(x):
    b = None
    if x > 1:
        b = x
    if x > 5:
        b = 10**12
    return b


@rows.on(T(0), T(2), T(5))
def number_early_return(x):
    if x > 1:
        return 10**10
    return x


@rows.on(T(0), T(2))
def number_x_default(x):
    d = {"a": 10**10}
    if x > 1:
        d["a"] = x
    return d


@rows.on(T(0), T(2))
def attribute_name(x):
    d = 3 if x > 1 else 4
    return d.name


@rows.on(T(0), T(2))
def attribute_value(x):
    d = 3 if x > 1 else 4
    return d.value


@rows.on(T(0), T(2))
def attribute_value_txt(x):
    d = "a" if x > 1 else "b"
    return d.value


@rows.on(T(0), T(2))
def attribute_shape(x):
    d = 3 if x > 1 else 4
    return d.shape


@rows.on(T(0), T(2))
def attribute_dtype(x):
    d = 3 if x > 1 else 4
    return d.dtype


@rows.on(T(0), T(2))
def attribute_hasattr(x):
    d = 3 if x > 1 else 4
    return (
        hasattr(d, "shape"),
        hasattr(d, "name"),
        hasattr(d, "value"),
        hasattr(d, "numpy"),
    )


@rows.on(T(0), T(2))
def attribute_numpy(x):
    d = 3 if x > 1 else 4
    return d.numpy()


@rows.on(T(0), T(2))
def attribute_eval(x):
    d = 3 if x > 1 else 4
    return d.eval()


@rows.on(T(0), T(2))
def attribute_opt_name(x):
    d = 3 if x > 1 else None
    return d.name


@rows.on(T(0), T(2))
def attribute_bool_node(x):
    d = int(x) > 1
    return d.node


@refused.on(T(0), T(2))
def no_dtype_2_2f(x):
    best = 10**30
    if x > 1:
        best = ag.constant(3, ag.int64)
    return best


@refused.on(T(0), T(2))
def no_dtype_2_2h(x):
    best = 10**400
    if x > 1:
        best = ag.constant(3.0, ag.float32)
    return best


@refused.on(T(0), T(2))
def no_dtype_loop_list(x):
    xs = [10**10]
    for i in range(x):
        xs.append(ag.constant(3, ag.int32))
    return xs


@refused.on(T(0), T(2))
def no_dtype_too_big(x):
    best = 10**30
    for v in ag.constant(np.array([3, 4], np.int32)):
        best = min(best, v)
    return best


test_numbers_stay_what_they_are = rows.test()
test_what_no_dtype_holds_is_refused = refused.refusal_test()
