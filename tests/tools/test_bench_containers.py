"""The programs of the benchmark are right as plain Python, and what differs is found."""

import bisect
import functools
import itertools
import math
import time
from collections import Counter

import numpy as np
import pytest

from tools.bench import bench_containers as bench
from tools.bench import bench_tracing
from tools.bench._results import difference
from tools.bench.programs import PROGRAMS
from tools.bench.programs._table import Program

SMALL = 30
# What these take is not the length of an array.
SIZES = {
    "queens": 1,
    "fibonacci": 50,
    "knapsack": 8,
    "matrix_chain": 7,
    "simpson_integral": 1000,
}


def small_arguments(program):
    return program.arguments(SIZES.get(program.name, SMALL))


def all_distances(n, edges, weights, *, is_directed=False):
    distances = np.full((n, n), np.inf)
    np.fill_diagonal(distances, 0.0)
    both = [(edges[:, 0], edges[:, 1]), (edges[:, 1], edges[:, 0])]
    for ends in both[:1] if is_directed else both:
        np.minimum.at(distances, ends, weights)
    for k in range(n):
        distances = np.minimum(distances, distances[:, [k]] + distances[[k], :])
    return distances


def of_reachable(distances):
    return {i: d for i, d in enumerate(distances.tolist()) if d < math.inf}


def component_sizes(n, edges):
    distances = all_distances(n, edges, 1.0)
    firsts = [int(np.argmax(np.isfinite(row))) for row in distances]
    return [count for _, count in sorted(Counter(firsts).items())]


def page_ranks(n, links, turns):
    matrix = np.zeros((n, n))
    np.add.at(matrix, (links[:, 1], links[:, 0]), 1.0)
    matrix /= np.maximum(matrix.sum(axis=0), 1.0)
    ranks = np.full(n, 1.0 / n)
    for _ in range(turns):
        ranks = 0.15 / n + 0.85 * matrix @ ranks
    return dict(enumerate(ranks.tolist()))


def collatz_length(n):
    return 0 if n == 1 else 1 + collatz_length(n // 2 if n % 2 == 0 else 3 * n + 1)


def edit_distance(a, b):
    @functools.cache
    def distance(i, j):
        if i == 0 or j == 0:
            return i + j
        replaced = distance(i - 1, j - 1) + (a[i - 1] != b[j - 1])
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, replaced)

    return distance(len(a), len(b))


def matrix_chain(sizes):
    @functools.cache
    def cost(i, j):
        ends = sizes[i] * sizes[j]
        return min(
            (cost(i, k) + cost(k, j) + ends * sizes[k] for k in range(i + 1, j)),
            default=0,
        )

    return cost(0, len(sizes) - 1)


def cheapest_path(costs):
    @functools.cache
    def cost(i, j):
        before = [cost(*p) for p in ((i - 1, j), (i, j - 1)) if min(p) >= 0]
        return costs[i, j] + min(before, default=0)

    return cost(*(n - 1 for n in costs.shape))


def knapsack(weights, values, capacity):
    chosen = itertools.product([0, 1], repeat=len(weights))
    return max(values @ c for c in map(np.array, chosen) if weights @ c <= capacity)


def rising(xs):
    tails = []
    for x in xs:
        place = bisect.bisect_left(tails, x)
        tails[place : place + 1] = [x]
    return len(tails)


def best_sum(xs):
    n = len(xs)
    return max((xs[i:j].sum(), i, j - 1) for i in range(n) for j in range(i + 1, n + 1))


def closest_pair(points):
    distances = np.linalg.norm(points[:, None] - points[None], axis=-1)
    distances[np.tril_indices(len(points))] = np.inf
    pair = np.unravel_index(np.argmin(distances), distances.shape)
    return distances[pair], tuple(map(int, pair))


def points_inside(corners, points):
    """Add up the angles under which edges are seen: a turn, if from inside."""
    seen = corners[None] - points[:, None]
    angles = np.arctan2(seen[..., 1], seen[..., 0])
    turns = np.angle(np.exp(1j * np.diff(angles, axis=1, append=angles[:, :1])))
    return int((np.abs(turns.sum(axis=1)) > 1.0).sum())


def cached_squares(requests, capacity):
    misses, recent = 0, []
    for request in requests:
        misses += request not in recent
        recent = [*(r for r in recent if r != request), request][-capacity:]
    return sum(requests**2), misses


def damped_oscillation(low, high, n):
    def primitive(x):
        return math.exp(-0.3 * x) * (math.sin(x) - 0.3 * math.cos(x)) / 1.09

    return primitive(high) - primitive(low)


def text_of(codes):
    return bytes(codes.tolist()).decode()


def shifted(codes, by):
    table = {97 + i: 97 + (i + by) % 26 for i in range(26)}
    return text_of(codes).translate(table)


def is_prime(n):
    return n > 1 and all(n % d for d in range(2, n))


def in_order(xs):
    return sorted(xs.tolist())


