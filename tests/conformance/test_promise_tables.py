"""Tables as lists of lists, whose sizes only the run knows, filled in place."""

# Programs under test are written as users write them.
# ruff: noqa: B007, PERF401, PLR1730

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
SIZES = (T(4), T(1), T(0))
WORDS = (
    (T([1, 2, 3, 3, 4, 5]), T([6, 2, 3, 3, 2, 5, 7]), T(6)),
    (T([4]), T([1, 4]), T(1)),
)
rows = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*WORDS)
def edit_distance(a, b, k):
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


@rows.on(*WORDS)
def lcs(a, b, k):
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


@rows.on(*SIZES)
def floyd(n):
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


@rows.on((T([3, 4, 5]), T(3), T(9)), (T([3, 4, 5]), T(0), T(2)))
def knapsack(ws, k, cap):
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


@rows.on(*SIZES)
def pascal(n):
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


@rows.on(*SIZES)
def pascal2(n):
    n = int(n)
    tri = []
    for i in range(n):
        tri.append([1] * (i + 1))
        for j in range(1, i):
            tri[i][j] = tri[i - 1][j - 1] + tri[i - 1][j]
    return tri


@rows.on(*SIZES)
def life(n):
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


@rows.on(*SIZES)
def bfs(n):
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


@rows.on((T([3, 17, 9, 1, 8]), T(5)), (T([3, 17]), T(0)))
def bucket(xs, k):
    xs = [int(xs[i]) for i in range(int(k))]
    buckets = [[] for _ in range(5)]
    for x in xs:
        buckets[x // 4].append(x)
    out = []
    for b in buckets:
        b.sort()
        out.extend(b)
    return out


@rows.on((T([3, 17, 9, 1, 8]), T(4)))
def bucket2(xs, k):
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


@rows.on(*SIZES)
def matmul(n):
    n = int(n)
    a = [[i + j * 0.5 for j in range(n)] for i in range(n)]
    b = [[i - j * 1.5 for j in range(n)] for i in range(n)]
    c = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return c


@rows.on(*SIZES)
def transpose(n):
    n = int(n)
    a = [[i * n + j for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(i):
            a[i][j], a[j][i] = a[j][i], a[i][j]
    return a


@rows.on(*SIZES)
def prevcur(n):
    n = int(n)
    dp = [[1] * n for _ in range(n)]
    for i in range(1, n):
        prev = dp[i - 1]
        cur = dp[i]
        for j in range(1, n):
            cur[j] = prev[j] + cur[j - 1]
    return dp


@rows.on(*SIZES)
def cube(n):
    n = int(n)
    c = [[[0] * n for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j][k] = i * 100 + j * 10 + k
    return c


@rows.on(*SIZES)
def dijk(n):
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


@rows.on(*SIZES)
def rebind(n):
    n = int(n)
    grid = [[0] * n for _ in range(n)]
    for s in range(3):
        nxt = [[0] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                nxt[i][j] = grid[i][j - 1] + i + s
        grid = nxt
    return grid


@rows.on(*SIZES)
def prevcur2(n):
    n = int(n)
    dp = [[1] * (n + 1)]
    for i in range(n):
        prev = dp[-1]
        cur = [0] * (n + 1)
        dp.append(cur)
        for j in range(1, n + 1):
            cur[j] = prev[j] + cur[j - 1]
    return dp


@rows.on(*SIZES)
def flood(n):
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


@rows.on(*SIZES)
def sieve(n):
    n = int(n) + 10
    marks = [[True] for _ in range(n + 1)]
    for p in range(2, n + 1):
        if marks[p][0]:
            q = p * p
            while q <= n:
                marks[q][0] = False
                q += p
    return [p for p in range(2, n + 1) if marks[p][0]]


@rows.on(T(3), T(0))
def rows_that_nothing_is_put_into(n):
    table = [[] for _ in range(n)]
    found = []
    for row in table:
        found.append(n in row)
        found.append(row == [n])
        found.append(row != table[0] or row in table)
    texts = [" ".join(row) for row in table]
    return found, texts, [sorted(row) for row in table], table.count([]), table == [[]]


@rows.on(T(3), T(0))
def an_item_of_a_row_that_nothing_is_put_into(n):
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
