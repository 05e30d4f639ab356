"""The promise, for `:=` in operands that may not be computed."""

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(3), T(1), T(-1))
def in_a_condition(x):
    if x > 0 and (y := x * 2) > 3:
        return y
    return x


@rows.on(T(3), T(1), T(-1))
def number_and_truth_in_a_condition(x):
    y = 0
    if (x - 1 and (y := x + 1) > 1) or not x:
        return y, 1
    return y, 2


@rows.on(T(3), T(-3))
def in_branches(x):
    z = (y := x + 1) if x > 0 else (y := x - 1)
    return y, z


@rows.on(T(3), T(-3))
def in_a_chain(x):
    y = 5
    z = 0 < x < (y := x + 3) < 10
    return y, z


@rows.on(T(3), T(-3), T(0))
def not_reached(x):
    z = x > 0 and (y := x) > 1
    return z, y


@rows.on(T(3), T(0), T(9))
def in_loops(n):
    total, k = 0, 0
    while n > 0 and (k := n % 4) != 2:
        total += k
        n -= 1
    return total, k


@rows.on(T(3), T(0))
def beside_other_operands(x):
    y = x
    z = y + ((y := y + 1) if x > 1 else (y := y - 1)) * y
    return y, z


@rows.on((T(1), T(5)), (T(1), T(0)), (T(2), T(0)))
def in_a_guard(x, y):
    match (x, y):
        case (1, k) if k > 0 and (z := k + 1) > 2:
            return z
        case _:
            return x


@rows.on(T(3), T(-3), T(0))
def message_of_an_assertion(x):
    try:
        assert x > 0, (text := f"no {x}")
        text = "fine"
    except AssertionError:
        return "raised", text
    return "", text


BOTH = [(T(1.0), 0), (T(1.0), 1), (T(1.0), 6), (T(-1.0), 0), (T(-1.0), 6)]


@rows.on(*BOTH)
def what_is_left_out_keeps_an_earlier_value(x, k):
    a = b = c = d = 1
    if x > 0:
        a = b = c = d = 2
    y, z = 3, [3, 4]
    y += 0 if k else (a := 7)
    z[0] += k and (b := 7)
    w = [i for i in range(k) if (c := i)]
    z[k and (d := 1)] = 5
    return a, b, c, d, w, y, z


@rows.on(*BOTH)
def what_is_left_out_of_a_chain_or_a_default_keeps_it(x, k):
    a = b = 1
    if x > 0:
        a = b = 2
    t = 7 < k < (a := 9)
    f = lambda c=(k and (b := 4)): c
    return a, b, t, f()


@rows.on(*BOTH)
def what_was_left_out_has_no_value(x, k):
    y = 1
    y += 0 if k else (a := 0)
    for _ in ag.range(2):
        y = a
    return y


@rows.on(T(1.0), T(2.0))
def after_a_list_that_the_run_counts(x):
    y = 0
    y += ([2 for _ in [0.0] if x > 1] or [(v := 7)])[0]
    return y


class Held:
    pass


@rows.on((T(3), T(1)), (T(-3), T(1)))
def in_updates(x, k):
    held = Held()
    held.total = total = k
    total += (total := 5) if x > 0 else 2
    held.total -= 0 if x > 0 else (k := 9)
    return total, held.total, k


@rows.on(T(3), T(-3))
def in_defaults_of_lambdas(x):
    first = (lambda k=(y := x): k + y) if x > 0 else (lambda *, k=(y := 7): k - y)
    second = 0 if x is None else (lambda p, *, k=(z := x): p + k)
    return first(), y, second(1), z


def test_a_list_that_the_run_counts_has_no_truth_for_python():
    @ag.function
    def f(x):
        return {0: ([2 for _ in [0.0] if x > 1] or [(v := 7)])[0], 1: v}

    with pytest.raises(ag.errors.OperatorNotAllowedInGraphError, match="deciding on"):
        f(T(1.0))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: sorted([4, 5], key=lambda p: (v := 3) if x > 0 else p),
        lambda x: [y for v in [1, 2] if x > v and (y := v)],
        lambda x: f"{x > 0 and (y := 1)}",
    ],
    ids=["lambda", "comprehension", "f-string"],
)
def test_what_is_left_to_python_says_what_names_do(function):
    hint = "What comes after this condition binds a name by `:=`, and stands in a"
    with pytest.raises(ag.errors.OperatorNotAllowedInGraphError) as caught:
        ag.function(function)(T(1))
    assert caught.value.hint.startswith(hint)


def test_a_lambda_in_a_function_inside_is_not_told_to_lack_its_source():
    @ag.function
    def f(x):
        def inside():
            held = lambda: (v := x) if x > 0 else x
            return held()

        return inside()

    with pytest.raises(ag.errors.OperatorNotAllowedInGraphError) as caught:
        f(T(1))
    assert "runs as it stands: its source" not in caught.value.hint
