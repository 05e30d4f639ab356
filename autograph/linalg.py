"""`ag.linalg`: linear algebra, under TensorFlow's names and NumPy's."""

from graph.ops.creation import eye
from graph.ops.decompositions import (
    cholesky,
    eig,
    eigh,
    eigvals,
    eigvalsh,
    qr,
    svd,
    svdvals,
)
from graph.ops.least_squares import lstsq, matrix_rank, pinv
from graph.ops.linalg import dot, matmul, matrix_transpose, outer, tensordot
from graph.ops.lu import lu, lu_matrix_inverse, lu_reconstruct, lu_solve
from graph.ops.matrices import diag, diag_part, einsum, norm, trace
from graph.ops.matrix_functions import cond, expm, logdet, matrix_power
from graph.ops.norms import (
    global_norm,
    l2_normalize,
    matrix_norm,
    normalize,
    vector_norm,
)
from graph.ops.systems import (
    adjoint,
    cholesky_solve,
    det,
    inv,
    slogdet,
    solve,
    triangular_solve,
)
from graph.ops.triangles import band_part, set_diag, tril, triu
from graph.ops.vectors import (
    cross,
    inner,
    kron,
    matvec,
    multi_dot,
    vdot,
    vecdot,
    vecmat,
)

diagonal = diag_part

__all__ = [
    "adjoint",
    "band_part",
    "cholesky",
    "cholesky_solve",
    "cond",
    "cross",
    "det",
    "diag",
    "diag_part",
    "diagonal",
    "dot",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "einsum",
    "expm",
    "eye",
    "global_norm",
    "inner",
    "inv",
    "kron",
    "l2_normalize",
    "logdet",
    "lstsq",
    "lu",
    "lu_matrix_inverse",
    "lu_reconstruct",
    "lu_solve",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "matvec",
    "multi_dot",
    "norm",
    "normalize",
    "outer",
    "pinv",
    "qr",
    "set_diag",
    "slogdet",
    "solve",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "triangular_solve",
    "tril",
    "triu",
    "vdot",
    "vecdot",
    "vecmat",
    "vector_norm",
]
