"""Wrap each function's body in the scope that its calls belong to."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.declarations import has_docstring
from autograph.options import ConversionOptions
from autograph.syntax import (
    Node,
    constant,
    is_operator_call,
    located,
    nodes,
    operator,
    quote,
    quote_block,
    stored,
    tuple_of,
)


class FunctionScopes(Converter):
    """Wrap the body of a function or lambda; mark those inside as converted.

        def f(x):           def f(x):
            BODY    ->          with ag__.FunctionScope('f', ...) as fscope:
                                    BODY
        lambda x: y  ->     lambda x: ag__.with_function_scope(
                                lambda lscope: y, 'lscope', OPTIONS)

    Keeps   the docstring and declarations first; decorators see the marked function.
    Leaves  no function that is converted without a scope around its body.
    """

    def convert(self, tree: Node) -> Node:
        self.depth = 0
        return self.visit(tree)

    def visit_body(self, node: Node) -> None:
        scope = self.fresh("fscope")
        self.depth += 1
        super().visit_body(node)
        self.depth -= 1
        start = _end_of_preamble(node)
        header = quote_block(
            "with ag__.FunctionScope(NAME, SCOPE_NAME, OPTIONS) as SCOPE:\n    BODY",
            NAME=constant(node.name),
            SCOPE_NAME=constant(scope),
            OPTIONS=options_expression(self.context.options),
            SCOPE=stored(scope),
            BODY=node.body[start:] or [nodes.Pass()],
        )
        node.body[start:] = located(header, node)
        if self.depth:
            mark = located(operator("autograph_artifact"), node)
            node.decorator_list.append(mark)

    def visit_Lambda(self, node: Node) -> Node:
        self.visit_surroundings(node)
        if self.context.runs_as_is(node):
            return node
        is_nested, scope = self.depth > 0, self.fresh("lscope")
        self.depth += 1
        body = self.visit(node.body)
        self.depth -= 1
        call = quote(
            "ag__.with_function_scope(lambda SCOPE: BODY, SCOPE_NAME, OPTIONS)",
            SCOPE=scope,
            BODY=body,
            SCOPE_NAME=constant(scope),
            OPTIONS=options_expression(self.context.options),
        )
        node.body = located(call, body)
        if not is_nested:
            return node
        return located(quote("ag__.autograph_artifact(FUNCTION)", FUNCTION=node), node)


def options_expression(options: ConversionOptions) -> Node:
    """Return `ag__.ConversionOptions(...)` with these options."""
    return quote(
        "ag__.ConversionOptions(recursive=RECURSIVE, user_requested=REQUESTED,"
        " optional_features=FEATURES, internal_convert_user_code=INTERNAL)",
        RECURSIVE=constant(options.recursive),
        REQUESTED=constant(options.user_requested),
        FEATURES=tuple_of([constant(each) for each in options.optional_features]),
        INTERNAL=constant(options.internal_convert_user_code),
    )


def scope_name_of(function: Node) -> str | None:
    """Return the name of a converted function's scope; None if it has none."""
    if isinstance(function, nodes.Lambda):
        if is_operator_call(function.body, "with_function_scope"):
            scope: str = function.body.args[0].args.args[0].id
            return scope
        return None
    with_statement = scope_statement(function)
    if with_statement is None:
        return None
    name: str = with_statement.items[0].optional_vars.id
    return name


def scope_statement(function: Node) -> Node:
    """Return the `with ag__.FunctionScope(...)` of a function; None if it has none."""
    for statement in function.body:
        if isinstance(statement, nodes.With) and is_operator_call(
            statement.items[0].context_expr, "FunctionScope"
        ):
            return statement
    return None


def _end_of_preamble(function: Node) -> int:
    """Return where the statements begin that are neither docstring nor declaration."""
    at = 1 if has_docstring(function) else 0
    declarations = (nodes.Global, nodes.Nonlocal)
    while at < len(function.body) and isinstance(function.body[at], declarations):
        at += 1
    return at
