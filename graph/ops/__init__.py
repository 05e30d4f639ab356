"""The op library: one family to a module, one record to an op.

    core          inputs, constants, conversions, truth
    math          elementwise arithmetic and functions
    logic         comparison, truth values, bits, element by element
    reduction     sums, means, extremes, all and any, along axes
    scan          running sums, places of extremes, sorting, along one axis
    manipulation  shape, reshape, transpose, squeeze and their kin
    joining       concat, stack, split, unstack
    arrangement   tile, repeat, reverse, roll, pad, meshgrid
    indexing      x[...] for every kind of index
    selection     where, gather, masks, one_hot, unique
    scatter       slices read and written by lists of coordinates
    creation      zeros, ones, fill, eye, range, linspace
    linalg        matmul and its kin
    matrices      einsum, norm, trace, diagonals
    control_flow  cond and while_loop, which hold graphs
    debugging     print, assertions, errors raised when a graph runs
    assertions    the assert_... functions, built of other ops
    arguments     (no ops) axes, shapes, weak operands, made fit for ops
    formatting    (no ops) how print shows values

A family exports its public functions through `__all__`, and this package all of
them; `OPS` holds every record. Adding an op touches its family's file alone.
"""

from graph.op import OPS as OPS
from graph.ops import (
    arrangement,
    assertions,
    core,
    creation,
    debugging,
    indexing,
    joining,
    linalg,
    logic,
    manipulation,
    math,
    matrices,
    reduction,
    scan,
    scatter,
    selection,
)
from graph.ops import (
    control_flow as control_flow,
)
from graph.ops.arrangement import *
from graph.ops.assertions import *
from graph.ops.core import *
from graph.ops.creation import *
from graph.ops.debugging import *
from graph.ops.indexing import *
from graph.ops.joining import *
from graph.ops.linalg import *
from graph.ops.logic import *
from graph.ops.manipulation import *
from graph.ops.math import *
from graph.ops.matrices import *
from graph.ops.reduction import *
from graph.ops.scan import *
from graph.ops.scatter import *
from graph.ops.selection import *

_FAMILIES = (
    core,
    math,
    logic,
    reduction,
    scan,
    manipulation,
    joining,
    arrangement,
    indexing,
    selection,
    scatter,
    creation,
    linalg,
    matrices,
    debugging,
    assertions,
)
# Computed, as a new op is named in its family alone; and hidden from mypy, which reads
# literals only and would hide the ops.
globals()["__all__"] = [name for family in _FAMILIES for name in family.__all__]
