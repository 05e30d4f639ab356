"""Trace Python callables into the bodies of control flow, and join what they leave.

A *block* is a callable that runs with the current values of some variables and
returns their new values. `stage_cond` traces two blocks into the branches of a
`cond`; `stage_while` traces a test and a block into a `while_loop`, again and again
until the types of the variables settle. `recursion` does so with the body of a function
that calls itself, for a `call`.

What the paths leave in a variable is joined leaf by leaf:

    the same object or number on all paths       stays as it is, nothing is staged
    tensors and numbers                          one output of the joined spec
    a value on some paths, nothing on others     `Maybe`: the value and a flag
    a value on some paths, None on others        `Optional`: the value and a flag
    anything else that differs                   BranchMismatchError

A block that raises while it is traced raises when the graph runs, if and only if it
is reached: the exception becomes a node, and the block counts as *diverged*.
"""

import graph.ops  # noqa: F401  # first: they import in circles
from graph.old_staging import function_checks as function_checks  # np calls it
from graph.old_staging import list_integers as list_integers  # number_types ask it
from graph.old_staging import number_checks as number_checks  # operators call it
from graph.old_staging import told_apart as told_apart  # text is made by it
from graph.old_staging.blocks import Diverged, diverge, stage_exception, trace_block
from graph.old_staging.branches import stage_cond
from graph.old_staging.list_operands import beside_lists
from graph.old_staging.loops import stage_while
from graph.old_staging.updates import update
from graph.old_staging.variables import (
    Maybe,
    Optional,
    Unavailable,
    Undefined,
    demand,
    is_stageable,
    read,
)

__all__ = [
    "Diverged",
    "Maybe",
    "Optional",
    "Unavailable",
    "Undefined",
    "beside_lists",
    "demand",
    "diverge",
    "is_stageable",
    "read",
    "stage_cond",
    "stage_exception",
    "stage_while",
    "trace_block",
    "update",
]
