"""`ag.numpy.linalg`: the linear algebra extension of the array API standard."""

from graph.numpy.linear_algebra import matrix_transpose, tensordot
from graph.numpy.pointwise import matmul
from graph.numpy.products import vecdot

__all__ = ["matmul", "matrix_transpose", "tensordot", "vecdot"]
