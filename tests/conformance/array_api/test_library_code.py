"""Code for any array library, as it stands: eagerly, decorated, and beside NumPy.

The functions here ask their arguments for a namespace, as scikit-learn's and SciPy's
do. Those of array-api-extra are tested where it is installed.
"""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag
import autograph.numpy as xp
from tests.conformance.array_api.ways import same

X = np.array([[1.0, 2.0, 4.0], [3.0, 1.0, 0.0], [0.5, 0.5, 2.0], [2.0, 2.0, 1.0]])
Y = np.array([0.5, 1.0, -1.0, 2.0])
N = np.array([2, 0, 1, 2, 2])


def standardize(x):
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=0)
    spread = xp.std(x, axis=0, correction=1)
    return centred / xp.where(spread == 0, xp.asarray(1.0, dtype=x.dtype), spread)


def softmax(x):
    xp = x.__array_namespace__()
    weights = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
    return weights / xp.sum(weights, axis=-1, keepdims=True)


def logsumexp(x):
    xp = x.__array_namespace__()
    top = xp.max(x, axis=0)
    top = xp.where(xp.isfinite(top), top, xp.zeros_like(top))
    return xp.log(xp.sum(xp.exp(x - top), axis=0)) + top


def covariance(x):
    xp = x.__array_namespace__()
    x = x - xp.mean(x, axis=-1, keepdims=True)
    return x @ xp.conj(x.mT) / (x.shape[-1] - 1)


def distances(x):
    xp = x.__array_namespace__()
    squares = xp.sum(x**2, axis=1)
    product = xp.matmul(x, xp.permute_dims(x, (1, 0)))
    return xp.sqrt(xp.clip(squares[:, None] + squares[None, :] - 2 * product, min=0))


def least_squares(x, y):
    xp = x.__array_namespace__()
    ones = xp.ones((x.shape[0], 1), dtype=x.dtype, device=x.device)
    q, r = xp.linalg.qr(xp.concat([ones, x[:, :2]], axis=1))
    return xp.linalg.solve(r, q.mT @ y)


def kronecker(x, y):
    xp = x.__array_namespace__()
    return xp.reshape(x[:, None, ...] * y[None, :, None], (-1, x.shape[1]))


def winsorize(y):
    xp = y.__array_namespace__()
    ordered = xp.sort(y)
    return xp.clip(y, ordered[1], ordered[-2])


def ranks(y):
    xp = y.__array_namespace__()
    return xp.argsort(xp.argsort(y, stable=True), stable=True)


def one_hot(n):
    xp = n.__array_namespace__()
    info = xp.__array_namespace_info__()
    dtype = info.default_dtypes()["real floating"]
    return xp.astype(n[:, None] == xp.arange(3, dtype=n.dtype), dtype)


def how_many_differ(n):
    xp = n.__array_namespace__()
    return xp.unique_counts(n)


def above_the_mean(y):
    xp = y.__array_namespace__()
    return y[y > xp.mean(y)]


def lowpass(y):
    xp = y.__array_namespace__()
    spectrum = xp.fft.rfft(y)
    keep = xp.fft.rfftfreq(y.shape[0]) < 0.3
    return xp.fft.irfft(spectrum * xp.astype(keep, spectrum.dtype), n=y.shape[0])


def power_iteration(x):
    """Python's own loop decides on an array's value; decorated, it is staged."""
    xp = x.__array_namespace__()
    a = x.mT @ x
    v = xp.ones(a.shape[0], dtype=a.dtype)
    change = xp.asarray(1.0, dtype=a.dtype)
    while change > 1e-9:
        w = a @ v
        w = w / xp.linalg.vector_norm(w)
        change = xp.max(xp.abs(w - v))
        v = w
    return v


def is_floating(x):
    xp = x.__array_namespace__()
    if xp.isdtype(x.dtype, "real floating"):
        return xp.finfo(x.dtype).eps * x
    return x


OURS = {
    standardize: [X],
    softmax: [X],
    logsumexp: [X],
    covariance: [X.T],
    distances: [X],
    least_squares: [X, Y],
    kronecker: [X, Y],
    winsorize: [Y],
    ranks: [Y],
    one_hot: [N],
    how_many_differ: [N],
    above_the_mean: [Y],
    lowpass: [Y],
    power_iteration: [X],
    is_floating: [X],
}  # fmt: skip


# They compute with `x.shape`, which has None where a length is unknown.
READING_LENGTHS = {covariance, least_squares, kronecker, lowpass, power_iteration}


@pytest.mark.parametrize("function", OURS, ids=lambda f: f.__name__)
def test_library_code_runs_as_it_stands(function):
    arrays = OURS[function]
    expected = function(*arrays)
    tensors = [xp.asarray(x) for x in arrays]
    same(function(*tensors), expected, "eager")
    same(ag.function(function)(*tensors), expected, "decorated")
    specs = [ag.TensorSpec([None] * x.ndim, x.dtype) for x in arrays]
    traced = ag.function(function, input_signature=specs)
    if function not in READING_LENGTHS:
        same(traced(*tensors), expected, "lengths unknown")
        return
    with pytest.raises(TypeError, match="None") as caught:
        traced(*tensors)
    assert isinstance(caught.value, ag.errors.AutographError)


