"""Iterators over data sets: eager ones, and those that a graph makes or uses.

An iterator draws an element when it is asked whether there is one, and keeps it until
it is taken: that is how a staged loop knows whether to go on. Eager code and graphs
share the position of an iterator that was made outside.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

from autograph.data.elements import Element, Flat, as_array
from autograph.data.lives import Life, draw_seed
from autograph.data.stages import Stage
from graph.errors import InvalidArgumentError, UnstagedOperationError
from graph.functional import cond
from graph.graph import current_graph
from graph.ops import creation
from graph.ops.debugging import assert_that
from graph.ops.iterators import (
    end_of_sequence,
    iterator_has_next,
    iterator_next,
    known_iterator,
    make_iterator,
)
from graph.origin import capture_exact
from graph.specs import TensorSpec
from graph.tensor import Tensor

_NOTHING: Final = object()


class Drawn:
    """Elements of a stage, drawn one after another.

    Threads may share it: one draws at a time.
    """

    __slots__ = ("__weakref__", "_begun", "_count", "_elements", "_end", "_kept",
                 "_lock", "_specs", "_stage", "life")  # fmt: skip

    def __init__(self, stage: Stage) -> None:
        """Begin; random numbers follow `ag.random` as it stands now."""
        self._stage, self._specs = stage, stage.element.specs
        # A function of the pipeline may come back here, which Python then refuses.
        self._lock = threading.RLock()
        self._begin((draw_seed(),) if stage.draws else ())

    def _begin(self, seed: tuple[int, ...]) -> None:
        self.life = Life(seed)
        self._end = weakref.finalize(self, self.life.close)
        self._end.atexit = False
        # What it takes to do the same again.
        self._begun = seed, [each.count for each in self._stage.all_epochs]
        self._count = 0
        self._elements = iter(self._stage.run(self.life))
        self._kept: Any = _NOTHING

    @property
    def state(self) -> dict[str, Any]:
        """Where it stands: how it began, and how many elements were taken."""
        with self._lock:
            seed, epochs = self._begun
            return {"seed": list(seed), "epochs": epochs, "count": self._count}

    def go_to(self, state: Mapping[str, Any]) -> None:
        """Stand where another iterator over the same elements stood.

        The elements before are drawn once more, as they were drawn there.
        """
        with self._lock:
            self._end()
            for each, count in zip(
                self._stage.all_epochs, state["epochs"], strict=False
            ):
                each.count = count
            self._begin(tuple(state["seed"]))
            self._count = sum(1 for _ in islice(self._elements, state["count"]))

    def has_next(self) -> bool:
        """Tell whether there is another element."""
        with self._lock:
            if self._kept is _NOTHING:
                self._kept = next(self._elements, _NOTHING)
            return self._kept is not _NOTHING

    def take(self) -> Flat:
        """Return the next element; raise StopIteration at the end."""
        with self._lock:
            found, self._kept = self._kept, _NOTHING
            if found is _NOTHING:
                found = next(self._elements)
            self._count += 1
            return found  # type: ignore[no-any-return]

    def next(self) -> Sequence[Any]:
        """Return the arrays of the next element; raise StopIteration at the end."""
        pairs = zip(self.take(), self._specs, strict=True)
        return [as_array(value, spec) for value, spec in pairs]

    def __repr__(self) -> str:
        return "an iterator of a data set"


class Source:
    """What a graph makes iterators of: a stage with gaps for symbolic tensors."""

    is_graph_data: ClassVar[bool] = True  # see graph.serialise

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def as_graph_data(self) -> Any:
        """Return it as data, which `data.saving.source_from_data` reads.

        Raises:
            SerialisationError: It has what is no data.
        """
        from autograph.data.saving import stage_to_data

        return stage_to_data(self.stage)

    def __reduce__(self) -> tuple[Any, ...]:
        from autograph.data.saving import source_from_data

        return source_from_data, (self.as_graph_data(),)

    def draw(self, operands: Sequence[Any]) -> Drawn:
        """Begin an iterator."""
        stage = self.stage.filled(iter(operands)) if operands else self.stage
        return Drawn(stage)

    def __repr__(self) -> str:
        return f"<{type(self.stage).__name__}>"


class Iterator:
    """An iterator over a data set.

    Made by `iter(dataset)`. In a function that is traced it advances when the graph
    runs, at each run, and shares its position with eager code.

    Source:  TensorFlow's data.Iterator
    """

    # A trace looks there for what only the run has.
    rebound: Final = ("_symbolic",)
    # It may hold what is traced: another attempt to trace makes another one.
    is_of_trace: Final = True

    def __init__(self, stage: Stage) -> None:
        """Begin at the first element."""
        self._element = stage.element
        self._make = self._element.maker()
        self._drawn: Drawn | None = None
        self._symbolic: Tensor | None = None
        if current_graph() is None:
            self._drawn = Drawn(stage)
        else:
            self._symbolic = make_iterator(stage.operands(), Source(stage))

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        return self._element.spec

    def __iter__(self) -> Iterator:
        if current_graph() is not None:
            raise not_by_python("this iterator")
        return self

    def __next__(self) -> Any:
        """Return the next element; raise StopIteration at the end."""
        if self._drawn is None or current_graph() is not None:
            return self._next(is_python=True)
        return self._make(self._drawn.take())

    def get_next(self, name: str | None = None) -> Any:
        """Return the next element.

        Raises:
            OutOfRangeError: There is none; in a graph, when that runs.
        """
        del name
        return self._next(is_python=False)

    def get_next_as_optional(self) -> Optional:
        """Return the next element, or nothing at the end, as an `Optional`."""
        if current_graph() is None and self._drawn is not None:
            has_value = self._drawn.has_next()
            value = self._next(is_python=True) if has_value else None
            return Optional(self._element, has_value, lambda: value)
        handle = self._handle()
        is_there = iterator_has_next(handle)
        value = cond(is_there, self.get_next, lambda: _zeros(self._element))

        def checked() -> Any:
            assert_that(is_there, ["this optional has no value"])
            return value

        return Optional(self._element, is_there, checked)

    def _next(self, *, is_python: bool) -> Any:
        if current_graph() is not None:
            specs = graph_specs(self._element)
            found = iterator_next(self._handle(), specs, is_python=is_python)
            return self._element.packed(found)
        try:
            leaves = self.drawn.take()
        except StopIteration:
            if is_python:
                raise
            raise end_of_sequence() from None
        return self._make(leaves)

    def _handle(self) -> Tensor:
        if self._symbolic is not None:
            return self._symbolic
        assert self._drawn is not None
        return known_iterator(self._drawn)

    # -- Checkpoints

    @property
    def drawn(self) -> Drawn:
        """What draws its elements, of which checkpoints save where it stands.

        Raises:
            InvalidArgumentError: It is an iterator of a graph.
        """
        if self._drawn is None:
            raise _of_graph()
        return self._drawn

    # -- The seam to staged loops

    def __ag_for__(self) -> Steps:
        return Steps(self._handle(), self._element)

    def __ag_iter__(self) -> Iterator:
        return self

    def __repr__(self) -> str:
        return f"<ag.data.Iterator element_spec={self.element_spec!r}>"


def _of_graph() -> InvalidArgumentError:
    return InvalidArgumentError(
        "this iterator was made while a function was traced: it is one of the graph, "
        "and there is none of it outside.",
        origin=capture_exact(),
        hint="Make an iterator outside: it = iter(dataset).",
    )


class Steps:
    """How a staged loop draws the elements of an iterator."""

    is_counted = False

    def __init__(self, handle: Tensor, element: Element) -> None:
        self._handle, self._element = handle, element
        self._specs = graph_specs(element)

    def more(self, place: Any) -> Any:
        """Stage the question whether there is another element."""
        del place
        return iterator_has_next(self._handle)

    def item_at(self, place: Any) -> Any:
        """Stage drawing it."""
        del place
        found = iterator_next(self._handle, self._specs, is_python=True)
        return self._element.packed(found)


def _zeros(element: Element) -> Any:
    """Stage what stands for an element that there is not."""
    return element.packed([
        creation.zeros([size or 0 for size in spec.shape or ()], spec.dtype)
        for spec in graph_specs(element)
    ])  # fmt: skip


def graph_specs(element: Element) -> tuple[TensorSpec, ...]:
    """Return the specs of the components of an element in a graph.

    Raises:
        UnstagedOperationError: There are data sets among them.
    """
    if element.has_datasets:
        raise UnstagedOperationError(
            f"elements {element.spec} have data sets among their components, which a "
            "graph has no values for.",
            origin=capture_exact(),
            hint="Make one data set of them: .flat_map(lambda window: window).",
        )
    return element.specs


def not_by_python(what: str) -> UnstagedOperationError:
    """Return the error for what Python itself steps through while tracing."""
    return UnstagedOperationError(
        f"{what} has elements only when the graph runs: Python cannot step through "
        "them while the function is traced.",
        origin=capture_exact(),
        hint="A `for` statement over it is staged, and so are next(it), enumerate() "
        "and zip() in a `for`.",
    )


class Optional:
    """An element, or none.

    Source:  TensorFlow's experimental.Optional
    """

    # It may hold what is traced: another attempt to trace makes another one.
    is_of_trace: Final = True

    def __init__(
        self, element: Element, has_value: Any, get: Callable[[], Any]
    ) -> None:
        """Keep what `get_next_as_optional` has found."""
        self._element, self._has_value, self._get = element, has_value, get

    @property
    def element_spec(self) -> Any:
        """The spec of the element."""
        return self._element.spec

    def has_value(self, name: str | None = None) -> Any:
        """Tell whether there is one."""
        del name
        return self._has_value

    def get_value(self, name: str | None = None) -> Any:
        """Return it.

        Raises:
            InvalidArgumentError: There is none.
        """
        del name
        if not isinstance(self._has_value, Tensor) and not self._has_value:
            raise InvalidArgumentError(
                "this optional has no value: the iterator was at its end.",
                origin=capture_exact(),
                hint="Ask optional.has_value() before.",
            )
        return self._get()


__all__: list[str] = []
