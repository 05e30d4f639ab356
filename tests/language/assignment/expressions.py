"""Assignment expressions in operands that may not be evaluated."""

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant


@programs.staged(T(3), T(1), T(-1))
def in_a_condition(x):
    """`:=` as the second operand of `and` in a condition."""
    if x > 0 and (y := x * 2) > 3:
        return y
    return x


@programs.staged(T(3), T(1), T(-1))
def number_and_truth_in_a_condition(x):
    """`:=` in nested `and` and `or` of a number and a comparison."""
    y = 0
    if (x - 1 and (y := x + 1) > 1) or not x:
        return y, 1
    return y, 2


@programs.staged(T(3), T(-3))
def in_branches(x):
    """`:=` of the same name in both arms of a conditional expression."""
    z = (y := x + 1) if x > 0 else (y := x - 1)
    return y, z


@programs.staged(T(3), T(-3))
def in_a_chain(x):
    """`:=` in a chained comparison leaves the earlier value when skipped."""
    y = 5
    z = 0 < x < (y := x + 3) < 10
    return y, z


@programs.staged(T(3), T(-3), T(0))
def not_reached(x):
    """A name bound only by a skipped `:=` raises UnboundLocalError."""
    z = x > 0 and (y := x) > 1
    return z, y


@programs.staged(T(3), T(0), T(9))
def in_loops(n):
    """`:=` in the condition of a `while`."""
    total, k = 0, 0
    while n > 0 and (k := n % 4) != 2:
        total += k
        n -= 1
    return total, k


@programs.staged(T(3), T(0))
def beside_other_operands(x):
    """`:=` in a conditional expression between operands that read the name."""
    y = x
    z = y + ((y := y + 1) if x > 1 else (y := y - 1)) * y
    return y, z


@programs.staged((T(1), T(5)), (T(1), T(0)), (T(2), T(0)))
def in_a_guard(x, y):
    """`:=` in the guard of a `case`."""
    match (x, y):
        case (1, k) if k > 0 and (z := k + 1) > 2:
            return z
        case _:
            return x


@programs.staged(T(3), T(-3), T(0))
def message_of_an_assertion(x):
    """`:=` in the message of an `assert`, evaluated only if it fails."""
    try:
        assert x > 0, (text := f"no {x}")
        text = "fine"
    except AssertionError:
        return "raised", text
    return "", text


BOTH = [(T(1.0), 0), (T(1.0), 1), (T(1.0), 6), (T(-1.0), 0), (T(-1.0), 6)]


@programs.staged(*BOTH)
def what_is_left_out_keeps_an_earlier_value(x, k):
    """A skipped `:=` in updates and indices leaves the earlier value."""
    a = b = c = d = 1
    if x > 0:
        a = b = c = d = 2
    y, z = 3, [3, 4]
    y += 0 if k else (a := 7)
    z[0] += k and (b := 7)
    w = [i for i in range(k) if (c := i)]
    z[k and (d := 1)] = 5
    return a, b, c, d, w, y, z


@programs.staged(*BOTH)
def what_is_left_out_of_a_chain_or_a_default_keeps_it(x, k):
    """A skipped `:=` in a chain or a default leaves the earlier value."""
    a = b = 1
    if x > 0:
        a = b = 2
    t = 7 < k < (a := 9)
    f = lambda c=(k and (b := 4)): c
    return a, b, t, f()


@programs.staged(*BOTH)
def what_was_left_out_has_no_value(x, k):
    """A name whose only `:=` was skipped is unbound in a staged loop."""
    y = 1
    y += 0 if k else (a := 0)
    for _ in ag.range(2):
        y = a
    return y


@programs.staged(T(1.0), T(2.0))
def after_a_list_that_the_run_counts(x):
    """`:=` in the operand of `or` after a list that may be empty."""
    y = 0
    y += ([2 for _ in [0.0] if x > 1] or [(v := 7)])[0]
    return y


class Held:
    pass


@programs.staged((T(3), T(1)), (T(-3), T(1)))
def in_updates(x, k):
    """`:=` in the operand of an augmented assignment."""
    held = Held()
    held.total = total = k
    total += (total := 5) if x > 0 else 2
    held.total -= 0 if x > 0 else (k := 9)
    return total, held.total, k


@programs.staged(T(3), T(-3))
def in_defaults_of_lambdas(x):
    """`:=` in the parameter defaults of lambdas."""
    first = (lambda k=(y := x): k + y) if x > 0 else (lambda *, k=(y := 7): k - y)
    second = 0 if x is None else (lambda p, *, k=(z := x): p + k)
    return first(), y, second(1), z


@programs.falls(T(1.0), T(2.0))
def after_a_list_that_the_run_counts_once_more(x):
    """`:=` in a list display, which `or` evaluates where a list is empty."""
    v = 1
    return {0: ([2 for _ in [0.0] if x > 1] or [(v := 7)])[0], 1: v}


@programs.falls(T(1), T(-1))
def in_a_key_of_a_sort(x):
    """`:=` in a branch of a lambda that `sorted` calls."""
    return sorted([4, 5], key=lambda p: (v := 3) if x > 0 else p)


@programs.staged(T(1), T(3))
def in_the_condition_of_a_comprehension(x):
    """`:=` after an `and` in the condition of a comprehension."""
    return [y for v in [1, 2] if x > v and (y := v)]


@programs.falls(T(1), T(-1))
def in_formatted_text(x):
    """`:=` after an `and` in an f-string."""
    return f"{x > 0 and (y := 1)}"
