"""Let functions that call deeply have room for the frames of what they call.

CPython keeps the frames of Python functions in chunks of 16 KiB. A function whose frame
does not fit the last chunk gets a new one from the system, and gives it back when it
returns: called in a loop, it takes some microseconds more each time (since Python 3.11;
`_PyThreadState_PushFrame` in CPython's `Python/pystate.c`). Tracing goes hundreds of
frames deep, so that this always strikes something that its inner loops call.

A frame that is large itself gets a large chunk, and shares it with the frames of what
it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import FunctionType
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

# Chunks are powers of two. That for a frame of this many words, 512 KiB, is of 1 MiB,
# and leaves as much to others: some thousand frames. Memory that no frame has touched
# is address space only.
_WORDS: Final = 65_536


def roomy(function: Callable[P, R]) -> Callable[P, R]:
    """Make what a function calls share one large chunk of frames."""

    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        return function(*args, **kwargs)

    code = call.__code__.replace(co_stacksize=_WORDS)
    return wraps(function)(
        FunctionType(code, globals(), code.co_name, None, call.__closure__)
    )


__all__ = ["roomy"]
