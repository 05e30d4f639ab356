"""The text of arrays and numbers of NumPy's, which is another one than tensors have."""

# ruff: noqa: PERF401  # written as users write them

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array
F64 = np.float64
I64 = np.int64
T = ag.constant
NUMBERS = (
    *(I64(3), I64(-7), T(3), F64(2.5), F64(1e20), F64("nan"), np.float32(0.1)),
    *(np.float16(0.1), np.uint8(9), 3, 2.5),
)
ARRAYS = (A([1, 2]), A([1.5, 2]), A([[1, 2], [3, 4]]), T([1, 2]), A(3), A([]))
WEIGHT = T(2.0)
OFFSETS = A([1, 2])
HALF = F64(0.5)
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_known_is_refused_at_the_line = refused.refusal_test()


@rows.on(*NUMBERS, np.bool_(True), np.complex64(1 + 2j))
def numbers(n):
    shown = f"{n}", f"{n!r}", f"{n!s}", f"{n!a}", f"{n:>8}", f"{n}|{n + 1}"
    made = str(n), repr(n), format(n), ascii(n), "%s %r" % (n, n)
    return shown, made, "{} {!r} {}".format(n, n, [n]), f"{[n, 1]}{(n,)}{ {'a': n} }"


@rows.on(*NUMBERS[:5], np.float32(0.1), np.uint8(9))
def numbers_by_format(n):
    return f"{n:.3f}", "%.2f|%5d" % (n, n), "{:8.2e}".format(n), format(n, "g")


@rows.on(*ARRAYS)
def arrays(x):
    return f"{x}", repr(x), f"{x * 2}", f"{x.sum()}", "%s" % x, str([x, 1])


@rows.on(I64(3), F64(2.5), 2)
def what_a_recursion_is_given(n):
    def listed(k):
        if k <= 0:
            return f"{k!r}."
        return f"{k}," + listed(k - 1)

    return listed(n)


@rows.on(I64(3), T(2), 3, F64(2.5))
def what_is_made_of_numbers(n):
    parts = [abs(n), -n, n // 2, n / 2, round(n / 2, 1), n**2, divmod(n, 2), n > 1]
    parts += [np.sqrt(n), np.maximum(n, 1), ag.abs(n), ag.constant(2.0) * n]
    parts += [n * WEIGHT, n * OFFSETS, OFFSETS * 2, n * HALF, (np.ones(2) * n).mean()]
    parts += [np.full(2, n), np.array([n, 1]), np.array(n), np.array([n, 1]).max()]
    return f"{parts}", f"{parts[0]} {parts[-2]}"


@rows.on(I64(3), I64(0), T(2), 3)
def arrays_made_inside(n):
    a = np.zeros(3)
    for i in range(3):
        if i < n:
            a[i] = n
    return f"{a} {a * 2} {a.sum()} {a[1]!r} {a.argmax()} {np.maximum(a.sum(), n)}"


@rows.on(A([1, 2, 3]), T([1, 2, 3]), A([0.5, 1]))
def what_a_loop_carries(x):
    out, total, parts = "", x[0] - x[0], []
    for v in x:
        total = total + v
        out += f"{v}->{total};"
        parts.append(str(v))
    return out, ",".join(parts)


@rows.on(I64(10), I64(0), I64(255), T(9))
def digits(n):
    found = []
    while n > 0:
        found.append(str(n % 2))
        n //= 2
    return "".join(reversed(found))


@rows.on(I64(38276), I64(11), 11)
def letters(n):
    s = str(n)
    return sum(int(c) for c in s), s.zfill(8), len(s)


@rows.on(A([1, 2, 3]), A([3.5]), T([2, 1]))
def lists_of_the_run(x):
    xs = []
    for v in x:
        if v > 1:
            xs.append(v)
    return f"{xs}", str(xs)


@rows.on(I64(3), F64(0.5), T(3), I64(-3))
def raised(n):
    if n < 0:
        raise ValueError(f"bad {n}: {n!r}")
    if n == 3:
        raise KeyError(n)
    raise RuntimeError("x", n)


@rows.on(I64(3), F64(0.5), T(3), I64(-3))
def caught(n):
    try:
        if n < 0:
            raise ValueError(n)
        if n == 3:
            raise KeyError("k", n)
        raise RuntimeError(f"{n:.2f}")
    except (ValueError, KeyError, RuntimeError) as error:
        return str(error), repr(error)


@rows.on(I64(3), T(3), I64(-3))
def arguments_of_what_is_caught(n):
    try:
        if n < 0:
            raise ValueError(n)
    except ValueError as error:
        return error.args[0] + 1
    return n


@rows.on((A([1, 2, 3]), I64(5)), (A([1, 2, 3]), I64(1)), (T([1, 2]), T(0)))
def what_a_try_leaves(x, i):
    try:
        v = x[i]
    except IndexError as error:
        return str(error)
    return f"{v}"


@rows.on(I64(3), T(3), 3, I64(0))
def what_a_branch_leaves(n):
    s = n * 2 if n > 1 else n
    if s > 2:
        t = s - 1
    else:
        t = s
    return f"{s} {t}"


@dataclass
class Point:
    x: float

    def __str__(self):
        return f"<{self.x}>"


@rows.on(I64(3), T(2), F64(0.5))
def objects(n):
    return str(Point(n)), repr(Point(n)), f"{Point(n)}"


@refused.on(I64(3))
def what_a_recursion_gives_itself(n):
    def listed(k):
        if k <= 0:
            return k
        return k + len(f"{listed(k - 1)}")

    return listed(n)


@rows.on(I64(3), I64(0), I64(-2))
def a_number_of_python_at_first(n):
    m = 0
    for _ in range(n):
        m = m + n
    return f"{m}"
