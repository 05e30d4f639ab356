"""Lists of run-time length that are given to what runs as it stands.

What looks at their items is refused; what hands them on, or stores them, is not.
"""

from __future__ import annotations

import builtins
import collections
import contextlib
import copy
import functools
import inspect
import itertools
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from autograph.old_operators.draws import ITERATORS
from autograph.options import OPERATORS
from graph.errors import UnknownLengthError
from graph.keys import Possible, holds_open
from graph.keys import refusal as refusal_of_dict
from graph.origin import capture_exact
from graph.segments import Segment, holds_segment, is_segmented, refusal
from graph.tables import is_run_set, is_table
from graph.tables import refusal as refusal_of_table

# What takes any object as it is, without looking into it.
_INDIFFERENT: Final = frozenset(
    {builtins.isinstance, builtins.id, builtins.type, builtins.callable}
)
# These step through what they are given, and hand on its items without a look at them.
_HANDING_ON: Final = frozenset(
    {
        builtins.bool,
        builtins.enumerate,
        builtins.filter,
        builtins.hasattr,
        builtins.iter,
        builtins.list,
        builtins.map,
        builtins.next,
        builtins.reversed,
        builtins.tuple,
        builtins.zip,
        copy.copy,
        functools.reduce,
        itertools.accumulate,
        itertools.dropwhile,
        itertools.filterfalse,
        itertools.islice,
        itertools.takewhile,
    }
)
# Modules of ours with functions that are converted: what takes an item of a generator
# expression, or what a manager's generator yields, and those of Python's library in
# terms of `<`.
_CONVERTED: Final = frozenset(
    {
        "autograph.old_operators.comparisons",
        "autograph.old_operators.consumers",
        "autograph.old_operators.driven",
        "autograph.old_operators.generator_managers",
        "autograph.old_operators.heaps",
        "autograph.old_operators.library_iterators",
        "autograph.old_operators.run_arguments",
        "autograph.old_operators.run_sets",
        "autograph.old_operators.table_calls",
        "autograph.old_operators.table_views",
        "autograph.old_operators.tables",
    }
)
# What these give are tuples, or keys with values.
_OF_PAIRS: Final = (dict, enumerate, zip)
# Containers' methods that store what they are given, or look at keys only.
_STORING: Final[Mapping[type, frozenset[str]]] = {
    list: frozenset(["append", "extend", "insert", "copy", "clear", "pop", "reverse"]),
    collections.deque: frozenset(
        [
            *("append", "appendleft", "insert", "copy", "clear", "pop", "popleft"),
            *("reverse", "rotate"),
        ]
    ),
    dict: frozenset(
        ["get", "setdefault", "update", "pop", "items", "values", "keys", "copy"]
    ),
}


def takes_all(function: Any, args: tuple[Any, ...]) -> bool:
    """Tell whether a function takes what a list of the run gives as `*rest`."""
    function = getattr(function, "__func__", function)
    code = getattr(function, "__code__", None)
    if code is None or not code.co_flags & inspect.CO_VARARGS:
        return False
    named = args[: code.co_argcount]
    return not any(type(each) is Segment for each in named)


def refuse_lists(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> None:
    """Refuse to give lists with segments to what runs as it stands.

    Raises:
        UnknownLengthError: One is among the arguments.
    """
    if OPERATORS in getattr(getattr(function, "__code__", None), "co_freevars", ()):
        return  # it is converted
    if getattr(function, "__module__", None) in _CONVERTED:
        return
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if isinstance(owner, (type, ModuleType)):
        owner = None
    given = (owner, *args, *kwargs.values())
    if any(type(each) is Segment for each in args):
        raise refusal("it is spread with `*`")
    if not any(map(holds_segment, given)) and not any(map(steps_over_lists, given)):
        return
    try:
        if function in _INDIFFERENT:
            return
        if function in _HANDING_ON and not any(map(_is_of_run, args)):
            return
    except TypeError:
        pass
    stores = name in _STORING.get(type(owner), ())
    if stores and not any(map(steps_over_lists, args)):
        if name != "update" or not any(map(_is_of_run, args)):
            return
    if function is dict or (type(owner) is dict and name == "update"):
        if all(type(each) in _OF_PAIRS and not _is_of_run(each) for each in args):
            return
    if type(owner) is list and name == "extend":
        return
    if type(owner) is str and name == "join" and steps_over_lists(args[0]):
        return  # it takes nothing but text
    if function is builtins.len and not is_segmented(args[0]):
        return
    if function is setattr:
        return
    if function is contextlib._GeneratorContextManager and _is_staged(args[0]):
        return
    shown = getattr(function, "__qualname__", name) or repr(function)
    if holds_open((owner, *args, *kwargs.values())):
        raise refusal_of_dict(f"it is given to {shown}(), which runs as it stands")
    if any(map(is_run_set, given)):
        what = f"it is given to {shown}(), which runs as it stands"
        raise refusal_of_table(what, "set")
    kind = "deque" if any(map(_is_open_deque, given)) else "list"
    raise UnknownLengthError(
        f"a {kind} whose length is known only when the graph runs is given to "
        f"{shown}(), which runs as it stands.",
        origin=capture_exact(2),
        hint="Take its items one by one: `{key: value for key, value in pairs}`."
        if _makes_dicts(function)
        else "Give it a tensor: ag.stack(xs).",
    )


def _makes_dicts(function: Any) -> bool:
    """Is it a class of dicts, or a method of it that makes one?"""
    kind = getattr(function, "__self__", function)
    return isinstance(kind, type) and issubclass(kind, dict)


def _is_staged(made_by: Any) -> bool:
    """Tell whether a `with` runs a manager's generator as statements of its own."""
    from autograph.old_operators.generator_managers import is_convertible

    return is_convertible(made_by)


def _is_open_deque(value: Any) -> bool:
    return isinstance(value, collections.deque) and is_segmented(value)


def steps_over_lists(items: Any) -> bool:
    """Tell whether an iterator of Python's gives lists of the run, one by one."""
    from autograph.old_operators.table_views import sources_of

    kind = type(items)
    is_iterator = hasattr(kind, "__next__") and kind.__module__ in ITERATORS
    return is_iterator and any(map(holds_segment, sources_of(items)))


def _is_of_run(items: Any) -> bool:
    """Tell whether the run decides how long it is, or which keys it has."""
    is_open_dict = isinstance(items, dict) and any(
        type(item) is Possible for item in dict.values(items)
    )
    # What Python finds in a table are its two lists, not its keys.
    return is_open_dict or is_table(items) or is_segmented(items)


__all__ = ["refuse_lists", "steps_over_lists"]
