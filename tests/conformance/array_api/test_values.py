"""Values, shapes and dtypes of the functions that are not elementwise, beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.ways import check

F = np.array([[1.5, -2.0, 3.25], [0.0, 5.0, -6.5]])
G = np.array([[1.5, -2.0, 0.0], [-0.0, 5.0, -6.5]], np.float32)
H = np.array([[1.5, 300.0], [-0.1, 5.0]], np.float16)
I = np.array([[3, 1, 2], [9, -8, 1]])
J = np.array([[3, 1, 2], [100, -8, 1]], np.int8)
U = np.array([[3, 1, 200], [9, 255, 1]], np.uint8)
B = np.array([[True, False, True], [False, False, True]])
C = np.array([[1 + 2j, -0.5j, 3], [0, 5 - 1j, 2]])
V = np.array([4, 1, 3, 1, 0])
W = np.array([0.5, 1.0, 1.0, 2.5])
E = np.zeros((0, 3))
S = np.array(2.5)
T3 = np.arange(24.0).reshape(2, 3, 4)

# Name -> (call, arrays, further arguments of `check`).
ROWS = {
    # -- creation
    "arange": (lambda xp: xp.arange(5),),
    "arange of floats": (lambda xp: xp.arange(0.5, 3, 0.25),),
    "arange down": (lambda xp: xp.arange(5, -3, -2),),
    "arange dtype": (lambda xp: xp.arange(0, 256, dtype=xp.uint8),),
    "arange float32": (lambda xp: xp.arange(0, 1, 0.1, dtype=xp.float32),),
    "arange int of floats": (lambda xp: xp.arange(0.5, 4.2, 1.5, dtype=xp.int64),),
    "arange of nothing": (lambda xp: xp.arange(3, 1),),
    "arange of an array": (lambda xp, v: xp.arange(v[0], dtype=xp.int64), V),
    "asarray int": (lambda xp: xp.asarray(5),),
    "asarray float": (lambda xp: xp.asarray([1.0, 2]),),
    "asarray complex": (lambda xp: xp.asarray(1j),),
    "asarray bool": (lambda xp: xp.asarray([True, False]),),
    "asarray dtype": (lambda xp: xp.asarray([1, 2], dtype=xp.float32),),
    "asarray nested": (lambda xp, w: xp.asarray([[w[0], w[1]], [w[2], 7.0]]), W),
    "asarray array": (lambda xp, g: xp.asarray(g), G),
    "empty": (lambda xp: xp.empty((0, 2)),),
    "empty_like": (lambda xp, e: xp.empty_like(e), E),
    "eye": (lambda xp: xp.eye(3),),
    "eye above": (lambda xp: xp.eye(3, 4, k=1, dtype=xp.int32),),
    "eye below": (lambda xp: xp.eye(3, 4, k=-5, dtype=xp.complex64),),
    "full": (lambda xp: xp.full((2, 2), 7),),
    "full float": (lambda xp: xp.full(3, 7.5),),
    "full bool": (lambda xp: xp.full((), True),),
    "full dtype": (lambda xp: xp.full((2,), 7, dtype=xp.float32),),
    "full_like": (lambda xp, g: xp.full_like(g, 2), G),
    "full_like dtype": (lambda xp, g: xp.full_like(g, 2, dtype=xp.int16), G),
    "linspace": (lambda xp: xp.linspace(0, 1, 5),),
    "linspace open": (lambda xp: xp.linspace(-1.0, 2.0, 7, endpoint=False),),
    "linspace float32": (lambda xp: xp.linspace(0, 1, 7, dtype=xp.float32),),
    "linspace integers": (lambda xp: xp.linspace(-3, 5, 6, dtype=xp.int64),),
    "linspace one": (lambda xp: xp.linspace(2.0, 5.0, 1),),
    "linspace none": (lambda xp: xp.linspace(2.0, 5.0, 0),),
    "linspace complex": (lambda xp: xp.linspace(0, 1 + 1j, 3),),
    "linspace arrays": (lambda xp, w: xp.linspace(w[:2], w[2:], 3), W),
    "linspace axis": (lambda xp, w: xp.linspace(w[:2], w[2:], 3, axis=-1, endpoint=False), W, {"needs": "rank"}),
    "meshgrid": (lambda xp, v, w: xp.meshgrid(v, w), V, W),
    "meshgrid ij": (lambda xp, v, w: xp.meshgrid(v, w, v, indexing="ij"), V, W),
    "meshgrid sparse": (lambda xp, v, w: xp.meshgrid(v, w, sparse=True), V, W),
    "ones": (lambda xp: xp.ones((2, 3)),),
    "ones int": (lambda xp: xp.ones(2, dtype=xp.int64),),
    "ones_like": (lambda xp, j: xp.ones_like(j), J),
    "ones_like dtype": (lambda xp, j: xp.ones_like(j, dtype=xp.complex128), J),
    "tril": (lambda xp, t: xp.tril(t), T3),
    "tril k": (lambda xp, i: xp.tril(i, k=-1), I),
    "triu": (lambda xp, t: xp.triu(t), T3),
    "triu k": (lambda xp, b: xp.triu(b, k=1), B),
    "zeros": (lambda xp: xp.zeros((2, 0)),),
    "zeros scalar": (lambda xp: xp.zeros(()),),
    "zeros dtype": (lambda xp: xp.zeros(3, dtype=xp.bool),),
    "zeros_like": (lambda xp, c: xp.zeros_like(c), C),
    # -- data types
    "astype": (lambda xp, f: xp.astype(f, xp.int64), F),
    "astype bool": (lambda xp, f: xp.astype(f, xp.bool), F),
    "astype up": (lambda xp, i: xp.astype(i, xp.complex64), I),
    "broadcast_to": (lambda xp, w: xp.broadcast_to(w, (2, 4)), W),
    "broadcast_arrays": (lambda xp, f, s: xp.broadcast_arrays(f, s), F, S),
    "broadcast_arrays both": (lambda xp, f, v: xp.broadcast_arrays(f[:, :1], v), F, V, {"needs": "rank"}),
    # -- linear algebra
    "matmul": (lambda xp, f, t: xp.matmul(f, t), F, T3),
    "matrix_transpose": (lambda xp, t: xp.matrix_transpose(t), T3),
    "tensordot": (lambda xp, f, t: xp.tensordot(f, t, axes=([1], [1])), F, T3),
    "tensordot count": (lambda xp, f, g: xp.tensordot(f, g, axes=2), F, G),
    "tensordot 0": (lambda xp, w, v: xp.tensordot(w, v, axes=0), W, V),
    "vecdot": (lambda xp, f, g: xp.vecdot(f, g), F, G),
    "vecdot axis": (lambda xp, c, f: xp.vecdot(c, f, axis=0), C, F, {"needs": "rank"}),
    # -- manipulation
    "concat": (lambda xp, f, i: xp.concat([f, i]), F, I),
    "concat axis": (lambda xp, j, u: xp.concat((j, u), axis=-1), J, U),
    "concat flat": (lambda xp, j, v: xp.concat([j, v], axis=None), J, V),
    "expand_dims": (lambda xp, f: xp.expand_dims(f, axis=-2), F),
    "expand_dims several": (lambda xp, f: xp.expand_dims(f, axis=(0, 3)), F),
    "flip": (lambda xp, f: xp.flip(f), F),
    "flip axis": (lambda xp, f: xp.flip(f, axis=-1), F),
    "moveaxis": (lambda xp, t: xp.moveaxis(t, 0, -1), T3, {"needs": "rank"}),
    "moveaxis several": (lambda xp, t: xp.moveaxis(t, (0, 1), (-1, 0)), T3, {"needs": "rank"}),
    "permute_dims": (lambda xp, t: xp.permute_dims(t, (2, 0, 1)), T3),
    "repeat": (lambda xp, f: xp.repeat(f, 2), F),
    "repeat axis": (lambda xp, f: xp.repeat(f, 2, axis=1), F),
    "repeat each": (lambda xp, f, v: xp.repeat(f, v[1:4], axis=1), F, V),
    "reshape": (lambda xp, f: xp.reshape(f, (3, -1)), F),
    "reshape empty": (lambda xp, e: xp.reshape(e, (3, 0)), E),
    "reshape F": (lambda xp, f: xp.reshape(f, (3, 2), order="F"), F),
    "roll": (lambda xp, f: xp.roll(f, 2), F),
    "roll axis": (lambda xp, f: xp.roll(f, -1, axis=1), F),
    "roll axes": (lambda xp, f: xp.roll(f, (1, 2), axis=(0, 1)), F),
    "roll one shift": (lambda xp, f: xp.roll(f, 1, axis=(0, 1)), F),
    "squeeze": (lambda xp, f: xp.squeeze(f[:1, ...], axis=0), F),
    "squeeze none": (lambda xp, f: xp.squeeze(f, axis=()), F),
    "stack": (lambda xp, f, g: xp.stack([f, g]), F, G),
    "stack axis": (lambda xp, f, i: xp.stack((f, i), axis=-1), F, I),
    "tile": (lambda xp, f: xp.tile(f, (2, 1)), F, {"needs": "rank"}),
    "tile fewer": (lambda xp, f: xp.tile(f, (2,)), F, {"needs": "rank"}),
    "tile more": (lambda xp, f: xp.tile(f, (2, 1, 2)), F, {"needs": "rank"}),
    "unstack": (lambda xp, f: xp.unstack(f), F, {"needs": "shape"}),
    "unstack axis": (lambda xp, f: xp.unstack(f, axis=1), F, {"needs": "shape"}),
    # -- searching
    "argmax": (lambda xp, f: xp.argmax(f), F),
    "argmax axis": (lambda xp, u: xp.argmax(u, axis=1), U),
    "argmax keepdims": (lambda xp, f: xp.argmax(f, axis=-1, keepdims=True), F, {"needs": "rank"}),
    "argmax all keepdims": (lambda xp, f: xp.argmax(f, keepdims=True), F, {"needs": "rank"}),
    "argmin": (lambda xp, g: xp.argmin(g), G),
    "argmin axis": (lambda xp, f: xp.argmin(f, axis=0), F),
    "count_nonzero": (lambda xp, f: xp.count_nonzero(f), F),
    "count_nonzero axis": (lambda xp, b: xp.count_nonzero(b, axis=0, keepdims=True), B),
    "nonzero": (lambda xp, f: xp.nonzero(f), F, {"needs": "rank"}),
    "searchsorted": (lambda xp, w, f: xp.searchsorted(w, f), W, F),
    "searchsorted right": (lambda xp, w: xp.searchsorted(w, 1.0, side="right"), W),
    "searchsorted sorter": (lambda xp, v: xp.searchsorted(v, v, sorter=xp.argsort(v)), V),
    "where": (lambda xp, b, f, g: xp.where(b, f, g), B, F, G),
    "where weak": (lambda xp, b, g: xp.where(b, g, 2.5), B, G),
    "where weak first": (lambda xp, b, j: xp.where(b, 1, j), B, J),
    "where numbers": (lambda xp, b: xp.where(b, 1, 2.5), B),
    "where integers": (lambda xp, b: xp.where(b, 1, 0), B),
    "where of numbers": (lambda xp, f: xp.where(f, f, 1), F),
    # -- indexing
    "take": (lambda xp, f: xp.take(f, xp.asarray([1, -1, 0]), axis=1), F),
    "take flat": (lambda xp, f, v: xp.take(f, v), F, V),
    "take rows": (lambda xp, t, v: xp.take(t, v[3:], axis=-2), T3, V, {"needs": "rank"}),
    "take wrap": (lambda xp, w, v: xp.take(w, v - 7, axis=0, mode="wrap"), W, V),
    "take clip": (lambda xp, w, v: xp.take(w, v - 2, axis=0, mode="clip"), W, V),
    "take_along_axis": (lambda xp, f: xp.take_along_axis(f, xp.argsort(f, axis=0), axis=0), F),
    # -- sorting
    "sort": (lambda xp, f: xp.sort(f), F),
    "sort axis": (lambda xp, i: xp.sort(i, axis=0), I),
    "sort flat": (lambda xp, i: xp.sort(i, axis=None), I),
    "argsort": (lambda xp, v: xp.argsort(v, stable=True), V),
    "argsort axis": (lambda xp, f: xp.argsort(f, axis=0), F),
    # -- statistics
    "sum": (lambda xp, f: xp.sum(f), F),
    "sum axis": (lambda xp, t: xp.sum(t, axis=(0, -1)), T3),
    "sum keepdims": (lambda xp, g: xp.sum(g, axis=1, keepdims=True), G),
    "sum dtype": (lambda xp, i: xp.sum(i, dtype=xp.float32), I),
    "sum of nothing": (lambda xp, e: xp.sum(e, axis=0), E),
    "sum axes none": (lambda xp, f: xp.sum(f, axis=()), F),
    "prod": (lambda xp, i: xp.prod(i, axis=1), I),
    "prod of nothing": (lambda xp, e: xp.prod(e), E),
    "max": (lambda xp, f: xp.max(f), F),
    "max axis": (lambda xp, i: xp.max(i, axis=0, keepdims=True), I),
    "min": (lambda xp, u: xp.min(u, axis=-1), U),
    "mean": (lambda xp, f: xp.mean(f), F),
    "mean half": (lambda xp, h: xp.mean(h), H),
    "mean complex": (lambda xp, c: xp.mean(c, axis=1, keepdims=True), C),
    "std": (lambda xp, f: xp.std(f), F),
    "std correction": (lambda xp, f: xp.std(f, axis=1, correction=1), F),
    "var": (lambda xp, g: xp.var(g, axis=0), G),
    "var correction": (lambda xp, t: xp.var(t, axis=(0, 2), correction=1.5, keepdims=True), T3),
    "var half": (lambda xp, h: xp.var(h, correction=1), H),
    "var complex": (lambda xp, c: xp.var(c, axis=1, correction=1), C),
    "cumulative_sum": (lambda xp, i: xp.cumulative_sum(i, axis=1), I, {"needs": "rank"}),
    "cumulative_sum initial": (lambda xp, g: xp.cumulative_sum(g, axis=-1, include_initial=True), G, {"needs": "rank"}),
    "cumulative_sum vector": (lambda xp, v: xp.cumulative_sum(v), V, {"needs": "rank"}),
    "cumulative_sum dtype": (lambda xp, v: xp.cumulative_sum(v, dtype=xp.float32), V, {"needs": "rank"}),
    "cumulative_sum of nothing": (lambda xp, e: xp.cumulative_sum(e, axis=0, include_initial=True), E, {"needs": "rank"}),
    "cumulative_prod": (lambda xp, f: xp.cumulative_prod(f, axis=1), F, {"needs": "rank"}),
    "cumulative_prod initial": (lambda xp, u: xp.cumulative_prod(u, axis=0, include_initial=True), U, {"needs": "rank"}),
    # -- utility
    "all": (lambda xp, b: xp.all(b), B),
    "all axis": (lambda xp, f: xp.all(f, axis=1, keepdims=True), F),
    "all of nothing": (lambda xp, e: xp.all(e, axis=0), E),
    "any": (lambda xp, b: xp.any(b, axis=(0, 1)), B),
    "any axis": (lambda xp, i: xp.any(i, axis=0), I),
    "diff": (lambda xp, f: xp.diff(f), F, {"needs": "rank"}),
    "diff n": (lambda xp, i: xp.diff(i, axis=1, n=2), I, {"needs": "rank"}),
    "diff ends": (lambda xp, f, i: xp.diff(f, axis=0, prepend=i, append=f[:1, :]), F, I, {"needs": "rank"}),
    "diff beyond": (lambda xp, f: xp.diff(f, axis=0, n=4), F, {"needs": "rank"}),
    # -- elementwise with more than two arguments
    "real": (lambda xp, c: xp.real(c), C),
    "imag": (lambda xp, c: xp.imag(c), C),
    "imag of real numbers": (lambda xp, g: xp.imag(g), G),
    "clip": (lambda xp, f: xp.clip(f, -1, 2), F),
    "clip zeros": (lambda xp, z: xp.clip(z, 0.0, 1.0), np.array([-0.0, 0.0, np.nan])),
    "clip to negative zero": (lambda xp, z: xp.clip(z, -0.0, 1.0), np.array([-0.0, 0.0, 2.0])),
    "clip integers beyond the dtype": (lambda xp, u: xp.clip(u, -1, 5), U),
    "clip integers to more than the dtype": (lambda xp, j: xp.clip(j, -1000, 1000), J),
    "clip beyond": (lambda xp, f: xp.clip(f, 2, -2), F),
    "clip low": (lambda xp, i: xp.clip(i, min=0), I),
    "clip arrays": (lambda xp, f, w: xp.clip(f, max=w[:3]), F, W),
    "clip nothing": (lambda xp, f: xp.clip(f), F),
    "round": (lambda xp, f: xp.round(f), F),
    "round digits": (lambda xp, f: xp.round(f / 3, 2), F),
    "round before the point": (lambda xp, i: xp.round(i * 7, -1), I),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_agrees_with_numpy(name):
    call, *arrays = ROWS[name]
    options = arrays.pop() if arrays and isinstance(arrays[-1], dict) else {}
    check(call, *arrays, **options)


def test_sorting_downwards_keeps_equal_elements_in_order():
    expected = np.array([0, 2, 1, 3, 4])
    check(lambda xp, v: xp.argsort(v, descending=True), V, expected=expected)
    check(lambda xp, v: xp.sort(v, descending=True), V, expected=V[expected])


TOO_LARGE = {
    "asarray": lambda xp: xp.asarray(300, dtype=xp.uint8),
    "asarray of a list": lambda xp: xp.asarray([1, -1], dtype=xp.uint8),
    "full": lambda xp: xp.full(2, 300, dtype=xp.uint8),
    "full_like": lambda xp: xp.full_like(xp.ones(2, dtype=xp.int8), 1000),
    "add": lambda xp: xp.asarray([1], dtype=xp.uint8) + 300,
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_integers_that_do_not_fit_are_no_others(name):
    for module in (np, xp):
        call = lambda module=module: TOO_LARGE[name](module)
        for way in (call, ag.function(call)):
            with pytest.raises(OverflowError):
                way()


def test_symbolic_integers_that_do_not_fit_are_no_others():
    @ag.function
    def count(n):
        steps = 0
        while steps < n:
            steps += 100
        return xp.asarray(steps, dtype=xp.uint8)

    assert int(count(ag.constant(150))) == 200
    with pytest.raises(OverflowError):
        count(ag.constant(250))


def test_symbolic_numbers_keep_all_their_digits():
    def halve(n, x):
        total, part = 1, 1.0
        while n > 0:
            total, part = total * 1000, part / 3
            n = n - 1
        large, small = xp.asarray(total), xp.asarray(part)
        return large, small, xp.sum(xp.stack([x, small])), np.hypot(part, part)

    expected = halve(4, xp.asarray(0.1))
    found = ag.function(halve)(ag.constant(4), xp.asarray(0.1))
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype
        assert np.asarray(one) == np.asarray(other)
