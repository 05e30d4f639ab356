"""Lists of lists that grow, and their rows."""

from __future__ import annotations

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Lists of lists

T = ag.constant


def made(n):
    rows = []
    for i in range(n):
        rows.append([(i * 7) % 5, i])
    return rows


@programs.staged(T(3), T(0), T(5))
def rows_of_two(n):
    """A loop appends rows of two items."""
    rows = []
    for i in range(n):
        rows.append([i, i * i])
    return rows


@programs.staged(T(3), T(0), T(5))
def rows_of_many_lengths(n):
    """A dynamic list of rows of different lengths."""
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(j)
        rows.append(row)
    return rows, len(rows)


@programs.staged(T(3), T(0), T(5))
def comprehensions_of_rows(n):
    """Comprehensions and `sum` over the rows of a dynamic list."""
    rows = made(n)
    return (
        [x for r in rows for x in r],
        [r[0] for r in rows],
        [len(r) for r in rows if r[0] > 0],
        {i: r[0] for i, r in enumerate([[1]])},
        sum(r[1] for r in rows),
    )


@programs.staged(T(3), T(0), T(5))
def loops_within_loops(n):
    """Nested `for` loops over the items of rows."""
    rows = []
    for i in range(n):
        rows.append([i, i + 1])
    s = 0
    for row in rows:
        for x in row:
            s += x
    return s, len(rows)


@programs.staged(T(3), T(0), T(5))
def items_of_items(n):
    """Items of rows at constant indices; IndexError with too few rows."""
    rows = []
    for i in range(n):
        rows.append([i, i * 2, 7])
    return rows[-1][1], rows[1][0], len(rows[0]), rows[0], sum(rows[1])


@programs.staged(T(3), T(0), T(5))
def empty_rows(n):
    """A comprehension creates a dynamic number of empty rows."""
    g = [[] for _ in range(n)]
    return g, len(g)


@programs.staged(T(3), T(0), T(5))
def tuples_in_rows(n):
    """Rows of different lengths whose items are tuples."""
    rows = []
    for i in range(n):
        row = [(i, i * 0.5)]
        for j in range(i):
            row.append((j, 1.5))
        rows.append(row)
    return rows


@programs.staged(T(3), T(0), T(5))
def a_row_that_is_put_there_first(n):
    """A row already in the outer list is appended to by an inner loop."""
    rows = []
    for i in range(n):
        row = []
        rows.append(row)
        for j in range(i):
            row.append(j)
        row.append(-1)
    return rows


@programs.staged(T(3), T(0), T(5))
def three_levels(n):
    """Lists nested three levels deep, grown by dynamic loops."""
    out = []
    for i in range(n):
        plane = []
        for j in range(i):
            plane.append([j] * 2)
        out.append(plane)
    return out


@programs.staged(T(3), T(0), T(5))
def a_row_more_on_one_path(n):
    """A branch appends a longer row to a list of rows."""
    rows = [[1]]
    if n > 2:
        rows.append([n, n])
    return rows, len(rows)


@programs.staged(T(3), T(0), T(5))
def a_row_that_is_begun_anew(n):
    """A branch appends the current row and begins a new one."""
    rows = []
    row = []
    for i in range(n):
        if i % 3 == 2:
            rows.append(row)
            row = []
        row.append(i)
    rows.append(row)
    return rows


@programs.staged(T(3), T(0), T(5))
def a_row_that_changes_after_it_was_put_there(n):
    """A new row is appended, then extended in the same iteration."""
    rows = []
    for i in range(n):
        row = [i]
        rows.append(row)
        row.append(i)
    return rows


@programs.staged(T(3), T(0), T(5))
def one_row_twice(n):
    """One row is appended twice and then extended; both items show it."""
    rows = []
    for i in range(n):
        row = [i]
        rows.append(row)
        rows.append(row)
        row.append(9)
    return rows


@programs.staged(T(3), T(0), T(5))
def paths_on_a_stack(n):
    """A stack of lists drives a search over paths."""
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


@programs.staged(T(3), T(0), T(5))
def rows_compared(n):
    """`==`, `in`, `count` and `index` on a dynamic list of rows."""
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


