"""Sets that a branch or a loop assigns, so that the run decides which one it is."""

# Programs under test are written as users write them.
# ruff: noqa: C416, PERF401

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (5, 1, 0, 9)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_only_the_graph_could_tell_is_refused = refused.refusal_test()


@rows.on(*EACH)
def a_set_made_of_itself_in_a_loop(n):
    current = {0}
    for _ in range(n):
        current = {x + 1 for x in sorted(current)}
    return sorted(current), len(current), 5 in current


@rows.on(*EACH)
def a_set_joined_anew_in_a_loop(n):
    seen = set()
    for i in range(n):
        seen = seen | {i * i % 7}
    return seen, len(seen)


@rows.on(*EACH)
def a_set_assigned_in_a_branch(n):
    s = {1, 2}
    if n > 3:
        s = {4}
    return s, len(s), 4 in s


@rows.on(*EACH)
def a_set_assigned_in_both_branches(n):
    if n > 3:
        s = {1, 2, 3}
    else:
        s = set()
    s.add(7)
    return s


@rows.on(*EACH)
def a_set_chosen_by_an_expression(n):
    small, large = {1, 2}, {10, 20, 30}
    s = small if n < 3 else large
    return s, 10 in s, len(s), sorted(s | {5}), small, s - {1}, s == small


@rows.on(*EACH)
def a_frozenset_assigned_anew(n):
    s = frozenset({1})
    for i in range(n):
        s = s | {i}
    return s, 3 in s, len(s)


@rows.on(*EACH)
def a_frontier_of_a_search(n):
    edges = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (5, 6), (6, 7)]
    frontier, seen, steps = {0}, {0}, 0
    while frontier and steps < n:
        found = set()
        for a, b in edges:
            if a in frontier and b not in seen:
                found.add(b)
        seen |= found
        frontier = found
        steps += 1
    return steps, seen, frontier


@rows.on(*EACH)
def a_set_of_text(n):
    s = {"a"}
    for i in range(n):
        s = s | {f"b{i % 3}"}
    return s, "b1" in s


@rows.on(*EACH)
def a_set_of_pairs(n):
    s = {(0, 0)}
    for i in range(n):
        s = {(a + 1, b) for a, b in sorted(s)} | {(0, i)}
    return s, (1, 0) in s


@rows.on(*EACH)
def two_sets_swapped(n):
    a, b = {1}, {2}
    for i in range(n):
        a, b = b | {i}, a
    return a, b


@rows.on(*EACH)
def a_set_first_assigned_in_a_loop(n):
    for i in range(n + 1):
        s = {i, i + 1}
    return s


@rows.on(*EACH)
def a_set_changed_before_it_is_left(n):
    if n > 3:
        s = set()
        s.add(1)
        s.add(int(n))
    else:
        s = {0}
        s.discard(0)
    return s, len(s)


@rows.on(*EACH)
def an_old_set_changed_and_left(n):
    old = {1, 2}
    if n > 3:
        old.add(3)
        s = old
    else:
        s = {9}
    return s, old


@rows.on(*EACH)
def an_attribute_assigned_in_a_branch(n):
    class Table:
        def __init__(self):
            self.seen = {1}

        def reset(self):
            self.seen = set()

    table = Table()
    for i in range(n):
        if i % 3 == 2:
            table.reset()
        table.seen.add(i)
    return table.seen


@rows.on(*EACH)
def sets_in_a_tuple(n):
    pair = {1}, 0
    for i in range(n):
        pair = pair[0] | {i}, pair[1] + 1
    return pair


@rows.on(*EACH)
def sets_in_a_dict(n):
    d = {"a": {1}, "b": {2}}
    if n > 3:
        d["a"] = {5, 6}
    return d, 5 in d["a"]


@rows.on(*EACH)
def a_set_made_on_a_path_that_goes_on(n):
    if n > 3:
        s = {3, 1, 2}
    else:
        return [0]
    return [x for x in s]


@rows.on(*EACH)
def a_set_in_nested_loops(n):
    out = []
    for i in range(n):
        s = set()
        for j in range(i):
            s = s ^ {j % 3, i}
        out.append(len(s))
    return out


@rows.on(*EACH)
def a_set_in_a_loop_that_breaks(n):
    s = {0}
    while True:
        s = s | {len(s) * 2}
        if len(s) > n:
            break
    return sorted(s)


@rows.on(*EACH)
def a_set_assigned_in_a_try(n):
    s = {1}
    try:
        s = {2}
        if n > 3:
            raise ValueError
        s = {3, 4}
    except ValueError:
        s = s | {5}
    return s


@rows.on(*EACH)
def one_of_two_sets_is_changed(n):
    a, b = {1}, {2}
    s = a if n > 3 else b
    s.add(4)
    return a, b


