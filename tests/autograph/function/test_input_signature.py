"""`input_signature`: one graph, arguments converted to it, and what does not fit."""

from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest

import autograph as ag
from autograph.errors import InputMismatchError, SignatureError

VECTOR = ag.TensorSpec([None], ag.int32)
FLOATS = ag.TensorSpec([None], ag.float32)
SCALAR = ag.TensorSpec([], ag.float32)
BYTE = ag.TensorSpec([], ag.uint8)
TEXT = ag.TensorSpec([], ag.string)


class Point(NamedTuple):
    """Two coordinates."""

    x: Any
    y: Any


def doubling(spec):
    @ag.function(input_signature=[spec])
    def double(x):
        return x + x

    return double


@pytest.mark.parametrize(
    ("spec", "values"),
    [
        (VECTOR, [ag.constant([1, 2]), [1, 2, 3], (4,), np.array([5], np.int32), []]),
        (FLOATS, [[1, 2], [1.5], np.array([1, 2]), np.array([0.5, 0.25])]),
        (SCALAR, [1, 2.5, True, np.float32(3), np.float64(4), ag.constant(5.0)]),
        (ag.TensorSpec(None, ag.float32), [1.0, [2.0], [[3.0]]]),
        (ag.TensorSpec([], ag.int32), [ag.Variable(3), 4]),
        (ag.TensorSpec([2, None], ag.float32), [np.ones((2, 3)), ag.ones([2, 5])]),
        (ag.TensorSpec(None, ag.uint8), [3, [100, 0], True, ag.constant(1, ag.uint8)]),
    ],
)
def test_arguments_are_converted_to_one_graph(spec, values):
    double = doubling(spec)
    for value in values:
        given = value.numpy() if isinstance(value, ag.Variable) else np.asarray(value)
        expected = given.astype(spec.dtype.numpy) * 2
        for _ in range(3):
            result = double(value)
            assert result.dtype is spec.dtype
            np.testing.assert_array_equal(result.numpy(), expected)
    assert double.experimental_get_tracing_count() == 1


def test_text_and_structures_are_converted():
    twice = doubling(TEXT)
    assert twice("ab").numpy() == twice(b"ab").numpy() == b"abab"
    spec = Point({"a": [SCALAR]}, (FLOATS,))
    result = ag.function(lambda x: x, input_signature=[spec])(Point({"a": [1]}, ([2],)))
    assert type(result) is Point
    assert [each.dtype for each in ag.nest.flatten(result)] == [ag.float32] * 2


@pytest.mark.parametrize(
    ("spec", "value", "reason"),
    [
        (VECTOR, ag.constant([[1, 2]]), r"x has the shape \(1, 2\), not \(None,\)"),
        (VECTOR, ag.constant([1.0]), "x is float32, not int32"),
        (VECTOR, [1.5], "x is float32, not int32"),
        (VECTOR, np.array([1.5]), "x is float64, not int32"),
        (VECTOR, np.array([2**40]), "x: .*does not fit int32"),
        (VECTOR, ["a"], "x is string, not int32"),
        (VECTOR, None, "x: None"),
        (VECTOR, {"a": 1}, "x: "),
        (VECTOR, object(), "x: "),
        (SCALAR, [1.0], r"x has the shape \(1,\), not \(\)"),
        (TEXT, 3, "x is int32, not string"),
        (FLOATS, [1j], "x is complex64, not float32"),
        (BYTE, 256, "x: 256 does not fit uint8"),
        (BYTE, np.int32(1), "x is int32, not uint8"),
        ({"a": SCALAR}, {"b": 1}, r"keys \['b'\], not \['a'\]"),
        ([SCALAR, SCALAR], (1, 2), "is a tuple, not a list"),
        ((SCALAR, SCALAR), (1,), "has 1 parts, not 2"),
        (Point(SCALAR, SCALAR), (1, 2), "is a tuple, not a Point"),
        ({"a": [SCALAR]}, {"a": 1}, r"x\['a'\] is a int, not a list"),
        ([FLOATS], [1.0], r"x\[0\] has the shape"),
    ],
)
def test_what_does_not_fit_is_a_value_error_that_shows_both(spec, value, reason):
    double = doubling(spec)
    with pytest.raises(ValueError, match=reason) as info:
        double(value)
    text = str(info.value)
    assert type(info.value) is InputMismatchError
    assert "Python inputs incompatible with input_signature" in text
    assert f"input_signature: (\n    {spec!r})" in text
    assert "test_input_signature.py" in text
    assert "double(value)" in text


