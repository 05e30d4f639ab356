"""What reads text of a run where Python wrote that of symbolic tensors.

`print(x, file=buffer)` takes place while tracing, and writes what shows the trace.
Nobody may take that for what plain Python writes: neither the text, nor its length.
What is printed to an object of the user's class is given to its `write`, converted;
also where the function puts one in the place of `sys.stdout`.
"""

from __future__ import annotations

import builtins
import csv
import io
import sys
from collections.abc import Callable, Mapping
from typing import Any, Final

from autograph.old_operators.specials import is_users
from graph import nest
from graph.building import _STATE
from graph.old_staging.storage import on_class
from graph.old_staging.streams import is_printed_elsewhere
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor
from graph.traced_text import checked
from graph.unstaged import refuse

_WRITER: Final = type(csv.writer(io.StringIO()))
_WRITERS: Final = (_WRITER, csv.DictWriter)
#: What `print` takes between what it shows, and at the end.
_WORDS: Final = (str, type(None))
_READERS: Final = frozenset({"getvalue", "read", "readline", "readlines"})
#: What depends on how long the text is, or comes before the lines are stepped through.
_PLACES: Final = frozenset({"seek", "tell"})


def with_stream(kwargs: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return arguments of `print` that name what the function redirects it to."""
    if kwargs.get("file") is None and is_printed_elsewhere():
        return {**kwargs, "file": sys.stdout}
    return kwargs


def replacement(
    function: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]
) -> Callable[..., Any] | None:
    """Return what prints to an object of the user's class; None for other calls."""
    if function is not builtins.print or _STATE.graph is None:
        return None
    is_plain = all(type(kwargs.get(each, "")) in _WORDS for each in ("sep", "end"))
    if not is_plain or not kwargs.keys() <= {"sep", "end", "file", "flush"}:
        return None
    file = kwargs.get("file")
    return _print if is_users(on_class(type(file), "write")) else None


def _print(
    *args: Any, file: Any, sep: Any = None, end: Any = None, flush: Any = False
) -> None:
    from autograph.old_operators.attributes import get_attr  # which need this module
    from autograph.old_operators.calls import converted_call

    def write(text: Any) -> None:
        converted_call(get_attr(file, "write"), (text,), None)

    for place, each in enumerate(args):
        if place:
            write(" " if sep is None else sep)
        write(converted_call(str, (each,), None))
    write("\n" if end is None else end)
    if flush:
        converted_call(get_attr(file, "flush"), (), None)


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
    elif isinstance(owner, _WRITERS) and any(
        type(leaf) is SymbolicTensor for leaf in nest.flatten(args)
    ):
        name = "writer" if type(owner) is _WRITER else type(owner).__name__
        refuse(f"csv.{name}().{function.__name__}")


__all__ = ["check_stream", "replacement", "with_stream"]
