"""`ag.compat.v1`: the older spellings that the documents use."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from autograph import random
from autograph.keras.initializers import fans
from graph import dtypes
from graph.dispatch import as_tensor
from graph.errors import DTypeError
from graph.ops.arguments import present
from graph.ops.python_calls import numpy_function
from graph.origin import capture_exact
from graph.tensor import Tensor


def assign(
    ref: Any,
    value: Any,
    validate_shape: bool = True,
    use_locking: bool | None = None,
    name: str | None = None,
) -> Any:
    """Give a variable another value: `ref.assign(value)`.

    Args:
        ref: A variable.
        value: Its new value.
        validate_shape: Of no effect: the shape is always checked.
        use_locking: Of no effect.
        name: Of no effect.

    Source:  specification, compat.v1.assign
    """
    return _method(ref, "assign")(value)


def assign_add(
    ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Add to a variable: `ref.assign_add(value)`."""
    return _method(ref, "assign_add")(value)


def assign_sub(
    ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Subtract from a variable: `ref.assign_sub(value)`."""
    return _method(ref, "assign_sub")(value)


def _method(ref: Any, name: str) -> Callable[..., Any]:
    found: Callable[..., Any] | None = getattr(ref, name, None)
    if found is None:
        raise DTypeError(
            f"{name}: {ref!r} is not a variable.",
            origin=capture_exact(2),
            hint="Make one with ag.Variable(value).",
        )
    return found


def py_func(
    func: Callable[..., Any],
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Call a Python function on arrays, whenever the graph runs: `ag.numpy_function`.

    Args:
        func: Takes as many arrays as `inp` has.
        inp: A list of tensors. Without it, a function of them, as in
            `py_func(f)(x)`, is returned.
        Tout: The dtype of the result, a list of several, or None for no result.
        stateful: Is there an effect?
        name: A name for the node.

    Source:  specification, compat.v1.py_func
    """
    return numpy_function(func, inp, Tout, stateful, name)


def _conversion(name: str, dtype: Any) -> Callable[..., Tensor]:
    def convert(x: Any, name: str | None = None) -> Tensor:
        return as_tensor(x, dtype)

    return present(convert, name, f"Convert to {dtype}: `ag.cast(x, ag.{dtype})`.")  # type: ignore[no-any-return]


to_float = _conversion("to_float", dtypes.float32)
to_double = _conversion("to_double", dtypes.float64)
to_int32 = _conversion("to_int32", dtypes.int32)
to_int64 = _conversion("to_int64", dtypes.int64)


class Initializer:
    """A callable that makes the first value of a variable, given its shape.

    Args:
        make: Takes a shape, a dtype and a seed.
        seed: As for `ag.random.uniform`.
        dtype: The dtype of values, unless a call says otherwise.
    """

    def __init__(self, make: Callable[..., Tensor], seed: Any, dtype: Any) -> None:
        self._make = make
        self._seed = seed
        self._dtype = dtypes.as_dtype(dtype)
        if not self._dtype.is_floating:
            raise DTypeError(
                f"an initializer gives floats, not {self._dtype}.",
                origin=capture_exact(2),
                hint="Convert the value with ag.cast.",
            )

    def __call__(
        self, shape: Any, dtype: Any = None, partition_info: Any = None
    ) -> Tensor:
        """Make a value.

        Args:
            shape: Its shape.
            dtype: By default that of the initializer.
            partition_info: Of no effect.
        """
        wanted = self._dtype if dtype is None else dtypes.as_dtype(dtype)
        return self._make(tuple(shape), wanted, self._seed)


def glorot_uniform_initializer(
    seed: Any = None, dtype: Any = dtypes.float32
) -> Initializer:
    """Return an initializer that draws evenly, as far as fits the numbers of units.

    Source:  specification, compat.v1.glorot_uniform_initializer; Glorot and Bengio,
             2010: the limit is sqrt(6 / (fan_in + fan_out))
    """

    def make(shape: tuple[int, ...], dtype: Any, seed: Any) -> Tensor:
        limit = math.sqrt(6 / _fans(shape))
        return random.uniform(shape, -limit, limit, dtype, seed)

    return Initializer(make, seed, dtype)


def glorot_normal_initializer(
    seed: Any = None, dtype: Any = dtypes.float32
) -> Initializer:
    """Return an initializer that draws from a truncated normal distribution.

    Source:  Glorot and Bengio, 2010: the deviation is sqrt(2 / (fan_in + fan_out));
             that of the numbers within two deviations is 0.8796 of it
    """

    def make(shape: tuple[int, ...], dtype: Any, seed: Any) -> Tensor:
        deviation = math.sqrt(2 / _fans(shape)) / 0.87962566103423978
        return random.truncated_normal(shape, 0.0, deviation, dtype, seed)

    return Initializer(make, seed, dtype)


def _fans(shape: tuple[int, ...]) -> float:
    """Return how many units come in, plus how many go out."""
    return max(1.0, sum(fans(shape)))


__all__ = [
    "assign",
    "assign_add",
    "assign_sub",
    "glorot_normal_initializer",
    "glorot_uniform_initializer",
    "py_func",
    "to_double",
    "to_float",
    "to_int32",
    "to_int64",
]
