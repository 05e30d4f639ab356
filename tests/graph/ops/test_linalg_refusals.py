"""What inference refuses the kernels of linear algebra refuse, and the other way.

Kernels alone see shapes and dtypes that were not known while tracing. What one of the
two lets through would differ between eager and staged code.
"""

from __future__ import annotations

import itertools
import warnings
from typing import Any

import numpy as np
import pytest

from graph.op import OPS
from graph.ops import *  # noqa: F403 fills OPS
from graph.specs import covers, spec_of

TEXT = np.array([[b"a", b"b"], [b"c", b"d"]], object)
OPERANDS = [
    np.float64(2), np.ones(2), np.ones(3), np.eye(2) + 1, np.ones((2, 3)),
    np.ones((3, 2)), np.zeros((0, 0)), np.zeros((0, 3)), np.zeros((3, 0)),
    np.ones((2, 2, 2)) + np.eye(2), TEXT, TEXT[0], np.eye(2, dtype="f2") + 1,
    np.eye(2, dtype=bool), np.eye(2, dtype="i4") + 1, 1j * np.eye(2) + 2,
    np.zeros((0, 2, 2)), np.zeros(0),
]  # fmt: skip
HERMITIAN = [{"hermitian": False}, {"hermitian": True}]
# The attributes of an op with which it is tried; those of its record by default.
ATTRIBUTES: dict[str, list[dict[str, Any]]] = {
    "cholesky": [], "qr": [{"full_matrices": full} for full in (False, True)],
    "svd": [{"full_matrices": True, **given} for given in HERMITIAN],
    "svdvals": HERMITIAN, "eigh": [], "eigvalsh": [], "eig": [], "eigvals": [],
    "solve": [], "inv": [], "det": [], "slogdet": [], "lu": [], "expm": [],
    "triangular_solve": [{"lower": low, "adjoint": False} for low in (False, True)],
    "pinv": [{"cutoff": kind, **given} for given in HERMITIAN
             for kind in ("numpy", "standard", "tensorflow")],
    "lstsq": [], "matrix_rank": [],
    "condition_number": [{"p": p} for p in (None, 1, "fro")],
    "matrix_power": [{"n": n} for n in (-1, 0, 1, 3)],
    "vector_norm": [{"ord": order, "axis": axis, "keepdims": True}
                    for order in (2, "fro") for axis in (None, (0,), (0, 1))],
    "norm": [{"ord": order, "axis": axis, "keepdims": False}
             for order in ("euclidean", "fro", "nuc", 1, 3)
             for axis in (None, (0,), (0, 1), (0, 1, 2))],
    "tril": [], "triu": [], "set_diag": [], "vecdot": [], "matvec": [], "vecmat": [],
    "inner": [], "cross": [], "kron": [], "multi_dot": [], "fft": [], "ifft": [],
    "rfft": [], "irfft": [], "dot": [], "outer": [],
    "tensordot": [{"axes": ((-1,), (0,))}, {"axes": ((), ())}],
    "einsum": [{"equation": text} for text in ("ij,jk->ik", "...i,...i->...")],
}  # fmt: skip
OF_TWO = {
    "solve", "triangular_solve", "lstsq", "set_diag", "vecdot", "matvec", "vecmat",
    "inner", "cross", "kron", "multi_dot", "dot", "outer", "tensordot", "einsum",
}  # fmt: skip


def outcome(function: Any, *args: Any, **attrs: Any) -> Any:
    """Return what a function gives, or the error that it raises."""
    try:
        return function(*args, **attrs)
    except Exception as error:  # the test looks at its class
        return error


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_inference_and_kernel_refuse_the_same(name):
    op = OPS[name]
    count = 2 if name in OF_TWO else 1
    for attrs, *operands in itertools.product(
        ATTRIBUTES[name] or [dict(op.attrs)], *[OPERANDS] * count
    ):
        shown = [(str(x.dtype), x.shape) for x in operands], attrs
        specs = outcome(op.infer, *map(spec_of, operands), **attrs)
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            values = outcome(op.kernel, *operands, **attrs)
        if isinstance(specs, Exception):
            assert isinstance(values, Exception), (shown, specs)
        elif isinstance(values, Exception):
            # Of these values, as singular matrices are; NumPy before 2.4 has no
            # norms of nothing.
            is_told = isinstance(values, np.linalg.LinAlgError)
            assert is_told or "zero-size" in str(values), (shown, values)
        else:
            several = isinstance(specs, tuple)
            pairs = zip(specs, values, strict=True) if several else [(specs, values)]
            for spec, value in pairs:
                assert covers(spec, spec_of(np.asarray(value))), shown
