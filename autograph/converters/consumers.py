"""Make comprehensions, and generator expressions that are used up, calls."""

from __future__ import annotations

from collections.abc import Collection

from autograph.converters.base import Context, Converter
from autograph.converters.lazy import can_be_lazy, lazy
from autograph.syntax import (
    Node,
    children_of,
    constant,
    copied,
    is_operator_call,
    located,
    mark_generated,
    name,
    nodes,
    quote,
    tuple_of,
    walk,
)

#: Builtins that use up all items, or as many as decide.
REDUCTIONS = frozenset(
    {
        *("all", "any", "dict", "list", "max", "min", "sorted", "sum", "tuple"),
        *("Counter", "OrderedDict", "deque", "frozenset", "set"),
    }
)
# Those that use each item up before they ask for the next.
_AT_ONCE = frozenset({"all", "any", "max", "min", "sum"})
#: Methods that use up all items.
METHODS = frozenset({"extend", "join"})
# Builtins that raise no StopIteration, called with numbers.
_NUMBERS = frozenset(
    {
        *("abs", "bool", "complex", "divmod", "float", "int", "isinstance", "len"),
        *("max", "min", "ord", "pow", "repr", "round", "str"),
    }
)
# The operators that make what keeps the variables around it: functions of the user's,
# and generators.
_CLOSURES = ("with_function_scope", "autograph_artifact", "generator")


