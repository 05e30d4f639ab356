"""Dicts: counted in, grouped by, looked up, nested, keyed by pairs."""

from collections import Counter, OrderedDict, defaultdict

from tools.bench.programs._table import Programs

programs = Programs("dicts")


@programs.sized(70000, lambda rng, n: (rng.integers(0, 500, n),))
def count_values(xs):
    """Count how often each value is there."""
    counts = {}
    for x in xs:
        counts[x] = counts.get(x, 0) + 1
    return counts


@programs.sized(80000, lambda rng, n: (rng.integers(0, 500, n),))
def count_known_values(xs):
    """Count Python numbers by `in` and item assignment; return the commonest."""
    counts = {}
    for x in xs.tolist():
        if x in counts:
            counts[x] += 1
        else:
            counts[x] = 1
    best = max(counts, key=lambda k: (counts[k], k))
    return best, counts[best]


@programs.sized(70000, lambda rng, n: (rng.integers(0, 300, n),))
def group_by_setdefault(keys):
    """Return the positions of each key."""
    groups = {}
    for i, key in enumerate(keys):
        groups.setdefault(key, []).append(i)
    return groups


@programs.sized(50000, lambda rng, n: (rng.integers(0, 300, n), rng.normal(size=n)))
def group_by_defaultdict(keys, values):
    """Return the mean of the values of each key."""
    groups = defaultdict(list)
    for key, value in zip(keys, values):
        groups[int(key)].append(float(value))
    return {key: sum(group) / len(group) for key, group in groups.items()}


@programs.sized(60000, lambda rng, n: (rng.integers(0, 10**7, n), 12345678))
def two_that_add_up(xs, target):
    """Count the pairs that add up to a target."""
    seen = {}
    pairs = 0
    for x in xs.tolist():
        pairs += seen.get(target - x, 0)
        seen[x] = seen.get(x, 0) + 1
    return pairs


@programs.sized(
    10000, lambda rng, n: (rng.integers(0, 200, n), rng.integers(0, 200, n))
)
def count_edges(left, right):
    """Count pairs of numbers, which are the keys; return the ten commonest."""
    counts = Counter()
    for a, b in zip(left.tolist(), right.tolist()):
        counts[min(a, b), max(a, b)] += 1
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:10]


@programs.sized(
    16000,
    lambda rng, n: (
        rng.integers(0, 400, n),
        rng.integers(0, 400, n),
        rng.normal(size=n),
        rng.normal(size=400),
    ),
)
def sparse_product(rows, columns, entries, x):
    """Multiply a sparse matrix, a dict by row and column, by a vector."""
    matrix = {}
    for i, j, entry in zip(rows, columns, entries):
        key = (int(i), int(j))
        matrix[key] = matrix.get(key, 0.0) + entry
    product = {}
    for (i, j), entry in matrix.items():
        product[i] = product.get(i, 0.0) + entry * x[j]
    return product


@programs.sized(
    15000,
    lambda rng, n: (
        rng.permutation(n),
        rng.normal(size=n),
        rng.integers(0, 2 * n, n),
        rng.normal(size=n),
    ),
)
def joined_tables(ids, prices, ordered, amounts):
    """Join two tables by a key; return the sum, and the keys without a price."""
    price_of = {}
    for i in range(len(ids)):
        price_of[int(ids[i])] = prices[i]
    total = 0.0
    missing = []
    for i in range(len(ordered)):
        key = int(ordered[i])
        if key in price_of:
            total += price_of[key] * amounts[i]
        else:
            missing.append(key)
    return total, missing


@programs.sized(80000, lambda rng, n: (rng.integers(0, 300, n), 200))
def least_recently_used(requests, capacity):
    """Count the hits of a cache that drops what was not used longest."""
    cache = OrderedDict()
    hits = 0
    for page in requests.tolist():
        if page in cache:
            hits += 1
            cache.move_to_end(page)
        else:
            cache[page] = True
            if len(cache) > capacity:
                cache.popitem(last=False)
    return hits, list(cache)


@programs.sized(
    50000,
    lambda rng, n: (
        rng.integers(0, 40, n),
        rng.integers(0, 3, n),
        rng.integers(1, 50, n),
    ),
)
def stock_of_shops(items, actions, amounts):
    """Keep stock in a dict of dicts; an order that cannot be met raises KeyError."""
    stock = {}
    refused = 0
    for item, action, amount in zip(items.tolist(), actions.tolist(), amounts.tolist()):
        if action == 0:
            entry = stock.setdefault(item, {"stored": 0, "sold": 0})
            entry["stored"] += amount
            continue
        try:
            entry = stock[item]
        except KeyError:
            refused += 1
            continue
        if entry["stored"] < amount:
            refused += 1
        else:
            entry["stored"] -= amount
            entry["sold"] += amount
    return refused, {item: entry["sold"] for item, entry in stock.items()}


@programs.sized(20000, lambda rng, n: (rng.integers(0, 4, n), 3))
def markov_chain(states, order):
    """Return how often each state follows each few before it."""
    following = defaultdict(dict)
    values = states.tolist()
    for i in range(len(values) - order):
        before = tuple(values[i : i + order])
        after = values[i + order]
        following[before][after] = following[before].get(after, 0) + 1
    return {
        key: max(counts, key=lambda k: counts[k])
        for key, counts in sorted(following.items())
    }
