"""Run kernels beside each other, on threads that all programs share.

    with Tasks() as tasks:
        f0 = tasks.spawn(exp, x)
        t0 = sin(y)
    t1 = f0.result()

NumPy's kernels let other threads run. A task that no thread has taken when the block
ends is run by the thread that leaves the block, so that waiting is only ever for
kernels that are running: programs within kernels, and pools too small, cannot
deadlock. At the end of the block all tasks are done, even when it raises.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from graph.locks import Lock

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

#: How the names of these threads begin.
THREADS: Final = "autograph"


class Task:
    """One call of a kernel, and then its result or its error."""

    __slots__ = ("_arguments", "_claim", "_done", "_error", "_kernel", "_value",
                 "_within")  # fmt: skip

    def __init__(self, kernel: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        """Keep what to call, and the context (such as `np.errstate`) to call it in."""
        self._kernel = kernel
        self._arguments = arguments
        self._within = copy_context()
        # Whoever acquires it runs the task; it is never released.
        self._claim = threading.Lock()
        # Set once `_value` and `_error`, written by that thread only, can be read.
        self._done = threading.Event()
        self._value: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        """Run the task, unless another thread has begun to."""
        if not self._claim.acquire(blocking=False):
            return
        try:
            self._value = self._within.run(self._call)
        except BaseException as error:  # noqa: BLE001 - raised again by `result`
            self._error = error
        finally:
            self._arguments = ()
            self._done.set()

    def _call(self) -> Any:
        arguments = [x.peek() if type(x) is Task else x for x in self._arguments]
        return self._kernel(*arguments)

    def wait(self) -> None:
        """Wait until another thread has finished it."""
        self._done.wait()

    def peek(self) -> Any:
        """Return the result, or raise the error, of a task that is done."""
        if self._error is not None:
            raise self._error
        return self._value

    def result(self) -> Any:
        """Hand over the result of a task that is done, or raise its error."""
        value = self.peek()
        self._value = None
        return value


class Tasks:
    """Tasks that are all done when the `with` block ends."""

    __slots__ = ("_tasks",)

    def __init__(self) -> None:
        """Begin without tasks."""
        self._tasks: list[Task] = []

    def spawn(self, kernel: Callable[..., Any], *arguments: Any) -> Task:
        """Let `kernel(*arguments)` run beside what follows.

        Tasks among the arguments, which must be done, stand for their results.
        """
        task = Task(kernel, arguments)
        self._tasks.append(task)
        pool = _POOL.get()
        if pool is not None:
            # About to exit, the interpreter takes no more: `__exit__` runs the task.
            with suppress(RuntimeError):
                pool.submit(task.run)
        return task

    def __enter__(self) -> Self:
        """Return the tasks."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Run what nobody has begun, and wait for the rest."""
        for task in self._tasks:
            if kind is None:
                task.run()
        for task in self._tasks:
            # After an error nobody needs those that have not begun.
            if kind is None or not task._claim.acquire(blocking=False):
                task.wait()


class _Pool:
    """The threads of this process, made when first needed.

    The lock guards the making; `executor` is written under it only.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._executor: ThreadPoolExecutor | None = None

    def get(self) -> ThreadPoolExecutor | None:
        """Return the threads, or None when there is one processor only."""
        if self._executor is None:
            size = processors() - 1
            if size < 1:
                return None
            with self._lock():
                if self._executor is None:
                    self._executor = _make_executor(size)
        return self._executor

    def forget(self) -> None:
        """Start anew in a forked child, where the threads do not exist."""
        self._executor = None


def _make_executor(size: int) -> ThreadPoolExecutor:
    from concurrent.futures import ThreadPoolExecutor  # 5 ms, seldom needed

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_POOL.forget)
    return ThreadPoolExecutor(size, thread_name_prefix=THREADS)


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_POOL: Final = _Pool()
