"""The promise, for operands of another kind than a number: Python's own answers.

PYTEST_DONT_REWRITE: pytest would change the messages of assertions.
"""

import operator

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
NUMBERS = (T(3), T(0))


test_the_graph_answers_as_plain_python_does = rows.test()


# --- a sequence beside a number of Python's -------------------------------------------


@rows.on(*NUMBERS)
def equal_to_sequences(x):
    n = int(x)
    return n == [3], [3] != n, (3,) == n, b"3" == n, n in [[3], (0,)], n != ()


@rows.on(*NUMBERS)
def a_test_of_equality_takes_one_path(x):
    n, k = int(x), [3]
    if n == k:
        k = "never"
    return k


@rows.on(*NUMBERS)
def add_to_a_list(x):
    return [1] + int(x)


@rows.on(*NUMBERS)
def add_to_a_tuple(x):
    return (1,) + int(x)


@rows.on(*NUMBERS)
def subtract_a_list(x):
    return float(x) - [1]


@rows.on(*NUMBERS)
def less_than_a_list(x):
    return int(x) < [1]


@rows.on(*NUMBERS)
def a_list_greater_than(x):
    return [1] > int(x)


@rows.on(*NUMBERS)
def a_literal_at_least(x):
    return (1, 2) >= int(x)


@rows.on(*NUMBERS)
def catch_what_python_raises(x):
    if x > 1:
        try:
            return [1] - int(x)
        except TypeError as error:
            return str(error)
    return ""


# --- None on some paths, compared in either order -------------------------------------


def number_or_none(x):
    return int(x) if x > 0 else None


def tensor_or_none(x):
    return x if x > 0 else None


@rows.on(*NUMBERS)
def a_literal_on_the_left(x):
    return 3 <= number_or_none(x)


@rows.on(*NUMBERS)
def a_literal_on_the_left_of_a_tensor(x):
    return 3 > tensor_or_none(x)


@rows.on(*NUMBERS)
def a_literal_on_the_right(x):
    return number_or_none(x) >= 3


@rows.on(*NUMBERS)
def a_variable_on_the_left(x):
    y = number_or_none(x)
    n = 3
    return n < y


@rows.on(*NUMBERS)
def numbers_on_both_sides(x):
    y = number_or_none(x)
    return int(x) > y


@rows.on(*NUMBERS)
def none_on_the_left(x):
    y = number_or_none(x)
    return y > int(x)


@rows.on(*NUMBERS)
def none_on_both_sides(x):
    y = number_or_none(x)
    return y <= number_or_none(x)


@rows.on((T(3), T(4)), (T(3), T(0)), (T(0), T(3)), (T(0), T(0)))
def operands_that_are_none_or_not(x, y):
    return number_or_none(x) - tensor_or_none(y)


@rows.on(*NUMBERS)
def a_chain(x):
    y = number_or_none(x)
    return 1 < 3 <= y < 5


@rows.on(*NUMBERS)
def functions_of_the_operator_module(x):
    return operator.ge(number_or_none(x), 3)


@rows.on(*NUMBERS)
def the_larger(x):
    return max(number_or_none(x), 3)


@rows.on(*NUMBERS)
def the_smaller(x):
    return min(3, number_or_none(x))


# --- max() and min() of what no type holds --------------------------------------------


def largest(x, y):
    return max(x, y, x)


def smallest(x, y):
    return min([x, y])


def largest_by_keys(x, y):
    keys = [x, y]
    return max(x, x + 1, key=lambda _: keys.pop())


@pytest.mark.parametrize(
    ("function", "what"),
    [
        (largest, "the result of max() is float32[] for one of its items and int32[]"),
        (smallest, "the result of min() is float32[] for one of its items and int32[]"),
        (largest_by_keys, "the key of max() is int32[] for one of its items and float"),
    ],
)
def test_what_no_type_holds_is_told_of_the_builtin(function, what):
    with pytest.raises(ag.errors.BranchMismatchError) as info:
        ag.function(function)(T(1), T(2.5))
    message = str(info.value)
    assert what in message
    assert "best" not in message
    assert "retval_" not in message
    assert "convert one side with ag.cast" in message
    assert __file__ in message
