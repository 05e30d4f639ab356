"""`ag.keras.initializers`: the first values of weights, by name, instance or function.

An initializer takes a shape and a dtype. Without a seed it draws from the stream of
`ag.random`; with one it is a function of the seed, the shape and the dtype alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Final, Literal

from autograph import linalg, random
from autograph.keras.registry import find
from autograph.module import snake_case
from graph import dtypes, ops
from graph.dispatch import as_tensor
from graph.errors import InvalidArgumentError, ShapeError
from graph.origin import capture_exact
from graph.tensor import Tensor

Distribution = Literal["uniform", "truncated_normal", "untruncated_normal"]
Mode = Literal["fan_in", "fan_out", "fan_avg"]
# The standard deviation of a normal distribution cut off at two deviations.
_TRUNCATED_STDDEV: Final = 0.87962566103423978


def fans(shape: tuple[int, ...]) -> tuple[float, float]:
    """Return how many units lead into a kernel's outputs, and out of its inputs.

    Shape:   (..., n_in, n_out): what is before these two is a window
    Raises:  InvalidArgumentError if a dimension is not known
    """
    if not all(isinstance(dim, int) or hasattr(dim, "__index__") for dim in shape):
        raise InvalidArgumentError(
            f"the shape {shape} of a variable's first value is not known.",
            origin=capture_exact(),
            hint="Give integers.",
        )
    if len(shape) < 2:
        n = float(shape[0]) if shape else 1.0
        return n, n
    field = math.prod(shape[:-2])
    return float(shape[-2] * field), float(shape[-1] * field)


class Initializer:
    """What makes the first value of a weight; subclasses define `__call__`."""

    def __call__(self, shape: Any, dtype: Any = None) -> Any:
        """Return a value.

        Args:
            shape: Its shape, of integers.
            dtype: Its dtype, by default float32.
        """
        raise NotImplementedError


class Constant(Initializer):
    """Give all elements one value, or those of an array of the right shape."""

    def __init__(self, value: Any = 0.0) -> None:
        self.value = value

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        """Return the value; see `Initializer`."""
        value = as_tensor(self.value, _dtype(dtype))
        found: Tensor = ops.broadcast_to(value, tuple(shape))
        return found


class Zeros(Constant):
    """Make all elements 0."""

    def __init__(self) -> None:
        super().__init__(0)


class Ones(Constant):
    """Make all elements 1."""

    def __init__(self) -> None:
        super().__init__(1)


class Identity(Initializer):
    """Make a matrix with `gain` on its diagonal, and 0 elsewhere."""

    def __init__(self, gain: float = 1.0) -> None:
        self.gain = gain

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        """Return the matrix; see `Initializer`."""
        if len(shape) != 2:
            raise ShapeError(
                f"Identity: the shape {tuple(shape)} is not that of a matrix.",
                origin=capture_exact(),
                hint="Use Orthogonal for kernels with windows.",
            )
        wanted = _dtype(dtype)
        found: Tensor = ops.eye(shape[0], shape[1], dtype=wanted) * as_tensor(
            self.gain, wanted
        )
        return found


class _Drawn(Initializer):
    """An initializer that draws numbers."""

    def __init__(self, seed: Any) -> None:
        self.seed = seed

    def _draw(
        self, distribution: str, shape: Any, first: Any, second: Any, dtype: Any
    ) -> Tensor:
        """Draw from [first, second), or with mean `first` and deviation `second`."""
        shape, wanted = tuple(shape), _dtype(dtype)
        if self.seed is None:
            function = getattr(random, distribution)
            return function(shape, first, second, wanted)  # type: ignore[no-any-return]
        function = getattr(random, f"stateless_{distribution}")
        seed = [int(self.seed), 0]
        return function(shape, seed, first, second, wanted)  # type: ignore[no-any-return]


class RandomUniform(_Drawn):
    """Draw from [minval, maxval), all equally likely."""

    def __init__(
        self, minval: float = -0.05, maxval: float = 0.05, seed: Any = None
    ) -> None:
        super().__init__(seed)
        self.minval, self.maxval = minval, maxval

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        """Draw; see `Initializer`."""
        return self._draw("uniform", shape, self.minval, self.maxval, dtype)


class RandomNormal(_Drawn):
    """Draw from a normal distribution."""

    _distribution = "normal"

    def __init__(
        self, mean: float = 0.0, stddev: float = 0.05, seed: Any = None
    ) -> None:
        super().__init__(seed)
        self.mean, self.stddev = mean, stddev

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        """Draw; see `Initializer`."""
        return self._draw(self._distribution, shape, self.mean, self.stddev, dtype)


class TruncatedNormal(RandomNormal):
    """Draw normal numbers, again where one is over two deviations from the mean."""

    _distribution = "truncated_normal"


class VarianceScaling(_Drawn):
    """Draw with a variance that follows the size of the kernel.

    Args:
        scale: The variance is `scale / n`.
        mode: What `n` is: the units that lead in, out, or their mean.
        distribution: What is drawn from.
        seed: An integer; see the module.

    Source:  Glorot and Bengio, 2010; He et al., 2015
    """

    def __init__(
        self,
        scale: float = 1.0,
        mode: Mode = "fan_in",
        distribution: Distribution = "truncated_normal",
        seed: Any = None,
    ) -> None:
        super().__init__(seed)
        _check("mode", mode, ("fan_in", "fan_out", "fan_avg"))
        _check(
            "distribution",
            distribution,
            ("uniform", "truncated_normal", "untruncated_normal"),
        )
        self.scale, self.mode, self.distribution = scale, mode, distribution

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        """Draw; see `Initializer`."""
        fan_in, fan_out = fans(tuple(shape))
        n = {"fan_in": fan_in, "fan_out": fan_out}.get(
            self.mode, (fan_in + fan_out) / 2
        )
        variance = self.scale / max(1.0, n)
        if self.distribution == "uniform":
            limit = math.sqrt(3 * variance)
            return self._draw("uniform", shape, -limit, limit, dtype)
        stddev = math.sqrt(variance)
        if self.distribution == "untruncated_normal":
            return self._draw("normal", shape, 0.0, stddev, dtype)
        stddev /= _TRUNCATED_STDDEV
        return self._draw("truncated_normal", shape, 0.0, stddev, dtype)


class GlorotUniform(VarianceScaling):
    """Draw evenly, up to sqrt(6 / (fan_in + fan_out))."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(1.0, "fan_avg", "uniform", seed)


