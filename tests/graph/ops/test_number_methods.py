"""Attributes and methods of Python's numbers in graphs: all is what Python gives."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.errors import LeakedTensorError, OperatorNotAllowedInGraphError
from graph.graph import Graph
from graph.ops.number_methods import _METHODS
from graph.specs import spec_of
from tests.graph.ops.python_values import agree

INTEGERS = (0, 1, -1, -5, 255, 2**31 - 1, -(2**63), 2**70, -(2**70) + 1)
FLOATS = (
    *(0.0, -0.0, 1.0, 2.5, -2.5, 0.1, 1e308, -1e308, 5e-324, 1e16),
    *(math.inf, -math.inf, math.nan),
)
COMPLEX = tuple(complex(x, y) for x in FLOATS for y in (0.0, -0.0, 2.5, -math.inf))
NUMBERS = (*INTEGERS, *FLOATS, *COMPLEX, False, True)
NAMES = (
    *("real", "imag", "numerator", "denominator", "conjugate", "bit_length"),
    *("bit_count", "is_integer", "as_integer_ratio", "hex", "nothing"),
)
TAKES_NOTHING = ("conjugate", "bit_length", "is_integer", "as_integer_ratio", "hex")


def compare(number, name, *args, **kwargs):
    """Check an attribute, or what a method gives, against Python's."""

    def found(x):
        part = getattr(x, name)
        return part(*args, **kwargs) if callable(part) else part

    agree(found, found, [number], (AttributeError, TypeError))


@pytest.mark.parametrize("name", NAMES)
def test_attributes_and_methods_are_pythons(name):
    for number in NUMBERS:
        compare(number, name)
    if name in TAKES_NOTHING:
        for number in (3, 2.5, 2j, True):
            compare(number, name, 1)
            compare(number, name, 1, 2)
            compare(number, name, other=1)


@given(
    st.integers() | st.floats() | st.complex_numbers() | st.booleans(),
    st.sampled_from(NAMES),
)
def test_those_of_any_number_are_pythons(number, name):
    compare(number, name)


def test_real_parts_of_integers_and_floats_are_the_number_itself():
    for number in (3, 2.5):
        graph = Graph("f")
        x = graph.add_input(spec_of(number), "x")
        with graph.as_default():
            assert x.real is x
            assert x.conjugate() is x
        assert not graph.finish([x]).nodes[1:]


def test_methods_of_classes_are_pythons_and_what_gives_bytes_is_refused():
    graph = Graph("f")
    whole, part = (graph.add_input(spec_of(x), "x") for x in (3, 2.5))
    method = whole.bit_length
    with graph.as_default():
        assert whole.from_bytes(b"ab", "big") == int.from_bytes(b"ab", "big")
        assert part.fromhex("0x1.8p3") == float.fromhex("0x1.8p3")
        with pytest.raises(OperatorNotAllowedInGraphError, match=r"`\.to_bytes` of"):
            whole.to_bytes(2, "big")
    with pytest.raises(LeakedTensorError):
        method()


def test_all_methods_of_numbers_are_known():
    for kind, known in _METHODS.items():
        for name, found in vars(kind).items():
            is_method = type(found) is type(int.bit_length) and name[0] != "_"
            if is_method and name != "to_bytes":  # which gives bytes
                assert name in known
