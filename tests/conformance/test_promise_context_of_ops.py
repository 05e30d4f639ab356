"""What fails as it is computed, in a handler: its context is what is handled there."""

# Programs under test are written as users write them.
# ruff: noqa: B904, N818, PERF401

from __future__ import annotations

import gc
import weakref

import autograph as ag
from autograph.testing.agreement import outcome_of
from tests.autograph.testing.rows import Rows

T = ag.constant
NUMBERS = (T(0), T(-1), T(2))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(*NUMBERS)
def a_division(x):
    try:
        raise KeyError("a")
    except KeyError:
        return 6 // int(x)


@rows.on(*NUMBERS)
def an_index(x):
    xs = [1, 2]
    try:
        {}["a"]
    except KeyError:
        return xs[x]


@rows.on(*NUMBERS)
def after_the_handler(x):
    try:
        raise KeyError("a")
    except KeyError:
        y = 1
    return 6 // int(x) + y


@rows.on(*NUMBERS)
def the_same_op_before_and_after(x):
    total = 0
    if x > 1:
        total = 6 // int(x)
    try:
        raise KeyError("a")
    except KeyError:
        total += 6 // int(x)
    return total + 6 // int(x)


@rows.on(*NUMBERS)
def a_handler_in_a_handler(x):
    try:
        try:
            raise KeyError("a")
        except KeyError:
            raise IndexError("b")
    except IndexError:
        return 6 // int(x)


@rows.on(*NUMBERS)
def in_a_handler_of_a_handler(x):
    try:
        raise KeyError("a")
    except KeyError:
        try:
            raise IndexError("b")
        except IndexError:
            return 6 // int(x)


@rows.on(*NUMBERS)
def caught_in_the_handler(x):
    try:
        raise KeyError("a")
    except KeyError:
        try:
            return 6 // int(x)
        except ZeroDivisionError as error:
            raise ValueError(str(error))


@rows.on(*NUMBERS)
def caught_and_raised_again(x):
    try:
        raise KeyError("a")
    except KeyError:
        try:
            return 6 // int(x)
        except ZeroDivisionError:
            raise


@rows.on(*NUMBERS)
def caught_around_and_raised_by_name(x):
    try:
        try:
            raise KeyError("a")
        except KeyError:
            return 6 // int(x)
    except ZeroDivisionError as error:
        raise error


@rows.on(*NUMBERS)
def caught_around_and_another_one_fails(x):
    try:
        try:
            raise KeyError("a")
        except KeyError:
            return 6 // int(x)
    except ZeroDivisionError:
        return 5 % int(x)


@rows.on(*NUMBERS)
def the_context_is_asked_for(x):
    try:
        try:
            raise KeyError("a")
        except KeyError:
            y = 6 // int(x)
    except ZeroDivisionError as error:
        return isinstance(error.__context__, KeyError), 0
    return False, y


@rows.on(*NUMBERS)
def within_what_the_run_handles(x):
    try:
        y = 6 // int(x)
    except ZeroDivisionError:
        try:
            raise KeyError("a")
        except KeyError:
            y = 5 % int(x)
    return y


@rows.on(*NUMBERS)
def around_what_the_run_handles(x):
    try:
        raise KeyError("a")
    except KeyError:
        try:
            y = 6 // int(x)
        except ZeroDivisionError:
            y = 5 % int(x)
    return y


@rows.on(*NUMBERS)
def in_a_function_that_is_called(x):
    def divide(value):
        try:
            raise IndexError("b")
        except IndexError:
            return 6 // int(value)

    try:
        raise KeyError("a")
    except KeyError:
        return divide(x)


@ag.function
def divide(value):
    return 6 // int(value)


@rows.on(*NUMBERS)
def in_a_function_that_is_traced_by_itself(x):
    y = divide(x + 1)
    try:
        raise KeyError("a")
    except KeyError:
        return y + divide(x)


@rows.on(*NUMBERS)
def in_a_recursion(x):
    def down(n, value):
        if n > 0:
            return down(n - 1, value)
        return 6 // int(value)

    try:
        raise KeyError("a")
    except KeyError:
        y = down(x + 1, x)
    return y + down(x, x - 2)


@rows.on(*NUMBERS)
def in_a_loop(x):
    total = 0
    for i in range(x + 2):
        try:
            raise KeyError("a")
        except KeyError:
            total += 6 // int(x - i)
    return total


class Bad(Exception):
    def __init__(self, first, second):
        super().__init__(first)
        self.second = second


@rows.on(*NUMBERS)
def of_a_class_with_a_constructor(x):
    try:
        raise Bad(1, 2)
    except Bad:
        return 6 // int(x)


@rows.on(*NUMBERS)
def from_a_cause(x):
    try:
        raise KeyError("a") from ValueError("b")
    except KeyError:
        return 6 // int(x)


