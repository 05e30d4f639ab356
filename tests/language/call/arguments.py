"""Arguments: lists and dicts that a function changes for its caller; their classes."""

from __future__ import annotations

import array
import collections
import dataclasses
from typing import Any

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant


@dataclasses.dataclass
class Box:
    x: Any
    n: Any = 3


@dataclasses.dataclass(frozen=True)
class Pair:
    x: Any
    y: Any


# -- Lists


@programs.staged([T(1)])
def appended(items):
    """A sum is appended to a list argument."""
    items.append(items[0] + 1)
    return items[-1]


@programs.staged([T(1)], [np.array([1.0, 2.0]), 5])
def replaced(items):
    """The first item of a list argument is doubled."""
    items[0] = items[0] * 2
    return items[0]


@programs.staged([3, 1, 2])
def sorted_in_place(items):
    """A list argument of Python ints is sorted in place."""
    items.sort()
    return items[0]


@programs.staged([T(1), 2, T([3])])
def inserted_and_deleted(items):
    """`insert`, `pop` and `del` of a slice of a list argument."""
    items.insert(0, items.pop())
    del items[1:]
    return len(items)


@programs.staged([T(1)])
def new_values(items):
    """A tuple with a dict in it and a dataclass are appended to a list argument."""
    items.append((items[0] + 1, {"a": [items[0]], "b": None}, "text"))
    items.append(Pair(items[0], Box(items[0] * 2)))


@programs.staged([T(1)], [T(-1)])
def appended_on_one_path(items):
    """A list argument has another length after one branch."""
    if items[0] > 0:
        items.append(items[0])
    return len(items)


@programs.staged([T(1)], [T(-1)])
def none_on_one_path(items):
    """A tensor or None, decided at run time, is appended to a list argument."""
    found = None
    if items[0] > 0:
        found = items[0] * 2
    items.append(found)


@programs.falls([T(2)], [T(0), 5])
def appended_in_a_loop(items):
    """A dynamic loop appends to a list argument."""
    for i in ag.range(items[0]):
        items.append(i)
    return len(items)


@programs.staged((T(1), [T(10)]))
def of_a_function_within(x, items):
    """A decorated helper appends to an own list and to that of the caller."""
    own = [x]
    appended_by_itself(own)
    appended_by_itself(own)
    appended_by_itself(items)
    return len(own), own[-1]


@ag.function
def appended_by_itself(items):
    items.append(items[0] + 1)


# -- Dicts


@programs.staged({"a": T(1)}, collections.OrderedDict(a=T(1)))
def a_key_set(table):
    """A key is added to a dict argument."""
    table["b"] = table["a"] + 1
    return table["b"]


@programs.staged({"a": T(1), "c": 2}, {"c": 2})
def a_key_popped(table):
    """`pop` of a dict argument, which raises KeyError for one call."""
    return table.pop("a")


@programs.staged({"a": {"b": []}, "x": T(1)})
def nested(table):
    """A list in a dict in a dict argument grows."""
    table["a"]["b"].append(table["x"])
    return len(table["a"]["b"])


@programs.staged({"x": T(1), "list": [T(2)]})
def moved(table):
    """A list of a dict argument moves to another key and into a new list."""
    table["kept"], table["list"] = table["list"], [table["x"], table["list"]]
    return table["x"]


@programs.falls({"n": T(3)})
def grown_in_a_dict(table):
    """A list that grows in a dynamic loop is stored in a dict argument."""
    found = []
    for i in ag.range(table["n"]):
        if i != 1:
            found.append(i * 2)
        else:
            found.append(i)
    table["found"] = found


@programs.staged({"x": T(1), "old": T(2)}, {"x": T(-1), "old": T(2)})
def a_key_on_one_path(table):
    """One branch adds a key to a dict argument, the other one removes a key."""
    if table["x"] > 0:
        table["new"] = table["x"]
    else:
        table.pop("old", None)
    return len(table)


@programs.staged(T(1))
def keywords(x):
    """A helper changes its `*items` and `**named`."""
    items = []
    return [change(items, old=x + i) for i in range(2)], items


def change(*items, **named):
    named["new"] = named.pop("old")
    items[0].append(named["new"])
    return len(items[0]) + len(named)


@programs.staged(([], {"c": 1}, T(1)))
def before_an_exception(items, table, x):
    """A list and a dict change before a KeyError."""
    items.append(3)
    table["a"] = 4
    table["b"] = [x]
    del table["c"]
    raise KeyError("no")


# -- Classes of arrays and tensors

VECTOR, ARRAY = T([1.0, 2.0]), np.array([1.0, 2.0], np.float32)
SCALARS = (T(3.0), np.array(3, np.float32), np.float32(3))


@programs.staged(VECTOR, ARRAY, *SCALARS)
def is_an_array(x):
    """`isinstance` of an argument and `np.ndarray`."""
    if isinstance(x, np.ndarray):
        return x * 2
    return x


@programs.staged(ARRAY, VECTOR, *SCALARS)
def is_a_tensor(x):
    """`isinstance` of an argument and `ag.Tensor`."""
    return x * 10 if isinstance(x, ag.Tensor) else ag.constant(x)


@programs.staged(*SCALARS, 3.0, 3, np.float64(3))
def is_a_number(x):
    """`isinstance` of an argument and the classes of numbers."""
    return x + 1 if isinstance(x, (int, float, np.generic)) else x


@programs.staged(*SCALARS)
def by_its_type(x):
    """`type` of an argument is compared by `is`."""
    kind = type(x)
    return x if kind is np.ndarray else x * 2 if kind is np.float32 else x * 3


@programs.staged(*SCALARS)
def asked_in_a_branch(x):
    """`isinstance` of an argument in a dynamic branch."""
    if x > 2:
        return x * 2 if isinstance(x, np.generic) else x
    return -x


@programs.staged(*[(x, y) for x in (VECTOR, ARRAY) for y in (VECTOR, ARRAY)])
def asked_by_a_function_within(x, y):
    """A decorated helper asks for the class of its argument."""
    return is_an_array_itself(x), is_an_array_itself(y), is_an_array_itself(x)


@ag.function
def is_an_array_itself(x):
    return x * 2 if isinstance(x, np.ndarray) else x


@programs.staged(VECTOR, ARRAY)
def of_what_is_computed(x):
    """`isinstance` of a product of an argument and `np.ndarray`."""
    return isinstance(x * 2, np.ndarray)


@programs.staged(VECTOR, ARRAY)
def of_what_a_loop_carries(x):
    """`isinstance` of what a dynamic loop computes and `np.ndarray`."""
    found = False
    while x[0] < 8:
        found = isinstance(x * 2, np.ndarray)
        x = x * 2
    return found


@programs.staged(ARRAY)
def of_what_becomes_a_tensor_in_a_loop(x):
    """`isinstance` of an array that a dynamic loop rebinds to a tensor."""
    found = False
    while x[0] < 8:
        found = isinstance(x, np.ndarray)
        x = ag.multiply(x, 2)
    return found


# -- What counts by its identity


class Items(list[Any]):
    pass


@programs.staged(({1, 2}, T(1)), ({3, 4}, T(1)), ({1, 2}, T(2)))
def an_element_added(seen, x):
    """An element is added to a set argument."""
    seen.add(3)
    return x


@programs.staged(
    (bytearray(b"a"), T(1)), (array.array("i", [1]), T(1)), (Items([1]), T(2))
)
def an_item_appended(items, x):
    """A constant is appended to a bytearray, an array or a list of an own class."""
    items.append(6)
    return x
