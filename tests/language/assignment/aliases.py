"""Lists, dicts and arrays under several names, and the names themselves."""

from __future__ import annotations

import heapq

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Several names of one container, changed in staged blocks

T = ag.constant


@programs.staged(T(3), T(-3))
def no_other(x):
    """A list that one branch replaces, without an alias, is appended to."""
    items = [1]
    if x > 0:
        items = [9]
    items.append(1)
    return items


@programs.staged(T(3), T(-3))
def read_only(x):
    """A conditional alias of one of two lists is returned with both of them."""
    a = [1]
    b = [2]
    c = a if x > 0 else b
    return (a, b, c)


@programs.staged(T(3), T(-3))
def new_alias_both(x):
    """Each branch creates a list with two names; an append shows under both."""
    if x > 0:
        a = [x]
        b = a
    else:
        a = [x + 1]
        b = a
    a.append(1)
    return (a, b)


@programs.staged(T(3), T(-3))
def tensor_or_array(x):
    """One branch binds a tensor of zeros, the other an existing NumPy array."""
    b = np.ones(2)
    if x > 0:
        c = ag.zeros(2, ag.float64)
    else:
        c = b
    return c


@programs.staged(T(3), T(-3))
def tensor_or_array_in_a_list(x):
    """A branch decides which item of a list is a tensor and which an array."""
    b = np.ones(2)
    if x > 0:
        c = [b, ag.zeros(2, ag.float64)]
    else:
        c = [ag.zeros(2, ag.float64), b]
    return c


@programs.staged(T(3), T(-3))
def tensor_or_array_after_a_try(x):
    """A caught exception leaves a NumPy array in place of a tensor."""
    b = np.ones(2)
    try:
        c = b
        if x > 0:
            raise ValueError
        c = ag.zeros(2, ag.float64)
    except ValueError:
        pass
    return c


@programs.staged(T(3), T(-3))
def array_changed_before(x):
    """An array that was written to is one of two that a branch selects from."""
    a = np.zeros(2)
    b = np.ones(2)
    a[1] = 7
    if x > 0:
        c = a
    else:
        c = b
    return c


@programs.staged(T(3), T(-3))
def none_or_another(x):
    """A name that is None or an alias of a list is tested, then written through."""
    a = [1]
    b = None
    if x > 0:
        b = a
    if b is not None:
        b[0] = 2
    return (a, b)


@programs.staged(T(3), T(0))
def list_with_two_names_in_a_loop(n):
    """A loop rebinds a list to its own alias and increments its item."""
    items = [n]
    kept = items
    while n > 0:
        items = kept
        items[0] = items[0] + 1
        n -= 1
    items.append(1)
    return (items, kept)


@programs.staged(T(3), T(0))
def loop_new_alone(n):
    """A list replaced in each iteration, without an alias, is appended to."""
    items = [n]
    while n > 0:
        items = [items[0] + 1]
        n -= 1
    items.append(1)
    return items


@programs.staged(T(3), T(0))
def loop_prev(n):
    """A loop carries the current and the previous list, aliases at first."""
    cur = [n]
    prev = cur
    while n > 0:
        prev = cur
        cur = [cur[0] + 1]
        cur[0] += 1
        n -= 1
    return (cur, prev)


@programs.staged(T(3), T(0))
def loop_prev_copy(n):
    """A loop carries the previous list, and increments a copy of it."""
    cur = [n]
    prev = [n]
    while n > 0:
        prev = cur
        cur = list(cur)
        cur[0] += 1
        n -= 1
    return (cur, prev)


@programs.staged(T(3), T(0))
def loop_both(n):
    """Two names of the new list of each iteration are aliases after the loop."""
    a = b = [n]
    while n > 0:
        a = b = [a[0] + 1]
        a[0] += 1
        n -= 1
    a.append(2)
    return (a, b)


@programs.staged(T(3), T(0))
def loop_held(n):
    """`a = a` in a loop leaves `a` an alias of `b`, and both see the writes."""
    a = [n]
    b = a
    while n > 0:
        a = a
        a[0] += 1
        n -= 1
    return (a, b)


@programs.staged(T(3), T(0))
def loop_attr_alone(n):
    """A list attribute is replaced and written to in a loop, and after it."""

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


