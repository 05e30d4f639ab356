"""Functions of elements: traced once, run as a graph for each element.

A function that cannot be staged falls alone: it is called as `ag.function` calls it, by
plain Python, on each element. What its results look like is then known only once it has
run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from autograph.api import to_graph
from autograph.data.elements import Element, Flat, as_component, element_of
from autograph.data.lives import Life
from autograph.decorator import function as traced
from autograph.errors import ConversionError
from autograph.function.fallback import falls
from autograph.function.function import Function
from autograph.function.outputs import program_of
from autograph.policy import may_fall
from graph.callables import check_callable
from graph.control import call_user
from graph.dispatch import as_tensor
from graph.errors import (
    DTypeError,
    InvalidArgumentError,
    NestingError,
    ShapeError,
)
from graph.origin import capture_exact
from graph.streams import LocalStream, drawing_from
from graph.structure import set_captures

if TYPE_CHECKING:
    from executor.program import Program
    from graph.graph import Graph

Call = Callable[..., Flat]

# What is wrong whoever runs the function: raised where the data set is made.
_MISTAKES: Final = (ShapeError, DTypeError, InvalidArgumentError, NestingError)

# What methods call their functions, where that is not `map_func`.
_ARGUMENTS: Final = {
    "filter": "predicate",
    "take_while": "predicate",
    "scan": "scan_func",
    "reduce": "reduce_func",
}


class ElementFunction:
    """A function that a data set calls with its elements.

    Args:
        function: The user's.
        elements: What its arguments look like: elements of one or several kinds, each
            of which is unpacked if it is a tuple.
        name: The method that takes it, for messages.

    Attributes:
        result: What its results look like; None as long as nobody knows.
        captured: Tensors of the function around it: symbolic, or their values.
        graph: What runs for each element; None where it falls, or takes data sets.
        recipes: How each component of a result is made of what the graph computes.
    """

    def __init__(self, function: Any, elements: Sequence[Element], name: str) -> None:
        """Trace the function."""
        n_given = sum(len(each.arguments(each.specs)) for each in elements)
        given = "the parts of an element" if n_given > 1 else "an element"
        given = "a state and an element" if len(elements) > 1 else given
        argument = _ARGUMENTS.get(name, "map_func")
        check_callable(function, f"Dataset.{name}", argument, n_given, given)
        self.function = function
        self.name = name
        self.elements = tuple(elements)
        self.result: Element | None = None
        self.captured: tuple[Any, ...] = ()
        self.graph: Graph | None = None
        self.recipes: Sequence[Recipe] = ()
        if not any(each.has_datasets for each in elements):
            self._trace()

    @classmethod
    def of_graph(
        cls,
        graph: Graph,
        elements: tuple[Element, ...],
        name: str,
        result: Element,
        recipes: Sequence[Recipe],
        captured: tuple[Any, ...],
    ) -> ElementFunction:
        """Return a function that has been traced before: one that was saved."""
        found = cls.__new__(cls)
        found.function = None
        found.name, found.elements = name, elements
        found.result, found.captured = result, captured
        found.graph, found.recipes = graph, recipes
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made of: it is traced anew, unless it is a graph alone."""
        if self.function is None:
            from autograph.data.saving import function_from_data, function_to_data

            return function_from_data, (function_to_data(self),)
        return ElementFunction, (self.function, self.elements, self.name)

    def _trace(self) -> None:
        found: list[tuple[Element, list[Recipe]]] = []
        try:
            converted = to_graph(self.function)
        except ConversionError:  # builtins, classes: as where a function calls them

            def converted(*args: Any) -> Any:
                return call_user(self.function, *args)

        def of_components(*leaves: Any) -> tuple[Any, ...]:
            parts, element = self._taken_apart(converted(*self._arguments(leaves)))
            made = [Recipe.of(part) for part in parts]
            found.append((element, made))
            return tuple(as_tensor(x) for each in made for x in each.operands)

        of_components.__name__ = getattr(self.function, "__name__", "function")
        decorated = traced(of_components, autograph=False)
        try:
            concrete = decorated.get_concrete_function(*self._specs)
        except _MISTAKES:
            raise
        except Exception as error:
            if not may_fall(None) or not falls(error, is_converted=True):
                raise
            return  # it falls, alone
        graph = concrete.graph
        self.captured = tuple(outer for outer, _ in graph.captures)
        self.result, self.recipes = found[-1]
        # What it captures are further inputs, which each iterator has values for.
        set_captures(graph, ())
        self.graph = graph

    @cached_property
    def _program(self) -> Program:
        assert self.graph is not None
        return program_of(self.graph)

    def filled(self, captured: Sequence[Any]) -> ElementFunction:
        """Return the function with values in place of what it captures."""
        self._program  # noqa: B018  # one for all copies
        found = ElementFunction.__new__(ElementFunction)  # a copy would trace anew
        found.__dict__.update(self.__dict__)
        found.captured = tuple(captured)
        return found

    @property
    def called(self) -> str:
        """What messages call it."""
        return f"the function of Dataset.{self.name}"

    @property
    def _specs(self) -> list[Any]:
        return [spec for each in self.elements for spec in each.specs]

    def _arguments(self, leaves: Sequence[Any]) -> list[Any]:
        arguments: list[Any] = []
        start = 0
        for each in self.elements:
            end = start + len(each.specs)
            arguments += each.arguments(leaves[start:end])
            start = end
        return arguments

    def _taken_apart(self, result: Any) -> tuple[list[Any], Element]:
        if result is None:
            raise DTypeError(
                f"{self.called} returns None.",
                origin=capture_exact(),
                hint="Is there a `return` on each path?",
            )
        # What several tensors are returned in, such as those of `decode_csv`.
        result = tuple(result) if isinstance(result, list) else result
        return element_of(result, f"what {self.called} returns")

    @property
    def writes_variables(self) -> bool:
        """Does it change variables? Calls of it are then one after another."""
        if self.graph is None:
            return False
        written = self.graph.effects.writes
        return any(each.startswith("variable:") for each in written)

    def caller(self, life: Life, *, is_raw: bool = False) -> Call:
        """Return what computes the components of results, for one iterator.

        Args:
            life: That of the iterator, which random numbers are drawn for.
            is_raw: May numbers be Python's own, where a tensor is meant?
        """
        call, streams = self._call(is_raw), life.streams()
        if not self._draws:
            return call

        def call_with_stream(*leaves: Any) -> Flat:
            with drawing_from(next(streams)):
                return call(*leaves)

        return call_with_stream

    def calls(
        self, life: Life, given: Iterable[Flat], *, is_raw: bool = False
    ) -> tuple[Call, Iterable[tuple[Any, ...]]]:
        """Return what to call, and its arguments for each of several elements.

        The random numbers of a call are chosen with its arguments: calls may be made in
        any order.

        Args:
            life: That of the iterator.
            given: The elements.
            is_raw: See `caller`.
        """
        call, streams = self._call(is_raw), life.streams()
        if not self._draws:
            return call, given

        def call_with_stream(stream: LocalStream, *leaves: Any) -> Flat:
            with drawing_from(stream):
                return call(*leaves)

        return call_with_stream, ((next(streams), *element) for element in given)

    def _call(self, is_raw: bool) -> Call:
        return self._call_plainly if self.graph is None else self._runner(is_raw)

    @property
    def _draws(self) -> bool:
        """May it draw random numbers?"""
        if self.graph is None:
            return True
        written = self.graph.effects.writes
        return any(each in ("random", "anything") for each in written)

    def _runner(self, is_raw: bool) -> Call:
        program, captured = self._program, self.captured
        run, locate = program.run, program.locate
        if captured:

            def run(*leaves: Any) -> Flat:
                return program.run(*leaves, *captured)

        specs = [value.spec for value in program.graph.outputs]
        casts = [
            spec.dtype.numpy.type if spec.shape == () and form == "python" else None
            for form, spec in zip(program.output_forms, specs, strict=True)
        ]
        is_as_given = is_raw or not any(casts)

        def call(*leaves: Any) -> Flat:
            try:
                found = run(*leaves)
            except BaseException as error:  # also Ctrl-C: where it struck
                locate(error)
                raise
            if is_as_given:
                return found
            return tuple(
                value if cast is None else cast(value)
                for value, cast in zip(found, casts, strict=True)
            )

        if not any(each.stage for each in self.recipes):
            return call

        def call_making(*leaves: Any) -> Flat:
            values = iter(call(*leaves))
            return tuple(each.made(values) for each in self.recipes)

        return call_making

    def _call_plainly(self, *leaves: Any) -> Flat:
        pairs = zip(leaves, self._specs, strict=True)
        tensors = [as_component(leaf, spec) for leaf, spec in pairs]
        parts, element = self._taken_apart(self._plain(*self._arguments(tensors)))
        if self.result is None:
            self.result = element
        return tuple(parts)

    @cached_property
    def _plain(self) -> Callable[..., Any]:
        """What is called with eager tensors, and data sets."""
        takes_datasets = any(each.has_datasets for each in self.elements)
        if takes_datasets or isinstance(self.function, Function):
            return self.function  # type: ignore[no-any-return]
        found: Callable[..., Any] = traced(self.function)
        return found


@dataclass(frozen=True)
class Recipe:
    """How a component of a result is made of what the graph computes.

    Attributes:
        operands: What the graph computes for it: itself, or for a data set the
            symbolic tensors in its stage.
        stage: The stage of a data set; None for a tensor.
        make: Makes a data set of a stage.
    """

    operands: tuple[Any, ...]
    stage: Any = None
    make: Any = None

    @classmethod
    def of(cls, part: Any) -> Recipe:
        """Return how a component is made."""
        stage = getattr(part, "_stage", None)
        if stage is None:
            return cls((part,))
        return cls(tuple(stage.operands()), stage, part._of)

    def made(self, values: Iterator[Any]) -> Any:
        """Return the component, of the next ones of the values."""
        if self.stage is None:
            return next(values)
        return self.make(self.stage.filled(values))


__all__: list[str] = []
