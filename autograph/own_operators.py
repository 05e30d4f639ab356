"""Which operators the classes have that a function may use: `a + b` then calls Python.

What such a method decides on may be symbolic; so it is converted, and the operator is
sent through `ag__.binary`. Code around which no class has one keeps Python's operator,
which costs nothing: numbers, arrays and tensors need no more. If a class is missed, its
methods run as they stand, and refuse what they cannot decide.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType
from typing import Any, Final

from autograph.allowed import is_allowed, is_own
from autograph.syntax import Node, nodes

#: The special methods of operators between two values, without underscores.
BINARY: Final = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "matmul": "@",
    "truediv": "/",
    "mod": "%",
    "pow": "**",
    "lshift": "<<",
    "rshift": ">>",
    "or": "|",
    "xor": "^",
    "and": "&",
    "floordiv": "//",
}
#: Those of operators before one value.
UNARY: Final = {"neg": "-x", "pos": "+x", "invert": "~x"}
#: All symbols, by the names of the methods.
METHODS: Final = {
    f"__{prefix}{name}__": symbol
    for names, prefixes in ((BINARY, ("", "r", "i")), (UNARY, ("",)))
    for name, symbol in names.items()
    for prefix in prefixes
}
# By class. Written by `_of_class` only.
_FOUND: weakref.WeakKeyDictionary[type, frozenset[str]] = weakref.WeakKeyDictionary()


def symbols_of(function: FunctionType, written: Iterable[Node]) -> frozenset[str]:
    """Return the operators that classes have which a function can see.

    Those are the classes of its module's variables, of its closure and of modules that
    its own imports, and classes that it defines.

    Args:
        function: The function.
        written: All nodes of its tree.
    """
    if is_own(function):
        return frozenset(METHODS.values())
    found = {
        METHODS[node.name]
        for node in written
        if isinstance(node, nodes.FunctionDef) and node.name in METHODS
    }
    held = [*function.__globals__.values(), *_in_closure(function)]
    for cls in set(_classes(held)):
        found |= _of_class(cls)
    return frozenset(found)


def _in_closure(function: FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # without content yet
            continue


def _classes(values: Iterable[Any]) -> Iterator[type]:
    for value in values:
        if isinstance(value, ModuleType):
            if not is_allowed(value.__name__):
                held = list(vars(value).values())
                yield from (each for each in held if isinstance(each, type))
        else:
            yield value if isinstance(value, type) else type(value)


def _of_class(cls: type) -> frozenset[str]:
    found = _FOUND.get(cls)
    if found is None:
        found = _FOUND[cls] = frozenset(
            METHODS[name]
            # Classes that C has left unfinished have None.
            for base in type.__dict__["__mro__"].__get__(cls) or ()
            if not is_allowed(base.__module__)
            for name, method in base.__dict__.items()
            if name in METHODS and type(method) is FunctionType
        )
    return found
