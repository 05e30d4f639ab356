"""Tracebacks that end at the user's line instead of in generated source.

A function that is called as one of the program has its caller's line above its own.

Source: the frames of templates in Jinja2 tracebacks. A frame of a tiny code object
with the user's file name, line and function stands in for ours.
"""

from __future__ import annotations

import ast
import inspect
import os
import sys
from collections.abc import Sequence
from itertools import islice
from types import CodeType, TracebackType
from typing import Any, Final

import numpy as np

from executor.writer import Line
from graph.copied_errors import copied_error, link_contexts, raise_as_it_is
from graph.errors import AutographError, StagingError
from graph.graph import Node
from graph.late_refusals import note_refusal
from graph.ops.raising import RAISE
from graph.origin import Origin, is_library_code, line_of, register_library
from graph.parsing import parse, parse_expression
from graph.python import control
from graph.refusals import told_by_inference

# What raises an exception as the program made it.
_RAISING: Final = (RAISE, control.RAISE, control.RAISE_FROM, control.RERAISE)

# Keep our own frames in tracebacks, to debug the executor. Written by people only.
show_internal_frames = False

_NUMPY = os.path.dirname(np.__file__) + os.sep  # noqa: PTH120
# What kernels are given that has a spec.
_OPERANDS: Final = (np.ndarray, np.generic, bool, int, float, complex)
register_library(os.path.dirname(__file__))  # noqa: PTH120


class Telling:
    """Tells in the words of tracing what a kernel raises in a `try` of the program.

    Eager execution raises that, so that it is what an `except` takes.

    Attributes:
        filename: The file that the program pretends to be in.
        lines: The program's lines. Written by who builds it, once.
    """

    def __init__(self) -> None:
        self.filename = ""
        self.lines: Sequence[Line] = ()

    def __call__(self) -> None:
        """Raise what tracing would have said of what is being handled, if anything.

        Raises:
            AutographError: That.
        """
        error = sys.exception()
        assert error is not None
        entries = _entries(error.__traceback__, self.filename)
        node = node_at(entries[0], self.lines) if entries else None
        if node is None:
            return
        told = _told_by_inference(error, node, entries[0], self.lines)
        if told is not None:
            told.__context__ = error.__context__
            raise_as_it_is(told.with_traceback(error.__traceback__))


def locate(error: BaseException, filename: str, lines: Sequence[Line]) -> None:
    """Replace our frames in the traceback of `error`, and note the node.

    Args:
        error: What a run raised; its traceback is changed.
        filename: The file that the program pretends to be in.
        lines: The program's lines.

    Raises:
        AutographError: A kernel refused what tracing would have, had it known the
            shapes: that says more.
    """
    entries = _entries(error.__traceback__, filename)
    # Where integers are brought into range there is none; but calls led there.
    found = (node for each in entries if (node := node_at(each, lines)) is not None)
    node = next(found, None)
    if node is None:
        return
    note_refusal(error, node)
    told = _told_by_inference(error, node, entries[0], lines)
    if told is not None:
        told.__context__ = error.__context__
        locate(told.with_traceback(error.__traceback__), filename, lines)
        raise_as_it_is(told)  # in place of what is handled, which is no context
    _set_context(error, entries, lines)
    if node.op not in _RAISING:  # what a program raises is as it made it
        _add_note(error, f"in {node.name!r}, a node of graph {node.graph.name!r}")
    if show_internal_frames or not node.origin.lineno:
        return
    if isinstance(error, StagingError):  # told like those of tracing
        error.is_in_user_code = True
    rest = _users_part(entries[0].tb_next, filename, lines)
    is_bare = bool(node.attrs.get("is_bare")) and _is_of(node.origin, rest)
    traceback = rest if is_bare else user_frame(node.origin, rest)
    for entry in entries[1:]:  # from the innermost outwards
        caller = node_at(entry, lines)
        if caller is not None and caller.op.shares_body and caller.origin.lineno:
            traceback = user_frame(caller.origin, traceback)
    error.__traceback__ = traceback


def _set_context(
    error: BaseException, entries: Sequence[TracebackType], lines: Sequence[Line]
) -> None:
    """Give an error that an op has raised what tracing handled there as its context.

    What the run handles Python has given it; that is handled around.

    Args:
        error: The error.
        entries: Those of its traceback that are in the program, the innermost first.
        lines: The program's lines.
    """
    handled: list[BaseException | None] = []
    for place, entry in enumerate(entries):
        node = node_at(entry, lines)
        if node is None:
            continue
        if node.op is control.RERAISE:  # it has what is further in since it was caught
            handled.clear()
        elif node.op.shares_body or place == 0:
            handled.append(node.origin.handled)
    for each in filter(None, reversed(handled)):
        link_contexts(error, copied_error(each), error.__context__)


def _told_by_inference(
    error: BaseException, node: Node, entry: TracebackType, lines: Sequence[Line]
) -> AutographError | None:
    """Return what tracing would have said of the operands of a kernel that raised.

    Args:
        error: What it raised.
        node: What was computed.
        entry: The entry of the traceback that is in the program.
        lines: The program's lines.
    """
    if isinstance(error, AutographError) or not isinstance(error, Exception):
        return None
    operands = _operands_of_kernel(node, entry.tb_next)
    if operands is None:
        operands = _operands_in_line(node, entry, lines)
    if operands is None or not all(isinstance(x, _OPERANDS) for x in operands):
        return None
    return told_by_inference(node.op, operands, node.attrs, node.origin)


