"""`ag.autograph`: to_code, to_graph, do_not_convert, Feature, verbosity."""

import functools
import logging
from types import ModuleType

import numpy as np
import pytest

import autograph as ag
from autograph import verbosity
from autograph.errors import (
    OperatorNotAllowedInGraphError,
    PythonFallbackWarning,
    UnstagedOperationError,
    UnsupportedFunctionError,
)
from tests.autograph import programs


def sign(x):
    if x < 0:
        return -1
    return 1


def twice_sign(x):
    return 2 * sign(x)


# -- to_code and to_graph ------------------------------------------------------------


@pytest.mark.parametrize("function", [ag.cos, ag.reduce_sum, ag.function, ag.to_code])
def test_the_librarys_own_functions_are_not_converted(function):
    assert ag.to_graph(function) is function
    with pytest.raises(UnsupportedFunctionError, match="is part of this library"):
        ag.to_code(function)


def test_functions_that_are_not_recursive_call_what_stands_there():
    converted = ag.to_graph(twice_sign, recursive=False)
    assert converted(-3) == -2
    with pytest.raises(UnstagedOperationError, match=r"sign\(\) is not converted"):
        ag.function(converted)(ag.constant(-3))
    assert "recursive=False" in ag.to_code(twice_sign, recursive=False)
    assert int(ag.function(ag.to_graph(twice_sign))(ag.constant(-3))) == -2


FEATURE = ag.autograph.Feature


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (None, "()"),
        ((), "()"),
        (FEATURE.LISTS, "('LISTS',)"),
        ((FEATURE.LISTS, FEATURE.ALL), "('ALL', 'LISTS')"),
        ([FEATURE.NAME_SCOPES], "('NAME_SCOPES',)"),
    ],
)
def test_optional_features_are_accepted(given, shown):
    code = ag.to_code(sign, experimental_optional_features=given)
    assert f"optional_features={shown}" in code
    assert ag.to_graph(sign, experimental_optional_features=given)(-2) == -1


@pytest.mark.parametrize("given", ["LISTS", 3, ("LISTS",), {"LISTS": True}])
def test_what_is_no_feature_is_an_error(given):
    for call in (ag.to_code, ag.to_graph):
        with pytest.raises(TypeError, match="optional features are None, a Feature"):
            call(sign, experimental_optional_features=given)


def test_features_are_those_of_the_documents():
    assert ag.autograph.experimental.Feature is FEATURE
    names = [each.name for each in FEATURE.all()]
    assert names == [
        "ALL",
        "AUTO_CONTROL_DEPS",
        "ASSERT_STATEMENTS",
        "BUILTIN_FUNCTIONS",
        "EQUALITY_OPERATORS",
        "LISTS",
        "NAME_SCOPES",
    ]
    left = FEATURE.all_but((FEATURE.LISTS, FEATURE.NAME_SCOPES))
    assert [each.name for each in left] == names[1:5]
    assert FEATURE.LISTS not in FEATURE.all_but(FEATURE.LISTS)
    assert "always on" in FEATURE.__doc__
    assert all(f"{name}:" in FEATURE.__doc__ for name in names)


# -- do_not_convert ------------------------------------------------------------------


class Signed:
    def __init__(self, x):
        self.value = -1 if x < 0 else 1

    def sign(self, x):
        return -1 if x < 0 else 1

    def __call__(self, x):
        return -1 if x < 0 else 1

    @ag.do_not_convert
    @staticmethod
    def static(x):
        return -1 if x < 0 else 1


@ag.do_not_convert
class Marked(Signed):
    def __init__(self, x):
        self.value = -1 if x < 0 else 1


@ag.do_not_convert()
def marked(x):
    return -1 if x < 0 else 1


@pytest.mark.parametrize(
    ("called", "is_converted"),
    [
        (sign, True),
        (marked, False),
        (Signed(0).sign, True),
        (ag.do_not_convert(Signed(0).sign), False),
        (ag.do_not_convert(Signed(0)), False),
        (ag.do_not_convert(functools.partial(sign)), False),
        (Signed.static, False),
        (lambda x: Signed(x).value, True),
        (lambda x: Marked(x).value, False),
        (ag.do_not_convert(ag.function(sign)), False),
        (functools.wraps(marked)(lambda x: sign(x)), True),  # noqa: PLW0108
    ],
)
def test_what_is_marked_runs_as_it_stands(called, is_converted):
    assert called(-2) == -1
    assert ag.to_graph(lambda x: called(x) * 2)(-2) == -2
    decorated = ag.function(lambda x: called(x) * 2)
    if is_converted:
        assert int(decorated(ag.constant(-2))) == -2
    else:
        with pytest.raises((UnstagedOperationError, OperatorNotAllowedInGraphError)):
            decorated(ag.constant(-2))
        allowed = ag.function(lambda x: called(x) * 2, python="allow")
        with pytest.warns(PythonFallbackWarning):
            assert int(allowed(ag.constant(-2))) == -2