@programs.staged(T(3), T(0), T(5))
def rows_taken_apart(n):
    """A `for` loop unpacks the rows of a dynamic list."""
    rows = made(n)
    s = 0
    for a, b in rows:
        s += a * b
    return s


@programs.staged(T(3), T(0), T(5))
def steps_through_several_at_once(n):
    """`enumerate` of rows, and `zip` of rows with their reverse."""
    rows = made(n)
    out = []
    for k, row in enumerate(rows):
        for x in row:
            out.append(x + k)
    for r, q in zip(rows, rows[::-1], strict=False):
        out.append(r[0] - q[1])
    return out


@programs.staged(T(3), T(0), T(5))
def rows_in_the_place_of_others(n):
    """Rows are replaced, inserted and deleted in a dynamic list."""
    rows = made(n)
    rows[0] = [5, 6, 7]
    rows.insert(1, [1])
    del rows[0]
    return rows


@programs.staged(T(3), T(0), T(5))
def several_rows_at_once(n):
    """`+=` and `extend` add several rows in each iteration."""
    rows = []
    for i in range(n):
        rows += [[i], [i, i]]
        rows.extend([[i]])
    return rows


@programs.staged(T(3), T(0), T(5))
def copies_of_rows(n):
    """Copies of each row, and shallow copies of the outer list."""
    rows = made(n)
    a = [list(r) for r in rows]
    b = rows.copy()
    return a, b, list(rows)


@programs.staged(T(3), T(0), T(5))
def a_product_of_tables(n):
    """A matrix product of dynamic size by nested comprehensions."""
    a = [[i + j for j in range(n)] for i in range(n)]
    b = [[i * j for j in range(n)] for i in range(n)]
    c = [
        [sum([a[i][k] * b[k][j] for k in range(n)]) for j in range(n)] for i in range(n)
    ]
    return c


@programs.staged(T(3), T(0), T(5))
def a_table_turned(n):
    """A table of dynamic size is transposed by nested comprehensions."""
    a = [[i + 10 * j for j in range(n)] for i in range(n)]
    return [[a[j][i] for j in range(n)] for i in range(n)]


@programs.staged(T(3), T(0), T(5))
def rows_made_of_the_row_before(n):
    """Pascal's triangle: each row is computed from the last one."""
    rows = [[1]]
    for i in range(n):
        prev = rows[-1]
        row = [1]
        for j in range(len(prev) - 1):
            row.append(prev[j] + prev[j + 1])
        row.append(1)
        rows.append(row)
    return rows


@programs.staged(T(3), T(0), T(5))
def rows_of_text(n):
    """Rows of formatted strings, the first of which is joined."""
    rows = []
    for i in range(n):
        rows.append([f"a{i}", "b"])
    return rows, "".join(rows[0])


@programs.staged(T(3), T(0), T(5))
def rows_of_floats(n):
    """Rows of loop-carried floats, compared with a list of lists."""
    rows = []
    x = 0.5
    for i in range(n):
        rows.append([x, x * x])
        x = x * 1.5
    return rows, rows == [[0.5, 0.25]]


@programs.staged(T(3), T(0), T(5))
def rows_that_may_be_none(n):
    """Rows that are None in some iterations."""
    rows = []
    for i in range(n):
        rows.append([i] if i % 2 == 0 else None)
    return rows


@programs.staged(T(3), T(0), T(5))
def lists_in_tuples(n):
    """A dynamic list of tuples that contain a list."""
    rows = []
    for i in range(n):
        rows.append((i, [i, i + 1]))
    return rows, rows[0][1], rows[-1][0]


@programs.staged(T(3), T(0), T(5))
def rows_that_are_empty(n):
    """The truth values of empty rows and of the outer list."""
    rows = [[] for _ in range(n)]
    out = 0
    for r in rows:
        if r:
            out += 1
    if not rows:
        out -= 1
    return out


@programs.staged(T(3), T(0), T(5))
def a_row_made_of_the_row_before(n):
    """`row = row + [n]` appends a new, longer row in each iteration."""
    rows = []
    row = []
    while n > 0:
        row = row + [n]
        rows.append(row)
        n -= 1
    return rows, row


