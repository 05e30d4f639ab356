"""Programs to be interrupted, each made of a variable and a list to leave something in.

Each has a loop that goes around as often as it is told.
"""

import contextlib
from typing import Any

import numpy as np

import autograph as ag


class Stop(Exception):  # noqa: N818  # what a user calls it
    pass


CASES: dict[str, Any] = {}


def case(*kinds):
    """Add a program to the table, with what the signal's handler raises.

    It is made of a variable and a list, for it to leave something in.
    """

    def add(make):
        for kind in kinds or (Stop,):
            CASES[f"{make.__name__}-{kind.__name__}"] = make, kind
        return make

    return add


@case(Stop, KeyboardInterrupt, GeneratorExit)
def a_finally_that_assigns(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            v.assign_add(7)
        return i

    return f


@case()
def a_finally_that_prints(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            ag.print("left")
        return i

    return f


@case()
def a_finally_that_calls_python(v, log):
    def leave():
        log.append(1)
        return np.int32(0)

    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            ag.py_function(leave, [], ag.int32)
        return i

    return f


@case()
def a_finally_for_tensors_and_kernels(v, log):
    def f(n):
        i, x = 0, ag.ones((8, 8))
        try:
            while i < n:
                x = ag.matmul(x, x) * 0.125
                i += 1
        finally:
            v.assign_add(2)
        return ag.reduce_sum(x)

    return f


@case()
def a_finally_that_asks_how_it_went(v, log):
    def f(n):
        i, has_ended = 0, False
        try:
            while i < n:
                i += 1
            has_ended = True
        finally:
            if not has_ended:
                v.assign_add(1)
        return i

    return f


@case()
def a_phase_is_what_it_is_in_the_loop(v, log):
    def f(n):
        i, phase = 0, 0
        try:
            phase = 1
            while i < n:
                i += 1
            phase = 2
        finally:
            v.assign(phase * 10)
        return i

    return f


class Counting:
    def __init__(self, variable):
        self.variable = variable

    def __enter__(self):
        self.variable.assign_add(1)
        return self

    def __exit__(self, kind, error, trace):
        self.variable.assign_add(100)


class Told(Counting):
    def __exit__(self, kind, error, trace):
        if kind is not None:
            self.variable.assign_add(1000)


class Swallowing(Counting):
    def __exit__(self, kind, error, trace):
        self.variable.assign_add(10)
        return kind is not None and issubclass(kind, Stop)


@case(Stop, KeyboardInterrupt)
def a_manager_that_assigns(v, log):
    def f(n):
        i = 0
        with Counting(v):
            while i < n:
                i += 1
        return i

    return f


@case()
def a_manager_that_asks_for_the_exception(v, log):
    def f(n):
        i = 0
        with Told(v):
            while i < n:
                i += 1
        return i

    return f


@case(Stop, KeyboardInterrupt)
def a_manager_that_swallows(v, log):
    def f(n):
        i, has_ended = 0, False
        with Swallowing(v):
            while i < n:
                i += 1
            has_ended = True
        return has_ended

    return f


@case(Stop, KeyboardInterrupt)
def a_manager_of_a_generator(v, log):
    @contextlib.contextmanager
    def counted():
        v.assign_add(1)
        try:
            yield
        finally:
            v.assign_add(100)

    def f(n):
        i = 0
        with counted():
            while i < n:
                i += 1
        return i

    return f


@case()
def a_manager_of_a_generator_that_handles(v, log):
    @contextlib.contextmanager
    def counted():
        try:
            yield
        except Stop:
            v.assign_add(100)

    def f(n):
        i, has_ended = 0, False
        with counted():
            while i < n:
                i += 1
            has_ended = True
        return has_ended

    return f


@case(Stop, KeyboardInterrupt)
def a_class_that_is_suppressed(v, log):
    def f(n):
        i, has_ended = 0, False
        with contextlib.suppress(Stop):
            while i < n:
                i += 1
            has_ended = True
        return has_ended

    return f


@case()
def a_stack_of_callbacks(v, log):
    def f(n):
        i = 0
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: v.assign(v * 10 + 1))
            stack.callback(lambda: v.assign(v * 10 + 2))
            while i < n:
                i += 1
        return i

    return f


@case(Stop, KeyboardInterrupt)
def one_in_another(v, log):
    def f(n):
        i = 0
        try:
            try:
                while i < n:
                    i += 1
            finally:
                v.assign(v * 10 + 1)
        finally:
            v.assign(v * 10 + 2)
        return i

    return f


@case(Stop, KeyboardInterrupt)
def what_an_inner_one_does_is_seen_by_an_outer_one(v, log):
    def f(n):
        i, seen, found = 0, [], 0
        try:
            try:
                while i < n:
                    i += 1
            finally:
                seen.append(5)
                found += 1
        except Stop:
            return len(seen) * 10 + found
        return -1

    return f


@case()
def in_a_branch(v, log):
    def f(n):
        i = 0
        if n > 0:
            try:
                while i < n:
                    i += 1
            finally:
                v.assign_add(3)
        else:
            i = 5
        return i

    return f


@case()
def in_each_iteration_of_a_loop(v, log):
    def f(n):
        total = 0
        for _ in ag.range(2):
            i = 0
            try:
                while i < n:
                    i += 1
            finally:
                v.assign_add(1)
            total += i
        return total

    return f


@case()
def in_a_function_that_is_called(v, log):
    def count(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            v.assign_add(1)
        return i

    def f(n):
        return count(n) + count(n)

    return f


@case()
def around_a_function_that_is_called(v, log):
    @ag.function
    def count(n):
        i = 0
        while i < n:
            i += 1
        return i

    def f(n):
        try:
            i = count(n)
        finally:
            v.assign_add(1)
        return i

    return f


@case(Stop, KeyboardInterrupt, ValueError)
def clauses(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        except (Stop, ZeroDivisionError):
            return -1
        except ValueError:
            return -2
        return i

    return f


@case(Stop, KeyboardInterrupt)
def clauses_with_all_that_may_follow(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        except Stop as error:
            v.assign_add(1 if str(error) == "" else 2)
            i = -1
        else:
            v.assign_add(10)
        finally:
            v.assign_add(100)
        return i

    return f


@case(Stop, KeyboardInterrupt)
def a_clause_for_everything_that_raises_again(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        except:
            v.assign(v + 5)
            raise
        return i

    return f


@case()
def a_clause_that_raises_another_exception(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        except Stop as error:
            raise ValueError("stopped") from error
        return i

    return f


@case(ValueError)
def a_group(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        except* ValueError:
            i = -1
        return i

    return f


@case(Stop, KeyboardInterrupt)
def a_jump_out_of_finally(v, log):
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            return -1  # noqa: B012

    return f


@case()
def what_a_list_holds_by_then(v, log):
    def f(n):
        i, found = 0, []
        try:
            while i < n:
                found.append(i)
                i += 1
        except Stop:
            return len(found) > 10
        return False

    return f
