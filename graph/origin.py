"""Where in the user's source something was made.

An origin is captured from the running frames: the innermost frame that is not
inside this library is the user's. Converted code carries the user's file name and
positions, so its frames are the user's frames.
"""

from __future__ import annotations

import sys
import sysconfig
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from types import CodeType, FrameType, TracebackType

# Directories whose frames are ours. Constant after import: the two packages above
# this one register themselves once, at import, through `register_library`.
_ROOTS: list[str] = []
# Where the code of Python's library is; a part of it is frozen into the interpreter.
_PYTHONS = (sysconfig.get_path("stdlib") + "/", "<frozen ")
# File name -> is it ours? Written by `is_library_code` only. (Code objects would be
# hashed anew each time, with their constants, and kept.)
_OURS: dict[str, bool] = {}


@dataclass(frozen=True, slots=True)
class Origin:
    """A place in the user's source: file, line, function, and columns when known.

    Attributes:
        handled: A copy of the exception that tracing handled there: the context of what
            a node raises. No part of the place, and not kept when graphs are saved.
    """

    filename: str
    lineno: int
    function: str
    col: int | None = None
    end_col: int | None = None
    handled: BaseException | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        """Return `name.py:12`, the short form of printed graphs."""
        return f"{Path(self.filename).name}:{self.lineno}"


UNKNOWN = Origin("<unknown>", 0, "<unknown>")


def register_library(directory: str) -> None:
    """Count frames of files under `directory` as ours, not the user's."""
    _ROOTS.append(str(Path(directory).resolve()) + "/")


def is_library_code(code: CodeType) -> bool:
    """Tell whether a code object belongs to the library itself."""
    name = code.co_filename
    known = _OURS.get(name)
    if known is None:
        known = _OURS[name] = name.startswith(tuple(_ROOTS))
    return known


def is_users(code: CodeType) -> bool:
    """Tell whether code is the user's: neither the library's nor Python's own."""
    if is_library_code(code):
        return False
    name = code.co_filename
    if name == "<string>" and code.co_name.startswith("__"):
        return False  # a method that `dataclasses` wrote: it is in no file
    return not name.startswith(_PYTHONS) or "-packages" in name


def user_frame(frame: FrameType | None) -> FrameType | None:
    """Return the innermost frame at or above `frame` that is the user's."""
    while frame is not None and not is_users(frame.f_code):
        frame = frame.f_back
    return frame


def capture(depth: int = 1) -> Origin:
    """Return the user's place that led here.

    Args:
        depth: How many frames of the caller to skip before looking.
    """
    frame = user_frame(sys._getframe(depth))
    if frame is None:
        return UNKNOWN
    return origin_of(frame)


def origin_of(frame: FrameType) -> Origin:
    """Return the place where `frame` stands, without its columns (they cost time)."""
    code = frame.f_code
    return Origin(code.co_filename, frame.f_lineno, code.co_name)


def line_of(entry: TracebackType) -> int:
    """Return the line of an entry of a traceback.

    Ctrl-C may strike between the lines, at an instruction that has none: then it is
    the first line of the function.
    """
    found: int | None = entry.tb_lineno
    return entry.tb_frame.f_code.co_firstlineno if found is None else found


def capture_exact(depth: int = 1) -> Origin:
    """Return the user's place with its columns, for error messages."""
    frame = user_frame(sys._getframe(depth))
    if frame is None:
        return UNKNOWN
    return exact_origin(frame.f_code, frame.f_lasti, frame.f_lineno)


def place_in(trace: TracebackType | None) -> Origin | None:
    """Return the user's innermost place in a traceback, if there is one."""
    found = None
    while trace is not None:
        if is_users(trace.tb_frame.f_code):
            found = trace
        trace = trace.tb_next
    if found is None:
        return None
    return exact_origin(found.tb_frame.f_code, found.tb_lasti, line_of(found))


def exact_origin(code: CodeType, lasti: int, lineno: int) -> Origin:
    """Return the place of one instruction, with columns when it is on one line."""
    positions = next(islice(code.co_positions(), lasti // 2, None), None)
    if positions is None:
        return Origin(code.co_filename, lineno, code.co_name)
    line, end_line, col, end_col = positions
    if line is None or line != end_line:
        return Origin(code.co_filename, lineno, code.co_name)
    return Origin(code.co_filename, line, code.co_name, col, end_col)


# NumPy hands calls on tensors over to us from frames of its own.
for _directory in (Path(__file__).parent, Path(np.__file__).parent):
    register_library(str(_directory))
