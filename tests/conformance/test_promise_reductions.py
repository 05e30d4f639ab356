"""The promise, for generator expressions that `any`, `all`, `sum`, `min`, `max` use up."""

# Programs under test are written as users write them.

from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.testing import assert_agrees
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on((T(3), [1, 2, 5]), (T(0), [1, 2, 5]), (T(9), [1, T(2), 5]), (T(3), [4]))
def conditions(x, items):
    return (
        sum(i * x for i in items if i < x),
        sum((i for i in items if i > x if i != 5), x),
        any(i > x for i in items if i != 2),
        all(i < x for i in items),
        any(i == x for i in items),
        max(i + x for i in items),
        min(-i for i in items if i > 0),
        sum(1 for i in items if i < x),
    )


@rows.on((T(3), [1, 2, 5]), (T(0), [1, 2, 5]), (T(0), []))
def extremes_that_may_be_missing(x, items):
    return max(i for i in items if i < x)


@rows.on(T([1, 5, 2]), T([0, 0, 0]), T([-1, -2, -3]))
def rows_of_tensors(v):
    return (
        sum(x * x for x in v),
        sum(x for x in v if x > 1),
        any(x > 4 for x in v),
        all(x > 0 for x in v if x != 0),
        max(x % 3 for x in v),
        sum(a * b for a, b in zip(v, [1, 2, 3], strict=True)),
        sum(i * x for i, x in enumerate(v) if x > 0),
    )


@rows.on(T(4), T(0), T(1))
def staged_ranges(n):
    return (
        sum(i * i for i in range(n)),
        sum(i for i in range(n) if i % 2),
        any(i == 3 for i in range(n)),
        all(i < 3 for i in range(n)),
    )


@rows.on(T(4), T(1))
def extremes_of_staged_ranges(n):
    return max(i % 3 for i in range(n)), min(5 - i for i in range(n))


@rows.on(T(0))
def extremes_of_nothing(n):
    return max(i for i in range(n))


@rows.on(T(2), T(9))
def python_stops_at_the_first(x):
    seen = []
    found = any(seen.append(i) or i == 1 for i in range(3))
    return found, len(seen), x


@rows.on(T(1.0), T(-1.0))
def floats_are_summed_as_python_does(x):
    parts = [0.1] * 10 + [1e16, 1.0, -1e16]
    return sum(p for p in parts), sum(p for p in parts) + x


@rows.on(T(3), T(0))
def other_functions_of_these_names(x):
    def sum(values):
        total = 0
        for value in values:
            total = total * 2 + value
        return total

    return sum(i + x for i in [1, 2, 3])


@rows.on((T(2), T(5)))
def names_around(x, y):
    i = x
    k = sum(i * y for i in [1, 2] if i < y)
    return i, k, sum(sum(i * j for j in [i, y] if j > x) for i in [1, x])


@given(st.integers(-3, 3), st.lists(st.integers(-3, 3), max_size=5))
def test_random_items(x, items):
    def f(x, items):
        total = sum(i * 2 for i in items if i > x)
        is_any = any(i == x for i in items if i != 0)
        is_all = all(i < x for i in items if i != 0)
        largest = max(i * i for i in items if i <= x)
        return total, is_any, is_all, largest

    assert_agrees(f, T(x), items)
