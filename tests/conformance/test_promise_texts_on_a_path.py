"""Text and classes of what is a number of Python's on one path, a tensor on another.

And of what is an integer on one path, and a float on another.
"""

from __future__ import annotations

import math

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows
from tests.conformance.path_arguments import ARRAYS, NUMBERS

T = ag.constant
rows = Rows()
refused = Rows()

test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_not_staged_is_refused = refused.refusal_test()


@rows.on(*ARRAYS)
def the_text_of_a_sum(xs):
    total = 0
    count = 0
    for x in xs:
        if x > 2:
            total += x
            count += 1
    if count == 2:
        raise ValueError(f"two make {total}")
    return f"{total:>5} {total!r} {count} " + str(total)


@rows.on(*NUMBERS)
def texts(x):
    k = 0
    if x > 0:
        k = x
    first = "%s and %r" % (k, k), f"{k:.2f}", format(k, "5")
    return first, f"{k + 1}", f"{k * 2.0!r}", ", ".join([str(k), repr(k)])


@rows.on(*NUMBERS)
def text_of_two(x):
    k = max(0, x)
    m = 1 if x > 2 else x
    return "{} {} {}".format(k, m, k + m), f"{max(x, 0)}"


@rows.on(*NUMBERS)
def given_to_exceptions(x):
    k = 0
    if x > 0:
        k = x
    if k > 6:
        raise AssertionError(k)
    if x > 3:
        raise KeyError(k)
    if x < 0:
        raise ValueError(k, "is negative")
    return k


@rows.on(*NUMBERS)
def as_a_message(x):
    k = 0
    if x > 0:
        k = x
    if k <= 3:
        raise AssertionError(k)
    if k >= 6:
        raise AssertionError(f"got {k}")
    return k


@rows.on(*NUMBERS)
def text_of_what_was_caught(x):
    try:
        if x > 2:
            raise ValueError(x)
        if x < 0:
            raise ValueError(x + 1)
    except ValueError as error:
        return f"{error.args[0]} {error.args[0]!r} {error}"
    return "none"


SMALL = (T(1.5), T(3.5), T(7.5))


@rows.on(*SMALL, np.float32(1.5), np.float32(3.5))
def text_of_what_float32_rounds(v):
    x = 0.1 if v > 2 else v
    y = 0.3
    if v < 5:
        y = y - 0.1 if v > 2 else v
    texts = f"{x} {y!r} {-x} {x**2} {x // 0.03} {y / 3}", f"{x + y}", str([x])
    return texts, f"{float(x)} {round(x, 2)}", round(y, 1), f"{math.sqrt(x)}"


@rows.on(*SMALL)
def text_of_what_a_loop_rounds(v):
    rate, shown = 0.7, []
    for i in ag.range(4):
        shown.append(f"{rate}")
        rate = rate * 0.9 if i != 2 or v < 2 else rate * v
    return shown, f"{rate}"


@rows.on(*SMALL)
def decisions_about_what_is_rounded(v):
    x = 0.1 + 0.2 if v > 2 else v
    y = 0.3 if v > 5 else v
    return x == 0.3, x > 0.3, x != y, x in (0.3, 1.5), float(x) <= 0.3, max(x, 0.3)


@rows.on(*SMALL)
def an_integer_that_float32_rounds(v):
    n = 16777217 if v > 2 else v
    return f"{n}", int(n), n > 16777216


@rows.on(*SMALL)
def raised_with_what_is_rounded(v):
    x = 0.1
    if v > 2:
        raise ValueError(x)
    if v > 1:
        x = v
    raise KeyError(x, f"of {x}")


@rows.on(*SMALL)
def given_to_an_exception_as_it_was(v):
    x = 0.1 if v > 2 else v
    raise ValueError(x)


@rows.on(np.array([1, 2]), T([1, 2]))
def text_of_caught_arrays(a):
    try:
        if a.sum() > 2:
            raise ValueError(a, a.sum(), "large")
    except ValueError as error:
        return f"{error.args[0]} {error.args[1]!r} {error}"
    return "none"


@rows.on(*NUMBERS)
def an_integer_or_a_float(x):
    y = 1
    if x > 0:
        y = 2.5
    z = y * 2
    return f"{y} {z!r} {-y} {y + 0.5}", isinstance(y, int), isinstance(z, float)


@rows.on(*ARRAYS)
def a_sum_of_floats(xs):
    total = 0
    for x in xs:
        total += float(x)
    return f"{total}", total


