"""The promise, where it is hard: as plain Python, or a refusal at the user's line.

A row may be refused today and agree tomorrow. What it must never do is give another
value or raise another exception than plain Python.
"""

# Programs under test are written as users write them.
# ruff: noqa: B905

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_the_graph_agrees_or_refuses(function, args):
    found = check(function, *args)
    assert found.verdict is not Verdict.DIFFERS, str(found)
    if found.verdict is Verdict.REFUSED:
        assert found.staged.error.origin is not None
        assert found.staged.error.hint


@rows.on(T(5), T(-5))
def none_on_one_path(x):
    if x > 0:
        return x


@rows.on(T(5), T(-5))
def none_or_a_value(x):
    y = None
    if x > 0:
        y = x
    return x if y is None else y + 1


@rows.on(T(5), T(0))
def number_or_truth(x):
    return x and x > 3


@rows.on(T(5), T(-5))
def dtypes_that_differ(x):
    y = x
    if x > 0:
        y = x / 2
    return y


@rows.on(T(50), T(5), T(0))
def another_dtype_before_a_return(n):
    while n > 0:
        if n > 10:
            n = n / 2
            return n
        n = n - 1
    return n / 2


@rows.on(T(5), T(0))
def loop_that_changes_the_dtype(n):
    y = 1
    while n > 0:
        y = y / 2
        n -= 1
    return y


@rows.on(T(5), T(0))
def loop_that_changes_the_dtype_of_a_tensor(n):
    y = n
    for _ in range(3):
        if y > 0:
            y = y * 0.5
    return y


@rows.on(T(5), T(-5))
def text_of_a_branch(x):
    return "positive" if x > 0 else "negative"


@rows.on(T(5), T(-5))
def functions_of_a_branch(x):
    if x > 0:
        f = lambda y: y + 1
    else:
        f = lambda y: y - 1
    return f(x)


@rows.on(T(5), T(-5))
def nestings_that_differ(x):
    if x > 0:
        pair = (x, x)
    else:
        pair = [x, x]
    return pair


@rows.on(T(3), T(0))
def text_with_a_value(x):
    return f"{x}"


@rows.on(T(3), T(-3))
def exception_with_a_value(x):
    if x < 0:
        raise ValueError(f"{x} is negative")
    return x


@rows.on(T(3), T(-3))
def exception_with_a_tensor(x):
    if x < 0:
        raise ValueError("negative", x)
    return x


@rows.on((T([1, 2, 3]), T(2)), (T([1, 2, 3]), T(7)))
def membership(v, x):
    return x in v


@rows.on(T(2), T(7))
def membership_of_a_python_tuple(x):
    return x in (1, 2, 3)


@rows.on(T([3, 1, 2]), T([1, 1, 1]))
def builtins_over_rows(v):
    return sum(v), max(v), min(v), any(v > 2), all(v > 0), len(v)


@rows.on(T([3, 1, 2]))
def sorted_rows(v):
    return sorted(v)


@rows.on(T([3, 1, 2]))
def starred_unpacking(v):
    first, *others = v
    return first, others


@rows.on((T([3, 1, 2]), T([7, 8, 9])))
def zip_and_enumerate(v, w):
    total = 0
    for i, (a, b) in enumerate(zip(v, w)):
        total += i * a - b
    return total


@rows.on(T([3, 1, 2]))
def reversed_rows(v):
    total = 0
    for x in reversed(v):
        total = total * 10 + x
    return total


@rows.on(T([3, 1, 2]), T([0, 0, 0]))
def comprehension_over_rows(v):
    return [x * 2 for x in v], [x for x in v if x > 1]


@rows.on(T(3), T(0))
def comprehension_over_a_staged_range(n):
    return [i * i for i in range(n)]


@rows.on(T(3), T(0))
def sum_of_a_generator(n):
    return sum(i * i for i in range(n))


@rows.on((T(7), T(2)), (T(-7), T(2)))
def divmod_and_pow(x, y):
    return divmod(x, y), pow(x, 2), pow(x, 2, 5)


@rows.on(T(2.5), T(-3.5))
def round_of_a_tensor(x):
    return round(x)


@rows.on(T(3), T(-3))
def delete_in_a_branch(x):
    y = x
    if x > 0:
        del y
        return x
    return y


@rows.on(T(3), T(-3))
def walrus_in_a_comprehension(x):
    total = 0
    items = [total := total + i * x for i in range(3)]
    return items, total


@rows.on(T(3), T(0))
def walrus_in_a_while(n):
    total = 0
    while (k := n - 1) > 0:
        total += k
        n = k
    return total, k


@rows.on(T(3), T(0))
def generator_with_a_staged_condition(n):
    def items():
        for i in (1, 2, 3):
            if n > i:
                yield i

    total = 0
    for i in items():
        total += i
    return total


@rows.on(T(3), T(0))
def text_times_a_python_integer(n):
    return "ab" * int(n)


@rows.on(T(3), T(1))
def slice_by_a_tensor(n):
    v = ag.constant([1, 2, 3, 4])
    return v[:n], v[n:], v[-n]


@rows.on(T(2), T(0))
def shape_changed_in_a_branch(n):
    v = ag.zeros([2])
    if n > 0:
        v = ag.zeros([2, 2])
    return v + 1


@rows.on((T(1), T(1)), (T(1), T(2)))
def identity(x, y):
    return x is y, x is x


@rows.on(T(3), T(-3))
def isinstance_of_a_tensor(x):
    if isinstance(x, ag.Tensor) and x > 0:
        return 1
    return 0


@rows.on(T(3), T(-3))
def locals_are_plain(x):
    y = 1
    if x > 0:
        y = 2
    return len(locals()), y


@rows.on(T(300), T(3))
def python_integer_power(n):
    k = 2
    for _ in range(n % 7):
        k = k**2 % 1000
    return k, k**-1 if n < 0 else k
