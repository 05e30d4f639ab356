"""Random numbers, new at every run: drawn from a stream, or made of a seed.

Each distribution is one function that samples a NumPy generator, behind two ops. The
first draws from a `graph.streams.Stream`, which it declares to write: it runs at every
run, in the order of the program, so that a graph draws what plain Python would. The
other, `stateless_...`, is a pure function of a seed.

Source:  the bits are Philox-4x64-10 (Salmon et al., 2011, "Parallel random numbers: as
easy as 1, 2, 3"), as NumPy has it; what NumPy makes of them may change between its
releases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graph import dtypes, shapes
from graph.dispatch import as_tensor
from graph.dtypes import DType
from graph.errors import DTypeError, InvalidArgumentError, ShapeError
from graph.op import NO_GRADIENT, REQUIRED, ZERO, Effects, Gradient, Op, always, define
from graph.ops.arguments import (
    array_of,
    result_as_given,
    run_time_shape,
    split_shape,
    static_int,
)
from graph.ops.gradients import random as rules
from graph.shapes import Shape
from graph.specs import TensorSpec, spec_of
from graph.streams import Stream, stream_of
from graph.tensor import Tensor

Generator = np.random.Generator
Sampler = Callable[..., Any]


def writes_stream(attrs: Mapping[str, Any]) -> Effects:
    stream = attrs.get("stream")
    # Streams of seeds count as the global one: setting the seed begins all anew.
    return Effects(writes=("random" if stream is None else stream.resource,))


def pair(
    name: str,
    inputs: tuple[str, ...],
    attrs: dict[str, Any],
    infer: Callable[..., TensorSpec],
    sample: Sampler,
    doc: str,
    gradient: Gradient,
) -> tuple[Op, Op]:
    """Define the two ops of a distribution.

    Args:
        name: What is drawn.
        inputs: What both take.
        attrs: What both take.
        infer: Inputs and attributes to the result.
        sample: A generator, inputs and attributes to the result.
        doc: What is drawn, for the documentation.
        gradient: How both ops' gradients flow back.
    """

    def from_stream(*given: Any, seed: Any, stream: Any, **rest: Any) -> Any:
        found = stream_of(stream, seed)
        return found.draw(lambda generator: sample(generator, *given, **rest))

    def of_seed(seed: Any, *given: Any, **rest: Any) -> Any:
        return sample(generator_of(seed), *given, **rest)

    def infer_from_stream(
        *given: TensorSpec, seed: Any, stream: Any, **rest: Any
    ) -> TensorSpec:
        return infer(*given, **rest)

    def infer_of_seed(seed: TensorSpec, *given: TensorSpec, **rest: Any) -> TensorSpec:
        check_seed(seed)
        return infer(*given, **rest)

    stateful = define(
        f"random_{name}",
        inputs=inputs,
        attrs={**attrs, "seed": None, "stream": None},
        infer=infer_from_stream,
        kernel=from_stream,
        gradient=gradient,
        doc=f"{doc}, drawn from a stream.",
        further_effects=writes_stream,
        can_fail=always,
    )
    stateless = define(
        f"stateless_{name}",
        inputs=("seed", *inputs),
        attrs=attrs,
        infer=infer_of_seed,
        kernel=of_seed,
        gradient=gradient,
        doc=f"{doc}, made of a seed.",
        work=20.0,
        can_fail=always,
    )
    return stateful, stateless


def generator_of(seed: Any) -> Generator:
    """Return the generator whose key is a seed of two integers."""
    words = array_of(seed)
    if words.shape != (2,) or words.dtype.kind not in "iu":
        check_seed(spec_of(words))
    return np.random.Generator(np.random.Philox(key=words.astype(np.uint64)))


def check_seed(seed: TensorSpec) -> None:
    if not seed.dtype.is_integer:
        raise DTypeError(
            f"a seed has two integers, not {seed.dtype}.",
            hint="Give a list of two, such as [1, 2].",
        )
    if seed.shape is not None and not shapes.is_compatible(seed.shape, (2,)):
        raise ShapeError(
            f"a seed has two integers; its shape is {shapes.show(seed.shape)}.",
            hint="Write seed=[1, 2].",
        )


# -- Uniform ---------------------------------------------------------------------------


def _infer_between(
    low: TensorSpec,
    high: TensorSpec,
    *dims: TensorSpec,
    shape: Shape,
    dtype: DType,
) -> TensorSpec:
    found = shapes.as_shape(shape)
    for name, spec in (("the first", low), ("the second", high)):
        if not is_within(spec.shape, found):
            raise ShapeError(
                f"{name} parameter of the distribution has the shape "
                f"{shapes.show(spec.shape)}, which does not broadcast to "
                f"{shapes.show(found)}.",
                hint="`shape` is that of the result, the parameters' included.",
            )
    return TensorSpec(found, dtype)


def is_within(small: Shape, full: Shape) -> bool:
    """May a shape broadcast to another one, as far as the two are known?"""
    if small is None or full is None:
        return True
    if len(small) > len(full):
        return False
    tail = full[len(full) - len(small) :]
    pairs = zip(small, tail, strict=True)
    return all(a in (b, 1, None) or b is None for a, b in pairs)


def parameters_at(given: Sequence[Any], shape: Any, dtype: DType) -> list[Any]:
    """Return what a distribution is given, as arrays of its dtype.

    Raises:
        ShapeError: They do not broadcast to the shape.
    """
    found = [np.asarray(x, dtype.numpy) for x in given]
    for array in found:
        if array.ndim and not is_within(array.shape, shape):
            raise ShapeError(
                f"a parameter of the distribution has the shape {array.shape}, which "
                f"does not broadcast to {shape}.",
                hint="`shape` is that of the result, the parameters' included.",
            )
    return found


def _unit(generator: Generator, shape: Any, dtype: DType) -> Any:
    """Draw from [0, 1), in steps that the dtype holds exactly."""
    if dtype is dtypes.float16:
        return (generator.integers(0, 2048, shape) / 2048).astype(np.float16)
    if dtype is dtypes.float64:
        return generator.random(shape)
    return generator.random(shape, dtype=np.float32)


def _uniform(
    generator: Generator, low: Any, high: Any, *dims: Any, shape: Shape, dtype: DType
) -> Any:
    size = run_time_shape(dims, shape)
    low, high = parameters_at((low, high), size, dtype)
    if dtype.is_integer:
        if not (low < high).all():
            raise _empty("minval", "<", low, high)
        return np.asarray(generator.integers(low, high, size, dtype.numpy))
    if not low.ndim and not high.ndim and low == 0 and high == 1:
        return np.asarray(_unit(generator, size, dtype), dtype.numpy)
    if not (low <= high).all():
        raise _empty("minval", "<=", low, high)
    with np.errstate(over="ignore"):
        width = high - low
    if not np.isfinite(width).all():
        raise InvalidArgumentError(
            f"random uniform: maxval - minval is not finite in {dtype}; they are "
            f"{high} and {low}.",
        )
    found = low + _unit(generator, size, dtype) * width
    # Rounding may reach the bound, which is no part of the interval.
    return np.asarray(np.minimum(found, np.nextafter(high, low)), dtype.numpy)


def _empty(name: str, sign: str, low: Any, high: Any) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"random uniform: {name} {sign} maxval does not hold; minval is {low} and "
        f"maxval is {high}.",
        hint="minval is included, maxval is not.",
    )


UNIFORM, STATELESS_UNIFORM = pair(
    "uniform",
    ("minval", "maxval", "dims"),
    {"shape": REQUIRED, "dtype": dtypes.float32},
    _infer_between,
    _uniform,
    "Numbers of [minval, maxval), all equally likely",
    rules.uniform,
)


def _infer_full(*dims: TensorSpec, shape: Shape, dtype: DType) -> TensorSpec:
    return TensorSpec(shapes.as_shape(shape), dtype)


def full(generator: Generator, *dims: Any, shape: Shape, dtype: DType) -> Any:
    info = np.iinfo(dtype.numpy)
    size = run_time_shape(dims, shape)
    drawn = generator.integers(info.min, info.max, size, dtype.numpy, endpoint=True)
    return np.asarray(drawn)


FULL, STATELESS_FULL = pair(
    "uniform_full_int",
    ("dims",),
    {"shape": REQUIRED, "dtype": dtypes.int32},
    _infer_full,
    full,
    "All the integers of a dtype, equally likely",
    ZERO,
)


def uniform_parameters(
    shape: Any, minval: Any, maxval: Any, dtype: Any
) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Return which of the two kinds of ops, its inputs and its attributes.

    Raises:
        DTypeError: The dtype, or the dtype of a bound, is none to draw from.
    """
    wanted = dtypes.as_dtype(dtype)
    dims, static = split_shape(shape)
    attrs = {"shape": static, "dtype": wanted}
    if wanted.is_integer:
        if minval is None and maxval is None:
            return (FULL, STATELESS_FULL), dims, attrs
        if maxval is None:
            raise DTypeError(
                f"random uniform: maxval is missing, which {wanted} needs.",
                hint="Integers have no bound of their own: write maxval=10.",
            )
    elif not wanted.is_floating:
        raise DTypeError(
            f"random uniform: there are no random numbers of {wanted}.",
            hint="The dtype is one of floats or of integers.",
        )
    bounds = (
        parameter("minval", 0 if minval is None else minval, wanted),
        parameter("maxval", 1 if maxval is None else maxval, wanted),
    )
    return (UNIFORM, STATELESS_UNIFORM), (*bounds, *dims), attrs


