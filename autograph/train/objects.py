"""What a checkpoint saves of an object: variables and positions, by their paths.

A path goes by attributes, places in lists and keys of dicts: `model/layers/0/kernel`.
What can be reached in several ways has the path that is found first, and the others
are noted as other names of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from autograph.data.iterators import Iterator
from autograph.module import Module
from autograph.random import Generator
from graph.variable import Variable

Leaf = Variable | Iterator | Generator
_LEAVES: Final = (Variable, Iterator, Generator)


class Objects:
    """The leaves of an object, as it is now.

    Attributes:
        leaves: By path.
        aliases: Other paths of what has one already, each with that.
    """

    def __init__(self, root: Mapping[str, Any]) -> None:
        """Go through an object."""
        self.leaves: dict[str, Leaf] = {}
        self.aliases: dict[str, str] = {}
        self._seen: dict[int, str] = {}
        # Breadth first: a path is as short as can be, and cycles end.
        self._todo: list[tuple[str, Any]] = list(root.items())
        for path, value in self._todo:
            self._visit(path, value)

    def _visit(self, path: str, value: Any) -> None:
        parts = None if isinstance(value, _LEAVES) else _parts(value)
        if parts is None and not isinstance(value, _LEAVES):
            return
        known = self._seen.setdefault(id(value), path)
        if known != path:
            self.aliases[path] = known
        elif parts is None:
            self.leaves[path] = value
        else:
            self._todo += [(f"{path}/{name}", part) for name, part in parts.items()]


def _parts(value: Any) -> dict[str, Any] | None:
    """Return the parts of a container or module by name; None of anything else."""
    if isinstance(value, Module):
        held = dict(vars(value))
        return {_escaped(name): held[name] for name in sorted(held)}
    if isinstance(value, dict):
        return {_escaped(str(key)): part for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return {str(place): part for place, part in enumerate(value)}
    return None


def _escaped(name: str) -> str:
    return name.replace(".", ".d").replace("/", ".s")


def resolved(path: str, aliases: Mapping[str, str], known: Mapping[str, Any]) -> str:
    """Return the path under which a file has what has another one here."""
    for _ in range(len(aliases) + 1):
        if path in known:
            return path
        prefix = path
        while prefix and prefix not in aliases:
            prefix = prefix.rpartition("/")[0]
        if not prefix:
            return path
        path = aliases[prefix] + path[len(prefix) :]
    return path


__all__: list[str] = []
