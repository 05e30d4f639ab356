"""Operators on NumPy's scalars, where its ufuncs round otherwise. Ops of no name.

`x ** y` of two scalars asks the C library for a power; `np.power(x, y)`, and arrays,
ask a loop of vector instructions, and one result in twenty differs in the last bit. So
do products and absolute values of complex numbers. `graph.scalar_operators` says which
operands are scalars.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np

from graph import dtypes
from graph.op import OPS, Inline, InlineRule, Op, Operand, define
from graph.ops import math as _math  # noqa: F401  # it defines what these are made of
from graph.specs import TensorSpec

_INLINE: Final = (dtypes.float32, dtypes.float64)


def _on_scalars(act: Callable[..., Any], ufunc: Any) -> Callable[..., Any]:
    def kernel(*operands: Any) -> Any:
        if any(getattr(x, "shape", ()) != () for x in operands):
            return ufunc(*operands)
        return act(*[x[()] if type(x) is np.ndarray else x for x in operands])

    return kernel


def _inline_power(
    operands: tuple[Operand, ...], out: TensorSpec, **_: Any
) -> Inline | None:
    base, exponent = operands
    is_scalar = out.shape == () and out.dtype in _INLINE
    for x in operands:
        own = x.form == "scalar" and x.spec.dtype is out.dtype
        is_scalar = is_scalar and (own or x.spec.dtype.is_python)
    return Inline(f"({base.code} ** {exponent.code})", "scalar") if is_scalar else None


def _define(of: Op, act: Callable[..., Any], inline: InlineRule | None = None) -> None:
    """Define what an op is on scalars."""
    define(
        f"scalar_{of.name}",
        inputs=of.inputs,
        infer=of.infer,
        kernel=_on_scalars(act, of.ufunc),
        doc=f"What `{of.name}` is on scalars of NumPy's.",
        node_name=of.node_name,
        python=of.python,
        inline=inline,
        is_elementwise=True,
        work=of.work,
        is_public=False,
        can_fail=of.can_fail,
        can_refuse=of.can_refuse,
        gradient=of.gradient,
        domain=replace(of.domain, means=of.ufunc, rounds=True),
    )


_define(OPS["abs"], operator.abs)
_define(OPS["multiply"], operator.mul)
_define(OPS["pow"], operator.pow, _inline_power)

__all__: list[str] = []
