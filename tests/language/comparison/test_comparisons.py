"""Comparisons of containers, and membership: what a comparison with plain Python does not show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograph.testing import Verdict, assert_agrees, check
from tests.language.comparison.comparisons import T

# -- Comparisons

leaf = st.integers(-1, 1) | st.sampled_from([0.0, 1.0, True])

tree = st.recursive(
    leaf, lambda part: st.lists(part, max_size=3).map(tuple), max_leaves=5
)


class Hidden:
    """Stands for a number that the graph is to know when it runs."""

    def __init__(self, value):
        self.value = value


@given(st.data())
def test_tuples_with_numbers_of_the_graph_compare_as_tuples_of_numbers(data):
    def hide(part):
        if isinstance(part, tuple):
            return tuple(map(hide, part))
        return Hidden(part) if data.draw(st.booleans()) else part

    left, right = (hide((data.draw(tree), 0)) for _ in range(2))
    symbol = data.draw(st.sampled_from(["==", "!=", "<", "<=", ">", ">="]))

    def shown(part, zero):
        if isinstance(part, tuple):
            return tuple(shown(each, zero) for each in part)
        return part.value + zero if isinstance(part, Hidden) else part

    def f(n):
        zero = int(n)
        one, other = shown(left, zero), shown(right, zero)
        match symbol:
            case "==":
                return one == other
            case "!=":
                return one != other
            case "<":
                return one < other
            case "<=":
                return one <= other
            case ">":
                return one > other
        return one >= other

    assert_agrees(f, T(0))


# -- in and not in


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x in [min(x, 0.5)],
        lambda x: (x, 1) == (min(x, 0.5), 1),
        lambda x: {"a": x} == {"a": min(x, 0.5)},
    ],
)
def test_whether_nan_is_the_same_object_is_left_to_python(function):
    assert check(function, T(float("nan"))).verdict is Verdict.REFUSED


numbers = st.one_of(st.integers(-3, 3), st.sampled_from([0.0, 1.5, float("nan")]))


@given(numbers, st.lists(numbers, max_size=5), st.booleans(), st.data())
def test_random_sequences(x, items, is_tuple, data):
    staged = [data.draw(st.booleans()) for _ in items]
    mixed = [T(e) if s else e for e, s in zip(items, staged, strict=True)]
    found = tuple(mixed) if is_tuple else mixed

    def f(x, items):
        return x in items, x not in items

    assert_agrees(f, T(x), found)


small = st.integers(-4, 4)


@given(st.one_of(small, st.floats(-4, 4, width=16)), small, small, small.filter(bool))
def test_random_ranges(x, start, stop, step):
    def f(x, start, stop, step):
        return x in range(start, stop, step)

    assert_agrees(f, T(x), T(start), T(stop), T(step))
    assert_agrees(f, T(x), start, stop, step)
    assert_agrees(f, x, T(start), stop, step)
