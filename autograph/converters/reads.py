"""Check variables where they are read."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from autograph.analysis.scopes import Scopes
from autograph.as_is import SUSPENDING, mentions
from autograph.converters.base import Context, Converter
from autograph.converters.calls import CALLED_FROM_HERE
from autograph.converters.function_scopes import scope_name_of
from autograph.syntax import (
    Node,
    constant,
    is_operator_call,
    located,
    name,
    nodes,
    operator_call,
    stored,
)

COMPREHENSIONS_ARE_FUNCTIONS = sys.version_info < (3, 12)
_DEFINITIONS = (nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.ClassDef)
_NOT_VARIABLES = frozenset({"__debug__", "__class__"})


class Reads(Converter):
    """Read variables through the operators.

        x               ->      ag__.ld(x)

    A variable that was made `ag__.Undefined('x')` raises there what Python raises. A
    function inside that reads such a variable of the function around it does so by
    `ag__.ld_free(x)`, for Python's other message; so does code that is left alone.

    Leaves  no variable of the user's read without a check.
    """

    needs = (Scopes,)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        # Variables that may be undefined: of this function, and of those around it.
        self.own: set[str] = set()
        self.around: set[str] = set()
        self.is_left_alone = False

    def convert(self, tree: Node) -> Node:
        # What is added here binds nothing: the tables hold until the end.
        self.scopes = Scopes(tree)
        self.undefined = _made_undefined(tree)
        self.may_suspend = not self.context.kinds.isdisjoint(SUSPENDING)
        return self.visit(tree)

    def visit_Name(self, node: Node) -> Node:
        if not isinstance(node.ctx, nodes.Load) or node.id in _NOT_VARIABLES:
            return node
        if self.is_generated(node.id):
            return node
        if node.id in self.around:
            return operator_call("ld_free", [node], node)
        if self.is_left_alone and node.id not in self.own:
            return node
        return operator_call("ld", [node], node)

    def visit_AugAssign(self, node: Node) -> Node | list[Node]:
        self.generic_visit(node)
        target = node.target
        if not isinstance(target, nodes.Name):
            return node
        if target.id not in self.own and target.id not in self.around:
            return node
        # Assigned, not only checked: a staged value comes without its flag then.
        checked = self.visit(located(name(target.id), target))
        check = nodes.Assign([stored(target.id)], checked, None)
        return [located(check, target), node]

    def visit_Call(self, node: Node) -> Node:
        if is_operator_call(node, "ldu", "is_undefined"):
            return node
        if is_operator_call(node, "consume", "generator") or (
            COMPREHENSIONS_ARE_FUNCTIONS
            and is_operator_call(node, "list_comp", "set_comp", "dict_comp")
        ):
            return self._consumer(node)
        called = node.func
        self.generic_visit(node)
        if isinstance(called, nodes.Name) and called.id in CALLED_FROM_HERE:
            node.func = called
        return node

    # -- Scopes ----------------------------------------------------------------------

    def visit_FunctionDef(self, node: Node) -> Node:
        if self.is_generated(node.name):
            # `get_state` takes the variables as they are, undefined ones too.
            if not node.name.startswith("get_state"):
                node.body = self.visit_block(node.body)
            return node
        self.visit_surroundings(node)
        with self._function(node, is_left_alone=scope_name_of(node) is None):
            node.body = self.visit_block(node.body)
        return node

    def visit_AsyncFunctionDef(self, node: Node) -> Node:
        return self.visit_FunctionDef(node)

    def visit_Lambda(self, node: Node) -> Node:
        self.visit_surroundings(node)
        is_converted = scope_name_of(node) is not None
        if not is_converted and not self._suspends(node):
            node.body = self.visit(node.body)
            return node
        with self._function(node, is_left_alone=not is_converted):
            node.body = self.visit(node.body)
        return node

    def visit_ClassDef(self, node: Node) -> Node:
        self.visit_surroundings(node)
        with self._function(node, is_left_alone=True):
            node.body = self.visit_block(node.body)
        return node

    def visit_GeneratorExp(self, node: Node) -> Node:
        return self._comprehension(node, is_function=True)

    def visit_ListComp(self, node: Node) -> Node:
        return self._comprehension(node, is_function=COMPREHENSIONS_ARE_FUNCTIONS)

    def visit_SetComp(self, node: Node) -> Node:
        return self._comprehension(node, is_function=COMPREHENSIONS_ARE_FUNCTIONS)

    def visit_DictComp(self, node: Node) -> Node:
        return self._comprehension(node, is_function=COMPREHENSIONS_ARE_FUNCTIONS)

    def _comprehension(self, node: Node, *, is_function: bool) -> Node:
        first = node.generators[0]
        first.iter = iterated = self.visit(first.iter)
        own, around = self.own, self.around
        with self._scope(node):
            if not is_function:
                self.own, self.around = own & self.around, around & self.around
            first.iter = constant(None)
            self.generic_visit(node)
        first.iter = iterated
        return node

    def _consumer(self, node: Node) -> Node:
        """Visit a call whose step was inside a generator expression or the like."""
        places = range(1, 2)
        if is_operator_call(node, "consume", "generator"):
            places = range(2, 3) if is_operator_call(node, "consume") else range(1, 3)
        steps = [
            node.args[at] for at in places if isinstance(node.args[at], nodes.Lambda)
        ]
        node.args = [
            each if any(each is step for step in steps) else self.visit(each)
            for each in node.args
        ]
        for step in steps:
            with self._scope(step):
                step.body = self.visit(step.body)
        return node

    @contextmanager
    def _scope(self, node: Node) -> Iterator[None]:
        """Enter a scope inside: what may be undefined is, there, around it."""
        saved = self.own, self.around
        scope = self.scopes.of(node)
        hidden = scope.local_names | scope.global_names
        self.own, self.around = set(), (self.own | self.around) - hidden
        yield
        self.own, self.around = saved

    @contextmanager
    def _function(self, node: Node, *, is_left_alone: bool) -> Iterator[None]:
        """Enter a function or class of the user's."""
        outer, self.is_left_alone = self.is_left_alone, is_left_alone
        with self._scope(node):
            self.own = self.undefined.get(id(node), set())
            yield
        self.is_left_alone = outer

    def _suspends(self, node: Node) -> bool:
        return self.may_suspend and mentions(node, *SUSPENDING)


def _made_undefined(tree: Node) -> dict[int, set[str]]:
    """Return the variables that are set to `ag__.Undefined(...)`.

    By the function or class that they are in: by each, if one is in another.
    """
    found: dict[int, set[str]] = {}
    pending: list[tuple[Node, tuple[set[str], ...]]] = [(tree, ())]
    while pending:
        node, around = pending.pop()
        if isinstance(node, _DEFINITIONS):
            around = (*around, found.setdefault(id(node), set()))
        elif isinstance(node, nodes.Assign):
            if is_operator_call(node.value, "Undefined"):
                for names in around:
                    names.add(node.targets[0].id)
        pending.extend((each, around) for each in _statements_in(node))
    return found


def _statements_in(node: Node) -> Iterator[Node]:
    """Yield the statements right inside one, those of all its blocks."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            yield from block
