"""What hangs on an exception that is caught when the graph runs: causes and notes.

They are read when they are asked for: a program may change them at any time.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from graph import dtypes, nest
from graph.errors import DeferredExceptionError
from graph.old_staging.caught import CaughtError, caught_value, sites_of, unknown
from graph.old_staging.group_sites import is_group, part_of
from graph.old_staging.journal import note as record_change
from graph.old_staging.locations import Attribute
from graph.old_staging.raised import UNKNOWN, Site, merged
from graph.old_staging.variables import building
from graph.ops.attempts import (
    ADD_NOTE,
    CAUGHT_PART,
    HAS_NOTES,
    LINK,
    NOTES,
    SET_LINK,
)
from graph.ops.copied_errors import LINKS
from graph.ops.groups import SPLIT
from graph.ops.raising import exception_name, exception_when_run
from graph.origin import capture, capture_exact
from graph.partial import Optional
from graph.segments import Segment
from graph.specs import TensorSpec
from graph.tensor import SymbolicTensor

_FLAG: Final = TensorSpec((), dtypes.python_bool)


def read_link(error: CaughtError, name: str) -> Any:
    """Return an attribute that every exception has or may have."""
    if name == "add_note":
        return partial(add_note, error)
    if name in ("split", "subgroup"):
        if any(map(is_group, sites_of(error))):
            return partial(divided, error, name)
        raise unknown(f"`{name}`")
    if name == "__suppress_context__":
        attrs = {"part": name, "structure": str(nest.LEAF), "specs": (_FLAG,)}
        return _asked(CAUGHT_PART, error, **attrs)[0]
    return _notes(error) if name == "__notes__" else _link(error, name)


def _asked(op: Any, error: CaughtError, *values: Any, **attrs: Any) -> Any:
    """Ask the graph about an exception; return the outputs."""
    graph, origin = building(), capture()
    inputs = [graph.capture(value, origin) for value in (caught_value(error), *values)]
    return graph.add(op, inputs, attrs, origin=origin).outputs


def _link(error: CaughtError, name: str) -> Optional:
    """Return the cause or the context of an exception, which may be None."""
    linked, is_none = _asked(LINK, error, link=name)
    sites: dict[Site, None] = {}
    for site in sites_of(error):
        found = site.cause if name == "__cause__" else site.context
        sites.update(dict.fromkeys(found))
    held = CaughtError(linked, (BaseException,), tuple(sites) or (UNKNOWN,))
    return Optional(held, is_none)


def set_link_of(error: CaughtError, name: str, value: Any) -> None:
    """Set the cause or the context of an exception, or whether it is shown."""
    if type(value) is CaughtError:
        _asked(SET_LINK, error, caught_value(value), link=name)
    elif name not in LINKS and isinstance(value, SymbolicTensor):
        _asked(SET_LINK, error, value, link=name)
    elif isinstance(value, BaseException):
        made = exception_when_run(building(), value, capture())
        _asked(SET_LINK, error, made, link=name)
    elif value is None or (type(value) is bool and name not in LINKS):
        _asked(SET_LINK, error, link=name, value=value)
    elif name in LINKS and type(value) is not Optional:
        noun = name.strip("_")
        raise TypeError(f"exception {noun} must be None or derive from BaseException")
    elif name == "__suppress_context__":
        raise TypeError("attribute value type must be bool")
    else:
        raise DeferredExceptionError(
            f"`{name}` of an exception is set that is caught when the graph runs, to "
            "what a graph cannot give it.",
            origin=capture_exact(2),
            hint="Notes are added by `error.add_note(text)`; a cause may be an "
            "exception, or None.",
        )


def add_note(error: Any, note: Any) -> None:
    """Do what `error.add_note(note)` does."""
    is_text = type(note) is str or (
        isinstance(note, SymbolicTensor) and note.spec.dtype is dtypes.python_str
    )
    if not is_text:
        kind = (
            "EagerTensor" if isinstance(note, SymbolicTensor) else type(note).__name__
        )
        raise TypeError(f"note must be a str, not '{kind}'")
    if type(error) is CaughtError:
        _asked(
            ADD_NOTE, error, building().constant(note) if type(note) is str else note
        )
        return
    notes = vars(error).get("__notes__")
    if building().is_block or type(notes) is not list:
        record_change(Attribute(error, "__notes__"))
        error.__notes__ = [*(notes or ()), note]
    else:
        notes.append(note)


def has_notes(error: CaughtError) -> Any:
    """Tell whether an exception has notes: a symbolic bool."""
    return _asked(HAS_NOTES, error)[0]


def _notes(error: CaughtError) -> list[Any]:
    (found,) = _asked(NOTES, error)
    return [Segment(nest.LEAF, (found,))]


def divided(error: CaughtError, name: str, condition: Any) -> Any:
    """Do what `group.split(condition)` and `group.subgroup(condition)` do."""
    is_tuple = type(condition) is tuple and all(isinstance(x, type) for x in condition)
    if not (isinstance(condition, type) or is_tuple):
        raise DeferredExceptionError(
            f"what a condition of `{name}` says of the exceptions in a group that is "
            "caught when the graph runs is known only then.",
            origin=capture_exact(2),
            hint=f"Ask for them by their classes: group.{name}(KeyError).",
        )
    kinds = condition if type(condition) is tuple else (condition,)
    graph = building()
    attrs = {"classes": tuple(map(exception_name, kinds))}
    held = graph.capture(caught_value(error))
    node = graph.add(SPLIT, [held], attrs, origin=capture())
    parts = []
    for at, is_kept in ((0, True), (2, False)):
        sites = _sites(error, kinds, is_kept=is_kept)
        found = CaughtError(node.outputs[at], (BaseExceptionGroup,), sites)
        parts.append(Optional(found, node.outputs[at + 1]))
    return parts[0] if name == "subgroup" else tuple(parts)


def _sites(error: CaughtError, kinds: Any, *, is_kept: bool) -> tuple[Site, ...]:
    parts = [
        part_of(site, kinds, is_kept=is_kept)
        for site in filter(is_group, sites_of(error))
    ]
    return merged(part for part in parts if part is not None) or (UNKNOWN,)
