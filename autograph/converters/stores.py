"""Store attributes and items through the operators, which journal what is written."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import (
    Node,
    constant,
    located,
    name,
    nodes,
    operator,
    quote,
    stored,
)


class Stores(Converter):
    """Turn stores and deletions of attributes and items into calls.

        a.b = v             ->      ag__.set_attr(value=v, target=a, name='b')
        a.b = x = v         ->      value_ = v
                                    ag__.set_attr(a, 'b', value_)
                                    x = value_
        del a[i]            ->      ag__.del_item(a, i)
        for a[i] in xs:     ->      for item_ in xs:
            g()                         ag__.set_item(a, i, item_)
                                        g()

    Keeps   Python's order: the value first, then each target's object and index, from
            left to right; a sequence is unpacked before its first part is stored.
    Leaves  no attribute or item as a target, but in comprehensions and `a.b += v`.
    """

    def visit_Assign(self, node: Node) -> list[Node]:
        self.generic_visit(node)
        if all(map(_has_names_only, node.targets)):
            return [node]
        block: list[Node] = []
        value = node.value
        if len(node.targets) == 1 and isinstance(
            node.targets[0], (nodes.Attribute, nodes.Subscript)
        ):
            return [_call_value_first(node.targets[0], value)]
        if not isinstance(value, nodes.Constant):
            block, value = self._held(value, "value_")
        for target in node.targets:
            block.extend(self._store(target, value))
        return block

    def visit_For(self, node: Node) -> Node:
        self.generic_visit(node)
        if not _has_names_only(node.target):
            item = self.fresh("item_")
            node.body[:0] = self._store(node.target, name(item))
            node.target = located(stored(item), node.target)
        return node

    def visit_With(self, node: Node) -> Node:
        self.generic_visit(node)
        for at, item in enumerate(node.items):
            target = item.optional_vars
            if target is None or _has_names_only(target):
                continue
            entered, rest = self.fresh("entered_"), node.items[at + 1 :]
            item.optional_vars = located(stored(entered), target)
            if rest:
                inner = located(nodes.With(rest, node.body, None), node)
                node.items, node.body = node.items[: at + 1], [self.visit_With(inner)]
            node.body[:0] = self._store(target, name(entered))
            break
        return node

    def visit_Delete(self, node: Node) -> list[Node]:
        self.generic_visit(node)
        return [each for target in node.targets for each in self._delete(target)]

    def _delete(self, target: Node) -> list[Node]:
        if isinstance(target, (nodes.Tuple, nodes.List)):
            return [each for part in target.elts for each in self._delete(part)]
        if isinstance(target, nodes.Name):
            return [located(nodes.Delete([target]), target)]
        return [_call(target, "del_attr", "del_item")]

    def _store(self, target: Node, value: Node) -> list[Node]:
        """Return the statements that store a value, already computed, in a target."""
        if _has_names_only(target):
            return [located(nodes.Assign([target], value, None), target)]
        if isinstance(target, (nodes.Attribute, nodes.Subscript)):
            return [_call(target, "set_attr", "set_item", value)]
        parts = [self.fresh("value_") for _ in target.elts]
        unpacked = [
            nodes.Starred(stored(part), nodes.Store())
            if isinstance(each, nodes.Starred)
            else stored(part)
            for part, each in zip(parts, target.elts, strict=True)
        ]
        kind = nodes.Tuple(unpacked, nodes.Store())
        block = [located(nodes.Assign([kind], value, None), target)]
        for part, each in zip(parts, target.elts, strict=True):
            inner = each.value if isinstance(each, nodes.Starred) else each
            block.extend(self._store(inner, name(part)))
        return block

    def _held(self, value: Node, base: str) -> tuple[list[Node], Node]:
        """Return the statement that holds a value under a fresh name, and the name."""
        held = self.fresh(base)
        assign = nodes.Assign([stored(held)], value, None)
        return [located(assign, value)], name(held)


def _call(target: Node, on_attribute: str, on_item: str, *value: Node) -> Node:
    """Return the call that stores or deletes an attribute or item."""
    method, place = (
        (on_attribute, constant(target.attr))
        if isinstance(target, nodes.Attribute)
        else (on_item, index_of(target.slice))
    )
    arguments = [target.value, place, *(each for each in value)]
    call = nodes.Call(operator(method), arguments, [])
    return located(nodes.Expr(call), target)


def _call_value_first(target: Node, value: Node) -> Node:
    """Return the call that stores a value which is computed ahead of its target.

    No variable holds the value: it may live as short as Python lets it.
    """
    statement = _call(target, "set_attr", "set_item")
    call = statement.value
    if isinstance(value, nodes.Constant):
        call.args.append(value)
        return statement
    parts = {"value": value, "target": call.args[0]}
    parts["name" if isinstance(target, nodes.Attribute) else "key"] = call.args[1]
    call.keywords = [
        located(nodes.keyword(name, part), target) for name, part in parts.items()
    ]
    call.args = []
    return statement


def index_of(index: Node) -> Node:
    """Return an index as an expression: `1:2` becomes `ag__.slice(1, 2, None)`."""
    if isinstance(index, nodes.Slice):
        parts = [each or constant(None) for each in (index.lower, index.upper)]
        step = index.step or constant(None)
        call = quote(
            "ag__.slice(LOWER, UPPER, STEP)", LOWER=parts[0], UPPER=parts[1], STEP=step
        )
        return located(call, index)
    if isinstance(index, nodes.Tuple):
        index.elts = [index_of(each) for each in index.elts]
    return index


def _has_names_only(target: Node) -> bool:
    """Tell whether a target stores in variables alone."""
    if isinstance(target, (nodes.Tuple, nodes.List)):
        return all(map(_has_names_only, target.elts))
    if isinstance(target, nodes.Starred):
        return _has_names_only(target.value)
    return isinstance(target, nodes.Name)
