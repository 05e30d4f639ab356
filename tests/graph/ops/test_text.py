"""Text in graphs: every op is what `str`, `format` and Python's operators do."""

import operator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from executor.program import build
from graph import dtypes
from graph.errors import LeakedTensorError, StagingError
from graph.graph import Graph
from graph.ops import text
from graph.specs import TensorSpec
from tests.graph.ops.python_values import agree, graph_of

TEXTS = st.text(max_size=6) | st.sampled_from(
    ["", "ab", "A b", "é\n", "__0__", "{}", "{0}", "%s", "it's", '"', "#", "12", "\\"]
)
PYTHON = (
    TEXTS | st.integers() | st.floats() | st.booleans() | st.complex_numbers()
)  # fmt: skip
ARRAYS = st.sampled_from(
    [np.array(3, np.int32), np.array([1.5, -0.0], np.float32), np.array(True),
     np.array(b"text", object), np.zeros((2, 0)), np.array([[1, 2], [3, 4]])]
)  # fmt: skip


@given(st.lists(PYTHON | ARRAYS, min_size=1, max_size=3), st.sampled_from("ras"))
def test_values_are_shown_as_python_shows_them(values, conversion):
    places = [f"{{{i}!{conversion}}}{{{i}}}" for i in range(len(values))]
    template = "a{{b}}__0__ ".join(places)
    agree(lambda *x: text.format_text(template, x), template.format, values)


@given(
    PYTHON | ARRAYS,
    st.sampled_from(["", ">12", ".3f", "d", "x", "zz", "+.2e", "s", "08,", "{"]),
)
def test_format_is_pythons(value, spec):
    agree(text.format_value, format, [value, spec])


ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "__contains__": [("a",), (1,)], "__getitem__": [(0,), (-1,), (9,), ("a",)],
    "__mod__": [(3,), ("a",), (1.5,)], "center": [(7,), (7, "*"), ("a",)],
    "ljust": [(7,), (7, "*")], "rjust": [(7,), (7, "*")], "zfill": [(5,)],
    "count": [("a",), ("a", 1), ("", 0, 2)], "find": [("b",), ("b", 1)],
    "rfind": [("b",)], "index": [("b",), ("q",)], "rindex": [("b",), ("q", 0, 1)],
    "endswith": [("b",), ("b", 0, 1)], "startswith": [("a",), ("b", 1), (1,)],
    "expandtabs": [(), (3,)], "format": [(), (1, 2.5), ("a",)],
    "join": [("xyz",), (3,)], "lstrip": [(), ("a",)], "rstrip": [(), ("b",)],
    "strip": [(), ("ab",)], "removeprefix": [("a",)], "removesuffix": [("b",)],
    "replace": [("a", "c"), ("a", "c", 1), ("a",)],
}  # fmt: skip
CALLS = [(name, rest) for name in text.METHODS for rest in ARGUMENTS.get(name, [()])]


@pytest.mark.parametrize(("name", "arguments"), CALLS)
@settings(max_examples=max(settings().max_examples // 5, 2))
@given(value=TEXTS)
def test_methods_are_those_of_str(name, arguments, value):
    agree(
        lambda given, *rest: text.call_method(given, name, rest),
        getattr(str, name) if name != "__getitem__" else operator.getitem,
        [value, *arguments],
    )


@given(TEXTS, st.lists(st.none() | st.integers(-9, 9), min_size=3, max_size=3))
def test_slices_are_pythons(value, bounds):
    agree(lambda given: given[slice(*bounds)], lambda x: x[slice(*bounds)], [value])


def test_arguments_may_be_nested_and_named():
    def record(x, y):
        items = text.call_method(", ", "join", ([x, "b", y],))
        named = text.call_method("{a} {b[0]}", "format", (), {"a": x, "b": (y, None)})
        percent = text.modulo("%(q)s %%", {"q": [x, items]})
        return items + named + percent

    def plain(x, y):
        items = f"{x}, b, {y}"
        return items + f"{x} {y}" + "%(q)s %%" % {"q": [x, items]}

    agree(record, plain, ["é", "''"])


MEANING = {
    "add": operator.add, "multiply": operator.mul, "mod": operator.mod,
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt,
    "less_equal": operator.le, "greater": operator.gt, "subtract": operator.sub,
    "greater_equal": operator.ge,
}  # fmt: skip


@pytest.mark.parametrize("name", MEANING)
@given(data=st.data())
def test_operators_are_pythons(name, data):
    other = st.integers(-2, 3) if name == "multiply" else PYTHON
    values = [data.draw(TEXTS), data.draw(other)]
    if data.draw(st.booleans()) and name != "mod":
        values.reverse()
    at_once = () if name == "mod" else (TypeError,)
    agree(MEANING[name], MEANING[name], values, at_once)


def test_a_static_operand_of_another_type_is_compared_at_once():
    graph = Graph("f")
    value = graph.add_input(TensorSpec((), dtypes.python_str), "x")
    with graph.as_default():
        assert (value == [1]) is False
        assert (value != (1, 2)) is True
        assert (value == None) is False
        with pytest.raises(TypeError, match="can only concatenate str"):
            value + [1]
    assert len(graph.nodes) == 1


def test_text_beside_a_tensor_becomes_one():
    _, graph = graph_of(operator.add, ["ab", np.array(b"c", object)])
    assert graph.outputs[0].spec == TensorSpec((), dtypes.string)
    assert build(graph)("ab", np.array(b"c", object))[0] == b"abc"


def test_methods_that_give_something_else_are_refused():
    graph = Graph("f")
    value = graph.add_input(TensorSpec((), dtypes.python_str), "x")
    with graph.as_default():
        with pytest.raises(StagingError, match="`encode` of text that is known"):
            value.encode()
        with pytest.raises(
            AttributeError, match="'str' object has no attribute 'uper'"
        ):
            value.uper
        with pytest.raises(StagingError, match=r"an object \(object\) cannot be"):
            text.modulo("%s %s", (object(), value))


def test_text_prints_while_tracing_with_its_tensors():
    graph = Graph("f")
    x = graph.add_input(TensorSpec((), dtypes.int32), "x")
    with graph.as_default():
        made = text.format_text("<{0}> ", (x,)) + text.format_value(x, ">3")
        large = made.upper()
    tensor = 'Tensor("x:0", shape=(), dtype=int32)'
    assert str(made) == f"<{tensor}> {tensor}"
    assert str(large) == 'Tensor("TextMethod:0", shape=(), dtype=string)'


def test_text_outlives_no_trace():
    value = Graph("f").add_input(TensorSpec((), dtypes.python_str), "x")
    for use in (value.upper, lambda: text.format_text("{0}!", (value,))):
        with pytest.raises(LeakedTensorError):
            use()
