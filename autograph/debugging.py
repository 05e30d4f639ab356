"""`ag.debugging`: checks that run with the graph, and what tracebacks show."""

from autograph.tracebacks import show_internal_frames
from graph.ops.assertions import *  # noqa: F403  # every assertion, as it is defined
from graph.ops.debugging import Assert
