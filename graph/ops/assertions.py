"""Assertions about tensors, checked whenever the graph runs; eagerly, at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast

import numpy as np

from graph import numerics
from graph.dispatch import as_tensor, is_text
from graph.errors import DTypeError, InvalidArgumentError
from graph.op import RAISES, always, define
from graph.ops.arguments import alike, array_of, present, result, static_text
from graph.ops.debugging import assert_that, escaped
from graph.ops.gradients import structural as rules
from graph.ops.logic import (
    equal,
    greater,
    greater_equal,
    less,
    less_equal,
    not_equal,
)
from graph.ops.math import abs, add, multiply, subtract
from graph.ops.reduction import reduce_all
from graph.specs import TensorSpec
from graph.tensor import Tensor


class Comparison(Protocol):
    """An assertion about two tensors, element by element."""

    def __call__(
        self,
        x: Any,
        y: Any,
        message: str | None = None,
        summarize: int | None = None,
        name: str | None = None,
    ) -> None:
        """Assert."""


class Property(Protocol):
    """An assertion about the elements of one tensor."""

    def __call__(
        self,
        x: Any,
        message: str | None = None,
        summarize: int | None = None,
        name: str | None = None,
    ) -> None:
        """Assert."""


_COMPARISON_DOC = """Assert that `x {symbol} y` for every element.

Args:
    x: A tensor.
    y: A tensor; the two broadcast.
    message: What the error says first.
    summarize: Of no effect; values are shown as tensors are.
    name: Of no effect.

Raises:  InvalidArgumentError when this runs, if it is false for some element
Source:  TensorFlow's debugging.{name}"""

_PROPERTY_DOC = """Assert that `x {symbol} 0` for every element.

Args:
    x: A tensor.
    message: What the error says first.
    summarize: Of no effect; values are shown as tensors are.
    name: Of no effect.

Raises:  InvalidArgumentError when this runs, if it is false for some element
Source:  TensorFlow's debugging.{name}"""


def _comparison(
    assertion: str, compare: Callable[..., Tensor], symbol: str
) -> Comparison:
    def function(
        x: Any,
        y: Any,
        message: str | None = None,
        summarize: int | None = None,
        name: str | None = None,
    ) -> None:
        left, right = alike((x, y))
        _check(
            compare(left, right),
            f"x {symbol} y does not hold for every element.",
            {"x": left, "y": right},
            message,
        )

    doc = _COMPARISON_DOC.format(symbol=symbol, name=assertion)
    return cast("Comparison", present(function, assertion, doc))


def _property(assertion: str, compare: Callable[..., Tensor], symbol: str) -> Property:
    def function(
        x: Any,
        message: str | None = None,
        summarize: int | None = None,
        name: str | None = None,
    ) -> None:
        value = as_tensor(x)
        what = f"x {symbol} 0 does not hold for every element."
        _check(compare(value, 0), what, {"x": value}, message)

    doc = _PROPERTY_DOC.format(symbol=symbol, name=assertion)
    return cast("Property", present(function, assertion, doc))


def _check(holds: Tensor, what: str, values: dict[str, Tensor], message: Any) -> None:
    given: list[Any] = list(values.values())
    if isinstance(message, Tensor) and is_text(message):  # text that the run makes
        given.insert(0, message)
        first = "{} "
    else:
        known = "" if message is None else static_text(message, "message")
        first = f"{escaped(known)} " if known else ""
    shown = ", ".join(f"{name} = {{}}" for name in values)
    template = f"{first}{escaped(what)} {shown}"
    assert_that(reduce_all(holds), given, template, InvalidArgumentError)


