"""Programs that write to what outlives their calls, and what is left of each."""

from __future__ import annotations

import collections
from types import SimpleNamespace
from typing import Any

import autograph as ag

KNOWN, TENSOR, REFUSED = "known", "tensor", "refused"


class Thing:
    shared = 0

    def __init__(self):
        self.count = 0
        self.items = []


class Slotted:
    __slots__ = ("count",)

    def __init__(self):
        self.count = 0


def make_counter():
    number = 0

    def bump(by):
        nonlocal number
        number += by

    return bump


def marked():
    """Keep a number in an attribute of its own."""


number = 0
ITEMS: list[Any] = []
TABLE: dict[Any, Any] = {}
SEEN: set[Any] = set()
QUEUE: collections.deque[Any] = collections.deque()
GROUPS: collections.defaultdict[Any, Any] = collections.defaultdict(list)
NESTED: dict[str, Any] = {"a": []}
THING = Thing()
OTHER = Thing()
SLOTTED = Slotted()
SPACE = SimpleNamespace(count=0)
bump = make_counter()


def reset():
    """Let everything be as it was at first."""
    global number, bump
    number = 0
    for each in (ITEMS, TABLE, SEEN, QUEUE, GROUPS):
        each.clear()
    NESTED.clear()
    NESTED["a"] = []
    for each in (THING, OTHER):
        vars(each).clear()
        each.__init__()
    SLOTTED.__init__()
    vars(SPACE).clear()
    SPACE.count = Thing.shared = marked.count = 0
    bump = make_counter()


def captured():
    """Return everything that the programs write to."""
    own = [*map(vars, (THING, OTHER, SPACE)), SLOTTED.count, Thing.shared, marked.count]
    closure = [cell.cell_contents for cell in bump.__closure__]
    return [number, ITEMS, TABLE, SEEN, QUEUE, GROUPS, NESTED, *own, *closure]


# What is left by `x = ag.constant(2)`, and in which line after that of `def`.
PROGRAMS: dict[str, Any] = {}


def program(left, line=1):
    def add(function):
        PROGRAMS[function.__name__] = function, left, line
        return function

    return add


# -- One write: of what is known, of a tensor, in a branch and in a loop


def known(write):
    return lambda x: write(3)


def tensor(write):
    return lambda x: write(x + 1)


def in_a_branch(write):
    def f(x):
        if x > 0:
            write(3)

    return f


def in_a_loop(write):
    def f(x):
        for i in ag.range(x):
            write(i)

    return f


def written(tensor_leaves=TENSOR, blocks_leave=TENSOR, line=1):
    """Add four programs that make a write, with what a tensor and blocks leave."""
    left = {
        known: KNOWN,
        tensor: tensor_leaves,
        in_a_branch: blocks_leave,
        in_a_loop: blocks_leave,
    }

    def add(write):
        for make, leaves in left.items():
            f = make(write)
            # The test counts from the line after that of a decorator.
            at = (
                line
                and write.__code__.co_firstlineno - f.__code__.co_firstlineno + line
            )
            PROGRAMS[f"{write.__name__}_{make.__name__}"] = f, leaves, at
        return write

    return add


@written(blocks_leave=REFUSED)
def list_appended(by):
    ITEMS.append(by)


@written(blocks_leave=REFUSED)
def dict_item(by):
    TABLE["a"] = by


@written(blocks_leave=REFUSED)
def dict_set_by_default(by):
    TABLE.setdefault("a", by)


@written(REFUSED, REFUSED)
def dict_key(by):
    TABLE[int(by)] = 1


@written(REFUSED, REFUSED)
def set_element(by):
    SEEN.add(int(by))


@written(blocks_leave=REFUSED)
def deque_appended(by):
    QUEUE.appendleft(by)


@written(blocks_leave=REFUSED)
def defaultdict_item(by):
    GROUPS["a"].append(by)


@written(blocks_leave=REFUSED)
def nested_list(by):
    NESTED["a"].append(by)


@written(blocks_leave=REFUSED)
def attribute_list(by):
    THING.items.append(by)


@written()
def attribute(by):
    THING.count += by


@written()
def attribute_by_name(by):
    setattr(THING, "count", by)  # noqa: B010


@written(blocks_leave=REFUSED)
def attribute_made(by):
    THING.new = by


@written()
def slot(by):
    SLOTTED.count = by


@written()
def namespace(by):
    SPACE.count += by


@written()
def class_attribute(by):
    Thing.shared += by


@written()
def function_attribute(by):
    marked.count += by


@written(line=2)
def global_variable(by):
    global number
    number += by


@written(line=None)
def closure(by):
    bump(by)


# -- Lists and dicts


@program(TENSOR)
def list_tensor(x):
    ITEMS.append(x + 1)


@program(TENSOR, 3)
def list_second_write(x):
    ITEMS.append(1)
    ITEMS.append(2)
    ITEMS.append(x)
    ITEMS.append(3)


@program(TENSOR, 4)
def list_item_in_a_branch(x):
    ITEMS.append(0)
    ITEMS.append(1)
    if x > 0:
        ITEMS[0] = 5


@program(TENSOR, 4)
def list_in_both_branches(x):
    if x > 0:
        ITEMS.append(3)
    else:
        ITEMS.append(4)


@program(TENSOR, 4)
def dict_in_both_branches(x):
    if x > 0:
        TABLE["a"] = 1
    else:
        TABLE["a"] = 2


@program(KNOWN)
def list_in_a_python_loop(x):
    inner = []
    for i in ag.range(x):
        inner.append(i)  # noqa: PERF402
    for i in range(3):
        ITEMS.append(i)  # noqa: PERF402
    return inner


MADE_INSIDE = {
    "a list in a dict": lambda x: {"a": [x]},
    "an object": lambda x: SimpleNamespace(a=x),
    "an exception": lambda x: ValueError("a", x),
    "an array": lambda x: ag.TensorArray(ag.int32, size=1).write(0, x),
}
for name, make in MADE_INSIDE.items():
    PROGRAMS[name] = (lambda x, make=make: ITEMS.append(make(x))), TENSOR, -1

# -- Attributes, globals and closures


@program(KNOWN, 3)
def attribute_put_back(x):
    THING.count = x
    THING.count = 7


@program(KNOWN, 4)
def attribute_put_back_at_the_end(x):
    before = THING.count
    THING.count = x
    doubled = THING.count * 2
    THING.count = before
    return doubled


@program(REFUSED, 2)
def attribute_none_in_a_branch(x):
    if x > 0:
        THING.count = None


@program(REFUSED)
def one_of_two_objects(x):
    THING.count = THING if x > 0 else SLOTTED


@program(TENSOR, 2)
def attribute_of_one_of_two_objects(x):
    one = THING if x > 0 else OTHER
    one.count = x


@program(REFUSED, 3)
def global_none_in_a_branch(x):
    global number
    if x > 0:
        number = None


@program(REFUSED, 3)
def global_deleted_in_a_branch(x):
    global number
    if x > 0:
        del number


@program(KNOWN)
def made_and_deleted(x):
    global extra
    extra = OTHER.extra = Thing.extra = 1
    if x is not None:
        del extra
        del OTHER.extra, Thing.extra


@program(TENSOR, None)
def closure_tensor(x):
    bump(x)
