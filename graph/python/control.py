"""Statements of Python's in a graph: `for`, `try`, `raise`.

for_loop    (*state, *captures) with `test` and `body`, as `while_loop`; the test is
            a `for_test` of what is iterated over, and the body asks for `for_item`
try_block   (true, *captures) with `then` and `orelse`, as `cond`; the second one
            runs when the first has raised
"""

from __future__ import annotations

import sys
from typing import Any, Final

from graph import dtypes
from graph.defects import refuse_defect
from graph.errors import GraphError, StagingError
from graph.graph import Graph
from graph.op import (
    NO_GRADIENT,
    REQUIRED,
    Effects,
    Leaves,
    Order,
    Source,
    define,
    never,
)
from graph.ops.control_flow import _infer_while, infer_branches, no_kernel
from graph.ops.gradients import control as rules
from graph.python.record import row
from graph.specs import TensorSpec

FOR_TEST: Final = define(
    "for_test",
    inputs=("iterable",),
    infer=lambda *_: TensorSpec((), dtypes.python_bool),
    kernel=no_kernel,
    source=lambda _: Source("__0__"),
    can_fail=never,
    is_public=False,
    gradient=NO_GRADIENT("Python iterates when the graph runs"),
    leaves=lambda _: Leaves.MOVES,
    doc="Is there another item, and is the second operand true?",
)
FOR_ITEM: Final = define(
    "for_item",
    inputs=(),
    attrs={"specs": REQUIRED},
    infer=lambda specs: specs,
    kernel=no_kernel,
    source=lambda *_, **__: Source(""),
    effects=Effects(writes=("objects",)),  # of an iterator, one less is left
    can_fail=never,
    is_public=False,
    gradient=NO_GRADIENT("Python iterates when the graph runs"),
    leaves=lambda _: Leaves.MOVES,
    doc="The item of the `for` around.",
)
FOR: Final = define(
    "for_loop",
    inputs=("state",),
    attrs={"test": REQUIRED, "body": REQUIRED},
    infer=_infer_while,
    kernel=no_kernel,
    is_control=True,
    is_public=False,
    # What iterates may run the user's code, or raise.
    effects=Effects(writes=("objects",)),
    gradient=rules.WHILE,
    order=Order.AGAIN_AND_AGAIN,
    doc="A `for` of Python's.",
)


def _infer_try(
    pred: TensorSpec, *captures: TensorSpec, then: Graph, orelse: Graph
) -> Any:
    del pred
    return infer_branches(captures, then, orelse)


TRY: Final = define(
    "try_block",
    inputs=("pred",),
    attrs={"then": REQUIRED, "orelse": REQUIRED},
    infer=_infer_try,
    kernel=no_kernel,
    is_control=True,
    is_public=False,
    effects=Effects(writes=("objects",)),
    gradient=NO_GRADIENT("an exception may leave it anywhere"),
    leaves=lambda _: Leaves.OPEN,
    order=Order.ONE_AFTER_ANOTHER,
    doc="A `try` of Python's, whose handler takes all exceptions.",
)


def exception() -> BaseException | None:
    """Return what a handler handles: refusals are no exceptions of the user's program.

    Raises:
        GraphError: An assertion of this library failed.
        StagingError: The graph refuses what plain Python does.
    """
    error = sys.exception()
    if error is not None:
        refuse_defect(error)
    if isinstance(error, (StagingError, GraphError)):
        raise error
    return error


CAUGHT: Final = row(
    "caught",
    lambda _: Source("@exception@()", {"exception": exception}),
    doc="The exception that is being handled.",
)
KEEP: Final = row(
    "keep", "__0__", doc="The operand is computed here: what it raises is caught."
)
RERAISE: Final = row("reraise", "raise", doc="raise")


RAISE: Final = row("raise", "raise __0__", doc="raise x")
RAISE_FROM: Final = row("raise_from", "raise __0__ from __1__", doc="raise x from y")
