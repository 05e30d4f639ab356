"""Stages of a data set: where elements come from, and what is made of them.

A stage is immutable and knows what its elements look like and how many there are. Its
`run` gives an iterator over flat elements for one life; what can be is Python's own
`itertools`, which step through elements without code of ours.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import chain, islice, starmap
from typing import Any, Final

import numpy as np

from autograph.data import elements
from autograph.data.elements import (
    DatasetSpec,
    Element,
    Flat,
    as_array,
    batched,
    joined,
    stacked,
    unbatched,
)
from autograph.data.functions import ElementFunction
from autograph.data.lives import Life
from autograph.data.threads import ahead, beside
from graph import dtypes, shapes
from graph.convert import constant_array
from graph.errors import DTypeError, InvalidArgumentError, NestingError
from graph.nest import LEAF, Structure
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import EagerTensor, SymbolicTensor

INFINITE: Final = -1
UNKNOWN: Final = -2
AUTOTUNE: Final = -1
# How far a thread draws ahead where that is left to us.
_AHEAD: Final = 8

Elements = Iterator[Flat]


class Stage:
    """A stage of a data set."""

    @cached_property
    def element(self) -> Element:
        """What its elements look like."""
        raise NotImplementedError

    @property
    def count(self) -> int:
        """How many elements there are; INFINITE, or UNKNOWN."""
        return UNKNOWN

    def run(self, life: Life) -> Elements:
        """Return the elements, once."""
        raise NotImplementedError

    def run_raw(self, life: Life) -> Elements:
        """Return the elements, with Python numbers for scalar tensors, maybe."""
        return self.run(life)

    @property
    def inputs(self) -> Sequence[Stage]:
        """The stages that it draws from."""
        return ()

    @property
    def own_draws(self) -> bool:
        """Does it draw random numbers itself?"""
        return False

    @property
    def draws(self) -> bool:
        """Does it, or what it draws from, draw random numbers?"""
        return self.own_draws or any(each.draws for each in self.inputs)

    @property
    def all_epochs(self) -> list[Epochs]:
        """What counts the iterations, of it and of what it draws from."""
        return [found for each in self.inputs for found in each.all_epochs]

    def operands(self) -> list[SymbolicTensor]:
        """Return the symbolic tensors in it."""
        found: list[SymbolicTensor] = []
        for each in fields(self):  # type: ignore[arg-type]
            _collect(getattr(self, each.name), found)
        return found

    def filled(self, values: Iterator[Any]) -> Stage:
        """Return the stage with values in place of its symbolic tensors, in order."""
        changed = {}
        for each in fields(self):  # type: ignore[arg-type]
            held = getattr(self, each.name)
            found = _filled(held, values)
            if found is not held:
                changed[each.name] = found
        return replace(self, **changed) if changed else self  # type: ignore[type-var]


def _collect(value: Any, found: list[SymbolicTensor]) -> None:
    if isinstance(value, SymbolicTensor):
        found.append(value)
    elif isinstance(value, Stage):
        found.extend(value.operands())
    elif isinstance(value, ElementFunction):
        _collect(value.captured, found)
    elif type(value) is tuple:
        for part in value:
            _collect(part, found)


def _filled(value: Any, values: Iterator[Any]) -> Any:
    if isinstance(value, SymbolicTensor):
        array = next(values)
        return array if type(array) is np.ndarray else np.asarray(array)
    if isinstance(value, Stage):
        return value.filled(values)
    if isinstance(value, ElementFunction):
        if not value.captured:
            return value
        return value.filled([
            next(values) if isinstance(each, SymbolicTensor) else each
            for each in value.captured
        ])  # fmt: skip
    if type(value) is tuple:
        parts = tuple(_filled(part, values) for part in value)
        is_same = all(a is b for a, b in zip(parts, value, strict=True))
        return value if is_same else parts
    return value


def known(value: Any) -> int | None:
    """Return a number that is known; None for that of a symbolic tensor."""
    return None if isinstance(value, SymbolicTensor) else int(value)


class Over(Stage):
    """A stage over another one."""

    input: Stage

    @property
    def inputs(self) -> Sequence[Stage]:
        """The stage that it draws from."""
        return (self.input,)

    @cached_property
    def element(self) -> Element:
        """What its elements look like: as those of its input."""
        return self.input.element

    @property
    def count(self) -> int:
        """As many as its input has."""
        return self.input.count


# -- Where elements come from ---------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Tensors(Stage):
    """One element, or a row of each component for each element."""

    leaves: tuple[Any, ...]
    whole: Element
    is_sliced: bool = False

    @cached_property
    def element(self) -> Element:
        """What its elements look like."""
        return self.whole.map(unbatched) if self.is_sliced else self.whole

    @property
    def count(self) -> int:
        """One, or the number of rows."""
        if not self.is_sliced:
            return 1
        lengths = [spec.shape[0] for spec in self.whole.specs if spec.shape]
        return next((each for each in lengths if each is not None), UNKNOWN)

    def run(self, life: Life) -> Elements:
        """Return the elements."""
        if not self.is_sliced:
            return iter((self.leaves,))
        lengths = {len(leaf) for leaf in self.leaves}
        if len(lengths) > 1:
            raise rows_differ(lengths)
        return zip(*self.leaves, strict=True)


def rows_differ(lengths: Iterable[Any]) -> InvalidArgumentError:
    """Return the error for components with different numbers of rows."""
    return InvalidArgumentError(
        "the components have different numbers of rows: "
        f"{', '.join(map(str, sorted(lengths)))}.",
        origin=capture_exact(),
        hint="Each element is a row of every component.",
    )


@dataclass(frozen=True, eq=False)
class Range(Stage):
    """Numbers."""

    bounds: tuple[Any, Any, Any]
    dtype: Any

    @cached_property
    def element(self) -> Element:
        """What its elements look like."""
        return Element(LEAF, [TensorSpec((), self.dtype)])

    @property
    def count(self) -> int:
        """How many numbers there are."""
        bounds = [known(bound) for bound in self.bounds]
        return UNKNOWN if None in bounds else len(range(*bounds))  # type: ignore[arg-type]

    def run(self, life: Life) -> Elements:
        """Return the numbers."""
        return zip(map(self.dtype.numpy.type, self._numbers()), strict=False)

    def run_raw(self, life: Life) -> Elements:
        """Return the numbers, as Python's."""
        return zip(self._numbers(), strict=False)

    def _numbers(self) -> range:
        return range(*(int(bound) for bound in self.bounds))


