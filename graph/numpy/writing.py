"""NumPy's functions that change an array: `np.put(x, i, v)`. A tensor never changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from graph.errors import ImmutableTensorError
from graph.graph import current_graph
from graph.numpy.registry import as_arrays, name_of, register
from graph.origin import capture_exact

_SCATTER: Final = "ag.tensor_scatter_nd_update returns a new tensor."
_WHERE: Final = "np.where(mask, value, x) is a new tensor."
# By function, whose first argument is the array: what makes a new tensor instead.
_HINTS: Final[Mapping[Any, str]] = {
    np.copyto: _WHERE,
    np.putmask: _WHERE,
    np.place: _WHERE,
    np.put: _SCATTER,
    np.put_along_axis: _SCATTER,
    np.fill_diagonal: "ag.linalg.set_diag returns a new tensor.",
}


def _register(function: Any, hint: str) -> None:
    def call(*args: Any, **kwargs: Any) -> None:
        first, *_ = args or tuple(kwargs.values())
        if type(first) is np.ndarray and current_graph() is None:
            function(*as_arrays(args, function), **as_arrays(kwargs, function))
            return
        raise ImmutableTensorError(
            f"{name_of(function)} changes an array in place, which cannot be staged, "
            "nor be done to a tensor.",
            origin=capture_exact(),
            hint=hint,
        )

    register(function, call)


for _function, _hint in _HINTS.items():
    _register(_function, _hint)
