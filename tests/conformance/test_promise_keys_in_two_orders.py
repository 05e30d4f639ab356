"""The promise, for keys in different orders on each path, and one that the run knows."""

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(5), T(1), T(0))
def keys_that_a_loop_in_a_loop_adds(n):
    held = {}
    for _ in range(n):
        key = "aa"
        while key not in held:
            held[key] = -1
            key = "b" + key[:1]
    return n, len(held)


@rows.on(T(5), T(1), T(0))
def numbers_until_one_is_there(n):
    seen = {}
    for i in range(n):
        x = 0
        while x not in seen:
            seen[x] = i
            x = (x + 1) % 3
    return sum(seen.values()), len(seen)


def in_two_orders(n):
    held = {}
    if n > 1:
        held["a"], held["b"] = n, 7
    else:
        held["b"], held["a"] = 5, 1
    if n > 2:
        held["c"] = 8
    if n == 5:
        del held["a"]
    return held, "a" if n > 3 else ("b" if n > 0 else "c")


@rows.on(T(5), T(4), T(3), T(1), T(0))
def an_item_set_under_one_of_them(n):
    held, key = in_two_orders(n)
    held[key] = 77
    return held.get("a", -1), held.get("b", -2), held.get("c", -3), len(held)


@rows.on(T(5), T(4), T(3), T(1), T(0))
def an_item_read_under_one_of_them(n):
    held, key = in_two_orders(n)
    try:
        return held[key] + 0
    except KeyError:
        return -1
