"""Time programs over numbers and Python's containers, beside plain Python.

    python -m tools.bench.bench_containers --only dijkstra --json out.json

Over a hundred programs of `tools/bench/programs`, each some 5 to 50 ms of plain Python.
For each:

- plain: a call of the function as it is.
- first: the first call of `ag.function(function)`, which traces, and runs once.
- later, ratio: a later call, and that over plain.
- growth: what data of twice the size cost, over what they cost before: plain, and
  later calls. A program is linear where plain Python is if these are alike.
- staged: a graph runs all of it: `python="refuse"` takes it. Else it has fallen, and
  the line under the program says where Python runs it, and why.
- agrees: the results and the arguments, which may be written to, are those of plain
  Python; else the line under the program says what differs.

A program runs in a process of its own, which ends when it takes longer than `--limit`
seconds. What was measured until then is kept, and the program counts as slower than
all others. Plain and later calls take turns, and the least disturbed of each counts.
"""

from __future__ import annotations

import argparse
import functools
import gc
import json
import math
import multiprocessing
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import autograph as ag
from tools.bench import _harness as harness
from tools.bench._results import difference
from tools.bench.programs import PROGRAMS
from tools.bench.programs._table import Program

# What containers are for; shown apart, with a bound of their own: twice plain Python.
NAMED = (
    "count_values",
    "group_by_setdefault",
    "group_by_defaultdict",
    "dijkstra",
    "breadth_first",
    "table_as_text",
    "text_by_addition",
    "particles_in_a_box",
    "bank_accounts",
)
DEFAULT_LIMIT_S = 30.0
DEFAULT_REPEATS = 5
# Repeats end after this time, for the sake of programs that are much slower.
ENOUGH_S = 2.0
# Growths that differ by more than this factor are not alike.
GROWTH_TOLERANCE = 1.4


