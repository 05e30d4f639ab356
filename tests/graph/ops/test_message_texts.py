"""The texts of what ops refuse, whatever the values, kept in `golden/message_texts/`.

`test_messages.py` shows whole errors of some mistakes; here are the other messages, each
with what to write instead.
"""

import pytest

import autograph as ag
from autograph.errors import AutographError

V, M = ag.ones([3]), ag.ones([2, 3])
N, S = ag.range(3), ag.constant("text")

EXPRESSIONS = (
    "ag.assert_that(True, [V], exception=2.5)",
    "ag.assert_that(True, [V], exception=int)",
    "ag.assert_that(True, [V], template=3)",
    "ag.raise_error('ValueError', [V])",
    "ag.debugging.assert_equal(V, V, message=V)",
    "ag.debugging.assert_positive(V, message=3)",
    "ag.debugging.assert_rank(V, 1, message=V)",
    "ag.debugging.assert_integer(V, message=0)",
    "ag.debugging.check_numerics(V, 3.5)",
    "ag.unique(V, out_idx=float)",
    "ag.unique_with_counts(V, out_idx=bool)",
    "ag.argmax(V, output_type=ag.float32)",
    "ag.searchsorted(V, V, out_type=float)",
    "ag.shape(V, out_type=float)",
    "ag.TensorArray(ag.float32)",
    "ag.reduce_sum(M, axis=[0, 0])",
    "ag.add(V, ag.constant(['a', 'b', 'c']))",
    "ag.repeat(V, [1, 2])",
    "ag.pad(V, [[1, 1]], constant_values=V)",
    "ag.pad(V, [[1, 1], [1, 1]])",
    "ag.meshgrid(V, V, indexing='yx')",
    "ag.fill([2], V)",
    "ag.range(V)",
    "ag.range(S)",
    "ag.linspace(S, S, 3)",
    "ag.concat([V, M], 0)",
    "ag.concat([M, ag.ones([2, 4])], 0)",
    "ag.stack([V, M])",
    "ag.unstack(V, num=4)",
    "ag.split(V, 2)",
    "ag.split(V, [1, 1])",
    "ag.matmul(S, S)",
    "ag.matmul(V, ag.constant(1.0))",
    "ag.tensordot(M, M, [[0], [1]])",
    "ag.tensordot(M, M, [[0], [0, 1]])",
    "ag.tensordot(M, M, [0])",
    "ag.norm(M, axis=[])",
    "ag.norm(ag.ones([2, 2, 2]), axis=[0, 1, 2])",
    "ag.norm(V, 'nuc')",
    "ag.norm(M, 3, axis=[0, 1])",
    "ag.linalg.inv(V)",
    "ag.linalg.inv(M)",
    "ag.linalg.inv(ag.ones([2, 2], ag.float16))",
    "ag.linalg.cholesky(S)",
    "ag.linalg.solve(ag.eye(2), 1.0)",
    "ag.linalg.solve(ag.eye(2), V)",
    "ag.linalg.cond(M, 3)",
    "ag.linalg.cond(M, 1)",
    "ag.linalg.cond(ag.ones([0, 0]))",
    "ag.linalg.tril(V)",
    "ag.linalg.tril(ag.constant([['a']]))",
    "ag.linalg.set_diag(M, V)",
    "ag.linalg.set_diag(M, ag.constant([1, 2]))",
    "ag.linalg.vecdot(V, M[0, :2])",
    "ag.linalg.matvec(V, V)",
    "ag.linalg.inner(V, V[:2])",
    "ag.linalg.cross(V, V[:2])",
    "ag.linalg.multi_dot([M])",
    "ag.linalg.multi_dot([M, V, M])",
    "ag.linalg.multi_dot([M, M])",
    "ag.linalg.kron(S, S)",
    "ag.linalg.matrix_power(M, 2)",
    "ag.linalg.global_norm([])",
    "ag.linalg.l2_normalize(N)",
    "ag.linalg.vector_norm(S)",
    "ag.signal.fft(V, 0)",
    "ag.signal.fft(ag.ones([0]))",
    "ag.signal.fft(V, norm='both')",
    "ag.signal.fft(S)",
    "ag.signal.rfft(ag.cast(V, ag.complex64))",
    "ag.signal.rfft(V, [2, 3])",
    "ag.signal.fftn(M, [2], [0, 1])",
    "ag.signal.rfftn(M, axes=[])",
    "ag.reshape(V, [-1, -1])",
    "ag.reshape(V, [2])",
    "ag.transpose(M, [0, 0])",
    "ag.squeeze(M, [0])",
    "ag.einsum('ij', M, M)",
    "ag.einsum('i:', V)",
    "ag.einsum('ij,jk->ik', M, M)",
    "ag.norm(N)",
    "ag.searchsorted(V, V, side='middle')",
    "ag.searchsorted(ag.constant(1.0), V)",
    "ag.searchsorted(M, ag.ones([3, 1]))",
    "ag.scatter_nd(V, V, [3])",
    "ag.scatter_nd(ag.constant(1), V, [3])",
    "ag.where(V, V, V)",
    "ag.gather(V, V)",
    "ag.gather(M, [0], axis=0, batch_dims=1)",
    "ag.gather(M, [[0], [1], [2]], axis=1, batch_dims=1)",
    "ag.boolean_mask(V, V)",
    "ag.boolean_mask(V, True)",
    "ag.take_along_axis(V, V, 0)",
    "ag.take_along_axis(M, N, 0)",
    "ag.unique(M)",
    "ag.debugging.assert_near(S, S)",
    "V[..., ...]",
    "ag.as_dtype('number')",
)


def test_the_texts_of_what_ops_refuse(golden):
    shown = []
    for expression in EXPRESSIONS:
        with pytest.raises(AutographError) as info:
            eval(expression)
        shown.append(f">>> {expression}\n{info.typename}: {info.value.message}")
        shown.append(info.value.hint)
        assert info.value.hint, expression
    golden("\n".join(shown))
