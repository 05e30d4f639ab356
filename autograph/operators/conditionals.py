"""`if` and `assert`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.staging.branches import State, stage_branch
from autograph.values import operations
from graph.meant import meant
from graph.tensor import SymbolicTensor


def if_stmt(
    condition: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Do `if condition: body` with its `else`."""
    del nouts
    if condition is True:
        body()
        return
    if condition is False:
        orelse()
        return
    found = operations.truth(condition)
    if isinstance(found, SymbolicTensor):
        stage_branch(found, body, orelse, get_state, set_state, symbol_names)
    elif found:
        body()
    else:
        orelse()


@meant
def assert_stmt(test: Any, message: Callable[[], Any] | None) -> None:
    """Do `assert test, message()`."""

    @meant
    def fail() -> None:
        raise AssertionError(*([] if message is None else [message()]))

    found = operations.truth(test)
    if isinstance(found, SymbolicTensor):
        nothing: Callable[[], None] = lambda: None
        stage_branch(found, nothing, fail, lambda: (), lambda _: None, ())
    elif not found:
        fail()
