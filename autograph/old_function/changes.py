"""What a function changes in its arguments, which each call changes in the caller's.

A function that is traced gets lists, dicts and instances of its own, with symbolic
tensors in them. What it has changed in them in the end is a result of the graph beside
the one that it returns, and is written to the caller's after each run.
"""

from __future__ import annotations

import collections
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.arguments import PRIMITIVES, is_opened, vars_of
from autograph.function.key import CONTAINERS
from autograph.old_operators.iteration import StagedItems, StagedRange
from graph import nest
from graph.errors import SideEffectError
from graph.keys import Possible
from graph.old_staging.aliases import is_distinct
from graph.old_staging.choosable import is_instance
from graph.old_staging.chosen import Chosen
from graph.old_staging.members import Member
from graph.old_staging.storage import set_content
from graph.old_staging.variables import Unavailable, Undefined
from graph.origin import Origin, capture_exact
from graph.partial import PossibleAttribute
from graph.segments import SEQUENCES, Column, Segment, holds_segment
from graph.tables import Shown, is_run_set, is_table
from graph.tensor import SymbolicTensor
from graph.value_operators import ValueOperators
from graph.variable import Variable

_ORDERED: Final = (list, collections.deque)
_DICTS: Final = (dict, collections.OrderedDict, collections.defaultdict)
_UNKNOWN: Final = (Chosen, Member, Column, Possible, Segment, Undefined, Unavailable)
# What stands for something of Python's that a run makes.
_STAGED: Final = (StagedRange, StagedItems, Shown)

# The steps from the arguments to a value: items and, in a tuple of one, attributes.
Path = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Attribute:
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class At:
    """What the caller has in this place."""

    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """A result of the graph."""

    index: int


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A value of Python's."""

    value: Any


@dataclass(frozen=True, slots=True, eq=False)
class There:
    """An attribute that there is if a result of the graph is true."""

    part: Any
    flag: Output


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A container that the function has made."""

    kind: type
    content: dict[Any, Any]
    maxlen: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A container of the caller's that changes, or that has to be no other one.

    Attributes:
        path: Where it is.
        shown: The same as text.
        is_compared: Does it stay as it is, and `is` has found it to be another one?
        content: For each key, index or field what is there in the end; or, where the
            run decides which there are, the result that holds all of them.
    """

    path: Path
    shown: str
    content: dict[Any, Any] | Output
    is_compared: bool = False

    @property
    def verb(self) -> str:
        """What the function does with it."""
        return "compares (with `is`)" if self.is_compared else "changes"


class Given:
    """The containers that a function gets when it is traced, as they were then."""

    def __init__(self, names: Sequence[str], values: Sequence[Any]) -> None:
        """Look at arguments.

        Args:
            names: The parameters; empty for one whose container is the function's own.
            values: Their values.
        """
        # By identity: all that has a place in the caller's arguments.
        self._places: dict[int, Path] = {}
        self._before: list[tuple[Any, Path, str, dict[Any, Any]]] = []
        # Containers that count by identity: what holds for a trace is left in them.
        self._closed: list[tuple[Any, str]] = []
        # What `changes` has found changed.
        self.changed: list[Any] = []
        for index, (name, value) in enumerate(zip(names, values, strict=True)):
            if name:
                self._note(value, (index,), name)
                continue
            for key, part in _content_of(value).items():
                self._note(part, (index, key), f"[{key!r}]")

    def _note(self, value: Any, path: Path, shown: str) -> None:
        if type(value) in PRIMITIVES:
            return
        self._places[id(value)] = path
        if not is_opened(value):
            if isinstance(value, CONTAINERS):
                self._closed.append((value, shown))
            return
        content = _content_of(value)
        self._before.append((value, path, shown, content))
        for key, part in content.items():
            is_field = isinstance(key, _Attribute)
            text = f"{shown}.{key.name}" if is_field else f"{shown}[{key!r}]"
            self._note(part, (*path, key), text)

    def containers(self) -> Iterator[tuple[Any, str]]:
        """Yield those that are opened, with their text."""
        for value, _, shown, _ in self._before:
            yield value, shown

    def shown(self, container: Any) -> str:
        """Return the text of one of them."""
        return next(shown for value, shown in self.containers() if value is container)

    def changes(self, name: str, origin: Origin) -> tuple[list[Change], list[Any]]:
        """Return what has changed, and the results that it needs.

        Args:
            name: The function's name.
            origin: Where it is defined.

        Raises:
            SideEffectError: Something has changed in a way that only a run knows.
        """
        found: list[Change] = []
        results: list[Any] = []
        self.changed = []
        for value, path, shown, before in self._before:
            now = _content_of(value)
            if list(now) == list(before) and all(now[k] is before[k] for k in now):
                if is_distinct(value):
                    found.append(Change(path, shown, {}, is_compared=True))
                continue
            self.changed.append(value)
            if _is_open(value):
                results.append(_result_of(value))
                found.append(Change(path, shown, Output(len(results) - 1)))
                continue
            parts: dict[int, Any] = {}
            try:
                content = {k: self._part(x, results, parts) for k, x in now.items()}
            except _UnknownError:
                raise _refusal(name, shown, origin) from None
            found.append(Change(path, shown, content))
        for value, shown in self._closed:
            if _holds_symbolic(value, {}):
                raise _refusal(name, shown, origin)
        return found, results

    def _part(self, value: Any, results: list[Any], parts: dict[int, Any]) -> Any:
        """Return what tells how a value is had of a call."""
        if type(value) in PRIMITIVES:
            return Constant(value)
        if id(value) in self._places:
            return At(self._places[id(value)])
        if id(value) in parts:
            return parts[id(value)]
        if type(value) is PossibleAttribute:
            part = self._part(value.maybe.value, results, parts)
            results.append(value.maybe.flag)
            return There(part, Output(len(results) - 1))
        is_result = isinstance(value, SymbolicTensor) or type(value) in nest.FLAGGED
        if is_result or _is_open(value):
            if type(value) is collections.deque:
                raise _UnknownError  # it would be a list
            results.append(_result_of(value) if is_opened(value) else value)
            found: Any = Output(len(results) - 1)
        elif isinstance(value, _UNKNOWN):
            raise _UnknownError
        elif isinstance(value, ValueOperators) and type(value) is not Variable:
            raise _UnknownError  # this variable or that one
        elif not is_opened(value) and _holds_symbolic(value, {}):
            raise _UnknownError
        elif is_opened(value):
            found = parts[id(value)] = Made(
                type(value), {}, getattr(value, "maxlen", None)
            )
            for key, x in _content_of(value).items():
                found.content[key] = self._part(x, results, parts)
        else:
            found = Constant(value)
        parts[id(value)] = found
        return found