@rows.on(*NUMBERS)
def in_finally_and_caught(x):
    y = 0
    try:
        try:
            raise KeyError("a")
        finally:
            y = 6 // int(x)
    except KeyError:
        return y
    return y


@rows.on(*NUMBERS)
def in_a_with(x):
    class Manager:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            self.found = 6 // int(x)
            return True

    manager = Manager()
    with manager:
        raise KeyError("a")
    return manager.found


@rows.on(*NUMBERS)
def in_a_group(x):
    try:
        raise ExceptionGroup("g", [KeyError("a")])
    except* KeyError:
        y = 6 // int(x)
    return y


@rows.on(*NUMBERS)
def in_a_branch(x):
    try:
        raise KeyError("a")
    except KeyError:
        if x < 1:
            return 6 // int(x)
    return x


@rows.on(*NUMBERS)
def raised_again_in_a_branch(x):
    try:
        raise KeyError("a")
    except KeyError:
        if x < 1:
            raise
    return x


@rows.on(*NUMBERS)
def raised_by_name_in_a_branch(x):
    try:
        raise KeyError("a")
    except KeyError as error:
        if x < 1:
            raise error
        if x < 3:
            raise ValueError("b")
    return x


@rows.on(*NUMBERS)
def what_is_handled_has_values_of_the_run(x):
    try:
        raise ValueError(f"{x}", int(x))
    except ValueError as error:
        y = error.args[1] + 1
        return [6 // int(x), y][x]


@rows.on(*NUMBERS)
def what_finally_goes_on_with_has_values_of_the_run(x):
    y = 0
    try:
        try:
            raise KeyError(int(x))
        finally:
            y = 6 // int(x)
    except ZeroDivisionError as error:
        return repr(error.__context__), y
    except KeyError as error:
        return repr(error), y


@rows.on(*NUMBERS)
def variables_and_lists_are_as_they_were(x):
    xs = [int(x)]
    try:
        xs.append(int(x) + 1)
        raise KeyError(int(x))
    except KeyError:
        xs.append(6 // int(x))
    finally:
        xs.append(9)
    return xs


@rows.on(*NUMBERS)
def what_a_constructor_gives_it_is_asked_for(x):
    try:
        raise Bad(1, second=int(x))
    except Bad as error:
        return error.second + 1


@rows.on(*NUMBERS)
def raised_on_a_path_and_failing(x):
    try:
        raise KeyError(int(x))
    except KeyError:
        if x > 1:
            raise IndexError(int(x))
        return 6 // int(x)


@rows.on(*NUMBERS)
def what_its_context_holds_is_asked_for(x):
    found = []
    for i in range(3):
        try:
            raise Bad(int(x) + i, second=i)
        except Bad as error:
            try:
                found.append(6 // (int(x) - error.second))
            except ZeroDivisionError as failed:
                found.append(failed.__context__.second)
                found.append(failed.__context__.args[0])
    return found


@rows.on(*NUMBERS)
def a_mistake_is_handled(x):
    y = ag.constant([1, 2, 3])
    try:
        ag.reshape(y, [2, 2])
    except ValueError:
        if x > 1:
            raise KeyError("a")
        return 6 // int(x)


@rows.on(T([1, 2]), T([3]), T([]))
def missing_in_a_list(xs):
    found = []
    for x in xs:
        found.append(int(x))
    try:
        raise KeyError("a")
    except KeyError:
        found.remove(1)
    return found


@rows.on((T(3.0), T([1.0, 2.0])))
def shapes_that_do_not_fit(x, y):
    try:
        raise KeyError("a")
    except KeyError:
        return ag.reshape(y, [int(x)])


def test_a_call_in_a_handler_has_both():
    def call(function):
        try:
            raise LookupError("around")
        except LookupError:
            return outcome_of(function, (T(0),), {}).error

    for function in (a_division, ag.function(a_division)):
        error = call(function)
        assert type(error) is ZeroDivisionError
        assert type(error.__context__) is KeyError
        assert type(error.__context__.__context__) is LookupError


def test_each_run_has_a_context_of_its_own():
    staged = ag.function(a_division)
    first, second = (outcome_of(staged, (T(0),), {}).error for _ in range(2))
    assert first.__context__ is not second.__context__
    first.__context__.add_note("changed")
    third = outcome_of(staged, (T(0),), {}).error
    assert not hasattr(third.__context__, "__notes__")


def test_frames_of_tracing_are_not_kept():
    class Big:
        pass

    seen = []

    def function(x):
        big = Big()
        seen.append(weakref.ref(big))
        try:
            raise KeyError("a")
        except KeyError:
            return 6 // int(x)

    staged = ag.function(function)
    staged(T(2))
    gc.collect()
    assert seen[0]() is None