def unreadable(x):
    return x


unreadable.__annotations__["x"] = "nowhere"


@pytest.mark.parametrize(
    ("function", "given", "reason"),
    [
        (lambda x, y=1: x, 3, "input_signature is a int"),
        (lambda x, y=1: x, VECTOR, "input_signature is a TensorSpec"),
        (lambda x, y=1: x, "annotate", "input_signature is a str"),
        (
            lambda x, y=1: x,
            [ag.float32],
            r"input_signature\[0\] is ag.float32, which is no ag.TensorSpec",
        ),
        (lambda x, y=1: x, [[VECTOR, None]], r"input_signature\[0\]\[1\] is None"),
        (lambda x, y=1: x, [{"a": 1}], r"input_signature\[0\]\['a'\] is 1"),
        (lambda x, y=1: x, [VECTOR] * 3, "3 entries, and the function takes 2"),
        (lambda x, y=1: x, [], "nothing of the argument 'x'"),
        (lambda x, **rest: x, [VECTOR], r"no `\*\*rest`"),
        (unreadable, "annotations", "annotations cannot be read"),
        (lambda x: x, "annotations", "nothing of the argument 'x'"),
    ],
)
def test_a_signature_that_is_none_is_refused_where_it_is_given(function, given, reason):
    with pytest.raises(TypeError, match=reason) as info:
        ag.function(function, input_signature=given)
    assert type(info.value) is SignatureError
    assert "test_input_signature.py" in str(info.value)


def test_defaults_without_a_spec_are_kept():
    @ag.function(input_signature=[SCALAR])
    def scaled(x, by=3, *, plus=1):
        return x * by + plus

    assert float(scaled(2)) == 7
    assert float(scaled(2, 3, plus=1)) == 7
    with pytest.raises(InputMismatchError, match="by has no place in it"):
        scaled(2, 4)
    with pytest.raises(InputMismatchError, match="plus has no place in it"):
        scaled(2, plus=1.0)


def test_keywords_positions_and_starred_arguments():
    @ag.function(input_signature=[SCALAR, SCALAR])
    def minus(a, b):
        return a - b

    assert float(minus(3, 1)) == float(minus(b=1, a=3)) == float(minus(3, b=1)) == 2
    with pytest.raises(TypeError, match=r"minus\(\) missing 1 required"):
        minus(3)
    total = ag.function(
        lambda x, *rest: x + rest[0] + rest[1], input_signature=[SCALAR] * 3
    )
    assert float(total(1, 2, 3)) == 6
    with pytest.raises(InputMismatchError, match="rest has 1 parts, not 2"):
        total(1, 2)


class Scale:
    def __init__(self, by):
        self.by = by

    @ag.function(input_signature=[FLOATS])
    def apply(self, x):
        return x * self.by

    @ag.function(input_signature=[])  # type: ignore[prop-decorator]
    @property
    def twice(self):
        return ag.constant(self.by) * 2


def test_methods_and_properties_leave_out_self():
    two, three = Scale(2), Scale(3)
    assert two.apply([1, 2]).numpy().tolist() == [2, 4]
    assert three.apply([1.5]).numpy().tolist() == [4.5]
    assert Scale.apply(two, [1, 2]).numpy().tolist() == [2, 4]
    assert two.apply.experimental_get_tracing_count() == 1
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        Scale.apply(two)
    for _ in range(3):
        assert int(two.twice) == 4


def test_a_signature_is_read_from_annotations():
    @ag.function(input_signature="annotations")
    def f(x: Annotated[ag.Tensor, FLOATS], y: "SCALAR", factor: int = 2):
        return x * y * factor

    assert f([1, 2], 3).numpy().tolist() == [6, 12]
    assert f([1, 2, 3], y=0.5).numpy().tolist() == [1, 2, 3]
    assert f.experimental_get_tracing_count() == 1
    with pytest.raises(InputMismatchError, match="x is string"):
        f(["a"], 3)
