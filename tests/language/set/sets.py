"""Sets with dynamic elements."""

from __future__ import annotations

import functools
import reprlib

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Sets with dynamic elements

T = ag.constant

EACH = tuple(map(T, (5, 1, 0, 9)))


@programs.staged(*EACH)
def until_one_comes_again(n):
    """A `while` loop runs until its number is in the set of those seen."""
    n = int(n)
    seen = set()
    while n not in seen:
        seen.add(n)
        n = (n * n + 1) % 10
    return n, len(seen), seen


@programs.staged(*EACH)
def elements_added_in_a_branch(n):
    """A branch adds an element to a set."""
    s = {1}
    if n > 2:
        s.add(3)
    return len(s), s, 3 in s, 1 in s


@programs.staged(*EACH)
def operators_of_sets(n):
    """The operators and comparisons of a set with dynamic elements."""
    s = set()
    for i in range(n):
        s.add(i * i % 5)
    t = {0, 1, 2}
    made = s, s | t, s & t, s - t, t - s, s ^ t
    return made, s <= t, s == t, s < t, t >= s, s > t, s.isdisjoint(t), s != t


@programs.staged(*EACH)
def methods_of_sets(n):
    """`union`, `difference`, `intersection`, `issubset` and others."""
    a, b = set(range(n)), set(range(2, n + 2))
    made = a.union([1, 2], [int(n)]), a.difference(b), b.symmetric_difference(a)
    more = a.intersection(b, [2, 3]), a.issubset(b), b.issuperset(a), a.copy()
    a &= b
    return made, more, a


@programs.staged(*EACH)
def operators_in_place(n):
    """`|=`, `-=`, `^=` and `update` change a set that has an alias."""
    s = t = {1, 2, 3}
    s |= {int(n)}
    s -= {1}
    s ^= {2, 9}
    s.update([7], range(n))
    s.intersection_update(range(9))
    u = s.copy()
    u.add(100)
    return s, t is s, u, bool(s), not s


@programs.staged(*EACH)
def taking_out(n):
    """`discard`, and `remove` with its KeyError caught."""
    s = set(range(n))
    s.discard(2)
    try:
        s.remove(3)
    except KeyError as error:
        return len(str(error)), sorted(s)
    return 0, sorted(s, reverse=True)


@programs.staged(*EACH)
def what_does_not_depend_on_the_order(n):
    """`sorted`, `sum`, `max`, `min`, `len` and `in` of a dynamic set."""
    s = set(range(n + 1))
    return sorted(s), sum(s), max(s), min(s), len(s), 2 in s


@programs.staged(*EACH)
def set_comprehensions(n):
    """Set comprehensions, and generators for `set` and `frozenset`."""
    return (
        {int(k) % 3 for k in ag.range(n)},
        {k % 2 for k in range(n) if k > 2},
        {x for x in [1, 2, 3] if x < n},
        {(x, y) for x in range(n) for y in range(x)},
        len({i % 4 for i in range(n)}),
        set(i % 2 for i in range(n)),
        frozenset(i for i in range(n) if i > 1),
    )


@programs.staged(*EACH)
def pairs_as_elements(n):
    """Tuples of two dynamic ints as elements."""
    seen = set()
    out = []
    for i in range(n):
        k = (i % 2, i % 3)
        if k not in seen:
            seen.add(k)
            out.append(i)
    return out, seen, (int(n), 1) in {(1, 1), (0, 1)}


@programs.staged(*EACH)
def text_as_elements(n):
    """Strings of dynamic text as elements."""
    words = set()
    for i in range(n):
        words.add(f"a{i % 3}")
    return words, "a1" in words, ",".join(sorted(words))


@programs.staged(*EACH)
def a_set_that_grows_and_shrinks(n):
    """A loop adds elements to a set and removes older ones."""
    s = set()
    for i in range(n):
        s.add(i)
        if i > 3:
            s.remove(i - 3)
    if n > 7:
        s.clear()
    return s


@programs.staged(*EACH)
def what_is_reached(n):
    """Depth-first search with a stack and a set of visited vertices."""
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


@programs.staged(*EACH)
def a_set_of_an_object(n):
    """A method adds to a set in an attribute and returns early."""

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


@programs.staged(T(3))
def a_tensor_is_no_element(n):
    """A tensor as an element raises TypeError: it is not hashable."""
    s = set()
    s.add(n)
    return s


@programs.staged(T(5))
def a_set_is_stepped_through(n):
    """Iteration over a set with dynamic elements cannot be staged."""
    return [k for k in set(range(n))]


@programs.staged(T(5))
def a_set_is_mapped(n):
    """`map` over a set with a dynamic element cannot be staged."""
    return list(map(abs, {int(n), 2}))


