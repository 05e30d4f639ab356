"""What a trace does to the program around it, until it is known whether it stands.

A trace runs the user's code once, and that writes, draws and prints. One that stands
has done so for good, as the documents have it. Of one that is given up nothing is left:
what it wrote is put back, generators of random numbers are where they were, and what
converted code printed was held. What other code did to files and the like is not seen.
"""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from autograph.arguments import flatten
from autograph.old_function.irrevocable import (
    can_be_set_back,
    refuse_change,
    refuse_iterators,
)
from executor.threads import THREADS
from graph.errors import AutographError
from graph.old_staging.journal import Entry, begin_journal, end_journal
from graph.old_staging.locations import Key, Progress
from graph.old_staging.streams import is_standard
from graph.old_staging.watch import Watch

Journal = dict[Key, Entry]


class Tentative:
    """The effects of one trace; one that makes variables is two.

    Args:
        gives_way: Tells whether something else runs in place of a trace that has ended
            with an exception; None if nothing does.

    Attributes:
        has_printed: Has converted code printed?
        lost: What has changed and could not be put back, such as a generator that was
            advanced; None if nothing was lost.
    """

    def __init__(self, gives_way: Callable[[Exception], bool] | None = None) -> None:
        self.has_printed = False
        self.lost: Any = None
        self._gives_way = gives_way
        self._watch: Watch | None = None
        self._reached: Watch | None = None
        self._steps: list[tuple[Any, Any]] = []
        self._journals: list[Journal] = []
        self._printed: list[tuple[Any, str, bool]] = []

    @property
    def may_fall(self) -> bool:
        """May something else run in place of the trace?"""
        return self._gives_way is not None

    def is_given_up(self, error: Exception) -> bool:
        """Tell whether something else runs in place of a trace that ended so."""
        return self._gives_way is not None and self._gives_way(error)

    def look_at(self, function: Any, arguments: Sequence[Any]) -> None:
        """Remember what can be reached of a function and its arguments, as it is now.

        C code, generators and library functions write to it without a note. Where other
        threads run, what the function refers to may be theirs, too, and they may write
        to it meanwhile: there the arguments alone are looked at, and iterators.

        Raises:
            SideEffectError: What they would write could not be put back.
        """
        found: Iterable[Any] = flatten(arguments)[0]
        if self.may_fall:
            refuse_iterators(found)
            self._reached = self._watch = Watch((function, *arguments))
            found = self._reached.seen()
            if any(map(_is_of_others, threading.enumerate())):
                self._watch = Watch(arguments)
        self._steps = [(each, _step_of(each)) for each in found if _is_stepped(each)]

    def has_reached(self, value: Any) -> bool:
        """Tell whether the function, or an argument, led to it as the trace began."""
        reached = self._reached
        return reached is not None and (reached.is_cut or reached.has_seen(value))

    def note(self, journal: Journal) -> None:
        """Note what a trace has written."""
        self._journals.append(journal)

    def hold(self, stream: Any, text: str, *, is_flushed: bool) -> None:
        """Hold what is printed until the trace stands."""
        self.has_printed = True
        self._printed.append((stream, text, is_flushed))

    def show(self) -> None:
        """Print what was held."""
        printed, self._printed = self._printed, []
        for stream, text, is_flushed in printed:
            stream.write(text)
            if is_flushed:
                stream.flush()

    def take_back(self) -> None:
        """Put back what was written, and drop what was printed."""
        self._printed = []
        self.put_back()

    def put_back(self) -> None:
        """Put back what was written."""
        while self._journals:
            # The last first: an object's `__dict__` and its attributes are one place.
            for entry in reversed(self._journals.pop().values()):
                entry.location.restore(entry.before)
        for iterator, step in self._steps:
            if step is not None:
                iterator.__setstate__(step)
        if self._watch is None:
            return
        changed: Journal = {}
        self._watch.settle(changed)
        for entry in changed.values():
            if isinstance(entry.location, Progress):  # which nothing puts back
                self.lost = entry.location.owner
        self._watch = self._reached = None


def _is_of_others(thread: threading.Thread) -> bool:
    """Is it neither this thread nor one of this library, which runs graphs alone?"""
    is_ours = thread.name.startswith(THREADS)
    return not is_ours and thread is not threading.current_thread()


def _is_stepped(value: Any) -> bool:
    return hasattr(type(value), "__next__") and can_be_set_back(value)


def _step_of(iterator: Any) -> Any:
    """Return how far an iterator has come; None if it is at its end."""
    reduced = iterator.__reduce__()
    return reduced[2] if len(reduced) > 2 else None


class _State(threading.local):
    """The traces under way in this thread, innermost last. Written by `tentative`."""

    stack: tuple[Tentative, ...] = ()


_STATE: Final = _State()


@contextmanager
def tentative(effects: Tentative) -> Iterator[None]:
    """Note the effects of the trace that the block makes.

    They are taken back if an exception ends it that something else runs in place of,
    or that refuses the function. Otherwise what was printed is shown.
    """
    before = _STATE.stack
    try:
        _STATE.stack = (*before, effects)
        yield
    except Exception as error:
        if effects.is_given_up(error):
            effects.take_back()
        elif isinstance(error, AutographError):
            effects.put_back()
        raise
    finally:
        _STATE.stack = before
        effects.show()


@contextmanager
def journalled(effects: Tentative) -> Iterator[None]:
    """Note what the block writes, as the effects of a trace."""
    effects.note(begin_journal())
    try:
        yield
    finally:
        end_journal()


def check_call(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Refuse a call that could not be taken back, where a trace may be given up.

    Args:
        function: Code that runs as it stands.
        args: What it is given.
        kwargs: By name.

    Raises:
        SideEffectError: It could not.
    """
    for each in _STATE.stack:
        if each.may_fall:
            refuse_change(function, args, kwargs, each.has_reached)


def print_held(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
    """Hold a call of `print` in a trace; tell whether that was possible.

    Only what goes to a standard stream is held: other streams are the program's own
    objects, which it may read before the trace ends.
    """
    if not _STATE.stack:
        return False
    stream = kwargs.get("file") or sys.stdout
    if not is_standard(stream):
        return False
    words = {name: kwargs[name] for name in ("sep", "end") if name in kwargs}
    if not kwargs.keys() <= {"sep", "end", "file", "flush"}:
        return False
    buffer = io.StringIO()
    print(*args, file=buffer, **words)  # which complains as it would without
    _STATE.stack[-1].hold(
        stream, buffer.getvalue(), is_flushed=bool(kwargs.get("flush"))
    )
    return True


__all__ = ["Tentative", "check_call", "journalled", "print_held", "tentative"]
