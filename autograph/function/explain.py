"""Why a function was traced: each trace, and what tells it from the nearest other.

`explain` of a function returns this as data, whose text is a table. A function that
keeps retracing says so once, by a warning with the reason and the fix.
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from autograph.arguments import key_orders
from autograph.errors import RetracingWarning
from autograph.function.cache import Entry, Traces
from autograph.function.fallback import Fall, Falls
from autograph.function.inputs import Call, is_kept_as
from autograph.function.key import IDENTITIES
from graph.graph import Graph, Node
from graph.origin import UNKNOWN, Origin, capture
from graph.python.record import is_python
from graph.specs import TensorSpec
from graph.structure import is_placeholder

# A function that has been traced so often, and whose traces have been used again less
# often than that in all, keeps retracing.
WARN_AFTER: Final = 10


@dataclass(frozen=True)
class Difference:
    """An argument that two traces differ in.

    Attributes:
        path: Where it comes from, such as `x` or `config['rate']`.
        kind: What differs: `shape`, `dtype`, `value`, `object`, `type`, `structure`,
            the `class` of what is a tensor in one and an array in the other, the
            `order` of a dict's keys, or the `flag` of the layer around; or `given`,
            if one was asked for by specs.
        here: What it is in this trace.
        there: What it is in the nearest other one.
    """

    path: str
    kind: str
    here: str
    there: str

    def __str__(self) -> str:
        return f"{self.path}: {self.here}, not {self.there}"


@dataclass(frozen=True)
class TraceReport:
    """A trace.

    Attributes:
        arguments: Each argument, or part of one, with what it counts with.
        nearest: The number of the trace that differs least, None if there is no other.
        differences: What differs from that.
        caller: The line of the call that it was traced for.
        convert_s: Seconds to convert source, that of called functions included.
        trace_s: Seconds to run the function on symbolic tensors.
        build_s: Seconds to optimise the graph and build its program.
        constants_bytes: The arrays that the graph holds.
        program_bytes: The program, its source included.
        hits: How many calls found it made.
        nodes: How many nodes its graph has, those of bodies included.
        python_nodes: How many of these are operations of Python's on objects.
        python_lines: The calls and statements that Python makes when it runs, with the
            code of the way in which each fell, and the reason.
    """

    arguments: tuple[tuple[str, str], ...]
    nearest: int | None
    differences: tuple[Difference, ...]
    caller: Origin
    convert_s: float
    trace_s: float
    build_s: float
    constants_bytes: int
    program_bytes: int
    hits: int
    nodes: int = 0
    python_nodes: int = 0
    python_lines: tuple[tuple[str, str, Origin], ...] = ()

    @property
    def key(self) -> str:
        """The arguments in one line."""
        return ", ".join(f"{path}={shown}" for path, shown in self.arguments)


@dataclass(frozen=True)
class FallReport:
    """A line for whose sake calls run as plain Python.

    Attributes:
        code: The way in which they fell, AG310 to AG349.
        cause: The identifier of the error, if that has one.
        reason: What could not be staged.
        origin: The line.
        n_kinds: How many kinds of calls have fallen there.
        n_calls: How many calls have run as plain Python for it.
    """

    code: str
    cause: str
    reason: str
    origin: Origin
    n_kinds: int
    n_calls: int


@dataclass(frozen=True)
class Explanation:
    """The traces of a function, why each was made, and what runs as plain Python.

    Attributes:
        name: The function's name.
        traces: Those that are kept, in the order in which they were made.
        n_traced: How many have been made.
        n_evicted: How many of these are gone.
        falls: The lines that could not be staged; those of all instances of a method.
        is_untraced: Do all calls run as plain Python, and none is traced any more?
    """

    name: str
    traces: tuple[TraceReport, ...]
    n_traced: int
    n_evicted: int
    falls: tuple[FallReport, ...] = ()
    is_untraced: bool = False

    def __str__(self) -> str:
        """Return a table, and under it what tells each trace from the nearest."""
        n_hits = sum(each.hits for each in self.traces)
        head = f"{self.name}: traced {_times(self.n_traced)}, {len(self.traces)} kept"
        lines = [f"{head}, found {_times(n_hits)}"]
        if self.traces:
            lines += self._table()
        for each in self.falls:
            told = f"{each.code}, of {each.cause}" if each.cause else each.code
            calls = f"{_of(each.n_kinds, 'kind')} of calls, {_of(each.n_calls, 'call')}"
            lines.append(f"  plain Python at {each.origin}, {calls} [{told}]")
            lines.append(f"      {each.reason}")
        if self.is_untraced:
            lines.append("  no call is traced any more")
        return "\n".join(lines)

    def _table(self) -> list[str]:
        lines = []
        columns = ("trace", "hits", "convert", "trace", "build", "bytes", "caller")
        rows = [columns, *(_row(i, each) for i, each in enumerate(self.traces))]
        widths = [max(len(row[place]) for row in rows) for place in range(len(columns))]
        for row in rows:
            cells = [
                cell.ljust(width) if place in (0, 6) else cell.rjust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append("  " + "  ".join(cells).rstrip())
        for number, each in enumerate(self.traces):
            lines.append(f"  #{number}: {each.key or 'no arguments'}")
            if each.nearest is not None:
                lines += [
                    f"      unlike #{each.nearest}: {d}" for d in each.differences
                ]
            if each.python_nodes:
                share = each.python_nodes / each.nodes
                lines.append(
                    f"      {_of(each.nodes, 'node')}, {share:.0%} operations of Python"
                )
            lines += [
                f"      Python at {origin}: {reason} [{code}]"
                for code, reason, origin in each.python_lines
            ]
        return lines


def _of(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"


def _row(number: int, report: TraceReport) -> tuple[str, ...]:
    seconds = (report.convert_s, report.trace_s, report.build_s)
    size = report.constants_bytes + report.program_bytes
    return (
        f"#{number}",
        str(report.hits),
        *(f"{1000 * each:.1f} ms" for each in seconds),
        str(size),
        str(report.caller) if report.caller is not UNKNOWN else "?",
    )


# What the flag of the layer around a call is called, beside arguments.
_FLAG: Final = "training of the layer around"


def explain(name: str, traces: Traces, falls: Falls) -> Explanation:
    """Return what is known of a function's traces, and of calls without one."""
    entries = traces.entries()
    reports = tuple(_report(entry, entries) for entry in entries)
    of_lines: dict[tuple[str, int], list[Fall]] = {}
    for fall in falls:
        of_lines.setdefault(fall.line, []).append(fall)
    return Explanation(
        name,
        reports,
        traces.n_traced,
        traces.n_evicted,
        tuple(map(_fall_report, of_lines.values())),
        is_untraced=falls.whole is not None,
    )


