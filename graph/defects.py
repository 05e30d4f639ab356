"""Defects: an `assert` of this library that fails is no exception of the user's.

Nor is a name that it lacks. A handler of the user's must not take it, and a graph must
not raise it in a run.
"""

from __future__ import annotations

import dis
import linecache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from graph.errors import GraphError
from graph.origin import is_library_code, line_of, place_in

if TYPE_CHECKING:
    from types import TracebackType


def refuse_defect(error: BaseException) -> None:
    """Raise, in place of an exception of ours that is a mistake, what says so.

    An AssertionError or a NameError of the user's is raised by the user's code, or by a
    `raise` statement of ours.

    Raises:
        GraphError: It is one; the exception is its cause.
    """
    is_assertion = type(error) is AssertionError
    if not (is_assertion or isinstance(error, NameError)):
        return
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    if entry is None or not is_library_code(entry.tb_frame.f_code):
        return
    if not (_is_of_assert if is_assertion else _is_of_load)(entry):
        return
    path, line = entry.tb_frame.f_code.co_filename, line_of(entry)
    shown = linecache.getline(path, line).strip()
    what = "an assertion of this library failed" if is_assertion else f"{error}"
    raise GraphError(
        f"{what}: `{shown}`, in line {line} of {Path(path).name}.",
        origin=place_in(error.__traceback__),
        hint="It is a defect, not a mistake in the function: please report it.",
    ) from error


def _is_of_assert(entry: TracebackType) -> bool:
    """Is it an `assert` statement that raised here?"""
    return any(
        each.positions is not None
        and each.positions.lineno == line_of(entry)
        and (
            each.opname == "LOAD_ASSERTION_ERROR"
            or (each.opname, each.argrepr) == _OF_LATER_PYTHONS
        )
        for each in dis.get_instructions(entry.tb_frame.f_code)
    )


def _is_of_load(entry: TracebackType) -> bool:
    """Is it the interpreter that has found no value for a name?"""
    return any(
        each.offset == entry.tb_lasti and each.opname.startswith("LOAD_")
        for each in dis.get_instructions(entry.tb_frame.f_code)
    )


_OF_LATER_PYTHONS: Final = ("LOAD_COMMON_CONSTANT", "AssertionError")


__all__ = ["refuse_defect"]
