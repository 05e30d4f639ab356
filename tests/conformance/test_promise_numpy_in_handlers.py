"""What a `try` changed is in its handler what it was made of: NumPy's, or a tensor."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

A = np.array
I64 = np.int64
T = ag.constant
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_known_is_refused_at_the_line = refused.refusal_test()


@rows.on(I64(3), I64(-3), I64(0), T(3))
def text(n):
    try:
        n += 1
        if n == 1:
            raise RuntimeError("one")
        raise KeyError(n)
    except Exception:
        return f"{n}", str(n), f"{n!r:>20}"


@rows.on(I64(3), I64(-3), T(3))
def arguments(n):
    try:
        if n < 0:
            raise KeyError(n)
        n += 1
        raise RuntimeError("one")
    except (KeyError, RuntimeError):
        raise ValueError(n, f"{n}") from None


@rows.on(I64(3), I64(0), I64(-1), T(3))
def classes(n):
    try:
        n += 1
        if n == 1:
            raise RuntimeError("one")
        raise KeyError
    except Exception:
        asked = isinstance(n, np.integer), isinstance(n, ag.Tensor)
        return asked, type(n).__name__, [7] * n


@rows.on(A([1, 2]), A([0, 5]), T([1, 2]), T([0, 5]))
def arrays(x):
    total = 0
    try:
        x = x * 2
        total = x.sum()
        if total > 7:
            raise ValueError(total)
        total = total + x[0]
        raise KeyError(f"{total} {x}")
    except (ValueError, KeyError) as error:
        return f"{total} {x} {error}"


@rows.on(I64(3), I64(-3), I64(0), T(-3))
def places(n):
    parts, table = [], {}
    try:
        parts.append(n + 1)
        table["k"] = n * 2
        if n > 0:
            raise ValueError
        parts.append(n + 1)
        table["k"] = n * 3
        table["k"] += 10 // int(n)
    except (ValueError, ZeroDivisionError):
        return f"{parts[-1]} {table['k']} {len(parts)}"
    return f"{table}"


@rows.on(I64(3), I64(-3), I64(0))
def after_finally(n):
    try:
        try:
            if n > 0:
                raise ValueError(n)
        finally:
            n += 1
            if n == 1:
                raise RuntimeError("one")
    except Exception as error:
        return f"{error!r} {n}"
    return f"{n}"


@rows.on(I64(3), I64(-3), I64(0))
def loops(n):
    while n < 6:
        try:
            n += 1
            if n == 1:
                raise RuntimeError("one")
            if n % 2:
                n += 1
            if n == 4:
                raise KeyError(f"{n}")
        except RuntimeError:
            n = n * 3
        except KeyError as error:
            return f"{error} {n}"
    return str(n)


@refused.on(I64(3))
def one_or_the_other(n):
    x = n
    try:
        if n > 5:
            raise KeyError
        x = T(2)
        if n > 1:
            raise RuntimeError("one")
    except (KeyError, RuntimeError):
        return f"{x}"  # refused: the text of a value depends on whether
    return ""