def test_a_mark_is_that_of_the_function_alone():
    assert ag.do_not_convert(marked) is marked
    assert ag.autograph.experimental.do_not_convert is ag.do_not_convert
    assert ag.to_graph(marked) is marked
    with pytest.raises(UnsupportedFunctionError, match="it is marked by"):
        ag.to_code(marked)
    with pytest.raises(OperatorNotAllowedInGraphError):
        ag.function(marked)(ag.constant(1))
    assert ag.do_not_convert(len)("abc") == 3
    assert ag.do_not_convert(len).__name__ == "len"

    class Derived(Marked):
        def __init__(self, x):
            self.value = 2 if x < 0 else 3

    assert int(ag.function(lambda x: Derived(x).value)(ag.constant(-1))) == 2
    with pytest.raises(TypeError, match="do_not_convert takes a function, not 3"):
        ag.do_not_convert(3)


# -- What is told --------------------------------------------------------------------


@pytest.fixture
def told(monkeypatch, caplog):
    """What is logged at a verbosity."""
    monkeypatch.setattr(verbosity, "_SET", [None])
    monkeypatch.setattr(verbosity, "_PRINTS", [False])
    monkeypatch.delenv(verbosity.VARIABLE, raising=False)
    caplog.set_level(logging.INFO, "autograph")

    def run(text, *args):
        caplog.clear()
        names = programs.load(text, f"told {text}")
        ag.function(names["f"], python="allow")(*args)
        return [record.getMessage() for record in caplog.records]

    return run


TEXT = """
def items(n):
    yield n
def g(n):
    return list(items(n))
def f(n):
    return g(n), g(n), math.sqrt(n)
"""


def test_functions_are_told_once_if_asked(told, capsys):
    assert told(TEXT, 4) == []
    ag.autograph.set_verbosity(1, alsologtostdout=True)
    first, second, third = told(TEXT, 4)
    assert first.startswith("f (<program told") and first.endswith(" is converted")
    assert second.startswith("g (<program told") and second.endswith(" is converted")
    assert third.startswith("items (<program told")
    assert third.endswith(
        "as it stands: it is a generator function (it contains `yield`)"
    )
    lines = "".join(f"autograph: {each}\n" for each in (first, second, third))
    assert capsys.readouterr().out == lines


def test_why_a_function_runs_as_it_stands_is_told(told):
    ag.autograph.set_verbosity(1)
    # Python 3.13 knows a text of `<string>`, what `exec` would call it.
    hidden = "exec(compile('def hidden(): return 1', '<nowhere>', 'exec'))"
    text = f"{hidden}\ndef f(x): return hidden()"
    assert any("hidden" in line and "cannot be read" in line for line in told(text, 1))


def test_converted_source_is_told_at_a_higher_level(told, monkeypatch):
    monkeypatch.setenv(verbosity.VARIABLE, "2")
    assert any("def ag__f(n):" in line for line in told(TEXT + "# anew", 4))
    ag.autograph.set_verbosity(0)
    assert told(TEXT + "# once more", 4) == []


@pytest.mark.parametrize(
    ("level", "error"), [("1", TypeError), (True, TypeError), (-1, ValueError)]
)
def test_a_wrong_verbosity_is_an_error(level, error):
    with pytest.raises(error, match="the verbosity is"):
        ag.autograph.set_verbosity(level)


def test_trace_prints_while_tracing(capsys):
    @ag.function
    def f(x):
        ag.autograph.trace("x is", x)
        return x

    f(np.float32(1))
    f(np.float32(2))
    assert capsys.readouterr().out == 'x is Tensor("x:0", shape=(), dtype=float32)\n'


def test_dir_has_the_names_for_users():
    modules = {name for name in dir(ag) if isinstance(getattr(ag, name), ModuleType)}
    assert {"autograph", "math", "nn", "numpy", "random"} <= modules
    assert not modules & {"analysis", "converters", "operators", "tracing"}
    names = {name for name in dir(ag) if not name.startswith("__")}
    assert names == set(ag.__all__)
    assert {"function", "reduce_sum", "Variable"} <= names
