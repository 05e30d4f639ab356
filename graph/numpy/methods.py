"""The methods of tensors: NumPy's functions of the same name, and what has none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

import numpy as np

from graph.array_methods import register_handler
from graph.errors import DTypeError, ImmutableTensorError
from graph.numpy import registry
from graph.numpy.arguments import check_device
from graph.numpy.conversion import asarray, cast, numpy_dtype
from graph.numpy.information import check_version
from graph.ops.core import identity
from graph.ops.layouts import in_columns, in_rows
from graph.origin import capture_exact
from graph.tensor import EagerTensor, Tensor
from graph.value_operators import value_of


def call(name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
    """Do what a method of arrays does; the first argument is the tensor."""
    named = {key: x for key, x in kwargs.items() if key != "out" or x is not None}
    own = _WITHOUT_FUNCTION.get(name)
    if own is not None:
        return own(*args, **named)
    return registry.call(getattr(np, name), (Tensor,), args, named)


def _astype(
    x: Any,
    dtype: Any,
    order: str = "K",
    casting: Any = "unsafe",
    subok: bool = True,
    copy: bool = True,
) -> Tensor:
    """Return the tensor of another element type.

    Raises:
        DTypeError: No tensor has it, or `casting` does not allow the conversion.
    """
    del subok
    x, wanted = asarray(x), numpy_dtype(dtype)
    if casting != "unsafe" and not np.can_cast(x.dtype.numpy, wanted.numpy, casting):
        raise DTypeError(
            f"{x.dtype} cannot become {wanted} by the rule {casting!r}.",
            origin=capture_exact(2),
            hint="Leave `casting=` out to convert whatever the values are.",
        )
    if x.dtype is not wanted:
        return cast(x, wanted)
    if copy:
        return identity(x)
    laid_out = {"C": in_rows, "F": in_columns}.get(order)
    return x if laid_out is None else laid_out(x)


def _to_device(x: Any, device: Any, stream: Any = None) -> Tensor:
    check_device("to_device", device)
    if stream is not None:
        raise registry.unsupported("to_device", "stream")
    return asarray(x)


def _conj(x: Any) -> Any:
    return np.conjugate(value_of(x))


def _of_value(name: str, hint: str) -> Callable[..., Any]:
    """Return a method that needs the value: NumPy's, on the array."""

    def method(x: Any, *args: Any) -> Any:
        x = value_of(x)
        if not isinstance(x, EagerTensor):
            x._refuse(f"`.{name}()` of", hint)
        return getattr(x.__array__(), name)(*args)

    return method


_WITHOUT_FUNCTION: Final[Mapping[str, Callable[..., Any]]] = {
    "astype": _astype,
    "conj": _conj,
    "to_device": _to_device,
    "item": _of_value("item", "Index it, `x[i]`: a tensor without axes is a number."),
    "tolist": _of_value("tolist", "`for` statements go over tensors as they do lists."),
    "tobytes": _of_value("tobytes", "Return the tensor, and take the result's bytes."),
}

_HINTS: Final = {
    "fill": "x = np.full_like(x, value) is a new tensor.",
    "flat": "x.ravel() is a tensor of all elements.",
    "item assignment": "x = xp.where(mask, value, x), of xp = ag.numpy, and "
    "x = ag.tensor_scatter_nd_update(x, [[i]], [value]) are new tensors.",
    "item deletion": "x = x[mask] is a new tensor, of the elements where it is true.",
    "itemset": "ag.tensor_scatter_nd_update returns a new tensor.",
    "partition": "x = np.sort(x) is a new tensor.",
    "put": "ag.tensor_scatter_nd_update returns a new tensor.",
    "resize": "x = np.reshape(x, shape) is a new tensor.",
    "sort": "x = np.sort(x) is a new tensor.",
    "view": "x.astype(dtype) converts the values.",
}


def refuse(name: str, value: Any) -> NoReturn:
    """Refuse what an array does in place.

    Raises:
        ImmutableTensorError: Always.
    """
    shown = "a variable" if not isinstance(value, Tensor) else f"{value.spec}"
    why = (
        "shares memory that can be written to"
        if name in ("flat", "view")
        else ("changes an array in place")
    )
    called = name if " " in name else f"`.{name}`"
    raise ImmutableTensorError(
        f"{called} {why}, and a tensor never changes; here it is asked of {shown}.",
        origin=capture_exact(2),
        hint=_HINTS[name],
    )


def _namespace(value: Any, api_version: str | None) -> Any:
    """Return the array API's namespace, which a higher layer registers.

    Raises:
        InvalidArgumentError: It does not follow such a version of the standard.
    """
    del value
    check_version(api_version)
    if not _NAMESPACE:
        raise ValueError("the array API's namespace is in autograph.numpy: import it")
    return _NAMESPACE[0]()


# Written by `register_namespace` only, while `autograph` is imported.
_NAMESPACE: Final[list[Callable[[], Any]]] = []


def register_namespace(find: Callable[[], Any]) -> None:
    """Say how the module of the array API is found; called while importing only."""
    _NAMESPACE[:] = [find]


register_handler("method", call)
register_handler("refused", refuse)
register_handler("namespace", _namespace)

__all__ = ["call", "refuse", "register_namespace"]
