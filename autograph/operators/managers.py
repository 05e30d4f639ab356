"""`with`: `__enter__` and `__exit__` of the user's are called; others are Python's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from autograph.operators.conditionals import if_stmt
from autograph.operators.exceptions import _padded, _with_flag, run_here
from autograph.staging.attempts import caught, stage_try
from autograph.staging.branches import State, stage_branch
from autograph.staging.raising import is_ours
from autograph.values import numpy_values as arrays
from autograph.values import operations
from autograph.values.kinds import holds_run, special
from autograph.values.nodes import emit, node
from autograph.values.specs import ANY
from autograph.values.state import Diverged, Unstageable, current, is_in_block
from graph.python.control import RERAISE
from graph.python.protocols import BUILTIN, GET_ATTR
from graph.tensor import SymbolicTensor


def with_stmt(
    manager: Any,
    body: Callable[[Any], None],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    symbol_names: Sequence[str],
    nouts: int,
) -> None:
    """Do `with manager as value: body(value)`."""
    if isinstance(manager, SymbolicTensor) or arrays.is_numpy(manager):
        name = arrays.class_name(manager)
        raise TypeError(
            f"'{name}' object does not support the context manager protocol"
        )
    cls = operations.class_of(manager)
    top = "" if cls is None else (cls.__module__ or "").partition(".")[0]
    if top in ("graph", "autograph"):
        with manager as value:
            body(value)
        return
    enter = None if cls is None else special(cls, "__enter__")
    leave = None if cls is None else special(cls, "__exit__")
    if enter is None or leave is None:
        if holds_run(manager) or is_in_block():
            raise Unstageable(f"a `with` of a {getattr(cls, '__name__', 'value')}")
        with manager as value:
            body(value)
        return
    value = operations.call(enter, manager)
    place = current().at
    if place not in current().known.tries:
        try:
            run_here(place, lambda: body(value))
        except Exception as error:
            if is_ours(error):
                raise
            args = type(error), error, error.__traceback__
            is_handled = operations.truth(operations.call(leave, manager, *args))
            if isinstance(is_handled, SymbolicTensor):
                raise Unstageable("`__exit__` asks the run") from None
            if not is_handled:
                raise
            return
        operations.call(leave, manager, None, None, None)
        return
    flag, get, put = _with_flag(get_state, set_state)
    names = (*_padded(symbol_names, get_state), "ended_")

    def handle() -> None:
        flag[0] = False
        error = caught()
        kind = node(BUILTIN, [error], ANY, function="type")
        traceback = node(GET_ATTR, [error], ANY, name="__traceback__")
        found = operations.call(leave, manager, kind, error, traceback)
        is_handled = operations.truth(found)

        def again() -> None:
            emit(RERAISE, [], ())
            raise Diverged

        if isinstance(is_handled, SymbolicTensor):
            stage_branch(is_handled, lambda: None, again, get, put, names)
        elif not is_handled:
            again()

    stage_try(lambda: body(value), handle, get, put, names)

    def end() -> None:
        operations.call(leave, manager, None, None, None)

    if_stmt(flag[0], end, lambda: None, get_state, set_state, symbol_names, nouts)
