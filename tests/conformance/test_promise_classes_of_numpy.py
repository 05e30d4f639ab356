"""What NumPy's functions give, by its class, text and dtype, as in plain Python."""

import contextlib
import csv
import io
from collections import deque

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
rows = Rows()
refused = Rows()
test_the_graph_gives_what_plain_python_gives = rows.test()
test_what_a_graph_has_not_is_refused = refused.refusal_test()

numbers = rows.on(*map(T, (3, 2)))


def told(value):
    """Return what shows whether a value is a tensor, an array, or a number."""
    is_array, is_tensor = type(value) is np.ndarray, type(value) is ag.Tensor
    return f"{value}", is_array, is_tensor, isinstance(value, np.generic)


@numbers
def arrays_of_numbers_in_a_list(n):
    xs = [i / 4 for i in range(n)]
    made = np.array(xs)
    return (
        told(made),
        told(np.asarray(xs)),
        told(np.stack(xs)),
        made.dtype,
        told(made[0]),
    )


@numbers
def arrays_of_arrays_in_a_list(n):
    xs = [np.ones(2) * i for i in range(n)]
    return (
        *(told(np.array(xs)), told(np.stack(xs)), told(np.vstack(xs))),
        *(told(np.hstack(xs)), told(np.concatenate(xs)), told(np.column_stack(xs))),
        np.concatenate(xs).dtype,
    )


@numbers
def tensors_of_tensors_in_a_list(n):
    xs = [n * i for i in range(n)]
    return (
        *(told(np.stack(xs)), told(np.vstack(xs)), told(np.hstack(xs))),
        *(told(np.column_stack(xs)), told(np.array(xs))),
    )


@numbers
def an_array_of_a_list_has_two_names(n):
    made = np.array([i * 2 for i in range(n)])
    other = made
    for i in range(n):
        made[i] = i * 2
    made += 1
    return made, other


@numbers
def answers_are_of_pythons(n):
    made = np.arange(n)
    same, close = np.array_equal(made, [0, 1, 2]), np.allclose(made, made * 1.0)
    return (
        type(same) is bool,
        type(close) is bool,
        f"{same} {close}",
        [4, 5][same],
        not same,
    )


@numbers
def answers_on_tensors(n):
    if np.allclose(n, 3) or np.array_equal(n, [0]):
        return 1
    return 2


@numbers
def results_with_names(n):
    matrix = np.diag(np.arange(1.0, n + 1))
    left, values, _ = np.linalg.svd(matrix)
    sign, logarithm = np.linalg.slogdet(matrix)
    found = np.unique_counts(np.arange(n))
    return (
        *(told(left), told(values), told(np.linalg.eigh(matrix).eigenvalues)),
        *(told(np.linalg.qr(matrix)[0]), told(sign), told(logarithm)),
        told(found.counts),
    )


@numbers
def numbers_of_numpys(n):
    made = np.arange(1.0, n + 1)
    matrix = np.diag(made)
    return (
        *(told(np.linalg.cond(matrix)), told(np.linalg.vector_norm(made))),
        *(told(np.take(matrix, 1)), told(np.lexsort(np.ones(2) * int(n)))),
        *(told(each) for each in np.unstack(np.ones(2) * int(n))),
    )


@numbers
def arrays_without_axes(n):
    made = np.arange(n)
    return told(np.isin(1, made)), told(np.copy(int(n))), told(np.asarray_chkfinite(n))


@numbers
def arrays_of_tensors(n):
    return told(np.hanning(n)), told(np.kaiser(n, 2.0)), told(np.tril_indices(n)[0])


@numbers
def dtypes_of_pythons_numbers(n):
    return np.result_type(int(n)), np.result_type(float(n), np.float32(1))


@numbers
def points_of_numbers(n):
    return np.histogramdd([int(n), 2], bins=2)[0], np.histogramdd((n, 2), bins=3)[0]


@numbers
def a_tensor_of_a_deque(n):
    held = deque()
    for i in range(n):
        held.append(int(i))
    return ag.constant(held)


