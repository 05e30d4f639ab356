"""`with`: context managers of the user's and of the standard library."""

from __future__ import annotations

import contextlib

import pytest

import autograph as ag
from tests.language.programs import Programs

programs = Programs()


# -- Exceptions raised at run time in the body

T = ag.constant


class Suppressing:
    """Counts how its bodies begin and end, and swallows a ValueError."""

    def __init__(self, log):
        self.log = log

    def __enter__(self):
        self.log[0] += 1
        return 5

    def __exit__(self, kind, error, trace):
        self.log[1] += 1
        if kind is None:
            self.log[2] += 1
        return isinstance(error, ValueError)


class ByClass:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, ValueError)


class Restoring:
    """Sets an attribute for the time of its body."""

    def __init__(self, owner, value):
        self.owner, self.value = owner, value

    def __enter__(self):
        self.before = self.owner.value
        self.owner.value = self.value

    def __exit__(self, *_):
        self.owner.value = self.before


@programs.falls(T(3), T(-3))
def suppressed(x):
    """`contextlib.suppress` swallows an exception raised at run time."""
    with contextlib.suppress(ValueError):
        if x < 0:
            raise ValueError("negative")
        return x
    return x - 1


@programs.falls(T(3), T(-3), T(9))
def suppressed_or_not(x):
    """`contextlib.suppress` of two classes lets a third one propagate."""
    y = 0
    with contextlib.suppress(KeyError, ZeroDivisionError):
        y = 1
        if x < 0:
            raise KeyError("negative")
        if x > 5:
            raise ValueError("large")
        y = 2
    return y


@programs.falls(T(3), T(-3), T(9))
def a_manager_of_the_users(x):
    """A user's manager logs entry and exit and swallows ValueError."""
    log = [0, 0, 0]
    a = 0
    with Suppressing(log) as five, contextlib.nullcontext(3) as three:
        a = five + three
        if x < 0:
            raise ValueError("negative")
        if x > 5:
            raise KeyError("k")
        a = a + 1
    return a, log


@programs.staged(T(3), T(-3))
def asked_by_the_class(x):
    """`__exit__` decides by `issubclass` of the exception's class."""
    with ByClass():
        if x < 0:
            raise ValueError("negative")
        x = x + 1
    return x


@programs.staged(T(3), T(-3))
def an_attribute_restored(x):
    """A manager restores an attribute after a run-time exception."""

    class Box:
        value = 0

    box = Box()
    box.value = 1
    y = 0
    try:
        with Restoring(box, 7):
            y = box.value
            if x < 0:
                raise ValueError("negative")
            y = y + 1
    except ValueError:
        y = y * 100
    return y, box.value


@programs.falls(T(3), T(-3))
def exceptions_pass(x):
    """An exception passes through `contextlib.nullcontext`."""
    with contextlib.nullcontext(2) as two:
        if x < 0:
            raise ValueError("negative")
        x = x * two
    return x


@programs.falls(T(3), T(-3))
def targets(x):
    """`with ... as` with nested targets."""
    with contextlib.nullcontext((1, (x, 2))) as (a, (b, c)):
        if x < 0:
            b = b + a
    return b + c


@programs.staged(T(3), T(-3))
def jumps_out_of_a_manager(x):
    """`break`, `continue` and a swallowed exception in a `with` in a loop."""
    total = 0
    manager = Suppressing([0, 0, 0])
    for i in range(4):
        with manager as five:
            if x < 0:
                if i == 2:
                    break
                raise ValueError("negative")
            total += five
            if i == 1:
                continue
            total += 100
        total += 1000
    return total


@programs.falls(T(3), T(-3))
def a_generator_that_nothing_is_raised_in(x):
    """A generator manager around a dynamic branch that does not raise."""

    @contextlib.contextmanager
    def doubled(value):
        yield value * 2

    with doubled(x) as y:
        if y < 0:
            y = -y
    return y


@programs.falls(T(3), T(-3))
def a_generator_that_only_enters(x):
    """A generator manager without `try` lets an exception propagate."""

    @contextlib.contextmanager
    def doubled(value):
        yield value * 2

    try:
        with doubled(x) as y:
            if y < 0:
                raise ValueError("negative")
            y = y + 1
    except ValueError:
        return -1
    return y


@programs.falls(T(3), T(-3))
def a_generator_that_tidies_up(x):
    """`finally` in a generator manager runs when the body raises."""
    seen = []

    @contextlib.contextmanager
    def noted():
        try:
            yield 5
        finally:
            seen.append(1)

    with noted() as five:
        if x < 0:
            raise ValueError("negative")
    return x * five, len(seen)


