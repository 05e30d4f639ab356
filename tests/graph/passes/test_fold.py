"""Constant folding, before and after."""

import warnings

import numpy as np
import pytest

from graph.graph import Graph
from graph.ops import OPS
from graph.passes.fold import MAX_BYTES, fold
from graph.passes.prune import prune
from graph.text import show
from graph.text_parser import parse


def _folded(text):
    """Return the body of the folded graph, constants that nothing uses left out."""
    graph = prune(fold(parse(text)))
    return [" ".join(line.split()) for line in show(graph).split("\n")[1:]]


def test_constants_fold_through_several_ops():
    assert _folded("""
        graph f(x: float32[2]) -> float32[2]
            %0 = const(float32[2], [1.0, 2.0])
            %1 = add(%0, 1)
            %2 = multiply(%1, 0.5)
            %3 = add(x, %2)
            return %3
        """) == [
        "%0 = const(float32[2], [1.0, 1.5]) : float32[2]",
        "%1 = add(x, %0) : float32[2]",
        "return %1",
    ]


def test_python_numbers_keep_pythons_arithmetic():
    assert _folded("""
        graph f() -> int, float, pybool, int32[], float32[]
            %0 = add(2, 3)
            %1 = divide(%0, 2)
            %2 = less(%1, 3)
            %3 = python_to_tensor(%0)
            %4 = python_to_tensor(%1)
            return %0, %1, %2, %3, %4
        """) == [
        "%0 = const(int32[], 5) : int32[]",
        "%1 = const(float32[], 2.5) : float32[]",
        "return 5, 2.5, True, %0, %1",
    ]


ONE = "%0 = const(int32[1], [1])\n            "


@pytest.mark.parametrize(
    "lines",
    [
        "%0 = floor_divide(1, 0)",  # raises
        "%0 = const(int32[1], [0])\n            %1 = floor_divide(1, %0)",  # warns
        "%0 = const(float32[1], [3e38])\n            %1 = add(%0, %0)",
        "%0 = const(float64[1], [-1.0])\n            %1 = sqrt(%0)",
        "%0 = const(float32[1], [-inf])\n            %1 = cast(%0, dtype=int32)",
        "%0 = const(complex64[1], [complex(1.0, 1.0)])\n            %1 = cast(%0, dtype=float32)",
        "%0 = python_to_tensor(3000000000)",
        "%0 = multiply(5000, 5000)",  # large Python integers
        "%0 = const(int8[2], [1, 2])\n            %1 = truth(0)\n            assert_that(%1)",
        ONE + "print(%0, template='{}')",
        ONE + "print(template='a')",
    ],
)  # fmt: skip
def test_left_to_the_run(lines):
    graph = parse(f"graph f() ->\n            {lines}\n            return")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        before = list(warnings.filters)
        made = fold(graph)
        assert warnings.filters == before
    last = graph.nodes[-1].op.name
    assert made.nodes[-1].op.name == last


def test_large_results_and_large_reads_are_left():
    text = f"""
        graph f() -> float32[{MAX_BYTES}]
            %0 = const(float32[{MAX_BYTES}], all 1.0)
            %1 = add(%0, %0)
            return %1
        """
    graph = parse(text)
    assert fold(graph) is graph


def test_a_users_array_stays_writable():
    graph = Graph("f")
    array = np.arange(3)
    value = graph.add(OPS["identity"], (graph.constant(array),)).outputs[0]
    made = fold(graph.finish([value]))
    assert made.outputs[0].node.op.name == "const"
    assert array.flags.writeable


def test_the_memory_layout_of_a_result_is_kept():
    graph = Graph("f")
    array = np.arange(6.0).reshape(2, 3)
    value = graph.add(OPS["transpose"], (graph.constant(array),), {"perm": None})
    made = fold(graph.finish(value.outputs))
    assert made.outputs[0].node.attrs["value"].strides == array.T.strides