@programs.staged(T(5))
def a_set_is_zipped(n):
    """`zip` with a set with a dynamic element cannot be staged."""
    return len(list(zip([1, 2], {int(n), 2}, strict=False)))


@programs.staged(T(5))
def a_set_is_counted(n):
    """`enumerate` of a set with a dynamic element cannot be staged."""
    return list(enumerate({int(n), 2}, start=1))


@programs.staged(T(5))
def a_set_is_reduced(n):
    """`reduce` over a set with a dynamic element cannot be staged."""
    return functools.reduce(max, {int(n), 2})


@programs.staged(T(5))
def tuples_of_two_lengths(n):
    """A set with dynamic tuples of two lengths cannot be staged."""
    s = set()
    s.add((int(n),))
    s.add(())
    return len(s)


@programs.staged(T(5))
def a_set_is_listed(n):
    """`list` of a set with dynamic elements cannot be staged."""
    return list(set(range(n)))


@programs.staged(T(5))
def any_element_is_taken(n):
    """`set.pop` of a set with dynamic elements cannot be staged."""
    return set(range(n)).pop()


@programs.staged((T(1), {"x": 0}), (T(0), {"x": 0}))
def a_set_that_is_left_with_the_caller(n, kept):
    """Sets are stored in a dict of the caller."""
    found = {1, 2}
    if n > 0:
        found.add(5)
    kept["x"] = found
    kept["y"] = [found, {int(n)}]


@programs.staged(T(1), T(-1))
def changed_on_a_path_while_it_is_stepped_through(x):
    """A branch that adds an element in a loop over its set is not staged."""
    found = {1, 2}
    for _ in found:
        if x > 0:
            found.add(5)
    return len(found)


@programs.staged(T(1), T(-1))
def changed_on_a_path_in_a_comprehension(x):
    """A comprehension that adds to its set on one path cannot be staged."""
    found = {1, 2}
    return [found.add(5) if x > 0 else each for each in found]


@programs.staged(T(1), T(-1))
def changed_on_all_paths_while_it_is_stepped_through(x):
    """A loop that adds an element to its set raises RuntimeError."""
    found = {1, 2}
    for _ in found:
        found.add(5)
    return x


@programs.staged(T(1), T(3))
def asked_and_changed_in_vain_while_it_is_stepped_through(x):
    """A branch in a loop over a set discards what is not in it."""
    found, seen = {1, 2}, []
    for each in found:
        if x > each:
            found.discard(7)
        seen.append(each)
    return seen


@programs.staged(T(5), T(0))
def held_by_an_exception(n):
    """An exception that leaves with a dynamic set in its args is not staged."""
    seen = {int(i) % 2 for i in range(n)}
    raise ValueError("seen", [seen])


@programs.staged(T(5), T(0))
def held_by_an_assertion(n):
    """An assertion that fails with a dynamic frozenset cannot be staged."""
    seen = {int(i) % 2 for i in range(n)}
    assert len(seen) > 5, frozenset(seen)


@programs.falls(T(5), T(0))
def shown_by_a_library(n):
    """`reprlib.repr` of a set with dynamic elements cannot be staged."""
    return reprlib.repr({int(i) % 2 for i in range(n)})


@programs.staged(T(5), T(0))
def held_by_an_exception_that_is_caught(n):
    """An exception with a dynamic set in its args is caught."""
    seen = {int(i) % 2 for i in range(n)}
    try:
        raise KeyError(seen)
    except KeyError as error:
        return len(error.args[0])


# -- Sets assigned in branches and loops


@programs.staged(*EACH)
def a_set_made_of_itself_in_a_loop(n):
    """Each iteration builds a set by a comprehension over the last one."""
    current = {0}
    for _ in range(n):
        current = {x + 1 for x in sorted(current)}
    return sorted(current), len(current), 5 in current


@programs.staged(*EACH)
def a_set_joined_anew_in_a_loop(n):
    """`seen = seen | {...}` in a loop."""
    seen = set()
    for i in range(n):
        seen = seen | {i * i % 7}
    return seen, len(seen)


@programs.staged(*EACH)
def a_set_assigned_in_a_branch(n):
    """A branch replaces a set; `len` and `in` after the merge."""
    s = {1, 2}
    if n > 3:
        s = {4}
    return s, len(s), 4 in s


@programs.staged(*EACH)
def a_set_assigned_in_both_branches(n):
    """Each branch creates a set, one of them empty; then `add`."""
    if n > 3:
        s = {1, 2, 3}
    else:
        s = set()
    s.add(7)
    return s


