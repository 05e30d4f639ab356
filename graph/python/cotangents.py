"""Cotangents by leaf, when a program runs: what comes back to what objects hold.

A scalar, or what stands for a tensor, is known by its identity; an array by its memory:
a view's cotangent is the same part of that of the memory's owner.
"""

from __future__ import annotations

import builtins
import collections
from types import CellType, MemberDescriptorType
from typing import Any, Final

import numpy as np

from graph import errors
from graph.errors import AutographError, GradientError, InvalidArgumentError
from graph.tensor import EagerTensor


def fresh(value: Any) -> Any:
    """Return a value as an object of its own, which has its own cotangent."""
    if type(value) is np.ndarray:
        return value.copy()
    return type(value)(value)


def load(leaf: Any) -> Any:
    """Return what a leaf holds: of an array without dimensions the scalar."""
    return leaf[()] if type(leaf) is np.ndarray and leaf.ndim == 0 else leaf


def stacked(
    items: tuple[Any, ...], dtype: Any, error: tuple[str, ...] | None = None
) -> Any:
    """Return items as one array.

    Args:
        items: The items.
        dtype: That of the array.
        error: What is raised where there are none: the name of a class of ours or of
            Python's, the message, and a hint; None for nothing.

    Raises:
        InvalidArgumentError: They have different shapes.
    """
    if error is not None and not items:
        raise _made(*error)
    if len({np.shape(x) for x in items}) > 1:
        shapes = " and ".join(map(str, dict.fromkeys(np.shape(x) for x in items)))
        raise InvalidArgumentError(
            f"a list of tensors of the shapes {shapes} makes no tensor."
        )
    if np.dtype(dtype).kind == "O":  # text is kept as bytes
        items = tuple(x.encode() if isinstance(x, str) else x for x in items)
    return np.array(items, dtype)


def is_refusal(error: tuple[str, str, str]) -> bool:
    """Tell whether an error that was kept as data is one that Python does not raise."""
    cls = getattr(errors, error[0], None)
    return isinstance(cls, type) and issubclass(cls, errors.StagingError)


def _made(name: str, message: str, hint: str) -> Exception:
    """Return an error that was kept as data."""
    cls = getattr(errors, name, None) or getattr(builtins, name, None)
    if not (isinstance(cls, type) and issubclass(cls, Exception)):
        return ValueError(message)
    return cls(message, hint=hint) if issubclass(cls, AutographError) else cls(message)


def rows(items: Any) -> Any:
    """Return what is iterated over: of an array views, which have a memory."""
    if type(items) is np.ndarray and items.ndim == 1:
        return [items[i, ...] for i in range(len(items))]
    return items


def not_array(items: Any) -> Any:
    """Return what Python takes the items of.

    Raises:
        GradientError: It is an array, whose items are copies.
    """
    if type(items) is np.ndarray and items.dtype.kind in "fc":
        raise GradientError(
            "the gradient flows through items of an array that is written in place, "
            "which Python takes out of it when the graph runs.",
            hint="Index the array, or use ag.stop_gradient.",
        )
    return items


def set_leaf(target: Any, key: Any, value: Any) -> Any:
    """Do `target[key] = value`, and return the leaf that the value has become."""
    if type(target) is np.ndarray:
        target[key] = value
        return value
    leaf = fresh(value)
    target[key] = rows(leaf) if type(key) is slice else leaf
    return leaf


def load_item(target: Any, key: Any, leaf: Any) -> Any:
    """Return what was found as `target[key]`, as it is now."""
    del key
    is_memory = type(target) is np.ndarray and type(leaf) is np.ndarray
    return leaf.copy() if is_memory else load(leaf)


def builtin(target: Any, name: str) -> Any:
    """Return an object whose method is one of Python's, which moves what it holds.

    Raises:
        GradientError: The method is the user's code, or code of a library.
    """
    kind = type(target)
    known = _BUILTIN.get((kind, name))
    if known is None:
        known = _BUILTIN[kind, name] = _is_builtin(kind, name)
    if not known:
        raise GradientError(
            f"the gradient flows through {name} of a {kind.__name__}, which Python "
            "runs when the graph runs.",
            hint="Use ag.stop_gradient where it is to count as a constant.",
        )
    return target


# (class, name of a method) -> is it one of Python's? Classes of programs are few.
_BUILTIN: dict[tuple[type, str], bool] = {}
_CONTAINERS: Final[tuple[type, ...]] = (
    *(list, tuple, dict, set, frozenset, range, str, bytes, np.ndarray),
    *(collections.deque, CellType, type(iter([])), type(iter(())), type(iter({}))),
    *(type({}.keys()), type({}.values()), type({}.items()), enumerate, zip, reversed),
    *(type(iter({}.values())), type(iter({}.items())), type(iter(set()))),
    *(type(reversed([])), type(iter(range(0))), type(iter(collections.deque()))),
)


