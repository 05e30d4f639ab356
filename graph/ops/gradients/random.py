"""Gradients of random numbers by the parameters of their distribution.

A sample is what the standard distribution gives, stretched and moved: it changes with
the parameters while what was drawn stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graph import ops
from graph.dispatch import apply
from graph.op import op_named
from graph.unbroadcast import unbroadcast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graph.op import Application


def _parameters(at: Application) -> tuple[int, Any, Any]:
    """Return the place of the first parameter, and both."""
    place = int(at.op.inputs[0] == "seed")
    return place, at.inputs[place], at.inputs[place + 1]


def _gradients(at: Application, place: int, first: Any, second: Any) -> Sequence[Any]:
    rest = len(at.inputs) - place - 2
    return (*[None] * place, first, second, *[None] * rest)


def uniform(at: Application, dy: Any) -> Sequence[Any]:
    """Weigh with the distances from both ends."""
    place, low, high = _parameters(at)
    y = at.outputs[0]

    def first() -> Any:
        return unbroadcast(dy * ops.div_no_nan(high - y, high - low), low)

    def second() -> Any:
        return unbroadcast(dy * ops.div_no_nan(y - low, high - low), high)

    return _gradients(at, place, first, second)


def normal(at: Application, dy: Any) -> Sequence[Any]:
    """Let the gradient through to the mean; the deviation's is weighed."""
    place, mean, deviation = _parameters(at)
    y = at.outputs[0]

    def second() -> Any:
        return unbroadcast(dy * ops.div_no_nan(y - mean, deviation), deviation)

    return _gradients(at, place, lambda: unbroadcast(dy, mean), second)


def scaled(at: Application, dy: Any) -> Sequence[Any]:
    """Weigh the gradient of the only parameter, with which samples grow."""
    place = int(at.op.inputs[0] == "seed")
    scale = at.inputs[place]
    y = at.outputs[0]
    rest = [None] * (len(at.inputs) - place - 1)
    return (
        *[None] * place,
        lambda: unbroadcast(dy * ops.div_no_nan(y, scale), scale),
        *rest,
    )


def gamma(at: Application, dy: Any) -> Sequence[Any]:
    """Follow the quantile, which the order moves; samples shrink with the rate."""
    place, alpha, beta = _parameters(at)
    y = at.outputs[0]

    def first() -> Any:
        slope = apply(op_named("gamma_slope"), (alpha, y * beta))
        return unbroadcast(dy * slope / beta, alpha)

    def second() -> Any:
        return unbroadcast(-dy * y / beta, beta)

    return _gradients(at, place, first, second)
