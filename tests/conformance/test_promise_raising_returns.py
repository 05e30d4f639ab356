"""A `return` in a `try` whose value raises has not returned: the handlers go on."""

import contextlib

import autograph as ag
from tests.autograph.testing.rows import Rows

NUMBERS = tuple(map(ag.constant, (0, 3, 4, 9)))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


def small(x):
    if x > 3:
        raise ValueError("big")
    return x * 2


@rows.on(*NUMBERS)
def after_the_handler(x):
    try:
        return small(x)
    except ValueError:
        x = x + 100
    return x


@rows.on(*NUMBERS)
def in_a_loop(x):
    n = 0
    for _ in range(ag.constant(5)):
        try:
            n = n + 1
            return small(x - n)
        except ValueError:
            n = n + 1
        finally:
            n = n + 10
    return n


@rows.on(*NUMBERS)
def under_a_manager(x):
    with contextlib.suppress(ValueError):
        return small(x)
    return -9


@rows.on(*NUMBERS)
def in_a_function_that_is_called(x):
    def inner(value):
        return small(value)

    try:
        return inner(x)
    except ValueError:
        pass
    return -1


@rows.on(*NUMBERS)
def a_finally_that_raises(x):
    try:
        try:
            return x
        finally:
            small(x)
    except ValueError:
        pass
    return 77