class Consumers(Converter):
    """Make comprehensions, and generator expressions that are used up, calls.

        ag__.converted_call(        ->  ag__.consume(
            sum, (f(x) for x in xs          sum, xs, lambda x: (c, lambda: f(x)), (),
                  if c), None, fscope)      fscope)

        [f(x) for x in xs if c] ->  ag__.list_comp(xs, lambda x: (c, lambda: f(x)))
        {f(x) for x in xs}      ->  ag__.set_comp(xs, ... (True, lambda: f(x)) ...)
        {k: v for k, v in p}    ->  ag__.dict_comp(p, ... (True, lambda: (k, v)) ...)

        g = (f(x) for x in xs   ->  g = ag__.generator(xs, lambda x: c, lambda x: f(x))
             if c)
        (y for x in xs          ->  ag__.generator(xs, None, lambda x:
           for y in x)                  ag__.generator(x, None, lambda y: y,
                                        is_once=True), is_nested=True)
        next(f(x) for x in xs)  ->  next(ag__.generator(xs, ..., is_once=True))

    Keeps   the iterable, evaluated once, where it was; an item is tested, and its value
            computed, when the builtin asks for it.
    Leaves  comprehensions that bind names, or make functions that keep the
            variables.
    """

    comes_of = (nodes.ListComp, nodes.SetComp, nodes.DictComp, nodes.GeneratorExp)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.used_up: set[int] = set()
        self.drawn_once: set[int] = set()

    def visit_GeneratorExp(self, node: Node) -> Node:
        is_async = any(part.is_async for part in node.generators)
        is_left = id(node) in self.used_up or is_async or not _is_plain(node)
        self.generic_visit(node)
        if is_left:
            return node
        *outer, inner = node.generators
        may_stop = any(map(_may_stop, (*inner.ifs, node.elt)))
        is_once = bool(outer) or (id(node) in self.drawn_once and not may_stop)
        how = ", is_once=True" if is_once else ""
        call = self._generator(inner, node.elt, node, how)
        for part in reversed(outer):
            call = self._generator(part, call, node, ", is_nested=True")
        return call

    def _generator(self, part: Node, value: Node, at: Node, how: str) -> Node:
        call = quote(
            f"ag__.generator(ITEMS, TEST, VALUE, MAY_STOP{how})",
            ITEMS=_items(part),
            TEST=self._of_item(part, _test(part.ifs)) if part.ifs else constant(None),
            VALUE=self._of_item(part, value),
            MAY_STOP=constant(any(map(_may_stop, (*part.ifs, value)))),
        )
        return located(call, at)

    def visit_ListComp(self, node: Node) -> Node:
        self.generic_visit(node)
        return self._comprehension(node, "list_comp", node.elt)

    def visit_SetComp(self, node: Node) -> Node:
        self.generic_visit(node)
        return self._comprehension(node, "set_comp", node.elt)

    def visit_DictComp(self, node: Node) -> Node:
        self.generic_visit(node)
        pair = located(tuple_of([node.key, node.value]), node)
        return self._comprehension(node, "dict_comp", pair)

    def _comprehension(self, node: Node, operator: str, value: Node) -> Node:
        if not _is_plain(node) or any(part.is_async for part in node.generators):
            return node
        *outer, inner = node.generators
        call = self._made(operator, inner, value, node, is_nested=False)
        for part in reversed(outer):
            call = self._made(operator, part, call, node, is_nested=True)
        return call

    def _made(
        self, operator: str, part: Node, value: Node, at: Node, *, is_nested: bool
    ) -> Node:
        call = quote(
            f"ag__.{operator}(ITEMS, STEP, NESTED)"
            if is_nested
            else f"ag__.{operator}(ITEMS, STEP)",
            ITEMS=_items(part),
            STEP=located(self._step(part, value), at),
            **({"NESTED": constant(True)} if is_nested else {}),
        )
        return located(call, at)

    def visit_Call(self, node: Node) -> Node:
        is_used_up = is_reduction(node)
        if is_used_up:
            self.used_up.add(id(node.args[1].elts[0]))
        elif _is_draw(node):
            self.drawn_once.add(id(node.args[1].elts[0]))
        self.generic_visit(node)
        if is_operator_call(node, "unpack", "plain_items"):
            return _used_at_once(node)
        if not is_used_up:
            return node
        function, args, _, scope = node.args
        given, *rest = args.elts
        (part,) = given.generators
        call = quote(
            "ag__.consume(FUNCTION, ITEMS, STEP, REST, SCOPE)",
            FUNCTION=function,
            ITEMS=_items(part),
            STEP=located(self._step(part, given.elt), given),
            REST=tuple_of(rest),
            SCOPE=scope,
        )
        return located(call, node)

    def _step(self, part: Node, value: Node) -> Node:
        """Return what takes an item, and gives its test and how to get its value."""
        pair = located(tuple_of([_test(part.ifs), lazy(value)]), value)
        return self._of_item(part, pair)

    def _of_item(self, part: Node, value: Node) -> Node:
        """Return a function of an item that computes a value."""
        if isinstance(part.target, nodes.Name):
            function = quote("lambda: VALUE", VALUE=value)
            parameter = part.target.id
        else:
            parameter = self.fresh("item_")
            only = located(tuple_of([_taken_apart(parameter, part)]), part.target)
            drawn = nodes.comprehension(part.target, only, [], 0)
            values = located(nodes.GeneratorExp(value, [drawn]), value)
            mark_generated(values)
            function = quote("lambda: (*VALUES,)[0]", VALUES=values)
        function.args.args = [nodes.Name(parameter, nodes.Param(), None, None)]
        return located(function, value)


def _used_at_once(call: Node) -> Node:
    """Return an unpacking; a generator in it is used up before all else happens."""
    if is_operator_call(call.args[0], "generator"):
        call.args[0].args.append(located(constant(True), call))
    return call


def _items(part: Node) -> Node:
    """Return what is iterated over, which may be a list that grows, here."""
    if is_operator_call(part.iter, "plain_items"):
        return part.iter.args[0]
    return part.iter


def _taken_apart(item: str, part: Node) -> Node:
    """Return an item as what Python itself can bind the targets to."""
    if not is_operator_call(part.iter, "plain_items"):
        return name(item)
    pattern = copied(part.iter.args[1])
    return quote("ag__.unpack(ITEM, PATTERN)", ITEM=name(item), PATTERN=pattern)


def _test(conditions: list[Node]) -> Node:
    if len(conditions) < 2:
        return conditions[0] if conditions else constant(True)
    *before, found = map(_truth, conditions)
    for first in reversed(before):
        both = quote("ag__.and_(FIRST, REST)", FIRST=lazy(first), REST=lazy(found))
        found = located(both, first)
    return found


def _truth(test: Node) -> Node:
    return located(quote("ag__.truth(TEST)", TEST=test), test)