@refused.on(T(3))
def the_class_of_what_is_made_of_a_number(n):
    return type(np.flip(int(n))) is np.ndarray


@refused.on(T(3))
def text_that_was_printed(n):
    buffer = io.StringIO()
    print("n =", int(n), file=buffer)
    return buffer.getvalue() == "n = 3\n"


@refused.on(T(3))
def the_length_of_text_that_was_printed(n):
    buffer = io.StringIO()
    with contextlib.redirect_stdout(buffer):
        print(n)
    return buffer.tell()


@refused.on(T(3))
def lines_that_were_printed(n):
    buffer = io.StringIO()
    print(int(n), file=buffer)
    buffer.seek(0)
    return [len(line) for line in buffer]


@refused.on(T(3))
def how_much_a_row_has(n):
    return csv.writer(io.StringIO()).writerow([int(n), "a"])


@rows.on(T(3))
def text_that_tracing_knows(n):
    buffer = io.StringIO()
    print("a", file=buffer)
    csv.writer(buffer).writerow(["b", 1])
    return buffer.getvalue(), buffer.tell(), n


@numbers
def steps_through_ranges_of_numpy(n):
    found = [told(np.int64(0))]
    for each in np.arange(n):
        found += [told(each)]
    first, *_ = np.arange(int(n))
    return found, told(first), [f"{each}" for each in np.arange(int(n))]


@numbers
def elements_of_flat(n):
    made = np.arange(n) * 1.5
    return told(made.flat[0]), [f"{each}" for each in made.flat]


@numbers
def arrays_made_of_arrays_by_types(n):
    return told(np.float32(np.arange(n))), told(np.float32(n))


@numbers
def bounds_that_are_tensors(n):
    made = np.arange(3) * 1.0
    return told(np.ones(2).clip(n)), told(made.clip(0, n)), told(made.clip(max=n))


@numbers
def what_a_condition_leaves(n):
    return told(ag.range(n).compress(np.arange(n) > 0))


# -- Of single numbers


@numbers
def arrays_of_a_number(n):
    x = np.sum(np.ones(3) * int(n))
    with np.errstate(all="ignore"):
        made = np.block(x), np.pad(x, 2), np.roll(x, 1), np.real_if_close(x), x[...]
        others = np.fft.fftn(x), np.fft.ifftn(x), (np.ones(3) * x)[..., 0]
        return [told(each) for each in (*made, *others)], told(np.flip(x))


@numbers
def a_part_without_axes_that_is_changed(n):
    a = np.ones(3) * int(n)
    y, z = a[0, ...], a.sum()[...]
    w = z
    y += 1
    z += 1
    return a, told(y), told(z), w


@numbers
def numbers_of_an_array_without_axes(n):
    x = np.array(int(n))
    return told(np.clip(x, 0, 2)), told(np.trunc(x)), told(np.iscomplex(x))


@numbers
def what_numbers_of_pythons_have(n):
    k, x = int(n), float(n)
    made = np.real(k), np.imag(k), np.real(x), np.imag(x), np.isreal(k), np.isreal(x)
    array = np.arange(3) * k
    return [(told(each), type(each) is int) for each in (*made, np.real(array))]


@numbers
def the_rank_of_a_vector(n):
    v, m = np.arange(n) * 1.5, np.ones((2, 2)) * n
    ranks = np.linalg.matrix_rank(v), np.linalg.matrix_rank(np.eye(2) * int(n))
    return [(told(each), type(each) is int) for each in ranks], np.linalg.matrix_rank(m)


@numbers
def edges_of_as_many_bins_as_the_run_says(n):
    counts, edges = np.histogram(np.arange(5), int(n))
    same = edges.dtype == np.float64, np.histogram_bin_edges(np.arange(4), n) * 2
    return told(counts), told(edges), edges[1:] - edges[:-1], *same


@refused.on(T(3))
def the_order_of_a_norm(n):
    return np.linalg.norm(np.arange(3.0), n)
