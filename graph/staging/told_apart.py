"""Make text of what may be Python's number as of a number, and as of a tensor.

    f"{y}"      ->      cond(number_of(y), f"{int(y)}", f"{y}")

where `y` is a number of Python's on one path, and one of NumPy's or a tensor on
another: see `staging.lineage`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.dispatch import apply
from graph.op import op_named
from graph.staging.branches import stage_cond
from graph.staging.kinds import Asked
from graph.staging.lineage import Answer, UnknownLineageError, is_number_in_run
from graph.staging.links import links_of
from graph.staging.number_types import number_types
from graph.staging.numpy_numbers import is_mixed, refuse_mixed
from graph.tensor import _DISPATCH, SymbolicTensor, Tensor

_PYTHON: Final = {
    bool: dtypes.python_bool,
    int: dtypes.python_int,
    float: dtypes.python_float,
    complex: dtypes.python_complex,
}
# There are twice as many texts for each.
_MOST: Final = 4


def taken_apart(
    what: str, values: Sequence[Any], make: Callable[[list[Any]], Any]
) -> Any:
    """Return what is made of values, as plain Python makes it on each path.

    Args:
        what: What is made, for messages.
        values: Some may be numbers of Python's that have a tensor's dtype.
        make: Makes it of these values, of which none is both.

    Raises:
        UnstagedOperationError: No run can tell which one is.
    """
    places = [place for place, each in enumerate(values) if is_mixed(each)]
    if not places:
        return make(list(values))
    if len(places) > _MOST:
        refuse_mixed(what)
    place, value = places[0], values[places[0]]
    number, is_scalar, answer = told_apart(what, value)

    def made(*, is_number: bool) -> Any:
        held = _as(number, value) if is_number else _as_tensor(value, is_scalar)
        return taken_apart(what, [*values[:place], held, *values[place + 1 :]], make)

    if isinstance(answer, bool):
        return made(is_number=answer)
    (found,) = stage_cond(
        answer,
        lambda: [made(is_number=True)],
        lambda: [made(is_number=False)],
        [what],
    )
    return found


def told_apart(what: str, value: SymbolicTensor) -> tuple[type, bool, Answer]:
    """Return what a value is where it is Python's number, and where it is not.

    Args:
        what: What depends on that, for messages.
        value: It may be either.

    Returns:
        The class of the number; is it NumPy's number elsewhere, and no tensor? And is
        it Python's in the run?

    Raises:
        UnstagedOperationError: It is not known.
    """
    types = number_types(value)
    kind = Asked(is_assumed=True, skips_numbers=True).kind(value)
    if len(types) != 1 or kind not in (Tensor, np.generic):
        refuse_mixed(what)
    try:
        return next(iter(types)), kind is np.generic, is_number_in_run(value)
    except UnknownLineageError:
        refuse_mixed(what)


def _as(number: type, value: SymbolicTensor) -> Any:
    return apply(op_named("cast"), (value,), {"dtype": _PYTHON[number]})


def _as_tensor(value: SymbolicTensor, is_scalar: bool) -> Any:
    made = apply(op_named("identity"), (value,))
    links_of(made).is_scalar = is_scalar
    return made


_DISPATCH["taken_apart"] = taken_apart
_DISPATCH["told_apart"] = told_apart

__all__ = ["taken_apart", "told_apart"]
