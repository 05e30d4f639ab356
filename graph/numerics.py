"""The switch that has every float result checked for NaN and infinity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph.errors import InvalidArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from graph.op import Effects, Op

# Is it on? Written by `check_numerics` only.
_ON: Final = [False]


def check_numerics(is_on: bool) -> None:
    """Have results checked from now on, or not."""
    _ON[0] = is_on


def makes_results(op: Op, effects: Effects) -> bool:
    """Tell whether an op makes its results: it neither hands them on nor reads them."""
    return not op.may_alias and (bool(effects.writes) or not effects.reads)


def check_made(op: Op, result: Any, attrs: Mapping[str, Any]) -> None:
    """Refuse results of an op that are not finite."""
    if makes_results(op, op.effects_with(attrs)):
        for part in result if type(result) is tuple else (result,):
            check(part, op.name)


def check(value: Any, made_by: str) -> None:
    """Refuse a result that is not finite; what is no float passes.

    Raises:
        InvalidArgumentError: There is a NaN or an infinity in it.
    """
    array = np.asarray(value)
    if array.dtype.kind not in "fc":
        return
    is_bad = ~np.isfinite(array)
    if not is_bad.any():
        return
    parts = (("NaN", np.isnan(array)), ("Inf", np.isinf(array)))
    words = " and ".join(word for word, found in parts if found.any())
    raise InvalidArgumentError(
        f"{made_by} gives {words}: of its result, {array.dtype}{list(array.shape)}, "
        f"{np.count_nonzero(is_bad)} of {array.size} elements are not finite.",
        hint="ag.debugging.disable_check_numerics() lets such results pass.",
    )


__all__ = ["check", "check_made", "check_numerics", "makes_results"]
