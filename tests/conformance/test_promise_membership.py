"""The promise, for `in` and `not in`."""

# Programs under test are written as users write them.
# ruff: noqa: FURB171, RUF060

import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag
from autograph.testing import Verdict, assert_agrees, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on((T(2), T(5)), (T(7), T(7)), (2, T(2)), (T(2), 5), (T(9.5), T(9.5)))
def sequences(x, y):
    return (
        x in [1, 2, 3],
        x in (1, y),
        x not in [y, 4],
        x in [],
        x in [None, "text", y],
        1 in [y, x],
        x in [x],
    )


@rows.on(T(float("nan")), T(1.0))
def identity_comes_before_equality(x):
    return x in [x], x in (1.0, x), x in [x + 0], x * 2 in (x * 2, x), (x, 1) == (x, 1)


@rows.on(T([float("nan"), 1.0]), T([1.0, 2.0]))
def items_and_sums_are_new_objects(xs):
    first, total = xs[0], ag.reduce_sum(xs)
    return xs[0] in (first, 2.0), first in [total], total in (ag.reduce_sum(xs), first)


@rows.on((T(float("nan")), T(2)), (T(1.0), T(2)), (T(float("nan")), T(0)))
def what_was_there_before_is_another_object(x, n):
    found = []
    while n > 0:
        x *= 1.0 if n > 1 else 0.5
        n -= 1
    found += [x * 0.5 in (x, 1.0)]
    steps = 2
    while steps > 0 and x / 0.5 not in (0.0, x):
        steps -= 1
        if n == 0:
            found += [x in [x / 2.0], x + 1.0 in [1.0, x]]
    return steps, x, x * 2.0 in (x,)


@rows.on(*(T(x) for x in (1.0, -1.0)))
def numbers_that_may_be_nan(x):
    y = min(x, 0.5)
    return y in [x], [x, y] == [x, x], (y, x) == (x, x), {"a": y} == {"a": x}


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x in [min(x, 0.5)],
        lambda x: (x, 1) == (min(x, 0.5), 1),
        lambda x: {"a": x} == {"a": min(x, 0.5)},
    ],
)
def test_nan_that_may_be_the_same_object_is_refused(function):
    with pytest.raises(ag.errors.UnknownIdentityError) as caught:
        ag.function(function)(T(float("nan")))
    assert "whether nan in a list equals nan depends on which objects" in str(
        caught.value
    )


@rows.on(T(float("nan")), T(0.0))
def nan_after_what_settles_it(x):
    y = min(x, 0.5)
    return x in [x, y], x in [y, x], (x, 1, y) == (x, 2, x), x + 1 in [x * 2, x - 1]


@rows.on((T(2), T([1, 2])), (T(7), T([1, 2])), (2, T([1, 2])), (2.0, T([2.0, 1.0])))
def elements(x, v):
    return x in v, x not in v, x + 1 in v * 2


@rows.on(
    (T([1, 2]), T([[1, 2], [3, 4]])), (T([1, 5]), T([[1, 2], [3, 4]])), (T(1), T(1))
)
def elements_broadcast_as_those_of_arrays(x, v):
    return x in v


@rows.on(
    ("text", T([1, 2])), (None, T([1, 2])), (T(2), None), (T(2), 5), (T(2), "text")
)
def what_cannot_be_compared(x, v):
    return x in v


@rows.on(*((T(x), T(a), T(b)) for x in (-3, 0, 2, 3) for a, b in [(0, 3), (3, -3)]))
def ranges(x, a, b):
    return (
        x in range(a, b),
        x in range(a, b, 2),
        x in range(b, a, -3),
        x in range(3),
        2 in range(a, b),
        x / 2 in range(a, b),
        x not in range(1, b),
        "text" in range(3),
    )


@rows.on(T(2), T(3))
def tensors_are_not_hashed(x):
    return x in {1, 2}


@rows.on(T(0), T(1), T(4))
def python_numbers_in_a_staged_loop(n):
    total = 0
    for i in range(n):
        if i in {1, 2, "a"} or i in {3: 5} or i in {0: 1}.keys():
            total += i
        if i not in ["text", 2, None]:
            total += 10
        if i in range(1, n, 2):
            total += 100
    return total


@rows.on(T(2), T(3))
def classes_with_contains(x):
    class Even:
        def __contains__(self, item):
            return item % 2 == 0 if item > 0 else False

    return x in Even(), x not in Even()


@rows.on((T(2), T(5)), (T(5), T(2)), (T(5), T(5)))
def chains(x, y):
    return 1 < x in [2, y] != y, x is not None in [True]


@rows.on(T(2), T(0))
def decisions(x):
    if x in (0, 1):
        return 10
    return 20 if x not in [5, 6] and x not in [3] else 30


@rows.on(T(3), T(-3))
def none_on_some_paths(x):
    y = None
    if x > 0:
        y = x
    return y in [None, 5], y in (3,), None in [y]


@rows.on(T(2))
def numbers_do_not_contain(n):
    for i in range(n):
        if 1 in i:
            return 1
    return 0


numbers = st.one_of(st.integers(-3, 3), st.sampled_from([0.0, 1.5, float("nan")]))


@given(numbers, st.lists(numbers, max_size=5), st.booleans(), st.data())
def test_random_sequences(x, items, is_tuple, data):
    staged = [data.draw(st.booleans()) for _ in items]
    mixed = [T(e) if s else e for e, s in zip(items, staged, strict=True)]
    found = tuple(mixed) if is_tuple else mixed

    def f(x, items):
        return x in items, x not in items

    # Two arguments may be one object, which nan equals then: a graph does not know.
    pairs = zip(items, staged, strict=True)
    before = next((e == x for e, s in pairs if e == x or (s and e != e and x != x)), 1)
    if before:
        assert_agrees(f, T(x), found)
    else:
        assert check(f, T(x), found).verdict is Verdict.REFUSED


small = st.integers(-4, 4)


@given(st.one_of(small, st.floats(-4, 4, width=16)), small, small, small.filter(bool))
def test_random_ranges(x, start, stop, step):
    def f(x, start, stop, step):
        return x in range(start, stop, step)

    assert_agrees(f, T(x), T(start), T(stop), T(step))
    assert_agrees(f, T(x), start, stop, step)
    assert_agrees(f, x, T(start), stop, step)