@programs.staged(*EACH)
def a_set_chosen_by_an_expression(n):
    """`in`, `len`, `|`, `-` and `==` of a conditional expression of sets."""
    small, large = {1, 2}, {10, 20, 30}
    s = small if n < 3 else large
    return s, 10 in s, len(s), sorted(s | {5}), small, s - {1}, s == small


@programs.staged(*EACH)
def a_frozenset_assigned_anew(n):
    """A loop-carried frozenset is replaced by a union."""
    s = frozenset({1})
    for i in range(n):
        s = s | {i}
    return s, 3 in s, len(s)


@programs.staged(*EACH)
def a_frontier_of_a_search(n):
    """Breadth-first search: a `while` loop over a frontier set."""
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


@programs.staged(*EACH)
def a_set_of_text(n):
    """A set of strings is replaced by a union in a loop."""
    s = {"a"}
    for i in range(n):
        s = s | {f"b{i % 3}"}
    return s, "b1" in s


@programs.staged(*EACH)
def a_set_of_pairs(n):
    """A set of pairs is rebuilt by a comprehension in each iteration."""
    s = {(0, 0)}
    for i in range(n):
        s = {(a + 1, b) for a, b in sorted(s)} | {(0, i)}
    return s, (1, 0) in s


@programs.staged(*EACH)
def two_sets_swapped(n):
    """Two sets are swapped in a loop, one of them as a union."""
    a, b = {1}, {2}
    for i in range(n):
        a, b = b | {i}, a
    return a, b


@programs.staged(*EACH)
def a_set_first_assigned_in_a_loop(n):
    """A set first bound in a loop body is returned after the loop."""
    for i in range(n + 1):
        s = {i, i + 1}
    return s


@programs.staged(*EACH)
def a_set_changed_before_it_is_left(n):
    """Each branch creates a set and changes it by `add` or `discard`."""
    if n > 3:
        s = set()
        s.add(1)
        s.add(int(n))
    else:
        s = {0}
        s.discard(0)
    return s, len(s)


@programs.staged(*EACH)
def an_old_set_changed_and_left(n):
    """A branch adds to an existing set and binds another name to it."""
    old = {1, 2}
    if n > 3:
        old.add(3)
        s = old
    else:
        s = {9}
    return s, old


@programs.staged(*EACH)
def an_attribute_assigned_in_a_branch(n):
    """A method replaces a set attribute in some iterations of a loop."""

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


@programs.staged(*EACH)
def sets_in_a_tuple(n):
    """A loop-carried tuple of a set and a count."""
    pair = {1}, 0
    for i in range(n):
        pair = pair[0] | {i}, pair[1] + 1
    return pair


@programs.staged(*EACH)
def sets_in_a_dict(n):
    """A branch replaces a set that is the value of a dict."""
    d = {"a": {1}, "b": {2}}
    if n > 3:
        d["a"] = {5, 6}
    return d, 5 in d["a"]


@programs.staged(*EACH)
def a_set_made_on_a_path_that_goes_on(n):
    """A comprehension over a set that the path without a return creates."""
    if n > 3:
        s = {3, 1, 2}
    else:
        return [0]
    return [x for x in s]


@programs.staged(*EACH)
def a_set_in_nested_loops(n):
    """`^` builds a set in an inner loop; its length is appended to a list."""
    out = []
    for i in range(n):
        s = set()
        for j in range(i):
            s = s ^ {j % 3, i}
        out.append(len(s))
    return out


@programs.staged(*EACH)
def a_set_in_a_loop_that_breaks(n):
    """`while True` grows a set until `break`."""
    s = {0}
    while True:
        s = s | {len(s) * 2}
        if len(s) > n:
            break
    return sorted(s)


@programs.staged(*EACH)
def a_set_assigned_in_a_try(n):
    """A set is assigned before and after what may raise in a `try`."""
    s = {1}
    try:
        s = {2}
        if n > 3:
            raise ValueError
        s = {3, 4}
    except ValueError:
        s = s | {5}
    return s


@programs.staged(*EACH)
def one_of_two_sets_is_changed(n):
    """`add` to one of two sets selected at run time."""
    a, b = {1}, {2}
    s = a if n > 3 else b
    s.add(4)
    return a, b


@programs.staged(*EACH)
def what_may_be_another_set_is_changed(n):
    """`add` to a set of which a branch may have created an alias."""
    a = {1}
    s = {3}
    if n > 3:
        s = a
    a.add(4)
    return s, a


@programs.staged(T(5), T(1))
def what_a_loop_may_have_left_is_changed(n):
    """`add` to a set that a loop may have aliased cannot be staged."""
    a, s = {1}, {3}
    for i in range(n):
        if i == 3:
            s = a
    s.add(7)
    return s, a


@programs.staged(*EACH)
def which_of_two_sets_it_is(n):
    """`is` of one of two sets selected at run time."""
    a, b = {1}, {2}
    s = a if n > 3 else b
    return s is a