@dataclass(frozen=True, eq=False)
class Generated(Stage):
    """What a Python generator yields."""

    make: Callable[..., Iterable[Any]]
    arguments: tuple[Any, ...]
    signature: Element

    @cached_property
    def element(self) -> Element:
        """What its elements look like: what was said of them."""
        return self.signature

    def run(self, life: Life) -> Elements:
        """Call the function, and check what it yields."""
        arguments = [
            each[()] if isinstance(each, np.ndarray) and not each.ndim else each
            for each in self.arguments
        ]
        for place, value in enumerate(self._items(self.make(*arguments))):
            yield self._checked(value, place)

    def _items(self, made: Any) -> Iterator[Any]:
        try:
            return iter(made)
        except TypeError:
            raise DTypeError(
                f"Dataset.from_generator: `generator` returns {_shown(made)}, which "
                "has no elements.",
                hint="Write a generator, with `yield`, or return a list.",
            ) from None

    def _checked(self, value: Any, place: int) -> Flat:
        wanted = self.signature
        leaves, structure = elements.flatten(value)
        if structure != wanted.structure:
            if wanted.structure != LEAF and isinstance(value, list):
                leaves, structure = elements.flatten(tuple(value))
            if structure != wanted.structure:
                raise NestingError(
                    f"the generator yielded {_shown(value)} as element {place}, whose "
                    f"structure is not that of {wanted.spec}.",
                    hint="Let it yield what its signature says, or correct that.",
                )
        pairs = zip(leaves, wanted.specs, strict=True)
        return tuple(_as_said(leaf, spec, place) for leaf, spec in pairs)


