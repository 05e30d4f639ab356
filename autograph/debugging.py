"""`ag.debugging`: checks that run with the graph, and what tracebacks show."""

from __future__ import annotations

from autograph import tracebacks
from autograph.tracebacks import show_internal_frames
from graph import numerics
from graph.ops.assertions import *  # noqa: F403  # every assertion, as it is defined
from graph.ops.debugging import Assert
from graph.ops.shape_assertions import *  # noqa: F403


def enable_check_numerics(
    stack_height_limit: int = 30, path_length_limit: int = 50
) -> None:
    """Refuse every float result with a NaN or an infinity, where it is made.

    It is for all threads, for eager ops and for graphs, also those traced before; the
    first run of each graph then builds a program with checks. Constants, arguments and
    values of variables pass, and so do Python's own floats. Within a `try` that is
    staged, what leaves it is checked.

    Args:
        stack_height_limit: Of no effect.
        path_length_limit: Of no effect.

    Raises:  InvalidArgumentError, from then on, at the line that makes such a result
    Source:  specification, debugging.enable_check_numerics
    """
    numerics.check_numerics(True)


def disable_check_numerics() -> None:
    """Let results with NaN and infinities pass again.

    Source:  TensorFlow's debugging.disable_check_numerics
    """
    numerics.check_numerics(False)


def enable_traceback_filtering() -> None:
    """Leave the library's own frames out of tracebacks, as by default."""
    show_internal_frames(False)


def disable_traceback_filtering() -> None:
    """Keep the library's own frames in tracebacks."""
    show_internal_frames(True)


def is_traceback_filtering_enabled() -> bool:
    """Tell whether the library's own frames are left out of tracebacks."""
    return not tracebacks.are_internal_frames_shown()
