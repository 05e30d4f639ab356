"""What tensors and variables have of NumPy's arrays: protocols, methods, attributes.

Nothing is computed here: each hands over to the function of the same meaning in
`graph.numpy`, which is built of ops and imported when it is first needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable


class ArrayMethods:
    """The methods of NumPy's arrays, by NumPy's rules."""

    __slots__ = ()

    def __array_ufunc__(
        self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any
    ) -> Any:
        """Let NumPy's ufuncs apply the op of the same meaning."""
        return _handler("ufunc")(ufunc, method, inputs, kwargs)

    def __array_function__(
        self, function: Any, types: Any, args: Any, kwargs: Any
    ) -> Any:
        """Let NumPy's other functions do what `graph.numpy` has for them."""
        return _handler("function")(function, types, args, kwargs)

    def __array_namespace__(self, *, api_version: str | None = None) -> Any:
        """Return the namespace of the array API standard for such arrays."""
        return _handler("namespace")(api_version)

    @property
    def device(self) -> str:
        """Where the value is: there is one device, the CPU."""
        return "cpu"

    def to_device(self, device: Any, /, *, stream: Any = None) -> Any:
        """Return what is on the device: this itself, as there is one only.

        Raises:
            InvalidArgumentError: There is no such device.
        """
        del stream
        _handler("device")(device)
        return self


# Written once, by modules of `graph.numpy` while they are imported.
_HANDLERS: Final[dict[str, Callable[..., Any]]] = {}


def _handler(name: str) -> Callable[..., Any]:
    found = _HANDLERS.get(name)
    if found is None:
        import_module("graph.numpy")
        found = _HANDLERS[name]
    return found


def register_handler(name: str, function: Callable[..., Any]) -> None:
    """Say what a protocol of arrays does; called while importing only."""
    _HANDLERS[name] = function


__all__ = ["ArrayMethods", "register_handler"]
