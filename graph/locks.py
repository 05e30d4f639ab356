"""Locks and cached values that a fork leaves no child waiting for.

A child has the one thread that has forked. A lock that another thread held then is
never released in it: each process has a lock of its own. `functools.cached_property`
holds one for all objects of a class in Python 3.11, while it computes a value. Modules
that are imported when first needed have locks of Python's: a fork waits for these.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final, Generic, TypeVar, overload

T = TypeVar("T")

# How many forks lie between this process and the first. Written by `_count_fork` only.
_FORKS: Final = [0]
_IMPORTED_LATE: Final = frozenset({"autograph", "executor", "graph", "numpy"})


def _count_fork() -> None:
    _FORKS[0] += 1


def _wait_for_imports() -> None:
    """Wait until other threads have imported what they began to."""
    # By name, those that some thread is importing or about to.
    held = getattr(importlib._bootstrap, "_module_locks", {})
    for name in list(held):
        if name.partition(".")[0] in _IMPORTED_LATE:
            with contextlib.suppress(Exception):  # which that thread is told of
                importlib.import_module(name)


def n_forks() -> int:
    """Return a number that this process has, and no parent of it."""
    return _FORKS[0]


class Lock:
    """A lock in each process: `with lock():`.

    What `with` holds is Python's own, which Ctrl-C finds either held or not.
    """

    __slots__ = ("_locks", "_make")

    def __init__(
        self, make: Callable[[], AbstractContextManager[Any]] = threading.Lock
    ) -> None:
        self._make = make
        self._locks = {_FORKS[0]: make()}

    def __call__(self) -> AbstractContextManager[Any]:
        """Return the lock of this process."""
        found = self._locks.get(_FORKS[0])
        return found or self._locks.setdefault(_FORKS[0], self._make())


class cached(Generic[T]):  # noqa: N801 - it is used as `property` is
    """An attribute that is computed when it is first asked for, and kept.

    Threads that ask at once may all compute it; each is given the same value.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Note the attribute's name."""
        self._name = name

    @overload
    def __get__(self, owner: None, kind: type) -> cached[T]: ...

    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> cached[T] | T:
        """Compute the value; then the object's own attribute comes first."""
        if owner is None:
            return self
        value: T = vars(owner).setdefault(self._name, self._compute(owner))
        return value


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_imports, after_in_child=_count_fork)
