"""Which policy holds where a graph cannot hold what a function does."""

from __future__ import annotations

import warnings

import pytest

import autograph as ag
from autograph.errors import PythonFallbackWarning
from tests.autograph.falling import by_a_line, fell

T = ag.constant


@pytest.mark.parametrize("default", ["allow", "refuse"])
@pytest.mark.parametrize("option", [None, "allow", "refuse"])
@pytest.mark.parametrize("region", [None, "allow", "refuse"])
def test_the_stricter_of_region_and_option_holds(allowing, default, option, region):
    ag.config.set_python(default)
    said = {option, region} - {None}
    falls = "refuse" not in (said or {default})
    decorated = ag.function(by_a_line, python=option)
    for _ in range(2):  # it is read at each call

        def call():
            if region is None:
                return decorated(T(1))
            with ag.python(region):
                return decorated(T(1))

        if falls:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", PythonFallbackWarning)
                assert int(call()) == 2
        else:
            with pytest.raises(TypeError, match="is not converted"):
                call()


def test_the_outermost_function_decides(allowing):
    inner = ag.function(by_a_line, python="allow")
    strict = ag.function(lambda x: inner(x) + 1, python="refuse")
    with pytest.raises(TypeError, match="is not converted"):
        strict(T(1))
    inner = ag.function(by_a_line, python="refuse")
    lenient = ag.function(lambda x: inner(x) + 1, python="allow")
    assert int(fell(lenient, T(1))) == 3


def test_a_region_within_the_function_refuses(allowing):
    @ag.function
    def partly(x):
        y = x + 1
        with ag.python("refuse"):
            z = by_a_line(y)
        return z

    with pytest.raises(TypeError, match="is not converted"):
        partly(T(1))


@pytest.mark.parametrize("call", [ag.python, ag.config.set_python])
def test_a_policy_is_one_of_two(call):
    with pytest.raises(ValueError, match='"allow" or "refuse", not \'maybe\''):
        call("maybe")
    with pytest.raises(TypeError, match='"allow" or "refuse"'):
        ag.function(by_a_line, python="no")
