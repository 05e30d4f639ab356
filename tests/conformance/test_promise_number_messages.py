"""The promise, for what numbers cannot do: Python's own errors, with its words."""

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
NUMBERS = (T(2), T(0))


def told(act):
    try:
        return str(act())
    except (TypeError, ZeroDivisionError) as error:
        return f"{type(error).__name__}: {error}"


@rows.on(*NUMBERS)
def operators_that_numbers_do_not_have(n):
    k, v, z = int(n), float(n), complex(n)
    return [
        told(lambda: ~v),
        told(lambda: v & 1),
        told(lambda: 1 | v),
        told(lambda: v << 2),
        told(lambda: z < 1j),
        told(lambda: 1 >= z),
        told(lambda: z // 2),
        told(lambda: k @ 2),
        told(lambda: 2.0 @ k),
        told(lambda: k @ v),
        told(lambda: divmod(z, 2)),
        told(lambda: k + "a"),
    ]


@rows.on(*NUMBERS)
def items_of_numbers(n):
    k, v = int(n), float(n)
    return [told(lambda: k[0]), told(lambda: v[1:2]), told(lambda: (k > 1)[k])]


@rows.on(*NUMBERS)
def an_item_of_a_number(n):
    return int(n)[0]


@rows.on(*NUMBERS)
def divisions_by_zero(n):
    k, v = int(n), float(n)
    return [
        told(lambda: divmod(7, v)[0]),
        told(lambda: divmod(7.5, k)[1]),
        told(lambda: divmod(7, k)[1]),
        told(lambda: divmod(v, 2)),
        told(lambda: 7 // v),
        told(lambda: 7.5 % k),
    ]


@rows.on(*NUMBERS)
def powers_by_a_modulus(n):
    k, v = int(n), float(n)
    return [
        told(lambda: pow(v, 2, 3)),
        told(lambda: pow(2, k, 3.0)),
        told(lambda: pow(k, 2, 5)),
    ]


@rows.on(T(2), np.int64(2), np.array(2), np.float32(2.5))
def what_has_no_items(x):
    return [
        told(lambda: list(x)),
        told(lambda: tuple(x + 1)),
        told(lambda: sum(x)),
        told(lambda: sorted(x)),
        told(lambda: len(x)),
        told(lambda: [each + 1 for each in x]),
    ]


@rows.on(np.array([1, 2]), T([1, 2]))
def elements_have_no_items(x):
    return [
        told(lambda: list(x[0])),
        told(lambda: len(x.max())),
        told(lambda: set(x[1])),
    ]


@rows.on(*NUMBERS)
def orders_with_the_number_on_the_right(n):
    k = int(n)
    return [
        told(lambda: "a" < k),
        told(lambda: "a" >= k),
        told(lambda: None <= k),
        told(lambda: {} > k),
        told(lambda: 3j < k),
        told(lambda: ("a", 1) < (k, 1)),
        told(lambda: 0 <= k < "a"),
        told(lambda: max(k, "a")),
        told(lambda: min("a", k)),
        told(lambda: sorted([k, "a"])),
        told(lambda: sorted([3, "b", k], reverse=True)),
    ]


@rows.on(*NUMBERS)
def exceptions_of_the_library_without_contexts(n):
    return {} | int(n)


class Other:
    pass


@rows.on(*NUMBERS)
def updates_of_numbers_by_what_they_do_not_take(n):
    found = []
    for other in ("a", None, [1], (1,), Other()):
        try:
            k = int(n)
            k += other
        except TypeError as error:
            found.append(str(error))
        try:
            v = float(n)
            v **= other
        except TypeError as error:
            found.append(str(error))
        try:
            held = [int(n)]
            held[0] //= other
        except TypeError as error:
            found.append(str(error))
    return found


@rows.on(*NUMBERS)
def bits_of_floats_updated(n):
    v = 0.5
    for _ in range(n):
        v = v * 2
    try:
        v &= 1
    except TypeError as error:
        return str(error)
    return v


@rows.on(*NUMBERS)
def none_in_a_loop_updated(n):
    total = None
    for i in range(n):
        total += i
    return total


@rows.on(*NUMBERS)
def text_updated(n):
    text = str(int(n))
    try:
        text -= 1
    except TypeError as error:
        return str(error)
    return text


@rows.on(T(3))
def an_update_by_a_list_shows_no_other_error(n):
    value = complex(n, 1)
    try:
        value += [3]
    except TypeError as error:
        return str(error), error.__context__ is None, error.__suppress_context__
    return "", False, False
