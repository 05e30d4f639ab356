"""Lists of lists that grow, and their rows: what a comparison with plain Python does not show."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from graph.text_parser import parse
from tests.language.list.nested import T

# -- Lists of lists


def test_gradients_flow_through_rows():
    @ag.function
    def total(x, n):
        table = []
        for i in range(n):
            row = []
            for j in range(i + 1):
                row.append(x * x * (j + 1))
            table.append(row)
        found = x * 0.0
        for row in table:
            for value in row:
                found = found + value
        return found

    x = ag.Variable(3.0)
    with ag.GradientTape() as tape:
        y = total(x, T(3))
    n_terms = sum(j + 1 for i in range(3) for j in range(i + 1))
    assert float(tape.gradient(y, x)) == 2 * 3.0 * n_terms


def test_the_text_of_a_graph_with_rows_parses_back():
    @ag.function
    def table(n):
        found = []
        for i in range(n):
            found.append([i, i + 1])
        return found

    graph = table.get_concrete_function(ag.TensorSpec((), ag.int32)).graph
    assert str(parse(str(graph))) == str(graph)


# -- Gradients through rows

X = np.array([0.5, -1.25, 2.0])


def filled(x, n):
    rows = []
    for i in range(n):
        rows.append([x[i] * 0.0, x[i]])
    for i in range(n):
        for j in range(n):
            rows[i][0] += x[j] * rows[j][1]
        rows[i].append(rows[i][0] * x[0])
    total = x[0] * 0.0
    for row in rows:
        total += row[0] * row[-1]
    return total


def grown(x, n):
    rows = []
    for i in range(n):
        rows.append([x[i]])
    for i in range(n):
        row = rows[(i + 1) % n]
        row.append(x[i] * rows[i][0])
        row[0] = row[0] * 0.5 + row[-1]
    total = x[0] * 0.0
    for row in rows:
        for value in row:
            total += value * value
    return total


def of_other_lengths(x, n):
    rows = []
    for i in range(n):
        rows.append([x[i]])
    for i in range(n):
        rows[(i + 1) % n] = rows[(i + 1) % n] + [x[i] * rows[i][0]]
        rows[i] = rows[i][1:]
    total = x[0] * 0.0
    for row in rows:
        for value in row:
            total += value * value
    return total


def of_other_shapes(x, n):
    parts = []
    for _ in range(n):
        parts.append(x[:1])
    for i in range(n):
        scaled = x[i : i + 1] * parts[i][:1]
        parts[i] = ag.concat([parts[(i + 1) % n], scaled], 0)
    total = x[0] * 0.0
    for part in parts:
        total += ag.reduce_sum(part * part)
    return total


FUNCTIONS = [filled, grown, of_other_lengths, of_other_shapes]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_gradients_are_those_of_differences(function):
    staged = ag.function(function)
    x, n = ag.constant(X), ag.constant(len(X))
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = staged(x, n)
    found = tape.gradient(y, x).numpy()
    step = 1e-6
    for place in range(len(X)):
        moved = [X.copy(), X.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        ends = [float(function(ag.constant(each), len(X))) for each in moved]
        assert found[place] == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=1e-5)
