"""Sets, heaps, deques and stacks."""

import heapq
from collections import deque

import numpy as np

from tools.bench.programs._table import Programs

programs = Programs("queues")


@programs.sized(160000, lambda rng, n: (rng.integers(0, n // 4, n),))
def first_occurrences(xs):
    """Return each value once, in order of its first occurrence."""
    seen = set()
    unique = []
    for x in xs.tolist():
        if x not in seen:
            seen.add(x)
            unique.append(x)
    return unique


@programs.sized(300, lambda rng, n: (rng.integers(0, 60, (n, 20)),))
def similar_rows(A):
    """Count neighbouring rows that share a third of their values."""
    rows = [set(row) for row in A.tolist()]
    similar = 0
    for i in range(len(rows)):
        for j in range(i + 1, min(i + 20, len(rows))):
            shared = rows[i] & rows[j]
            if 3 * len(shared) >= len(rows[i] | rows[j]):
                similar += 1
    return similar


@programs.sized(150, lambda rng, n: (rng.random((n, n)) < 0.6,))
def flood_fill(open_cells):
    """Return the sizes of the connected regions of a grid, by sets of cells."""
    left = set()
    for y in range(open_cells.shape[0]):
        for x in range(open_cells.shape[1]):
            if open_cells[y, x]:
                left.add((y, x))
    sizes = []
    while left:
        todo = [left.pop()]
        size = 0
        while todo:
            y, x = todo.pop()
            size += 1
            for cell in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                if cell in left:
                    left.remove(cell)
                    todo.append(cell)
        sizes.append(size)
    return sorted(sizes)


@programs.sized(200000, lambda rng, n: (rng.normal(size=n), 100))
def largest_by_heap(xs, k):
    """Return the k largest values, by a heap of k."""
    heap = []
    for x in xs.tolist():
        if len(heap) < k:
            heapq.heappush(heap, x)
        elif x > heap[0]:
            heapq.heapreplace(heap, x)
    return sorted(heap, reverse=True)


@programs.sized(20000, lambda rng, n: (rng.normal(size=n),))
def heap_sort(xs):
    """Push all on a heap, and pop them."""
    heap = []
    for x in xs:
        heapq.heappush(heap, x)
    ordered = []
    while heap:
        ordered.append(heapq.heappop(heap))
    return ordered


@programs.sized(12000, lambda rng, n: (rng.integers(0, 10**6, n),))
def medians_by_heaps(xs):
    """Return the sum of running medians, by two heaps."""
    low = []
    high = []
    total = 0
    for x in xs.tolist():
        heapq.heappush(low, -x)
        heapq.heappush(high, -heapq.heappop(low))
        if len(high) > len(low):
            heapq.heappush(low, -heapq.heappop(high))
        total += -low[0]
    return total


@programs.sized(
    12000, lambda rng, n: (rng.exponential(1.0, n), rng.exponential(2.5, n), 3)
)
def waiting_at_counters(gaps, services, servers):
    """Return the mean wait at counters that serve one each, by a heap of events."""
    free = [0.0] * servers
    now = 0.0
    waited = 0.0
    longest = 0.0
    for gap, service in zip(gaps, services):
        now += gap
        earliest = heapq.heappop(free)
        start = max(now, earliest)
        waited += start - now
        longest = max(longest, start - now)
        heapq.heappush(free, start + service)
    return waited / len(gaps), longest


@programs.sized(4000, lambda rng, n: (rng.integers(1, 10, n), rng.integers(1, 100, n)))
def tasks_by_priority(priorities, durations):
    """Run tasks in slices of time, the most urgent first; return when each ended."""
    queue = []
    for i, (priority, duration) in enumerate(zip(priorities, durations)):
        heapq.heappush(queue, (int(priority), i, int(duration)))
    clock = 0
    ended = {}
    while queue:
        priority, i, left = heapq.heappop(queue)
        clock += min(left, 25)
        if left > 25:
            heapq.heappush(queue, (priority + 1, i, left - 25))
        else:
            ended[i] = clock
    return ended


@programs.sized(40000, lambda rng, n: (rng.integers(0, 10**6, n), 50))
def maxima_of_windows(xs, width):
    """Return the sum of the maxima of all windows, by a deque of candidates."""
    candidates = deque()
    values = xs.tolist()
    total = 0
    for i, x in enumerate(values):
        while candidates and values[candidates[-1]] <= x:
            candidates.pop()
        candidates.append(i)
        if candidates[0] <= i - width:
            candidates.popleft()
        if i >= width - 1:
            total += values[candidates[0]]
    return total


@programs.sized(30000, lambda rng, n: (rng.integers(1, 100, n), 8))
def round_robin(tasks, quantum):
    """Serve tasks in turns of a quantum; return the order in which they end."""
    queue = deque()
    for i, length in enumerate(tasks):
        queue.append((i, int(length) // 4))
    order = []
    while queue:
        i, left = queue.popleft()
        if left > quantum:
            queue.append((i, left - quantum))
        else:
            order.append(i)
    return order


@programs.sized(120000, lambda rng, n: (rng.integers(0, 6, n),))
def matched_brackets(codes):
    """Count the brackets that are matched, by a stack; a mismatch clears it."""
    closing = {3: 0, 4: 1, 5: 2}
    stack = []
    matched = 0
    for code in codes.tolist():
        if code not in closing:
            stack.append(code)
        elif stack and stack[-1] == closing[code]:
            stack.pop()
            matched += 2
        else:
            stack.clear()
    return matched, len(stack)


def _postfix(rng, n):
    codes = []
    depth = 0
    for _ in range(n):
        if depth >= 2 and rng.random() < 0.55:
            codes.append(-int(rng.integers(1, 4)))
            depth -= 1
        else:
            codes.append(int(rng.integers(1, 100)))
            depth += 1
    return (np.array(codes),)


@programs.sized(100000, _postfix)
def postfix_values(codes):
    """Evaluate an expression in postfix form: positive numbers, negative operators."""
    stack = []
    for code in codes.tolist():
        if code > 0:
            stack.append(code)
            continue
        right = stack.pop()
        left = stack.pop()
        if code == -1:
            stack.append((left + right) % 10007)
        elif code == -2:
            stack.append((left - right) % 10007)
        else:
            stack.append(left * right % 10007)
    return stack


@programs.sized(30000, lambda rng, n: (rng.normal(size=n).cumsum(),))
def spans_of_prices(prices):
    """Return for how many days each price was the highest, by a stack of days."""
    spans = []
    days = []
    for i, price in enumerate(prices):
        while days and prices[days[-1]] <= price:
            days.pop()
        spans.append(i - days[-1] if days else i + 1)
        days.append(i)
    return spans
