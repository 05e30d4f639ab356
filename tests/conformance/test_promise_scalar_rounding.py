"""Powers and complex products of scalars, which NumPy rounds otherwise than arrays'."""

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

# Enough numbers that some of them are rounded otherwise on most machines.
X = np.linspace(0.1, 7.3, 101)
Z = X - 1j * X[::-1]
T = ag.constant
rows = Rows()
test_scalars_are_rounded_as_in_numpy = rows.test()


@rows.on(X, X.astype(np.float32))
def powers_of_elements(x):
    y = np.zeros_like(x)
    for i in range(len(x)):
        y[i] = x[i] ** 1.7 + x[i] ** 2 + 1.5 ** x[i]
    return y, x**1.7, x**2, x**0.5


@rows.on((X, np.int64(3)), (X, np.int64(-3)), (X, 5))
def powers_of_integers(x, n):
    return [value**n + n**value for value in x], x**n


@rows.on(X, T(X))
def powers_by_the_function(x):
    return [np.power(value, 1.7) for value in x], [np.square(value) for value in x]


@rows.on(X)
def powers_of_arrays_of_rank_0(x):
    found = [np.asarray(value) ** 1.7 for value in x]
    made = [np.array(value) for value in x]
    return found, [each**1.7 for each in made], [(each + 1) ** 1.7 for each in made]


@rows.on(*[np.float64(x) for x in X[:30]], *[np.array(x) for x in X[:30]], T(2.3))
def powers_of_arguments(x):
    return x**1.7, (x + 1) ** (1 / 3), 2.5**x


@rows.on(*[(np.float64(x), n) for x in X[:20] for n in (0, 3)])
def powers_carried_by_a_loop(x, n):
    y = x
    while n > 0:
        y = y**1.3
        n -= 1
    return y


@rows.on(Z, Z.astype(np.complex64), T(Z))
def products_of_complex_elements(z):
    found = [value * value + (0.3 - 0.7j) * value for value in z]
    return found, [abs(value) for value in z], z * z, abs(z)


@rows.on(Z)
def products_by_functions(z):
    return [np.multiply(v, v) for v in z], [np.abs(v) for v in z], z.prod()


@rows.on(*[np.complex128(z) for z in Z[40:70] / 9])
def iterations_of_mandelbrot(c):
    z = 0j
    n = 0
    while abs(z) <= 2 and n < 50:
        z = z * z + c
        n += 1
    return z, n
