"""Sorting: lists that are swapped, split, merged and filled."""

from tools.bench.programs._table import Programs

programs = Programs("sorting")


def numbers(rng, n):
    """Return an array of integers."""
    return (rng.integers(0, 10000, n),)


@programs.sized(600, numbers)
def bubble_sort(xs):
    """Swap neighbours until all are in order."""
    items = list(xs)
    n = len(items)
    for i in range(n):
        for j in range(n - 1 - i):
            if items[j] > items[j + 1]:
                items[j], items[j + 1] = items[j + 1], items[j]
    return items


@programs.sized(400, numbers)
def insertion_sort(xs):
    """Insert each into the sorted part before it, in the array itself."""
    for i in range(1, len(xs)):
        x = xs[i]
        j = i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = x
    return xs


@programs.sized(900, numbers)
def selection_sort(xs):
    """Put the least of the rest in front."""
    items = xs.tolist()
    for i in range(len(items)):
        least = i
        for j in range(i + 1, len(items)):
            if items[j] < items[least]:
                least = j
        items[i], items[least] = items[least], items[i]
    return items


@programs.sized(7000, numbers)
def merge_sort(xs):
    """Sort the halves, and merge them."""
    return _merge_sorted(xs.tolist())


def _merge_sorted(items):
    if len(items) <= 1:
        return items
    middle = len(items) // 2
    left = _merge_sorted(items[:middle])
    right = _merge_sorted(items[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    merged.extend(left[i:])
    merged.extend(right[j:])
    return merged


@programs.sized(4000, numbers)
def quick_sort(xs):
    """Sort what is below and what is above a pivot."""
    return _quick_sorted(list(xs))


def _quick_sorted(items):
    if len(items) < 2:
        return items
    pivot = items[len(items) // 2]
    below = [x for x in items if x < pivot]
    equal = [x for x in items if x == pivot]
    above = [x for x in items if x > pivot]
    return _quick_sorted(below) + equal + _quick_sorted(above)


@programs.sized(10000, numbers)
def quick_sort_in_place(xs):
    """Sort by partitions of a list, with a stack of what is left to do."""
    items = xs.tolist()
    todo = [(0, len(items) - 1)]
    while todo:
        low, high = todo.pop()
        if low >= high:
            continue
        pivot = items[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while items[i] < pivot:
                i += 1
            while items[j] > pivot:
                j -= 1
            if i <= j:
                items[i], items[j] = items[j], items[i]
                i += 1
                j -= 1
        todo.append((low, j))
        todo.append((i, high))
    return items


@programs.sized(50000, numbers)
def counting_sort(xs):
    """Count each value, and write it so often."""
    counts = [0] * (int(max(xs)) + 1)
    for x in xs:
        counts[x] += 1
    items = []
    for value, count in enumerate(counts):
        items.extend([value] * count)
    return items


@programs.sized(5000, numbers)
def shell_sort(xs):
    """Sort by insertion with gaps that shrink."""
    items = xs.tolist()
    gap = len(items) // 2
    while gap > 0:
        for i in range(gap, len(items)):
            x = items[i]
            j = i
            while j >= gap and items[j - gap] > x:
                items[j] = items[j - gap]
                j -= gap
            items[j] = x
        gap //= 2
    return items


@programs.sized(30000, numbers)
def radix_sort(xs):
    """Distribute by each digit in turn."""
    items = xs.tolist()
    place = 1
    largest = max(items)
    while place <= largest:
        buckets = [[] for _ in range(10)]
        for x in items:
            buckets[x // place % 10].append(x)
        items = [x for bucket in buckets for x in bucket]
        place *= 10
    return items
