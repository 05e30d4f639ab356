"""`for` over an iterator of the user's class, whose end the run may decide.

Each item is drawn in a `try` that waits for StopIteration. As long as no draw may raise
it when the graph runs, and no `break` depends on the run, the loop is Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from autograph.old_operators.attempts import REFUSALS, try_with
from autograph.old_operators.draws import ITERATORS
from autograph.old_operators.known_draws import known_draw
from autograph.old_operators.logic import and_, is_staged
from autograph.old_operators.own_iterators import OwnIterator, draw
from autograph.old_operators.stops import StopProbe
from graph.graph import current_graph
from graph.old_staging import Undefined
from graph.old_staging.blocks import Diverged
from graph.old_staging.heap import NeedsHeap
from graph.old_staging.probing import FoundOut, Trial, probing
from graph.partial import Maybe
from graph.tables import walking

State = tuple[Any, ...]
GetState = Callable[[], State]
SetState = Callable[[State], None]
While = Callable[..., None]

# What messages call the item that is drawn, and whether there was one.
_NAMES = ("the next item", "whether there is a next item")


def _held_by(iterator: Any) -> list[Any]:
    """Return an iterator, and what it is made of."""
    found, waiting = [], [iterator]
    while waiting:
        each = waiting.pop()
        found.append(each)
        if isinstance(each, OwnIterator):
            waiting.extend(vars(each).values())
        elif type(each) is list:
            waiting.extend(part for part in each if hasattr(type(part), "__next__"))
    return found


def _is_of_python(iterator: Any) -> bool:
    """Tell whether Python steps through something, which cannot be put back."""
    kind = type(iterator)
    return hasattr(kind, "__next__") and kind.__module__ in ITERATORS


def _walks(iterator: Any) -> list[Any]:
    """Return what steps through dicts there, and nothing of what that holds."""
    return [each for each in _held_by(iterator) if hasattr(type(each), "is_over")]


class OwnLoop:
    """A loop over an iterator of the user's class.

    Args:
        iterator: Gives the items.
        extra_test: Asked before each item; false ends the loop. None for no such test.
        body: The block; takes the item.
        get_state: Returns the values of the variables that the loop changes.
        set_state: Sets them.
        names: Their names.
    """

    def __init__(
        self,
        iterator: Any,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: GetState,
        set_state: SetState,
        names: Sequence[str],
    ) -> None:
        self._iterator, self._extra_test, self._body = iterator, extra_test, body
        self._get_state, self._set_state = get_state, set_state
        self._names = names
        self._item: Any = Undefined(_NAMES[0])
        self._goes_on: Any = True

    def run(
        self, while_stmt: While, unroll: Callable[[], None], opts: Mapping[str, Any]
    ) -> None:
        """Run the loop.

        Args:
            while_stmt: The operator.
            unroll: Draws what the run may not take any more, where that goes unnoticed.
            opts: Options of the loop.
        """
        names = (_NAMES[1], *self._names)
        test, step = self._watched(self._test), self._watched(self._step)
        loop = test, step, self._get, self._set, names, opts
        while self._extra_test is not None and self._goes_on is True:
            test = self._extra_test()
            if is_staged(test):
                with walking(_walks(self._iterator)):
                    self._stage_or_unroll(lambda: while_stmt(*loop), unroll)
                return
            if not test:
                return
            self._step()
        with walking(_walks(self._iterator)):
            while_stmt(*loop)

    def _watched(self, block: Callable[[], Any]) -> Callable[[], Any]:
        """Return a block that leads to the user's objects.

        What a block of a graph changes is looked for in what it can reach, and objects
        of this package are passed over.
        """
        reached = (self._body, self._extra_test, self._get_state,
                   *_held_by(self._iterator))  # fmt: skip

        def watched(*, _: Any = reached) -> Any:
            return block()

        return watched

    def _stage_or_unroll(
        self, stage: Callable[[], None], unroll: Callable[[], None]
    ) -> None:
        """Stage a loop that a `break` ends, unless its items cannot be staged.

        That is so where Python gives them: they may be of different kinds.
        """
        if any(map(_is_of_python, _held_by(self._iterator))):
            unroll()  # what it gives cannot be given again
            return
        graph, start = current_graph(), self._get_all()
        assert graph is not None
        probe = Trial()
        try:
            with probing(graph, [self._body, self._draw], probe):
                try:
                    stage()
                except REFUSALS as error:
                    is_jump = isinstance(error, (Diverged, FoundOut, NeedsHeap))
                    probe.may_raise = not is_jump
                    raise
        except REFUSALS:
            if not probe.may_raise:
                raise
            self._set_all(start)
            unroll()

    def _test(self) -> Any:
        extra_test = self._extra_test
        if extra_test is None:
            return self._goes_on
        return and_(lambda: self._goes_on, extra_test)

    def _get(self) -> State:
        return (self._goes_on, *self._get_state())

    def _set(self, values: State) -> None:
        self._goes_on = values[0]
        self._set_state(values[1:])

    def _get_all(self) -> State:
        return (self._item, *self._get())

    def _set_all(self, values: State) -> None:
        self._item = values[0]
        self._set(values[1:])

    def _step(self) -> None:
        """Draw an item, and run the body with it."""
        take = known_draw(self._iterator)
        if take is not None:
            try:
                item = take()
            except StopIteration:
                self._goes_on = False
            else:
                self._body(item)
            return
        stopping = (lambda: StopIteration, self._stop, None)
        state = self._get_all, self._set_all, (*_NAMES, *self._names)
        self._item = Undefined(_NAMES[0])
        draw, take = self._watched(self._draw), self._watched(self._take)
        try_with(StopProbe(), draw, [stopping], take, *state)
        self._item = Undefined(_NAMES[0])

    def _draw(self) -> None:
        self._item = draw(self._iterator)

    def _stop(self, _: Any) -> None:
        self._goes_on = False

    def _take(self) -> None:
        item = self._item
        # It has been drawn, or this would not run.
        self._body(item.value if type(item) is Maybe else item)


__all__ = ["OwnLoop"]
