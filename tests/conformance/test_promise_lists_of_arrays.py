"""Lists of NumPy's arrays whose items the run chooses, or whose length it decides."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0), T(1), T(4))
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*NUMBERS)
def an_item_is_read(n):
    xs = [np.zeros(3), np.ones(3), np.full(3, 2.5)]
    last = xs[-1 if n > 2 else 0]
    return xs[n % 3] + 1, xs[n % 3].sum(), last * 2, np.dot(xs[n % 2], last)


@rows.on(*NUMBERS)
def an_item_is_replaced(n):
    xs = [np.zeros(3) for _ in range(3)]
    xs[n % 3] = xs[n % 3] + 1
    return xs


@rows.on(*NUMBERS)
def items_are_replaced_in_a_loop(n):
    xs = [np.zeros(2), np.ones(2)]
    for i in range(n):
        xs[i % 2] = xs[i % 2] * 2 + i
    return xs, sum(xs), np.stack(xs)


@rows.on(*NUMBERS)
def arrays_of_a_key_of_the_run(n):
    table = {"a": np.zeros(2), "b": np.ones(2)}
    key = "a" if n > 2 else "b"
    table[key] = table[key] + n
    return table, table[key] * 2


@rows.on(*NUMBERS)
def layers(n):
    weights = [(np.eye(2), np.zeros(2)), (np.eye(2) * 2, np.ones(2))]
    x = np.array([1.0, 2.0])
    for i in range(n):
        matrix, bias = weights[i % 2]
        x = np.maximum(matrix @ x + bias, 0)
    return x


@rows.on(*NUMBERS)
def a_history(n):
    seen, x = [], np.ones(2)
    for _ in range(n):
        x = x * 2
        seen.append(x)
    return seen, len(seen)


@rows.on(*NUMBERS)
def a_history_of_copies(n):
    seen, x = [], np.ones(2)
    for _ in range(n):
        x *= 2
        seen.append(x.copy())
    return seen


@rows.on(*NUMBERS)
def the_nearest(n):
    points = [np.array([3, 1]), np.array([2, 2]), np.array([0, 5])]
    best = points[0]
    for each in points:
        if abs(each[0] - n) < abs(best[0] - n):
            best = each
    points.sort(key=lambda p: p[0] * n)
    return best, points


@rows.on(([np.zeros(3), np.ones(3)], T(1)), ([np.zeros(3), np.ones(3)], T(0)))
def an_item_of_the_callers_list(xs, n):
    xs[n % 2] = xs[n % 2] + 1
    return xs[0]


@rows.on(*NUMBERS)
def one_array_twice(n):
    xs = [np.zeros(3)] * 2
    xs[n % 2] += 1
    return xs


@rows.on(*NUMBERS)
def an_item_with_another_name(n):
    xs = [np.zeros(3), np.ones(3)]
    first = xs[0]
    xs[n % 2] += 1
    return first, xs


@rows.on(*NUMBERS)
def a_name_of_an_item(n):
    xs = [np.zeros(3), np.ones(3)]
    item = xs[n % 2]
    item += 1
    return item, xs


@rows.on(*NUMBERS)
def a_name_of_an_item_that_is_written_to(n):
    xs = [np.zeros(3), np.ones(3)]
    item = xs[n % 2]
    item[0] = 7
    return xs


@refused.on(T(1), T(4))
def a_history_of_one_array(n):
    seen, x = [], np.ones(2)
    for _ in range(n):
        x *= 2
        seen.append(x)
    return seen


@rows.on(*NUMBERS)
def an_item_that_is_added(n):
    xs = [np.zeros(3), np.ones(3)]
    xs.append(xs[n % 2])
    xs[2] += 1
    return xs


@refused.on(T(1), T(4))
def a_history_in_a_list_of_tuples(n):
    seen, x = [], np.ones(2)
    for i in range(n):
        seen.append((i, x))
        x += 1
    return seen


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_changes_in_place_of_what_may_be_elsewhere_are_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert "array" in found.staged.error.message
