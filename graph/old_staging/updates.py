"""What `x += y` and its kin did while a function was traced.

An array that the function made by NumPy is changed in place. What else there is in a
graph is a tensor or an array, as the function is called: the name is bound to a new
one, and the update is noted. Where that would be seen to differ if arrays are given,
`graph.old_staging.clashes` finds it, once all is traced.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from graph import shapes
from graph.array_methods import register_handler
from graph.building import _STATE
from graph.givers import LISTED
from graph.old_staging.chosen_arrays import choice_of
from graph.old_staging.held_elsewhere import check_alone
from graph.old_staging.memory import ITEMS, sources_of
from graph.old_staging.numpy_arrays import is_of_numpy, update_whole
from graph.old_staging.overwriting import check_memory, current
from graph.old_staging.read_only import is_fixed
from graph.old_staging.views import is_view
from graph.ops.arguments import apply_as_given
from graph.ops.in_place_shapes import CHECK_HELD
from graph.partial import OptionalTensor
from graph.shapes import Shape
from graph.specs import is_list, spec_of
from graph.structure import is_placeholder
from graph.tensor import _DISPATCH, EagerTensor, SymbolicTensor

if TYPE_CHECKING:
    from graph.graph import Node
    from graph.old_staging.layout import Layout
    from graph.origin import Origin


@dataclass(frozen=True, slots=True, eq=False)
class Update:
    """`old symbol= value`, which gave a new tensor.

    Attributes:
        symbol: Such as `+`.
        old: What the name was bound to.
        new: What it is bound to now.
        last: The last node of the graph by then.
        key: Which check of the run tells whether an array would hold the result; ""
            where there is none.
    """

    symbol: str
    old: SymbolicTensor
    new: SymbolicTensor
    last: Node
    key: str = ""

    @property
    def origin(self) -> Origin:
        """The user's line."""
        return self.new.node.origin


def check_held(old: Any, other: Any, symbol: str) -> str:
    """Have the run check that `old symbol= other` does not widen an array.

    Returns:
        The key of the check, "" if none is needed.
    """
    graph = _STATE.graph
    is_array = isinstance(other, (SymbolicTensor, EagerTensor, np.ndarray))
    if graph is None or not is_array or symbol == "@" or type(old) is OptionalTensor:
        return ""
    if old.givers == () or _surely_holds(old.spec.shape, spec_of(other).shape):
        return ""
    if old.spec.dtype.is_python or _is_array(old) or _is_made_here(old):
        return ""  # no array; or surely one, which is written to; or a tensor
    key = f"{graph.root.name}/{graph.root.unique_name('held')}"
    apply_as_given(CHECK_HELD, (old, other), {"key": key})
    return key


def _is_array(value: SymbolicTensor) -> bool:
    """Is it surely an array of NumPy's that is to be changed in place?"""
    if is_of_numpy(value):
        return True
    if not value.graph.root.updates_arrays:
        return False
    is_number = value.spec.shape == () and not is_view(value)  # `x[..., 0]` is an array
    if is_number or value.spec.dtype.is_python:
        return False
    is_of_loop = is_placeholder(value.node) or choice_of(value) is not None
    if value.graph.exchanged is not None and is_of_loop:
        return _DISPATCH["assumed_kind"](value) is np.ndarray
    return bool(_DISPATCH["is_array"](value))


def _is_made_here(value: SymbolicTensor) -> bool:
    """Is it what a function of the library's own has made, a tensor?"""
    op = value.node.op
    is_made = value.givers is None and op.is_public and value.links is None
    return is_made and not (op.is_control or op.name in ITEMS or op.name == "getitem")


def _surely_holds(own: Shape, other: Shape) -> bool:
    """Tell whether `other` surely broadcasts to a shape, or is known not to."""
    if other is None:
        return False
    if all(dim == 1 for dim in other):
        return not other or (own is not None and len(other) <= len(own))
    # What is known to differ tracing tells, or the operator.
    return shapes.is_static(own) and shapes.is_static(other)


def update(old: SymbolicTensor, new: Any, symbol: str, key: str = "") -> Any:
    """Return what a name is bound to by `name symbol= value`.

    Args:
        old: What it was bound to.
        new: What the operator gave.
        symbol: The operator.
        key: The key of the check that the result fits.
    """
    graph = _STATE.graph
    if graph is None or type(new) is not SymbolicTensor:
        return new
    if type(old) is OptionalTensor:
        old = old.value
    if _is_array(old) or is_fixed(old):
        update_whole(old, new, symbol)
        return old
    check_memory(old)
    check_alone(old, symbol)
    used = current(old) if graph.has_writes else old
    graph.updates.append(Update(symbol, used, new, graph.nodes[-1], key))
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

    def ways(self, value: Any) -> Ways:
        """Return the ways in which a value may be an array, inputs by identity."""
        if type(value) is OptionalTensor:
            value = value.value
        if value is LISTED or _is_number(value):
            return _ALWAYS
        known = self._found.get(id(value))
        if known is None:
            self._found[id(value)] = _NEVER  # a loop adds nothing of its own
            known = self._found[id(value)] = _few(self._asked(value))
        return known

    def _of_all(self, values: Sequence[Any]) -> Ways:
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
        if op.name == "const":
            return _ALWAYS if _is_of_array(value) else _NEVER
        before = [each.value for each in self._layout.handed_on(value)]
        if before:
            pass
        elif is_list(value.spec) or op.name in ITEMS or op.is_control:
            before = sources_of(value)
        elif op.name == "getitem" or (op.may_alias and not op.is_public):
            before = [node.inputs[0]]
        # What is a number on some paths is no array there.
        arrays = [each for each in before if not _is_number(each)]
        return frozenset().union(*map(self.ways, arrays))


def _is_number(value: SymbolicTensor) -> bool:
    return value.spec.dtype.is_python and not is_list(value.spec)


def _is_of_array(constant: SymbolicTensor) -> bool:
    """Tell whether a constant stands for an array of NumPy's, and for no tensor."""
    if constant.spec.shape == ():
        return False  # a number, as far as anybody makes one
    given = constant.node.graph._constants.values()
    return any(made is constant and type(x) is np.ndarray for x, made in given)


def _few(ways: Ways) -> Ways:
    """Return ways, or wider ones if there are many."""
    if len(ways) <= _MANY:
        return ways
    return frozenset(frozenset({each}) for way in ways for each in way)


register_handler("update", update)
register_handler("check_held", check_held)

__all__ = ["Makers", "Update", "Ways", "update"]
