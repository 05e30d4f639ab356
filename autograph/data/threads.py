"""Threads that work ahead for an iterator: one that fills a buffer, or several.

A thread holds the life of its iterator and what it draws from, never the iterator. An
exception that it meets, SystemExit and KeyboardInterrupt among them, is raised where
the element would have been drawn, with the traceback of the thread.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import Any, Final, TypeVar

from autograph.data.lives import Life

T = TypeVar("T")
R = TypeVar("R")

#: How the names of these threads begin.
THREADS: Final = "autograph data"


class _Buffer:
    """What one thread has drawn and the other has not taken yet.

    Its condition guards all of it. The worker writes `error` and `is_done`.
    """

    __slots__ = ("changed", "error", "is_done", "items", "size")

    def __init__(self, size: int) -> None:
        self.size = size
        self.items: deque[Any] = deque()
        self.changed = threading.Condition()
        self.error: BaseException | None = None
        self.is_done = False


def ahead(make: Callable[[Life], Iterable[T]], size: int, life: Life) -> Iterator[T]:
    """Draw from an iterable in a thread, at most so many items ahead.

    Args:
        make: Returns the iterable, for the life that it is given.
        size: How many items.
        life: Ends the thread.
    """
    inner, buffer = life.child(), _Buffer(size)
    run = copy_context().run
    thread = threading.Thread(
        target=run, args=(_fill, make, buffer, inner), name=THREADS, daemon=True
    )

    def end() -> None:
        # The collector may be here, in whatever thread: the worker looks by itself.
        if buffer.changed.acquire(blocking=False):
            buffer.changed.notify_all()
            buffer.changed.release()

    inner.at_end(end)
    thread.start()
    return _taken(buffer, inner)


# How often a thread that waits for room asks whether its life is over, in seconds.
_LOOK: Final = 0.2


def _fill(make: Callable[[Life], Iterable[Any]], buffer: _Buffer, life: Life) -> None:
    error: BaseException | None = None
    try:
        for item in make(life):
            with buffer.changed:
                while len(buffer.items) >= buffer.size and not life.is_over:
                    buffer.changed.wait(_LOOK)
                if life.is_over:
                    return
                buffer.items.append(item)
                buffer.changed.notify_all()
    except BaseException as found:  # noqa: BLE001  # raised again by who takes
        error = found
    finally:
        with buffer.changed:
            buffer.error, buffer.is_done = error, True
            buffer.changed.notify_all()


def _taken(buffer: _Buffer, life: Life) -> Iterator[Any]:
    while True:
        life.check_process()
        with buffer.changed:
            while not buffer.items and not buffer.is_done and not life.is_over:
                buffer.changed.wait(_LOOK)
            if not buffer.items:
                break
            item = buffer.items.popleft()
            buffer.changed.notify_all()
        yield item
    life.finish()
    error, buffer.error = buffer.error, None
    if error is not None:
        raise error


def beside(
    call: Callable[..., R],
    items: Iterable[tuple[Any, ...]],
    threads: int,
    life: Life,
    *,
    is_ordered: bool,
) -> Iterator[R]:
    """Call a function with each of several items, in so many threads.

    Args:
        call: The function.
        items: Its arguments.
        threads: How many calls may run beside each other.
        life: Ends the threads.
        is_ordered: Give results in the order of the items, or as they come?
    """
    pool = ThreadPoolExecutor(threads, thread_name_prefix=THREADS)
    end = life.at_end(lambda: pool.shutdown(wait=False, cancel_futures=True))
    remaining, waiting = iter(items), deque[Future[R]]()
    failure: BaseException | None = None

    def begin() -> bool:
        """Begin the next call, if there is one; what cannot be drawn is told later."""
        nonlocal failure
        try:
            item = next(remaining)
        except StopIteration:
            return False
        except BaseException as error:  # noqa: BLE001  # raised after what came before
            failure = error
            return False
        waiting.append(pool.submit(copy_context().run, call, *item))
        return True

    goes_on = True
    while True:
        while goes_on and len(waiting) < 2 * threads:
            goes_on = begin()
        if not waiting:
            break
        life.check_process()
        future = waiting[0] if is_ordered else _first_done(waiting)
        waiting.remove(future)
        yield future.result()
    end()
    if failure is not None:
        raise failure


def _first_done(waiting: Iterable[Future[R]]) -> Future[R]:
    done, _ = wait(waiting, return_when=FIRST_COMPLETED)
    return next(each for each in waiting if each in done)


__all__: list[str] = []
