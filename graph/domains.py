"""What ops take, as plain data in their records, from which tests draw arguments.

    domain=POSITIVE                                    smooth for positive numbers
    domain=Domain("float (..., n, n)")                 square matrices, stacks of them
    domain=Domain("any (n, m); integer[0:n] (k)")      rows, and the numbers of rows

An operand is written as its elements and its shape. Elements are `bool`, `integer`,
`float`, `real` (both), `complex`, `number` (all three), `any` (with bool), `text`, or
`same`, for the dtype of the first operand; integers may have bounds, of which the upper
one is left out. In a shape a letter is one length wherever it stands, and `...` any
leading part, the same one everywhere.

An op that says nothing takes what its inference accepts: tests ask that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """What an op takes, where it is smooth, and what it means in other words.

    Attributes:
        operands: Elements and shape of each, as above; of a variadic op those of all.
        attrs: For an attribute the values to try. By default a flag is tried both ways,
            what is called `axis` is one of the first operand's (`axes`: some of them),
            and any other attribute has its own default.
        between: Where it is defined and smooth, which is where gradients are tried.
        means: What NumPy's own functions make of operands and attributes; by default
            the function of NumPy's that the record names.
        rounds: May the last bits differ from that?
        elsewhere: The tests that are there in place of those of all ops, if any.
        slopes: The tests of its gradient that are there in place of those of all ops.
    """

    operands: str = ""
    attrs: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    between: tuple[float, float] = (-0.9, 0.9)
    means: Callable[..., Any] | None = None
    rounds: bool = False
    elsewhere: str = ""
    slopes: str = ""


ANYWHERE: Final = Domain()
POSITIVE: Final = Domain(between=(0.4, 2.0))


def between(low: float, high: float) -> Domain:
    """Return where an op is smooth that takes what its inference accepts."""
    return Domain(between=(low, high))


__all__ = ["ANYWHERE", "POSITIVE", "Domain", "between"]