@rows.on(*ARRAYS)
def integers_and_halves(xs):
    total = 0
    for x in xs:
        total = total + 1 if x > 2 else total + 0.5
    if total == 1:
        raise ValueError(total)
    return f"{total}"


@rows.on(*NUMBERS)
def a_quotient_of_either(x):
    y = 0
    if x > 0:
        y = 2.5
    return 1 // y


@rows.on(*NUMBERS)
def the_class_of_either(x):
    k = 0
    if x > 0:
        k = x
    return isinstance(k, int), isinstance(k, float)


@refused.on(np.int64(3))
def the_text_of_a_list_of_both(n):
    numbers = []
    for i in range(n):
        numbers.append(i if i % 2 else i / 2)  # noqa: PERF401
    return f"{numbers}"


@refused.on(np.int64(3))
def the_class_of_items_of_both(n):
    numbers = [1]
    for i in range(n):
        numbers.append(i / 2)  # noqa: PERF401
    return [isinstance(v, int) for v in numbers]


@refused.on(np.int64(3))
def the_text_of_numbers_and_tensors(n):
    numbers = []
    for _ in range(n):
        numbers.append(n)
        numbers.append(int(n))
    return f"{numbers}"


@refused.on(np.int64(3))
def the_type_of_either(x):
    y = 1
    if x > 0:
        y = 2.5
    return type(y) is int


@rows.on(*ARRAYS)
def texts_in_a_loop(xs):
    text = ""
    best = total = 0
    for x in xs:
        text += f"{best!r},"
        if x > best:  # noqa: PLR1730
            best = x
        if x > 2:
            total += x
        text += f"[{total}] {isinstance(best, int)}"
        if total > 6:
            total = 0
    return text + str(total)


@rows.on(*ARRAYS)
def raised_in_a_loop(xs):
    total = 0
    for x in xs:
        if x < 0:
            raise ValueError(f"after {total!r}", total)
        total = total + x if x > 2 else total
    return f"{total!r}"


@rows.on(*ARRAYS)
def texts_in_loops_of_loops(xs):
    total = 0
    for x in xs:
        for y in xs:
            if y > x:
                total = total + y
            if total > 5:
                return f"large {total!r}"
    return f"{total!r}"


@rows.on(*ARRAYS)
def texts_of_two_that_change_places(xs):
    a, b, text = 0, 0, ""
    for x in xs:
        a, b = b, x if x > 1 else a
        text += f"{a!r} {b!r} {isinstance(a, int)};"
    return text


def shown(x):
    k = 0
    if x > 0:
        k = x
    return f"{k!r}"


def test_arguments_of_other_classes_are_traced_anew():
    staged, given = ag.function(shown), (T(3, ag.int64), np.int64(3), T(0), 5, 0)
    for each in (*given, *given[::-1]):
        assert staged(each).numpy().decode() == shown(each)


@rows.on(*(np.int64(n) for n in (0, 1, 3)))
def keys_that_are_numbers_of_numpy_on_a_path(x):
    k = max(0, x)
    table = {1: 2, 0: 5}
    table[k] = 7
    return {1: 2, 0: 5, 3: 6}[k], table.get(k), k in {0, 3}, len(table), len({k, 0})


@refused.on(T(3), np.int64(0))
def an_index_that_is_a_float_on_a_path(x):
    y = 1
    if x > 0:
        y = 2.5
    return [0, 1, 2][y]


@refused.on(T(3), np.int64(0))
def a_count_that_is_a_float_on_a_path(x):
    y = 1
    if x > 0:
        y = 2.5
    return list(range(y))


@refused.on(T(3), np.int64(0))
def a_repetition_by_what_is_a_float_on_a_path(x):
    y = 1
    if x > 0:
        y = 2.5
    return [0] * y


@rows.on(*map(T, (-6, 0, 6, 101)))
def made_a_float_on_each_path(n):
    number = 1
    if n > 100:
        number = 7 / number
    x = float(number)
    z = 1 if n > 5 else 2j
    return f"{x} {x % 2} {-x} {[float(number)]} {complex(z)}", type(x) is float


@rows.on(*map(T, (-6, 0, 6, 101)))
def raised_with_what_was_made_a_float(n):
    number = 1
    if n > 100:
        number = 7 / number
    number = float(number) % 2
    if n > 0:
        raise ValueError(number, f"{number}")
    return number


@rows.on(*[(T(x), T(y)) for x in (0, 3) for y in (1, 6, 7)])
def raised_with_an_integer_or_nan(x, y):
    found = 7
    if y > 5:
        found = 0.5 % x
    if y > 6:
        raise ValueError(found, f"{found}")
    return 0
