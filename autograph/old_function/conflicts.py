"""What a function does to arrays of NumPy's that its graph does not do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final

import numpy as np

from graph.errors import AutographError, SideEffectError, UnstageableValueError
from graph.graph import Graph
from graph.old_staging.clashes import Clash, find_clashes
from graph.old_staging.given import is_written, where_written
from graph.ops.in_place_shapes import of_arrays
from graph.origin import Origin, capture_exact
from graph.tensor import SymbolicTensor, Tensor

_CLASSES: Final[Mapping[type, str]] = {
    Tensor: "a tensor",
    np.ndarray: "an array",
    np.generic: "a scalar",
}


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
        given: The class of what is refused.
        is_question: Was the class asked for, so that there may be a trace for others?
        is_update: Is it about `x += y` of an array that the function has made?
        key: The check in the graph that decides, if that is left to the run.
    """

    places: tuple[int, ...]
    kind: type[AutographError]
    message: str
    hint: str
    origin: Origin | None = None
    others: tuple[tuple[str, Origin], ...] = ()
    given: type = np.ndarray
    is_question: bool = False
    is_update: bool = False
    key: str = ""

    @property
    def is_of_tensors(self) -> bool:
        """May calls with tensors alone be concerned?"""
        return self.given is Tensor or not self.places

    def is_met(self, leaves: Sequence[object]) -> bool:
        """Are arguments such that the call is refused?"""
        return all(isinstance(leaves[place], self.given) for place in self.places)

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


class NeedsUpdatesError(Exception):
    """Arrays are given that a trace has to change in place, and has not. For us alone.

    Other traces do for tensors and arrays alike: `x += y` makes a new tensor.
    """

    def __init__(self, refusal: AutographError) -> None:
        """Remember what is to be told where that trace does not do either."""
        super().__init__()
        self.refusal = refusal


def check_arrays(
    conflicts: Sequence[Conflict], leaves: Sequence[object], *, is_last: bool = True
) -> None:
    """Refuse arrays of NumPy's among flat arguments that a conflict is about.

    Args:
        conflicts: What is known to differ.
        leaves: The arguments.
        is_last: Is there no trace that may do instead?

    Raises:
        AutographError: There are such.
        NeedsUpdatesError: A trace in which arrays are changed in place may do.
    """
    for each in conflicts:
        if not each.key and each.is_met(leaves):
            if each.is_update and not is_last:
                raise NeedsUpdatesError(each.error())
            raise each.error()


def checking(
    conflicts: Sequence[Conflict], leaves: Sequence[object]
) -> AbstractContextManager[None]:
    """Return where a graph runs that is to check what arrays among arguments become."""
    keys = [each.key for each in conflicts if each.key and each.is_met(leaves)]
    return of_arrays(keys) if keys else nullcontext()


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
            "Write to a copy in the function: x = np.array(x).",
            where_written(given),
        )
        for given in graph.inputs
        if id(given) in place_of and is_written(given)
    ]
    for clash in find_clashes(graph, outputs):
        found.extend(_conflicts(name, clash, place_of, paths))
    found.extend(_questions(name, graph, place_of, paths))
    return tuple(found)


def _questions(
    name: str, graph: Graph, place_of: Mapping[int, int], paths: Sequence[str]
) -> Iterator[Conflict]:
    """Yield a conflict for each argument whose class was asked for.

    Of what was computed it is not known which arguments it would follow: all may be.
    """
    for value, others, origin in graph.classes_asked:
        known = place_of.get(id(value))
        for place in place_of.values() if known is None else (known,):
            for given in others:
                if known is None and given is Tensor:
                    continue
                yield Conflict(
                    (place,),
                    UnstageableValueError,
                    f"{name}() asks for the class of {paths[place]}, or of what it "
                    "makes of it, in which NumPy's arrays and scalars differ from "
                    f"tensors; {_CLASSES[given]} is given.",
                    "Give a tensor: ag.constant(x). Or ask in a function that is not "
                    "traced.",
                    origin,
                    given=given,
                    is_question=known is not None,
                )


def outermost(value: SymbolicTensor) -> SymbolicTensor:
    """Return what a capture of blocks stands for."""
    for outer, inner in value.graph.captures:
        if inner is value and outer.graph.root is value.graph.root:
            return outermost(outer)
    return value


def is_other_kind(conflicts: Sequence[Conflict], leaves: Sequence[object]) -> bool:
    """Tell whether a trace for other classes of arguments would do."""
    return any(each.is_question and each.is_met(leaves) for each in conflicts)


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
                where,
                clash.kind,
                message,
                clash.hint,
                clash.origin,
                clash.others,
                is_question=clash.written is None and not clash.key,
                is_update=clash.written is None,
                key=clash.key,
            )


def _written(name: str, path: str) -> str:
    return (
        f"{name}() writes to {path} in place, which is a NumPy array of the caller's "
        "here: a graph cannot change it."
    )


__all__ = [
    "Conflict",
    "NeedsUpdatesError",
    "check_arrays",
    "checking",
    "find_conflicts",
    "is_other_kind",
    "outermost",
]
