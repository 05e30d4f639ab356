"""Arguments of a wrong kind: told in full, and alike at once and while tracing.

Each expression is evaluated with tensors, and in a graph with symbolic ones. Both raise
an error of one class, at the user's line, with what to write instead; the texts are
kept in `golden/argument_texts/`.
"""

from __future__ import annotations

import pytest

import autograph as ag
from autograph.errors import AutographError

TENSORS = {
    "V": ag.constant([1.0, 2.0, 3.0]),
    "M": ag.ones([2, 3]),
    "Q": ag.eye(2, dtype=ag.float64),
    "I": ag.constant([0, 1, 1]),
    "B": ag.constant([True, False, True]),
    "S": ag.constant("text"),
    "W": ag.constant(["a", "b", "c"]),
    "X": ag.constant(2.5),
}
EAGER = {"ag": ag, **TENSORS}

TEXT = (
    "ag.multiply(S, 2)",
    "S * 2",
    "ag.exp(W)",
    "ag.less(S, 1)",
    "ag.less(W[:0], V[:0])",
    "ag.logical_and(W, B)",
    "ag.logical_not(S)",
    "ag.maximum(W, 0.5)",
    "ag.invert(S)",
    "ag.xdivy(W[:0], V[:0])",
)
OPERANDS = (
    "ag.math.segment_sum(X, 0)",
    "ag.math.segment_max(M, 0)",
    "ag.math.segment_prod(I, M)",
    "ag.math.bincount(I, B)",
    "ag.math.bincount(I, V[:2])",
    "ag.lexsort(5)",
    "ag.linalg.norm(M, 'nuc')",
    "ag.linalg.norm(V, [1, 0])",
    "ag.norm(Q, None)",
    "ag.linalg.matrix_norm(Q, ord='inf')",
    "ag.linalg.matrix_rank(Q, tol='1')",
    "ag.linalg.matrix_rank(ag.cast(V, ag.float16))",
    "ag.linalg.pinv(Q, W[:1])",
    "ag.linalg.pinv(Q, [0.5, 0.5])",
    "ag.linalg.lu_matrix_inverse(X, [0])",
    "ag.linalg.expm(ag.zeros([0, 2, 2], ag.float16))",
    "ag.one_hot(I, 3, V, X)",
    "ag.gather_nd(V, V[:0])",
    "ag.pad(M, [[1, 1], [0, 0]], constant_values=V)",
    "ag.random.stateless_uniform([2], V[:2])",
)
CHOICES = (
    "ag.expand_dims(V, None)",
    "ag.reduce_sum(M, keepdims='yes')",
    "ag.reduce_sum(M, keepdims=2)",
    "ag.reduce_sum(M, axis='x')",
    "ag.reduce_max(M, keepdims=None)",
    "ag.cumsum(V, reverse=[1])",
    "ag.matmul(M, M, transpose_b='b')",
    "ag.linalg.inv(Q, adjoint='no')",
    "ag.linalg.matrix_transpose(M, conjugate='no')",
    "ag.linalg.svd(M, compute_uv='no')",
    "ag.math.cummax(V, reverse='x')",
    "ag.nn.gelu(V, 'tanh')",
    "ag.nn.moments(M, [0], keepdims='x')",
    "ag.nn.dropout(V, 'half')",
    "ag.nn.dropout(V, [0.5, 0.5])",
    "ag.cast(V, [1])",
    "ag.cast(V, 'number')",
    "ag.zeros([2], dtype=V)",
    "ag.sort(V, direction=V)",
    "ag.searchsorted(V, V, side=V)",
    "ag.signal.fft(V, norm=V)",
    "ag.signal.fft(V, 2.5)",
    "ag.signal.fftn(M, 2)",
    "ag.signal.fftshift(V, 3)",
    "ag.pad(M, 3.0)",
    "ag.pad(M, [1, 1])",
    "ag.pad(M, [[1, 1], [0, 0]], mode=None)",
    "ag.strings.as_string(I, width=3, fill=V)",
    "ag.nn.convolution(M[None], M[None], data_format=V)",
    "ag.is_close(V, V, rtol=None)",
    "ag.is_close(V, V, rtol='small')",
    "ag.nan_to_num(V, posinf=[1])",
    "ag.histogram_fixed_width(V, [])",
    "ag.zeros(ag.ones([2, 2], ag.int32))",
    "ag.zeros(V)",
    "ag.reshape(V, B)",
    "ag.broadcast_to(X, 'ab')",
    "ag.constant(1, shape='ab')",
    "ag.repeat(V, B)",
    "ag.sequence_mask(I, X)",
    "ag.roll(V, 1, None)",
    "ag.unstack(V, 'ab')",
    "ag.meshgrid(V, V, indexing=V)",
    "ag.nan_to_num(V, nan=None)",
    "ag.cast(W, ag.int32)",
    "ag.debugging.assert_rank(V, 'one')",
)
LISTS = (
    "ag.global_norm(5)",
    "ag.linalg.global_norm(X)",
    "ag.clip_by_global_norm(2.5, 1.0)",
    "ag.linalg.multi_dot(M[0, 0])",
    "ag.strings.join(None)",
    "ag.strings.join('ab')",
    "ag.constant(None)",
    "ag.constant([1.5, [2]])",
    "ag.add(V, {})",
    "ag.debugging.Assert(True, 5)",
    "ag.debugging.assert_rank_in(V, 1)",
    "ag.debugging.assert_same_float_dtype(5)",
    "ag.debugging.assert_shapes('xy')",
    "ag.dynamic_stitch(5, V)",
    "ag.dynamic_stitch([I], 5)",
    "ag.numpy.from_dlpack(0)",
)


@pytest.mark.parametrize("name", ["TEXT", "OPERANDS", "CHOICES", "LISTS"])
def test_arguments_of_a_wrong_kind_are_told_alike(name, golden):
    shown = []
    for expression in globals()[name]:
        eager = refused(expression, lambda code: eval(code, EAGER))
        staged = refused(expression, in_a_graph)
        assert type(eager) is type(staged), expression
        shown += [f">>> {expression}", f"{type(eager).__name__}: {eager}"]
    golden("\n".join(shown))


def refused(expression, evaluate):
    """Return the error of an expression, which has all of its parts."""
    code = compile(expression, "<line>", "eval")
    with pytest.raises(AutographError) as info:
        evaluate(code)
    assert "<line>:1" in str(info.value), expression
    assert info.value.hint, expression
    return info.value


def in_a_graph(code):
    """Evaluate an expression of symbolic tensors."""

    def function(**tensors):
        return eval(code, {"ag": ag, **tensors})

    ag.function(function, autograph=False)(**TENSORS)
