"""Pick the programs of the corpus for the gate: those that reach what no other does.

    python -m tools.gate [--seconds 120] [--keep FOLDER]

Every test is run once, in Python 3.12 or later, and noted with the branches of the
library that it takes, by `sys.monitoring`, and with its time. What tests outside of the
corpus take is covered. From the corpus the tool then picks the program that adds most
branches for its time, again and again: at first of `graph`, `executor` and the
converters, then of the operators and of what stages them, until the time is spent; and
one of each table at least. The picks are written to `tests/language/gate.txt`, which
`pytest --gate` reads: `tests/conftest.py`.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
PICKS: Final = ROOT / "tests/language/gate.txt"
CORPUS: Final = "tests/language/"
RUNNER: Final = f"{CORPUS}test_programs.py"
_MEASURED: Final = tuple(
    str(ROOT / p) + os.sep for p in ("graph", "executor", "autograph")
)
_STAGING: Final = ("autograph/operators/", "autograph/staging/", "autograph/values/")
_FOLDER: Final = "AUTOGRAPH_GATE_FOLDER"
_HEAD: Final = """\
# The programs of the corpus that `pytest --gate` runs; written by tools/gate.py.
# A file that is not named here runs whole.
"""

# A code object, and where a branch leads; -1 of both is the beginning of a function.
Branch = tuple[str, int, int]


class Branches:
    """The branches of the library that are taken, since they were last asked for.

    Of a branch that has gone both ways nothing more is told, so that loops run fast.
    """

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], set[int]] = {}
        self._codes: dict[int, tuple[CodeType, str]] = {}
        self._monitoring = sys.monitoring  # type: ignore[attr-defined,unused-ignore]
        self._events = self._monitoring.events
        tool = self._monitoring.COVERAGE_ID
        self._monitoring.use_tool_id(tool, "gate")
        for event, told in (
            (self._events.PY_START, self._start),
            (self._events.BRANCH, self._branch),
        ):
            self._monitoring.register_callback(tool, event, told)
        self._monitoring.set_events(tool, self._events.PY_START)

    def _start(self, code: CodeType, offset: int) -> Any:
        del offset
        if code.co_filename.startswith(_MEASURED):
            self._taken[id(code), -1] = {-1}
            if id(code) not in self._codes:
                path = Path(code.co_filename).relative_to(ROOT).as_posix()
                name = f"{path}:{code.co_firstlineno}:{code.co_qualname}"
                self._codes[id(code)] = code, name
                tool = self._monitoring.COVERAGE_ID
                self._monitoring.set_local_events(tool, code, self._events.BRANCH)
        return self._monitoring.DISABLE

    def _branch(self, code: CodeType, offset: int, target: int) -> Any:
        taken = self._taken.setdefault((id(code), offset), set())
        taken.add(target)
        return self._monitoring.DISABLE if len(taken) > 1 else None

    def begin(self) -> None:
        """Forget what was taken."""
        self._taken = {}
        self._monitoring.restart_events()

    def end(self) -> None:
        """Listen no more."""
        self._monitoring.free_tool_id(self._monitoring.COVERAGE_ID)

    def taken(self) -> Iterator[Branch]:
        """Yield what was taken."""
        for (code, offset), targets in list(self._taken.items()):
            for target in targets:
                yield self._codes[code][1], offset, target


class _Notes:
    """A plugin of pytest's that notes what tests take, in a file for each process."""

    def __init__(self, folder: Path) -> None:
        self._branches = Branches()
        self._file = (folder / f"{os.getpid()}.jsonl").open("w", encoding="utf-8")
        self._numbers: dict[Branch, int] = {}
        self._covered: set[int] = set()  # outside of the corpus
        self._process = os.getpid()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Any:
        self._branches.begin()
        result = yield
        if os.getpid() == self._process:
            new, old = [], []
            for each in self._branches.taken():
                if each in self._numbers:
                    old.append(self._numbers[each])
                else:
                    self._numbers[each] = len(self._numbers)
                    new.append(each)
            if not item.nodeid.startswith(CORPUS):
                old = [each for each in old if each not in self._covered]
                self._covered.update(old, (self._numbers[each] for each in new))
            is_long = item.get_closest_marker("long") is not None
            row = {"test": item.nodeid, "new": new, "old": old, "is_long": is_long}
            self._note(row)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            seconds, outcome = report.duration, report.outcome
            self._note({"test": report.nodeid, "seconds": seconds, "outcome": outcome})

    def pytest_unconfigure(self) -> None:
        self._branches.end()
        self._file.close()

    def _note(self, row: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(row) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    """Let pytest note what tests take, in the processes that run them."""
    is_spread = bool(getattr(config.option, "numprocesses", None))
    if _FOLDER in os.environ and not is_spread:
        config.pluginmanager.register(_Notes(Path(os.environ[_FOLDER])))


@dataclass
class Measured:
    """What a test takes.

    Attributes:
        branches: The branches, by number.
        seconds: Its time.
        has_passed: Has it passed?
        is_long: Is it marked as one that the gate has not?
    """

    branches: frozenset[int] = frozenset()
    seconds: float = 0.0
    has_passed: bool = False
    is_long: bool = False


def read(folder: Path) -> tuple[dict[str, Measured], set[int]]:
    """Return what was noted, and which branches are of what stages."""
    numbers: dict[Branch, int] = {}
    tests: dict[str, Measured] = collections.defaultdict(Measured)
    for path in sorted(folder.glob("*.jsonl")):
        own: list[int] = []
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            measured = tests[row["test"]]
            if "seconds" in row:
                measured.seconds = row["seconds"]
                measured.has_passed = row["outcome"] == "passed"
                continue
            measured.is_long = row["is_long"]
            new = [numbers.setdefault(tuple(x), len(numbers)) for x in row["new"]]
            own += new
            measured.branches = frozenset([*new, *(own[n] for n in row["old"])])
    staging = {n for (code, _, _), n in numbers.items() if code.startswith(_STAGING)}
    return tests, staging


def pick(
    tests: Mapping[str, Measured], staging: set[int], seconds: float
) -> Iterator[str]:
    """Yield the tests of the corpus that the gate is to run.

    Args:
        tests: All tests, by name.
        staging: The branches that count once all others are covered.
        seconds: How long they may take.
    """
    waiting: dict[str, Measured] = {}
    covered: set[int] = set()
    for name, measured in tests.items():
        if not name.startswith(CORPUS) and not measured.is_long:
            covered |= measured.branches
        elif measured.has_passed and not measured.is_long:
            waiting[name] = measured
    tables = {_table(name) for name in waiting}
    spent = 0.0

    def worth(branches: Iterable[int], left: set[int] | frozenset[int]) -> int:
        return sum(1 for each in branches if each not in covered and each not in left)

    nothing: frozenset[int] = frozenset()
    for left in (staging, nothing):
        gains = {name: worth(x.branches, left) for name, x in waiting.items()}
        while spent < seconds:
            best = max(
                gains, key=lambda name: gains[name] / _cost(waiting[name]), default=""
            )
            if not best or not gains[best]:
                break
            now = worth(waiting[best].branches, left)
            if now < gains[best]:  # others have covered some since
                gains[best] = now
                continue
            del gains[best]
            found = waiting.pop(best)
            covered |= found.branches
            spent += found.seconds
            tables.discard(_table(best))
            yield best
    for table in sorted(tables):
        inside = [name for name in waiting if _table(name) == table]
        yield min(inside, key=lambda name: waiting[name].seconds)


def _table(test: str) -> str:
    """Return the table of a program, `dict/keys`, or the file of another test."""
    file, _, name = test.partition("::")
    return name.partition("[")[2].partition("-")[0] if file == RUNNER else file


def _cost(measured: Measured) -> float:
    return measured.seconds + 0.01


def written(picks: Iterable[str]) -> str:
    """Return the text of a list of tests, by file."""
    by_file: dict[str, list[str]] = collections.defaultdict(list)
    for each in sorted(picks):
        file, _, name = each.partition("::")
        by_file[file].append(f"    {name}")
    return _HEAD + "".join(
        "\n".join([file, *names, ""]) for file, names in by_file.items()
    )


def main() -> int:
    """Measure, pick and write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=120, help="of all picks")
    parser.add_argument("--keep", type=Path, help="where the notes are, or are to be")
    options = parser.parse_args()
    if sys.version_info < (3, 12):
        sys.exit("error: tools.gate needs Python 3.12 or later, for sys.monitoring")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        if not folder.is_dir() or not any(folder.glob("*.jsonl")):
            folder.mkdir(parents=True, exist_ok=True)
            command = [
                "pytest",
                "-q",
                "-p",
                "tools.gate",
                "-n",
                str(os.cpu_count() or 1),
            ]
            subprocess.run(
                [sys.executable, "-m", *command],
                cwd=ROOT,
                env={**os.environ, _FOLDER: str(folder.resolve())},
                check=False,
            )
        tests, staging = read(folder)
    picks = list(pick(tests, staging, options.seconds))
    PICKS.write_text(written(picks), encoding="utf-8")
    total = sum(tests[each].seconds for each in picks)
    of_all = sum(1 for each in tests if each.startswith(CORPUS))
    print(f"{len(picks)} of {of_all} programs, {total:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
