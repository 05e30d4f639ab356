"""What an exception leaves behind: iterators that nothing else holds end then.

CPython drops the iterator of a loop, and the arguments of a builtin, as an exception
leaves the expression; a generator's `finally` runs before any handler does. Here these
are variables of operators, which the exception's traceback would keep until it is gone.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
from collections.abc import Callable, Iterable
from types import CodeType
from typing import Any, ParamSpec, TypeVar

from graph.old_staging.abandoned import is_given_up, unprobed
from graph.origin import is_library_code, is_users

P = ParamSpec("P")
R = TypeVar("R")


def ending_iterators(operator: Callable[P, R]) -> Callable[P, R]:
    """Make an operator let go of its operands where it raises."""
    return _ending(operator, is_kept=False)


def ending_where_inlined(operator: Callable[P, R]) -> Callable[P, R]:
    """Make a comprehension let go of its operands where it raises.

    Before Python 3.12 it is a function of its own, which the error's traceback keeps.
    """
    return _ending(operator, is_kept=sys.version_info < (3, 12))


def ending_where_given_up(operator: Callable[P, R]) -> Callable[P, R]:
    """Make an operator let go of its operands where what it does is traced anew.

    A generator expression is a function of its own, which the error's traceback keeps.
    """
    return _ending(operator, is_kept=True)


def _ending(operator: Callable[P, R], *, is_kept: bool) -> Callable[P, R]:
    @functools.wraps(operator)
    def ending(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return operator(*args, **kwargs)
        except BaseException as error:
            if may_end(args) and (not is_kept or is_given_up(error)):
                del args
                drop_operands(error)
            raise

    return ending


def may_end(values: Iterable[Any]) -> bool:
    """Tell whether one of some values may be an iterator, or lead to one."""
    kinds = map(type, values)
    return any(hasattr(k, "__iter__") and not hasattr(k, "__len__") for k in kinds)


def drop_frames(error: BaseException, end: CodeType) -> None:
    """Clear the variables of what an exception has left, as far as some code.

    Args:
        error: The exception; what the function at hand has called is cleared.
        end: The code that is the first to be kept.
    """
    entry = error.__traceback__ and error.__traceback__.tb_next
    with unprobed() if is_given_up(error) else contextlib.nullcontext():
        while entry is not None and entry.tb_frame.f_code is not end:
            with contextlib.suppress(RuntimeError):  # it runs
                entry.tb_frame.clear()
            entry = entry.tb_next


def drop_operands(error: BaseException) -> None:
    """Clear the variables of operators that an exception has left.

    Those are cleared that the operator at hand has called, as far as the user's.
    """
    is_over = is_given_up(error)
    with unprobed() if is_over else contextlib.nullcontext():
        entry = error.__traceback__ and error.__traceback__.tb_next
        while entry is not None and not is_users(entry.tb_frame.f_code):
            code = entry.tb_frame.f_code
            # One that caught the exception may go on: clearing would end it.
            may_go_on = code.co_flags & inspect.CO_GENERATOR
            if is_library_code(code) and (is_over or not may_go_on):
                with contextlib.suppress(RuntimeError):  # it runs
                    entry.tb_frame.clear()
            entry = entry.tb_next


__all__ = [
    "drop_frames",
    "drop_operands",
    "ending_iterators",
    "ending_where_given_up",
    "ending_where_inlined",
    "may_end",
]
