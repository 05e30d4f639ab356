"""Compute the same with arrays, eager tensors, and in graphs, and compare."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag


@dataclass(frozen=True)
class Row:
    """A use of NumPy's functions, or of the library's.

    Attributes:
        call: What is computed, of arrays or of tensors.
        arrays: The arrays.
        needs: What must be known while tracing: nothing (``), the rank (`rank`), or
            the whole shape (`shape`).
        rounds: May the last bits differ, as another order of a sum makes them?
        truth: What gives the same of the arrays, if that is not the call.
    """

    call: Callable[..., Any]
    arrays: tuple[Any, ...]
    needs: str = ""
    rounds: bool = False
    truth: Callable[..., Any] | None = None


def read(path: Path) -> dict[str, Row]:
    """Return the rows of a file."""
    return rows_of(path.read_text("utf-8"))


def rows_of(table: str) -> dict[str, Row]:
    """Return the rows of a table by their texts.

    X = np.array([1.0, 2.0])         an array, or a value of another kind
    np.flip(X)                       a row: what is computed of tensors and arrays
    np.cov(X)  # rank rounds         another: what it needs, and that it rounds
    ag.reverse(X, [0])  ->  X[::-1]  another: of tensors, and what gives it of arrays
    """
    values: dict[str, Any] = {"np": np, "ag": ag}
    rows = {}
    for line in table.splitlines():
        text, _, notes = line.partition("  # ")
        name, _, value = text.partition(" = ")
        if name.isidentifier():
            with np.errstate(all="ignore"):
                values[name] = eval(value, values)
        elif text and text[0] != "#":
            call, _, truth = text.partition("  ->  ")
            used = {x.id for x in ast.walk(ast.parse(call)) if isinstance(x, ast.Name)}
            names = [x for x in values if x in used and type(values[x]) is np.ndarray]
            needs = [x for x in ("rank", "shape") if x in notes]
            rows[text] = Row(
                _function(call, values, names),
                tuple(values[x] for x in names),
                "".join(needs),
                "rounds" in notes,
                _function(truth, values, names) if truth else None,
            )
    return rows


def _function(text: str, values: dict[str, Any], names: list[str]) -> Any:
    """Return a function of what a row names, whose source can be found."""
    source = f"lambda {', '.join(names)}: {text}"
    linecache.cache[text] = (len(source), None, [source + "\n"], text)
    return eval(compile(source, text, "eval"), values)


def check(row: Row) -> None:
    """Compare the results of a row computed in every way."""
    with np.errstate(all="ignore"):
        expected = (row.truth or row.call)(*row.arrays)
        eager = row.call(*map(ag.constant, row.arrays))
        same(eager, expected, "eager", row.rounds)
        levels = ("shape", "rank", "")
        for known in levels[: levels.index(row.needs) + 1]:
            function = staged(row.call, [_spec(x, known) for x in row.arrays])
            found = function(*row.arrays)
            same(found, expected, f"{known or 'nothing'} known", row.rounds)
            same(found, eager, f"{known or 'nothing'} known, beside eager")
            _fits(function.get_concrete_function().graph.outputs, found)


def _spec(x: Any, known: str) -> ag.TensorSpec:
    shape = {"shape": x.shape, "rank": [None] * x.ndim, "": None}[known]
    return ag.TensorSpec(shape, ag.string if x.dtype == object else x.dtype)


def _fits(outputs: Any, found: Any) -> None:
    """Assert that what was known while tracing is true of results."""
    tensors = [x for x in ag.nest.flatten(found) if isinstance(x, ag.Tensor)]
    if len(outputs) == len(tensors):
        for output, tensor in zip(outputs, tensors, strict=True):
            assert output.spec.is_compatible_with(np.asarray(tensor))


def staged(call: Callable[..., Any], specs: Any = None) -> Any:
    """Return a decorated function that calls a function of any kind."""

    def function(*arrays: Any) -> Any:
        return call(*arrays)

    return ag.function(function, input_signature=specs, autograph=False)


def same(
    found: Any, expected: Any, way: str, rounds: bool = False, of_half: float = 1e-6
) -> None:
    """Compare results, in value and dtype, nested ones part by part."""
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected), way
        for one, other in zip(found, expected, strict=True):
            same(one, other, way, rounds, of_half)
        return
    if way == "eager" and isinstance(expected, bool):
        assert found is expected, "programs ask `is True`, too"
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype, f"{way}: {found.dtype}, not {expected.dtype}"
    assert found.shape == expected.shape, f"{way}: {found.shape}, not {expected.shape}"
    if rounds:
        kinds = {"d": 1e-12, "D": 1e-12, "e": of_half}
        tolerance = kinds.get(found.dtype.char, 1e-6)
        np.testing.assert_allclose(found, expected, tolerance, tolerance, err_msg=way)
    else:
        np.testing.assert_array_equal(found, expected, err_msg=way)


def gradient_of(function: Callable[..., Any]) -> Any:
    """Return a decorated function that gives the gradient of another one."""

    @ag.function
    def gradient(x: Any) -> Any:
        with ag.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x)

    return gradient


def slopes(function: Callable[..., Any], x: Any, step: float = 1e-6) -> Any:
    """Return central differences of a function that gives a number."""
    found = np.zeros(x.shape)
    for place in np.ndindex(*x.shape):
        moved = [x.copy(), x.copy()]
        moved[0][place] += step
        moved[1][place] -= step
        high, low = map(function, moved)
        found[place] = (float(high) - float(low)) / (2 * step)
    return found
