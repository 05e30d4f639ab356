"""Variables of every dtype: text, bits that wrap around, lists that are assigned."""

import numpy as np
import pytest

import autograph as ag
from tests.language.programs import Programs

T = ag.constant
programs = Programs()

v = ag.Variable(3)
w = ag.Variable([1.0, -2.0, 3.0], name="w")
u = ag.Variable(2.5, name="u")
b = ag.Variable(True)
s = ag.Variable("text")
m = ag.Variable(np.arange(6, dtype=np.int32).reshape(2, 3))


strings = ag.Variable(["x", "y"])
complexes = ag.Variable(1 + 2j)
halves = ag.Variable(1.0, dtype="float16")
nothing = ag.Variable(np.zeros((0, 3), np.float32))
truths = ag.Variable([True, False])


@programs.staged(T(1), T(-1))
def lists_of_tensors_and_variables(x):
    w.assign([u, 2.5, ag.cast(x, ag.float32)])
    w[:2] = [u, 1]
    m.assign([[v, x, 1], [4, 5, v]])
    return w, ag.constant([1, 2]) + [x, v], ag.stack([v, x])


@programs.staged(T(1), T(-1))
def every_dtype(x):
    s.assign_add("cd")
    s.assign(s + "!")
    if x > 0:
        s.assign("longer text")
    strings.assign(["a", "b"])
    strings[1].assign("zz")
    strings.assign_add(["1", "2"])
    complexes.assign_add(2j)
    complexes.assign(complexes * complexes)
    halves.assign_add(0.5)
    halves.assign(halves * halves)
    nothing.assign(nothing + 1)
    truths.assign([False, x > 0])
    truths[0].assign(True)
    return s, strings, complexes, halves, nothing, truths, s == "longer text", f"{s}"


# -- The bits --------------------------------------------------------------------------

counters = [ag.Variable(0, dtype=name) for name in ("int8", "uint8", "int32", "int64")]


@programs.staged(100, 1, 0)
def integers_wrap_around(k):
    for each in counters:
        step = ag.cast(k, each.dtype)
        for _ in ag.range(300):
            each.assign_add(step)
        each.assign_sub(3)
        each.assign_add([1, 2, 3][k % 3])
    return counters


@programs.staged(T(3.0), T(1e38))
def floats_are_those_of_the_dtype(x):
    u.assign(x)
    u.assign_add(0.1)
    u.assign_sub(x * 2)
    u.assign_add(x * 3)
    b.assign(u > 0)
    return u, b


@pytest.mark.parametrize("program", programs, ids=lambda each: each.name)
def test_the_graph_does_what_plain_python_does(program):
    program.run()
