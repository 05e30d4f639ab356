"""The truth of objects that the run chooses, and that may be None."""

from __future__ import annotations

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
EACH = [(T(3), T(1)), (T(-2), T(4)), (T(0), T(0)), (3, T(1)), (T(-2), 4), (3, 1)]
rows = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()


class Leaf:
    def __init__(self, value):
        self.value = value


class Sized(Leaf):
    def __len__(self):
        return 2 if self.value > 1 else 0


class Tree:
    def __init__(self, value):
        self.value, self.left, self.right = value, None, None

    def total(self):
        left = self.left.total() if self.left else 0
        return self.value + left + (self.right.total() if self.right else 0)


def chosen(a, b, kind):
    one, two = kind(a), Leaf(b)
    found = None
    if a > 0:
        found = one
    elif b > 3:
        found = two
    return found


@rows.on(*EACH)
def of_one_class(a, b):
    found = chosen(a, b, Leaf)
    if not found:
        return -1
    return found.value


@rows.on(*EACH)
def by_a_method_of_one(a, b):
    found = chosen(a, b, Sized)
    n = 0
    while found and n < 2:
        n += 1
    return n, bool(found), (found or Leaf(9)).value, 1 if found and b > 2 else 0


@rows.on(*EACH)
def of_parts_of_a_tree(a, b):
    tree = Tree(2)
    if a > 2:
        tree.left = Tree(a)
    else:
        tree.right = Tree(b)
    if b > 2 and tree.left:
        tree.left.left = Tree(b)
    return tree.total()
