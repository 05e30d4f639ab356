"""`set_loop_options`: bounds on staged loops, shapes that variables keep to.

Wrong use is shown by `data/refusals/LoopOptionsError.txt`.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph import experimental
from autograph.errors import ShapeError
from autograph.experimental import set_loop_options

SMALL = st.integers(0, 6)


def counted(n, maximum):
    i = 0
    while i < n:
        set_loop_options(maximum_iterations=maximum)
        i += 1
    return i


def counted_items(n, maximum):
    seen, last = 0, -1
    for item in ag.range(n):
        experimental.set_loop_options(maximum_iterations=maximum, swap_memory=False)
        if item == 4:
            continue
        seen += 1
        last = item
    return seen, last


def counted_until(n, maximum):
    i = 0
    while True:
        ag.autograph.experimental.set_loop_options(
            maximum_iterations=maximum, parallel_iterations=1
        )
        if i >= n:
            break
        i += 1
    return i


def counted_walrus(n, maximum):
    i = 0
    while (left := n - i) > 0:
        set_loop_options(maximum_iterations=maximum)
        i += 1
    return i, left


COUNTED, COUNTED_ITEMS = ag.function(counted), ag.function(counted_items)
COUNTED_UNTIL, COUNTED_WALRUS = ag.function(counted_until), ag.function(counted_walrus)


@given(SMALL, SMALL)
def test_a_staged_loop_ends_after_so_many_iterations(n, maximum):
    number = ag.constant(n)
    for bound in (maximum, np.int64(maximum), ag.constant(maximum)):
        expected = min(n, maximum)
        assert int(COUNTED(number, bound)) == expected
        # The first iteration is Python's: what ends the loop is not known before.
        assert int(COUNTED_UNTIL(number, bound)) == min(n, max(maximum, 1))
        i, left = COUNTED_WALRUS(number, bound)
        assert int(i) == min(n, max(maximum, 1))
        if maximum > n:  # else the bound ends it before the test binds again
            assert int(left) == 0
        seen, last = COUNTED_ITEMS(number, bound)
        kept = [item for item in range(n)[:maximum] if item != 4]
        assert int(seen) == len(kept)
        assert int(last) == (kept[-1] if kept else -1)


@pytest.mark.parametrize("loop", [counted, counted_until])
def test_pythons_loops_are_not_bounded(loop):
    assert loop(5, 2) == 5
    assert ag.to_graph(loop)(5, 2) == 5
    assert ag.to_graph(loop, operators=ag.Operators())(5, 2) == 5
    assert int(ag.function(lambda x: loop(5, 2) + x)(ag.constant(0))) == 5


def test_iterations_that_python_ran_count():
    @ag.function
    def f(x):
        i = 0
        while (i if i < 2 else x) < 10:
            set_loop_options(maximum_iterations=5)
            i += 1
            x += 1
        return i

    assert int(f(ag.constant(0))) == 5
    assert int(f(ag.constant(6))) == 4


def test_past_the_bound_the_test_is_not_asked():
    @ag.function
    def f(x, maximum):
        i = 0
        while checked(i, x):
            set_loop_options(maximum_iterations=maximum)
            i += 1
        return i

    def checked(i, x):
        if i > x:
            raise ValueError("too far")
        return x < 100

    assert int(f(ag.constant(3), 2)) == 2
    assert int(f(ag.constant(3), 4)) == 4
    with pytest.raises(ValueError, match="too far"):
        f(ag.constant(3), 5)


# -- Shapes --------------------------------------------------------------------------


def grow(x, n, shape):
    while n > 0:
        set_loop_options(shape_invariants=[(x, shape)])
        n, x = n - 1, ag.concat([x, x], 0)
    return x


def test_a_shape_is_relaxed_to_what_is_declared_and_checked():
    f = ag.function(grow)
    for x, shape in ((ag.ones((1, 2)), (None, 2)), (ag.ones((1,)), None)):
        assert f(x, ag.constant(2), shape).shape == (4, *x.shape[1:])
    concrete = f.get_concrete_function(ag.ones((1, 2)), ag.constant(2), (None, 2))
    assert "x: float32[None, 2]" in str(concrete.graph)
    for shape in ((1,), (3,), (None, None)):
        with pytest.raises(ShapeError) as raised:
            f(ag.ones((1,)), ag.constant(2), shape)
        assert "`x` does not keep to the shape that is declared" in str(raised.value)
        assert "while n > 0" in str(raised.value)