@dataclass
class Row:
    """What was measured of a program; None is what could not be.

    Attributes:
        name: Of the program.
        subject: Its module.
        plain_s: Seconds of a plain call.
        first_s: Seconds of the first call.
        later_s: Seconds of a later call.
        difference: What differs from plain Python, empty if nothing does.
        is_staged: Does a graph run all of it?
        fall: Why it does not, empty if it does.
        plain_growth: Seconds of a plain call for twice the size, over `plain_s`.
        later_growth: The same of a later call, over `later_s`.
        failure: What ended the measurement early, empty if nothing did.
    """

    name: str
    subject: str
    plain_s: float | None = None
    first_s: float | None = None
    later_s: float | None = None
    difference: str | None = None
    is_staged: bool | None = None
    fall: str = ""
    plain_growth: float | None = None
    later_growth: float | None = None
    failure: str = ""

    @property
    def ratio(self) -> float:
        """A later call over a plain one; infinite if there was none."""
        if self.later_s is None or self.plain_s is None:
            return math.inf
        return self.later_s / self.plain_s

    @property
    def tracing_s(self) -> float:
        """The first call without its run; infinite if there was none."""
        if self.first_s is None:
            return math.inf
        return max(0.0, self.first_s - (self.later_s or 0.0))

    @property
    def is_linear(self) -> bool | None:
        """Do later calls grow as plain ones do?"""
        if self.plain_growth is None or self.later_growth is None:
            return None
        return self.later_growth <= GROWTH_TOLERANCE * self.plain_growth


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the programs; print a table, and what it comes to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--only", action="append", choices=sorted(PROGRAMS), metavar="NAME",
        help="a program; may be given several times",
    )  # fmt: skip
    parser.add_argument(
        "--limit", type=float, default=DEFAULT_LIMIT_S, help="seconds for a program"
    )
    parser.add_argument("--repeats", type=int, default=DEFAULT_REPEATS)
    parser.add_argument(
        "--cpu-time",
        action="store_true",
        help="count processor time, that of all threads: for a computer that is busy",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write FILE")
    options = parser.parse_args(arguments)
    timer = time.process_time if options.cpu_time else time.perf_counter
    print(HEAD)
    rows = []
    for name in options.only or PROGRAMS:
        row = measured(PROGRAMS[name], options.limit, options.repeats, timer)
        print(line(row), flush=True)
        rows.append(row)
    print("", *summary(rows), sep="\n")
    if options.json:
        options.json.write_text(json.dumps(record(rows), indent=2) + "\n", "utf-8")


def measured(
    program: Program,
    limit_s: float,
    repeats: int,
    timer: harness.Timer = time.perf_counter,
) -> Row:
    """Measure a program in a process of its own, which ends at the limit at last."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(
        target=_measure_in, args=(theirs, program, repeats, timer), daemon=True
    )
    child.start()
    theirs.close()
    row = Row(program.name, program.subject, failure="it ended early")
    end = time.monotonic() + limit_s
    doing = "plain"
    try:
        while ours.poll(max(0.0, end - time.monotonic())):
            field, value = ours.recv()
            if field == "doing":
                doing = value
            else:
                setattr(row, field, value)
        row.failure = f"over {limit_s:g} s, in: {doing}"
    except EOFError:
        pass
    child.kill()
    child.join()
    return row


def _measure_in(
    report_to: Connection[Any, Any],
    program: Program,
    repeats: int,
    timer: harness.Timer,
) -> None:
    warnings.simplefilter("ignore")
    with report_to:
        try:
            for found in measurements(program, repeats, timer):
                report_to.send(found)
            report_to.send(("failure", ""))
        except Exception as error:  # noqa: BLE001  # whatever it raises is a result
            text = f"{type(error).__name__}: {_first_line(error)}"
            report_to.send(("failure", text))


def measurements(
    program: Program, repeats: int, timer: harness.Timer
) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a row, as they become known, and what is done in between."""
    _warm_up()
    given = program.arguments(program.size)
    function = ag.function(program.run)
    turns = functools.partial(_in_turns, program, function, repeats, timer)
    plain_s, expected = _timed(program, program.run, given, timer)
    yield "plain_s", plain_s
    yield "doing", "the first call"
    first_s, found = _timed(program, function, given, timer)
    yield "first_s", first_s
    yield "difference", difference(expected, found) or ""
    yield "doing", "later calls"
    plain_s, later_s = turns(given)
    yield "plain_s", plain_s
    yield "later_s", later_s
    _, found = _timed(program, function, given, timer)
    yield "difference", difference(expected, found) or ""
    falls = function.explain().falls
    yield "is_staged", not falls
    if falls:
        yield "fall", f"fell at line {falls[0].origin.lineno}: {falls[0].reason}"
    yield "doing", "twice the size"
    twice = program.arguments(2 * program.size)
    _timed(program, function, twice, timer)
    twice_plain_s, twice_later_s = turns(twice)
    yield "plain_growth", twice_plain_s / plain_s
    yield "later_growth", twice_later_s / later_s
    if not falls:
        yield "doing", 'python="refuse"'
        refusal = refused(program, given)
        yield "is_staged", not refusal
        yield "fall", refusal


def refused(program: Program, arguments: tuple[Any, ...]) -> str:
    """Return why `python="refuse"` does not take a program, empty if it does."""
    try:
        ag.function(program.run, python="refuse")(*program.fresh(arguments))
    except ag.errors.StagingError as error:
        return f"refused: {_first_line(error)}"
    return ""


def _warm_up() -> None:
    """Import what a first call imports."""

    def total(xs: Any) -> Any:
        seen = {}
        for x in xs:
            seen[int(x)] = float(x)
        return len(seen)

    given = PROGRAMS["histogram"].arguments(8)[0]
    ag.function(total)(given)


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0][:150]


def _in_turns(
    program: Program,
    function: Callable[..., Any],
    repeats: int,
    timer: harness.Timer,
    given: tuple[Any, ...],
) -> tuple[float, float]:
    """Return the least seconds of plain and of later calls, which take turns."""
    plain_s: list[float] = []
    later_s: list[float] = []
    start = time.monotonic()
    while len(plain_s) < repeats:
        plain_s.append(_timed(program, program.run, given, timer)[0])
        later_s.append(_timed(program, function, given, timer)[0])
        if time.monotonic() - start > ENOUGH_S:
            break
    return min(plain_s), min(later_s)


