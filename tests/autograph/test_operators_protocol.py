"""The operators as a class: to derive from, in place of this library's own."""

import functools

import pytest

import autograph as ag
from autograph import conversion
from autograph.errors import UnsupportedFunctionError


class Recording(ag.Operators):
    """Plain Python; keeps the names of the branches and calls that it makes."""

    def __init__(self):
        self.seen = []

    def if_stmt(self, condition, *rest):
        self.seen.append(("if", condition))
        super().if_stmt(condition, *rest)

    def converted_call(self, function, args, kwargs, scope=None):
        self.seen.append((getattr(function, "__name__", "?"), args))
        return super().converted_call(function, args, kwargs, scope)


class RecordingGraphs(ag.GraphOperators):
    def __init__(self):
        self.n_ifs = 0

    def if_stmt(self, condition, *rest):
        self.n_ifs += 1
        super().if_stmt(condition, *rest)


def sign(x):
    if x < 0:
        return -1
    return 1


class Half:
    def __init__(self, x):
        if x % 2:
            raise ValueError(x)
        self.value = x // 2

    def scaled(self, by):
        return self.value * sign(by)


def test_calls_are_converted_onto_the_same_operators():
    def f(x):
        return Half(x).scaled(-x)

    recording = Recording()
    assert ag.to_graph(f, operators=recording)(6) == -3
    assert recording.seen == [
        ("Half", (6,)),
        ("if", 0),
        ("scaled", (-6,)),
        ("sign", (-6,)),
        ("if", True),
    ]


@pytest.mark.parametrize(
    "called",
    [
        lambda x: functools.partial(sign, x)(),
        lambda x: (lambda y: sign(y) * 1)(x),  # noqa: PLC3002, PLW0108
        lambda x: sign(*(x,)),
        lambda **named: sign(**named) + 0,
        lambda x: Half(2 * x).scaled(x) // x,
    ],
)
def test_whatever_is_called_reaches_the_operators(called):
    recording = Recording()
    assert ag.to_graph(called, operators=recording)(x=3) == 1
    assert ("if", False) in recording.seen


def test_graph_operators_can_be_derived_from():
    counting = RecordingGraphs()
    f = ag.function(ag.to_graph(lambda x: sign(x) + 0, operators=counting))
    assert int(f(ag.constant(-3))) == -1
    assert counting.n_ifs == 1


# -- What is converted already -------------------------------------------------------


def test_a_converted_function_is_converted_anew_onto_other_operators():
    assert int(ag.function(ag.to_graph(sign))(ag.constant(-2))) == -1
    assert ag.to_graph(ag.function(sign)).__code__ is ag.to_graph(sign).__code__
    recording = Recording()
    converted = ag.to_graph(ag.to_graph(sign), operators=recording)
    assert converted(3) == 1
    assert recording.seen == [("if", False)]
    assert conversion.original(converted) is sign


def test_a_converted_function_that_is_called_keeps_its_operators():
    staged = ag.to_graph(sign)
    recording = Recording()
    assert ag.to_graph(lambda x: staged(x) + 0, operators=recording)(3) == 1
    assert recording.seen == [("sign", (3,))]


def make_absolute():
    def absolute(x):
        if x < 0:
            return -x
        return x

    return absolute


def test_what_converted_code_defines_is_converted():
    absolute = ag.to_graph(make_absolute)()
    assert ag.to_graph(absolute) is absolute
    assert vars(absolute) == {}
    assert int(ag.function(absolute)(ag.constant(-2))) == 2
    with pytest.raises(UnsupportedFunctionError, match="defined by converted code"):
        ag.to_code(absolute)
    with pytest.raises(UnsupportedFunctionError, match="Print that one"):
        ag.to_graph(absolute, operators=ag.Operators())


def test_marks_are_not_those_of_a_wrapper():
    """`functools.wraps` copies the attributes of the function that it wraps."""
    converted = ag.to_graph(sign)

    @functools.wraps(converted)
    def wrapper(x):
        return converted(x) if x != 0 else 0

    assert not conversion.is_converted(wrapper)
    assert conversion.original(wrapper) is wrapper
    assert "ag__.if_exp" in ag.to_code(wrapper)
    assert [int(ag.function(wrapper)(ag.constant(x))) for x in (-2, 0)] == [-1, 0]
