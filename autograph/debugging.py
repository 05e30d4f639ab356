"""`ag.debugging`: checks that run with the graph, and what tracebacks show."""

from autograph.tracebacks import show_internal_frames
from graph.ops.debugging import Assert

__all__ = ["Assert", "show_internal_frames"]
