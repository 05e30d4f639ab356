"""Numbers of which a tensor of integers is made, which may not have such numbers.

`ag.constant(500, ag.uint8)` raises DTypeError, where `ag.cast` wraps around: what the
run knows of numbers of Python's and NumPy's is checked when it does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes, nest
from graph.convert import is_sequence
from graph.dispatch import as_tensor, record
from graph.dtypes import DType
from graph.errors import DTypeError
from graph.graph import current_graph
from graph.op import op_named
from graph.origin import capture_exact
from graph.segments import holds_segment
from graph.specs import spec_of
from graph.tensor import _DISPATCH, SymbolicTensor


def converted(value: Any, dtype: Any, what: str) -> Any:
    """Return a value as a tensor, if its dtype has such numbers.

    Args:
        value: A number, an array, a tensor, or nested lists of these.
        dtype: The dtype, if one is asked for.
        what: Who asks for it, for messages.

    Raises:
        DTypeError: Floats are to be integers. That integers do not fit the run tells.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if wanted is None or wanted.numpy.kind not in "iu" or current_graph() is None:
        return as_tensor(value, wanted)
    if "known_kind" not in _DISPATCH or holds_segment(value):
        return as_tensor(value, wanted)
    if _DISPATCH["is_mixed"](value):
        return _DISPATCH["taken_apart"](
            what, [value], lambda values: converted(values[0], wanted, what)
        )
    if is_sequence(value) and any(_kind(each) == "t" for each in nest.flatten(value)):
        parts = [converted(part, wanted, what) for part in value]
        return as_tensor(parts, wanted)
    _check_fits(value, wanted)
    return as_tensor(value, wanted)


def _kind(value: Any) -> str:
    """Return a letter: `-` of a number of Python's, `t` of a tensor; or of NumPy's."""
    if isinstance(value, SymbolicTensor):
        if value.spec.dtype.is_python:
            return "-"
        kind = _DISPATCH["known_kind"](value)
        return {np.ndarray: "a", np.generic: "s"}.get(kind, "t")
    if isinstance(value, (np.ndarray, np.generic)):
        return "a" if isinstance(value, np.ndarray) else "s"
    return "-" if isinstance(value, (bool, int, float, complex)) else "t"


def _check_fits(value: Any, wanted: DType) -> None:
    """Have the run raise that numbers do not fit a dtype, if none is a tensor."""
    leaves = nest.flatten(value)
    kinds = "".join(map(_kind, leaves))
    if "t" in kinds:
        return
    own = [spec_of(each).dtype for each in leaves]
    given = [dtype.numpy.kind for dtype in own]
    if "f" in given and set(kinds) == {"-"}:
        shown = "a float" if len(leaves) == 1 else "a list of floats"
        raise DTypeError(
            f"{shown} of Python's cannot become a tensor of dtype {wanted}: floats are "
            "no integers.",
            origin=capture_exact(2),
            hint="Make a float tensor and use ag.cast, which rounds towards zero.",
        )
    is_wider = all(
        not dtype.is_python and np.can_cast(dtype.numpy, wanted.numpy) for dtype in own
    )
    if not is_wider and set(given) <= set("biu") and set(given) != {"b"}:
        from graph.ops.skeletons import skeleton_of  # ops are made with this module

        values: list[Any] = []
        skeleton = skeleton_of(value, values)
        attrs = {"skeleton": skeleton, "kinds": kinds, "dtype": wanted}
        graph = current_graph()
        assert graph is not None
        record(graph, op_named("check_fits"), values, attrs)


__all__ = ["converted"]
