"""The promise, for orders that a function compares: `functools.cmp_to_key`."""

import bisect
import functools
import heapq
from functools import cmp_to_key

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_no_order_is_refused = refused.refusal_test()
NUMBERS = tuple(map(T, (-1, 1, 2, 3, 5)))


def descending(a, b):
    return b - a


def by_last_digit(a, b):
    if a % 10 != b % 10:
        return -1 if a % 10 < b % 10 else 1
    return 0


DESCENDING = cmp_to_key(descending)


@rows.on(*NUMBERS)
def sorted_by_a_lambda(n):
    return sorted([3, n, 2], key=cmp_to_key(lambda a, b: b - a))


@rows.on(*NUMBERS)
def sorted_by_functions(n):
    items = [13, int(n), 23, 2, 33, int(n) + 10]
    by_digit = cmp_to_key(by_last_digit)
    return (
        sorted(items, key=by_digit),
        sorted(items, key=by_digit, reverse=True),
        sorted((1, n, 4), key=DESCENDING),
        sorted(items, key=functools.cmp_to_key(mycmp=by_last_digit)),
    )


@rows.on(*NUMBERS)
def sorted_in_place(n):
    items = [3, n, 1]
    items.sort(key=cmp_to_key(lambda a, b: (a > b) - (a < b)))
    return items


@rows.on(*NUMBERS)
def only_the_comparison_is_of_the_run(n):
    def compare(a, b):
        return a - b if n > 2 else b - a

    return sorted([3, 1, 2], key=cmp_to_key(compare))


@rows.on(*NUMBERS)
def pairs(n):
    def compare(a, b):
        if a[1] != b[1]:
            return a[1] - b[1]
        return b[0] - a[0]

    return sorted([(1, int(n)), (2, 2), (3, int(n)), (4, 1)], key=cmp_to_key(compare))


@rows.on(*NUMBERS)
def text(n):
    words = ["b", "a" * int(n), f"c{int(n)}", ""]
    return sorted(words, key=cmp_to_key(lambda a, b: len(a) - len(b)))


@rows.on(*NUMBERS)
def the_largest_number_of_parts(n):
    parts = sorted(
        [str(int(n) + 1), "30", "3"],
        key=cmp_to_key(lambda a, b: 1 if a + b < b + a else -1 if a + b > b + a else 0),
    )
    return "".join(parts)


@rows.on(*NUMBERS)
def extremes(n):
    key = cmp_to_key(lambda a, b: b - a)
    return (
        max([3, n, 2], key=key),
        min(3, n, 2, key=key),
        max((int(n), 4), key=DESCENDING),
        min([], key=key, default=7),
    )


@rows.on(*NUMBERS)
def the_first_of_equal_ones(n):
    key = cmp_to_key(lambda a, b: a[0] - b[0])
    pairs = [(int(n), 1), (2, 2), (int(n), 3), (2, 4)]
    return max(pairs, key=key), min(pairs, key=key)


@rows.on(*NUMBERS)
def a_list_of_the_run(n):
    items = [(i * 7) % 5 for i in range(n)]
    return sorted(items, key=cmp_to_key(lambda a, b: b - a)), sorted(
        items, key=cmp_to_key(by_last_digit), reverse=True
    )


@rows.on(*NUMBERS)
def a_list_of_the_run_in_place(n):
    items = [(i * 7) % 5 for i in range(n)]
    items.sort(key=DESCENDING)
    return items


@rows.on(*NUMBERS)
def a_range(n):
    key = cmp_to_key(lambda a, b: b - a)
    return sorted(range(n), key=key), max(range(n), key=key, default=-1)


@rows.on(*NUMBERS)
def a_key_of_keys(n):
    compare = cmp_to_key(lambda a, b: b - a)
    return sorted([(1, n), (2, 3)], key=lambda pair: compare(pair[1]))


