"""Iterators of the run: what data sets give, one element after another.

    it = make_iterator(source)
    while iterator_has_next(it):
        x = iterator_next(it)
        ...

An iterator is a Python object that the run holds; a graph knows of it that it has
`has_next()` and `next()`. What draws an element may run anything: ops keep the order of
the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Protocol

from graph import dtypes
from graph.dispatch import record
from graph.errors import OutOfRangeError
from graph.graph import current_graph
from graph.op import (
    ANYTHING,
    REQUIRED,
    ZERO,
    Inline,
    Op,
    Operand,
    always,
    define,
    never,
)
from graph.specs import TensorSpec
from graph.tensor import Tensor

_ITERATOR: Final = TensorSpec((), dtypes.opaque)


class Drawing(Protocol):
    """An iterator of the run."""

    def has_next(self) -> bool:
        """Tell whether there is another element: it is drawn then, and kept."""

    def next(self) -> Sequence[Any]:
        """Return the arrays of the next element; raise StopIteration at the end."""


class Source(Protocol):
    """What elements are drawn from."""

    def draw(self, operands: Sequence[Any]) -> Drawing:
        """Begin an iterator.

        Args:
            operands: The values of what the source takes from the graph.
        """


_MAKE: Final = define(
    "make_iterator",
    is_public=False,
    inputs=("operands",),
    variadic=True,
    attrs={"source": REQUIRED},
    infer=lambda *operands, source: _ITERATOR,
    kernel=lambda *operands, source: source.draw(operands),
    effects=ANYTHING,
    gradient=ZERO,
    doc="A new iterator over the elements of a source.",
    type_name="MakeIterator",
)
_KNOWN: Final = define(
    "known_iterator",
    is_public=False,
    inputs=(),
    attrs={"iterator": REQUIRED},
    infer=lambda *, iterator: _ITERATOR,
    kernel=lambda *, iterator: iterator,
    is_data=never,
    gradient=ZERO,
    doc="An iterator that was made outside of the graph.",
    type_name="AnonymousIterator",
)


def _has_next_inline(operands: tuple[Operand, ...], out: TensorSpec) -> Inline:
    del out
    return Inline(f"{operands[0].code}.has_next()", "python")


_HAS_NEXT: Final = define(
    "iterator_has_next",
    is_public=False,
    inputs=("iterator",),
    attrs={},
    infer=lambda iterator: TensorSpec((), dtypes.bool),
    kernel=lambda iterator: iterator.has_next(),
    inline=_has_next_inline,
    effects=ANYTHING,
    can_fail=always,
    gradient=ZERO,
    doc="Whether an iterator has another element.",
    type_name="IteratorHasNext",
)


def _next(iterator: Drawing, *, specs: tuple[TensorSpec, ...], is_python: bool) -> Any:
    try:
        found = iterator.next()
    except StopIteration:
        if is_python:
            raise
        raise end_of_sequence() from None
    return found[0] if len(specs) == 1 else tuple(found)


def end_of_sequence() -> OutOfRangeError:
    """Return the error for an iterator that has come to its end."""
    return OutOfRangeError(
        "end of sequence: the iterator has no more elements.",
        hint="Ask for an optional, `it.get_next_as_optional()`, or give a default, "
        "`next(it, default)`; a `for` statement ends by itself.",
    )


_NEXT: Final = define(
    "iterator_next",
    is_public=False,
    inputs=("iterator",),
    attrs={"specs": REQUIRED, "is_python": False},
    infer=lambda iterator, *, specs, is_python: specs[0] if len(specs) == 1 else specs,
    kernel=_next,
    effects=ANYTHING,
    can_fail=always,
    gradient=ZERO,
    doc="The next element of an iterator.",
    type_name="IteratorGetNext",
)


def make_iterator(operands: Sequence[Tensor], source: Source) -> Tensor:
    """Stage a new iterator over a source, which takes the operands from the graph."""
    return _staged(_MAKE, operands, {"source": source})[0]


def known_iterator(iterator: Drawing) -> Tensor:
    """Stage the use of an iterator that was made outside of the graph."""
    return _staged(_KNOWN, (), {"iterator": iterator})[0]


def iterator_has_next(iterator: Tensor) -> Tensor:
    """Stage the question whether there is another element."""
    return _staged(_HAS_NEXT, (iterator,), {})[0]


def iterator_next(
    iterator: Tensor, specs: tuple[TensorSpec, ...], *, is_python: bool = False
) -> list[Tensor]:
    """Stage drawing the next element; return its tensors.

    Args:
        iterator: The iterator.
        specs: What the element consists of.
        is_python: Raise StopIteration at the end, not OutOfRangeError?
    """
    return _staged(_NEXT, (iterator,), {"specs": specs, "is_python": is_python})


def _staged(op: Op, operands: Sequence[Tensor], attrs: dict[str, Any]) -> list[Tensor]:
    graph = current_graph()
    assert graph is not None, "an iterator of a graph is staged in one"
    return list(record(graph, op, tuple(operands), attrs).outputs)


__all__: list[str] = []
