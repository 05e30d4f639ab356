"""Functions that a block makes, and that a block in it chooses among.

In the block they are known, with what they hold; outside of it that has to be carried.
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


def shifted(a, b):
    def inner(v):
        return v + a * b

    return inner


def counting(b):
    def count(n):
        return b if n == 0 else count(n - 1) + b

    return count


class Holder:
    def __init__(self, step):
        self.step = step


@rows.on(*EACH)
def put_into_a_list(a):
    made = [abs]
    if a > 1:
        step = times(a + 1)
        if a == 3:
            made[0] = step
    return made[0](-2)


@rows.on(*EACH)
def put_into_a_list_and_used(a):
    made, step = [abs], abs
    if a > 1:
        step = times(a + 1)
        if a == 3:
            made[0] = step
    return made[0](-2), step(-2)


@rows.on(*EACH)
def three_deep(a):
    step = abs
    if a > 1:
        step = times(a + 1)
        if a > 2:
            step = times(a + 2)
            if a > 3:
                step = times(a + 3)
    return step(-2)


@rows.on(*EACH)
def made_at_each_depth(a):
    step = other = abs
    if a > 1:
        one = times(a + 1)
        if a > 2:
            two = shifted(a, a + 2)
            if a > 3:
                step, other = one, two
            else:
                step, other = two, one
        step, other = (other, step) if a == 3 else (step, one)
    return step(-2), other(5)


@rows.on(*EACH)
def one_of_two_of_one_kind(a):
    step = abs
    if a > 1:
        one, other = times(a + 1), times(a + 5)
        step = one if a > 2 else other
    return step(-2)


@rows.on(*EACH)
def chosen_and_left_alone(a):
    step = abs
    if a > 1:
        step = times(a + 1) if a > 2 else times(a + 5)
        if a == 3:
            a = a + 1
    return step(-2), a


@rows.on(*EACH)
def partial_functions(a):
    step = abs
    if a > 1:
        step = functools.partial(max, a + 1)
        if a > 2:
            step = functools.partial(min, a + 2)
    return step(4)


@rows.on(*EACH)
def that_call_themselves(a):
    step = counting(0)
    if a > 1:
        step = counting(a * 2)
        if a > 2:
            step = counting(a * 3)
    return step(2)


@rows.on(*EACH)
def in_attributes(a):
    holder = Holder(abs)
    if a > 1:
        step = times(a + 1)
        if a > 2:
            holder.step = step
        elif a > 1:
            holder.step = shifted(a, a + 1)
    return holder.step(-2)


@refused.on(*EACH)
def in_a_loop(a):
    step, total = abs, 0
    for i in range(a):
        one = times(i + a)
        if i > 1:
            step = one
        total += step(-2)
    return total, step(5)


@rows.on(*EACH)
def in_a_loop_in_a_branch(a):
    step = abs
    if a > 1:
        one = times(a + 1)
        for i in range(a):
            if i == 2:
                step = one
    return step(-2)


@refused.on(*EACH)
def in_a_branch_in_a_loop(a):
    step = abs
    i = 0
    while i < a:
        if i > 0:
            one, other = times(i + a), shifted(i, a)
            step = one if i == 1 else other
        i += 1
    return step(-2)


@rows.on(*EACH)
def in_a_handler(a):
    step = abs
    try:
        step = times(a + 1)
        checked(a)
    except ValueError:
        if a > 2:
            step = times(a + 2)
    return step(-2)


@rows.on(*EACH)
def in_a_handler_of_groups(a):
    step = abs
    try:
        step = times(a + 1)
        checked(a)
    except* ValueError:
        step = abs
    return step(-2)


@rows.on(*EACH)
def chosen_before_what_raises(a):
    made, step = [], abs
    try:
        one = times(a + 1)
        made.append(one if a > 1 else abs)
        step = one if a > 2 else times(a + 2)
        checked(a)
    except ValueError:
        made.append(abs)
    return step(-2), [each(-3) for each in made]


@rows.on(*EACH)
def called_and_asked_where_they_are_known(a):
    found = 0, False
    if a > 1:
        one, other = times(a + 1), times(a + 2)
        step = one if a > 2 else other
        names = {one: 1, other: 2}
        found = names[step], step is one
        names.clear()
    return found


@refused.on(*EACH)
def compared_outside(a):
    step = one = abs
    if a > 1:
        one = times(a + 1)
        if a > 2:
            step = one
    return step is one


@refused.on(*EACH)
def looked_up_outside(a):
    step, names = abs, {abs: 0}
    if a > 1:
        one = times(a + 1)
        names = {abs: 0, one: 1}
        if a > 2:
            step = one
    return names[step]


@rows.on(*EACH, 1)
def after_an_error(n):
    raise RuntimeError("always")
    for _ in range(n):
        x = n

        def set_it():
            nonlocal x
            x = 2

        set_it()


@rows.on(*EACH, 1)
def after_a_continue(n):
    for _ in range(3):
        continue
        try:
            x = n
        finally:

            def set_it():
                nonlocal x
                x = 2

            set_it()
    return n
