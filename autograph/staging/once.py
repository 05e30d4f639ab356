"""What code does once that a trace may come to several times.

A function is traced in attempts, and the body of a loop in rounds. A call that is not
converted is made when the first of them gets there: later ones have what it returned,
and what it left in its arguments. What is printed is kept until the trace is done.
"""

from __future__ import annotations

import collections
import copy
import io
import sys
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Any, Final

import numpy as np

from autograph.code_objects import is_helper
from autograph.staging.journal import value_at
from autograph.values.kinds import ATOMS, is_foreign, is_mutable
from autograph.values.nodes import is_virtual, make_real, outlives
from autograph.values.sites import Known
from autograph.values.state import Trace, current, showing
from graph.origin import is_library_code

Printed = Mapping[Any, tuple[Any, str]]
# What of these is kept is a copy, as it was then.
_COPIED: Final = (list, dict, set, collections.deque, bytearray, np.ndarray)


_HELD: Final = (list, dict, set, collections.deque)


@dataclass(frozen=True, slots=True)
class Made:
    """A call that has been made.

    Attributes:
        function: What was called.
        given: Its arguments, those by name last.
        left: What each one held afterwards, where the trace has made it.
        found: What it returned.
        held: What that held then.
    """

    function: Any
    given: tuple[Any, ...]
    left: tuple[Any, ...]
    found: Any
    held: Any


