"""Hand generator expressions to the builtins that use them up through the operators."""

from __future__ import annotations

from autograph.converters.base import Converter
from autograph.converters.lazy import can_be_lazy, lazy
from autograph.syntax import (
    Node,
    constant,
    is_operator_call,
    located,
    name,
    nodes,
    quote,
    tuple_of,
)

#: Builtins whose result depends on the values of the items alone, not on how many.
REDUCTIONS = frozenset({"all", "any", "max", "min", "sum"})


class Consumers(Converter):
    """Hand generator expressions to the builtins that use them up.

        ag__.converted_call(        ->  ag__.consume(
            sum, (f(x) for x in xs          sum, xs, lambda x: (c, lambda: f(x)), (),
                  if c), None, fscope)      fscope)

    Keeps   the iterable, evaluated once, where it was; an item is tested, and its value
            computed, when the builtin asks for it.
    Leaves  a generator expression that binds names, has two `for`, or is given beside
            keywords: its conditions must be Python's.
    """

    def visit_Call(self, node: Node) -> Node:
        self.generic_visit(node)
        if not is_reduction(node):
            return node
        function, args, _, scope = node.args
        given, *rest = args.elts
        (part,) = given.generators
        call = quote(
            "ag__.consume(FUNCTION, ITEMS, STEP, REST, SCOPE)",
            FUNCTION=function,
            ITEMS=part.iter,
            STEP=located(self._step(part, given.elt), given),
            REST=tuple_of(rest),
            SCOPE=scope,
        )
        return located(call, node)

    def _step(self, part: Node, value: Node) -> Node:
        """Return what takes an item, and gives its test and how to get its value."""
        pair = located(tuple_of([_test(part.ifs), lazy(value)]), value)
        if isinstance(part.target, nodes.Name):
            step = quote("lambda: PAIR", PAIR=pair)
            parameter = part.target.id
        else:
            # Python itself takes the item apart.
            parameter = self.fresh("item_")
            only = located(tuple_of([name(parameter)]), part.target)
            drawn = nodes.comprehension(part.target, only, [], 0)
            pairs = located(nodes.GeneratorExp(pair, [drawn]), value)
            step = quote("lambda: (*PAIRS,)[0]", PAIRS=pairs)
        step.args.args = [nodes.Name(parameter, nodes.Param(), None, None)]
        return step


def _test(conditions: list[Node]) -> Node:
    if len(conditions) < 2:
        return conditions[0] if conditions else constant(True)
    first, *rest = conditions
    truth = located(quote("ag__.truth(TEST)", TEST=first), first)
    return located(
        quote("ag__.and_(FIRST, REST)", FIRST=lazy(truth), REST=lazy(_test(rest))),
        first,
    )


def is_reduction(call: Node) -> bool:
    """Tell whether a converted call gives a generator expression to a reduction."""
    if not is_operator_call(call, "converted_call"):
        return False
    function, args, keywords, _ = call.args
    if not isinstance(function, nodes.Name) or function.id not in REDUCTIONS:
        return False
    if not args.elts or len(args.elts) > 1 + (function.id == "sum"):
        return False
    given = args.elts[0]
    return (
        isinstance(given, nodes.GeneratorExp)
        and isinstance(keywords, nodes.Constant)
        and len(given.generators) == 1
        and not given.generators[0].is_async
        and can_be_lazy(given)
    )
