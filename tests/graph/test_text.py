"""The printed form of graphs: what it looks like, and that it parses back."""

import builtins
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph import dtypes
from graph.errors import GraphSyntaxError
from graph.graph import Graph
from graph.literals import array_spec, nan_of_bits, native, show_literal
from graph.ops import OPS
from graph.origin import Origin
from graph.specs import TensorSpec
from graph.structure import fingerprint, same
from graph.text import show
from graph.text_cursor import Cursor
from graph.text_parser import parse
from graph.text_values import read_value
from graph.verify import verify
from tests.graph.random_graphs import graphs

COLLATZ = """\
graph collatz(n: int32[]) -> int32[], string[1]
    %0, %1 = while_loop(n, 0, n)       : int32[], int  # demo.py:6
        test (n: int32[], steps: int; n_1: int32[]) -> pybool
            %0 = not_equal(n, 1)  : bool[]  # demo.py:6
            %1 = truth(%0)        : pybool
            return %1
        body (n: int32[], steps: int; n_1: int32[]) -> int32[], int
            %0 = mod(n, 2)       : int32[]  # demo.py:7
            %1 = truth(%0)       : pybool   # demo.py:7
            %2 = cond(%1, n)     : int32[]  # demo.py:7
                then (n: int32[]) -> int32[]
                    %0 = multiply(3, n)  : int32[]  # demo.py:8
                    %1 = add(%0, 1)      : int32[]  # demo.py:8
                    return %1
                orelse (n: int32[]) -> int32[]
                    %0 = floor_divide(n, 2)  : int32[]  # demo.py:10
                    return %0
            %3 = add(steps, 1)   : int      # demo.py:11
            print(%3, template='{}
#')              # demo.py:12
            return %2, %3
    %2 = python_to_tensor(%1)          : int32[]       # demo.py:13
    %3 = const(string[1], [b"it's #"])  : string[1]
    return %2, %3"""


@given(graph=graphs(), origins=st.booleans())
def test_a_parsed_print_is_the_same_graph_and_prints_the_same(graph, origins):
    text = show(graph, origins=origins)
    again = parse(text)
    verify(again)
    assert show(again) == text
    assert same(graph, again)


def test_print_of_a_loop(golden):
    text = re.sub("\n#'", "\\\\n#'", COLLATZ)
    graph = parse(text)
    verify(graph)
    golden(show(graph))
    assert str(graph) == show(graph)
    assert "demo.py" not in show(graph, origins=False)


def test_origins_of_captures_and_inputs_come_back():
    graph = parse(re.sub("\n#'", "\\\\n#'", COLLATZ))
    loop = graph.nodes[2]
    assert loop.origin == Origin("demo.py", 6, "<unknown>")
    body = loop.attrs["body"]
    assert [value.node.name for value in body.inputs] == ["n", "steps", "n_1"]
    ((outer, inner),) = body.captures
    assert outer is graph.inputs[0]
    assert inner is body.inputs[2]
    assert body.parent is graph


def test_captures_of_the_outermost_graph_stay_captures():
    text = "graph f(x: int32[]; y: float32[None]) -> float32[None]\n    return y"
    graph = parse(text)
    verify(graph)
    assert show(graph) == text
    ((outer, inner),) = graph.captures
    assert inner is graph.inputs[1]
    assert outer.spec == inner.spec


VALUES: tuple[Any, ...] = (
    None, True, False, ..., 0, -7, 10**5000, -(10**5000), 0.0, -0.0, 0.1, 1e300, 5e-324,
    float("inf"), float("-inf"), float("nan"), -float("nan"),
    nan_of_bits(0x7FF8000000000001), nan_of_bits(0xFFF0000000000002),
    complex(-0.0, float("nan")), 1j, complex(float("inf"), -0.0), "", "a'b\"c\\ # \n\té",
    b"", b"\x00\xff'", (), (1,), (1, "a"), [], [1, [2.0, None]], {}, {"a": {1: ()}},
    slice(None), slice(1, None, -2), (..., slice(0, 3), None), dtypes.float16,
    dtypes.python_int, dtypes.python_complex, TensorSpec((2, None), dtypes.int8),
    TensorSpec((), dtypes.python_int), TensorSpec(None, dtypes.string),
    TensorSpec((), dtypes.python_complex),
    np.float32(0.1), np.int64(-(2**63)), np.bool_(True), np.complex64(1 - 0j),
)  # fmt: skip


def _read(text):
    line = Cursor(1, text)
    value = read_value(line)
    line.expect_end()
    return value


@pytest.mark.parametrize("value", VALUES, ids=lambda value: show_literal(value)[:40])
def test_attribute_values_come_back_to_the_bit(value):
    text = show_literal(value)
    assert "\n" not in text
    again = _read(text)
    assert fingerprint(again) == fingerprint(value)
    assert show_literal(again) == text


SHAPES = [(), (0,), (2, 2), (0, 3), (3, 0), (40,), (1, 1, 7)]
NUMERIC = [dtype for dtype in dtypes.STRONG if dtype is not dtypes.string]


