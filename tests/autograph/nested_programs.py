"""Programs of functions that call each other, for `test_nested_functions.py`.

Each function here takes `decorate`, to be put around what is called, and makes a
program of it; decorated or not, the result must be that of Python.
"""

import autograph as ag
from autograph.nested import MAX_COPIED


def long(x):
    """Return something of more nodes than are copied."""
    for _ in range(MAX_COPIED):
        x = ag.tanh(x) + 0.25
    return x


def returns_structures(decorate):
    @decorate
    def inner(x, flag):
        y = long(x)
        return {"y": y, "again": [y, None, 2.5], "x": x, "flag": flag, "t": (1, "a")}

    def outer(x):
        first = inner(x, flag=True)
        second = inner(first["y"], True)
        first["again"].append(first["x"] is x)
        assert first["again"][1] is None
        assert first["y"] is first["again"][0]
        return (
            first["y"] * first["again"][2],
            second["again"],
            first["again"],
            (x * second["t"][0]),
        )

    return outer


def returns_none(decorate):
    @decorate
    def inner(x):
        long(x)

    def outer(x):
        return (inner(x) is None, inner(x) is None, x)

    return outer


def python_results_stay_python(decorate):
    @decorate
    def inner(x):
        long(x)
        return 3

    def outer(x):
        total = 0
        for i in range(inner(x)):
            total += i + inner(x)
        return [0, 1, 2, 3][inner(x)] * total * ag.cast(x, ag.float16)

    return outer


def python_arguments(decorate):
    @decorate
    def inner(x, n=2, *rest, scale=1.0, **more):
        for _ in range(n):
            x = long(x) * scale
        return x + sum(rest) + more.get("b", 0)

    def outer(x):
        y = inner(x) + inner(x, 2) + inner(x, n=2) + inner(x, 1, 4, 5)
        return y + inner(x, scale=0.0) - inner(x, scale=-0.0) + inner(x, b=2, a=1)

    return outer


def symbolic_python_numbers(decorate):
    @decorate
    def inner(x, n):
        return long(x) * n, n + 1

    def outer(x):
        n = 0
        while ag.reduce_sum(x) < 10.0 and n < 5:
            y, n = inner(x, n)
            x = x + ag.abs(y) + 1.0
        y, n = inner(x, n)
        return x, y, n

    return outer


def in_branches_and_loops(decorate):
    @decorate
    def inner(x, i):
        return long(x) + ag.cast(i, ag.float32)

    def outer(x):
        for i in ag.range(4):
            if ag.reduce_sum(x) > 1.0:
                x = inner(x, i) - 1.0
            else:
                x = inner(inner(x, i), i) + 1.0
        return inner(x, ag.constant(2))

    return outer


def branches_inside(decorate):
    @decorate
    def inner(x, n):
        y = long(x)
        if ag.reduce_sum(x) > 0:
            for i in ag.range(n):
                y = y * 0.5 + ag.cast(i, ag.float32)
                if y[0] > 2.0:
                    break
            return y
        return -y

    def outer(x):
        return inner(x, 3) + inner(-x, 3) * inner(x, 4)

    return outer


def missing_names(decorate):
    @decorate
    def inner(x):
        if ag.reduce_sum(x) > 0:
            y = long(x)
        return y

    def outer(x):
        return inner(x) + inner(x * 2)

    return outer


def optional_results(decorate):
    @decorate
    def inner(x):
        y = long(x)
        return y if ag.reduce_sum(y) > 0 else None

    def outer(x):
        first, second = inner(x), inner(-x - 3)
        total = x
        if first is not None:
            total = total + first
        if second is not None:
            total = total + second
        return total, second is None

    return outer


def closures(decorate):
    def outer(x):
        scale = x * 2

        @decorate
        def inner(y):
            return long(y) * scale

        first = inner(x)
        scale = x * 3
        return first + inner(x) + inner(scale)

    return outer


def closure_over_an_argument(decorate):
    def outer(x):
        @decorate
        def inner(y):
            return long(y) - x

        return inner(x) + inner(x + 1)

    return outer


def one_tensor_twice(decorate):
    @decorate
    def inner(a, b):
        return long(a) - b

    def outer(x):
        y = x + 1
        return inner(x, x), inner(x, y), inner(y, x), inner(y, y)

    return outer


PROGRAMS = [
    returns_structures,
    returns_none,
    python_results_stay_python,
    python_arguments,
    symbolic_python_numbers,
    in_branches_and_loops,
    branches_inside,
    missing_names,
    optional_results,
    closures,
    closure_over_an_argument,
    one_tensor_twice,
]
