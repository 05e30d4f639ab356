"""Turn f-strings, and `%` that may be about text, into calls."""

from __future__ import annotations

import sys

from autograph.converters.base import Converter
from autograph.syntax import Node, constant, located, name, nodes, operator, quote

# From then on a conversion comes before the specification is computed.
_CONVERTS_FIRST = sys.version_info >= (3, 13)


class FStrings(Converter):
    """Turn f-strings, and `%` that may be about text, into calls.

        f"a{x!r:>{n}}"  ->      ag__.f_string('a', ag__.formatted(x, 'r',
                                    ag__.f_string('>', ag__.formatted(n, '', ''))))
        a % b           ->      ag__.mod(a, b)
        a %= b          ->      a = ag__.mod(a, b, '%=')

    Keeps   that each value is formatted before the next one is computed.
    Leaves  no f-string that shows a value, and `%` beside a literal number only.
    """

    comes_of = (nodes.JoinedStr, nodes.Mod)

    def visit_JoinedStr(self, node: Node) -> Node:
        if not any(isinstance(part, nodes.FormattedValue) for part in node.values):
            return node
        return located(self._joined(node), node)

    def visit_FormattedValue(self, node: Node) -> Node:
        return located(self._formatted(node), node)

    def visit_BinOp(self, node: Node) -> Node:
        self.generic_visit(node)
        if not isinstance(node.op, nodes.Mod) or _is_number(node.left, node.right):
            return node
        call = quote("ag__.mod(LEFT, RIGHT)", LEFT=node.left, RIGHT=node.right)
        return located(call, node)

    def visit_AugAssign(self, node: Node) -> Node:
        self.generic_visit(node)
        is_name = isinstance(node.target, nodes.Name)
        if not is_name or not isinstance(node.op, nodes.Mod) or _is_number(node.value):
            return node
        left = located(name(node.target.id), node.target)
        call = quote("ag__.mod(LEFT, RIGHT, '%=')", LEFT=left, RIGHT=node.value)
        assigned = nodes.Assign([node.target], located(call, node), None)
        return located(assigned, node)

    def _joined(self, node: Node) -> Node:
        pieces = [self.visit(part) for part in node.values]
        return nodes.Call(operator("f_string"), pieces, [])

    def _formatted(self, node: Node) -> Node:
        value = self.visit(node.value)
        conversion = "" if node.conversion == -1 else chr(node.conversion)
        if node.format_spec is None:
            return _call(value, conversion, constant(""))
        spec = self._spec(node.format_spec)
        if conversion and _CONVERTS_FIRST and not isinstance(spec, nodes.Constant):
            piece = located(_call(value, conversion, constant("")), node)
            value = located(nodes.Call(operator("f_string"), [piece], []), node)
            conversion = ""
        return _call(value, conversion, spec)

    def _spec(self, node: Node) -> Node:
        if all(isinstance(part, nodes.Constant) for part in node.values):
            return constant("".join(part.value for part in node.values))
        return located(self._joined(node), node)


def _call(value: Node, conversion: str, spec: Node) -> Node:
    return quote(
        "ag__.formatted(VALUE, CONVERSION, SPEC)",
        VALUE=value,
        CONVERSION=constant(conversion),
        SPEC=spec,
    )


def _is_number(*operands: Node) -> bool:
    """Tell whether one of the operands is a literal number, which no text is beside."""
    return any(
        isinstance(each, nodes.Constant)
        and isinstance(each.value, (int, float, complex))
        for each in operands
    )
