"""Objects that the run chooses, given to what runs as it stands."""

from __future__ import annotations

import copy
import dataclasses
import reprlib
from collections import deque

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
B = (T(1), T(0))
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
refused = Rows()
test_it_is_refused_and_no_handler_has_it = refused.refusal_test()


@dataclasses.dataclass
class Held:
    """Keeps two values."""

    x: object
    y: object = 1


def one(n):
    found = Held(1, 2)
    if n > 0:
        found = Held(int(n), 5)
    return found


@rows.on(*B)
def kept_by_a_class(n):
    found = one(n)

    class Keeper:
        held = found

    return Keeper.held.x


@rows.on(*B)
def unhashable_ones_are_in_no_set(n):
    return one(n) in {3, 0}


@refused.on(*B)
def copied_with_a_list(n):
    try:
        return copy.deepcopy([one(n)])[0].x
    except AttributeError:
        return 0


@refused.on(*B)
def text_of_it(n):
    return reprlib.repr(one(n))


@refused.on(*B)
def made_an_array(n):
    try:
        return np.array([one(n)])[0].x
    except AttributeError:
        return 0


@refused.on(*B)
def asked_by_numpy_for_its_axes(n):
    try:
        return np.ndim(one(n))
    except AttributeError:
        return 1


@refused.on(*B)
def compared_with_itself_by_numpy(n):
    held = one(n)
    return np.array_equal(held, held)


@refused.on(*B)
def compared_by_numpy_through_a_deque(n):
    return np.array_equal(deque([int(n), 1]), [0, 1])
