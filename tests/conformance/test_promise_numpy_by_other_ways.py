"""NumPy reached by other ways than its functions of arrays, and checks it makes."""

# Programs under test are written as users write them, some of them wrong.

import numpy as np

import autograph as ag
from autograph.testing import Verdict, check
from tests.autograph.testing.rows import Rows

A = np.array([1.0, 4.0, 2.0])
B = np.array([True, False])
I = np.array([3, -1, 2])
T = ag.constant
rows = Rows()


@rows.on(A, I)
def an_array_of_a_generator(x):
    return np.fromiter((v * 2 for v in x), dtype=float)


@rows.on(A, I, A * 0)
def an_array_of_a_generator_with_a_condition(x):
    return np.fromiter((v * 2 for v in x if v > 1), dtype=float, count=-1)


@rows.on(A, I)
def arrays_of_what_is_stepped_through(x):
    return np.fromiter(x, int), np.fromiter(range(3), int) + x


@rows.on(A, I)
def some_of_a_generator(x):
    return np.fromiter((v for v in x), dtype=float, count=2)


@rows.on(A, I)
def too_few_of_a_generator(x):
    return np.fromiter((v for v in x), dtype=float, count=5)


@rows.on(A, I)
def an_array_of_arrays(x):
    return np.fromiter([x, x], float)


@rows.on(A, I)
def an_array_of_a_generator_is_written_to(x):
    y = np.fromiter(x, float)
    y[0] = 7
    y += 1
    return x, y


@rows.on(A, I)
def in_a_number(x):
    return 3 in x[0]


@rows.on(A, I, T(I))
def in_an_array(x):
    return 3 in x, 2.0 in x, 3 in x[0:1], x[0] in x


@rows.on((A, np.ones(2)), (A, np.ones(3)), (A[:1], np.ones(2)), (A[:0], A[:0]))
def samples_for_each_place(xs, ys):
    return np.interp(1.5, xs, ys)


@rows.on((A, np.ones(2)), (A, np.ones(3)), (A * 0, A[:0]))
def samples_for_some_places(xs, ys):
    return np.interp(1.5, np.sort(xs[xs > 1]), ys)


@rows.on((A, np.ones(3)), (A, np.ones(2)), (A[:2], np.ones(1)))
def weights_of_some_elements(x, weights):
    return np.average(x[x > 1], weights=weights)


@rows.on((A, np.ones(3)), (A, np.ones(2)), (A[:2], np.ones(1)))
def weights_along_an_axis(x, weights):
    return np.average(x[x > 1], 0, weights=weights)


@rows.on(np.eye(3), np.ones((3, 2)))
def weights_are_not_broadcast(x):
    texts = []
    for weights, axis in (
        ([1.0], None),
        ([1.0], 0),
        (np.ones((3, 1)), None),
        (np.ones((3, 1)), 0),
        (np.ones(2), 0),
    ):
        try:
            np.average(x, axis, weights)
        except (TypeError, ValueError, ZeroDivisionError) as error:
            texts.append(str(error))
    return texts


@rows.on(*(np.array([3, 255, 2]).astype(kind) for kind in "Bidhf"), B)
def elements_are_numbers_of_pythons(x):
    doubled = np.vectorize(lambda v: v * 2, otypes=[float])(x)
    powers = np.vectorize(lambda v: -(v**3), otypes=[np.int64])(x)
    tenths = np.vectorize(lambda v: v == 0.1, otypes=[bool])(x * np.float32(0.1))
    return doubled, powers, tenths


@rows.on(*(np.array([3, 0, 2]).astype(kind) for kind in "Bidhf"))
def an_element_that_divides(x):
    return np.vectorize(lambda v: 10 // v, otypes=[float])(x)


@rows.on(np.array([3, 255]), np.array([3, 25], np.uint8))
def what_does_not_fit_the_results(x):
    return np.vectorize(lambda v: v * 2, otypes=[np.uint8])(x)


@rows.on(A, np.array(3.0), np.eye(2))
def the_place_of_the_largest(x):
    return np.unravel_index(x.argmax(), x.shape)


@rows.on(A, A[:1], A[:1] * 0, A[1:1], I)
def products_of_polynomials(p):
    return np.polymul(p, [1, 2]), np.polymul([0, 0, 3], p)


@rows.on(A, A - 1, A * 0, I - 3)
def products_of_polynomials_of_unknown_length(p):
    return np.polymul(p[p >= 0], [1, 2]), np.polymul(p[p < 4], p[p < 9])


test_they_agree_with_plain_python = rows.test()

refused = Rows()


@refused.on(A)
def an_iterator_over_memory(x):
    return sum(v for v in np.nditer(x))


@refused.on(A)
def the_memory_itself(x):
    return memoryview(x)[0]


def test_zeros_in_front_of_a_polynomial_are_refused_when_the_run_finds_them():
    def product(p):
        try:
            return np.polymul(p, [1, 2])
        except Exception:
            return p * 0 - 1

    for p in (A - 1, A * 0, I - 3):
        assert check(product, p).verdict is Verdict.REFUSED


@refused.on(A)
def a_shape_that_is_set(x):
    y = x.copy()
    y.shape = (3, 1)
    return y


test_what_has_no_staged_form_is_refused = refused.refusal_test()
