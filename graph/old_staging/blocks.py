"""Trace a block of user code into a graph of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NoReturn

import numpy as np

from graph import nest
from graph.defects import refuse_unreal
from graph.errors import AutographError
from graph.graph import Graph, as_they_were, current_graph
from graph.old_staging.aliases import check_unnoted, check_unseen_write
from graph.old_staging.growing import adopt_all, keep_by_value, states_changed
from graph.old_staging.heap import held_by_graph
from graph.old_staging.held_since import as_of_now
from graph.old_staging.identity import Namer, Tokens, as_left
from graph.old_staging.journal import Entry, is_unchanged, rewind
from graph.old_staging.locations import Key
from graph.old_staging.made import Held, held_by, made_among
from graph.old_staging.mistakes import as_plain, is_awaited, is_exhausted, note_block
from graph.old_staging.overwriting import leave_block
from graph.old_staging.raised import handled_here, mark_context
from graph.old_staging.rows import Marked, known_after, note_elements
from graph.old_staging.twins import check_change
from graph.old_staging.watch import Watch
from graph.ops.made_later import arguments_of, is_made_later
from graph.ops.raising import raise_when_run
from graph.origin import Origin, capture, exact_origin, is_library_code, line_of
from graph.segments import holds_segment, refusal
from graph.tables import has_run_sets, is_run_set
from graph.tables import refusal as refusal_of_keys
from graph.tensor import SymbolicTensor
from graph.unknown_dims import refuse_rank

# What the user's code raises in a block, where the run may raise it: `sys.exit()`, too.
_OF_PROGRAM: Final = (Exception, SystemExit)


class Diverged(BaseException):  # a jump, not an error
    """Control never comes to the end of the block being traced."""


@dataclass(slots=True, eq=False)
class Traced:
    """A traced block: its graph, what it left in each variable, and wrote besides.

    Attributes:
        graph: Its graph.
        values: What it left in each variable; None if control never comes to the end.
        block: The block.
        written: What it wrote besides.
        tokens: For each variable, which lists and dicts it holds.
        inner: Lists of before that are, or hold, elements of run-time lists since.
    """

    graph: Graph
    values: list[Any] | None
    block: Callable[..., Any]
    written: dict[Key, Entry] = field(default_factory=dict)
    tokens: list[Tokens] = field(default_factory=list)
    inner: list[Marked] = field(default_factory=list)
    # The identities of objects of the user's that it made and left in variables.
    made: frozenset[int] = frozenset()
    # Which lists and dicts those hold.
    held: Held = field(default_factory=Held)
    # The identities of objects of before that are elements of run-time lists.
    elements: set[int] = field(default_factory=set)
    # What objects hold that it changed, by their identities.
    changed: dict[int, dict[str, Any]] = field(default_factory=dict)
    # How many notes the attempts around it had before.
    n_notes: list[int] = field(default_factory=list)

    def notes(self) -> list[Any]:
        """Return what has been noted since it began, of the attempts around it."""
        pairs = zip(_notes(self.graph), self.n_notes, strict=True)
        return [x for notes, count in pairs for x in notes[count:]]

    @property
    def is_diverged(self) -> bool:
        """Does control never come to the end?"""
        return self.values is None

    @property
    def contents(self) -> dict[Key, Any]:
        """What it left in places, by their keys."""
        return {key: entry.left for key, entry in self.written.items()}


def _notes(graph: Graph) -> list[list[Any]]:
    """Return what the attempts around a graph have noted; probes note nothing."""
    return [getattr(attempt, "notes", []) for attempt in graph.attempts]


def trace_block(
    graph: Graph,
    block: Callable[[], Sequence[Any]],
    roots: Sequence[Callable[..., Any]] = (),
    watched: list[Watch] | None = None,
    leaving: Callable[[Sequence[Any], frozenset[int]], Sequence[Any]] | None = None,
    is_test: bool = False,
) -> Traced:
    """Run `block` with ops recorded into `graph`, and put back what it wrote.

    Args:
        graph: The graph of the block.
        block: Returns the values of the variables after the block.
        roots: Callables of the user's that `block` calls; itself if there are none.
        watched: What has been looked at for another block, since which nothing has
            run; becomes what is looked at for this one.
        leaving: Called in the graph with what the block leaves, and the identities of
            the objects that it made; returns what it leaves instead.
        is_test: Does the block change nothing, or is it refused?
    """
    check_unnoted()
    traced = Traced(graph, None, block, n_notes=list(map(len, _notes(graph))))
    watch = Watch(
        (*(roots or (block,)), *held_by_graph(graph)),
        watched.pop() if watched else None,
    )
    namer, graph.watch = Namer(graph, watch), watch
    left: Sequence[Any] = ()
    with graph.as_default():
        try:
            left = block()
            check_unnoted()  # later no one knows what the block made
            if graph.has_writes:
                leave_block(graph, [x for value in left for x in nest.flatten(value)])
            adopt_all(graph, left)
            traced.tokens = [namer.tokens(value) for value in left]
            _note_made(traced, left, watch, namer)
            if leaving is not None:
                left = leaving(left, traced.made)
                _name_within(traced, left, namer)
            _keep(graph, is_test)
            traced.changed = states_changed(graph)
            # Copies: whether a list made inside is used outside is asked later.
            traced.values = [nest.map_structure(_same, value) for value in left]
        except Diverged:
            pass
        except _OF_PROGRAM as error:
            if is_exhausted(error):
                raise
            refuse_unreal(error)
            stage_exception(_of_users(error))
        finally:
            _hand_on_calls(graph, watch)
            traced.written = written = rewind(graph, namer.look)
            _settle(written, watch, namer)
            _end_aliases(traced, watch, namer)
            graph.watch = None
    if watched is not None:
        watched.append(watch)
    return traced


def _keep(graph: Graph, is_test: bool) -> None:
    if not is_test:  # whose lists must be what they were
        keep_by_value(graph)


def _name_within(traced: Traced, left: Sequence[Any], namer: Namer) -> None:
    """Note which lists and dicts are in objects that have been taken apart."""
    pairs = zip(left, traced.tokens, strict=True)
    traced.tokens = [{**namer.tokens(value), **known} for value, known in pairs]


def _note_made(traced: Traced, left: Sequence[Any], watch: Watch, namer: Namer) -> None:
    """Note which objects of the user's a block made and leaves, and what they hold."""
    if watch.is_cut:  # objects of before could not be told from new ones
        return
    written = _written(traced.graph)
    traced.made = made_among((*left, *written), watch)
    if traced.made:
        traced.held = held_by(traced.made, left, written, namer)


