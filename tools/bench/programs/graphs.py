"""Graphs: searched, shortened, sorted, joined; neighbours in dicts and lists."""

import heapq
import math
from collections import deque

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("graphs")


def edges(rng, n):
    """Return the number of vertices, and four edges of each with their weights."""
    return n, rng.integers(0, n, (4 * n, 2)), rng.uniform(0.1, 1.0, 4 * n)


@programs.sized(2000, edges)
def dijkstra(n, edges, weights):
    """Return the distances from the first vertex, by a heap."""
    neighbours = [[] for _ in range(n)]
    for (a, b), weight in zip(edges.tolist(), weights.tolist()):
        neighbours[a].append((b, weight))
        neighbours[b].append((a, weight))
    distances = {}
    heap = [(0.0, 0)]
    while heap:
        distance, vertex = heapq.heappop(heap)
        if vertex in distances:
            continue
        distances[vertex] = distance
        for other, weight in neighbours[vertex]:
            if other not in distances:
                heapq.heappush(heap, (distance + weight, other))
    return distances


@programs.sized(2500, lambda rng, n: edges(rng, n)[:2])
def breadth_first(n, edges):
    """Return the levels of vertices from the first, by a deque and a set."""
    neighbours = {}
    for a, b in edges:
        neighbours.setdefault(int(a), []).append(int(b))
    levels = {0: 0}
    seen = {0}
    queue = deque([0])
    while queue:
        vertex = queue.popleft()
        for other in neighbours.get(vertex, []):
            if other not in seen:
                seen.add(other)
                levels[other] = levels[vertex] + 1
                queue.append(other)
    return levels


@programs.sized(13000, lambda rng, n: (n, rng.integers(0, n, (n // 2, 2))))
def components_by_search(n, edges):
    """Return the sizes of connected components, by depth-first search."""
    neighbours = {i: set() for i in range(n)}
    for a, b in edges.tolist():
        neighbours[a].add(b)
        neighbours[b].add(a)
    seen = [False] * n
    sizes = []
    for start in range(n):
        if seen[start]:
            continue
        seen[start] = True
        stack = [start]
        size = 0
        while stack:
            vertex = stack.pop()
            size += 1
            for other in sorted(neighbours[vertex]):
                if not seen[other]:
                    seen[other] = True
                    stack.append(other)
        sizes.append(size)
    return sizes


@programs.sized(8000, lambda rng, n: (n, rng.integers(0, n, (n, 2))))
def union_find(n, edges):
    """Count connected components, by a forest with path halving."""
    parents = list(range(n))
    left = n
    for a, b in edges:
        while parents[a] != a:
            parents[a] = parents[parents[a]]
            a = parents[a]
        while parents[b] != b:
            parents[b] = parents[parents[b]]
            b = parents[b]
        if a != b:
            parents[a] = b
            left -= 1
    return left


def _acyclic(rng, n):
    pairs = np.sort(rng.integers(0, n, (3 * n, 2)), axis=1)
    return n, pairs[pairs[:, 0] != pairs[:, 1]]


@programs.sized(8000, _acyclic)
def topological_order(n, edges):
    """Return the vertices in an order that all edges follow."""
    following = {i: [] for i in range(n)}
    missing = [0] * n
    for before, after in edges.tolist():
        following[before].append(after)
        missing[after] += 1
    ready = deque(i for i in range(n) if missing[i] == 0)
    order = []
    while ready:
        vertex = ready.popleft()
        order.append(vertex)
        for after in following[vertex]:
            missing[after] -= 1
            if missing[after] == 0:
                ready.append(after)
    return order


@programs.sized(56, lambda rng, n: (rng.uniform(0.0, 1.0, (n, n)),))
def floyd_warshall(weights):
    """Return all distances, lists of lists."""
    distances = weights.tolist()
    n = len(distances)
    for k in range(n):
        for i in range(n):
            for j in range(n):
                through = distances[i][k] + distances[k][j]
                if through < distances[i][j]:
                    distances[i][j] = through
    return distances


@programs.sized(300, lambda rng, n: (rng.uniform(0.0, 1.0, (n, 2)),))
def prim_tree(points):
    """Return the length of the shortest tree that joins all points."""
    n = len(points)
    coordinates = points.tolist()
    nearest = [math.inf] * n
    nearest[0] = 0.0
    outside = set(range(n))
    total = 0.0
    while outside:
        vertex = min(outside, key=lambda i: nearest[i])
        outside.remove(vertex)
        total += nearest[vertex]
        x, y = coordinates[vertex]
        for i in outside:
            distance = math.hypot(coordinates[i][0] - x, coordinates[i][1] - y)
            if distance < nearest[i]:
                nearest[i] = distance
    return total


@programs.sized(1800, edges)
def bellman_ford(n, edges, weights):
    """Return the distances from the first vertex, until no edge shortens one."""
    distances = [math.inf] * n
    distances[0] = 0.0
    listed = [(int(a), int(b), float(w)) for (a, b), w in zip(edges, weights)]
    has_changed = True
    while has_changed:
        has_changed = False
        for a, b, weight in listed:
            if distances[a] + weight < distances[b]:
                distances[b] = distances[a] + weight
                has_changed = True
    return distances


@programs.sized(900, lambda rng, n: (n, rng.integers(0, n, (4 * n, 2)), 20))
def page_ranks(n, links, turns):
    """Return the ranks of pages, a dict that is made anew in each turn."""
    outgoing = {}
    for a, b in links.tolist():
        outgoing.setdefault(a, []).append(b)
    ranks = {i: 1.0 / n for i in range(n)}
    for _ in range(turns):
        following = {i: 0.15 / n for i in range(n)}
        for page, targets in outgoing.items():
            share = 0.85 * ranks[page] / len(targets)
            for target in targets:
                following[target] += share
        ranks = following
    return ranks
