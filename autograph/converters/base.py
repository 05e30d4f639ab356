"""What all converters share: fresh names, and how a tree is visited."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from autograph.as_is import (
    FRAME_READERS,
    FRAME_READERS_BARE,
    SUSPENDING,
    reason_to_run_as_is,
)
from autograph.options import ConversionOptions
from autograph.syntax import (
    BRANCHES,
    OPERATORS,
    Node,
    NodeTransformer,
    nodes,
)

Visitor = Callable[[Any, Node], Any]
# Fields that hold operators, which no converter visits.
_OPERATIONS: Final = frozenset({"op", "ops"})
_LEAVES: Final = (nodes.Name, nodes.Constant, nodes.alias)


@dataclass
class Names:
    """Fresh names: none equals a name that the user's code mentions."""

    taken: set[str]
    fresh: set[str] = field(default_factory=lambda: {OPERATORS})

    def new(self, base: str) -> str:
        """Return `base`, or `base_1`, `base_2`, ... if it is taken."""
        number, candidate = 0, base
        while candidate in self.taken or candidate in self.fresh:
            number += 1
            candidate = f"{base}_{number}"
        self.fresh.add(candidate)
        return candidate


@dataclass
class Context:
    """What a conversion knows beside the tree.

    Args:
        names: Makes fresh names, and knows which names are generated.
        options: What the user asked for.
        kinds: The kinds of nodes that the function has as it was written.
        class_name: The class around the function, for private names.
        symbols: The operators that classes around the function have; see
            `own_operators`.
        variables: The names of the function's variables, in the order in which Python
            shows them.
        spelled: Private names of functions and classes, from how Python mangles them
            to how they are written; filled by PrivateNames, for `__name__`.
    """

    names: Names
    options: ConversionOptions
    kinds: frozenset[type]
    class_name: str | None = None
    symbols: frozenset[str] = frozenset()
    variables: tuple[str, ...] = ()
    spelled: dict[str, str] = field(default_factory=dict)
    # Function nodes by identity (held, so that it stays theirs), and why each runs as
    # it stands: found when first asked, on the tree as it was written.
    _reasons: dict[int, tuple[Node, str | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Most programs have nothing that runs as it stands but by its kind.
        readers = FRAME_READERS | FRAME_READERS_BARE
        is_suspending = not self.kinds.isdisjoint(SUSPENDING)
        self.is_plain = not is_suspending and self.names.taken.isdisjoint(readers)

    def runs_as_is(self, function: Node) -> bool:
        """Tell whether a nested function of the user's is left alone."""
        if self.is_plain:
            return isinstance(function, nodes.AsyncFunctionDef)
        known = self._reasons.get(id(function))
        if known is None:
            is_generated = getattr(function, "name", None) in self.names.fresh
            reason = None if is_generated else reason_to_run_as_is(function)
            known = self._reasons[id(function)] = function, reason
        return known[1] is not None


class Converter(NodeTransformer):
    """A pass over the tree of one function and of the functions converted with it.

    Nested classes, and functions that run as they stand, are left alone: only what
    Python evaluates around their body (decorators, defaults, bases) is visited.
    """

    needs: tuple[type, ...] = ()
    #: What it converts comes of nodes of these kinds, as they were written: a function
    #: without is not visited. None: it comes of any.
    comes_of: tuple[type, ...] | None = None

    def __init__(self, context: Context) -> None:
        self.context = context
        self.visitors = _VISITORS[self.__class__]

    def has_work(self) -> bool:
        """Tell whether the function may have something to convert."""
        of = self.comes_of
        return of is None or not self.context.kinds.isdisjoint(of)

    def fresh(self, base: str) -> str:
        """Return a name that nothing else has."""
        return self.context.names.new(base)

    def convert(self, tree: Node) -> Node:
        """Return the converted tree."""
        return self.visit(tree)

    def is_generated(self, identifier: str) -> bool:
        """Tell whether a name was made by a converter."""
        return identifier in self.context.names.fresh

    def visit(self, node: Node) -> Any:
        """Return what a node becomes: a node, or a list of statements."""
        converter: Any = self.__class__
        visitor = _method(converter, node.__class__)
        return node if visitor is None else visitor(self, node)

    def visit_FunctionDef(self, node: Node) -> Node:
        self.visit_surroundings(node)
        if not self.context.runs_as_is(node):
            self.visit_body(node)
        return node

    def visit_AsyncFunctionDef(self, node: Node) -> Node:
        self.visit_surroundings(node)
        return node

    def visit_ClassDef(self, node: Node) -> Node:
        self.visit_surroundings(node)
        return node

    def visit_Lambda(self, node: Node) -> Node:
        self.visit_surroundings(node)
        if not self.context.runs_as_is(node):
            node.body = self.visit(node.body)
        return node

    def visit_surroundings(self, node: Node) -> None:
        """Visit what is evaluated where a function or class is defined."""
        held = node.__dict__
        for name in ("decorator_list", "bases", "keywords"):
            if held.get(name):
                held[name] = [self.visit(each) for each in held[name]]
        args = held.get("args")
        if args is None:
            return
        if args.defaults:
            args.defaults = [self.visit(each) for each in args.defaults]
        if args.kw_defaults:
            args.kw_defaults = [each and self.visit(each) for each in args.kw_defaults]

    def visit_body(self, node: Node) -> None:
        """Visit the body of a function that is converted."""
        node.body = self.visit_block(node.body)

    def visit_block(self, block: list[Node]) -> list[Node]:
        """Visit the nodes of a list, each of which may become several."""
        visitors = self.visitors
        for at, each in enumerate(block):
            visitor = visitors[each.__class__]
            if visitor is None:
                continue
            result = visitor(self, each)
            if result is not each:
                return self._changed_block(block, at, result)
        return block

    def _changed_block(self, block: list[Node], at: int, result: Any) -> list[Node]:
        """Visit what follows the first node of a list that becomes another."""
        converted = block[:at]
        visitors = self.visitors
        for each in block[at + 1 :]:
            converted.extend(result) if isinstance(result, list) else converted.append(
                result
            )
            visitor = visitors[each.__class__]
            result = each if visitor is None else visitor(self, each)
        converted.extend(result) if isinstance(result, list) else converted.append(
            result
        )
        return converted

    def generic_visit(self, node: Node) -> Node:
        """Visit the children of a node, as far as there is something to convert."""
        # Called for each node by each converter: this is where conversion spends time.
        visitors = self.visitors
        held = node.__dict__
        for name in _VISITED[node.__class__]:
            value = held.get(name)
            if value is None:
                continue
            if value.__class__ is list:
                if value:
                    held[name] = self.visit_block(value)
                continue
            visitor = visitors[value.__class__]
            if visitor is not None:
                held[name] = visitor(self, value)
        return node

    # A pattern is not an expression: its names are values to compare or to bind.
    def visit_match_case(self, node: Node) -> Node:
        node.guard = node.guard and self.visit(node.guard)
        node.body = self.visit_block(node.body)
        return node


class _VisitorsOf(dict[Any, Any]):
    """What a converter visits children with, by their kind; filled when asked."""

    def __init__(self, converter: Any) -> None:
        super().__init__()
        self.converter = converter

    def __missing__(self, kind: Any) -> Visitor | None:
        found = self[kind] = _visitor(self.converter, kind)
        return found


class _Visitors(dict[Any, _VisitorsOf]):
    """The same for each class of converters; filled when asked."""

    def __missing__(self, converter: Any) -> _VisitorsOf:
        found = self[converter] = _VisitorsOf(converter)
        return found


_VISITORS: Final = _Visitors()


def _visitor(converter: Any, kind: Any) -> Visitor | None:
    """Return what a converter visits children of a kind with; None: it leaves them."""
    if not issubclass(kind, nodes.AST):
        return None
    is_own = converter.visit is not Converter.visit
    return converter.visit if is_own else _method(converter, kind)


class _Visited(dict[Any, tuple[str, ...]]):
    """The fields of each kind of node that may hold what a converter visits."""

    def __missing__(self, kind: Any) -> tuple[str, ...]:
        found = tuple(name for name in BRANCHES[kind] if name not in _OPERATIONS)
        self[kind] = found
        return found


_VISITED: Final = _Visited()


@cache
def _method(converter: Any, kind: Any) -> Visitor | None:
    """Return a converter's method for nodes of a kind; None: it leaves them.

    One that converts statements only does not look into expressions.
    """
    generic: Visitor = converter.generic_visit
    found: Visitor = getattr(converter, f"visit_{kind.__name__}", generic)
    if issubclass(kind, nodes.expr) and not _converts_expressions(converter):
        return None
    if kind is nodes.Constant and found is NodeTransformer.visit_Constant:
        return None  # it only serves to call visitors of older Pythons
    if found is not generic or generic is not Converter.generic_visit:
        return found
    return None if issubclass(kind, _LEAVES) or not kind._fields else found


@cache
def _converts_expressions(converter: Any) -> bool:
    """Has a converter a method for what is no statement?"""
    inherited = {*dir(Converter)}
    kinds = [
        getattr(nodes, name.removeprefix("visit_"), None)
        for each in converter.__mro__[: converter.__mro__.index(Converter)]
        for name in vars(each)
        if name.startswith("visit_")
        and (name not in inherited or name == "visit_Lambda")
    ]
    return not all(kind is None or issubclass(kind, nodes.stmt) for kind in kinds)


def blocks_of(statement: Node) -> Iterable[tuple[Node, str]]:
    """Yield the (owner, field) of each block of a compound statement.

    The bodies of functions and classes are not blocks of the function around them.
    """
    if isinstance(
        statement, (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.ClassDef)
    ):
        return
    for name in ("body", "orelse", "finalbody"):
        if isinstance(getattr(statement, name, None), list):
            yield statement, name
    for owner in (
        *getattr(statement, "handlers", ()),
        *getattr(statement, "cases", ()),
    ):
        yield owner, "body"


def map_blocks(statement: Node, change: Callable[[list[Node]], list[Node]]) -> None:
    """Replace each block of a statement; none is left empty that was not."""
    for owner, name in blocks_of(statement):
        block = getattr(owner, name)
        if block:
            setattr(owner, name, change(block))
