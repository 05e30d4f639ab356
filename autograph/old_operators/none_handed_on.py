"""What is None on some paths, given to functions of Python's that run as they stand.

These ask `value is None` of the object that stands for the value, and no object of ours
can answer. What only keeps or returns what it is given, or computes with it, may have
it; whatever asks, or calls something that may ask, may not.
"""

from __future__ import annotations

import collections
import dis
import functools
import inspect
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from inspect import CO_GENERATOR
from types import CodeType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any, Final, NamedTuple

from autograph.allowed import is_allowed, is_own
from autograph.options import is_ready
from graph.errors import UnknownNoneError
from graph.graph import current_graph
from graph.old_staging.storage import instance_dict
from graph.origin import capture_exact, is_users
from graph.partial import Maybe, Optional, OptionalTensor

_MAX_DEPTH: Final = 4
_ITEMS: Final = (list, tuple, set, frozenset, collections.deque)
# What named tuples have of Python, which hands on what it is given.
_OF_TUPLES: Final = frozenset(
    getattr(getattr(member, "__func__", member), "__code__", None)
    for member in vars(NamedTuple("_Empty", [])).values()
)
# Instructions that tell None, or the object, from what it stands for.
_ASKING: Final = ("IS_OP", "_NONE", "MATCH_", "FORMAT_", "CONVERT_VALUE", "CALL")
# These are Python's own steps, and get no values of the user's to ask about.
_HARMLESS: Final = ("CALL_INTRINSIC", "RETURN_")


def check(function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> None:
    """Look at what is given to a function that is about to be called.

    Raises:
        UnknownNoneError: It runs as it stands, may ask whether something is None, and
            is given, or reads, something of which only the run knows.
    """
    if current_graph() is None:
        return
    for each in _functions(function):
        code = each.__code__
        if is_ready(code) or is_own(each) or code in _OF_TUPLES:
            continue
        if not _may_ask(code):
            continue
        if is_users(code):
            given = [*args, *kwargs.values(), *_read_by(each, function)]
            _look_at(each.__qualname__, given, _MAX_DEPTH)
        elif is_allowed(each.__module__):  # which has ways of its own with parts
            _look_at(each.__qualname__, [*args, *kwargs.values()], 0)
    for value in args:
        check_items(value)


def _look_at(shown: str, given: Iterable[Any], depth: int) -> None:
    if any(_holds(value, depth, set()) for value in list(given)):
        raise UnknownNoneError(
            f"{shown}() runs as it stands, and is given, or reads, what is None on "
            "some paths, which is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Test it before, as in `if value is None`, and make the call on each "
            "path; or have the function converted.",
        )


def check_items(items: Any) -> None:
    """Look at what a generator reads, or one that gives the items of an object.

    Raises:
        UnknownNoneError: It may ask whether something is None of which only the run
            knows.
    """
    if current_graph() is None:
        return
    kind = type(items)
    if kind is GeneratorType:
        frame = items.gi_frame
        if frame is not None and is_users(frame.f_code) and _may_ask(frame.f_code):
            _look_at(items.__qualname__, frame.f_locals.values(), _MAX_DEPTH)
        return
    steps = getattr(kind, "__iter__", None)
    if type(steps) is FunctionType and steps.__code__.co_flags & CO_GENERATOR:
        check(MethodType(steps, items), (), {})


def stepped(generator: Any) -> Iterator[Any]:
    """Yield the items of a generator, which reads variables before each of them."""
    while True:
        check_items(generator)
        try:
            item = next(generator)
        except StopIteration:
            return
        yield item


def _functions(function: Any) -> Iterator[FunctionType]:
    """Yield the functions of Python's that a call runs first."""
    if type(function) is MethodType:
        function = function.__func__
    if type(function) is FunctionType:
        yield function
    elif isinstance(function, type):
        for name in ("__new__", "__init__"):
            found = inspect.getattr_static(function, name, None)
            found = getattr(found, "__func__", found)
            if type(found) is FunctionType:
                yield found


@functools.lru_cache(maxsize=1024)
def _may_ask(code: CodeType) -> bool:
    """Tell whether code may ask if something is None, or call what may."""
    if any(name[:2] == "__" == name[-2:] for name in code.co_names):
        return True  # such as `value.__class__`
    for step in dis.get_instructions(code):
        name = step.opname
        if any(each in name for each in _ASKING) and not name.startswith(_HARMLESS):
            return True
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return any(map(_may_ask, inner))


def _read_by(function: FunctionType, called: Any) -> Iterator[Any]:
    """Yield what a function reads beside its arguments."""
    if type(called) is MethodType:
        yield called.__self__
    yield from function.__defaults__ or ()
    yield from (function.__kwdefaults__ or {}).values()
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # nothing is in it yet
            yield cell.cell_contents


def _holds(value: Any, depth: int, seen: set[int]) -> bool:
    """Tell whether something that may be None is a part of a value."""
    kind = type(value)
    if kind is Optional or kind is OptionalTensor:
        return True
    if kind is Maybe:
        return _holds(value.value, depth, seen)
    if depth == 0 or id(value) in seen or isinstance(value, (type, ModuleType)):
        return False
    seen.add(id(value))
    parts: Iterable[Any]
    if isinstance(value, _ITEMS):
        parts = list(value)
    elif isinstance(value, dict):
        parts = list(dict.values(value))
    elif kind is FunctionType:
        return False
    else:
        parts = list((instance_dict(value) or {}).values())
    return any(_holds(part, depth - 1, seen) for part in parts)


__all__ = ["check", "check_items", "stepped"]