@programs.staged(T(3), T(0))
def loop_undefined(n):
    """A name first bound in a loop, an alias of a list, is written through."""
    k = [n]
    while n > 0:
        a = k
        a[0] += 1
        n -= 1
    if n < -100:
        a[0] += 1
    return k


@programs.staged(T(3), T(0))
def loop_new_inside(n):
    """A list with two names is created and changed within each iteration."""
    k = n
    while n > 0:
        a = [n]
        b = a
        b[0] += 1
        k = k + a[0]
        n -= 1
    return k


@programs.staged(T(3), T(0))
def loop_branch(n):
    """A list that some iterations replace is written to after the loop."""
    best = [0, 0]
    while n > 0:
        cand = [n, n * 2]
        if n > 2:
            best = cand
        n -= 1
    best[0] += 1
    return best


@programs.staged(T(3), T(0))
def recursion_returns_its_argument(n):
    """A recursion returns its list argument, an alias of the caller's list."""

    def g(l, n):
        if n <= 0:
            return l
        return g(l, n - 1)

    l = [n]
    m = g(l, n)
    m[0] = 9
    return (l, m)


@programs.staged(T(3), T(0))
def recursion_takes_a_list_twice(n):
    """A recursion takes one list as two of its arguments."""

    def g(l, k, n):
        if n <= 0:
            return l[0] + k[0]
        return g(l, k, n - 1)

    l = [n]
    return g(l, l, n)


@programs.staged(T(3), T(0))
def recursion_returns_a_list_twice(n):
    """A recursion returns one list twice; a write shows under both names."""

    def g(n):
        if n <= 0:
            l = [n]
            return (l, l)
        return g(n - 1)

    a, b = g(n)
    a[0] = 9
    return (a, b)


@programs.staged(T(3), T(-3))
def no_other_name_in_a_branch(x):
    """A list replaced in a nested branch is incremented in the outer branch."""
    items = [1]
    if x > -10:
        if x > 0:
            items = [9]
        items[0] += 1
    return items


@programs.staged(T(3), T(-3))
def maybe(x):
    """A name bound to an alias in a branch is appended to under the same test."""
    a = [1]
    if x > 0:
        b = a
    if x > 0:
        b.append(2)
    return a


@programs.staged(T(3), T(0))
def handed_to_functions_that_only_look(x):
    """`sum`, `len` and `max` read lists that may be aliases, in a loop."""
    heap, other = [3, 1], [0]
    if x > 0:
        heap = other
    total = 0
    while x > 0:
        total += sum(heap) + len(heap) + max(other)
        x -= 1
    return total


@programs.staged(T(3), T(0))
def handed_on_and_changed_alone(x):
    """`heapq` functions change a list, of which one branch creates an alias."""
    heap, k = [3, 1], [5]
    if x > 0:
        k = heap
        heapq.heapify(heap)
    else:
        heapq.heappush(heap, 0)
    return heap, k[0]


# -- Names that may or may not be aliases


@programs.staged(T(3), T(-3))
def new_alias_one(x):
    """An append to a list that has an alias on one path only cannot be staged."""
    if x > 0:
        a = [x]
        b = a
    else:
        a = [x + 1]
        b = [x + 1]
    a.append(1)
    return (a, b)


@programs.staged(T(3), T(-3))
def array_that_is_one_of_two(x):
    """A write to an array that a branch may have aliased cannot be staged."""
    a = np.zeros(2)
    b = np.ones(2)
    if x > 0:
        c = a
    else:
        c = b
    a[0] = 7
    return c


@programs.staged(T(3), T(0))
def loop_new(n):
    """An append to an aliased list that a loop may have replaced is refused."""
    items = [n]
    kept = items
    while n > 0:
        items = [items[0] + 1]
        n -= 1
    items.append(1)
    return (items, kept)


@programs.staged(T(3), T(0))
def loop_prev_bad(n):
    """A write to a loop-carried list that was the previous one cannot be staged."""
    cur = [n]
    prev = [n]
    while n > 0:
        cur[0] += 1
        prev = cur
        cur = [n]
        n -= 1
    return (cur, prev)


@programs.staged(T(3), T(0))
def loop_attr(n):
    """A write to a list attribute with an alias, replaced in a loop, is refused."""

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


