"""Views and memory layout: what a comparison with plain Python does not show."""

from __future__ import annotations

import linecache
import random

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view

import autograph as ag
from autograph.testing.agreement import assert_agrees
from tests.language.array.views import T

# -- Writes through views

PLACES = (
    "a[i]", "a[:, j]", "a[i, 1:]", "a[i, ::-1]", "a[..., j]", "a[None, i][0]",
    "a[i:, 0]", "a[i][1:]", "a[i:i + 1][0]", "a[-i]", "a[i, ...]",
    "a[(slice(None), j)]", "a[i, j:]", "a[k[0]]", "a[:, k[1]]", "a[len(a) - i - 1]",
    "a[int(i)]", "a[i][[0, 1]]", "a[[i]][0]", "a[i - 1, :j]", "a.T[j]", "a.T[:, i]",
    "np.transpose(a)[j, i:]", "a.swapaxes(0, 1)[j]", "a[None].transpose(1, 2, 0)[i, :, 0]",
)  # fmt: skip

WRITES = (
    "R[0] = 7.0", "R[-1] *= 2", "R[:] = R + 1", "R[R > 1] = 0.5", "R.fill(3)",
    "R[...] += 1", "np.add.at(R, [0], 1)", "put(R)", "R[0], R[-1] = R[-1], R[0]",
    "R.sort()", "R[0] += R[-1]", "R[i:] = 4", "R[-i] -= 1", "R[...] -= a[0, 0]",
    "a[i, j] += 5", "a[i] = a[i] * 2", "R[i - 1] = a[i, 0]", "R[:] = a[0, 0]",
)  # fmt: skip

FORMS = {
    "at once": "    W1\n    W2\n",
    "named": "    r = R\n    W1 OF r\n    W2 OF r\n    a[0] += r.sum()\n",
    "in a loop": "    for c in range(j):\n        W1\n        W2\n",
    "named in a loop": "    r = R\n    c = 0\n    while c < j:\n        W1 OF r\n"
    "        W2 OF r\n        c += 1\n",
    "under conditions": "    r = R\n    if a[i, j] > 2:\n        W1 OF r\n        W2\n"
    "    else:\n        W2 OF r\n    W1 OF r\n",
    "in a dict": "    d = {'x': R}\n    W1 OF d['x']\n    W2 OF d['x']\n    W1\n",
    "in a list": "    b = a[i]\n    rs = [b, R]\n    W1 OF rs[1]\n    W2 OF rs[0]\n"
    "    W1 OF b\n",
    "in a function": "    def inner(v, w):\n        W1 OF v\n        W2 OF w\n"
    "        return v\n    inner(R, a[:, j])[0] = 4\n    W1\n",
}


def put(v):
    v[:] = v + 1


