"""Kernels that run while NumPy ignores errors, as the traced function told it to.

with np.errstate(divide="ignore"):          t0 = quiet_divide(1, x)
y = 1 / x
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from graph.graph import Node
from graph.op import never


def kernel_of(node: Node) -> tuple[Callable[..., Any], str]:
    """Return what to call for a node, and a name for it."""
    op, ignored = node.op, node.origin.ignored
    # What else a kernel raises is told by its frame, which is to be the first one.
    if not ignored or not (op.is_elementwise or op.can_fail is never):
        return op.kernel, op.name
    return _quiet(op.kernel, ignored), f"quiet_{op.name}"


@cache
def _quiet(kernel: Callable[..., Any], ignored: tuple[str, ...]) -> Callable[..., Any]:
    modes: Any = dict.fromkeys(ignored, "ignore")

    def quiet(*operands: Any, **attrs: Any) -> Any:
        with np.errstate(**modes):
            return kernel(*operands, **attrs)

    return quiet


__all__ = ["kernel_of"]
