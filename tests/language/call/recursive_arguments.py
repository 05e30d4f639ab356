"""Recursive functions whose arguments are lists, dicts and arrays."""

import numpy as np

from tests.language.programs import Programs

programs = Programs()

GRID = np.array([[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 0, 0]])
counts = programs.staged(*map(np.int64, (0, 1, 2, 4, 5)))
counts_and_a_grid = programs.staged(*((np.int64(n), GRID) for n in (0, 1, 2, 4, 5)))


@counts
def backtracking(n):
    """A path is appended to and popped from around each recursive call."""

    def go(k, path, found):
        if k == 0:
            found.append(len(path))
            return
        path.append(k)
        go(k - 1, path, found)
        path.pop()

    found = []
    path = []
    go(n, path, found)
    return found


@counts
def subsets_of_a_sum(n):
    """Subsets of a list by two recursive calls, one around an append."""

    def go(xs, i, rest, path, found):
        if rest == 0:
            found.append(len(path))
            return
        if i == len(xs):
            return
        go(xs, i + 1, rest, path, found)
        path.append(xs[i])
        go(xs, i + 1, rest - xs[i], path, found)
        path.pop()

    found = []
    go([1, 2, 3, 4], 0, n, [], found)
    return found


@counts
def a_list_made_anew(n):
    """Each call passes on a longer list."""

    def go(k, path):
        if k == 0:
            return sum(path)
        return go(k - 1, path + [k])

    return go(n, [])


@counts
def a_list_made_anew_is_returned(n):
    """The list that the calls made longer is returned."""

    def go(k, path):
        if k == 0:
            return path
        return go(k - 1, path + [k])

    return go(n, [])


@counts
def a_list_passed_on_and_made_anew(n):
    """One call passes its list on, the other a longer one."""

    def go(k, path, found):
        if k == 0:
            found.append(len(path))
            return
        go(k - 1, path + [k], found)
        go(k - 1, path, found)

    found = []
    go(n, [0], found)
    return found


@counts_and_a_grid
def flood_fill_of_an_array(start, grid):
    """An array argument is written by four recursive calls."""

    def fill(g, i, j):
        if i < 0 or i >= g.shape[0] or j < 0 or (j >= g.shape[1]) or (g[i, j] != 0):
            return
        g[i, j] = 2
        fill(g, i + 1, j)
        fill(g, i - 1, j)
        fill(g, i, j + 1)
        fill(g, i, j - 1)

    g = grid.copy()
    fill(g, start, start)
    return g


@counts
def permutations_by_flags(n):
    """Flags in a list are set and cleared around calls in a loop."""

    def perms(k, used, n):
        if k == n:
            return 1
        c = 0
        for i in range(4):
            if not used[i]:
                used[i] = True
                c += perms(k + 1, used, n)
                used[i] = False
        return c

    return perms(0, [False] * 4, n)


@counts
def queens_by_their_places(n):
    """Places of queens in a list that each call makes longer."""

    def queens(n, row, placed):
        if row == n:
            return 1
        c = 0
        for col in range(n):
            ok = True
            for r in range(row):
                if placed[r] == col or abs(placed[r] - col) == row - r:
                    ok = False
                    break
            if ok:
                c += queens(n, row + 1, placed + [col])
        return c

    return queens(n, 0, [])


@counts
def lists_that_are_swapped(n):
    """Two list arguments change places in each call."""

    def go(k, a, b):
        if k == 0:
            return a[0] * 10 + b[0]
        return go(k - 1, b, a)

    return go(n, [1], [2])


@counts
def a_list_passed_on_and_another(n):
    """One call passes its list on, the other a new one."""

    def go(k, a):
        if k == 0:
            return a[0]
        return go(k - 1, a) + go(k - 1, [a[0] + 1])

    return go(n, [1])


@counts
def one_list_as_two_arguments(n):
    """One list is two arguments, and is appended to by both names."""

    def go(k, a, b):
        if k == 0:
            return
        a.append(k)
        go(k - 1, a, b)
        b.append(-k)

    a = [0]
    go(n, a, a)
    return a


@counts
def one_list_as_argument_and_in_a_closure(n):
    """A list is an argument and in the closure."""
    a = [0]

    def go(k, b):
        if k == 0:
            return
        a.append(k)
        go(k - 1, b)
        b.append(len(a))

    go(n, a)
    return a


@counts_and_a_grid
def one_array_as_two_arguments(n, A):
    """One array is two arguments, and is written by one name."""

    def go(k, g, h):
        if k == 0:
            return h[0]
        g[0] = g[0] + k
        return go(k - 1, g, h)

    g = A.copy()
    return (go(n, g, g), g)


