"""Run many random programs as plain Python and as graphs, and tell what differs.

    python -m tools.fuzz --programs 2000                    of each mix
    python -m tools.fuzz --mix places --first 5000          one mix, other seeds
    python -m tools.fuzz --mix places --show 5017           one program, as text

The mixes are those of `autograph.testing.language`. A program is given by its mix and
its seed, and runs in a process of its own group, so many seconds at most. The last
lines say how many runs there were of each verdict, and what was refused most often.
Ends with 1 if something differs, runs out of time, or is refused that should not be.
"""

from __future__ import annotations

import argparse
import math
import os
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Final

import autograph as ag
from autograph.testing import Verdict, check, random_program
from autograph.testing.choices import SeededChoices
from autograph.testing.language import MIXES

CHUNK: Final = 25
RUNS: Final = 3
NEVER_REFUSED: Final = "core"
# But for this: nan is in (nan,) if it is the same object, and a graph has none.
ON_IDENTITY: Final = (
    "whether nan in a list equals nan depends on which objects they are"
)
# Names and numbers of one program, which its refusal shares with none.
_OWN: Final = re.compile(r"\b[a-z_]+\d+\b|\d+|Tensor\(.*?\)|'[^']*'")


@dataclass
class Findings:
    """What runs of programs gave.

    Attributes:
        programs: How many programs ran.
        verdicts: How many runs there were of each.
        refusals: How often each message was given, without a program's own names.
        examples: A seed for each of these messages.
        failures: What should not be, with the program.
    """

    programs: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Findings) -> None:
        """Add what other runs gave."""
        self.programs += other.programs
        self.verdicts += other.verdicts
        self.refusals += other.refusals
        self.examples = other.examples | self.examples
        self.failures += other.failures


class _TooSlowError(BaseException):
    """A program took longer than it may: no handler of a program's may catch this."""


def _too_slow(*_: Any) -> None:
    raise _TooSlowError


def run_seeds(mix: str, seeds: Sequence[int], seconds: int) -> Findings:
    """Run the programs of some seeds; each may take so many seconds of computing."""
    # Not of waiting: other processes may keep the machine busy.
    held = signal.signal(signal.SIGPROF, _too_slow)
    findings = Findings()
    try:
        for seed in seeds:
            findings.programs += 1
            signal.setitimer(signal.ITIMER_PROF, seconds)
            try:
                _run_program(mix, seed, findings)
            except _TooSlowError:
                findings.verdicts["too slow"] += 1
                findings.failures.append(_described(mix, seed, "too slow"))
            except Exception as error:  # noqa: BLE001  # of the generator, or a check
                findings.verdicts["broken"] += 1
                findings.failures.append(_described(mix, seed, repr(error)))
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
    finally:
        signal.signal(signal.SIGPROF, held)
    return findings


def _run_program(mix: str, seed: int, findings: Findings) -> None:
    program = random_program(seed, grammar=MIXES[mix])
    choices = SeededChoices(seed)
    function = ag.function(program.function)
    for _ in range(RUNS):
        args = program.arguments(choices)
        found = check(function, *args)
        findings.verdicts[found.verdict.value] += 1
        is_refused = found.verdict is Verdict.REFUSED
        if is_refused:
            kind = _OWN.sub("_", found.reason)[:160]
            findings.refusals[kind] += 1
            findings.examples.setdefault(kind, f"--mix {mix} --show {seed}")
        is_unfit = is_refused and ON_IDENTITY not in found.reason
        if found.verdict is Verdict.DIFFERS or (is_unfit and mix == NEVER_REFUSED):
            findings.failures.append(_described(mix, seed, f"{args}\n{found}"))
            return


def _described(mix: str, seed: int, what: str) -> str:
    try:
        source = random_program(seed, grammar=MIXES[mix]).source
    except Exception as error:  # noqa: BLE001  # of the generator: told, and gone on
        source = f"no program: {error!r}"
    return f"=== --mix {mix} --show {seed}\n{source}\n{what}\n"


def run(
    mixes: Sequence[str],
    seeds: range,
    seconds: int,
    jobs: int,
    minutes: float | None = None,
) -> Findings:
    """Run the programs of some seeds in several processes, telling what fails.

    Args:
        mixes: Of which mixes.
        seeds: Which of each.
        seconds: How long a program may take.
        jobs: The number of processes.
        minutes: How long all may take; None if that is all the same.
    """
    findings = Findings()
    end = math.inf if minutes is None else time.monotonic() + 60 * minutes
    tasks = [(*chunk, seconds) for chunk in _chunks(mixes, seeds)]
    # A new process for each few chunks: caches of graphs and of source text grow.
    # concurrent.futures cannot do that: its pool stops for ever (cpython 115634).
    with get_context("spawn").Pool(jobs, maxtasksperchild=20) as pool:
        try:
            for found in pool.imap_unordered(_run_task, tasks):
                findings.add(found)
                for failure in found.failures:
                    print(failure, flush=True)
                if time.monotonic() > end:
                    break
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    return findings


def _run_task(task: tuple[str, Sequence[int], int]) -> Findings:
    return run_seeds(*task)


def _chunks(mixes: Sequence[str], seeds: range) -> Iterator[tuple[str, Sequence[int]]]:
    for start in range(0, len(seeds), CHUNK):
        for mix in mixes:
            yield mix, seeds[start : start + CHUNK]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz")
    parser.add_argument("--mix", choices=MIXES, action="append", help="default: each")
    parser.add_argument("--programs", type=int, default=1000, help="of each mix")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=int, default=30, help="for each program")
    parser.add_argument("--minutes", type=float, help="for all; default: no end")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", type=int, metavar="SEED", help="print its program")
    options = parser.parse_args(arguments)
    mixes = options.mix or list(MIXES)
    if options.show is not None:
        for mix in mixes:
            print(repr(random_program(options.show, grammar=MIXES[mix])), end="")
        return 0
    seeds = range(options.first, options.first + options.programs)
    findings = run(mixes, seeds, options.seconds, options.jobs, options.minutes)
    for message, count in findings.refusals.most_common():
        print(f"refused {count} times, {findings.examples[message]}: {message}")
    counts = ", ".join(f"{count} {name}" for name, count in findings.verdicts.items())
    print(f"{findings.programs} programs; runs: {counts}")
    return 1 if findings.failures else 0


if __name__ == "__main__":
    sys.exit(main())