def _may_stop(node: Node) -> bool:
    """Tell whether an expression calls what may raise StopIteration."""
    return any(
        is_operator_call(each, "consume", "spread_call")
        or (
            is_operator_call(each, "converted_call") and not _is_call_of(each, _NUMBERS)
        )
        for each in walk(node)
    )


def _is_call_of(call: Node, names: Collection[str]) -> bool:
    function = call.args[0]
    return isinstance(function, nodes.Name) and function.id in names


def _is_draw(call: Node) -> bool:
    """Tell whether a converted call draws one item: what is new is drawn from once."""
    return (
        is_operator_call(call, "converted_call")
        and _is_call_of(call, ("next",))
        and bool(call.args[1].elts)
    )


def _draws(node: Node) -> bool:
    """Tell whether an expression ends where an iterator does: by StopIteration."""
    return any(
        is_operator_call(each, "converted_call") and _is_call_of(each, ("next",))
        for each in walk(node)
    )


def _is_plain(node: Node) -> bool:
    """Tell whether nothing in it binds a name, suspends, or outlives an item.

    What it iterates over first is evaluated around it, and may do all that. `super`
    finds no class in a comprehension of Python 3.11; that is left to Python.
    """
    around = {id(each) for each in walk(node.generators[0].iter)}
    names = frozenset().union(*(_names(part.target) for part in node.generators))
    used_up = {id(node), *map(id, _used_up_in(node))}
    return can_be_lazy(node) and not any(
        (isinstance(each, nodes.GeneratorExp) and id(each) not in used_up)
        or (is_operator_call(each, *_CLOSURES) and _keeps(each, names))
        or (isinstance(each, nodes.Name) and each.id == "super")
        for each in walk(node)
        if id(each) not in around
    )


def _used_up_in(node: Node) -> list[Node]:
    return [each.args[1].elts[0] for each in walk(node) if is_reduction(each)]


def _names(node: Node) -> frozenset[str]:
    return frozenset(each.id for each in walk(node) if isinstance(each, nodes.Name))


def _keeps(closure: Node, names: frozenset[str]) -> bool:
    """Tell whether what is made may keep one of these variables."""
    return is_operator_call(closure, "generator") or bool(_names(closure) & names)


def is_reduction(call: Node) -> bool:
    """Tell whether a converted call gives a generator expression to a reduction."""
    if not is_operator_call(call, "converted_call"):
        return False
    function, args, keywords, _ = call.args
    if isinstance(function, nodes.Attribute) and function.attr in METHODS:
        most = 1
    elif isinstance(function, nodes.Name) and function.id in REDUCTIONS:
        most = 1 + (function.id == "sum")
    else:
        return False
    if not 0 < len(args.elts) <= most:
        return False
    given = args.elts[0]
    return (
        isinstance(given, nodes.GeneratorExp)
        and isinstance(keywords, nodes.Constant)
        and len(given.generators) == 1
        and not given.generators[0].is_async
        and can_be_lazy(given)
        and not any(map(_draws, (*given.generators[0].ifs, given.elt)))
        and (
            (isinstance(function, nodes.Name) and function.id in _AT_ONCE)
            or not _keeps_item(given)
        )
    )


def _keeps_item(generator: Node) -> bool:
    """Tell whether a value may keep the variable, which the next item is bound to."""
    (part,) = generator.generators
    names = _names(part.target)
    pending = [*part.ifs, generator.elt]
    while pending:
        node = pending.pop()
        is_kept = isinstance(node, nodes.GeneratorExp)
        if is_kept or is_operator_call(node, *_CLOSURES):
            if _names(node) & names:
                return True
        elif is_reduction(node):  # of the generator nothing is left
            given, *rest = node.args[1].elts
            (inner,) = given.generators
            pending += [node.args[0], *rest, inner.iter, *inner.ifs, given.elt]
        elif is_operator_call(node, "converted_call"):
            function, args, keywords, _ = node.args
            pending += [function, args]
            if isinstance(keywords, nodes.Dict):  # a key is for the call alone
                pairs = zip(keywords.keys, keywords.values, strict=True)
                pending += [value for key, value in pairs if not _is_key(key)]
        else:
            pending += children_of(node)
    return False


def _is_key(name: Node | None) -> bool:
    return isinstance(name, nodes.Constant) and name.value == "key"