def _written(graph: Graph) -> list[Any]:
    """Return what is in the places that the block of a graph has written so far."""
    return [entry.location.get() for entry in graph.journal.values()]


def _end_aliases(traced: Traced, watch: Watch, namer: Namer) -> None:
    graph = traced.graph
    traced.inner = known_after(graph, watch.has_seen, traced.written, namer.family)
    objects = graph.root.objects.elements.values()
    traced.elements = {id(each) for each in objects if watch.has_seen(each)}
    graph.aliases.clear()
    graph.alias_contents.clear()
    graph.row_links.clear()
    graph.alternatives.clear()


def _settle(written: dict[Key, Entry], watch: Watch, namer: Namer) -> None:
    """Find what a block wrote without a note, and what is known of all it wrote."""
    noted = set(written)
    watch.settle(written)
    for key, entry in written.items():
        entry.settle()
        owner = entry.location.owner
        entry.is_old = watch.has_seen(owner) or _is_of_graph_around(owner, namer.graph)
        if entry.is_handed_on and not is_unchanged(entry):
            check_unseen_write(owner)
        if key not in noted:
            check_unseen_write(owner)
            check_change(owner)
            entry.tokens = namer.tokens_of(entry)
    _leave_late(written, noted)


def _leave_late(written: dict[Key, Entry], noted: set[Key]) -> None:
    """Let what was found late hold what the block left in the lists in it.

    Those had been put back by then.
    """
    late = {key: entry for key, entry in written.items() if key not in noted}
    for _ in late:  # they may be in each other
        contents = {key: entry.left for key, entry in written.items()}
        for entry in late.values():
            entry.left = as_left(entry.after, contents)


def _is_of_graph_around(owner: Any, graph: Graph) -> bool:
    """Is this a tensor of a graph around, which the block cannot have made?"""
    if not isinstance(owner, SymbolicTensor):
        return False
    around = graph.parent
    while around is not None and around is not owner.graph:
        around = around.parent
    return around is not None


