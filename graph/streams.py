"""Streams of random numbers: what `ag.random` draws from.

A stream is a counter-based generator (Philox) and a lock. Ops hold a stream as an
attribute and declare that they write it, so draws keep the order of the program; what
is drawn depends on the seed and on the draws before alone, in graphs as eagerly.
"""

from __future__ import annotations

import itertools
import os
import weakref
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final, TypeVar

import numpy as np

from graph.errors import InvalidArgumentError
from graph.locks import Lock

T = TypeVar("T")

# A state: the counter, the key, the numbers that are left over, and where they stand.
STATE_SIZE: Final = 13
_numbers = itertools.count(1)
# All there are, and the locks of those that a fork under way keeps from drawing.
_STREAMS: Final[weakref.WeakSet[Stream]] = weakref.WeakSet()
_STOPPED: Final[list[Any]] = []


class Stream:
    """A sequence of random numbers, which draws advance.

    Attributes:
        resource: What ops that draw from it write: see `graph.op.Effects`.
    """

    def __init__(self, seed: Any = None, resource: str | None = None) -> None:
        """Begin a stream.

        Args:
            seed: An integer, or several; None for one that nobody knows.
            resource: A name of its own, by default a new one.
        """
        self.resource = resource or f"random_{next(_numbers)}"
        self._lock = Lock()
        self._generator = np.random.Generator(np.random.Philox(_entropy(seed)))
        _STREAMS.add(self)

    def draw(self, sample: Callable[[np.random.Generator], T]) -> T:
        """Return what `sample` draws; no other thread draws meanwhile."""
        with self._lock():
            return sample(self._generator)

    def seed(self, seed: Any) -> None:
        """Begin anew, from a seed."""
        with self._lock():
            self._generator = np.random.Generator(np.random.Philox(_entropy(seed)))

    @property
    def state(self) -> Any:
        """Where the stream stands: a vector of uint64."""
        with self._lock():
            held: Any = self._generator.bit_generator.state
        tail = [held["buffer_pos"], held["has_uint32"], held["uinteger"]]
        parts = (held["state"]["counter"], held["state"]["key"], held["buffer"], tail)
        return np.concatenate([np.asarray(part, np.uint64) for part in parts])

    def set_state(self, state: Any) -> None:
        """Continue from a state.

        Raises:
            InvalidArgumentError: It is none.
        """
        array = np.asarray(state)
        if array.shape != (STATE_SIZE,) or array.dtype.kind not in "iu":
            raise InvalidArgumentError(
                f"the state of a random generator is a uint64 vector of {STATE_SIZE} "
                f"numbers; this has the shape {array.shape} and dtype {array.dtype}.",
                hint="Take it from `generator.state`.",
            )
        words = array.astype(np.uint64)
        bits = np.random.Philox(0)
        bits.state = {
            "bit_generator": "Philox",
            "state": {"counter": words[:4], "key": words[4:6]},
            "buffer": words[6:10],
            "buffer_pos": int(words[10]),
            "has_uint32": int(words[11]),
            "uinteger": int(words[12]),
        }
        with self._lock():
            self._generator = np.random.Generator(bits)

    def skip(self, delta: int) -> None:
        """Leave out `delta` blocks of four numbers of 64 bits each."""
        with self._lock():
            bits: Any = self._generator.bit_generator
            bits.advance(int(delta))

    def __repr__(self) -> str:
        return f"<stream {self.resource}>"

    def __copy__(self) -> Stream:
        return _restored(self.state)

    def __deepcopy__(self, memo: Any) -> Stream:
        return _restored(self.state)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by state; a process that reads it has a stream of its own."""
        return (_restored, (self.state,))


def _restored(state: Any) -> Stream:
    stream = Stream(0)
    stream.set_state(state)
    return stream


def _entropy(seed: Any) -> Any:
    """Return a seed as NumPy takes it: integers without sign."""
    if seed is None:
        return None
    if isinstance(seed, (list, tuple, np.ndarray)):
        return [int(part) % 2**64 for part in seed]
    return int(seed) % 2**64


class _Global:
    """The stream of `ag.random`, and those of calls that name a seed of their own.

    Written by `set_seed`, and by `stream_of` where a seed is new.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.stream = Stream(None, "random")
        # As long as no seed is set, streams with a seed of their own repeat all the
        # same from one process to the next.
        self.seed = 0
        self.seeded: dict[int, Stream] = {}


_GLOBAL: Final = _Global()


def set_seed(seed: int) -> None:
    """Begin the global stream anew, and all streams with a seed of their own."""
    with _GLOBAL.lock():
        _GLOBAL.seed = seed
        _GLOBAL.seeded.clear()
        _GLOBAL.stream.seed(seed)


def global_stream() -> Stream:
    """Return the stream that `ag.random` draws from."""
    return _GLOBAL.stream


def stream_of(stream: Stream | None, seed: int | None) -> Stream:
    """Return the stream that a draw is from: a given one, one of a seed, or global."""
    if stream is not None:
        return stream
    local = _LOCAL.get()
    if local is not None:
        return local.stream_of(seed)
    if seed is None:
        return _GLOBAL.stream
    with _GLOBAL.lock():
        found = _GLOBAL.seeded.get(seed)
        if found is None:
            found = _GLOBAL.seeded[seed] = Stream((_GLOBAL.seed, seed), "random")
        return found


class LocalStream:
    """What draws come from in place of the global stream, in one place of a program.

    Args:
        seed: Integers; the streams begin where one is needed.
    """

    __slots__ = ("_seed", "_streams")

    def __init__(self, seed: tuple[int, ...]) -> None:
        self._seed = seed
        self._streams: dict[int | None, Stream] = {}

    def stream_of(self, seed: int | None) -> Stream:
        """Return the stream of draws without, or with, a seed of their own."""
        found = self._streams.get(seed)
        if found is None:
            own = () if seed is None else (seed,)
            found = self._streams[seed] = Stream((*self._seed, *own), "random")
        return found


# What draws come from in this thread or task. Written by `drawing_from` only.
_LOCAL: Final[ContextVar[LocalStream | None]] = ContextVar("stream", default=None)


class drawing_from:  # noqa: N801  # used as a statement
    """Let draws in the block of a `with` come from a stream of its own."""

    __slots__ = ("_stream", "_token")

    def __init__(self, stream: LocalStream) -> None:
        self._stream = stream

    def __enter__(self) -> None:
        self._token = _LOCAL.set(self._stream)

    def __exit__(self, *_: object) -> None:
        _LOCAL.reset(self._token)


__all__ = [
    "STATE_SIZE",
    "LocalStream",
    "Stream",
    "drawing_from",
    "global_stream",
    "set_seed",
    "stream_of",
]


def _stop_drawing() -> None:
    """Wait until no thread draws: a child would wait for NumPy's lock for ever."""
    for stream in list(_STREAMS):
        lock: Any = stream._lock()
        lock.acquire()
        _STOPPED.append(lock)


def _go_on_drawing() -> None:
    while _STOPPED:
        _STOPPED.pop().release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_stop_drawing,
        after_in_parent=_go_on_drawing,
        after_in_child=_go_on_drawing,
    )
