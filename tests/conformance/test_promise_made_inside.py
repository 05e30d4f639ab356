"""The promise, for objects that staged code makes, changes and gives up again."""

# Programs under test are written as users write them.

import pytest

import autograph as ag
from tests.autograph.testing.rows import Rows, agrees

T = ag.constant
BOTH = ((T(3.0), T(0.0)), (T(3.0), T(1.0)), (T(-3.0), T(1.0)))
rows = Rows()


@pytest.mark.parametrize(("function", "args"), rows.calls)
def test_the_graph_gives_what_plain_python_gives(function, args):
    agrees(function, args)


class Box:
    pass


class Node:
    def __init__(self, value, following):
        self.value, self.following = value, following


@rows.on(
    (T([1.0, 2.0, 10.0, 11.0]), [T(0.0), T(5.0)]), (T([3.0, 3.0]), [T(3.0), T(9.0)])
)
def means(points, centers):
    for _ in range(5):
        sums = [0.0 * centers[0], 0.0 * centers[1]]
        counts = [0, 0]
        for point in points:
            if abs(point - centers[0]) <= abs(point - centers[1]):
                sums[0] += point
                counts[0] += 1
            else:
                sums[1] += point
                counts[1] += 1
        new = [sums[0] / max(counts[0], 1), sums[1] / max(counts[1], 1)]
        if all(abs(a - b) < 1e-4 for a, b in zip(new, centers, strict=True)):
            return new, counts
        centers = new
    return centers, counts


@rows.on(*BOTH)
def object_in_a_loop_with_a_return(x, y):
    for _ in range(2):
        box = Box()
        box.items = [x * 2, y * 2]
        if x > 1:
            box.items[0] += 1
        else:
            box.items[1] += 1
        z = box.items[0]
        if y > 0:
            return z
    return z - 1


@rows.on(*BOTH)
def object_in_a_branch(x, y):
    z = x
    if x > 1:
        box = Box()
        box.items = [x * 2, y * 2]
        if y > 0:
            box.items[0] += 1
            box.n = 1
        else:
            box.items[1] += 1
            box.n = 2
        z = box.items[0] + box.n
    return z


@rows.on(*BOTH)
def object_of_a_function_called_in_a_loop(x, y):
    def step(x):
        box = Box()
        box.items = [x * 2, y * 2]
        if y > 0:
            box.items[0] += 1
            box.n = 1
        else:
            box.items[1] += 1
            box.n = 2
        if x > 1:
            return box.items[0] + box.n
        box.items[1] = 5.0
        return box.items[1]

    while x < 10:
        x = step(x) + 1
    return x


@rows.on(*BOTH)
def objects_that_refer_to_each_other(x, y):
    z = x
    if x > 0:
        node = Node(x, Node(y, None))
        node.following.following = node
        if y > 0:
            node.following.value += 1
        else:
            node.value += 1
        if x > 2:
            node.following.following.value += 1
        z = node.value + node.following.value
    return z


@rows.on(*BOTH)
def list_kept_by_an_attribute(x, y):
    box = Box()
    box.items = [x]
    if x > 0:
        items = [x * 2]
        if y > 0:
            items[0] += 1
        box.items = items
    return box.items


@rows.on(*BOTH)
def list_kept_by_a_dict_before_it_changes(x, y):
    held = {"items": [x]}
    if x > 0:
        items = [x * 2]
        held["items"] = items
        if y > 0:
            items[0] += 1
    return held


@rows.on(*BOTH)
def object_that_is_left_where_the_other_path_raises(x, y):
    if x > 0:
        box = Box()
        box.value = x * 2
        if y > 0:
            box.value += 1
    else:
        raise ValueError("negative")
    return box.value