def _operands_of_kernel(node: Node, entry: TracebackType | None) -> list[Any] | None:
    """Read the operands of a kernel that is written in Python from its frame."""
    kernel = getattr(node.op.kernel, "__code__", None)
    if entry is None or kernel is None or entry.tb_frame.f_code is not kernel:
        return None
    held, names = entry.tb_frame.f_locals, kernel.co_varnames
    operands = [held.get(name) for name in names[: kernel.co_argcount]]
    if kernel.co_flags & inspect.CO_VARARGS:
        operands += held.get(names[kernel.co_argcount + kernel.co_kwonlyargcount], ())
    return operands


def _operands_in_line(
    node: Node, entry: TracebackType, lines: Sequence[Line]
) -> list[Any] | None:
    """Read the operands of a kernel of NumPy's from the program, if they are locals."""
    start, end = _columns(entry)
    if start is None or end is None:
        return None
    text = lines[line_of(entry) - 1].text[start:end]
    try:
        expression = parse_expression(text)
    except SyntaxError:
        return None
    match expression:
        case ast.BinOp(left, _, right):
            parts = [left, right]
        case ast.Call(func=ast.Name(), args=parts):  # a method is given less
            # A kernel that writes into an operand is given that once more.
            parts = parts[: len(node.inputs)]
        case _:
            return None
    frame = entry.tb_frame
    held = {**frame.f_globals, **frame.f_locals}
    found = []
    for part in parts:
        match part:
            case ast.Constant(value):
                found.append(value)
            case ast.Name(name) if name in held:
                found.append(held[name])
            case _:
                return None
    return found if len(found) == len(node.inputs) else None


def _columns(entry: TracebackType) -> tuple[int | None, int | None]:
    """Return where in its line an entry of a program is."""
    positions = islice(entry.tb_frame.f_code.co_positions(), entry.tb_lasti // 2, None)
    _, _, start, end = next(positions, (None, None, None, None))
    return start, end


def _entries(traceback: TracebackType | None, filename: str) -> list[TracebackType]:
    """Return the entries that are in the program, the innermost first."""
    found: list[TracebackType] = []
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == filename:
            found.append(traceback)
        elif found and code not in _TELLING:
            break
        traceback = traceback.tb_next
    return found[::-1]


# What raises again in a program what was raised there.
_TELLING: Final = (Telling.__call__.__code__, raise_as_it_is.__code__)


def node_at(entry: TracebackType, lines: Sequence[Line]) -> Node | None:
    """Return the node that a traceback entry in a program was computing."""
    line = lines[line_of(entry) - 1]
    start, end = _columns(entry)
    if start is not None and end is not None:
        around = [s for s in line.spans if s.start <= start and end <= s.end]
        if around:
            return min(around, key=lambda span: span.end - span.start).node
    return line.spans[-1].node if line.spans else line.node


def _add_note(error: BaseException, note: str) -> None:
    # A program run by a kernel of another one has told the place already.
    if not any(" a node of graph " in old for old in getattr(error, "__notes__", ())):
        error.add_note(note)


def _users_part(
    traceback: TracebackType | None, filename: str, lines: Sequence[Line]
) -> TracebackType | None:
    """Return the entries from the first one in code that is not a library's.

    What is raised again was raised before: a further entry of the program tells where.
    """
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == filename:
            node = node_at(traceback, lines)
            rest = _users_part(traceback.tb_next, filename, lines)
            if node is None or not node.origin.lineno:
                return rest
            if node.attrs.get("is_bare") and _is_of(node.origin, rest):
                return rest
            return user_frame(node.origin, rest)
        if not is_library_code(code) and not code.co_filename.startswith(_NUMPY):
            return traceback
        traceback = traceback.tb_next
    return None


def _is_of(origin: Origin, traceback: TracebackType | None) -> bool:
    """Is a traceback of the function that a place is in?

    `raise` alone goes on with that: it adds no line of its own.
    """
    if traceback is None:
        return False
    code = traceback.tb_frame.f_code
    return (code.co_filename, code.co_name) == (origin.filename, origin.function)


def user_frame(origin: Origin, rest: TracebackType | None) -> TracebackType:
    """Return a traceback entry at the user's line, followed by `rest`."""
    entry = _raise_and_catch(_code_at(origin))
    return TracebackType(rest, entry.tb_frame, entry.tb_lasti, line_of(entry))


def _code_at(origin: Origin) -> CodeType:
    """Return code that raises at the user's place."""
    tree = parse("raise RuntimeError")
    for part in ast.walk(tree):
        if isinstance(part, ast.stmt | ast.expr):
            part.lineno = part.end_lineno = origin.lineno
            part.col_offset, part.end_col_offset = origin.col or 0, origin.end_col or 0
    code = compile(tree, origin.filename, "exec")
    code = code.replace(co_name=origin.function, co_qualname=origin.function)
    if origin.col is None:
        code = _without_columns(code, origin.lineno)
    return code


def _without_columns(code: CodeType, lineno: int) -> CodeType:
    """Return the code with every instruction at one line and no columns."""
    units = len(code.co_code) // 2
    table = bytearray()
    while units > 0:
        length = min(units, 8)
        # Kind 13, "no columns"; a signed varint 0 for the line's difference.
        table += bytes((0x80 | (13 << 3) | (length - 1), 0))
        units -= length
    return code.replace(co_firstlineno=lineno, co_linetable=bytes(table))


def _raise_and_catch(code: CodeType) -> TracebackType:
    namespace: dict[str, Any] = {}
    try:
        exec(code, namespace)
    except RuntimeError as raised:
        traceback = raised.__traceback__
    entry = traceback.tb_next if traceback is not None else None
    assert entry is not None, "the code raises"
    return entry
