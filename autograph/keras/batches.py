"""Batches of samples: from arrays, data sets and iterators, as `fit` takes them.

A batch is `x`, `(x, y)` or `(x, y, sample_weight)`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from autograph.data.dataset import Dataset
from autograph.data.lives import draw_seed
from graph import nest
from graph.convert import shown
from graph.errors import DTypeError, InvalidArgumentError, UnsupportedArgumentError
from graph.ops.arguments import static_int
from graph.origin import capture_exact
from graph.tensor import Tensor
from graph.value_operators import value_of
from graph.variable import Variable

DEFAULT_SIZE: Final = 32
_INFINITE: Final = -1


@dataclass(frozen=True)
class Batches:
    """Batches that can be gone through.

    Attributes:
        start: Returns an iterator over the batches, from the beginning.
        count: How many there are; None if that is not known.
        is_infinite: Is it known that they never end?
    """

    start: Callable[[], Iterator[Any]]
    count: int | None
    is_infinite: bool = False


class Epochs:
    """Batches, epoch by epoch.

    With a number of steps an epoch goes on where the one before ended. Without, each
    begins anew.

    Attributes:
        n_steps: How many batches an epoch has; None if that is not known.
        is_over: Were there fewer batches than an epoch has steps?
    """

    def __init__(self, batches: Batches, steps: int | None) -> None:
        """Begin."""
        self._batches, self._steps = batches, steps
        self.n_steps = batches.count if steps is None else steps
        self.is_over = False
        self._iterator: Iterator[Any] | None = None

    def epoch(self) -> Iterator[Any]:
        """Yield the batches of the next epoch."""
        if self._steps is None:
            yield from self._batches.start()
            return
        if self._iterator is None:
            self._iterator = self._batches.start()
        count = 0
        for batch in islice(self._iterator, self._steps):
            yield batch
            count += 1
        self.is_over = count < self._steps


def unpack_x_y_sample_weight(data: Any) -> tuple[Any, Any, Any]:
    """Return the inputs, labels and weights of a batch; None for what it has not."""
    if not isinstance(data, tuple):
        return data, None, None
    if not 1 <= len(data) <= 3:
        raise InvalidArgumentError(
            f"a batch is a tuple of {len(data)} parts.",
            origin=capture_exact(),
            hint="It is x, (x, y) or (x, y, sample_weight). Several inputs are a list "
            "or a dict, which is x.",
        )
    x, y, weight = (*data, None, None)[:3]
    return x, y, weight


def pack_x_y_sample_weight(x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """Return a batch, as `unpack_x_y_sample_weight` takes it apart."""
    if sample_weight is not None:
        return x, y, sample_weight
    if y is not None:
        return x, y
    return (x,) if isinstance(x, tuple) else x


def as_batches(
    method: str,
    x: Any,
    y: Any = None,
    sample_weight: Any = None,
    *,
    batch_size: Any = None,
    shuffle: Any = False,
    class_weight: Mapping[int, float] | None = None,
) -> Batches:
    """Return the batches that the arguments of a method stand for.

    Args:
        method: The name of the method, for messages.
        x: Arrays, tensors, or a structure of these; or a data set or an iterator of
            batches.
        y: Labels, likewise; None where `x` has them.
        sample_weight: Weights, likewise.
        batch_size: How many samples a batch has, 32 by default; the last may have less.
        shuffle: Are samples of arrays to be in a new order each time?
        class_weight: Weights of samples by their class.

    Raises:
        UnsupportedArgumentError: There are data sets, and what goes with arrays.
        InvalidArgumentError: The lengths of arrays differ, or are 0.
        DTypeError: Something is of a type that there is no tensor of.
    """
    weights = None if class_weight is None else _ClassWeights(class_weight)
    if isinstance(x, (Dataset, Iterator)):
        _check_absent(method, y=y, sample_weight=sample_weight, batch_size=batch_size)
        found = _of_dataset(x) if isinstance(x, Dataset) else _of_iterator(x)
    else:
        size = (
            DEFAULT_SIZE if batch_size is None else positive(batch_size, "batch_size")
        )
        arrays = as_arrays(method, x, y, sample_weight)
        found = _of_arrays(arrays, size, is_shuffled=bool(shuffle))
    if weights is None:
        return found
    start = found.start
    return Batches(lambda: map(weights, start()), found.count, found.is_infinite)


def as_arrays(method: str, x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """Return structures of arrays in the form of a batch that holds all samples."""
    if x is None:
        raise DTypeError(
            f"{method}: x is None.",
            origin=capture_exact(),
            hint="Pass arrays, tensors, a data set, or an iterator of batches.",
        )
    parts = {"x": x, "y": y, "sample_weight": sample_weight}
    found = {
        name: None if part is None else _arrays_of(method, name, part)
        for name, part in parts.items()
    }
    _check_lengths(method, found)
    return pack_x_y_sample_weight(**found)


def split(arrays: Any, fraction: Any) -> tuple[Any, Any]:
    """Return all but the last samples of a batch, and the last ones: a part of all.

    Raises:
        InvalidArgumentError: The part is not between 0 and 1, or one would be empty.
    """
    if not 0 < fraction < 1:
        raise InvalidArgumentError(
            f"fit: validation_split is {fraction!r}.",
            origin=capture_exact(),
            hint="It is the part of the samples that is kept for validation: between "
            "0 and 1.",
        )
    size = _length(arrays)
    place = math.floor(size * (1 - fraction))
    if place in {0, size}:
        raise InvalidArgumentError(
            f"fit: validation_split={fraction!r} of {size} samples leaves none for "
            f"{'validation' if place else 'training'}.",
            origin=capture_exact(),
            hint="Pass more samples, or another part.",
        )
    return _rows(arrays, slice(place)), _rows(arrays, slice(place, None))


def positive(value: Any, name: str) -> int:
    """Return an integer that is 1 at least.

    Raises:
        DTypeError: It is no integer.
        InvalidArgumentError: It is less.
    """
    found = static_int(value, name)
    if found < 1:
        raise InvalidArgumentError(
            f"{name} is {found}.",
            origin=capture_exact(),
            hint="It is 1 at least.",
        )
    return found


# -- Arrays ----------------------------------------------------------------------------


def _arrays_of(method: str, name: str, value: Any) -> Any:
    if isinstance(value, (list, tuple, dict)) and any(
        isinstance(each, (np.ndarray, Tensor, Variable)) and len(each.shape)
        for each in nest.flatten(value)
    ):
        return nest.map_structure(lambda each: _array_of(method, name, each), value)
    return _array_of(method, name, value)


def _array_of(method: str, name: str, value: Any) -> Any:
    if isinstance(value, Variable):
        value = value.value()
    try:
        found = np.asarray(value)
    except ValueError:  # lists of different lengths
        found = np.asarray(None)
    if found.dtype.kind in "OVMm":
        raise DTypeError(
            f"{method}: {name} is {shown(value)}, which is no array of numbers.",
            origin=capture_exact(),
            hint="Pass arrays or tensors; or a list or dict of these; or a data set, "
            "or an iterator of batches.",
        )
    if not found.ndim:
        raise InvalidArgumentError(
            f"{method}: {name} is {shown(value)}, which has no axis of samples.",
            origin=capture_exact(),
            hint="The first axis of arrays counts samples.",
        )
    return found


def _check_lengths(method: str, parts: Mapping[str, Any]) -> None:
    lengths = {
        name: sorted({len(each) for each in nest.flatten(part)})
        for name, part in parts.items()
        if part is not None
    }
    if len({n for found in lengths.values() for n in found}) > 1:
        told = "; ".join(
            f"{name} has {' and '.join(map(str, found))}"
            for name, found in lengths.items()
        )
        raise InvalidArgumentError(
            f"{method}: the numbers of samples differ: {told}.",
            origin=capture_exact(),
            hint="The first axis of all arrays counts samples.",
        )
    if lengths["x"] in ([0], []):
        raise InvalidArgumentError(
            f"{method}: there are no samples.",
            origin=capture_exact(),
            hint="Pass one sample at least.",
        )


def _length(arrays: Any) -> int:
    return len(nest.flatten(arrays)[0])


def _rows(arrays: Any, places: Any) -> Any:
    return nest.map_structure(lambda each: each[places], arrays)


def _of_arrays(arrays: Any, size: int, *, is_shuffled: bool) -> Batches:
    n = _length(arrays)

    def start() -> Iterator[Any]:
        order = None
        if is_shuffled:
            order = np.random.default_rng(draw_seed()).permutation(n)
        for begin in range(0, n, size):
            places = slice(begin, begin + size)
            yield _rows(arrays, places if order is None else order[places])

    return Batches(start, -(-n // size))


@dataclass(frozen=True)
class _ClassWeights:
    """Gives the samples of batches the weights of their classes."""

    by_class: Mapping[int, float]

    def __call__(self, batch: Any) -> Any:
        """Return a batch with weights.

        Raises:
            UnsupportedArgumentError: The labels are no array of classes.
            InvalidArgumentError: A class has no weight.
        """
        x, y, weight = unpack_x_y_sample_weight(batch)
        if y is None or isinstance(y, (list, tuple, dict)):
            raise UnsupportedArgumentError(
                "class_weight needs labels that are one array.",
                origin=capture_exact(),
                hint="Pass sample_weight.",
            )
        classes = np.asarray(value_of(y))
        if classes.ndim > 1 and classes.shape[-1] > 1:
            classes = classes.argmax(-1)
        classes = classes.reshape(len(classes), -1)[:, 0]
        kinds, places = np.unique(classes, return_inverse=True)
        missing = [kind for kind in kinds.tolist() if kind not in self.by_class]
        if missing:
            raise InvalidArgumentError(
                f"class_weight has no weight for the class {missing[0]}.",
                origin=capture_exact(),
                hint="Pass a dict with a number for each class.",
            )
        of_kinds = np.array(
            [self.by_class[kind] for kind in kinds.tolist()], np.float32
        )
        found = of_kinds[places]
        return x, y, found if weight is None else found * np.asarray(value_of(weight))


# -- Data sets and iterators -----------------------------------------------------------


def _check_absent(method: str, **arguments: Any) -> None:
    for name, value in arguments.items():
        if value is not None:
            raise UnsupportedArgumentError(
                f"{method}: {name} is passed with a data set or an iterator.",
                origin=capture_exact(),
                hint="These have batches (x, y) or (x, y, sample_weight): "
                "Dataset.from_tensor_slices((x, y)).batch(32).",
            )


def _of_dataset(dataset: Dataset) -> Batches:
    count = int(dataset.cardinality())
    return Batches(
        lambda: iter(dataset), count if count >= 0 else None, count == _INFINITE
    )


def _of_iterator(iterator: Iterator[Any]) -> Batches:
    return Batches(lambda: iterator, None)


__all__ = [
    "Batches",
    "Epochs",
    "as_arrays",
    "as_batches",
    "pack_x_y_sample_weight",
    "positive",
    "split",
    "unpack_x_y_sample_weight",
]
