"""Trees of Python source: parse, print, quote, locate.

Trees are gast's, so that converters are written once for all versions of Python.
`from_ast` and `to_ast` are exact inverses, and refuse a kind of node that gast does not
know rather than drop it: see `translation`. What prints is in `printing`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from autograph import options, printing, translation
from graph import parsing

Node: TypeAlias = translation.Node
nodes = translation.nodes
BRANCHES = translation.BRANCHES
from_ast = translation.from_ast
to_ast = translation.to_ast
unparse = printing.unparse
source_of = printing.source_of
SyntaxTreeError = translation.SyntaxTreeError

NodeTransformer: TypeAlias = ast.NodeTransformer

OPERATORS = options.OPERATORS

POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")

_HOLE = re.compile(r"[A-Z][A-Z0-9_]*\Z")


def walk(tree: Node) -> Iterator[Node]:
    """Yield a node and all below it, those of one level before the next.

    As `ast.walk`, but for contexts, in a fifth of the time: it is called for each
    function and analysis.
    """
    pending = [tree]
    for node in pending:  # which grows
        held = node.__dict__
        for name in BRANCHES[node.__class__]:
            value = held.get(name)
            if value.__class__ is list:
                pending += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST):
                pending.append(value)
        yield node


def children_of(node: Node) -> list[Node]:
    """Return the nodes right below a node, but for contexts."""
    found: list[Node] = []
    held = node.__dict__
    for name in BRANCHES[node.__class__]:
        value = held.get(name)
        if value.__class__ is list:
            found += [each for each in value if isinstance(each, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def identifiers(written: Iterable[Node]) -> set[str]:
    """Return every name that nodes mention, wherever it stands."""
    found: set[str] = set()
    for node in written:
        if node.__class__ is nodes.Name:
            found.add(node.id)
            continue
        for value in node.__dict__.values():
            if value.__class__ is str:
                found.update((value, value.partition(".")[0]))
            elif value.__class__ is list:
                found.update(each for each in value if each.__class__ is str)
    return found


class NodeVisitor(ast.NodeVisitor):
    """Visits nodes by methods named after their kinds; contexts are passed over."""

    def visit(self, node: Node) -> Any:
        """Visit a node by its method."""
        method = _METHODS[self.__class__][node.__class__]
        return None if method is None else method(self, node)

    def generic_visit(self, node: Node) -> Any:
        """Visit the nodes right below a node."""
        methods = _METHODS[self.__class__]
        held = node.__dict__
        for name in BRANCHES[node.__class__]:
            value = held.get(name)
            if value.__class__ is list:
                for each in value:
                    method = methods[each.__class__]
                    if method is not None:
                        method(self, each)
            elif value is not None:
                method = methods[value.__class__]
                if method is not None:
                    method(self, value)


class _MethodsOf(dict[Any, Any]):
    """The method of a visitor for each kind of node; None: there is nothing to do."""

    def __init__(self, visitor: Any) -> None:
        super().__init__()
        self.visitor = visitor

    def __missing__(self, kind: Any) -> Any:
        visitor = self.visitor
        method = None
        if issubclass(kind, ast.AST):
            method = getattr(visitor, f"visit_{kind.__name__}", visitor.generic_visit)
            is_inherited = method in (visitor.generic_visit, visitor.visit_Constant)
            if (is_inherited and not BRANCHES[kind]) or kind is nodes.Constant:
                method = None
        self[kind] = method
        return method


class _Methods(dict[Any, _MethodsOf]):
    """The same for each class of visitors."""

    def __missing__(self, visitor: Any) -> _MethodsOf:
        found = self[visitor] = _MethodsOf(visitor)
        return found


_METHODS: Final = _Methods()


# -- Parsing -------------------------------------------------------------------------


def parse(source: str) -> Node:
    """Return the tree of a module's source text."""
    return from_ast(parsing.parse(source))


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
    block = filler.filled_list(_template(template))
    missed = set(holes) - filler.used
    if missed:
        raise SyntaxTreeError(f"{sorted(missed)} left over in template {template!r}")
    return block


@dataclass(frozen=True, slots=True)
class _Part:
    """A node of a template.

    Attributes:
        kind: Its class.
        plain: Its fields that hold no nodes.
        lists: Its fields that hold lists, with their parts.
        inner: Its fields that hold a node, with the part.
        hole: The hole that it is, as an expression.
        block: The hole that it is, as a statement.
        named: The field that holds the name of a hole.
    """

    kind: Any
    plain: dict[str, Any]
    lists: list[tuple[str, list[Any]]]
    inner: list[tuple[str, _Part]]
    hole: str | None = None
    block: str | None = None
    named: str | None = None


@cache
def _template(text: str) -> list[_Part]:
    return [_part(each) for each in parse(text).body]


