"""Comprehensions: their conditions, and names that they bind."""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Names bound by := inside comprehensions

A = np.array

T = ag.constant

NUMBERS = T(3), T(0), T(-2), T(7), np.int64(3), 3, 0

ARRAYS = A([1, 5, 2]), T([1, 5, 2]), T([0, 0, 0]), T([9, 1, 1])

LAST = 0


@programs.staged(*NUMBERS)
def the_item_that_decides(n):
    """`:=` in `any` binds the item that satisfied the condition."""
    if any((hit := v) > n for v in [1, 5, 2]):
        return hit
    return -1


@programs.staged(*ARRAYS)
def the_row_that_decides(xs):
    """`:=` in `any` over an array binds the element that satisfied the condition."""
    hit = 0
    if any((hit := v) > 4 for v in xs):
        return hit
    return -1 - hit


@programs.staged(*NUMBERS)
def the_item_that_fails(n):
    """`:=` in `all` binds the item at which the condition failed."""
    found = all((last := v) != n for v in [1, 3, 0])
    return found, last


@programs.staged(*NUMBERS)
def after_a_list(n):
    """A name bound in a list comprehension's condition is read afterwards."""
    held = [y for x in [1, 2, 3] if (y := x * n) > 2]
    return held, y


@programs.staged(*NUMBERS)
def in_a_sum_and_a_set(n):
    """`:=` in a sum, a set (of hashable items only) and a dict comprehension."""
    total = sum(y for x in [1, 2, 3] if (y := x * n) > 2)
    size = len({(z := x + n) for x in range(3)})
    return total, size, z, {(k := i): n for i in range(2)}, k


@programs.staged(*NUMBERS)
def what_each_item_adds_to(n):
    """`:=` in a comprehension accumulates a running total."""
    total = 0
    partial = [total := total + v for v in [1, 2, n] if v > 1]
    return partial, total


@programs.staged(*NUMBERS)
def over_a_range_of_the_run(n):
    """`:=` accumulates partial sums over a range of dynamic length."""
    total = 0
    return [total := total + v for v in range(n)], total


@programs.staged(*NUMBERS)
def that_nothing_reads(n):
    """`:=` in comprehensions whose bound name nothing reads, one in a lambda."""
    inner = lambda xs: [(q := x) * 2 for x in xs if x > n]
    return [(last := x) for x in range(n)], inner([1, 5])


@programs.staged(*NUMBERS)
def in_loops(n):
    """`:=` in `any` within the conditions of an `if` in a `for` and of a `while`."""
    for i in range(3):
        if any((w := i * k) > n for k in range(3)):
            break
    else:
        w = -1
    while any((c := v) > n for v in (1, 9)) and n < 12:
        n += c
    return w, i, n, c


@programs.leaking(*NUMBERS)
def of_globals_and_functions_around(n):
    """`:=` in comprehensions binds a global and a nonlocal variable."""
    global LAST
    LAST, a = 5, 0

    def inner():
        nonlocal a
        return [a := a + x for x in range(4) if x < n]

    sums = [LAST := LAST + x for x in (1, 2) if x < n]
    found = any((LAST := x) > n for x in (9, 8))
    return sums, found, LAST, inner(), a


@programs.staged(*NUMBERS)
def of_a_parameter(n):
    """`:=` in a comprehension rebinds a keyword-only parameter in a branch."""

    def f(*, y=1):
        if n > 0:
            return [y := y + x for x in (1, 2)]
        return [y]

    return f(y=n), f()


@programs.staged(*NUMBERS)
def in_what_is_stepped_by_next(n):
    """`:=` in a generator expression binds as `next` advances it."""
    steps = ((y := x * n) for x in [1, 2, 3])
    a = next(steps)
    b = y
    c = next(steps)
    return a, b, c, y, list(steps), y


