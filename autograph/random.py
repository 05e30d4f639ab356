"""`ag.random`: numbers that are new at every run.

Draws come from a stream, which `set_seed` begins. Graphs draw from the same stream as
eager code, in the order of the program: after the same `set_seed` a decorated function
returns exactly what the undecorated one does. `Generator` has a stream of its own, and
`stateless_...` functions are pure functions of a seed.

The numbers are those of NumPy's `Generator(Philox(seed))`, and are the same on all
machines for one version of NumPy.
"""

from __future__ import annotations

from typing import Any, Final

from autograph import choices, distributions
from autograph.choices import *  # noqa: F403
from autograph.distributions import *  # noqa: F403
from graph import dtypes
from graph.convert import is_sequence
from graph.dispatch import as_tensor
from graph.errors import DTypeError, SideEffectError
from graph.graph import current_graph
from graph.ops import random as ops
from graph.ops import random_states
from graph.ops.arguments import result_as_given, static_int
from graph.origin import capture_exact
from graph.streams import Stream, global_stream
from graph.tensor import Tensor


def set_seed(seed: Any) -> None:
    """Begin the stream of `ag.random` anew.

    In a graph it does so at every run, like plain Python.

    Args:
        seed: An integer.
    """
    random_states.change(random_states.SET_SEED, _integer(seed), None)


def _integer(seed: Any) -> Any:
    if isinstance(seed, float):
        raise DTypeError(f"a seed is an integer, not {seed}.", origin=capture_exact(2))
    return int(seed) if isinstance(seed, bool) else seed