@programs.staged(T(3), T(0), T(5))
def rows_swapped(n):
    """The first and last row are swapped by tuple assignment."""
    rows = made(n)
    rows[0], rows[-1] = rows[-1], rows[0]
    return rows


@programs.staged(T(3), T(0), T(5))
def a_row_of_one_path_or_the_other(n):
    """Branches bind rows of different lengths, one of which is appended."""
    rows = []
    for i in range(n):
        if i % 2 == 0:
            row = [i]
        else:
            row = []
        rows.append(row)
    return rows


@programs.staged(T(3), T(0), T(5))
def a_row_changed_before(n):
    """A row is changed at a dynamic index before it is appended."""
    rows = []
    for i in range(n):
        row = [0, 0]
        row[i % 2] = i
        row.append(i)
        if i > 1:
            row.append(7)
        rows.append(row)
    return rows


@programs.staged(T(3), T(0), T(5))
def a_row_changed_while_it_is_there(n):
    """A row is changed by index, `append` and `+=` after it was appended."""
    rows = []
    for i in range(n):
        row = [0, 0]
        rows.append(row)
        row[i % 2] = i
        if i > 1:
            row.append(7)
        row += [1]
    return rows


@programs.staged(T(3), T(0), T(5))
def a_list_put_there_and_another_made(n):
    """A name of an appended row is rebound to a new list that is changed."""
    rows = []
    a = [1]
    for i in range(n):
        b = a
        rows.append(b)
        a = [i]
        a.append(4)
    return rows, a


@programs.staged(T(3), T(0), T(5))
def rows_in_planes(n):
    """Lists nested three deep are read by loops and by chained indices."""
    out = []
    for i in range(n):
        out.append([[i], [i, i]])
    s = 0
    for plane in out:
        for row in plane:
            for x in row:
                s += x
    return out, s, out[0][1][0], len(out[-1][1])


@programs.staged(T(3), T(0), T(5))
def sums_of_rows(n):
    """`sum` and `max` of each row, collected by comprehensions."""
    rows = made(n)
    return sum([sum(r) for r in rows]), max([max(r) for r in rows] + [0])


@programs.staged(T(3), T(0), T(5))
def a_table_known_while_tracing(n):
    """A static table is indexed by a tensor."""
    t = [[1, 2], [3, 4]]
    return t[n][0], t[n]


@programs.staged(T(3), T(0), T(5))
def rows_sorted(n):
    """`sort`, `sorted` by key, `reverse`, `+` and `*` on a list of rows."""
    rows = made(n)
    rows.sort()
    a = sorted(rows, key=lambda r: -r[1])
    b = rows[::-1]
    rows.reverse()
    return rows, a, b, rows + [[1, 2]], rows * 2


@programs.staged(T(3), T(0), T(5))
def kept_in_a_try(n):
    """Rows appended in a `try` remain after an exception in the loop."""
    kept = []
    try:
        for i in range(n):
            kept.append([i, i + 1])
            if i > 2:
                raise ValueError("enough")
    except ValueError:
        kept.append([9])
    return kept


@programs.staged(T(3), T(0), T(5))
def any_and_all_of_rows(n):
    """`any` and `all` over a dynamic list of rows."""
    kept = [[i] for i in range(n)]
    return any(kept), all(r[0] >= 0 for r in kept), any(r == [2] for r in kept)


@programs.staged(T(3), T(0), T(4))
def permutations(n):
    """All permutations of n items by concatenated slices of rows."""
    out = [[]]
    for i in range(n):
        longer = []
        for p in out:
            for k in range(len(p) + 1):
                longer.append(p[:k] + [i] + p[k:])
        out = longer
    return out


@programs.staged(T(3), T(0), T(4))
def subsets(n):
    """All subsets: a list is extended by a comprehension over itself."""
    out = [[]]
    for i in range(n):
        out += [s + [i] for s in out]
    return out


@programs.staged(T(3), T(1), T(5))
def of_two_branches(n):
    """Two branches return lists of different numbers of rows."""
    if n > 2:
        return [[n], [n, n]]
    return [[1]]


# -- Rows that may be aliases


class Box:
    pass


@programs.staged(T(3))
def a_row_changed_in_each_turn(n):
    """Appending one row that each iteration changes cannot be staged."""
    rows = []
    row = [0]
    for i in range(n):
        row[0] = i
        rows.append(row)
    return rows


