"""Bounds of slices, indices and axes that are None on some paths."""

# Programs under test are written as users write them.

import collections

import numpy as np

import autograph as ag
from tests.autograph.testing.rows import Rows

T = ag.constant
M = [[1.0, 2.0], [3.0, 4.0]]
rows = Rows()


class Place:
    """An index."""

    def __index__(self):
        return 1


@rows.on(T(0), T(3))
def slice_stop(n):
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][:o]


@rows.on(T(0), T(3))
def slice_start(n):
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][o:]


@rows.on(T(0), T(3))
def slice_step(n):
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][::o]


@rows.on(T(0), T(3))
def slice_back_from(n):
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][o::-1]


@rows.on(T(0), T(3))
def slice_back_to(n):
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3, 4][:o:-1]


@rows.on(T(0), T(3))
def slice_both(n):
    o = None
    if n > 2:
        o = 2
    return (1, 2, 3, 4)[o:o]


@rows.on(T(0), T(3))
def slice_of_text(n):
    o = None
    if n > 2:
        o = 2
    return "abcd"[:o], "abcd"[o:], "abcd"[::o]


@rows.on(T(0), T(3))
def slice_of_text_of_the_run(n):
    o = None
    if n > 2:
        o = 2
    return str(n * 1234)[:o]


@rows.on(T(0), T(3))
def slice_of_a_range(n):
    o = None
    if n > 2:
        o = 2
    return list(range(n)[:o]), list(range(5)[o:])


@rows.on(T(0), T(3))
def slice_of_a_list_of_the_run(n):
    o = None
    if n > 2:
        o = 2
    return [k * k for k in range(n + 1)][:o]


@rows.on(T(0), T(3))
def slice_of_a_tensor(n):
    o = None
    if n > 2:
        o = 2
    return ag.constant([1, 2, 3, 4])[:o], ag.constant([[1, 2], [3, 4]])[0, o:]


@rows.on(T(0), T(3))
def slice_of_an_array(n):
    o = None
    if n > 2:
        o = 2
    return np.array([1, 2, 3, 4])[::o]


@rows.on(T(0), T(3))
def slice_of_columns(n):
    o = None
    if n > 2:
        o = 2
    return np.array(M)[..., :o]


@rows.on(T(0), T(3))
def a_new_axis(n):
    o = None
    if n > 2:
        o = 2
    return np.array([1.0, 2.0, 3.0])[o], ag.constant([1, 2, 3])[o]


@rows.on(T(0), T(3))
def an_index_of_a_list(n):
    o = None
    if n > 2:
        o = 2
    return [1, 2, 3][o]


@rows.on(T(0), T(3))
def an_index_of_text(n):
    o = None
    if n > 2:
        o = 2
    return "abc"[o]


@rows.on(T(0), T(3))
def an_index_of_a_deque(n):
    o = None
    if n > 2:
        o = 2
    return collections.deque([1, 2, 3])[o]


@rows.on(T(0), T(3))
def an_index_of_a_range(n):
    o = None
    if n > 2:
        o = 2
    return range(5)[o]


@rows.on(T(0), T(3))
def slice_by_a_limit(n):
    limit = None
    if n > 2:
        limit = 2
    start = 1
    return [1, 2, 3, 4][start : start + limit if limit is not None else None]


@rows.on(T(0), T(3))
def slice_by_a_negative_bound(n):
    o = -1 if n > 2 else None
    return [1, 2, 3][:o], [1, 2, 3][o:], [1, 2, 3][::o]


@rows.on(T(0), T(3))
def slice_by_text(n):
    o = "a" if n > 2 else None
    return [1, 2, 3][:o]


@rows.on(T(0), T(3))
def an_own_index(n):
    o = None
    if n > 2:
        o = Place()
    if o is not None:
        return [1, 2][o]
    return 0


@rows.on(T(0), T(3))
def an_own_index_in_a_slice(n):
    o = None
    if n > 2:
        o = Place()
    return [1, 2][o:]


@rows.on(T(0), T(3))
def put_into_a_slice(n):
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    xs[:o] = [7]
    return xs


@rows.on(T(0), T(3))
def put_in_place(n):
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    xs[o] = 7
    return xs


@rows.on(T(0), T(3))
def delete_a_slice(n):
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    del xs[o:]
    return xs


