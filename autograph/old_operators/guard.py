"""Keep code that runs as it stands from lists whose length the run decides.

Such a list looks like a list of one item to it: `len(self.items)` in a property would
be 1. Functions are given none by `converted_call`; but properties, special methods
and generators are entered by Python itself. So once a trace has such a list, every
function of the user's that is entered unconverted is looked at: can it reach one?
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from autograph.allowed import is_marked
from autograph.code_objects import is_helper
from autograph.old_operators.entries import ByMonitoring, ByProfiler, entries
from autograph.options import OPERATORS
from graph.keys import is_open
from graph.keys import refusal as refusal_of_dict
from graph.old_staging.watch import Watch
from graph.origin import is_library_code
from graph.segments import is_segmented, refusal
from graph.tables import is_run_set, is_table
from graph.tables import refusal as refusal_of_table
from graph.tensor import _DISPATCH

_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


# What tells of functions, once there is a trace that needs it. Where two threads make
# one at the same time, the first is used.
_ENTRIES: Final[list[ByProfiler | ByMonitoring]] = []


def install() -> None:
    """Look at every function that is entered from now on."""
    if not _ENTRIES:
        _ENTRIES.append(entries(_look_at))
    _ENTRIES[0].begin()


def remove() -> None:
    """Look at no function from now on."""
    if _ENTRIES:
        _ENTRIES[0].end()


def _is_installed() -> bool:
    return bool(_ENTRIES) and _ENTRIES[0].is_on()


@contextmanager
def removed() -> Iterator[None]:
    """Do what `install` does, until the end only."""
    was_on = _is_installed()
    try:
        yield
    finally:
        if not was_on:
            remove()


@contextmanager
def lifted() -> Iterator[None]:
    """Let code run that looks at no variables, such as a generator that is closed."""
    is_on = _is_installed()
    remove()
    try:
        yield
    finally:
        if is_on:
            _ENTRIES[0].begin()


@contextmanager
def unheard() -> Iterator[None]:
    """Let code of this library run that enters none of the user's, at its full speed.

    Monitoring, which forgets functions, costs it nothing; a profiler is set aside.
    """
    means = _ENTRIES[0] if _ENTRIES else None
    if not isinstance(means, ByProfiler) or not means.is_on():
        yield
        return
    means.pause()
    try:
        yield
    finally:
        means.set_again()


def _look_at(frame: types.FrameType) -> bool:
    """Refuse a function that could look into a list; tell whether it ever could."""
    code = frame.f_code
    if is_library_code(code) or _is_converted(code):
        return False
    if _is_passed_over(frame) or _makes_named_tuple(frame):
        return False
    held = dict(frame.f_locals)
    if not code.co_flags & inspect.CO_OPTIMIZED and frame.f_back is not None:
        around = frame.f_back.f_locals  # a class's body does not show them itself
        held.update((name, around.get(name)) for name in code.co_freevars)
    held.update((name, frame.f_globals.get(name)) for name in code.co_names)
    watch = Watch([list(held.values())])
    if any(map(is_open, watch.seen())):
        raise refusal_of_dict(
            f"{code.co_name}() could look into it, and runs as it stands"
        )
    for each in watch.seen():
        if is_table(each) or is_run_set(each):
            raise refusal_of_table(
                f"{code.co_name}() could look into it, and runs as it stands",
                "dict" if is_table(each) else "set",
            )
    if any(map(is_segmented, watch.seen())):
        raise refusal(f"{code.co_name}() could look into it, and runs as it stands")
    return True


def _is_converted(code: types.CodeType) -> bool:
    if is_helper(code):
        return True
    if code.co_flags & _SUSPENDED or not code.co_flags & inspect.CO_OPTIMIZED:
        return False
    return OPERATORS in code.co_freevars or OPERATORS in code.co_varnames


_DISPATCH["is_converted_code"] = _is_converted
_DISPATCH["is_marked"] = is_marked


def _makes_named_tuple(frame: types.FrameType) -> bool:
    """Is it the `__new__` of a named tuple, which puts its fields into a tuple?

    Python writes it without a file, in a module that it names by the type.
    """
    module = str(frame.f_globals.get("__name__"))
    is_written = frame.f_code.co_filename == "<string>"
    return is_written and module.startswith("namedtuple_")


def _is_passed_over(frame: types.FrameType) -> bool:
    from autograph.allowed import is_passed_over

    return is_passed_over(frame.f_code, frame.f_globals.get("__name__"))


__all__ = ["install", "lifted", "remove", "removed", "unheard"]
