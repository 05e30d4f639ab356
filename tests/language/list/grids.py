"""Tables and grids as lists of lists."""

from __future__ import annotations

import copy
import functools
import itertools
from collections import deque

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Tables of dynamic size

T = ag.constant

SIZES = (T(4), T(1), T(0))

WORDS = (
    (T([1, 2, 3, 3, 4, 5]), T([6, 2, 3, 3, 2, 5, 7]), T(6)),
    (T([4]), T([1, 4]), T(1)),
)


@programs.staged(*WORDS)
def edit_distance(a, b, k):
    """Levenshtein distance in a list of lists of dynamic size."""
    k = int(k)
    a, b = [int(a[i]) for i in range(k)], [int(b[i]) for i in range(k + 1)]
    n = len(a)
    m = len(b)
    dp = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n + 1):
        dp[i][0] = i
    for j in range(m + 1):
        dp[0][j] = j
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            dp[i][j] = min(dp[i - 1][j] + 1, dp[i][j - 1] + 1, dp[i - 1][j - 1] + cost)
    return dp[n][m], dp


@programs.staged(*WORDS)
def lcs(a, b, k):
    """Longest common subsequence in a table built by nested appends."""
    k = int(k)
    a, b = [int(a[i]) for i in range(k)], [int(b[i]) for i in range(k + 1)]
    n, m = len(a), len(b)
    dp = []
    for i in range(n + 1):
        row = []
        for j in range(m + 1):
            row.append(0)
        dp.append(row)
    for i in range(n):
        for j in range(m):
            if a[i] == b[j]:
                dp[i + 1][j + 1] = dp[i][j] + 1
            else:
                dp[i + 1][j + 1] = max(dp[i][j + 1], dp[i + 1][j])
    return dp[-1][-1]


@programs.staged(*SIZES)
def floyd(n):
    """The Floyd-Warshall algorithm on a square list of lists of floats."""
    n = int(n)
    d = [[100.0 for _ in range(n)] for _ in range(n)]
    for i in range(n):
        d[i][i] = 0.0
        d[i][(i + 1) % n] = 1.5
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i][k] + d[k][j] < d[i][j]:
                    d[i][j] = d[i][k] + d[k][j]
    return d


@programs.staged((T([3, 4, 5]), T(3), T(9)), (T([3, 4, 5]), T(0), T(2)))
def knapsack(ws, k, cap):
    """The 0-1 knapsack problem in a table of dynamic height and width."""
    ws, cap = [int(ws[i]) for i in range(int(k))], int(cap)
    n = len(ws)
    table = [[0 for _ in range(cap + 1)] for _ in range(n + 1)]
    for i in range(1, n + 1):
        for w in range(cap + 1):
            table[i][w] = table[i - 1][w]
            if ws[i - 1] <= w:
                table[i][w] = max(
                    table[i][w], table[i - 1][w - ws[i - 1]] + ws[i - 1] * 2
                )
    return table[n][cap]


@programs.staged(*SIZES)
def pascal(n):
    """Pascal's triangle, each row appended after reading the last."""
    n = int(n)
    rows = [[1]]
    for i in range(n):
        prev = rows[-1]
        row = [1]
        for j in range(len(prev) - 1):
            row.append(prev[j] + prev[j + 1])
        row.append(1)
        rows.append(row)
    return rows


@programs.staged(*SIZES)
def pascal2(n):
    """Pascal's triangle, each row appended first and then filled in place."""
    n = int(n)
    tri = []
    for i in range(n):
        tri.append([1] * (i + 1))
        for j in range(1, i):
            tri[i][j] = tri[i - 1][j - 1] + tri[i - 1][j]
    return tri


@programs.staged(*SIZES)
def life(n):
    """Two generations of Conway's Game of Life on a grid of dynamic size."""
    n = int(n)
    grid = [[(i * j + i + j) % 3 == 0 for j in range(n)] for i in range(n)]
    for _ in range(2):
        new = [row[:] for row in grid]
        for i in range(n):
            for j in range(n):
                count = 0
                for di in (-1, 0, 1):
                    for dj in (-1, 0, 1):
                        if (di != 0 or dj != 0) and grid[(i + di) % n][(j + dj) % n]:
                            count += 1
                new[i][j] = count == 3 or (grid[i][j] and count == 2)
        grid = new
    return grid


