"""The promise, for `if`, conditional expressions, `and`, `or`, `not`, comparisons.

A decorated function returns exactly what the undecorated one returns. A row is a
function with calls; `T` makes a tensor, and what is not one is a Python value, which
is known while tracing.
"""

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(3), T(-3), T(0), 3, -3)
def absolute(x):
    if x < 0:
        x = -x
    return x


@rows.on(T(3), T(-3), T(0), 3, -3, 0)
def sign_by_elif(x):
    if x > 0:
        s = 1
    elif x < 0:
        s = -1
    else:
        s = 0
    return s


@rows.on((T(3), 2), (T(-3), 2), (T(3), -2), (3, T(2)), (3, T(-2)))
def nested_mixed(x, y):
    if x > 0:
        if y > 0:
            z = x + y
        else:
            z = x - y
    else:
        z = y
    return z


@rows.on(T(5), T(-5), T(0))
def early_return(x):
    if x > 0:
        return x * 2
    if x < 0:
        return x * 3
    return x


@rows.on((T(1), T(2)), (T(1), T(-2)), (T(-1), T(2)), (T(-1), T(-2)))
def returns_at_all_depths(x, y):
    if x > 0:
        if y > 0:
            return 1
        x = x - 10
    elif y > 0:
        return 2
    return x


@rows.on((T(1), True), (T(1), False), (T(-1), True))
def unstaged_return_in_staged_branch(x, flag):
    if x > 0:
        if flag:
            return x
        return -x
    return x * 100


@rows.on(T(5), T(-5))
def returns_after_assignment(x):
    y = 0
    if x > 0:
        y = 1
        return y
    y = 2
    return y + x


@rows.on(T(5), T(-5), 5, -5)
def conditional_expression(x):
    return x if x > 0 else -x


@rows.on((T(1), T(1.5)), (T(-1), T(1.5)))
def conditional_expression_in_arithmetic(x, y):
    return 2 * (y if x > 0 else y * y) + 1


@rows.on(T(5), T(15), T(25))
def nested_conditional_expression(x):
    return 1 if x < 10 else 2 if x < 20 else 3


@rows.on(T(5), T(0), 5, 0)
def and_gives_an_operand(x):
    return x and x + 1


@rows.on(T(5), T(0), 5, 0)
def or_gives_an_operand(x):
    return x or x + 7


@rows.on(T(5), T(0), T(True), T(False), T(0.5), T(float("nan")), 5, 0)
def not_gives_a_bool(x):
    return not x


@rows.on((T(1), T(2)), (T(0), T(2)), (T(1), T(0)), (0, T(1)), (T(1), 0))
def and_in_a_test(x, y):
    if x and y:
        return 1
    return 0


@rows.on((T(1), T(2.0)), (T(0), T(2.0)), (T(0), T(0.0)), (0, T(0.0)), (T(0), 0.0))
def or_of_different_dtypes_in_a_test(x, y):
    if x or y > 1:
        return 1
    return 0


@rows.on((T(3), T(True)), (T(3), T(False)), (T(0), T(True)))
def number_and_truth_in_a_test(n, flag):
    return 1 if n and flag else 2


@rows.on((T(3), T(1)), (T(3), T(0)), (T(0), T(0)))
def division_guarded_by_and(x, y):
    if y != 0 and x // y > 1:
        return x // y
    return x


@rows.on((8, 2), (8, 0), (T(8), 2), (T(8), 0))
def python_division_guarded_by_and(x, y):
    return y != 0 and 8 // y > 1 and x > 0


@rows.on(T(5), T(0), T(10), T(11), 5, 11)
def chain(x):
    return 0 < x <= 10


@rows.on((T(1), T(2), T(3)), (T(1), T(2), T(2)), (T(3), T(2), T(9)), (1, T(2), 3))
def long_chain(a, b, c):
    return a < b < c != 4


@rows.on((T(1), 2), (T(3), 2), (1, T(2)), (T(2), T(2)))
def comparisons_return_bools(x, y):
    return x < y, x <= y, x == y, x != y, x > y, x >= y


