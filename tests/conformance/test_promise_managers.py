"""`with` around what is raised when the graph runs: managers see it as Python's do."""

from __future__ import annotations

import contextlib

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()


test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_what_a_manager_alone_knows_is_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert "with" in found.staged.error.message
    assert found.staged.error.origin.function == function.__name__


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


@rows.on(T(3), T(-3))
def suppressed(x):
    with contextlib.suppress(ValueError):
        if x < 0:
            raise ValueError("negative")
        return x
    return x - 1


@rows.on(T(3), T(-3), T(9))
def suppressed_or_not(x):
    y = 0
    with contextlib.suppress(KeyError, ZeroDivisionError):
        y = 1
        if x < 0:
            raise KeyError("negative")
        if x > 5:
            raise ValueError("large")
        y = 2
    return y


@rows.on(T(3), T(-3), T(9))
def a_manager_of_the_users(x):
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


@rows.on(T(3), T(-3))
def asked_by_the_class(x):
    with ByClass():
        if x < 0:
            raise ValueError("negative")
        x = x + 1
    return x


@rows.on(T(3), T(-3))
def an_attribute_restored(x):
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


@rows.on(T(3), T(-3))
def exceptions_pass(x):
    with contextlib.nullcontext(2) as two:
        if x < 0:
            raise ValueError("negative")
        x = x * two
    return x


@rows.on(T(3), T(-3))
def targets(x):
    with contextlib.nullcontext((1, (x, 2))) as (a, (b, c)):
        if x < 0:
            b = b + a
    return b + c


@rows.on(T(3), T(-3))
def jumps_out_of_a_manager(x):
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


@rows.on(T(3), T(-3))
def a_generator_that_nothing_is_raised_in(x):
    @contextlib.contextmanager
    def doubled(value):
        yield value * 2

    with doubled(x) as y:
        if y < 0:
            y = -y
    return y


@rows.on(T(3), T(-3))
def a_generator_that_only_enters(x):
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


@rows.on(T(3), T(-3))
def a_generator_that_tidies_up(x):
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


@rows.on(T(3), T(-3))
def a_generator_that_tidies_up_before_a_handler(x):
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


@rows.on(T(3), T(-3), T(9))
def a_generator_that_catches(x):
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


@rows.on(T(3), T(-3), T(9))
def a_generator_that_catches_some(x):
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


@rows.on(T(3), T(-3))
def jumps_out_of_a_generators_body(x):
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


@rows.on(T(3), T(-3))
def a_generator_that_raises_another(x):
    @contextlib.contextmanager
    def told():
        try:
            yield
        except ZeroDivisionError as error:
            raise ValueError("told") from error

    with told():
        y = 12 // int(x + 3)
    return y


@rows.on(T(3), T(-3))
def a_generator_around_a_generator(x):
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


@rows.on(T(3), T(-3))
def a_generator_that_is_a_method(x):
    guarded = Guarded()
    with guarded.scope() as same, guarded.scope(by=x):
        if x < 0:
            raise ValueError("negative")
        same.log[0] += 100
    return guarded.log


@refused.on(T(3))
def a_generator_that_may_not_yield(x):
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


@refused.on(T(3))
def a_generator_that_returns_early(x):
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


@refused.on(T(-3))
def a_manager_of_tests(x):
    with pytest.raises(ValueError, match="negative"):
        if x < 0:
            raise ValueError("negative")
    return x


@rows.on(T(3), T(-3))
def a_stack_of_managers(x):
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


@rows.on(T(3), T(1), T(0))
def text_that_a_generator_makes(n):
    log = []
    with told(log, int(n)) as doubled:
        log.append(str(doubled))
    return log


@rows.on(T(4), T(1), T(0))
def text_that_a_generator_makes_in_a_loop(n):
    log = []
    for i in range(int(n)):
        with told(log, i) as doubled:
            if doubled == 2:
                continue
            if doubled > 4:
                break
            log.append(str(doubled))
    return log


@rows.on(T(3), T(0))
def text_that_a_generator_inside_makes(n):
    log = []

    @contextlib.contextmanager
    def noted(i):
        log.append(f"{i}+{n}" if isinstance(n, int) else f"{i}")
        yield str(i)

    for i in range(3):
        with noted(i + int(n)) as text:
            log.append(text + "!")
    return log