@programs.falls(T(3), T(-3))
def a_generator_that_tidies_up_before_a_handler(x):
    """`finally` in a generator manager; a handler around it catches."""
    seen = []

    @contextlib.contextmanager
    def noted():
        try:
            yield
        finally:
            seen.append(1)

    try:
        with noted():
            if x < 0:
                raise ValueError("negative")
    except ValueError:
        return -1
    return x


@contextlib.contextmanager
def swallowing(seen, *classes, value=5):
    seen[0] += 1
    try:
        yield value
    except classes as error:
        seen[1] = str(error)
        return
    else:
        seen[1] = "nothing"
    finally:
        seen[0] += 10
    seen[0] += 100


@programs.falls(T(3), T(-3), T(9))
def a_generator_that_catches(x):
    """A generator manager with except, else and finally swallows exceptions."""
    seen = [0, ""]
    y = 0
    with swallowing(seen, ValueError, KeyError) as five:
        y = 1
        if x < 0:
            raise ValueError(f"negative: {x}")
        if x > 5:
            raise KeyError("large")
        y = five
        made = x
        y = y + made
    return y, seen


@programs.falls(T(3), T(-3), T(9))
def a_generator_that_catches_some(x):
    """A generator manager swallows KeyError and lets ValueError propagate."""
    seen = [0, ""]
    y = 0
    try:
        with swallowing(seen, KeyError, value=7) as seven:
            if x < 0:
                raise ValueError("negative")
            y = seven
            if x > 5:
                raise KeyError("large")
            y = y + 1
    except ValueError as error:
        return y * 100, str(error), seen
    return y, "none", seen


@programs.falls(T(3), T(-3))
def jumps_out_of_a_generators_body(x):
    """`break`, `continue` and `return` leave the body of a generator manager."""
    seen = [0, ""]
    total = 0
    for i in range(4):
        with swallowing(seen, ValueError) as five:
            if x < 0:
                if i == 2:
                    break
                raise ValueError("negative")
            total += five
            if i == 1:
                continue
            if i == 3:
                return total, seen
        total += 1000
    return total, seen


@programs.falls(T(3), T(-3))
def a_generator_that_raises_another(x):
    """A generator manager raises another exception from the one it catches."""

    @contextlib.contextmanager
    def told():
        try:
            yield
        except ZeroDivisionError as error:
            raise ValueError("told") from error

    with told():
        y = 12 // int(x + 3)
    return y


@programs.falls(T(3), T(-3))
def a_generator_around_a_generator(x):
    """A generator manager yields inside two other generator managers."""
    seen, further = [0, ""], [0, ""]

    @contextlib.contextmanager
    def both():
        with swallowing(seen, ValueError):
            with swallowing(further, KeyError) as five:
                yield five * 2

    with both() as ten:
        if x < 0:
            raise ValueError("negative")
        x = x + ten
    return x, seen, further


class Guarded:
    def __init__(self):
        self.log = [0, ""]

    @contextlib.contextmanager
    def scope(self, by=2):
        try:
            yield self
        except ValueError:
            self.log[1] = "caught"
        self.log[0] += by


@programs.falls(T(3), T(-3))
def a_generator_that_is_a_method(x):
    """A method that is a generator manager is entered twice by one `with`."""
    guarded = Guarded()
    with guarded.scope() as same, guarded.scope(by=x):
        if x < 0:
            raise ValueError("negative")
        same.log[0] += 100
    return guarded.log


@programs.falls(T(3))
def a_generator_that_may_not_yield(x):
    """A generator manager that yields under a condition cannot be staged."""

    @contextlib.contextmanager
    def perhaps(flag):
        if flag:
            try:
                yield
            except ValueError:
                pass

    with perhaps(True):
        if x < 0:
            raise ValueError("negative")
    return x


@programs.falls(T(3))
def a_generator_that_returns_early(x):
    """A generator manager that may return before `yield` cannot be staged."""

    @contextlib.contextmanager
    def perhaps(flag):
        if not flag:
            return
        try:
            yield
        except ValueError:
            pass

    with perhaps(True):
        if x < 0:
            raise ValueError("negative")
    return x


@programs.falls(T(-3))
def a_manager_of_tests(x):
    """`pytest.raises` around a run-time exception cannot be staged."""
    with pytest.raises(ValueError, match="negative"):
        if x < 0:
            raise ValueError("negative")
    return x


@programs.falls(T(3), T(-3))
def a_stack_of_managers(x):
    """`suppress` entered on an `ExitStack` swallows a run-time exception."""
    with contextlib.ExitStack() as stack:
        stack.enter_context(contextlib.suppress(ValueError))
        if x < 0:
            raise ValueError("negative")
    return x


@contextlib.contextmanager
def told(log, n):
    log.append(f"in {n}")
    if n > 1:
        log.append("large")
    try:
        yield n * 2
    finally:
        log.append(f"out {n}")


