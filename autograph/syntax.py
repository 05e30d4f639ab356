"""Trees of Python source: parse, print, quote, locate.

The only module that imports astunparse. Trees are gast's, so that converters are
written once for all versions of Python; `from_ast` and `to_ast` are exact inverses, and
refuse a kind of node that gast does not know rather than drop it: see `translation`.
"""

from __future__ import annotations

import ast
import copy
import re
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache
from io import StringIO
from typing import Any, TypeAlias

import astunparse

from autograph import options, translation

Node: TypeAlias = translation.Node
nodes = translation.nodes
branches_of = translation.branches_of
from_ast = translation.from_ast
to_ast = translation.to_ast
SyntaxTreeError = translation.SyntaxTreeError

NodeTransformer: TypeAlias = ast.NodeTransformer

OPERATORS = options.OPERATORS

POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")

_HOLE = re.compile(r"[A-Z][A-Z0-9_]*\Z")


def walk(tree: Node) -> Iterator[Node]:
    """Yield a node and all below it, those of one level before the next.

    As `ast.walk`, but for contexts, in a third of the time: it is called for each
    template and analysis.
    """
    pending = deque([tree])
    add = pending.append
    while pending:
        node = pending.popleft()
        for name in branches_of(node.__class__):
            value = getattr(node, name, None)
            if value is None:
                continue
            if isinstance(value, ast.AST):
                add(value)
            elif isinstance(value, list):
                pending.extend([each for each in value if isinstance(each, ast.AST)])
        yield node


def children_of(node: Node) -> Iterator[Node]:
    """Yield the nodes right below a node, but for contexts."""
    for name in branches_of(node.__class__):
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            yield value
        elif isinstance(value, list):
            yield from [each for each in value if isinstance(each, ast.AST)]


@cache
def _method(visitor: Any, kind: Any) -> Any:
    return getattr(visitor, f"visit_{kind.__name__}", visitor.generic_visit)


class NodeVisitor(ast.NodeVisitor):
    """Visits nodes by methods named after their kinds; contexts are passed over."""

    def visit(self, node: Node) -> Any:
        """Visit a node by its method."""
        visitor: Any = self.__class__
        return _method(visitor, node.__class__)(self, node)

    def generic_visit(self, node: Node) -> Any:
        """Visit the nodes right below a node."""
        for each in children_of(node):
            self.visit(each)


# -- Parsing and printing ------------------------------------------------------------


def parse(source: str) -> Node:
    """Return the tree of a module's source text."""
    return from_ast(ast.parse(source))


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
    with warnings.catch_warnings():
        # It uses names that Python has deprecated since.
        warnings.simplefilter("ignore", DeprecationWarning)
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
        return _shape(ast.parse(text)) == expected
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _shape(tree: ast.AST) -> str:
    """Return a text equal for trees that differ in positions only."""
    if not isinstance(tree, ast.Module):
        body = tree if isinstance(tree, ast.stmt) else ast.Expr(tree)  # type: ignore[arg-type]
        tree = ast.Module([body], [])
    return ast.dump(tree)


# -- Building ------------------------------------------------------------------------


def name(identifier: str, ctx: Node = None) -> Node:
    """Return a name, read unless `ctx` says otherwise."""
    return nodes.Name(identifier, ctx or nodes.Load(), None, None)


def stored(identifier: str) -> Node:
    """Return a name as the target of an assignment."""
    return name(identifier, nodes.Store())


def constant(value: object) -> Node:
    """Return a literal."""
    return nodes.Constant(value, None)


def tuple_of(items: Sequence[Node]) -> Node:
    """Return a tuple display."""
    return nodes.Tuple(list(items), nodes.Load())


def operator(attribute: str) -> Node:
    """Return `ag__.attribute`."""
    return nodes.Attribute(name(OPERATORS), attribute, nodes.Load())


def is_operator_call(node: Node, *attributes: str) -> bool:
    """Tell whether a node is a call of one of these operators (of any, if none)."""
    return (
        isinstance(node, nodes.Call)
        and isinstance(node.func, nodes.Attribute)
        and isinstance(node.func.value, nodes.Name)
        and node.func.value.id == OPERATORS
        and (not attributes or node.func.attr in attributes)
    )


def quote(template: str, /, **holes: object) -> Node:
    """Return the expression of a template whose UPPER_CASE names are filled.

    A hole takes a node, or a string that becomes a name (or an attribute, a keyword,
    a parameter). What is not a hole is literal, and may name nothing but `ag__`: a
    literal name could capture one of the user's.

    Raises:
        SyntaxTreeError: A hole is left open, a value is left over, or a literal name
            could capture a name of the user's.
    """
    block = quote_block(template, **holes)
    if len(block) != 1 or not isinstance(block[0], nodes.Expr):
        raise SyntaxTreeError(f"not one expression: {template!r}")
    return block[0].value


def quote_block(template: str, /, **holes: object) -> list[Node]:
    """Return the statements of a template; a hole that is a statement takes a list."""
    filler = _Filler(holes)
    block = filler.filled_list(_template(template).body)
    missed = set(holes) - filler.used
    if missed:
        raise SyntaxTreeError(f"{sorted(missed)} left over in template {template!r}")
    return block


