"""What arrays and the namespace tell about themselves."""

from __future__ import annotations

import pytest

import autograph as ag
import autograph.numpy as xp


def test_arrays_name_their_namespace():
    assert xp.ones(3).__array_namespace__() is xp
    assert ag.constant(1.0).__array_namespace__(api_version="2023.12") is xp
    assert ag.Variable(1.0).__array_namespace__() is xp


def test_symbolic_arrays_name_their_namespace():
    @ag.function
    def f(x):
        space = x.__array_namespace__()
        return space.sum(x), space is xp

    total, is_same = f(xp.ones(3))
    assert float(total) == 3.0
    assert bool(is_same)


def test_a_later_version_is_refused():
    with pytest.raises(ValueError) as info:
        xp.ones(3).__array_namespace__(api_version="2030.12")
    assert "there is no namespace of the array API's version '2030.12'" in str(
        info.value
    )
    assert "The versions are 2021.12, 2022.12, 2023.12, 2024.12." in str(info.value)


def test_there_is_one_device():
    x = xp.ones(3)
    assert x.device == "cpu"
    assert x.to_device("cpu") is x
    assert xp.zeros(2, device=x.device).shape == (2,)
    for refused in (
        lambda: x.to_device("gpu"),
        lambda: xp.zeros(2, device="gpu"),
        lambda: xp.asarray(1, device="gpu"),
        lambda: xp.astype(x, xp.int64, device="gpu"),
    ):
        with pytest.raises(ValueError) as info:
            refused()
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
