"""Ranges whose bounds are tensors, and indices of ranges that are, outside `for`."""

# Programs under test are written as users write them.
# ruff: noqa: B905, C417

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
NS = (T(6), T(0), T(-3), T(1))
PAIRS = ((T(6), T(2)), (T(0), T(-1)), (T(-3), T(-5)), (T(1), T(0)), (T(7), T(-2)))
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


test_what_needs_the_bounds_at_once_is_refused = refused.refusal_test()


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


# -- All items -------------------------------------------------------------------------


@rows.on(*NS)
def used_up(n):
    return (
        list(range(n)), tuple(range(n)), [*range(n)], (0, *range(1, n)), len(range(n)),
        sum(range(n)), sum(range(n), n), any(range(n)), all(range(n)),
        sorted(range(n), reverse=True), list(reversed(range(n))),
        min(range(n), default=-1), max(range(n), key=lambda x: -x, default=3),
    )  # fmt: skip


@rows.on(*NS)
def an_extreme(n):
    return max(range(n))


@rows.on(*NS)
def with_other_iterables(n):
    return (
        list(zip(range(n), range(n))),
        list(zip(range(n), [1, 2, 3])),
        list(zip("abc", range(n))),
        list(enumerate(range(n), 1)),
        list(map(lambda i: i * i, range(n))),
        list(filter(lambda i: i % 2, range(n))),
        [i for i in range(n) if i > 1],
    )


@rows.on(*NS)
def with_nothing(n):
    return list(zip(range(n), []))


@rows.on(*NS)
def two_loops_over_one(n):
    r, total = range(n), 0
    for i in r:
        total += i
    for i in r:
        total += i * i
    return total, len(r)


@rows.on(*NS)
def given_to_a_function(n):
    def squares(r):
        return sum(x * x for x in r) + len(r)

    return squares(range(n)), squares(range(n, 0, -1))


@rows.on(*NS)
def unpacked(n):
    a, b, *c = range(n)
    return a, b, c


@rows.on(*NS)
def unpacked_exactly(n):
    (a,) = range(n)
    return a


# -- Places ----------------------------------------------------------------------------


@rows.on(*NS)
def the_first(n):
    return range(n)[0]


@rows.on(*NS)
def the_last(n):
    return range(n)[-1]


@rows.on(*PAIRS)
def a_place_of_the_run(n, k):
    return range(0, n, 2)[k]


@rows.on(*PAIRS)
def a_place_of_the_run_in_a_known_range(n, k):
    return range(10)[k], range(9, 0, -2)[k]


@rows.on(*PAIRS)
def slices(n, k):
    r, known = range(n), range(10)
    return (
        list(r[k:]), list(r[:k]), list(r[::-1]), list(r[1:k:2]), len(r[k:]),
        list(r[::2][1:]), list(known[k:]), list(known[n:k]), len(known[k::2]),
    )  # fmt: skip


@rows.on(*NS)
def a_step_of_the_run(n):
    return list(range(5, n, n - 2 if n > 3 else -1)), len(range(7)[:: n or 1])


@rows.on(*NS)
def a_step_of_zero(n):
    return list(range(0, 5, n))


@rows.on(*NS)
def a_slice_with_a_step_of_zero(n):
    return len(range(4)[::n])


@rows.on(*NS)
def places_of_items(n):
    return [range(n)[i] for i in range(n)]


@rows.on(*PAIRS)
def looked_for(n, k):
    r = range(0, n, 2)
    return k in r, 2 in r, 2.0 in r, 2.5 in r, "a" in r, None in r, k not in r


@rows.on(*PAIRS)
def counted(n, k):
    return range(n).count(k), range(n).count(2), range(n).count(int(k))


@rows.on(*PAIRS)
def the_place_of_a_tensor(n, k):
    return range(n).index(k)


@rows.on(*PAIRS)
def the_place_of_a_number(n, k):
    return range(0, n, 2).index(int(k))


# -- What it is ------------------------------------------------------------------------


@rows.on(*NS)
def attributes(n):
    r = range(1, n, 2)
    return r.start, r.stop, r.step, isinstance(r, range), type(r) is range


@rows.on(*PAIRS)
def equality(n, k):
    r = range(0, n, 2)
    return (
        range(n) == range(k), range(n) != range(k), r == range(0, n, 2), r == [0],
        range(n) == range(6), range(0) == range(n), r == None, r != 1,
    )  # fmt: skip


@rows.on(*NS)
def truth(n):
    r = range(n)
    steps = 0
    while r:
        steps += r[0]
        r = r[2:]
    return steps, bool(range(n)), 1 if range(n) else 2, not range(n)


@rows.on(*NS)
def text(n):
    r = range(0, 9, n or 2)
    return str(range(n)), f"{range(1, n)} {r!r}", repr(r), f"{[r]}"


@rows.on(*PAIRS)
def chosen(n, k):
    r = range(n) if n > k else range(k, n)
    if k > 0:
        r = r[1:]
    total = 0
    for i in r:
        total += i
    return total, len(r), r.start


@rows.on(*NS)
def made_anew_in_a_loop(n):
    r, total = range(n), 0
    for _ in range(3):
        total += len(r)
        r = r[1:]
    return total, list(r)


@rows.on(*NS)
def in_a_list(n):
    return [len(r) for r in [range(n), range(2), range(n, 9)]]


# -- Errors ----------------------------------------------------------------------------


@rows.on(*NS)
def floats(n):
    return list(range(2.5 * n))


@rows.on(*NS)
def added(n):
    return range(n) + [1]


@rows.on(*NS)
def ordered(n):
    return range(n) < range(n)


@rows.on(*NS)
def a_slice_by_floats(n):
    return range(n)[:2.5]


@rows.on(*NS)
def indexed_by_text(n):
    return range(n)["a"]


@rows.on(*NS)
def what_it_does_not_have(n):
    return range(n).append(1)


@rows.on(*NS)
def stored(n):
    r = range(n)
    r.start = 1


@rows.on(*NS)
def formatted(n):
    return f"{range(n):5}"


# -- Refused ---------------------------------------------------------------------------


@refused.on(NS[0])
def a_key(n):
    return {range(n): 1}


@refused.on(NS[0])
def matched(n):
    match range(n):
        case [_, _]:
            return 1
    return 2


@refused.on(NS[0])
def a_result(n):
    return range(n)


@rows.on(*NS)
def an_iterator(n):
    return next(iter(range(n)))


@rows.on(*NS)
def a_dict(n):
    return dict(zip(range(n), range(n)))


@refused.on(NS[0])
def spread(n):
    return math.gcd(*range(n))


@refused.on(NS[0])
def a_method_of_its_type(n):
    return range(n).__len__()
