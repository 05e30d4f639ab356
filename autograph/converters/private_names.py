"""Spell private names out, since converted code is not compiled inside its class."""

from __future__ import annotations

from typing import Any

from autograph.converters.base import Converter
from autograph.source import mangled
from autograph.syntax import Node, nodes

# Where gast keeps identifiers that Python mangles, by kind of node.
_FIELDS = {
    nodes.Name: ("id",),
    nodes.Attribute: ("attr",),
    nodes.FunctionDef: ("name",),
    nodes.AsyncFunctionDef: ("name",),
    nodes.ClassDef: ("name",),
    nodes.keyword: ("arg",),
    nodes.MatchAs: ("name",),
    nodes.MatchStar: ("name",),
    nodes.MatchMapping: ("rest",),
    nodes.TypeVar: ("name",),
    nodes.ParamSpec: ("name",),
    nodes.TypeVarTuple: ("name",),
}
_DEFINITIONS = (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.ClassDef)


class PrivateNames(Converter):
    """Spell private names as Python does inside a class.

        self.__x        ->      self._C__x

    Keeps   every other name; classes inside the function mangle with their own name.
    Leaves  no name that begins with two underscores and does not end with them,
            where there is a class around it.
    """

    comes_of = (nodes.ClassDef,)

    def has_work(self) -> bool:
        return self.context.class_name is not None or super().has_work()

    def convert(self, tree: Node) -> Node:
        self._spell(tree, self.context.class_name)
        return tree

    def _spell(self, node: Any, owner: str | None) -> None:
        if isinstance(node, list):
            for each in node:
                self._spell(each, owner)
        if not isinstance(node, nodes.AST):
            return
        self._spell_fields(node, owner)
        inner = node.name if isinstance(node, nodes.ClassDef) else owner
        for field in node._fields:
            value = getattr(node, field, None)
            self._spell(value, inner if field in ("body", "type_params") else owner)

    def _spell_fields(self, node: Node, owner: str | None) -> None:
        if owner is None:
            return
        for field in _FIELDS.get(type(node), ()):
            value = getattr(node, field)
            if value is not None:
                setattr(node, field, mangled(value, [owner]))
            if isinstance(node, _DEFINITIONS) and mangled(value, [owner]) != value:
                self.context.spelled[mangled(value, [owner])] = value
        if isinstance(node, (nodes.Global, nodes.Nonlocal)):
            node.names = [mangled(each, [owner]) for each in node.names]
        if isinstance(node, nodes.alias):
            # `import __a.b` is left alone; what it binds is mangled.
            bound = node.asname or node.name
            if mangled(bound, [owner]) != bound:
                node.asname = mangled(bound, [owner])
