"""Take sequences apart through the operators."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.syntax import (
    Node,
    constant,
    located,
    name,
    nodes,
    quote,
    stored,
    tuple_of,
)


class Unpackings(Converter):
    """Take sequences apart through the operators.

        a, (b, *c) = v      ->      a, (b, *c) = ag__.unpack(v, (None, (None, ...)))
        for a, b in xs:     ->      for item_ in xs:
            g()                         a, b = ag__.unpack(item_, (None, None))
                                        g()
        (*xs, 1)            ->      (*ag__.plain_items(xs, ...), 1)
        [f(x) for x in xs]  ->      [f(x) for x in ag__.plain_items(xs)]

    Keeps   that a value is taken apart where it was, and once.
    Leaves  no sequence that Python takes apart without asking, but as a parameter
            `*args`, and in comprehensions' targets.
    """

    def visit_Assign(self, node: Node) -> Node | list[Node]:
        self.generic_visit(node)
        if not any(map(_is_sequence, node.targets)):
            return node
        if len(node.targets) == 1:
            if not _is_display(node.value, node.targets[0]):
                node.value = _unpacked(node.value, node.targets[0])
            return node
        held = self.fresh("value_")
        block = [located(nodes.Assign([stored(held)], node.value, None), node)]
        for target in node.targets:
            value = name(held)
            if _is_sequence(target):
                value = _unpacked(value, target)
            block.append(located(nodes.Assign([target], value, None), node))
        return block

    def visit_For(self, node: Node) -> Node:
        self.generic_visit(node)
        target = node.target
        if _is_sequence(target):
            item = self.fresh("item_")
            assign = nodes.Assign([target], _unpacked(name(item), target), None)
            node.body[:0] = [located(assign, target)]
            node.target = located(stored(item), target)
        return node

    def visit_Tuple(self, node: Node) -> Node:
        return self._display(node, constant(...))

    def visit_List(self, node: Node) -> Node:
        return self._display(node, constant(...))

    def visit_Set(self, node: Node) -> Node:
        return self._display(node)

    def visit_comprehension(self, node: Node) -> Node:
        self.generic_visit(node)
        if node.is_async:
            return node
        call = quote("ag__.plain_items(ITEMS)", ITEMS=node.iter)
        if _is_sequence(node.target):
            call.args.append(_pattern(node.target))
        node.iter = located(call, node.iter)
        return node

    def _display(self, node: Node, *pattern: Node) -> Node:
        self.generic_visit(node)
        if isinstance(getattr(node, "ctx", None), nodes.Store):
            return node
        for each in node.elts:
            if isinstance(each, nodes.Starred):
                call = quote("ag__.plain_items(ITEMS)", ITEMS=each.value)
                call.args.extend(pattern)
                each.value = located(call, each.value)
        return node


def _is_sequence(target: Node) -> bool:
    return isinstance(target, (nodes.Tuple, nodes.List))


def _is_display(value: Node, target: Node) -> bool:
    """Tell whether what is taken apart is written there, as in `a, b = b, a`."""
    return (
        isinstance(value, nodes.Tuple)
        and len(value.elts) == len(target.elts)
        and not any(
            isinstance(each, nodes.Starred) for each in (*value.elts, *target.elts)
        )
        and not any(map(_is_sequence, target.elts))
    )


def _unpacked(value: Node, target: Node) -> Node:
    call = quote("ag__.unpack(VALUE, PATTERN)", VALUE=value, PATTERN=_pattern(target))
    return located(call, target)


def _pattern(target: Node) -> Node:
    if isinstance(target, nodes.Starred):
        return constant(...)
    if _is_sequence(target):
        return tuple_of([_pattern(each) for each in target.elts])
    return constant(None)
