"""Code for any array library: it asks its arguments for a namespace.

As scikit-learn's and SciPy's do, on NumPy arrays and on tensors.
"""

from __future__ import annotations

import numpy as np

import autograph as ag
from tests.language.programs import Programs

programs = Programs()

T = ag.constant

X = np.array([[1.0, 2.0, 4.0], [3.0, 1.0, 0.0], [0.5, 0.5, 2.0], [2.0, 2.0, 1.0]])
Y = np.array([0.5, 1.0, -1.0, 2.0])
N = np.array([2, 0, 1, 2, 2])

matrices = programs.staged(X, T(X))
matrices_falls = programs.falls(X, T(X))
vectors = programs.staged(Y, T(Y))

pairs = programs.staged((X, Y), (T(X), T(Y)))


@matrices
def standardize(x):
    """Columns with mean 0 and deviation 1."""
    xp = x.__array_namespace__()
    centred = x - xp.mean(x, axis=0)
    spread = xp.std(x, axis=0, correction=1)
    return centred / xp.where(spread == 0, xp.asarray(1.0, dtype=x.dtype), spread)


@matrices
def softmax(x):
    """Softmax of the rows."""
    xp = x.__array_namespace__()
    weights = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
    return weights / xp.sum(weights, axis=-1, keepdims=True)


@matrices
def logsumexp(x):
    """The logarithm of a sum of exponentials, which does not overflow."""
    xp = x.__array_namespace__()
    top = xp.max(x, axis=0)
    top = xp.where(xp.isfinite(top), top, xp.zeros_like(top))
    return xp.log(xp.sum(xp.exp(x - top), axis=0)) + top


@matrices
def covariance(x):
    """The covariance of rows, with `conj`, `mT` and the static length."""
    xp = x.__array_namespace__()
    x = x - xp.mean(x, axis=-1, keepdims=True)
    return x @ xp.conj(x.mT) / (x.shape[-1] - 1)


@matrices
def distances(x):
    """Distances of all pairs of rows."""
    xp = x.__array_namespace__()
    squares = xp.sum(x**2, axis=1)
    product = xp.matmul(x, xp.permute_dims(x, (1, 0)))
    return xp.sqrt(xp.clip(squares[:, None] + squares[None, :] - 2 * product, min=0))


@pairs
def least_squares(x, y):
    """Least squares by a QR decomposition, with `device` and `concat`."""
    xp = x.__array_namespace__()
    ones = xp.ones((x.shape[0], 1), dtype=x.dtype, device=x.device)
    q, r = xp.linalg.qr(xp.concat([ones, x[:, :2]], axis=1))
    return xp.linalg.solve(r, q.mT @ y)


@pairs
def kronecker(x, y):
    """The Kronecker product by added axes and a reshape."""
    xp = x.__array_namespace__()
    return xp.reshape(x[:, None, ...] * y[None, :, None], (-1, x.shape[1]))


@vectors
def winsorize(y):
    """Values are clipped to the second and the last but one in order."""
    xp = y.__array_namespace__()
    ordered = xp.sort(y)
    return xp.clip(y, ordered[1], ordered[-2])


@vectors
def ranks(y):
    """Ranks by `argsort` of `argsort`."""
    xp = y.__array_namespace__()
    return xp.argsort(xp.argsort(y, stable=True), stable=True)


@programs.staged(N, T(N))
def one_hot(n):
    """A one-hot matrix of the namespace's default dtype."""
    xp = n.__array_namespace__()
    info = xp.__array_namespace_info__()
    dtype = info.default_dtypes()["real floating"]
    return xp.astype(n[:, None] == xp.arange(3, dtype=n.dtype), dtype)


@programs.staged(T(N))
def how_many_differ(n):
    """`unique_counts`, whose lengths depend on the data."""
    xp = n.__array_namespace__()
    return xp.unique_counts(n)


@vectors
def above_the_mean(y):
    """A selection by a mask."""
    xp = y.__array_namespace__()
    return y[y > xp.mean(y)]


@vectors
def lowpass(y):
    """Frequencies above a bound are removed by `rfft` and `irfft`."""
    xp = y.__array_namespace__()
    spectrum = xp.fft.rfft(y)
    keep = xp.fft.rfftfreq(y.shape[0]) < 0.3
    return xp.fft.irfft(spectrum * xp.astype(keep, spectrum.dtype), n=y.shape[0])


@matrices
def power_iteration(x):
    """A `while` loop with a condition on an array of rank 0."""
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


@matrices
def is_floating(x):
    """A branch on `isdtype`, and `finfo`."""
    xp = x.__array_namespace__()
    if xp.isdtype(x.dtype, "real floating"):
        return xp.finfo(x.dtype).eps * x
    return x
