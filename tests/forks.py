"""Children of this process, for tests of what a fork leaves them."""

import os
import signal
import time
from collections.abc import Callable

TIMEOUT_S = 120


class Flag:
    """What a thread waits for, without a lock: `threading.Event` has one.

    A child that is forked while another thread holds that lock would wait for ever.
    """

    def __init__(self) -> None:
        self._is_set = False

    def set(self) -> None:
        self._is_set = True

    def wait(self) -> None:
        end = time.monotonic() + TIMEOUT_S
        while not self._is_set:
            assert time.monotonic() < end
            time.sleep(0.001)


def is_true_in_child(test: Callable[[], bool]) -> bool:
    """Fork, and tell whether the test holds in the child.

    A child that hangs ends by a signal: it would keep the pipes of pytest-xdist open,
    which then waits for ever.
    """
    pid = os.fork()
    if pid == 0:
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(TIMEOUT_S // 2)
            code = 0 if test() else 1
        except BaseException:
            code = 2
        os._exit(code)
    return os.waitpid(pid, 0)[1] == 0
