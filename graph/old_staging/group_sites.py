"""What is known while tracing of the groups that a run takes apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from graph import nest
from graph.old_staging.raised import UNKNOWN, Site, merged

_Classes = tuple[type[BaseException], ...]


def taken(sites: Iterable[Site], classes: _Classes) -> tuple[Site, ...]:
    """Return the groups that an `except*` makes of what was raised in some places."""
    found = (_wrapped(site, classes) for site in sites)
    return merged(site for site in found if site is not None)


def _wrapped(site: Site, classes: _Classes) -> Site | None:
    if site.members is not None or is_group(site):
        return part_of(site, classes, is_kept=True)
    if site.kind is not None and not issubclass(site.kind, classes):
        return None
    empty = ("message", nest.structure_of(""), ((str, ""),))
    return Site(BaseExceptionGroup, attributes=(empty,), members=(site,))


def is_group(site: Site) -> bool:
    """Is it known that a group is raised here?"""
    return site.kind is not None and issubclass(site.kind, BaseExceptionGroup)


def part_of(site: Site, classes: _Classes, *, is_kept: bool) -> Site | None:
    """Return what is left of a group; None if nothing is.

    Args:
        site: Where the group is raised.
        classes: Of its members.
        is_kept: Are those of the classes left, or the others?
    """
    if site.members is None or any(each.kind is None for each in site.members):
        return replace(site, members=None)
    members: list[Site] = []
    for each in site.members:
        if is_group(each):
            part = part_of(each, classes, is_kept=is_kept)
            members += [part] if part is not None else []
        elif issubclass(each.kind, classes) is is_kept:  # type: ignore[arg-type]
            members.append(each)
    if any(is_group(each) and each.members is None for each in members):
        return replace(site, members=None)
    return replace(site, members=tuple(members)) if members else None


def members_of(sites: Iterable[Site]) -> Any:
    """Return for each number of members the places of each of them, and the groups.

    None if it is not known of some place how many there are.
    """
    found: dict[int, tuple[list[list[Site]], list[Site]]] = {}
    for site in sites:
        if site is UNKNOWN or site.members is None:
            return None
        columns, groups = found.setdefault(
            len(site.members), ([[] for _ in site.members], [])
        )
        groups.append(site)
        for column, member in zip(columns, site.members, strict=True):
            column.append(member)
    return found