@programs.staged(T(3))
def a_row_changed_after_the_loop(n):
    """Changing the row that a loop appended last cannot be staged."""
    rows = []
    row = []
    for i in range(n):
        row = [i]
        rows.append(row)
    row.append(5)
    return rows


@programs.staged(T(3))
def a_row_put_there_on_one_path(n):
    """Changing a row that a branch may have appended cannot be staged."""
    rows = [[1]]
    row = [2]
    if n > 2:
        rows.append(row)
    row.append(3)
    return rows


@programs.staged(T(3))
def a_row_changed_in_place(n):
    """`+=` on a row that the loop has appended cannot be staged."""
    rows = []
    row = []
    while n > 0:
        row += [n]
        rows.append(row)
        n -= 1
    return rows, row


@programs.staged(T(3))
def a_row_by_another_name(n):
    """Changing an alias of a row that a branch appended cannot be staged."""
    rows = []
    a = [1]
    b = a
    if n > 2:
        rows.append(a)
    b.append(2)
    return rows, a


@programs.staged(T(3))
def a_row_of_one_path(n):
    """Changing a list that a loop appended in some iterations cannot be staged."""
    rows = []
    a = [1]
    for i in range(n):
        b = a
        if i > 1:
            b = [3]
        rows.append(b)
    a.append(2)
    return rows, a


@programs.staged(T(3))
def a_row_that_may_be_the_one_before(n):
    """Changing what may be the row appended before cannot be staged."""
    rows = []
    a = [1]
    for i in range(n):
        b = a
        rows.append(b)
        if i % 2 == 0:
            a = [i]
        a.append(4)
    return rows, a


@programs.staged(T(3))
def a_row_of_an_object(n):
    """Changing an object's list after a loop appended it cannot be staged."""
    o = Box()
    o.row = [1]
    rows = []
    for i in range(n):
        rows.append(o.row)
    o.row.append(2)
    return rows


@programs.staged(T(3))
def a_row_of_a_dict(n):
    """Changing a dict's list that may be an appended row cannot be staged."""
    d = {"k": [1]}
    rows = []
    for i in range(n):
        rows.append(d["k"])
        d["k"] = [i]
    d["k"].append(5)
    return rows, d["k"]


@programs.staged(T(3))
def a_row_known_before(n):
    """Changing an initial row by name, after a loop added rows, cannot be staged."""
    rows = [[0]]
    first = rows[0]
    for i in range(n):
        rows.append([i])
    first.append(2)
    return rows


@programs.staged(T(3))
def a_row_known_before_changed_in_the_loop(n):
    """Changing an initial row by name while a loop adds rows cannot be staged."""
    rows = [[0]]
    first = rows[0]
    for i in range(n):
        rows.append([i])
        first.append(2)
    return rows


@programs.staged(T(3))
def a_row_changed_by_a_closure(n):
    """A closure that changes a row which a loop appended cannot be staged."""

    def add(rows, row):
        rows.append(row)

    rows = []
    row = [1]
    for i in range(n):
        add(rows, row)

    def late():
        row.append(3)

    late()
    return rows


@programs.staged(T(3))
def a_row_in_the_place_of_another(n):
    """Changing a row by name after an item assignment of it cannot be staged."""
    rows = made(n)
    row = [5]
    rows[0] = row
    row.append(6)
    return rows


@programs.staged(T(3))
def which_row_it_is(n):
    """`is` between two rows of a dynamic list cannot be staged."""
    rows = made(n)
    r = rows[0]
    return r is rows[-1]


@programs.staged(T(3))
def a_row_that_is_an_argument_of_an_exception(n):
    """Changing a dynamic list that is an exception's argument cannot be staged."""
    row = []
    for i in range(n):
        row.append(i)
    error = ValueError(row)
    row.append(5)
    raise error


def first_of(rows, _):
    return len(rows[0])


@programs.staged(T(3))
def a_row_of_a_sum_that_is_an_argument(n):
    """Changing a row shared with an argument `rows + [...]` cannot be staged."""
    rows = made(n)
    return first_of(rows + [[1]], rows[0].append(2))


