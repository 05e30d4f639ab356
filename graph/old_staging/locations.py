"""Places outside local variables that a staged block may write to.

Location    the content of a list, dict, set or array
Attribute   an attribute, where its object or class keeps it
Global      a global variable of a module
Cell        a variable that functions share with those inside them
Drawn       how far a generator of random numbers has come
Filled      the results that a function keeps
Progress    how far an iterator has come
"""

from __future__ import annotations

import random
import weakref
from collections.abc import Callable
from types import CellType
from typing import Any, Final

import numpy as np

from graph.building import PerTrace, per_trace
from graph.errors import SideEffectError
from graph.graph import Graph
from graph.old_staging.content_names import ContentName, with_article
from graph.old_staging.storage import (
    content_of,
    set_content,
    store,
    stored,
)
from graph.old_staging.variables import show_name
from graph.origin import capture_exact
from graph.partial import Maybe, Undefined
from graph.tensor import SymbolicTensor

Key = tuple[int, str]


class Location:
    """A place outside local variables that a block may write to: a whole content."""

    __slots__ = ("owner",)
    #: Is its value a copy of what the owner contains, and no object of the user's?
    is_content = True

    def __init__(self, owner: Any) -> None:
        """Name a place in `owner`, which stays alive as long as the journal."""
        self.owner = owner

    @property
    def key(self) -> Key:
        """Equal for the same place."""
        return (id(self.owner), "")

    @property
    def label(self) -> str:
        """How messages call it."""
        named = _NAMED.labels.get(id(self.owner))
        if named is not None and named[0]() is self.owner:
            return named[1]
        return ContentName.of(self.owner)

    def get(self) -> Any:
        """Return the value now, apart from later changes of the place."""
        return content_of(self.owner)

    def set(self, value: Any) -> None:
        """Put a value there.

        Raises:
            SideEffectError: It is an array of NumPy's, and cannot hold that.
        """
        if isinstance(self.owner, np.ndarray):
            if isinstance(value, SymbolicTensor) or value.shape != self.owner.shape:
                raise changed_in_place()
        set_content(self.owner, value)

    def restore(self, value: Any) -> None:
        """Put back the value of before a block."""
        self.set(value)

    def is_made_in(self, graph: Graph) -> bool:
        """Is it known to be of an object that a graph's block made?"""
        del graph
        return False


def changed_in_place() -> SideEffectError:
    """Return the error for an array of NumPy's that a staged block changes."""
    return SideEffectError(
        "a NumPy array is changed in place under a condition, or in a loop, that "
        "is known only when the graph runs.",
        origin=capture_exact(2),
        hint="Make it a tensor outside (ag.constant) and update it as a value.",
    )


class _Named(PerTrace):
    """What messages call containers that are none of the user's, by identity."""

    def __init__(self) -> None:
        self.labels: dict[int, tuple[weakref.ref[Any], str]] = {}


_NAMED: Final = per_trace(_Named())


def name_content(owner: Any, label: str) -> None:
    """Tell what messages are to call the content of a container."""
    _NAMED.labels[id(owner)] = weakref.ref(owner), label


class Attribute(Location):
    """An attribute, where it is stored: no property or `__setattr__` is asked."""

    __slots__ = ("name",)
    is_content = False

    def __init__(self, owner: Any, name: str) -> None:
        """Name the attribute `name` of `owner` itself, not that of its class."""
        super().__init__(owner)
        self.name = name

    @property
    def key(self) -> Key:
        return (id(self.owner), self.name)

    @property
    def label(self) -> str:
        return f"the attribute `{self.name}` of {_shown_owner(self.owner)}"

    def get(self) -> Any:
        return stored(self.owner, self.name)

    def set(self, value: Any) -> None:
        store(self.owner, self.name, value)


def _shown_owner(owner: Any) -> str:
    if isinstance(owner, type):
        return f"the class {owner.__name__}"
    return with_article(type(owner).__name__)


class Global(Location):
    """A global variable of a module, given by the module's dict."""

    __slots__ = ("name",)
    is_content = False

    def __init__(self, owner: dict[str, Any], name: str) -> None:
        """Name the global `name`."""
        super().__init__(owner)
        self.name = name

    @property
    def key(self) -> Key:
        return (id(self.owner), self.name)

    @property
    def label(self) -> str:
        return f"the global `{self.name}`"

    def get(self) -> Any:
        return self.owner.get(self.name, Undefined(self.name))

    def set(self, value: Any) -> None:
        if not isinstance(value, Undefined):
            self.owner[self.name] = value
        else:
            self.owner.pop(self.name, None)


class _Empty(Undefined):
    """The value of a cell without content."""

    __slots__ = ()


class Cell(Location):
    """A variable of a function, as the functions inside it share it."""

    __slots__ = ("name",)
    is_content = False

    def __init__(self, owner: CellType, name: str) -> None:
        """Name the variable `name`, which is held in a cell."""
        super().__init__(owner)
        self.name = name

    @property
    def label(self) -> str:
        return show_name(self.name)

    def get(self) -> Any:
        try:
            return self.owner.cell_contents
        except ValueError:
            return _Empty(self.name)

    def set(self, value: Any) -> None:
        # Its error names the variable as Python does; what is put back stays itself.
        if type(value) is Maybe and value.name != self.name:
            value = Maybe.build((self.name,), value.value, value.flag)
        if type(value) is Undefined and value.name != self.name:
            value = Undefined(self.name)
        if not isinstance(value, _Empty):
            self.owner.cell_contents = value
        elif not isinstance(self.get(), _Empty):
            del self.owner.cell_contents


class Drawn(Location):
    """How far a generator of random numbers has come, of NumPy's or of Python's."""

    __slots__ = ()

    @property
    def key(self) -> Key:
        return (id(self.owner), "drawn")

    def get(self) -> Any:
        if isinstance(self.owner, random.Random):
            return self.owner.getstate()
        if isinstance(self.owner, np.random.RandomState):
            return self.owner.get_state(legacy=False)
        return self.owner.bit_generator.state

    def set(self, value: Any) -> None:
        if isinstance(self.owner, random.Random):
            self.owner.setstate(value)
        elif isinstance(self.owner, np.random.RandomState):
            self.owner.set_state(value)
        else:
            self.owner.bit_generator.state = value


class Filled(Location):
    """The results that a function keeps, by `functools.cache` and its kin."""

    __slots__ = ()

    @property
    def key(self) -> Key:
        return (id(self.owner), "filled")

    def get(self) -> Any:
        return self.owner.cache_info()

    def set(self, value: Any) -> None:
        """Empty it if it was; what was kept before could not be put back."""
        if not value.currsize:
            self.owner.cache_clear()


class Progress(Location):
    """How far an iterator has come: seen, but nothing that could be put back."""

    __slots__ = ("measure",)

    def __init__(self, owner: Any, measure: Callable[[Any], Any]) -> None:
        """Name the progress of `owner`, as `measure` tells it."""
        super().__init__(owner)
        self.measure = measure

    def get(self) -> Any:
        return self.measure(self.owner)

    def set(self, value: Any) -> None:
        del value


__all__ = [
    "Attribute",
    "Cell",
    "Drawn",
    "Filled",
    "Global",
    "Key",
    "Location",
    "Progress",
    "changed_in_place",
    "with_article",
]
