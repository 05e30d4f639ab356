"""The variables that a function uses: found, put back, compared."""

from __future__ import annotations

import types
from collections.abc import Iterator
from typing import Any, Final

from autograph.function.function import Function
from graph.value_operators import ValueOperators, value_of
from graph.variable import Variable

# So many objects are looked at; those that the function names come first.
_MAX_OBJECTS: Final = 10_000


def variables_of(function: Any, *arguments: Any) -> list[Variable]:
    """Return the variables that a function can reach, in the order they are found.

    Looked at are its arguments, its closure, the globals that it names, and from there
    containers, attributes of instances, and other functions.
    """
    found: list[Variable] = []
    seen: dict[int, Any] = {}
    todo = [*arguments, function]
    while todo and len(seen) < _MAX_OBJECTS:
        each = todo.pop(0)
        if id(each) in seen:
            continue
        seen[id(each)] = each
        if isinstance(each, Variable):
            found.append(each)
        else:
            todo += _parts(each)
    return found


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple, set, frozenset)):
        yield from value
    elif isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, Function):
        yield value.python_function
    elif isinstance(value, types.MethodType):
        yield from (value.__self__, value.__func__)
    elif isinstance(value, types.FunctionType):
        yield from _of_function(value)
    elif not isinstance(value, (type, types.ModuleType)):
        yield from getattr(value, "__dict__", {}).values()


def _of_function(function: types.FunctionType) -> Iterator[Any]:
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # it is empty
            continue
    todo = [function.__code__]
    while todo:
        code = todo.pop()
        for name in code.co_names:
            if name in function.__globals__:
                yield function.__globals__[name]
        todo += [x for x in code.co_consts if isinstance(x, types.CodeType)]


class Values:
    """What variables held at one time."""

    def __init__(self, variables: list[Variable]) -> None:
        self._pairs = [(each, each.value()) for each in variables]

    def put_back(self) -> None:
        """Let the variables hold that again."""
        for variable, value in self._pairs:
            variable.assign(value)

    def by_name(self) -> dict[str, Any]:
        """Return the values, numbered to tell variables of one name apart."""
        return {
            f"{number} {variable.name}": value
            for number, (variable, value) in enumerate(self._pairs)
        }


def settled(value: Any) -> Any:
    """Return a result with the values of variables in place of those."""
    if isinstance(value, ValueOperators):
        return value_of(value)
    if type(value) in (list, tuple):
        return type(value)(map(settled, value))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(settled, value))
    if type(value) is dict:
        return {key: settled(part) for key, part in value.items()}
    return value
