"""Patterns of `match`: a value is taken apart as its class says, or as Python does.

Where it depends on the run whether a pattern matches, the parts are those of the path
on which it does; on others nothing reads them.
"""

from __future__ import annotations

import collections
import collections.abc
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from autograph.operators.comparisons import in_
from autograph.operators.displays import born
from autograph.operators.logic import and_, choose
from autograph.operators.stores import get_attr, get_item
from autograph.values import numpy_values as arrays
from autograph.values import operations
from autograph.values.interpreter import INTERPRETER
from autograph.values.kinds import attribute_of_class, is_of_run
from autograph.values.nodes import boxed_value, emit, lift, node, unpacked, wrap
from autograph.values.proxy import Proxy, Undefined
from autograph.values.specs import ANY, BOOL, TupleSpec
from graph.python.protocols import APPLY
from graph.tensor import EagerTensor, SymbolicTensor

Parts = tuple[Any, ...]


def match_value(matched: Any, test: Callable[[], Any]) -> Any:
    """Return `matched and test()`."""
    return and_(lambda: matched, lambda: operations.truth(test()))


def failed(count: int) -> Parts:
    """Return what a pattern that does not match takes."""
    return (False, *(Undefined("retval_part") for _ in range(count)))


def _when(matched: Any, take: Callable[[], Parts], count: int) -> Parts:
    """Take a value apart where what came before matches."""
    condition = operations.truth(matched)
    if not isinstance(condition, SymbolicTensor):
        return take() if condition else failed(count)
    found = choose(condition, take, lambda: failed(count), "retval_match")
    return tuple(found)


def match_parts(
    matched: Any,
    subject: Any,
    pattern: str,
    count: int,
    cls: Callable[[], Any] | None = None,
) -> Parts:
    """Take a value apart by a sequence or class pattern."""

    def take() -> Parts:
        if cls is not None:
            return _by_class(subject, cls(), pattern, count)
        return _by_items(subject, pattern, count)

    return _when(matched, take, count)


# -- Sequences

_PART: Final = re.compile(r"\*?\w+")


def _by_items(subject: Any, pattern: str, count: int) -> Parts:
    if not is_of_run(subject):
        return _by_python(subject, pattern, count, None)
    kind = _class_of(subject)
    if kind is not None and not _is_sequence(kind):
        return failed(count)
    spec = subject.spec if type(subject) is Proxy else None
    parts = _PART.findall(pattern)
    stars = [i for i, part in enumerate(parts) if part.startswith("*")]
    if isinstance(spec, TupleSpec):
        return _of_tuple(subject, spec, parts, stars)
    if kind is None or stars:
        return _in_run(subject, pattern, count, None)
    length = node_length(subject)
    is_long = operations.apply("==", length, len(parts))

    def take() -> Parts:
        items = [get_item(subject, i) for i, part in enumerate(parts) if part != "_"]
        return (True, *items)

    return _when(is_long, take, count)


def node_length(subject: Any) -> Any:
    """Return the length of a container of the run."""
    return INTERPRETER.call_function(len, (subject,), {})


def _of_tuple(
    subject: Any, spec: TupleSpec, parts: list[str], stars: list[int]
) -> Parts:
    n, found = len(spec.items), []
    count = sum(part not in ("_", "*_") for part in parts)
    if n < len(parts) - len(stars) or (not stars and n != len(parts)):
        return failed(count)
    for place, part in enumerate(parts):
        if part in ("_", "*_"):
            continue
        if part.startswith("*"):
            end = n - (len(parts) - place - 1)
            found.append(born([get_item(subject, i) for i in range(place, end)]))
        else:
            is_last = stars and place > stars[0]
            found.append(get_item(subject, place - len(parts) if is_last else place))
    return (True, *found)


def _is_sequence(cls: type) -> bool:
    if issubclass(cls, (str, bytes, bytearray)):
        return False
    return issubclass(cls, (collections.abc.Sequence, collections.deque))


def _class_of(subject: Any) -> type | None:
    """Return the class of a value of the run, if one is known."""
    if isinstance(subject, SymbolicTensor):
        return subject.spec.dtype.python or EagerTensor
    if arrays.is_numpy(subject):
        return arrays.get_attr(subject, "__class__")  # type: ignore[no-any-return]
    return operations.class_of(subject)


# -- Classes

# These take the value itself as their part.
_WHOLE: Final = (
    bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple,
)  # fmt: skip


