"""`finally`: jumps out of it, and what they discard."""

from __future__ import annotations

import contextlib
from contextlib import contextmanager, suppress

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Returns and jumps that are discarded

T = ag.constant


class Bad:
    """A manager that raises where it is left."""

    def __init__(self, n):
        self.n = n

    def __enter__(self):
        return self

    def __exit__(self, *args):
        if self.n > 0:
            raise ValueError


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_an_error(n):
    """An error in `finally` discards a return value and is caught."""
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ValueError
    except ValueError:
        n += 1


@programs.staged(T(-1), T(0), T(1), T(2))
def a_conditional_return_is_discarded(n):
    """A failing assertion in `finally` discards a conditional return."""
    try:
        try:
            if n > -5:
                return 16
        finally:
            assert n < 0
    except AssertionError:
        n += 1


@programs.falls(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_manager(n):
    """An error in `__exit__`, suppressed by an outer manager, discards a return."""
    with suppress(ValueError), Bad(n):
        return 16


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_in_a_loop_is_discarded(n):
    """An error in `finally` discards a return in a loop, which goes on."""
    while n < 3:
        try:
            try:
                return n
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n += 1


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_break(n):
    """`break` in `finally` discards a return."""
    for _ in range(3):
        try:
            return 16
        finally:
            if n > 0:
                break


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_continue(n):
    """`continue` in `finally` discards a return."""
    while n < 3:
        n += 1
        try:
            return n
        finally:
            if n > 1:
                continue


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_of_an_inner_function_is_discarded(n):
    """An error in `finally` discards the return value of an inner function."""

    def g():
        try:
            try:
                return 1
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            pass

    return g() is None


@programs.falls(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_generator(n):
    """An error in a `contextmanager` generator discards a return."""

    @contextmanager
    def m():
        yield 1
        if n > 0:
            raise ValueError

    try:
        with m():
            return 5
    except ValueError:
        pass


@programs.staged(T(-1), T(0), T(1), T(2))
def a_break_is_discarded_by_an_error(n):
    """An error in `finally` discards a `break`; the loop goes on."""
    for i in range(3):
        try:
            try:
                break
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n += 1
    return i, n


@programs.staged(T(-1), T(0), T(1), T(2))
def a_continue_is_discarded_by_an_error(n):
    """An error in `finally` discards a `continue`; the iteration goes on."""
    t = 0
    for _ in range(3):
        try:
            try:
                continue
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n -= 1
        t += 1
    return t, n


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_is_always_discarded(n):
    """`finally` always raises, so the return value is always discarded."""
    try:
        try:
            return 16
        finally:
            raise ValueError
    except ValueError:
        n += 1


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_on_a_path(n):
    """`finally` in a branch discards its return; a later return may follow."""
    try:
        if n > 0:
            try:
                return 16
            finally:
                raise ValueError
    except ValueError:
        pass
    n += 1
    if n > 3:
        return n


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_and_another_reached(n):
    """The handler of an error in `finally` returns another value."""
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ValueError
    except ValueError:
        return 3
    finally:
        n += 1


@programs.staged(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_in_a_loop_with_else(n):
    """`break` in `finally` discards a return and skips the loop's `else`."""
    for _ in range(3):
        try:
            return 16
        finally:
            if n > 0:
                break
    else:
        return 7
    n += 1


@programs.falls(T(-1), T(0), T(1), T(2))
def a_return_is_discarded_by_a_group(n):
    """An exception group in `finally` discards a return; `except*` catches it."""
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ExceptionGroup("a", [ValueError()])
    except* ValueError:
        n += 1


# -- Jumps out of finally


@programs.staged(T(3), T(0), T(-3), 3, 0)
def a_return(x):
    """A conditional `return` in `finally` after a `try` that may raise."""
    try:
        if x < 0:
            raise ValueError("negative")
        result = 1
    finally:
        if x == 0:
            return 2
    return result


@programs.staged(T(3), T(0), T(-3), 0, -3)
def a_return_in_place_of_another_and_of_an_exception(x):
    """`return` in `finally` replaces another `return` or an exception."""
    try:
        if x < 0:
            raise ValueError("negative")
        return 1
    finally:
        if x != 0:
            return 2


@programs.staged(T(3), T(0), T(-3), -3)
def a_break(x):
    """A conditional `break` in `finally` of a loop body that may raise."""
    n = 0
    for i in range(3):
        try:
            n += 1
            if i > x:
                raise ValueError("small")
        finally:
            if x > 0:
                break
    return n


@programs.staged(T(3), T(0), T(-3), -3)
def a_continue(x):
    """`continue` in `finally` swallows an exception."""
    n = 0
    for i in range(3):
        try:
            n += 1
            if x < 0:
                raise ValueError("negative")
            n += 10
        finally:
            if i == 1 or x < 0:
                continue
            n += 100
        n += 1000
    return n


PAIRS = [(T(x), T(y)) for x in (-1, 0, 1, 2) for y in (0, 1)]


@programs.staged(*PAIRS, (T(1), 1), (-1, T(1)))
def jumps_in_place_of_jumps(x, y):
    """Jumps in `finally` replace `return`, `break` and exceptions of the body."""
    log = []
    for i in range(3):
        try:
            log.append(i)
            if x > 1:
                return "body", log
            if x < 0:
                raise ValueError(f"x is {x}")
            if x == 1:
                break
            log.append(10)
        except KeyError:
            log.append(99)
        else:
            log.append(20)
        finally:
            log.append(30)
            if y > 0:
                log.append(40)
                if i == 1:
                    return "final", log
                continue
            log.append(50)
        log.append(60)
    else:
        log.append(70)
    return "end", log


@programs.staged(*PAIRS)
def in_staged_loops(x, y):
    """`break` in `finally` leaves nested loops and swallows an exception."""
    log = []
    while True:
        try:
            x = x - 1
            if x < -3:
                raise KeyError("deep")
            for k in range(3):
                try:
                    if k == x:
                        break
                    log.append(k)
                finally:
                    if y > 0:
                        break
                    log.append(100 + k)
            else:
                log.append(7)
        finally:
            if x < -4 + y:
                break
            log.append(5)
    return log


@programs.staged(*PAIRS)
def finally_in_finally(x, y):
    """An exception in an inner `finally` is replaced by an outer `return`."""
    try:
        try:
            if x < 0:
                raise ValueError("a")
            return 1
        finally:
            if y > 0:
                raise KeyError("b")
    finally:
        if x == 0:
            return 7


@programs.staged(*PAIRS)
def a_loop_in_finally(x, y):
    """A loop in `finally` returns from its body or its `else`."""
    try:
        result = 10 // x
    finally:
        for j in range(3):
            if j == y:
                break
            if x < 0 and j == 2:
                return j
        else:
            return 33
    return result


@programs.staged(*PAIRS)
def a_continue_before_a_break(x, y):
    """`break` in `finally` replaces `continue`, `return` or an exception."""
    n = 0
    while n < 3:
        n += 1
        try:
            if n == 1:
                continue
            if x > 0:
                return n
            n += abs(10 // x)
        finally:
            if y > 0:
                break
            n += 1
    return n


@programs.staged(*PAIRS)
def always(x, y):
    """`return` in `finally` swallows an exception that is always raised."""
    try:
        raise ValueError("always")
    finally:
        return x + y


@programs.staged(*PAIRS)
def a_try_in_finally(x, y):
    """`try` statements inside `finally` return and swallow an exception."""
    try:
        x = 10 // x
    finally:
        try:
            if y > 0:
                raise KeyError("in finally")
        except KeyError:
            return 5
        try:
            if x < 0:
                return 6
        finally:
            y = 1
    return y


@programs.staged(T(1), T(-1), 1, -1)
def a_return_that_an_error_in_finally_discards(n):
    """An exception in `finally`, caught outside, discards a `return`."""
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ValueError
    except ValueError:
        n += 1


@programs.staged(*PAIRS, (1, 1))
def a_return_of_some_paths_that_an_op_in_finally_discards(x, y):
    """A division by zero in `finally` discards a conditional `return`."""
    try:
        try:
            if x > -1:
                return 16
        finally:
            y = 10 // y
    except ZeroDivisionError:
        y = 3


class Leaving:
    def __init__(self, n):
        self.n = n

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.n > 0:
            raise ValueError


@contextmanager
def leaving(n):
    yield
    if n > 0:
        raise ValueError


@programs.falls(T(1), T(-1), 1, -1)
def a_return_that_the_inner_manager_discards(n):
    """An exception in `__exit__` discards a `return`; `suppress` swallows it."""
    with suppress(ValueError), Leaving(n):
        return 16


@programs.falls(T(1), T(-1), 1, -1)
def a_return_that_a_generator_discards(n):
    """A `@contextmanager` that raises on exit discards a `return`."""
    try:
        with leaving(n):
            return 16
    except ValueError:
        n += 1


@programs.staged(T(1), T(-1), T(5), 1, -1)
def a_return_in_a_loop_that_an_error_discards(n):
    """An exception in `finally` discards a `return` in a dynamic loop."""
    while n < 3:
        try:
            try:
                return n
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            n += 1


@programs.falls(T(1), T(-1), 1, -1)
def a_break_and_a_continue_that_the_inner_manager_discards(n):
    """An exception in `__exit__` discards a `break` and a `continue`."""
    log = []
    for k in range(3):
        with suppress(ValueError), Leaving(n - k):
            if k == 0:
                continue
            break
        log.append(k)
    return log


@programs.staged(T(1), T(-1), 1, -1)
def a_return_that_a_break_discards(n):
    """`break` in `finally` discards a `return`."""
    for _ in range(3):
        try:
            return 16
        finally:
            if n > 0:
                break


@programs.staged(T(1), T(-1), T(3), 1, -1)
def a_return_that_a_continue_discards(n):
    """`continue` in `finally` discards a `return` in a dynamic loop."""
    while n < 3:
        n += 1
        try:
            return n
        finally:
            if n > 0:
                continue


@programs.staged(T(1), T(-1), 1, -1)
def a_return_in_a_function_inside(n):
    """An exception in `finally` discards a `return` of a nested function."""

    def g():
        try:
            try:
                return 16
            finally:
                if n > 0:
                    raise ValueError
        except ValueError:
            pass

    return g() is None


@programs.staged(*PAIRS, (1, 1), (1, 0))
def a_return_that_the_finally_within_a_finally_discards(x, y):
    """A `finally` inside `finally` raises and discards two returns."""
    try:
        try:
            return 1
        finally:
            try:
                if x > 0:
                    return 2
            finally:
                if y > 0:
                    raise ValueError
    except ValueError:
        x = 0


# -- A return whose value raises

NUMBERS = tuple(map(ag.constant, (0, 3, 4, 9)))


def small(x):
    if x > 3:
        raise ValueError("big")
    return x * 2


@programs.staged(*NUMBERS)
def after_the_handler(x):
    """A `return` whose value raises continues in and after the handler."""
    try:
        return small(x)
    except ValueError:
        x = x + 100
    return x


@programs.staged(*NUMBERS)
def in_a_loop(x):
    """A `return` that raises in a loop runs `finally`, and the loop goes on."""
    n = 0
    for _ in range(ag.constant(5)):
        try:
            n = n + 1
            return small(x - n)
        except ValueError:
            n = n + 1
        finally:
            n = n + 10
    return n


@programs.falls(*NUMBERS)
def under_a_manager(x):
    """`contextlib.suppress` suppresses what the value of a `return` raises."""
    with contextlib.suppress(ValueError):
        return small(x)
    return -9


@programs.staged(*NUMBERS)
def in_a_function_that_is_called(x):
    """The caller catches what the `return` of a nested function raises."""

    def inner(value):
        return small(value)

    try:
        return inner(x)
    except ValueError:
        pass
    return -1


@programs.staged(*NUMBERS)
def a_finally_that_raises(x):
    """A `finally` that raises cancels the `return` of its `try`."""
    try:
        try:
            return x
        finally:
            small(x)
    except ValueError:
        pass
    return 77
