"""What a function does to arrays of NumPy's that its graph does not do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from graph.errors import AutographError, SideEffectError
from graph.graph import Graph
from graph.origin import Origin, capture_exact
from graph.staging.clashes import Clash, find_clashes
from graph.staging.overwriting import is_written, where_written
from graph.tensor import SymbolicTensor


@dataclass(frozen=True, slots=True, eq=False)
class Conflict:
    """Something that a call is refused for, if arrays of NumPy are given.

    Attributes:
        places: The flat arguments that are arrays then, all of them.
        kind: The class of the error.
        message: Its message.
        hint: What to write instead.
        origin: The user's line, if that is known.
        others: Further lines, each with what it is.
    """

    places: tuple[int, ...]
    kind: type[AutographError]
    message: str
    hint: str
    origin: Origin | None = None
    others: tuple[tuple[str, Origin], ...] = ()

    def is_met(self, leaves: Sequence[object]) -> bool:
        """Are arguments such that the call is refused?"""
        return all(isinstance(leaves[place], np.ndarray) for place in self.places)

    def error(self) -> AutographError:
        """Return what to raise then."""
        found = self.kind(
            self.message,
            origin=self.origin or capture_exact(3),
            others=self.others,
            hint=self.hint,
        )
        found.is_in_user_code = self.origin is not None
        return found


def check_arrays(conflicts: Sequence[Conflict], leaves: Sequence[object]) -> None:
    """Refuse arrays of NumPy's among flat arguments that a conflict is about.

    Raises:
        AutographError: There are such.
    """
    for each in conflicts:
        if each.is_met(leaves):
            raise each.error()


def find_conflicts(
    name: str,
    graph: Graph,
    outputs: Sequence[SymbolicTensor],
    places: Sequence[int],
    paths: Sequence[str],
) -> tuple[Conflict, ...]:
    """Return what a function does to arrays that its graph does not do.

    Args:
        name: The function's name.
        graph: The trace, not yet finished.
        outputs: What it will return.
        places: The inputs' places among the flat arguments.
        paths: How users write the flat arguments.
    """
    place_of = {id(x): at for x, at in zip(graph.inputs, places, strict=False)}
    found = [
        Conflict(
            (place_of[id(given)],),
            SideEffectError,
            _written(name, paths[place_of[id(given)]]),
            "Write to a copy in the function (x = x.copy()), or give a tensor: the "
            "function then has an array of its own.",
            where_written(given),
        )
        for given in graph.inputs
        if id(given) in place_of and is_written(given)
    ]
    for clash in find_clashes(graph, outputs):
        found.extend(_conflicts(name, clash, place_of, paths))
    return tuple(found)


def _conflicts(
    name: str, clash: Clash, place_of: Mapping[int, int], paths: Sequence[str]
) -> Iterator[Conflict]:
    message = clash.message
    if clash.written is not None:
        message = _written(name, paths[place_of[id(clash.written)]])
    for way in clash.ways:
        if all(each in place_of for each in way):
            where = tuple(sorted(place_of[each] for each in way))
            yield Conflict(
                where, clash.kind, message, clash.hint, clash.origin, clash.others
            )


def _written(name: str, path: str) -> str:
    return (
        f"{name}() writes to {path} in place, which is a NumPy array of the caller's "
        "here: a graph cannot change it."
    )


__all__ = ["Conflict", "check_arrays", "find_conflicts"]
