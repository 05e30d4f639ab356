"""Find out whether a block may raise when the graph runs, before it is staged so."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from graph import failing
from graph.graph import Graph, Node, current_graph
from graph.old_staging.abandoned import end_abandoned
from graph.old_staging.journal import refuse_advanced, rewind
from graph.old_staging.raised import Site
from graph.old_staging.watch import Watch
from graph.op import Planned
from graph.ops.attempts import MACHINERY
from graph.ops.raising import RAISE, exception_class
from graph.origin import Origin


class FoundOut(BaseException):  # a jump, not an error
    """A probe knows what it is to find out: what follows would be taken back."""

    def __init__(self, probe: Probe) -> None:
        super().__init__()
        self.probe = probe


class Probe:
    """Entered while it is found out whether a block may raise when the graph runs.

    The block is left as soon as that is known: of attempts in attempts in attempts,
    each would double the time of those inside it.

    Args:
        is_handled: May it go on after an exception? Then count what may not fit, too.

    Attributes:
        is_handled: May it?
        may_raise: May it raise? So far.
        hidden: The graph, and what had been written there when the block began.
    """

    __slots__ = ("hidden", "is_handled", "may_raise")

    def __init__(self, *, is_handled: bool) -> None:
        self.may_raise = False
        self.hidden: tuple[Graph, dict[Any, Any]] | None = None
        self.is_handled = is_handled

    def before(self, graph: Graph, node: Planned, origin: Origin) -> None:
        """See a node that is about to be added.

        Raises:
            FoundOut: It may raise; so do all that follow, for code that goes on.
        """
        del graph, origin
        if node.op in MACHINERY:
            return
        if self.may_raise or self.finds(node):
            self.find_out()

    def find_out(self) -> NoReturn:
        """Find that what is recorded has to be traced anew.

        Raises:
            FoundOut: Always.
        """
        self.may_raise = True
        raise FoundOut(self)

    def finds(self, node: Planned) -> bool:
        """Tell whether what is looked for is this node."""
        return (
            failing.may_raise(node)
            or failing.has_shape_of_values(node)
            or (self.is_handled and failing.may_not_fit(node))
        )

    def after(self, graph: Graph, node: Node) -> None:
        """See a node that has been added."""

    def expect(self, sites: Iterable[Site]) -> None:
        """See that what was raised in these places may be raised again."""


class StepProbe(Probe):
    """Entered while it is found out whether a block does anything when the graph runs.

    An exception may come from outside between any two steps of a run: a signal's
    handler raises it, Ctrl-C does. Where a `try` is for that one, too, a block that
    only tracing runs is left as it stands, and any other is staged.
    """

    __slots__ = ()

    def finds(self, node: Planned) -> bool:
        """Tell whether what is looked for is this node."""
        return not is_known(node)


class Trial(Probe):
    """Entered while something is tried that may be taken back: no node decides that."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(is_handled=False)

    def finds(self, node: Planned) -> bool:
        """Tell whether what is looked for is this node: it never is."""
        del node
        return False


class ContextProbe(Probe):
    """Entered while an exception is handled that holds values of the run.

    It is the context of what the run raises meanwhile. A node that raises on purpose
    has it among its inputs; for any other, the run has to handle it, too. Only there it
    has the attributes, too, that a constructor of the user's gives it.

    Attributes:
        error: The exception.
    """

    __slots__ = ("error",)

    def __init__(self, error: BaseException) -> None:
        super().__init__(is_handled=False)
        self.error = error

    def finds(self, node: Planned) -> bool:
        """Tell whether what is looked for is this node."""
        if node.op is not RAISE:
            return failing.may_raise_at_all(node)
        exception = node.attrs["exception"]
        if isinstance(exception, BaseException):
            return not isinstance(exception, Exception)
        # Others than these end a block where they are raised.
        return not issubclass(exception_class(exception), Exception)


@contextmanager
def probing(
    graph: Graph, roots: Sequence[Callable[..., Any]], probe: Probe | None = None
) -> Iterator[Probe]:
    """Find out whether what is recorded meanwhile may raise when the graph runs.

    If so, it is taken back, with all that was written: it has to be traced anew.

    Args:
        graph: The graph that is being built.
        roots: Callables of the user's that run meanwhile.
        probe: What finds out, by default what may raise whatever its values are.
    """
    probe = probe or Probe(is_handled=False)
    outer = graph.attempts
    mark, journal, was_block = graph.checkpoint(), graph.journal, graph.is_block
    watch = Watch(roots)
    aliases = graph.aliases, graph.alias_contents
    tables = (*aliases, graph.row_links, graph.alternatives)
    known = [dict(table) for table in tables]
    graph.attempts, probe.hidden = (*outer, probe), (graph, journal)
    graph.journal, graph.is_block = {}, True
    outer_start, graph.tried_from = graph.tried_from, len(graph.nodes)
    try:
        yield probe
    except FoundOut as found:
        end_abandoned(found)
        if found.probe is not probe:
            raise
    except BaseException as error:
        if probe.may_raise:  # it is traced anew
            end_abandoned(error)
        raise
    finally:
        graph.attempts, graph.is_block = outer, was_block
        probe.hidden = None  # whoever keeps the probe keeps nothing that was written
        graph.tried_from = outer_start
        if probe.may_raise:
            written = rewind(graph)
            watch.settle(written)
            graph.rollback(mark)
            for table, before in zip(tables, known, strict=True):
                table.clear()  # of objects, and of nodes, that are taken back
                table.update(before)
            graph.journal = journal
            refuse_advanced(written)  # the second trace would miss items
        elif was_block:
            for key, entry in graph.journal.items():
                if not entry.location.is_made_in(graph):
                    journal.setdefault(key, entry)
        graph.journal = journal


def is_known(node: Node | Planned) -> bool:
    """Tell whether a node takes no time: it is a constant, or an input."""
    return node.op.name in ("const", "placeholder")


def give_up() -> NoReturn:
    """Have the innermost probe find that what is recorded has to be traced anew.

    Raises:
        FoundOut: Always.
    """
    graph = current_graph()
    probe = graph.attempts[-1] if graph is not None else None
    assert isinstance(probe, Probe)
    probe.find_out()


__all__ = [
    "ContextProbe",
    "FoundOut",
    "Probe",
    "StepProbe",
    "Trial",
    "give_up",
    "is_known",
    "probing",
]
