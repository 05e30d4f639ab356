"""Variables that statements share with a body that is written in another function."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from graph.building import PerTrace, per_trace

# What returns the values of some variables, what sets them, and their names.
Variables = tuple[
    Callable[[], tuple[Any, ...]], Callable[[tuple[Any, ...]], None], Sequence[str]
]


class _Carried(PerTrace):
    """Variables that statements of a called function share: see `carrying`."""

    state: Variables | None = None


_CARRIED: Final = per_trace(_Carried())


@contextmanager
def carrying(state: Variables | None) -> Iterator[None]:
    """Have attempts meanwhile share these variables, besides their own.

    The body of a `with` runs inside the statements of the manager's generator, and
    changes variables of the function that it is written in.
    """
    before, _CARRIED.state = _CARRIED.state, state
    try:
        yield
    finally:
        _CARRIED.state = before


def carried() -> Variables | None:
    """Return the variables that attempts share now, besides their own."""
    return _CARRIED.state


def with_carried(
    get_state: Callable[[], tuple[Any, ...]],
    set_state: Callable[[tuple[Any, ...]], None],
    symbol_names: Sequence[str],
) -> Variables:
    """Return the variables of a statement, and those that it shares besides."""
    own = get_state, set_state, symbol_names
    return own if _CARRIED.state is None else joined(own, _CARRIED.state)


def joined(first: Variables, second: Variables) -> Variables:
    """Return the variables of two statements as those of one."""
    (get_first, set_first, names), (get_second, set_second, more) = first, second
    n_first = len(names)

    def get() -> tuple[Any, ...]:
        return (*get_first(), *get_second())

    def set_(values: tuple[Any, ...]) -> None:
        set_first(values[:n_first])
        set_second(values[n_first:])

    return get, set_, (*names, *more)


__all__ = ["Variables", "carried", "carrying", "joined", "with_carried"]
