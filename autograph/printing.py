"""Print trees: text that parses back to the same tree.

The only module that imports astunparse.
"""

from __future__ import annotations

import ast
import copy
from io import StringIO
from typing import Any

import astunparse

from autograph.translation import Node, SyntaxTreeError, to_ast
from graph.float_errors import own_warnings
from graph.parsing import parse


def unparse(tree: Node) -> str:
    """Print a tree; what is printed parses back to the same tree.

    astunparse prints it unless that text means something else (it misprints
    `x[1:2, 3]`) or it does not know a node (`match`); then Python's own printer does.
    """
    target = to_ast(tree)
    expected = _shape(target)
    for printer in (_astunparse, ast.unparse, _without_f_strings):
        text = _print(printer, target)
        if text is not None and (
            printer is _without_f_strings or _parses_to(text, expected)
        ):
            return text
    raise SyntaxTreeError(f"no printer prints this tree faithfully: {expected}")


def source_of(expression: Node) -> str:
    """Return the text of one expression, on one line, as Python prints it."""
    target = to_ast(expression)
    text = _print(ast.unparse, target) or _print(_without_f_strings, target) or ""
    return " ".join(text.split())


def _print(printer: Any, target: Any) -> str | None:
    try:
        text = printer(target)
    except (AttributeError, NotImplementedError, TypeError, ValueError, RecursionError):
        return None
    assert isinstance(text, str)
    return text.strip("\n")


def _astunparse(target: Any) -> str:
    out = StringIO()
    with own_warnings():  # it uses names that Python has deprecated since
        astunparse.Unparser(target, file=out)
    return out.getvalue().replace("lambda :", "lambda:")


def _without_f_strings(target: Any) -> str:
    """Print f-strings as calls of `format`: Python 3.11 cannot nest all quotes."""
    return ast.unparse(
        ast.fix_missing_locations(_Formats().visit(copy.deepcopy(target)))
    )


class _Formats(ast.NodeTransformer):
    """Turn `f"{x!r:>{w}}"` into `"{!r:>{}}".format(x, w)`."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        values: list[ast.expr] = []
        template = "".join(self._piece(piece, values) for piece in node.values)
        visited = [self.visit(value) for value in values]
        return ast.Call(ast.Attribute(ast.Constant(template), "format"), visited, [])

    def _piece(self, piece: ast.expr, values: list[ast.expr]) -> str:
        if isinstance(piece, ast.Constant):
            return str(piece.value).replace("{", "{{").replace("}", "}}")
        assert isinstance(piece, ast.FormattedValue)
        values.append(piece.value)
        conversion = f"!{chr(piece.conversion)}" if piece.conversion != -1 else ""
        spec = ""
        if isinstance(piece.format_spec, ast.JoinedStr):
            inner = (self._piece(part, values) for part in piece.format_spec.values)
            spec = ":" + "".join(inner)
        return "{" + conversion + spec + "}"


def _parses_to(text: str, expected: str) -> bool:
    try:
        return _shape(parse(text)) == expected
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _shape(tree: ast.AST) -> str:
    """Return a text equal for trees that differ in positions only."""
    if not isinstance(tree, ast.Module):
        body = tree if isinstance(tree, ast.stmt) else ast.Expr(tree)  # type: ignore[arg-type]
        tree = ast.Module([body], [])
    return ast.dump(tree)
