"""Items of arrays written in loops: in place, and seen by nobody else."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from executor.program import build

STEPS = ag.TensorSpec((), ag.int32)


def sieve(n):
    is_prime = np.ones(n, dtype=bool)
    is_prime[:2] = False
    i = 2
    while i * i < n:
        if is_prime[i]:
            j = i * i
            while j < n:
                is_prime[j] = False
                j += i
        i += 1
    return is_prime


def prefix_sums(x):
    y = np.array(x)
    for i in range(1, len(y)):
        y[i] += y[i - 1]
    return y


def edit_distance(a, b):
    n, m = len(a), len(b)
    d = np.zeros((n + 1, m + 1), dtype=np.int64)
    for i in range(n + 1):
        d[i, 0] = i
    for j in range(m + 1):
        d[0, j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            d[i, j] = min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + cost)
    return d[n, m]


def best_of_walks(x, n):
    x = np.array(x)
    best = x.copy()
    for step in range(n):
        i = (step * 7) % len(x)
        x[i] = x[i] * 0.5 + step
        if x.sum() > best.sum():
            best = x.copy()
    return x, best


def snapshots(x, n):
    seen = []
    x = np.array(x)
    for step in range(n):
        for i in range(len(x)):
            x[i] += step
        seen.append(x.copy())
    return x, seen[0], seen[-1]


def sweeps(a, b):
    x = np.zeros(len(b))
    change = 1.0
    while change > 1e-9:
        before = x.copy()
        for i in range(len(b)):
            x[i] = (b[i] - a[i] @ x + a[i, i] * x[i]) / a[i, i]
        change = np.max(np.abs(x - before))
    return x


def triangle(n):
    rows = np.zeros((n, n), dtype=np.int64)
    for i in range(n):
        rows[i][0] = 1
        row = rows[i]
        for j in range(1, i + 1):
            row[j] = rows[i - 1][j] + rows[i - 1][j - 1]
    return rows


WORDS = np.array([1, 2, 3, 4, 1, 2]), np.array([2, 3, 5, 1, 2])
SYSTEM = np.eye(4) * 5 + np.arange(16.0).reshape(4, 4) / 16
CASES = [
    (sieve, (50,), [STEPS], 0),
    (triangle, (7,), [STEPS], 0),
    (prefix_sums, (np.arange(6.0),), [ag.TensorSpec([None], ag.float64)], 0),
    (edit_distance, WORDS, [ag.TensorSpec([None], ag.int64)] * 2, 0),
    (best_of_walks, (np.arange(6.0), 20), [ag.TensorSpec([None], ag.float64), STEPS], 1),
    (snapshots, (np.arange(6.0), 4), [ag.TensorSpec([None], ag.float64), STEPS], 1),
    (sweeps, (SYSTEM, np.arange(4.0)), [ag.TensorSpec([None, None], ag.float64),
                                        ag.TensorSpec([None], ag.float64)], 1),
]  # fmt: skip


def in_loops(source: str) -> str:
    """Return the lines of a program that are in loops."""
    inside, depth = [], None
    for line in source.splitlines():
        indent = len(line) - len(line.lstrip())
        if depth is not None and indent > depth:
            inside.append(line)
            continue
        depth = indent if line.lstrip().startswith(("while ", "for ")) else None
    return "\n".join(inside)


@pytest.mark.parametrize(("program", "arguments", "signature", "copies"), CASES)
def test_loops_write_to_one_array(program, arguments, signature, copies):
    # Copies are where the program makes them, `copies` of them in loops.
    staged = ag.function(program, input_signature=signature)
    given = [np.array(x) for x in arguments]
    expected = program(*map(np.copy, given))
    found = staged(*given)
    for one, truth in zip(
        ag.nest.flatten(found), ag.nest.flatten(expected), strict=True
    ):
        np.testing.assert_array_equal(np.asarray(one), truth)
    for before, after in zip(arguments, given, strict=True):
        np.testing.assert_array_equal(before, after)
    source = in_loops(build(staged.get_concrete_function().graph).source)
    assert "= setitem(" not in source
    assert source.count("array(") == copies, source


STATE = ag.Variable(np.zeros(3))
CONSTANT = np.array([1.0, 2.0, 3.0])


@ag.function(input_signature=[STEPS])
def through_a_variable(n):
    x = np.zeros(3)
    for i in range(n):
        x[i % 3] = x[i % 3] + i
        STATE.assign(x)
        x[0] = -1.0
    return x, STATE.read_value()


def test_what_a_variable_was_given_stays_as_it_was():
    x, state = through_a_variable(4)
    np.testing.assert_array_equal(x, [-1.0, 1.0, 2.0])
    np.testing.assert_array_equal(state, [2.0, 1.0, 2.0])
    again = STATE.numpy()
    through_a_variable(2)
    np.testing.assert_array_equal(again, [2.0, 1.0, 2.0])


@ag.function(input_signature=[STEPS])
def from_a_constant(n):
    x = ag.constant(CONSTANT) if n > 0 else ag.zeros([3], ag.float64)
    for i in range(n):
        x = ag.tensor_scatter_nd_add(x, [[i % 3]], [1.0])
    return x


def test_constants_and_results_of_other_calls_stay_as_they_were():
    first = from_a_constant(4)
    second = from_a_constant(7)
    np.testing.assert_array_equal(first, [3.0, 3.0, 4.0])
    np.testing.assert_array_equal(second, [4.0, 4.0, 5.0])
    np.testing.assert_array_equal(CONSTANT, [1.0, 2.0, 3.0])


@ag.function(input_signature=[ag.TensorSpec([None], ag.float64), STEPS])
def powers(x, n):
    y = x * 1.0
    for i in range(n):
        y = ag.tensor_scatter_nd_update(y, [[i % 3]], [y[(i + 1) % 3] * y[0]])
    return ag.reduce_sum(y * y)


def test_gradients_see_the_values_that_were_there():
    x = np.array([1.1, 0.7, 1.3])
    with ag.GradientTape() as tape:
        given = ag.constant(x)
        tape.watch(given)
        value = powers(given, 4)
    slope = np.asarray(tape.gradient(value, given))
    for place in range(3):
        step = np.zeros(3)
        step[place] = 1e-6
        truth = (powers(x + step, 4) - powers(x - step, 4)) / 2e-6
        np.testing.assert_allclose(slope[place], truth, rtol=1e-6)


@ag.function(input_signature=[STEPS])
def into_a_tensor_array(n):
    x = np.zeros(3)
    rows = ag.TensorArray(ag.float64, size=n)
    for i in range(n):
        x[i % 3] = x[i % 3] + i
        rows.write(i, value=x)
    return rows.stack()


def test_what_a_tensor_array_was_given_stays_as_it_was():
    rows, x = [], np.zeros(3)
    for i in range(5):
        x[i % 3] += i
        rows.append(x.copy())
    np.testing.assert_array_equal(into_a_tensor_array(5), rows)
