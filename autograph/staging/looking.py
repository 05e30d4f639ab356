"""Looking at a statement before Python runs it: does it write what outlives the call?

That happens once, while tracing, and Python would do it at each run: the function falls
as a whole then. So the statement is traced into a graph that is thrown away. Where it
cannot be staged, a value of which nothing is known stands for what is computed there,
and blocks are traced one after another. Nothing that has an effect is called.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any, Final

from autograph.staging.blocks import entered, new_block
from autograph.staging.journal import undo
from autograph.staging.raising import REFUSALS, is_ours
from autograph.values.nodes import emit
from autograph.values.proxy import Proxy
from autograph.values.specs import ANY
from autograph.values.state import (
    Diverged,
    ReadBeforeWritten,
    Restart,
    WholeFunction,
    current,
)
from graph.python.objects import NONE

GetState = Callable[[], tuple[Any, ...]]
SetState = Callable[[tuple[Any, ...]], None]


def look_at(run: Callable[[], Any], get_state: GetState, set_state: SetState) -> None:
    """Trace a statement, and forget that.

    Args:
        run: Does it, as `looked` does.
        get_state: Returns the variables.
        set_state: Sets them.

    Raises:
        WholeFunction: It writes what outlives the call, or is known too little.
    """
    trace, start, block = current(), get_state(), new_block("look")
    trace.looks += 1
    try:
        with entered(block):
            run()
    except (Diverged, WholeFunction, Restart) as ended:
        if not isinstance(ended, Diverged):
            raise
    except (Exception, ReadBeforeWritten) as error:
        if is_ours(error):
            raise WholeFunction(f"a statement that Python runs: {error}") from error
    finally:
        trace.looks -= 1
        undo(block)
        set_state(start)


def looked(
    run: Callable[[], Any],
    functions: Sequence[Any],
    get_state: GetState = lambda: (),
    set_state: SetState = lambda _: None,
) -> Any:
    """Return what an operator gives; where it is refused, a value that is unknown.

    Args:
        run: Does what the operator does.
        functions: The blocks, and what else may be no function.
        get_state: Returns the variables of a statement.
        set_state: Sets them.
    """
    try:
        return run()
    except WholeFunction:
        raise
    except (*REFUSALS, ReadBeforeWritten):
        blocks = [x for x in functions if isinstance(x, FunctionType)]
        for state in (get_state(), tuple(_unknown() for _ in get_state())):
            set_state(state)
            for block in blocks:
                _trace(block)
        return _unknown()


# So many blocks are looked at, those within others included.
MAX_LOOKED: Final = 200


def _trace(block: FunctionType) -> None:
    """Trace a block to its end, with unknown values for what it is given."""
    trace = current()
    trace.n_looked += 1
    if trace.n_looked > MAX_LOOKED:
        raise WholeFunction("a statement that Python runs is too large to look at")
    parameters = inspect.signature(block).parameters.values()
    given = [_unknown() for x in parameters if x.default is x.empty]
    try:
        block(*given)
    except (Diverged, WholeFunction, Restart) as ended:
        if not isinstance(ended, Diverged):
            raise
    except (Exception, ReadBeforeWritten) as error:
        if is_ours(error):
            raise WholeFunction(f"a statement that Python runs: {error}") from error


def _unknown() -> Proxy:
    return Proxy(emit(NONE, [], (ANY,), "")[0], ANY)


__all__ = ["look_at", "looked"]