def _shown(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _as_said(value: Any, spec: Any, place: int) -> Any:
    """Return a component that a generator yielded, as its signature has it.

    Raises:
        DTypeError: It cannot be of that dtype.
        InvalidArgumentError: It is of another shape.
    """
    if isinstance(spec, DatasetSpec):
        return value
    said = f"the generator yielded {_shown(value)} in element {place}, which"
    try:
        found = _array_as_said(value, spec.dtype)
    except (TypeError, ValueError, OverflowError):
        raise DTypeError(
            f"{said} cannot be {spec.dtype}, which its signature says.",
            hint="Convert it in the generator, or correct the signature.",
        ) from None
    if not shapes.is_compatible(found.shape, spec.shape):
        raise InvalidArgumentError(
            f"{said} has the shape {found.shape}, and its signature says "
            f"{shapes.show(spec.shape)}.",
            hint="None stands for a dimension that may differ.",
        )
    return found


def _array_as_said(value: Any, dtype: Any) -> Any:
    """Return an array of a dtype: tensors and arrays must be of it, others become it.

    Raises:
        TypeError, ValueError, OverflowError: It cannot be.
    """
    kind = type(value)
    if (kind is int and dtype.is_integer) or (kind is float and dtype.is_floating):
        return dtype.numpy.type(value)
    if dtype is not dtypes.string:
        if isinstance(value, (np.ndarray, np.generic, EagerTensor)):
            found = np.array(getattr(value, "_value", value))  # its owner may write
            if found.dtype != dtype.numpy:
                raise TypeError
            return found
        if dtype.is_bool and np.asarray(value).dtype.kind != "b" and np.size(value):
            raise TypeError
    return constant_array(getattr(value, "_value", value), dtype)


@dataclass(frozen=True, eq=False)
class Iterated(Stage):
    """What a function gives for a life: files, data frames, and the like."""

    make: Callable[[Life], Iterable[Flat]]
    said: Element
    length: int = UNKNOWN
    arguments: tuple[Any, ...] = ()

    @cached_property
    def element(self) -> Element:
        """What its elements look like."""
        return self.said

    @property
    def count(self) -> int:
        """How many there are, if that is known."""
        return self.length

    def run(self, life: Life) -> Elements:
        """Return the elements."""
        return iter(self.make(life, *self.arguments))


@dataclass(frozen=True, eq=False)
class Zipped(Stage):
    """Elements of several data sets, side by side."""

    parts: tuple[Stage, ...]
    structure: Any

    @property
    def inputs(self) -> Sequence[Stage]:
        """The data sets."""
        return self.parts

    @cached_property
    def element(self) -> Element:
        """The elements, nested as the data sets are."""
        specs = [spec for each in self.parts for spec in each.element.specs]
        return Element(_nested(self.structure, iter(self.parts)), specs)

    @property
    def count(self) -> int:
        """As many as the shortest has."""
        counts = [each.count for each in self.parts]
        finite = [each for each in counts if each != INFINITE]
        if UNKNOWN in finite:
            return 0 if 0 in finite else UNKNOWN
        return min(finite, default=INFINITE)

    def run(self, life: Life) -> Elements:
        """Return the elements."""
        rows = zip(*(each.run(life) for each in self.parts), strict=False)
        return map(tuple, map(chain.from_iterable, rows))


def _nested(structure: Any, parts: Iterator[Stage]) -> Any:
    if structure == LEAF:
        return next(parts).element.structure
    inner = tuple(_nested(each, parts) for each in structure.parts)
    return replace(structure, parts=inner)


@dataclass(frozen=True, eq=False)
class Concatenated(Stage):
    """The elements of one data set, and then those of another."""

    first: Stage
    second: Stage

    @property
    def inputs(self) -> Sequence[Stage]:
        """Both."""
        return (self.first, self.second)

    @cached_property
    def element(self) -> Element:
        """What both have in common."""
        return joined(self.first.element, self.second.element, "Dataset.concatenate")

    @property
    def count(self) -> int:
        """The sum."""
        counts = (self.first.count, self.second.count)
        if INFINITE in counts:
            return INFINITE
        return UNKNOWN if UNKNOWN in counts else sum(counts)

    def run(self, life: Life) -> Elements:
        """Return the elements; the second is begun when the first is over."""
        return chain.from_iterable(each.run(life) for each in self.inputs)


# -- Functions of elements ------------------------------------------------------------


class Calling(Over):
    """A stage that calls a function."""

    function: ElementFunction

    @property
    def own_draws(self) -> bool:
        """Does the function draw random numbers?"""
        return self.function._draws

    def result_of(self, name: str) -> Element:
        """Return what the results look like.

        Where nobody knows the function has not been staged: the first element tells.
        """
        found = self.function.result
        if found is None:
            life = Life((0,))
            try:
                call = self.function.caller(life)
                next(iter(starmap(call, self.input.run(life))), None)
            finally:
                life.close()
            found = self.function.result
        if found is None:
            raise InvalidArgumentError(
                f"what the function of Dataset.{name} returns is not known: it cannot "
                "be staged, and there is no element to call it with.",
                origin=capture_exact(),
                hint="Wrap what cannot be staged into ag.py_function, which says what "
                "it returns.",
            )
        return found


@dataclass(frozen=True, eq=False)
class Mapped(Calling):
    """What a function gives for each element."""

    input: Stage
    function: ElementFunction
    threads: int = 0
    is_ordered: bool = True

    @cached_property
    def element(self) -> Element:
        """What the function returns."""
        return self.result_of("map")

    def run(self, life: Life) -> Elements:
        """Return the results."""
        return self._run(life, is_raw=False)

    def run_raw(self, life: Life) -> Elements:
        """Return the results as the graph gives them."""
        return self._run(life, is_raw=True)

    def _run(self, life: Life, *, is_raw: bool) -> Elements:
        function, given = self.function, self.input.run(life)
        call, arguments = function.calls(life, given, is_raw=is_raw)
        if not self.threads or function.writes_variables:
            return starmap(call, arguments)
        return beside(call, arguments, self.threads, life, is_ordered=self.is_ordered)


@dataclass(frozen=True, eq=False)
class Filtered(Calling):
    """The elements for which a function is true: all, or those before it is not."""

    input: Stage
    function: ElementFunction
    is_prefix: bool = False

    @property
    def count(self) -> int:
        """Nobody knows."""
        return 0 if self.input.count == 0 else UNKNOWN

    def run(self, life: Life) -> Elements:
        """Return them."""
        call = self.function.caller(life, is_raw=True)

        def is_wanted(element: Flat) -> Any:
            return call(*element)[0]

        if self.is_prefix:
            return itertools.takewhile(is_wanted, self.input.run(life))
        return filter(is_wanted, self.input.run(life))


@dataclass(frozen=True, eq=False)
class Interleaved(Calling):
    """The elements of the data sets that a function gives, several by turns."""

    input: Stage
    function: ElementFunction
    cycle: Any = 1
    block: Any = 1
    threads: int = 0

    @cached_property
    def element(self) -> Element:
        """What the elements of the inner data sets look like."""
        found = self.result_of("interleave")
        spec = found.specs[0]
        if found.structure != LEAF or not isinstance(spec, DatasetSpec):
            raise InvalidArgumentError(
                f"{self.function.called} returns {found.spec}, which is no data set.",
                origin=capture_exact(),
                hint="Return a data set: Dataset.from_tensor_slices(x). For elements "
                "themselves there is Dataset.map.",
            )
        return elements.of_spec(spec.element_spec)

    @property
    def count(self) -> int:
        """Nobody knows."""
        return 0 if self.input.count == 0 else UNKNOWN

    def run(self, life: Life) -> Elements:
        """Take so many elements of each of so many data sets, in turn."""
        call = self.function.caller(life)
        given = (call(*element)[0] for element in self.input.run(life))
        cycle, block = int(self.cycle), int(self.block)
        if cycle == 1:
            return chain.from_iterable(self._begin(each, life) for each in given)
        return self._by_turns(given, cycle, block, life)

    def _by_turns(
        self, given: Iterator[Any], cycle: int, block: int, life: Life
    ) -> Elements:
        slots: list[Elements | None] = [None] * cycle
        place, n_open, is_over = 0, 0, False
        while n_open or not is_over:
            if slots[place] is None and not is_over:
                following = next(given, None)
                if following is None:
                    is_over = True
                    continue
                slots[place] = self._begin(following, life)
                n_open += 1
            running = slots[place]
            if running is not None:
                n_taken = 0
                for element in islice(running, block):
                    n_taken += 1
                    yield element
                if n_taken < block:
                    slots[place] = None
                    n_open -= 1
            place = (place + 1) % cycle

    def _begin(self, dataset: Any, life: Life) -> Elements:
        stage = dataset._stage
        if not self.threads:
            return stage.run(life)  # type: ignore[no-any-return]
        return ahead(stage.run, _AHEAD, life)


@dataclass(frozen=True, eq=False)
class Scanned(Calling):
    """What a function gives for a state and each element, with the next state."""

    input: Stage
    function: ElementFunction
    initial: tuple[Any, ...]
    state: Element

    @cached_property
    def element(self) -> Element:
        """The second part of what the function returns."""
        return pair_of(self.result_of("scan"), self.state)[1]

    def run(self, life: Life) -> Elements:
        """Return the outputs."""
        call, state = self.function.caller(life), self.initial
        for element in self.input.run(life):
            found = call(*state, *element)
            state, output = found[: len(state)], found[len(state) :]
            yield output


def pair_of(found: Element, state: Element) -> tuple[Element, Element]:
    """Return both parts of what the function of a scan returns.

    Raises:
        NestingError: It is not a pair.
    """
    n_state = len(state.specs)
    if len(found.structure.parts) == 2:
        first, second = found.structure.parts
        if first == state.structure:
            return (
                Element(first, found.specs[:n_state]),
                Element(second, found.specs[n_state:]),
            )
    raise NestingError(
        f"the function of Dataset.scan returns {found.spec}, not a pair of a state "
        f"like {state.spec} and an output.",
        origin=capture_exact(),
        hint="Write: return new_state, output.",
    )


# -- Which elements, and in which order -----------------------------------------------


@dataclass(frozen=True, eq=False)
class Sliced(Over):
    """Elements from one place up to another, by steps."""

    input: Stage
    start: Any
    stop: Any
    step: Any = 1

    @property
    def count(self) -> int:
        """How many these are."""
        start, step = known(self.start), known(self.step)
        stop = None if self.stop is None else known(self.stop)
        count = self.input.count
        if start is None or step is None or (stop is None and self.stop is not None):
            return UNKNOWN
        if stop == 0:
            return 0
        if count < 0 and (stop is None or count == UNKNOWN):
            return count
        n = stop if count == INFINITE else count
        return len(range(n)[start:stop:step])  # type: ignore[arg-type]

    def run(self, life: Life) -> Elements:
        """Return them."""
        start, step = int(self.start), int(self.step)
        stop = None if self.stop is None else int(self.stop)
        if start < 0:  # skip(-1)
            return iter(())
        if stop is not None and stop < 0:  # take(-1)
            stop = None
        return islice(self.input.run(life), start, stop, step)


@dataclass(frozen=True, eq=False)
class Repeated(Over):
    """All elements, several times."""

    input: Stage
    times: Any

    @property
    def count(self) -> int:
        """The product."""
        times, count = known(self.times), self.input.count
        if times == 0 or count == 0:
            return 0
        if count < 0 or times is None:
            return INFINITE if count == INFINITE else UNKNOWN
        return INFINITE if times < 0 else count * times

    def run(self, life: Life) -> Elements:
        """Begin anew each time; without end if there is something to repeat."""
        times = int(self.times)
        if times >= 0:
            return chain.from_iterable(self.input.run(life) for _ in range(times))
        return self._for_ever(life)

    def _for_ever(self, life: Life) -> Elements:
        while True:
            is_empty = True
            for element in self.input.run(life):
                is_empty = False
                yield element
            if is_empty:
                return


@dataclass
class Epochs:
    """Counts the iterations of a data set that is shuffled anew in each.

    Attributes:
        count: How many have begun.
    """

    count: int = 0

    def next(self) -> int:
        """Return the number of an iteration that begins."""
        self.count += 1
        return self.count - 1


@dataclass(frozen=True, eq=False)
class Shuffled(Over):
    """Elements in random order: each is one of so many that were drawn.

    The order follows the seed, or `ag.random.set_seed`, and is another one at each
    iteration, or the same.
    """

    input: Stage
    size: Any
    seed: Any = None
    is_new: bool = True
    epochs: Epochs = field(default_factory=Epochs)

    @property
    def own_draws(self) -> bool:
        """Has it no seed of its own?"""
        return self.seed is None

    @property
    def all_epochs(self) -> list[Epochs]:
        """Its own, and those of what it draws from."""
        return [*self.input.all_epochs, self.epochs]

    def run(self, life: Life) -> Elements:
        """Return them."""
        if self.seed is None:
            seed = life.new_seed()
        else:
            epoch = self.epochs.next() if self.is_new else 0
            seed = (int(self.seed) % 2**64, epoch)
        return _shuffled(self.input.run(life), int(self.size), seed)


def _shuffled(given: Elements, size: int, seed: tuple[int, ...]) -> Elements:
    places = _places(np.random.Generator(np.random.Philox(seed)))
    held = list(islice(given, size))
    for element in given:
        place = int(next(places) * len(held))
        yield held[place]
        held[place] = element
    while held:
        place = int(next(places) * len(held))
        held[place], held[-1] = held[-1], held[place]
        yield held.pop()


def _places(generator: np.random.Generator) -> Iterator[float]:
    while True:
        yield from generator.random(256).tolist()


@dataclass(frozen=True, eq=False)
class Enumerated(Over):
    """Elements with numbers before them."""

    input: Stage
    start: Any

    @cached_property
    def element(self) -> Element:
        """A pair of a number and an element."""
        inner = self.input.element
        structure = Structure(tuple, parts=(LEAF, inner.structure))
        return Element(structure, (TensorSpec((), dtypes.int64), *inner.specs))

    def run(self, life: Life) -> Elements:
        """Return the pairs."""
        numbers = map(np.int64, itertools.count(int(self.start)))
        return (
            (number, *element)
            for number, element in zip(numbers, self.input.run(life), strict=False)
        )


# -- Batches --------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Batched(Over):
    """Elements put together, so many at a time; of one shape, or padded to one."""

    input: Stage
    size: Any
    is_full: bool = False
    shapes: tuple[Any, ...] | None = None
    padding: tuple[Any, ...] = ()

    @cached_property
    def element(self) -> Element:
        """What batches look like."""
        size = known(self.size) if self._is_full() else None
        inner = self.input.element
        if self.shapes is None:
            return inner.map(lambda spec: batched(spec, size))
        padded = zip(inner.specs, self.shapes, strict=True)
        return inner.of([
            batched(TensorSpec(shape, spec.dtype), size) for spec, shape in padded
        ])  # fmt: skip

    def _is_full(self) -> bool:
        if self.is_full or self.input.count == INFINITE:
            return True
        size = known(self.size)
        return size is not None and self.input.count > 0 and not self.input.count % size

    @property
    def count(self) -> int:
        """The quotient, rounded up or down."""
        size, count = known(self.size), self.input.count
        if count < 0 or size is None:
            return count if count == INFINITE else UNKNOWN
        return count // size if self.is_full else -(-count // size)

    def run(self, life: Life) -> Elements:
        """Return the batches."""
        size, given = int(self.size), self.input.run_raw(life)
        put_together = self._put_together()
        while chunk := list(islice(given, size)):
            if self.is_full and len(chunk) < size:
                return
            yield put_together(zip(*chunk, strict=True))

    def _put_together(self) -> Callable[[Iterable[Sequence[Any]]], Flat]:
        specs = self.input.element.specs
        if self.shapes is None:

            def stack(columns: Iterable[Sequence[Any]]) -> Flat:
                pairs = zip(columns, specs, strict=True)
                return tuple(stacked(column, spec) for column, spec in pairs)

            return stack
        rules = list(zip(specs, self.shapes, self.padding, strict=True))

        def pad(columns: Iterable[Sequence[Any]]) -> Flat:
            pairs = zip(columns, rules, strict=True)
            return tuple(_padded(column, *rule) for column, rule in pairs)

        return pad


def _padded(column: Sequence[Any], spec: TensorSpec, shape: Any, value: Any) -> Any:
    """Return a batch of arrays that are filled up to one shape.

    Raises:
        InvalidArgumentError: One is larger than the shape.
    """
    arrays = [as_array(each, spec) for each in column]
    ranks = sorted({each.ndim for each in arrays})
    if len(ranks) > 1:
        raise InvalidArgumentError(
            "the elements of a batch have components of different ranks: "
            f"{', '.join(map(str, ranks))}.",
            hint="Bring them to one rank: ag.reshape(x, shape).",
        )
    largest = [max(sizes) for sizes in zip(*(x.shape for x in arrays), strict=True)]
    wanted = largest if shape is None else [
        size if dim is None else dim for size, dim in zip(largest, shape, strict=True)
    ]  # fmt: skip
    if any(size > room for size, room in zip(largest, wanted, strict=True)):
        raise InvalidArgumentError(
            f"an element has the shape {tuple(largest)}, which does not fit into the "
            f"padded shape {tuple(wanted)}.",
            hint="Give None for dimensions that are to be as large as the largest.",
        )
    found = np.full((len(arrays), *wanted), value, spec.dtype.numpy)
    for place, array in enumerate(arrays):
        filled: Any = (place, *map(slice, array.shape))
        found[filled] = array
    return found


@dataclass(frozen=True, eq=False)
class Unbatched(Over):
    """The rows of batches."""

    input: Stage

    @cached_property
    def element(self) -> Element:
        """What rows look like."""
        return self.input.element.map(unbatched)

    @property
    def count(self) -> int:
        """The product, where batches are all of one size."""
        shapes_ = [spec.shape for spec in self.input.element.specs]
        size = next((shape[0] for shape in shapes_ if shape), None)
        count = self.input.count
        if count < 0 or size is None:
            return count if count == INFINITE and size != 0 else UNKNOWN
        return count * int(size)

    def run(self, life: Life) -> Elements:
        """Return the rows."""
        return chain.from_iterable(map(_rows, self.input.run(life)))


def _rows(batch: Flat) -> Iterator[Flat]:
    if len({len(each) for each in batch}) > 1:
        raise rows_differ({len(each) for each in batch})
    return zip(*batch, strict=True)


@dataclass(frozen=True, eq=False)
class Windowed(Over):
    """Data sets of elements that are near each other."""

    input: Stage
    size: Any
    shift: Any
    stride: Any
    is_full: bool
    wrap: Callable[[Stage], Any]

    @cached_property
    def element(self) -> Element:
        """A data set for each component."""
        inner = self.input.element
        return inner.map(DatasetSpec)

    @property
    def count(self) -> int:
        """How many windows there are."""
        numbers = [known(x) for x in (self.size, self.shift, self.stride)]
        count = self.input.count
        if count < 0 or None in numbers:
            return count if count == INFINITE else UNKNOWN
        size, shift, stride = numbers
        if self.is_full:
            span = (size - 1) * stride + 1  # type: ignore[operator]
            return max(0, (count - span) // shift + 1)  # type: ignore[operator]
        return -(-count // shift)  # type: ignore[operator]

    def run(self, life: Life) -> Elements:
        """Return the windows."""
        size, shift, stride = int(self.size), int(self.shift), int(self.stride)
        given, held = self.input.run(life), list[Flat]()
        span = (size - 1) * stride + 1
        while True:
            held += islice(given, span - len(held))
            if not held or (self.is_full and len(held) < span):
                return
            yield self._window(held[::stride])
            if shift > len(held):
                skipped = shift - len(held)
                if len(list(islice(given, skipped))) < skipped:
                    return
            held = held[shift:]

    def _window(self, rows: list[Flat]) -> Flat:
        specs = self.input.element.specs
        return tuple(
            self.wrap(Listed(tuple(zip(column, strict=True)), Element(LEAF, [spec])))
            for column, spec in zip(zip(*rows, strict=True), specs, strict=True)
        )


@dataclass(frozen=True, eq=False)
class Listed(Stage):
    """Elements that are there."""

    rows: tuple[Flat, ...]
    said: Element

    @cached_property
    def element(self) -> Element:
        """What they look like."""
        return self.said

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.rows)

    def run(self, life: Life) -> Elements:
        """Return them."""
        return iter(self.rows)

    def operands(self) -> list[SymbolicTensor]:
        """Return none."""
        return []


# -- Elements that are kept, or drawn ahead -------------------------------------------


@dataclass(frozen=True, eq=False)
class Cached(Over):
    """Elements that are drawn once: all later iterations read what was kept.

    Only an iteration that comes to the end keeps anything.
    """

    input: Stage
    kept: list[Any] = field(default_factory=list)

    def run(self, life: Life) -> Elements:
        """Return them."""
        return iter(self.kept[0]) if self.kept else self._filling(life)

    def _filling(self, life: Life) -> Elements:
        rows = []
        for element in self.input.run(life):
            rows.append(element)
            yield element
        if not self.kept:
            self.kept.append(rows)


@dataclass(frozen=True, eq=False)
class Prefetched(Over):
    """Elements that a thread draws ahead."""

    input: Stage
    size: Any

    def run(self, life: Life) -> Elements:
        """Return them."""
        size = int(self.size)
        if size == 0:
            return self.input.run(life)
        return ahead(self.input.run, _AHEAD if size < 0 else size, life)


def threads_of(number: Any) -> int:
    """Return how many threads `num_parallel_calls` means: 0 for none of them."""
    if number is None:
        return 0
    return os.cpu_count() or 1 if number == AUTOTUNE else int(number)


__all__: list[str] = []
