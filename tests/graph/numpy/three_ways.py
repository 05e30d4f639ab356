"""Compute the same with arrays, eager tensors, and in graphs, and compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import autograph as ag


@dataclass(frozen=True)
class Row:
    """A use of NumPy's functions.

    Attributes:
        call: What is computed, of arrays or of tensors.
        arrays: The arrays.
        needs: What must be known while tracing: nothing (``), the rank (`rank`), or
            the whole shape (`shape`).
        rounds: May the last bits differ, as another order of a sum makes them?
    """

    call: Callable[..., Any]
    arrays: tuple[Any, ...]
    needs: str = ""
    rounds: bool = False


def signatures(row: Row) -> list[tuple[str, list[ag.TensorSpec]]]:
    """Return what may be known of the arrays while tracing, each with a name."""
    found = [("shape", [ag.TensorSpec(x.shape, x.dtype) for x in row.arrays])]
    if row.needs != "shape":
        found.append(
            ("rank", [ag.TensorSpec([None] * x.ndim, x.dtype) for x in row.arrays])
        )
    if not row.needs:
        found.append(("nothing", [ag.TensorSpec(None, x.dtype) for x in row.arrays]))
    return found


def check(row: Row) -> None:
    """Compare the results of a row computed in every way."""
    with np.errstate(all="ignore"):
        expected = row.call(*row.arrays)
        same(row.call(*map(ag.constant, row.arrays)), expected, "eager", row.rounds)
        for known, specs in signatures(row):
            found = staged(row.call, specs)(*row.arrays)
            same(found, expected, f"{known} known", row.rounds)


def staged(call: Callable[..., Any], specs: Any = None) -> Any:
    """Return a decorated function that calls a function of any kind."""

    def function(*arrays: Any) -> Any:
        return call(*arrays)

    return ag.function(function, input_signature=specs, autograph=False)


def same(found: Any, expected: Any, way: str, rounds: bool = False) -> None:
    """Compare results, in value and dtype, nested ones part by part."""
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected), way
        for one, other in zip(found, expected, strict=True):
            same(one, other, way, rounds)
        return
    if way == "eager" and isinstance(expected, bool):
        assert found is expected, "programs ask `is True`, too"
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype, f"{way}: {found.dtype}, not {expected.dtype}"
    assert found.shape == expected.shape, f"{way}: {found.shape}, not {expected.shape}"
    if rounds:
        np.testing.assert_allclose(found, expected, 1e-5, 1e-6, err_msg=way)
    else:
        np.testing.assert_array_equal(found, expected, err_msg=way)