@programs.falls(T(3), T(1), T(0))
def text_that_a_generator_makes(n):
    """A generator manager appends formatted text on entry and exit."""
    log = []
    with told(log, int(n)) as doubled:
        log.append(str(doubled))
    return log


@programs.falls(T(4), T(1), T(0))
def text_that_a_generator_makes_in_a_loop(n):
    """A generator manager in a dynamic loop with `continue` and `break`."""
    log = []
    for i in range(int(n)):
        with told(log, i) as doubled:
            if doubled == 2:
                continue
            if doubled > 4:
                break
            log.append(str(doubled))
    return log


@programs.falls(T(3), T(0))
def text_that_a_generator_inside_makes(n):
    """A nested generator manager appends text in a Python loop."""
    log = []

    @contextlib.contextmanager
    def noted(i):
        log.append(f"{i}+{n}" if isinstance(n, int) else f"{i}")
        yield str(i)

    for i in range(3):
        with noted(i + int(n)) as text:
            log.append(text + "!")
    return log


# -- Context managers of the standard library


class Door:
    """Notes in a list of its own when it is opened and left."""

    def __init__(self, value):
        self.value = value
        self.log = []

    def __enter__(self):
        self.log.append(self.value if self.value > 0 else -1)
        return self.value

    def __exit__(self, kind, error, trace):
        self.log.append(20 if kind is None else 30)
        return False

    def close(self):
        self.log.append(1 if self.value > 0 else 2)


class Passing(contextlib.AbstractContextManager[object]):
    def __exit__(self, kind, error, trace):
        return kind is ValueError


@programs.falls(T(3), T(0), T(-1), 3, 0)
def closing_after_an_exception(x):
    """`contextlib.closing` calls `close` when its body raises at run time."""
    door = Door(x)
    for i in range(2):
        try:
            with contextlib.closing(door) as same:
                y = 10 // (x - i) + (same is door)
        except ZeroDivisionError:
            y = -1
    return y, door.log


@programs.staged(T(3), T(-1))
def an_abstract_manager(x):
    """An `AbstractContextManager` suppresses by the exception's class."""
    with Passing() as passing:
        if x < 0:
            raise ValueError("negative")
        return passing is not None, x
    return False, x - 1


@programs.falls(T(3), T(0), T(-1), -1)
def callbacks_of_a_stack(x):
    """`ExitStack` callbacks run in reverse on return, exception and normal exit."""
    log = []
    y = 0
    try:
        with contextlib.ExitStack() as stack:
            stack.callback(log.append, 1)
            stack.callback(lambda: log.append(2))
            if x < 0:
                raise ValueError("negative")
            if x == 0:
                return 0, log
            log.append(3)
            y = 1
    except ValueError:
        y = 2
    return y, log


