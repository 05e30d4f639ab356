"""What is asked of lists whose length is known only when the graph runs."""

# Programs under test are written as users write them.
# ruff: noqa: B905, C416, PERF401, PERF402

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(0), T(2), T(4))
def looked_for(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return (2 in xs, 2 not in xs, n in xs, n - 1 in xs)


@rows.on(T(0), T(2), T(4))
def removed(n):
    xs = []
    for i in range(n):
        xs.append(i)
    xs.remove(1)
    return xs


@rows.on(T(0), T(1), T(2))
def popped_too_often(n):
    xs = []
    for i in range(n):
        xs.append(i)
    a = xs.pop()
    b = xs.pop()
    return a, b


@rows.on(T(1), T(3))
def popped_out_of_range(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs.pop(2)


@rows.on(T(0), T(2))
def truth(n):
    xs = []
    for i in range(n):
        xs.append(i)
    a = 1 if xs else 2
    b = 3 if not xs else 4
    c = bool(xs)
    if xs and n > 1:
        a += 10
    assert xs or n == 0
    return a, b, c


@rows.on(T(0), T(2))
def added_and_repeated(n):
    xs = []
    for i in range(n):
        xs.append(i)
    ys = xs + [5] + xs
    zs = [7] + xs * 2
    xs += [8]
    xs += ys
    return xs, ys, zs


@rows.on(T(0), T(2), T(3))
def compared(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return (
        xs == [0, 1],
        xs != [0, 1],
        xs == [],
        xs == xs,
        [0, 1, 2] == xs,
        xs == None,
        xs == 1,
    )


@rows.on(T(1), T(2), T(3))
def unpacked(n):
    xs = []
    for i in range(n):
        xs.append(i + 1)
    a, b = xs
    return a, b


@rows.on(T(0), T(1), T(2), T(4))
def unpacked_with_a_star(n):
    xs = []
    for i in range(n):
        xs.append(i + 1)
    a, *b, c = xs
    return a, b, c


@rows.on(T(2), T(3))
def unpacked_deeply(n):
    xs = []
    for i in range(n):
        xs.append((i, i * 0.5))
    total = 0
    for a, b in xs:
        total += a + b
    (c, d), (e, f) = xs
    return total, c, d, e, f


@rows.on(T(0), T(3))
def stepped_through(n):
    xs = []
    for i in range(n):
        xs.append(i * i)
    total = 0
    for x in xs:
        total += x
    for k, x in enumerate(xs):
        total += k * x
    for x, y in zip(xs, xs, strict=False):
        total += x * y
    for x in reversed(xs):
        total = total * 2 + x
    for k in range(len(xs)):
        total += xs[k]
    return total


@rows.on(T(0), T(3))
def stepped_through_beside_a_list(n):
    xs = []
    for i in range(n):
        xs.append(i * i)
    total = 0
    for x, y in zip(xs, [4, 5], strict=False):
        total = total * 3 + x * y
    return total


@rows.on(T(1), T(4))
def growing_while_stepped_through(n):
    xs = [n]
    total = 0
    for x in xs:
        total += x
        if x > 1:
            xs.append(x - 1)
    return total, xs


@rows.on(T(1), T(4))
def builtins_over_a_list(n):
    xs = []
    for i in range(n):
        xs.append(i * 3 % 5)
    return sum(xs), max(xs), min(xs), any(xs), all(xs), list(xs), sum(xs, 10)


@rows.on(T(0))
def largest_of_none(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return max(xs)


@rows.on(T(1), T(2))
def static_lists_of_tensors(n):
    xs = [n, n + 1]
    ys = [1, 2]
    tail = len(xs[n:])
    same = xs == ys, xs != ys, xs == [n], ys == [1, 2]
    ys.remove(n)
    ys.insert(n, 7)
    return same, ys, ys.pop(n - 1), tail


@rows.on(T(0), T(2), T(4))
def listed(n):
    xs = [i * 2 for i in range(n)]
    pairs = list(zip(xs, xs, strict=False))
    return list(range(n)), list(enumerate(xs)), pairs, list(reversed(xs))


@rows.on(T(0), T(2), T(4))
def joined(n):
    xs = []
    for i in range(n):
        xs.append(f"<{i}>")
    return ",".join(xs), "".join([*xs, "end"]), " ".join(["begin", *xs])


@rows.on(T(0), T(2), T(4))
def counted(n):
    xs = [i % 3 for i in range(n)]
    return xs.count(0), xs.count(n), [*xs, 0].count(0)


@rows.on(T(0), T(2), T(4))
def place_of_an_item(n):
    xs = [i * 2 for i in range(n)]
    try:
        return f"{xs.index(2)} {[*xs, 9].index(9)}"
    except ValueError as error:
        return str(error)


@rows.on(T(0), T(2), T(4))
def extremes_with_a_default(n):
    xs = [i * (3 - i) for i in range(n)]
    return max(xs, default=-1), min(xs, default=n, key=lambda x: -x)


@rows.on(T([1.0, 2.0]), T([0.0]))
def stacked_where_it_may_be_empty(x):
    xs = []
    for v in x:
        if v > 1:
            xs.append(v)
    return ag.stack(xs)


@rows.on(T([1.0, 2.0]), T([0.0]))
def tensors_stacked_where_there_may_be_none(x):
    xs = []
    for v in x:
        if v > 1:
            xs.append(ag.ones(3) * v)
    return ag.stack(xs)


@rows.on(T(3), T(0))
def stacked_by_numpy(n):
    xs = []
    for i in range(n):
        xs.append(i * 1.5)
    return np.stack(xs)


@rows.on(T([1.0, 2.0]), T([0.0]))
def made_a_tensor_where_it_may_be_empty(x):
    xs = []
    for v in x:
        if v > 1:
            xs.append(v)
    return ag.constant(xs), ag.convert_to_tensor(xs), ag.constant(xs, ag.float32)


def test_the_dtype_of_an_empty_list_is_not_guessed():
    @ag.function
    def f(n):
        xs = []
        for i in range(n):
            xs.append(i)
        return ag.constant(xs)

    assert f(T(2)).dtype is ag.int32
    message = "an empty list makes a tensor of float32, this one with elements makes"
    with pytest.raises(ag.errors.ResultTypeError, match=message):
        f(T(0))


@rows.on(T(0), T(4))
def iterators_taken_apart(n):
    k = int(n)
    a, b = map(int, f"{k} 7".split())
    c, *rest = map(int, f"{k},4,5".split(","))
    (d, e), f = map(abs, [a, b]), k
    return a - b, c, rest, d, e, f


@rows.on(T(0), T(2), T(4))
def iterators_of_too_few_or_too_many(n):
    seen = []

    def noted(x):
        seen.append(x)
        return x

    try:
        a, b = map(noted, [i for i in range(n)])
    except ValueError as error:
        return str(error), seen
    return f"{a}{b}", seen


@rows.on(T(0), T(1), T(2))
def filtered_ones_taken_apart(n):
    a, b = filter(lambda x: x > n, [1, 2, 3])
    return a, b


@rows.on(T(0), T(2))
def numbered_ones_taken_apart(n):
    xs = [i * 2 for i in range(n)]
    a, b = enumerate(xs)
    c, d = zip(xs, "xyz")
    f, e = reversed(xs)
    return a, b, c, d, e, f
