"""`x.shape`: a tuple of dimensions, None where tracing does not know one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NoReturn, SupportsIndex, overload

from graph import shapes
from graph.errors import ShapeError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from graph.shapes import Dim, Shape

_Dims = tuple[int | None, ...]

_new: Final = tuple.__new__
_item: Final = tuple.__getitem__


class UnknownRankError(ValueError):
    """The dimensions of a shape are asked for, and not even their number is known."""


class TensorShape(_Dims):
    """The static shape of a tensor: `(None, 3)`, or `<unknown>` without a rank.

    It is the tuple of its dimensions, and has the methods that TensorFlow's has.
    """

    __slots__ = ()

    def __new__(cls, dims: Any = None) -> TensorShape:  # noqa: PYI034 - one of two
        """Describe a shape.

        Args:
            dims: None (unknown rank), an integer (a vector's length), or a sequence of
                integers and Nones.

        Raises:
            ShapeError: A dimension is negative or not an integer.
        """
        return of_dims(shapes.as_shape(dims))

    @property
    def rank(self) -> int | None:
        """The number of dimensions, None when unknown."""
        return tuple.__len__(self)

    @property
    def ndims(self) -> int | None:
        """The number of dimensions, None when unknown."""
        return self.rank

    @property
    def dims(self) -> list[Dim] | None:
        """The dimensions in a list, None when their number is unknown."""
        return None if self.rank is None else list(self)

    def as_list(self) -> list[Dim]:
        """Return the dimensions in a list.

        Raises:
            ValueError: The rank is unknown.
        """
        return list(self)

    def num_elements(self) -> int | None:
        """Return the number of elements, None when unknown."""
        return shapes.size_of(self)

    def is_fully_defined(self) -> bool:
        """Is every dimension known?"""
        return None not in self

    def is_compatible_with(self, other: Any) -> bool:
        """Can one tensor have both shapes?"""
        return shapes.is_compatible(shapes.as_shape(self), shapes.as_shape(other))

    def assert_is_compatible_with(self, other: Any) -> None:
        """Raise unless one tensor can have both shapes.

        Raises:
            ShapeError: None can.
        """
        if not self.is_compatible_with(other):
            raise ShapeError(
                f"the shapes {self} and {TensorShape(other)} are not compatible.",
                hint="Ranks and known dimensions have to be equal.",
            )

    def merge_with(self, other: Any) -> TensorShape:
        """Return what is known of a tensor that has both shapes.

        Raises:
            ShapeError: None has.
        """
        self.assert_is_compatible_with(other)
        mine, others = self.dims, TensorShape(other).dims
        if mine is None or others is None:
            return TensorShape(others if mine is None else mine)
        pairs = zip(mine, others, strict=True)
        return TensorShape([b if a is None else a for a, b in pairs])

    def with_rank(self, rank: int) -> TensorShape:
        """Return this shape, which has to be able to have so many dimensions.

        Raises:
            ShapeError: It has another number of dimensions.
        """
        return self.merge_with([None] * rank)

    def concatenate(self, other: Any) -> TensorShape:
        """Return the dimensions of this shape, followed by those of the other."""
        mine, others = self.dims, TensorShape(other).dims
        return TensorShape(None if mine is None or others is None else mine + others)

    @overload
    def __getitem__(self, key: SupportsIndex) -> int: ...

    @overload
    def __getitem__(self, key: slice) -> TensorShape: ...

    def __getitem__(self, key: Any) -> Any:
        found: Any = _item(self, key)
        return _new(TensorShape, found) if type(key) is slice else found

    def __add__(self, other: Any) -> Any:
        return _joined(self, other) if isinstance(other, _SEQUENCES) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return _joined(other, self) if isinstance(other, _SEQUENCES) else NotImplemented

    def __eq__(self, other: object) -> Any:
        return tuple.__eq__(self, tuple(other) if isinstance(other, list) else other)

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    __hash__ = tuple.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return (TensorShape, (self.dims,))


class _UnknownRank(TensorShape):
    """The one shape whose rank is unknown.

    The tuple itself holds a None, so that nothing that reads its memory, as NumPy
    does, takes it for the shape of a scalar.
    """

    __slots__ = ()

    @property
    def rank(self) -> None:
        return None

    def num_elements(self) -> None:
        return None

    def as_list(self) -> NoReturn:
        raise UnknownRankError("as_list() of a shape whose rank is unknown")

    def __len__(self) -> NoReturn:
        raise UnknownRankError("len() of a shape whose rank is unknown")

    def __iter__(self) -> Iterator[Any]:
        raise UnknownRankError("iteration over a shape whose rank is unknown")

    def __bool__(self) -> bool:
        return False

    def __getitem__(self, key: Any) -> Any:
        return self if type(key) is slice else None

    def __eq__(self, other: object) -> bool:
        return other is None or type(other) is _UnknownRank

    __hash__ = TensorShape.__hash__

    def __repr__(self) -> str:
        return "<unknown>"


_SEQUENCES: Final = (tuple, list)
_UNKNOWN: Final = _new(_UnknownRank, (None,))


def of_dims(dims: Shape) -> TensorShape:
    """Return the shape of dimensions that are known to be some."""
    return _UNKNOWN if dims is None else _new(TensorShape, dims)


def _joined(left: Any, right: Any) -> Any:
    """Return a shape, or a tuple if something in it is no dimension."""
    if _UNKNOWN in (left, right):
        return _UNKNOWN
    both = (*left, *right)
    is_shape = all(x is None or (type(x) is int and x >= 0) for x in both)
    return of_dims(both) if is_shape else both


for _cls in (TensorShape, _UnknownRank):
    _cls.__module__ = "autograph"
_UnknownRank.__qualname__ = _UnknownRank.__name__ = "TensorShape"

__all__ = ["TensorShape", "UnknownRankError", "of_dims"]
