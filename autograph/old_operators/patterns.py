"""Patterns of `match`: what a value is made of is decided while tracing.

Each operator narrows what is matched so far: False, True, or known only when the graph
runs. In the last case the parts are looked up all the same; what that raises becomes
part of the graph, where it is raised if what came before matches.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final, NoReturn

from autograph.old_operators.chosen import on_each_path
from autograph.old_operators.conditionals import if_stmt
from autograph.old_operators.iteration import StagedRange
from autograph.old_operators.list_patterns import (
    Put,
    State,
    is_list_of_run,
    joined,
    match_item_of_list,
    match_list,
)
from autograph.old_operators.logic import and_, is_staged
from autograph.old_operators.numbers import isinstance_
from autograph.old_operators.possible_attributes import with_defaults
from autograph.old_operators.residents import with_values
from graph.defects import refuse_unreal
from graph.errors import AutographError, UnknownLengthError, UnstagedOperationError
from graph.graph import current_graph, is_symbolic
from graph.keys import is_open
from graph.keys import refusal as refusal_of_dict
from graph.old_staging import Undefined, diverge, stage_cond, stage_exception
from graph.old_staging.caught import CaughtError
from graph.old_staging.choosable import is_instance
from graph.old_staging.chosen import Chosen
from graph.old_staging.members import Number
from graph.old_staging.residents import resident
from graph.old_staging.told_apart import is_either
from graph.old_staging.variables import available
from graph.ops.core import truth
from graph.origin import capture_exact
from graph.partial import Optional, OptionalTensor
from graph.segments import is_segmented, refusal
from graph.tables import is_table
from graph.tables import refusal as refusal_of_table

Parts = tuple[Any, ...]


def match_value(matched: Any, test: Callable[[], Any]) -> Any:
    """Return whether a comparison holds, too.

    Args:
        matched: What is matched so far.
        test: Compares.
    """
    if matched is False:
        return False
    graph = current_graph()
    if graph is None or not is_symbolic(matched):
        return truth(test()) if matched else False
    mark = graph.checkpoint()
    found = _attempt(matched, lambda: (test(),), 1)
    if found[0] is False:
        return False
    if not is_staged(found[1]):
        return matched if found[1] else False
    graph.rollback(mark)  # compared anew, where the rest matches
    return and_(lambda: matched, lambda: truth(test()))


def match_parts(
    matched: Any,
    subject: Any,
    pattern: str,
    count: int,
    cls: Callable[[], Any] | None = None,
) -> Parts:
    """Take a value apart by a sequence or class pattern.

    Args:
        matched: What is matched so far.
        subject: The value.
        pattern: The pattern, with `a0`, `a1`, ... for its parts: `[a0, *_]`; a class is
            called `cls`.
        count: How many parts there are.
        cls: Returns the class.

    Returns:
        What is matched now, and the parts.
    """
    is_class_of_run = cls is not None and type(subject) is OptionalTensor
    if matched is not False and (_is_of_run(subject) or is_class_of_run):
        return _on_each_path(
            subject, lambda one: match_parts(matched, one, pattern, count, cls), count
        )
    if matched is not False and cls is not None:
        if is_either(subject) or _is_class_of_array(subject, pattern, cls):
            return _by_class_in_run(matched, subject, pattern, cls())
    if matched is not False and pattern[0] == "[" and is_list_of_run(subject):
        return match_list(matched, subject, pattern, count)
    match = _matcher(pattern, count)
    if matched is True and cls is None:
        # What most patterns of Python values come to, without a call more.
        _refuse_range(subject)
        taken: Parts | None = match(subject)
        return _failed(count) if taken is None else (True, *taken)

    def compute() -> Parts | None:
        if cls is None:
            _refuse_range(subject)
            result: Parts | None = match(subject)
            return result
        return _instance_parts(subject, cls(), match, is_self=pattern == "cls(a0)")

    return _attempt(matched, compute, count)


def match_item(matched: Any, subject: Any, place: int) -> Parts:
    """Take an item of a sequence, from its end if `place` is negative.

    Args:
        matched: What is matched so far.
        subject: The sequence.
        place: Which item.
    """
    if matched is not False and _is_of_run(subject):
        return _on_each_path(subject, lambda one: match_item(matched, one, place), 1)
    if matched is not False and is_list_of_run(subject):
        return match_item_of_list(matched, subject, place)

    def compute() -> Parts:
        return (subject[place if place >= 0 else len(subject) + place],)

    return _attempt(matched, compute, 1)


def match_mapping(
    matched: Any, subject: Any, count: int, keys: Callable[[], tuple[Any, ...]]
) -> Parts:
    """Take a value apart by a mapping pattern.

    Args:
        matched: What is matched so far.
        subject: The value.
        count: How many keys the pattern has.
        keys: Returns the keys.

    Returns:
        What is matched now, the keys, and their values.
    """
    if matched is not False and _is_of_run(subject):
        return _on_each_path(
            subject, lambda one: match_mapping(matched, one, count, keys), count + 1
        )

    def compute() -> Parts | None:
        _refuse_range(subject)
        if is_table(subject):
            raise refusal_of_table("it is matched with a pattern of keys")
        if _matcher("{}", 0)(subject) is None or (count and len(subject) < count):
            return None
        evaluated = keys()
        values = _values(subject, evaluated) if count else ()
        return None if values is None else (evaluated, *values)

    return _attempt(matched, compute, count + 1)


def match_rest(matched: Any, subject: Any, keys: tuple[Any, ...]) -> Parts:
    """Take what a mapping has besides the keys of its pattern.

    Args:
        matched: What is matched so far.
        subject: The mapping.
        keys: The keys.
    """
    if matched is not False and _is_of_run(subject):
        return _on_each_path(subject, lambda one: match_rest(matched, one, keys), 1)

    def compute() -> Parts:
        rest = {**subject}
        for key in keys:
            del rest[key]
        return (rest,)

    return _attempt(matched, compute, 1)


# -- What the run chooses ------------------------------------------------------------


def _is_of_run(subject: Any) -> bool:
    """Is it the run that chooses the object, or tells whether there is one?"""
    if type(subject) is Optional:
        held = subject.value
        return not is_symbolic(held) and type(held) is not CaughtError
    return type(subject) is Chosen


def _on_each_path(subject: Any, match: Callable[[Any], Parts], count: int) -> Parts:
    """Match each object that may be the one, on a path of its own."""

    def stage(put: Put, state: State) -> None:
        def on_path(one: Any) -> None:
            put(match(one))

        if type(subject) is Chosen:
            on_each_path(subject, on_path, *state)
        else:
            value = available(subject.value)
            there, absent = lambda: on_path(value), lambda: on_path(None)
            if_stmt(subject.flag, absent, there, *state, count + 1)

    return joined(count, stage)


# -- One step ------------------------------------------------------------------------


def _attempt(matched: Any, compute: Callable[[], Parts | None], count: int) -> Parts:
    """Return what is matched, and the parts, if there are any to be had."""
    if not is_staged(matched):
        parts = compute() if matched else None
        return _failed(count) if parts is None else (True, *parts)
    try:
        parts = compute()
    except (AutographError, RecursionError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001  # whatever the subject raises
        refuse_unreal(error)
        _raise_where(matched, error)
        return _failed(count)
    return _failed(count) if parts is None else (matched, *parts)


def _failed(count: int) -> Parts:
    return (False, *[Undefined("part")] * count)


def _raise_where(matched: Any, error: Exception) -> None:
    """Make the graph raise what taking a value apart raises, if control comes there."""

    def fail() -> NoReturn:
        stage_exception(error)
        diverge()

    stage_cond(matched, fail, list, ())


@cache
def _matcher(pattern: str, count: int) -> Callable[..., Parts | None]:
    """Return a function that takes values apart by Python's own `match`.

    Also its errors, which differ with Python's versions, are Python's own then.
    """
    parts = "".join(f"a{at}, " for at in range(count))
    text = (
        "def match(subject, cls=None):\n"
        "    match subject:\n"
        f"        case {pattern}:\n"
        f"            return ({parts})\n"
    )
    namespace: dict[str, Any] = {}
    exec(compile(text, __file__, "exec", dont_inherit=True), namespace)
    match: Callable[..., Parts | None] = namespace["match"]
    return match


def _values(subject: Any, keys: tuple[Any, ...]) -> Parts | None:
    """Return the values of a mapping's keys; None if one is missing."""
    get, missing = subject.get, object()
    seen, values = set(), []
    for key in keys:
        if key in seen:
            raise ValueError(f"mapping pattern checks duplicate key ({key!r})")
        seen.add(key)
        value = get(key, missing)
        if value is missing:
            return None
        values.append(value)
    return tuple(values)


