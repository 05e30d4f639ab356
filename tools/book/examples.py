"""Run the small programs of the documents, and classify their constructs.

A row's program defines a decorated function. Each call runs twice: as plain Python, and
as a graph. The kind of the row follows from the two results, and from the graph.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import io
import re
import sys
import tempfile
import types
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import autograph as ag
from autograph.errors import AutographError, UnstagedOperationError
from autograph.testing.agreement import Outcome, Verdict, compare, outcome_of
from autograph.testing.variables import Values, variables_of

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
        section: The section of its entry.
        title: The construct, in a few words.
        source: The program; its decorated function is called `f`.
        calls: Expressions.
        note: Text for the page.
        ops: Ops that show that it is staged; by default the ops with subgraphs.
        traced: The call of `f` that is traced to see the ops, where `calls` call
            something else.
    """

    section: str
    title: str
    source: str
    calls: tuple[str, ...]
    note: str = ""
    ops: tuple[str, ...] = ()
    traced: str = ""


def row(
    section: str,
    title: str,
    source: str,
    *calls: str,
    note: str = "",
    ops: str = "",
    traced: str = "",
) -> Row:
    """Return a row; `ops` names ops, with spaces between them."""
    text = source.strip() + "\n"
    return Row(section, title, text, calls, note, tuple(ops.split()), traced)


@dataclass(frozen=True)
class Limit:
    """A limitation that TensorFlow documents, and a program that shows it here.

    Attributes:
        said: Where it is documented.
        there: What is documented, in our own words.
        row: The program; its note is about this library.
    """

    said: str
    there: str
    row: Row


GUIDE = "guide to `tf.function`"
API = "reference of `tf.function`"
REFERENCE = "reference of AutoGraph"


def limit(
    section: str,
    title: str,
    said: str,
    there: str,
    source: str,
    *calls: str,
    here: str = "",
    ops: str = "",
    traced: str = "",
) -> Limit:
    """Return a limitation."""
    shown = row(section, title, source, *calls, note=here, ops=ops, traced=traced)
    return Limit(said, there, shown)


@dataclass(frozen=True)
class Call:
    """One call and its results.

    Attributes:
        kind: Its kind.
        given: The result of the graph, as the page shows it.
        plain: The result of plain Python, where it is not the same.
    """

    text: str
    kind: Kind
    given: str
    plain: str = ""


@dataclass(frozen=True)
class Judged:
    """A row, its kind and its calls."""

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
    """Run a row's program, and classify it."""
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
    # The first of these kinds that a call has is the kind of the row.
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
        module = types.ModuleType(path.stem)
        # Dataclasses look for the module of their class.
        sys.modules[path.stem] = module
        namespace = vars(module)
        namespace.update(ag=ag, np=np)
        text = path.read_text(encoding="utf-8")
        exec(compile(text, str(path), "exec"), namespace)  # noqa: S102
        return namespace

    def shown(self, error: Exception) -> str:
        """Return an error as Python prints it, the folder left out."""
        text = f"{type(error).__name__}: {error}".rstrip(": \n")
        # Before Python 3.12 comprehensions had frames of their own.
        text = re.sub("<(list|dict|set)comp>", "f", text)
        return text.replace(f"{self.folder}/", "")


@contextlib.contextmanager
def program(source: str, name: str = FILENAME) -> Iterator[Place]:
    """Put a program into a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder).resolve() / name
        path.write_text(source, encoding="utf-8")
        try:
            yield Place(path.parent, name)
        finally:
            sys.modules.pop(path.stem, None)


def _judge_call(place: Place, row: Row, text: str) -> Call:
    plain, plain_output = _run(place.load(), text, eagerly=True)
    namespace = place.load()
    before = Values(variables_of(None, *namespace.values()))
    staged, output = _run(namespace, text)
    before.put_back()
    again, _ = _run(namespace, text)
    _align(plain, staged)
    verdict = compare(plain, staged).verdict
    if compare(staged, again).verdict is not Verdict.SAME or output != plain_output:
        verdict = Verdict.DIFFERS
    kind = _kind(place, row, text, verdict, staged)
    given = output + _show(place, staged)
    if verdict is Verdict.SAME:
        return Call(text, kind, given)
    return Call(text, kind, given, plain_output + _show(place, plain))


def _align(plain: Outcome, staged: Outcome) -> None:
    """Give both results one class: the program, which defines it, was loaded twice."""
    left: Any = plain.error
    right: Any = staged.error
    is_object = hasattr(plain.value, "__dict__")
    if (dataclasses.is_dataclass(plain.value) or is_object) and not staged.error:
        left, right = plain.value, staged.value
    if left is None or right is None or type(right).__module__ == "builtins":
        return
    names = [(each.__module__, each.__qualname__) for each in map(type, (left, right))]
    if names[0] == names[1]:
        left.__class__ = type(right)


def _run(
    namespace: dict[str, Any], text: str, *, eagerly: bool = False
) -> tuple[Outcome, str]:
    printed = io.StringIO()
    ag.config.run_functions_eagerly(eagerly)
    try:
        with _captured(printed):
            outcome = outcome_of(lambda: eval(text, namespace), (), {})  # noqa: S307
    finally:
        ag.config.run_functions_eagerly(run_eagerly=False)
    if isinstance(outcome.error, RecursionError):
        # Where exactly the stack overflows is chance.
        outcome.error.args = ("maximum recursion depth exceeded",)
        outcome.error.__context__ = None
    return outcome, printed.getvalue()


@contextlib.contextmanager
def _captured(printed: io.StringIO) -> Iterator[None]:
    """Collect what is printed; `ag.print` writes to standard error."""
    streams = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed)
    with streams[0], streams[1], warnings.catch_warnings():
        warnings.simplefilter("always", ag.errors.LeakedTensorWarning)
        warnings.showwarning = _without_folder  # type: ignore[assignment]
        yield


def _without_folder(
    message: Any, category: Any, filename: str, lineno: int, *_: Any
) -> None:
    """Show a warning as Python does, without the folder of its file and the line."""
    print(f"{Path(filename).name}:{lineno}: {category.__name__}: {message}")


def _kind(place: Place, row: Row, text: str, verdict: Verdict, staged: Outcome) -> Kind:
    # Trace the same call again: does tracing fail, and which ops has the graph?
    tracing = (row.traced or text).replace("f(", "f.get_concrete_function(", 1)
    with _captured(io.StringIO()):
        try:
            graph = eval(tracing, place.load()).graph  # noqa: S307
        except Exception as error:
            if type(error) is not type(staged.error):
                raise
            return Kind.REFUSED
    is_refused = verdict is Verdict.REFUSED  # by the run, on this path alone
    if verdict is Verdict.DIFFERS or (
        is_refused and not isinstance(staged.error, UnstagedOperationError)
    ):
        return Kind.DIFFERENT
    nodes = list(_ops_in(graph))
    names = {None if each is None else each.name for each in nodes}
    is_python = any(each is not None and each.source is not None for each in nodes)
    is_staged = names & set(row.ops) if row.ops else None in names
    return Kind.STAGED if is_staged or is_python else Kind.AS_IT_STANDS


def _ops_in(graph: Any) -> Iterator[Any]:
    """Yield the ops in a graph, and None for each subgraph."""
    for node in graph.nodes:
        yield node.op
        for body in node.subgraphs.values():
            yield None
            yield from _ops_in(body)


def _show(place: Place, outcome: Outcome) -> str:
    if outcome.error is not None:
        return place.shown(outcome.error)
    return repr(outcome.value)
