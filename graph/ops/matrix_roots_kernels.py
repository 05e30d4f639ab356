"""(no ops) Schur's form of a matrix, and functions of triangular matrices, on NumPy."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

_EPS: Final = 2.0**-52
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(8)
# Up to this norm the quadrature of 8 nodes is right to the last digits.
_NEAR: Final = 0.25


def schur(x: Any) -> tuple[Any, Any]:
    """Return a unitary matrix u and an upper triangular one t, with x = u t u^H.

    Source:  the QR algorithm with Wilkinson's shifts, of the Hessenberg form
    """
    size = np.abs(x).max(initial=0.0) or 1.0  # squares of which may be no numbers
    t, u = _hessenberg(x / size)
    high, n_steps = len(t), 0
    while high > 1:
        low = _begin(t, high)
        if low == high - 1:
            high, n_steps = high - 1, 0
            continue
        n_steps += 1
        if n_steps > 300:
            raise np.linalg.LinAlgError("Eigenvalues did not converge")
        _turn(t, u, low, high, _shift(t, high, n_steps))
    return u, np.triu(t) * size


def _turn(t: Any, u: Any, low: int, high: int, shift: Any) -> None:
    """Do a step of the QR algorithm in a block, by rotations of neighbouring rows."""
    diagonal = np.einsum("ii->i", t)
    diagonal -= shift
    turns: list[Any] = []
    for k in range(low, high - 1):
        a, b = t[k, k], t[k + 1, k]
        size = np.hypot(abs(a), abs(b))
        if size == 0:
            turns.append(None)
            continue
        turn = np.array([[a.conjugate(), b.conjugate()], [-b, a]]) / size
        t[k : k + 2, k:] = turn @ t[k : k + 2, k:]
        turns.append(turn.conj().T)
    for k, turn in enumerate(turns, low):
        if turn is not None:
            t[: k + 2, k : k + 2] = t[: k + 2, k : k + 2] @ turn
            u[:, k : k + 2] = u[:, k : k + 2] @ turn
    diagonal += shift


def _hessenberg(x: Any) -> tuple[Any, Any]:
    """Return a matrix with one diagonal below the main one, and what makes it so."""
    t = x.astype(np.complex128)
    n = len(t)
    u = np.eye(n, dtype=np.complex128)
    for k in range(n - 2):
        v = t[k + 1 :, k].copy()
        size = np.linalg.norm(v)
        if size == 0:
            continue
        v[0] += size * (v[0] / abs(v[0]) if v[0] else 1)
        v /= np.linalg.norm(v)
        t[k + 1 :] -= 2 * np.outer(v, v.conj() @ t[k + 1 :])
        t[:, k + 1 :] -= 2 * np.outer(t[:, k + 1 :] @ v, v.conj())
        u[:, k + 1 :] -= 2 * np.outer(u[:, k + 1 :] @ v, v.conj())
    return np.triu(t, -1), u


def _begin(t: Any, high: int) -> int:
    """Return where the last block begins that does not fall apart."""
    for k in range(high - 1, 0, -1):
        beside = abs(t[k, k]) + abs(t[k - 1, k - 1])
        if abs(t[k, k - 1]) <= _EPS * (beside or np.abs(t).max()):
            t[k, k - 1] = 0
            return k
    return 0


def _shift(t: Any, high: int, n_steps: int) -> Any:
    """Return an eigenvalue of the last two rows, the one nearer to the corner."""
    if n_steps % 10 == 0:  # out of a circle
        return abs(t[high - 1, high - 2]) + abs(t[high - 2, high - 2])
    a, b, c, d = t[high - 2 : high, high - 2 : high].reshape(-1)
    mean, root = (a + d) / 2, np.sqrt(((a - d) / 2) ** 2 + b * c)
    first, second = mean + root, mean - root
    return first if abs(first - d) < abs(second - d) else second


def square_root(t: Any) -> Any:
    """Return the principal root of an upper triangular matrix.

    Raises:
        ZeroDivisionError: There is none.
    """
    n = len(t)
    root = np.diag(np.sqrt(np.diagonal(t)))
    for j in range(n):
        for i in range(j - 1, -1, -1):
            above = t[i, j] - root[i, i + 1 : j] @ root[i + 1 : j, j]
            below = root[i, i] + root[j, j]
            if below == 0 and above != 0:
                raise ZeroDivisionError
            root[i, j] = above / below if above else 0
    return root


def logarithm(t: Any) -> Any:
    """Return the principal logarithm of an upper triangular matrix.

    Raises:
        ZeroDivisionError: It is singular.
    """
    values = np.diagonal(t).copy()
    if (values == 0).any():
        raise ZeroDivisionError
    one = np.eye(len(t))
    near, n_roots = t, 0
    while np.abs(near - one).sum(0).max(initial=0) > _NEAR:
        if n_roots > 200:
            raise np.linalg.LinAlgError("the logarithm did not converge")
        near, n_roots = square_root(near), n_roots + 1
    rest = near - one
    # log(1 + r) is the integral of r / (1 + s r) over s from 0 to 1.
    found = np.zeros_like(rest)
    for node, weight in zip((_NODES + 1) / 2, _WEIGHTS / 2, strict=True):
        found += weight * np.linalg.solve(one + node * rest, rest)
    found = np.triu(found) * 2.0**n_roots
    np.fill_diagonal(found, np.log(values))
    return found


__all__ = ["logarithm", "schur", "square_root"]