def _part(node: Node) -> Any:
    """Return a node of a template taken apart; what is no node is as it is."""
    if not isinstance(node, nodes.AST):
        return node
    kind = node.__class__
    held = {each: node.__dict__[each] for each in kind._fields}
    is_name = kind is nodes.Name
    if is_name and not _HOLE.match(node.id) and node.id != OPERATORS:
        raise SyntaxTreeError(f"{node.id!r} could capture a name of the user's")
    named = {nodes.FunctionDef: "name", nodes.Attribute: "attr"}.get(kind)
    if kind is nodes.Attribute and not _HOLE.match(node.attr):
        named = None
    is_block = kind is nodes.Expr and isinstance(node.value, nodes.Name)
    lists = [each for each in held if isinstance(held[each], list)]
    inner = [
        each for each in held if isinstance(held[each], nodes.AST) and each != "ctx"
    ]
    return _Part(
        kind=kind,
        plain={each: held[each] for each in held if each not in (*lists, *inner)},
        lists=[(each, [_part(item) for item in held[each]]) for each in lists],
        inner=[(each, _part(held[each])) for each in inner],
        hole=node.id if is_name and node.id != OPERATORS else None,
        block=node.value.id if is_block else None,
        named=named,
    )


class _Filler:
    """Makes a template's nodes with its holes filled: each rewrite makes some."""

    def __init__(self, holes: dict[str, object]) -> None:
        self.holes = holes
        self.used: set[str] = set()

    def filled_list(self, parts: list[Any]) -> list[Any]:
        """Make a list of nodes; a hole that is a statement takes several."""
        made: list[Any] = []
        for part in parts:
            filled = self.filled(part) if part.__class__ is _Part else part
            if filled.__class__ is list:
                made.extend(filled)
            else:
                made.append(filled)
        return made

    def filled(self, part: _Part) -> Any:
        """Make a node; a hole becomes what it takes."""
        if part.hole is not None:
            return self._filled_hole(part.hole, part.plain["ctx"])
        if part.block is not None and isinstance(self.holes.get(part.block), list):
            return self._take(part.block)
        kind = part.kind
        made = kind.__new__(kind)
        held = made.__dict__
        held.update(part.plain)
        for field, parts in part.lists:
            held[field] = self.filled_list(parts) if parts else []
        for field, inner in part.inner:
            held[field] = self.filled(inner)
        if part.named is not None and (
            kind is nodes.FunctionDef or held[part.named] in self.holes
        ):
            held[part.named] = self._identifier(held[part.named])
        return made

    def _filled_hole(self, hole: str, ctx: Node) -> Node:
        value = self._take(hole)
        if isinstance(value, str):
            return nodes.Name(value, ctx, None, None)
        return value if isinstance(ctx, nodes.Load) else as_target(value)

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
    given, called = _positions(at)
    pending = list(tree) if isinstance(tree, list) else [tree]
    while pending:
        node = pending.pop()
        kind = node.__class__
        held = node.__dict__
        if kind._attributes:
            if held.get("lineno") is not None:
                continue
            held.update(called if kind is nodes.Attribute else given)
        for field in BRANCHES[kind]:
            value = held.get(field)
            if value is None:
                continue
            if value.__class__ is list:
                pending.extend([each for each in value if isinstance(each, ast.AST)])
            elif isinstance(value, ast.AST):
                pending.append(value)
    return tree


def operator_call(method: str, arguments: list[Node], at: Node) -> Node:
    """Return `ag__.method(...)` with `at`'s position, of arguments that have theirs."""
    given, called = _positions(at)
    call, function, owner = _new(nodes.Call), _new(nodes.Attribute), _new(nodes.Name)
    owner.__dict__.update(
        given, id=OPERATORS, ctx=_LOAD, annotation=None, type_comment=None
    )
    function.__dict__.update(called, value=owner, attr=method, ctx=_LOAD)
    call.__dict__.update(given, func=function, args=arguments, keywords=[])
    return call


_LOAD: Final = nodes.Load()


def _new(kind: Any) -> Node:
    """Return a node without fields, a little faster than gast makes one with them."""
    return kind.__new__(kind)


def _positions(at: Node) -> tuple[dict[str, int], dict[str, int]]:
    """Return the fields of a position, and those of what is called there."""
    position = position_of(at)
    given = dict(zip(POSITION, position, strict=True))
    called = given
    line, column, end_line, _ = position
    if end_line != line:  # Python reports a call `a.b(...)` where `b` ends.
        called = {**given, "end_lineno": line, "end_col_offset": column + 1}
    return given, called


def mark_generated(node: Node) -> None:
    """Give a lambda or generator expression a range that none that is written has."""
    node.end_lineno, node.end_col_offset = node.lineno, node.col_offset


def position_of(node: Node) -> tuple[int, int, int, int]:
    """Return line, column, end line and end column of a node, or of its header."""
    kind = node.__class__
    if issubclass(kind, nodes.stmt):
        header = _HEADERS.get(kind)
        if header is not None:
            node = getattr(node, header)
        elif isinstance(node, (nodes.With, nodes.AsyncWith)):
            node = node.items[0].context_expr
        elif isinstance(getattr(node, "body", None), list):
            return _keyword_of(node)
    elif kind is nodes.ExceptHandler:
        return _keyword_of(node)
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


# Where the position of a statement's first line stands.
_HEADERS: Final = {
    nodes.If: "test",
    nodes.While: "test",
    nodes.For: "iter",
    nodes.AsyncFor: "iter",
    nodes.Match: "subject",
}


def _keyword_of(node: Node) -> tuple[int, int, int, int]:
    keyword = 3
    return node.lineno, node.col_offset, node.lineno, node.col_offset + keyword
