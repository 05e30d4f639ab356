"""Functions that order, count, compare and group, beside NumPy, eagerly and staged."""

from __future__ import annotations

import numpy as np
import pytest

import autograph as ag

X = np.array([[1.5, -2.0, 3.0], [0.0, 5.0, -6.5]], np.float32)
N = np.array([[3, 1, 2], [9, 8, 7]], np.int32)
V = np.array([2, 0, 1], np.int32)
LOW = np.finfo(np.float32).min


def i32(values):
    return np.array(values, np.int32)


def f32(values):
    return np.array(values, np.float32)


CALLS = {
    "segment_sum": (lambda x, n, v: ag.math.segment_sum(x, [0, 2]), lambda: f32([X[0], [0, 0, 0], X[1]])),
    "segment_mean": (lambda x, n, v: ag.math.segment_mean(n, [1, 1]), lambda: i32([[0, 0, 0], [6, 4, 4]])),
    "segment_mean < 0": (lambda x, n, v: ag.math.segment_mean(-n, [0, 0]), lambda: i32([[-6, -4, -4]])),
    "segment_max": (lambda x, n, v: ag.math.segment_max(x, [1, 1]), lambda: f32([[0, 0, 0], X.max(0)])),
    "segment_prod": (lambda x, n, v: ag.math.segment_prod(n, [1, 1]), lambda: i32([[1, 1, 1], N.prod(0)])),
    "unsorted dropped": (lambda x, n, v: ag.math.unsorted_segment_sum(x, [-1, 1], 3), lambda: f32([[0] * 3, X[1], [0] * 3])),
    "unsorted max": (lambda x, n, v: ag.math.unsorted_segment_max(x, [[1, -1, 0], [1, -1, 0]], v[0]), lambda: f32([3.0, 1.5])),
    "unsorted empty": (lambda x, n, v: ag.math.unsorted_segment_max(x, [1, 1], 2), lambda: f32([[LOW] * 3, X.max(0)])),
    "unsorted sqrt_n": (lambda x, n, v: ag.math.unsorted_segment_sqrt_n(x, [0, 0], 1), lambda: (X.sum(0) / np.sqrt(np.float32(2)))[None]),
    "top_k": (lambda x, n, v: ag.math.top_k(x, 2)[0], lambda: f32([[3, 1.5], [5, 0]])),
    "top_k symbolic": (lambda x, n, v: ag.math.top_k(n, k=v[0])[1], lambda: i32([[0, 2], [0, 1]])),
    "top_k ties": (lambda x, n, v: ag.math.top_k([1, 2, 2, 0, 2], 4)[1], lambda: i32([1, 2, 4, 0])),
    "in_top_k": (lambda x, n, v: ag.math.in_top_k([0, 2], x, 2), lambda: np.array([True, False])),
    "partition": (lambda x, n, v: ag.partition(n, 1), lambda: np.sort(N)),
    "argpartition": (lambda x, n, v: ag.argpartition(v, 1), lambda: np.argpartition(V, 1)),
    "lexsort": (lambda x, n, v: ag.lexsort([v, [1, 0, 1]]), lambda: np.lexsort(i32([V, [1, 0, 1]]))),
    "lexsort rows": (lambda x, n, v: ag.lexsort([n[0], n[1]]), lambda: np.lexsort(N)),
    "invert_permutation": (lambda x, n, v: ag.math.invert_permutation(v), lambda: i32([1, 2, 0])),
    "cummax": (lambda x, n, v: ag.math.cummax(x, 1), lambda: np.maximum.accumulate(X, 1)),
    "cummin reverse": (lambda x, n, v: ag.math.cummin(x, -1, reverse=True), lambda: np.minimum.accumulate(X[:, ::-1], 1)[:, ::-1]),
    "logsumexp": (lambda x, n, v: ag.math.cumulative_logsumexp(x, 1), lambda: np.logaddexp.accumulate(X, 1)),
    "logsumexp others": (lambda x, n, v: ag.math.cumulative_logsumexp(x[0], exclusive=True, reverse=True), lambda: f32([np.logaddexp(X[0, 1], X[0, 2]), X[0, 2], -np.inf])),
    "bincount": (lambda x, n, v: ag.math.bincount(n), lambda: np.bincount(N.ravel()).astype(np.int32)),
    "bincount weights": (lambda x, n, v: ag.math.bincount(n, x, maxlength=4), lambda: np.bincount(N.ravel(), X.ravel())[:4].astype(np.float32)),
    "bincount rows": (lambda x, n, v: ag.math.bincount(n, axis=-1, minlength=10, binary_output=True), lambda: i32([[0, 1, 1, 1] + [0] * 6, [0] * 7 + [1, 1, 1]])),
    "digitize": (lambda x, n, v: ag.digitize(x, [-1.0, 2.0]), lambda: np.digitize(X, [-1.0, 2.0])),
    "digitize down": (lambda x, n, v: ag.digitize(x, [2.0, -1.0], True), lambda: np.digitize(X, [2.0, -1.0], True)),
    "bucketize": (lambda x, n, v: ag.math.bucketize(n, [2, 8]), lambda: np.digitize(N, [2, 8]).astype(np.int32)),
    "fixed width": (lambda x, n, v: ag.histogram_fixed_width(x, [0.0, 4.0], 4), lambda: i32([3, 1, 0, 2])),
    "fixed width symbolic": (lambda x, n, v: ag.histogram_fixed_width(x, [0.0, 4.0], v[0] + 2), lambda: i32([3, 1, 0, 2])),
    "confusion": (lambda x, n, v: ag.math.confusion_matrix([1, 2, 2], v), lambda: i32([[0, 0, 0], [0, 0, 1], [1, 1, 0]])),
    "confusion weighed": (lambda x, n, v: ag.math.confusion_matrix([1, 0, 1], [0, 0, 0], 2, x[0], "float32"), lambda: f32([[-2, 0], [4.5, 0]])),
    "sequence_mask": (lambda x, n, v: ag.sequence_mask(v), lambda: np.array([[1, 1], [0, 0], [1, 0]], bool)),
    "sequence_mask 3": (lambda x, n, v: ag.sequence_mask(v, 3, "float32"), lambda: f32([[1, 1, 0], [0, 0, 0], [1, 0, 0]])),
    "unique_with_counts": (lambda x, n, v: ag.unique_with_counts([5, 3, 5])[2], lambda: i32([2, 1])),
    "isin": (lambda x, n, v: ag.isin(n, v), lambda: np.isin(N, V)),
    "isin text": (lambda x, n, v: ag.isin(["a", "b"], ["b"], invert=True), lambda: np.array([True, False])),
    "dynamic_partition": (lambda x, n, v: ag.dynamic_partition(n, [1, 1], 2)[1], lambda: N),
    "dynamic_partition elements": (lambda x, n, v: ag.dynamic_partition(n, n % 2, 2)[0], lambda: i32([2, 8])),
    "dynamic_stitch": (lambda x, n, v: ag.dynamic_stitch([v, [4, 1]], [v * 10, [7, 8]]), lambda: i32([0, 8, 20, 0, 7])),
    "dynamic_stitch rows": (lambda x, n, v: ag.dynamic_stitch([[1], [0]], [x[:1], x[1:]]), lambda: X[::-1]),
    "dynamic_stitch scalars": (lambda x, n, v: ag.dynamic_stitch([1, 0], [x[0], x[1]]), lambda: X[::-1]),
    "boolean_mask last axis": (lambda x, n, v: ag.boolean_mask(x, v > 0, axis=-1), lambda: X[:, [0, 2]]),
    "gather_nd batches": (lambda x, n, v: ag.gather_nd(x, [[2], [0]], batch_dims=1), lambda: f32([3, 0])),
    "sort down": (lambda x, n, v: ag.sort(x, direction="DESCENDING"), lambda: np.sort(X)[:, ::-1]),
    "argsort down": (lambda x, n, v: ag.argsort([1, 2, 2], direction="DESCENDING", stable=True), lambda: i32([1, 2, 0])),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_functions_give_what_numpy_gives(name):
    call, truth = CALLS[name]
    found, expected = call(*map(ag.constant, (X, N, V))), truth()
    np.testing.assert_array_equal(found.numpy(), expected)
    assert found.dtype == expected.dtype


@pytest.mark.parametrize("name", CALLS)
def test_graphs_with_unknown_dimensions_give_the_same(name):
    call, truth = CALLS[name]
    specs = [ag.TensorSpec((None,) * a.ndim, a.dtype) for a in (X, N, V)]
    staged = ag.function(call, input_signature=specs, autograph=False)
    expected = truth()
    np.testing.assert_array_equal(staged(X, N, V).numpy(), expected)
    (output,) = staged.get_concrete_function().graph.outputs
    assert ag.TensorSpec(output.shape, output.dtype).is_compatible_with(expected)


MISTAKES = (
    "ag.math.segment_sum(V, [1, 0, 1])",
    "ag.math.segment_sum(V, [-1, 0, 1])",
    "ag.math.segment_sum(V, [0, 1])",
    "ag.math.segment_sum(V, [[0, 1, 1]])",
    "ag.math.segment_sum(V, V)",
    "ag.math.segment_max(S, [0])",
    "ag.math.unsorted_segment_sum(V, [0, 1, 2], 2)",
    "ag.math.unsorted_segment_sum(V, [0, 1, 2], -1)",
    "ag.math.unsorted_segment_sum(V, [0, 1], 2)",
    "ag.math.unsorted_segment_sqrt_n(N, N, 4)",
    "ag.math.top_k(V, 4)",
    "ag.math.top_k(ag.constant(1.0), 1)",
    "ag.math.top_k(S, 0)",
    "ag.math.in_top_k(V, M, 1)",
    "ag.math.in_top_k([1], M, 1)",
    "ag.partition(V, 3)",
    "ag.lexsort([V, M])",
    "ag.lexsort([])",
    "ag.math.invert_permutation([0, 0, 1])",
    "ag.math.invert_permutation([0, 3, 1])",
    "ag.math.invert_permutation(V)",
    "ag.math.cummax(S)",
    "ag.math.cumulative_logsumexp(N)",
    "ag.math.bincount([1, -2])",
    "ag.math.bincount(V)",
    "ag.math.bincount(N, [1.0])",
    "ag.math.bincount(N, V, binary_output=True)",
    "ag.math.bincount(N, minlength=-1)",
    "ag.math.bincount(N, axis=3)",
    "ag.math.bincount(ag.zeros([1, 1, 1], ag.int32), axis=-1)",
    "ag.digitize(V, [1, 3, 2])",
    "ag.digitize(V, M)",
    "ag.digitize(S, V)",
    "ag.sequence_mask(V)",
    "ag.unique_with_counts(M)",
    "ag.isin(S, N)",
    "ag.dynamic_partition(V, [0, 2, 1], 2)",
    "ag.dynamic_partition(V, [0, 1], 2)",
    "ag.dynamic_partition(V, V, 2)",
    "ag.dynamic_partition(V, N, 0)",
    "ag.dynamic_stitch([], [])",
    "ag.dynamic_stitch([[0, 1]], [V])",
    "ag.dynamic_stitch([[0, -1]], [[1, 2]])",
    "ag.sort(V, direction='UP')",
    "ag.boolean_mask(M, [True], axis=-3)",
    "ag.gather_nd(V, [[3]])",
    "ag.gather_nd(M, [[0], [1]], batch_dims=2)",
    "ag.gather_nd(M, [[0]], batch_dims=1)",
)
GIVEN = {
    "ag": ag,
    "V": ag.ones([3]),
    "M": ag.ones([2, 3]),
    "N": ag.range(3),
    "S": ag.constant(["text"]),
}


def test_every_mistake_is_told_with_what_to_write_instead(golden):
    shown = []
    for expression in MISTAKES:
        with pytest.raises(ag.errors.AutographError) as info:
            eval(expression, GIVEN)
        shown.append(f">>> {expression}\n{info.typename}: {info.value.message}")
        shown.append(info.value.hint)
        assert info.value.hint, expression
    golden("\n".join(shown))


def unsorted(x, ids):
    return ag.math.segment_sum(x, ids)


def test_numbers_that_are_not_sorted_are_told_at_the_users_line():
    for function in (unsorted, ag.function(unsorted)):
        with pytest.raises(ag.errors.InvalidArgumentError) as info:
            function(ag.ones([2]), ag.constant([1, 0]))
        assert "segment_ids[1] = 0 comes after 1" in str(info.value)
        lines = [entry.lineno + 1 for entry in info.traceback]
        assert unsorted.__code__.co_firstlineno + 1 in lines
