"""The text of lists and tuples whose length only the run decides."""

from __future__ import annotations

from collections import deque
from typing import Any

from graph.keys import is_open
from graph.old_staging.list_integers import may_hold_integers
from graph.old_staging.numpy_numbers import Mixed, kind_of_items, refuse_mixed
from graph.old_staging.whole import refuse_integer
from graph.ops.list_text import layout_of, name_of
from graph.segments import refusal


def shown_list(value: Any) -> Any:
    """Return what is shown of a list or tuple whose length the run decides.

    Raises:
        UnknownLengthError: It holds what has no text of its own there.
        UnstagedOperationError: Its items are of different classes in plain Python.
    """
    from autograph.old_operators.lists import add, segment_of

    (segment,), kind = segment_of(value), type(value).__name__
    layout = layout_of(segment.structure)
    if layout is None or isinstance(value, deque) or is_open(value):
        raise refusal("it is shown by str.format() or `%`", kind)
    ends = "[]" if kind == "list" else "<>"
    if any(map(may_hold_integers, segment.columns)):
        refuse_integer("the text")
    kinds = list(map(kind_of_items, segment.columns))
    columns = list(zip(segment.columns, kinds, strict=True))
    if any(kind is Mixed and name_of(column.spec) for column, kind in columns):
        refuse_mixed("the text")
    names = tuple(name_of(column.spec, kind) for column, kind in columns)
    layout = f"{ends[0]}{layout}{ends[1]}"
    return add("list_shown", *segment.columns, layout=layout, names=names)


__all__ = ["shown_list"]