@rows.on((T(1), T(2)), (T(2), T(2)))
def all_tests_of_equality_in_if(x, y):
    n = 0
    if x == y:
        n += 1
    if x != y:
        n += 2
    if not x == y:
        n += 4
    return n


@rows.on(T([1, 2, 3]), T([0, 0, 0]), T([-1, 0, 0]))
def reductions_decide(v):
    if ag.reduce_all(v > 0):
        return 1
    elif ag.reduce_any(v < 0):
        return 2
    return 3


@rows.on(T([5]), T([0]), T([[0.0]]))
def one_element_decides(v):
    if v:
        return v + 1
    return v


@rows.on(T(1), T(-1))
def both_branches_create(x):
    if x > 0:
        a, b = x, 1.5
    else:
        a, b = -x, 2.5
    return a, b


@rows.on(T(1), T(-1))
def branch_does_nothing(x):
    if x > 0:
        pass
    return x


@rows.on((T(1), 1), (T(-1), 1))
def swap_in_branch(x, y):
    if x > 0:
        x, y = y, x
    return [x, y]


@rows.on(T(1), T(-1))
def numbers_stay_weak_after_a_branch(x):
    n = 2 if x > 0 else 3
    return n * T(1.5), n / 2, n // 2


@rows.on(T(1), T(-1))
def python_float_keeps_double_precision(x):
    y = 0.1 if x > 0 else 0.2
    return y * 3 - 0.3, ag.cast(x, ag.float64) * y


@rows.on(T(1), T(-1))
def big_python_integer_in_between(x):
    n = 10**12 if x > 0 else 10**13
    return n // 10**10


@rows.on(T(1), T(-1))
def nested_results(x):
    if x > 0:
        r = {"a": (x, 1), "b": [2.0]}
    else:
        r = {"a": (x + 1, 2), "b": [3.0]}
    return r


@rows.on(T(1), T(-1))
def created_in_one_branch_and_not_read(x):
    if x > 0:
        y = x * 2
        x = y
    return x


@rows.on(T(1), T(-1), T(5))
def created_in_one_branch_and_read_under_the_same_condition(x):
    if x > 0:
        y = x * 2
    if x > 0:
        x = x + y
    return x


@rows.on(T(1), T(-1))
def created_in_one_branch_and_read(x):
    if x > 0:
        y = x * 2
    return y


@rows.on((T(1), T(1)), (T(1), T(-1)), (T(-1), T(1)), (T(-1), T(-1)))
def created_before_a_return_in_branches(x, y):
    if x > 0:
        if y > 0:
            return y
        z = x
    else:
        z = y
    return z * 2


@rows.on((T(1), T(2.5)), (T(-1), T(2.5)))
def arrays_made_in_branches(x, y):
    if x > 0:
        v = ag.stack([y, y + 1])
    else:
        v = ag.zeros([2])
    return v * 2


@rows.on(T(1), T(-1))
def shapes_that_differ(x):
    if x > 0:
        v = ag.constant([1, 2, 3])
    else:
        v = ag.constant([4, 5])
    return v + 1, ag.reduce_sum(v)


@rows.on((T(2), T(1)), (T(0), T(1)), (T(2), T(0)))
def conditions_as_values(x, y):
    a = x > 1
    b = y > 0
    both = a and b
    return both, a or b, not a, a == b, a & b


@rows.on(T(3), T(-3))
def walrus(x):
    if (y := x * 2) > 0:
        return y
    return y - 1


@rows.on((T(3), None), (T(3), 1), (T(-3), None))
def is_none_is_decided_while_tracing(x, y):
    if y is None:
        y = 5
    return x + y


@rows.on((T(3), "double"), (T(3), "half"))
def text_is_decided_while_tracing(x, mode):
    if mode == "double":
        return x * 2
    return x / 2


@rows.on(T(3), T(0))
def python_number_as_a_condition(x):
    n = int(x)
    if n:
        n = n * 3
    else:
        n = n - 1
    return n
