"""The extensions `linalg` and `fft`, and NumPy's modules of that name, beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.ways import check, same

A = np.array([[4.0, 1.0, -2.0], [1.0, 3.0, 0.5], [-2.0, 0.5, 5.0]])
G = np.array([[4, 1], [1, 3]], np.float32)
C = np.array([[4, 1 - 1j], [1 + 1j, 3]])
I = np.array([[2, 1], [1, 3]])
S = np.stack([A, 2 * A + np.eye(3)])
R = np.arange(12.0).reshape(3, 4) ** 1.5
LOW = np.outer([1.0, 2.0, 3.0], [1.0, 1.0, 2.0, 0.0])
V = np.array([1.0, -2.0, 3.0])
W = np.array([[0.5, 1.0, 2.0], [2.0, 0.0, 1.0]])
P = np.array([1.0, 2.0, -1.0, 0.5, 3.0])
Z = np.array([[1 + 1j, 2, -1j, 0.5], [1, 0, 2j, 3]])
F = np.arange(24, dtype=np.float32).reshape(2, 3, 4) % 7

# Name -> (call, arrays, further arguments of `check`).
ROWS = {
    "cholesky": (lambda la, a: la.cholesky(a), S),
    "cholesky upper": (lambda la, c: la.cholesky(c, upper=True), C),
    "cross": (lambda la, v, w: la.cross(v, w), V, W),
    "cross axis": (lambda la, a, w: la.cross(a, w.T, axis=0), A[:, :2], W, {"needs": "rank"}),
    "det": (lambda la, a: la.det(a), S),
    "det int": (lambda la, i: la.det(i), I),
    "diagonal": (lambda la, a: la.diagonal(a), S, {"needs": "rank"}),
    "diagonal above": (lambda la, r: la.diagonal(r, offset=2), R, {"needs": "rank"}),
    "diagonal below": (lambda la, r: la.diagonal(r, offset=-1), R, {"needs": "rank"}),
    "eigh": (lambda la, a: tuple(la.eigh(a)), S),
    "eigh complex": (lambda la, c: la.eigh(c).eigenvalues, C),
    "eigh upper": (lambda la, a: tuple(la.eigh(a, "U")), A),
    "eigvalsh": (lambda la, g: la.eigvalsh(g), G),
    "inv": (lambda la, a: la.inv(a), S),
    "inv int": (lambda la, i: la.inv(i), I),
    "matmul": (lambda la, a, r: la.matmul(a, r), A, R),
    "matrix_norm": (lambda la, a: la.matrix_norm(a), S),
    "matrix_norm 1": (lambda la, a: la.matrix_norm(a, keepdims=True, ord=1), S),
    "matrix_norm -inf": (lambda la, a: la.matrix_norm(a, ord=-np.inf), A),
    "matrix_norm 2": (lambda la, r: la.matrix_norm(r, ord=2), R),
    "matrix_norm nuc": (lambda la, c: la.matrix_norm(c, ord="nuc"), C),
    "matrix_power": (lambda la, a: la.matrix_power(a, 3), A, {"rtol": 1e-12}),
    "matrix_power 0": (lambda la, i: la.matrix_power(i, 0), I),
    "matrix_power back": (lambda la, a: la.matrix_power(a, -2), A, {"rtol": 1e-12}),
    "matrix_rank": (lambda la, r: la.matrix_rank(r), LOW),
    "matrix_rank rtol": (lambda la, a: la.matrix_rank(a, rtol=0.5), S),
    "matrix_rank tol": (lambda la, a: la.matrix_rank(a, 4.0), A),
    "matrix_transpose": (lambda la, a: la.matrix_transpose(a), S),
    "outer": (lambda la, v, p: la.outer(v, p), V, P),
    "pinv": (lambda la, r: la.pinv(r, rtol=1e-3), R, {"rtol": 1e-12}),
    "qr": (lambda la, r: tuple(la.qr(r)), R),
    "qr complete": (lambda la, r: tuple(la.qr(r.T, mode="complete")), R),
    "qr r": (lambda la, r: la.qr(r, mode="r"), R),
    "slogdet": (lambda la, a: tuple(la.slogdet(a)), S),
    "slogdet complex": (lambda la, c: tuple(la.slogdet(c)), C),
    "solve": (lambda la, a, r: la.solve(a, r), A, R),
    "solve a vector": (lambda la, a, v: la.solve(a, v), A, V),
    "solve int": (lambda la, i, g: la.solve(i, g), I, G),
    "svd": (lambda la, r: tuple(la.svd(r)), R),
    "svd thin": (lambda la, r: tuple(la.svd(r, full_matrices=False)), R),
    "svd values": (lambda la, r: la.svd(r, compute_uv=False), R),
    "svdvals": (lambda la, c: la.svdvals(c), C),
    "tensordot": (lambda la, a, r: la.tensordot(a, r, axes=1), A, R),
    "trace": (lambda la, a: la.trace(a), S, {"needs": "rank"}),
    "trace int8": (lambda la, i: la.trace(i, offset=1), I.astype(np.int8), {"needs": "rank"}),
    "trace dtype": (lambda la, i: la.trace(i, dtype=np.float32), I, {"needs": "rank"}),
    "vecdot": (lambda la, v, w: la.vecdot(v, w), V, W),
    "vector_norm": (lambda la, w: la.vector_norm(w), W),
    "vector_norm axis": (lambda la, w: la.vector_norm(w, axis=1, keepdims=True), W),
    "vector_norm 1": (lambda la, z: la.vector_norm(z, ord=1, axis=-1), Z),
    "vector_norm inf": (lambda la, w: la.vector_norm(w, ord=np.inf, axis=0), W),
    "vector_norm 0": (lambda la, w: la.vector_norm(w, ord=0, axis=0), W),
    "vector_norm 3": (lambda la, f: la.vector_norm(f, ord=3, axis=(0, 2)), F),
}  # fmt: skip
# What numpy.linalg has besides.
NUMPYS = {
    "norm": (lambda la, w: la.norm(w), W),
    "norm of a matrix": (lambda la, w: la.norm(w, 2), W, {"needs": "rank"}),
    "norm of a vector": (lambda la, v: la.norm(v, 1), V, {"needs": "rank"}),
    "norm axis": (lambda la, f: la.norm(f, axis=-1, keepdims=True), F),
    "norm of integers": (lambda la, i: la.norm(i, np.inf, axis=0), I),
    "pinv of NumPy": (lambda la, r: la.pinv(r), LOW[:, :3] + np.eye(3) * 1e-13),
}  # fmt: skip
TRANSFORMS = {
    "fft": (lambda ft, p: ft.fft(p), P),
    "fft float32": (lambda ft, f: ft.fft(f, n=6, axis=1, norm="ortho"), F),
    "ifft": (lambda ft, z: ft.ifft(z, n=3, norm="forward"), Z),
    "fftn": (lambda ft, f: ft.fftn(f), F, {"needs": "rank", "rtol": 1e-6}),
    "fftn axes": (lambda ft, f: ft.fftn(f, s=(2, 4), axes=(0, 1)), F, {"needs": "rank", "rtol": 1e-6}),
    "ifftn": (lambda ft, z: ft.ifftn(z, norm="ortho"), Z, {"needs": "rank", "rtol": 1e-12}),
    "rfft": (lambda ft, p: ft.rfft(p), P),
    "rfft axis": (lambda ft, f: ft.rfft(f, axis=0), F),
    "irfft": (lambda ft, z: ft.irfft(z), Z),
    "irfft n": (lambda ft, z: ft.irfft(z, n=5, axis=-1), Z),
    "rfftn": (lambda ft, f: ft.rfftn(f, axes=(0, 2)), F, {"needs": "rank", "rtol": 1e-6}),
    "irfftn": (lambda ft, z: ft.irfftn(z), Z, {"needs": "rank", "rtol": 1e-12}),
    "hfft": (lambda ft, z: ft.hfft(z, axis=1), Z, {"rtol": 1e-12}),
    "ihfft": (lambda ft, p: ft.ihfft(p, n=4), P, {"rtol": 1e-12}),
    "fftfreq": (lambda ft: ft.fftfreq(5, d=0.1),),
    "rfftfreq": (lambda ft: ft.rfftfreq(6),),
    "fftshift": (lambda ft, f: ft.fftshift(f), F, {"needs": "rank"}),
    "fftshift axes": (lambda ft, f: ft.fftshift(f, axes=1), F),
    "ifftshift": (lambda ft, f: ft.ifftshift(f, axes=(0, 1)), F),
}  # fmt: skip


# NumPy's own functions are called with tensors, too.
CALLS = [
    pytest.param(module, space, row, id=f"{title}-{space or 'NumPy'}")
    for module, spaces, rows in (
        ("linalg", ("ag", ""), ROWS),
        ("linalg", ("",), NUMPYS),
        ("fft", ("ag", ""), TRANSFORMS),
    )
    for title, row in rows.items()
    for space in spaces
]


@pytest.mark.parametrize(("module", "space", "row"), CALLS)
def test_it_agrees_with_numpy(module, space, row):
    call, *arrays = row
    options = arrays.pop() if arrays and isinstance(arrays[-1], dict) else {}
    of = lambda xp: getattr(xp if space else np, module)
    check(lambda xp, *given: call(of(xp), *given), *arrays, **options)


def test_results_have_the_standards_names():
    x = xp.asarray(A)
    assert xp.linalg.eigh(x)._fields == ("eigenvalues", "eigenvectors")
    assert xp.linalg.qr(x)._fields == ("Q", "R")
    assert xp.linalg.slogdet(x)._fields == ("sign", "logabsdet")
    assert xp.linalg.svd(x)._fields == ("U", "S", "Vh")


def test_pseudo_inverses_are_cut_where_the_standard_says():
    x = LOW[:, :3] + np.eye(3) * 1e-15
    same(xp.linalg.pinv(xp.asarray(x)), np.linalg.pinv(x, rtol=None), "eager")
    traced = ag.function(xp.linalg.pinv, autograph=False)
    same(traced(x), np.linalg.pinv(x, rtol=None), "graph")


@pytest.mark.parametrize("name", ["fftfreq", "rfftfreq"])
def test_frequencies_have_the_dtype_that_is_asked_for(name):
    found = getattr(xp.fft, name)(4, dtype=xp.float32)
    same(found, getattr(np.fft, name)(4).astype("f4"), name)
