"""`functools.reduce`, and what `itertools` combines, over what the run ends."""

from __future__ import annotations

import collections
import functools
import itertools
import math
import operator

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
COUNTS = [T(5), T(1), T(0)]
rows, refused = Rows(), Rows()


@rows.on(*COUNTS)
def reduced(n):
    total = functools.reduce(lambda a, b: a + b * b, range(n), 1)
    last = functools.reduce(max, [i % 3 for i in range(n)], -1)
    grown = functools.reduce(lambda a, b: a * b, [i * 1.5 for i in range(1, n)], 1.0)
    return total, last, grown


@rows.on(*COUNTS)
def reduced_from_the_first_item(n):
    return functools.reduce(operator.sub, range(n))


@rows.on(T(3), T(0))
def reduced_or_told_that_it_is_empty(n):
    try:
        return functools.reduce(operator.sub, range(n))
    except TypeError:
        return -1


@rows.on(*COUNTS)
def reduced_with_effects(n):
    seen = []

    def step(left, right):
        seen.append(right)
        return left + right

    return functools.reduce(step, range(n), 0), seen


@rows.on(T([1.5, 2.5, 3.5]), T([0.5]))
def reduced_over_what_is_taken(xs):
    return functools.reduce(lambda a, b: a * b, [x for x in xs if x > 2], 1.0)


@rows.on(3)
def reduced_over_a_number(n):
    return functools.reduce(max, n)


@rows.on(T(4))
def accumulated(n):
    return (
        list(itertools.accumulate(range(n))),
        list(itertools.accumulate(range(n), initial=100)),
        list(itertools.accumulate(range(1, n), operator.mul)),
        list(itertools.accumulate([i for i in range(n)], lambda a, b: a - b)),  # noqa: C416
    )


@rows.on(T(5))
def accumulated_until_it_is_enough(n):
    for total in itertools.accumulate(range(n)):
        if total > 2:
            break
    return total


@rows.on(T(3))
def accumulated_only_when_it_is_asked_for(n):
    log = []

    def add(left, right):
        log.append(left)
        return left + right

    sums = itertools.accumulate(range(n), add)
    log.append(-1)
    first = next(sums)
    log.append(-2)
    return first, next(sums), log


@rows.on(T(4))
def chained(n):
    grown = [[i] * i for i in range(n)]
    return (
        list(itertools.chain(range(n), [10, 20], range(n, 2 * n))),
        list(itertools.chain.from_iterable(grown)),
        list(itertools.chain.from_iterable([range(n), [7, 8]])),
    )


@rows.on(T(3), T(0))
def chained_and_used_up(n):
    return (
        [i * v for i, v in enumerate(itertools.chain(range(n), [1]), 1)],
        sorted(itertools.chain(range(n), [1])),
        max(itertools.chain(range(n), [1])),
    )


@rows.on(*COUNTS)
def paired(n):
    squares = [i * i for i in range(n)]
    differences = [b - a for a, b in itertools.pairwise(squares)]
    return differences, list(itertools.pairwise(range(n)))


@rows.on(T(4))
def zipped_to_the_longest(n):
    return (
        list(itertools.zip_longest(range(n), range(3), fillvalue=-1)),
        list(itertools.zip_longest([1, 2, 3], range(n), range(2), fillvalue=0)),
    )


@rows.on(T(5), T(2))
def zipped_with_none(n):
    return list(itertools.zip_longest([1, 2, 3], range(n)))


@rows.on(T(4))
def compressed(n):
    odd = [i % 2 for i in range(n)]
    return (
        list(itertools.compress(range(n), [1, 0, 1])),
        list(itertools.compress([i * 1.5 for i in range(n)], odd)),
        list(itertools.compress([1, 2, 3], [n > 2, n > 7, True])),
    )


@rows.on(T(4))
def sliced(n):
    return (
        list(itertools.islice(range(n), 2)),
        list(itertools.islice(range(n), 1, None)),
        list(itertools.islice(range(n), 1, 5, 2)),
        list(itertools.islice([1, 2, 3, 4], n)),
    )