@cache
def _template(text: str) -> Node:
    tree = parse(text)
    for node in walk(tree):
        for field in POSITION:
            node.__dict__.pop(field, None)
    return tree


class _Filler:
    """Copies a template with its holes filled: in one pass, each rewrite makes some."""

    def __init__(self, holes: dict[str, object]) -> None:
        self.holes = holes
        self.used: set[str] = set()

    def filled_list(self, items: list[Any]) -> list[Any]:
        """Copy a list of nodes; a hole that is a statement takes several."""
        made: list[Any] = []
        for item in items:
            filled = self.filled(item) if isinstance(item, nodes.AST) else item
            if isinstance(filled, list):
                made.extend(filled)
            else:
                made.append(filled)
        return made

    def filled(self, node: Node) -> Any:
        """Copy a node; a hole becomes what it takes."""
        kind = node.__class__
        if kind is nodes.Name:
            return self._name(node)
        if kind is nodes.Expr and node.value.__class__ is nodes.Name:
            if isinstance(self.holes.get(node.value.id), list):
                return self._take(node.value.id)
        made = kind.__new__(kind)
        held = made.__dict__
        for field, value in node.__dict__.items():
            if value.__class__ is list:
                held[field] = self.filled_list(value)
            elif field != "ctx" and isinstance(value, nodes.AST):
                held[field] = self.filled(value)
            else:
                held[field] = value
        if kind is nodes.FunctionDef:
            made.name = self._identifier(made.name)
        elif kind is nodes.Attribute and made.attr in self.holes:
            if _HOLE.match(made.attr):
                made.attr = self._identifier(made.attr)
        return made

    def _name(self, node: Node) -> Node:
        if not _HOLE.match(node.id):
            if node.id != OPERATORS:
                raise SyntaxTreeError(f"{node.id!r} could capture a name of the user's")
            return nodes.Name(node.id, node.ctx, None, None)
        value = self._take(node.id)
        if isinstance(value, str):
            return nodes.Name(value, node.ctx, None, None)
        return value if isinstance(node.ctx, nodes.Load) else as_target(value)

    def _identifier(self, hole: str) -> str:
        value = self._take(hole)
        if not isinstance(value, str):
            raise SyntaxTreeError(f"hole {hole} takes a string")
        return value

    def _take(self, hole: str) -> Any:
        if hole not in self.holes:
            raise SyntaxTreeError(f"hole {hole} is left open")
        value = self.holes[hole]
        if hole in self.used:
            value = copied(value)
        self.used.add(hole)
        return value


def copied(tree: Any) -> Any:
    """Return a copy of a tree, or of a list of trees; what is not a node is shared."""
    if isinstance(tree, list):
        return [copied(each) for each in tree]
    if not isinstance(tree, nodes.AST):
        return tree
    kind = tree.__class__
    copy_of = kind.__new__(kind)
    held = copy_of.__dict__
    for name, value in tree.__dict__.items():
        is_tree = isinstance(value, (nodes.AST, list)) and name in kind._fields
        held[name] = copied(value) if is_tree else value
    return copy_of


def as_target(node: Node) -> Node:
    """Return an expression as the target of an assignment, left as it is itself."""
    node = copied(node)
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, (nodes.Tuple, nodes.List)):
            pending.extend(part.elts)
        elif isinstance(part, nodes.Starred):
            pending.append(part.value)
        part.ctx = nodes.Store()
    return node


# -- Positions -----------------------------------------------------------------------


def located(tree: Any, at: Node) -> Any:
    """Give `at`'s position to every node that has none; return the tree.

    What is below a node that has a position is taken for located: whoever puts a new
    node there locates it.

    A compound statement lends the position of its first line, not of its whole body.
    """
    position = position_of(at)
    line, column, end_line, _ = position
    first_line = (line, column, line, column + 1) if end_line != line else position
    # Python reports a call `a.b(...)` where `b` ends.
    called = dict(zip(POSITION, first_line, strict=True))
    given = dict(zip(POSITION, position, strict=True))
    pending = list(tree) if isinstance(tree, list) else [tree]
    while pending:
        node = pending.pop()
        kind = node.__class__
        held = node.__dict__
        if kind._attributes:
            if held.get("lineno") is not None:
                continue
            held.update(called if kind is nodes.Attribute else given)
        for field in branches_of(kind):
            value = held.get(field)
            if value is None:
                continue
            if value.__class__ is list:
                pending.extend([each for each in value if isinstance(each, ast.AST)])
            elif isinstance(value, ast.AST):
                pending.append(value)
    return tree


def mark_generated(node: Node) -> None:
    """Give a lambda or generator expression a range that none that is written has."""
    node.end_lineno, node.end_col_offset = node.lineno, node.col_offset


def position_of(node: Node) -> tuple[int, int, int, int]:
    """Return line, column, end line and end column of a node, or of its header."""
    if isinstance(node, (nodes.If, nodes.While)):
        node = node.test
    elif isinstance(node, (nodes.For, nodes.AsyncFor)):
        node = node.iter
    elif isinstance(node, (nodes.With, nodes.AsyncWith)):
        node = node.items[0].context_expr
    elif isinstance(node, nodes.Match):
        node = node.subject
    elif hasattr(node, "body") and isinstance(node.body, list):
        keyword = 3
        end = node.col_offset + keyword
        return node.lineno, node.col_offset, node.lineno, end
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