def called_once(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Return what a call returns that nothing of the run goes to."""
    trace = current()
    key, given = _occurrence(trace), (*args, *kwargs.values())
    known = trace.known.calls.get(key)
    held = [x for x in given if isinstance(x, _HELD) and not is_virtual(x)]
    contents = [value_at(("all", x, None)) for x in held]
    if known is not None and id(known.found) in trace.known.entered:
        known = None  # a `with` has used it up
    if known is not None and _is_same_call(known, function, given):
        for value, left in zip(given, known.left, strict=True):
            if _is_copied(value) and value is not left:
                _put_back(value, left)
        if isinstance(known.found, _COPIED):
            _put_back(known.found, known.held)
        _note_changes(trace, held, contents)
        return known.found
    for value in (getattr(function, "__self__", None), *given):
        _keep_state(trace, value)
    before = tuple(map(_copied, given))
    if function is warnings.warn:
        args, kwargs = _at_level(*args, **kwargs)
    found = function(*args, **kwargs)
    _note_changes(trace, held, contents)
    if _is_kept(found) and all(map(_is_kept, given)) and not _is_anew(found, given):
        made = copy.copy(found) if isinstance(found, _COPIED) else None
        left = tuple(map(_copied, given))
        trace.known.calls[key] = Made(function, before, left, found, made)
    return found


def _at_level(
    message: Any, category: Any = None, stacklevel: Any = 1, *args: Any, **kwargs: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return arguments with which `warnings.warn` names the user's line.

    `stacklevel` counts frames: those of the user's are meant. Blocks of staged
    statements are functions that count as a part of the one they are written in.
    """
    if type(stacklevel) is not int:  # it will complain
        return (message, category, stacklevel, *args), kwargs
    frame: FrameType | None = sys._getframe(1)
    left, level, is_inside = max(stacklevel, 1), 0, False
    while frame is not None and left:
        level += 1
        if not is_library_code(frame.f_code):
            left -= not is_inside
            is_inside = is_helper(frame.f_code)
        frame = frame.f_back
    return (message, category, level, *args), kwargs


def _note_changes(trace: Trace, held: list[Any], contents: list[Any]) -> None:
    """Take note of what a call has changed that outlives this one, to put it back."""
    for value, before in zip(held, contents, strict=True):
        location = ("all", value, None)
        now = value_at(location)
        if len(now) != len(before) or not all(map(_is_alike, now, before)):
            trace.outer.setdefault(("all", id(value), None), (location, before))


def _occurrence(trace: Trace) -> tuple[Any, int]:
    number = trace.occurrences.get(trace.at, 0)
    trace.occurrences[trace.at] = number + 1
    return trace.at, number


def _is_kept(value: Any) -> bool:
    """Can another attempt have it: or is it made anew, with a state of its own?"""
    if getattr(type(value), "is_of_trace", False):
        return False
    if not is_mutable(value) or isinstance(value, _COPIED):
        return True
    return not is_virtual(value)


def _is_anew(found: Any, given: tuple[Any, ...]) -> bool:
    """Is it made anew in each attempt, as what was made before has been drawn from?"""
    is_outer = any(is_foreign(x) and outlives(x) for x in given)
    return _is_drawn(found) and not is_outer


def _is_drawn(value: Any) -> bool:
    """Is it, or are items of it, what the loops of an attempt have drawn from?"""
    if type(value) is tuple:
        return any(map(_is_drawn, value))
    return hasattr(type(value), "__next__") and not isinstance(value, io.IOBase)


def note_entered(manager: Any) -> None:
    """Have a context manager be made anew in the attempts to come."""
    current().known.entered[id(manager)] = manager


def _is_copied(value: Any) -> bool:
    return isinstance(value, _HELD) or (
        isinstance(value, _COPIED) and is_virtual(value)
    )


def _copied(value: Any) -> Any:
    return copy.copy(value) if _is_copied(value) else value


def _put_back(value: Any, left: Any) -> None:
    if isinstance(value, np.ndarray):
        if value.flags.writeable:
            value[...] = left
    elif isinstance(value, (list, bytearray)):
        value[:] = left
    else:
        value.clear()
        (value.extend if isinstance(value, collections.deque) else value.update)(left)


def _is_same_call(known: Made, function: Any, given: tuple[Any, ...]) -> bool:
    if known.function != function or len(known.given) != len(given):
        return False
    return all(map(_is_alike, known.given, given))


def _is_alike(left: Any, right: Any) -> bool:
    if left is right:
        return True
    kind = type(left)
    if kind is not type(right):
        return False
    if kind in ATOMS:
        return bool(left == right)
    if kind in (list, tuple, collections.deque):
        return len(left) == len(right) and all(map(_is_alike, left, right))
    if kind is dict:
        return left.keys() == right.keys() and all(
            _is_alike(x, right[key]) for key, x in left.items()
        )
    if kind is np.ndarray:
        return left.dtype == right.dtype and np.array_equal(left, right)
    return kind in (set, frozenset) and bool(left == right)


# -- What is drawn from iterators that are older than the trace


def source_of(items: Any) -> Any:
    """Return what code draws from while tracing, in place of what it goes through.

    An iterator that is older than the trace gives each attempt the same items. Of the
    caller's a copy does, so that plain Python may have all of its items after all; one
    that has no copy is an object of the run.

    Raises:
        Restart: It is one from now on.
    """
    if not hasattr(type(items), "__next__") or not is_foreign(items):
        return items
    trace = current()
    if id(items) in trace.births:
        return items
    if id(items) in trace.args:
        if not _may_go_back(items):
            make_real(items, "it cannot go back to where it was")
        copies = trace.known.copies
        if id(items) not in copies:
            copies[id(items)] = items, copy.copy(items)
        return _Source(trace, items, copies[id(items)][1])
    if id(items) not in trace.known.states:
        _keep_state(trace, items)
    return _Source(trace, items, items)


@dataclass(frozen=True, slots=True)
class _Source:
    """Draws from an iterator what an attempt before has drawn, and then more."""

    trace: Trace
    items: Any
    drawn_from: Any

    def __iter__(self) -> _Source:
        return self

    def __next__(self) -> Any:
        key, positions = id(self.items), self.trace.positions
        found = self.trace.known.drawn.setdefault(key, [])
        place = positions[key] = positions.get(key, 0) + 1
        if place > len(found):
            found.append(_drawn(self.drawn_from))
        value, error = found[place - 1]
        if error is not None:
            raise error
        return value


def _drawn(items: Any) -> tuple[Any, Exception | None]:
    try:
        return next(items), None
    except Exception as error:  # noqa: BLE001  # as its end is: each attempt meets it
        return None, error


def advance(trace: Trace) -> None:
    """Draw from the caller's iterators what the trace that stands has drawn."""
    for items, _ in trace.known.copies.values():
        for _ in range(trace.positions.get(id(items), 0)):
            _drawn(items)
    trace.known.copies.clear()


def draws_all(function: Any, args: Sequence[Any]) -> bool:
    """Tell whether a builtin draws from what outlives the call: it is called once."""
    if function is iter or hasattr(function, "__next__"):  # which draw later
        return False
    return any(hasattr(type(x), "__next__") and not is_virtual(x) for x in args)


# -- What is put back where plain Python runs the function after all


def _keep_state(trace: Trace, value: Any) -> None:
    """Keep the state of a generator of random numbers, or of an iterator, as it was."""
    states = trace.known.states
    if id(value) in states or type(value) in ATOMS or isinstance(value, type):
        return
    if getattr(type(value), "is_of_trace", False):  # each attempt has its own
        return
    for get, put in _STATES:
        try:
            state = get(value)
        except Exception:  # noqa: BLE001, S112  # it has none of this kind
            continue
        states[id(value)] = value, put, state
        return
    if hasattr(value, "__next__"):
        states[id(value)] = value, _put_iterator, None


def _may_go_back(items: Any) -> bool:
    try:
        _iterator_state(items)
    except Exception:  # noqa: BLE001  # whatever it says: it cannot
        return False
    return True


def _iterator_state(value: Any) -> Any:
    value.__setstate__  # noqa: B018  # those without are no iterators that go back
    _, given, state = value.__reduce__()
    if any(hasattr(x, "__next__") for x in (*given, state)) or type(state) is tuple:
        raise ValueError("an iterator draws from another one, which does not go back")
    return state


def _put_iterator(value: Any, state: Any) -> None:
    value.__setstate__(state)
    if _iterator_state(value) != state:  # it has come to its end
        raise ValueError("an iterator stays where it is")


def _put_bits(value: Any, state: Any) -> None:
    value.bit_generator.state = state


_STATES: Final[tuple[tuple[Callable[[Any], Any], Callable[[Any, Any], None]], ...]] = (
    (lambda x: x.getstate(), lambda x, state: x.setstate(state)),
    (lambda x: x.get_state(), lambda x, state: x.set_state(state)),
    (lambda x: x.bit_generator.state, _put_bits),
    (_iterator_state, _put_iterator),
)


def put_back(known: Known) -> Any:
    """Put random numbers and iterators back to where they were before the trace.

    Returns:
        What cannot be put back, such as a generator; None if all is as it was.
    """
    lost = None
    for value, put, state in known.states.values():
        try:
            put(value, state)
        except Exception:  # noqa: BLE001  # whatever it says: it stays where it is
            lost = value
    known.states.clear()
    known.calls.clear()
    known.entered.clear()
    known.drawn.clear()
    known.copies.clear()
    return lost


# -- What is printed


def printed(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Keep what `print` writes to a standard stream until the trace is done."""
    trace = current()
    given = dict(kwargs)
    stream = given.pop("file", None) or sys.stdout
    text = io.StringIO()
    with showing():
        print(*args, **given, file=text)
    trace.known.printed[_occurrence(trace)] = stream, text.getvalue()


def show_printed(printed: Printed) -> None:
    """Write what a trace has printed."""
    for stream, text in printed.values():
        stream.write(text)


__all__ = [
    "advance",
    "called_once",
    "draws_all",
    "note_entered",
    "printed",
    "put_back",
    "show_printed",
    "source_of",
]