@counts_and_a_grid
def an_array_under_its_own_name(n, A):
    """A parameter is rebound to a new array, which is written."""

    def go(k, g):
        if k == 0:
            return g
        g = g + 1
        g[0] = k
        return go(k - 1, g)

    g = A.copy()
    return (go(n, g), g)


@counts
def a_dict(n):
    """A dict argument is updated by each call."""

    def go(k, d):
        if k == 0:
            return d["n"]
        d["n"] = d["n"] + k
        d["m"] = k
        return go(k - 1, d)

    d = {"n": 1, "m": 0}
    r = go(n, d)
    return (r, d)


@counts
def a_list_in_a_tuple(n):
    """A list in a tuple argument is appended to."""

    def go(k, t):
        if k == 0:
            return len(t[0])
        t[0].append(k)
        return go(k - 1, t)

    a = []
    return (go(n, (a, 3)), a)


@counts
def the_list_comes_back(n):
    """The list argument is returned, and is the same object."""

    def go(k, a):
        if k == 0:
            return a
        a.append(k)
        return go(k - 1, a)

    a = [5]
    b = go(n, a)
    b.append(1)
    return (a, b, a is b)


@counts
def a_known_length_ends_it(n):
    """The recursion ends at a known length of its list."""

    def go(k, a):
        if len(a) == 4 or k < 0:
            return len(a)
        a.append(k)
        r = go(k - 1, a)
        a.pop()
        return r

    a = []
    return (go(n, a), a)


@counts
def two_functions_call_each_other(n):
    """Two functions call each other and append to one list."""

    def even(k, a):
        if k == 0:
            a.append(1)
            return
        odd(k - 1, a)
        a.append(k)

    def odd(k, a):
        if k == 0:
            a.append(2)
            return
        a.append(-k)
        even(k - 1, a)

    a = []
    even(n, a)
    return a


@counts
def a_method(n):
    """A recursive method assigns an attribute and changes a list."""

    class S:
        def __init__(self):
            self.best = 0

        def go(self, k, path):
            if k == 0:
                self.best = max(self.best, sum(path))
                return
            path.append(k)
            self.go(k - 1, path)
            path.pop()
            path.append(-k)
            self.go(k - 1, path)
            path.pop()

    s = S()
    s.go(n, [1])
    return s.best


@counts
def lists_made_anew_in_a_loop(n):
    """A loop of recursive calls, each with a longer list."""

    def go(k, path, found):
        if k == 0:
            found.append(sum(path))
            return
        for j in range(3):
            go(k - 1, path + [j], found)

    found = []
    go(n, [], found)
    return found


@counts
def a_new_list_is_changed(n):
    """A new list is appended to before it is passed on."""

    def go(k, path):
        if k == 0:
            return len(path)
        path = path + [k]
        path.append(1)
        return go(k - 1, path)

    return go(n, [])


@counts
def a_list_that_a_branch_chooses(n):
    """A branch chooses which list argument is appended to."""

    def go(k, a, b):
        if k == 0:
            return
        c = a if k > 2 else b
        c.append(k)
        go(k - 1, a, b)

    a, b = ([], [])
    go(n, a, b)
    return (a, b)


@counts
def one_length(n):
    """Each call passes on a rotated list of one length."""

    def go(k, path):
        if k == 0:
            return path[0] + path[-1]
        return go(k - 1, path[1:] + [path[0]])

    return go(n, [1, 2, 3])


@counts
def items_are_dropped(n):
    """Each call passes on the rest of its list."""

    def go(xs):
        if not xs:
            return 0
        return xs[0] + go(xs[1:])

    return go([n, n + 1, n + 2])


@counts
def combinations(n):
    """Combinations by a loop of recursive calls."""

    def go(start, k, n, path, out):
        if k == 0:
            out.append(path[0] * 10 + path[-1])
            return
        for i in range(start, n + 1):
            path.append(i)
            go(i + 1, k - 1, n, path, out)
            path.pop()

    out = []
    go(1, 2, n, [], out)
    return out


@counts
def an_argument_by_name(n):
    """A list is a keyword-only argument."""

    def go(k, *, path):
        if k == 0:
            return 0
        path.append(k)
        r = go(k - 1, path=path)
        return r + path.pop()

    a = []
    return (go(n, path=a), a)


@counts
def none_as_default(n):
    """A default of None is replaced by a new list."""

    def go(k, path=None):
        if path is None:
            path = []
        if k == 0:
            return len(path)
        path.append(k)
        return go(k - 1, path)

    return go(n)


