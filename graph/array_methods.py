"""What tensors and variables have of NumPy's arrays: protocols, methods, attributes.

Nothing is computed here: each hands over to NumPy's function of the same meaning in
`graph.numpy`, which is built of ops and imported when it is first needed.

A symbolic number of Python's has none of these, as `int` and `str` have not: it is
asked by `SymbolicTensor.__getattr__`, which knows what such a value has.
"""

from __future__ import annotations

from importlib import import_module
from types import MethodType
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import numpy as np

from graph import dlpack
from graph.tracebacks import of_eager_op

if TYPE_CHECKING:
    from collections.abc import Callable

    from graph.tensor import Tensor

    F = TypeVar("F", bound=Callable[..., Any])


class ArrayProtocols:
    """How NumPy's functions reach ours."""

    __slots__ = ()

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        """Let NumPy's ufuncs apply the op of the same meaning."""
        try:
            return _handler("ufunc")(ufunc, method, inputs, kwargs)
        except Exception as error:  # noqa: BLE001 - it is raised again
            raise of_eager_op(error)  # noqa: B904

    def __array_function__(
        self, function: Any, types: Any, args: Any, kwargs: Any
    ) -> Any:
        """Let NumPy's other functions do what `graph.numpy` has for them."""
        try:
            return _handler("function")(function, types, args, kwargs)
        except Exception as error:  # noqa: BLE001 - it is raised again
            raise of_eager_op(error)  # noqa: B904


