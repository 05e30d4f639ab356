"""`ag.sparse`: tensors that are zero but in some places, under TensorFlow's names."""

from graph.composite.sparse import (
    SparseTensor,
    from_dense,
    reorder,
    sparse_dense_matmul,
    to_dense,
)

__all__ = ["SparseTensor", "from_dense", "reorder", "sparse_dense_matmul", "to_dense"]