class _UnknownError(Exception):
    """What a container holds is no value yet."""


def _refusal(name: str, shown: str, origin: Origin) -> SideEffectError:
    error = SideEffectError(
        f"{name}() leaves something in {shown}, which is the caller's, that is known "
        "only when the graph runs, and is no tensor.",
        origin=origin,
        hint="Change a copy, as in items = list(items); or put tensors, numbers, text, "
        "None, lists, tuples, dicts and dataclasses into it.",
    )
    error.is_in_user_code = True
    return error


def _holds_symbolic(value: Any, seen: dict[int, Any]) -> bool:
    """Tell whether something was made of what only the run knows, and would keep it.

    Args:
        value: What is looked into.
        seen: What has been, by its identity.
    """
    if id(value) in seen or type(value) in PRIMITIVES:
        return False
    seen[id(value)] = value
    if isinstance(value, (SymbolicTensor, *_UNKNOWN, *_STAGED)):
        return True
    if type(value) in nest.FLAGGED or is_run_set(value) or holds_segment(value):
        return True
    if isinstance(value, (list, tuple, set, frozenset, collections.deque)):
        return _is_open(value) or any(_holds_symbolic(x, seen) for x in value)
    if isinstance(value, dict):
        return _is_open(value) or any(_holds_symbolic(x, seen) for x in value.values())
    return is_instance(value) and _holds_symbolic(vars_of(value), seen)


def _is_open(value: Any) -> bool:
    """Tell whether the run decides how many items there are, or which keys."""
    if type(value) in SEQUENCES:
        return any(type(x) is Segment for x in value)
    if is_table(value) or is_run_set(value):
        return True
    return type(value) is dict and any(type(x) is Possible for x in value.values())


def _result_of(value: Any) -> Any:
    """Return what a graph returns of a container."""
    if type(value) is tuple:
        return value  # which nobody changes
    return list(value) if type(value) is collections.deque else value.copy()


def _content_of(value: Any) -> dict[Any, Any]:
    """Return the parts of a container, by the steps that lead to them."""
    if isinstance(value, SEQUENCES):
        return dict(enumerate(value))
    if type(value) in _DICTS:
        return dict(value)
    if type(value) is slice:
        names = ("start", "stop", "step")
        return {_Attribute(name): getattr(value, name) for name in names}
    return {_Attribute(name): part for name, part in vars_of(value).items()}


# -- Calls ---------------------------------------------------------------------------


def check_given(name: str, changes: Sequence[Change], values: Sequence[Any]) -> None:
    """Refuse arguments that hold a container twice that the function changes.

    Raises:
        SideEffectError: They do: the graph takes them for two.
    """
    if not values:  # an input signature makes arguments of its own
        return
    counts = collections.Counter(id(x) for value in values for x in _containers(value))
    for each in changes:
        if counts[id(_follow(values, each.path))] > 1:
            raise SideEffectError(
                f"{name}() {each.verb} {each.shown}, which it is given twice: a graph "
                "takes its arguments for different ones.",
                origin=capture_exact(),
                hint="Give it a copy in one place, or once.",
            )


