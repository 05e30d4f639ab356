"""The standard's names and their parameters; what arrays and the namespace tell."""

from __future__ import annotations

import inspect
import math
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
    assert {type(getattr(xp, name)) for name in CONSTANTS} == {float, type(None)}
    assert (xp.e, xp.inf, xp.newaxis, xp.pi) == (math.e, math.inf, None, math.pi)
    assert xp.nan != xp.nan


def test_all_lists_what_is_there():
    assert xp.__array_api_version__ == "2024.12"
    assert ag.numpy is xp
    assert set(xp.__all__) >= {name for name in STANDARD if "." not in name}
    assert set(xp.__all__) >= {*DTYPES, *CONSTANTS, "linalg", "fft"}
    for module in (xp, xp.linalg, xp.fft):
        assert not [name for name in module.__all__ if not hasattr(module, name)]


@pytest.mark.parametrize("name", ARRAY_ATTRIBUTES)
def test_arrays_have_the_standards_attributes(name):
    assert hasattr(xp.ones((2, 2)), name)


# -- The namespace


def test_arrays_name_their_namespace():
    assert xp.ones(3).__array_namespace__() is xp
    assert ag.constant(1.0).__array_namespace__(api_version="2023.12") is xp
    assert ag.Variable(1.0).__array_namespace__() is xp
    assert bool(ag.function(lambda x: x.__array_namespace__() is xp)(xp.ones(3)))


def test_a_later_version_is_refused():
    with pytest.raises(ValueError) as info:
        xp.ones(3).__array_namespace__(api_version="2030.12")
    assert "there is no namespace of the array API's version '2030.12'" in str(
        info.value
    )
    assert "The versions are 2021.12, 2022.12, 2023.12, 2024.12." in str(info.value)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: x.to_device("gpu"),
        lambda x: xp.zeros(2, device="gpu"),
        lambda x: xp.asarray(1, device="gpu"),
        lambda x: xp.astype(x, xp.int64, device="gpu"),
    ],
)
def test_there_is_one_device(call):
    x = xp.ones(3)
    assert x.device == "cpu"
    assert x.to_device("cpu") is x
    assert xp.zeros(2, device=x.device).shape == (2,)
    with pytest.raises(ValueError) as info:
        call(x)
    assert "there is no device 'gpu'" in str(info.value)
    assert "Tensors live on the device 'cpu'." in str(info.value)


def test_the_info_object_has_the_standards_parts():
    info = xp.__array_namespace_info__()
    assert info.capabilities() == {
        "boolean indexing": True,
        "data-dependent shapes": True,
        "max dimensions": 64,
    }
    assert info.devices() == ["cpu"]
    assert info.default_device() == "cpu"
    assert info.default_dtypes(device="cpu") == {
        "real floating": xp.float64,
        "complex floating": xp.complex128,
        "integral": xp.int64,
        "indexing": xp.int64,
    }


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("bool", "bool"),
        ("signed integer", "int8 int16 int32 int64"),
        ("unsigned integer", "uint8 uint16 uint32 uint64"),
        ("integral", "int8 int16 int32 int64 uint8 uint16 uint32 uint64"),
        ("real floating", "float32 float64"),
        ("complex floating", "complex64 complex128"),
        (("bool", "real floating"), "bool float32 float64"),
        ((), ""),
    ],
)
def test_dtypes_of_a_kind(kind, names):
    found = xp.__array_namespace_info__().dtypes(kind=kind)
    assert found == {name: getattr(xp, name) for name in names.split()}


def test_dtypes_of_any_kind():
    info = xp.__array_namespace_info__()
    numeric = info.dtypes(kind="numeric")
    assert len(numeric) == 12
    assert info.dtypes() == {"bool": xp.bool, **numeric}


def test_an_unknown_kind_is_refused():
    with pytest.raises(ValueError) as info:
        xp.isdtype(xp.int8, "whole")
    assert "isdtype: there is no kind 'whole' of dtypes." in str(info.value)
    assert "The kinds are bool, signed integer, unsigned integer" in str(info.value)
