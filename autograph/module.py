"""`Module`: an object that knows the variables and the modules in its attributes."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from graph.errors import NameFormatError
from graph.name_scope import name_scope
from graph.origin import capture_exact
from graph.variable import Variable

F = TypeVar("F", bound=Callable[..., Any])


class Module:
    """A base class for what keeps variables.

        class Dense(ag.Module):
            def __init__(self, n_in, n_out):
                self.w = ag.Variable(ag.zeros([n_in, n_out]))

    Variables and modules are found in attributes, and in lists, tuples and dicts that
    attributes hold, however deep. Subclasses need not call `super().__init__()`.
    """

    @property
    def _is_frozen(self) -> bool:
        """Are its variables not to be trained, whatever they say themselves?"""
        return False

    def __init__(self, name: str | None = None) -> None:
        """Give the module a name.

        Args:
            name: A Python identifier; by default the name of the class in lower case,
                words parted by `_`.

        Raises:
            NameFormatError: It is no identifier.
        """
        if name is not None and not name.isidentifier():
            raise NameFormatError(
                f"{name!r} is not a valid module name.",
                origin=capture_exact(2),
                hint="Names of modules are Python identifiers, such as `my_layer`.",
            )
        self._name = name

    @property
    def name(self) -> str:
        """The name that was given, or one made of the name of the class."""
        name: str | None = getattr(self, "_name", None)
        return snake_case(type(self).__name__) if name is None else name

    @property
    def name_scope(self) -> AbstractContextManager[str]:
        """A context that puts the module's name before those made within it."""
        return name_scope(self.name)

    @classmethod
    def with_name_scope(cls, method: F) -> F:
        """Let a method run within `self.name_scope`; a decorator."""

        @functools.wraps(method)
        def call(self: Any, *args: Any, **kwargs: Any) -> Any:
            with self.name_scope:
                return method(self, *args, **kwargs)

        return call  # type: ignore[return-value]

    @property
    def variables(self) -> tuple[Variable, ...]:
        """The variables of the module, in the order of the names of its attributes.

        Those of its own come first, then those of its modules, of their modules, and
        so on; each once.
        """
        found: dict[int, Variable] = {}
        for module in (self, *self.submodules):
            for leaf in _leaves(module):
                if isinstance(leaf, Variable):
                    found.setdefault(id(leaf), leaf)
        return tuple(found.values())

    @property
    def trainable_variables(self) -> tuple[Variable, ...]:
        """Those of the variables that are trainable, and in no layer that is not."""
        frozen = self._frozen()
        return tuple(
            each for each in self.variables if each.trainable and id(each) not in frozen
        )

    @property
    def non_trainable_variables(self) -> tuple[Variable, ...]:
        """The other variables."""
        trainable = set(map(id, self.trainable_variables))
        return tuple(each for each in self.variables if id(each) not in trainable)

    def _frozen(self) -> set[int]:
        """Return the ids of the variables in layers that are not trainable."""
        return {
            id(variable)
            for module in (self, *self.submodules)
            if module._is_frozen
            for variable in module.variables
        }

    def functions_to_save(self) -> dict[str, Any]:
        """Return functions of `ag.function` that `saved_model.save` adds, by name.

        They are saved along with those that are attributes. One of the name `__call__`
        makes what is loaded callable.
        """
        return {}

    @property
    def submodules(self) -> tuple[Module, ...]:
        """The modules in this one, those in them after them, and so on; each once."""
        seen: dict[int, Module] = {id(self): self}
        todo: list[Module] = [self]
        for module in todo:
            for leaf in _leaves(module):
                if isinstance(leaf, Module) and id(leaf) not in seen:
                    seen[id(leaf)] = leaf
                    todo.append(leaf)
        return tuple(todo[1:])


def _leaves(module: Module) -> Iterator[Any]:
    """Yield what the attributes hold, in the order of their names."""
    seen: set[int] = set()
    attributes = dict(vars(module))
    for name in sorted(attributes):
        yield from parts_within(attributes[name], seen)


def parts_within(value: Any, seen: set[int]) -> Iterator[Any]:
    """Yield a value; of lists, tuples and dicts what they hold, however deep."""
    if not isinstance(value, (list, tuple, dict)):
        yield value
        return
    if id(value) in seen:  # it holds itself
        return
    seen.add(id(value))
    for part in value.values() if isinstance(value, dict) else value:
        yield from parts_within(part, seen)


def snake_case(name: str) -> str:
    """Return the name of a class in lower case, words parted by `_`."""
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name)
    return re.sub(r"([a-z\d])([A-Z])", r"\1_\2", words).lower()


__all__ = ["Module", "parts_within", "snake_case"]
