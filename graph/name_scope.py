"""Scopes of names: what is put before the names of nodes and variables."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from graph.graph import current_graph

if TYPE_CHECKING:
    from collections.abc import Iterator


class _State(threading.local):
    """The scopes around what runs in this thread. Written by `name_scope` only."""

    scopes: tuple[str, ...] = ()


_STATE: Final = _State()


@contextmanager
def name_scope(name: str) -> Iterator[str]:
    """Put `name/` before the names of nodes and variables that the block makes.

    Args:
        name: The scope; within another one its name goes before.

    Yields:
        The whole scope, such as `outer/inner/`.
    """
    outer = _STATE.scopes
    _STATE.scopes = (*outer, name)
    graph = current_graph()
    try:
        if graph is None:
            yield scoped("")
        else:
            with graph.name_scope(name):
                yield scoped("")
    finally:
        _STATE.scopes = outer


def scoped(name: str) -> str:
    """Return a name within the scopes that are open."""
    return "/".join((*_STATE.scopes, name))


__all__ = ["name_scope", "scoped"]
