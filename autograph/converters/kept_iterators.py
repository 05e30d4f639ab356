"""Tell the operators which of the iterators that builtins make are kept."""

from __future__ import annotations

from autograph.converters.base import Context, Converter
from autograph.syntax import Node, located, nodes, quote

#: Builtins that make an iterator of what they are given.
MAKERS = frozenset({"enumerate", "filter", "map", "reversed", "zip"})
#: What uses up what it is given, at once, or makes an iterator that is used up.
USERS = frozenset(
    {
        *("all", "any", "bytes", "bytearray", "dict", "frozenset", "list", "max"),
        *("min", "set", "sorted", "sum", "tuple"),
        *("Counter", "OrderedDict", "deque", "reduce"),
    }
)
#: The same, as methods.
METHODS = frozenset({"extend", "extendleft", "fromkeys", "join", "update"})


class KeptIterators(Converter):
    """Tell the operators which of the iterators that builtins make are kept.

        pairs = zip(a, b)       ->      pairs = ag__.kept(zip)(a, b)
        take(map(f, a))         ->      take(ag__.kept(map)(f, a))
        next(map(f, a))         ->      next(ag__.kept(map, True)(f, a))

    Keeps   the order: the function, the arguments.
    Leaves  those that are used up where they are made: by a `for`, a comprehension, a
            star, targets that take it apart, `in`, builtins such as `list`; and those
            made for another one that is. Not those in a generator expression that a
            `for` steps through, or that has several.
    """

    comes_of = (nodes.Call,)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.used_up: set[int] = set()
        self.drawn_from: set[int] = set()
        self.kept: set[int] = set()

    def has_work(self) -> bool:
        """Tell whether the function may have something to convert."""
        is_named = not self.context.names.taken.isdisjoint(MAKERS)
        return is_named and self.context.options.recursive and super().has_work()

    def visit_For(self, node: Node) -> Node:
        if not isinstance(node.iter, nodes.GeneratorExp):  # a test may be of the run
            self._use_up(node.iter)
        return self.generic_visit(node)

    def visit_GeneratorExp(self, node: Node) -> Node:
        if len(node.generators) > 1:  # it is a generator, which a loop may run
            self.kept.update(map(id, node.generators))
        elif id(node) not in self.used_up:
            self.kept.add(id(node.generators[0]))
        return self.generic_visit(node)

    def visit_comprehension(self, node: Node) -> Node:
        if id(node) not in self.kept:
            self._use_up(node.iter)
        return self.generic_visit(node)

    def visit_Starred(self, node: Node) -> Node:
        self._use_up(node.value)
        return self.generic_visit(node)

    def visit_Assign(self, node: Node) -> Node:
        if all(isinstance(each, (nodes.Tuple, nodes.List)) for each in node.targets):
            self._use_up(node.value)
        return self.generic_visit(node)

    def visit_Compare(self, node: Node) -> Node:
        for symbol, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(symbol, (nodes.In, nodes.NotIn)):
                self._use_up(right)
        return self.generic_visit(node)

    def visit_Call(self, node: Node) -> Node:
        called = node.func
        name = called.id if isinstance(called, nodes.Name) else None
        is_used_up = id(node) in self.used_up
        is_method = isinstance(called, nodes.Attribute) and called.attr in METHODS
        if name in USERS or is_method or is_used_up:
            for each in node.args:
                self._use_up(each)
        if name == "next" or (name in MAKERS and id(node) in self.drawn_from):
            self.drawn_from.update(map(id, node.args))
        self.generic_visit(node)
        if name in MAKERS and not is_used_up:
            is_drawn_from = id(node) in self.drawn_from
            text = "ag__.kept(MADE_BY, True)" if is_drawn_from else "ag__.kept(MADE_BY)"
            node.func = located(quote(text, MADE_BY=called), called)
        return node

    def _use_up(self, node: Node) -> None:
        """Note that what gives a value goes through it where it stands."""
        if isinstance(node, nodes.IfExp):
            self._use_up(node.body)
            self._use_up(node.orelse)
        elif isinstance(node, nodes.BoolOp):
            for each in node.values:
                self._use_up(each)
        elif isinstance(node, nodes.GeneratorExp):
            self.used_up.add(id(node))
        elif isinstance(node, nodes.Call):
            if not isinstance(node.func, nodes.Name):
                return
            if node.func.id in MAKERS or node.func.id == "iter":
                self.used_up.add(id(node))
