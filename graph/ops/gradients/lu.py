"""The gradient of LU factors.

Source: Giles' rules applied to `x[order] = L @ U`; L's change is below the diagonal,
and U's above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.ops.gradients.decompositions import adjoint, last_dimension
from graph.specs import spec_of
from graph.unbroadcast import like_dtype

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def lu(at: Application, *dys: Any) -> Sequence[Any]:
    """Turn both factors' changes into one of the matrix, and its rows back."""
    dy, _ = dys

    def back() -> Any:
        from graph.ops.systems import triangular_solve  # rules are made while ops are

        factors, order = at.outputs
        unit = ops.eye(last_dimension(factors), dtype=spec_of(factors).dtype)
        lower = ops.tril(factors, -1) + unit
        upper = ops.triu(factors)
        inner = ops.tril(adjoint(lower) @ ops.tril(dy, -1), -1)
        inner = inner + ops.triu(ops.triu(dy) @ adjoint(upper))
        left = triangular_solve(lower, inner, adjoint=True)
        # left @ upper^-H, by its adjoint
        whole = adjoint(triangular_solve(upper, adjoint(left), lower=False))
        places = ops.expand_dims(ops.argsort(order), -1)
        return like_dtype(ops.take_along_axis(whole, places, -2), at.inputs[0])

    return (back,)
