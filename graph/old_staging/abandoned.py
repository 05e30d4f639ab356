"""End what an abandoned trace of some code has begun, before the code is traced anew.

for x in read(path):          The generator waits in its `finally` as the loop is
if x > limit: raise ...   found to need another trace: left alone, what it does
there would happen whenever Python collects it.
"""

from __future__ import annotations

import gc
import traceback
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import CellType, FrameType, GeneratorType
from typing import Any

from graph.errors import AutographError, SideEffectError
from graph.graph import current_graph
from graph.old_staging.reach import is_reached
from graph.old_staging.waiting import Generator, waits_in_block
from graph.origin import capture_exact, is_library_code


def is_given_up(error: BaseException) -> bool:
    """Tell whether a trace ends with an exception: it is none of the program's."""
    return not isinstance(error, Exception) or isinstance(error, AutographError)


def end_abandoned(error: BaseException) -> None:
    """Let go of all that the frames hold which a jump has left.

    To be called where what they do at their end is still recorded to be taken back.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    waiting = [weakref.ref(each) for each in _waiting_in(frames)]
    with unprobed():
        traceback.clear_frames(error.__traceback__)
        for known in waiting:  # in a cycle, until Python collects it
            generator = known()
            if generator is not None and not is_reached([generator]):
                _end(generator)


def end_operators(error: BaseException) -> None:
    """Let go of what operators hold that a refusal has left, and end generators.

    The variables of the user's code stay, for whoever debugs it.
    """
    frames = []
    with unprobed():
        for frame, _ in traceback.walk_tb(error.__traceback__):
            if not is_library_code(frame.f_code):
                frames.append(frame)
                continue
            with suppress(RuntimeError):  # it runs
                frame.clear()
        for generator in _held_by(frames):
            _end(generator)


def check_left(error: BaseException) -> None:
    """Refuse to handle an exception in the run that has left a generator waiting.

    That ends as the exception is gone, after its handler: while tracing, in no block.

    Raises:
        SideEffectError: It has left one that waits in a `try` or `with`.
    """
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if _waiting_in(frames):
        raise SideEffectError(
            "an exception that has left a generator is handled by what may raise when "
            "the graph runs, and the generator ends after that.",
            origin=capture_exact(),
            hint="Make its items a list first, or do what it does at its end in a "
            "`finally` around the loop.",
        )


def _end(generator: Generator) -> None:
    with suppress(Exception):  # as where Python collects it
        generator.close()


def _held_by(frames: list[FrameType]) -> list[Generator]:
    """Return the waiting generators that variables of some frames alone hold."""
    found = _waiting_in(frames)
    known = {id(each) for each in (frames, found, *frames)}
    for frame in frames:
        known.add(id(frame.f_locals))  # a copy, before Python 3.13
        own = [frame.f_locals.get(name) for name in frame.f_code.co_cellvars]
        known |= {
            id(each)
            for each in gc.get_referents(frame)
            if type(each) is CellType
            and any(value is not None and _holds(each, value) for value in own)
        }
    return [
        each
        for each in found
        if all(id(holder) in known for holder in gc.get_referrers(each))
    ]


def _holds(cell: CellType, value: Any) -> bool:
    try:
        return cell.cell_contents is value
    except ValueError:
        return False


def _waiting_in(frames: list[FrameType]) -> list[Generator]:
    """Return the generators among variables that wait in a `try` or `with`."""
    found: list[Generator] = []
    for frame in frames:
        if frame.f_locals is not frame.f_globals:
            for value in frame.f_locals.values():
                if type(value) is GeneratorType and waits_in_block(value):
                    if all(value is not each for each in found):
                        found.append(value)
    return found


@contextmanager
def unprobed() -> Iterator[None]:
    """Record what follows though a probe would end there: it is to be taken back."""
    graph = current_graph()
    if graph is None:
        yield
        return
    attempts, graph.attempts = graph.attempts, ()
    try:
        yield
    finally:
        graph.attempts = attempts


__all__ = ["check_left", "end_abandoned", "end_operators", "is_given_up", "unprobed"]
