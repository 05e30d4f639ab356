"""Exceptions whose constructors do more than keep what they are given.

The graph calls a constructor of the user's when it raises the exception, of the values
then: what the constructor raises comes where Python has it only if it is raised where
it is made.
"""

# Programs under test are written as users write them.
# ruff: noqa: N818

import pytest

import autograph as ag
from autograph.testing import assert_agrees
from graph.staging.unraised import keeps_only
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = (T(-1), T(2), T(5), T(20))
LIMIT = 3
made: list[int] = []
rows = Rows()
refused = Rows()


class Kept(Exception):
    def __init__(self, n, unit="s"):
        self.n = self.again = n
        self.text = f"{n:>3} of {LIMIT}"
        super().__init__("%d %s" % (n, unit), n)


class Below(Kept):
    def __init__(self, n, unit="s"):
        Kept.__init__(self, n - LIMIT, unit.upper())


class Asked(ValueError):
    def __init__(self, n, given=None):
        self.n = n if given is None else given
        Exception.__init__(self, "not {}".format(self.n))


class New(Exception):
    def __new__(cls, *args):
        return super().__new__(cls, *args)


class Checked(Exception):
    def __init__(self, n):
        if n < 0:
            raise ValueError("negative")
        super().__init__(f"{n}")


class OfChecked(Checked):
    def __init__(self, n):
        super().__init__(n)


class Divided(Exception):
    def __init__(self, n):
        self.part = 1 / n


class Noted(Exception):
    def __init__(self, n):
        made.append(n)


class Counted(Exception):
    number = 0

    def __init__(self, n):
        Counted.number = 1


class Told(Exception):
    def __init__(self, n):
        print(n)


class Linked(Exception):
    def __init__(self, owner):
        owner.error = self


@pytest.mark.parametrize("kind", [Exception, KeyError, Kept, Below, Asked, New])
def test_what_keeps_only(kind):
    assert keeps_only(kind)


@pytest.mark.parametrize(
    "kind", [Checked, OfChecked, Divided, Noted, Counted, Told, Linked]
)
def test_what_does_more(kind):
    assert not keeps_only(kind)


@pytest.mark.parametrize("kind", [Kept, Below, Asked, New])
def test_what_keeps_only_is_raised_anywhere(kind):
    def raising(n):
        error = kind(n)
        n = n + 1
        if n > 4:
            raise error
        return n

    decorated = ag.function(raising)
    for n in EACH:
        assert_agrees(decorated, n)


@rows.on(*EACH)
def raised_where_it_is_made(n):
    if n > 3:
        raise Checked(n)
    return n


@rows.on(*EACH)
def its_constructor_raises_where_it_is_made(n):
    try:
        if n < 3:
            raise Checked(n)
    except ValueError:
        return 1
    except Checked as error:
        return len(str(error))
    return 0


@rows.on(*EACH)
def by_a_function(n):
    def failure(n):
        return Checked(n)

    if n > 3:
        raise failure(n)
    return n


@rows.on(*EACH)
def from_another(n):
    try:
        if n > 3:
            raise Kept(n) from Checked(n + 1)
    except Kept as error:
        return str(error.__cause__)
    return "none"


@rows.on(*EACH)
def chosen_where_it_is_raised(n):
    if n != 2:
        raise (Checked(n) if n > 0 else Kept(n))
    return n


@rows.on(*EACH)
def in_a_loop(n):
    for i in range(n):
        if i == 4:
            raise Checked(i)
    return n


@refused.on(*EACH)
def made_before_the_branch(n):
    error = Checked(n)
    if n > 3:
        raise error
    return n


@refused.on(*EACH)
def made_before_another_operation(n):
    error = Checked(n)
    n = n + 1
    raise error


@refused.on(*EACH)
def never_raised(n):
    Checked(n)
    return n


@refused.on(*EACH)
def never_raised_in_a_branch(n):
    if n > 3:
        error = Checked(n - 10)
    return n


@refused.on(*EACH)
def made_on_some_paths(n):
    error = None
    if n > 3:
        error = Checked(n)
    n = n + 1
    if error is not None:
        raise error
    return n


@refused.on(*EACH)
def its_constructor_raises_on_some_paths(n):
    error = None
    if n != 2:
        error = Checked(n)
    n = n + 1
    if error is not None and n > 10:
        raise error
    return n


test_the_graph_raises_what_python_does = rows.test()
test_what_would_come_too_late_is_refused = refused.refusal_test()
