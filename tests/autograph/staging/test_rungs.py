"""Forced modes: each rung, and each birth site real, wherever that can be."""

import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from autograph.staging.switch import forced, new_core
from autograph.testing.agreement import Verdict, compare, outcome_of

T = ag.constant
COUNT = 0
OUTER = SimpleNamespace(total=0)


@pytest.fixture(autouse=True)
def _new_core():
    with new_core():
        yield


# -- Statements that Python runs


def read_without_a_value(n):
    while n > 2:
        i = n
        n -= 1
    return i + n


def deleted_or_not(n):
    x = 1
    if n > 2:
        del x
    try:
        return x
    except UnboundLocalError:
        return -1


def returned_and_discarded(n):
    try:
        try:
            return 16
        finally:
            if n > 0:
                raise ValueError
    except ValueError:
        pass
    return None


def discarded_inside(n):
    return returned_and_discarded(n) is None


def raised_by_class(n):
    try:
        try:
            if n > 2:
                raise ValueError("a")
        except ValueError as error:
            raise KeyError from error
    except KeyError as error:
        return str(error.__cause__)
    return ""


def global_counted(n):
    global COUNT
    COUNT = 0
    for i in range(n):
        COUNT += i
    return COUNT


def attribute_counted(n):
    OUTER.total = 0
    while OUTER.total < n:
        OUTER.total += 2
    return OUTER.total


def class_attribute(n):
    class Counter:
        count = 0

    for _ in range(n):
        Counter.count += 1
    return Counter.count


def outer_read_later(n):
    OUTER.total = n
    if n > 2:
        n = OUTER.total * 2
    return n


def closed_in_a_loop(n):
    said = []

    def items():
        try:
            yield n
            yield n + 1
        finally:
            said.append("closed")

    try:
        for item in items():
            if item > 0:
                raise ValueError
    except ValueError:
        said.append("caught")
    return said


def gradient_of_a_branch(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        if x > 2:
            y = y * x
    return tape.gradient(y, x)


def data_set_of_the_run(n):
    total = n
    for x in ag.data.Dataset.range(3).map(lambda x: x * ag.cast(n, ag.int64)):
        total += ag.cast(x, ag.int32)
    return total


def method_over_a_variable(n):
    class Held:
        def doubled(self):
            return n * 2

    held = Held()
    if n > 2:
        return held.doubled()
    return 0


def numpy_scalars_are_keys(xs):
    found = {}
    for place, x in enumerate(xs):
        found[x] = found.get(x, place)
    return found


STATEMENTS = [
    (read_without_a_value, T(3)),
    (read_without_a_value, T(1)),
    (deleted_or_not, T(3)),
    (deleted_or_not, T(1)),
    (discarded_inside, T(1)),
    (discarded_inside, T(0)),
    (raised_by_class, T(3)),
    (global_counted, T(4)),
    (attribute_counted, T(4)),
    (class_attribute, T(4)),
    (outer_read_later, T(3)),
    (closed_in_a_loop, T(3)),
    (gradient_of_a_branch, T(3.0)),
    (data_set_of_the_run, T(3)),
    (method_over_a_variable, T(3)),
    (numpy_scalars_are_keys, np.array([3, 1])),
]


# -- Objects that live at run time


def lists_as_arguments(n):
    doubled = ag.py_function(lambda x: x * 2, [n], ag.int32)
    return doubled, ag.nest.flatten([n, [n + 1]])


def numbers_in_a_list(n):
    return ag.constant([int(n) * 100, 2], ag.int8)


def joined_lists(n):
    return [int(n)] + [np.int64(1)]


def asked_once(n):
    log = []

    class Base:
        def __eq__(self, other):
            log.append(n)
            return NotImplemented

        __hash__ = None

    return Base() == Base(), log


class Default:
    def __get__(self, owner, cls=None):
        return 0


class Described:
    kept = Default()


def own_before_a_descriptor(n):
    first, second = Described(), Described()
    first.kept = n
    return first.kept, second.kept


class Falling:
    n = 1

    @property
    def missing(self):
        if self.n < 100:
            raise AttributeError
        return self.n

    def __getattr__(self, name):
        return 7


def fallen_back(n):
    return n + Falling().missing


def shown_by_the_user(n):
    class Shown:
        def __repr__(self):
            return "many" if n > 1 else "one"

    return str([Shown()])


REAL = [
    (lists_as_arguments, T(3)),
    (numbers_in_a_list, T(1)),
    (numbers_in_a_list, T(2)),
    (joined_lists, T(3)),
    (asked_once, T(3)),
    (own_before_a_descriptor, T(3)),
    (fallen_back, T(3)),
    (shown_by_the_user, T(3)),
]


# -- Calls that Python makes


def watched_by_a_call(x):
    with ag.GradientTape() as tape:
        tape.watch(x)
        y = ag.tanh(x)
    return tape.gradient(y, x)


CALLS = [(watched_by_a_call, T(1.0)), (numpy_scalars_are_keys, np.array([3, 1]))]

ROWS = [
    (mode, *row)
    for mode, rows in (("statements", STATEMENTS), ("real", REAL), ("calls", CALLS))
    for row in rows
]
IDS = [f"{mode}-{function.__name__}-{i}" for i, (mode, function, *_) in enumerate(ROWS)]


@pytest.mark.parametrize("row", ROWS, ids=IDS)
def test_it_agrees_where_a_rung_is_taken_wherever_it_can_be(row, allowing):
    mode, function, *args = row
    with forced(mode), warnings.catch_warnings():
        warnings.simplefilter("ignore", PythonFallbackWarning)
        found = outcome_of(ag.function(function, python="allow"), tuple(args), {})
    compared = compare(outcome_of(function, tuple(args), {}), found)
    assert compared.verdict is Verdict.SAME, str(compared)


def test_nothing_is_forced_where_nothing_may_fall():
    with forced("calls", "statements"):
        refusing = ag.function(lambda x: ag.tanh(x) * 2, python="refuse")
        assert float(refusing(T(0.0))) == 0.0