@rows.on(*NUMBERS)
def keys_compared(n):
    key = cmp_to_key(lambda a, b: a - b)
    return (
        key(3) == key(n),
        key(3) < key(n),
        key(3) >= key(n),
        key(3) != key(4),
        key(obj=n).obj,
        key(n).obj + 1,
    )


@rows.on(*NUMBERS)
def keys_of_plain_values(n):
    key, found = cmp_to_key(descending), []
    for attempt in (
        lambda: hash(key(3)),
        lambda: key(3) == 3,
        lambda: key(*()),
        lambda: key(1, 2),
        lambda: {key(3): 1},
    ):
        try:
            found.append(attempt())
        except TypeError as error:
            found.append(str(error))
    return found, key(3) > key(1), key(50).obj, key(3)(4) == key(4), n


@rows.on(*NUMBERS)
def heaps(n):
    key = cmp_to_key(lambda a, b: b - a)
    return (
        heapq.nsmallest(2, [3, n, 2], key=key),
        heapq.nlargest(2, [3, n, 2], key=key),
    )


@rows.on(*NUMBERS)
def bisected(n):
    key = cmp_to_key(lambda a, b: b - a)
    return bisect.bisect_left([5, 3, 1], key(n), key=key)


@rows.on(*NUMBERS)
def in_a_branch(n):
    found = [0]
    if n > 1:
        found = sorted([3, 1, int(n)], key=DESCENDING)
    return found


@rows.on(*NUMBERS)
def effects_that_tracing_follows(n):
    log = []

    def compare(a, b):
        log.append((a, b))
        return b - a

    return sorted([3, 1, 2, 5, 4], key=cmp_to_key(compare)), log, n


@refused.on(T(3))
def no_order(n):
    return sorted([3, n, 2], key=cmp_to_key(lambda a, b: 1 if a > b else -1))


@refused.on(T(3))
def going_round(n):
    def compare(a, b):
        return -1 if (b - a + n - n) % 3 == 1 else 1

    return sorted([0, 1, 2], key=cmp_to_key(compare))


@refused.on(T(3))
def with_effects(n):
    log = []

    def compare(a, b):
        log.append(a)
        return b - a

    return sorted([3, n, 2], key=cmp_to_key(compare)), log


@refused.on(T(3))
def with_output(n):
    def compare(a, b):
        ag.print(a, b)
        return b - a

    return sorted([3, n, 2], key=cmp_to_key(compare))


@rows.on(T(2))
@refused.on(T(3))
def raising_for_two(n):
    def compare(a, b):
        if a + b == 5:
            raise ValueError(f"{a} and {b}")
        return a - b

    return sorted([1, 3, n, 4], key=cmp_to_key(compare))


@rows.on(T(2), T(5))
def raising_for_all(n):
    def compare(a, b):
        if n > 3:
            raise ValueError(f"{int(a)}")
        return a - b

    return sorted([1, 3, n, 4], key=cmp_to_key(compare))


@rows.on(T(2), T(5))
def raising_for_all_of_a_list_of_the_run(n):
    def compare(a, b):
        if n > 3:
            raise ValueError(f"{a} before {b}")
        return b - a

    items = [i * 2 for i in range(n)]
    items.sort(key=cmp_to_key(compare), reverse=True)
    return items


def plain_keys():
    key = cmp_to_key(descending)
    try:
        hash(key(1))
    except TypeError as error:
        text = str(error)
    ordered = sorted([3, 1, 2], key=key)
    return key(3) == key(3), key(3) > key(1), key(50).obj, text, ordered


@pytest.mark.parametrize("convert", [ag.to_graph, ag.function, lambda f: f])
def test_keys_of_plain_values_without_arguments(convert):
    found = convert(plain_keys)()
    text = found[3] if isinstance(found[3], str) else found[3].numpy().decode()
    assert [bool(found[0]), bool(found[1]), int(found[2])] == [True, False, 50]
    assert "unhashable type: 'functools.KeyWrapper'" in text
    assert [int(each) for each in found[4]] == [3, 2, 1]
