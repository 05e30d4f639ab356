"""What a signal's handler raises in a run: `finally`, `with` and `except` see it."""

import contextlib
import functools
import pickle
import signal
from typing import Any

import numpy as np
import pytest

import autograph as ag
from executor.program import build
from graph.structure import same
from graph.text import show
from graph.text_parser import parse

pytestmark = pytest.mark.long


class Stop(Exception):  # noqa: N818  # what a user calls it
    pass


CASES: dict[str, Any] = {}


def case(*kinds):
    """Add a program to the table, with what the signal's handler raises."""

    def add(program):
        for kind in kinds or (Stop,):
            CASES[f"{program.__name__}-{kind.__name__}"] = program.__name__, kind
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


class Swallowing:
    def __init__(self, variable):
        self.variable = variable

    def __enter__(self):
        self.variable.assign_add(1)
        return self

    def __exit__(self, kind, error, trace):
        self.variable.assign_add(10 if kind is None else 100)
        return kind is not None and issubclass(kind, Stop)


class Programs:
    """Loops of as many iterations as a tensor says, in what is to be left."""

    def __init__(self, v, log):
        self.v, self.log = v, log

    def leave(self):
        self.log.append(1)
        return np.int32(0)

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

    @case(Stop, KeyboardInterrupt)
    def one_in_another(self, n):
        try:
            try:
                count(n)
            finally:
                self.v.assign(self.v * 10 + 1)
        finally:
            self.v.assign(self.v * 10 + 2)

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


# Enough iterations that the signal comes before the end, which is minutes away.
_MANY = 300_000_000
# How long after the call: longer where that was before a busy machine was in the loop.
_AFTER_S = (0.1, 0.5, 2.0)
_FEW = 3


@contextlib.contextmanager
def striking(kind, after_s):
    """Have a signal's handler raise an exception in a moment."""

    def strike(*_):
        raise kind

    before = signal.signal(signal.SIGALRM, strike)
    signal.setitimer(signal.ITIMER_REAL, after_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def outcome(function, n, variable, log, capfd, strike=contextlib.nullcontext):
    """Return what a call gives or raises, and what it leaves."""
    try:
        with strike():
            found = np.asarray(function(ag.constant(n))).tolist()
    except (Stop, ValueError, KeyboardInterrupt, GeneratorExit) as error:
        found = type(error), str(error), type(error.__cause__)
    return found, variable.numpy().tolist(), list(log), "".join(capfd.readouterr())


def outcomes(name, decorate, capfd, after_s):
    """Run a program to its end, then until it is interrupted, and to its end again."""
    program, kind = CASES[name]
    variable, log = ag.Variable(0), []
    function = decorate(getattr(Programs(variable, log), program))
    state = variable, log, capfd
    return [
        outcome(function, _FEW, *state),
        outcome(function, _MANY, *state, lambda: striking(kind, after_s)),
        outcome(function, _FEW, *state),
    ]


# What of these Python runs.
FALLING = {"a_group", "a_manager_of_a_generator"}


@pytest.mark.filterwarnings("ignore::autograph.errors.PythonFallbackWarning")
@pytest.mark.parametrize("name", CASES)
def test_an_interrupted_program_does_what_plain_python_does(name, capfd):
    policy = "allow" if CASES[name][0] in FALLING else "refuse"
    decorate = functools.partial(ag.function, python=policy)
    for after_s in _AFTER_S:
        plain = outcomes(name, lambda function: function, capfd, after_s)
        staged = outcomes(name, decorate, capfd, after_s)
        if staged == plain:
            break
    assert staged == plain


def test_what_is_read_after_an_interruption_is_of_the_iteration_that_it_left():
    begun, ended = ag.Variable(0), ag.Variable(0)
    seen, last = ag.Variable(0), ag.Variable([0.0, 0.0])

    @ag.function
    def f(n):
        i, x = 0, ag.zeros(2)
        try:
            while i < n:
                begun.assign_add(1)
                i += 1
                x += 1.0
                ended.assign_add(1)
        finally:
            seen.assign(i)
            last.assign(x)
        return i

    assert int(f(ag.constant(_FEW))) == _FEW
    for each in (begun, ended):
        each.assign(0)
    with striking(Stop, _AFTER_S[1]), pytest.raises(Stop):
        f(ag.constant(_MANY))
    assert int(begun) > 1
    assert int(begun) - 1 <= int(seen) <= int(begun)
    assert int(ended) <= int(seen) <= int(ended) + 1
    assert last.numpy()[0] == last.numpy()[1]
    assert int(begun) - 1 <= last.numpy()[0] <= int(begun)


def source_of(function):
    return build(function.get_concrete_function(ag.constant(_FEW)).graph).source


def test_an_end_that_nobody_sees_is_left_out_and_unread_variables_are_not_noted():
    v = ag.Variable(0)

    @ag.function
    def unseen(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            n = 5
        return i + n

    @ag.function
    def unread(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            v.assign(7)
        return i

    assert "try" not in source_of(unseen)
    assert "try:" in source_of(unread)
    assert ".noted" not in source_of(unread)


def test_a_graph_with_a_try_that_is_kept_is_written_and_read():
    @ag.function
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        except ValueError:
            i = -1
        finally:
            ag.print("left")
        return i

    graph = f.get_concrete_function(ag.constant(_FEW)).graph
    assert "Try" in str(graph.as_graph_def())
    assert same(parse(show(graph)), graph)
    assert same(pickle.loads(pickle.dumps(graph)), graph)


def test_a_gradient_through_what_a_handler_reads_is_refused_where_it_ran():
    @ag.function
    def f(x, n):
        y = x
        try:
            y = y * x
            y = y * 3.0
            if n > 0:
                raise ValueError
        except ValueError:
            pass
        return y

    x = ag.constant(2.0)
    with ag.GradientTape(persistent=True) as tape:
        tape.watch(x)
        ended, handled = f(x, ag.constant(0)), f(x, ag.constant(1))
    assert float(tape.gradient(ended, x)) == 12.0
    with pytest.raises(
        ag.errors.GradientError, match="a variable that a handler reads"
    ):
        tape.gradient(handled, x)