def program(place, form, draw):
    """Return a function, made of a form."""
    lines = ["def f(m, i, j, k):", "    a = m.copy()"]
    writes = {"W1": draw.choice(WRITES), "W2": draw.choice(WRITES)}
    for line in FORMS[form].splitlines():
        rest, _, name = line.partition(" OF ")
        for each, text in writes.items():
            rest = rest.replace(each, text.replace("R", name) if name else text)
        lines.append(rest.replace("R", place))
    text = "\n".join([*lines, "    return a", ""])
    filename = f"<{form} of {place}: {writes}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    names = {"np": np, "put": put}
    exec(compile(text, filename, "exec", dont_inherit=True), names)
    return names["f"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", PLACES)
def test_a_pair_of_writes(place, form):
    m, k = np.arange(6.0).reshape(2, 3), np.array([1, 2])
    draw = random.Random(f"{place} {form}")
    function = ag.function(program(place, form, draw))
    assert_agrees(function, m, T(1), T(2), k)
    assert_agrees(function, m, np.int64(0), np.int64(1), k)


def squared(m, i):
    a = np.array(m)
    a[i][0] = a[i, 1] * 3
    a[i][1] = a[i][0] * a[i, 2]
    return (a * a).sum()


def test_gradients_flow_through_both_writes():
    m = np.arange(6.0).reshape(2, 3)

    @ag.function
    def gradient(x, i):
        with ag.GradientTape() as tape:
            tape.watch(x)
            total = squared(x, i)
        return tape.gradient(total, x)

    expected = np.zeros((2, 3))
    for place in np.ndindex(2, 3):
        step = np.zeros((2, 3))
        step[place] = 1e-6
        expected[place] = (squared(m + step, 1) - squared(m - step, 1)) / 2e-6
    np.testing.assert_allclose(gradient(T(m), T(1)).numpy(), expected, rtol=1e-6)


# -- Layout of copies

FUNCTIONS = [
    lambda x: np.sum(np.zeros_like(x.T) + x.T),
    lambda x: (np.full_like(x.T, 0.1) * x.T).sum(0),
    lambda x: np.take(x.T, [0, 2, 1, 5, 7, 8], 1).sum(1),
    lambda x: np.take(x, [0, 2, 1, 5, 7, 8], 1).sum(),
    lambda x: np.asfortranarray(x).sum(),
    lambda x: np.array(x, order="F").sum(),
    lambda x: np.copy(x, order="F").sum(0),
    lambda x: np.choose((x.T > 0).astype(int), [x.T, -x.T]).sum(),
    lambda x: np.select([x.T > 0], [x.T], 0).sum(),
    lambda x: np.delete(x.T, 3, 0).sum(),
    lambda x: np.insert(x.T, 3, 1, 0).sum(),
    lambda x: np.array([x.T, x.T]).sum(),
    lambda x: np.concatenate([x.T, x.T]).copy().sum(),
    lambda x: x.T[1:].copy().sum(),
    lambda x: np.ascontiguousarray(x.swapaxes(0, 1)[::2]).sum(),
    lambda x: np.pad(x.T[1:], 1).sum(0),
    lambda x: np.pad(x.T, 1, mode="edge").sum(),
    lambda x: np.pad(np.broadcast_to(x[0], x.shape), 1).sum(1),
    lambda x: np.round(x.T[1:], 2).sum(),
    lambda x: np.round(x + 1j * x, 3).sum(),
    lambda x: np.round((x + 1j * x).T[1:], 3).sum(),
    lambda x: np.piecewise(x.T[1:], [x.T[1:] > 0], [lambda v: v * 2, 0]).sum(),
    lambda x: np.select([x.T[1:] > 0], [x.T[1:]]).sum(),
    lambda x: sliding_window_view(x.T, 2, axis=0).sum(),
    lambda x: sliding_window_view(x, (2, 1)).sum(),
    lambda x: sliding_window_view(x.T[1:], 3, axis=1).sum(axis=(0, 1)),
]


def spread_numbers():
    draw = np.random.default_rng(0)
    exponents = draw.integers(-3, 4, (37, 53))
    return (draw.standard_normal((37, 53)) * 10.0**exponents).astype(np.float32)


@pytest.mark.parametrize("make", [lambda x: x, np.asfortranarray, lambda x: x[:, ::-1]])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_what_is_made_is_laid_out_as_numpy_has_it(function, make):
    x = make(spread_numbers())
    expected = function(x)
    found = np.asarray(ag.function(function)(x))
    assert np.asarray(expected).tobytes() == found.tobytes()


def test_windows_have_slopes():
    x = ag.constant(np.arange(12.0).reshape(3, 4))
    weights = np.arange(8.0).reshape(2, 2, 2, 1)

    @ag.function
    def slopes(x):
        with ag.GradientTape() as tape:
            tape.watch(x)
            windows = sliding_window_view(x, (2, 3))[..., :1]
            total = ag.reduce_sum(windows * weights)
        return tape.gradient(total, x)

    expected = np.zeros((3, 4))
    for i, j, k in np.ndindex(2, 2, 2):
        expected[i + k, j] += weights[i, j, k, 0]
    np.testing.assert_array_equal(slopes(x), expected)
