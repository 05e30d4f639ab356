"""The promise, for functions of Python's library on numbers that the run decides."""

import cmath
import collections
import itertools
import math
import operator
import statistics

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
NUMBERS = tuple(map(T, (0, 1, 3, 5)))
FLOATS = tuple(T(x, ag.float64) for x in (4.0, -2.5, 0.1))


@rows.on(*NUMBERS)
def products(n):
    grown = [i + 1 for i in range(n)]
    return (
        math.prod(range(1, n + 1)),
        math.prod(grown),
        math.prod(grown, start=2),
        math.prod([n, 2]),
        math.prod(i + 1 for i in range(n)),
        math.prod(grown, start=0.5),
    )


@rows.on(*NUMBERS)
def products_of_integers_of_any_size(n):
    return math.prod(range(10**9, 10**9 + n)) % 997


@rows.on(*FLOATS)
def sums_and_distances(x):
    v = float(x)
    return (
        math.fsum([x, 1.5, v, 1e100, -1e100]),
        math.fsum((v, 0.2)),
        math.dist([x, 1.0], [2.0, v]),
        statistics.fmean([v, 2.0, 7]),
        statistics.median([v, 1.0, 5]),
        statistics.median([v, 1.0]),
    )


@rows.on(*FLOATS)
def means_and_spreads_of_floats(x):
    v = float(x)
    return (
        f"{statistics.mean([v, 0.1, 0.2])} {statistics.stdev((v, 0.1, 0.7))}",
        f"{statistics.pstdev([v, 0.1])} {statistics.variance([v, 0.3])}",
        statistics.pvariance([v, v]),
    )


@rows.on(*FLOATS)
def a_spread_of_too_few(x):
    try:
        return statistics.stdev([float(x)])
    except statistics.StatisticsError as error:
        return str(error)


@rows.on(T(2.0))
def distance_of_points_that_do_not_fit(x):
    return math.dist([float(x)], [1.0, 2.0])


@rows.on(*NUMBERS)
def median_of_a_list_of_the_run(n):
    return statistics.median([(i * 7) % 5 for i in range(n + 1)])


@rows.on(T(3))
def median_of_nothing(n):
    try:
        return str(statistics.median([i for i in range(n) if i > 5]))
    except statistics.StatisticsError as error:
        return str(error)


@rows.on(*FLOATS)
def complex_functions(x):
    v, z = float(x), complex(x, 1.0)
    numbers = [
        cmath.sqrt(z),
        cmath.sqrt(v),
        cmath.exp(z),
        cmath.log(z, 2),
        cmath.rect(v, v),
    ]
    return (
        numbers,
        f"{cmath.polar(z)} {cmath.phase(z)} {cmath.sqrt(x)}",
        cmath.isnan(v),
        cmath.isfinite(z),
        cmath.isclose(z, z + 1e-12),
        cmath.atanh(z),
    )


@rows.on(T(0.0))
def complex_logarithm_of_zero(x):
    try:
        return str(cmath.log(float(x)))
    except ValueError as error:
        return str(error)


@rows.on(*map(T, (0, 1, 2)))
def functions_of_operator(n):
    items = [10, 20, 30]
    return (
        operator.index(n),
        items[operator.index(n)],
        operator.index(int(n)),
        operator.itemgetter(n)(items),
        operator.itemgetter(n, 0)(items),
        operator.itemgetter(1)([n, 4]),
        operator.getitem(items, n),
        operator.concat("a", str(int(n))),
        operator.concat([1], [n]),
        operator.concat([1], list(range(n))),
        operator.truth(n),
    )


@rows.on(T(2.5), np.float64(2.0))
def no_index(x):
    return operator.index(float(x))


@rows.on(*map(T, (0, 1)))
def sorted_by_items(n):
    pairs = [(1, int(n)), (0, 1), (2, -1)]
    return sorted(pairs, key=operator.itemgetter(1)), operator.itemgetter("a")({"a": n})


@rows.on(*NUMBERS)
def counted(n):
    grown = [i % 3 for i in range(n)]
    one, other = (
        collections.Counter(grown),
        collections.Counter(i % 2 for i in range(n)),
    )
    return dict(one), dict(other), one[0], other[7]


@rows.on(*NUMBERS)
def zipped_strictly(n):
    found = []
    try:
        for a, b in zip(range(n), [10, 20, 30], strict=True):
            found.append(a * b)
    except ValueError as error:
        return found, str(error)
    return found, ""


@rows.on(*NUMBERS)
def three_zipped_strictly(n):
    return list(zip([1, 2, 3], range(3), range(n), strict=True))


@rows.on(*NUMBERS)
def chained(n):
    return (
        list(itertools.chain.from_iterable([[i, 1] for i in range(n)])),
        list(itertools.chain.from_iterable([range(n), [1, 2]])),
        [*range(n), 5],
    )


@rows.on(*map(T, (2, 5)))
def called_until_a_sentinel(n):
    left, found = [n], []

    def step():
        left[0] = left[0] - 1
        return left[0]

    for value in iter(step, 0):
        found.append(value)
        left[0] = left[0] - 0
    return found, left[0]


@rows.on(*map(T, (2, 5)))
def listed_until_a_sentinel(n):
    k = n

    def step():
        nonlocal k
        k -= 1
        return k

    calls = iter(step, 0)
    return list(calls), next(calls, -1), sum(iter(step, -4))


@rows.on(T(3))
def called_until_a_plain_sentinel(n):
    items = [3, 2, 1, 0]
    return list(iter(items.pop, 2)), items, n


@rows.on(T(3))
def nothing_that_can_be_called(n):
    return iter(n, 3)


# -- Arrays as numbers ---------------------------------------------------------------


@rows.on(np.array([1.0, 2.0]), T([1.0, 2.0]), np.array([-1.0, 2.0]), T([-1.0, 2.0]))
def values_in_messages(x):
    if x[0] < 0:
        raise ValueError(f"got {x[0].item()}, of {x.tolist()}")
    return x.sum()


@rows.on(np.array([[1, 2], [3, 4]]), T([[0.5, 2.5]]), T([[True], [False]]))
def lists_of_elements(x):
    return x.tolist(), x[0].tolist(), x[0, 0].tolist(), f"{x.tolist()}"


@rows.on(np.array([1.0, -2.0, 3.0]), T([1.0, -2.0, 3.0]), T([-1.5]))
def lists_of_elements_that_the_run_picks(x):
    picked = x[x > 0].tolist()
    return picked, len(picked), [each * 2 for each in picked]


@rows.on(np.array([7]), T([[2.5]]), T(True), np.float32(0.1), np.uint8(200))
def one_element(x):
    value = x.item()
    return value, f"{value}", value + 1, isinstance(value, (int, float))


@rows.on(T([[1, 2], [3, 4]]), np.array([[1.5, 2.5], [3.5, 4.5]]))
def elements_by_their_places(x):
    return x.item(1), x.item(1, 0), x.item((0, 1)), x.item(-1)


@rows.on(T([1, 2]), np.array([1, 2]))
def not_one_element(x):
    return x.item()
