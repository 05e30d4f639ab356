"""`with`: `__enter__` and `__exit__` of the user's are called; others are Python's."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from typing import Any

from autograph.operators.conditionals import if_stmt
from autograph.operators.exceptions import reraised, try_except
from autograph.staging.branches import State
from autograph.staging.once import note_entered
from autograph.staging.raising import is_ours
from autograph.values import numpy_values as arrays
from autograph.values import operations
from autograph.values.kinds import holds_run, is_foreign, special
from autograph.values.nodes import make_real, node, outlives
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY
from autograph.values.state import Unstageable, current, is_in_block
from graph.origin import is_library_code
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
    # That of `contextlib.contextmanager`; no attribute is asked for of the user's.
    generator: Any = getattr(manager, "__dict__", {}).get("gen")
    is_made_by = inspect.isgenerator(generator)
    if top in ("graph", "autograph") or (
        is_made_by and is_library_code(generator.gi_code)
    ):
        with manager as value:
            body(value)
        return
    if is_foreign(manager) and outlives(manager):
        name = type(manager).__name__
        raise Unstageable(f"a {name} from outside is held around what the run does")
    enter = None if cls is None else special(cls, "__enter__")
    leave = None if cls is None else special(cls, "__exit__")
    if enter is None or leave is None:
        if holds_run(manager) or is_in_block() or is_made_by:
            # What its generator does is not done again in each attempt.
            raise Unstageable(f"a `with` of a {getattr(cls, '__name__', 'value')}")
        if isinstance(manager, io.IOBase) and "a" in getattr(manager, "mode", ""):
            manager.close()  # nobody else has it
            make_real(manager, "each attempt would append to a file")
        note_entered(manager)
        with manager as value:
            body(value)
        return
    note_entered(manager)
    place = current().at
    value = operations.call(enter, manager)
    current().at = place
    is_pythons = operations.is_pythons(enter) and type(manager) is not Proxy
    is_entered = [is_pythons]

    def left(*told: Any) -> Any:
        try:
            found = operations.call(leave, manager, *told)
        except BaseException as error:
            is_entered[0] &= is_ours(error)  # then it is not left yet
            raise
        is_entered[0] = False
        return found

    def leave_with(error: Any) -> None:
        is_handled = operations.truth(left(*_told(error)))
        state = get_state, set_state, symbol_names
        if_stmt(is_handled, lambda: None, _raise_again, *state, nouts)

    def end() -> None:
        left(None, None, None)

    handlers = ((None, leave_with, None),)
    state = get_state, set_state, symbol_names
    try:
        try_except(lambda: body(value), handlers, end, *state, nouts)
    except BaseException as error:
        if is_entered[0]:  # what the attempt has begun, it ends
            told = type(error), error, error.__traceback__
            # What it says of what is none of the program's exceptions is not heard.
            with suppress(BaseException) if is_ours(error) else nullcontext():
                leave(manager, *told)
        raise


def _told(error: Any) -> tuple[Any, Any, Any]:
    """Return what `__exit__` is given of an exception."""
    if not isinstance(error, Proxy):
        return type(error), error, error.__traceback__
    kind = node(BUILTIN, [error], ANY, function="type")
    return kind, error, node(GET_ATTR, [error], ANY, name="__traceback__")


def _raise_again() -> None:
    raise reraised()