@programs.staged(*NUMBERS)
def where_it_raises(n):
    """A name bound by `:=` retains its last value where the generator raises."""
    m = 0
    try:
        all((m := 10 // (v - int(n))) for v in [1, 2, 3])
    except ZeroDivisionError:
        return m, 1
    return m, 0


@programs.staged(*NUMBERS)
def shown_by_locals(n):
    """`locals()` includes the name that `:=` binds in a comprehension."""
    held = [y for x in [1, 2] if (y := x * 2) > 1]
    return sorted(locals()), locals()["y"]


@programs.staged(*NUMBERS)
def read_before_it_is_bound(n):
    """Reading a name before its comprehension binds it raises UnboundLocalError."""
    try:
        str(missing)
    except UnboundLocalError as error:
        text = str(error)
    held = [missing := i for i in (1, 2)]
    return text, held, missing


@programs.staged(*NUMBERS, 5)
def bound_on_some_paths_only(n):
    """A name that `:=` binds on some paths only is read: UnboundLocalError."""
    if n > 0 and all((e := c) != n for c in [1, 2, 7]):
        return e, "all"
    try:
        return e, "some"
    except UnboundLocalError as error:
        return 0, str(error)


@programs.staged(*NUMBERS)
def behind_another_condition(x):
    """`:=` after `and` in a comprehension's condition binds the loop variable."""
    return [y for v in [1, 2] if x > v and (y := v)]


@programs.staged(*ARRAYS)
def of_the_loop_that_finds_it(xs):
    """`:=` in `any` in a loop that breaks: the binding is read after the loop."""
    for k in range(2):
        if any((hit := v) > 4 + k for v in xs):
            break
    else:
        return -1
    return hit


@programs.staged(*NUMBERS)
def assigned_by_functions_inside(n):
    """A variable assigned through nonlocal of inner functions, maybe never bound."""

    def assign(k):
        nonlocal z
        z = k

    def changed():
        nonlocal z
        z += 1
        return z

    if n is None:
        z = 0
    if n > 0:
        assign(n * 2)
    for i in range(n):
        assign(i)
    try:
        return changed(), z, ""
    except NameError as error:
        return 0, 0, f"{type(error).__name__}: {error}"


@programs.staged(T(5), T(2), 5, 2)
def bound_where_an_assertion_fails_only(n):
    """A name bound in the message of an `assert` is unbound where that holds."""
    assert n > 3, next((hit for v in [1] if ((hit := "x"), v)[1]), "")
    return hit


@programs.staged(3, 0)
def of_numbers_in_a_lambda(n):
    """`:=` in a generator inside a lambda called with Python numbers."""
    told = lambda: (any(((hit := v), v > n)[1] for v in (1, 5, 2)), hit)
    return told()


@programs.falls(T(3), T(0))
def the_item_that_decides_in_a_lambda(n):
    """`:=` in `any` on a tensor condition inside a lambda cannot be staged."""
    told = lambda: (any(((hit := v), v > n)[1] for v in (1, 5, 2)), hit)
    return told()


@programs.falls(T(3), T(0))
def the_item_that_fails_in_a_lambda(n):
    """`:=` in `all` on a tensor condition inside a lambda cannot be staged."""
    told = lambda k: (all(((hit := v), v < k)[1] for v in (1, 5, 2)), hit)[1]
    return told(n)


# -- Conditions

LISTS = (T([1, 5, -2]), T([0, 0]), [T(1), 5, T(-2)], [1, 5, -2])


@programs.staged(*LISTS)
def named_in_the_condition(xs):
    """A name bound by `:=` in the condition is the comprehension's element."""
    return [y for v in xs if (y := v * 2) > 2]


@programs.staged(*LISTS)
def named_as_the_condition(xs):
    """A number bound by `:=` is itself the truth value of the condition."""
    return [(y, v) for v in xs if (y := v - 1) and y < 3]


@programs.staged(*LISTS)
def named_once_in_each(xs):
    """Two comprehensions bind the same name in their conditions."""
    first = [y for v in xs if (y := v * 2) > 0]
    second = [y for v in xs if not (y := v * 3) > 0 if y < 9]
    return first, second


@programs.staged(*LISTS)
def named_in_two_loops(xs):
    """Each of two loops of a comprehension binds a name in its condition."""
    return [z for v in xs if (y := v * 2) > 0 for w in (1, 2) if (z := y + w) != 3]


@programs.staged(*LISTS)
def named_in_a_dict(xs):
    """`:=` in the condition of a dict comprehension over `enumerate`."""
    return {str(i): y for i, v in enumerate([xs[0], xs[1]]) if (y := v + 1) > -9}


@programs.staged(*LISTS[2:])
def named_and_read_afterwards(xs):
    """A name bound over Python numbers in a comprehension is read afterwards."""
    kept = [y for v in [1, 2] if (y := v * 2) > 2]
    return kept, y, xs


@programs.staged(LISTS[2], LISTS[3])
def effects_in_their_order(xs):
    """Two conditions with side effects run in order, the second only if needed."""
    log = []

    def noted(v):
        log.append(v)
        return v

    return [y for v in xs if (y := noted(v) + 10) > 11 if noted(3)], log


@programs.staged(*LISTS)
def truths_of_numbers_and_comparisons(xs):
    """`and` and `or` of numbers and comparisons as comprehension conditions."""
    return [v for v in xs if v and v < 3], sum(v for v in xs if v or v < 3)


@programs.staged((T(1), T(2)), (T(0), 5), (4, T(0)))
def truths_of_what_is_around(a, b):
    """Conditions that test tensors from outside the comprehension."""
    return [k for k in (1, 2, 3) if (a and k < b) or b], {k: b for k in "ab" if not a}


def given(function, value):
    return function(value)


@programs.staged(*LISTS)
def beside_functions_that_keep_no_item(xs):
    """Lambdas in comprehensions that are called at once and not stored."""
    k = xs[0]
    called = [given(lambda p: p + k, v) for v in xs if v > 0]
    rows = [[given(lambda p: p + w, v) for v in [w, 2] if v > k] for w in [1, 2]]
    return called, rows, [max([v, 3], key=lambda p: -p) for v in xs if not v]


@programs.staged(T(1), T(-1))
def functions_that_are_kept(x):
    """Lambdas from a comprehension are distinct and bind the loop variable late."""
    plain = [lambda p: p + x for _ in range(2)]
    late = [lambda: v for v in range(2)]
    return [each(1) for each in plain], [each() for each in late], plain[0] is plain[1]


# -- Comprehensions over dynamic iterables


@programs.staged(T([1, 2, 3]), T([0, 0]))
def a_condition(xs):
    """A list comprehension filters a tensor by a condition on its elements."""
    return [x * 2 for x in xs if x > 1]


@programs.staged(T(3), T(0))
def a_range(n):
    """A list comprehension over a range of dynamic length."""
    return [i + 1 for i in range(n)]


@programs.staged(T(4), T(1))
def two_loops(n):
    """A comprehension with a nested loop over a dependent dynamic range."""
    return [i + j for i in range(n) for j in range(i) if j % 2 == 0]


@programs.staged((T(4), T(9)), (T(4), T(1)))
def two_conditions(n, m):
    """A comprehension with two conditions, one against a second tensor."""
    return [i for i in range(n) if i > 0 if i < m]


@programs.staged(T([3, 0, 9]))
def pairs(xs):
    """A comprehension of pairs over `enumerate` of a tensor, with a condition."""
    return [(i, x) for i, x in enumerate(xs) if x > i]


@programs.staged(T([1, 2, 3]))
def used_at_once(xs):
    """`len` and `sum` of filtered list comprehensions of dynamic length."""
    return len([x for x in xs if x > 1]), sum([x * x for x in xs if x > 1])


@programs.staged(T([3, -1, 2]))
def sorted_items(xs):
    """`sorted` of a filtered list comprehension of dynamic length."""
    return sorted([x for x in xs if x > 0])


@programs.staged(T([1, 2]))
def nested(xs):
    """Nested list comprehensions over the same tensor."""
    return [[x * y for y in xs] for x in xs]


@programs.staged(T([1, 2, 3]))
def over_a_list_that_grew(xs):
    """Comprehensions over a filtered list of dynamic length."""
    kept = [x for x in xs if x > 1]
    return [x * 2 for x in kept], [x for x in kept if x > 2]


@programs.staged(T(3))
def functions_keep_the_variable(x):
    """Lambdas in a comprehension see the last value of the loop variable."""
    functions = [lambda: i for i in range(3)]
    return [f() * x for f in functions]


@programs.staged(T(3))
def of_python_values(n):
    """Comprehensions over Python values with a tensor in the element only."""
    kept = [k for k in range(10) if k % 2]
    return [k * n for k in kept if k > 3]


@programs.staged(T(3), T(-3))
def in_a_branch(x):
    """A comprehension over a dynamic range in one branch replaces an empty list."""
    items = []
    if x > 0:
        items = [i * i for i in range(x)]
    return items


@programs.staged(T([1, 2, 3]), T([5, 5, 5]))
def a_variable_of_the_same_name(xs):
    """A comprehension's variable does not rebind the outer one of the same name."""
    x = 7
    kept = [x for x in xs if x > 1]
    return kept, x


@programs.staged(T([2, 0, 1]))
def what_raises(xs):
    """A comprehension's condition skips the elements that would divide by zero."""
    return [6 // int(x) for x in xs if x > 0]