def _timed(
    program: Program,
    call: Callable[..., Any],
    given: tuple[Any, ...],
    timer: harness.Timer,
) -> tuple[float, tuple[Any, ...]]:
    """Return the seconds of a call, and its result with the arguments after it."""
    arguments = program.fresh(given)
    gc.collect()
    gc.disable()
    try:
        start = timer()
        result = call(*arguments)
        seconds = timer() - start
    finally:
        gc.enable()
    return seconds, (result, *arguments)


# -- The report

HEAD = (
    f"{'program':26} {'subject':9} {'plain':>8} {'first':>8} {'later':>8} {'ratio':>7}"
    f"  {'growth':11} {'linear':6} {'staged':6} agrees"
)


def line(row: Row) -> str:
    """Return a row of the table; a second line says what went wrong."""
    seconds = " ".join(
        f"{'-' if s is None else harness.format_time(s):>8}"
        for s in (row.plain_s, row.first_s, row.later_s)
    )
    ratio = "-" if math.isinf(row.ratio) else f"{row.ratio:.2f}"
    growths = "-"
    if row.plain_growth is not None and row.later_growth is not None:
        growths = f"{row.plain_growth:.1f} {row.later_growth:.1f}"
    agrees = None if row.difference is None else not row.difference
    text = (
        f"{row.name:26} {row.subject:9} {seconds} {ratio:>7}  {growths:11} "
        f"{_answer(row.is_linear):6} {_answer(row.is_staged):6} {_answer(agrees)}"
    )
    for remark in (row.difference, row.fall, row.failure):
        if remark:
            text += f"\n    {remark}"
    return text


def summary(rows: Sequence[Row]) -> list[str]:
    """Return what the rows come to."""
    n_alike = sum(row.difference == "" for row in rows)
    n_linear = sum(row.is_linear is True for row in rows)
    staged = [row for row in rows if row.is_staged]
    counts = (
        f"{n_alike} agree",
        f"{len(staged)} are staged",
        f"{n_linear} are linear where plain Python is",
        f"{sum(bool(row.failure) for row in rows)} did not finish",
    )
    lines = [
        harness._describe(harness.environment()),
        f"{len(rows)} programs: {', '.join(counts)}",
        f"later/plain: {_spread([row.ratio for row in rows], '{:.2f}')}",
        f"  if staged: {_spread([row.ratio for row in staged], '{:.2f}')}",
        f"tracing:     {_spread([row.tracing_s for row in rows], '{:.3f} s')}",
    ]
    slowest = sorted(rows, key=lambda row: -row.ratio)[:10]
    lines += ["slowest: " + ", ".join(f"{r.name} {r.ratio:.1f}" for r in slowest)]
    named = [row for row in rows if row.name in NAMED]
    lines += ["named:   " + ", ".join(f"{r.name} {r.ratio:.1f}" for r in named)]
    return lines


def record(rows: Sequence[Row]) -> dict[str, Any]:
    """Return the rows as JSON data; what is infinite is left out."""
    kept = [
        asdict(row)
        | {"ratio": row.ratio if math.isfinite(row.ratio) else None}
        | {"is_linear": row.is_linear}
        for row in rows
    ]
    return {
        "title": "programs over containers",
        "environment": harness.environment(),
        "programs": kept,
    }


def percentile(values: Sequence[float], share: float) -> float:
    """Return the least value that at least a share of the values do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def _spread(values: Sequence[float], form: str) -> str:
    if not values:
        return "-"
    median, high, most = (percentile(values, share) for share in (0.5, 0.9, 1.0))
    return ", ".join(
        f"{title} {form.format(value)}"
        for title, value in (("median", median), ("p90", high), ("max", most))
    )


def _answer(is_so: bool | None) -> str:
    return "-" if is_so is None else "yes" if is_so else "no"


if __name__ == "__main__":
    main()
