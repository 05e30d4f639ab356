"""What a trace could not take back: it gives way to plain Python before it does that.

A lock that is acquired, a line that is read of a file, an item of a generator: where
the undecorated function may run in place of the trace, it would find them as the trace
has left them. Iterators that are given as arguments, and objects of Python's library
whose state cannot be put back, are left to plain Python. What the function has made
itself is its own.
"""

from __future__ import annotations

import functools
import gc
import logging
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from types import WrapperDescriptorType
from typing import Any, Final

from graph.errors import SideEffectError
from graph.old_staging.ages import is_from_before
from graph.old_staging.library_state import ASKING, may_change
from graph.old_staging.locations import with_article
from graph.origin import capture_exact

_HINT: Final = (
    "Plain Python runs the call each time. Do it outside of the function, or around "
    "the call."
)


def can_be_set_back(iterator: Any) -> bool:
    """Tell whether an iterator of Python's can be put where it was.

    Those of ranges tell how far they have come until Python 3.11 only.
    """
    kind = type(iterator)
    if kind.__module__ != "builtins" or not hasattr(kind, "__setstate__"):
        return False
    return bool(iterator.__reduce__()[2:] != (None,))


def refuse_iterators(arguments: Iterable[Any]) -> None:
    """Refuse a trace that would advance iterators which cannot be set back.

    Args:
        arguments: The leaves of the arguments.

    Raises:
        SideEffectError: There is one.
    """
    for each in arguments:
        step = getattr(type(each), "__next__", None)
        if type(step) is WrapperDescriptorType and not can_be_set_back(each):
            noun = with_article(type(each).__name__)
            raise _refusal(f"{noun} is an argument, and would be advanced")


def refuse_change(
    function: Any,
    args: tuple[Any, ...],
    kwargs: Mapping[str, Any],
    has_reached: Callable[[Any], bool],
) -> None:
    """Refuse a call, by a trace, that may change what cannot be put back.

    Args:
        function: Code that runs as it stands.
        args: What it is given.
        kwargs: By name.
        has_reached: Tells whether the function, or an argument, led to an object when
            the trace began.

    Raises:
        SideEffectError: It may.
    """
    name = getattr(function, "__name__", None)
    # What an op does to a stream is an effect of the graph.
    is_op = str(getattr(function, "__module__", "")).startswith("graph.ops.")
    if name in _ASKING or is_op:
        return
    for each in (getattr(function, "__self__", None), *args, *kwargs.values()):
        kind = type(each)
        if not may_change(kind) or issubclass(kind, _PASSED_OVER):
            continue
        if name == "get" and issubclass(kind, (ContextVar, Mapping)):
            continue
        # Of what cannot be in cycles Python does not say how old it is.
        if is_from_before(each) if gc.is_tracked(each) else has_reached(each):
            noun = with_article(kind.__name__)
            raise _refusal(f"{noun} from outside would be changed")


# A queue's `get` changes it.
_ASKING: Final = (ASKING - {"get"}) | {
    *("bool", "callable", "dir", "float", "getattr", "hasattr", "hash", "int", "repr"),
    *("str", "type", "vars", "is_set", "is_alive", "tell", "getvalue", "empty", "full"),
    *("qsize", "hexdigest", "digest"),
}
# What functions keep can be dropped; and what is printed is so once for each trace.
_PASSED_OVER: Final = (functools._lru_cache_wrapper, logging.Filterer)


def _refusal(what: str) -> SideEffectError:
    return SideEffectError(
        f"{what} while the function is traced, which could not be taken back.",
        origin=capture_exact(2),
        hint=_HINT,
    )


__all__ = ["can_be_set_back", "refuse_change", "refuse_iterators"]
