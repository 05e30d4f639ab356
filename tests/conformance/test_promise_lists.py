"""Lists whose length or content is known only when the graph runs."""

# Programs under test are written as users write them.
# ruff: noqa: PERF401, PERF402, C416

from __future__ import annotations

from typing import Any, NamedTuple

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class Pair(NamedTuple):
    left: Any
    right: Any


class Box:
    def __init__(self, items):
        self.items = items

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()


test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(1), T(6), T(27))
def growing_in_while(n):
    xs = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        xs.append(n)
    return xs


@rows.on(T(0), T(4))
def elements_of_different_shape(n):
    xs = []
    for i in ag.range(n):
        xs.append(ag.ones([i]))
    return xs, len(xs)


@rows.on(T(0), T(4))
def appended_in_a_range(n):
    xs = []
    for i in range(n):
        xs.append(i * 2.5)
    return xs


@rows.on(T(5), T(-5))
def appended_on_one_path(x):
    xs = [1]
    if x > 0:
        xs.append(2)
    return xs, len(xs)


@rows.on(T(5), T(-5))
def different_lists_on_two_paths(x):
    if x > 0:
        xs = [x, x + 1]
    else:
        xs = []
    return xs


@rows.on(T(0), T(1), T(6))
def a_stack(n):
    stack = [n]
    total = 0
    depth = 0
    while stack:
        x = stack.pop()
        total += x
        if x > 1:
            stack.append(x - 1)
            stack.append(x // 2)
        depth = max(depth, len(stack))
    return total, depth


@rows.on(T(1), T(5), T(12))
def a_stack_of_tuples(n):
    stack = [(n, 0)]
    found = []
    while stack:
        value, level = stack.pop()
        found.append(Pair(value, level))
        if value > 2:
            stack.append((value // 2, level + 1))
            stack.append((value // 3, level + 1))
    return found


@rows.on(T(0), T(1), T(4))
def a_queue(n):
    queue = [n]
    seen = []
    while queue and len(seen) < 10:
        x = queue.pop(0)
        seen.append(x)
        if x > 0:
            queue.append(x - 1)
            queue.append(x - 2)
    return seen


@rows.on(T(0), T(2), T(3), T(5), T(-4), T(-5))
def indexed(n):
    xs = [1.5, 2.5, 3.5]
    if n > 2:
        xs.append(4.5)
    return xs[n], xs[-1], xs[1:n], xs[0], xs[:], xs[::-1], xs[n:]


@rows.on(T(0), T(2), T(-3), T(3), T(-4))
def a_plain_list_indexed(i):
    xs = [10, 20, 30]
    return xs[i]


@rows.on(T(0), T(2), T(-3), T(3), T(-4))
def a_plain_tuple_indexed(i):
    xs = (10.5, 20.5, 30.5)
    return xs[i]


@rows.on(T(0), T(2), T(-3), T(3), T(-4))
def a_plain_list_written(i):
    xs = [10, 20, 30]
    ys = xs
    xs[i] = 5
    xs[i] += 1
    return xs, ys


@rows.on(T(0), T(1), T(3), T(-2))
def a_plain_list_deleted_from(i):
    xs = [10, 20, 30]
    del xs[i]
    return xs


@rows.on(T(0), T(1), T(3))
def stored(n):
    xs = []
    for i in range(n):
        xs.append(i)
    xs[0] = 7
    xs[-1] += 2
    return xs


@rows.on(T(0), T(2), T(3))
def slices_stored_and_deleted(n):
    xs = [9]
    for i in range(n):
        xs.append(i)
    xs[1:2] = [5, 6, 7]
    ys = xs[:]
    del xs[:2]
    del xs[0]
    return xs, ys


@rows.on(T(0), T(1), T(5))
def list_methods(n):
    xs = [3]
    for i in range(n):
        xs.append(i * 3 % 4)
    xs.insert(1, 9)
    xs.insert(n, 8)
    xs.reverse()
    ys = xs.copy()
    xs.sort()
    zs = sorted(ys, reverse=True)
    xs.extend([1, 2])
    xs.extend(ys)
    last = xs.pop()
    first = xs.pop(0)
    at = xs.pop(n)
    return xs, ys, zs, last, first, at


@rows.on(T(0), T(3))
def cleared(n):
    xs = [1]
    for i in range(n):
        xs.append(i)
        if i == 1:
            xs.clear()
    return xs


@rows.on(T(0), T(3))
def aliases(n):
    xs = []
    ys = xs
    d = {"a": xs}
    box = Box(xs)
    for i in range(n):
        xs.append(i)
        if i > 0:
            box.push(10 + i)
    ys.append(-1)
    d["a"].append(-2)
    return xs, ys, d, box.items


@rows.on(T(0), T(3))
def an_alias_and_in_place_addition(n):
    xs = [0]
    ys = xs
    if n > 1:
        xs += [n]
    ys.append(5)
    return xs, ys


@rows.on(T(0), T(3))
def an_attribute(n):
    box = Box([])
    while n > 0:
        box.push(n)
        n -= 1
    if len(box.items) > 2:
        box.pop()
    return box.items


def _collect(found, n):
    for i in range(n):
        if i % 2 == 0:
            found.append(i)
    return found


@rows.on(T(0), T(5))
def changed_by_a_function(n):
    found = [100]
    again = _collect(found, n)
    again.append(7)
    return found


@rows.on(T(0), T(2))
def in_nested_loops(n):
    xs = []
    for i in range(n):
        for j in range(i + 1):
            xs.append((i, j))
    return xs


@rows.on(T(0), T(3))
def a_list_for_each_iteration(n):
    total = 0
    for i in range(n):
        row = []
        for j in range(i):
            row.append(j)
        total += len(row) * 10 + sum(row)
    return total


@rows.on(T(5), T(-5))
def none_in_a_list(x):
    xs = [1]
    if x > 0:
        xs.append(None)
    xs.append(3)
    return xs


@rows.on(T(5), T(-5))
def a_list_or_none(x):
    xs = None
    if x > 0:
        xs = [x]
        if x > 3:
            xs.append(x * 2)
    return xs


@rows.on(T(0), T(3))
def early_return(n):
    xs = []
    for i in range(10):
        if i >= n:
            return xs
        xs.append(i)
    return xs


@rows.on(T(0), T(3))
def primes_by_trial(n):
    found = []
    k = 2
    while len(found) < n:
        is_prime = True
        for p in found:
            if k % p == 0:
                is_prime = False
        if is_prime:
            found.append(k)
        k += 1
    return found


@rows.on(T(0.5), T(3.0))
def stacked_into_a_tensor(x):
    xs = [x]
    while x < 3:
        x = x * 1.5
        xs.append(x)
    return ag.stack(xs), ag.convert_to_tensor(xs), ag.constant(xs)


@rows.on(T([3, 1, 2]), T([5]))
def insertion_sort(values):
    out = []
    for v in values:
        k = 0
        while k < len(out) and out[k] < v:
            k += 1
        out.insert(k, v)
    return out


@rows.on(T([3, 1, 2]), T([5, 5, 1, 0]))
def sorted_by_key(values):
    xs = []
    for v in values:
        if v > 0:
            xs.append(v)
    return sorted(xs, key=lambda v: -v), sorted(xs)


@rows.on(T(3), T(0))
def one_list_in_two_places(n):
    xs = []
    pair = (xs, xs)
    for i in range(n):
        pair[0].append(i)
    pair[1].append(9)
    return pair


@rows.on(T(3), T(0))
def ints_and_floats_after_each_other(n):
    xs = []
    for i in range(n):
        xs.append(i + 0.5)
    ys = [x for x in (1, 2)]
    return xs, ys


@rows.on(T(1.0), T(-0.5), T(3.0))
def a_list_with_a_tuple_returned_from_two_loops(x):
    fuel = 4
    while True:
        fuel -= 1
        if fuel < 0:
            break
        x = x**2
        if T(-0.0):
            more = 4
            while True:
                more -= 1
                if more < 0:
                    break
                return (x + 1, [x, (x,)])
            y = x - 1
        else:
            x = abs(x)
        continue
    return (x - 1, [x + 2, (x + 3,)])