def _is_builtin(kind: type, name: str) -> bool:
    owner = next((each for each in kind.__mro__ if name in vars(each)), None)
    return owner in (None, object, collections.OrderedDict, *_CONTAINERS)


def attribute(target: Any, name: str) -> Any:
    """Return an object one of whose attributes is stored, and not computed.

    Raises:
        GradientError: It is a property, or the like.
    """
    if type(target) in _STORED:
        return target
    builtin(builtin(target, "__getattribute__"), "__setattr__")
    held = getattr(type(target), name, None)
    if type(held) is MemberDescriptorType or not hasattr(type(held), "__set__"):
        return target
    raise GradientError(
        f"the gradient flows through the attribute {name} of a "
        f"{type(target).__name__}, which Python computes when the graph runs.",
        hint="Use ag.stop_gradient where it is to count as a constant.",
    )


_STORED: Final = (np.ndarray, CellType)


def _is_differentiable(value: Any) -> bool:
    return type(value) is np.ndarray and value.dtype.kind in "fc"


def only_moved(value: Any) -> Any:
    """Return what Python made of objects.

    Raises:
        GradientError: It computed a number.
    """
    if isinstance(value, (EagerTensor, np.ndarray, np.inexact)):
        raise GradientError(
            "the gradient flows through a number that Python computes when the graph "
            "runs.",
            hint="Use ag.stop_gradient where it is to count as a constant.",
        )
    return value


def _owner(array: Any) -> Any:
    while type(array.base) is np.ndarray:
        array = array.base
    return array


