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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.values.kinds import ATOMS, is_foreign, is_mutable
from autograph.values.nodes import is_virtual, outlives
from autograph.values.sites import Known
from autograph.values.state import Trace, current

Printed = Mapping[Any, tuple[Any, str]]
# What of these is kept is a copy, as it was then.
_COPIED: Final = (list, dict, set, collections.deque, bytearray, np.ndarray)


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
    if known is not None and _is_same_call(known, function, given):
        for value, left in zip(given, known.left, strict=True):
            if _is_copied(value) and value is not left:
                _put_back(value, left)
        if isinstance(known.found, _COPIED):
            _put_back(known.found, known.held)
        return known.found
    for value in (getattr(function, "__self__", None), *given):
        _keep_state(trace, value)
    before = tuple(map(_copied, given))
    found = function(*args, **kwargs)
    if _is_kept(found) and all(map(_is_kept, given)) and not _is_anew(found, given):
        held = copy.copy(found) if isinstance(found, _COPIED) else None
        left = tuple(map(_copied, given))
        trace.known.calls[key] = Made(function, before, left, found, held)
    return found


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


def _is_copied(value: Any) -> bool:
    return isinstance(value, _COPIED) and is_virtual(value)


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


# -- What is put back where plain Python runs the function after all


def _keep_state(trace: Trace, value: Any) -> None:
    """Keep the state of a generator of random numbers, or of an iterator, as it was."""
    states = trace.known.states
    if id(value) in states or type(value) in ATOMS or isinstance(value, type):
        return
    for get, put in _STATES:
        try:
            state = get(value)
        except Exception:  # noqa: BLE001, S112  # it has none of this kind
            continue
        states[id(value)] = value, put, state
        return
    if hasattr(value, "__next__"):
        states[id(value)] = value, None, None


def _iterator_state(value: Any) -> Any:
    value.__setstate__  # noqa: B018  # those without are no iterators that go back
    return value.__reduce__()[2]


def _put_bits(value: Any, state: Any) -> None:
    value.bit_generator.state = state


_STATES: Final[tuple[tuple[Callable[[Any], Any], Callable[[Any, Any], None]], ...]] = (
    (lambda x: x.getstate(), lambda x, state: x.setstate(state)),
    (lambda x: x.get_state(), lambda x, state: x.set_state(state)),
    (lambda x: x.bit_generator.state, _put_bits),
    (_iterator_state, lambda x, state: x.__setstate__(state)),
)


def put_back(known: Known) -> Any:
    """Put random numbers and iterators back to where they were before the trace.

    Returns:
        What cannot be put back, such as a generator; None if all is as it was.
    """
    lost = None
    for value, put, state in known.states.values():
        if put is None:
            lost = value
        else:
            put(value, state)
    known.states.clear()
    known.calls.clear()
    return lost


# -- What is printed


def printed(args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Keep what `print` writes to a standard stream until the trace is done."""
    trace = current()
    given = dict(kwargs)
    stream = given.pop("file", None) or sys.stdout
    text = io.StringIO()
    print(*args, **given, file=text)
    trace.known.printed[_occurrence(trace)] = stream, text.getvalue()


def show_printed(printed: Printed) -> None:
    """Write what a trace has printed."""
    for stream, text in printed.values():
        stream.write(text)


__all__ = ["called_once", "printed", "put_back", "show_printed"]
