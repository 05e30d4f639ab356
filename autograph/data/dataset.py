"""`ag.data.Dataset`: elements that are made, one by one, when they are asked for.

    dataset = ag.data.Dataset.range(10).map(lambda x: x * x).batch(4)

    @ag.function
    def total(dataset):
        result = ag.constant(0, ag.int64)
        for batch in dataset:          # one staged loop, however many elements
            result += ag.reduce_sum(batch)
        return result

Source:  TensorFlow's guide and API pages of data.Dataset
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any, Final

import numpy as np

from autograph.data import elements
from autograph.data.elements import DatasetSpec, Element, component_of, flatten
from autograph.data.functions import ElementFunction
from autograph.data.iterators import Iterator, Steps, graph_specs, not_by_python
from autograph.data.lives import Life
from autograph.data.stages import (
    AUTOTUNE,
    INFINITE,
    UNKNOWN,
    Batched,
    Cached,
    Concatenated,
    Enumerated,
    Filtered,
    Generated,
    Interleaved,
    Mapped,
    Prefetched,
    Range,
    Repeated,
    Scanned,
    Shuffled,
    Sliced,
    Stage,
    Tensors,
    Unbatched,
    Windowed,
    Zipped,
    pair_of,
    rows_differ,
    threads_of,
)
from autograph.data.texts import (
    as_bytes,
    matching_names,
    path_as_text,
    scalar_text,
    text_tensor,
)
from graph import dtypes, shapes
from graph.callables import check_callable
from graph.convert import is_sequence, shown
from graph.dispatch import as_tensor
from graph.errors import DTypeError, InvalidArgumentError, NestingError
from graph.graph import current_graph, eager_scope
from graph.nest import LEAF
from graph.ops import manipulation
from graph.ops.core import cast
from graph.ops.debugging import assert_that
from graph.ops.python_calls import numpy_function
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor, Tensor


class Dataset:
    """Elements that are made one after another, from a source and by functions.

    A data set is immutable: each method gives a new one, and each `iter()` of one
    begins anew. In a traced function `for x in dataset` is one staged loop.
    """

    # It may hold what is traced: another attempt to trace makes another one.
    is_of_trace: Final = True

    def __init__(self, stage: Stage) -> None:
        """Make a data set of a stage; users take the methods of the class."""
        stage.element  # noqa: B018  # refused now, if it has none
        self._stage = stage

    @staticmethod
    def _of(stage: Stage) -> Dataset:
        return Dataset(stage)  # also of a class for files, which takes their names

    # -- Sources

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """Return a data set with one element, the tensors themselves.

        Args:
            tensors: A tensor, or a structure of tensors: tuples and dicts.
            name: For calls written for TensorFlow.
        """
        del name
        leaves, element = elements.element_of(tensors, "Dataset.from_tensors")
        return Dataset(Tensors(tuple(leaves), element))

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """Return a data set whose elements are the rows of tensors.

        Args:
            tensors: A tensor, or a structure of tensors with equally many rows.
            name: For calls written for TensorFlow.

        Raises:
            InvalidArgumentError: One is a scalar, or the numbers of rows differ.
        """
        del name
        leaves, element = elements.element_of(tensors, "Dataset.from_tensor_slices")
        stage = Tensors(tuple(leaves), element, is_sliced=True)
        stage.element  # noqa: B018  # scalars have no rows
        lengths = {spec.shape[0] for spec in element.specs if spec.shape} - {None}
        if len(lengths) > 1:
            raise rows_differ(lengths)
        return Dataset(stage)

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """Return a data set of what a generator yields, which each iteration calls.

        Args:
            generator: Takes `args`, as arrays; returns an iterable of elements.
            output_types: The dtypes, nested as an element; or give a signature.
            output_shapes: The shapes, nested alike; unknown by default.
            args: Tensors.
            output_signature: The specs, nested as an element.
            name: For calls written for TensorFlow.

        Raises:
            DTypeError: Neither types nor a signature are given; when an element is
                drawn, it has another dtype.
            InvalidArgumentError: When an element is drawn, it has another shape.
        """
        del name
        given = () if args is None else _arguments(args)
        takes = len(given)
        check_callable(generator, "Dataset.from_generator", "generator", takes, "args")
        if output_signature is not None:
            if output_types is not None or output_shapes is not None:
                raise DTypeError(
                    "from_generator: output_signature says it all; output_types and "
                    "output_shapes cannot be given beside it.",
                    origin=capture_exact(),
                )
            signature = elements.of_spec(output_signature)
        elif output_types is None:
            raise DTypeError(
                "from_generator: what the generator yields is not said.",
                origin=capture_exact(),
                hint="Give output_signature=ag.TensorSpec(shape, dtype), nested as the "
                "elements are.",
            )
        else:
            signature = _signature(output_types, output_shapes)
        arguments = tuple(component_of(each, "args")[0] for each in given)
        return Dataset(Generated(generator, arguments, signature))

    @staticmethod
    def range(*args: Any, output_type: Any = dtypes.int64, name: Any = None) -> Dataset:
        """Return a data set of numbers, with the arguments of Python's `range`.

        Args:
            args: The end; the start and the end; or these and the step.
            output_type: The dtype, one of integers or floating numbers.
            name: For calls written for TensorFlow.

        Raises:
            InvalidArgumentError: A number does not fit into the dtype.
        """
        del name
        if not 1 <= len(args) <= 3:
            raise InvalidArgumentError(
                f"Dataset.range takes one to three numbers, not {len(args)}.",
                origin=capture_exact(),
            )
        start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
        bounds = tuple(_integer(each, "range", "a bound") for each in (start, stop))
        by = _integer(step, "range", "step")
        by = _checked(by, lambda step: step != 0, "Dataset.range: the step is {}.")
        dtype = dtypes.as_dtype(output_type)
        _check_range((*bounds, by), dtype)
        return Dataset(Range((*bounds, by), dtype))

    @staticmethod
    def list_files(
        file_pattern: Any, shuffle: Any = None, seed: Any = None, name: Any = None
    ) -> Dataset:
        """Return a data set of the names of files that match a pattern.

        They are found when the data set is made; in a graph, at each run.

        Args:
            file_pattern: Names with `*`, `?` and `[...]`; or several patterns.
            shuffle: In random order, another one at each iteration, which is the
                default; False for sorted names.
            seed: As in `shuffle`.
            name: For calls written for TensorFlow.

        Raises:
            InvalidArgumentError: No file matches.
            DTypeError: The pattern is no text.
        """
        del name
        given = path_as_text(file_pattern)
        patterns = text_tensor(given, "Dataset.list_files", "file_pattern")
        number = None if seed is None else _integer(seed, "list_files", "seed")
        names = numpy_function(
            _found_names, [patterns], TensorSpec((None,), dtypes.string)
        )
        dataset = Dataset.from_tensor_slices(names)
        if shuffle is not None and not shuffle:
            return dataset
        return dataset.shuffle(manipulation.size(names), number)

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """Return a data set of elements side by side, as many as the shortest has.

        Args:
            args: Data sets; or a structure of them, like which elements are nested.
            datasets: The structure, by name.
            name: For calls written for TensorFlow.
        """
        del name
        given = datasets if datasets is not None else args
        if datasets is None and len(args) == 1:
            (given,) = args
        leaves, structure = flatten(tuple(given) if isinstance(given, list) else given)
        parts = tuple(_stage_of(each, "zip") for each in leaves)
        if not parts:
            raise InvalidArgumentError(
                "Dataset.zip: there is no data set.", origin=capture_exact()
            )
        return Dataset(Zipped(parts, structure))

    def concatenate(self, dataset: Dataset, name: str | None = None) -> Dataset:
        """Return a data set of these elements, and then those of another one.

        Raises:
            NestingError: Its elements are nested otherwise.
            InvalidArgumentError: They are of other dtypes.
        """
        del name
        return Dataset(Concatenated(self._stage, _stage_of(dataset, "concatenate")))

    # -- Functions of elements

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Return a data set of what a function gives for each element.

        Args:
            map_func: Takes an element, the parts of one that is a tuple; returns a
                tensor or a structure. It is traced once.
            num_parallel_calls: In how many threads; AUTOTUNE for one of each CPU.
                A function that changes variables is called by one all the same.
            deterministic: False to give results as they come, not in order.
            name: For calls written for TensorFlow.
        """
        del name
        function = self._function(map_func, "map")
        threads = threads_of(_threads(num_parallel_calls, "map"))
        is_ordered = deterministic is not False
        return Dataset(Mapped(self._stage, function, threads, is_ordered))

    def filter(self, predicate: Callable[..., Any], name: Any = None) -> Dataset:
        """Return a data set of the elements for which a function is true."""
        del name
        return Dataset(Filtered(self._stage, self._predicate(predicate, "filter")))

    def take_while(self, predicate: Callable[..., Any], name: Any = None) -> Dataset:
        """Return a data set of the elements before the first one that is not wanted."""
        del name
        function = self._predicate(predicate, "take_while")
        return Dataset(Filtered(self._stage, function, is_prefix=True))

    def flat_map(self, map_func: Callable[..., Any], name: Any = None) -> Dataset:
        """Return the elements of the data sets that a function gives for each element.

        Args:
            map_func: Takes an element; returns a data set.
            name: For calls written for TensorFlow.
        """
        del name
        return Dataset(Interleaved(self._stage, self._function(map_func, "flat_map")))

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: Any = None,
        block_length: Any = 1,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Return elements of the data sets that a function gives, by turns.

        Args:
            map_func: Takes an element; returns a data set.
            cycle_length: How many data sets are drawn from by turns; by default as
                many as there are CPUs.
            block_length: How many elements are taken of each in its turn.
            num_parallel_calls: None, or a number: each data set then has a thread that
                draws ahead. The order of the elements is the same.
            deterministic: For calls written for TensorFlow: the order is always kept.
            name: As well.
        """
        del name, deterministic
        function = self._function(map_func, "interleave")
        cycle = AUTOTUNE if cycle_length is None else cycle_length
        if isinstance(cycle, int) and cycle == AUTOTUNE:
            cycle = threads_of(AUTOTUNE)
        cycle = _positive(cycle, "interleave", "cycle_length")
        block = _positive(block_length, "interleave", "block_length")
        threads = threads_of(_threads(num_parallel_calls, "interleave"))
        return Dataset(Interleaved(self._stage, function, cycle, block, threads))

    def scan(
        self, initial_state: Any, scan_func: Callable[..., Any], name: Any = None
    ) -> Dataset:
        """Return what a function gives for a state and each element.

        Args:
            initial_state: A tensor or a structure.
            scan_func: Takes the state and an element; returns the next state and an
                output, whose shape and dtypes stay the same.
            name: For calls written for TensorFlow.
        """
        del name
        leaves, state = elements.element_of(initial_state, "the initial state")
        state, function = self._with_state(
            scan_func, state, "scan", lambda found, state: pair_of(found, state)[0]
        )
        return Dataset(Scanned(self._stage, function, tuple(leaves), state))

    def reduce(
        self, initial_state: Any, reduce_func: Callable[..., Any], name: Any = None
    ) -> Any:
        """Return what a function makes of a state and all elements, one after another.

        Args:
            initial_state: A tensor or a structure.
            reduce_func: Takes the state and an element; returns the next state.
            name: For calls written for TensorFlow.
        """
        del name
        leaves, state = elements.element_of(initial_state, "the initial state")
        if current_graph() is not None:
            from autograph.data.staged import reduced

            return reduced(
                self, state.packed(list(map(as_tensor, leaves))), reduce_func
            )
        state, function = self._with_state(
            reduce_func, state, "reduce", lambda found, state: found
        )
        life = Life(())
        try:
            call = function.caller(life)
            found = tuple(leaves)
            for element in self._stage.run(life):
                found = call(*found, *element)
        finally:
            life.close()
        return state.eager(found)

    def apply(self, transformation_func: Callable[[Dataset], Dataset]) -> Dataset:
        """Return what a function makes of the data set."""
        check_callable(
            transformation_func, "Dataset.apply", "transformation_func", 1, "a data set"
        )
        found = transformation_func(self)
        if not isinstance(found, Dataset):
            raise DTypeError(
                f"Dataset.apply: the function returns {found!r}, which is no data set.",
                origin=capture_exact(),
            )
        return found

    # -- Which elements, and in which order

    def take(self, count: Any, name: str | None = None) -> Dataset:
        """Return the first elements, so many; all of them for -1."""
        del name
        number = _count(count, "take")
        stop = None if isinstance(number, int) and number < 0 else number
        return Dataset(Sliced(self._stage, 0, stop))

    def skip(self, count: Any, name: str | None = None) -> Dataset:
        """Return all but the first elements, so many; none for -1."""
        del name
        number = _count(count, "skip")
        if isinstance(number, int) and number < 0:
            return Dataset(Sliced(self._stage, 0, 0))
        return Dataset(Sliced(self._stage, number, None))

    def shard(self, num_shards: Any, index: Any, name: str | None = None) -> Dataset:
        """Return every so many-th element, from a place on.

        Raises:
            InvalidArgumentError: The place is not below the number of shards.
        """
        del name
        number = _positive(num_shards, "shard", "num_shards")
        place = _integer(index, "shard", "index")
        place = _checked(
            place,
            lambda place, number: (place >= 0) & (place < number),
            "Dataset.shard: index {} is not one of {} shards, which count from 0.",
            number,
        )
        return Dataset(Sliced(self._stage, place, None, number))

    def shuffle(
        self,
        buffer_size: Any,
        seed: Any = None,
        reshuffle_each_iteration: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Return the elements in random order.

        Args:
            buffer_size: Each element is one of so many that were drawn.
            seed: An integer, for the same order in each process. Without it the order
                follows `ag.random.set_seed`.
            reshuffle_each_iteration: False for the same order at each iteration.
            name: For calls written for TensorFlow.
        """
        del name
        size = _positive(buffer_size, "shuffle", "buffer_size")
        is_new = reshuffle_each_iteration is not False
        number = None if seed is None else _integer(seed, "shuffle", "seed")
        if number is None and not is_new:
            from autograph.data.lives import draw_seed

            number = draw_seed()
        return Dataset(Shuffled(self._stage, size, number, is_new))

    def repeat(self, count: Any = None, name: str | None = None) -> Dataset:
        """Return the elements several times; without end for None or -1."""
        del name
        times = -1 if count is None else _count(count, "repeat")
        return Dataset(Repeated(self._stage, times))

    def enumerate(self, start: Any = 0, name: str | None = None) -> Dataset:
        """Return pairs of a number, int64, and an element."""
        del name
        first = _integer(start, "enumerate", "start")
        return Dataset(Enumerated(self._stage, first))

    # -- Batches

    def batch(
        self,
        batch_size: Any,
        drop_remainder: bool = False,
        num_parallel_calls: Any = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Dataset:
        """Return elements stacked, so many at a time.

        Args:
            batch_size: How many.
            drop_remainder: Leave out a last batch with fewer.
            num_parallel_calls: For calls written for TensorFlow, as the next two.
            deterministic: As well.
            name: As well.

        Raises:
            InvalidArgumentError: The size is not positive; when a batch is drawn, its
                elements have different shapes.
        """
        del name, num_parallel_calls, deterministic
        size = _positive(batch_size, "batch", "batch_size")
        return Dataset(Batched(self._stage, size, bool(drop_remainder)))

    def padded_batch(
        self,
        batch_size: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Return elements filled up to one shape and stacked, so many at a time.

        Args:
            batch_size: How many.
            padded_shapes: The shapes, nested as an element; None for dimensions, or
                whole shapes, that are to be as large as the largest.
            padding_values: What to fill up with, nested alike: zeros by default.
            drop_remainder: Leave out a last batch with fewer.
            name: For calls written for TensorFlow.
        """
        del name
        size = _positive(batch_size, "padded_batch", "batch_size")
        element = self._stage.element
        shapes_ = _padded_shapes(element, padded_shapes)
        values = _padding_values(element, padding_values)
        return Dataset(
            Batched(self._stage, size, bool(drop_remainder), shapes_, values)
        )

    def unbatch(self, name: str | None = None) -> Dataset:
        """Return the rows of the elements."""
        del name
        return Dataset(Unbatched(self._stage))

    def window(
        self,
        size: Any,
        shift: Any = None,
        stride: Any = 1,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Dataset:
        """Return data sets of elements near each other, one for each component.

        Args:
            size: How many elements a window has.
            shift: How far each begins after the one before; by default its size.
            stride: How far the elements of a window are from each other.
            drop_remainder: Leave out the last ones, with fewer.
            name: For calls written for TensorFlow.
        """
        del name
        number = _positive(size, "window", "size")
        by = number if shift is None else _positive(shift, "window", "shift")
        step = _positive(stride, "window", "stride")
        is_full = bool(drop_remainder)
        return Dataset(Windowed(self._stage, number, by, step, is_full, Dataset))

    # -- Elements that are kept, or drawn ahead

    def cache(self, filename: Any = "", name: str | None = None) -> Dataset:
        """Return a data set whose elements are made once, and then read.

        Args:
            filename: A file to keep them in; in memory if there is none.
            name: For calls written for TensorFlow.

        Raises:
            DTypeError: `filename` is no text.
            NotFoundError: When elements are drawn, there is no such directory.
        """
        del name
        given = path_as_text("" if filename is None else filename)
        found: Any = scalar_text(given, "Dataset.cache", "filename")
        if isinstance(found, EagerTensor):
            found = found.numpy()
            if not found:
                return Dataset(Cached(self._stage))
        from autograph.data.cache_files import FileCached

        return Dataset(FileCached(self._stage, found))

    def prefetch(self, buffer_size: Any, name: str | None = None) -> Dataset:
        """Return a data set whose elements a thread draws ahead.

        Args:
            buffer_size: How many at most; AUTOTUNE leaves it to us.
            name: For calls written for TensorFlow.
        """
        del name
        size = _count_or_auto(buffer_size, "prefetch", "buffer_size")
        return Dataset(Prefetched(self._stage, size))

    # -- What there is

    @property
    def element_spec(self) -> Any:
        """The spec of the elements: `TensorSpec`s, nested as an element is."""
        return self._stage.element.spec

    def cardinality(self, name: str | None = None) -> Any:
        """Return how many elements there are, as an int64 tensor.

        INFINITE_CARDINALITY or UNKNOWN_CARDINALITY where there is no number.
        """
        del name
        return as_tensor(np.int64(self._stage.count))

    def as_numpy_iterator(self) -> Any:
        """Return an iterator over elements of NumPy arrays and scalars."""
        if current_graph() is not None:
            raise not_by_python("as_numpy_iterator()")
        element = self._stage.element
        return (_as_numpy(element, each) for each in self)

    def get_single_element(self, name: str | None = None) -> Any:
        """Return the only element.

        Raises:
            InvalidArgumentError: There is none, or more than one.
        """
        del name
        if current_graph() is not None:
            return Iterator(self._stage).get_next()
        found = list(self.take(2))
        if len(found) != 1:
            raise InvalidArgumentError(
                f"the data set has {'no' if not found else 'more than one'} element.",
                origin=capture_exact(),
            )
        return found[0]

    def with_options(self, options: Any, name: str | None = None) -> Dataset:
        """Return the data set itself: there is nothing to choose."""
        del options, name
        return self

    def __iter__(self) -> Iterator:
        if current_graph() is not None:
            raise not_by_python("this data set")
        return Iterator(self._stage)

    def __ag_for__(self) -> Steps:
        return Iterator(self._stage).__ag_for__()

    def __ag_iter__(self) -> Iterator:
        return Iterator(self._stage)

    def __len__(self) -> int:
        """Return how many elements there are.

        Raises:
            TypeError: There is no end, or nobody knows.
        """
        count = self._stage.count
        if count == INFINITE:
            raise TypeError("the data set is infinite: it has no length")
        if count < 0:
            raise TypeError("the length of the data set is unknown")
        return count

    def __bool__(self) -> bool:
        return True

    def __repr__(self) -> str:
        kind = type(self._stage).__name__
        return f"<ag.data.Dataset {kind} element_spec={self.element_spec!r}>"

    def _function(self, function: Any, name: str) -> ElementFunction:
        return ElementFunction(function, (self._stage.element,), name)

    def _with_state(
        self,
        function: Any,
        state: Element,
        name: str,
        next_state: Callable[[Element, Element], Element],
    ) -> tuple[Element, ElementFunction]:
        """Return what a state looks like, and a function of it and of an element.

        Args:
            function: The user's. The state is one argument, whatever it is.
            state: What the first state looks like.
            name: The method.
            next_state: What the next one looks like, given a result.
        """
        while True:
            given = _as_one(state), _as_one(self._stage.element)
            found = ElementFunction(function, given, name)
            if found.result is None:
                return state, found
            following = next_state(found.result, state)
            wider = elements.widened(
                state, following, f"the function of Dataset.{name}"
            )
            if wider.specs == state.specs:
                return state, found
            state = wider

    def _predicate(self, function: Any, name: str) -> ElementFunction:
        found = self._function(function, name)
        result = found.result
        if result is None:
            return found
        spec = result.specs[0] if len(result.specs) == 1 else None
        is_truth = isinstance(spec, TensorSpec) and spec.dtype.is_bool
        if not is_truth or not shapes.is_compatible(spec.shape, ()):  # type: ignore[union-attr]
            raise InvalidArgumentError(
                f"the function of Dataset.{name} returns {result.spec}, not a boolean "
                "scalar.",
                origin=capture_exact(),
                hint="Compare: return x > 0. Of several truths: ag.reduce_all(...).",
            )
        return found


class _One(Element):
    """An element that a function takes as one argument, even if it is a tuple."""

    def arguments(self, leaves: Any) -> tuple[Any, ...]:
        return (self.packed(leaves),)


def _as_one(element: Element) -> Element:
    return _One(element.structure, element.specs)


def _found_names(patterns: Any) -> Any:
    found = matching_names(patterns)
    if not len(found):
        patterns_ = (
            ", ".join(map(repr, map(os.fsdecode, as_bytes(patterns)))) or "nothing"
        )
        raise InvalidArgumentError(
            f"Dataset.list_files: no file matches {patterns_}.",
            hint=f"The working directory is {os.getcwd()!r}. `*`, `?` and `[...]` "  # noqa: PTH109  # for its text
            "stand for parts of a name.",
        )
    return found


def _stage_of(value: Any, name: str) -> Stage:
    if not isinstance(value, Dataset):
        raise DTypeError(
            f"Dataset.{name}: {value!r} is no data set.",
            origin=capture_exact(),
            hint="Make one: Dataset.from_tensor_slices(x).",
        )
    return value._stage


def _arguments(given: Any) -> tuple[Any, ...]:
    """Return the arguments of a generator.

    Raises:
        DTypeError: They are no tuple.
    """
    if is_sequence(given) or getattr(given, "shape", None):
        return tuple(given)
    raise DTypeError(
        f"Dataset.from_generator: args is {shown(given)}, not a tuple.",
        origin=capture_exact(),
        hint="Write args=(x,), also for a single one.",
    )


def _check_range(bounds: tuple[Any, ...], dtype: Any) -> None:
    """Refuse numbers that a dtype does not hold."""
    if not (dtype.is_integer or dtype.is_floating):
        raise DTypeError(
            f"Dataset.range: output_type is {dtype}, not one of numbers.",
            origin=capture_exact(),
            hint="Change the numbers afterwards: .map(lambda i: ...).",
        )
    if not dtype.is_integer or not all(isinstance(each, int) for each in bounds):
        return
    numbers, limits = range(*bounds), np.iinfo(dtype.numpy)
    for each in (*numbers[:1], *numbers[-1:]):
        if not limits.min <= each <= limits.max:
            raise InvalidArgumentError(
                f"Dataset.range: {each} does not fit into {dtype}, which holds "
                f"{limits.min} to {limits.max}.",
                origin=capture_exact(),
                hint="Give a wider output_type.",
            )


def _integer(value: Any, name: str, what: str) -> Any:
    """Return an integer, or a symbolic tensor of one.

    Raises:
        DTypeError: It is none.
        InvalidArgumentError: It does not fit into int64.
    """
    found: Any = value
    if isinstance(value, (Tensor, np.ndarray)) or hasattr(value, "read_value"):
        found = as_tensor(value)
        if isinstance(found, SymbolicTensor):
            if found.dtype.is_integer and found.shape in ((), None):
                return found
        else:
            found = found.numpy()[()] if found.shape == () else None
    if isinstance(found, (int, np.integer)) and not isinstance(found, bool):
        if not -(2**63) <= found < 2**63:
            raise InvalidArgumentError(
                f"Dataset.{name}: {what} is {found}, which does not fit into int64.",
                origin=capture_exact(),
            )
        return int(found)
    raise DTypeError(
        f"Dataset.{name}: {what} is {shown(value)}, not an integer.",
        origin=capture_exact(),
    )


def _checked(value: Any, holds: Callable[..., Any], text: str, *others: Any) -> Any:
    """Return a number for which a condition holds: checked now, or at each run.

    Args:
        value: An integer, or a symbolic tensor of one.
        holds: Takes the number, and the others; returns a truth value, or a tensor.
        text: What to say of these, if it does not hold.
        others: Further numbers.

    Raises:
        InvalidArgumentError: It does not hold.
    """
    numbers = (value, *others)
    if not all(isinstance(each, int) for each in numbers):
        told = [cast(each, dtypes.python_int) for each in numbers]  # not as tensors
        assert_that(holds(*numbers), told, text, InvalidArgumentError)
    elif not holds(*numbers):
        raise InvalidArgumentError(text.format(*numbers), origin=capture_exact())
    return value


def _positive(value: Any, name: str, what: str) -> Any:
    text = f"Dataset.{name}: {what} is {{}}; it has to be at least 1."
    return _checked(_integer(value, name, what), lambda number: number >= 1, text)


def _count(value: Any, name: str) -> Any:
    """Return a number of elements, of which -1 means all."""
    text = f"Dataset.{name}: the count is {{}}; it is at least 0, or -1 for all."
    found = _integer(value, name, "the count")
    return _checked(found, lambda number: number >= -1, text)


def _threads(value: Any, name: str) -> Any:
    if value is None:
        return None
    return _count_or_auto(value, name, "num_parallel_calls")


def _count_or_auto(value: Any, name: str, what: str) -> Any:
    text = f"Dataset.{name}: {what} is {{}}; it is at least 0, or AUTOTUNE."
    found = _integer(value, name, what)
    return _checked(found, lambda number: number >= AUTOTUNE, text)


def _signature(output_types: Any, output_shapes: Any) -> Element:
    types, structure = flatten(output_types)
    if output_shapes is None:
        return Element(structure, [TensorSpec(None, dtypes.as_dtype(t)) for t in types])
    found = _along(structure, output_shapes)
    return Element(
        structure,
        [
            TensorSpec(shape, dtypes.as_dtype(dtype))
            for dtype, shape in zip(types, found, strict=True)
        ],
    )


def _along(structure: Any, value: Any) -> list[Any]:
    """Return the parts of a value that stand where components do.

    Raises:
        NestingError: It is nested otherwise.
    """
    if structure == LEAF:
        return [value]
    try:
        if structure.kind is dict:
            parts = [value[name] for name in structure.names]
        else:
            parts = list(value)
        pairs = zip(structure.parts, parts, strict=True)
        return [each for part, inner in pairs for each in _along(part, inner)]
    except (KeyError, TypeError, ValueError):
        raise NestingError(
            f"{value!r} is not nested as the elements are, {structure}.",
            origin=capture_exact(),
        ) from None


def _padded_shapes(element: Element, given: Any) -> tuple[Any, ...]:
    found = [spec.shape for spec in element.specs]
    if given is not None:
        found = [_padded_shape(shape) for shape in _along(element.structure, given)]
    checked = []
    for spec, dims in zip(element.specs, found, strict=True):
        if isinstance(spec, DatasetSpec):
            elements.batched(spec, None)  # raises
        if dims is not None and spec.shape is not None and len(dims) != len(spec.shape):
            raise InvalidArgumentError(
                f"Dataset.padded_batch: the padded shape {dims} has another rank than "
                f"the component {spec}.",
                origin=capture_exact(),
            )
        checked.append(dims)
    return tuple(checked)


def _padded_shape(given: Any) -> Any:
    if isinstance(given, (np.ndarray, EagerTensor)):
        given = np.asarray(given).tolist()
    if is_sequence(given):
        given = [None if isinstance(d, int) and d == -1 else d for d in given]
    return None if given is None else shapes.as_shape(given)


def _padding_values(element: Element, given: Any) -> tuple[Any, ...]:
    specs = element.specs
    found = (
        [given] * len(specs)
        if not is_sequence(given) and not isinstance(given, Mapping)
        else _along(element.structure, given)
    )
    pairs = zip(found, specs, strict=True)
    return tuple(_padding_value(value, spec.dtype) for value, spec in pairs)


def _padding_value(given: Any, dtype: Any) -> Any:
    """Return what a component is filled up with.

    Raises:
        DTypeError: It is of another dtype.
        InvalidArgumentError: It is no scalar.
    """
    if given is None:
        return b"" if dtype is dtypes.string else 0
    is_plain = isinstance(given, (bool, int, float, complex, str, bytes))
    with eager_scope() if is_plain else nullcontext():
        found: Any = as_tensor(given, dtype if is_plain else None)
    what = f"Dataset.padded_batch: the padding value {shown(given)}"
    if found.shape not in ((), None):
        raise InvalidArgumentError(
            f"{what} has the shape {found.shape}; it is a scalar.",
            origin=capture_exact(),
        )
    if found.dtype is not dtype:
        raise DTypeError(
            f"{what} is {found.dtype}, for a component of {dtype}.",
            origin=capture_exact(),
            hint="Give a value of that dtype: ag.cast(value, dtype).",
        )
    return found if isinstance(found, SymbolicTensor) else found.numpy()


def _as_numpy(element: Element, value: Any) -> Any:
    leaves, _ = flatten(value)
    return element.packed([
        leaf.numpy() if isinstance(leaf, EagerTensor) else leaf.as_numpy_iterator()
        for leaf in leaves
    ])  # fmt: skip


__all__ = ["AUTOTUNE", "INFINITE", "UNKNOWN", "Dataset", "graph_specs"]
