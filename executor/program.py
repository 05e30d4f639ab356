"""Build a program of a graph, once; run it many times.

    program = build(graph)
    results = program.run(*arrays)

A program is one generated Python function of straight-line calls of kernels on
locals, with native `if` and `while`. Everything that can be decided is decided when
it is built; it is immutable, and what a run changes belongs to that run.
"""

from __future__ import annotations

import itertools
import linecache
import weakref
from collections.abc import Callable, Iterator
from typing import Any, Final

from executor import errors
from executor.arrays import assign_arrays
from executor.emission import emit
from executor.forms import choose_forms
from executor.liveness import count_uses
from executor.lowering import lower
from executor.names import Names
from executor.ownership import assign_lists
from executor.planning import plan_threads
from executor.pruning import prune
from executor.writer import Line
from graph.errors import LeakedTensorError
from graph.graph import Graph

# Numbers the files that programs pretend to be in. Written by `build` only.
_SERIAL: Final[Iterator[int]] = itertools.count(1)


class Program:
    """A graph as a function of arrays.

    Attributes:
        graph: What it was built of.
        run: The generated function itself. It takes the inputs of the graph in order:
            arrays, 0-d for scalars, or Python numbers for inputs of a Python dtype.
            It returns a tuple with a result for each output, see `output_forms`.
        source: The text of the generated function.
        output_forms: For each result `python` (a Python number, of the spec's dtype
            all the same), `scalar` (a NumPy scalar) or `array` (an ndarray, or the
            NumPy scalar that a kernel gives for a 0-d one).
        filename: The file it pretends to be in, for debuggers.
    """

    __slots__ = ("__weakref__", "_lines", "filename", "graph", "output_forms", "run",
                 "source")  # fmt: skip

    def __init__(
        self,
        graph: Graph,
        run: Callable[..., tuple[Any, ...]],
        lines: tuple[Line, ...],
        output_forms: tuple[str, ...],
    ) -> None:
        """Put together what `build` made."""
        self.graph = graph
        self.run = run if not _leaks(graph) else _refusing(graph)
        self.source = "\n".join(line.render() for line in lines) + "\n"
        self.output_forms = output_forms
        self.filename = run.__code__.co_filename
        self._lines = lines
        text = self.source.splitlines(keepends=True)
        linecache.cache[self.filename] = (len(self.source), None, text, self.filename)
        weakref.finalize(self, linecache.cache.pop, self.filename, None).atexit = False

    def __call__(self, *arrays: Any) -> tuple[Any, ...]:
        """Run, with errors told at the user's line; `run` is faster by a little."""
        try:
            return self.run(*arrays)
        except BaseException as error:
            self.locate(error)
            raise

    def locate(self, error: BaseException) -> None:
        """Let the traceback of an error that `run` raised end at the user's line.

        To be called while the error is handled, before a bare `raise`:

            try:
                return program.run(*arrays)
            except BaseException as error:
                program.locate(error)
                raise
        """
        errors.locate(error, self.filename, self._lines)

    def __repr__(self) -> str:
        """Return a short form for messages."""
        return f"<program of {self.graph.name!r}, {len(self._lines)} lines>"


def _leaks(graph: Graph) -> bool:
    try:
        graph.check_leaks()
    except LeakedTensorError:
        return True
    return False


def _refusing(graph: Graph) -> Callable[..., tuple[Any, ...]]:
    """Return what runs in the place of a program some of whose inputs never come."""

    def run(*_: Any) -> tuple[Any, ...]:
        graph.check_leaks()
        raise AssertionError("the graph has captures of other traces")

    return run


def build(graph: Graph, threads: int | None = None) -> Program:
    """Build the program of a finished graph.

    Args:
        graph: The graph.
        threads: 1 to run every step on the calling thread; by default heavy steps
            that are independent run beside each other.
    """
    region = lower(graph)
    for each in region.regions:
        prune(each)
        choose_forms(each)
        count_uses(each)
        assign_lists(each)
        assign_arrays(each)
        if threads != 1:
            plan_threads(each)
    names = Names()
    tell = errors.Telling()
    function, lines = emit(region, names, tell)
    text = "\n".join(line.text for line in lines) + "\n"
    namespace = dict(names.globals)
    code = compile(text, f"<program {function} {next(_SERIAL)}>", "exec")
    exec(code, namespace)
    tell.filename, tell.lines = code.co_filename, tuple(lines)
    forms = tuple(value.home for value in region.block.results)
    return Program(graph, namespace.pop(function), tuple(lines), forms)