def _fall_report(found: Sequence[Fall]) -> FallReport:
    first = found[0]
    n_calls = sum(each.n_calls for each in found)
    parts = (first.code, first.cause, first.reason, first.origin)
    return FallReport(*parts, len(found), n_calls)


def _report(entry: Entry, entries: Sequence[Entry]) -> TraceReport:
    nearest, found = nearest_of(entry, entries)
    concrete = entry.concrete
    leaves = zip(concrete.call.paths, concrete.call.leaves, strict=True)
    shown = [(path, show_leaf(leaf)) for path, leaf in leaves]
    flag = entry.key.flag
    if flag is not None:
        shown.append((_FLAG, repr(flag)))
    return TraceReport(
        arguments=tuple(shown),
        nearest=nearest,
        differences=found,
        caller=entry.caller,
        convert_s=entry.convert_s,
        trace_s=entry.trace_s,
        build_s=entry.build_s,
        constants_bytes=constants_bytes(concrete.graph),
        program_bytes=program_bytes(concrete),
        hits=entry.hits,
        nodes=sum(1 for _ in _nodes_of(concrete.graph)),
        python_nodes=sum(map(is_python, _nodes_of(concrete.graph))),
        python_lines=concrete.python_lines,
    )


def _nodes_of(graph: Graph) -> Iterator[Node]:
    for node in graph.nodes:
        if not is_placeholder(node):
            yield node
        for body in node.subgraphs.values():
            yield from _nodes_of(body)


def nearest_of(
    entry: Entry, entries: Sequence[Entry]
) -> tuple[int | None, tuple[Difference, ...]]:
    """Return the number of the trace that differs least, and the differences.

    Of those that differ as little, the last one made before it, else the first after.
    """
    place = entries.index(entry)
    order = [*range(place - 1, -1, -1), *range(place + 1, len(entries))]
    here = entry.concrete.call
    found = [
        (number, differences(here, entries[number].concrete.call)) for number in order
    ]
    return min(found, key=lambda each: len(each[1]), default=(None, ()))


def differences(here: Call, there: Call) -> tuple[Difference, ...]:
    """Return what two calls of one function differ in, argument by argument."""
    left = dict(zip(here.paths, here.leaves, strict=True))
    right = dict(zip(there.paths, there.leaves, strict=True))
    found: list[Difference] = []
    if here.structure != there.structure:
        for name, one, other in zip(
            here.names, here.structure.parts, there.structure.parts, strict=True
        ):
            if one != other:
                found.append(Difference(name, "structure", str(one), str(other)))
    found.extend(
        _difference(path, left[path], right[path])
        for path in left
        if path in right and not _is_same(left[path], right[path])
    )
    if not found:
        found.extend(_of_classes(here, there))
    if not found:
        found.extend(
            Difference(name, "order", str(one), str(other))
            for name, one, other in zip(
                here.names, here.structure.parts, there.structure.parts, strict=True
            )
            if key_orders(one) != key_orders(other)
        )
    flags = here.key.flag, there.key.flag
    if flags[0] is not flags[1]:
        found.append(Difference(_FLAG, "flag", *map(repr, flags)))
    is_asked = here.key.is_of_specs
    if not found and is_asked is not there.key.is_of_specs:
        shown = ("specs", "tensors") if is_asked else ("tensors", "specs")
        found.append(Difference("arguments", "given", *shown))
    return tuple(found)


