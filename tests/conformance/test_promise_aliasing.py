"""Lists, dicts and arrays with several names, which staged blocks change or assign.

A change is seen under each name of an object, as in plain Python.
"""

# Programs under test are written as users write them.

import heapq

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_a_change_is_seen_under_each_name = rows.test()


@rows.on(T(3))
@rows.on(T(-3))
def no_other(x):
    items = [1]
    if x > 0:
        items = [9]
    items.append(1)
    return items


@rows.on(T(3))
@rows.on(T(-3))
def read_only(x):
    a = [1]
    b = [2]
    c = a if x > 0 else b
    return (a, b, c)


@rows.on(T(3))
@rows.on(T(-3))
def new_alias_both(x):
    if x > 0:
        a = [x]
        b = a
    else:
        a = [x + 1]
        b = a
    a.append(1)
    return (a, b)


@rows.on(T(3))
@rows.on(T(-3))
def tensor_or_array(x):
    b = np.ones(2)
    if x > 0:
        c = ag.zeros(2, ag.float64)
    else:
        c = b
    return c


@rows.on(T(3))
@rows.on(T(-3))
def tensor_or_array_in_a_list(x):
    b = np.ones(2)
    if x > 0:
        c = [b, ag.zeros(2, ag.float64)]
    else:
        c = [ag.zeros(2, ag.float64), b]
    return c


@rows.on(T(3))
@rows.on(T(-3))
def tensor_or_array_after_a_try(x):
    b = np.ones(2)
    try:
        c = b
        if x > 0:
            raise ValueError
        c = ag.zeros(2, ag.float64)
    except ValueError:
        pass
    return c


@rows.on(T(3))
@rows.on(T(-3))
def array_changed_before(x):
    a = np.zeros(2)
    b = np.ones(2)
    a[1] = 7
    if x > 0:
        c = a
    else:
        c = b
    return c


@rows.on(T(3))
@rows.on(T(-3))
def none_or_another(x):
    a = [1]
    b = None
    if x > 0:
        b = a
    if b is not None:
        b[0] = 2
    return (a, b)


@rows.on(T(3))
@rows.on(T(0))
def list_with_two_names_in_a_loop(n):
    items = [n]
    kept = items
    while n > 0:
        items = kept
        items[0] = items[0] + 1
        n -= 1
    items.append(1)
    return (items, kept)


@rows.on(T(3))
@rows.on(T(0))
def loop_new_alone(n):
    items = [n]
    while n > 0:
        items = [items[0] + 1]
        n -= 1
    items.append(1)
    return items


@rows.on(T(3))
@rows.on(T(0))
def loop_prev(n):
    cur = [n]
    prev = cur
    while n > 0:
        prev = cur
        cur = [cur[0] + 1]
        cur[0] += 1
        n -= 1
    return (cur, prev)


@rows.on(T(3))
@rows.on(T(0))
def loop_prev_copy(n):
    cur = [n]
    prev = [n]
    while n > 0:
        prev = cur
        cur = list(cur)
        cur[0] += 1
        n -= 1
    return (cur, prev)


@rows.on(T(3))
@rows.on(T(0))
def loop_both(n):
    a = b = [n]
    while n > 0:
        a = b = [a[0] + 1]
        a[0] += 1
        n -= 1
    a.append(2)
    return (a, b)


@rows.on(T(3))
@rows.on(T(0))
def loop_held(n):
    a = [n]
    b = a
    while n > 0:
        a = a
        a[0] += 1
        n -= 1
    return (a, b)


@rows.on(T(3))
@rows.on(T(0))
def loop_attr_alone(n):

    class C:
        def __init__(self, s):
            self.s = s

    o = C([n])
    while n > 0:
        o.s = [o.s[0] + 1]
        o.s[0] += 1
        n -= 1
    o.s[0] += 1
    return o.s


@rows.on(T(3))
@rows.on(T(0))
def loop_undefined(n):
    k = [n]
    while n > 0:
        a = k
        a[0] += 1
        n -= 1
    if n < -100:
        a[0] += 1
    return k


@rows.on(T(3))
@rows.on(T(0))
def loop_new_inside(n):
    k = n
    while n > 0:
        a = [n]
        b = a
        b[0] += 1
        k = k + a[0]
        n -= 1
    return k


@rows.on(T(3))
@rows.on(T(0))
def loop_branch(n):
    best = [0, 0]
    while n > 0:
        cand = [n, n * 2]
        if n > 2:
            best = cand
        n -= 1
    best[0] += 1
    return best


@rows.on(T(3))
@rows.on(T(0))
def recursion_returns_its_argument(n):

    def g(l, n):
        if n <= 0:
            return l
        return g(l, n - 1)

    l = [n]
    m = g(l, n)
    m[0] = 9
    return (l, m)


@rows.on(T(3))
@rows.on(T(0))
def recursion_takes_a_list_twice(n):

    def g(l, k, n):
        if n <= 0:
            return l[0] + k[0]
        return g(l, k, n - 1)

    l = [n]
    return g(l, l, n)


@rows.on(T(3))
@rows.on(T(0))
def recursion_returns_a_list_twice(n):

    def g(n):
        if n <= 0:
            l = [n]
            return (l, l)
        return g(n - 1)

    a, b = g(n)
    a[0] = 9
    return (a, b)


@rows.on(T(3), T(-3))
def no_other_name_in_a_branch(x):
    items = [1]
    if x > -10:
        if x > 0:
            items = [9]
        items[0] += 1
    return items


@rows.on(T(3))
@rows.on(T(-3))
def maybe(x):
    a = [1]
    if x > 0:
        b = a
    if x > 0:
        b.append(2)
    return a


@rows.on(T(3))
@rows.on(T(0))
def handed_to_functions_that_only_look(x):
    heap, other = [3, 1], [0]
    if x > 0:
        heap = other
    total = 0
    while x > 0:
        total += sum(heap) + len(heap) + max(other)
        x -= 1
    return total


@rows.on(T(3))
@rows.on(T(0))
def handed_on_and_changed_alone(x):
    heap, k = [3, 1], [5]
    if x > 0:
        k = heap
        heapq.heapify(heap)
    else:
        heapq.heappush(heap, 0)
    return heap, k[0]
