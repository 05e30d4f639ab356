"""The promise, for what generators that decide on tensors change, raise and are."""

import types

import pytest

import autograph as ag
from autograph.errors import OperatorNotAllowedInGraphError, StagingError
from tests.autograph.testing.rows import Rows
from tests.conformance.generators import (
    down,
    evens,
)

T = ag.constant
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@rows.on(T(3), T(1), T(0))
def exceptions_of_the_body(n):
    try:
        for x in down(n):
            if x == 2:
                raise ValueError(x)
    except ValueError:
        return 1
    return 0


@rows.on(T(3), T(1), T(-4))
def exceptions_of_its_own(n):
    def checked():
        while True:
            if n < 0:
                raise ValueError("it is below zero")
            yield n

    turns = 0
    try:
        for _ in checked():
            n -= 1
            turns += 1
    except ValueError as error:
        return str(error), n, turns


@rows.on(T(4), T(0), T(1))
def a_variable_without_a_value(n):
    def told():
        x = n
        if x > 2:
            y = 1
        yield x
        yield y

    return sum(told())


@rows.on(T(4), T(0), T(1))
def one_without_items(n):
    def none():
        return n
        yield

    def some():
        if n > 2:
            return
        yield 1
        yield 2

    return list(none()), list(some())


@rows.on(T(4), T(0), T(1))
def every_kind_of_parameter(n):
    def given(k, /, *items, z=3, **more):
        for v in items:
            if v > n:
                yield v + z + k + len(more)

    return sorted(given(1, 2, 5, 0, z=1, y=n), reverse=True), list(given(1))


@rows.on(T(4), T(0), T(1))
def attributes_that_it_changes(n):
    class Kept:
        def __init__(self):
            self.total, self.log = 0, []

    kept = Kept()

    def more():
        for k in range(n):
            kept.total += k
            yield kept.total
            kept.log.append(k)

    for x in more():
        kept.total += 10 if x > 3 else 1
    return kept.total, kept.log


@rows.on(T([[1, 2], [3, 4]]), T([[0, -1], [5, 4]]))
def rows_of_a_matrix(m):
    def cells():
        for i, row in enumerate(m):
            for j, v in enumerate(row):
                if v > 1:
                    yield i, j, v

    total = 0
    for i, j, v in cells():
        total += i * 10 + j + v
    return total


@rows.on(T(5), T(0))
def some_on_python_values(n):
    plain = down(3)
    found = []
    for x in plain:
        found.append(x)
        if x == 2:
            break
    return found, list(plain), next(evens(3)) + n


@rows.on(T(3), T(0))
def lists_whose_length_the_run_decides(n):
    xs = [i for i in range(n) if i != 1]

    def counts():
        yield len(xs)
        yield from xs

    return list(counts())


@rows.on(T(3), T(-1))
def none_on_some_paths(n):
    y = n if n > 0 else None

    def told():
        yield y is None
        if y is not None:
            yield y > 2

    return list(told())


@rows.on(T(6), T(2))
def keys_on_some_paths(n):
    held = {}
    if n > 5:
        held["a"] = n

    def keys():
        yield from held

    return list(keys())


@rows.on(T(4), T(1))
def generator_expressions_over_them(n):
    doubled = (x * 2 for x in down(n) if x != 2)
    return [x + 1 for x in doubled], sum(x for x in down(n))


@rows.on(T(4), T(1), T(0))
def a_star_that_takes_the_rest(n):
    a, *b = down(n + 1)
    return a, b


@rows.on(T(4), T(2), T(1), T(3))
def too_many_or_too_few(n):
    try:
        a, b = down(n)
    except ValueError as error:
        return str(error), n
    return "two", a * b


@rows.on(T(4), T(0))
def an_exception_after_the_last_item(n):
    def failing():
        yield 1
        raise RuntimeError("drawn too far")

    try:
        for x in failing():
            if x > n:
                return "early"
    except RuntimeError as error:
        return str(error)


@rows.on(T(3), T(1))
def what_it_is(n):
    made = down(n)
    return isinstance(made, types.GeneratorType), type(made).__name__, repr(made)[:17]


@rows.on(T(3), T(1))
def arguments_that_do_not_fit(n):
    try:
        down()
    except TypeError as error:
        return str(error), n


@rows.on(T(3), T(1))
def items_that_are_taken_apart(n):
    def two():
        yield n
        yield n * 2

    a, b = two()
    return a + b


STEPS = ag.Variable(0)


@rows.on(T(3), T(0))
def variables_of_the_module(n):
    def counted():
        while STEPS < n:
            STEPS.assign_add(1)
            yield STEPS + 0

    return sum(counted()), sum(of_the_module())


def of_the_module():
    while STEPS < 5:
        STEPS.assign_add(2)
        yield STEPS + 0


def resumed(n):
    made = down(n)
    for x in made:
        if x < 3:
            break
    return list(made)


def within_try(n):
    def kept():
        try:
            if n > 2:
                yield n
        finally:
            print("left")

    return list(kept())


def given_values(n):
    def echo():
        x = yield n
        while x:
            x = yield n + x

    made = echo()
    next(made)
    return made.send(n)


def drawn_from(n):
    items = down(n)
    return next(items), next(items)


def turns(n):
    def below(k):
        if k > 0:
            yield k
            yield from below(k - 1)

    return list(below(n))


@pytest.mark.parametrize(
    ("function", "error", "told"),
    [
        (resumed, StagingError, "how far this generator has been run is known only"),
        (within_try, OperatorNotAllowedInGraphError, "`kept` runs as it stands"),
        (given_values, OperatorNotAllowedInGraphError, "`echo` runs as it stands"),
        (drawn_from, OperatorNotAllowedInGraphError, "`down` runs as it stands"),
        (turns, StagingError, "this generator loops over itself"),
    ],
)
def test_what_depends_on_how_it_is_resumed_is_refused(function, error, told):
    with pytest.raises(error) as raised:
        ag.function(function)(T(4))
    assert told in str(raised.value)
    assert "/tests/conformance/" in str(raised.value)
