"""The trace under way, and what ends an attempt at it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Final, NoReturn

from autograph.values.sites import Known, Uniting
from graph.errors import TraceBudgetError, VariableCreationError
from graph.origin import Origin, capture_exact

if TYPE_CHECKING:
    from graph.graph import Graph
    from graph.tensor import SymbolicTensor


class Restart(BaseException):
    """The trace begins anew: something is known now that it should have known."""


class ReadBeforeWritten(BaseException):
    """Something is read that nothing known so far has written: the path is dead."""


class Diverged(BaseException):
    """Each path raises: nothing after this is reached."""


# What ends an attempt, or a path of it: none of the program's exceptions.
ABANDONED: Final = (Restart, ReadBeforeWritten, Diverged)


class Unstageable(Exception):  # noqa: N818
    """A graph cannot hold this: it falls a rung.

    Attributes:
        origin: The user's line.
        hint: What to do.
        lost: What tracing has advanced and cannot be put back.
    """

    hint: ClassVar[str] = 'Python runs it with python="allow".'

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.origin: Origin = capture_exact()
        self.lost: Any = None


class WholeFunction(Unstageable):
    """Nor can Python run this call, or this statement, alone: the function falls."""


class OutlivesCall(WholeFunction):
    """What outlives the call is changed where only the run knows whether, or to what.

    The rest of the trace reads it while tracing.
    """

    hint: ClassVar[str] = (
        "Keep numbers in an ag.Variable, or make it inside of the function and return "
        'it. Python runs it with python="allow".'
    )


# What lets the function fall. Variables are made once, by its first call; what took too
# long is not tried again.
WHOLE: Final = (WholeFunction, VariableCreationError, TraceBudgetError)


@dataclass(eq=False, slots=True)
class Block:
    """A graph that is being traced into: the body of a function or of a statement.

    Attributes:
        graph: The graph.
        depth: How many blocks are around it.
        is_peek: Is a test asked, which is undone if the run is to ask it?
        is_try: May an exception leave it in the middle, and be caught?
        journal: What was written to older virtual objects: what was there before.
    """

    graph: Graph
    depth: int
    is_try: bool = False
    is_peek: bool = False
    journal: dict[Any, Any] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Trace:
    """One attempt to trace a function.

    Attributes:
        known: What earlier attempts have found out.
        blocks: The blocks being traced, innermost last.
        at: The place that the operator that is called last stands at.
        births: id(object) -> the virtual object, its site, the depth of its block.
        uniting: Joins specs.
        is_stale: Is something known now that this attempt did not know? It goes on, to
            find out all it can.
        is_incomplete: Was a path dead because something was read before it was written?
        has_progressed: Has a slot become wider?
        inputs: Further inputs of the graph, and how the run finds them.
        args: id(value) -> the argument, and its path.
        boxed: id(symbol) -> the symbol, and what it is boxed as.
        closures: id(function) -> the function, its symbol, and what it holds.
        tries: The `try` statements being traced.
        loops: What variables of inner loops were, by place.
        functions: The recursive functions being traced.
        falls: What falls a rung here: code, reason, origin.
        refused: What does so in a region where nothing may.
        outer: What the attempt has written to what outlives the call.
        has_outer: Has the run been given what outlives the call, and has attributes?
        plain_attributes: Names under which classes have no code of the user's.
        n_effects: How often something was done that outlives the trace.
        active: Converted functions being called, with the depth of their blocks, and
            the object that outlives the call and has them called on it.
        n_owned_calls: How many went deeper on another such object.
        linked: By id, the iterators that draw from others.
        viewed: By id, the lists that an iterator of the run goes through.
        drawn: The sites of the iterators that compute an item, innermost last.
        lifted: By id, the arrays of which the run has a copy, and other objects with
            state that the run changes.
        makers: id(generator) -> its function, which reads variables between the items.
        occurrences: How often control has come to a call that is made once, by place.
        positions: By id, how much was drawn from iterators older than the trace.
        made: By id, objects that libraries have made here.
        joined: By id, tuples that stand for those of several paths.
        later: Functions that the run calls later, and what their variables were.
        is_compared: Has `is` been asked of arguments?
        outer_lines: The lines that have written to places that outlive the call.
        shows: How often, one within another, code is called to which tensors of the
            trace show themselves as such: what prints while tracing, libraries.
        shown: What was refused as text of a tensor, or of an object of the run: who
            catches that as any exception has no value.
        looks: How often, one within another, a statement is looked at that Python runs.
        n_fallen: How many statements Python runs so far.
        n_looked: How many blocks have been looked at.
        outer_values: What of the run was put into containers that outlive the call:
            the container, the value, and the line.
        handled: The exceptions being handled, innermost last; None for one of the run.
        function_of_run: Makes a converted function one of the run, if that can be.
        generators: The generators of the run that are being traced, innermost last.
        n_yields: How often they have yielded.
    """

    known: Known
    blocks: list[Block]
    function_of_run: Callable[[Any], Any]
    at: Any = None
    births: dict[int, tuple[Any, Any, int]] = field(default_factory=dict)
    uniting: Uniting = field(default_factory=Uniting)
    is_stale: bool = False
    is_incomplete: bool = False
    has_progressed: bool = False
    inputs: list[tuple[Any, Any]] = field(default_factory=list)
    args: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    boxed: dict[int, tuple[Any, SymbolicTensor]] = field(default_factory=dict)
    closures: dict[int, tuple[Any, Any, list[Any], int]] = field(default_factory=dict)
    tries: list[Any] = field(default_factory=list)
    loops: dict[Any, list[Any]] = field(default_factory=dict)
    functions: list[Any] = field(default_factory=list)
    falls: list[tuple[str, str, Origin]] = field(default_factory=list)
    refused: list[Unstageable] = field(default_factory=list)
    outer: dict[Any, Any] = field(default_factory=dict)
    active: list[tuple[Any, int, Any]] = field(default_factory=list)
    n_owned_calls: int = 0
    n_python: int = 0
    n_effects: int = 0
    has_outer: bool = False
    plain_attributes: set[tuple[Any, ...]] = field(default_factory=set)
    handled: list[Any] = field(default_factory=list)
    linked: set[int] = field(default_factory=set)
    viewed: set[int] = field(default_factory=set)
    drawn: list[Any] = field(default_factory=list)
    lifted: set[int] = field(default_factory=set)
    makers: dict[int, Any] = field(default_factory=dict)
    occurrences: dict[Any, int] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)
    made: dict[int, Any] = field(default_factory=dict)
    joined: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    later: list[tuple[Any, list[Any]]] = field(default_factory=list)
    is_compared: bool = False
    shows: int = 0
    shown: list[Unstageable] = field(default_factory=list)
    looks: int = 0
    n_fallen: int = 0
    n_looked: int = 0
    outer_lines: dict[Any, Origin] = field(default_factory=dict)
    outer_values: list[tuple[Any, Any, Origin]] = field(default_factory=list)
    generators: list[Any] = field(default_factory=list)
    n_yields: int = 0

    @property
    def block(self) -> Block:
        """The block that is traced into now."""
        return self.blocks[-1]


class _State(threading.local):
    """The trace under way in this thread, if one is.

    Attributes:
        trace: The trace.
        namespace: What the name `ag__` stands for in what is called; None for the
            operators of this package.
    """

    trace: Trace | None = None
    namespace: Any = None


STATE = _State()


def current() -> Trace:
    """Return the trace under way."""
    trace = STATE.trace
    assert trace is not None
    return trace


def graph() -> Graph:
    """Return the graph that is traced into now."""
    return current().block.graph


def is_in_block() -> bool:
    """Is a block traced that a run may skip or repeat?"""
    return len(current().blocks) > 1


def refuse_text(what: str) -> None:
    """Refuse text that code which is not converted makes of a value of the run.

    Raises:
        Unstageable: A function is traced, and nothing prints or tells of a mistake.
    """
    trace = STATE.trace
    if trace is None or trace.shows:
        return
    refused = Unstageable(f"code that is not converted makes text of {what}")
    if not trace.looks:
        trace.shown.append(refused)
    raise refused


@contextmanager
def showing() -> Iterator[None]:
    """Let text that is made of tensors of the trace say what they are."""
    trace = STATE.trace
    if trace is None:
        yield
        return
    trace.shows += 1
    try:
        yield
    finally:
        trace.shows -= 1


def restart(why: str) -> NoReturn:
    """Begin the trace anew."""
    raise Restart(why)