@programs.staged(T(3))
def a_row_of_a_slice_that_is_an_argument(n):
    """Changing a row shared with an argument that is a slice cannot be staged."""
    rows = made(n)
    return first_of((rows + [[1]])[:1], rows[0].append(2))


@programs.staged(T(3))
def a_row_of_a_sum_in_a_tuple(n):
    """Changing a row shared with a sum inside a tuple cannot be staged."""
    rows = made(n)
    found = ((rows + [[1]],), rows[0].append(2))
    return found[0][0][0]


@programs.staged(T(3))
def a_row_of_a_sum_in_a_dict(n):
    """Changing a row shared with a sum inside a dict cannot be staged."""
    rows = made(n)
    found = {"a": [rows + [[1]]], "b": rows[0].append(2)}
    return found["a"][0][0]


@programs.staged(T(1))
def a_row_that_a_branch_put_there_twice(n):
    """Changing a row that a branch put into the list twice cannot be staged."""
    row = [0, 0]
    rows = [row, [1, 1]]
    if n > 0:
        rows[1] = row
    rows[n % 2][0] += 1
    return rows


@programs.staged(T(1))
def a_row_of_two_that_was_put_beside_them(n):
    """Changing rows, one selected at run time and assigned, cannot be staged."""
    rows = [[0, 0], [1, 1]]
    row = rows[0] if n > 0 else rows[1]
    rows[0] = row
    rows[n % 2][0] += 1
    return rows


@programs.staged(T(2))
def a_row_that_a_loop_put_there_twice(n):
    """Changing a row that a loop put into the list twice cannot be staged."""
    rows = [[0, 0], [1, 1]]
    for _ in range(n):
        rows[0] = rows[1]
    rows[n % 2][0] += 1
    return rows


@programs.staged(T(1))
def a_row_that_a_branch_put_into_another_row(n):
    """Changing a row that a branch put into two planes cannot be staged."""
    row = [0, 0]
    grid = [[row, [1, 1]], [[2, 2], [3, 3]]]
    if n > 0:
        grid[1][0] = row
    grid[n % 2][0][0] += 1
    return grid


@programs.staged(T(1))
def a_row_that_a_branch_put_into_a_second_list(n):
    """Changing a row that a branch appended to a second list cannot be staged."""
    rows, others = [[0, 0], [1, 1]], [[2, 2]]
    if n > 0:
        others.append(rows[1])
        rows.append([3, 3])
    rows[n % 2][1] += 7
    return rows, others


@programs.staged(T(2))
def a_row_that_a_loop_put_into_a_second_list(n):
    """Changing a row that a loop appended to a second list cannot be staged."""
    rows, others = [[0, 0], [1, 1]], [[2, 2]]
    first = rows[0]
    for _ in range(n):
        others.append(first)
        rows.append([3, 3])
    first = []
    rows[n - 2][1] += 7
    return rows, others


@programs.staged(T(0), T(2))
def a_row_put_there_again_after_a_branch(n):
    """Changing a row appended again, after a branch appended, cannot be staged."""
    rows = [[0, 0], [1, 1]]
    row = rows[0]
    if n > 0:
        rows.append([3, 3])
    rows.append(row)
    rows[(n * 2) % 3][0] += 1
    return rows


@programs.staged(T(2))
def a_row_of_two_lists_changed_on_some_paths(n):
    """Changing, on branches, rows that two lists share cannot be staged."""
    row = [0, 0]
    rows, others = [row, [1, 1]], [row, [2, 2]]
    for i in range(n):
        if i % 2:
            rows[i % 2][0] += 5
        else:
            others[i % 2][0] += 6
    return rows, others


@programs.staged(T(2))
def a_row_by_name_that_a_branch_moved(n):
    """Changing a row by name after a branch moved its index cannot be staged."""
    rows = [[0, 0], [1, 1]]
    row = rows[0]
    if n > 0:
        rows.insert(0, [3, 3])
    rows[n % 2][0] += 1
    row[1] += 5
    return rows, row


