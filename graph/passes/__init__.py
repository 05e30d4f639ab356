"""Passes: graph to graph, each in its own file.

rewrite    what passes are made of
fold       compute what depends on constants only
common     compute common subexpressions once
liveness   what of a graph is needed
prune      drop what is not
pipeline   all of them, in order

A pass never changes a result by a bit, a dtype, the order of effects, or an exception
of what is needed. It returns the same object when there is nothing to do.
"""

from graph.passes.pipeline import PIPELINE, optimise

__all__ = ["PIPELINE", "optimise"]