@programs.staged(T(3), T(0))
def recursion_may_return_its_argument(n):
    """A write to the result of a recursion, maybe its argument, is refused."""

    def g(l, n):
        if n <= 0:
            return l
        return g([l[0] + 1], n - 1)

    l = [n]
    m = g(l, n)
    m[0] = 9
    return (l, m)


@programs.staged(T(3), T(0))
def loop_nested(n):
    """A write through a name that a loop may have bound to another row is refused."""
    grid = [[n, n], [n, n]]
    row = grid[0]
    while n > 0:
        row = grid[1]
        row[0] += 1
        n -= 1
    row[1] += 7
    return (grid, row)


@programs.staged(T(3), T(0))
def changed_in_a_branch_by_a_function_that_runs_as_it_stands(x):
    """`heapq.heappush` in a branch on what may be an alias cannot be staged."""
    heap, other = [0], [0]
    if x > 0:
        heap = other
    if x > 1:
        heapq.heappush(heap, 1)
    return other


@programs.staged(T(1), T(4))
def one_of_two_that_may_be_one(n):
    """An append to one of two lists that may be one list cannot be staged."""
    first = [0]
    found = first
    for i in range(n):
        if i > 1:
            found = [5]
    chosen = found if n > 3 else first
    chosen.append(1)
    return (first, found, chosen)


@programs.staged(T(1), T(4))
def a_list_that_a_branch_in_a_loop_gives_way_to_another(n):
    """`append` to an aliased list that a branch of the loop replaces is refused."""
    found = []
    first = found
    for i in range(n):
        if i == 2:
            found = []
        found.append(i)
    return found, first


@programs.staged(T(1), T(4))
def items_of_a_list_that_a_branch_in_a_loop_gives_way(n):
    """`+=` on an item of an aliased list that the loop may replace is refused."""
    found = [0]
    first = found
    while n > 0:
        if n == 2:
            found = [5]
        found[0] += n
        n -= 1
    return found, first


@programs.staged(T(1), T(4))
def a_dict_that_a_branch_in_a_loop_gives_way_to_another(n):
    """A new key in an aliased dict that a branch of the loop replaces is refused."""
    found = {}
    first = found
    for i in range(n):
        if i == 2:
            found = {}
        found[i] = i
    return sorted(found), sorted(first)


@programs.staged(T(1), T(4))
def a_set_that_a_branch_in_a_loop_gives_way_to_another(n):
    """`add` to an aliased set that a branch of the loop replaces is refused."""
    found = set()
    first = found
    for i in range(n):
        if i == 2:
            found = set()
        found.add(i)
    return len(found), len(first)


# -- Names that are aliases under a condition


@programs.staged(T(3), T(-3))
def list_with_two_names_in_a_branch(x):
    """An aliased list that one branch replaces is appended to after the merge."""
    items = [1]
    kept = items
    if x > 0:
        items = [9]
    items.append(1)
    return (items, kept)


@programs.staged(T(3), T(-3))
def one_or_other(x):
    """A write through a conditional alias changes one of two lists."""
    a = [1]
    b = [2]
    c = a if x > 0 else b
    c[0] = 5
    return (a, b, c)


@programs.staged(T(3), T(-3))
def one_or_other_write_old(x):
    """A write to a list shows through a conditional alias of it."""
    a = [1]
    b = [2]
    c = a if x > 0 else b
    a[0] = 5
    return (a, b, c)


@programs.staged(T(3), T(-3))
def dicts(x):
    """A key is set in a dict that is an alias unless a branch replaced it."""
    a = {"k": 1}
    b = a
    if x > 0:
        b = {"k": 2}
    b["k"] = 7
    return (a, b)


@programs.staged(T(3), T(-3))
def attr(x):
    """An append to a list attribute with an alias, which a branch may replace."""

    class C:
        pass

    o = C()
    o.items = [1]
    m = o.items
    if x > 0:
        o.items = [2]
    o.items.append(3)
    return (o.items, m)


@programs.staged(T(3), T(-3))
def nested(x):
    """An append to an inner list with an alias, which a branch may replace."""
    a = [[1], [2]]
    m = a[0]
    if x > 0:
        a[0] = [5]
    a[0].append(3)
    return (a, m)


@programs.staged(T(3), T(-3))
def nested2(x):
    """A write to an inner list of one of two nested lists."""
    a = [[1], [2]]
    b = [[3], [4]]
    if x > 0:
        c = a
    else:
        c = b
    c[0][0] = 9
    return (a, b, c)


