"""Each operation of Python's, as a node, does what Python does."""

import collections
import itertools

import numpy as np
import pytest

from executor.program import build
from graph import dtypes
from graph.graph import Graph
from graph.op import OPS
from graph.passes.pipeline import optimise
from graph.python import objects, protocols
from graph.python.record import OBJECT, Undefined, named
from graph.specs import TensorSpec
from graph.text_parser import parse

INT = TensorSpec((), dtypes.python_int)


def run(op, operands, n_results=1, **attrs):
    """Return what a program of one node gives, and the operands it has changed."""
    graph = Graph("one")
    inputs = [graph.add_input(OBJECT, f"x{i}") for i in range(len(operands))]
    given = {**attrs, "specs": (OBJECT,) * n_results, "effect": "w"}
    node = graph.add(op, inputs, given)
    graph.finish(node.outputs)
    found = build(optimise(graph)).run(*operands)
    return found[0] if n_results == 1 else found


class Point:
    def __init__(self, x):
        self.x = x

    def moved(self, by, *, twice=False):
        return self.x + by * (2 if twice else 1)


P = protocols
VALUES = [
    (P.GET_ITEM, ([5, 6, 7], 1), {}, 6),
    (P.GET_SLICE, ([5, 6, 7], 1), {"given": (True, False, False)}, [6, 7]),
    (P.GET_SLICE, ([5, 6, 7], -1), {"given": (False, False, True)}, [7, 6, 5]),
    (P.GET_ATTR, (Point(3),), {"name": "x"}, 3),
    (P.CALL, (max, 3, 9), {"keywords": ()}, 9),
    (P.CALL, (sorted, [2, 3, 1], True), {"keywords": ("reverse",)}, [3, 2, 1]),
    (P.CALL_METHOD, (Point(3), 4, True), {"name": "moved", "keywords": ("twice",)}, 11),
    (P.BUILTIN, ([1, 2],), {"function": "len"}, 2),
    (P.APPLY, ((1, 2, 2),), {"function": collections.Counter}, {1: 1, 2: 2}),
    (P.BINARY, ([1], [2]), {"symbol": "+"}, [1, 2]),
    (P.BINARY, (2, (1, 2)), {"symbol": "in"}, True),
    (P.UNARY, (5,), {"symbol": "-"}, -5),
    (P.UNARY, ([],), {"symbol": "not"}, True),
    (P.FORMAT, (1, 0.5), {"text": "{}|{:.2f}|__0__"}, "1|0.50|__0__"),
    (P.IS_INSTANCE, (True,), {"cls": int}, True),
    (P.IS_CLASS, (True,), {"cls": int}, False),
    (P.UNPACK_ONE, ([8],), {}, 8),
    (objects.TUPLE, (), {"cls": None}, ()),
    (objects.TUPLE, (1,), {"cls": None}, (1,)),
    (objects.LIST, (1, 2), {"cls": None}, [1, 2]),
    (objects.SET, (), {"cls": None}, set()),
    (objects.SET, (1, 1), {"cls": None}, {1}),
    (objects.DICT, ("a", 1, "b", 2), {"cls": None}, {"a": 1, "b": 2}),
    (objects.SLICE, (1, 2), {"given": (True, False, True)}, slice(1, None, 2)),
    (objects.OBJECT_CONSTANT, (), {"value": "__0__ @value@"}, "__0__ @value@"),
    (objects.NUMPY_SCALAR, (3,), {"dtype": np.int8}, np.int8(3)),
]


@pytest.mark.parametrize(("op", "operands", "attrs", "expected"), VALUES)
def test_a_value_is_what_python_gives(op, operands, attrs, expected):
    found = run(op, operands, **attrs)
    assert found == expected
    assert type(found) is type(expected) or isinstance(expected, dict)


CHANGES = [
    (P.SET_ITEM, ([1, 2], 0, 9), {}, [9, 2]),
    (P.DEL_ITEM, ({1: 2, 3: 4}, 1), {}, {3: 4}),
    (P.CALL_METHOD, ([1], 2), {"name": "append"}, [1, 2]),
]


@pytest.mark.parametrize(("op", "operands", "attrs", "expected"), CHANGES)
def test_a_statement_changes_its_operand(op, operands, attrs, expected):
    run(op, operands, n_results=0, **attrs)
    assert operands[0] == expected


