"""Turn compound statements into calls of the operators."""

from __future__ import annotations

from autograph.analysis.definitions import Definitions
from autograph.analysis.flow import BODY, ELSE, FINAL, HANDLERS, TEST
from autograph.analysis.liveness import Liveness
from autograph.analysis.scopes import Scopes, parameters_of
from autograph.converters.base import Context, Converter
from autograph.converters.block_state import FunctionPlan
from autograph.converters.breaks import loop_flag
from autograph.converters.declarations import undefined_name
from autograph.converters.function_scopes import scope_statement
from autograph.converters.loop_tests import options_call
from autograph.syntax import (
    Node,
    constant,
    located,
    name,
    nodes,
    quote,
    quote_block,
    source_of,
    stored,
    tuple_of,
    walk,
)


class ControlFlow(Converter):
    """Turn each block into a function, and each statement into a call.

        while x < 9:            def get_state():
            x = g(x)                return (x,)

                                def set_state(vars_):
                                    nonlocal x
                                    (x,) = vars_

                      ->        def loop_body():
                                    nonlocal x
                                    x = g(x)

                                def loop_test():
                                    return x < 9
                                ag__.while_stmt(loop_test, loop_body, get_state,
                                                set_state, ('x',), {})

    Keeps   what runs when: the operators run the same blocks, on plain Python values.
    Leaves  no `if`, `while`, `for`, `try` (but `except*`) or `with` of the user's.
    """

    needs = (Scopes, Liveness, Definitions)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.plan: FunctionPlan | None = None
        # Variables of the functions around this one that hold `ag__.Undefined(...)`
        # where they have no value; others of theirs may truly have none.
        self.tracked_around: set[str] = set()
        self.vars_name = self.fresh("vars_")
        self.item_name = self.fresh("itr")

    def visit_body(self, node: Node) -> None:
        outer, self.plan = self.plan, FunctionPlan(node)
        around = self.tracked_around
        if outer is not None:
            self.tracked_around = around | outer.tracked
        node.body = self.visit_block(node.body)
        # Parameters have values, until they are deleted.
        given = {each.id for each in parameters_of(node.args)}
        names = [each for each in self.plan.undefined_in(None) if each not in given]
        start = [located(undefined_name(each), node) for each in names]
        scope_statement(node).body[:0] = start
        self.plan, self.tracked_around = outer, around

    # -- The statements --------------------------------------------------------------

    def visit_If(self, node: Node) -> list[Node]:
        plan = self._plan()
        state = plan.state(node)
        test = self.visit(node.test)
        getter, setter, block = self._accessors(node)
        branches = []
        for number, (base, branch) in enumerate(
            (("if_body", node.body), ("else_body", node.orelse))
        ):
            function = self.fresh(base)
            branches.append(function)
            block.extend(self._function(node, function, number, branch))
        call = quote_block(
            "ag__.if_stmt(TEST, IF_BODY, ELSE_BODY, GET_STATE, SET_STATE, NAMES, N)",
            TEST=test,
            IF_BODY=branches[0],
            ELSE_BODY=branches[1],
            GET_STATE=getter,
            SET_STATE=setter,
            NAMES=tuple_of([constant(each) for each in state.names]),
            N=constant(len(state.outputs)),
        )
        return [*block, *located(call, node)]

    def visit_While(self, node: Node) -> list[Node]:
        state = self._plan().state(node)
        flag = loop_flag(node)
        body = node.body[:-1] if flag else node.body
        body, opts = self._options(node, body, nodes.Dict([], []))
        getter, setter, block = self._accessors(node)
        loop_body, loop_test = self.fresh("loop_body"), self.fresh("loop_test")
        block.extend(self._function(node, loop_body, BODY, body))
        test = located(nodes.Return(_unless(flag, node.test)), node)
        block.extend(self._function(node, loop_test, TEST, [test]))
        call = quote_block(
            "ag__.while_stmt(LOOP_TEST, LOOP_BODY, GET_STATE, SET_STATE, NAMES, OPTS)",
            OPTS=opts,
            LOOP_TEST=loop_test,
            LOOP_BODY=loop_body,
            GET_STATE=getter,
            SET_STATE=setter,
            NAMES=tuple_of([constant(each) for each in state.names]),
        )
        return [*block, *located(call, node)]

    def visit_For(self, node: Node) -> list[Node]:
        state = self._plan().state(node)
        flag = loop_flag(node)
        iterated, names = self.visit(node.iter), source_of(node.target)
        draw = nodes.Assign([node.target], name(self.item_name), None)
        body = node.body[:-1] if flag else node.body
        base = quote("{'iterate_names': TARGET}", TARGET=constant(names))
        body, opts = self._options(node, body, base)
        body = [located(draw, node.target), *body]
        getter, setter, block = self._accessors(node)
        loop_body = self.fresh("loop_body")
        block.extend(self._function(node, loop_body, BODY, body, self.item_name))
        extra_test = constant(None)
        if flag:
            extra_test = name(self.fresh("extra_test"))
            test = located(nodes.Return(_unless(flag, None)), node)
            block.extend(self._function(node, extra_test.id, TEST, [test]))
        call = quote_block(
            "ag__.for_stmt(ITERATED, EXTRA_TEST, LOOP_BODY, GET_STATE, SET_STATE,"
            " NAMES, OPTS)",
            OPTS=opts,
            ITERATED=iterated,
            EXTRA_TEST=extra_test,
            LOOP_BODY=loop_body,
            GET_STATE=getter,
            SET_STATE=setter,
            NAMES=tuple_of([constant(each) for each in state.names]),
        )
        return [*block, *located(call, node)]

    def visit_Try(self, node: Node) -> list[Node]:
        state = self._plan().state(node)
        getter, setter, block = self._accessors(node)
        body = self.fresh("try_body")
        block.extend(self._function(node, body, BODY, node.body))
        parts = {
            "TRY_BODY": name(body),
            "GET_STATE": name(getter),
            "SET_STATE": name(setter),
            "NAMES": tuple_of([constant(each) for each in state.names]),
            "N": constant(len(state.outputs)),
        }
        operator = "try_star" if isinstance(node, nodes.TryStar) else "try_except"
        template = (
            f"ag__.{operator}(TRY_BODY, HANDLERS, ELSE_BODY,"
            " GET_STATE, SET_STATE, NAMES, N)"
        )
        if node.finalbody:
            template = (
                "ag__.try_finally(TRY_BODY, FINAL_BODY, GET_STATE, SET_STATE, NAMES, N)"
            )
            parts["FINAL_BODY"] = name(self.fresh("final_body"))
            final = parts["FINAL_BODY"].id
            block.extend(self._function(node, final, FINAL, node.finalbody))
        else:
            handlers = []
            for place, each in enumerate(node.handlers):
                functions, handler = self._handler(node, each, HANDLERS + place)
                block.extend(functions)
                handlers.append(handler)
            parts["HANDLERS"] = tuple_of(handlers)
            parts["ELSE_BODY"] = constant(None)
            if node.orelse:
                parts["ELSE_BODY"] = name(self.fresh("else_body"))
                otherwise = parts["ELSE_BODY"].id
                block.extend(self._function(node, otherwise, ELSE, node.orelse))
        return [*block, *located(quote_block(template, **parts), node)]

    def visit_TryStar(self, node: Node) -> list[Node]:
        return self.visit_Try(node)

    def visit_With(self, node: Node) -> Node | list[Node]:
        if id(node) not in self._plan().states:
            return self.generic_visit(node)
        (item,) = node.items
        state = self._plan().state(node)
        manager = self.visit(item.context_expr)
        getter, setter, block = self._accessors(node)
        body = self.fresh("with_body")
        entered = item.optional_vars.id
        block.extend(self._function(node, body, BODY, node.body, entered))
        call = quote_block(
            "ag__.with_stmt(MANAGER, WITH_BODY, GET_STATE, SET_STATE, NAMES, N)",
            MANAGER=manager,
            WITH_BODY=body,
            GET_STATE=getter,
            SET_STATE=setter,
            NAMES=tuple_of([constant(each) for each in state.names]),
            N=constant(len(state.outputs)),
        )
        return [*block, *located(call, node)]

    def _handler(
        self, node: Node, handler: Node, number: int
    ) -> tuple[list[Node], Node]:
        """Return the functions that a handler becomes, and a tuple of their names."""
        block: list[Node] = []
        types, forget = constant(None), constant(None)
        if handler.type is not None:
            types = name(self.fresh("caught_types"))
            test = located(nodes.Return(self.visit(handler.type)), handler)
            definition = quote_block(
                "def NAME():\n    BODY", NAME=types.id, BODY=[test]
            )
            block.extend(located(definition, node))
        body, held = handler.body, self.fresh("caught_")
        if handler.name is not None:
            caught = handler.name.id
            bind = quote_block("NAME = HELD", NAME=caught, HELD=held)
            body = [*located(bind, handler), *body]
            if caught in self._plan().state(node).names:
                forget = name(self.fresh("forget"))
                definition = quote_block(
                    "def NAME():\n    DECLARATIONS\n    UNDEFINE",
                    NAME=forget.id,
                    DECLARATIONS=self._declarations((caught,)),
                    UNDEFINE=[located(undefined_name(caught), handler)],
                )
                block.extend(located(definition, node))
        function = self.fresh("handler")
        block.extend(self._function(node, function, number, body, held))
        return block, tuple_of([types, name(function), forget])

    def _options(
        self, loop: Node, body: list[Node], opts: Node
    ) -> tuple[list[Node], Node]:
        """Take `set_loop_options` out of a loop's body; return what remains, and opts.

        What is given to it is evaluated before the loop, if at all.
        """
        remaining = []
        for statement in body:
            options = options_call(statement)
            if options is None:
                remaining.append(statement)
                continue
            # A debugger stops there; the call itself stands before the loop.
            remaining.append(located(nodes.Pass(), statement))
            called = self.visit(options)
            parts: list[Node] = list(walk(called.func))
            for part in parts:
                part.lineno = part.end_lineno = loop.lineno
                part.col_offset = part.end_col_offset = loop.col_offset
            keys = [constant(each.arg) for each in called.keywords]
            given = nodes.Dict(keys, [each.value for each in called.keywords])
            opts = quote(
                "ag__.loop_options(OPTS, FUNCTION, lambda: GIVEN)",
                OPTS=opts,
                FUNCTION=called.func,
                GIVEN=given,
            )
            opts = located(opts, loop)
        return remaining, opts

    # -- Names without a value -------------------------------------------------------

    def visit_Delete(self, node: Node) -> Node | list[Node]:
        (target,) = node.targets
        if not isinstance(target, nodes.Name):
            return node
        read = located(nodes.Expr(name(target.id)), node)
        if self._plan().is_outer(target.id):
            return [read, node]
        if not self._starts_undefined(target.id):
            return node
        return [read, located(undefined_name(target.id), node)]

    def _starts_undefined(self, identifier: str) -> bool:
        return identifier in self._plan().tracked

    # -- Generated functions ---------------------------------------------------------

    def _plan(self) -> FunctionPlan:
        assert self.plan is not None
        return self.plan

    def _accessors(self, node: Node) -> tuple[str, str, list[Node]]:
        """Return the names of a statement's `get_state` and `set_state`, and both."""
        plan = self._plan()
        names = plan.state(node).names
        getter, setter = self.fresh("get_state"), self.fresh("set_state")
        read = [
            _read_outer(each) if self._may_be_unbound(each) else name(each)
            for each in names
        ]
        block = quote_block(
            "def NAME():\n    return VALUES", NAME=getter, VALUES=tuple_of(read)
        )
        if names:
            target = nodes.Tuple([stored(each) for each in names], nodes.Store())
            body = [nodes.Assign([target], name(self.vars_name), None)]
            body.extend(_forget(each) for each in names if self._may_be_unbound(each))
        else:
            body = [nodes.Pass()]
        block += quote_block(
            "def NAME(VARS):\n    DECLARATIONS\n    BODY",
            NAME=setter,
            VARS=self.vars_name,
            DECLARATIONS=self._declarations(names),
            BODY=body,
        )
        return getter, setter, located(block, node)

    def _may_be_unbound(self, identifier: str) -> bool:
        """Tell whether a global or nonlocal may have no value at all."""
        return self._plan().is_outer(identifier) and not (
            identifier in self._plan().scope.nonlocal_names
            and identifier in self.tracked_around
        )

    def _function(
        self, node: Node, function: str, number: int, block: list[Node], *args: str
    ) -> list[Node]:
        """Return the function that one block of a statement becomes."""
        plan = self._plan()
        start = [undefined_name(each) for each in plan.undefined_in(node, number)]
        body = self.visit_block(block)
        written = plan.written_in(node, number)
        names = tuple(each for each in plan.state(node).names if each in written)
        definition = quote_block(
            "def NAME(ARG):\n    BODY" if args else "def NAME():\n    BODY",
            NAME=function,
            BODY=[
                *self._declarations(names),
                *start,
                *(body or [nodes.Pass()]),
            ],
            **({"ARG": args[0]} if args else {}),
        )
        return list(located(definition, node))

    def _declarations(self, names: tuple[str, ...]) -> list[Node]:
        """Declare the state where it is written, in the documents' order: reversed."""
        global_names, names = self._plan().scope.global_names, names[::-1]
        outer = [each for each in names if each in global_names]
        shared = [each for each in names if each not in global_names]
        declarations = [nodes.Nonlocal(shared)] if shared else []
        return declarations + ([nodes.Global(outer)] if outer else [])


def _unless(flag: str | None, test: Node) -> Node:
    """Return `not flag and test`, without what is surely true."""
    is_true = test is None or (isinstance(test, nodes.Constant) and bool(test.value))
    if flag is None:
        return test
    stopped = nodes.UnaryOp(nodes.Not(), name(flag))
    if is_true:
        return stopped
    truth = located(quote("ag__.truth(TEST)", TEST=test), test)
    return nodes.BoolOp(nodes.And(), [stopped, truth])


def _read_outer(identifier: str) -> Node:
    """Return a read of a global or nonlocal that may have no value."""
    return quote(
        "ag__.ldu(lambda: NAME, TEXT)", NAME=identifier, TEXT=constant(identifier)
    )


def _forget(identifier: str) -> Node:
    """Return the statement that leaves a global or nonlocal without a value."""
    template = "if ag__.is_undefined(NAME):\n    del DELETED"
    (statement,) = quote_block(template, NAME=identifier, DELETED=identifier)
    return statement