@programs.staged(T(3), T(-3))
def swap(x):
    """A write to a list whose name a branch may have swapped with another."""
    a = [1]
    b = [2]
    if x > 0:
        a, b = (b, a)
    a[0] = 9
    return (a, b)


@programs.staged(T(3), T(-3))
def is_between_them(x):
    """`is` between two names of a list, one of which a branch may rebind."""
    a = [1]
    b = a
    if x > 0:
        b = [1]
    if a is b:
        return 1
    return 2


@programs.staged(T(3), T(-3))
def callee(x):
    """A called function writes to its list argument, or to a list of its own."""

    def g(l, x):
        if x > 0:
            l = [7]
        l[0] = 8
        return l

    l = [1]
    m = g(l, x)
    return (l, m)


@programs.staged(T(3), T(-3))
def callee_ret(x):
    """A write to the result of a function, its list argument on one path."""

    def g(l, x):
        if x > 0:
            return l
        return [5]

    l = [1]
    m = g(l, x)
    m[0] = 3
    return (l, m)


@programs.staged(T(3), T(-3))
def added_to_in_place(x):
    """`+=` on an aliased list that a branch may replace."""
    items = [1]
    kept = items
    if x > 0:
        items = [9]
    items += [2]
    return (items, kept)


@programs.staged(T(3), T(-3))
def closure(x):
    """A nested function returns a list variable that a branch may rebind."""
    items = [1]

    def get():
        return items

    kept = get()
    if x > 0:
        items = [3]
    items[0] = 4
    return (get(), kept)


@programs.staged(T(3), T(0))
def loop_swap(n):
    """Two lists are swapped in each iteration, and the first is incremented."""
    a = [n]
    b = [n + 1]
    while n > 0:
        a, b = (b, a)
        a[0] += 1
        n -= 1
    return (a, b)


@programs.staged(T(3), T(0))
def changed_in_a_loop_by_a_function_that_runs_as_it_stands(x):
    """`heapq.heapreplace` in a loop changes a list with a conditional alias."""
    heap, other = [0], [0]
    if x > 0:
        other = heap
    while x > 0:
        heapq.heapreplace(heap, x)
        x -= 1
    return other


class Queue:
    def __init__(self, items):
        self.items = items


@programs.staged(T(3), T(0))
def list_in_an_object_made_on_one_path(x):
    """A list is an attribute of an object created on one path, and appended to."""
    items = queue = None
    if x > 0:
        items = [x]
        queue = Queue(items)
    if x > 0:
        queue.items.append(7)
        return items
    return [0]


@programs.staged(T(3), T(0))
def list_in_one_of_two_new_objects(x):
    """Two names: one object on one path, two objects with two lists otherwise."""
    if x > 0:
        items = [x]
        queue = other = Queue(items)
    else:
        items = [1]
        queue, other = Queue(items), Queue([2])
    items.append(5)
    return queue.items, other.items


@programs.staged(T(3), T(0))
def list_in_a_new_object_on_one_path(x):
    """A list is the attribute of a new object on one path only."""
    if x > 0:
        items = [x]
        queue = Queue(items)
    else:
        items = [1]
        queue = Queue([2])
    items.append(5)
    queue.items.append(6)
    return queue.items, items


@programs.staged(T(3), T(0))
def forgotten_on_one_path(x):
    """Appends through conditional aliases whose original names are rebound."""
    a, b = [1], [2]
    one = a if x > 0 else b
    a = b = None
    one.append(1)
    other = one if x > 1 else [3]
    other.append(2)
    return one, other


# -- A name that holds one of two lists or dicts

SIGNS = (T(1), T(0), T(3))

COUNTS = tuple(map(T, (0, 2, 5)))


@programs.staged(*SIGNS)
def appended_to(c):
    """An append to one of two lists, selected at run time."""
    a, b = [1], [2]
    x = a if c > 0 else b
    x.append(5)
    return a, b, x


@programs.staged(*SIGNS)
def items_of_a_dict(c):
    """Item assignment and `update` on one of two dicts, selected at run time."""
    a, b = {"k": 1}, {"k": 2}
    x = a if c > 0 else b
    x["z"] = 3
    x["k"] += 1
    x.update(k=x["k"] * 2)
    return a, b, x


