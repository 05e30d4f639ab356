"""`type(x)` in code that runs as it stands: no tensor can answer it as a number does.

`isinstance` asks a value for its class, which tells that of plain Python. `type` asks
Python itself, which names a tensor. Hence such code is refused what it asks that of.
"""

from __future__ import annotations

import builtins
import dis
import functools
from collections.abc import Iterable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any, Final, NoReturn

import numpy as np

from graph.errors import UnstagedOperationError
from graph.old_staging.storage import instance_dict
from graph.origin import capture_exact
from graph.tensor import _DISPATCH, SymbolicTensor

#: What code asks `type` of: names of variables, and None for anything else.
Asked = frozenset[str | None]

_ANYTHING: Final[Asked] = frozenset({None})
_MAX_DEPTH: Final = 3
# What is handed `type` as a class, and asks it of nothing.
_CHECKS: Final = frozenset({"isinstance", "issubclass"})


def check(
    code: CodeType, names: Mapping[str, Any], variables: Mapping[str, Any], *given: Any
) -> None:
    """Refuse code that would be told the class of a tensor.

    Args:
        code: Code of the user's that is to run as it stands.
        names: Its global variables.
        variables: Those of its own that are known already.
        *given: What else comes to it, as by `send`.

    Raises:
        UnstagedOperationError: It asks `type` of a number of the run, or may.
    """
    asked = _asked_of(code, names, _MAX_DEPTH)
    if not asked:
        return
    values: Iterable[Any] = (*variables.values(), *given)
    if None not in asked:
        values = [variables[x] for x in asked if x is not None and x in variables]
        if any(map(_differs, values)):
            _refuse(code)
    elif any(_holds(value, 0) for value in values):
        _refuse(code)


def _refuse(code: CodeType) -> NoReturn:
    raise UnstagedOperationError(
        f"{code.co_name}() runs as it stands, and may ask `type()` of a value that is "
        "known only when the graph runs: it would be told that of a tensor.",
        origin=capture_exact(2),
        hint="Ask isinstance(x, int), which tells the class that plain Python has.",
    )


def _asked_of(code: CodeType, names: Mapping[str, Any], depth: int) -> Asked:
    """Return what code asks `type` of, with the user's functions that it names."""
    own, called = _read(code)
    found = own if names.get("type", builtins.type) is builtins.type else frozenset()
    if depth and None not in found:
        for name in called:
            function = names.get(name)
            if type(function) is FunctionType and function.__globals__ is names:
                if _asked_of(function.__code__, names, depth - 1):
                    return _ANYTHING
    return found


@functools.lru_cache(maxsize=1024)
def _read(code: CodeType) -> tuple[Asked, tuple[str, ...]]:
    """Return what code asks `type` of, and the global names that it reads."""
    asked: set[str | None] = set()
    called: dict[str, None] = {}
    steps = [each for each in dis.get_instructions(code) if each.opname != "PRECALL"]
    stored = {str(s.argval) for s in steps if s.opname.startswith("STORE_")}
    checks = not _CHECKS.isdisjoint(code.co_names)
    for place, step in enumerate(steps):
        if step.opname not in ("LOAD_GLOBAL", "LOAD_NAME"):
            continue
        called[step.argval] = None
        if step.argval != "type":
            continue
        is_called = "NULL" in step.argrepr or step.opname == "LOAD_NAME"
        if not is_called:
            asked |= frozenset() if checks else _ANYTHING
            continue
        operand, call = (*steps[place + 1 : place + 3], step, step)[:2]
        is_known = operand.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) and (
            call.opname.startswith("CALL") and call.argval == 1
        )
        name = str(operand.argval)
        asked.add(name if is_known and name not in stored else None)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            inside, names = _read(inner)
            asked |= _ANYTHING if inside else frozenset()
            called.update(dict.fromkeys(names))
    return frozenset(asked), tuple(called)


def _differs(value: Any) -> bool:
    """Has a value a class in plain Python that is not a tensor's?"""
    if type(value) is not SymbolicTensor:
        return False
    dtype = value.spec.dtype
    if dtype.is_python:
        return True
    is_number = dtype.kind in "biufc"
    return is_number and _DISPATCH["assumed_kind"](value) in (np.generic, np.ndarray)


def _holds(value: Any, depth: int) -> bool:
    if type(value) is SymbolicTensor:
        return _differs(value)
    return depth < _MAX_DEPTH and any(_holds(x, depth + 1) for x in _parts(value))


def _parts(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple, set, frozenset)):
        yield from value
    elif isinstance(value, dict):
        yield from dict.values(value)
    yield from (instance_dict(value) or {}).values()


__all__ = ["check"]
