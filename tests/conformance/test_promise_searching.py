"""What compares the items of lists, tuples, deques and dicts: count, index, max, min."""

from __future__ import annotations

import collections
import operator

import pytest

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = [(T(3), T(1)), (T(-2), T(4)), (T(0), T(0)), (3, T(1)), (T(-2), 4), (3, 1)]
rows, refused = Rows(), Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


@pytest.mark.parametrize(("function", "args"), refused.calls)
def test_attributes_by_names_of_the_run_are_refused(function, args):
    found = check(function, *args)
    assert found.verdict is Verdict.REFUSED, str(found)
    assert "by its name" in found.staged.error.message


class Box:
    def __init__(self, value):
        self.value = value
        self.other = 1


@rows.on(*EACH)
def counted(a, b):
    queue = collections.deque([a, b])
    return [a, b].count(3), (a, b, a).count(a), queue.count(b), a in queue


@rows.on(*EACH)
def places(a, b):
    return [a, b, 3].index(3), (a, b).index(b), [b, a, b].index(b, 1)


@rows.on(*EACH)
def no_such_item(a, b):
    return [a, b].index(3)


@rows.on(*EACH)
def no_such_item_in_a_tuple(a, b):
    try:
        return (a, b).index(3)
    except ValueError as error:
        return -len(str(error))


@rows.on(*EACH)
def functions_of_operator(a, b):
    return (
        operator.countOf([a, b], 3),
        operator.indexOf([a, b], b),
        operator.contains((a, b), 4),
        (operator.truth(a), operator.not_(b), operator.truth(a > b)),
    )


@rows.on(*EACH)
def lists_in_order(a, b):
    return [a, b] > [b, a], [a] < [b], [a, 1] <= [a, b], [a, b] == [b, a]


@rows.on(*EACH)
def extremes_of_tuples_and_lists(a, b):
    pairs = [(a, 1), (b, 2)]
    return (
        max(pairs),
        max(pairs, key=operator.itemgetter(0)),
        min((a, "x"), (b, "y"))[1],
        max([a, b], [b, a]),
        max((value, place) for place, value in enumerate([a, b, 2])),
    )


@rows.on(*EACH)
def extremes_of_what_is_known_by_a_key(a, b):
    sign = 1 if a > 0 else -1
    return (
        max("abc", key=lambda letter: ord(letter) * sign),
        max(["x", "yy"], key=lambda word: len(word) * a),
        max(range(3), key=lambda place: [a, b, 2][place]),
    )


@rows.on(*EACH)
def dicts_by_their_values(a, b):
    scores = {"x": a, "y": b, "z": 2}
    return (
        max(scores, key=scores.get),
        min(scores.items(), key=operator.itemgetter(1)),
        (max(scores.values()), sum(scores.values()), sorted(scores.values())),
        [name for name, score in scores.items() if score == max(scores.values())],
    )


@rows.on(*EACH)
def objects_by_their_attributes(a, b):
    boxes = [Box(a), Box(b)]
    return max(boxes, key=lambda box: box.value).value, any(collections.deque([a, b]))


@refused.on((T(3),), (T(-3),))
def an_attribute(x):
    return getattr(Box(x), "value" if x > 0 else "other")


@refused.on((T(3),), (T(-3),))
def an_attribute_set(x):
    box = Box(x)
    setattr(box, "value" if x > 0 else "other", 7)
    return box.value
