"""Graph definitions: their data and their text."""

import builtins
import copy
import pickle

import numpy as np
import pytest
from hypothesis import given

from graph import dtypes
from graph.graph import Graph
from graph.graph_def import (
    DataType,
    GraphDef,
    Repeated,
    attr_value,
    shape_proto,
    tensor_proto,
)
from graph.ops import OPS
from graph.specs import TensorSpec
from graph.text_parser import parse
from tests.graph.definitions import check
from tests.graph.random_graphs import graphs

COLLATZ = """\
graph collatz(n: int32[], limit: int32[]) -> int32[]
    %0, %1 = while_loop(n, 0; limit)  : int32[], int
        test (n: int32[], steps: int; limit: int32[]) -> pybool
            %0 = less(n, limit)
            %1 = truth(%0)
            return %1
        body (n: int32[], steps: int; limit: int32[]) -> int32[], int
            %0 = add(n, 2)
            %1 = add(steps, 1)
            print(%0, template='{}\\n')
            return %0, %1
    %2 = python_to_tensor(%1)
    print(%2, template='{}\\n')
    return %2
"""


def test_each_node_names_what_it_takes():
    nodes = parse(COLLATZ.replace("; limit", ", limit")).as_graph_def().node
    assert [(node.name, node.op, list(node.input)) for node in nodes] == [
        ("n", "Placeholder", []),
        ("limit", "Placeholder", []),
        ("Const", "Const", []),
        ("while", "While", ["n", "Const", "limit"]),
        ("while/Identity", "Identity", ["while"]),
        ("while/Identity_1", "Identity", ["while:1"]),
        ("PythonToTensor", "PythonToTensor", ["while/Identity_1"]),
        ("PrintV2", "PrintV2", ["PythonToTensor", "^while"]),
        ("Identity", "Identity", ["PythonToTensor", "^PrintV2"]),
    ]


def test_text_of_a_loop(golden):
    golden(str(parse(COLLATZ.replace("; limit", ", limit")).as_graph_def()))


@given(graphs())
def test_every_graph_has_a_valid_definition(graph):
    definition = graph.as_graph_def()
    check(definition)
    text = str(definition)  # in which nan is nan
    assert str(graph.as_graph_def()) == text
    again = pickle.loads(pickle.dumps(definition))  # our own
    assert str(again) == str(copy.deepcopy(definition)) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "b: true"),
        (False, "b: false"),
        (0, "i: 0"),
        (-3, "i: -3"),
        (0.5, "f: 0.5"),
        (2.0, "f: 2"),
        ("", 's: ""'),
        ("a\n\"b'\\", 's: "a\\n\\"b\\\'\\\\"'),
        ("é", 's: "\\303\\251"'),
        (b"\x00\xff", 's: "\\000\\377"'),
        (dtypes.float16, "type: DT_HALF"),
        ((1, 2), "list {\n  i: 1\n  i: 2\n}"),
        ((), "list {\n}"),
        (("a", "b"), 'list {\n  s: "a"\n  s: "b"\n}'),
        ((1, "a"), "s: \"(1, \\'a\\')\""),
        (2**70, 's: "1180591620717411303424"'),
        (builtins.slice(1, None), 's: "slice(1, None, None)"'),
        (TensorSpec(None, dtypes.int32), 's: "int32[...]"'),
        ([TensorSpec(()), TensorSpec((2,))], 'list {\n  s: "float32[]"\n  s: "float32[2]"\n}'),
    ],
)  # fmt: skip
def test_text_of_an_attribute(value, text):
    assert str(attr_value(value)) == text + "\n"


@pytest.mark.parametrize(
    ("array", "lines"),
    [
        (np.int32(0), ["dtype: DT_INT32", "int_val: 0"]),
        (np.float32(0.1), ["dtype: DT_FLOAT", "float_val: 0.1"]),
        (np.float64(-0.0), ["dtype: DT_DOUBLE", "double_val: -0"]),
        (np.float32(np.inf), ["dtype: DT_FLOAT", "float_val: inf"]),
        (np.float16(1.0), ["dtype: DT_HALF", "half_val: 15360"]),
        (np.complex64(1 - 2j), ["dtype: DT_COMPLEX64", "scomplex_val: 1", "scomplex_val: -2"]),
        (np.True_, ["dtype: DT_BOOL", "bool_val: true"]),
        (np.uint8(200), ["dtype: DT_UINT8", "int_val: 200"]),
        (np.array(b"ab", object), ["dtype: DT_STRING", 'string_val: "ab"']),
        (np.zeros(3, np.int64), ["dtype: DT_INT64", "int64_val: 0"]),
        (np.arange(2, dtype=np.int32), ["dtype: DT_INT32", 'tensor_content: "\\000\\000\\000\\000\\001\\000\\000\\000"']),
        (np.zeros(0, np.float32), ["dtype: DT_FLOAT"]),
    ],
)  # fmt: skip
def test_text_of_a_constant(array, lines):
    text = str(tensor_proto(np.asarray(array)))
    shown = [
        line
        for line in text.splitlines()
        if not line.startswith((" ", "}", "tens")) or "content" in line
    ]
    assert shown == lines


def test_a_repeated_field_is_like_a_list_and_never_changes():
    items = Repeated(["a", "b"])
    assert repr(items) == "['a', 'b']"
    assert items == ["a", "b"]
    assert items == ("a", "b")
    assert items != ["a"]
    assert hash(items) == hash(("a", "b"))
    assert not hasattr(items, "append")


def test_fields_of_an_attribute():
    assert attr_value(dtypes.int32).type is DataType.DT_INT32
    assert attr_value(dtypes.int32).type == 3
    assert attr_value("a").s == b"a"
    assert shape_proto((None, 2)).dim[1].size == 2
    assert str(shape_proto((None, 2))) == "dim {\n  size: -1\n}\ndim {\n  size: 2\n}\n"
    assert str(shape_proto(None)) == "unknown_rank: true\n"


def test_an_empty_graph():
    assert Graph().finish([]).as_graph_def() == GraphDef()
    assert str(GraphDef()) == "versions {\n  producer: 1\n}\n"


@pytest.mark.parametrize(
    ("dtype", "value", "expected"),
    [
        (dtypes.int32, 1, "DT_INT32"),
        (dtypes.int64, 1, "DT_INT64"),
        (dtypes.float16, 1, "DT_HALF"),
        (dtypes.int32, 0.5, "DT_DOUBLE"),
        (dtypes.bool, 1, "DT_INT32"),
        (dtypes.python_int, 2**40, "DT_INT64"),
    ],
)
def test_a_python_number_has_the_dtype_that_it_takes_beside_a_tensor(
    dtype, value, expected
):
    graph = Graph()
    x = graph.add_input(TensorSpec((), dtype), "x")
    graph.finish(graph.add(OPS["maximum"], (x, graph.constant(value))).outputs)
    (constant,) = (n for n in graph.as_graph_def().node if n.op == "Const")
    assert constant.attr["dtype"].type.name == expected