@programs.staged(*SIGNS)
def each_by_its_own_name(c):
    """Appends to both lists and to the one selected at run time."""
    a, b = [1], [2]
    x = a if c > 0 else b
    a.append(7)
    b.append(8)
    x.append(9)
    return a, b, x


@programs.staged(*SIGNS)
def one_of_before_or_a_new_one(c):
    """An alias of a list on one path and a new list on the other."""
    a = [1]
    x = a if c > 0 else [5, 6]
    x.append(9)
    a.append(3)
    return a, x


@programs.staged(*SIGNS)
def one_of_three(c):
    """A selection between a third list and an earlier selection."""
    a, b, d = [1], [2], [3]
    x = a if c > 0 else b
    y = x if c > 1 else d
    y.append(4)
    x.append(5)
    a.append(6)
    d.append(7)
    return a, b, d, x, y


@programs.staged(*SIGNS)
def swapped_under_a_condition(c):
    """Two lists swapped under a condition, then each changed."""
    a, b = [1, 2], [3, 4]
    if c > 0:
        a, b = b, a
    a.append(5)
    b[0] = 7
    return a, b


@programs.staged(*SIGNS)
def rows_of_a_list_swapped_under_a_condition(c):
    """Two rows of a nested list swapped under a condition."""
    table = [[1, 2], [3, 4]]
    if c > 0:
        table[0], table[1] = table[1], table[0]
    table[0][0] += 1
    return table


@programs.staged(*SIGNS)
def in_a_loop(c):
    """A loop appends to a list that may be the selected one."""
    a, b = [1], [2]
    x = a if c > 0 else b
    for i in range(c):
        a.append(i)
        if i == 1:
            x.append(10)
    return a, b, x


@programs.staged(*SIGNS)
def by_a_function(c):
    """A function appends to the list that a conditional swap selected."""

    def add(items):
        items.append(5)
        return len(items)

    a, b = [1], [2]
    if c > 0:
        a, b = b, a
    return add(a), a, b


@programs.staged(*SIGNS)
def all_methods(c):
    """`sort`, `pop`, `reverse`, `insert`, `remove`, `extend` on a selected list."""
    a, b = [3, 1], [2, 5, 4]
    x = a if c > 0 else b
    x.sort()
    last = x.pop()
    x.reverse()
    x.insert(0, 9)
    x.remove(9)
    x.extend(a)
    return a, b, x, last


@programs.staged(*SIGNS)
def slices(c):
    """Swapped items, slice assignment, `del` and `+=` on a selected list."""
    a, b = [1, 2, 3], [4, 5, 6]
    x = a if c > 0 else b
    x[0], x[1] = x[1], x[0]
    x[1:] = [0]
    del x[0]
    x += [c]
    return a, b, x


@programs.staged(*SIGNS)
def popped_in_a_try(c):
    """`pop` from a selected list that may be empty; IndexError is caught."""
    a, b = [1], []
    x = a if c > 0 else b
    try:
        return x.pop(), a
    except IndexError:
        return 0, b


@programs.staged(*SIGNS)
def in_a_dict(c):
    """An append to one of two lists in a dict."""
    table = {"a": [1], "b": [2]}
    kept = table["a"] if c > 0 else table["b"]
    kept.append(5)
    table["a"].append(6)
    return table, kept


@programs.staged(*SIGNS)
def which_one_it_is(c):
    """`is` between a selected list, its candidates and another selection."""
    a, b = [1], [2]
    x = a if c > 0 else b
    y = x if c > 1 else a
    return x is a, x is b, a is b, x is y, x == a, y is not a


@programs.staged(*SIGNS)
def in_the_test_of_a_loop(c):
    """The loop condition reads the length of the selected list."""
    a, b = [1], [2]
    x = a if c > 0 else b
    while len(x) < c + 3:
        x.append(len(a))
    return a, b, x


@programs.staged(*COUNTS)
def two_rows_of_a_table(n):
    """Two rows of a dynamic programming table, swapped in each iteration."""
    above, row = [0] * 4, [0] * 4
    for i in range(n):
        for j in range(4):
            row[j] = above[j] + i * j
        above, row = row, above
    return above


@programs.staged(*COUNTS)
def with_a_name_from_before(n):
    """Two rows swapped in a loop while a third name stays on the first."""
    above, row = [1, 2, 3], [0] * 3
    kept = above
    for i in range(n):
        row[0], row[1], row[2] = above[1], above[2], above[0] + i
        above, row = row, above
    return above, row, kept, kept is above


