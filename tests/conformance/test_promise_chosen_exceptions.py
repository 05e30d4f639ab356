"""Classes of exceptions that the run chooses: raised, caught, suppressed."""

# Programs under test are written as users write them, some of them wrong.
# ruff: noqa: B904, B022

import contextlib

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()


class OwnError(ValueError):
    """An exception with an attribute."""

    def __init__(self, k):
        super().__init__(k)
        self.k = k


@rows.on(T(0), T(1), T(2), T(3))
def suppress_without_classes(n):
    with contextlib.suppress():
        if n > 2:
            raise ValueError("x")
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def a_chosen_class_at_once(n):
    kind = ValueError if n > 2 else KeyError
    try:
        raise ValueError("z")
    except kind:
        return 1


@rows.on(T(0), T(1), T(2), T(3))
def a_chosen_class(n):
    kind = ValueError if n > 2 else KeyError
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except kind:
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def a_chosen_tuple(n):
    kind = (ValueError,) if n > 2 else (KeyError,)
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except kind:
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def a_chosen_class_in_a_tuple(n):
    kind = ValueError if n > 2 else KeyError
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except (IndexError, kind):
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def a_class_or_none(n):
    kind = None
    if n > 2:
        kind = ValueError
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except kind:
        return 1
    except KeyError:
        return 2
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def a_class_or_none_at_once(n):
    kind = None
    if n > 2:
        kind = ValueError
    try:
        raise ValueError("z")
    except kind:
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def suppress_a_chosen_class(n):
    kind = ValueError if n > 2 else KeyError
    with contextlib.suppress(kind):
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def suppress_a_class_or_none(n):
    kind = ValueError if n > 2 else None
    with contextlib.suppress(kind):
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def raise_a_chosen_class(n):
    kind = ValueError if n > 2 else KeyError
    raise kind


@rows.on(T(0), T(1), T(2), T(3))
def catch_a_chosen_class_that_is_raised(n):
    kind = ValueError if n > 2 else KeyError
    try:
        raise kind
    except ValueError:
        return "v"
    except KeyError:
        return "k"
    except TypeError:
        return "t"


@rows.on(T(0), T(1), T(2), T(3))
def raise_from_a_chosen_class(n):
    kind = ValueError if n > 2 else KeyError
    raise RuntimeError("q") from kind


@rows.on(T(0), T(1), T(2), T(3))
def star_a_chosen_class(n):
    kind = ValueError if n > 2 else KeyError
    x = 0
    try:
        if n > 1:
            raise ValueError("z")
        if n > 0:
            raise KeyError("z")
    except* kind:
        x = 1
    return x


@rows.on(T(0), T(1), T(2), T(3))
def classes_that_raise_at_once(n):
    def bad():
        raise RuntimeError("bad")

    try:
        raise KeyError("x")
    except bad():
        return 1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def classes_that_may_raise_at_once(n):
    def bad():
        if n > 1:
            raise RuntimeError("bad")
        return KeyError

    try:
        raise KeyError("x")
    except bad():
        return 1
    return 5


@rows.on(T(0), T(1), T(2), T(3))
def a_chosen_class_of_ones_own(n):
    kind = OwnError if n > 2 else KeyError
    try:
        raise kind(n)
    except OwnError as e:
        return e.k
    except kind:
        return 7


@rows.on(T(0), T(1), T(2), T(3))
def raise_a_chosen_class_that_takes_arguments(n):
    kind = OwnError if n > 2 else KeyError
    raise kind


@rows.on(T(0), T(1), T(2), T(3))
def raise_what_may_be_no_exception(n):
    kind = int if n > 2 else KeyError
    raise kind


@rows.on(T(0), T(1), T(2), T(3))
def raise_from_what_may_be_no_exception(n):
    kind = int if n > 2 else KeyError
    raise ValueError from kind


@rows.on(T(0), T(1))
def a_cause_that_is_a_number_or_none(x):
    cause = 3 if x > 0 else None
    raise ValueError("a") from cause


@rows.on(T(0), T(1))
def a_cause_that_is_text_or_none_and_caught(x):
    cause = None
    if x > 0:
        cause = f"text {x}"
    try:
        raise ValueError("a") from cause
    except ValueError:
        return 1
    except TypeError:
        return 2


@rows.on(T(0), T(1), T(2), T(3))
def raise_a_chosen_class_from_another(n):
    kind = TypeError if n > 2 else KeyError
    k2 = LookupError if n > 1 else KeyError
    raise k2 from kind


@rows.on(T(0), T(1), T(2), T(3))
def the_cause_of_a_chosen_class(n):
    kind = TypeError if n > 2 else KeyError
    try:
        raise ValueError("a") from kind
    except ValueError as e:
        return isinstance(e.__cause__, TypeError)


@rows.on(T(0), T(1), T(2), T(3))
def a_handler_of_a_chosen_class_raises(n):
    kind = TypeError if n > 2 else KeyError
    try:
        if n > 1:
            raise kind("x")
    except kind as e:
        raise ValueError(str(e))
    return 3


@rows.on(T(0), T(1), T(2), T(3))
def suppress_all_objects(n):
    with contextlib.suppress(object):
        if n > 1:
            raise ValueError
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def suppress_a_tuple_in_a_tuple(n):
    with contextlib.suppress((KeyError, (ValueError,))):
        if n > 1:
            raise ValueError
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def suppress_a_class_of_numbers(n):
    with contextlib.suppress(int):
        if n > 1:
            raise ValueError
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def suppress_a_union(n):
    with contextlib.suppress(ValueError | KeyError):
        if n > 1:
            raise ValueError
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def suppress_what_is_no_class(n):
    with contextlib.suppress(ValueError, 3):
        if n > 2:
            raise ValueError
        if n > 1:
            raise KeyError
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def suppress_in_a_group(n):
    with contextlib.suppress(ValueError):
        if n > 1:
            raise ExceptionGroup("a", [ValueError(1), KeyError(2)])
        return 1
    return 0


@rows.on(T(0), T(1), T(2), T(3))
def a_chosen_class_with_else_and_finally(n):
    kind = ValueError if n > 2 else KeyError
    x = 0
    try:
        if n > 1:
            x = 5
            raise ValueError("a")
        x = 1
    except kind:
        x += 10
    else:
        x += 100
    finally:
        x += 1000
    return x


@rows.on(T(0), T(1), T(2), T(3))
def a_chosen_class_raised_again(n):
    kind = ValueError if n > 2 else KeyError
    try:
        if n > 0:
            raise ValueError("a")
    except kind:
        raise
    return 4


test_chosen_classes_agree_with_plain_python = rows.test()