class GlorotNormal(VarianceScaling):
    """Draw truncated normal numbers of variance 2 / (fan_in + fan_out)."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(1.0, "fan_avg", "truncated_normal", seed)


class HeUniform(VarianceScaling):
    """Draw evenly, up to sqrt(6 / fan_in)."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(2.0, "fan_in", "uniform", seed)


class HeNormal(VarianceScaling):
    """Draw truncated normal numbers of variance 2 / fan_in."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(2.0, "fan_in", "truncated_normal", seed)


class LecunUniform(VarianceScaling):
    """Draw evenly, up to sqrt(3 / fan_in)."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(1.0, "fan_in", "uniform", seed)


class LecunNormal(VarianceScaling):
    """Draw truncated normal numbers of variance 1 / fan_in."""

    def __init__(self, seed: Any = None) -> None:
        super().__init__(1.0, "fan_in", "truncated_normal", seed)


class Orthogonal(_Drawn):
    """Make a matrix of orthonormal rows or columns, whichever are fewer.

    Axes before the last count as one.

    Source:  Saxe et al., 2014; Mezzadri, 2007, for the signs
    """

    def __init__(self, gain: float = 1.0, seed: Any = None) -> None:
        super().__init__(seed)
        self.gain = gain

    def __call__(self, shape: Any, dtype: Any = None) -> Tensor:
        """Draw; see `Initializer`."""
        shape = tuple(shape)
        if len(shape) < 2:
            raise ShapeError(
                f"Orthogonal: the shape {shape} is not that of a matrix.",
                origin=capture_exact(),
                hint="It has two axes at least.",
            )
        n_rows, n_columns = math.prod(shape[:-1]), shape[-1]
        tall = (max(n_rows, n_columns), min(n_rows, n_columns))
        q, r = linalg.qr(self._draw("normal", tall, 0.0, 1.0, dtype))
        diagonal = ops.diag_part(r)
        # Without this, the signs of NumPy's decomposition are no chance.
        sign = ops.where(diagonal < 0, -ops.ones_like(diagonal), 1)
        q = q * sign
        if n_rows < n_columns:
            q = ops.transpose(q)
        found: Tensor = ops.reshape(q, shape) * as_tensor(self.gain, q.dtype)
        return found


def _dtype(dtype: Any) -> Any:
    return dtypes.as_dtype(dtypes.float32 if dtype is None else dtype)


def _check(name: str, value: Any, known: tuple[str, ...]) -> None:
    if value not in known:
        raise InvalidArgumentError(
            f"VarianceScaling: {name} is {value!r}.",
            origin=capture_exact(),
            hint=f"It is one of {', '.join(known)}.",
        )


_CLASSES: Final = (
    Constant,
    GlorotNormal,
    GlorotUniform,
    HeNormal,
    HeUniform,
    Identity,
    LecunNormal,
    LecunUniform,
    Ones,
    Orthogonal,
    RandomNormal,
    RandomUniform,
    TruncatedNormal,
    VarianceScaling,
    Zeros,
)
# Both `HeNormal` and `he_normal`.
_TABLE: Final[dict[str, type[Initializer]]] = {
    **{snake_case(each.__name__): each for each in _CLASSES},
    **{each.__name__: each for each in _CLASSES},
    "uniform": RandomUniform,
    "normal": RandomNormal,
}


def get(identifier: Any) -> Callable[..., Any] | None:
    """Return the initializer that is meant.

    Args:
        identifier: A name such as `"he_normal"` or `"HeNormal"`, an initializer, a
            class of them, a function of shape and dtype, or None, which is returned.

    Raises:
        InvalidArgumentError: There is none of that name.
        DTypeError: It is none of these.
    """
    if isinstance(identifier, type) and issubclass(identifier, Initializer):
        return identifier()
    if identifier is None or callable(identifier):
        return identifier  # type: ignore[no-any-return]
    return find("initializer", identifier, _TABLE)()


__all__ = [
    "Constant",
    "GlorotNormal",
    "GlorotUniform",
    "HeNormal",
    "HeUniform",
    "Identity",
    "Initializer",
    "LecunNormal",
    "LecunUniform",
    "Ones",
    "Orthogonal",
    "RandomNormal",
    "RandomUniform",
    "TruncatedNormal",
    "VarianceScaling",
    "Zeros",
    "get",
]
