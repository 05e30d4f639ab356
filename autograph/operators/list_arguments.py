"""Lists of the run where functions of libraries take tensors or arrays.

A list of numbers, or of tensors of one dtype, is one tensor there: its items are the
rows. What else a list holds is plain Python's matter.
"""

from __future__ import annotations

import collections
from typing import Any, Final

from autograph.values.nodes import emit, read
from autograph.values.proxy import Proxy
from autograph.values.specs import (
    ANY,
    STR,
    ArraySpec,
    NumpySpec,
    SiteSpec,
    is_strong,
)
from graph.dtypes import from_numpy
from graph.python.leaves import STACKED
from graph.python.protocols import BUILTIN
from graph.specs import TensorSpec

_SEQUENCES: Final = (list, collections.deque)


def stacked_in(value: Any, *, is_numpy: bool) -> Any:
    """Return what is given to a function of a library, with a tensor for each list.

    Args:
        value: An argument.
        is_numpy: Is it given to a function of NumPy's?
    """
    if type(value) in (tuple, list):
        parts = [stacked_in(x, is_numpy=is_numpy) for x in value]
        is_same = all(x is y for x, y in zip(parts, value, strict=True))
        return value if is_same else type(value)(parts)
    if type(value) is Proxy and value.spec == STR and not is_numpy:
        return value.symbol  # text is a tensor's content
    if type(value) is not Proxy or not isinstance(value.spec, SiteSpec):
        return value
    site = value.spec.site.find()
    if site.cls not in _SEQUENCES or "item" not in site.slots or site.is_escaped:
        return value
    spec = _row_spec(read(site, "item"), is_numpy=is_numpy)
    return value if spec is None else _stacked(value, spec, is_numpy=is_numpy)


def _row_spec(spec: Any, *, is_numpy: bool) -> TensorSpec | None:
    """Return the spec of the tensor for an item; None if it is something else."""
    if is_numpy and isinstance(spec, TensorSpec) and spec.dtype.is_python:
        python = spec.dtype.python
        is_number = python in (int, float, complex, bool)
        return TensorSpec((), from_numpy(python)) if is_number else None
    if isinstance(spec, (NumpySpec, ArraySpec)):
        spec = spec.tensor
    elif is_numpy or not isinstance(spec, TensorSpec):
        return None
    if spec.dtype.is_python:
        return None  # the function says what dtype they have
    is_alike = spec.shape is not None and None not in spec.shape
    return spec if is_strong(spec) and is_alike else None


def _stacked(value: Proxy, spec: TensorSpec, *, is_numpy: bool) -> Any:
    (items,) = emit(BUILTIN, [value.symbol], (ANY,), "r", function="tuple")
    rows = TensorSpec((None, *spec.shape), spec.dtype)
    attrs = {"dtype": spec.dtype.numpy}
    (symbol,) = emit(STACKED, [items], (rows,), "w", **attrs)
    return Proxy(symbol, NumpySpec(rows)) if is_numpy else symbol


__all__ = ["stacked_in"]