class Cotangents:
    """What has come back to the leaves so far.

    A place is a leaf; or `(x, key, leaf)`, which is `x[key]` if `x` is an array, and
    the leaf otherwise.
    """

    __slots__ = ("_held", "_tables")

    def __init__(self) -> None:
        """Begin without any."""
        # id -> [the leaf, kept alive, its cotangent]; of the owner of a memory also
        # the flat buffer of that.
        self._held: dict[int, list[Any]] = {}
        self._tables: dict[int, tuple[Any, Cotangents]] = {}

    def of(self, table: Cotangents) -> Cotangents:
        """Return the cotangents of the cotangents in a table."""
        known = self._tables.get(id(table))
        if known is None:
            known = self._tables[id(table)] = table, Cotangents()
        return known[1]

    def _memory(self, array: Any) -> Any:
        """Return the cotangent of an array, which may be written to."""
        owner = _owner(array)
        held = self._held.get(id(owner))
        if held is None:
            flat = np.zeros(owner.size, owner.dtype)
            whole = np.ndarray(owner.shape, owner.dtype, flat, 0, owner.strides)
            held = self._held[id(owner)] = [owner, whole, flat]
        if array is owner:
            return held[1]
        start = owner.__array_interface__["data"][0]
        offset = array.__array_interface__["data"][0] - start
        return np.ndarray(array.shape, array.dtype, held[2], offset, array.strides)

    def add(self, leaf: Any, dy: Any) -> None:
        """Let a cotangent come back to a leaf."""
        if type(leaf) is np.ndarray:
            memory = self._memory(leaf)
            for axis, (step, n) in enumerate(
                zip(memory.strides, leaf.shape, strict=True)
            ):
                if step == 0 and n > 1:
                    dy = np.broadcast_to(dy, leaf.shape).sum(axis, keepdims=True)
                    memory = memory[(slice(None),) * axis + (slice(1),)]
            memory += dy
            return
        held = self._held.get(id(leaf))
        if held is None:
            self._held[id(leaf)] = [leaf, dy]
        else:
            held[1] = held[1] + dy

    def take(self, leaf: Any) -> Any:
        """Return the cotangent of a leaf, and let it be zero from now on."""
        if type(leaf) is np.ndarray:
            if leaf.base is None:
                held = self._held.pop(id(leaf), None)
                return np.zeros_like(leaf) if held is None else held[1]
            memory = self._memory(leaf)
            found = memory.copy()
            memory[...] = 0
            return found
        held = self._held.pop(id(leaf), None)
        return _zero(leaf) if held is None else held[1]

    def read(self, leaf: Any) -> Any:
        """Return the cotangent of a leaf."""
        if type(leaf) is np.ndarray:
            return self._memory(leaf).copy()
        held = self._held.get(id(leaf))
        return _zero(leaf) if held is None else held[1]

    def put(self, leaf: Any, dy: Any) -> None:
        """Let the cotangent of a leaf be this one."""
        if type(leaf) is np.ndarray:
            self._memory(leaf)[...] = dy
        else:
            self._held[id(leaf)] = [leaf, dy]

    def add_each(self, leaves: tuple[Any, ...], dy: Any) -> None:
        """Let rows of a cotangent come back to leaves."""
        for leaf, row in zip(leaves, dy, strict=True):
            self.add(leaf, row)

    def read_each(self, leaves: tuple[Any, ...]) -> Any:
        """Return the cotangents of leaves as rows."""
        return np.array([self.read(leaf) for leaf in leaves])

    # By item.

    def add_item(self, target: Any, key: Any, leaf: Any, dy: Any) -> None:
        """Let a cotangent come back to an item."""
        if type(target) is not np.ndarray:
            self.add(leaf, dy)
        elif _is_copy(leaf, target):
            np.add.at(self._memory(target), key, dy)  # indices may repeat
        else:
            self._memory(target)[key] += dy

    def take_item(self, target: Any, key: Any, leaf: Any) -> Any:
        """Return the cotangent of an item, and let it be zero from now on."""
        if type(target) is not np.ndarray:
            return self.take(leaf)
        memory = self._memory(target)
        found = _like(_last(memory, key), leaf)
        memory[key] = 0
        return found

    def read_item(self, target: Any, key: Any, leaf: Any) -> Any:
        """Return the cotangent of an item."""
        if type(target) is not np.ndarray:
            return self.read(leaf)
        return _like(self._memory(target)[key], leaf)

    def put_item(self, target: Any, key: Any, leaf: Any, dy: Any) -> None:
        """Let the cotangent of an item be this one."""
        if type(target) is not np.ndarray:
            self.put(leaf, dy)
        else:
            self._memory(target)[key] = dy

    # Of `found = target[key]`, which of an array is a copy for some keys.

    def part_back(self, target: Any, key: Any, found: Any) -> None:
        """Let what has come back to a copy of a part come back to the part."""
        if _is_copy(found, target):
            np.add.at(self._memory(target), key, self.take(found))

    def part(self, target: Any, key: Any, found: Any) -> None:
        """Let the cotangent of a copy of a part be that of the part."""
        if _is_copy(found, target):
            self.put(found, self._memory(target)[key])

    # Of `target[key] = source`, from array to array.

    def copy_back(self, target: Any, key: Any, source: Any) -> None:
        """Let the cotangent of an item come back to what was copied there."""
        if not _is_differentiable(target):
            return
        if _is_differentiable(source):
            dy = self.take_item(target, key, source)
            self.add(source, dy)
            return
        if type(source) is not np.ndarray:
            only_moved(source)
        self._memory(target)[key] = 0  # what was there is overwritten

    def copy(self, target: Any, key: Any, source: Any) -> None:
        """Let the cotangent of an item be that of what was copied there."""
        if _is_differentiable(target):
            found = self.read(source) if _is_differentiable(source) else 0
            self._memory(target)[key] = found


def _is_copy(found: Any, target: Any) -> bool:
    is_array = type(found) is np.ndarray and type(target) is np.ndarray
    return is_array and _owner(found) is not _owner(target)


def _last(memory: Any, key: Any) -> Any:
    """Return `memory[key]`, zero where a later index of the key is the same."""
    found = memory[key]
    if type(found) is not np.ndarray or _owner(found) is _owner(memory):
        return found
    places = np.arange(memory.size).reshape(memory.shape)[key]
    last = np.zeros(places.size, bool)
    order = np.unique(places.ravel()[::-1], return_index=True)[1]
    last[places.size - 1 - order] = True
    return np.where(last.reshape(places.shape), found, 0)


def _zero(leaf: Any) -> Any:
    if isinstance(leaf, EagerTensor):
        return np.zeros_like(leaf._value)
    return type(leaf)(0)


def _like(found: Any, leaf: Any) -> Any:
    """Return a copy of a cotangent, summed to the shape of what was repeated."""
    if type(leaf) is not np.ndarray:
        if type(found) is type(leaf):
            return found
        return leaf.dtype.type(np.sum(found))
    if found.shape == leaf.shape:
        return found.astype(leaf.dtype)
    extra = tuple(range(found.ndim - leaf.ndim))
    found = found.sum(extra) if extra else found
    axes = tuple(
        i
        for i, (m, n) in enumerate(zip(found.shape, leaf.shape, strict=True))
        if m != n
    )
    found = found.sum(axes, keepdims=True) if axes else found
    return found.astype(leaf.dtype)
