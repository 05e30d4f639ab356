"""The op library: one family to a module, one record to an op.

    core          inputs, constants, conversions, truth
    math          elementwise arithmetic, comparison, logic, functions
    reduction     sums, extremes, all and any, along axes
    shape         reshape, transpose, concat, stack and their kin
    indexing      x[...] for every kind of index, gather, where
    creation      zeros, ones, eye, range
    linalg        matmul and its kin
    control_flow  cond and while_loop, which hold graphs
    debugging     print, assertions, errors raised when a graph runs

A family exports its public functions through `__all__` or its public names;
`OPS` holds every record.
"""

from graph.op import OPS
from graph.ops import control_flow, core, math

__all__ = ["OPS", "control_flow", "core", "math"]
