"""When two graphs, or two values, count as the same."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from graph import dtypes
from graph.specs import TensorSpec
from graph.structure import fingerprint, same
from graph.tensor import EagerTensor
from graph.text import show
from graph.text_parser import parse
from tests.graph.random_graphs import graphs

DIFFERENT: tuple[Any, ...] = (
    0, 0.0, -0.0, False, None, 0j, -0j, (), [], {}, "", b"", ..., (0,), [0], (0.0,),
    "0", b"0", {"a": 0}, {"a": False}, {"b": 0}, slice(0), slice(0.0), float("nan"),
    -float("nan"), dtypes.int32, dtypes.python_int, TensorSpec((), dtypes.int32),
    TensorSpec((None,), dtypes.int32), TensorSpec((), dtypes.int32, "x"), int, float,
    np.int32(0), np.int64(0), np.zeros((), np.int32), np.zeros(1, np.int32),
    np.zeros(2, np.int32), np.zeros((1, 2), np.int32), np.zeros(2, np.float32),
    -np.zeros(2, np.float32), np.array([b"a"], object), np.array(["a"], object),
)  # fmt: skip


def test_values_that_differ_in_type_or_bits_have_different_fingerprints():
    prints = [fingerprint(value) for value in DIFFERENT]
    for i, left in enumerate(prints):
        hash(left)
        for right in prints[i + 1 :]:
            assert left != right


def test_equal_values_have_equal_fingerprints():
    nan = float("nan")
    assert fingerprint([nan, {"a": (1,)}]) == fingerprint([float("nan"), {"a": (1,)}])
    array = np.arange(6).reshape(2, 3)
    assert fingerprint(array) == fingerprint(np.asfortranarray(array))
    assert fingerprint(array) == fingerprint(EagerTensor(array))
    assert fingerprint(np.array([1], ">i4")) == fingerprint(np.array([1], "<i4"))
    assert fingerprint(np.array(["a"])) == fingerprint(np.array(["a"], object))


def test_objects_are_the_same_only_as_themselves():
    one, two = ValueError("a"), ValueError("a")
    assert fingerprint(one) == fingerprint(one)
    assert fingerprint(one) != fingerprint(two)


@given(graph=graphs())
def test_a_graph_is_the_same_as_itself_and_its_copy(graph):
    copy = parse(show(graph))
    assert same(graph, graph)
    assert same(graph, copy)
    assert fingerprint(graph) == fingerprint(copy)


BASE = "graph f(x: int32[], y: int32[]) -> int32[]\n  %0 = subtract(x, y)\n  return %0"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("graph f", "graph g"),
        ("(x: int32[], y", "(z: int32[], y"),
        ("subtract", "add"),
        ("x, y)\n", "y, x)\n"),
        ("x, y)\n", "x, 1)\n"),
        ("return %0", "return x"),
        (", y: int32[])", "; y: int32[])"),
        ("return", "print(x, template='')\n  return"),
    ],
)
def test_graphs_differ_in(old, new):
    changed = BASE.replace(old, new)
    if "x: int32[]" not in changed:
        changed = changed.replace("(x,", "(z,")
    assert changed != BASE
    assert not same(parse(BASE), parse(changed))


def test_names_count_only_when_asked():
    renamed = BASE.replace("f(x", "g(z").replace("(x,", "(z,")
    assert not same(parse(BASE), parse(renamed))
    assert same(parse(BASE), parse(renamed), names=False)


def test_node_names_origins_and_unused_python_numbers_do_not_count():
    one, two = (
        parse(BASE),
        parse(BASE.replace("%0 = subtract(x, y)", "%0 = subtract(x, y)  # a:1")),
    )
    two.is_finished = False
    two.constant(5)
    assert same(one, two)