@counts
def queens_by_flags(n):
    """Flags in three lists are set and cleared around calls."""

    def go(row, n, cols, d1, d2):
        if row == n:
            return 1
        count = 0
        for c in range(n):
            if not cols[c] and (not d1[row + c]) and (not d2[row - c + n - 1]):
                cols[c] = d1[row + c] = d2[row - c + n - 1] = True
                count += go(row + 1, n, cols, d1, d2)
                cols[c] = d1[row + c] = d2[row - c + n - 1] = False
        return count

    return go(0, n, [False] * 6, [False] * 12, [False] * 12)


@counts
def permutations_of_a_list(n):
    """Permutations of a path, beside a list of flags."""

    def go(n, path, used, out):
        if len(path) == n:
            out.append(path[0] * 100 + path[-1] if path else 0)
            return
        for i in range(n):
            if not used[i]:
                used[i] = True
                path.append(i)
                go(n, path, used, out)
                path.pop()
                used[i] = False

    out = []
    go(n, [], [False] * 6, out)
    return out


@counts
def a_search_that_stops(n):
    """A search returns from a loop of recursive calls."""

    def go(k, path):
        if k < 0:
            return False
        if k == 0:
            return True
        for c in (3, 5):
            path.append(c)
            if go(k - c, path):
                return True
            path.pop()
        return False

    p = []
    return (go(n, p), p)


@counts_and_a_grid
def an_array_that_grows(n, A):
    """Each call passes on a longer array."""

    def go(k, x):
        if k == 0:
            return x.sum()
        return go(k - 1, np.concatenate([x, x[:1]]))

    return go(n, A)


@counts
def a_memo_in_a_list(n):
    """Results of calls are stored in a list."""

    def fib(n, memo):
        if memo[n] >= 0:
            return memo[n]
        memo[n] = fib(n - 1, memo) + fib(n - 2, memo)
        return memo[n]

    m = [-1] * 20
    m[0] = 0
    m[1] = 1
    return (fib(n, m), m)


@counts
def a_memo_in_a_dict(n):
    """Results of calls are stored in a dict."""

    def fib(n, memo):
        if int(n) in memo:
            return memo[int(n)]
        if n < 2:
            return int(n)
        memo[int(n)] = fib(n - 1, memo) + fib(n - 2, memo)
        return memo[int(n)]

    return fib(n, {})


@counts
def numbers_of_two_kinds(n):
    """The list argument has integers and floats."""

    def go(k, p):
        if k == 0:
            return sum(p)
        return go(k - 1, p + [k * 0.5])

    return go(n, [1.0])


@counts_and_a_grid
def quicksort(n, a):
    """Quicksort with comprehensions."""

    def qs(xs):
        if len(xs) <= 1:
            return xs
        p = xs[0]
        lo = [x for x in xs[1:] if x < p]
        hi = [x for x in xs[1:] if x >= p]
        return qs(lo) + [p] + qs(hi)

    return qs([x for x in a.ravel() + [3, 1, 2, 0] * 3 if x > n])


@counts_and_a_grid
def merge_sort(n, a):
    """Merge sort by slices of lists."""

    def merge(a, b):
        out = []
        i = j = 0
        while i < len(a) and j < len(b):
            if a[i] <= b[j]:
                out.append(a[i])
                i += 1
            else:
                out.append(b[j])
                j += 1
        return out + a[i:] + b[j:]

    def ms(xs):
        if len(xs) <= 1:
            return xs
        m = len(xs) // 2
        return merge(ms(xs[:m]), ms(xs[m:]))

    return ms([x for x in a.ravel() + [3, 1, 2, 0] * 3 if x > n])


@counts
def a_grid_that_is_a_list_of_lists(n):
    """Flood fill of a list of lists."""

    def fill(g, i, j):
        if i < 0 or i >= len(g) or j < 0 or j >= len(g[0]) or g[i][j] != 0:
            return 0
        g[i][j] = 2
        n = 1 + fill(g, i + 1, j) + fill(g, i - 1, j)
        return n + fill(g, i, j + 1) + fill(g, i, j - 1)

    g = [[0, 0, 1, 0], [0, 1, 0, 0], [0, 1, 0, 0]]
    return fill(g, n, n), g


@counts
def lists_in_lists_that_are_returned(x):
    """Each call returns a longer list of lists."""

    def rows(n):
        if n < 1:
            return [[0]]
        return rows(n - 1) + [[n]]

    return rows(x)


@programs.staged(np.int64(3))
def a_default_that_is_changed(n):
    """A list that is a default is appended to."""

    def go(k, found=[]):
        if k == 0:
            return len(found)
        found.append(k)
        return go(k - 1)

    return go(n)
