"""Make the page of the functions of NumPy and of the array API standard.

The ops are those in the graphs of the conformance tests' calls.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

import autograph as ag
import autograph.numpy as xp
from graph.numpy import registry
from tests.conformance.array_api import (
    test_elementwise,
    test_extensions,
    test_sets,
    test_values,
)
from tests.conformance.array_api.standard import signatures

# Nodes for inputs, not for computations.
_GIVEN: Final = frozenset({"const", "input", "placeholder", "capture"})
_KNOWN: Final = {"": "", "rank": "the rank", "shape": "the lengths"}
_KNOWN_AT_ONCE: Final = "none: known while tracing"
_OWN: Final = "the op of the same name"
_MADE: Final = {"from_dlpack": "none: it creates a tensor from another library's array"}


HEAD: Final = """\
# NumPy's functions, and the array API standard

These NumPy functions accept tensors, and are staged. [NumPy code](../how_to/numpy.md)
explains how to use them.

"""
STANDARD: Final = """

## The array API standard

`ag.numpy` is the namespace of the array API standard, version 2024.12. Tensors return
it from `__array_namespace__`. The table has its functions, the ops that each one adds
to a graph, and what must be known of the arguments' shapes while tracing.

"""


def numpy_page() -> str:
    """Return the page."""
    return HEAD + numpys_functions() + STANDARD + standard_table() + "\n"


def standard_table() -> str:
    """Return the table of the standard's functions."""
    lines = [
        "| Function | Ops of its graph | Must be known while tracing |",
        "|---|---|---|",
    ]
    rows = {name: _line(name) for name in signatures()}
    # Functions with the same short entry share a line.
    for line in (_OWN, _KNOWN_AT_ONCE):
        names = [name for name, found in rows.items() if found == (line, "")]
        lines.append(f"| {', '.join(f'`{name}`' for name in names)} | {line} | |")
    for name, (ops, needs) in rows.items():
        if (ops, needs) not in ((_OWN, ""), (_KNOWN_AT_ONCE, "")):
            lines.append(f"| `{name}` | {ops} | {needs} |")
    return "\n".join(lines)


def _line(name: str) -> tuple[str, str]:
    calls = list(_calls(name))
    if not calls:
        return _MADE.get(name, _KNOWN_AT_ONCE), ""
    ops: dict[str, None] = {}
    for call, arrays, _ in calls[:1]:
        ops.update(dict.fromkeys(_ops_of(call, arrays)))
    strictest = max((needs for *_, needs in calls), key=list(_KNOWN).index)
    shown = ", ".join(f"`{op}`" for op in ops) or "constants"
    if list(ops) == [name.rpartition(".")[2]]:
        shown = _OWN
    return shown, _KNOWN[strictest]


def _calls(name: str) -> Iterator[tuple[Any, list[Any], str]]:
    """Yield calls of a function in tests, with arrays and what must be known."""
    module, _, own = name.rpartition(".")
    if own in test_elementwise.ONE or own in test_elementwise.TWO:
        kinds = {**test_elementwise.ONE, **test_elementwise.TWO}
        given = test_elementwise.of_kind(kinds[own])[-1:]
        given *= 2 if own in test_elementwise.TWO else 1
        yield (lambda space, *arrays: getattr(space, own)(*arrays)), given, ""
    tables: dict[str, dict[str, Any]] = {
        "": test_values.ROWS,
        "linalg": test_extensions.ROWS,
        "fft": test_extensions.TRANSFORMS,
    }
    for title, row in tables[module].items():
        call, *arrays = row
        options = arrays.pop() if arrays and isinstance(arrays[-1], dict) else {}
        if re.match(rf"{own}(?!\w)", title):
            yield _inside(module, call), arrays, options.get("needs", "")
    if own.startswith("unique_"):
        yield (lambda space, x: getattr(space, own)(x)), [test_sets.X], ""


def _inside(module: str, call: Any) -> Any:
    """Return a call that takes the namespace, and not one of its modules."""
    if not module:
        return call
    return lambda space, *arrays: call(getattr(space, module), *arrays)


def _ops_of(call: Any, arrays: list[Any]) -> list[str]:
    specs = [ag.TensorSpec([None] * x.ndim, x.dtype) for x in arrays]

    def function(*given: Any) -> Any:
        return call(xp, *given)

    try:
        found = ag.function(function, input_signature=specs, autograph=False)
        graph = found.get_concrete_function().graph
    except (ag.errors.ShapeError, ag.errors.DTypeError):  # lengths must be known
        found = ag.function(function, autograph=False)
        graph = found.get_concrete_function(*map(ag.constant, arrays)).graph
    return [node.op.name for node in graph.nodes if node.op.name not in _GIVEN]


def numpys_functions() -> str:
    """Return the names of the NumPy functions that return tensors, by module."""
    names = sorted(
        registry.name_of(function)
        for function in registry.FUNCTIONS
        if not isinstance(function, np.ufunc)
    )
    lines = []
    for module in ("numpy", "numpy.linalg", "numpy.fft"):
        own = [
            name.rpartition(".")[2]
            for name in names
            if name.rpartition(".")[0] == module
        ]
        lines.append(f"- `{module}`: {', '.join(f'`{name}`' for name in own)}.")
    return "\n".join(lines)


__all__ = ["numpy_page"]
