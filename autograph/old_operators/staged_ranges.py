"""Ranges whose bounds are known only when the graph runs."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, NoReturn

from graph.errors import UnknownLengthError
from graph.needed import raise_noted
from graph.origin import capture_exact, is_library_code


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class StagedRange:
    """A Python `range` whose bounds are known only when the graph runs.

    Its items are Python integers, as those of `range` are.
    """

    start: Any
    stop: Any
    step: Any = 1

    def __len__(self) -> int:
        self.refuse_length()

    def refuse_length(self) -> NoReturn:
        """Say that what is asked for needs the length."""
        raise UnknownLengthError(
            "the length of this range is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Compute it: ag.maximum(stop - start, 0).",
        )

    def __repr__(self) -> str:
        if not is_library_code(sys._getframe(1).f_code):  # messages of ours show it
            error = UnknownLengthError(
                "the text of this range is known only when the graph runs.",
                origin=capture_exact(2),
                hint="Make it by `str`, `repr` or an f-string in a function that is "
                "converted.",
            )
            raise_noted(error, 2)
        return f"range({self.start}, {self.stop}, {self.step})"

    def __getitem__(self, key: Any) -> Any:
        raise UnknownLengthError(
            "what stands at a place of this range is known only when the graph runs.",
            origin=capture_exact(2),
            hint="Compute it: start + place * step.",
        )

    def __iter__(self) -> Any:
        raise UnknownLengthError(
            "this range is known only when the graph runs.",
            origin=capture_exact(2),
            hint="A `for` statement over it is staged, and so are list(), sum() and "
            "the like; this is not. Make a list of it first: `items = list(...)`.",
        )

    def __hash__(self) -> int:
        raise UnknownLengthError(
            "looking something up by this range needs its bounds, which are known only "
            "when the graph runs.",
            origin=capture_exact(2),
            hint="Compare it with `==` instead.",
        )

    def __format__(self, spec: str) -> str:
        return format(range(0), spec)  # which raises: it is not asked else

    def __getattr__(self, name: str) -> Any:
        return getattr(range(0), name)  # which has all that this has not: the error

    def count(self, value: Any) -> Any:
        """Return how many of its items equal a value."""
        from autograph.old_operators.ranges import count_of

        return count_of(self, value)

    def index(self, value: Any) -> Any:
        """Return the place of a value."""
        from autograph.old_operators.ranges import index_of

        return index_of(self, value)


def _refuse_store(items: StagedRange, name: str, value: Any) -> None:
    del items
    setattr(range(0), name, value)  # the error


# Errors of Python's name the type of an operand, and what cannot be stored.
StagedRange.__name__ = StagedRange.__qualname__ = "range"
StagedRange.__setattr__ = _refuse_store  # type: ignore[assignment,method-assign]


__all__ = ["StagedRange"]
