"""What is traced: a Python function, as it was decorated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autograph.definitions import definition_of
from autograph.function.fallback import Fall, fall_of, falls
from autograph.function.inputs import Binder
from autograph.function.options import FunctionOptions
from autograph.policy import may_fall
from graph.origin import Origin


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A function with how it was decorated.

    Attributes:
        function: The function as it was written; bound, if it is a method.
        options: How it was decorated. Of targets with one function and one options
            object, calls in other traces share graphs.
        binder: Binds its arguments.
    """

    function: Callable[..., Any]
    options: FunctionOptions
    binder: Binder

    @property
    def name(self) -> str:
        """The function's name."""
        return self.binder.name

    @property
    def definition(self) -> Origin:
        """Where it is defined."""
        return definition_of(self.function, self.name)

    @property
    def parts(self) -> tuple[Any, ...]:
        """The function and the instance of a method; else the function alone."""
        names = ("__func__", "__self__")
        parts = [getattr(self.function, name, None) for name in names]
        return (self.function,) if None in parts else (*parts,)

    # -- Calls that run as plain Python

    def may_fall(self) -> bool:
        """Tell whether a call that is made now may run as plain Python."""
        return may_fall(self.options.python) and self.options.jit_compile is not True

    def is_to_fall(self, error: BaseException) -> bool:
        """Tell whether a call falls whose trace has ended with an exception."""
        return falls(error, is_converted=self.options.autograph)

    def fall_of(self, error: Exception) -> Fall:
        """Return why a call falls whose trace has ended with an exception."""
        return fall_of(error, self.name, self.definition)


__all__ = ["Target"]