def uniform(
    shape: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Draw numbers of [minval, maxval), all equally likely.

    Args:
        shape: A list of integers, symbolic ones among them, or a vector of them.
        minval: The least number; a scalar, or a tensor that broadcasts to `shape`.
        maxval: The bound, itself not drawn; by default 1 for floats.
        dtype: Floats or integers.
        seed: Draw from a stream of its own: calls with one seed share it, and
            `set_seed` begins it anew.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Raises:  InvalidArgumentError when this runs, if there is nothing to draw from
    Source:  specification, random.uniform
    """
    kinds, given, attrs = ops.uniform_parameters(shape, minval, maxval, dtype)
    return ops.draw(kinds[0], given, attrs, seed=seed, name=name)


def normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Draw numbers of a normal distribution.

    Args:
        shape: A list of integers, symbolic ones among them, or a vector of them.
        mean: A scalar, or a tensor that broadcasts to `shape`.
        stddev: The standard deviation, likewise.
        dtype: Floats.
        seed: As for `uniform`.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Source:  specification, random.normal
    """
    given, attrs = ops.normal_parameters(shape, mean, stddev, dtype)
    return ops.draw(ops.NORMAL, given, attrs, seed=seed, name=name)


def truncated_normal(
    shape: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Draw normal numbers, again where one is over two deviations from the mean.

    Args:
        shape: A list of integers, symbolic ones among them, or a vector of them.
        mean: A scalar, or a tensor that broadcasts to `shape`.
        stddev: The standard deviation before numbers are left out, likewise.
        dtype: Floats.
        seed: As for `uniform`.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Source:  TensorFlow's random.truncated_normal
    """
    given, attrs = ops.normal_parameters(shape, mean, stddev, dtype)
    return ops.draw(ops.TRUNCATED, given, attrs, seed=seed, name=name)


def shuffle(value: Any, seed: Any = None, name: str | None = None) -> Tensor:
    """Return the slices along the first axis in a random order.

    Args:
        value: A tensor.
        seed: As for `uniform`.
        name: A name for the node.

    Shape:   any -> the same
    Dtype:   any -> the same
    Source:  TensorFlow's random.shuffle
    """
    return ops.draw(ops.SHUFFLE, (as_tensor(value),), {}, seed=seed, name=name)


def categorical(
    logits: Any,
    num_samples: Any,
    dtype: Any = dtypes.int64,
    seed: Any = None,
    name: str | None = None,
) -> Tensor:
    """Draw classes, with the chances that each row of logits gives them.

    Args:
        logits: Logarithms of chances, up to a constant.
        num_samples: How many to draw for each row; may be symbolic.
        dtype: That of the result.
        seed: As for `uniform`.
        name: A name for the node.

    Shape:   (batch, classes) -> (batch, num_samples)
    Dtype:   floats -> `dtype`
    Raises:  ShapeError if logits have not two dimensions
    Source:  TensorFlow's random.categorical
    """
    given, attrs = ops.categorical_parameters(logits, num_samples, dtype)
    return ops.draw(ops.CATEGORICAL, given, attrs, seed=seed, name=name)


# -- Of a seed -------------------------------------------------------------------------


def _of_seed(
    op: Any, seed: Any, given: Any, attrs: dict[str, Any], name: str | None = None
) -> Tensor:
    return result_as_given(op, (as_tensor(seed), *given), attrs, name)


def stateless_uniform(
    shape: Any,
    seed: Any,
    minval: Any = 0,
    maxval: Any = None,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return the same numbers as ever for one seed: see `uniform`.

    Args:
        shape: As for `uniform`.
        seed: Two integers, which may be symbolic.
        minval: As for `uniform`.
        maxval: As for `uniform`.
        dtype: As for `uniform`.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Source:  TensorFlow's random.stateless_uniform
    """
    kinds, given, attrs = ops.uniform_parameters(shape, minval, maxval, dtype)
    return _of_seed(kinds[1], seed, given, attrs, name)


def stateless_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return the same numbers as ever for one seed: see `normal`.

    Args:
        shape: As for `normal`.
        seed: Two integers, which may be symbolic.
        mean: As for `normal`.
        stddev: As for `normal`.
        dtype: As for `normal`.
        name: A name for the node.

    Shape:   `shape`
    Dtype:   `dtype`
    Source:  TensorFlow's random.stateless_normal
    """
    given, attrs = ops.normal_parameters(shape, mean, stddev, dtype)
    return _of_seed(ops.STATELESS_NORMAL, seed, given, attrs, name)


def stateless_truncated_normal(
    shape: Any,
    seed: Any,
    mean: Any = 0.0,
    stddev: Any = 1.0,
    dtype: Any = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Return the same numbers as ever for one seed: see `truncated_normal`.

    Shape:   `shape`
    Dtype:   `dtype`
    Source:  TensorFlow's random.stateless_truncated_normal
    """
    given, attrs = ops.normal_parameters(shape, mean, stddev, dtype)
    return _of_seed(ops.STATELESS_TRUNCATED, seed, given, attrs, name)


def stateless_shuffle(value: Any, seed: Any, name: str | None = None) -> Tensor:
    """Return the same order as ever for one seed: see `shuffle`.

    Shape:   (n, ...) -> the same
    Dtype:   any -> the same
    Source:  TensorFlow's random.experimental.stateless_shuffle
    """
    return _of_seed(ops.STATELESS_SHUFFLE, seed, (as_tensor(value),), {}, name)


def stateless_categorical(
    logits: Any,
    num_samples: Any,
    seed: Any,
    dtype: Any = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Return the same classes as ever for one seed: see `categorical`.

    Shape:   (batch, classes) -> (batch, num_samples)
    Dtype:   floats -> `dtype`
    Source:  TensorFlow's random.stateless_categorical
    """
    given, attrs = ops.categorical_parameters(logits, num_samples, dtype)
    return _of_seed(ops.STATELESS_CATEGORICAL, seed, given, attrs, name)


def split(seed: Any, num: Any = 2) -> Tensor:
    """Return `num` seeds that have nothing to do with each other, made of one.

    Shape:   (2,) -> (num, 2)
    Dtype:   integers -> the same
    Source:  TensorFlow's random.split
    """
    return _of_seed(random_states.SPLIT, seed, (), {"num": static_int(num, "num")})


def fold_in(seed: Any, data: Any) -> Tensor:
    """Return a seed made of a seed and a number, such as that of an iteration.

    Shape:   (2,) -> (2,)
    Dtype:   integers -> the same
    Source:  TensorFlow's random.fold_in
    """
    return _of_seed(random_states.FOLD_IN, seed, (data,), {})


# -- Generators ------------------------------------------------------------------------


class Generator:
    """A stream of random numbers of its own.

    Make it with `from_seed`, `from_state` or `from_non_deterministic_state`, outside
    of functions that are traced; draw from it anywhere.
    """

    __slots__ = ("__weakref__", "_stream")

    algorithm: Final = "philox"

    def __init__(self, stream: Stream) -> None:
        """Draw from a stream; use `from_seed` instead."""
        self._stream = stream

    @classmethod
    def from_seed(cls, seed: Any, alg: Any = None) -> Generator:
        """Return a generator that begins where a seed says.

        Args:
            seed: An integer, or several.
            alg: `"philox"`, as by default.
        """
        _check_outside("from_seed")
        _check_algorithm(alg)
        if is_sequence(seed):
            return cls(Stream([static_int(part, "seed") for part in seed]))
        return cls(Stream(static_int(seed, "seed")))

    @classmethod
    def from_state(cls, state: Any, alg: Any = None) -> Generator:
        """Return a generator that continues where another one stood.

        Args:
            state: What `Generator.state` was.
            alg: `"philox"`, as by default.
        """
        _check_outside("from_state")
        _check_algorithm(alg)
        made = cls(Stream(0))
        made.reset(state)
        return made

    @classmethod
    def from_non_deterministic_state(cls, alg: Any = None) -> Generator:
        """Return a generator that begins where nobody knows."""
        _check_outside("from_non_deterministic_state")
        _check_algorithm(alg)
        return cls(Stream())

    @property
    def state(self) -> Tensor:
        """Where the generator stands: a vector of uint64."""
        return result_as_given(random_states.STATE, (), {"stream": self._stream})

    def reset(self, state: Any) -> None:
        """Continue from a state."""
        random_states.change(random_states.SET_STATE, as_tensor(state), self._stream)

    def reset_from_seed(self, seed: Any) -> None:
        """Begin anew, from a seed."""
        random_states.change(random_states.SET_SEED, _integer(seed), self._stream)

    def skip(self, delta: Any) -> None:
        """Leave out `delta` blocks of the stream, each of four numbers of 64 bits."""
        random_states.change(random_states.SKIP, delta, self._stream)

    def uniform(
        self,
        shape: Any,
        minval: Any = 0,
        maxval: Any = None,
        dtype: Any = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Draw numbers of [minval, maxval): see `ag.random.uniform`."""
        kinds, given, attrs = ops.uniform_parameters(shape, minval, maxval, dtype)
        return ops.draw(kinds[0], given, attrs, stream=self._stream, name=name)

    def uniform_full_int(
        self, shape: Any, dtype: Any = dtypes.uint64, name: str | None = None
    ) -> Tensor:
        """Draw from all the integers of a dtype."""
        kinds, given, attrs = ops.uniform_parameters(shape, None, None, dtype)
        return ops.draw(kinds[0], given, attrs, stream=self._stream, name=name)

    def normal(
        self,
        shape: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: Any = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Draw normal numbers: see `ag.random.normal`."""
        given, attrs = ops.normal_parameters(shape, mean, stddev, dtype)
        return ops.draw(ops.NORMAL, given, attrs, stream=self._stream, name=name)

    def truncated_normal(
        self,
        shape: Any,
        mean: Any = 0.0,
        stddev: Any = 1.0,
        dtype: Any = dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Draw normal numbers near the mean: see `ag.random.truncated_normal`."""
        given, attrs = ops.normal_parameters(shape, mean, stddev, dtype)
        return ops.draw(ops.TRUNCATED, given, attrs, stream=self._stream, name=name)

    bernoulli = distributions.method("bernoulli")
    beta = distributions.method("beta")
    binomial = distributions.method("binomial")
    exponential = distributions.method("exponential")
    gamma = distributions.method("gamma")
    gumbel = distributions.method("gumbel")
    laplace = distributions.method("laplace")
    poisson = distributions.method("poisson")

    def make_seeds(self, count: Any = 1) -> Tensor:
        """Draw seeds for `stateless_...` functions.

        Shape:   (2, count), a seed in each column
        Dtype:   int64
        """
        return self.uniform_full_int([2, count], dtypes.int64)

    def split(self, count: Any = 1) -> list[Generator]:
        """Return generators that have nothing to do with each other, nor with this."""
        _check_outside("split")
        seeds = as_tensor(self.make_seeds(count)).numpy()  # type: ignore[attr-defined]
        return [Generator(Stream(column)) for column in seeds.T]

    def __repr__(self) -> str:
        return f"<ag.random.Generator {self._stream.resource}>"


def _check_outside(method: str) -> None:
    if current_graph() is not None:
        raise SideEffectError(
            f"Generator.{method} is called while a function is traced: the graph would "
            "hold one generator for all runs, where Python makes one at each call.",
            origin=capture_exact(2),
            hint="Make it outside, or under `with ag.init_scope():` to keep it; or "
            "draw with ag.random.stateless_uniform and a seed.",
        )


def _check_algorithm(alg: Any) -> None:
    if alg not in (None, "philox", "auto_select", 1):
        raise DTypeError(
            f"{alg!r} is not an algorithm for random numbers.", hint='Use "philox".'
        )


def get_global_generator() -> Generator:
    """Return the generator whose stream `ag.random` draws from."""
    return Generator(global_stream())


__all__ = [
    "Generator",
    "categorical",
    "fold_in",
    "get_global_generator",
    "normal",
    "set_seed",
    "shuffle",
    "split",
    "stateless_categorical",
    "stateless_normal",
    "stateless_shuffle",
    "stateless_truncated_normal",
    "stateless_uniform",
    "truncated_normal",
    "uniform",
]
__all__ += choices.__all__
__all__ += distributions.__all__
