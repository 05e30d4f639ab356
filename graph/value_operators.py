"""Python's operators on what has a value: a variable computes with its value now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from graph.array_methods import ArrayProtocols
from graph.errors import DTypeError
from graph.origin import capture_exact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from graph.dtypes import DType


class ValueOperators(ArrayProtocols):
    """Operators, conversions and NumPy's protocols, all of them on `value()`."""

    __slots__ = ()
    # NumPy leaves `ndarray + variable` to the variable.
    __array_priority__ = 101.0

    def value(self) -> Any:
        """Return the value now."""
        raise NotImplementedError

    def each(self, act: Callable[[Any], Any]) -> Any:
        """Return `act` of the value now."""
        return act(self.value())

    @property
    def dtype(self) -> DType:
        """The element type."""
        raise NotImplementedError

    def __add__(self, other: Any) -> Any:
        return self.value() + other

    def __radd__(self, other: Any) -> Any:
        return other + self.value()

    def __sub__(self, other: Any) -> Any:
        return self.value() - other

    def __rsub__(self, other: Any) -> Any:
        return other - self.value()

    def __mul__(self, other: Any) -> Any:
        return self.value() * other

    def __rmul__(self, other: Any) -> Any:
        return other * self.value()

    def __truediv__(self, other: Any) -> Any:
        return self.value() / other

    def __rtruediv__(self, other: Any) -> Any:
        return other / self.value()

    def __floordiv__(self, other: Any) -> Any:
        return self.value() // other

    def __rfloordiv__(self, other: Any) -> Any:
        return other // self.value()

    def __mod__(self, other: Any) -> Any:
        return self.value() % other

    def __rmod__(self, other: Any) -> Any:
        return other % self.value()

    def __pow__(self, other: Any) -> Any:
        return self.value() ** other

    def __rpow__(self, other: Any) -> Any:
        return other ** self.value()

    def __matmul__(self, other: Any) -> Any:
        return self.value() @ other

    def __rmatmul__(self, other: Any) -> Any:
        return other @ self.value()

    def __and__(self, other: Any) -> Any:
        return self.value() & other

    def __rand__(self, other: Any) -> Any:
        return other & self.value()

    def __or__(self, other: Any) -> Any:
        return self.value() | other

    def __ror__(self, other: Any) -> Any:
        return other | self.value()

    def __xor__(self, other: Any) -> Any:
        return self.value() ^ other

    def __rxor__(self, other: Any) -> Any:
        return other ^ self.value()

    def __lshift__(self, other: Any) -> Any:
        return self.value() << other

    def __rlshift__(self, other: Any) -> Any:
        return other << self.value()

    def __rshift__(self, other: Any) -> Any:
        return self.value() >> other

    def __rrshift__(self, other: Any) -> Any:
        return other >> self.value()

    def __divmod__(self, other: Any) -> Any:
        return divmod(self.value(), other)

    def __rdivmod__(self, other: Any) -> Any:
        return divmod(other, self.value())

    def __lt__(self, other: Any) -> Any:
        return self.value() < other

    def __le__(self, other: Any) -> Any:
        return self.value() <= other

    def __gt__(self, other: Any) -> Any:
        return self.value() > other

    def __ge__(self, other: Any) -> Any:
        return self.value() >= other

    def __eq__(self, other: object) -> Any:
        return self.value() == other

    def __ne__(self, other: object) -> Any:
        return self.value() != other

    def __hash__(self) -> int:
        """Hash by identity: what has a value may change it."""
        return id(self) >> 4

    def __neg__(self) -> Any:
        return -self.value()

    def __pos__(self) -> Any:
        return +self.value()

    def __abs__(self) -> Any:
        return abs(self.value())

    def __invert__(self) -> Any:
        return ~self.value()

    def __round__(self, ndigits: int | None = None) -> Any:
        return round(self.value(), ndigits)

    def __bool__(self) -> bool:
        return bool(self.value())

    def __int__(self) -> int:
        return int(self.value())

    def __index__(self) -> int:
        found: int = self.value().__index__()
        return found

    def __float__(self) -> float:
        return float(self.value())

    def __complex__(self) -> complex:
        return complex(self.value())

    def __len__(self) -> int:
        return len(self.value())

    def __iter__(self) -> Iterator[Any]:
        return iter(self.value())

    def __contains__(self, item: Any) -> bool:
        return item in self.value()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the value as an array, for NumPy."""
        return self.value().__array__(dtype, copy)

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        """Let NumPy's ufuncs see the values of variables."""
        values = [x.value() if isinstance(x, ValueOperators) else x for x in inputs]
        return getattr(ufunc, method)(*values, **kwargs)

    def _refuse_in_place(self, other: Any) -> NoReturn:
        del other
        raise DTypeError(
            "a variable cannot be changed by an operator such as `+=`: the name would "
            "be bound to a tensor, and the variable stay as it is.",
            origin=capture_exact(2),
            hint="Write variable.assign_add(value) to change the variable, or "
            "x = variable + value for a new tensor.",
        )

    __iadd__ = __isub__ = __imul__ = __itruediv__ = _refuse_in_place
    __ifloordiv__ = __imod__ = __ipow__ = __imatmul__ = _refuse_in_place
    __iand__ = __ior__ = __ixor__ = __ilshift__ = __irshift__ = _refuse_in_place


def value_of(x: Any) -> Any:
    """Return the value now of a variable, and anything else as it is."""
    return x.value() if isinstance(x, ValueOperators) else x


def values_in(tree: Any) -> Any:
    """Return a nested value with the values now in place of variables."""
    kind = type(tree)
    if kind is dict:
        return {key: values_in(part) for key, part in tree.items()}
    if kind in (list, tuple):
        return kind(map(values_in, tree))
    if isinstance(tree, tuple) and hasattr(kind, "_fields"):
        return kind(*map(values_in, tree))
    return value_of(tree)


__all__ = ["ValueOperators", "value_of", "values_in"]
