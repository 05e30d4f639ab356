"""The op library: one family to a module, one record to an op.

    core          inputs, constants, conversions, truth
    math          elementwise arithmetic, comparison, logic, functions
    reduction     sums, extremes, all and any, along axes
    manipulation  reshape, transpose, concat, stack and their kin
    indexing      x[...] for every kind of index
    selection     where, gather and their kin
    creation      zeros, ones, eye, range
    linalg        matmul and its kin
    control_flow  cond and while_loop, which hold graphs
    debugging     print, assertions, errors raised when a graph runs
    arguments     (no ops) axes, shapes, weak operands, made fit for ops
    formatting    (no ops) how print shows values

A family exports its public functions through `__all__`, and this package all of
them; `OPS` holds every record. Adding an op touches its family's file alone.
"""

from graph.op import OPS
from graph.ops import (
    control_flow,
    core,
    creation,
    debugging,
    indexing,
    linalg,
    manipulation,
    math,
    reduction,
    selection,
)
from graph.ops.core import *
from graph.ops.creation import *
from graph.ops.debugging import *
from graph.ops.indexing import *
from graph.ops.linalg import *
from graph.ops.manipulation import *
from graph.ops.math import *
from graph.ops.reduction import *
from graph.ops.selection import *

FAMILIES = (
    core,
    math,
    reduction,
    manipulation,
    indexing,
    selection,
    creation,
    linalg,
    debugging,
)

__all__ = ["FAMILIES", "OPS", "control_flow"]
__all__ += core.__all__
__all__ += math.__all__
__all__ += reduction.__all__
__all__ += manipulation.__all__
__all__ += indexing.__all__
__all__ += selection.__all__
__all__ += creation.__all__
__all__ += linalg.__all__
__all__ += debugging.__all__