def _of_classes(here: Call, there: Call) -> Iterator[Difference]:
    """Yield which arguments are tensors in one call, and arrays in the other."""
    kinds = zip(here.paths, here.key.kinds, there.key.kinds, strict=False)
    for path, one, other in kinds:
        if one is not other and one is not None and other is not None:
            yield Difference(path, "class", one.__name__, other.__name__)


def _is_same(here: Any, there: Any) -> bool:
    if isinstance(here, IDENTITIES):
        return here.value is not None and is_kept_as(there, here)
    is_object = isinstance(there, IDENTITIES)
    return not is_object and is_kept_as(here, there)


def _difference(path: str, here: Any, there: Any) -> Difference:
    shown = show_leaf(here), show_leaf(there)
    if isinstance(here, TensorSpec) and isinstance(there, TensorSpec):
        if here.dtype is not there.dtype:
            return Difference(path, "dtype", *shown)
        return Difference(path, "shape", *shown)
    if isinstance(here, IDENTITIES) and isinstance(there, IDENTITIES):
        return Difference(path, "object", *shown)
    is_value = type(here) is type(there)
    return Difference(path, "value" if is_value else "type", *shown)


def show_leaf(leaf: Any) -> str:
    """Return what an argument counts with, as text."""
    if isinstance(leaf, TensorSpec):
        return str(leaf)
    if isinstance(leaf, IDENTITIES):
        value = leaf.value
        return "an object that is gone" if value is None else _shown_object(value)
    text = repr(leaf)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _shown_object(value: Any) -> str:
    name = getattr(value, "__qualname__", None)
    return name if isinstance(name, str) else f"<{type(value).__name__} {id(value):#x}>"


# -- Sizes ---------------------------------------------------------------------------


def constants_bytes(graph: Graph) -> int:
    """Return the bytes of the arrays that a graph and its bodies hold."""
    arrays: dict[int, int] = {}
    _collect_arrays(graph, arrays)
    return sum(arrays.values())


def _collect_arrays(graph: Graph, arrays: dict[int, int]) -> None:
    for node in graph.nodes:
        for value in node.attrs.values():
            if isinstance(value, np.ndarray):
                arrays[id(value)] = value.nbytes
        for body in node.subgraphs.values():
            _collect_arrays(body, arrays)


def program_bytes(concrete: Any) -> int:
    """Return the bytes of a program: its source, and its compiled code."""
    return sys.getsizeof(concrete.program_source()) + sys.getsizeof(
        concrete.code.co_code
    )


# -- The warning ---------------------------------------------------------------------


def warn_if_retracing(name: str, traces: Traces) -> None:
    """Warn once of a function that keeps retracing, at the line that is calling it."""
    if traces.is_warned or traces.n_traced < WARN_AFTER:
        return
    entries = traces.entries()
    if sum(entry.hits for entry in entries) >= traces.n_traced:
        return
    traces.is_warned = True
    caller = capture()
    seconds = sum(each.convert_s + each.trace_s + each.build_s for each in entries)
    reason, fix = _reason(entries)
    message = (
        f"{name}() has been traced {traces.n_traced} times, and its traces have been "
        f"used again {sum(entry.hits for entry in entries)} times; tracing has taken "
        f"{seconds:.2f} s. {reason} {fix} {name}.explain() shows each trace."
    )
    warnings.warn_explicit(
        message, RetracingWarning, caller.filename, max(caller.lineno, 1)
    )


def _reason(entries: Sequence[Entry]) -> tuple[str, str]:
    """Return what most of the traces differ in, and what to do about it."""
    found = [
        each
        for entry in entries[-WARN_AFTER:]
        for each in nearest_of(entry, entries)[1]
    ]
    counts = Counter((each.path, each.kind) for each in found)
    if not counts:
        return "", "Its traces went with objects that they were made for: keep these."
    (path, kind), _ = counts.most_common(1)[0]
    shown = dict.fromkeys(each.here for each in found if each.path == path)
    values = ", ".join([*list(shown)[:4], *(["..."] if len(shown) > 4 else [])])
    return f"Its argument {path} differs in its {kind}: {values}.", FIXES[kind]


FIXES: Final = {
    "shape": "Write reduce_retracing=True, or an input_signature with None for the "
    "dimensions that vary.",
    "dtype": "Convert it to one dtype before the call, with ag.cast.",
    "class": "Pass tensors each time, such as ag.constant(array), or arrays.",
    "value": "If it does not decide how the graph is built, pass a tensor, such as "
    "ag.constant(n).",
    "object": "Objects count by identity: pass the same one, or its tensors.",
    "order": "Make dicts with their keys in one order, as `dict(sorted(d.items()))` "
    "has them.",
    "flag": "A layer calls it to train, and otherwise: it has a trace for each.",
    "given": "Ask for it with tensors, or give the function an input_signature.",
    "type": "Pass values of one type; a tensor where it may be.",
    "structure": "Pass arguments that are nested alike, such as one tensor that is "
    "stacked of the parts.",
}


__all__ = [
    "Difference",
    "Explanation",
    "FallReport",
    "TraceReport",
    "explain",
    "warn_if_retracing",
]