@rows.on(*EACH)
def what_may_be_another_set_is_changed(n):
    a = {1}
    s = {3}
    if n > 3:
        s = a
    a.add(4)
    return s, a


@refused.on(T(5), T(1))
def what_a_loop_may_have_left_is_changed(n):
    a, s = {1}, {3}
    for i in range(n):
        if i == 3:
            s = a
    s.add(7)
    return s, a


@rows.on(*EACH)
def which_of_two_sets_it_is(n):
    a, b = {1}, {2}
    s = a if n > 3 else b
    return s is a


@refused.on(T(5), T(1))
def sets_in_a_list_that_grows(n):
    found = []
    for i in range(n):
        found.append({i})
    return len(found)


@refused.on(T(5), T(1))
def a_set_or_a_number(n):
    s = {1}
    for i in range(n):
        s = s | {i} if i < 3 else 5
    return s


@refused.on(T(5), T(1))
def a_set_or_a_frozenset(n):
    s = frozenset({1})
    for i in range(n):
        s = {i} | s
    return s


@rows.on(*EACH)
def operators_in_place_on_one_of_two_sets(n):
    a, b = {1, 2}, {2, 3}
    s = a if n > 3 else b
    s |= {int(n)}
    s &= {0, 1, 2, 3, 5}
    s -= {2}
    s ^= {1, 3}
    s.update([8], range(n))
    s.discard(1)
    try:
        s.remove(8)
    except KeyError:
        s.add(100)
    return s, a, b, s is a, len(a), 5 in b


@rows.on(*EACH)
def one_of_two_sets_in_a_loop(n):
    even, odd = set(), set()
    for i in range(n):
        kind = even if i % 2 == 0 else odd
        kind.add(i)
    return even, odd


@rows.on(*EACH)
def two_sets_swapped_and_changed(n):
    a, b = {100}, {200}
    first = a
    for i in range(n):
        a.add(i)
        a, b = b, a
    return a, b, first, a is first


@rows.on(*EACH)
def what_may_be_another_set_that_nothing_reaches(n):
    def made(k):
        a, b = {1}, {2}
        return a if k > 3 else b

    s = made(n)
    s.add(int(n))
    return s


@rows.on(*EACH)
def a_copy_of_one_of_two_sets(n):
    a, b = {1}, {2}
    s = set(a if n > 3 else b)
    s.add(7)
    return s, a, b


@refused.on(T(5), T(1))
def sets_of_two_types_of_elements(n):
    s = {1}
    if n > 3:
        s = {1.5}
    return s


@rows.on(*EACH)
def a_set_or_none(n):
    best, other = None, None
    if n > 3:
        other = {1, 2}
    for i in range(n):
        s = {i, i // 2}
        if best is None or len(s) >= len(best):
            best = s
    return best, 0 if other is None else len(other)


@rows.on(*EACH)
def a_set_on_some_paths_only(n):
    if n > 3:
        s = {1, int(n)}
    return len(s)


@rows.on(*EACH)
def a_set_that_a_dict_has_for_a_key(n):
    edges = {0: {1, 2}, 1: {3}, 2: {3}, 3: set()}
    k = int(n) % 4
    return edges[k], len(edges[k]), 3 in edges[k]


@rows.on(*EACH)
def sets_compared(n):
    s = {1, 2} if n > 3 else {3}
    found = s == {1, 2}, s <= {1, 2, 3}, s != {3}, {3} == s, s.issubset([3])
    return found, s.isdisjoint({9}), s is None, not s, bool(s), isinstance(s, set)


@rows.on(*EACH)
def one_set_left_in_two_variables(n):
    a = b = {1}
    for i in range(n):
        a = {i}
        b = a
        b.add(50)
    a.add(3)
    return a, b, a is b


@rows.on(*EACH)
def cells_that_live_on(n):
    live = {(1, 0), (1, 1), (1, 2)}
    for _ in range(n):
        counts = {}
        for x, y in sorted(live):
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    if dx or dy:
                        k = (x + dx, y + dy)
                        counts[k] = counts.get(k, 0) + 1
        live = {k for k, c in counts.items() if c == 3 or (c == 2 and k in live)}
    return live


@rows.on(*EACH)
def numbers_that_are_left(n):
    nums = set(range(2, n + 2))
    p = 2
    while p * p <= n + 1:
        nums = nums - set(range(p * p, n + 2, p))
        p += 1
    return sorted(nums)


@refused.on(T(5))
def a_set_changed_that_may_be_in_a_list(n):
    a = {1}
    kept = [a]
    for i in range(n):
        a = a | {i}
    a.add(77)
    return a, kept


@refused.on(T(5))
def objects_in_one_of_two_sets(n):
    one, other = object(), object()
    s = {one}
    if n > 3:
        s = {other}
    return one in s
