"""What a block writes to virtual objects older than it, and how that is undone.

Attributes, and items under constant keys, are joined when the block ends. Containers
that outlive the call are changed while tracing, once: each round at a block begins with
what they held before.
"""

from __future__ import annotations

import collections
from types import CellType, GetSetDescriptorType, MemberDescriptorType
from typing import Any, Final, NoReturn

from autograph.values.kinds import holds_run, is_mutable
from autograph.values.nodes import birth_depth, make_real, outlives
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY
from autograph.values.state import Block, OutlivesCall, Trace, WholeFunction, current
from graph.origin import capture_exact


class _Absent:
    def __repr__(self) -> str:
        return "<absent>"


ABSENT: Final = _Absent()
# (kind, object, key): kind is "attr", "item", "cell" (with a name) or "all".
Location = tuple[str, Any, Any]


def value_at(location: Location) -> Any:
    """Return what is at a location now."""
    kind, owner, key = location
    if kind == "attr":
        found = getattr(owner, "__dict__", {})
        if key in found:
            return found[key]
        try:
            return getattr(owner, key) if _is_slot(owner, key) else ABSENT
        except AttributeError:
            return ABSENT
    if kind == "all":
        return _content(owner)
    if kind == "cell":
        return _in_cell(owner)
    try:
        return owner[key]
    except (KeyError, IndexError):
        return ABSENT


def _is_slot(owner: Any, key: str) -> bool:
    found = next((x.__dict__[key] for x in type(owner).__mro__ if key in x.__dict__), 0)
    return isinstance(found, (MemberDescriptorType, GetSetDescriptorType))


def set_at(location: Location, value: Any) -> None:
    """Let something be at a location."""
    kind, owner, key = location
    if isinstance(owner, type) and type(value) is Proxy and value.spec is ANY:
        raise OutlivesCall(f"`{key}` of a class is something else on each path")
    if kind == "cell":
        kind, key = "attr", "cell_contents"
    if kind == "attr":
        is_class = isinstance(owner, (type, CellType))
        if value is not ABSENT:
            try:
                (setattr if is_class else object.__setattr__)(owner, key, value)
            except TypeError as error:  # one that Python asks for its class
                raise WholeFunction(f"`{key}` is something on each path") from error
        elif value_at(location) is not ABSENT:
            (delattr if is_class else object.__delattr__)(owner, key)
    elif kind == "all":
        _set_content(owner, value)
    elif value is ABSENT:
        owner.pop(key, None)
    else:
        owner[key] = value


def _in_cell(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return ABSENT


def _content(owner: Any) -> Any:
    return list(owner.items()) if isinstance(owner, dict) else list(owner)


def _set_content(owner: Any, held: Any) -> None:
    if isinstance(owner, list):
        list.__setitem__(owner, slice(None), held)
        return
    owner.clear()
    if isinstance(owner, collections.deque):
        owner.extend(held)
    else:
        owner.update(held)


def note_write(kind: str, owner: Any, key: Any, *, is_joined: bool = False) -> None:
    """Take note of what is at a location, before it is written to.

    Args:
        kind: The kind of the location.
        owner: The object.
        key: The key or the name of the attribute.
        is_joined: Is it what paths leave there, and no statement that writes?
    """
    trace = current()
    if outlives(owner):
        note_outer_write(kind, owner, key, is_joined=is_joined)
    for block in trace.blocks[birth_depth(owner) + 1 :]:
        if block.is_try and not outlives(owner):
            make_real(owner, "it is changed where an exception may be caught")
    block = trace.block
    if block.depth <= birth_depth(owner) and not block.is_peek:
        return
    location = (kind, owner, key)
    block.journal.setdefault((kind, id(owner), key), (location, value_at(location)))


def note_peek(owner: Any) -> None:
    """Note what a container holds, before a test that is asked now changes it."""
    block = current().block
    if block.is_peek:
        location = ("all", owner, None)
        block.journal.setdefault(
            ("all", id(owner), None), (location, value_at(location))
        )


def note_change(owner: Any, *given: Any) -> None:
    """Take note of what a container holds that outlives the call, before a change.

    Args:
        owner: The container.
        given: What may be put into it.
    """
    trace = current()
    if trace.block.depth:
        raise OutlivesCall(
            f"a {type(owner).__name__} that outlives the call changes in a staged block"
        )
    trace.n_effects += 1
    location = ("all", owner, None)
    key = ("all", id(owner), None)
    if key not in trace.outer:
        trace.outer[key] = location, value_at(location)
    for value in given:
        if holds_run(value) or (is_mutable(value) and not outlives(value)):
            trace.outer_values.append((owner, value, capture_exact()))


def note_outer_write(
    kind: str, owner: Any, key: Any, *, is_joined: bool = False
) -> None:
    """Take note of what is at a location that outlives the call."""
    trace = current()
    if trace.looks:
        raise OutlivesCall("what outlives the call changes where Python runs it")
    trace.n_effects += 1
    location = (kind, owner, key)
    name = (kind, id(owner), key)
    if not is_joined:
        trace.outer_lines[name] = capture_exact()
    if name not in trace.outer:
        trace.outer[name] = location, value_at(location)


def let_run_hold(location: Location, why: str) -> NoReturn:
    """Let the object at a location be one of the run, or tell the line that wrote it.

    Raises:
        OutlivesCall: It outlives the call.
    """
    kind, owner, key = location
    try:
        make_real(owner, why)
    except OutlivesCall as refused:
        lines = current().outer_lines
        refused.origin = lines.get((kind, id(owner), key), refused.origin)
        raise


def left_by(block: Block) -> dict[Any, tuple[Location, Any]]:
    """Return what is at each location that a block has written to."""
    return {
        key: (location, value_at(location))
        for key, (location, _) in block.journal.items()
        if location[0] != "all"
    }


def undo(block: Block, *, also_outer: bool = True) -> None:
    """Put back what was there before a block."""
    for location, before in reversed(list(block.journal.values())):
        if location[0] != "all" or also_outer:
            set_at(location, before)


def undo_attempt(trace: Trace) -> None:
    """Put back what an attempt has written to what outlives the call."""
    for location, before in reversed(list(trace.outer.values())):
        set_at(location, before)
