"""Find the returns in a loop whose values can wait until the loop has been left.

A list that a loop goes on changing would be two things in it: what is returned on one
path, and what is changed on the others. After the loop it is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from autograph.converters.base import blocks_of
from autograph.syntax import Node, constant, nodes, unparse, walk

_LEAVING = (nodes.Try, nodes.TryStar, nodes.With)
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


def late_values(loop: Node) -> tuple[list[LateValue], bool]:
    """Return what a loop's returns give after it, and whether these are all of them.

    Nothing of the user's may run between such a return and the end of the loop, and
    one of the values has to be what the loop changes in place: no others need to wait.
    """
    found: dict[str, LateValue] = {}
    returns = list(_returns(loop, is_held=False))
    for each, is_held in returns:
        value = constant(None) if each.value is None else each.value
        if not is_held and _is_plain(value):
            late = found.setdefault(unparse(value), LateValue(value))
            late.returns.append(each)
    values = list(found.values())
    changed = set(_changed_in(loop))
    if not any(changed & _names_in(each.value) for each in values):
        return [], False
    return values, sum(len(each.returns) for each in values) == len(returns)


def _returns(statement: Node, *, is_held: bool) -> Iterator[tuple[Node, bool]]:
    """Yield the returns, and whether leaving a `try` or `with` comes after them."""
    if isinstance(statement, nodes.Return):
        yield statement, is_held
    is_held = is_held or isinstance(statement, _LEAVING)
    for owner, name in blocks_of(statement):
        for inner in getattr(owner, name):
            yield from _returns(inner, is_held=is_held)


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


def _changed_in(loop: Node) -> Iterator[str]:
    """Yield names of which methods are called, items stored, or lists added to.

    `total += x` is for numbers, which no one changes.
    """
    for each in walk(loop):
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


__all__ = ["LateValue", "late_values"]