assert_equal = _comparison("assert_equal", equal, "==")
assert_none_equal = _comparison("assert_none_equal", not_equal, "!=")
assert_less = _comparison("assert_less", less, "<")
assert_less_equal = _comparison("assert_less_equal", less_equal, "<=")
assert_greater = _comparison("assert_greater", greater, ">")
assert_greater_equal = _comparison("assert_greater_equal", greater_equal, ">=")
assert_positive = _property("assert_positive", greater, ">")
assert_negative = _property("assert_negative", less, "<")
assert_non_negative = _property("assert_non_negative", greater_equal, ">=")
assert_non_positive = _property("assert_non_positive", less_equal, "<=")


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    message: str | None = None,
    summarize: int | None = None,
    name: str | None = None,
) -> None:
    """Assert that `abs(x - y) <= atol + rtol * abs(y)` for every element.

    Args:
        x: A floating-point tensor.
        y: A tensor; the two broadcast.
        rtol: By default ten times the precision of the dtype.
        atol: By default the same.
        message: What the error says first.
        summarize: Of no effect; values are shown as tensors are.
        name: Of no effect.

    Raises:  InvalidArgumentError when this runs, if it is false for some element
    Source:  TensorFlow's debugging.assert_near
    """
    left, right = alike((x, y))
    if not (left.dtype.is_floating or left.dtype.is_complex):
        raise DTypeError(
            f"assert_near: x is {left.dtype}.", hint="See ag.debugging.assert_equal."
        )
    precision = 10 * float(np.finfo(left.dtype.numpy).eps)
    relative = precision if rtol is None else rtol
    absolute = precision if atol is None else atol
    bound = add(multiply(abs(right), relative), absolute)
    _check(
        less_equal(abs(subtract(left, right)), bound),
        "x and y are not near each other.",
        {"x": left, "y": right},
        message,
    )


def _check_numerics(tensor: Any, *, message: str) -> Any:
    array = array_of(tensor)
    if array.dtype.kind not in "fc":
        raise TypeError(array.dtype)
    if np.isfinite(array).all():
        return tensor
    found = [
        word
        for word, is_bad in (("NaN", np.isnan(array)), ("Inf", np.isinf(array)))
        if is_bad.any()
    ]
    raise InvalidArgumentError(f"{message} : Tensor had {' and '.join(found)} values")


def _infer_check_numerics(tensor: TensorSpec, *, message: str) -> TensorSpec:
    if tensor.dtype.numpy.kind not in "fc":
        raise DTypeError(f"{tensor.dtype} has neither nan nor infinity.")
    return tensor


_CHECK_NUMERICS = define(
    "check_numerics",
    inputs=("tensor",),
    attrs={"message": ""},
    infer=_infer_check_numerics,
    kernel=_check_numerics,
    gradient=rules.passed_on,
    doc="The tensor itself, if all of it is finite; see `ag.debugging.check_numerics`.",
    may_alias=True,
    effects=RAISES,
)


def check_numerics(tensor: Any, message: str, name: str | None = None) -> Tensor:
    """Return the tensor itself, once it is known to be finite.

    Shape:   any -> the same
    Dtype:   floats, complex -> the same
    Raises:  InvalidArgumentError when this runs, if there is a nan or an infinity
    Source:  TensorFlow's debugging.check_numerics
    """
    attrs = {"message": static_text(message, "message")}
    return result(_CHECK_NUMERICS, (as_tensor(tensor),), attrs, name)


def _check_result(x: Any, *, made_by: str) -> Any:
    numerics.check(x, made_by)
    return x


CHECK_RESULT = define(
    "check_result",
    inputs=("x",),
    attrs={"made_by": ""},
    infer=lambda x, *, made_by: x,
    kernel=_check_result,
    gradient=rules.passed_on,
    doc="A result, once it is known to be finite: see `graph.passes.numerics`.",
    is_public=False,
    may_alias=True,
    can_fail=always,
)


def assert_all_finite(x: Any, message: str, name: str | None = None) -> Tensor:
    """Return the tensor itself, once it is known to be finite.

    Raises:  InvalidArgumentError when this runs, if there is a nan or an infinity
    Source:  TensorFlow's debugging.assert_all_finite
    """
    return check_numerics(x, message, name)


__all__ = [
    "assert_all_finite",
    "assert_equal",
    "assert_greater",
    "assert_greater_equal",
    "assert_less",
    "assert_less_equal",
    "assert_near",
    "assert_negative",
    "assert_non_negative",
    "assert_non_positive",
    "assert_none_equal",
    "assert_positive",
    "check_numerics",
]
NAMESPACES = {"ag": __all__}
