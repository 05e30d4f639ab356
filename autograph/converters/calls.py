"""Send calls through the operators, which convert what is called."""

from __future__ import annotations

from autograph.converters.base import Context, Converter
from autograph.converters.function_scopes import scope_name_of
from autograph.syntax import (
    OPERATORS,
    Node,
    NodeTransformer,
    constant,
    is_operator_call,
    located,
    name,
    nodes,
    quote,
    tuple_of,
)

#: What depends on the frame that calls it, and is called from there as it stands.
CALLED_FROM_HERE = frozenset({"breakpoint", "globals", "super"})
#: The same, as methods: `pdb.set_trace()` stops in the frame that calls it.
METHODS_CALLED_FROM_HERE = frozenset({"set_trace"})


class Calls(Converter):
    """Turn calls into calls of the operators.

        f(x, y=1)       ->      ag__.converted_call(f, (x,), {'y': 1}, fscope)
        f(x)            ->      ag__.converted_call(f, (x,), None, fscope)
        f(*a)           ->      ag__.spread_call(f, fscope)(*ag__.plain_keys(a, '*'))
        f(**k)          ->      ag__.spread_call(f, fscope)(**ag__.plain_keys(k, '**'))
        globals()       ->      ag__.frame_variables(globals, (), globals())

    Keeps   the order: the function, the arguments, the keywords; with `*` or `**`
            Python itself makes the call, so that its errors are Python's.
    Leaves  no other call than of the operators, and of CALLED_FROM_HERE; `super` is
            among those only without arguments.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.scope: str | None = None

    def visit_body(self, node: Node) -> None:
        outer, self.scope = self.scope, scope_name_of(node) or self.scope
        super().visit_body(node)
        self.scope = outer

    def visit_Lambda(self, node: Node) -> Node:
        self.visit_surroundings(node)
        outer, self.scope = self.scope, scope_name_of(node) or self.scope
        if not self.context.runs_as_is(node):
            node.body = self.visit(node.body)
        self.scope = outer
        return node

    def visit_ClassDef(self, node: Node) -> Node:
        """Visit what `type` is asked of in its body: it would be told a tensor."""
        self.visit_surroundings(node)
        if self.scope is not None:
            node.body = [_Asking(self).visit(each) for each in node.body]
        return node

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if self.scope is None:
            return node
        if self._stays(node):
            return _shown(node)
        scope = name(self.scope)
        starred = any(isinstance(each, nodes.Starred) for each in node.args)
        if starred or any(each.arg is None for each in node.keywords):
            called = quote(
                "ag__.spread_call(CALLED, SCOPE)", CALLED=node.func, SCOPE=scope
            )
            node.func = located(called, node.func)
            _mark_alone(node)
            return node
        call = quote(
            "ag__.converted_call(CALLED, ARGS, KEYWORDS, SCOPE)",
            CALLED=node.func,
            ARGS=tuple_of(node.args),
            KEYWORDS=_keywords(node.keywords),
            SCOPE=scope,
        )
        return located(call, node)

    def _stays(self, node: Node) -> bool:
        """Tell whether a call is generated, or made from the user's own frame."""
        called = node.func
        if isinstance(called, nodes.Lambda):
            return True
        if isinstance(called, nodes.Name):
            is_told = called.id == "super" and bool(node.args)  # what to look for
            return called.id in CALLED_FROM_HERE and not is_told
        if not isinstance(called, nodes.Attribute):
            return False
        if called.attr in METHODS_CALLED_FROM_HERE:
            return True
        owner = called.value
        return isinstance(owner, nodes.Name) and (
            owner.id == OPERATORS or self.is_generated(owner.id)
        )


def _shown(node: Node) -> Node:
    """Return a call that stays; of `globals()`, what looks at its result."""
    called = node.func
    if not isinstance(called, nodes.Name) or called.id != "globals":
        return node
    shown = quote("ag__.frame_variables(READER, (), CALL)", READER=called, CALL=node)
    return located(shown, node)


class _Asking(NodeTransformer):
    """Turns `type(x)` in the body of a class, which runs as it stands, into a call."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls

    def visit_FunctionDef(self, node: Node) -> Node:
        return node

    visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = visit_FunctionDef  # noqa: N815

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        is_asking = isinstance(node.func, nodes.Name) and node.func.id == "type"
        if not is_asking or len(node.args) != 1 or node.keywords:
            return node
        return self.calls.visit_Call(node)


def _mark_alone(node: Node) -> None:
    """Tell what is spread that it is all there is, or the last: Python asks it late."""
    if len(node.args) == 1 and isinstance(node.args[0], nodes.Starred):
        value = node.args[0].value
        if is_operator_call(value, "plain_keys"):
            value.args.append(located(constant("*"), value))
        else:
            node.args[0].value = located(_spread(value, "*"), value)
    if node.keywords and node.keywords[-1].arg is None:
        last = node.keywords[-1]
        last.value = located(_spread(last.value, "**"), last.value)


def _spread(value: Node, alone: str) -> Node:
    return quote("ag__.plain_keys(TABLE, ALONE)", TABLE=value, ALONE=constant(alone))


def _keywords(keywords: list[Node]) -> Node:
    if not keywords:
        return constant(None)
    keys = [constant(each.arg) for each in keywords]
    return nodes.Dict(keys, [each.value for each in keywords])
