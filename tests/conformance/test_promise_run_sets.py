"""Sets that are given elements which only the run knows."""

# Programs under test are written as users write them.
# ruff: noqa: C401, C416, PERF401

from __future__ import annotations

import functools
import reprlib

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (5, 1, 0, 9)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_depends_on_the_order_is_refused_at_the_line = refused.refusal_test()


@rows.on(*EACH)
def until_one_comes_again(n):
    n = int(n)
    seen = set()
    while n not in seen:
        seen.add(n)
        n = (n * n + 1) % 10
    return n, len(seen), seen


@rows.on(*EACH)
def elements_added_in_a_branch(n):
    s = {1}
    if n > 2:
        s.add(3)
    return len(s), s, 3 in s, 1 in s


@rows.on(*EACH)
def operators_of_sets(n):
    s = set()
    for i in range(n):
        s.add(i * i % 5)
    t = {0, 1, 2}
    made = s, s | t, s & t, s - t, t - s, s ^ t
    return made, s <= t, s == t, s < t, t >= s, s > t, s.isdisjoint(t), s != t


@rows.on(*EACH)
def methods_of_sets(n):
    a, b = set(range(n)), set(range(2, n + 2))
    made = a.union([1, 2], [int(n)]), a.difference(b), b.symmetric_difference(a)
    more = a.intersection(b, [2, 3]), a.issubset(b), b.issuperset(a), a.copy()
    a &= b
    return made, more, a


@rows.on(*EACH)
def operators_in_place(n):
    s = t = {1, 2, 3}
    s |= {int(n)}
    s -= {1}
    s ^= {2, 9}
    s.update([7], range(n))
    s.intersection_update(range(9))
    u = s.copy()
    u.add(100)
    return s, t is s, u, bool(s), not s


@rows.on(*EACH)
def taking_out(n):
    s = set(range(n))
    s.discard(2)
    try:
        s.remove(3)
    except KeyError as error:
        return len(str(error)), sorted(s)
    return 0, sorted(s, reverse=True)


@rows.on(*EACH)
def what_does_not_depend_on_the_order(n):
    s = set(range(n + 1))
    return sorted(s), sum(s), max(s), min(s), len(s), 2 in s


@rows.on(*EACH)
def set_comprehensions(n):
    return (
        {int(k) % 3 for k in ag.range(n)},
        {k % 2 for k in range(n) if k > 2},
        {x for x in [1, 2, 3] if x < n},
        {(x, y) for x in range(n) for y in range(x)},
        len({i % 4 for i in range(n)}),
        set(i % 2 for i in range(n)),
        frozenset(i for i in range(n) if i > 1),
    )


@rows.on(*EACH)
def pairs_as_elements(n):
    seen = set()
    out = []
    for i in range(n):
        k = (i % 2, i % 3)
        if k not in seen:
            seen.add(k)
            out.append(i)
    return out, seen, (int(n), 1) in {(1, 1), (0, 1)}


@rows.on(*EACH)
def text_as_elements(n):
    words = set()
    for i in range(n):
        words.add(f"a{i % 3}")
    return words, "a1" in words, ",".join(sorted(words))


@rows.on(*EACH)
def a_set_that_grows_and_shrinks(n):
    s = set()
    for i in range(n):
        s.add(i)
        if i > 3:
            s.remove(i - 3)
    if n > 7:
        s.clear()
    return s


@rows.on(*EACH)
def what_is_reached(n):
    visited = set()
    order = []
    stack = [int(n) % 4]
    while stack:
        u = stack.pop()
        if u in visited:
            continue
        visited.add(u)
        order.append(u)
        for v in [1, 2, 3]:
            if v != u and v not in visited:
                stack.append(v)
    return order, visited


@rows.on(*EACH)
def a_set_of_an_object(n):
    class Graph:
        def __init__(self):
            self.seen = set()

        def visit(self, k):
            if k in self.seen:
                return False
            self.seen.add(k)
            return True

    g = Graph()
    return [g.visit(i * 3 % 4) for i in range(n)], g.seen, g.seen - {0}


@rows.on(T(3))
def a_tensor_is_no_element(n):
    s = set()
    s.add(n)
    return s


# -- Refused ---------------------------------------------------------------------------


@refused.on(T(5))
def a_set_is_stepped_through(n):
    return [k for k in set(range(n))]


@refused.on(T(5))
def a_set_is_mapped(n):
    return list(map(abs, {int(n), 2}))


@refused.on(T(5))
def a_set_is_zipped(n):
    return len(list(zip([1, 2], {int(n), 2}, strict=False)))


@refused.on(T(5))
def a_set_is_counted(n):
    return list(enumerate({int(n), 2}, start=1))


@refused.on(T(5))
def a_set_is_reduced(n):
    return functools.reduce(max, {int(n), 2})


@refused.on(T(5))
def tuples_of_two_lengths(n):
    s = set()
    s.add((int(n),))
    s.add(())
    return len(s)


@refused.on(T(5))
def a_set_is_listed(n):
    return list(set(range(n)))


@refused.on(T(5))
def any_element_is_taken(n):
    return set(range(n)).pop()


@rows.on((T(1), {"x": 0}), (T(0), {"x": 0}))
def a_set_that_is_left_with_the_caller(n, kept):
    found = {1, 2}
    if n > 0:
        found.add(5)
    kept["x"] = found
    kept["y"] = [found, {int(n)}]


@refused.on(T(1), T(-1))
def changed_on_a_path_while_it_is_stepped_through(x):
    found = {1, 2}
    for _ in found:
        if x > 0:
            found.add(5)
    return len(found)


@refused.on(T(1), T(-1))
def changed_on_a_path_in_a_comprehension(x):
    found = {1, 2}
    return [found.add(5) if x > 0 else each for each in found]


@rows.on(T(1), T(-1))
def changed_on_all_paths_while_it_is_stepped_through(x):
    found = {1, 2}
    for _ in found:
        found.add(5)
    return x


@rows.on(T(1), T(3))
def asked_and_changed_in_vain_while_it_is_stepped_through(x):
    found, seen = {1, 2}, []
    for each in found:
        if x > each:
            found.discard(7)
        seen.append(each)
    return seen


@refused.on(T(5), T(0))
def held_by_an_exception(n):
    seen = {int(i) % 2 for i in range(n)}
    raise ValueError("seen", [seen])


@refused.on(T(5), T(0))
def held_by_an_assertion(n):
    seen = {int(i) % 2 for i in range(n)}
    assert len(seen) > 5, frozenset(seen)


@refused.on(T(5), T(0))
def shown_by_a_library(n):
    return reprlib.repr({int(i) % 2 for i in range(n)})


@rows.on(T(5), T(0))
def held_by_an_exception_that_is_caught(n):
    seen = {int(i) % 2 for i in range(n)}
    try:
        raise KeyError(seen)
    except KeyError as error:
        return len(error.args[0])