def _containers(value: Any) -> Iterator[Any]:
    if type(value) in PRIMITIVES or not is_opened(value):
        return
    yield value
    for part in _content_of(value).values():
        yield from _containers(part)


def write(changes: Sequence[Change], values: Sequence[Any], results: Any) -> None:
    """Change what the caller has given.

    Args:
        changes: What changes.
        values: The arguments, one for each parameter.
        results: What the graph has returned for it.
    """
    made: dict[int, Any] = {}
    changes = [each for each in changes if not each.is_compared]
    targets = [_follow(values, each.path) for each in changes]
    contents = [
        results[each.content.index]
        if isinstance(each.content, Output)
        else _values(each.content, values, results, made)
        for each in changes
    ]
    for target, content, each in zip(targets, contents, changes, strict=True):
        if isinstance(target, dict) and isinstance(each.content, Output):
            set_content(target, content)  # in this order
        else:
            _fill(target, content)


def write_known(changes: Sequence[Change], values: Sequence[Any]) -> None:
    """Change what the caller has given as far as no run is needed for it.

    An exception ends a trace like this, and variables that it has made are there for
    the next one.
    """
    if not values:
        return
    wanted: list[tuple[Any, Any]] = []
    for each in changes:
        if each.is_compared or isinstance(each.content, Output):
            continue
        target = _follow(values, each.path)
        known = {
            key: _value(part, values, (), {})
            for key, part in each.content.items()
            if is_known(part)
        }
        if isinstance(target, _ORDERED):
            wanted += [(target, known)] if len(known) == len(each.content) else []
            continue
        before = _content_of(target)
        kept = {key: before[key] for key in before if key in each.content}
        wanted.append((target, {**kept, **known}))
    for target, content in wanted:
        _fill(target, content)


def is_known(part: Any) -> bool:
    """Tell whether no run is needed for a change, or for what it leaves somewhere."""
    if isinstance(part, (Change, Made)):
        content = part.content
        return isinstance(content, dict) and all(map(is_known, content.values()))
    return isinstance(part, (At, Constant))


def _follow(values: Any, path: Path) -> Any:
    for step in path:
        is_field = isinstance(step, _Attribute)
        values = getattr(values, step.name) if is_field else values[step]
    return values


def _values(
    content: dict[Any, Any], values: Sequence[Any], results: Any, made: dict[int, Any]
) -> dict[Any, Any]:
    """Return what the parts of a container stand for in a call, as far as there are."""
    there = {
        key: part.part if isinstance(part, There) else part
        for key, part in content.items()
        if not isinstance(part, There) or bool(results[part.flag.index])
    }
    return {key: _value(part, values, results, made) for key, part in there.items()}


def _value(part: Any, values: Sequence[Any], results: Any, made: dict[int, Any]) -> Any:
    """Return what a part stands for in a call; the same for the same part."""
    if isinstance(part, Constant):
        return part.value.copy() if type(part.value) is np.ndarray else part.value
    if isinstance(part, At):
        return _follow(values, part.path)
    if isinstance(part, Output):
        return results[part.index]
    if id(part) in made:
        return made[id(part)]
    kind: Any = part.kind
    if kind in _ORDERED or kind in _DICTS:
        is_deque = kind is collections.deque
        empty = kind(maxlen=part.maxlen) if is_deque else kind()
        made[id(part)] = empty  # it may hold itself
        _fill(empty, _values(part.content, values, results, made))
        return empty
    content = _values(part.content, values, results, made)
    if issubclass(kind, tuple):
        made[id(part)] = tuple.__new__(kind, content.values())
    elif kind is slice:
        made[id(part)] = slice(*content.values())
    else:
        made[id(part)] = object.__new__(kind)
        for field, value in content.items():
            object.__setattr__(made[id(part)], field.name, value)
    return made[id(part)]


def _fill(target: Any, content: Any) -> None:
    """Let a container hold this and nothing else, in place."""
    if isinstance(target, _ORDERED):
        items = content.values() if isinstance(content, dict) else content
        set_content(target, list(items))
        return
    before = _content_of(target)
    for key in before.keys() - content.keys():
        if isinstance(key, _Attribute):
            object.__delattr__(target, key.name)
        else:
            del target[key]
    for key, value in content.items():
        if key in before and before[key] is value:
            continue
        if isinstance(key, _Attribute):
            object.__setattr__(target, key.name, value)
        else:
            target[key] = value


__all__ = ["Change", "Given", "check_given", "is_known", "write", "write_known"]