@programs.staged(*COUNTS)
def three_in_turns(n):
    """Three lists rotated in each iteration, then one appended to."""
    a, b, c = [1], [2], [3]
    for i in range(n):
        a, b, c = b, c, a
        a.append(i)
    return a, b, c


@programs.staged(*COUNTS)
def by_conditions(n):
    """A loop swaps one of two pairs of lists by parity."""
    a, b, c = [1], [2], [3]
    first = a
    while n > 0:
        if n % 2:
            a, b = b, a
        else:
            b, c = c, b
        a[0] += n
        c.append(n)
        n -= 1
    return a, b, c, first


@programs.staged(*COUNTS)
def rows_of_a_list(n):
    """A loop swaps the rows of a nested list and changes one."""
    table = [[1, 2], [3, 4]]
    for i in range(n):
        table[0], table[1] = table[1], table[0]
        table[0][0] += i
    return table


@programs.staged(*COUNTS)
def dicts_2(n):
    """Two dicts swapped in each iteration."""
    one, other = {"x": 0}, {"x": 0}
    for i in range(n):
        other["x"] = one["x"] + i
        one, other = other, one
    return one


@programs.staged(*COUNTS)
def until_break(n):
    """A loop that swaps two lists is left by `break`."""
    a, b = [1, 2], [3, 4]
    for i in range(n):
        a, b = b, a
        if i == 2:
            break
        a.append(i)
    return a, b


@programs.staged(*COUNTS)
def the_best_of_two(n):
    """A loop turns one list into an alias of another on some paths."""
    best, now = [0, 0], [1, 1]
    for i in range(n):
        now[0] = i * 3 % 5
        if now[0] > best[0]:
            best = now
        else:
            now[1] += 1
    return best, now, best is now


@programs.staged(*COUNTS)
def changed_after_the_loop(n):
    """Lists swapped and appended to in a loop are changed after it."""
    a, b = [1], [2]
    for i in range(n):
        a, b = b, a
        a.append(i)
    a.append(10)
    b[0] = 7
    return a, b


@programs.staged(*COUNTS)
def in_nested_loops(n):
    """Nested loops swap and append to two lists."""
    a, b = [1], [2]
    for i in range(n):
        for j in range(i):
            a, b = b, a
            a.append(j)
        b.append(i)
    return a, b


@programs.staged(T(2))
def changed_only_after_a_loop(n):
    """An append after a loop that only swaps two lists cannot be staged."""
    a, b = [1], [2]
    for _ in range(n):
        a, b = b, a
    a.append(10)
    return a, b


# -- locals(), vars() and dir()

SHARED = 7


@programs.staged(T(3), T(0))
def a_variable_that_a_branch_changes(n):
    """`locals()` is returned after a branch changed a variable."""
    y = n * 2
    if n > 1:
        y += 1
    return locals()


@programs.falls(T(3), T(0))
def a_variable_that_a_branch_makes(n):
    """`locals()` contains a variable only if the branch that assigns it ran."""
    if n > 1:
        y = n + 1
    else:
        z = 2
    shown = locals()
    return shown.get("y", -1), shown.get("z", -5), "y" in shown, len(shown)


@programs.falls(T(3), T(0))
def variables_that_a_loop_makes(n):
    """`locals().items()` contains a loop's variables only if it iterated."""
    for i in range(n):
        y = i * 2
    total = 0
    for key, value in locals().items():
        if key != "total":
            total += value
    return total


@programs.staged(T(3), T(0))
def a_variable_that_is_deleted(n):
    """`locals()` lacks a deleted variable."""
    y = 4
    z = y + 1
    if n > 1:
        z = n
    del y
    return locals()


@programs.falls(T(3), T(0))
def the_names_in_order(n):
    """`dir()` lists the local names in order, one of them conditional."""
    if n > 1:
        w = 2
    return [each.upper() for each in dir()]


@programs.staged(T(3), T(0))
def every_kind_of_parameter(n):
    """`{**locals()}` of a function with parameters of every kind."""
    return of_parameters(n, n, 1, 2, 3, more=5)


def of_parameters(a, /, b, *c, d=4, **e):
    x, *y = c
    if b > 1:
        x = x + b
    return {**locals()}


