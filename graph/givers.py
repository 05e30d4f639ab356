"""What operators and functions of NumPy's make values of: tensors, or arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final


def made_of(given: Sequence[Any], result: Any) -> Any:
    """Note of symbolic tensors what NumPy would have made them of."""
    for each in result if isinstance(result, (tuple, list)) else (result,):
        if hasattr(each, "givers"):  # also of what was made of them on the way
            givers = givers_of(given)
            if all(each is not giver for giver in givers):
                each.givers = givers
    return result


def givers_of(given: Sequence[Any]) -> tuple[Any, ...]:
    """Return the symbolic tensors among operands, () if a tensor is at hand.

    And `LISTED` where lists hold tensors, which NumPy makes arrays of.
    """
    from graph.array_methods import ArrayProtocols  # which imports this module

    found: list[Any] = []
    is_listed = False
    for each in given:
        if hasattr(each, "givers"):
            found.append(each)
        elif each is LISTED or _lists_tensors(each):
            is_listed = True
        elif isinstance(each, ArrayProtocols):
            return ()
    return (*found, LISTED) if is_listed else tuple(found)


def _lists_tensors(value: Any) -> bool:
    if not isinstance(value, (list, tuple)):
        return False
    from graph.array_methods import ArrayProtocols  # which imports this module

    return any(isinstance(x, ArrayProtocols) or _lists_tensors(x) for x in value)


class _Listed:
    """What becomes an array on the way to what is made of it."""

    def __repr__(self) -> str:
        return "LISTED"


#: Among givers: tensors in a list, say, of which NumPy makes an array first.
LISTED: Final = _Listed()

__all__ = ["LISTED", "givers_of", "made_of"]