@given(data=st.data())
@pytest.mark.parametrize("dtype", NUMERIC, ids=str)
def test_arrays_of_any_bits_come_back(data, dtype):
    shape = data.draw(st.sampled_from(SHAPES))
    count = int(np.prod(shape))
    size = count * dtype.size
    raw = data.draw(st.binary(min_size=size, max_size=size))
    if dtype.is_bool:
        raw = bytes(byte & 1 for byte in raw)
    array = np.frombuffer(raw, dtype.numpy).reshape(shape)
    again = _read(show_literal(array))
    assert again.dtype == array.dtype
    assert again.shape == array.shape
    assert again.tobytes() == array.tobytes()
    assert not again.flags.writeable


@pytest.mark.parametrize(
    ("array", "text"),
    [
        (np.array([[1, 2], [3, 0.1]], np.float32), "const(float32[2, 2], [[1.0, 2.0], [3.0, 0.1]])"),
        (np.array(-0.0), "const(float64[], -0.0)"),
        (np.array([np.nan, -np.nan, -np.inf]), "const(float64[3], [nan, -nan, -inf])"),
        (np.zeros((2, 0), np.int8), "const(int8[2, 0], [[], []])"),
        (np.array([True, False]), "const(bool[2], [True, False])"),
        (np.array([1, 2j], np.complex64), "const(complex64[2], [complex(1.0, 0.0), complex(0.0, 2.0)])"),
        (np.array(["a", b"b\x00", b"", "é"], object), "const(string[4], ['a', b'b\\x00', b'', 'é'])"),
        (np.zeros(1000, np.float16), "const(float16[1000], all 0.0)"),
        (np.arange(33, dtype=np.int8), "const(int8[33], base64 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g')"),
        (np.arange(3, dtype=">i4"), "const(int32[3], [0, 1, 2])"),
        (np.arange(4).reshape(2, 2).T, "const(int64[2, 2], [[0, 2], [1, 3]])"),
    ],
)  # fmt: skip
def test_arrays_are_printed_as(array, text):
    assert show_literal(array) == text
    again = _read(text)
    assert array_spec(again) == array_spec(array)
    assert again.tolist() == native(array).tolist() or np.isnan(again).any()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ValueError, "<class ValueError>"),
        (ValueError("no"), "<object ValueError('no')>"),
        (object(), "<object object object>"),
        (builtins.print, "<object built-in function print>"),
        (np.array([object()]), "<object array([<object object>], dtype=object)>"),
    ],
)
def test_what_is_not_data_is_shown_without_addresses_and_refused(value, text):
    assert re.sub(r" at 0x\w+", "", show_literal(value)) == text
    with pytest.raises(GraphSyntaxError, match="this one is an object, which text"):
        _read(text)


def test_names_that_could_be_something_else_are_quoted():
    graph = Graph("my graph")
    names = ["x", "inf", "1", "a/b-c", "-x", "complex", "return"]
    values = [graph.add_input(TensorSpec((), dtypes.int32), name) for name in names]
    graph.finish([graph.add(OPS["stack"], values, {"axis": 0}).outputs[0]])
    assert show(graph) == (
        "graph 'my graph'(x: int32[], 'inf': int32[], '1': int32[], a/b-c: int32[], "
        "'-x': int32[], 'complex': int32[], return: int32[]) -> int32[7]\n"
        "    %0 = stack(x, 'inf', '1', a/b-c, '-x', 'complex', return)  : int32[7]\n"
        "    return %0"
    )
    assert same(parse(show(graph)), graph)


def test_python_numbers_stand_where_they_are_used():
    graph = Graph("f")
    x = graph.add_input(TensorSpec((), dtypes.float64), "x")
    for number in (True, 1, -0.0, float("nan"), 1j, 1e16):
        x = graph.add(OPS["add"], (x, graph.constant(number))).outputs[0]
    text = show(graph.finish([graph.constant(2), x]))
    for shown in ("True", "1", "-0.0", "nan", "complex(0.0, 1.0)", "1e+16"):
        assert f", {shown})" in text
    assert "return 2, %5" in text
    assert same(parse(text), graph)


def test_a_value_from_elsewhere_is_shown_for_the_report():
    graph, other = Graph("f"), Graph("g")
    graph.outputs = [other.add_input(TensorSpec((), dtypes.int32), "x")]
    assert "return <x:0 of 'g'>" in show(graph)


def test_long_lines_do_not_move_the_columns():
    text = (
        "graph f(x: int32[]) -> int32[]\n"
        f"    %0 = const(string[1], [b'{'a' * 80}'])  : string[1]\n"
        "    %1 = add(x, 1)  : int32[]    # a.py:1\n"
        "    return %1"
    )
    assert show(parse(text)) == text


def test_file_names_that_cannot_be_printed_are_escaped():
    graph = Graph("f")
    graph.add(
        OPS["const"], (), {"value": np.int8(1)}, origin=Origin("/a\nb.py", 3, "f")
    )
    assert "# a\\nb.py:3" in show(graph.finish([]))