def test_attributes_are_written_and_deleted():
    point = Point(1)
    run(P.SET_ATTR, (point, 7), n_results=0, name="x")
    assert point.x == 7
    run(P.DEL_ATTR, (point,), n_results=0, name="x")
    assert not hasattr(point, "x")


def test_an_update_gives_the_object_itself():
    values = [1]
    assert run(P.UPDATE, (values, (2,)), symbol="+") is values
    assert values == [1, 2]


def test_starred_targets_take_lists():
    found = run(P.UNPACK_STARRED, ("abcd",), n_results=3, before=1, after=1)
    assert found == ("a", ["b", "c"], "d")


def test_too_few_values_are_what_python_says_they_are():
    with pytest.raises(ValueError, match="expected at least 2, got 1"):
        run(P.UNPACK_STARRED, ("a",), n_results=3, before=1, after=1)


def test_the_factory_of_a_defaultdict_and_the_size_of_a_deque_are_kept():
    attrs = {"cls": collections.defaultdict, "leading": (list,)}
    table = run(objects.DICT, ("a", 1), **attrs)
    assert table["b"] == []
    attrs = {"cls": collections.deque, "leading": (), "trailing": (2,)}
    assert run(objects.LIST, (1, 2, 3), **attrs).maxlen == 2


def test_a_function_is_made_with_what_its_cells_hold():
    def around(n):
        return lambda x: x + n

    made = run(objects.CLOSURE, (10,), function=around(1))
    assert made(5) == 15


def test_a_recursive_function_finds_itself():
    def factorial(n):
        return 1 if n < 2 else n * factorial(n - 1)

    made = run(objects.CLOSURE, (None,), function=factorial)
    assert made(5) == 120


def test_a_variable_without_a_value_has_its_name():
    found = run(objects.UNDEFINED_VALUE, (), variable="x")
    assert isinstance(found, Undefined)
    assert found.name == "x"


@pytest.mark.parametrize("text", ["a.b", "a b", "", "1a", "a)"])
def test_no_text_but_a_name_gets_into_source(text):
    with pytest.raises(ValueError, match="is not a name"):
        named(text)


def test_what_one_operation_reads_comes_before_what_another_one_writes():
    graph = Graph("ordered")
    values = graph.add_input(OBJECT, "values")
    attrs = {"function": "len", "keywords": (), "effect": "r", "specs": (INT,)}
    before = graph.add(P.BUILTIN, [values], attrs).outputs[0]
    attrs = {"name": "append", "keywords": (), "effect": "w", "specs": ()}
    graph.add(P.CALL_METHOD, [values, graph.constant(1)], attrs)
    attrs = {"function": "len", "keywords": (), "effect": "r", "specs": (INT,)}
    after = graph.add(P.BUILTIN, [values], attrs).outputs[0]
    graph.finish([before, after])
    assert build(optimise(graph)).run([]) == (0, 1)


def test_what_raises_is_raised_though_nothing_needs_its_result():
    graph = Graph("needed")
    values = graph.add_input(OBJECT, "values")
    attrs = {"specs": (OBJECT,), "effect": "w"}
    graph.add(P.GET_ITEM, [values, graph.constant(3)], attrs)
    graph.finish([])
    with pytest.raises(IndexError):
        build(optimise(graph)).run([])


def test_every_row_says_what_it_does():
    rows = [op for op in OPS.values() if op.source is not None]
    assert len(rows) > 40
    assert all(op.doc and op.gradient is not None for op in rows)
    names = [op.name for op in rows]
    assert len(names) == len(set(names))


def test_a_printed_graph_of_rows_parses_back():
    graph = Graph("printed")
    values = graph.add_input(OBJECT, "values")
    attrs = {"name": "pop", "keywords": (), "effect": "w", "specs": (INT,)}
    (item,) = graph.add(P.CALL_METHOD, [values], attrs).outputs
    graph.finish([item])
    assert str(parse(str(graph))) == str(graph)


def test_combinations_of_given_parts_make_the_slice():
    values = list(range(10))
    for given in itertools.product((True, False), repeat=3):
        parts = [
            part for part, is_there in zip((1, 8, 2), given, strict=True) if is_there
        ]
        expected = values[
            slice(*[x if g else None for x, g in zip((1, 8, 2), given, strict=True)])
        ]
        assert run(P.GET_SLICE, (values, *parts), given=given) == expected