@programs.staged(T(5), T(1))
def sets_in_a_list_that_grows(n):
    """Appending a new set to a list of dynamic length cannot be staged."""
    found = []
    for i in range(n):
        found.append({i})
    return len(found)


@programs.staged(T(5), T(1))
def a_set_or_a_number(n):
    """A loop-carried name that is a set or an int cannot be staged."""
    s = {1}
    for i in range(n):
        s = s | {i} if i < 3 else 5
    return s


@programs.staged(T(5), T(1))
def a_set_or_a_frozenset(n):
    """A loop-carried name that is a frozenset or a set cannot be staged."""
    s = frozenset({1})
    for i in range(n):
        s = {i} | s
    return s


@programs.staged(*EACH)
def operators_in_place_on_one_of_two_sets(n):
    """In-place operators, `update` and `remove` on one of two sets."""
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


@programs.staged(*EACH)
def one_of_two_sets_in_a_loop(n):
    """`add` to one of two sets in each iteration."""
    even, odd = set(), set()
    for i in range(n):
        kind = even if i % 2 == 0 else odd
        kind.add(i)
    return even, odd


@programs.staged(*EACH)
def two_sets_swapped_and_changed(n):
    """Two sets, one with an alias, are added to and swapped in a loop."""
    a, b = {100}, {200}
    first = a
    for i in range(n):
        a.add(i)
        a, b = b, a
    return a, b, first, a is first


@programs.staged(*EACH)
def what_may_be_another_set_that_nothing_reaches(n):
    """`add` to one of two sets that a called function created."""

    def made(k):
        a, b = {1}, {2}
        return a if k > 3 else b

    s = made(n)
    s.add(int(n))
    return s


@programs.staged(*EACH)
def a_copy_of_one_of_two_sets(n):
    """`set(...)` copies one of two sets; `add` changes the copy alone."""
    a, b = {1}, {2}
    s = set(a if n > 3 else b)
    s.add(7)
    return s, a, b


@programs.staged(T(5), T(1))
def sets_of_two_types_of_elements(n):
    """A set of ints on one path and of floats on the other is refused."""
    s = {1}
    if n > 3:
        s = {1.5}
    return s


@programs.staged(*EACH)
def a_set_or_none(n):
    """A loop-carried name that is None or a set."""
    best, other = None, None
    if n > 3:
        other = {1, 2}
    for i in range(n):
        s = {i, i // 2}
        if best is None or len(s) >= len(best):
            best = s
    return best, 0 if other is None else len(other)


@programs.staged(*EACH)
def a_set_on_some_paths_only(n):
    """A set bound on one path only raises UnboundLocalError otherwise."""
    if n > 3:
        s = {1, int(n)}
    return len(s)


@programs.staged(*EACH)
def a_set_that_a_dict_has_for_a_key(n):
    """A set at a dynamic key of a dict: `len` and `in`."""
    edges = {0: {1, 2}, 1: {3}, 2: {3}, 3: set()}
    k = int(n) % 4
    return edges[k], len(edges[k]), 3 in edges[k]


@programs.staged(*EACH)
def sets_compared(n):
    """Comparisons, `issubset` and the truth of a selected set."""
    s = {1, 2} if n > 3 else {3}
    found = s == {1, 2}, s <= {1, 2, 3}, s != {3}, {3} == s, s.issubset([3])
    return found, s.isdisjoint({9}), s is None, not s, bool(s), isinstance(s, set)


@programs.staged(*EACH)
def one_set_left_in_two_variables(n):
    """Two names of the set of each iteration are aliases after the loop."""
    a = b = {1}
    for i in range(n):
        a = {i}
        b = a
        b.add(50)
    a.add(3)
    return a, b, a is b


@programs.staged(*EACH)
def cells_that_live_on(n):
    """Conway's Game of Life on a set of cells."""
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


@programs.staged(*EACH)
def numbers_that_are_left(n):
    """The sieve of Eratosthenes by set differences."""
    nums = set(range(2, n + 2))
    p = 2
    while p * p <= n + 1:
        nums = nums - set(range(p * p, n + 2, p))
        p += 1
    return sorted(nums)


@programs.staged(T(5))
def a_set_changed_that_may_be_in_a_list(n):
    """`add` to a set that may still be the item of a list cannot be staged."""
    a = {1}
    kept = [a]
    for i in range(n):
        a = a | {i}
    a.add(77)
    return a, kept


@programs.staged(T(5))
def objects_in_one_of_two_sets(n):
    """`in` of an object in one of two sets of objects cannot be staged."""
    one, other = object(), object()
    s = {one}
    if n > 3:
        s = {other}
    return one in s