@programs.staged(T(1))
def a_row_that_one_branch_put_into_a_second_list(n):
    """Changing a row that one of two branches shared cannot be staged."""
    rows, others = [[0, 0], [1, 1]], [[2, 2]]
    if n > 0:
        others.append(rows[1])
        others[n % 2][0] += 1
    else:
        rows.append([3, 3])
    rows[n % 2][1] += 7
    return rows, others


@programs.staged(T(3))
def a_row_of_a_filtered_list_and_its_source(n):
    """Changing rows shared by a list and a filter of it cannot be staged."""
    rows = [[i, i] for i in range(n)]
    some = [row for row in rows if row[0] < 2]
    for row in some:
        row[1] += 5
    return rows, some


@programs.staged(T(3))
def a_row_filtered_out_of_what_holds_it_twice(n):
    """Changing rows filtered from a list with each row twice cannot be staged."""
    rows = [[i, i] for i in range(n)]
    rows = rows + rows
    rows = [row for row in rows if row[0] < 2]
    for row in rows:
        row[1] += 5
    return rows


@programs.staged(T(3))
def a_row_of_a_list_added_to_itself(n):
    """Changing a row of a list added to itself cannot be staged."""
    rows = [[i, i] for i in range(n)]
    rows = rows + rows
    rows[n - 1][1] += 5
    return rows


@programs.staged(T(3), T(1))
def rows_that_a_branch_doubles(n):
    """Changing a row of a list that a branch added to itself cannot be staged."""
    rows = [[i, i] for i in range(n)]
    if n > 2:
        rows = rows + rows
    rows[0][1] += 5
    return rows


@programs.staged(T(4))
def rows_that_a_loop_doubles(n):
    """Changing a row of a list that a loop added to itself cannot be staged."""
    rows = [[i, i] for i in range(n)]
    for j in range(2):
        if n > 2 + j:
            rows = rows + rows
    rows[0][1] += 5
    return rows


@programs.staged(T(1), T(2))
def lists_listed_anew_and_changed_by_place(n):
    """Appending to `[left, right][n % 2]` cannot be staged."""
    left, right = [1], [2]
    [left, right][n % 2].append(n)
    [left, right][n % 2].append(n)
    return left, right


# -- Rows with names of their own

EACH = (T(3), T(-1))


@programs.staged(*EACH)
def a_row_that_loses_an_item(x):
    """An item is popped through the alias of a row before its list grows."""
    table = [[1]]
    row = table[0]
    if x > 0:
        row.pop()
        table += [[]]
    return table


@programs.staged(*EACH)
def a_row_that_gets_an_item(x):
    """An item is appended through the alias of a row before its list grows."""
    table = [[1, 2], [3]]
    row = table[0]
    if x > 0:
        row.append(5)
        table += [[]]
    return table, row


# -- Rows changed in place

SIZES = (T(4), T(1), T(0))


def base(n):
    return [[i * 10 + j for j in range(i + 2)] for i in range(n)]


@programs.staged(*SIZES)
def augitem(n):
    """`+=` on items of rows in nested loops."""
    n = int(n)
    rows = base(n)
    for i in range(n):
        for j in range(2):
            rows[i][j] += i * j + 1
    return rows


@programs.staged(*SIZES)
def pops(n):
    """Items are popped from both ends of rows."""
    n = int(n)
    rows = base(n)
    got = []
    for i in range(n):
        got.append(rows[i].pop())
        got.append(rows[n - 1 - i].pop(0))
    return rows, got


@programs.staged(*SIZES)
def extends(n):
    """Rows are changed by `extend`, `insert` and `+=`."""
    n = int(n)
    rows = base(n)
    for i in range(n):
        rows[i].extend([i, i])
        rows[i].insert(1, -1)
        rows[(i + 1) % n] += [7]
    return rows


@programs.staged(*SIZES)
def clears(n):
    """Rows are cleared, or reversed and sorted, by turns."""
    n = int(n)
    rows = base(n)
    for i in range(n):
        if i % 2 == 0:
            rows[i].clear()
        else:
            rows[i].reverse()
            rows[i].sort()
            rows[i].sort(reverse=True)
    return rows


@programs.staged(*SIZES)
def dels(n):
    """The first item of a row is deleted, another row is appended to."""
    n = int(n)
    rows = base(n)
    for i in range(n):
        del rows[i][0]
        rows[-1 - i].append(i)
    return rows


