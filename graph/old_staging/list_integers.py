"""Whether lists of the graph hold numbers of Python's that have another class there.

    [1, 0.5]            floats in the graph, of which one is an integer
    [x, 0]              tensors in the graph, of which one is an integer of Python's

A list of the graph has one dtype for all its items. Which of them are integers in plain
Python, no run knows: what asks for an item's class, or its text, is refused.
"""

from __future__ import annotations

from typing import Any, Final

from graph import dtypes
from graph.old_staging.kinds import ITEMS_OF
from graph.old_staging.links import links_of
from graph.old_staging.number_types import (
    INTEGERS,
    NEVER,
    Numbers,
    is_tensor_number,
    number_types,
)
from graph.segments import Column
from graph.specs import element_of, innermost, is_list
from graph.tensor import _DISPATCH, SymbolicTensor


def may_hold_integers(column: Any) -> bool:
    """Tell whether a column of floats may hold what is an integer in plain Python.

    Args:
        column: A column, or a run-time list, of floats of Python's; others hold none.
    """
    return _of_floats(column) and _holds(column, set())


def is_item_of_integers(value: SymbolicTensor) -> bool:
    """Tell whether a float is an item of a list that may hold integers."""
    if value.spec.dtype is not dtypes.python_float or not value.node.inputs:
        return False
    return may_hold_integers(value.node.inputs[0])


def numbers_in_list(value: SymbolicTensor | Column) -> Numbers:
    """Return the classes of Python's numbers that items of a list of tensors may be.

    Args:
        value: The list, or an item of it.
    """
    held = value
    if type(value) is SymbolicTensor and not is_list(value.spec):
        held = value.node.inputs[0]
    specs = [innermost(x) if is_list(x) else x for x in (value.spec, held.spec)]
    return _numbers(held) if all(map(is_tensor_number, specs)) else NEVER


def _numbers(value: Any) -> Numbers:
    if isinstance(value, Column):
        return NEVER.union(*map(_numbers, value.values()))
    if type(value) is not SymbolicTensor or not is_list(value.spec):
        return number_types(value)
    links = links_of(value)
    if links.numbers:
        return links.numbers
    if links.listed is None:
        links.listed = NEVER.union(*map(_numbers, _sources(value)))
    return links.listed


def _of_floats(column: Any) -> bool:
    element = column.spec if isinstance(column, (Column, SymbolicTensor)) else None
    if element is None or not is_list(element):
        return False
    element = innermost(element)
    return element is not None and element.dtype is dtypes.python_float


def _holds(value: Any, seen: set[int]) -> bool:
    if isinstance(value, Column):
        return any(_holds(each, seen) for each in value.values())
    if type(value) is not SymbolicTensor or not is_list(value.spec):
        return bool(number_types(value) & INTEGERS)
    if id(value) in seen:
        return False
    seen.add(id(value))
    return any(_holds(each, seen) for each in _sources(value))


# Ops whose lists hold all that they are made of.
_KEEPING_ALL: Final = frozenset(
    {"list_append", "list_concat", "list_from", "list_insert"}
)


def each_has_float(value: Any, seen: frozenset[int] = frozenset()) -> bool:
    """Tell whether each list in a list holds a float that is one in plain Python, too.

    Args:
        value: The list, or a column, of lists of Python's floats.
        seen: Where loops that were met come round.
    """
    if isinstance(value, Column):
        return all(each_has_float(each, seen) for each in value.values())
    if type(value) is not SymbolicTensor or not is_list(value.spec):
        return False
    if not is_list(element_of(value.spec)):
        is_known = value.node.op.name in _KEEPING_ALL
        return is_known and any(map(_is_float, _sources(value)))
    if id(value) in seen:
        return True
    made_of = _sources(value)
    is_known = bool(made_of) or value.node.op.name == "list_from"
    return is_known and all(each_has_float(x, seen | {id(value)}) for x in made_of)


def _is_float(value: Any) -> bool:
    if type(value) is SymbolicTensor and is_list(value.spec):
        is_known = value.node.op.name in _KEEPING_ALL
        return is_known and any(map(_is_float, _sources(value)))
    return number_types(value) == {float}


def most_numbers(value: Any, numbers: Numbers) -> float:
    """Return of how many items a list can be numbers of some classes, at most.

    Args:
        value: The list, a column, or an item.
        numbers: The classes.
    """
    if isinstance(value, Column):
        return sum(most_numbers(each, numbers) for each in value.values())
    if type(value) is not SymbolicTensor or not is_list(value.spec):
        return float(bool(number_types(value) & numbers))
    node, place = value.node, value.value_index
    if node.op.name == "placeholder":
        outer = [outer for outer, inner in value.graph.captures if inner is value]
        is_carried = links_of(value).begins is not None  # what it begins with counts
        return 0 if is_carried else sum(most_numbers(x, numbers) for x in outer)
    if node.op.name == "while_loop":
        grown = most_numbers(node.subgraphs["body"].outputs[place], numbers)
        return most_numbers(node.inputs[place], numbers) + (grown and float("inf"))
    found = sum(most_numbers(each, numbers) for each in _sources(value))
    is_repeated = node.op.name in ("list_fill", "list_repeat")
    return float("inf") if found and is_repeated else found


def _sources(value: SymbolicTensor) -> list[Any]:
    """Return the items, and the lists, that a list is made of."""
    node, place = value.node, value.value_index
    if node.op.name == "placeholder":
        outer = [outer for outer, inner in value.graph.captures if inner is value]
        begins = links_of(value).begins
        return outer if begins is None else [begins]
    if node.op.name == "while_loop":
        return [node.inputs[place], node.subgraphs["body"].outputs[place]]
    if node.subgraphs:
        bodies = node.subgraphs.values()
        return [body.outputs[place] for body in bodies if place < len(body.outputs)]
    at, n_items = ITEMS_OF.get(node.op.name, (0, 0))
    lists = [each for each in node.inputs if is_list(each.spec)]
    return [*node.inputs[at : at + n_items], *lists]


_DISPATCH["is_item_of_integers"] = is_item_of_integers
_DISPATCH["numbers_in_list"] = numbers_in_list

__all__ = [
    "each_has_float",
    "is_item_of_integers",
    "may_hold_integers",
    "most_numbers",
    "numbers_in_list",
]
