"""The `training` flag of the layer call under way, which the layers within it follow.

A layer that is called without the flag takes that of the call around it. A function
that is traced within such a call is traced for this flag: it is part of its key.
"""

from __future__ import annotations

import threading
from typing import Any, Final

# The flags of all threads, so that looking costs next to nothing where there are none.
# Written by `Flag` only.
ACTIVE: Final[list[Any]] = []


class _State(threading.local):
    """The flag of this thread. Written by `Flag` only."""

    flag: Any = None


_STATE: Final = _State()


class Flag:
    """Let a flag hold while a block runs: a truth value, or a symbolic one."""

    __slots__ = ("_flag", "_outer")

    def __init__(self, flag: Any) -> None:
        self._flag = flag

    def __enter__(self) -> None:
        """Begin."""
        self._outer = _STATE.flag
        ACTIVE.append(self._flag)
        _STATE.flag = self._flag

    def __exit__(self, *_: object) -> None:
        """End: what held before holds again."""
        _STATE.flag = self._outer
        ACTIVE.pop()


def current_flag() -> Any:
    """Return the flag of the call under way; None where there is none."""
    return _STATE.flag if ACTIVE else None


__all__ = ["ACTIVE", "Flag", "current_flag"]
