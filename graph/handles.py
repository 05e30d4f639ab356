"""Handles: what graphs hold of variables.

A variable owns its handle, and graphs hold handles as attributes of nodes: a graph
keeps no variable alive. When the variable dies its handle is emptied, and reading it
is an error from then on.

The value is an array that is replaced and never written to, so that readers need no
lock, keep what they have read, and a run that fails leaves nothing half-written.
"""

from __future__ import annotations

import contextlib
import itertools
import weakref
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graph import shapes
from graph.errors import DTypeError, FailedPreconditionError, ShapeError
from graph.locks import Lock
from graph.specs import TensorSpec, spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Numbers the resources. Written by `Handle` only.
_SERIAL: Final[Iterator[int]] = itertools.count(1)


class Handle:
    """The storage of one variable.

    Attributes:
        name: The variable's name, without `:0`.
        spec: The dtype, and the shape that every value has.
        serial: A number of its own.
        resource: What ops that use it have as their effect; unique.
        value: The array, or NumPy scalar. Reading it raises FailedPreconditionError
            when it is gone.
    """

    __slots__ = ("__weakref__", "_dtype", "_first", "_is_deleted", "_owner",
                 "_plain_types", "_shape", "_update_lock", "name", "resource", "serial",
                 "spec", "value")  # fmt: skip

    value: Any

    def __init__(self, name: str, spec: TensorSpec, value: Any) -> None:
        """Make a handle that holds `value`, an array that nobody writes to."""
        self.name = name
        self.spec = spec
        self.serial = next(_SERIAL)
        self.resource = f"variable:{name}#{self.serial}"
        self._shape, self._dtype = spec.shape, spec.dtype.numpy
        # What kernels give for values: arrays, and scalars of NumPy's.
        self._plain_types = (np.ndarray, self._dtype.type)
        self.value = value
        self._is_deleted = False
        self._first: Callable[[], Any] | None = None
        self._owner: weakref.ref[Any] | None = None
        # Guards replacing the value, together with what the new one is made of.
        self._update_lock = Lock()

    def __getattr__(self, name: str) -> Any:
        # Python comes here for `value` when its slot is empty.
        if name != "value":
            raise AttributeError(f"'Handle' object has no attribute {name!r}")
        first = self._first
        if first is not None and not self._is_deleted:
            self.value = found = first()
            self._first = None  # it keeps what the handle was made with
            return found
        with contextlib.suppress(AttributeError):  # another thread was faster
            return object.__getattribute__(self, name)
        raise FailedPreconditionError(
            f"Could not find variable {self.name}. This could mean that the variable "
            "has been deleted.",
            hint="A graph does not keep the variables that it uses alive: keep a "
            "reference to each, as in an attribute of a model.",
        )

    def defer(self, find: Callable[[Any], Any]) -> None:
        """Let the value of a new handle be found out when it is first read.

        Args:
            find: Returns it, given the one that the handle was made with. It may ask
                for the handle's variable, which has its place in a module by then.
        """
        before = self._first
        if before is None:
            made = self.value
            self._first = lambda: find(made)
            del self.value
        else:  # somebody else waits as well
            self._first = lambda: find(before())

    def assign(self, value: Any) -> Any:
        """Replace the value; return the new one."""
        # Half a microsecond: most of what a graph pays for a small variable.
        if type(value) not in self._plain_types:
            value = self._as_array(value)
        if value.dtype is not self._dtype or value.shape != self._shape:
            value = _checked(value, self)
        with self._update_lock():
            self._store(value)
        return value

    def update(self, change: Callable[[Any, Any], Any], operand: Any) -> Any:
        """Replace the value by `change(value, operand)`, as one step for all threads.

        Returns:
            The new value.
        """
        with self._update_lock():
            value = change(self.value, operand)
            if type(value) not in self._plain_types:
                value = self._as_array(value)
            if value.dtype is not self._dtype or value.shape != self._shape:
                value = _checked(value, self)
            self._store(value)
        return value

    def _as_array(self, value: Any) -> Any:
        # NumPy would make text of a fixed width of bytes.
        is_text = self._dtype.hasobject
        return np.array(value, object) if is_text else np.asarray(value)

    def _store(self, value: Any) -> None:
        if self._is_deleted:
            self.value  # noqa: B018  # raises
        self.value = value
        if self._is_deleted:  # meanwhile: the collector may run anywhere
            del self.value

    @property
    def owner(self) -> Any:
        """The variable; None when it is gone."""
        return None if self._owner is None else self._owner()

    def belong_to(self, variable: Any) -> None:
        """Let the handle be that of a variable: it is emptied when that dies."""
        self._owner = weakref.ref(variable)
        weakref.finalize(variable, self.delete).atexit = False

    def delete(self) -> None:
        """Drop the value: the variable is gone.

        Takes no lock, as it may be called by the garbage collector in a thread that
        holds it.
        """
        self._is_deleted = True
        with contextlib.suppress(AttributeError):  # it is gone already
            del self.value

    @property
    def shown(self) -> str:
        """How the variable is shown, without its value and the closing bracket."""
        shape = self.spec.shape
        text = "<unknown>" if shape is None else str(shape)
        return f"<ag.Variable '{self.name}:0' shape={text} dtype={self.spec.dtype.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy what it holds; the copy is another resource."""
        return (Handle, (self.name, self.spec, self.value))

    def __deepcopy__(self, memo: Any) -> Handle:
        """Return the handle itself: copies of graphs use the same variables."""
        return self

    def __repr__(self) -> str:
        """Return how printed graphs call it."""
        return f"<variable {self.name}>"


def _checked(value: Any, handle: Handle) -> Any:
    """Return a new value that does not look like those before.

    Raises:
        ShapeError: Its shape is not that of the variable.
        DTypeError: Its dtype is not.
    """
    if not shapes.covers(handle.spec.shape, value.shape):
        raise wrong_shape(handle, value.shape)
    if value.dtype != handle.spec.dtype.numpy:
        raise wrong_dtype(handle, spec_of(value))
    return value


def wrong_shape(handle: Handle, shape: shapes.Shape) -> ShapeError:
    """Return the error about a value of another shape."""
    return ShapeError(
        f"the variable {handle.name!r} has shape {shapes.show(handle.spec.shape)} and "
        f"cannot take a value of shape {shapes.show(shape)}.",
        hint="A variable keeps its shape. Reshape the value, or make the variable "
        "with shape=None, or with None for dimensions that may change.",
    )


def wrong_dtype(handle: Handle, spec: TensorSpec) -> DTypeError:
    """Return the error about a value of another dtype."""
    dtype = handle.spec.dtype
    return DTypeError(
        f"the variable {handle.name!r} holds {dtype} and cannot take a value of dtype "
        f"{spec.dtype}.",
        hint=f"A variable keeps its dtype. Convert the value: "
        f"ag.cast(value, {dtype!r}).",
    )
