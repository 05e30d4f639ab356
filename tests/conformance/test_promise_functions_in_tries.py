"""Functions that a staged `try` makes, and that hold what is computed in it.

A handler, and what follows, has functions of their kind: they hold what was noted
ahead of what raised.
"""

from __future__ import annotations

import functools

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = tuple(map(T, (1, 2, 3, 4)))
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_is_known_of_no_object_is_refused = refused.refusal_test()


def checked(v):
    """Raise for 3, when the graph runs."""

    def check(array):
        if array == 3:
            raise ValueError("three")
        return array

    return ag.numpy_function(check, [v], ag.int32)


def times(k):
    return lambda v: v * k


def counting(b):
    def count(n):
        return b if n == 0 else count(n - 1) + b

    return count


def append_and_check(made, b, a):
    made.append(lambda: b * 2)
    checked(a)


class Holder:
    def __init__(self, step):
        self.step = step


@rows.on(*EACH)
def never_called(a):
    try:
        made = []
        for b in (a + 1,):
            made.append(lambda v, b=b: b + v)  # noqa: PERF401
        checked(a)
    except ValueError:
        return 1
    return 2


@rows.on(*EACH)
def in_a_list_by_defaults(a):
    made = []
    try:
        for b in (a + 1, a + 2):
            made.append(lambda v, b=b: b * v)
            checked(b)
    except ValueError:
        return [each(3) for each in made]
    return [each(2) for each in made]


@rows.on(*EACH)
def in_a_list_by_closures(a):
    made = []
    try:
        for b in (a + 1, a + 2):
            made.append(times(b))
            checked(b)
    except ValueError:
        made.append(abs)
    return [each(2) for each in made]


@rows.on(*EACH)
def of_a_function_that_raises_itself(a):
    made = []
    try:
        append_and_check(made, a + 1, a)
    except ValueError:
        return made[0]() * 10
    return made[0]()


@rows.on(*EACH)
def partial_functions(a):
    made = ()
    try:
        for k in range(3):
            made = (*made, functools.partial(divmod, a + k))
            checked(a + k)
    except ValueError:
        pass
    return [each(2) for each in made]


@rows.on(*EACH)
def in_a_variable(a):
    step = None
    try:
        b = a * 2
        step = lambda b=b: b
        checked(a)
        b = a * 3
        step = lambda b=b: b
        checked(a + 1)
    except ValueError:
        pass
    return step()


@rows.on(*EACH)
def in_an_attribute(a):
    holder = Holder(lambda: 0)
    try:
        b = a * 2
        holder.step = lambda b=b: b
        checked(a)
        holder.step = lambda b=b: b + 100
        checked(a + 1)
    except ValueError:
        return holder.step() * 10
    return holder.step()


@rows.on(*EACH)
def in_a_dict(a):
    made = {}
    try:
        made["first"] = (times(a + 1), 1)
        checked(a)
        made["first"] = (times(a + 2), 2)
        checked(a + 1)
    except ValueError:
        made["second"] = (abs, 3)
    return [(step(2), k) for step, k in made.values()]


@rows.on(*EACH)
def in_a_function_in_a_list(a):
    made = []
    try:
        inner = lambda c=a * 2: c
        made.append(lambda d=inner: d() + 1)
        checked(a)
    except ValueError:
        made.append(lambda: 0)
    return made[0]()


@rows.on(*EACH)
def in_a_try_in_a_try(a):
    made = [abs, abs]
    try:
        try:
            made[0] = times(a)
            checked(a)
        except ValueError:
            made[1] = times(a + 1)
            checked(a)
        checked(a + 1)
    except ValueError:
        return [each(5) for each in made]
    return [each(7) for each in made]


@rows.on(*EACH)
def in_a_group(a):
    made, v = [], 3
    try:
        for b in (a + 1, a + 2):
            made.append(lambda v, b=b: b + v)
            checked(b)
    except* ValueError:
        v = -3
    return [each(v) for each in made]


@rows.on(*EACH)
def in_a_loop(a):
    total = 0
    for i in range(a):
        step = times(i)
        try:
            step = times(i + a)
            checked(i + a)
            step = times(i - a)
        except ValueError:
            total += 100
        total += step(2)
    return total


@rows.on(*EACH)
def that_calls_itself(a):
    step = counting(a)
    made = []
    try:
        step = counting(a * 2)
        made.append(counting(a + 1))
        checked(a)
        step = counting(a * 3)
        checked(a + 1)
    except ValueError:
        pass
    return step(2), made[0](1)


@rows.on(*EACH)
def that_calls_itself_of_a_branch(a):
    step = counting(1)
    if a > 1:
        step = counting(a * 2)
    return step(2)


@rows.on(*EACH)
def that_calls_itself_of_a_loop(a):
    step = counting(a)
    i = 0
    while i < a:
        step = counting(step(1) + i)
        i += 1
    return step(2)


@refused.on(*EACH)
def compared(a):
    made, step = [], None
    try:
        step = times(a * 2)
        made.append(step)
        checked(a)
    except ValueError:
        pass
    return made[0] is step


@refused.on(*EACH)
def keys_of_a_dict(a):
    made, step = {}, None
    try:
        step = times(a * 2)
        made[step] = 1
        checked(a)
    except ValueError:
        pass
    return made[step]


@refused.on(*EACH)
def in_keys_of_a_dict(a):
    made, step = {}, None
    try:
        step = times(a * 2)
        made[1, step] = 1
        checked(a)
    except ValueError:
        pass
    return (1, step) in made


@refused.on(*EACH)
def in_a_set(a):
    made, step = set(), None
    try:
        step = times(a * 2)
        made.add(step)
        checked(a)
    except ValueError:
        pass
    return step in made


@refused.on(*EACH)
def keys_of_branches(a):
    if a > 1:
        step = times(a * 2)
        made = {step: 1}
    else:
        step = times(a + 1)
        made = {step: 1}
    return made[step]
