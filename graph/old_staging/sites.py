"""Where in the user's source a trace writes to places that may outlive it."""

from __future__ import annotations

import dis
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, Final

from graph.building import PerTrace, per_trace
from graph.old_staging.locations import Key, Location
from graph.old_staging.storage import content_of, is_container
from graph.origin import Origin, exact_origin, user_frame

# Of larger containers it is not noted what they hold before each write.
_SMALL: Final = 32


@dataclass(frozen=True, slots=True)
class _Site:
    """A write: the instruction, and the identities of what was there before it."""

    code: CodeType
    lasti: int
    lineno: int
    before: frozenset[int] | None

    @property
    def origin(self) -> Origin:
        return exact_origin(self.code, self.lasti, self.lineno)


class _Sites(PerTrace):
    """The writes of this thread's trace, by place; written by this module alone."""

    def __init__(self) -> None:
        self.by_place: dict[Key, list[_Site]] = {}


_SITES: Final = per_trace(_Sites())


def note_site(location: Location) -> None:
    """Note that the user's line that is running is about to write to a place."""
    frame = user_frame(sys._getframe(2))
    if frame is None or _puts_back(frame.f_code):
        return
    code, lasti, lineno = frame.f_code, frame.f_lasti, frame.f_lineno
    noted = _SITES.by_place.setdefault(location.key, [])
    if noted and (noted[-1].code, noted[-1].lasti) == (code, lasti):
        return
    noted.append(_Site(code, lasti, lineno, _items(location.owner)))


def note_assigned(location: Location, name: str, code: CodeType) -> None:
    """Note where a function assigns to a variable of a function around it."""
    found = max(_assignments(code, name), key=lambda each: each[2], default=None)
    if found is not None:
        noted = _SITES.by_place.setdefault(location.key, [])
        noted.append(_Site(*found, None))


def origin_of_write(location: Location, value: Any) -> Origin | None:
    """Return where a value was written to a place; None where that is not known."""
    noted = _SITES.by_place.get(location.key, ())
    for each in reversed(noted):
        if each.before is None or id(value) not in each.before:
            return each.origin
    return noted[-1].origin if noted else None


def _puts_back(code: CodeType) -> bool:
    """Is it the part of a function that gives variables the values of a path?"""
    return code.co_qualname.endswith("<ag set_state>")


def _items(owner: Any) -> frozenset[int] | None:
    if not is_container(owner) or len(owner) > _SMALL:
        return None
    content = content_of(owner)
    return frozenset(
        map(id, content.values() if isinstance(content, dict) else content)
    )


def _assignments(code: CodeType, name: str) -> Iterator[tuple[CodeType, int, int]]:
    """Yield the instructions of a function, and of those inside it, that assign."""
    line = code.co_firstlineno
    for each in dis.get_instructions(code):
        if each.positions is not None and each.positions.lineno is not None:
            line = each.positions.lineno
        if each.opname == "STORE_DEREF" and each.argval == name:
            yield code, each.offset, line
    for inner in code.co_consts:
        if not isinstance(inner, CodeType) or _puts_back(inner):
            continue
        if name in inner.co_freevars:
            yield from _assignments(inner, name)