@rows.on(T(0), T(3))
def add_to_a_slice(n):
    o = None
    if n > 2:
        o = 2
    xs = [1, 2, 3]
    xs[:o] += [9]
    return xs


@rows.on(T(0), T(3))
def put_into_an_array(n):
    o = None
    if n > 2:
        o = 2
    x = np.array([1, 2, 3, 4])
    x[:o] = n
    x[o:] += 1
    return x


@rows.on(T(0), T(3))
def put_at_a_new_axis(n):
    o = None
    if n > 2:
        o = 2
    x = np.array([1, 2, 3, 4])
    x[o] = 7
    return x


@rows.on(T(0), T(3))
def an_axis_of_reductions(n):
    o = None
    if n > 2:
        o = 0
    return ag.reduce_sum(M, axis=o), ag.reduce_mean(M, o)


@rows.on(T(0), T(3))
def an_axis_of_methods(n):
    o = None
    if n > 2:
        o = 0
    return ag.constant(M).sum(o), ag.constant(M).max(axis=o), ag.constant(M).cumsum(o)


@rows.on(T(0), T(3))
def an_axis_of_numpy_reductions(n):
    o = None
    if n > 2:
        o = 0
    return np.sum(M, axis=o), np.mean(M, o), np.sum(M, axis=o, keepdims=True)


@rows.on(T(0), T(3))
def an_axis_of_numpy_orders(n):
    o = None
    if n > 2:
        o = 0
    return (
        np.sort(M, axis=o),
        np.flip(M, axis=o),
        np.unique(M, axis=o),
        np.roll(M, 1, axis=o),
    )


@rows.on(T(0), T(3))
def an_axis_of_numpy_others(n):
    o = None
    if n > 2:
        o = 0
    return (
        np.repeat(M, 2, axis=o),
        np.take(M, [0], axis=o),
        np.concatenate([M, M], axis=o),
    )


@rows.on(T(0), T(3))
def an_axis_of_numpy_norms(n):
    o = None
    if n > 2:
        o = 0
    return np.linalg.norm(M, axis=o), np.median(M, o), np.count_nonzero(M, axis=o)


@rows.on(T(0), T(3))
def numpy_clip(n):
    o = None
    if n > 2:
        o = 2
    return np.clip(np.array([1.0, 5.0]), o, 3), np.clip(n, 2, o)


@rows.on(T(0), T(3))
def numpy_clip_by_a_method(n):
    o = None
    if n > 2:
        o = 2
    return ag.constant([1.0, 5.0]).clip(o, 3)


@rows.on(T(0), T(3))
def numpy_a_size(n):
    o = None
    if n > 2:
        o = 2
    return np.zeros(o)


@rows.on(T(0), T(3))
def numpy_a_number_of_points(n):
    o = None
    if n > 2:
        o = 2
    return np.linspace(0, 1, o)


@rows.on(T(0), T(3))
def numpy_sizes(n):
    o = None
    if n > 2:
        o = 2
    return np.ones((o, 2))


@rows.on(T(0), T(3))
def numpy_a_length(n):
    o = None
    if n > 2:
        o = 2
    return np.fft.fft(np.array([1.0, 2.0, 3.0]), o)


@rows.on(T(0), T(3))
def numpy_an_operand(n):
    o = None
    if n > 2:
        o = 2
    return np.power(np.array([1, 2]), o)


@rows.on(T(0), T(3))
def numpy_a_square_root(n):
    o = None
    if n > 2:
        o = 2
    return np.sqrt(o)


@rows.on(T(0), T(3))
def numpy_none_of_numpy(n):
    o = None
    if n > 2:
        o = 2
    return np.sum(o)


@rows.on(T(0), T(3))
def numpy_digits(n):
    o = None
    if n > 2:
        o = 2
    return np.round(np.array([1.26]), o)


@rows.on(T(0), T(3))
def axes_or_none(n):
    o = None
    if n > 2:
        o = (0, 1)
    return np.sum(np.array(M), axis=o)


@rows.on(T(0), T(3))
def an_array_or_none(n):
    o = None
    if n > 2:
        o = np.array([1.0, 2.0])
    if o is None:
        return np.zeros(2)
    return np.array([o, o])[0]


@rows.on(T(0), T(3))
def a_size_in_a_try(n):
    o = None
    if n > 2:
        o = 2
    try:
        return np.zeros(o)
    except TypeError:
        return np.ones(3)


test_none_on_some_paths_agrees_with_plain_python = rows.test()