@pytest.mark.parametrize("function", [standardize, softmax, logsumexp, least_squares])
def test_gradients_flow_through_library_code(function):
    arrays = [xp.asarray(x) for x in OURS[function]]
    with ag.GradientTape() as tape:
        tape.watch(arrays[0])
        total = xp.sum(ag.function(function)(*arrays) ** 2)
    slope = np.asarray(tape.gradient(total, arrays[0]))
    step = 1e-6
    for place in ((0, 0), (2, 1)):
        sides = []
        for sign in (1, -1):
            moved = OURS[function][0].copy()
            moved[place] += sign * step
            sides.append(np.sum(function(moved, *OURS[function][1:]) ** 2))
        slope_there = (sides[0] - sides[1]) / (2 * step)
        np.testing.assert_allclose(slope[place], slope_there, 1e-4, 1e-6)


EXTRA = {
    "angle": (lambda xpx, x: xpx.angle(x), Y + 1j),
    "argpartition": (lambda xpx, x: xpx.argpartition(x, 1)[1], Y),
    "atleast_nd": (lambda xpx, x: xpx.atleast_nd(x, ndim=3), Y),
    "cov": (lambda xpx, x: xpx.cov(x), X),
    "deg2rad": (lambda xpx, x: xpx.deg2rad(x), Y),
    "expand_dims": (lambda xpx, x: xpx.expand_dims(x, axis=(0, 2)), Y),
    "isin": (lambda xpx, x: xpx.isin(x, x[:2]), N),
    "kron": (lambda xpx, x: xpx.kron(x, x), Y),
    "nan_to_num": (lambda xpx, x: xpx.nan_to_num(x), np.array([1, np.nan, np.inf])),
    "nanmax": (lambda xpx, x: xpx.nanmax(x), np.array([1.0, np.nan])),
    "nanmean": (lambda xpx, x: xpx.nanmean(x), np.array([1.0, np.nan])),
    "nansum": (lambda xpx, x: xpx.nansum(x), np.array([1.0, np.nan])),
    "nunique": (lambda xpx, x: xpx.nunique(x), N),
    "one_hot": (lambda xpx, x: xpx.one_hot(x, 3), N),
    "partition": (lambda xpx, x: xpx.partition(x, 1)[1], Y),
    "setdiff1d": (lambda xpx, x: xpx.setdiff1d(x, x[:1]), N),
    "sinc": (lambda xpx, x: xpx.sinc(x), Y),
    "union1d": (lambda xpx, x: xpx.union1d(x, x[:1] + 9), N),
    "unravel_index": (lambda xpx, x: xpx.unravel_index(x, (2, 2)), N),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("name", EXTRA)
def test_array_api_extra_runs_as_it_stands(name):
    xpx = pytest.importorskip("array_api_extra")
    if not hasattr(xpx, name):
        pytest.skip(f"this version has no {name}")
    call, x = EXTRA[name]
    expected = call(xpx, x)
    if isinstance(expected, tuple):
        expected = tuple(map(np.asarray, expected))
    call_on = lambda x: call(xpx, x)
    _close(call_on(xp.asarray(x)), expected)
    _close(ag.function(call_on)(xp.asarray(x)), expected)


WRITING = {
    "apply_where": (lambda xpx, x: xpx.apply_where(x > 0, x, lambda t: t * 2, lambda t: t - 1), Y),
    "at set": (lambda xpx, x: xpx.at(x)[1].set(9.0, copy=True), Y),
    "at add": (lambda xpx, x: xpx.at(x)[x > 0].add(9.0, copy=True), Y),
    "create_diagonal": (lambda xpx, x: xpx.create_diagonal(x, offset=-1), Y),
    "isclose": (lambda xpx, x: xpx.isclose(x, x + 1e-9), Y),
    "pad": (lambda xpx, x: xpx.pad(x, 2), Y),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITING)
def test_array_api_extra_writes_to_items_in_decorated_functions(name):
    xpx = pytest.importorskip("array_api_extra")
    call, x = WRITING[name]
    expected = call(xpx, x)
    _close(ag.function(lambda x: call(xpx, x))(xp.asarray(x)), expected)
    with pytest.raises(ag.errors.ImmutableTensorError):
        call(xpx, xp.asarray(x))


def _close(found, expected):
    if isinstance(expected, tuple):
        for one, other in zip(found, expected, strict=True):
            _close(one, other)
        return
    np.testing.assert_allclose(np.asarray(found), np.asarray(expected), 1e-12)


def test_array_api_compat_finds_the_namespace():
    compat = pytest.importorskip("array_api_compat")
    x = xp.asarray(X)
    assert compat.array_namespace(x) is xp
    assert compat.array_namespace(x, 1.0, xp.asarray(Y)) is xp
    assert compat.is_array_api_obj(x)
    assert compat.device(x) == "cpu"
    assert compat.size(x) == 12

    @ag.function
    def f(x):
        return compat.array_namespace(x).sum(x)

    assert float(f(x)) == np.sum(X)