@programs.falls(T(3), T(0), T(-1))
def pushed_between_exceptions(x):
    """An `ExitStack` callback pushed between two possible exceptions."""
    log = []
    with (
        contextlib.suppress(ValueError, ZeroDivisionError),
        contextlib.ExitStack() as s,
    ):
        s.callback(log.append, 1)
        if x < 0:
            raise ValueError("negative")
        s.callback(log.append, 2)
        log.append(10 // x)
    return log


@programs.falls(T(3), T(0), T(-1))
def managers_of_a_stack(x):
    """`enter_context` of several managers, one of which suppresses an exception."""
    one, two = Door(x), Door(7)
    y = 1
    try:
        with contextlib.ExitStack() as stack:
            entered = stack.enter_context(one)
            stack.enter_context(two)
            stack.enter_context(contextlib.suppress(ZeroDivisionError))
            stack.enter_context(contextlib.nullcontext())
            if x < 0:
                raise KeyError(f"key {entered}")
            y = 10 // x
    except KeyError as error:
        return str(error), one.log, two.log
    return str(y), one.log, two.log


@programs.falls(T(3), T(0), T(-1))
def a_function_of_a_stack_that_raises(x):
    """A function pushed on an `ExitStack` suppresses one error, replaces another."""
    log = []

    def tidy(kind, error, trace):
        log.append(5 if kind is None else 6)
        if kind is KeyError:
            raise RuntimeError("while tidying")
        return kind is ZeroDivisionError

    y = 1
    try:
        with contextlib.ExitStack() as stack:
            stack.push(tidy)
            if x < 0:
                raise KeyError("key")
            y = 10 // x
    except RuntimeError as error:
        return -1, log, isinstance(error.__context__, KeyError)
    return y, log, False


@programs.falls(T(3), T(1), T(-1))
def jumps_out_of_a_stack(x):
    """`break`, `continue` and an exception leave `with ExitStack()` in a loop."""
    total = 0
    for i in range(3):
        with contextlib.ExitStack() as stack:
            value = stack.enter_context(Door(i))
            stack.enter_context(contextlib.suppress(ValueError))
            if x == i:
                break
            if x < 0:
                raise ValueError("negative")
            total += value + 1
            continue
        total += 100
    else:
        total += 1000
    return total


@programs.falls(T(3), T(-1))
def a_stack_in_a_stack(x):
    """An `ExitStack` entered on another unwinds before later callbacks."""
    log = []
    with contextlib.ExitStack() as outer, contextlib.suppress(KeyError):
        inner = outer.enter_context(contextlib.ExitStack())
        inner.callback(log.append, 1)
        outer.callback(log.append, 2)
        if x < 0:
            raise KeyError("key")
        log.append(3)
    return log


@programs.falls(T(3), T(-1))
def pushed_on_some_paths(x):
    """`ExitStack.callback` on one branch only cannot be staged."""
    with contextlib.ExitStack() as stack:
        stack.callback(int)
        if x > 1:
            stack.callback(int)
        if x < 0:
            raise ValueError("negative")
    return x


@programs.falls(T(1), T(-1))
def closed_on_a_path(x):
    """`ExitStack.close` on one branch only cannot be staged."""
    log = []
    with contextlib.ExitStack() as stack:
        stack.callback(log.append, "a")
        if x < 0:
            stack.close()
        log.append("b")
    return log


@programs.falls(T(1), T(-1))
def emptied_on_a_path(x):
    """`ExitStack.pop_all` on one branch only cannot be staged."""
    log = []
    with contextlib.ExitStack() as stack:
        stack.callback(log.append, "a")
        if x < 0:
            stack.pop_all()
    return log


@programs.falls(T(1), T(-1))
def entered_on_a_path(x):
    """`ExitStack.enter_context` on one branch only cannot be staged."""
    log = []
    with contextlib.ExitStack() as stack:
        if x < 0:
            stack.enter_context(contextlib.suppress(ValueError))
        log.append("b")
    return log


@programs.falls(T(1), T(-1))
def pushed_in_a_loop(x):
    """`ExitStack.callback` in a loop of dynamic length cannot be staged."""
    log = []
    with contextlib.ExitStack() as stack:
        for i in range(x):
            stack.callback(log.append, i)
    return log


@programs.falls(T(1), T(-1))
def closed_on_all_paths(x):
    """A second `ExitStack.close` does not run the callbacks again."""
    log = []
    stack = contextlib.ExitStack()
    stack.callback(log.append, 1)
    stack.callback(log.append, x)
    stack.close()
    log.append(2)
    stack.close()
    return log


@programs.falls(T(1), T(-1))
def closed_with_an_error(x):
    """`ExitStack.close` runs the remaining callbacks when one raises."""
    log = []

    def refuse():
        if x > 0:
            raise ValueError

    stack = contextlib.ExitStack()
    stack.callback(log.append, 1)
    stack.callback(refuse)
    try:
        stack.close()
    except ValueError:
        log.append(2)
    return log


@programs.staged(T(1), T(-1))
def closed_within(x):
    """`ExitStack.close` inside its own `with` runs the callbacks early."""
    log = []
    with contextlib.ExitStack() as stack:
        stack.callback(log.append, 0)
        stack.close()
        log.append(x)
    return log


@programs.falls(T(1), T(-1))
def made_and_emptied_in_a_branch(x):
    """A branch creates an `ExitStack`, moves its callbacks and runs them."""
    log = []
    if x > 0:
        stack = contextlib.ExitStack()
        stack.callback(log.append, 1)
        other = stack.pop_all()
        stack.close()
        log.append(2)
        other.close()
    return log


@contextlib.contextmanager
def _counted(log):
    yield len(log)


@contextlib.contextmanager
def _logged(log):
    log.append(1)
    try:
        yield log
    finally:
        log.append(2)


@programs.falls(T(0), T(3))
def a_list_of_the_run_for_a_generator(n):
    """A generator manager reads a list whose length a branch decides."""
    log = []
    if n > 2:
        log.append(1)
    with _counted(log) as k:
        return k + 1


@programs.falls(T(0), T(3))
def a_list_that_a_generator_and_a_loop_change(n):
    """A generator manager and the body in a dynamic loop append to one list."""
    log = []
    for i in range(n):
        with _logged(log) as inner:
            inner.append(i)
    return log


class Scale:
    def __init__(self, by):
        self.by = by

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


@programs.staged(T(0.5), T(0.25))
def a_target_bound_anew_in_each_iteration(rate):
    """The target of `with` is no loop-carried variable: a new object each time."""
    n, count = 8.0, 0
    while n > 1.0:
        with Scale(0.25) as scale:
            y = n * rate
        n = y + scale.by
        count += 1
    return n, count
