"""Programs to be interrupted, each with a variable and a list to leave something in.

Each has a loop that goes around as often as a tensor says.
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

    It is made of a variable and a list.
    """

    def add(program):
        def make(v, log):
            return getattr(Programs(v, log), program.__name__)

        for kind in kinds or (Stop,):
            CASES[f"{program.__name__}-{kind.__name__}"] = make, kind
        return program

    return add


def count(n):
    i = 0
    while i < n:
        i += 1
    return i


@ag.function
def count_by_itself(n):
    return count(n)


class Counting:
    def __init__(self, variable):
        self.variable = variable

    def __enter__(self):
        self.variable.assign_add(1)
        return self

    def __exit__(self, kind, error, trace):
        self.variable.assign_add(100)
        if kind is not None:
            self.variable.assign_add(1000)


class Swallowing(Counting):
    def __exit__(self, kind, error, trace):
        self.variable.assign_add(10)
        return kind is not None and issubclass(kind, Stop)


class Programs:
    def __init__(self, v, log):
        self.v, self.log = v, log

    def leave(self):
        self.log.append(1)
        return np.int32(0)

    # -- finally

    @case(Stop, KeyboardInterrupt, GeneratorExit)
    def a_finally_with_effects(self, n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            self.v.assign_add(7)
            ag.print("left")
            ag.py_function(self.leave, [], ag.int32)
        return i

    @case()
    def a_finally_for_tensors_and_kernels(self, n):
        i, x = 0, ag.ones((8, 8))
        try:
            while i < n:
                x = ag.matmul(x, x) * 0.125
                i += 1
        finally:
            self.v.assign_add(2)
        return ag.reduce_sum(x)

    @case()
    def a_finally_that_asks_how_it_went(self, n):
        phase, has_ended = 0, False
        try:
            phase = 1
            count(n)
            phase, has_ended = 2, True
        finally:
            self.v.assign(phase * 10)
            if not has_ended:
                self.v.assign_add(1)

    @case(Stop, KeyboardInterrupt)
    def one_in_another(self, n):
        try:
            try:
                count(n)
            finally:
                self.v.assign(self.v * 10 + 1)
        finally:
            self.v.assign(self.v * 10 + 2)

    @case(Stop, KeyboardInterrupt)
    def what_an_inner_one_does_is_seen_by_an_outer_one(self, n):
        seen, found = [], 0
        try:
            try:
                count(n)
            finally:
                seen.append(5)
                found += 1
        except Stop:
            return len(seen) * 10 + found
        return -1

    @case()
    def in_a_branch_in_a_loop(self, n):
        total = 0
        for i in ag.range(2):
            if i > 0:
                try:
                    total += count(n)
                finally:
                    self.v.assign_add(3)
            else:
                total += 5
        return total

    def finally_of_its_own(self, n):
        try:
            return count(n)
        finally:
            self.v.assign_add(1)

    @case()
    def in_a_function_that_is_called(self, n):
        return self.finally_of_its_own(n) + self.finally_of_its_own(n)

    @case()
    def around_a_function_that_is_called(self, n):
        try:
            return count_by_itself(n)
        finally:
            self.v.assign_add(1)

    @case(Stop, KeyboardInterrupt)
    def a_jump_out_of_finally(self, n):
        try:
            count(n)
        finally:
            return -1  # noqa: B012

    # -- with

    @case(Stop, KeyboardInterrupt)
    def a_manager_that_assigns(self, n):
        with Counting(self.v):
            i = count(n)
        return i

    @case(Stop, KeyboardInterrupt)
    def a_manager_that_swallows(self, n):
        has_ended = False
        with Swallowing(self.v):
            count(n)
            has_ended = True
        return has_ended

    @contextlib.contextmanager
    def counted(self):
        self.v.assign_add(1)
        try:
            yield
        except Stop:
            self.v.assign_add(10)
        finally:
            self.v.assign_add(100)

    @case(Stop, KeyboardInterrupt)
    def a_manager_of_a_generator(self, n):
        has_ended = False
        with self.counted():
            count(n)
            has_ended = True
        return has_ended

    @case(Stop, KeyboardInterrupt)
    def a_class_that_is_suppressed(self, n):
        has_ended = False
        with contextlib.suppress(Stop):
            count(n)
            has_ended = True
        return has_ended

    @case()
    def a_stack_of_callbacks(self, n):
        with contextlib.ExitStack() as stack:
            stack.callback(lambda: self.v.assign(self.v * 10 + 1))
            stack.callback(lambda: self.v.assign(self.v * 10 + 2))
            return count(n)

    # -- except

    @case(Stop, KeyboardInterrupt, ValueError)
    def clauses(self, n):
        i = 0
        try:
            while i < n:
                i += 1
        except (Stop, ZeroDivisionError):
            return -1
        except ValueError:
            return -2
        return i

    @case(Stop, KeyboardInterrupt)
    def clauses_with_all_that_may_follow(self, n):
        i = 0
        try:
            i = count(n)
        except Stop as error:
            self.v.assign_add(1 if str(error) == "" else 2)
            i = -1
        else:
            self.v.assign_add(10)
        finally:
            self.v.assign_add(100)
        return i

    @case(Stop, KeyboardInterrupt)
    def a_clause_for_everything_that_raises_again(self, n):
        try:
            return count(n)
        except:
            self.v.assign(self.v + 5)
            raise

    @case()
    def a_clause_that_raises_another_exception(self, n):
        try:
            return count(n)
        except Stop as error:
            raise ValueError("stopped") from error

    @case(ValueError)
    def a_group(self, n):
        i = 0
        try:
            i = count(n)
        except* ValueError:
            i = -1
        return i

    @case()
    def what_a_list_holds_by_then(self, n):
        i, found = 0, []
        try:
            while i < n:
                found.append(i)
                i += 1
        except Stop:
            return len(found) > 10
        return False
