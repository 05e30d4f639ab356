"""What a group of exceptions holds that is caught when the graph runs."""

from __future__ import annotations

from typing import Any

from autograph.old_operators.forms import Form, FormsDifferError
from graph import nest
from graph.errors import DeferredExceptionError
from graph.old_staging.caught import CaughtError, caught_value, sites_of
from graph.old_staging.group_sites import is_group, members_of
from graph.old_staging.raised import merged
from graph.old_staging.variables import building
from graph.ops.attempts import CAUGHT_PART, OPAQUE
from graph.ops.made_later import Member
from graph.origin import capture, capture_exact


def read_group(error: CaughtError, name: str) -> Any:
    """Return an attribute that groups alone have; None if it is another one.

    Raises:
        DeferredExceptionError: How many exceptions there are is not known.
    """
    is_known = any(map(is_group, sites_of(error)))
    return _exceptions(error) if is_known and name == "exceptions" else None


def _exceptions(error: CaughtError) -> tuple[CaughtError, ...]:
    groups = tuple(filter(is_group, sites_of(error)))
    known = members_of(groups)
    if known is None:
        raise _refusal("how many exceptions there are")
    if len(known) > 1:
        differing = FormsDifferError(
            "a group of exceptions that is caught when the graph runs has "
            f"{' or '.join(map(str, known))} of them.",
            origin=capture_exact(),
            hint="Catch groups of different lengths by a `try` each.",
        )
        differing.caught, differing.part = error, "exceptions"
        differing.forms = [
            Form(_shown(n), (OPAQUE,) * n, tuple(sites))
            for n, (_, sites) in known.items()
        ]
        raise differing
    ((n, (columns, _)),) = known.items()
    graph = building()
    attrs = {"part": "exceptions", "structure": _shown(n), "specs": (OPAQUE,) * n}
    held = graph.capture(caught_value(error))
    outputs = graph.add(CAUGHT_PART, [held], attrs, origin=capture()).outputs
    return tuple(
        CaughtError(value, (BaseException,), merged(column))
        for value, column in zip(outputs, columns, strict=True)
    )


def _shown(n: int) -> str:
    return str(nest.structure_of((0,) * n))


def members(group: BaseExceptionGroup[Any]) -> tuple[Any, ...]:
    """Return the exceptions of a group of tracing, those of the run among them."""
    return tuple(
        each._ag_error if isinstance(each, Member) else each
        for each in group.exceptions
    )


def holds_caught(group: Any) -> bool:
    """Is there an exception of the run in a group of tracing?"""
    return isinstance(group, BaseExceptionGroup) and any(
        isinstance(each, Member) or holds_caught(each) for each in group.exceptions
    )


def _refusal(what: str) -> DeferredExceptionError:
    return DeferredExceptionError(
        f"{what} in a group that is caught when the graph runs is known only then.",
        origin=capture_exact(2),
        hint="Ask for exceptions by their classes: group.split(KeyError).",
    )


__all__ = ["holds_caught", "members", "read_group"]
