"""Compute the same by NumPy, on eager tensors, and in graphs, and compare."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import autograph as ag
import autograph.numpy as xp


def check(
    call: Callable[..., Any],
    *arrays: Any,
    needs: str = "",
    expected: Any = None,
    rtol: float = 0.0,
) -> None:
    """Compare `call(namespace, *arrays)` with what NumPy gives for the arrays.

    Args:
        call: What is computed.
        arrays: NumPy's arrays, which become tensors.
        needs: What must be known of shapes while tracing: nothing, `rank` or `shape`.
        expected: What is expected, when NumPy has not all of the standard.
        rtol: How much results may differ.
    """
    with np.errstate(all="ignore"):
        truth = call(np, *arrays) if expected is None else expected
        tensors = [ag.constant(array) for array in arrays]
        same(call(xp, *tensors), truth, "eager", rtol)
        for known, specs in _specs(arrays, needs):
            function = ag.function(
                lambda *given: call(xp, *given), input_signature=specs, autograph=False
            )
            same(function(*tensors), truth, known, rtol)


def _specs(arrays: Any, needs: str) -> Any:
    yield "shapes known", [ag.TensorSpec(x.shape, x.dtype) for x in arrays]
    if needs != "shape":
        yield "ranks known", [ag.TensorSpec([None] * x.ndim, x.dtype) for x in arrays]
    if not needs:
        yield "nothing known", [ag.TensorSpec(None, x.dtype) for x in arrays]


def same(found: Any, expected: Any, way: str, rtol: float = 0.0) -> None:
    """Compare values, shapes and dtypes, of nested results part by part."""
    if isinstance(expected, (tuple, list)):
        assert isinstance(found, (tuple, list)), way
        assert len(found) == len(expected), way
        for one, other in zip(found, expected, strict=True):
            same(one, other, way, rtol)
        return
    if isinstance(found, ag.Tensor):
        found = np.asarray(found)
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.dtype == expected.dtype, f"{way}: {found.dtype}, not {expected.dtype}"
    assert found.shape == expected.shape, f"{way}: {found.shape}, not {expected.shape}"
    if rtol:
        np.testing.assert_allclose(found, expected, rtol, rtol, err_msg=way)
    else:
        np.testing.assert_array_equal(found, expected, err_msg=way)
        if found.dtype.kind in "fc":  # -0.0 is not 0.0
            for part in ("real", "imag"):
                is_number = ~np.isnan(expected)
                one, other = (
                    np.signbit(getattr(x, part))[is_number] for x in (found, expected)
                )
                np.testing.assert_array_equal(one, other, err_msg=f"{way}: signs")
