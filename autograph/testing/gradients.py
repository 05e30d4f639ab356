"""Compare the gradients of a function with central differences.

    check_grads(lambda x: x * np.sin(x), (2.0,))

The Jacobian of each result by each argument is compared element by element. For the
second order the same is done to the gradients, times numbers drawn once: they are
right by then, as a function, so that their differences are known as exactly.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from autograph import nest
from autograph.functional_gradients import jacrev, vjp
from graph.callables import check_callable
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError
from graph.origin import capture_exact
from graph.value_operators import value_of


class GradientMismatch(AssertionError):  # noqa: N818  # what it says, not an error
    """A gradient differs from central differences.

    Attributes:
        argument: Where the argument is that it is a gradient by, such as "1" or
            "0['w']".
        order: The order of the derivative.
        deviation: The largest absolute difference.
    """

    def __init__(self, text: str, argument: str, order: int, deviation: float) -> None:
        super().__init__(text)
        self.argument = argument
        self.order = order
        self.deviation = deviation


def check_grads(
    f: Callable[..., Any],
    args: Sequence[Any],
    order: int = 2,
    rtol: float = 1e-5,
    atol: float = 1e-6,
    eps: float = 1e-5,
) -> None:
    """Check the derivatives of a function against central differences, in float64.

    Args:
        f: A function of tensors, or of structures of tensors; also a decorated one.
        args: Its arguments, a tuple or a list. Floats become float64; what is not of
            floats stays, and is not differentiated.
        order: Up to which order.
        rtol: How far a derivative may be off, as a part of it.
        atol: How far besides, as a number.
        eps: Half the step of the differences.

    Raises:
        GradientMismatch: A derivative is off; an AssertionError.
        DTypeError: An argument is complex, or none is of floats.
        InvalidArgumentError: `order` is less than 1.
    Source:  the error of a central difference is of the order of eps ** 2 and of
             1e-16 / eps
    """
    check_callable(f, "check_grads", "f")
    if order < 1:
        raise InvalidArgumentError(
            f"check_grads: order is {order!r}.",
            origin=capture_exact(1),
            hint="It is 1 for gradients, 2 for second derivatives, too.",
        )
    function = _OfFloats(f, tuple(args))
    start = function.start
    random = np.random.default_rng(0)
    limits = _Limits(rtol, atol, eps)
    checked: Callable[..., list[Any]] = function
    for each in range(1, order + 1):
        _check(checked, start, function.names, each, limits)
        checked = _Gradients(checked, start, random)


@dataclass(frozen=True)
class _Limits:
    """How derivatives are compared: see `check_grads`."""

    rtol: float
    atol: float
    eps: float


class _OfFloats:
    """A function of the floats in arguments that returns those in results, as a list.

    Attributes:
        start: The floats in the arguments, as float64.
        names: Where each of them is.
    """

    def __init__(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self._function = function
        self._args = args
        self._leaves = [as_tensor(value_of(leaf)) for leaf in nest.flatten(args)]
        kinds = [x.dtype for x in self._leaves]
        if not any(each.is_floating for each in kinds) or any(
            each.is_complex for each in kinds
        ):
            raise DTypeError(
                f"check_grads: the arguments are of {', '.join(map(str, kinds))}.",
                origin=capture_exact(2),
                hint="There is a float among them, and no complex number.",
            )
        places = [
            f"{number}{path}"
            for number, argument in enumerate(args)
            for path in nest.paths(argument)
        ]
        self._is_float = [each.is_floating for each in kinds]
        self.names = list(itertools.compress(places, self._is_float))
        floats = itertools.compress(self._leaves, self._is_float)
        self.start = [np.asarray(x, np.float64) for x in floats]

    def __call__(self, *floats: Any) -> list[Any]:
        each = iter(floats)
        pairs = zip(self._leaves, self._is_float, strict=True)
        leaves = [next(each) if is_float else leaf for leaf, is_float in pairs]
        result = self._function(*nest.pack_sequence_as(self._args, leaves))
        found = [as_tensor(value_of(leaf)) for leaf in nest.flatten(result)]
        return [y for y in found if y.dtype.is_floating]


class _Gradients:
    """The gradients of the results of a function, times numbers drawn once."""

    def __init__(
        self,
        function: Callable[..., list[Any]],
        start: Sequence[Any],
        random: np.random.Generator,
    ) -> None:
        self._function = function
        self._weights = [random.normal(size=y.shape) for y in function(*start)]

    def __call__(self, *floats: Any) -> list[Any]:
        _, pull = vjp(self._function, *floats)
        return list(pull(self._weights))


def _check(
    function: Callable[..., list[Any]],
    start: Sequence[Any],
    names: Sequence[str],
    order: int,
    limits: _Limits,
) -> None:
    """Compare the Jacobian of each result by each argument.

    Raises:
        GradientMismatch: One is off.
    """
    tensors = [as_tensor(x) for x in start]
    found = jacrev(function, range(len(start)))(*tensors)
    for place, name in enumerate(names):
        expected = _differences(function, start, place, limits.eps)
        for of_result, differences in zip(found, expected, strict=True):
            _compare(of_result[place].numpy(), differences, name, order, limits)


def _differences(
    function: Callable[..., list[Any]], start: Sequence[Any], place: int, eps: float
) -> list[Any]:
    """Return the Jacobian of each result by one argument.

    Shape:   result (n...), argument (m...) -> (n..., m...)
    """
    columns = []
    for index in np.ndindex(start[place].shape):
        sides = []
        for step in (eps, -eps):
            moved = [x.copy() for x in start]
            moved[place][index] += step
            sides.append([y.numpy() for y in function(*map(as_tensor, moved))])
        columns.append([(a - b) / (2 * eps) for a, b in zip(*sides, strict=True)])
    shape = start[place].shape
    return [
        np.stack(each, -1).reshape((*np.shape(each[0]), *shape))
        for each in zip(*columns, strict=True)
    ]


def _compare(found: Any, expected: Any, name: str, order: int, limits: _Limits) -> None:
    deviations = np.abs(found - expected)
    is_near = deviations <= limits.atol + limits.rtol * np.abs(expected)
    if np.all(is_near):
        return
    # nan is off by more than anything.
    largest = np.argmax(np.nan_to_num(deviations, nan=np.inf))
    worst = np.unravel_index(largest, deviations.shape)
    noun = "gradient" if order == 1 else f"derivative of order {order}"
    where = f" at {list(map(int, worst))}" if worst else ""
    raise GradientMismatch(
        f"the {noun} by argument {name} is off by {deviations[worst]:.3g}{where}: it "
        f"is {found[worst]:.9g}, and central differences give {expected[worst]:.9g}.",
        name,
        order,
        float(deviations[worst]),
    )


__all__ = ["GradientMismatch", "check_grads"]
