"""Items of lists that are Python's numbers or tensors, handed on through paths."""

# Programs under test are written as users write them.
# ruff: noqa: FURB136

from __future__ import annotations

import heapq

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_no_run_can_tell_is_refused = refused.refusal_test()

OF_NUMPY = tuple(map(np.int64, (3, 0, -2, 6)))
TENSORS = (T(4), T(1), T(7))


@rows.on(*OF_NUMPY)
def a_log_of_events(n):
    queue, log = [], []
    for time, kind in ((n, "n"), (2, "b"), (5, "c")):
        heapq.heappush(queue, (time, kind))
    now = 0
    while queue:
        time, kind = heapq.heappop(queue)
        now = max(now, time)
        log.append(f"{kind}@{now}")
        if kind == "b" and n > 1:
            heapq.heappush(queue, (now + 2, "d"))
    return log, now


def grown(n, number):
    items = [n]
    for _ in range(n):
        items.append(number)  # noqa: PERF401
    return items


@rows.on(*OF_NUMPY)
def texts_of_integers(n):
    items = grown(n, 2)
    best = None
    for item in items:
        if best is None or item < best:
            best = item
    return f"{best}", str(items[-1]), f"{items[0]} of {max(items)}"


@rows.on(*OF_NUMPY, *TENSORS)
def sums(n):
    total = 0
    for item in grown(n, 2):
        total += item
    return total, sum(grown(n, 3))


@rows.on(*OF_NUMPY, *TENSORS)
def quotients_that_are_the_same(n):
    items = grown(n, 2)
    return 10 // (items[-1] if n > 0 else 1)


@refused.on(*OF_NUMPY[:1], *TENSORS[:1])
def a_quotient_of_one_of_two_items(n):
    items = grown(n, 0)
    last, first = items[-1], items[0]
    divisor = last if n > 0 else first
    try:
        return 10 // divisor
    except ZeroDivisionError:
        return -1


@refused.on(*OF_NUMPY[:1], *TENSORS[:1])
def a_quotient_of_the_smallest_so_far(n):
    best = 1
    for item in grown(n, 0):
        best = item if item < best else best
    return 10 / best


@refused.on(*OF_NUMPY[:1], *TENSORS[:1])
def a_quotient_in_the_loop_that_appends(n):
    items, total = [n], 0
    for _ in range(n):
        total += 10 // items[-1]
        items.append(0)
    return total


@refused.on(*TENSORS)
def the_text_of_the_largest(n):
    items = [n, 2]
    if n > 5:
        items.append(1)
    return f"{max(0, items[1])}"


@refused.on(*TENSORS[:1])
def the_text_in_the_loop_that_appends(n):
    items, text = [n], ""
    for _ in range(n):
        text += f"{items[-1]} "
        items.append(5)
    return text


@refused.on(*OF_NUMPY[:1])
def the_text_for_programmers(n):
    return f"{max(0, grown(n, 2)[-1])!r}"


@rows.on(*OF_NUMPY, *TENSORS)
def constants_of_numpy(n):
    items = []
    for _ in range(n):
        items.append(np.uint8(200))  # noqa: PERF401
    total = sum(items, np.uint8(1))
    classes = [isinstance(each, np.uint8) for each in items]
    return items, f"{items} {total!r}", classes, np.array(items, dtype=np.uint8)


@rows.on(*OF_NUMPY, *TENSORS)
def items_of_an_array_that_is_known(n):
    found = []
    for each in np.array([0.5, 1.5, 2.5]):
        if each > n:
            break
        found.append((each, np.sign(each)))
    return found, f"{found}", len(found)


@rows.on(*OF_NUMPY, *TENSORS)
def constants_of_numpy_under_keys(n):
    known = {0: np.int64(0), 1: np.int64(1)}
    for k in range(2, 5):
        if k <= n and k not in known:
            known[k] = known[k - 1] + known[k - 2]
    return f"{known}", len(known), max(known.values())


@refused.on(*TENSORS[:1])
def the_text_of_constants_of_two_dtypes(n):
    items = []
    for _ in range(n):
        items.append(np.float32(0.1))
        items.append(np.float64(0.1))
    return f"{items}"


@refused.on(*TENSORS[:1])
def the_text_of_constants_beside_tensors(n):
    items = [n]
    for _ in range(n):
        items.append(np.int32(2))  # noqa: PERF401
    return f"{items}"


@refused.on(*TENSORS[:1])
def the_text_of_constants_beside_pythons(n):
    items = [0.5]
    for _ in range(n):
        items.append(np.float64(1.5))  # noqa: PERF401
    return f"{items[-1]!r}"


@refused.on(*TENSORS[:1])
def text_of_numpy(n):
    items = []
    for _ in range(n):
        items.append(np.str_("ab"))  # noqa: PERF401
    return items