def medians(xs, upper):
    return sum(sorted(xs[: i + 1])[(i + upper) // 2] for i in range(len(xs)))


def product(rows, columns, entries, x):
    dense = np.zeros((400, 400))
    np.add.at(dense, (rows, columns), entries)
    return {i: dense[i] @ x for i in dict.fromkeys(rows.tolist())}


def groups(keys, values):
    return {
        k: [v for c, v in zip(keys, values, strict=True) if c == k]
        for k in dict.fromkeys(keys.tolist())
    }


TRUTHS = {
    "longest_collatz": lambda n: max(((s, collatz_length(s)) for s in range(1, n)), key=lambda p: p[1]),
    "newton_square_roots": lambda x: np.sqrt(x).sum(),
    "coprime_pairs": lambda a, b: int((np.gcd(a, b) == 1).sum()),
    "modular_inverses": lambda x, p: sum(pow(v, -1, p) for v in x.tolist()),
    "cube_roots_by_bisection": lambda x: np.cbrt(x).max(),
    "perfect_numbers": lambda n: sum(p for p in (6, 28, 496) if p < n),
    "simpson_integral": damped_oscillation,
    "primes_by_sieve": lambda n: sum(map(is_prime, range(n + 1))),
    "power_iteration": lambda A, n: np.abs(np.linalg.eigvals(A)).max(),
    "matrix_powers": lambda A, n: np.linalg.inv(np.eye(12) - A) * (n + 1) - sum_of_tails(A, n),
    "life_of_rows": lambda b, n: PROGRAMS["life_by_rolls"].run(b, n).tolist(),
    "prefix_sums_in_place": np.cumsum,
    "moving_averages": lambda x, w: np.convolve(x, np.full(w, 1 / w), "valid"),
    "histogram": lambda x, n: np.histogram(x, n, (0.0, 1.0))[0],
    "gauss_elimination": np.linalg.solve,
    "product_of_rows": lambda A, B: (A @ B).tolist(),
    "pascal_triangle": lambda n: [math.comb(n - 1, k) % 1000003 for k in range(n)],
    "running_medians": lambda x: medians(x, 1),
    "found_by_halving": lambda x, wanted: int(np.isin(wanted, x).sum()),
    **dict.fromkeys(
        "bubble_sort insertion_sort selection_sort merge_sort quick_sort quick_sort_in_place "
        "counting_sort shell_sort radix_sort heap_sort".split(), in_order,
    ),
    "count_values": lambda x: dict(Counter(x.tolist())),
    "group_by_setdefault": lambda keys: groups(keys, range(len(keys))),
    "group_by_defaultdict": lambda k, v: {key: np.mean(g) for key, g in groups(k, v).items()},
    "two_that_add_up": lambda x, s: int(np.triu(x[:, None] + x == s, 1).sum()),
    "sparse_product": product,
    "first_occurrences": lambda x: list(dict.fromkeys(x.tolist())),
    "largest_by_heap": lambda x, k: sorted(x, reverse=True)[:k],
    "medians_by_heaps": lambda x: medians(x, 0),
    "maxima_of_windows": lambda x, w: sum(max(x[i : i + w]) for i in range(len(x) - w + 1)),
    "text_by_addition": lambda x: ",".join(map(str, x)),
    "caesar_cipher": shifted,
    "count_words": lambda codes: dict(Counter(text_of(codes).split())),
    "run_lengths": lambda codes: "".join(f"{k}{len([*g])}" for k, g in itertools.groupby(text_of(codes))),
    "binary_digits": lambda x: (sum(map(int.bit_count, x.tolist())), max((f"{v:b}" for v in x), key=len)),
    "reversed_links": lambda x: x[x % 2 == 0].tolist(),
    "linked_cache": cached_squares,
    "dijkstra": lambda n, e, w: of_reachable(all_distances(n, e, w)[0]),
    "breadth_first": lambda n, e: of_reachable(all_distances(n, e, 1.0, is_directed=True)[0]),
    "bellman_ford": lambda n, e, w: all_distances(n, e, w, is_directed=True)[0].tolist(),
    "components_by_search": component_sizes,
    "union_find": lambda n, e: len(component_sizes(n, e)),
    "page_ranks": page_ranks,
    "longest_rising_subsequence": rising,
    "knapsack": knapsack,
    "edit_distance": edit_distance,
    "best_sum_of_neighbours": best_sum,
    "partitions": lambda n: {15: 176}[n // 2],
    "fibonacci": lambda n: round(((1 + 5**0.5) / 2) ** n / 5**0.5),
    "queens": lambda n: {9: 352}[n],
    "matrix_chain": matrix_chain,
    "cheapest_path": cheapest_path,
    "closest_pair": closest_pair,
    "points_in_polygon": points_inside,
}  # fmt: skip


def sum_of_tails(A, n):
    """Of the geometric series: each power sum lacks a tail of the inverse."""
    inverse = np.linalg.inv(np.eye(len(A)) - A)
    return sum(inverse @ np.linalg.matrix_power(A, k + 1) for k in range(n + 1))


def is_same(expected, found):
    if isinstance(expected, dict):
        return expected.keys() == found.keys() and all(
            is_same(expected[k], found[k]) for k in expected
        )
    if isinstance(expected, list | tuple | np.ndarray):
        return len(expected) == len(found) and all(map(is_same, expected, found))
    if isinstance(expected, str):
        return expected == found
    return found == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("name", TRUTHS)
def test_a_program_computes_what_it_says(name):
    program = PROGRAMS[name]
    arguments = small_arguments(program)
    if name == "power_iteration":
        arguments = (arguments[0], 200)
    expected = TRUTHS[name](*program.fresh(arguments))
    assert is_same(expected, program.run(*program.fresh(arguments)))


def test_an_order_of_vertices_follows_all_edges():
    program = PROGRAMS["topological_order"]
    n, edges = small_arguments(program)
    order = program.run(n, edges)
    assert sorted(order) == list(range(n))
    assert all(order.index(a) < order.index(b) for a, b in edges)


def test_no_point_is_outside_of_the_hull():
    program = PROGRAMS["convex_hull"]
    (points,) = small_arguments(program)
    corners = np.array(program.run(points))
    edges = np.roll(corners, -1, axis=0) - corners
    away = points[:, None] - corners[None]
    assert (edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0] > -1e-12).all()


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=lambda program: program.name)
def test_a_program_takes_arrays_and_numbers_and_runs_alike_again(program):
    arguments = small_arguments(program)
    assert all(isinstance(a, np.ndarray | np.int64 | int | float) for a in arguments)
    assert any(isinstance(a, np.ndarray | np.int64) for a in arguments)
    assert difference(arguments, small_arguments(program)) is None
    fresh = program.fresh(arguments), program.fresh(arguments)
    first, second = (program.run(*each) for each in fresh)
    assert difference(first, second) is None
    assert difference(fresh[0], fresh[1]) is None


def test_there_are_enough_programs_of_each_subject():
    by_subject = Counter(program.subject for program in PROGRAMS.values())
    assert sum(by_subject.values()) >= 64
    assert min(by_subject.values()) >= 5
    assert set(bench.NAMED) <= set(PROGRAMS)


@pytest.mark.parametrize(
    ("expected", "found", "told"),
    [
        (1, np.int64(1), None),
        (0.1, np.float32(0.1), None),
        (0.1, np.float64(np.float32(0.1)), "result is np.float64(0.10000000149011612) and not 0.1"),
        (1, 1.0, "result is 1.0 and not 1"),
        ([1, 2], (1, 2), "result is (1, 2) and not [1, 2]"),
        ([1, [2.0]], [1, [2.5]], "result[1][0] is 2.5 and not 2.0"),
        ({1: 2, 3: 4}, {3: 4, 1: 2}, "keys of result[0] is 3 and not 1"),
        ({1, 2}, {1, 3}, "result is {1, 3} and not {1, 2}"),
        ("text", b"text", None),
        (None, 0, "result is 0 and not None"),
        (np.zeros(2), np.zeros(3), "result is array([0., 0., 0.]) and not array([0., 0.])"),
    ],
)  # fmt: skip
def test_what_differs_is_told(expected, found, told):
    assert difference(expected, found) == told


# Threads of other tests, and of NumPy: what a child runs waits for none of them.
forking = pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")


def program_of(run):
    return Program(run.__name__, "tests", run, lambda rng, n: (rng.normal(size=n),), 20)


@forking
def test_a_program_is_measured_to_the_end():
    row = bench.measured(program_of(doubled), 60.0, 1)
    assert (row.failure, row.difference, row.is_staged) == ("", "", True)
    assert 0 < row.plain_s < row.first_s
    assert row.ratio == row.later_s / row.plain_s


@forking
def test_a_program_that_hangs_ends_at_the_limit():
    row = bench.measured(program_of(hanging), 0.5, 1)
    assert row.failure == "over 0.5 s, in: plain"
    assert row.ratio == row.tracing_s == math.inf


@forking
def test_what_a_program_raises_is_in_its_row():
    row = bench.measured(program_of(failing), 60.0, 1)
    assert row.failure == "ZeroDivisionError: there is nothing"
    assert "ZeroDivisionError" in bench.line(row)


def test_the_summary_counts_what_did_not_finish_as_slowest():
    rows = [bench.Row(str(i), "x", 1.0, 2.0, float(i), "") for i in range(1, 10)]
    rows.append(bench.Row("hangs", "x", failure="over 30 s"))
    assert "later/plain: median 5.00, p90 9.00, max inf" in bench.summary(rows)
    assert [row["ratio"] for row in bench.record(rows)["programs"]][-2:] == [9.0, None]


def doubled(x):
    return x + x


def hanging(x):
    time.sleep(60)


def failing(x):
    raise ZeroDivisionError("there is nothing")


@pytest.mark.parametrize(
    ("work", "n"), bench_tracing.WORK, ids=lambda each: getattr(each, "__name__", "")
)
def test_work_of_python_is_traced(work, n):
    assert 0 < bench_tracing.traced(work, 3) < 60