# -- Values without a value ----------------------------------------------------------


def _refuse_range(subject: Any) -> None:
    if is_segmented(subject):
        kind = type(subject).__name__
        raise refusal("its items are matched by a pattern", kind)
    if is_open(subject):
        raise refusal_of_dict("its items are matched by a pattern")
    if isinstance(subject, StagedRange):
        raise UnknownLengthError(
            "the items of this range are known only when the graph runs.",
            origin=capture_exact(3),
            hint="Compare its bounds instead of matching its items.",
        )


def _instance_parts(
    subject: Any, cls: Any, match: Callable[..., Parts | None], *, is_self: bool
) -> Parts | None:
    """Match a class pattern: a symbolic number is an instance of what it will be."""
    held = subject.value if type(subject) is Optional else subject
    if type(held) is CaughtError:
        raise UnstagedOperationError(
            "an exception that is caught when the graph runs is matched by a pattern.",
            origin=capture_exact(3),
            hint="Ask isinstance() of it, and its attributes.",
        )
    if issubclass(type(held), Number) and isinstance(cls, type):
        if not issubclass(held._ag_enumeration, cls):
            return None
        raise UnstagedOperationError(
            f"a member of {held._ag_enumeration.__name__} that the run chooses is "
            "matched by the pattern of a class.",
            origin=capture_exact(3),
            hint="Match its value (`match member.value:`), or compare it with members.",
        )
    kind = _python_type(subject)
    if kind is None or not isinstance(cls, type):
        found: Parts | None
        found = with_defaults(
            filter(is_instance, [subject]),
            lambda: with_values([resident(subject)], lambda: match(subject, cls)),
        )
        return found
    sample = kind(1)
    parts = match(sample, cls)
    if not parts:
        return parts
    if not is_self or parts[0] is not sample:
        raise UnstagedOperationError(
            f"attributes of this {kind.__name__} are known only when the graph runs.",
            origin=capture_exact(3),
            hint="Compute with the value itself.",
        )
    return (subject,)