def _hand_on_calls(graph: Graph, watch: Watch) -> None:
    """Leave to the graph around what is known of calls, if it holds no new objects.

    Whether objects that the block made are in use outside it is told by who refers to
    them.
    """
    for key, known in graph.calls.items():
        if graph.parent is not None and all(map(watch.has_seen, known.objects())):
            graph.parent.calls.setdefault(key, known)
    graph.calls.clear()


@contextmanager
def restoring(set_state: Callable[[Any], None], state: Any) -> Iterator[None]:
    """Put back variables after a block, which meanwhile sets them.

    An exception becomes a node first: what handles it sees the variables as they are
    where it is raised.
    """
    graph = current_graph()
    assert graph is not None
    was_entered, graph.is_entered = graph.is_entered, True
    try:
        yield
    except _OF_PROGRAM as error:
        if is_exhausted(error):
            raise
        refuse_unreal(error)
        stage_exception(_of_users(error))
        raise Diverged from None
    finally:
        graph.is_entered = was_entered
        set_state(state)


def _same(value: Any) -> Any:
    return value


def _of_users(error: BaseException) -> BaseException:
    """Return what the user's program raises in a block.

    Raises:
        AutographError: It is one of ours, for which no handler waits.
    """
    if not isinstance(error, AutographError):
        return error
    graph = current_graph()
    assert graph is not None
    plain = as_plain(error) if is_awaited(graph) else None
    if plain is None:
        # The run may pass by this block: no handler around it is for the error.
        note_block(error)
        raise error
    return plain


def stage_exception(error: BaseException) -> None:
    """Make the graph being built raise `error` where it stands now."""
    graph = current_graph()
    assert graph is not None
    origin = _origin_of_error(error)
    refuse_rank(error, origin)
    _keep_arguments(error, origin)
    mark_context(error)
    handled = handled_here()
    if handled is not None and not isinstance(handled, BaseException):
        as_of_now(graph, handled._ag_value, is_raised=True)  # it becomes the context
    # The frames are of the trace, and hold all that it made.
    raise_when_run(graph, error.with_traceback(None), origin)


def _keep_arguments(error: BaseException, origin: Origin) -> None:
    """Let an exception hold its lists as they are now: the graph has it from now on.

    Raises:
        UnknownLengthError: It holds one whose length is known only when the graph runs.
        UnknownKeysError: It holds a set whose elements are.
    """
    if has_run_sets() and any(map(is_run_set, nest.flatten(arguments_of(error)))):
        unknown = refusal_of_keys("an exception holds it", "set")
        unknown.origin = origin
        raise unknown from None
    args, kwargs = arguments_of(error)
    given = (*args, *kwargs.values())
    if not any(map(_may_change, given)):
        return
    if is_made_later(error):
        note_elements(given, has_others=True)
        return
    if holds_segment(error.args):
        refused = refusal("an exception holds it that was made before it grew")
        refused.origin = origin
        raise refused from None
    note_elements(error.args, has_others=True)
    error.args = nest.map_structure(_same, error.args)


def _may_change(value: Any) -> bool:
    if type(value) is SymbolicTensor:
        return value._is_array
    return nest.is_nested(value) or isinstance(value, (set, deque, np.ndarray))


def _origin_of_error(error: BaseException) -> Origin:
    """Return the innermost place of the user's code in the error's traceback."""
    found, trace = None, error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if not is_library_code(code):
            found = exact_origin(code, trace.tb_lasti, line_of(trace))
        trace = trace.tb_next
    return found or capture(2)


def diverge() -> NoReturn:
    """End the block being traced: control does not go further."""
    raise Diverged


def bind(parent: Graph, bodies: Sequence[Graph], n_state: int) -> list[SymbolicTensor]:
    """Give all bodies the same captures in the same order; return their values."""
    union: dict[int, Any] = {}
    for body in bodies:
        union.update((id(outer), outer) for outer, _ in body.captures)
    with as_they_were():  # what was captured is what it was then
        for body in bodies:
            state = body.inputs[:n_state]
            body.inputs = state + [body.capture(outer) for outer in union.values()]
        return [parent.capture(outer) for outer in union.values()]
