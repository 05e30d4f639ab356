"""What steps through dicts with keys of the run, and takes lists as well."""

from __future__ import annotations

import builtins
import functools
import itertools
from collections import deque
from typing import Any, Final

from autograph.old_operators.table_views import iterator_of, listed, reversed_of


def on_steps(function: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a function of `STEPPING` with dicts, or views of them, among its arguments.

    One that takes an item when it is asked for one steps through the dict as it is
    then: it may have been changed meanwhile. All others are given lists of the items.
    """
    from autograph.old_operators.calls import converted_call

    if function is builtins.reversed and len(args) == 1 and not kwargs:
        return reversed_of(args[0])
    given = _steps if function in _LAZY else listed
    return converted_call(function, tuple(map(given, args)), kwargs)


def _steps(value: Any) -> Any:
    """Return what steps through a dict, or a view of one, as it is at each step."""
    steps = iterator_of(value)
    return listed(value) if steps is None else steps


_LAZY: Final = frozenset(
    {
        *(builtins.enumerate, builtins.filter, builtins.map, builtins.zip),
        *(itertools.accumulate, itertools.chain, itertools.dropwhile),
        *(itertools.filterfalse, itertools.islice, itertools.takewhile),
    }
)
#: What steps through what it is given, and takes a list as well.
STEPPING: Final = _LAZY | {
    *(functools.reduce, deque, builtins.reversed),
    *(builtins.list, builtins.tuple, builtins.sorted, builtins.sum, builtins.min),
    *(builtins.max, builtins.any, builtins.all),
}

__all__ = ["STEPPING", "on_steps"]
