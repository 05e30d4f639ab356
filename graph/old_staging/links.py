"""What is known of tensors that stand for arrays which are written in place."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, Final

from graph.dtypes import DType
from graph.graph import Graph
from graph.origin import Origin
from graph.tensor import _DISPATCH, SymbolicTensor

# Numbers the writes, in all threads; the last one's. Written by `count_write` only.
_NUMBERS: Final = itertools.count(1)
LAST_WRITE: Final = [0]


def count_write() -> None:
    """Count a write: what was known of values before may not hold."""
    LAST_WRITE[0] = next(_NUMBERS)


class Links:
    """What is known of a tensor where arrays are written in place.

    Attributes:
        assumed: Where what a loop carries was taken for what it begins with is in
            plain Python, and that.
        begins: What a loop begins with, of what it carries.
        array: The array of NumPy's, no object of the graph, that this is a copy of.
        latest: The latest version of this object, if it was written to.
        other: What a loop leaves of this, in plain Python, where that is no number of
            Python's.
        owner: The object that this is a version of.
        refused: Where something was written that may be the same memory.
        given: The graphs of loops that have this array since, each with the place where
            it is written to. See staging.exchanged.
        choice: Which of two arrays it is; None until that is asked, False of none. See
            staging.chosen_arrays.
        derived: Of a view: the base's version, the graph, and the view of it there.
        sources: What it may share memory with, once that has been asked.
        siblings: What else a statement leaves that may be the same array, if known.
        is_array: Is it an array in plain Python, of rank 0 or made by `np.asarray`?
            None until that is asked.
        is_filler: Does it stand where there is no value, which nobody reads?
        is_fixed: Does it stand for an array that NumPy does not let be written to?
        is_flat: Is it `x.flat`?
        is_left: Has its block come to its end, where it was `latest`?
        is_of_numpy: Was it made as an array of NumPy's? Then `x += y` changes it.
        lineage: For each question of staging.lineage the truth value that answers it in
            a run, once that is asked of what control flow leaves.
        listed: Of a run-time list, the classes of Python's numbers that its items may
            be; None until that is asked.
        narrow: The other dtypes that it may have in plain Python, beside those of
            `whole`. See staging.narrow.
        noted: What a handler may be given here: what was noted in the block.
        numbers: The classes of the numbers of Python's that it is in plain Python, on
            this path or on another one, if it ever is one. See staging.lineage.
        is_scalar: Was it made as a number of NumPy's, by `np.int64` and its kin?
        whole: The dtypes of integers that it may be in plain Python, though it is of
            floats in the graph. See staging.whole.
        unrounded: The number of Python's that a constant was made of.
        unwritten: The number of the last write after which it was found to share
            memory with nothing that was written to since it was made.
    """

    __slots__ = ("array", "assumed", "begins", "choice", "derived", "given",
                 "is_array", "is_filler",
                 "is_fixed", "is_flat", "is_left", "is_of_numpy", "is_scalar",
                 "latest", "lineage", "listed", "narrow", "noted", "numbers",
                 "other", "owner",
                 "refused", "siblings", "sources", "unrounded", "unwritten",
                 "whole")  # fmt: skip

    def __init__(self) -> None:
        """Know nothing yet."""
        self.array: Any = None
        self.assumed: list[tuple[type, Origin]] = []
        self.begins: Any = None
        self.choice: Any = None
        self.given: list[tuple[Graph, Origin]] = []
        self.lineage: dict[Any, SymbolicTensor] = {}
        self.latest: SymbolicTensor | None = None
        self.noted: Sequence[Any] | None = None
        self.other: type | None = None
        self.owner: SymbolicTensor | None = None
        self.refused: Origin | None = None
        self.derived: tuple[Any, Graph, SymbolicTensor] | None = None
        self.is_array: bool | None = None
        self.is_filler = False
        self.is_fixed = False
        self.is_flat = False
        self.is_left = False
        self.is_of_numpy = False
        self.is_scalar = False
        self.numbers: frozenset[type] = frozenset()
        self.siblings: list[SymbolicTensor] | None = None
        self.sources: list[SymbolicTensor] | None = None
        self.unrounded: Any = None
        self.unwritten = -1
        self.listed: frozenset[type] | None = None
        self.narrow: frozenset[DType] = frozenset()
        self.whole: frozenset[DType] = frozenset()


def links_of(value: SymbolicTensor) -> Links:
    """Return what is known of a tensor."""
    if value.links is None:
        value.links = Links()
    found: Links = value.links
    return found


def note_copy_of(value: SymbolicTensor, array: Any) -> None:
    """Note the array of NumPy's that a constant is a copy of: it may be written to."""
    links_of(value).array = array


_DISPATCH["copy_of"] = note_copy_of