def _by_class(subject: Any, cls: Any, pattern: str, count: int) -> Parts:
    if not is_of_run(subject):
        return _by_python(subject, pattern, count, cls)
    if not isinstance(cls, type):
        raise TypeError("called match pattern must be a class")
    kind = _class_of(subject)
    if kind is None:
        return _in_run(subject, pattern, count, cls)
    if not issubclass(kind, cls):
        return failed(count)
    parts = [x.strip() for x in pattern[len("cls(") : -1].split(",") if x.strip()]
    if parts == ["a0"] and issubclass(cls, _WHOLE):
        return (True, subject)
    names = getattr(cls, "__match_args__", ())
    found = []
    for place, part in enumerate(parts):
        name, is_named, _ = part.partition("=")
        if not is_named:
            if place >= len(names):
                return _by_python(object.__new__(cls), pattern, count, cls)
            name = names[place]
        elif name not in names and attribute_of_class(kind, name) is None:
            return _in_run(subject, pattern, count, cls)  # it may have none
        found.append(get_attr(subject, name))
    return (True, *found)


# -- Mappings


def match_item(matched: Any, subject: Any, place: int) -> Parts:
    """Take an item of a sequence, from its end if `place` is negative."""
    return _when(matched, lambda: (True, get_item(subject, place)), 1)


def match_mapping(
    matched: Any, subject: Any, count: int, keys: Callable[[], Parts]
) -> Parts:
    """Take the keys, and their values, of a mapping."""

    def take() -> Parts:
        kind = _class_of(subject) if is_of_run(subject) else type(subject)
        if kind is None:
            held = keys()
            args = [boxed_value(subject), *map(boxed_value, held)]
            found = _many(args, _values_of, count)
            return (found[0], held, *found[1:])
        if not issubclass(kind, collections.abc.Mapping):
            return failed(count + 1)
        held = keys()
        is_there: Any = True
        for key in held:
            is_there = and_(_given(is_there), _given(in_(key, subject)))
        values = _when(
            is_there, lambda: (True, *(get_item(subject, x) for x in held)), count
        )
        return (values[0], held, *values[1:])

    return _when(matched, take, count + 1)


def _given(value: Any) -> Callable[[], Any]:
    return lambda: value


def match_rest(matched: Any, subject: Any, keys: Parts) -> Parts:
    """Take what a mapping has besides the keys of its pattern."""

    def take() -> Parts:
        if not is_of_run(subject):
            return (True, {k: x for k, x in subject.items() if k not in keys})
        held = [boxed_value(subject), *map(boxed_value, keys)]
        return (True, node(APPLY, held, ANY, function=_rest_of))

    return _when(matched, take, 1)


def _rest_of(subject: Any, *keys: Any) -> Any:
    return {key: x for key, x in subject.items() if key not in keys}


def _values_of(subject: Any, *keys: Any) -> Parts:
    if not isinstance(subject, collections.abc.Mapping):
        return (False, *(None for _ in keys))
    if not all(key in subject for key in keys):
        return (False, *(None for _ in keys))
    return (True, *(subject[key] for key in keys))


# -- Python's own `match`


@cache
def matcher(pattern: str, count: int) -> Callable[[Any, Any], Parts | None]:
    """Return what takes a value apart by a pattern; None where that does not match."""
    names = ", ".join(f"a{i}" for i in range(count))
    tail = "," if count == 1 else ""
    source = (
        f"def match(subject, cls):\n    match subject:\n        case {pattern}:\n"
        f"            return ({names}{tail})\n    return None\n"
    )
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    return namespace["match"]  # type: ignore[no-any-return]


def _by_python(subject: Any, pattern: str, count: int, cls: Any) -> Parts:
    found = matcher(pattern, count)(subject, cls)
    return failed(count) if found is None else (True, *found)


@dataclass(frozen=True, slots=True)
class Matcher:
    """A pattern, as a function of the value."""

    pattern: str
    count: int
    cls: Any

    def __call__(self, subject: Any) -> Parts:
        """Return whether it matches, and the parts."""
        found = matcher(self.pattern, self.count)(subject, self.cls)
        return (False, *(None,) * self.count) if found is None else (True, *found)


def _in_run(subject: Any, pattern: str, count: int, cls: Any) -> Parts:
    return _many([boxed_value(subject)], Matcher(pattern, count, cls), count)


def _many(args: list[Any], function: Any, count: int) -> Parts:
    """Apply a function that gives a truth value and so many objects."""
    spec = TupleSpec((BOOL, *(ANY,) * count))
    held = [lift(x)[0] for x in args]
    (whole,) = emit(APPLY, held, (spec,), function=function)
    symbols = unpacked(whole, spec)
    pairs = zip(symbols, spec.items, strict=True)
    return tuple(wrap(*each) for each in pairs)