class _Method:
    """A method of arrays, which numbers of Python's do not have."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, value: Any, cls: Any = None) -> Any:
        if value is None:
            return self.function
        check_array(value, self.__name__)
        return MethodType(self.function, value)


def _method(function: F) -> F:
    return cast("F", _Method(function))


def check_array(value: Any, name: str) -> None:
    """Let only what stands for an array have an attribute.

    Raises:
        AttributeError: It is a number of Python's, which the class is asked about.
    """
    if not value._is_array:
        raise AttributeError(name)


class ArrayMethods(ArrayProtocols):
    """The methods and attributes of NumPy's arrays, by NumPy's rules.

    Each is NumPy's function of the same name, see there. None changes the tensor: what
    does so in NumPy is refused. Where a value is needed, as by `item`, symbolic tensors
    are refused, too.
    """

    __slots__ = ()

    @property
    def _is_array(self) -> bool:
        """Does it stand for an array, and not for a number of Python's?"""
        return True

    @property
    def T(self) -> Tensor:  # NumPy's name
        """The tensor with its axes reversed."""
        check_array(self, "T")
        return _call("transpose", self)

    @property
    def mT(self) -> Tensor:  # NumPy's name
        """The tensor with its last two axes swapped."""
        check_array(self, "mT")
        return _call("matrix_transpose", self)

    @property
    def real(self) -> Tensor:
        """The real part of each element."""
        check_array(self, "real")
        return _call("real", self)

    @property
    def imag(self) -> Tensor:
        """The imaginary part of each element; zero where they are real."""
        check_array(self, "imag")
        return _call("imag", self)

    @property
    def itemsize(self) -> int:
        """How many bytes an element takes."""
        check_array(self, "itemsize")
        size: int = self.dtype.numpy.itemsize  # type: ignore[attr-defined]
        return size

    @property
    def nbytes(self) -> int | None:
        """How many bytes the elements take, None when their number is unknown."""
        check_array(self, "nbytes")
        size: int | None = self.size  # type: ignore[attr-defined]
        return None if size is None else size * self.itemsize

    @property
    def flat(self) -> Any:
        """An iterator that writes to NumPy's array; a tensor has none."""
        return _attribute("flat", self)

    @property
    def device(self) -> str:
        """Where tensors are: there is one device, the CPU."""
        check_array(self, "device")
        return "cpu"

    @_method
    def to_device(self, device: Any, /, *, stream: Any = None) -> Tensor:
        """Return the tensor itself: there is one device, `cpu`."""
        return _call("to_device", self, device, stream=stream)

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """Return the module of the array API standard's functions."""
        return _handler("namespace")(self, api_version)

    def __dlpack__(
        self,
        *,
        stream: Any = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """Lend the memory of the value to another library; see `graph.dlpack`."""
        return dlpack.export(
            self.__array__(),  # type: ignore[attr-defined]
            stream=stream,
            max_version=max_version,
            dl_device=dl_device,
            copy=copy,
        )

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return where the memory is: on the CPU."""
        return dlpack.CPU

    @_method
    def all(self, axis: Any = None, out: Any = None, **more: Any) -> Tensor:
        """Is every element true, along axes?"""
        return _call("all", self, axis=axis, out=out, **more)

    @_method
    def any(self, axis: Any = None, out: Any = None, **more: Any) -> Tensor:
        """Is any element true, along axes?"""
        return _call("any", self, axis=axis, out=out, **more)

    @_method
    def argmax(self, axis: Any = None, out: Any = None, **more: Any) -> Tensor:
        """Return where the largest element is."""
        return _call("argmax", self, axis=axis, out=out, **more)

    @_method
    def argmin(self, axis: Any = None, out: Any = None, **more: Any) -> Tensor:
        """Return where the smallest element is."""
        return _call("argmin", self, axis=axis, out=out, **more)

    @_method
    def argsort(self, axis: Any = -1, kind: Any = None, **more: Any) -> Tensor:
        """Return the indices that would sort it."""
        return _call("argsort", self, axis=axis, kind=kind, **more)

    @_method
    def astype(self, dtype: Any, **more: Any) -> Tensor:
        """Return the same with another element type."""
        return _call("astype", self, dtype, **more)

    @_method
    def choose(self, choices: Any, out: Any = None, **more: Any) -> Tensor:
        """Return elements of the choices that the elements here number."""
        return _call("choose", self, choices, out=out, **more)

    @_method
    def clip(
        self, min: Any = None, max: Any = None, out: Any = None, **more: Any
    ) -> Tensor:
        """Bring elements into a range."""
        return _call("clip", self, min, max, out=out, **more)

    @_method
    def compress(self, condition: Any, axis: Any = None, out: Any = None) -> Tensor:
        """Return the slices where a condition holds."""
        return _call("compress", condition, self, axis=axis, out=out)

    @_method
    def conj(self) -> Tensor:
        """Return complex conjugates; of real elements itself, as NumPy does."""
        if not self.dtype.is_complex:  # type: ignore[attr-defined]
            return cast("Tensor", self)
        return _call("conj", self)

    @_method
    def conjugate(self) -> Tensor:
        """Return complex conjugates; of real elements itself, as NumPy does."""
        if not self.dtype.is_complex:  # type: ignore[attr-defined]
            return cast("Tensor", self)
        return _call("conj", self)

    @_method
    def copy(self, order: str = "C") -> Tensor:
        """Return a tensor of the same value."""
        return _call("copy", self, order=order)

    @_method
    def cumprod(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Tensor:
        """Return running products."""
        return _call("cumprod", self, axis=axis, dtype=dtype, out=out)

    @_method
    def cumsum(self, axis: Any = None, dtype: Any = None, out: Any = None) -> Tensor:
        """Return running sums."""
        return _call("cumsum", self, axis=axis, dtype=dtype, out=out)

    @_method
    def diagonal(self, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
        """Return a diagonal."""
        return _call("diagonal", self, offset=offset, axis1=axis1, axis2=axis2)

    @_method
    def dot(self, b: Any, out: Any = None) -> Tensor:
        """Return the dot product."""
        return _call("dot", self, b, out=out)

    @_method
    def flatten(self, order: str = "C") -> Tensor:
        """Return the elements as a vector."""
        return _call("copy", _call("ravel", self, order=order))

    @_method
    def item(self, *args: Any) -> Any:
        """Return an element as a number of Python's."""
        return _call("item", self, *args)

    @_method
    def max(self, axis: Any = None, out: Any = None, **more: Any) -> Tensor:
        """Return the largest element, along axes."""
        return _call("max", self, axis=axis, out=out, **more)

    @_method
    def mean(
        self, axis: Any = None, dtype: Any = None, out: Any = None, **more: Any
    ) -> Tensor:
        """Return the mean, along axes."""
        return _call("mean", self, axis=axis, dtype=dtype, out=out, **more)

    @_method
    def min(self, axis: Any = None, out: Any = None, **more: Any) -> Tensor:
        """Return the smallest element, along axes."""
        return _call("min", self, axis=axis, out=out, **more)

    @_method
    def nonzero(self) -> tuple[Tensor, ...]:
        """Return where the elements are that are not zero, an index for each axis."""
        return cast("tuple[Tensor, ...]", _call("nonzero", self))

    @_method
    def prod(
        self, axis: Any = None, dtype: Any = None, out: Any = None, **more: Any
    ) -> Tensor:
        """Return the product, along axes."""
        return _call("prod", self, axis=axis, dtype=dtype, out=out, **more)

    @_method
    def ravel(self, order: str = "C") -> Tensor:
        """Return the elements as a vector."""
        return _call("ravel", self, order=order)

    @_method
    def repeat(self, repeats: Any, axis: Any = None) -> Tensor:
        """Repeat each element."""
        return _call("repeat", self, repeats, axis=axis)

    @_method
    def reshape(self, *shape: Any, order: str = "C", copy: Any = None) -> Tensor:
        """Return the elements in another shape, given as one tuple or as integers."""
        return _call("reshape", self, _one(shape), order=order, copy=copy)

    @_method
    def round(self, decimals: int = 0, out: Any = None) -> Tensor:
        """Round to some decimals."""
        return _call("round", self, decimals=decimals, out=out)

    @_method
    def searchsorted(self, v: Any, side: Any = "left", sorter: Any = None) -> Tensor:
        """Return where values would keep it sorted."""
        return _call("searchsorted", self, v, side=side, sorter=sorter)

    @_method
    def squeeze(self, axis: Any = None) -> Tensor:
        """Drop axes of length one."""
        return _call("squeeze", self, axis=axis)

    @_method
    def std(
        self, axis: Any = None, dtype: Any = None, out: Any = None, **more: Any
    ) -> Tensor:
        """Return the standard deviation, along axes."""
        return _call("std", self, axis=axis, dtype=dtype, out=out, **more)

    @_method
    def sum(
        self, axis: Any = None, dtype: Any = None, out: Any = None, **more: Any
    ) -> Tensor:
        """Return the sum, along axes."""
        return _call("sum", self, axis=axis, dtype=dtype, out=out, **more)

    @_method
    def swapaxes(self, axis1: int, axis2: int) -> Tensor:
        """Swap two axes."""
        return _call("swapaxes", self, axis1, axis2)

    @_method
    def take(
        self, indices: Any, axis: Any = None, out: Any = None, **more: Any
    ) -> Tensor:
        """Return the elements at indices, along an axis."""
        return _call("take", self, indices, axis=axis, out=out, **more)

    @_method
    def tobytes(self, order: Any = "C") -> bytes:
        """Return the bytes of the elements."""
        return cast("bytes", _call("tobytes", self, order))

    @_method
    def tolist(self) -> Any:
        """Return the elements as nested lists of Python's numbers."""
        return _call("tolist", self)

    @_method
    def trace(
        self,
        offset: int = 0,
        axis1: int = 0,
        axis2: int = 1,
        dtype: Any = None,
        out: Any = None,
    ) -> Tensor:
        """Return the sum of a diagonal."""
        kept = {"offset": offset, "axis1": axis1, "axis2": axis2}
        return _call("trace", self, **kept, dtype=dtype, out=out)

    @_method
    def transpose(self, *axes: Any) -> Tensor:
        """Return it with axes in another order: one tuple, integers, or reversed."""
        return _call("transpose", self, axes=_one(axes) if axes else None)

    @_method
    def var(
        self, axis: Any = None, dtype: Any = None, out: Any = None, **more: Any
    ) -> Tensor:
        """Return the variance, along axes."""
        return _call("var", self, axis=axis, dtype=dtype, out=out, **more)

    def __setitem__(self, key: Any, value: Any) -> None:
        """Refuse it: a tensor never changes."""
        _refuse_items(self, "assignment")

    def __delitem__(self, key: Any) -> None:
        """Refuse what no array does."""
        _refuse_items(self, "deletion")


def _refuse_items(value: Any, what: str) -> None:
    if not value._is_array:
        name = value.spec.dtype.python.__name__
        raise TypeError(f"{name!r} object does not support item {what}")
    _attribute(f"item {what}", value)


def _one(given: tuple[Any, ...]) -> Any:
    """Return what was given as one sequence or one by one."""
    is_whole = len(given) == 1 and not isinstance(given[0], int)
    return given[0] if is_whole else given


def _changing(name: str) -> Any:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return _handler("refused")(name, self)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = "Refuse it: a tensor never changes."
    return _Method(method)


# What changes an array of NumPy's, or gives one that shares its memory.
for _name in ("fill", "itemset", "partition", "put", "resize", "sort", "view"):
    setattr(ArrayMethods, _name, _changing(_name))

# Written once, by modules of `graph.numpy` while they are imported.
_HANDLERS: Final[dict[str, Callable[..., Any]]] = {}


def _handler(name: str) -> Callable[..., Any]:
    found = _HANDLERS.get(name)
    if found is None:
        import_module("graph.numpy")
        found = _HANDLERS[name]
    return found


def _call(name: str, *args: Any, **kwargs: Any) -> Tensor:
    """Call a function of NumPy's, or what stands for a method that is none."""
    try:
        return cast("Tensor", _handler("method")(name, args, kwargs))
    except Exception as error:  # noqa: BLE001 - it is raised again
        raise of_eager_op(error)  # noqa: B904


def _attribute(name: str, value: Any) -> Any:
    check_array(value, name)
    return _handler("refused")(name, value)


def has_rules(value: Any) -> bool:
    """Is it an array of NumPy's with rules of its own: masked, or a `numpy.matrix`?"""
    kind = type(value)
    if kind is np.ndarray or not isinstance(value, np.ndarray):
        return False
    return bool(getattr(kind, "__array_priority__", 0.0) > 0.0)


def register_handler(name: str, function: Callable[..., Any]) -> None:
    """Say what a protocol of arrays does; called while importing only."""
    _HANDLERS[name] = function


__all__ = [
    "ArrayMethods",
    "ArrayProtocols",
    "check_array",
    "has_rules",
    "register_handler",
]