def _is_class_of_array(subject: Any, pattern: str, cls: Callable[[], Any]) -> bool:
    """Is a class asked for of what may be an array, or a number, of NumPy's?"""
    if not is_symbolic(subject):
        return False
    dtype = getattr(subject.spec, "dtype", None)
    if dtype is None or dtype.is_python or dtype.kind not in "biufc":
        return False
    if pattern == "cls()":
        return isinstance(cls(), type)
    return pattern == "cls(a0)" and cls() in _OF_ITSELF


#: Of these the one part of a pattern is the value itself.
_OF_ITSELF: Final = (bool, int, float, complex, str, bytes)


def _by_class_in_run(matched: Any, subject: Any, pattern: str, cls: Any) -> Parts:
    """Match a class pattern: of which class the subject is, the run knows."""
    if pattern not in ("cls()", "cls(a0)"):
        raise UnstagedOperationError(
            "attributes of a value whose class depends on the path of the run are "
            "matched by a pattern.",
            origin=capture_exact(3),
            hint="Make it a tensor on each path, as in x = ag.constant(0), or a "
            "number: int(x), float(x).",
        )
    if not isinstance(cls, type):  # Python's own error
        _matcher(pattern, pattern.count("a"))(0, cls)
    is_one = and_(lambda: matched, lambda: isinstance_(subject, cls))
    return (is_one, subject) if pattern == "cls(a0)" else (is_one,)


def _python_type(subject: Any) -> type | None:
    """Return the type of Python's that a symbolic value stands for."""
    if isinstance(subject, StagedRange):
        return range
    if not is_symbolic(subject) or not subject.spec.dtype.is_python:
        return None
    kind: type | None = subject.spec.dtype.python
    return kind


__all__ = ["match_item", "match_mapping", "match_parts", "match_rest", "match_value"]