def parameter(name: str, value: Any, dtype: DType) -> Tensor:
    """Return a parameter of a distribution as a tensor of its dtype."""
    known = dtypes.of_python(value)
    given = as_tensor(value).dtype if known is None else dtypes.strengthen(known)
    if dtype.is_integer and not given.is_integer:
        raise DTypeError(
            f"{name} is of {given}, and the numbers to draw are of {dtype}.",
            hint="Convert it with ag.cast, or draw floats.",
        )
    return as_tensor(value, dtype)


# -- Normal ----------------------------------------------------------------------------


def _standard(generator: Generator, size: Any, dtype: DType) -> Any:
    drawn_as: Any = np.float64 if dtype is dtypes.float64 else np.float32
    return np.asarray(generator.standard_normal(size, drawn_as), dtype.numpy)


def _normal(
    generator: Generator, mean: Any, stddev: Any, *dims: Any, shape: Shape, dtype: DType
) -> Any:
    size = run_time_shape(dims, shape)
    mean, stddev = parameters_at((mean, stddev), size, dtype)
    return np.asarray(mean + _standard(generator, size, dtype) * stddev)


NORMAL, STATELESS_NORMAL = pair(
    "normal",
    ("mean", "stddev", "dims"),
    {"shape": REQUIRED, "dtype": dtypes.float32},
    _infer_between,
    _normal,
    "Numbers of a normal distribution",
    rules.normal,
)


