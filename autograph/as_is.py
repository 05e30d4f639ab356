"""What runs as it stands: the list of what conversion could not keep exact.

Such code is called unchanged, so that its meaning never changes silently. A symbolic
value that meets a condition in it raises there, at the user's line.
"""

from __future__ import annotations

import inspect
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


def reason_of_code(code: CodeType) -> str | None:
    """Return why a code object runs as it stands, as far as its flags tell."""
    for flag, reason in FLAGS:
        if code.co_flags & flag:
            return reason
    return None


def reason_of_source(function: Node) -> str | None:
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
    return reason_to_run_as_is(function)


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


def reason_to_run_as_is(function: Node) -> str | None:
    """Return why a function's node runs as it stands; None if it is converted."""
    if isinstance(function, nodes.AsyncFunctionDef):
        return "it is a coroutine function (`async def`)"
    called = None
    for node in own_nodes(function):
        if isinstance(node, SUSPENDING):
            return "it is a generator function (it contains `yield`)"
        if called is None and node.__class__ is nodes.Call:
            called = _frame_reader(node)
    if called is not None:
        return f"`{called}()` sees the variables of the frame that calls it"
    return None


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
