"""What a trace leaves in things that outlive the call.

Arrays that outlive it are those of `tests/language/array/outliving.py`, too.
"""

from __future__ import annotations

import collections
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import autograph as ag
from autograph.errors import LeakedTensorWarning, SideEffectError
from graph.tensor import SymbolicTensor
from tests.autograph import outliving_programs as programs
from tests.autograph.outliving_programs import KNOWN, PROGRAMS, REFUSED, TENSOR

T = ag.constant
PUBLIC = (programs.Thing, SymbolicTensor, ag.TensorArray)


@pytest.fixture(autouse=True)
def _as_at_first():
    programs.reset()
    yield
    programs.reset()


def parts(value):
    """Yield a value and all that it holds."""
    yield value
    if isinstance(value, dict):
        inner = [*value.keys(), *value.values()]
    elif isinstance(value, list | tuple | set | collections.deque):
        inner = list(value)
    elif isinstance(value, SimpleNamespace | programs.Thing):
        inner = list(vars(value).values())
    elif isinstance(value, ValueError):
        inner = list(value.args)
    else:
        inner = [value._items] if isinstance(value, ag.TensorArray) else []
    for each in inner:
        yield from parts(each)


def run(function, *args):
    """Return the warnings of a call, and their lines after that of `def`."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        ag.function(function)(*args)
    assert {each.category for each in found} <= {LeakedTensorWarning}
    first = function.__code__.co_firstlineno + 1  # of the decorator
    return found, [each.lineno - first for each in found]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_left_is_public(name):
    function, left, line = PROGRAMS[name]
    before = repr(programs.captured())
    if left == REFUSED:
        with pytest.raises(SideEffectError, match="outlives the call") as raised:
            ag.function(function)(T(2))
        origin = raised.value.origin
        assert origin.filename == programs.__file__
        assert origin.lineno == function.__code__.co_firstlineno + 1 + line
        assert "ag.Variable" in raised.value.hint
        assert repr(programs.captured()) == before
        return
    found, lines = run(function, T(2))
    held = list(parts(programs.captured()))
    for each in held:
        is_own = type(each).__module__ in ("builtins", "collections", "types")
        assert is_own or type(each) in PUBLIC, each
    assert any(type(each) is SymbolicTensor for each in held) == (left == TENSOR)
    assert len(found) == (left == TENSOR)
    for each in found:
        assert each.filename == programs.__file__
        for way_out in ("ag.Variable", "ag.TensorArray", "made inside"):
            assert way_out in str(each.message)
    if left == TENSOR and line is not None:
        assert lines == [line]


KNOWN_PROGRAMS = [name for name, (_, left, _) in PROGRAMS.items() if left == KNOWN]


@pytest.mark.parametrize("name", KNOWN_PROGRAMS)
def test_known_values_are_written_as_in_plain_python_once_for_each_trace(name):
    function = PROGRAMS[name][0]
    function(T(2))
    plain = repr(programs.captured())
    programs.reset()
    decorated = ag.function(function)
    for _ in range(3):
        decorated(T(2))
    assert repr(programs.captured()) == plain


def test_known_values_are_written_to_an_array_once_for_each_trace():
    grid = np.zeros(3)

    @ag.function
    def f(x):
        grid[0] += 1
        grid[1:] = [2, 3]
        return x

    for x in (T(1), T(2), T(1.0), T(2.0)):
        f(x)
    np.testing.assert_array_equal(grid, [2, 2, 3])


def test_the_variable_of_a_closure_is_named_with_its_line():
    found, _ = run(programs.closure_tensor, T(2))
    first = programs.make_counter.__code__.co_firstlineno
    assert found[0].lineno == first + 5
    assert str(found[0].message).startswith(
        "the variable `number` outlives the call of closure_tensor(), which leaves "
        'Tensor("add:0", shape=(), dtype=int32) there.'
    )


def test_each_line_warns_once():
    found = []

    def f(x, y):
        for each in (x, y, x + y):
            found.append(each)  # noqa: PERF402
        found.append(x - y)

    shown, lines = run(f, T(1), T(2))
    assert len(shown) == 2
    assert lines == [1, 2]  # after that of `def`, for want of a decorator


def test_a_first_trace_that_makes_variables_warns_once():
    class Count(ag.Module):
        def __init__(self):
            self.variable = None

        @ag.function
        def __call__(self, x):
            if self.variable is None:
                self.variable = ag.Variable(0)
            self.last = x
            return self.variable.assign_add(x)

    count = Count()
    with pytest.warns(LeakedTensorWarning, match="`last` of a Count") as found:
        assert int(count(T(2))) == 2
    assert len(found) == 1
    assert int(count(T(2))) == 4


def test_a_warning_that_is_an_error_ends_the_call():
    with warnings.catch_warnings():
        warnings.simplefilter("error", LeakedTensorWarning)
        with pytest.raises(LeakedTensorWarning):
            ag.function(programs.list_tensor)(T(2))
