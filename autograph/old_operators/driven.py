"""Generators that a loop runs: where one yields, the body of the loop is called.

Python's own generator stops and resumes, which no graph can. A loop over a new one
needs neither: its body is called at each `yield`, so that conditions and loops of the
generator are staged as those of other functions, with the variables of both as their
state. What draws from a generator otherwise is given Python's own.

    for x in numbers(n):    ->      numbers(n, ag__body=body)
        body
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Final

from autograph.old_operators import guard
from autograph.old_operators.carried import Variables, carried, carrying
from autograph.old_operators.stops import stopping
from autograph.old_operators.unwinding import drop_frames
from autograph.yields import MANAGED
from graph.building import PerTrace, per_trace
from graph.errors import UnknownLengthError, UnrollingError, UnstageableValueError
from graph.graph import Node, current_graph
from graph.old_staging import Diverged
from graph.origin import capture_exact

# A generator that loops over itself is run at most so deep in blocks that are staged.
MAX_NESTED: Final = 6

_NOTHING: Final[tuple[Any, ...]] = ()


class Driven:
    """A generator that has not begun.

    Attributes:
        has_begun: Does Python's own give the items?
        has_ended: Did a loop run all of it?
        is_left: Was it run where only the run knows how far?
    """

    _ag_has_state = True

    def __init__(
        self,
        plain: Any,
        look: Callable[[], None],
        converted: FunctionType,
        args: tuple[Any, ...],
        kwargs: Mapping[str, Any],
        kind: type = types.GeneratorType,
    ) -> None:
        """Stand for a generator.

        Args:
            plain: Python's own, which has not begun.
            look: Refuses what it must not be given.
            converted: The function, which takes the body of a loop.
            args: Its positional arguments.
            kwargs: Its keyword arguments.
            kind: What `isinstance` and messages are told.
        """
        self.kind = kind
        self._plain, self._look = plain, look
        self._converted, self._args, self._kwargs = converted, args, kwargs
        self._graph = current_graph()
        self.has_begun = self.has_ended = self.is_left = False

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """What `isinstance` is told."""
        return self.kind

    @property
    def is_new(self) -> bool:
        """May a loop run it?"""
        is_used = self.has_begun or self.has_ended or self.is_left
        return not is_used and current_graph() is not None

    def plain(self) -> Any:
        """Return Python's own generator.

        Raises:
            UnstageableValueError: Only the run knows how far it has been run.
        """
        if self.is_left:
            raise UnstageableValueError(
                "how far this generator has been run is known only when the graph "
                "runs.",
                origin=capture_exact(2),
                hint="Make a new one for each loop, or a list of its items before.",
            )
        if self.has_ended:
            return (_ for _ in _NOTHING)
        if not self.has_begun:
            self._look()
            self.has_begun = True
        return self._plain

    def run(
        self,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        variables: Variables,
    ) -> None:
        """Run a loop over it.

        Args:
            extra_test: Asked before each item; false ends the loop.
            body: The block; takes the item.
            variables: Those that the loop changes.
        """
        outer, graph = carried(), current_graph()
        assert graph is not None  # else Python's own generator gives the items
        raised: BaseException | None = None
        ends, mark = _Ends(), len(graph.nodes)

        def act(value: Any) -> Any:
            nonlocal raised
            try:
                with carrying(outer):
                    with ends.of_another():
                        body(value)
                    return extra_test is not None and _is_over(extra_test())
            except BaseException as error:
                raised = error
                raise

        self.is_left = True
        try:
            with _running(self._converted.__code__), carrying(variables):
                call = {**self._kwargs, MANAGED: act}
                self._converted(*self._args, **call)
        except BaseException as error:
            if error is raised:  # by the loop: no traceback keeps the generator
                drop_frames(error, act.__code__)
            elif isinstance(error, StopIteration):
                raise RuntimeError("generator raised StopIteration") from error
            elif isinstance(error, Diverged):
                ends.refuse(graph.nodes[mark:])
            raise
        finally:
            raised = None
        ends.refuse(graph.nodes[mark:])
        if self._graph is current_graph() and extra_test is None:
            self.is_left, self.has_ended = False, True

    def __del__(self) -> None:
        # When Python ends, modules may have been cleared.
        if not self.has_begun and guard.lifted is not None:
            with guard.lifted():  # Python enters it to close it
                self._plain.close()

    def __iter__(self) -> Any:
        return self.plain()

    def __next__(self) -> Any:
        return next(self.plain())

    def send(self, value: Any) -> Any:
        """Give a value to Python's own generator."""
        return self.plain().send(value)

    def throw(self, *error: Any) -> Any:
        """Raise an exception in Python's own generator."""
        return self.plain().throw(*error)

    def close(self) -> None:
        """End Python's own generator."""
        self.plain().close()

    def __repr__(self) -> str:
        return repr(self._plain)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._plain, name)


class _Ends:
    """What raises StopIteration in a generator, which is another error there."""

    def __init__(self) -> None:
        self._others: list[Node] = []

    @contextmanager
    def of_another(self) -> Iterator[None]:
        """Note what raises it meanwhile: that is none of the generator."""
        graph = current_graph()
        assert graph is not None
        mark = len(graph.nodes)
        try:
            yield
        finally:
            self._others += stopping(graph.nodes[mark:])

    def refuse(self, added: Iterable[Node]) -> None:
        """Refuse what raises it.

        Raises:
            UnknownLengthError: Something does.
        """
        for node in stopping(added):
            if not any(node is each for each in self._others):
                raise UnknownLengthError(
                    "a generator is left by StopIteration, which is an error in it: "
                    "Python makes it a RuntimeError.",
                    origin=node.origin,
                    hint="End the generator by `return`; give `next()` a default.",
                )


Driven.__name__ = Driven.__qualname__ = "generator"  # messages name the type


class _Running(PerTrace):
    """The generators that are being run: their code, and the graph of the loop."""

    calls: tuple[tuple[Any, Any], ...] = ()


_RUNNING: Final = per_trace(_Running())


@contextmanager
def _running(code: Any) -> Iterator[None]:
    """Run a generator, unless it loops over itself without an end that is known."""
    outer, graph = _RUNNING.calls, current_graph()
    around = {id(at) for running, at in outer if running is code}
    if len(around - {id(graph)}) >= MAX_NESTED:
        raise UnrollingError(
            "this generator loops over itself, under conditions that are known only "
            "when the graph runs.",
            origin=capture_exact(3),
            hint="Add the items to a list, in a function that calls itself: that is "
            "staged.",
        )
    _RUNNING.calls = (*outer, (code, graph))
    try:
        yield
    finally:
        _RUNNING.calls = outer


def _is_over(going_on: Any) -> Any:
    from autograph.old_operators.logic import not_

    return not_(going_on)


def taken(iterator: Any) -> Any:
    """Return an iterator to draw from: of what has not begun, Python's own."""
    return iterator.plain() if type(iterator) is Driven else iterator


def all_taken(args: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return arguments for what runs as it stands; None if they may stay."""
    if not any(type(each) is Driven for each in args):
        return None
    return tuple(map(taken, args))


__all__ = ["Driven", "all_taken", "taken"]
