"""The promise, for `locals()`, `vars()` and `dir()` in functions that are staged."""

import sys

import pytest

import autograph as ag
from autograph.errors import OperatorNotAllowedInGraphError, StagingError
from tests.autograph.testing.rows import Rows

T = ag.constant
SHARED = 7
rows, leaving = Rows(), Rows(leave_tensors=True)
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_leaves_a_tensor_warns = leaving.test()


@rows.on(T(3), T(0))
def a_variable_that_a_branch_changes(n):
    y = n * 2
    if n > 1:
        y += 1
    return locals()


@rows.on(T(3), T(0))
def a_variable_that_a_branch_makes(n):
    if n > 1:
        y = n + 1
    else:
        z = 2
    shown = locals()
    return shown.get("y", -1), shown.get("z", -5), "y" in shown, len(shown)


@rows.on(T(3), T(0))
def variables_that_a_loop_makes(n):
    for i in range(n):
        y = i * 2
    total = 0
    for key, value in locals().items():
        if key != "total":
            total += value
    return total


@rows.on(T(3), T(0))
def a_variable_that_is_deleted(n):
    y = 4
    z = y + 1
    if n > 1:
        z = n
    del y
    return locals()


@rows.on(T(3), T(0))
def the_names_in_order(n):
    if n > 1:
        w = 2
    return [each.upper() for each in dir()]


@rows.on(T(3), T(0))
def every_kind_of_parameter(n):
    return of_parameters(n, n, 1, 2, 3, more=5)


def of_parameters(a, /, b, *c, d=4, **e):
    x, *y = c
    if b > 1:
        x = x + b
    return {**locals()}


@rows.on(T(3), T(0))
def variables_around(n):
    return counter(2)(n)


def counter(start):
    count = start

    def more(n):
        nonlocal count
        if n > 1:
            count = count + n
        return locals()

    return more


@leaving.on(T(3), T(0))
def a_global_is_none(n):
    global SHARED
    SHARED = n
    if n > 1:
        SHARED = n + 1
    return locals()


class Named:
    def __init__(self, x):
        __hidden = 3
        self.x = x
        if x > 1:
            self.x = x * __hidden
        self.names = sorted(each for each in locals() if each != "self")
        super().__init__()


@rows.on(T(3), T(0))
def private_names_and_the_class(n):
    made = Named(n)
    return made.x, made.names


@rows.on(T(3), T(0))
def what_a_handler_shows(n):
    try:
        if n < 1:
            raise ValueError(n)
        w = n
    except ValueError as error:
        del error
        return sorted(locals())
    return sorted(locals())


@rows.on(T(3), T(0))
def an_item_that_is_set(n):
    if n > 1:
        w = 2
    shown = vars()
    shown["w"], shown["q"] = 5, 6
    return shown["w"] + shown["q"], len(shown)


@rows.on(T(3), T(0))
def a_comprehensions_variable_is_gone(n):
    squares = [w * w for w in range(3)]
    if n > 1:
        squares.append(1)
    return list(locals())


@rows.on(T(3), T(0))
def a_function_of_that_name(n):
    locals = lambda: n
    n = n + 1
    if n > 2:
        n = locals() * 2
    return n


@rows.on(T(3), T(0))
def text_that_is_formatted(n):
    y = 2
    if n > 1:
        y = 3
    return "{y:>4}".format(**locals()), n


def of_two_kinds(n):
    if n > 1:
        kept = "text"
    else:
        kept = [1]
    return len(locals())


def test_a_variable_of_two_kinds_is_refused_at_the_line():
    with pytest.raises(StagingError, match="variable `kept` has") as raised:
        ag.function(of_two_kinds)(T(3))
    assert 'kept = "text"' in str(raised.value)
    assert "kept = [1]" in str(raised.value)


def shown_in_a_loop(n):
    found = 0
    for i in range(n):
        found += len(locals()) + i
    return found


def test_each_iteration_shows_them_anew_from_3_13_on():
    shown = ag.function(shown_in_a_loop)
    if sys.version_info < (3, 13):
        with pytest.raises(OperatorNotAllowedInGraphError, match="needs its value"):
            shown(T(4))
    else:
        assert int(shown(T(4))) == shown_in_a_loop(4)


def test_the_source_shows_what_is_handed_on():
    text = ag.to_code(a_variable_that_a_branch_changes)
    assert "ag__.frame_variables(ag__.ld(locals), ('n', 'y')" in text
