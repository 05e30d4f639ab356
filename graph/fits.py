"""Numbers of which a tensor of integers is made, which may not have such numbers.

`ag.constant(500, ag.uint8)` raises DTypeError, where `ag.cast` wraps around: what the
run knows of numbers of Python's is checked when it does.
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
from graph.specs import spec_of
from graph.tensor import SymbolicTensor


def converted(value: Any, dtype: Any) -> Any:
    """Return a value as a tensor, if its dtype has such numbers.

    Args:
        value: A number, an array, a tensor, or nested lists of these.
        dtype: The dtype, if one is asked for.

    Raises:
        DTypeError: Floats are to be integers. That integers do not fit the run tells.
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype)
    if wanted is None or wanted.numpy.kind not in "iu" or current_graph() is None:
        return as_tensor(value, wanted)
    if is_sequence(value) and any(_kind(each) == "t" for each in nest.flatten(value)):
        return as_tensor([converted(part, wanted) for part in value], wanted)
    _check_fits(value, wanted)
    return as_tensor(value, wanted)


def _kind(value: Any) -> str:
    """Return a letter: `-` of a number of Python's, `t` of a tensor; or of NumPy's."""
    if isinstance(value, SymbolicTensor):
        return "-" if value.spec.dtype.is_python else "t"
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
        skeleton = _skeleton_of(value, iter(range(len(leaves))))
        attrs = {"skeleton": skeleton, "kinds": kinds, "dtype": wanted}
        graph = current_graph()
        assert graph is not None
        record(graph, op_named("check_fits"), leaves, attrs)


def _skeleton_of(value: Any, numbers: Any) -> Any:
    """Return nested lists with the numbers of their leaves in place of them."""
    if nest.is_nested(value):
        return [_skeleton_of(part, numbers) for part in value]
    return next(numbers)


def filled(skeleton: Any, values: Any) -> Any:
    """Put values in place of their numbers."""
    if type(skeleton) is list:
        return [filled(part, values) for part in skeleton]
    return values[skeleton]


__all__ = ["converted", "filled"]
