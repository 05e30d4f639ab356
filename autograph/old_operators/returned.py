"""Is what paths are joined to what the function that is traced returns?

Then nothing computes with the value: it may be of one kind on some paths, and of
another on others (`old_staging.one_of`). That is asked where it is, which is seldom;
so the answer is read from the source text, at the instructions that the user's frames
have come to, and costs nothing where it is not asked.
"""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any, Final

from autograph.old_operators import depth
from autograph.options import is_ready
from graph.graph import current_graph
from graph.origin import is_users, user_frame
from graph.parsing import parse
from graph.tensor import _DISPATCH

#: The code of the operator that calls converted functions, which has what it calls in
#: its variable `called`. Written once, by `calls`.
CALLING: Final[list[CodeType]] = []
#: Of what runs the generator of a manager, and of what that runs in place of its
#: `yield`, the body of the `with`: no value of the body gets there. Written by
#: `generator_managers`.
MANAGING: Final[set[CodeType]] = set()
#: Of what takes the arguments of a call with `*` or `**`. Written by `spread_calls`.
SPREADING: Final[set[CodeType]] = set()


def is_returned(*, is_expression: bool) -> bool:
    """Tell whether the value of the innermost statement or expression is returned.

    Each converted function that is being called in the trace must have been called by
    the expression of a `return`, up to the one that is traced.

    Args:
        is_expression: Is it the value of an expression, not of a `return` statement?
    """
    graph = current_graph()
    if graph is None or graph.root.depth is None:
        return False
    frame: FrameType | None = sys._getframe(1)
    if is_expression and not _is_in_return(user_frame(frame)):
        return False
    n_called = depth.depth() - graph.root.depth - 1
    found = 0
    while found < n_called:
        while frame is not None and frame.f_code not in CALLING:
            frame = frame.f_back
        if frame is None:
            return False
        called, caller = frame.f_locals["called"], _caller(frame)
        frame = caller
        if getattr(called, "__code__", None) in MANAGING:
            continue  # the body of a `with`
        if caller is None or not _is_converted(called):
            return False
        if caller.f_code not in MANAGING and not _is_in_return(caller):
            return False
        found += 1
    return n_called >= 0


def _caller(frame: FrameType) -> FrameType | None:
    """Return the frame that a function is called from: the user's, mostly.

    One of this library's, such as what adds items up, computes with the value.
    """
    caller = frame.f_back and frame.f_back.f_back  # after `converted_call`
    while caller is not None and caller.f_code in SPREADING:
        caller = caller.f_back
    return caller


def _is_converted(called: Any) -> bool:
    function = called.__func__ if type(called) is MethodType else called
    return type(function) is FunctionType and is_ready(function.__code__)


def _is_in_return(frame: FrameType | None) -> bool:
    """Tell whether the expression that a frame is at is what its function returns.

    A statement of its own drops the value, which is as good.
    """
    if frame is None or not is_users(frame.f_code):
        return False
    positions = frame.f_code.co_positions()
    at = next(islice(positions, frame.f_lasti // 2, None), None)
    return at in _returned("".join(linecache.getlines(frame.f_code.co_filename)))


# The text of a few files: a loop that Python goes through may ask a hundred times.
@lru_cache(maxsize=8)
def _returned(source: str) -> frozenset[tuple[int | None, ...]]:
    """Return where the expressions of a module stand that functions return."""
    try:
        tree = parse(source)
    except (SyntaxError, ValueError):
        return frozenset()
    return frozenset(
        (part.lineno, part.end_lineno, part.col_offset, part.end_col_offset)
        for each in ast.walk(tree)
        for part in _returned_by(each)
    )


def _returned_by(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a statement or lambda returns, and what that is, or consists of."""
    if isinstance(node, (ast.Return, ast.Expr)) and node.value is not None:
        yield from _parts(node.value)
    elif isinstance(node, ast.Lambda):
        yield from _parts(node.body)


def _parts(value: ast.expr) -> Iterator[ast.expr]:
    yield value
    if isinstance(value, ast.IfExp):
        yield from _parts(value.body)
        yield from _parts(value.orelse)
    elif isinstance(value, ast.BoolOp):
        yield from _parts(value.values[-1])
    elif isinstance(value, ast.Tuple):
        for part in value.elts:
            yield from _parts(part)


_DISPATCH["is_returned"] = is_returned

__all__ = ["CALLING", "MANAGING", "SPREADING", "is_returned"]
