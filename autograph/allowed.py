"""What is converted and what runs as it stands: the list.

Running as it stands is exact: a symbolic value that reaches unconverted control flow
is an error at the user's line, never a guess.
"""

from __future__ import annotations

import functools
import sys
import weakref
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, Final, TypeVar

from autograph.errors import OptionError
from graph.origin import capture_exact

F = TypeVar("F", bound=Callable[..., Any])

# Packages whose functions run as they stand: ours, Python's own, and NumPy with the
# tools around it, whose code decides on arrays and not on symbolic tensors.
AS_IS: Final = frozenset(
    {
        *sys.stdlib_module_names,
        "autograph",
        "executor",
        "graph",
        "numpy",
        "scipy",
        "pytest",
        "_pytest",
        "hypothesis",
        "coverage",
    }
) - {"__main__"}

_MARK: Final = "_ag_do_not_convert"
# What is told of a frame in an error. Written by `do_not_convert` only.
_MARKED: Final[weakref.WeakSet[CodeType]] = weakref.WeakSet()


def is_allowed(module: object) -> bool:
    """Do functions of this module run as they stand?

    What a class says of its module need not be a name.
    """
    return isinstance(module, str) and module.partition(".")[0] in AS_IS


# Functions of Python's library that are converted: they are written in Python, and do
# what they do by methods of the user's, or by lists and dicts that staged code changes.
_OPEN_MODULES: Final = frozenset({"collections.abc"})
# These call methods until one raises, and do not end where only the run knows when.
_ENDLESS: Final = frozenset({"MutableMapping.clear", "MutableSet.clear"})
_OPEN_NAMES: Final[dict[str, frozenset[str]]] = {
    "dataclasses": frozenset({
        "_asdict_inner", "_astuple_inner", "_is_dataclass_instance", "_replace",
        "asdict", "astuple", "fields", "is_dataclass", "replace",
    }),
    "collections": frozenset({"UserDict", "UserList", "UserString", "ChainMap"}),
    "functools": frozenset(
        f"_{made}_from_{given}"
        for made in ("lt", "le", "gt", "ge")
        for given in ("lt", "le", "gt", "ge")
    ),
}  # fmt: skip


def runs_as_it_stands(function: Any) -> bool:
    """Tell whether a function or class runs as it stands, by where it comes from."""
    module, qualname = function.__module__, function.__qualname__
    if not is_allowed(module):
        return False
    return qualname in _ENDLESS or not _is_open(module, qualname)


def is_passed_over(code: CodeType, module: str | None) -> bool:
    """Tell whether code of a module runs as it stands, and no other code of it not."""
    return is_allowed(module) and not _is_open(str(module), code.co_qualname)


def _is_open(module: str, qualname: str) -> bool:
    owner = qualname.partition(".")[0]
    return module in _OPEN_MODULES or owner in _OPEN_NAMES.get(module, ())


# Our own: never converted, even if asked for by name.
OWN: Final = frozenset({"autograph", "executor", "graph"})


def is_own(function: Any) -> bool:
    """Is the function part of this library?"""
    module = getattr(function, "__module__", None)
    return isinstance(module, str) and module.partition(".")[0] in OWN


def do_not_convert(function: F) -> F:
    """Mark a function: see `autograph.api.do_not_convert`."""
    if isinstance(function, FunctionType):
        # The code, because `functools.wraps` copies attributes to other functions.
        setattr(function, _MARK, function.__code__)
        _MARKED.discard(function.__code__)  # equal code, of a module loaded before
        _MARKED.add(function.__code__)
        return function
    if isinstance(function, type):
        setattr(function, _MARK, function)
        return function
    if isinstance(function, (staticmethod, classmethod)):
        do_not_convert(function.__func__)
        return function
    if not callable(function):
        raise OptionError(
            f"do_not_convert takes a function, not {function!r}.",
            origin=capture_exact(),
            hint="It marks functions, methods and classes whose code runs as it is.",
        )

    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    assigned = ("__doc__", "__name__", "__qualname__", "__module__")
    wrapped = functools.wraps(function, assigned=assigned, updated=())(call)
    return do_not_convert(wrapped)  # type: ignore[return-value]


def is_marked(code: CodeType) -> bool:
    """Was a function of this code marked by `do_not_convert`?"""
    return code in _MARKED


def is_unconverted(function: Any) -> bool:
    """Is the function or class marked by `do_not_convert`?"""
    if isinstance(function, FunctionType):
        return function.__dict__.get(_MARK) is function.__code__
    return isinstance(function, type) and vars(function).get(_MARK) is function
