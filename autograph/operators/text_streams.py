"""What reads text of a run where Python wrote that of symbolic tensors.

`print(x, file=buffer)` takes place while tracing, and writes what shows the trace.
Nobody may take that for what plain Python writes: neither the text, nor its length.
"""

from __future__ import annotations

import csv
import io
from typing import Any, Final

from graph import nest
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor
from graph.traced_text import checked
from graph.unstaged import refuse

_WRITER: Final = type(csv.writer(io.StringIO()))
_READERS: Final = frozenset({"getvalue", "read", "readline", "readlines"})
#: What depends on how long the text is, or comes before the lines are stepped through.
_PLACES: Final = frozenset({"seek", "tell"})


def check_stream(function: Any, args: tuple[Any, ...]) -> None:
    """Refuse to read text that shows how a function is traced, or to count it.

    Raises:
        TracedTextError: A stream holds such text.
        UnstagedOperationError: A writer of rows, which returns how much it wrote, is
            given what only the run knows.
    """
    owner = getattr(function, "__self__", None)
    if type(owner) is io.StringIO:
        if function.__name__ in _READERS | _PLACES and not owner.closed:
            checked(owner.getvalue(), capture_exact())
    elif type(owner) is _WRITER and any(
        type(leaf) is SymbolicTensor for leaf in nest.flatten(args)
    ):
        refuse(f"csv.writer().{function.__name__}")


__all__ = ["check_stream"]
