"""Find the returns in a loop whose values can wait until the loop has been left.

A list that a function goes on changing, in the loop or after it, would be two things in
the loop: what is returned on one path, and what is changed on the others. After the
loop it is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from autograph.converters.base import blocks_of
from autograph.syntax import Node, constant, nodes, unparse, walk

_TRIES = (nodes.Try, nodes.TryStar)
_LEAVING = (*_TRIES, nodes.With)
# Beside names: all of them, and that there is a `try`.
_ALL, _TRY = "*", "try"
_DISPLAYS = (nodes.Tuple, nodes.List)
_LISTS = (nodes.List, nodes.ListComp)
_STORED = (nodes.Subscript, nodes.Attribute)


@dataclass(slots=True)
class LateValue:
    """A value that is computed after a loop, for all returns that give it.

    Attributes:
        value: The expression.
        returns: These returns.
        flag: The name of the flag that they set.
    """

    value: Node
    returns: list[Node] = field(default_factory=list)
    flag: str = ""


def late_values(
    loop: Node, changed: set[str], given: set[str]
) -> tuple[list[LateValue], bool]:
    """Return what a loop's returns give after it, and whether these are all of them.

    Nothing of the user's may run between such a return and the end of the loop, and
    one of the values has to be what is changed in place: no others need to wait.

    Args:
        loop: The loop.
        changed: The names of what the function changes in place.
        given: The names that have a value before the loop.
    """
    removed = set(removed_in(loop))
    found: dict[str, LateValue] = {}
    returns = list(_returns(loop, held=frozenset(), sure=frozenset(given)))
    for each, held, sure in returns:
        value = constant(None) if each.value is None else each.value
        if _can_wait(value, held, changed | (sure - removed)):
            late = found.setdefault(unparse(value), LateValue(value))
            late.returns.append(each)
    values = list(found.values())
    if not any(changed & _names_in(each.value) for each in values):
        return [], False
    return values, sum(len(each.returns) for each in values) == len(returns)


def _can_wait(value: Node, held: frozenset[str], sure: set[str]) -> bool:
    """Tell whether computing a value can wait: in a `try` it might raise.

    Args:
        value: The value.
        held: What `_returns` says.
        sure: The names that have a value where it is returned.
    """
    if _ALL in held or not _is_plain(value):
        return False
    if not held:
        return True
    names = _names_in(value)
    has_parts = any(isinstance(each, nodes.Attribute) for each in walk(value))
    return not has_parts and names <= sure and not held & names


def _returns(
    statement: Node, *, held: frozenset[str], sure: frozenset[str]
) -> Iterator[tuple[Node, frozenset[str], frozenset[str]]]:
    """Yield the returns, and the names that leaving a `try` may change after them.

    That is the name of what a handler handles, and all that the user's code may change.
    With them come the names that surely have a value there.
    """
    if isinstance(statement, nodes.Return):
        yield statement, held, sure
    is_try = isinstance(statement, _TRIES) and not statement.finalbody
    if isinstance(statement, _LEAVING):
        held |= {_TRY if is_try else _ALL}
    for owner, name in blocks_of(statement):
        handled = getattr(owner.name, "id", None) if _is_handler(owner) else None
        inside = sure
        if isinstance(statement, nodes.For) and name == "body":
            inside |= set(bound_by(statement.target))
        for inner in getattr(owner, name):
            around = held | {handled} if handled else held
            yield from _returns(inner, held=around, sure=inside)
            if isinstance(inner, nodes.Assign):
                inside = inside.union(*map(bound_by, inner.targets))


def _is_handler(node: Node) -> bool:
    return isinstance(node, nodes.ExceptHandler)


def bound_by(target: Node) -> Iterator[str]:
    """Yield the names that are surely bound once a target has been assigned."""
    if isinstance(target, nodes.Name):
        yield target.id
    elif isinstance(target, (nodes.Tuple, nodes.List)):
        for each in target.elts:
            yield from bound_by(each)


def removed_in(loop: Node) -> Iterator[str]:
    """Yield the names that a loop may take the value from: handlers do so, too."""
    for each in walk(loop):
        if isinstance(each, nodes.Name) and isinstance(each.ctx, nodes.Del):
            yield each.id
        elif isinstance(each, nodes.ExceptHandler) and each.name is not None:
            yield getattr(each.name, "id", each.name)


def _is_plain(value: Node) -> bool:
    """Tell whether it is made of names, their attributes and constants alone."""
    if isinstance(value, _DISPLAYS):
        return all(map(_is_plain, value.elts))
    if isinstance(value, nodes.Dict):
        parts = [*value.keys, *value.values]
        return all(part is not None and _is_plain(part) for part in parts)
    while isinstance(value, nodes.Attribute):
        value = value.value
    return isinstance(value, (nodes.Name, nodes.Constant))


def _names_in(value: Node) -> set[str]:
    return {each.id for each in walk(value) if isinstance(each, nodes.Name)}


def changed_in(block: list[Node]) -> Iterator[str]:
    """Yield names of which methods are called, items stored, or lists added to.

    `total += x` is for numbers, which no one changes.
    """
    for each in (found for statement in block for found in walk(statement)):
        if isinstance(each, nodes.Call) and isinstance(each.func, nodes.Attribute):
            owner = each.func
        elif isinstance(each, nodes.AugAssign) and isinstance(each.value, _LISTS):
            owner = each.target
        elif isinstance(each, _STORED) and not isinstance(each.ctx, nodes.Load):
            owner = each
        else:
            continue
        while isinstance(owner, _STORED):
            owner = owner.value
        if isinstance(owner, nodes.Name):
            yield owner.id


__all__ = ["LateValue", "bound_by", "changed_in", "late_values", "removed_in"]
