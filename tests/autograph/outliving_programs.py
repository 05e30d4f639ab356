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
    closure = [cell.cell_contents for cell in bump.__closure__]
    own = [
        vars(THING),
        vars(OTHER),
        SLOTTED.count,
        vars(SPACE),
        Thing.shared,
        marked.count,
    ]
    return [number, ITEMS, TABLE, SEEN, QUEUE, GROUPS, NESTED, *own, *closure]


# What is left by `x = ag.constant(2)`, and in which line after that of `def`.
PROGRAMS: dict[str, Any] = {}


def program(left, line=1):
    def add(function):
        PROGRAMS[function.__name__] = function, left, line
        return function

    return add


# -- Lists


@program(KNOWN)
def list_known(x):
    ITEMS.append(3)


@program(TENSOR)
def list_tensor(x):
    ITEMS.append(x + 1)


@program(TENSOR, 3)
def list_second_write(x):
    ITEMS.append(1)
    ITEMS.append(2)
    ITEMS.append(x)
    ITEMS.append(3)


@program(REFUSED, 2)
def list_in_a_branch(x):
    if x > 0:
        ITEMS.append(3)


@program(REFUSED, 2)
def list_in_a_loop(x):
    for i in ag.range(x):
        ITEMS.append(i)  # noqa: PERF402


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


@program(TENSOR)
def list_of_something_made_inside(x):
    ITEMS.append({"a": [x]})


@program(TENSOR, 3)
def list_that_is_left_in_a_list(x):
    inner = []
    inner.append(x)
    ITEMS.append(inner)


@program(KNOWN)
def list_in_a_python_loop(x):
    for i in range(3):
        ITEMS.append(i)  # noqa: PERF402


@program(KNOWN, 3)
def list_that_is_not_left(x):
    inner = []
    for i in ag.range(x):
        inner.append(i)  # noqa: PERF402
    ITEMS.append(len([1, 2]))
    return inner


# -- Dicts, sets and deques


@program(KNOWN)
def dict_known(x):
    TABLE["a"] = 1


@program(TENSOR)
def dict_tensor(x):
    TABLE["a"] = x


@program(REFUSED, 2)
def dict_in_a_branch(x):
    if x > 0:
        TABLE["a"] = 1


@program(TENSOR, 4)
def dict_in_both_branches(x):
    if x > 0:
        TABLE["a"] = 1
    else:
        TABLE["a"] = 2


@program(REFUSED)
def dict_key_of_the_run(x):
    TABLE[int(x)] = 1


@program(REFUSED, 2)
def dict_in_a_loop(x):
    for i in range(x):
        TABLE[i] = 1


@program(TENSOR)
def dict_set_by_default(x):
    TABLE.setdefault("a", x)


@program(KNOWN)
def set_known(x):
    SEEN.add(1)


@program(REFUSED)
def set_element_of_the_run(x):
    SEEN.add(int(x))


@program(REFUSED, 2)
def set_in_a_branch(x):
    if x > 0:
        SEEN.add(1)


@program(KNOWN)
def deque_known(x):
    QUEUE.append(1)


@program(TENSOR)
def deque_tensor(x):
    QUEUE.appendleft(x)


@program(REFUSED, 2)
def deque_in_a_branch(x):
    if x > 0:
        QUEUE.append(1)


@program(KNOWN)
def defaultdict_known(x):
    GROUPS["a"].append(1)


@program(TENSOR)
def defaultdict_tensor(x):
    GROUPS["a"].append(x)


@program(REFUSED, 2)
def defaultdict_in_a_branch(x):
    if x > 0:
        GROUPS["a"].append(1)


@program(KNOWN)
def nested_known(x):
    NESTED["a"].append(1)


@program(TENSOR)
def nested_tensor(x):
    NESTED["a"].append(x)


@program(REFUSED, 2)
def nested_in_a_loop(x):
    for i in ag.range(x):
        NESTED["a"].append(i)


# -- Attributes


@program(KNOWN)
def attribute_known(x):
    THING.count += 1


@program(TENSOR)
def attribute_tensor(x):
    THING.count = x


@program(TENSOR, 2)
def attribute_in_a_branch(x):
    if x > 0:
        THING.count += 1


@program(TENSOR, 2)
def attribute_in_a_loop(x):
    for _ in ag.range(x):
        THING.count += 1


@program(KNOWN, 3)
def attribute_put_back(x):
    THING.count = x
    THING.count = 7


@program(REFUSED, 2)
def attribute_none_in_a_branch(x):
    if x > 0:
        THING.count = None


@program(REFUSED, 2)
def attribute_made_in_a_branch(x):
    if x > 0:
        THING.new = 1


@program(REFUSED, 2)
def attribute_list_in_a_loop(x):
    for i in ag.range(x):
        THING.items.append(i)


@program(TENSOR)
def attribute_by_name(x):
    setattr(THING, "count", x)  # noqa: B010


@program(TENSOR)
def slot_tensor(x):
    SLOTTED.count = x


@program(TENSOR)
def namespace_tensor(x):
    SPACE.count = x


@program(KNOWN)
def class_known(x):
    Thing.shared += 1


@program(TENSOR, 2)
def class_in_a_branch(x):
    if x > 0:
        Thing.shared += 1


@program(KNOWN)
def function_known(x):
    marked.count += 1


@program(TENSOR)
def function_tensor(x):
    marked.count = x


@program(TENSOR)
def left_object(x):
    ITEMS.append(SimpleNamespace(a=x))


@program(TENSOR)
def left_exception(x):
    ITEMS.append(ValueError("a", x))


@program(TENSOR)
def left_tensor_array(x):
    ITEMS.append(ag.TensorArray(ag.int32, size=1).write(0, x))


@program(REFUSED)
def one_of_two_objects(x):
    THING.count = THING if x > 0 else SLOTTED


@program(TENSOR, 2)
def attribute_of_one_of_two_objects(x):
    one = THING if x > 0 else OTHER
    one.count = x


@program(KNOWN, 4)
def attribute_put_back_at_the_end(x):
    before = THING.count
    THING.count = x
    doubled = THING.count * 2
    THING.count = before
    return doubled


# -- Globals and closures


@program(KNOWN, 2)
def global_known(x):
    global number
    number += 1


@program(TENSOR, 2)
def global_tensor(x):
    global number
    number = x


@program(TENSOR, 3)
def global_in_a_branch(x):
    global number
    if x > 0:
        number += 1


@program(TENSOR, 3)
def global_in_a_loop(x):
    global number
    for _ in ag.range(x):
        number += 1


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
def closure_known(x):
    bump(1)


@program(TENSOR, None)
def closure_tensor(x):
    bump(x)


@program(TENSOR, None)
def closure_in_a_branch(x):
    if x > 0:
        bump(1)


# -- Deleted


@program(KNOWN)
def made_and_deleted(x):
    global extra
    extra = OTHER.extra = Thing.extra = 1
    if x is not None:
        del extra
        del OTHER.extra, Thing.extra


# -- Nothing that outlives the call


@program(KNOWN, 0)
def closure_of_its_own(x):
    total = 0

    def add(by):
        nonlocal total
        total = total + by
        return total

    def again(k):
        return add(x) if k == 0 else again(k - 1)

    return again(2)


@program(KNOWN, 0)
def object_of_its_own(x):
    one, two = Thing(), Thing()
    one.other, two.other = two, one
    if x > 0:
        one.count = x
        two.items.append(x)
    return one.count + len(two.items)


@program(KNOWN, 0)
def class_of_its_own(x):
    class Own:
        total = 0

    if x > 0:
        Own.total = x
    return Own.total
