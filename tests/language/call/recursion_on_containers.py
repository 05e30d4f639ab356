"""Recursive functions that change lists and sets in place."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Sets

A = np.array

I64 = np.int64

LINKS = A([[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [0, 1, 0, 0]])

TREE = A([[0, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]])

GRID = A([[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 0, 0]])


@programs.staged(LINKS, TREE, np.zeros((2, 2), int))
def visited(links):
    """Depth-first search by recursion with a captured set of visited vertices."""
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


@programs.staged((LINKS, I64(0)), (LINKS, I64(3)), (TREE, I64(1)))
def visited_by_what_is_passed(links, start):
    """Depth-first search that passes the set of visited vertices on."""

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


@programs.staged(LINKS, TREE)
def sorted_topologically(links):
    """Topological sort by recursion with a captured set."""
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


@programs.staged((LINKS, I64(0)), (TREE, I64(0)))
def a_cycle_is_found(links, start):
    """Cycle detection with a set of done vertices and one for the path."""
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


@programs.staged((GRID, I64(0)), (GRID, I64(2)))
def filled(grid, row):
    """Flood fill of a grid with a captured set of places."""
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


@programs.staged(I64(0), I64(5))
def of_an_object(n):
    """A recursive method adds to a set in an attribute."""
    walker = Walker()
    walker.go(int(n))
    return sorted(walker.seen), walker.count


@programs.staged(I64(0), I64(5))
def by_two_functions(n):
    """Mutually recursive functions share a set."""
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


@programs.staged(I64(0), I64(3))
def of_numbers_and_names(n):
    """Recursion over pairs of an int and a string as set elements."""
    seen = set()

    def go(k, name):
        if (k, name) in seen or k < 0:
            return 0
        seen.add((k, name))
        return 1 + go(k - 1, "a") + go(k - 1, "b")

    return go(int(n), "a"), sorted(seen)


@programs.staged(I64(1), I64(3))
def permutations(n):
    """All permutations by backtracking with a list and a set argument."""
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


@programs.staged(I64(1), I64(4), I64(5))
def queens(n):
    """The n queens by backtracking with three captured sets."""
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


@programs.staged(I64(0), I64(3))
def subsets(n):
    """All subsets by adding to and removing from a captured set."""
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


@programs.staged(I64(0), I64(4))
def updated(n):
    """`|=` on a nonlocal set in a recursion."""
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


@programs.staged(I64(0), I64(4))
def with_elements_of_before(n):
    """A recursion adds to a set that already has elements."""
    seen = {1, 2}

    def go(k):
        if k < 0 or k in seen:
            return
        seen.add(k)
        go(k - 1)

    go(int(n))
    return sorted(seen), len(seen), seen


@programs.staged(I64(0), I64(4))
def two_sets(n):
    """A recursion adds to one of two captured sets by parity."""
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


@programs.staged(I64(0), I64(4))
def emptied(n):
    """The base case clears the captured set."""
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


@programs.staged(I64(0), I64(4))
def until_it_is_empty(n):
    """A recursion discards elements until the captured set is empty."""
    todo = set(range(int(n)))

    def go(k):
        if not todo:
            return 0
        todo.discard(k)
        return 1 + go(k + 1)

    return go(0), len(todo)


@programs.staged(I64(1), I64(3))
def taking_out_what_is_not_there(n):
    """A second `remove` of one element in a recursion raises KeyError."""
    s = {0}

    def go(k):
        if k <= 0:
            s.remove(0)
            return 0
        s.add(k)
        return go(k - 1) + go(k - 2)

    return go(int(n))


@programs.staged(I64(0), I64(5))
def a_set_for_each_first_call(n):
    """Each outer call creates the set that its nested recursion captures."""

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


@programs.staged(LINKS, TREE)
def depths(links):
    """Depths of vertices in a captured dict with dynamic keys."""
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


@programs.staged(I64(0), I64(4))
def a_dict_of_lists(n):
    """A recursion adds lists to a captured dict by dynamic keys."""
    links = {}

    def go(k):
        if k < 0 or k in links:
            return
        links[k] = [k - 1, k - 2]
        go(k - 1)
        go(k - 2)

    go(int(n))
    return links


@programs.staged(I64(0), I64(4))
def paths_in_a_grid(n):
    """Paths of a grid, counted by recursion with a dict of pair keys."""
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


@programs.staged(I64(1), I64(6))
def known_by_what_is_passed(n):
    """Fibonacci numbers with a dict of known ones passed on."""

    def fib(k, known):
        if k in known:
            return known[k]
        if k < 2:
            return k
        known[k] = fib(k - 1, known) + fib(k - 2, known)
        return known[k]

    known = {}
    return fib(int(n), known), known


@programs.staged(I64(3), I64(0), I64(-1))
def sets_in_a_dict_that_the_run_chooses(n):
    """A recursion adds to a set at a dynamic key of a dict."""
    seen = {0: set(), 1: set()}

    def go(k):
        if k < 0 or k in seen[k % 2]:
            return
        seen[k % 2].add(k)
        go(k - 1)

    go(int(n))
    return sorted(seen[0])


@programs.staged(I64(3))
def elements_of_two_types(n):
    """A recursion that adds ints to a set of strings cannot be staged."""
    seen = {"a"}

    def go(k):
        if k < 0 or k in seen:
            return
        seen.add(k)
        go(k - 1)

    go(int(n))
    return len(seen)


@programs.staged(I64(1))
def a_new_set_for_each_call(n):
    """A recursion that passes on a new, larger frozenset cannot be staged."""

    def go(k, seen):
        if k in seen or k > 5:
            return 0
        return 1 + go(k * 2 % 7, seen=seen | {k})

    return go(n, seen=frozenset())


# -- Lists of lists: backtracking, floods, permutations

T = ag.constant


@programs.staged(T(0), T(2))
def paths_as_arguments(n):
    """Compositions of n: each recursive call passes on a longer path."""
    found = []

    def go(rest, path):
        if rest == 0:
            found.append(path)
            return
        for c in [1, 2]:
            if c <= rest:
                go(rest - c, path + [c])

    go(n, [])
    return found


@programs.staged(T(0), T(2))
def a_path_copied(n):
    """Compositions of n by backtracking: a copy of the path is stored."""
    result = []
    path = []

    def go(rest):
        if rest == 0:
            result.append(path[:])
            return
        for c in [1, 2]:
            if c <= rest:
                path.append(c)
                go(rest - c)
                path.pop()

    go(n)
    return result


@programs.staged(T(0), T(2))
def subsets_2(n):
    """All subsets by backtracking on a list argument that is copied."""
    result = []

    def go(k, path):
        result.append(path[:])
        for i in range(k, n):
            path.append(i)
            go(i + 1, path)
            path.pop()

    go(0, [])
    return result


@programs.staged(T(0), T(2))
def permutations_by_exchange(n):
    """All permutations by exchanging items of a captured list."""
    nums = list(range(n))
    result = []

    def go(k):
        if k == n:
            result.append(nums[:])
            return
        for i in range(k, n):
            nums[k], nums[i] = nums[i], nums[k]
            go(k + 1)
            nums[k], nums[i] = nums[i], nums[k]

    go(0)
    return result


@programs.staged(T(0), T(2))
def a_row_changed_that_a_call_added(n):
    """Each level appends a row, then changes the first one after its call."""
    result = []

    def go(rest):
        if rest == 0:
            return
        result.append([rest])
        go(rest - 1)
        result[0].append(7)

    go(n)
    return result


@programs.staged(T(0), T(2))
def a_row_changed_after_the_calls(n):
    """A row that a recursive call appended is changed after the recursion."""
    result = []

    def go(rest):
        if rest == 0:
            return
        result.append([rest])
        go(rest - 1)

    go(n)
    if n > 0:
        result[0].append(7)
    return result


@programs.staged(T(0), T(2))
def rows_passed_on(n):
    """Recursive calls pass on a list of rows and the next row."""

    def go(rest, acc, row):
        if rest == 0:
            return acc
        return go(rest - 1, acc + [row], row + [2])

    return go(n, [], [7])


@programs.staged(T(0), T(2))
def a_grid_marked(n):
    """A recursion increments items of a captured list of lists."""
    grid = [[0, 0], [0, 0]]

    def go(k):
        if k >= n:
            return
        grid[k % 2][0] += 1
        go(k + 1)

    go(0)
    return grid


@programs.staged(T(0), T(2))
def a_grid_flooded(n):
    """Flood fill of a captured grid from a dynamic row."""
    grid = [[0, 0, 0], [0, 0, 0], [0, 0, 0]]

    def fill(i, j):
        if i < 0 or i >= 3 or j < 0 or j >= 3 or grid[i][j] != 0:
            return
        grid[i][j] = 1
        fill(i + 1, j)
        fill(i, j + 1)

    fill(n, 0)
    return grid


@programs.staged(T(0), T(2))
def permutations_returned(n):
    """All permutations as the returned lists of recursive calls."""

    def perms(xs):
        if len(xs) == 0:
            return [[]]
        out = []
        for i in range(len(xs)):
            for q in perms(xs[:i] + xs[i + 1 :]):
                out.append([xs[i]] + q)
        return out

    return perms(list(range(n)))


@programs.staged(T(0), T(2))
def subsets_returned(n):
    """All subsets as the returned lists of recursive calls."""

    def subsets(k):
        if k == 0:
            return [[]]
        s = subsets(k - 1)
        return s + [r + [k] for r in s]

    return subsets(n)


@programs.staged(T(0), T(2))
def paths_of_an_object(n):
    """Backtracking over lists in attributes of an object."""

    class S:
        def __init__(self):
            self.out = []
            self.path = []

        def go(self, k):
            if k == 0:
                self.out.append(list(self.path))
                return
            for c in (0, 1):
                self.path.append(c)
                self.go(k - 1)
                self.path.pop()

    s = S()
    s.go(n)
    return s.out


@programs.staged(T(0), T(2))
def paths_of_a_graph(n):
    """All paths of a constant graph from a dynamic vertex."""
    graph = [[1, 2], [3], [3], []]
    out = []

    def go(v, path):
        if v == 3:
            out.append(path[:])
            return
        for w in graph[v]:
            path.append(w)
            go(w, path)
            path.pop()

    go(n, [n])
    return out


@programs.staged(T(0), T(2))
def paths_in_tuples(n):
    """Recursive calls append tuples of a path and its length."""
    out = []

    def go(k, path):
        if k == 0:
            out.append((path, len(path)))
            return
        go(k - 1, path + [k])
        go(k - 1, path)

    go(n, [])
    return out


@programs.staged(T(0), T(2))
def two_grids(n):
    """A recursion writes one grid before its call and another after it."""
    a = [[0], [1], [2]]
    b = [[1], [7]]

    def go(k):
        if k == 0:
            return
        a[k % 3][0] += 1
        go(k - 1)
        b[k % 2][0] += 1

    go(n)
    return a, b


@programs.staged(T(0), T(2))
def rows_in_tuples(n):
    """A row inside of a tuple is changed after the recursive call."""
    out = []

    def go(k):
        if k == 0:
            return
        out.append((k, [k]))
        go(k - 1)
        out[0][1].append(3)

    go(n)
    return out


@programs.staged(T(0), T(2))
def rows_in_a_dict(n):
    """A row of a list in a dict is changed after the recursive call."""
    d = {"a": []}

    def go(k):
        if k == 0:
            return
        d["a"].append([k])
        go(k - 1)
        d["a"][0].append(1)

    go(n)
    return d


@programs.staged(T(0), T(2))
def a_row_by_name_after_the_calls(n):
    """A row is changed by its alias after a recursion that read the grid."""
    r = [0]
    grid = [r, [5]]

    def go(k):
        if k == 0:
            return 0
        grid[1] = [k]
        return grid[0][0] + go(k - 1)

    a = go(n)
    r[0] += 10
    return grid, r, a


# -- Lists of lists that cannot be staged


@programs.staged(T(2))
def a_path_that_goes_on_changing(n):
    """Storing a path itself, which backtracking goes on changing: not staged."""
    result = []
    path = []

    def go(rest):
        if rest == 0:
            result.append(path)
            return
        for c in [1, 2]:
            if c <= rest:
                path.append(c)
                go(rest - c)
                path.pop()

    go(n)
    return result


@programs.staged(T(2))
def an_argument_kept_and_changed(n):
    """A list argument that is stored and then changed cannot be staged."""
    result = []

    def go(rest, path):
        result.append(path)
        if rest == 0:
            return
        go(rest - 1, path + [1])
        path.append(rest)

    go(n, [])
    return result


@programs.staged(T(2))
def a_list_of_before_kept_and_changed(n):
    """Storing a captured list that later calls change cannot be staged."""
    result = []
    base = [0]

    def go(rest):
        base.append(rest)
        if rest == 0:
            result.append(base)
            return
        result.append(base)
        go(rest - 1)

    go(n)
    return result


@programs.staged(T(2))
def a_list_of_before_changed_after_the_calls(n):
    """A captured list, stored by calls and changed afterwards, is not staged."""
    result = []
    base = [0]

    def go(rest):
        if rest == 0:
            return
        result.append(base)
        go(rest - 1)

    go(n)
    base.append(3)
    return result


@programs.staged(T(2))
def a_row_by_name_changed_after_the_calls(n):
    """Changing a row by its alias after calls extended its list: not staged."""
    r = [0]
    result = [r]

    def go(rest):
        if rest == 0:
            return
        result.append([rest])
        go(rest - 1)

    go(n)
    r.append(5)
    return result, r


@programs.staged(T(2))
def a_row_of_before_in_what_is_returned(n):
    """Changing a row that a recursion returned in a list cannot be staged."""
    r = [9]

    def go(rest, acc):
        if rest == 0:
            return acc
        return go(rest - 1, acc + [r])

    a = go(n, [])
    r.append(1)
    return a


@programs.staged(T(2))
def a_row_passed_on_and_changed(n):
    """A row that is stored, passed on and changed by each call: not staged."""

    def go(rest, acc, row):
        if rest == 0:
            return acc
        row.append(rest)
        return go(rest - 1, acc + [row], row)

    return go(n, [], [7])


@programs.staged(T(2))
def rows_of_two_lists(n):
    """Changing rows that two lists share, in a recursion, cannot be staged."""

    def subsets(k):
        if k == 0:
            return [[]]
        s = subsets(k - 1)
        t = [r for r in s]
        for r in s:
            r.append(k)
        return t + s

    return subsets(n)


@programs.staged(T(2))
def a_row_passed_and_changed(n):
    """Changing a row of a captured list passed as an argument: not staged."""
    rows = [[i] for i in range(n + 1)]

    def go(k, row):
        if k == 0:
            return
        row.append(k)
        go(k - 1, rows[k])

    go(n, rows[0])
    return rows


@programs.staged(T(2))
def a_grid_whose_rows_move(n):
    """Popping and inserting rows of a grid with an alias cannot be staged."""
    grid = [[0], [1], [2]]
    r = grid[1]

    def go(k):
        if k == 0:
            return
        grid[k % 3][0] += 1
        x = grid.pop()
        grid.insert(0, [9])
        go(k - 1)
        r[0] += 3

    go(n)
    return grid, r


@programs.staged(T(2))
def a_row_by_name_changed_beside_the_grid(n):
    """A recursion that changes a grid, and a row by its alias, is not staged."""
    grid = [[0], [1], [2]]
    r = grid[1]

    def go(k):
        if k == 0:
            return
        grid[k % 3][0] += 1
        go(k - 1)
        r[0] += 3

    go(n)
    return grid, r


@programs.staged(T(2))
def a_row_of_two_grids(n):
    """A recursion that changes two grids with a common row cannot be staged."""
    r = [1]
    a = [[0], r, [2]]
    b = [r, [7]]

    def go(k):
        if k == 0:
            return
        a[k % 3][0] += 1
        go(k - 1)
        b[k % 2][0] += 1

    go(n)
    return a, b


@programs.staged(T(2))
def a_row_put_into_two_lists(n):
    """A recursion that appends one row to two lists cannot be staged."""
    a = [[0], [1], [2]]
    b = [[1], [7]]

    def go(k):
        if k == 0:
            return
        row = [k]
        a.append(row)
        b.append(row)
        go(k - 1)
        b[k % 2][0] += 1

    go(n)
    return a, b


@programs.staged(T(2))
def a_row_put_there_twice(n):
    """A recursion that appends a row of a list to that list is not staged."""
    a = [[0], [1], [2]]

    def go(k):
        if k == 0:
            return
        go(k - 1)
        a[k % 2][0] += 1
        a.append(a[0])

    go(n)
    return a
