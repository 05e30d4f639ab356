"""Where streams of random numbers stand, and seeds made of seeds."""

from __future__ import annotations

from typing import Any

import numpy as np

from graph import dtypes
from graph.errors import DTypeError, ShapeError
from graph.op import REQUIRED, ZERO, Effects, Op, always, define
from graph.ops.arguments import apply_as_given, array_of
from graph.ops.random import check_seed, full, generator_of, writes_stream
from graph.specs import TensorSpec
from graph.streams import STATE_SIZE, Stream, set_seed


def _infer_set_seed(seed: TensorSpec, *, stream: Any) -> tuple[TensorSpec, ...]:
    if not seed.dtype.is_integer:
        raise DTypeError(f"a seed is an integer, not {seed.dtype}.")
    if seed.shape not in ((), None):
        raise ShapeError(f"a seed is a scalar, not of the shape {seed.shape}.")
    return ()


def _set_seed(seed: Any, *, stream: Stream | None) -> None:
    number = int(array_of(seed)) if np.ndim(seed) == 0 else None
    if number is None:
        raise ShapeError(f"a seed is a scalar, not of the shape {np.shape(seed)}.")
    if stream is None:
        set_seed(number)
    else:
        stream.seed(number)


SET_SEED = define(
    "random_set_seed",
    inputs=("seed",),
    attrs={"stream": None},
    infer=_infer_set_seed,
    kernel=_set_seed,
    gradient=ZERO,
    doc="Begin a stream anew, from a seed.",
    can_fail=always,
    further_effects=writes_stream,
)


def _infer_state(*, stream: Stream) -> TensorSpec:
    return TensorSpec((STATE_SIZE,), dtypes.uint64)


STATE = define(
    "random_state",
    inputs=(),
    attrs={"stream": REQUIRED},
    infer=_infer_state,
    kernel=lambda *, stream: stream.state,
    gradient=ZERO,
    doc="Where a stream stands.",
    further_effects=lambda attrs: Effects(reads=(attrs["stream"].resource,)),
)


def _infer_set_state(state: TensorSpec, *, stream: Stream) -> tuple[TensorSpec, ...]:
    return ()


SET_STATE = define(
    "random_set_state",
    inputs=("state",),
    attrs={"stream": REQUIRED},
    infer=_infer_set_state,
    kernel=lambda state, *, stream: stream.set_state(state),
    gradient=ZERO,
    doc="Let a stream continue from a state.",
    can_fail=always,
    further_effects=writes_stream,
)


def _infer_skip(delta: TensorSpec, *, stream: Stream) -> tuple[TensorSpec, ...]:
    if not delta.dtype.is_integer:
        raise DTypeError(f"delta is an integer, not {delta.dtype}.")
    return ()


SKIP = define(
    "random_skip",
    inputs=("delta",),
    attrs={"stream": REQUIRED},
    infer=_infer_skip,
    kernel=lambda delta, *, stream: stream.skip(int(delta)),
    gradient=ZERO,
    doc="Leave out a part of a stream.",
    further_effects=writes_stream,
)


def _infer_split(seed: TensorSpec, *, num: int) -> TensorSpec:
    check_seed(seed)
    return TensorSpec((num, 2), dtypes.strengthen(seed.dtype))


def _made_of(seed: Any, *further: int, shape: Any) -> Any:
    """Return seeds made of a seed: not of the numbers that it draws itself."""
    words = array_of(seed)
    generator_of(words)  # which refuses what is no seed
    entropy = [int(word) % 2**64 for word in words]
    generator = np.random.Generator(np.random.Philox([*entropy, *further]))
    dtype = dtypes.from_numpy(words.dtype)
    return full(generator, shape=shape, dtype=dtype)


SPLIT = define(
    "stateless_split",
    inputs=("seed",),
    attrs={"num": 2},
    infer=_infer_split,
    kernel=lambda seed, *, num: _made_of(seed, 0, shape=(num, 2)),
    gradient=ZERO,
    doc="Seeds that have nothing to do with each other, made of one.",
)


def _infer_fold_in(seed: TensorSpec, data: TensorSpec) -> TensorSpec:
    check_seed(seed)
    if not data.dtype.is_integer or data.shape not in ((), None):
        raise DTypeError(f"data is an integer, not {data}.")
    return TensorSpec((2,), dtypes.strengthen(seed.dtype))


def _fold_in(seed: Any, data: Any) -> Any:
    return _made_of(seed, 1, int(data) % 2**64, shape=(2,))


FOLD_IN = define(
    "stateless_fold_in",
    inputs=("seed", "data"),
    attrs={},
    infer=_infer_fold_in,
    kernel=_fold_in,
    gradient=ZERO,
    doc="A seed made of a seed and a number.",
)


def change(op: Op, value: Any, stream: Stream | None) -> None:
    """Apply an op that sets where a stream stands."""
    apply_as_given(op, (value,), {"stream": stream})


__all__: list[str] = []
