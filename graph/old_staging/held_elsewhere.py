"""Arrays of NumPy's that `x += y` is to change, and that other names have, too.

In a loop of the run `x` is what the graph carries, and the array that it began with
stays as it was. Where nobody else has that one, nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from graph.errors import SideEffectError
from graph.old_staging.memory import sources_of
from graph.old_staging.numpy_arrays import ask_to_own
from graph.old_staging.reach import reached
from graph.origin import capture_exact
from graph.tensor import SymbolicTensor


def check_alone(old: SymbolicTensor, symbol: str) -> None:
    """Refuse to change an array in place that is no object of the graph, and is shared.

    A trace in which it is one may do instead.

    Args:
        old: What the name is bound to, which may be the array.
        symbol: The operator.

    Raises:
        SideEffectError: Code that is running has the array under another name.
    """
    arrays = [each for each in _arrays(old) if _may_be_seen(each)]
    if not arrays:
        return
    watch = reached()
    others = [each for each in watch.seen() if type(each) is np.ndarray]
    is_seen = any(np.may_share_memory(a, b) for a in arrays for b in others)
    if not (is_seen or watch.is_cut):
        return
    ask_to_own()
    raise SideEffectError(
        f"`{symbol}=` changes an array of NumPy's in place, which another name has, as "
        "a whole or in part, in a loop that is known only when the graph runs.",
        origin=capture_exact(2),
        hint=f"Write x[...] {symbol}= y to change it under all its names; "
        f"x = x {symbol} y makes a new array.",
    )


def _may_be_seen(array: Any) -> bool:
    return type(array) is np.ndarray and array.ndim > 0 and array.flags.writeable


def _arrays(value: SymbolicTensor) -> Iterator[Any]:
    """Yield the arrays that a value may be, or be a part of, in plain Python."""
    waiting, seen = [value], set[int]()
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if each.links is not None and each.links.is_of_numpy:
            continue  # an object of the graph, whose other names are known
        begins = None if each.links is None else each.links.begins
        if isinstance(begins, SymbolicTensor):
            waiting.append(begins)
        elif begins is not None:
            yield begins
        if each.node.op.name == "const":
            held = each.node.graph._constants.values()
            yield from (given for given, made in held if made is each)
        waiting.extend(outer for outer, inner in each.graph.captures if inner is each)
        waiting.extend(sources_of(each))


__all__ = ["check_alone"]
