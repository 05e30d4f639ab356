"""The expression after `except`: when it is evaluated, and what it may be."""

# Programs under test are written as users write them, some of them wrong.
# ruff: noqa: F821, B030, B029

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


def kinds(log):
    """Return what is caught, and log that it was asked."""
    log.append(1)
    return ValueError


@rows.on(T(0), T(1), T(2), T(3))
def an_empty_tuple_catches_nothing(n):
    try:
        if n > 2:
            raise ValueError("x")
    except ():
        return -1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def an_empty_tuple_and_an_op(n):
    try:
        return [1, 2][n]
    except ():
        return -1


@rows.on(T(0), T(1), T(2), T(3))
def classes_made_by_a_call(n):
    log = []
    try:
        if n > 2:
            raise ValueError("x")
    except kinds(log):
        log.append(2)
    return log


@rows.on(T(0), T(1), T(2), T(3))
def classes_are_asked_in_order(n):
    log = []
    try:
        if n > 2:
            raise KeyError("x")
        if n > 0:
            raise ValueError("y")
    except kinds(log):
        log.append(2)
    except (log.append(3), KeyError)[1]:
        log.append(4)
    return log


@rows.on(T(0), T(1), T(2), T(3))
def a_name_that_is_not_defined(n):
    try:
        if n > 2:
            raise ValueError("x")
    except undefined_name:
        return 1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def a_name_that_is_not_defined_second(n):
    try:
        if n > 2:
            raise ValueError("x")
        if n > 1:
            raise KeyError("x")
    except ValueError:
        return 2
    except undefined_name:
        return 1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def no_class(n):
    ig = None
    try:
        if n > 2:
            raise ValueError("x")
    except ig:
        return -1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def a_list_of_classes(n):
    try:
        if n > 2:
            raise ValueError("x")
    except [ValueError]:
        return -1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def a_class_of_numbers(n):
    try:
        if n > 2:
            raise ValueError("x")
    except (ValueError, int):
        return -1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def a_tuple_in_the_tuple(n):
    try:
        if n > 2:
            raise ValueError("x")
    except (KeyError, (ValueError,)):
        return -1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def a_tuple_in_the_tuple_at_once(n):
    try:
        raise ValueError("x")
    except (KeyError, (ValueError,)):
        return -1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def a_class_that_the_body_changes(n):
    kind = KeyError
    try:
        kind = ValueError
        if n > 2:
            raise ValueError("x")
    except kind:
        return -1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def the_cause_is_there(n):
    kind = ValueError if n > 2 else KeyError
    try:
        raise TypeError("a") from kind
    except TypeError as e:
        return e.__cause__ is None


@rows.on(T(0), T(1), T(2), T(3))
def star_classes_made_by_a_call(n):
    log = []
    try:
        if n > 2:
            raise ValueError("x")
    except* kinds(log):
        log.append(2)
    return log


@rows.on(T(0), T(1), T(2), T(3))
def star_no_class(n):
    log = []
    try:
        if n > 2:
            raise ValueError(1)
    except* None:
        log.append(2)
    return log


@rows.on(T(0), T(1), T(2), T(3))
def star_an_empty_tuple_and_a_tuple_in_one(n):
    x = 4
    try:
        if n > 2:
            raise ValueError(1)
    except* ():
        x = 2
    except* (ValueError, (KeyError,)):
        x = 3
    return x


@rows.on(T(0), T(1), T(2), T(3))
def star_groups(n):
    x = 0
    try:
        if n > 2:
            raise ExceptionGroup("x", [KeyError("a"), ValueError("b")])
        if n > 1:
            raise KeyError("x")
    except* (KeyError, BaseExceptionGroup):
        x = 2
    return x


@rows.on(T(0), T(1), T(2), T(3))
def classes_by_a_property(n):
    class Reader:
        @property
        def kinds(self):
            log.append(1)
            return KeyError

    log = []
    try:
        try:
            if n > 2:
                raise ValueError("x")
            if n > 1:
                raise KeyError("x")
        except Reader().kinds:
            log.append(2)
    except ValueError:
        log.append(3)
    return log


@rows.on(T(0), T(1), T(2), T(3))
def a_class_out_of_a_list(n):
    kinds = [ValueError, KeyError]
    try:
        if n > 0:
            raise KeyError("x")
    except kinds[n - 1]:
        return 1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def classes_that_raise(n):
    def bad():
        raise RuntimeError("bad")

    try:
        if n > 0:
            raise KeyError("x")
    except bad():
        return 1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def classes_that_may_raise(n):
    def bad():
        if n > 1:
            raise RuntimeError("bad")
        return KeyError

    try:
        if n > 0:
            raise KeyError("x")
    except bad():
        return 1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def an_empty_tuple_first(n):
    x = 0
    try:
        if n > 0:
            x = 1
            raise KeyError("x")
        x = 2
    except ():
        x = 3
    except KeyError:
        x += 10
    else:
        x += 100
    finally:
        x += 1000
    return x


@rows.on(T(0), T(1), T(2), T(3))
def classes_by_iteration(n):
    kinds = [ValueError, KeyError]
    t = 0
    for i in range(n):
        try:
            if i == 1:
                raise KeyError("k")
            if i == 0:
                raise ValueError("k")
            t += 1
        except kinds[i % 2]:
            t += 10
    return t


@rows.on(T(0), T(1), T(2), T(3))
def a_conditional_expression(n):
    try:
        try:
            if n > 1:
                raise ValueError("a")
        except KeyError if n > 2 else ValueError:
            return "in"
    except ValueError as e:
        return "out" + str(e)
    return "none"


test_clauses_agree_with_plain_python = rows.test()