@programs.leaking(T(3), T(0))
def variables_around(n):
    """`locals()` of a nested function includes the nonlocal variable it changes."""
    return counter(2)(n)


def counter(start):
    count = start

    def more(n):
        nonlocal count
        if n > 1:
            count = count + n
        return locals()

    return more


@programs.leaking(T(3), T(0))
def a_global_is_none(n):
    """`locals()` lacks a variable that is declared global."""
    global SHARED
    SHARED = n
    if n > 1:
        SHARED = n + 1
    return locals()


class Named:
    def __init__(self, x):
        __hidden = 3
        self.x = x
        if x > 1:
            self.x = x * __hidden
        self.names = sorted(each for each in locals() if each != "self")
        super().__init__()


@programs.staged(T(3), T(0))
def private_names_and_the_class(n):
    """`locals()` in a method shows a mangled name and `__class__`."""
    made = Named(n)
    return made.x, made.names


@programs.falls(T(3), T(0))
def what_a_handler_shows(n):
    """`locals()` in and after a handler that deletes its exception."""
    try:
        if n < 1:
            raise ValueError(n)
        w = n
    except ValueError as error:
        del error
        return sorted(locals())
    return sorted(locals())


@programs.falls(T(3), T(0))
def an_item_that_is_set(n):
    """Items set in the dict that `vars()` returns."""
    if n > 1:
        w = 2
    shown = vars()
    shown["w"], shown["q"] = 5, 6
    return shown["w"] + shown["q"], len(shown)


@programs.staged(T(3), T(0))
def a_comprehensions_variable_is_gone(n):
    """`locals()` lacks the variable of a comprehension."""
    squares = [w * w for w in range(3)]
    if n > 1:
        squares.append(1)
    return list(locals())


@programs.staged(T(3), T(0))
def a_function_of_that_name(n):
    """A local function named `locals` is called instead of the builtin."""
    locals = lambda: n
    n = n + 1
    if n > 2:
        n = locals() * 2
    return n


@programs.staged(T(3), T(0))
def text_that_is_formatted(n):
    """`format(**locals())` with a variable that a branch changes."""
    y = 2
    if n > 1:
        y = 3
    return "{y:>4}".format(**locals()), n


# -- Names that only some iterations of a loop assign


@programs.staged(T([2, 4, 0, 3]), T([0, 1]), T([1, 0, 0]))
def by_a_loop_without_iterations(counts):
    """An inner loop without iterations leaves its variable as it was."""
    for count in counts:
        for i in ag.range(count):
            pass
        last = i
    return last


@programs.staged(T([2, 4, 0, 3]), T([0, 1]))
def by_the_else_of_a_loop(counts):
    """The `else` of an inner loop reads its variable, which may be unbound."""
    for n, count in enumerate(counts):
        for i in range(count):
            pass
        else:
            last = i + n
    return 0


@programs.staged(T(5), T(4))
def by_a_branch(n):
    """A name assigned in a branch has the value of an earlier iteration."""
    while n > 0:
        n -= 1
        if n % 2 == 0:
            i = n
        last = i
    return last


@programs.staged(T([1, 0, 2]), T([0]))
def by_a_try(values):
    """A handler reads the name that an earlier iteration assigned."""
    total = 0
    for value in values:
        try:
            i = 10 // int(value)
        except ZeroDivisionError:
            total = total + i
            i = 5
        total = total * 2 + i
    return total


@programs.staged(T([3, 1]), T([0, 3]), T([4]))
def by_loops_three_deep(counts):
    """The variable of the innermost of three loops is read after it."""
    total = 0
    for count in counts:
        for j in ag.range(count):
            for m in ag.range(j):
                pass
            if j > 0:
                total += m
    return total


@programs.staged(T([1, 2]), T([0, 1, 0]))
def read_first_and_then_by_an_inner_loop(counts):
    """A loop reads the variable that its inner loop left in the last iteration."""
    total = 0
    for k, count in enumerate(counts):
        if k > 0:
            total += i
        for i in ag.range(count):
            pass
    return total


@programs.staged(T(3), T(1))
def a_variable_of_two_kinds_among_all(n):
    """`locals()` where a variable is text on one path and a list on the other."""
    if n > 1:
        kept = "text"
    else:
        kept = [1]
    return len(locals()), kept