@programs.staged(*SIZES)
def whileif(n):
    """A `while` loop with branches assigns to rows or appends to them."""
    n = int(n)
    rows = base(n)
    i = 0
    while i < n:
        if i % 2:
            rows[i][0] = 100
        elif i > 1:
            rows[i - 1].append(3)
        i += 1
    return rows


@programs.staged(*SIZES)
def floats(n):
    """Items of rows of floats and of bools are written."""
    n = int(n)
    rows = [[0.5] * n for _ in range(n)]
    for i in range(n):
        rows[i][i] += 1
    flags = [[False] * n for _ in range(n)]
    for i in range(n):
        flags[i][n - 1 - i] = True
    return rows, flags


@programs.staged(*SIZES)
def tuples(n):
    """Rows of tuples are appended to and assigned to."""
    n = int(n)
    rows = [[(i, 0.5)] for i in range(n)]
    for i in range(n):
        rows[i].append((n - i, 1.5))
        rows[i // 2][0] = (7, 7.5)
    return rows


@programs.staged(*SIZES)
def badindex(n):
    """A row index beyond the end of the list raises IndexError."""
    n = int(n)
    rows = base(n)
    rows[n + 1].append(1)
    return rows


@programs.staged(*SIZES)
def badindex2(n):
    """An item index beyond the end of a row raises IndexError."""
    n = int(n)
    rows = base(n)
    rows[0][n + 10] = 1
    return rows


@programs.staged(*SIZES)
def two(n):
    """Two lists of rows are changed, each from items of the other."""
    n = int(n)
    a = base(n)
    b = base(n)
    for i in range(n):
        a[i][0] = b[i][1]
        b[n - 1 - i].append(a[i][-1])
    return a, b


@programs.staged(*SIZES)
def grow(n):
    """New rows are appended while the old ones grow."""
    n = int(n)
    rows = []
    for i in range(n):
        rows.append([])
        for j in range(i):
            rows[j].append(i)
            rows[-1].append(j)
    return rows


@programs.staged(*SIZES)
def helper(n):
    """Nested functions append to a row passed to them or return a row."""
    n = int(n)
    rows = base(n + 1)

    def put(row, v):
        row.append(v)

    def at(k):
        return rows[k]

    for i in range(n):
        put(rows[i], i)
        at(i + 1).append(i)
    return rows


class Graph:
    def __init__(self, n):
        self.adj = [[] for _ in range(n)]
        self.n = n

    def add(self, u, v):
        self.adj[u].append(v)
        self.adj[v].append(u)


@programs.staged(*SIZES)
def objgraph(n):
    """A method appends to two adjacency lists of a graph object."""
    n = int(n)
    g = Graph(n + 1)
    for i in range(n):
        g.add(i, (i * i) % (n + 1))
    return g.adj


@programs.staged(*SIZES)
def growconcat(n):
    """A list of rows grows by concatenation and its rows by `append`."""
    n = int(n)
    rows = [[0]]
    for i in range(n):
        rows = rows + [[i]]
        rows[i].append(5)
    return rows


@programs.staged(*SIZES)
def sortrows(n):
    """Rows are sorted, reversed, inserted and deleted, and changed between."""
    n = int(n)
    rows = [[(i * 7) % 5, i] for i in range(n)]
    rows.sort()
    for i in range(n):
        rows[i].append(i)
    rows.reverse()
    rows.insert(0, [9, 9])
    rows[n].append(100)
    rows.pop(0)
    del rows[n // 3]
    for r in rows:
        r[0] += 1
    return rows


@programs.staged(*SIZES)
def lenchange(n):
    """The length of a row decides whether another row is appended to."""
    n = int(n)
    rows = [[] for _ in range(3)]
    for i in range(n):
        rows[i % 3].append(i)
        if len(rows[i % 3]) > 1:
            rows[(i + 1) % 3].append(-i)
    a, b, c = rows
    return a, b, c, len(rows)


@programs.staged(*SIZES)
def static3(n):
    """Three rows at constant and dynamic indices, one with an alias."""
    n = int(n)
    adj = [[], [], []]
    adj[n % 3].append(n)
    adj[0].append(1)
    first = adj[0]
    adj[n % 3].append(2)
    first.append(3)
    return adj, first


@programs.staged(*SIZES)
def mul_row(n):
    """Copies of the rows of a repeated list are changed independently."""
    n = int(n)
    rows = [[0] * 3] * 2
    rows = [list(r) for r in rows]
    for i in range(n):
        rows[i % 2][i % 3] += i
    return rows


@programs.staged(*SIZES)
def rows_changed_by_a_loop_over_them(n):
    """A loop over a list of rows appends to each."""
    rows = []
    for i in range(n):
        rows.append([i])
    for r in rows:
        r.append(1)
    return rows


@programs.staged(T(1), T(0))
def a_row_of_a_table_known_while_tracing(n):
    """A row selected by a dynamic index from a constant table grows."""
    t = [[1, 2], [3, 4]]
    a = t[n]
    t[1].append(1)
    return len(a), t


@programs.staged(*SIZES)
def a_row_that_was_read(n):
    """A row is appended to by an alias read at a dynamic index."""
    rows = []
    for i in range(n):
        rows.append([i])
    r = rows[n - 1]
    r.append(4)
    return rows


@programs.staged(*SIZES)
def a_row_read_and_changed(n):
    """The first row of a list of dynamic length is appended to."""
    rows = []
    for i in range(n):
        rows.append([i])
    rows[0].append(4)
    return rows


@programs.staged(*SIZES)
def an_item_of_a_row(n):
    """A second loop assigns to an item of each row."""
    rows = []
    for i in range(n):
        rows.append([i])
    for i in range(n):
        rows[i][0] = 4
    return rows


@programs.staged(*SIZES)
def lists_of_neighbours(n):
    """Adjacency lists created by a comprehension are appended to."""
    g = [[] for _ in range(n)]
    for i in range(n):
        g[i].append(i + 1)
    return g


@programs.staged(*SIZES)
def an_item_of_the_list_changed_in_place(n):
    """`+=` on a row extends it in place, which its alias shows."""
    rows = []
    for i in range(n + 1):
        rows.append([(i * 7) % 5, i])
    first = rows[0]
    rows[0] += [1]
    return rows, first


@programs.staged(*SIZES)
def rows_numbered(n):
    """Loops over `enumerate` of rows assign to them and append to them."""
    n = int(n)
    rows = base(n)
    for i, row in enumerate(rows):
        row[0] = i
    for i, row in enumerate(rows, 1):
        row.append(len(rows[i - 1]))
    return rows


@programs.staged(*SIZES)
def indices_caught(n):
    """The IndexErrors of row and item indices are caught and counted."""
    n = int(n)
    rows = base(n)
    hits = 0
    for i in range(n + 3):
        try:
            rows[i].append(5)
            rows[i][i + 1] = 8
        except IndexError:
            hits += 1
    return rows, hits


@programs.staged(*SIZES)
def a_stack_of_rows(n):
    """A stack of rows: each is popped, extended and pushed again."""
    n = int(n)
    stack = [[0]]
    lengths = []
    while stack:
        top = stack.pop()
        lengths.append(len(top))
        if len(top) < n:
            top.append(len(lengths))
            stack.append(top)
    return lengths


@programs.staged(*SIZES)
def taken_and_read_before(n):
    """A row is popped at a dynamic index while another one has an alias."""
    n = int(n)
    rows = base(n + 2)
    first = rows[0]
    taken = rows.pop(n - 1)
    total = sum(taken) + len(first)
    rows.append([total])
    rows[-1].append(n)
    return total


@programs.staged(*SIZES)
def a_list_repeated_in_place(n):
    """`*=` by an int repeats a list in place, which its alias shows."""
    n = int(n)
    xs = [1, 2]
    ys = xs
    xs *= n
    return xs, ys, [0] * (n > 1), n * (3,)


@programs.staged(T(0), T(2), T(3))
def rows_that_a_branch_exchanged(n):
    """A row is changed at a dynamic index after a branch exchanged two."""
    rows = [[0, 0], [1, 1], [2, 2]]
    if n > 1:
        rows[0], rows[1] = rows[1], rows[0]
    rows[n % 3][0] += 5
    return rows
