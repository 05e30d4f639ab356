"""Clear the flag of a return again whose value raises."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.returns import values_given
from autograph.syntax import Node, is_operator_call, located, nodes, quote_block, walk

_CATCHING = ("try_except", "try_finally", "try_star", "with_stmt")


class ReturnCommits(Converter):
    """Set the flag of a return first, and clear it if computing the value raises.

                                try:
                                    do_return = True
        retval_ = g(x)              retval_ = g(x)
        do_return = True    ->  except:
                                    do_return = False
                                    raise

    This is the documents' form of a return. A return in a `try` or `with` keeps its
    own: where its value raises, in a staged block, the handlers go on with the
    variables as they are at that place.

    Keeps   what the value raises, and that the flag is not set, then.
    Leaves  a `try` that stays one: Python itself runs it.
    """

    comes_of = (nodes.Return,)

    def convert(self, tree: Node) -> Node:
        calls = [each for each in walk(tree) if is_operator_call(each, *_CATCHING)]
        self.values = values_given(tree)
        self.caught = {
            each.id
            for call in calls
            for each in walk(call)
            if isinstance(each, nodes.Name)
        }
        return super().convert(tree)

    def visit_FunctionDef(self, node: Node) -> Node:
        return node if node.name in self.caught else super().visit_FunctionDef(node)

    def visit_block(self, block: list[Node]) -> list[Node]:
        converted: list[Node] = []
        for each in super().visit_block(block):
            if converted and self._is_flag(each) and self._is_value(converted[-1]):
                converted.append(_committed(converted.pop(), each))
            else:
                converted.append(each)
        return converted

    def _is_value(self, statement: Node) -> bool:
        return isinstance(statement, nodes.Assign) and (
            getattr(statement.targets[0], "id", None) in self.values
            and not is_operator_call(statement.value, "UndefinedReturnValue")
        )

    def _is_flag(self, statement: Node) -> bool:
        return (
            isinstance(statement, nodes.Assign)
            and isinstance(statement.value, nodes.Constant)
            and statement.value.value is True
            and not self._is_value(statement)
        )


def _committed(value: Node, flag: Node) -> Node:
    block = quote_block(
        "try:\n    SET\n    VALUE\nexcept:\n    FLAG = False\n    raise",
        SET=[flag],
        VALUE=[value],
        FLAG=flag.targets[0].id,
    )
    (statement,) = located(block, flag)
    return statement
