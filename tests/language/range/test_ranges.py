"""Ranges with dynamic bounds: what a comparison with plain Python does not show."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from tests.language.range.ranges import T

small = st.integers(-6, 6)

bounds = st.none() | small


@ag.function
def sliced(a, b, c, s, t, u):
    part = range(a, b, c)[s:t:u]
    return part.start, part.stop, part.step, len(part), list(part)


@given(small, small, small.filter(bool), bounds, bounds, bounds.filter(lambda u: u))
def test_slices_are_those_of_python(a, b, c, s, t, u):
    part = range(a, b, c)[s:t:u]
    expected = (part.start, part.stop, part.step, len(part), list(part))
    given = [None if each is None else T(each) for each in (a, b, c, s, t, u)]
    *numbers, items = sliced(*given)
    assert (*map(int, numbers), list(map(int, items))) == expected


@ag.function
def compared(a, b, c, d, e, f):
    return range(a, b, c) == range(d, e, f)


ranges = st.tuples(small, small, small.filter(bool))


@given(st.tuples(ranges, ranges).map(lambda pair: pair[0] + pair[1]))
def test_ranges_are_equal_where_those_of_python_are(numbers):
    expected = range(*numbers[:3]) == range(*numbers[3:])
    assert bool(compared(*map(T, numbers))) is expected
