"""Take operands that bind names, and may not be computed, out of expressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from autograph.converters.base import Converter
from autograph.converters.calls import CALLED_FROM_HERE
from autograph.converters.lazy import can_be_lazy, computed_with
from autograph.converters.truths import Wrap, asked_again, asked_once, truth
from autograph.syntax import (
    OPERATORS,
    Node,
    copied,
    is_operator_call,
    located,
    name,
    nodes,
    stored,
)

_COMPREHENSIONS = (nodes.ListComp, nodes.SetComp, nodes.DictComp, nodes.GeneratorExp)
_EXPRESSIONS = {
    nodes.Expr: "value",
    nodes.Assign: "value",
    nodes.Return: "value",
    nodes.If: "test",
    nodes.Assert: "test",
    nodes.For: "iter",
}
#: The operands of expressions, in the order in which Python computes them.
_OPERANDS = {
    nodes.Attribute: ("value",),
    nodes.BinOp: ("left", "right"),
    nodes.Call: ("func", "args", "keywords"),
    nodes.Compare: ("left", "comparators"),
    nodes.IfExp: ("test",),
    nodes.keyword: ("value",),
    nodes.List: ("elts",),
    nodes.NamedExpr: ("value",),
    nodes.Set: ("elts",),
    nodes.Slice: ("lower", "upper", "step"),
    nodes.Subscript: ("value", "slice"),
    nodes.Tuple: ("elts",),
    nodes.UnaryOp: ("operand",),
}


def _same(value: Node) -> Node:
    return value


@dataclass(frozen=True)
class _Use:
    """What is done with the operands of `and` and `or`, by what that is there for.

    Attributes:
        early: With one after which the others may be left out.
        last: With the last one.
    """

    early: Wrap
    last: Wrap


_VALUE = _Use(_same, _same)
_TEST = _Use(truth, truth)
_IN_NOT = _Use(asked_again, truth)


class _LeftAloneError(Exception):
    """An expression has operands that cannot be computed before it."""


class Walruses(Converter):
    """Make operands that bind names, and may not be computed, statements.

        z = f(x) + (a and (y := b))     ->      held = f(x)
                                                value = a
                                                if value:
                                                    value = (y := b)
                                                z = held + value
        x += a and (y := b)             ->      held = x
                                                (as above)
                                                held += value
                                                x = held

    What is bound there is then a variable that a branch assigns, like any other. An
    assertion whose message binds a name becomes an `if` with a `raise`.

    Keeps   the order in which operands are computed: those before such an operand are
            held in variables.
    Leaves  those operands in lambdas, in f-strings and displays of dicts, beside `*`
            and `**`, and in `x[i] += ...`; their conditions must be Python's.
    """

    comes_of = (nodes.NamedExpr,)

    def visit(self, node: Node) -> Node | list[Node]:
        if isinstance(node, nodes.Assert) and __debug__ and not can_be_lazy(node.msg):
            test = nodes.UnaryOp(nodes.Not(), node.test)
            error = nodes.Call(name("AssertionError"), [node.msg], [])
            node = located(nodes.If(test, [nodes.Raise(error, None)], []), node)
        node = super().visit(node)
        if isinstance(node, nodes.AugAssign) and _needs_statements(node.value):
            return self._update(node)
        field = _EXPRESSIONS.get(type(node))
        if field is None:
            return node
        expression = getattr(node, field)
        if expression is None or not _needs_statements(expression):
            return node
        holder = nodes.Expr(copied(expression))  # it may turn out to be left alone
        try:
            is_test = isinstance(node, (nodes.If, nodes.Assert))
            block = self._lift(holder, "value", _TEST if is_test else _VALUE)
        except _LeftAloneError:
            return node
        setattr(node, field, holder.value)
        return [*block, node]

    def _update(self, node: Node) -> Node | list[Node]:
        """Take apart what an operator such as `+=` does: it reads, and then writes."""
        target, before = copied(node.target), []
        if isinstance(target, nodes.Attribute) and not _needs_statements(target):
            owner = self.fresh("owner")
            before.append(_assign(owner, target.value, target))
            target.value = located(name(owner), target)
        elif not isinstance(target, nodes.Name):
            return node
        read = copied(target)
        read.ctx = nodes.Load()
        held, value = self.fresh("held"), nodes.Expr(copied(node.value))
        try:
            block = self._lift(value, "value")
        except _LeftAloneError:
            return node
        update = nodes.AugAssign(stored(held), node.op, value.value)
        return [
            *before,
            _assign(held, read, target),
            *block,
            located(update, node),
            located(nodes.Assign([target], name(held), None), node),
        ]

    def _lift(self, owner: Node, field: str, use: _Use = _VALUE) -> list[Node]:
        """Replace an expression by what is left of it; return what has to come before.

        Args:
            owner: The node that has the expression.
            field: As what.
            use: What is done with it.
        """
        node = getattr(owner, field)
        if not _needs_statements(node):
            return []
        value = self.fresh("value")
        if isinstance(node, nodes.BoolOp) and _binds(*node.values[1:]):
            block = self._logic(node, value, use)
        elif isinstance(node, nodes.IfExp) and _binds(node.body, node.orelse):
            block = self._choice(node, value, use)
        elif isinstance(node, nodes.Compare) and _binds(*node.comparators[1:]):
            block = self._chain(node, value, use)
        else:
            return self._operands(node, use)
        setattr(owner, field, located(name(value), node))
        return block

    def _logic(self, node: Node, value: str, use: _Use) -> list[Node]:
        first, *rest = node.values
        block = self._assigned(value, first, use, is_last=not rest)
        if rest:
            following = nodes.BoolOp(node.op, rest)
            inner = self._logic(following, value, use)
            is_open = name(value)
            if isinstance(node.op, nodes.Or):
                is_open = nodes.UnaryOp(nodes.Not(), is_open)
            block.append(located(nodes.If(is_open, inner, []), first))
        return block

    def _choice(self, node: Node, value: str, use: _Use) -> list[Node]:
        block = self._lift(node, "test", _TEST)
        branches = (
            self._assigned(value, each, use) for each in (node.body, node.orelse)
        )
        return [*block, located(nodes.If(node.test, *branches), node.test)]

    def _chain(self, node: Node, value: str, use: _Use) -> list[Node]:
        left = self.fresh("left")
        links = self._links(node, left, value, 0, use)
        return [*self._assigned(left, node.left), *links]

    def _links(
        self, node: Node, left: str, value: str, at: int, use: _Use
    ) -> list[Node]:
        right = self.fresh("right")
        link = nodes.Compare(name(left), [node.ops[at]], [name(right)])
        if use is _TEST:
            link = asked_once(located(link, node))
        block = [
            *self._assigned(right, node.comparators[at]),
            _assign(value, located(link, node), node),
        ]
        if at + 1 < len(node.ops):
            inner = self._links(node, right, value, at + 1, use)
            block.append(located(nodes.If(name(value), inner, []), node))
        return block

    def _assigned(
        self, variable: str, value: Node, use: _Use = _VALUE, *, is_last: bool = True
    ) -> list[Node]:
        """Return the statements that assign a value."""
        held = nodes.Expr(value)
        block = self._lift(held, "value", use)
        held.value = (use.last if is_last else use.early)(held.value)
        return [*block, _assign(variable, held.value, value)]

    def _operands(self, node: Node, use: _Use) -> list[Node]:
        """Lift out of the operands of a node; those before are held in variables."""
        places = list(_places(node))
        last = max(
            at for at, each in enumerate(places) if _needs_statements(each.get())
        )
        if isinstance(node, nodes.UnaryOp) and isinstance(node.op, nodes.Not):
            use = use if use is _TEST else _IN_NOT
        elif isinstance(node, nodes.IfExp) or is_operator_call(node, "truth"):
            use = _TEST
        elif not isinstance(node, nodes.BoolOp):
            use = _VALUE
        block: list[Node] = []
        for at, place in enumerate(places[: last + 1]):
            holder = nodes.Expr(place.get())
            block.extend(self._lift(holder, "value", use))
            if at < last and not _is_fixed(holder.value):
                held = self.fresh("held")
                block.append(_assign(held, holder.value, holder.value))
                holder.value = located(name(held), holder.value)
            place.set(holder.value)
        return block


@dataclass(frozen=True)
class _Place:
    """Where an operand stands: in a field of a node, or in a list there."""

    owner: Node
    field: str
    at: int | None = None

    def get(self) -> Node:
        """Return the operand."""
        found = getattr(self.owner, self.field)
        return found if self.at is None else found[self.at]

    def set(self, operand: Node) -> None:
        """Put another operand there."""
        if self.at is None:
            setattr(self.owner, self.field, operand)
        else:
            getattr(self.owner, self.field)[self.at] = operand


def _places(node: Node) -> Iterator[_Place]:
    """Yield where the operands of a node stand, in the order of evaluation."""
    if isinstance(node, nodes.BoolOp):
        yield _Place(node, "values", 0)  # what follows is not for sure
        return
    fields = _OPERANDS.get(type(node))
    if fields is None:
        raise _LeftAloneError
    for field in fields:
        value = getattr(node, field)
        several = isinstance(value, list)
        for at, each in enumerate(value if several else [value]):
            if isinstance(each, nodes.Starred) or _cannot_be_held(each):
                raise _LeftAloneError
            if isinstance(each, nodes.keyword):
                yield _Place(each, "value")
            elif each is not None:
                yield _Place(node, field, at if several else None)


def _cannot_be_held(node: Node) -> bool:
    if isinstance(node, nodes.keyword):
        return node.arg is None
    return isinstance(node, nodes.Name) and node.id in CALLED_FROM_HERE


def _is_fixed(node: Node) -> bool:
    """Tell whether an operand is the same whenever it is computed."""
    is_operator = (
        isinstance(node, nodes.Attribute)
        and isinstance(node.value, nodes.Name)
        and node.value.id == OPERATORS
    )
    return is_operator or isinstance(node, nodes.Constant)


def _needs_statements(node: Node) -> bool:
    """Tell whether an operand inside binds a name, and may not be computed."""
    return any(
        (isinstance(each, nodes.BoolOp) and _binds(*each.values[1:]))
        or (isinstance(each, nodes.IfExp) and _binds(each.body, each.orelse))
        or (isinstance(each, nodes.Compare) and _binds(*each.comparators[1:]))
        for each in _inside(node, _COMPREHENSIONS)
    )


def _binds(*operands: Node) -> bool:
    return any(
        isinstance(each, nodes.NamedExpr)
        for operand in operands
        for each in _inside(operand)
    )


def _inside(node: Node, opaque: tuple[type, ...] = ()) -> Iterator[Node]:
    """Yield a node and those computed with it, but nothing in a node of these kinds."""
    pending = [node]
    while pending:
        each = pending.pop()
        yield each
        if not isinstance(each, opaque):
            pending.extend(computed_with(each))


def _assign(variable: str, value: Node, at: Node) -> Node:
    return located(nodes.Assign([stored(variable)], value, None), at)
