"""Functions that call themselves, as the run decides, and change sets in place.

What visits a graph keeps what it has seen in a set, what backtracks takes out again
what it put in. The elements are known only when the graph runs; the set is not passed,
or passed on as it is. So are dicts, which get keys that only the run knows.
"""

# written as users write them

from __future__ import annotations

import numpy as np
import pytest

from tests.autograph.testing.rows import Rows

A = np.array
I64 = np.int64
LINKS = A([[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [0, 1, 0, 0]])
TREE = A([[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]])
GRID = A([[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 0, 0]])
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused_at_the_line = refused.refusal_test()
pytestmark = pytest.mark.filterwarnings("ignore::RuntimeWarning")


# -- What has been seen ----------------------------------------------------------------


@rows.on(LINKS, TREE, np.zeros((2, 2), int))
def visited(links):
    seen = set()
    order = []

    def visit(v):
        if v in seen:
            return
        seen.add(v)
        order.append(v)
        for w in range(len(links)):
            if links[v][w]:
                visit(w)

    visit(0)
    return order, sorted(seen), len(seen), 3 in seen, seen


@rows.on((LINKS, I64(0)), (LINKS, I64(3)), (TREE, I64(1)))
def visited_by_what_is_passed(links, start):
    def visit(v, seen):
        if v in seen:
            return 0
        seen.add(v)
        total = 1
        for w in range(len(links)):
            if links[v][w]:
                total += visit(w, seen)
        return total

    seen = set()
    return visit(int(start), seen), sorted(seen)


@rows.on(LINKS, TREE)
def sorted_topologically(links):
    seen, out = set(), []

    def visit(v):
        seen.add(v)
        for w in range(v + 1, len(links)):
            if links[v][w] and w not in seen:
                visit(w)
        out.append(v)

    for v in range(len(links)):
        if v not in seen:
            visit(v)
    return out[::-1]


@rows.on((LINKS, I64(0)), (TREE, I64(0)))
def a_cycle_is_found(links, start):
    done, on_path = set(), set()

    def has_cycle(v):
        if v in on_path:
            return True
        if v in done:
            return False
        on_path.add(v)
        for w in range(len(links)):
            if links[v][w] and has_cycle(w):
                return True
        on_path.discard(v)
        done.add(v)
        return False

    return has_cycle(int(start)), len(done), len(on_path)


@rows.on((GRID, I64(0)), (GRID, I64(2)))
def filled(grid, row):
    seen = set()
    n_rows, n_cols = grid.shape

    def fill(r, c):
        if r < 0 or r >= n_rows or c < 0 or c >= n_cols:
            return 0
        if (r, c) in seen or grid[r][c] != 0:
            return 0
        seen.add((r, c))
        return 1 + fill(r + 1, c) + fill(r - 1, c) + fill(r, c + 1) + fill(r, c - 1)

    row = int(row)
    return fill(row, 0), sorted(seen), (row, 0) in seen


class Walker:
    def __init__(self):
        self.seen = set()
        self.count = 0

    def go(self, k):
        if k < 0 or k in self.seen:
            return
        self.seen.add(k)
        self.count += 1
        self.go(k - 1)
        self.go(k - 3)


@rows.on(I64(0), I64(5))
def of_an_object(n):
    walker = Walker()
    walker.go(int(n))
    return sorted(walker.seen), walker.count


@rows.on(I64(0), I64(5))
def by_two_functions(n):
    seen = set()

    def a(k):
        if k <= 0 or k in seen:
            return 0
        seen.add(k)
        return 1 + b(k - 1)

    def b(k):
        if k <= 0:
            return 0
        return a(k - 1) + a(k - 2)

    return a(int(n)), sorted(seen)


@rows.on(I64(0), I64(3))
def of_numbers_and_names(n):
    seen = set()

    def go(k, name):
        if (k, name) in seen or k < 0:
            return 0
        seen.add((k, name))
        return 1 + go(k - 1, "a") + go(k - 1, "b")

    return go(int(n), "a"), sorted(seen)


# -- What is put in, and taken out again -----------------------------------------------


@rows.on(I64(1), I64(3))
def permutations(n):
    n = int(n)
    out = []

    def go(cur, used):
        if len(cur) == n:
            out.append(cur[:])
            return
        for i in range(n):
            if i in used:
                continue
            cur.append(i)
            used.add(i)
            go(cur, used)
            cur.pop()
            used.remove(i)

    go([], set())
    return out


@rows.on(I64(1), I64(4), I64(5))
def queens(n):
    n = int(n)
    cols, diag, anti = set(), set(), set()

    def place(r):
        if r == n:
            return 1
        count = 0
        for c in range(n):
            if c in cols or r - c in diag or r + c in anti:
                continue
            cols.add(c)
            diag.add(r - c)
            anti.add(r + c)
            count += place(r + 1)
            cols.remove(c)
            diag.remove(r - c)
            anti.discard(r + c)
        return count

    return place(0), len(cols)


@rows.on(I64(0), I64(3))
def subsets(n):
    n = int(n)
    out = []
    cur = set()

    def go(i):
        if i == n:
            out.append(sorted(cur))
            return
        go(i + 1)
        cur.add(i)
        go(i + 1)
        cur.remove(i)

    go(0)
    return out


# -- Other changes ---------------------------------------------------------------------


@rows.on(I64(0), I64(4))
def updated(n):
    seen = set()

    def go(k):
        nonlocal seen
        if k in seen or k < 0:
            return
        seen |= {k, k + 10}
        go(k - 1)
        go(k - 2)

    go(int(n))
    return sorted(seen)


@rows.on(I64(0), I64(4))
def with_elements_of_before(n):
    seen = {1, 2}

    def go(k):
        if k < 0 or k in seen:
            return
        seen.add(k)
        go(k - 1)

    go(int(n))
    return sorted(seen), len(seen), seen


@rows.on(I64(0), I64(4))
def two_sets(n):
    even, odd = set(), set()

    def fill(k):
        if k < 0:
            return
        if k % 2 == 0:
            even.add(k)
        else:
            odd.add(k)
        fill(k - 1)

    fill(int(n))
    return sorted(even), sorted(odd), even & odd == set(), even | odd


@rows.on(I64(0), I64(4))
def emptied(n):
    s = set()

    def go(k):
        if k < 0:
            s.clear()
            return 0
        s.add(k)
        found = go(k - 1)
        s.add(k)
        return found + len(s)

    return go(int(n)), sorted(s)


@rows.on(I64(0), I64(4))
def until_it_is_empty(n):
    todo = set(range(int(n)))

    def go(k):
        if not todo:
            return 0
        todo.discard(k)
        return 1 + go(k + 1)

    return go(0), len(todo)


@rows.on(I64(1), I64(3))
def taking_out_what_is_not_there(n):
    s = {0}

    def go(k):
        if k <= 0:
            s.remove(0)
            return 0
        s.add(k)
        return go(k - 1) + go(k - 2)

    return go(int(n))


@rows.on(I64(0), I64(5))
def a_set_for_each_first_call(n):
    def reach(k):
        seen = set()

        def go(j):
            if j <= 0 or j in seen:
                return
            seen.add(j)
            go(j - 2)
            go(j - 3)

        go(k)
        return len(seen)

    return [reach(k) for k in range(int(n))]


# -- Dicts -----------------------------------------------------------------------------


@rows.on(LINKS, TREE)
def depths(links):
    found = {}

    def visit(v, depth):
        if v in found and found[v] <= depth:
            return
        found[v] = depth
        for w in range(len(links)):
            if links[v][w]:
                visit(w, depth + 1)

    visit(0, 0)
    return sorted(found.items()), len(found)


@rows.on(I64(0), I64(4))
def a_dict_of_lists(n):
    links = {}

    def go(k):
        if k < 0 or k in links:
            return
        links[k] = [k - 1, k - 2]
        go(k - 1)
        go(k - 2)

    go(int(n))
    return links


@rows.on(I64(0), I64(4))
def paths_in_a_grid(n):
    known = {}

    def paths(r, c):
        if r == 0 or c == 0:
            return 1
        if (r, c) in known:
            return known[r, c]
        known[r, c] = paths(r - 1, c) + paths(r, c - 1)
        return known[r, c]

    n = int(n)
    return paths(n, n), len(known), list(known)


@rows.on(I64(1), I64(6))
def known_by_what_is_passed(n):
    def fib(k, known):
        if k in known:
            return known[k]
        if k < 2:
            return k
        known[k] = fib(k - 1, known) + fib(k - 2, known)
        return known[k]

    known = {}
    return fib(int(n), known), known


# -- Refused ---------------------------------------------------------------------------


@rows.on(I64(3), I64(0), I64(-1))
def sets_in_a_dict_that_the_run_chooses(n):
    seen = {0: set(), 1: set()}

    def go(k):
        if k < 0 or k in seen[k % 2]:
            return
        seen[k % 2].add(k)
        go(k - 1)

    go(int(n))
    return sorted(seen[0])


@refused.on(I64(3))
def elements_of_two_types(n):
    seen = {"a"}

    def go(k):
        if k < 0 or k in seen:
            return
        seen.add(k)
        go(k - 1)

    go(int(n))
    return len(seen)


@refused.on(I64(1))
def a_new_set_for_each_call(n):
    def go(k, seen):
        if k in seen or k > 5:
            return 0
        return 1 + go(k * 2 % 7, seen=seen | {k})

    return go(n, seen=frozenset())
