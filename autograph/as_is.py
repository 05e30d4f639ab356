"""What runs as it stands: the list of what conversion could not keep exact.

Such code is called unchanged, so that its meaning never changes silently. A symbolic
value that meets a condition in it raises there, at the user's line.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import CodeType

from autograph.syntax import OPERATORS, Node, children_of, nodes, walk

#: Flags of code objects that stop and resume.
FLAGS = (
    (inspect.CO_ASYNC_GENERATOR, "it is an asynchronous generator"),
    (inspect.CO_COROUTINE, "it is a coroutine function (`async def`)"),
    (inspect.CO_GENERATOR, "it is a generator function (it contains `yield`)"),
)

#: Builtins that see the variables of the frame that calls them.
FRAME_READERS = frozenset({"eval", "exec", "locals"})
#: The same when called without an argument.
FRAME_READERS_BARE = frozenset({"dir", "vars"})

#: What makes a function a generator function.
SUSPENDING = (nodes.Yield, nodes.YieldFrom)

_FUNCTIONS = (
    nodes.FunctionDef,
    nodes.AsyncFunctionDef,
    nodes.Lambda,
)
_OPAQUE = (*_FUNCTIONS, nodes.ClassDef)
# Builtins that show the variables of the frame, when called without an argument.
_SHOWING = frozenset({"locals", "vars", "dir"})
# Before 3.13 all calls in one frame give the same dict (PEP 667).
_GIVES_ONE_DICT = sys.version_info < (3, 13)
_LOOPS = (nodes.For, nodes.AsyncFor, nodes.While)
_COMPREHENSIONS = (nodes.ListComp, nodes.SetComp, nodes.DictComp, nodes.GeneratorExp)


def reason_of_code(code: CodeType) -> str | None:
    """Return why a code object runs as it stands, as far as its flags tell."""
    for flag, reason in FLAGS:
        if code.co_flags & flag:
            return reason
    return None


def reason_of_source(function: Node, *, may_yield: bool = False) -> str | None:
    """Return why a function runs as it stands, asked of its tree as it was written."""
    for node in walk(function):
        if isinstance(node, nodes.Name) and node.id == OPERATORS:
            return f"it uses the name `{OPERATORS}`, which converted code needs"
        if node is not function and isinstance(node, _FUNCTIONS):
            inside = list(own_nodes(node))
            for name in sorted(_deleted_outside(inside)):
                return f"a function inside it deletes its variable `{name}`"
            calls = (each for each in inside if each.__class__ is nodes.Call)
            called = next(filter(None, map(_frame_reader, calls)), None)
            if called is not None:  # it would show the name of the operators
                return f"a function inside it calls `{called}()`"
    return reason_to_run_as_is(function, may_yield=may_yield)


def _deleted_outside(inside: list[Node]) -> set[str]:
    """Return the variables of the functions around it that a function deletes.

    Args:
        inside: The function's own nodes.
    """
    outer: set[str] = set()
    deleted: set[str] = set()
    for node in inside:
        if isinstance(node, nodes.Nonlocal):
            outer.update(node.names)
        elif isinstance(node, nodes.Name) and isinstance(node.ctx, nodes.Del):
            deleted.add(node.id)
        elif isinstance(node, nodes.ExceptHandler) and node.name is not None:
            deleted.add(node.name.id)
    return outer & deleted


def reason_to_run_as_is(function: Node, *, may_yield: bool = False) -> str | None:
    """Return why a function's node runs as it stands; None if it is converted."""
    if isinstance(function, nodes.AsyncFunctionDef):
        return "it is a coroutine function (`async def`)"
    called = None
    for node in own_nodes(function):
        if isinstance(node, SUSPENDING) and not may_yield:
            return "it is a generator function (it contains `yield`)"
        if called is None and node.__class__ is nodes.Call:
            called = None if shows_variables(node) else _frame_reader(node)
    if called is not None:
        return f"`{called}()` sees the variables of the frame that calls it"
    return _reason_of_shown(function)


def shows_variables(call: Node) -> bool:
    """Tell whether a call shows the variables of its frame, and needs no other part."""
    is_named = call.func.__class__ is nodes.Name and call.func.id in _SHOWING
    return is_named and not call.args and not call.keywords


def _reason_of_shown(function: Node) -> str | None:
    """Return why a function whose variables are shown runs as it stands."""
    own = list(own_nodes(function))
    shown = [each for each in own if _is_showing(each)]
    if not shown:
        return None
    called = f"`{shown[0].func.id}()`"
    repeated = [each for each in own if isinstance(each, _COMPREHENSIONS)]
    if any(_is_repeated(each, repeated) for each in shown):
        return f"{called} sees the variables of the frame that calls it"
    repeated = [each for each in own if isinstance(each, _LOOPS)]
    if _GIVES_ONE_DICT and (
        _most_shown(own, shown) > 1
        or any(_is_repeated(each, repeated) for each in shown)
    ):
        return f"{called} gives one dict, each time it is called, before Python 3.13"
    return None


def _most_shown(own: list[Node], shown: list[Node]) -> int:
    """Return how often variables may be shown, but for loops: one return ends it."""
    returned = [
        sum(_is_showing(inner) for inner in walk(each))
        for each in own
        if isinstance(each, nodes.Return)
    ]
    return len(shown) - sum(returned) + max(returned, default=0)


def _is_showing(node: Node) -> bool:
    return node.__class__ is nodes.Call and shows_variables(node)


def _is_repeated(node: Node, repeated: list[Node]) -> bool:
    """Tell whether loops or comprehensions evaluate a node each time."""
    return any(
        inner is node
        for each in repeated
        for part in _repeated_parts(each)
        for inner in walk(part)
    )


def _repeated_parts(node: Node) -> list[Node]:
    if isinstance(node, nodes.While):
        return [node.test, *node.body]
    if isinstance(node, _LOOPS):
        return list(node.body)
    # The first iterable is evaluated once, in the function's own frame.
    first, *rest = node.generators
    return [
        *(each for each in children_of(node) if each not in node.generators),
        *(each for each in children_of(first) if each is not first.iter),
        *(child for each in rest for child in children_of(each)),
    ]


def _frame_reader(call: Node) -> str | None:
    """Return the builtin that a call names, if it sees the frame that calls it."""
    if call.func.__class__ is not nodes.Name:
        return None
    called, given = call.func.id, call.args or call.keywords
    if called in FRAME_READERS or (called in FRAME_READERS_BARE and not given):
        return str(called)
    return None


def own_nodes(function: Node) -> Iterator[Node]:
    """Yield the nodes of a function, without the functions and classes inside it.

    What those evaluate in the function around them (decorators, defaults) is its own.
    """
    body = function.body if isinstance(function.body, list) else [function.body]
    pending = list(reversed(body))
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, _OPAQUE):
            pending.extend(_surroundings(node))
        else:
            pending.extend(children_of(node))


def _surroundings(node: Node) -> Iterator[Node]:
    yield from getattr(node, "decorator_list", ())
    yield from getattr(node, "bases", ())
    yield from getattr(node, "keywords", ())
    args = getattr(node, "args", None)
    if args is not None:
        yield from args.defaults
        yield from (each for each in args.kw_defaults if each is not None)


def mentions(tree: Node, *kinds: type) -> bool:
    """Tell whether a tree contains a node of one of these kinds."""
    return any(isinstance(node, kinds) for node in walk(tree))
