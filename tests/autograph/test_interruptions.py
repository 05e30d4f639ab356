"""What a signal's handler raises in a run: `finally`, `with` and `except` see it."""

import contextlib
import pickle
import signal

import numpy as np
import pytest

import autograph as ag
from executor.program import build
from graph.structure import same
from graph.text import show
from graph.text_parser import parse
from tests.autograph.interrupted_programs import CASES, Stop

pytestmark = pytest.mark.long

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
    make, kind = CASES[name]
    variable, log = ag.Variable(0), []
    function, state = decorate(make(variable, log)), (variable, log, capfd)
    return [
        outcome(function, _FEW, *state),
        outcome(function, _MANY, *state, lambda: striking(kind, after_s)),
        outcome(function, _FEW, *state),
    ]


@pytest.mark.parametrize("name", CASES)
def test_an_interrupted_program_does_what_plain_python_does(name, capfd):
    for after_s in _AFTER_S:
        plain = outcomes(name, lambda function: function, capfd, after_s)
        staged = outcomes(name, ag.function, capfd, after_s)
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


def test_an_end_that_nobody_sees_is_left_out():
    class Plain:
        def __enter__(self):
            return self

        def __exit__(self, kind, error, trace):
            return None

    @ag.function
    def f(n):
        i = 0
        try:
            with Plain():
                while i < n:
                    i += 1
        finally:
            n = 5
        return i + n

    assert "try" not in build(f.get_concrete_function(ag.constant(_FEW)).graph).source


def test_a_finally_that_reads_no_variable_has_none_noted():
    v = ag.Variable(0)

    @ag.function
    def f(n):
        i = 0
        try:
            while i < n:
                i += 1
        finally:
            v.assign(7)
        return i

    text = build(f.get_concrete_function(ag.constant(_FEW)).graph).source
    assert "try:" in text
    assert ".noted" not in text


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
