"""What `x += y` and its kin did while a function was traced.

An array that the function made by NumPy is changed in place. What else there is in a
graph is a tensor or an array, as the function is called: the name is bound to a new
one, and the update is noted. Where that would be seen to differ if arrays are given,
`graph.staging.clashes` finds it, once all is traced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graph.array_methods import register_handler
from graph.building import _STATE
from graph.partial import OptionalTensor
from graph.specs import is_list
from graph.staging.numpy_arrays import is_of_numpy, update_whole
from graph.staging.overwriting import ITEMS, current, sources_of
from graph.tensor import SymbolicTensor

if TYPE_CHECKING:
    from graph.graph import Node
    from graph.origin import Origin
    from graph.staging.layout import Layout


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """`old symbol= value`, which gave a new tensor.

    Attributes:
        symbol: Such as `+`.
        old: What the name was bound to.
        new: What it is bound to now.
        last: The last node of the graph by then.
    """

    symbol: str
    old: SymbolicTensor
    new: SymbolicTensor
    last: Node

    @property
    def origin(self) -> Origin:
        """The user's line."""
        return self.new.node.origin


def update(old: SymbolicTensor, new: Any, symbol: str) -> Any:
    """Return what a name is bound to by `name symbol= value`.

    Args:
        old: What it was bound to.
        new: What the operator gave.
        symbol: The operator.
    """
    graph = _STATE.graph
    if graph is None or type(new) is not SymbolicTensor:
        return new
    if type(old) is OptionalTensor:
        old = old.value
    if is_of_numpy(old):
        update_whole(old, new, symbol)
        return old
    used = current(old) if graph.has_writes else old
    graph.updates.append(Update(symbol, used, new, graph.nodes[-1]))
    return new


# -- What arrays are made of ---------------------------------------------------------

#: Ways in which a value may be an array: the inputs that then all are arrays.
Ways = frozenset[frozenset[int]]

_NEVER: Ways = frozenset()
_ALWAYS: Ways = frozenset({frozenset()})
_MANY = 8


class Makers:
    """Which inputs of a graph have to be arrays for a value to be one.

    Operators and functions of NumPy's make arrays of arrays, and tensors where one of
    their operands is a tensor. The library's own functions make tensors.
    """

    def __init__(self, layout: Layout) -> None:
        """Ask about the values of a graph."""
        self._layout = layout
        self._found: dict[int, Ways] = {}

    def ways(self, value: SymbolicTensor) -> Ways:
        """Return the ways in which a value may be an array, inputs by identity."""
        if type(value) is OptionalTensor:
            value = value.value
        if value.spec.dtype.is_python:
            return _ALWAYS
        known = self._found.get(id(value))
        if known is None:
            self._found[id(value)] = _NEVER  # a loop adds nothing of its own
            known = self._found[id(value)] = _few(self._asked(value))
        return known

    def _of_all(self, values: Sequence[SymbolicTensor]) -> Ways:
        """Return the ways in which all of some values are arrays."""
        found = _ALWAYS
        for each in values:
            found = _few(frozenset(a | b for a in found for b in self.ways(each)))
        return found

    def _asked(self, value: SymbolicTensor) -> Ways:
        links = value.links
        if links is not None and links.owner is not None:
            return self.ways(links.owner)
        if links is not None and links.is_of_numpy:
            return _ALWAYS
        if value.givers is not None:
            return self._of_all(value.givers) if value.givers else _NEVER
        if self._layout.is_given(value):
            return frozenset({frozenset({id(value)})})
        node, op = value.node, value.node.op
        before = [each.value for each in self._layout.handed_on(value)]
        if before:
            pass
        elif is_list(value.spec) or op.name in ITEMS or op.is_control:
            before = sources_of(value)
        elif op.name == "getitem" or (op.may_alias and not op.is_public):
            before = [node.inputs[0]]
        return frozenset().union(*map(self.ways, before))


def _few(ways: Ways) -> Ways:
    """Return ways, or wider ones if there are many."""
    if len(ways) <= _MANY:
        return ways
    return frozenset(frozenset({each}) for way in ways for each in way)


register_handler("update", update)

__all__ = ["Makers", "Update", "Ways", "update"]