@programs.staged(*SIZES)
def bfs(n):
    """Breadth-first search over adjacency lists of dynamic length."""
    n = int(n)
    adj = [[] for _ in range(n)]
    for i in range(n):
        adj[i].append((i * 2) % n)
        adj[(i * 3) % n].append(i)
    dist = [-1] * n
    dist[0] = 0
    queue = [0]
    while queue:
        u = queue.pop(0)
        for v in adj[u]:
            if dist[v] < 0:
                dist[v] = dist[u] + 1
                queue.append(v)
    return dist, adj


@programs.staged((T([3, 17, 9, 1, 8]), T(5)), (T([3, 17]), T(0)))
def bucket(xs, k):
    """Bucket sort with five buckets sorted in place and joined by `extend()`."""
    xs = [int(xs[i]) for i in range(int(k))]
    buckets = [[] for _ in range(5)]
    for x in xs:
        buckets[x // 4].append(x)
    out = []
    for b in buckets:
        b.sort()
        out.extend(b)
    return out


@programs.staged((T([3, 17, 9, 1, 8]), T(4)))
def bucket2(xs, k):
    """Bucket sort with a dynamic number of buckets joined by `+=`."""
    k = int(k)
    xs = [int(xs[i]) for i in range(k)]
    buckets = [[] for _ in range(k)]
    for x in xs:
        buckets[x * k // 20].append(x)
    out = []
    for b in buckets:
        b.sort()
        out += b
    return out


@programs.staged(*SIZES)
def matmul(n):
    """Matrix multiplication of lists of lists by augmented assignment."""
    n = int(n)
    a = [[i + j * 0.5 for j in range(n)] for i in range(n)]
    b = [[i - j * 1.5 for j in range(n)] for i in range(n)]
    c = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


@programs.staged(*SIZES)
def transpose(n):
    """A square list of lists is transposed in place by swaps of items."""
    n = int(n)
    a = [[i * n + j for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(i):
            a[i][j], a[j][i] = a[j][i], a[i][j]
    return a


@programs.staged(*SIZES)
def prevcur(n):
    """Dynamic programming through two names for neighboring rows of a table."""
    n = int(n)
    dp = [[1] * n for _ in range(n)]
    for i in range(1, n):
        prev = dp[i - 1]
        cur = dp[i]
        for j in range(1, n):
            cur[j] = prev[j] + cur[j - 1]
    return dp


@programs.staged(*SIZES)
def cube(n):
    """A three-dimensional list of lists is filled by three nested loops."""
    n = int(n)
    c = [[[0] * n for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j][k] = i * 100 + j * 10 + k
    return c


@programs.staged(*SIZES)
def dijk(n):
    """Shortest paths by relaxation over adjacency lists of tuples."""
    n = int(n)
    graph = [[] for _ in range(n)]
    for i in range(n - 1):
        graph[i].append((i + 1, 1.5))
        graph[0].append((i, i * 2.0))
    dist = [1e9] * n
    for i in range(n):
        if i == 0:
            dist[i] = 0.0
    for _ in range(n):
        for u in range(n):
            for v, w in graph[u]:
                if dist[u] + w < dist[v]:
                    dist[v] = dist[u] + w
    return dist, graph


@programs.staged(*SIZES)
def rebind(n):
    """A grid rebound to a newly filled grid in each iteration of a loop."""
    n = int(n)
    grid = [[0] * n for _ in range(n)]
    for s in range(3):
        nxt = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                nxt[i][j] = grid[i][j - 1] + i + s
        grid = nxt
    return grid


@programs.staged(*SIZES)
def prevcur2(n):
    """A row is appended to a table first and filled through its alias."""
    n = int(n)
    dp = [[1] * (n + 1)]
    for i in range(n):
        prev = dp[-1]
        cur = [0] * (n + 1)
        dp.append(cur)
        for j in range(1, n + 1):
            cur[j] = prev[j] + cur[j - 1]
    return dp


@programs.staged(*SIZES)
def flood(n):
    """Flood fill with a stack of coordinates on a grid of dynamic size."""
    n = int(n)
    grid = [[1 if (i * j) % 2 == 0 else 0 for j in range(n)] for i in range(n)]
    todo = [(0, 0)]
    count = 0
    while todo:
        i, j = todo.pop()
        if 0 <= i < n and 0 <= j < n and grid[i][j] == 1:
            grid[i][j] = 2
            count += 1
            todo.append((i + 1, j))
            todo.append((i - 1, j))
            todo.append((i, j + 1))
            todo.append((i, j - 1))
    return count, grid


@programs.staged(*SIZES)
def sieve(n):
    """The sieve of Eratosthenes with each mark in a list of its own."""
    n = int(n) + 10
    marks = [[True] for _ in range(n + 1)]
    for p in range(2, n + 1):
        if marks[p][0]:
            q = p * p
            while q <= n:
                marks[q][0] = False
                q += p
    return [p for p in range(2, n + 1) if marks[p][0]]


@programs.staged(T(3), T(0))
def rows_that_nothing_is_put_into(n):
    """Membership, `==`, `join()` and `sorted()` of rows that are always empty."""
    table = [[] for _ in range(n)]
    found = []
    for row in table:
        found.append(n in row)
        found.append(row == [n])
        found.append(row != table[0] or row in table)
    texts = [" ".join(row) for row in table]
    return found, texts, [sorted(row) for row in table], table.count([]), table == [[]]


@programs.staged(T(3), T(0))
def an_item_of_a_row_that_nothing_is_put_into(n):
    """Indexing, `pop()` and `remove()` on empty rows raise, and are caught."""
    table = [[] for _ in range(n)]
    found = []
    for row in table:
        try:
            found.append(row[0])
        except IndexError as error:
            found.append(len(str(error)))
        try:
            row.pop()
        except IndexError:
            found.append(-1)
        try:
            row.remove(n)
        except ValueError:
            found.append(-2)
    return found


# -- Grids marked in loops


@programs.staged(T(0), T(1), T(3))
def marked_on_some_paths(n):
    """A branch marks cells of a list of lists at places from a stack."""
    seen = [[False, False], [False, False]]
    stack = [0]
    while stack:
        x = stack.pop()
        if n > 1:
            seen[x][0] = True
            if x < 1:
                stack.append(1)
    return seen


@programs.staged(T(0), T(2))
def a_flood(n):
    """Flood fill of a grid with a stack, from a dynamic start."""
    grid = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    stack = [(n, n)]
    while stack:
        i, j = stack.pop()
        if 0 <= i < 3 and 0 <= j < 3 and grid[i][j] == 0:
            grid[i][j] = 2
            stack.append((i + 1, j))
            stack.append((i - 1, j))
            stack.append((i, j + 1))
            stack.append((i, j - 1))
    return grid


@programs.staged(T(0), T(1), T(3))
def a_flood_of_a_grid_of_the_run(n):
    """Breadth-first visit of a grid of dynamic size with a deque."""
    n = int(n)
    seen = [[False] * n for _ in range(n)]
    queue = deque([(0, 0)])
    count = 0
    while queue:
        i, j = queue.popleft()
        if i >= n or j >= n or seen[i][j]:
            continue
        seen[i][j] = True
        count += 1
        queue.append((i + 1, j))
        queue.append((i, j + 1))
    return count, seen


@programs.staged(T(0), T(2))
def distances(n):
    """Breadth-first distances in a grid from a dynamic start."""
    dist = [[-1] * 3 for _ in range(2)]
    dist[0][n] = 0
    queue = deque([(0, n)])
    while queue:
        i, j = queue.popleft()
        for di, dj in [(0, 1), (1, 0), (0, -1)]:
            a, b = i + di, j + dj
            if 0 <= a < 2 and 0 <= b < 3:
                if dist[a][b] == -1:
                    dist[a][b] = dist[i][j] + 1
                    queue.append((a, b))
    return dist


@programs.staged(T(0), T(2), T(5))
def a_row_more_on_some_paths(n):
    """A branch appends a row; a loop updates cells at dynamic places."""
    rows = [[0, 0], [1, 1]]
    if n > 0:
        rows.append([2, 2])
    rows[n % 2][0] += 5
    for i in range(n):
        if i % 2:
            rows[i % 2][1] += i
    return rows


@programs.staged(T(0), T(2), T(5))
def in_an_attribute(n):
    """A method updates a grid in an attribute at dynamic places."""

    class Board:
        def __init__(self):
            self.cells = [[0, 0, 0], [0, 0, 0]]

        def mark(self, k):
            if k % 2:
                self.cells[k % 2][k % 3] += 1

    board = Board()
    for i in range(n):
        board.mark(i)
    return board.cells


@programs.staged(T(0), T(1), T(6))
def rows_changed_after_a_filter(n):
    """A loop changes the rows of a grid that a comprehension filtered."""
    rows = [[i, i * i] for i in range(n)]
    rows = [row for row in rows if row[1] < 10]
    for row in rows:
        row[1] += row[0]
    return rows


# -- Containers of lists of dynamic length

BOTH = [T(3), T(0)]


def made(n):
    first, second = [], [7, 8]
    for i in range(n):
        first.append(i)
    return [first, second, [1, 2]]


@programs.staged(*BOTH)
def measured(n):
    """`len()` and `sum()` mapped over lists of which one has a dynamic length."""
    lists = made(n)
    return max(map(len, lists)), sum(map(sum, lists)), max(len(x) for x in lists)


@programs.staged(*BOTH)
def copied(n):
    """Shallow copies, a reversed slice and `+` of a list of lists."""
    lists = made(n)
    return list(lists), tuple(lists), copy.copy(lists), lists[::-1], lists + [[3]]


@programs.staged(*BOTH)
def asked_for_truth(n):
    """`any()`, `all()` and `bool()` of lists of which one may be empty."""
    return any(made(n)), all(made(n)), bool(made(n))


@programs.staged(*BOTH)
def stepped_through(n):
    """`enumerate()`, `zip()` and `reversed()` over lists of dynamic length."""
    lists = made(n)
    return (
        [(i, len(row)) for i, row in enumerate(lists[-2:])],
        [len(row) + x for row, x in zip(lists, [1, 2, 3])],
        sum(len(row) * x for row, x in zip(lists, [1, 2, 3]) if row),
        list(reversed(lists)),
        [x for i, row in enumerate(lists) for x in row],
    )


@programs.staged(*BOTH)
def sifted(n):
    """`filter(None, ...)` and `filter(len, ...)` drop a list that may be empty."""
    lists = made(n)
    return list(filter(None, lists)), list(filter(len, lists))


@programs.staged(*BOTH)
def mapped(n):
    """`map()` extends each list by `+`, whatever its length."""
    return list(map(lambda row: row + [1], made(n)))


@programs.staged(*BOTH)
def ordered_by_keys(n):
    """`sorted()`, `max()` and `min()` of lists by `len` and `sum` as keys."""
    lists = made(n)
    return sorted(lists, key=len), max(lists, key=len), min(lists, key=sum)


@programs.falls(*BOTH)
def joined(n):
    """`sum()`, `chain()` and `reduce()` concatenate lists of dynamic length."""
    lists = made(n)
    return (
        sum(lists, []),
        list(itertools.chain(*lists)),
        list(itertools.chain.from_iterable(lists)),
        functools.reduce(lambda left, right: left + right, lists),
    )


@programs.staged(*BOTH)
def looked_into(n):
    """`in` compares lists of dynamic length with displays."""
    lists = made(n)
    return [7, 8] in lists, [0, 1, 2] in lists, 3 in lists, [] not in lists


@programs.staged(*BOTH)
def looked_for(n):
    """`in`, `index()` and `count()` on lists that contain lists."""
    return made(n)[0] in [[0, 1, 2], [1]], made(n).index([7, 8]), made(n).count([1, 2])


@programs.staged(*BOTH)
def drawn_from(n):
    """`next()` takes the list of dynamic length; `list()` takes the rest."""
    lists = iter(made(n))
    return next(lists), list(lists)


@programs.staged(*BOTH)
def dicts_of_them(n):
    """Dicts with lists of dynamic length as values are mapped and sorted."""
    table = dict(zip("abc", made(n)))
    return (
        dict(enumerate(made(n))),
        sum(map(len, table.values())),
        max(table, key=lambda k: len(table[k])),
        sorted(table.items(), key=lambda entry: len(entry[1])),
        {k: len(v) for k, v in table.items()},
        [k for k, v in table.items() if v],
    )


@programs.staged(*BOTH)
def pairs_with_them(n):
    """Tuples of a list of dynamic length and a number are sorted by a key."""
    pairs = [(row, i) for i, row in enumerate(made(n))]
    return max(pairs, key=lambda pair: pair[1]), sorted(pairs, key=lambda p: -p[1])


@programs.staged(*BOTH)
def given_as_arguments(n):
    """Lists of dynamic length are passed by `*` and by keyword."""

    def total(*lists, extra):
        return sum(map(len, lists)) + len(extra)

    return total(*made(n), extra=made(n)[0])


@programs.staged(T(2), T(3))
def taken_apart_in_comprehensions(n):
    """Comprehensions unpack lists of dynamic length into their targets."""
    first = []
    for i in range(n):
        first.append(i)
    lists = [first[:2], [7, 8]]
    return (
        [a + b for a, b in lists],
        [a + sum(rest) for a, *rest in lists],
        {i: a * b for i, (a, b) in enumerate(lists)},
    )


@programs.staged(T(3), T(1))
def taken_apart_wrongly_in_a_comprehension(n):
    """Unpacking a list of the wrong dynamic length raises ValueError."""
    return [a + b + c for a, b, c in made(n)[:1]]


@programs.staged(*BOTH)
def changed_under_other_names(n):
    """Swapped and reassigned rows remain aliases of the lists appended to."""
    lists = made(n)
    lists[0], lists[1] = lists[1], lists[0]
    lists[2] = lists[0]
    lists[0].append(4)
    also, them = tuple(lists), iter(lists)
    also[1].append(5)
    next(them).append(6)
    return lists, list(lists)


@programs.staged(*BOTH)
def changed_in_loops_over_them(n):
    """`filter()`, `map()`, `reversed()` and `zip()` yield the rows themselves."""
    lists = made(n)
    for row in filter(None, lists):
        row.pop()
    for row in map(lambda it: it, lists):
        row.append(1)
    for i, row in enumerate(reversed(lists)):
        row.append(i)
    for row, following in zip(lists, lists[1:]):
        row.append(len(following))
    for i in range(n):
        lists[min(2, i)].append(i)
    return lists


@programs.staged(T(3))
def ordered_by_themselves(n):
    """`<` compares lists of lists of dynamic length."""
    return made(n) < made(n + 1)


@programs.staged(T(3))
def copied_deeply(n):
    """`copy.deepcopy()` of lists of dynamic length cannot be staged."""
    return copy.deepcopy(made(n))


# -- Lists filled with None at first

NUMBERS = tuple(map(T, (0, 1, 2, 3, 6)))


@programs.staged(*NUMBERS)
def filled_where_there_is_none(n):
    """Items that are None are filled by the loop, the others are incremented."""
    memo = [None] * 8
    for k in range(n):
        if memo[k % 3] is None:
            memo[k % 3] = k
        else:
            memo[k % 3] += 10
    return memo


@programs.staged(*NUMBERS)
def a_memo_of_a_recursion(n):
    """A recursive Fibonacci function with a memo table of constant length."""
    memo = [None] * 8

    def fibonacci(k):
        if memo[k] is None:
            memo[k] = k if k < 2 else fibonacci(k - 1) + fibonacci(k - 2)
        return memo[k]

    return fibonacci(n)


@programs.staged(*NUMBERS)
def a_hash_table(n):
    """A hash table with linear probing in two lists of None."""
    keys, values = [None] * 8, [None] * 8
    for k in range(n):
        key = k * 5
        place = key % 8
        while keys[place] is not None and keys[place] != key:
            place = (place + 1) % 8
        keys[place], values[place] = key, k
    total = 0
    for i in range(8):
        if keys[i] is not None:
            total += values[i]
    return keys, total


@programs.staged(*NUMBERS)
def a_hash_table_of_pairs(n):
    """A hash table with linear probing that stores (key, value) tuples."""
    table = [None] * 8
    for k in range(n):
        key = k * 5
        place = key % 8
        while table[place] is not None and table[place][0] != key:
            place = (place + 1) % 8
        table[place] = (key, k)
    total = 0
    for each in table:
        if each is not None:
            key, value = each
            total += key * value
    return total


@programs.staged(*NUMBERS)
def a_grid(n):
    """A 3-by-3 grid of None is filled at dynamic indices."""
    grid = [[None] * 3 for _ in range(3)]
    for k in range(n):
        if grid[k % 3][k // 3] is None:
            grid[k % 3][k // 3] = k
    return grid


@programs.staged(*NUMBERS)
def objects(n):
    """Objects replace None at dynamic indices and are summed afterwards."""

    class Point:
        def __init__(self, k):
            self.k = k

    table, total = [None] * 4, 0
    for k in range(n):
        table[k % 4] = Point(k)
    for each in table:
        if each is not None:
            total += each.k
    return total


@programs.staged(*NUMBERS)
def a_list_in_each_place(n):
    """Lists are created on demand in a list of None, as buckets."""
    table = [None] * 4
    for k in range(n):
        if table[k % 2] is None:
            table[k % 2] = []
        table[k % 2].append(k)
    return table


@programs.staged(*NUMBERS)
def a_place_that_there_is_not(n):
    """A dynamic index beyond a list of None raises IndexError."""
    memo = [None] * 4
    return memo[n] is None


@programs.staged(*NUMBERS)
def none_where_a_number_is_needed(n):
    """Adding an item that is still None raises TypeError, in and out of `try`."""
    memo, total = [None] * 4, 0
    for k in range(n):
        try:
            total += memo[k]
        except TypeError:
            total += 100
        except IndexError:
            total += 1000
        if k < 3:
            memo[k + 1] = k
    return total, memo[n] + 1


@programs.staged(*NUMBERS)
def never_filled(n):
    """A list of None of dynamic length is iterated over, indexed and compared."""
    memo, count = [None] * (int(n) + 1), 0
    for each in memo:
        if each is None:
            count += 1
    return memo, count, len(memo), memo[n] is None, memo == [None] * 3


@programs.staged(*NUMBERS)
def a_memo_of_a_recursion_of_the_run(n):
    """A recursive Fibonacci function with a memo table of dynamic length."""
    memo = [None] * (int(n) + 1)

    def fibonacci(k):
        if k < 2:
            return k
        if memo[k] is not None:
            return memo[k]
        memo[k] = fibonacci(k - 1) + fibonacci(k - 2)
        return memo[k]

    return fibonacci(n)


@programs.staged(*NUMBERS)
def fewest_coins(n):
    """Coin change: the fewest coins, with None for unreachable amounts."""
    fewest = [None] * (int(n) + 1)
    fewest[0] = 0
    for i in range(1, n + 1):
        for coin in (1, 3, 4):
            if i >= coin and fewest[i - coin] is not None:
                found = fewest[i - coin] + 1
                if fewest[i] is None or found < fewest[i]:
                    fewest[i] = found
    return fewest[n]


@programs.staged(*NUMBERS)
def a_path_of_parents(n):
    """A loop follows parent links in a list until it meets None."""
    parents = [None] * (int(n) + 1)
    for i in range(1, n + 1):
        parents[i] = i // 2
    path, each = [], n
    while each is not None and each > 0:
        path.append(each)
        each = parents[each]
    return path


@programs.staged(*NUMBERS)
def floats(n):
    """Floats replace every second None of a list of dynamic length."""
    found, total = [None for _ in range(n)], 0.0
    for k in range(n):
        if k % 2:
            found[k] = k / 2
    for each in found:
        if each is not None:
            total += each
    return found, total


@programs.staged(*NUMBERS)
def arrays(n):
    """NumPy arrays replace all None of a list but the last."""
    found = [None] * (int(n) + 1)
    for k in range(n):
        found[k] = np.arange(3) * k
    return found


@programs.staged(*NUMBERS)
def rows_of_none(n):
    """Rows of None are appended; a square grid of None is filled in part."""
    found, grid = [], [[None] * int(n) for _ in range(n)]
    for i in range(n):
        found.append([None] * 3)
        for j in range(i):
            grid[i][j] = i * j
    return found, grid


@programs.staged(*NUMBERS)
def places_that_there_are_not(n):
    """A constant index beyond a list of dynamic length raises IndexError."""
    memo = [None] * int(n)
    return memo[2] is None


@programs.staged(T(3))
def text(n):
    """Storing strings in a list of None of dynamic length cannot be staged."""
    found = [None] * int(n)
    for k in range(n):
        found[k] = f"a{k}"
    return found


@programs.staged(T(3))
def pairs(n):
    """Storing tuples in a list of None of dynamic length cannot be staged."""
    found = [None] * int(n)
    for k in range(n):
        found[k] = (k, k / 2)
    return found[0]


@programs.staged(T(3))
def the_text_of_floats(n):
    """`str()` of a float from a list of None of dynamic length is not staged."""
    found = [None] * int(n)
    for k in range(n):
        found[k] = k / 2
    return str(found[0])
