"""What is noted ahead of the nodes of a `try` that may raise; see `attempts`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import InitVar, dataclass, field
from typing import Any

from graph import nest
from graph.graph import Graph
from graph.old_staging.choosable import held_values
from graph.old_staging.chosen import Chosen, values_of
from graph.old_staging.identity import Namer, Tokens, containers
from graph.old_staging.joining import is_same, leaf_spec
from graph.old_staging.locations import Key, Location
from graph.old_staging.variables import is_stageable
from graph.ops.attempts import NOTE
from graph.partial import Flagged
from graph.tensor import SymbolicTensor


@dataclass(frozen=True, slots=True, eq=False)
class Noted:
    """What a variable or a place holds ahead of a node that may raise.

    Attributes:
        value: A copy: the lists in it may change.
        tokens: Which lists and dicts it holds.
        held: These objects: their names are good for as long as they live.
    """

    value: Any
    tokens: Tokens
    held: tuple[Any, ...]

    @classmethod
    def of(cls, value: Any, namer: Namer, *, is_copy: bool = False) -> Noted:
        """Note a value; it may be a copy of the content of a place, and no object."""
        held = tuple(containers(value).values())
        tokens = namer.tokens(value, is_copy=is_copy)
        return cls(nest.map_structure(_same, value), tokens, held)

    def is_like(self, other: Noted) -> bool:
        """Tell whether the other holds the same values, in the same objects."""
        mine, others = nest.flatten(self.value), nest.flatten(other.value)
        return (
            len(mine) == len(others)
            and all(map(is_same, mine, others))
            and self.tokens.keys() == other.tokens.keys()
            and all(
                token.name == other.tokens[path].name
                for path, token in self.tokens.items()
            )
        )


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """What variables and places hold ahead of a node that may raise.

    Attributes:
        variables: The variables' values.
        written: The places written so far, with what they hold.
        parts: What functions hold that are among these, of graphs that end before
            the note is read.
    """

    variables: list[Noted]
    written: dict[Key, tuple[Location, Noted]]
    parts: list[SymbolicTensor] = field(init=False)
    reader: InitVar[Graph | None]

    def __post_init__(self, reader: Graph | None) -> None:
        held = held_values(x for noted in self.all() for x in _parts(noted.value))
        object.__setattr__(self, "parts", [x for x in held if not is_of(x, reader)])

    def all(self) -> list[Noted]:
        """Return all that is noted, the variables first."""
        return [*self.variables, *(noted for _, noted in self.written.values())]

    def leaves(self) -> list[Any]:
        """Return the leaves of variables and places, in the order of the inputs."""
        held = [leaf for noted in self.all() for leaf in nest.flatten(noted.value)]
        return [*held, *self.parts]

    def is_like(self, other: Note) -> bool:
        """Tell whether the other says the same of the same variables and places."""
        mine, others = self.all(), other.all()
        return (
            self.written.keys() == other.written.keys()
            and len(mine) == len(others)
            and all(
                left.is_like(right) for left, right in zip(mine, others, strict=True)
            )
            and list(map(id, self.parts)) == list(map(id, other.parts))
        )


def _parts(value: Any) -> Iterator[Any]:
    """Yield what a value is made of, and each that may have been chosen."""
    while isinstance(value, Flagged):
        value = value.value
    if type(value) is Chosen:
        yield from values_of(value)
    elif nest.is_nested(value):
        for part in value.values() if type(value) is dict else value:
            yield from _parts(part)
    else:
        yield value


def are_numbers(tree: Any) -> list[bool]:
    """Tell which of the leaves that a graph can carry are numbers of Python's."""
    carried = filter(is_stageable, nest.flatten(tree))
    return [leaf_spec(leaf).dtype.is_python for leaf in carried]


def is_of(value: SymbolicTensor, graph: Graph | None) -> bool:
    """Is it a value of a graph, or of one around that?"""
    while graph is not None and graph is not value.graph:
        graph = graph.parent
    return graph is not None


def _same(value: Any) -> Any:
    return value


def layouts(graph: Graph, inside: Graph, cell: SymbolicTensor) -> Iterator[int]:
    """Yield the numbers of the notes that are in the graph, or in graphs in it."""
    for node in graph.nodes:
        if node.op is NOTE and _outermost(node.inputs[0], inside) is cell:
            yield node.attrs["layout"]
        for body in node.subgraphs.values():
            yield from layouts(body, inside, cell)


def _outermost(value: SymbolicTensor, inside: Graph) -> Any:
    """Return what a capture stands for outside of a graph."""
    while isinstance(value, SymbolicTensor):
        for outer, inner in value.graph.captures:
            if inner is value:
                is_last = value.graph is inside
                value = outer
                break
        else:
            return value
        if is_last:
            return value
    return value
