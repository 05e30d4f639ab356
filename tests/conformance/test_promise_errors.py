"""The promise, for exceptions: raised where plain Python raises them, and only there.

PYTEST_DONT_REWRITE: pytest would change the messages of assertions.
"""

# Programs under test are written as users write them.
# ruff: noqa: B007, PLE0643

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_raises_what_plain_python_raises = rows.test()


@rows.on(T(1), T(-1), 1, -1)
def failing_assert(x):
    assert x > 0
    return x


@rows.on(T(1), T(-1), 1, -1)
def failing_assert_with_a_message(x):
    assert x > 0, "x must be positive"
    return x


@rows.on(T(1), T(-1))
def assert_in_a_branch(x):
    if x < 0:
        assert x > 10, f"line {1 + 1}"
    return x


@rows.on(T(3), T(9))
def assert_in_a_loop(n):
    for i in range(n):
        assert i < 5, ("a tuple", 5)
    return n


@rows.on(T(1), T(-1))
def raise_in_a_branch(x):
    if x < 0:
        raise ValueError("negative")
    return x


@rows.on(T(1), T(-1))
def raise_of_a_class(x):
    if x < 0:
        raise KeyError
    return x


class OwnError(Exception):
    pass


@rows.on(T(1), T(-1), T(5))
def raise_of_an_own_class(x):
    if x < 0:
        raise OwnError("mine", 1)
    elif x > 4:
        raise OwnError
    return x


@rows.on(T(1), T(-1))
def raise_in_both_branches(x):
    if x < 0:
        raise ValueError("negative")
    else:
        raise TypeError("not negative")


@rows.on(T(3), T(9))
def raise_in_a_loop(n):
    total = 0
    while n > 0:
        if total > 20:
            raise RuntimeError("too much")
        total += n
        n -= 1
    return total


@rows.on(T(3), T(9), T(0))
def raise_in_the_else_of_a_loop(n):
    for i in range(n):
        if i == 5:
            break
    else:
        raise LookupError("no 5")
    return i


@rows.on((T(1), 0), (T(-1), 0), (T(1), 2))
def division_by_a_python_zero_in_a_branch(x, d):
    if x > 0:
        return 7 // d
    return 0


@rows.on(T(3), T(0), T(7))
def division_of_staged_python_integers(n):
    k = 3
    total = 0
    for i in range(n):
        k -= 1
        total += 10 // k
    return total


@rows.on(T(3), T(4), T(0))
def remainder_of_staged_python_integers(n):
    k = 0
    for i in range(n):
        k = (k + 1) % (3 - i)
    return k


@rows.on(T(3), T(4), T(0))
def true_division_of_staged_python_numbers(n):
    y = 1.0
    d = 3
    for _ in range(n):
        y = y / d
        d = d - 1
    return y


@rows.on((T(7), T(0)), (T(0), T(0)), (T(-7), T(0)))
def division_of_tensors_by_zero(x, y):
    return x // y, x % y, x / y


@rows.on((T(7.0), T(0.0)), (T(0.0), T(-0.0)), (T(-7.0), T(0.0)))
def division_of_float_tensors_by_zero(x, y):
    return x // y, x % y, x / y


@rows.on(T(1), T(-1))
def division_in_the_branch_not_taken(x):
    zero = 0
    return 1 // zero if x > 0 else 5


@rows.on(T(1), T(-1))
def index_error_in_a_branch(x):
    items = [1, 2, 3]
    if x > 0:
        return items[7]
    return items[0]


@rows.on(T(1), T(-1))
def key_error_in_a_branch(x):
    table = {"a": 1}
    return table["b"] if x > 0 else table["a"]


@rows.on(T(1), T(-1))
def attribute_error_in_a_branch(x):
    if x > 0:
        return x.no_such_attribute
    return x


@rows.on(T(1), T(-1))
def name_error_in_a_branch(x):
    if x > 0:
        return no_such_name  # noqa: F821
    return x


@rows.on(T(1), T(-1))
def unbound_in_a_branch(x):
    if x > 0:
        del x
        return x
    return x


@rows.on(T(1), T(-1))
def error_after_a_failing_assert(x):
    assert x > 0, "first"
    return [1, 2][5]


@rows.on((T(1), T(1)), (T(-1), T(1)), (T(1), T(-1)), (T(-1), T(-1)))
def the_first_of_two_errors(x, y):
    if x < 0:
        raise ValueError("x")
    if y < 0:
        raise ValueError("y")
    return x + y


@rows.on(T(7), T(2))
def error_in_a_called_function(x):
    def check(y):
        if y > 5:
            raise ValueError("large")
        return y

    return check(x - 1) + check(x)


@rows.on(T([1, 2, 3]), T([[1, 2], [3, 4]]))
def ambiguous_truth(v):
    if ag.reduce_sum(v) > 7:
        return v[0]
    return v[5] if False else v[1]


@rows.on((T(5), T([1, 2, 3])), (T(2), T([1, 2, 3])), (T(-3), T([1, 2, 3])))
def index_out_of_bounds(i, v):
    return v[i]


@rows.on(T(float("nan")), T(float("inf")), T(2.5))
def int_of_a_float(x):
    return int(x)


@rows.on((T(2), T(-1)), (T(2), T(3)))
def negative_integer_power(x, y):
    return x**y


@rows.on(T(3), T(0))
def unpacking_of_the_wrong_length(n):
    items = [1, 2, 3]
    if n > 0:
        a, b = items
    else:
        a, b = items[:2]
    return a + b


@rows.on(T(3), T(-3))
def caught_exception_of_plain_python(x):
    try:
        y = {}["missing"]
    except KeyError:
        y = x + 1 if x > 0 else x
    return y


@rows.on((T(3), 40), (T(3), -1))
def shift_of_python_integers(x, k):
    return (1 << k if k > 0 else 1) % 1000 + x
