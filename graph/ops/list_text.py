"""Python's lists made of run-time lists, for text and for what exceptions hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graph import dtypes, nest
from graph.op import REQUIRED, ZERO, define
from graph.segments import Segment
from graph.specs import TensorSpec, is_list
from graph.tensor import EagerTensor


def layout_of(structure: nest.Structure) -> str | None:
    """Return a structure as text, such as `(x[x])`: None for what it cannot say.

    A leaf is `x`; a tuple stands in round brackets, a list of what the run knows the
    length of in square ones.
    """
    if structure.kind is None:
        return "x"
    parts = [layout_of(part) for part in structure.parts]
    if structure.kind not in (tuple, list, Segment) or None in parts:
        return None
    inner = "".join(part for part in parts if part is not None)
    if structure.kind is Segment:
        return inner
    is_run = [part.kind for part in structure.parts] == [Segment]
    if structure.kind is list:
        return f"[{inner}]" if is_run else None
    return f"<{inner}>" if is_run else f"({inner})"


_CLOSING = {"(": ")", "[": "]", "<": ">"}


def _parsed(letters: Iterator[str]) -> list[Any]:
    found: list[Any] = []
    for letter in letters:
        if letter in _CLOSING.values():
            break
        found.append(None if letter == "x" else (letter, _parsed(letters)))
    return found


def _made(layout: Any, leaves: Iterator[tuple[Any, str]]) -> Any:
    """Return the value that a layout describes, of leaves with names of dtypes."""
    if layout is None:
        return _shown(*next(leaves))
    kind, parts = layout
    if kind == "(":
        return tuple(_made(part, leaves) for part in parts)
    (part,) = parts
    columns = [next(leaves) for _ in range(_n_leaves(part))]
    names = [name for _, name in columns]
    rows = zip(*(column for column, _ in columns), strict=True)
    items = [_made(part, zip(row, names, strict=True)) for row in rows]
    return items if kind == "[" else tuple(items)


def _n_leaves(layout: Any) -> int:
    return 1 if layout is None else sum(map(_n_leaves, layout[1]))


def _shown(value: Any, name: str) -> Any:
    """Return an element as plain Python would hold it."""
    if not name:
        return value
    dtype, _, kind = name.partition(":")
    array = np.asarray(value, dtypes.dtype_named(dtype).numpy)
    if kind == _ARRAY:
        return array
    return array[()] if kind == _SCALAR else EagerTensor(array)


_ARRAY, _SCALAR = "array", "scalar"


def _kernel(*columns: Any, layout: str, names: Sequence[str]) -> Any:
    (parsed,) = _parsed(iter(layout))
    return _made(parsed, zip(columns, names, strict=True))


LIST_SHOWN = define(
    "list_shown",
    is_public=False,
    inputs=("columns",),
    variadic=True,
    attrs={"layout": REQUIRED, "names": REQUIRED},
    infer=lambda *columns, layout, names: TensorSpec((), dtypes.opaque),
    kernel=_kernel,
    gradient=ZERO,
    doc="A list of Python's, whose items are in columns, to be shown.",
)


def name_of(spec: TensorSpec, kind: type | None = None) -> str:
    """Return the dtype of the elements of a column; "" for numbers of Python's.

    Args:
        spec: That of the column.
        kind: What they are in plain Python, which is told as well.
    """
    kinds: dict[Any, str] = {np.ndarray: f":{_ARRAY}", np.generic: f":{_SCALAR}"}
    added = kinds.get(kind, "")
    element: TensorSpec | None = spec
    while element is not None and is_list(element):
        element = element.dtype.element  # type: ignore[attr-defined]
    if element is None or element.dtype.is_python:
        return ""
    return element.dtype.name + (added if element.dtype.numpy.kind in "biufc" else "")


__all__: list[str] = []
