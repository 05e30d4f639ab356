"""`ag.py_function` and `ag.numpy_function`: plain Python that a graph calls."""

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant
vectors = programs.staged(T([1.0, 2.0]), T([0.5, -3.0]), T([10.0, 20.0]))


@vectors
def several(x):
    """Functions with several results, in lists."""
    a, b = ag.py_function(lambda v: (v, [int(v[0]), 2]), [x], [ag.float32, ag.int32])
    [c] = ag.numpy_function(lambda v: v.astype("int64"), [x], [ag.int64])
    return a, b, c


@vectors
def text(x):
    """Functions with text as argument and result."""
    word = ag.numpy_function(lambda v: str(v.shape), [x], ag.string)
    return ag.py_function(lambda w: w + "!", [word], ag.string)


@programs.staged(T(5), T(0))
def ops_inside(x):
    """A function that is called computes with branches, ops and decorated functions."""

    def g(v):
        if v > 1:
            return ag.reduce_sum(ag.range(3)) + ag.function(lambda: v + 1)()
        return v

    return ag.py_function(g, [x], ag.int32)


@programs.staged(T(1))
def variables_where_the_call_stands(x):
    """Functions read variables of the traced one as they are at the call."""
    found = []
    for n in range(3):
        y = ag.py_function(lambda v: v + n, [x], ag.int32)
        found.append(y)
    k = 10
    late = ag.py_function(lambda v: v * k, [x], ag.int32)
    k = 20
    return *found, late, ag.py_function(lambda v: v * k, [x], ag.int32)


@ag.py_function(Tout=ag.float32)
def double(x):
    return x * 2


@ag.numpy_function(Tout=[ag.float32, ag.float32])
def both(x):
    return x, -x


@programs.staged(T(2.0))
def decorated(x):
    """Functions that are decorated with `ag.py_function` and `ag.numpy_function`."""
    return double(x), *both(x), double(3.0)


class OwnError(Exception):
    """An exception of the program's own."""


def fail(x):
    raise OwnError(f"no {x}")


@programs.staged(T(3))
def a_handled_exception(x):
    """What a function raises is caught in the graph."""
    try:
        y = ag.numpy_function(fail, [x], ag.int32)
    except OwnError:
        y = x - 1
    return y


@programs.staged(T(3), T(0))
def an_exception(x):
    """What a function raises on one path leaves the graph."""
    if x > 0:
        return ag.numpy_function(fail, [x], ag.int32)
    return x
