"""Changes of what may or may not have another name: refused at the user's line."""

# Programs under test are written as users write them.

import heapq

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


test_what_only_the_run_tells_is_refused = rows.refusal_test()


@rows.on(T(3))
@rows.on(T(-3))
def new_alias_one(x):
    if x > 0:
        a = [x]
        b = a
    else:
        a = [x + 1]
        b = [x + 1]
    a.append(1)
    return (a, b)


@rows.on(T(3))
@rows.on(T(-3))
def array_that_is_one_of_two(x):
    a = np.zeros(2)
    b = np.ones(2)
    if x > 0:
        c = a
    else:
        c = b
    a[0] = 7
    return c


@rows.on(T(3))
@rows.on(T(0))
def loop_new(n):
    items = [n]
    kept = items
    while n > 0:
        items = [items[0] + 1]
        n -= 1
    items.append(1)
    return (items, kept)


@rows.on(T(3))
@rows.on(T(0))
def loop_prev_bad(n):
    cur = [n]
    prev = [n]
    while n > 0:
        cur[0] += 1
        prev = cur
        cur = [n]
        n -= 1
    return (cur, prev)


@rows.on(T(3))
@rows.on(T(0))
def loop_attr(n):

    class C:
        pass

    o = C()
    o.s = [n]
    k = o.s
    while n > 0:
        o.s = [o.s[0] + 1]
        o.s[0] += 1
        n -= 1
    o.s[0] += 1
    return (o.s, k)


@rows.on(T(3))
@rows.on(T(0))
def recursion_may_return_its_argument(n):

    def g(l, n):
        if n <= 0:
            return l
        return g([l[0] + 1], n - 1)

    l = [n]
    m = g(l, n)
    m[0] = 9
    return (l, m)


@rows.on(T(3))
@rows.on(T(0))
def loop_nested(n):
    grid = [[n, n], [n, n]]
    row = grid[0]
    while n > 0:
        row = grid[1]
        row[0] += 1
        n -= 1
    row[1] += 7
    return (grid, row)


@rows.on(T(3))
@rows.on(T(0))
def changed_in_a_branch_by_a_function_that_runs_as_it_stands(x):
    heap, other = [0], [0]
    if x > 0:
        heap = other
    if x > 1:
        heapq.heappush(heap, 1)
    return other


@rows.on(T(1))
@rows.on(T(4))
def one_of_two_that_may_be_one(n):
    first = [0]
    found = first
    for i in range(n):
        if i > 1:
            found = [5]
    chosen = found if n > 3 else first
    chosen.append(1)
    return (first, found, chosen)


@rows.on(T(1))
@rows.on(T(4))
def a_list_that_a_branch_in_a_loop_gives_way_to_another(n):
    found = []
    first = found
    for i in range(n):
        if i == 2:
            found = []
        found.append(i)
    return found, first


@rows.on(T(1))
@rows.on(T(4))
def items_of_a_list_that_a_branch_in_a_loop_gives_way(n):
    found = [0]
    first = found
    while n > 0:
        if n == 2:
            found = [5]
        found[0] += n
        n -= 1
    return found, first


@rows.on(T(1))
@rows.on(T(4))
def a_dict_that_a_branch_in_a_loop_gives_way_to_another(n):
    found = {}
    first = found
    for i in range(n):
        if i == 2:
            found = {}
        found[i] = i
    return sorted(found), sorted(first)


@rows.on(T(1))
@rows.on(T(4))
def a_set_that_a_branch_in_a_loop_gives_way_to_another(n):
    found = set()
    first = found
    for i in range(n):
        if i == 2:
            found = set()
        found.add(i)
    return len(found), len(first)
