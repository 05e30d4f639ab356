"""Operations on objects, with leaves and values told apart.

    xs.append(y)            ->      r = leaf(y)
                                    xs.append(r)

    z = d[k]                ->      r = d[k]
                                    z = load(r)

Nodes of open graphs are changed where they stand: values stay what they are. What has
been told apart already stays.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from graph.gradients.bodies import open_copy
from graph.gradients.leaves import leaves_of
from graph.gradients.values import has_gradient
from graph.graph import Node
from graph.op import Leaves
from graph.python import leaves as rows
from graph.python.control import FOR, FOR_ITEM, FOR_TEST
from graph.python.objects import (
    DICT,
    LIST,
    OBJECT_CONSTANT,
    SAME,
    SET,
    TUPLE,
    UNBOX_ARRAY,
)
from graph.python.protocols import (
    APPLY,
    BINARY,
    BUILTIN,
    CALL_METHOD,
    GET_ATTR,
    GET_ITEM,
    ITERATING_BUILTINS,
    SET_ATTR,
    SET_ITEM,
    SPREADING,
    UNPACK,
    UNPACK_ONE,
    UNPACK_STARRED,
    UPDATE,
)
from graph.python.record import OBJECT
from graph.tensor import SymbolicTensor

if TYPE_CHECKING:
    from graph.op import Application, Op

ARITHMETIC: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "//": operator.floordiv, "%": operator.mod, "**": operator.pow,
    "@": operator.matmul,
}  # fmt: skip


def explicit(
    applications: Sequence[Application], active: set[int]
) -> list[Application]:
    """Tell leaves and values apart, in nodes but not in the bodies that they hold.

    Args:
        applications: What was applied, in order.
        active: The ids of what may depend on the sources. Nothing comes back to items
            of other tensors: these are no leaves.
    """
    found: list[Application] = []
    for at in list(applications):  # which may be the nodes of an open graph
        if isinstance(at, Node):
            found += _Change(at, active).nodes()
        else:
            found.append(at)
    return found


def _is_value(x: SymbolicTensor) -> bool:
    return has_gradient(x)


class _Change:
    """A node, and what is put before and after it."""

    def __init__(self, node: Node, active: set[int]) -> None:
        self.node, self.active = node, active
        self.before: list[Node] = []
        self.after: list[Node] = []

    def nodes(self) -> list[Node]:
        """Change the node; return what there is now, in order."""
        node = self.node
        if node.op is FOR:
            self._for()
        elif node.op is UNBOX_ARRAY:
            node.op = rows.LOAD_ARRAY
        elif leaves_of(node) is Leaves.MOVES:
            change = _CHANGES.get(node.op, _Change._moved)
            change(self)
        return [*self.before, node, *self.after]

    def _add(
        self, op: Op, inputs: Sequence[Any], specs: Sequence[Any], **attrs: Any
    ) -> tuple[SymbolicTensor, ...]:
        """Put a node before this one."""
        graph, node = self.node.graph, self.node
        given = {**attrs, "specs": tuple(specs)}
        made = graph.add(op, inputs, given, origin=node.origin)
        graph.move_before(node)
        self.before.append(made)
        return made.outputs

    def _become(self, op: Op, inputs: Sequence[Any], effect: str = "w") -> None:
        """Let the node be another one, with the same results."""
        node = self.node
        specs = tuple(y.spec for y in node.outputs)
        node.op, node.inputs = op, tuple(inputs)
        node.attrs = {"specs": specs, "effect": effect}

    def _leaf(self, x: SymbolicTensor) -> SymbolicTensor:
        return self._add(rows.LEAF, [x], [OBJECT], effect="w")[0] if _is_value(x) else x

    def _items(self, x: SymbolicTensor, *, is_guarded: bool = True) -> SymbolicTensor:
        """Return what Python goes through, so that each item is a leaf.

        Args:
            x: A tensor, or an object.
            is_guarded: Must it be no array that may be written?
        """
        if x.spec == OBJECT:
            x = self._builtin(x, "__iter__")
            op = rows.NOT_ARRAY if is_guarded else rows.ROWS
            return self._add(op, [x], [OBJECT], effect="w")[0]
        is_fixed = id(x) not in self.active and not is_guarded
        if not _is_value(x) or x.spec.shape == () or is_fixed:
            return self._leaf(x)
        return self._add(rows.ROWS, [self._leaf(x)], [OBJECT], effect="r")[0]

    def _spread(self) -> None:
        """Have an operation go through its operands."""
        node = self.node
        is_guarded = node.attrs.get("function") not in ITERATING_BUILTINS
        node.inputs = tuple(self._items(x, is_guarded=is_guarded) for x in node.inputs)
        self._moved()

    def _applied(self) -> None:
        """Have a function go through its operands, if it does more than return one."""
        function = self.node.attrs.get("function")
        if getattr(function, "moves_leaves", None) == "operand":
            self._moved()
            return
        self.node.inputs = tuple(self._items(x) for x in self.node.inputs)
        self._moved()

    def _builtin(self, target: SymbolicTensor, name: str) -> SymbolicTensor:
        """Return an object whose method is one of Python's."""
        maker = target.node
        is_made = maker.op in _MADE and maker.attrs.get("cls") is None
        if target.spec != OBJECT or is_made:
            return target
        given = {"effect": "w", "name": name}
        return self._add(rows.BUILTIN_METHOD, [target], [OBJECT], **given)[0]

    def _attribute(self) -> None:
        """Have an attribute be a stored one."""
        node = self.node
        target, *rest = node.inputs
        if target.spec == OBJECT:
            given = {"effect": "w", "name": node.attrs["name"]}
            (target,) = self._add(rows.STORED_ATTRIBUTE, [target], [OBJECT], **given)
        node.inputs = target, *rest
        self._moved()

    def _called(self) -> None:
        """Have a method be one of a container of Python's."""
        node = self.node
        name = node.attrs["name"]
        target, *rest = node.inputs
        target = self._builtin(target, name)
        if name in SPREADING:
            rest = list(map(self._items, rest))
        node.inputs = target, *rest
        self._moved()

    def _moved(self) -> None:
        """Have an operation store leaves, and find leaves."""
        node = self.node
        node.inputs = tuple(map(self._leaf, node.inputs))
        if not any(map(_is_value, node.outputs)):
            return
        specs = [OBJECT if _is_value(y) else y.spec for y in node.outputs]
        attrs = {key: x for key, x in node.attrs.items() if key != "specs"}
        leaves = self._add(node.op, node.inputs, specs, **attrs)
        self._become(rows.LOAD, leaves, "")

    def _get_item(self) -> None:
        node = self.node
        target, key = node.inputs
        if _is_value(target):  # of a tensor: no leaf
            return
        key = self._leaf(key)
        target = self._builtin(target, "__getitem__")
        (y,) = node.outputs
        if _is_value(y):
            effect = node.attrs["effect"]
            found = self._add(GET_ITEM, [target, key], [OBJECT], effect=effect)
            self._become(rows.LOAD_ITEM, [target, key, *found], "r")
        elif y.spec == OBJECT:
            self._become(rows.PART, [target, key], node.attrs["effect"])
        else:
            node.inputs = target, key

    def _set_item(self) -> None:
        target, key, value = self.node.inputs
        key = self._leaf(key)
        target = self._builtin(target, "__setitem__")
        if _is_value(value):
            self._become(rows.SET_LEAF, [target, key, value])
            self.node.outputs = (SymbolicTensor(self.node, 0, OBJECT),)
            self.node.attrs["specs"] = (OBJECT,)
        else:  # also a number without a gradient: what it overwrites had one
            self._become(rows.SET_PART, [target, key, value])

    def _guarded(self) -> None:
        """Have what Python makes of objects be no number."""
        self._moved()
        node = self.node
        if node.op in (BINARY, UPDATE) and node.outputs[0].spec == OBJECT:
            attrs = {key: x for key, x in node.attrs.items() if key != "specs"}
            made = self._add(node.op, node.inputs, [OBJECT], **attrs)
            self._become(rows.ONLY_MOVED, made)

    def _update(self) -> None:
        """Have an array be written that holds `x symbol y`."""
        node = self.node
        element, operand = node.attrs.get("element"), node.attrs.get("operand")
        if element is None or not (
            element.dtype.is_floating or element.dtype.is_complex
        ):
            node.inputs = node.inputs[0], self._items(node.inputs[1])
            self._guarded()
            return
        target, value = node.inputs
        (held,) = self._add(rows.LOAD_ARRAY, [target], [element], effect="r")
        if value.spec == OBJECT and operand is not None:
            (value,) = self._add(rows.LOAD_ARRAY, [value], [operand], effect="r")
        graph = node.graph
        start = len(graph.nodes)
        with graph.as_default():
            result = ARITHMETIC[node.attrs["symbol"]](held, value)
        for made in graph.nodes[start:]:
            graph.nodes.pop(graph.nodes.index(made))
            graph.nodes.append(made)
            graph.move_before(node)
            self.before.append(made)
        (whole,) = self._add(OBJECT_CONSTANT, (), [OBJECT], value=..., effect="")
        self._add(rows.SET_LEAF, [target, whole, result], [OBJECT], effect="w")
        self._become(SAME, [target], "")

    def _for(self) -> None:
        """Have a loop over a tensor go through leaves, one for each row."""
        node = self.node
        test, body = node.attrs["test"], node.attrs["body"]
        asked = next(x for x in test.nodes if x.op is FOR_TEST)
        place = next(i for i, x in enumerate(test.inputs) if x is asked.inputs[0])
        iterable = node.inputs[place]
        items = [y for x in body.nodes if x.op is FOR_ITEM for y in x.outputs]
        is_found = (
            any(map(_is_value, items))
            if iterable.spec == OBJECT
            else _is_value(iterable) and id(iterable) in self.active
        )
        if not is_found:
            return
        leaves = self._items(iterable, is_guarded=False)
        graphs = {}
        for name, each in (("test", test), ("body", body)):
            copy = open_copy(each, node.graph)
            copy._captures = {}
            inner = copy.add_input(OBJECT, "rows")
            copy.nodes.insert(0, copy.nodes.pop())
            for other in copy.nodes:
                if other.op is FOR_TEST:
                    other.inputs = (inner, *other.inputs[1:])
            copy.finish(copy.outputs)
            graphs[name] = copy
        node.extend([*node.inputs, leaves], graphs)


# What makes containers of Python's; of classes that a row is given nothing is known.
_MADE: Final = (LIST, DICT, SET, TUPLE)
_CHANGES: Final[dict[Any, Callable[[_Change], None]]] = {
    APPLY: _Change._applied,
    BUILTIN: _Change._spread,
    GET_ATTR: _Change._attribute,
    SET_ATTR: _Change._attribute,
    CALL_METHOD: _Change._called,
    GET_ITEM: _Change._get_item,
    UNPACK: _Change._applied,
    UNPACK_ONE: _Change._applied,
    UNPACK_STARRED: _Change._applied,
    SET_ITEM: _Change._set_item,
    UPDATE: _Change._update,
    BINARY: _Change._guarded,
}