@rows.on(T(3))
def sliced_and_then_used(n):
    numbers = iter(range(10))
    head = list(itertools.islice(numbers, n))
    return head, list(numbers)


@rows.on(*COUNTS)
def repeated(n):
    return list(itertools.repeat(1.5, n)), [x for x in itertools.repeat("x", n - 1)]  # noqa: C416


@rows.on(T(4))
def cycled(n):
    total = 0
    for v in itertools.cycle([1, 2, 3]):
        total += v
        if total > n:
            break
    letters = [c for _, c in zip(range(n), itertools.cycle("ab"), strict=False)]
    return total, letters


@rows.on(T(3))
def cycled_through_a_list_that_grows(n):
    xs, total = [1, 2], 0
    for x in itertools.cycle(xs):
        total += x
        if len(xs) < 4:
            xs.append(5)
        if total > 20 + n:
            break
    return total, xs


@rows.on(T(4))
def products(n):
    total = 0
    for i, j in itertools.product(range(n), range(2)):
        total += i * j
    return total, list(itertools.product(range(n), [5, 6])), [
        sum(p) for p in itertools.product(itertools.accumulate(range(n)), repeat=2)
    ]  # fmt: skip


@rows.on(T(4))
def combinations(n):
    return (
        list(itertools.combinations(range(n), 3)),
        list(itertools.combinations_with_replacement(range(n), 2)),
        list(itertools.permutations(range(n), 2)),
        [a * b for a, b in itertools.combinations([i + 1 for i in range(n)], 2)],
    )


@rows.on(T(3))
def combinations_of_a_wrong_length(n):
    return list(itertools.combinations(range(n), -1))


@rows.on(T(3))
def slices_of_a_wrong_length(n):
    return list(itertools.islice(range(n), -1))


# -- Lists that change while `zip` and the others step through them --------------------


@rows.on(*COUNTS)
def zipped_with_a_list_that_grows(n):
    xs, total = [1], 0
    for i, x in zip(range(n), xs):  # noqa: B905
        total += i * x
        xs.append(x + 1)
    return total, xs


@rows.on(*COUNTS)
def counted_and_zipped_with_a_list_that_grows(n):
    xs, total = [1], 0
    for i, (a, b) in enumerate(zip(range(n), xs)):  # noqa: B905
        total += a * b
        xs.append(i)
    return total, xs


@rows.on(*COUNTS)
def zipped_with_a_list_that_has_grown(n):
    xs, total = [1], 0
    pairs = zip(range(n), xs)  # noqa: B905
    xs.append(5)
    for a, b in pairs:
        total += a * b
    return total, xs


@rows.on(*COUNTS)
def zipped_with_a_list_that_shrinks(n):
    xs, total = [1, 2, 3, 4], 0
    for _, x in zip(range(n), xs):  # noqa: B905
        total += x
        xs.pop()
    return total, xs


@rows.on(*COUNTS)
def chained_with_a_list_that_grows(n):
    xs, total = [1, 2], 0
    for x in itertools.chain(xs, range(n)):
        total += x
        if len(xs) < 4:
            xs.append(5)
    return total, xs


# -- What runs as it stands ------------------------------------------------------------


@refused.on(T(3))
def drawn_by_what_runs_as_it_stands(n):
    return len(collections.deque(itertools.takewhile(lambda v: v < 5, range(n))))


@refused.on(T(3))
def summed_by_what_runs_as_it_stands(n):
    return math.fsum(itertools.accumulate(range(n)))


@refused.on(T(3))
def permutations_of_run_time_length(n):
    return list(itertools.permutations(range(n)))


@refused.on(T(3))
def groups(n):
    return [key for key, _ in itertools.groupby(range(n), key=lambda v: v // 2)]


@rows.on(T(3))
def items_as_keys(n):
    return {k: 1 for k in itertools.takewhile(lambda v: v < 9, range(n))}  # noqa: C420


test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_needs_the_items_while_tracing_is_refused = refused.refusal_test()
