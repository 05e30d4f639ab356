"""Lists of lists that grow while the graph runs, and which objects their rows are."""

# Programs under test are written as users write them.
# ruff: noqa: B007, PERF401, PERF402

from __future__ import annotations

import autograph as ag
from graph.text_parser import parse
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


def made(n):
    rows = []
    for i in range(n):
        rows.append([(i * 7) % 5, i])
    return rows


@rows.on(T(3), T(0), T(5))
def rows_of_two(n):
    rows = []
    for i in range(n):
        rows.append([i, i * i])
    return rows


@rows.on(T(3), T(0), T(5))
def rows_of_many_lengths(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(j)
        rows.append(row)
    return rows, len(rows)


@rows.on(T(3), T(0), T(5))
def comprehensions_of_rows(n):
    rows = made(n)
    return (
        [x for r in rows for x in r],
        [r[0] for r in rows],
        [len(r) for r in rows if r[0] > 0],
        {i: r[0] for i, r in enumerate([[1]])},
        sum(r[1] for r in rows),
    )


@rows.on(T(3), T(0), T(5))
def loops_within_loops(n):
    rows = []
    for i in range(n):
        rows.append([i, i + 1])
    s = 0
    for row in rows:
        for x in row:
            s += x
    return s, len(rows)


@rows.on(T(3), T(0), T(5))
def items_of_items(n):
    rows = []
    for i in range(n):
        rows.append([i, i * 2, 7])
    return rows[-1][1], rows[1][0], len(rows[0]), rows[0], sum(rows[1])


@rows.on(T(3), T(0), T(5))
def empty_rows(n):
    g = [[] for _ in range(n)]
    return g, len(g)


@rows.on(T(3), T(0), T(5))
def tuples_in_rows(n):
    rows = []
    for i in range(n):
        row = [(i, i * 0.5)]
        for j in range(i):
            row.append((j, 1.5))
        rows.append(row)
    return rows


@rows.on(T(3), T(0), T(5))
def a_row_that_is_put_there_first(n):
    rows = []
    for i in range(n):
        row = []
        rows.append(row)
        for j in range(i):
            row.append(j)
        row.append(-1)
    return rows


@rows.on(T(3), T(0), T(5))
def three_levels(n):
    out = []
    for i in range(n):
        plane = []
        for j in range(i):
            plane.append([j] * 2)
        out.append(plane)
    return out


@rows.on(T(3), T(0), T(5))
def a_row_more_on_one_path(n):
    rows = [[1]]
    if n > 2:
        rows.append([n, n])
    return rows, len(rows)


@rows.on(T(3), T(0), T(5))
def a_row_that_is_begun_anew(n):
    rows = []
    row = []
    for i in range(n):
        if i % 3 == 2:
            rows.append(row)
            row = []
        row.append(i)
    rows.append(row)
    return rows


@rows.on(T(3), T(0), T(5))
def a_row_that_changes_after_it_was_put_there(n):
    rows = []
    for i in range(n):
        row = [i]
        rows.append(row)
        row.append(i)
    return rows


@rows.on(T(3), T(0), T(5))
def one_row_twice(n):
    rows = []
    for i in range(n):
        row = [i]
        rows.append(row)
        rows.append(row)
        row.append(9)
    return rows


@rows.on(T(3), T(0), T(5))
def paths_on_a_stack(n):
    stack = [[0]]
    out = []
    while stack:
        p = stack.pop()
        if len(p) > n:
            out.append(p)
        else:
            stack.append(p + [1])
            stack.append(p + [2])
    return out


@rows.on(T(3), T(0), T(5))
def rows_compared(n):
    rows = []
    for i in range(n):
        rows.append([i])
    return (
        rows == [[0], [1]],
        [1] in rows,
        rows[0] == [0],
        rows != [[0]],
        rows.count([1]),
        rows.index([0]),
        rows == rows[:],
        [] in rows,
        [[0]] == rows,
    )


@rows.on(T(3), T(0), T(5))
def rows_taken_apart(n):
    rows = made(n)
    s = 0
    for a, b in rows:
        s += a * b
    return s


@rows.on(T(3), T(0), T(5))
def steps_through_several_at_once(n):
    rows = made(n)
    out = []
    for k, row in enumerate(rows):
        for x in row:
            out.append(x + k)
    for r, q in zip(rows, rows[::-1], strict=False):
        out.append(r[0] - q[1])
    return out


@rows.on(T(3), T(0), T(5))
def rows_in_the_place_of_others(n):
    rows = made(n)
    rows[0] = [5, 6, 7]
    rows.insert(1, [1])
    del rows[0]
    return rows


@rows.on(T(3), T(0), T(5))
def several_rows_at_once(n):
    rows = []
    for i in range(n):
        rows += [[i], [i, i]]
        rows.extend([[i]])
    return rows


@rows.on(T(3), T(0), T(5))
def copies_of_rows(n):
    rows = made(n)
    a = [list(r) for r in rows]
    b = rows.copy()
    return a, b, list(rows)


@rows.on(T(3), T(0), T(5))
def a_product_of_tables(n):
    a = [[i + j for j in range(n)] for i in range(n)]
    b = [[i * j for j in range(n)] for i in range(n)]
    c = [
        [sum([a[i][k] * b[k][j] for k in range(n)]) for j in range(n)] for i in range(n)
    ]
    return c


@rows.on(T(3), T(0), T(5))
def a_table_turned(n):
    a = [[i + 10 * j for j in range(n)] for i in range(n)]
    return [[a[j][i] for j in range(n)] for i in range(n)]


@rows.on(T(3), T(0), T(5))
def rows_made_of_the_row_before(n):
    rows = [[1]]
    for i in range(n):
        prev = rows[-1]
        row = [1]
        for j in range(len(prev) - 1):
            row.append(prev[j] + prev[j + 1])
        row.append(1)
        rows.append(row)
    return rows


@rows.on(T(3), T(0), T(5))
def rows_of_text(n):
    rows = []
    for i in range(n):
        rows.append([f"a{i}", "b"])
    return rows, "".join(rows[0])


@rows.on(T(3), T(0), T(5))
def rows_of_floats(n):
    rows = []
    x = 0.5
    for i in range(n):
        rows.append([x, x * x])
        x = x * 1.5
    return rows, rows == [[0.5, 0.25]]


@rows.on(T(3), T(0), T(5))
def rows_that_may_be_none(n):
    rows = []
    for i in range(n):
        rows.append([i] if i % 2 == 0 else None)
    return rows


@rows.on(T(3), T(0), T(5))
def lists_in_tuples(n):
    rows = []
    for i in range(n):
        rows.append((i, [i, i + 1]))
    return rows, rows[0][1], rows[-1][0]


@rows.on(T(3), T(0), T(5))
def rows_that_are_empty(n):
    rows = [[] for _ in range(n)]
    out = 0
    for r in rows:
        if r:
            out += 1
    if not rows:
        out -= 1
    return out


@rows.on(T(3), T(0), T(5))
def a_row_made_of_the_row_before(n):
    rows = []
    row = []
    while n > 0:
        row = row + [n]
        rows.append(row)
        n -= 1
    return rows, row


@rows.on(T(3), T(0), T(5))
def rows_swapped(n):
    rows = made(n)
    rows[0], rows[-1] = rows[-1], rows[0]
    return rows


@rows.on(T(3), T(0), T(5))
def a_row_of_one_path_or_the_other(n):
    rows = []
    for i in range(n):
        if i % 2 == 0:
            row = [i]
        else:
            row = []
        rows.append(row)
    return rows


@rows.on(T(3), T(0), T(5))
def a_row_changed_before(n):
    rows = []
    for i in range(n):
        row = [0, 0]
        row[i % 2] = i
        row.append(i)
        if i > 1:
            row.append(7)
        rows.append(row)
    return rows


@rows.on(T(3), T(0), T(5))
def a_row_changed_while_it_is_there(n):
    rows = []
    for i in range(n):
        row = [0, 0]
        rows.append(row)
        row[i % 2] = i
        if i > 1:
            row.append(7)
        row += [1]
    return rows


@rows.on(T(3), T(0), T(5))
def a_list_put_there_and_another_made(n):
    rows = []
    a = [1]
    for i in range(n):
        b = a
        rows.append(b)
        a = [i]
        a.append(4)
    return rows, a


@rows.on(T(3), T(0), T(5))
def rows_in_planes(n):
    out = []
    for i in range(n):
        out.append([[i], [i, i]])
    s = 0
    for plane in out:
        for row in plane:
            for x in row:
                s += x
    return out, s, out[0][1][0], len(out[-1][1])


@rows.on(T(3), T(0), T(5))
def sums_of_rows(n):
    rows = made(n)
    return sum([sum(r) for r in rows]), max([max(r) for r in rows] + [0])


@rows.on(T(3), T(0), T(5))
def a_table_known_while_tracing(n):
    t = [[1, 2], [3, 4]]
    return t[n][0], t[n]


@rows.on(T(3), T(0), T(5))
def rows_sorted(n):
    rows = made(n)
    rows.sort()
    a = sorted(rows, key=lambda r: -r[1])
    b = rows[::-1]
    rows.reverse()
    return rows, a, b, rows + [[1, 2]], rows * 2


@rows.on(T(3), T(0), T(5))
def kept_in_a_try(n):
    kept = []
    try:
        for i in range(n):
            kept.append([i, i + 1])
            if i > 2:
                raise ValueError("enough")
    except ValueError:
        kept.append([9])
    return kept


@rows.on(T(3), T(0), T(5))
def any_and_all_of_rows(n):
    kept = [[i] for i in range(n)]
    return any(kept), all(r[0] >= 0 for r in kept), any(r == [2] for r in kept)


@rows.on(T(3), T(0), T(4))
def permutations(n):
    out = [[]]
    for i in range(n):
        longer = []
        for p in out:
            for k in range(len(p) + 1):
                longer.append(p[:k] + [i] + p[k:])
        out = longer
    return out


@rows.on(T(3), T(0), T(4))
def subsets(n):
    out = [[]]
    for i in range(n):
        out += [s + [i] for s in out]
    return out


@rows.on(T(3), T(1), T(5))
def of_two_branches(n):
    if n > 2:
        return [[n], [n, n]]
    return [[1]]


test_the_graph_gives_what_plain_python_gives = rows.test()


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
