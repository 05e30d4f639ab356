"""Each name of the standard is there, with parameters that take what it gives."""

from __future__ import annotations

import inspect
from operator import attrgetter

import pytest

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.standard import (
    ARRAY_ATTRIBUTES,
    CONSTANTS,
    DTYPES,
    signatures,
)

STANDARD = signatures()
# Defaults that are written in another way and mean the same.
SAME = {
    ("std", "correction"): "`ddof` has the default 0",
    ("var", "correction"): "`ddof` has the default 0",
    **{
        (f"fft.{name}", "norm"): "None scales as `backward`"
        for name in "fft ifft fftn ifftn rfft irfft rfftn irfftn hfft ihfft".split()
    },
}
KINDS = inspect.Parameter


@pytest.mark.parametrize("name", STANDARD)
def test_calls_that_the_standard_allows_bind(name):
    function = attrgetter(name)(xp)
    ours = inspect.signature(function)
    positional = []
    for parameter in STANDARD[name].parameters.values():
        if parameter.kind is KINDS.VAR_POSITIONAL:
            ours.bind(1, 2, 3)
            continue
        if parameter.kind is not KINDS.KEYWORD_ONLY:
            positional.append(parameter)
        if parameter.kind is not KINDS.POSITIONAL_ONLY:
            assert _takes_keyword(ours, parameter.name), parameter.name
    ours.bind(*range(len(positional)))
    required = [p for p in positional if p.default is KINDS.empty]
    ours.bind(*range(len(required)))


@pytest.mark.parametrize("name", STANDARD)
def test_defaults_are_the_standards(name):
    ours = inspect.signature(attrgetter(name)(xp)).parameters
    for parameter in STANDARD[name].parameters.values():
        if parameter.default is KINDS.empty or parameter.name not in ours:
            continue
        if (name, parameter.name) not in SAME:
            assert ours[parameter.name].default == parameter.default, parameter.name


def _takes_keyword(signature, name):
    found = signature.parameters.get(name)
    return found is not None and found.kind in (
        KINDS.KEYWORD_ONLY,
        KINDS.POSITIONAL_OR_KEYWORD,
    )


@pytest.mark.parametrize("name", DTYPES)
def test_dtypes_compare_equal_to_those_of_arrays(name):
    dtype = getattr(xp, name)
    x = xp.zeros(3, dtype=dtype)
    assert x.dtype == dtype
    assert not x.dtype != dtype
    assert hash(x.dtype) == hash(dtype)


def test_constants_are_numbers_of_pythons():
    assert [getattr(xp, name) for name in CONSTANTS if name != "nan"] == [
        2.718281828459045,
        float("inf"),
        None,
        3.141592653589793,
    ]
    assert xp.nan != xp.nan


def test_the_version_is_told():
    assert xp.__array_api_version__ == "2024.12"


def test_all_lists_what_is_there():
    assert set(xp.__all__) >= {name for name in STANDARD if "." not in name}
    assert set(xp.__all__) >= {*DTYPES, *CONSTANTS, "linalg", "fft"}
    for module in (xp, xp.linalg, xp.fft):
        for name in module.__all__:
            assert hasattr(module, name)


def test_the_namespace_is_a_name_of_autograph():
    assert ag.numpy is xp


@pytest.mark.parametrize("name", ARRAY_ATTRIBUTES)
def test_arrays_have_the_standards_attributes(name):
    assert hasattr(xp.ones((2, 2)), name)
