"""Lists and dicts of which the run decides which one a name holds, changed."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
SIGNS = (T(1), T(0), T(3))
COUNTS = tuple(map(T, (0, 2, 5)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_no_condition_tells_is_refused = refused.refusal_test()


# -- One of two ------------------------------------------------------------------------


@rows.on(*SIGNS)
def appended_to(c):
    a, b = [1], [2]
    x = a if c > 0 else b
    x.append(5)
    return a, b, x


@rows.on(*SIGNS)
def items_of_a_dict(c):
    a, b = {"k": 1}, {"k": 2}
    x = a if c > 0 else b
    x["z"] = 3
    x["k"] += 1
    x.update(k=x["k"] * 2)
    return a, b, x


@rows.on(*SIGNS)
def each_by_its_own_name(c):
    a, b = [1], [2]
    x = a if c > 0 else b
    a.append(7)
    b.append(8)
    x.append(9)
    return a, b, x


@rows.on(*SIGNS)
def one_of_before_or_a_new_one(c):
    a = [1]
    x = a if c > 0 else [5, 6]
    x.append(9)
    a.append(3)
    return a, x


@rows.on(*SIGNS)
def one_of_three(c):
    a, b, d = [1], [2], [3]
    x = a if c > 0 else b
    y = x if c > 1 else d
    y.append(4)
    x.append(5)
    a.append(6)
    d.append(7)
    return a, b, d, x, y


@rows.on(*SIGNS)
def swapped_under_a_condition(c):
    a, b = [1, 2], [3, 4]
    if c > 0:
        a, b = b, a
    a.append(5)
    b[0] = 7
    return a, b


@rows.on(*SIGNS)
def rows_of_a_list_swapped_under_a_condition(c):
    table = [[1, 2], [3, 4]]
    if c > 0:
        table[0], table[1] = table[1], table[0]
    table[0][0] += 1
    return table


@rows.on(*SIGNS)
def in_a_loop(c):
    a, b = [1], [2]
    x = a if c > 0 else b
    for i in range(c):
        a.append(i)
        if i == 1:
            x.append(10)
    return a, b, x


@rows.on(*SIGNS)
def by_a_function(c):
    def add(items):
        items.append(5)
        return len(items)

    a, b = [1], [2]
    if c > 0:
        a, b = b, a
    return add(a), a, b


@rows.on(*SIGNS)
def all_methods(c):
    a, b = [3, 1], [2, 5, 4]
    x = a if c > 0 else b
    x.sort()
    last = x.pop()
    x.reverse()
    x.insert(0, 9)
    x.remove(9)
    x.extend(a)
    return a, b, x, last


@rows.on(*SIGNS)
def slices(c):
    a, b = [1, 2, 3], [4, 5, 6]
    x = a if c > 0 else b
    x[0], x[1] = x[1], x[0]
    x[1:] = [0]
    del x[0]
    x += [c]
    return a, b, x


@rows.on(*SIGNS)
def popped_in_a_try(c):
    a, b = [1], []
    x = a if c > 0 else b
    try:
        return x.pop(), a
    except IndexError:
        return 0, b


@rows.on(*SIGNS)
def in_a_dict(c):
    table = {"a": [1], "b": [2]}
    kept = table["a"] if c > 0 else table["b"]
    kept.append(5)
    table["a"].append(6)
    return table, kept


@rows.on(*SIGNS)
def which_one_it_is(c):
    a, b = [1], [2]
    x = a if c > 0 else b
    y = x if c > 1 else a
    return x is a, x is b, a is b, x is y, x == a, y is not a


@rows.on(*SIGNS)
def in_the_test_of_a_loop(c):
    a, b = [1], [2]
    x = a if c > 0 else b
    while len(x) < c + 3:
        x.append(len(a))
    return a, b, x


# -- Swapped in loops ------------------------------------------------------------------


@rows.on(*COUNTS)
def two_rows_of_a_table(n):
    above, row = [0] * 4, [0] * 4
    for i in range(n):
        for j in range(4):
            row[j] = above[j] + i * j
        above, row = row, above
    return above


@rows.on(*COUNTS)
def with_a_name_from_before(n):
    above, row = [1, 2, 3], [0] * 3
    kept = above
    for i in range(n):
        row[0], row[1], row[2] = above[1], above[2], above[0] + i
        above, row = row, above
    return above, row, kept, kept is above


@rows.on(*COUNTS)
def three_in_turns(n):
    a, b, c = [1], [2], [3]
    for i in range(n):
        a, b, c = b, c, a
        a.append(i)
    return a, b, c


@rows.on(*COUNTS)
def by_conditions(n):
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


@rows.on(*COUNTS)
def rows_of_a_list(n):
    table = [[1, 2], [3, 4]]
    for i in range(n):
        table[0], table[1] = table[1], table[0]
        table[0][0] += i
    return table


@rows.on(*COUNTS)
def dicts(n):
    one, other = {"x": 0}, {"x": 0}
    for i in range(n):
        other["x"] = one["x"] + i
        one, other = other, one
    return one


@rows.on(*COUNTS)
def until_break(n):
    a, b = [1, 2], [3, 4]
    for i in range(n):
        a, b = b, a
        if i == 2:
            break
        a.append(i)
    return a, b


@rows.on(*COUNTS)
def the_best_of_two(n):
    best, now = [0, 0], [1, 1]
    for i in range(n):
        now[0] = i * 3 % 5
        if now[0] > best[0]:
            best = now
        else:
            now[1] += 1
    return best, now, best is now


@rows.on(*COUNTS)
def changed_after_the_loop(n):
    a, b = [1], [2]
    for i in range(n):
        a, b = b, a
        a.append(i)
    a.append(10)
    b[0] = 7
    return a, b


@rows.on(*COUNTS)
def in_nested_loops(n):
    a, b = [1], [2]
    for i in range(n):
        for j in range(i):
            a, b = b, a
            a.append(j)
        b.append(i)
    return a, b


# -- Refused ---------------------------------------------------------------------------


@refused.on(T(2))
def changed_only_after_a_loop(n):
    a, b = [1], [2]
    for _ in range(n):
        a, b = b, a
    a.append(10)
    return a, b
