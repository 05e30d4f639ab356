"""Run small programs of the documents, and find out what happens to them.

A row's program defines a decorated function. Each call is made twice: as plain Python,
and as a graph. From what the two give, and from the graph, follows the row's kind.
"""

from __future__ import annotations

import contextlib
import enum
import io
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag
from autograph.errors import AutographError
from autograph.testing.agreement import Outcome, Verdict, compare, outcome_of

FILENAME = "example.py"


class Kind(enum.Enum):
    """What happens to a construct when a function is traced."""

    STAGED = "staged"
    AS_IT_STANDS = "as it stands"
    REFUSED = "refused"
    DIFFERENT = "different"


@dataclass(frozen=True)
class Row:
    """A construct, a program that uses it, and calls of the program.

    Attributes:
        section: The heading that it stands under.
        title: The construct, in a few words.
        source: The program; its decorated function is called `f`.
        calls: Expressions.
        note: A sentence for the page.
        ops: Ops that show it is staged; by default the ops that hold graphs.
    """

    section: str
    title: str
    source: str
    calls: tuple[str, ...]
    note: str = ""
    ops: tuple[str, ...] = ()


def row(
    section: str, title: str, source: str, *calls: str, note: str = "", ops: str = ""
) -> Row:
    """Return a row; `ops` names ops, with spaces between them."""
    return Row(section, title, source.strip() + "\n", calls, note, tuple(ops.split()))


@dataclass(frozen=True)
class Call:
    """How one call went.

    Attributes:
        kind: What became of it.
        given: What the graph gave, as the page shows it.
        plain: What plain Python gave, where that is not the same.
    """

    text: str
    kind: Kind
    given: str
    plain: str = ""


@dataclass(frozen=True)
class Judged:
    """A row and what happened."""

    row: Row
    kind: Kind
    calls: tuple[Call, ...]

    @property
    def transcript(self) -> str:
        """The calls as at Python's prompt."""
        lines = []
        for call in self.calls:
            lines += [f">>> {call.text}", call.given]
            if call.plain:
                lines.append("# plain Python: " + call.plain.replace("\n", "\n# "))
        return "\n".join(lines) + "\n"


def judge(row: Row) -> Judged:
    """Run a row's program and say what happened."""
    with program(row.source) as place:
        try:
            place.load()
        except AutographError as error:
            text = place.shown(error)
            call = Call(
                f"from {FILENAME.removesuffix('.py')} import f", Kind.REFUSED, text
            )
            return Judged(row, Kind.REFUSED, (call,))
        calls = tuple(_judge_call(place, row, text) for text in row.calls)
    # The order says which kind of a call speaks for the row.
    order = (Kind.REFUSED, Kind.DIFFERENT, Kind.STAGED, Kind.AS_IT_STANDS)
    kind = min((call.kind for call in calls), key=order.index)
    return Judged(row, kind, calls)


@dataclass(frozen=True)
class Place:
    """A program's file."""

    folder: Path
    name: str

    def load(self) -> dict[str, Any]:
        """Run the file anew; return its globals."""
        path = self.folder / self.name
        namespace: dict[str, Any] = {"__name__": path.stem, "ag": ag, "np": np}
        text = path.read_text(encoding="utf-8")
        exec(compile(text, str(path), "exec"), namespace)
        return namespace

    def shown(self, error: Exception) -> str:
        """Return an error as Python prints it, the folder left out."""
        text = f"{type(error).__name__}: {error}".rstrip(": \n")
        if isinstance(error, RecursionError):
            # In the middle of what the stack overflowed is chance.
            text = re.sub(r"(depth exceeded) .*", r"\1", text)
        return text.replace(f"{self.folder}/", "")


@contextlib.contextmanager
def program(source: str, name: str = FILENAME) -> Iterator[Place]:
    """Put a program into a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder).resolve() / name
        path.write_text(source, encoding="utf-8")
        yield Place(path.parent, name)


def _judge_call(place: Place, row: Row, text: str) -> Call:
    plain, plain_output = _run(place.load(), text, eagerly=True)
    namespace = place.load()
    staged, output = _run(namespace, text)
    again, _ = _run(namespace, text)
    verdict = compare(plain, staged).verdict
    if compare(staged, again).verdict is not Verdict.SAME or output != plain_output:
        verdict = Verdict.DIFFERS
    kind = _kind(place, row, text, verdict, staged)
    given = output + _show(place, staged)
    if verdict is Verdict.SAME:
        return Call(text, kind, given)
    return Call(text, kind, given, plain_output + _show(place, plain))


def _run(
    namespace: dict[str, Any], text: str, *, eagerly: bool = False
) -> tuple[Outcome, str]:
    printed = io.StringIO()
    ag.config.run_functions_eagerly(eagerly)
    try:
        with _captured(printed):
            outcome = outcome_of(lambda: eval(text, namespace), (), {})
    finally:
        ag.config.run_functions_eagerly(run_eagerly=False)
    return outcome, printed.getvalue()


@contextlib.contextmanager
def _captured(printed: io.StringIO) -> Iterator[None]:
    """Collect what is printed; `ag.print` writes to standard error."""
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        yield


def _kind(place: Place, row: Row, text: str, verdict: Verdict, staged: Outcome) -> Kind:
    # Another trace of the same call: was it tracing that failed? What ops came of it?
    tracing = text.replace("f(", "f.get_concrete_function(", 1)
    with _captured(io.StringIO()):
        try:
            graph = eval(tracing, place.load()).graph
        except Exception as error:
            if type(error) is not type(staged.error):
                raise
            return Kind.REFUSED
    if verdict is Verdict.DIFFERS or verdict is Verdict.REFUSED:
        return Kind.DIFFERENT
    ops = set(_ops_in(graph))
    is_staged = ops & set(row.ops) if row.ops else None in ops
    return Kind.STAGED if is_staged else Kind.AS_IT_STANDS


def _ops_in(graph: Any) -> Iterator[str | None]:
    """Yield the names of the ops in a graph, and None for each that holds graphs."""
    for node in graph.nodes:
        yield node.op.name
        for body in node.subgraphs.values():
            yield None
            yield from _ops_in(body)


def _show(place: Place, outcome: Outcome) -> str:
    if outcome.error is not None:
        return place.shown(outcome.error)
    return repr(outcome.value)
