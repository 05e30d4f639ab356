"""How graphs are copied and pickled: those that are finished never change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from graph.graph import Graph


class SharedOnceFinished:
    """What graphs inherit: copies are the graph itself, pickles are data."""

    name: str
    is_finished: bool

    def __copy__(self) -> Self:
        """Return the graph itself, if it is finished."""
        if not self.is_finished:
            raise TypeError(f"graph {self.name!r} is being built: it cannot be copied")
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self.__copy__()

    def __reduce__(self: Graph) -> tuple[Any, ...]:  # type: ignore[misc]
        """Pickle as data; see `graph.serialise`."""
        from graph.serialise import graph_from_data, graph_to_data  # read graphs

        return (graph_from_data, (graph_to_data(self),))
