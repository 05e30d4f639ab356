"""`ag.nest`: structures taken apart and put together again."""

from __future__ import annotations

import collections
import dataclasses
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import autograph as ag


class Point(NamedTuple):
    y: Any
    x: Any


@dataclasses.dataclass
class Plain:
    b: object
    a: object


@dataclasses.dataclass(frozen=True)
class Frozen:
    b: object
    a: object = 0


class Attrs:
    """As attrs makes classes, which need not be installed."""

    __attrs_attrs__ = (SimpleNamespace(name="b"), SimpleNamespace(name="a"))

    def __init__(self, b, a):
        self.b = b
        self.a = a

    def __eq__(self, other):
        return (self.b, self.a) == (other.b, other.a)

    def __hash__(self):
        return 0


STRUCTURES: list[Any] = [
    (5, [5]),
    ("text", ["text"]),
    ([], []),
    ([1, (2, [3])], [1, 2, 3]),
    ({"b": 1, "a": [2, 3]}, [2, 3, 1]),
    (collections.OrderedDict([("b", 1), ("a", 2)]), [2, 1]),
    (collections.defaultdict(int, b=1, a=2), [2, 1]),
    (Point(y=1, x={"k": 2}), [1, 2]),
    (Plain(1, [2, 3]), [1, 2, 3]),
    (Frozen((1, 2), 3), [1, 2, 3]),
    (Attrs(1, Point(2, 3)), [1, 2, 3]),
    ({1: "a", "x": "b"}, ["a", "b"]),
    (None, [None]),
    ({"a": {}, "b": ()}, []),
]


@pytest.mark.parametrize(("structure", "leaves"), STRUCTURES)
def test_leaves_come_in_order_and_are_packed_in_structures_of_the_same_kinds(
    structure, leaves
):
    assert ag.nest.flatten(structure) == leaves
    packed = ag.nest.pack_sequence_as(structure, leaves)
    assert packed == structure
    assert type(packed) is type(structure)
    ag.nest.assert_same_structure(structure, packed)
    if isinstance(structure, dict):
        assert list(packed) == list(structure)  # the order of insertion is kept
    shown = ag.nest.map_structure(repr, structure)
    assert ag.nest.flatten(shown) == list(map(repr, leaves))


NESTED = st.recursive(
    st.integers(),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner, inner),
        st.dictionaries(st.text(max_size=2), inner, max_size=3),
        st.builds(Point, inner, inner),
        st.builds(Frozen, inner, inner),
    ),
    max_leaves=8,
)


@given(NESTED)
def test_pack_undoes_flatten(structure):
    leaves = ag.nest.flatten(structure)
    assert ag.nest.pack_sequence_as(structure, leaves) == structure
    doubled = ag.nest.map_structure(lambda a, b: a + b, structure, structure)
    assert ag.nest.flatten(doubled) == [2 * leaf for leaf in leaves]


def test_tensors_arrays_and_classes_are_leaves():
    leaves = ag.constant([1, 2]), np.zeros(3), "ab", {1, 2}, Frozen
    found = ag.nest.flatten([leaves[0], leaves[1:]])
    assert all(each is leaf for each, leaf in zip(found, leaves, strict=True))
    assert not any(map(ag.nest.is_nested, leaves))
    assert ag.nest.is_nested([])
    assert ag.nest.is_nested(Frozen(1))


def test_mistakes_are_told_with_their_place():
    """Others are shown by `tests/graph/ops/test_messages.py`, in `nesting`."""
    with pytest.raises(ag.errors.NestingError) as caught:
        ag.nest.map_structure(abs, Point(1, [2]), Point([1], 2))
    assert "at .y one has a leaf, and the other a list" in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, TypeError)
    assert "test_nest.py" in str(caught.value)


def test_types_count_unless_told_otherwise():
    ag.nest.assert_same_structure([1, (2,)], (1, [2]), check_types=False)
    ag.nest.assert_same_structure({"a": 1}, collections.OrderedDict(a=2))
    other = NamedTuple("Point", [("y", int), ("x", int)])
    ag.nest.assert_same_structure(Point(1, 2), other(1, 2))
    assert ag.nest.map_structure(lambda a, b: a + b, [1], (2,), check_types=False) == [
        3
    ]