def _truncated(
    generator: Generator, mean: Any, stddev: Any, *dims: Any, shape: Shape, dtype: DType
) -> Any:
    size = run_time_shape(dims, shape)
    mean, stddev = parameters_at((mean, stddev), size, dtype)
    drawn = np.array(_standard(generator, size, dtype))
    outside = np.abs(drawn) > 2
    while outside.any():
        drawn[outside] = _standard(generator, int(outside.sum()), dtype)
        outside = np.abs(drawn) > 2
    return np.asarray(mean + drawn * stddev)


TRUNCATED, STATELESS_TRUNCATED = pair(
    "truncated_normal",
    ("mean", "stddev", "dims"),
    {"shape": REQUIRED, "dtype": dtypes.float32},
    _infer_between,
    _truncated,
    "Numbers of a normal distribution, none further than two deviations from the mean",
    rules.normal,
)


def normal_parameters(
    shape: Any, mean: Any, stddev: Any, dtype: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the inputs and the attributes of an op that draws normal numbers.

    Raises:
        DTypeError: The dtype is not one of floats.
    """
    wanted = dtypes.as_dtype(dtype)
    if not wanted.is_floating:
        raise DTypeError(
            f"random normal: there are no normal numbers of {wanted}.",
            hint="Draw floats, and convert them with ag.cast.",
        )
    dims, static = split_shape(shape)
    given = (parameter("mean", mean, wanted), parameter("stddev", stddev, wanted))
    return (*given, *dims), {"shape": static, "dtype": wanted}


# -- Order and choice ------------------------------------------------------------------


def _infer_shuffle(value: TensorSpec) -> TensorSpec:
    return value.strong


def _shuffle(generator: Generator, value: Any) -> Any:
    array = array_of(value)
    if not array.ndim:
        return array.copy()
    return array[generator.permutation(array.shape[0])]


SHUFFLE, STATELESS_SHUFFLE = pair(
    "shuffle",
    ("value",),
    {},
    _infer_shuffle,
    _shuffle,
    "The slices along the first axis in another order, all orders equally likely",
    NO_GRADIENT("which element came from where is not kept"),
)


def _infer_categorical(
    logits: TensorSpec, *given: TensorSpec, num_samples: int | None, dtype: DType
) -> TensorSpec:
    if not logits.dtype.is_floating:
        raise DTypeError(f"logits are floats, not {logits.dtype}.")
    if logits.shape is not None and len(logits.shape) != 2:
        raise ShapeError(
            f"logits have two dimensions, batch and classes, not the shape "
            f"{shapes.show(logits.shape)}."
        )
    batch = None if logits.shape is None else logits.shape[0]
    return TensorSpec((batch, num_samples), dtype)


def _categorical(
    generator: Generator,
    logits: Any,
    *given: Any,
    num_samples: int | None,
    dtype: DType,
) -> Any:
    count = int(given[0]) if num_samples is None else num_samples
    table = array_of(logits)
    if table.dtype.kind != "f":
        raise TypeError(table.dtype)
    table = table.astype(np.float64)
    if table.shape[1] == 0 and table.shape[0] * count:
        raise InvalidArgumentError("random categorical: there are no classes.")
    drawn = generator.random((table.shape[0], count))
    found = np.empty(drawn.shape, dtype.numpy)
    for row, chances in enumerate(table):
        sums = np.cumsum(np.exp(chances - chances.max()))
        if not np.isfinite(sums[-1]):
            raise InvalidArgumentError(
                f"random categorical: the logits of row {row} are {chances}, of which "
                "no chances can be made.",
            )
        # The last quotient is 1, which no number drawn reaches.
        found[row] = np.searchsorted(sums / sums[-1], drawn[row], side="right")
    return found


CATEGORICAL, STATELESS_CATEGORICAL = pair(
    "categorical",
    ("logits", "given"),
    {"num_samples": None, "dtype": dtypes.int64},
    _infer_categorical,
    _categorical,
    "Numbers of classes, by the logarithms of their chances, for each row",
    ZERO,
)


def categorical_parameters(
    logits: Any, num_samples: Any, dtype: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the inputs and the attributes of an op that draws classes."""
    dims, static = split_shape([num_samples])
    assert static is not None
    attrs = {"num_samples": static[0], "dtype": dtypes.as_dtype(dtype)}
    return (as_tensor(logits), *dims), attrs


# -- Drawing ---------------------------------------------------------------------------


def draw(
    op: Op,
    given: Sequence[Any],
    attrs: Mapping[str, Any],
    *,
    seed: Any = None,
    stream: Stream | None = None,
    name: str | None = None,
) -> Tensor:
    """Apply an op that draws from a stream."""
    number = None if seed is None else static_int(seed, "seed")
    return result_as_given(op, given, {**attrs, "seed": number, "stream": stream}, name)


__all__: list[str] = []
