"""Write the parts of the documents that show what the code does.

    .venv/bin/python -m tools.docs             write them
    .venv/bin/python -m tools.docs --check     only report which are not current

Such a part of README.md, docs/architecture.md or docs/reference/operators.md is between
two comments, such as `<!-- begin: collatz-graph -->` and `<!-- end: collatz-graph -->`.
Tests compare it with what is made anew. Pages that are made as a whole are not
committed: see `tools/book/pages.py`.
"""

from __future__ import annotations

import argparse
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np

import autograph as ag
from autograph.function import trace as function_traces
from autograph.staging import tracing
from autograph.testing.operators import overridable
from autograph.values.sites import Known
from examples import piecewise
from graph.passes.pipeline import optimise
from tools import names
from tools.book.constructs import fenced
from tools.book.examples import program

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python -m tools.docs"

COLLATZ = """\
import autograph as ag

@ag.function
def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps
"""
COUNT = """\
import autograph as ag

@ag.function
def count(values):
    counts = {}
    total = 0
    for value in values:
        unused = value * value
        counts[value // 10] = counts.get(value // 10, 0) + 1
        total += value
    return counts, total
"""


def main(arguments: list[str] | None = None) -> int:
    """Write the documents, or say which are not current; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    stale = list(names.stale())
    if stale and not options.check:  # what is imported here is made of them
        names.main([])
        return subprocess.run(
            [sys.executable, "-m", "tools.docs"], check=False
        ).returncode
    for path, text in documents().items():
        if path.exists() and is_current(path.read_text(encoding="utf-8"), text):
            continue
        stale.append(path)
        if not options.check:
            path.write_text(text, encoding="utf-8")
    for path in stale:
        verdict = "is not current" if options.check else "written"
        print(f"{path.relative_to(ROOT)}: {verdict}")
    return int(options.check and bool(stale))


def is_current(written: str, made: str) -> bool:
    """Compare texts but for carets, whose place depends on the version of Python."""
    return CARETS.sub("", written) == CARETS.sub("", made)


CARETS = re.compile(r"^ *\^+\n", re.MULTILINE)


FILLED = ("README.md", "docs/architecture.md", "docs/reference/operators.md")


def documents() -> dict[Path, str]:
    """Return each document's text as it should be."""
    texts = {}
    for name in FILLED:
        path = ROOT / name
        texts[path] = filled(path.read_text(encoding="utf-8"), PARTS)
    return texts


def filled(text: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """Return a document with what stands between its comments made anew."""

    def made(found: re.Match[str]) -> str:
        name = found["name"]
        content = parts[name]().rstrip("\n")
        return f"<!-- begin: {name} -->\n{content}\n<!-- end: {name} -->"

    return MARKED.sub(made, text)


MARKED = re.compile(
    r"<!-- begin: (?P<name>[\w-]+) -->\n(?P<content>.*?)<!-- end: (?P=name) -->",
    re.DOTALL,
)


# -- A function, stage by stage


@cache
def stages(source: str, name: str, shown: str) -> dict[str, str]:
    """Return the text of each stage of a function, and of a call of it.

    Args:
        source: The function's module.
        name: Its name.
        shown: Its argument, as an expression.
    """
    with program(source, f"{name}.py") as place:
        function = place.load()[name]
        given = eval(shown, {"ag": ag, "np": np})  # noqa: S307  # one of ours
        with _recorded() as found:
            concrete = function.get_concrete_function(given)
        explained = str(function.explain()).splitlines()[3:]
        return {
            "source": fenced(source, "python"),
            "code": fenced(ag.to_code(function), "python"),
            "core": fenced(ag.to_code(function, stage="core"), "python"),
            "attempts": fenced("\n".join(_told(found[-1]))),
            "graph": fenced(_within(str(concrete.graph), name)),
            "optimised": fenced(_within(str(optimise(concrete.graph)), name)),
            "program": fenced(_within(concrete.program_source(), name), "python"),
            "result": fenced(f">>> {name}({shown})\n{function(given)!r}", "pycon"),
            "explained": fenced("\n".join(explained)),
        }


def _within(text: str, name: str) -> str:
    """Return a text without lines of other files: the call is this one's."""
    return re.sub(rf" +# (?!{name}\.py)[\w.]+\.py:\d+$", "", text, flags=re.MULTILINE)


@contextmanager
def _recorded() -> Iterator[list[Known]]:
    """Give what attempts to trace a function find out."""
    found: list[Known] = []

    def traced(*given: Any) -> Any:
        made = tracing.trace(*given)
        found.append(made.known)
        return made

    with mock.patch.object(function_traces, "trace", traced):
        yield found


def _told(known: Known) -> Iterator[str]:
    yield f"{known.attempts} attempts:"
    yield from (f"    {line}" for line in known.log)
    for number, site in enumerate(known.sites.values(), 1):
        slots = ", ".join(f"{name} {spec}" for name, spec in site.slots.items())
        kind = "real" if site.is_real else "virtual"
        yield f"site {number}, {site.cls.__name__} of {site.where}: {kind}; {slots}"


def collatz(stage: str) -> Callable[[], str]:
    """Return what makes a stage of the README's function."""
    return lambda: stages(COLLATZ, "collatz", "ag.constant(27)")[stage]


def count(stage: str) -> Callable[[], str]:
    """Return what makes a stage of the function in docs/architecture.md."""
    return lambda: stages(COUNT, "count", "np.array([3, 14, 15, 9, 26])")[stage]


# -- Operators


def operators_table() -> str:
    """Return the operators that may be overridden, each with its docstring's start."""
    lines = ["| Operator | |", "|---|---|"]
    for name in (*sorted(overridable()), "callee"):
        doc = inspect.getdoc(getattr(ag.Operators, name)) or ""
        lines.append(f"| `{name}` | {doc.partition(chr(10))[0]} |")
    return "\n".join(lines)


def piecewise_source() -> str:
    """Return a function of examples/piecewise.py."""
    return fenced(inspect.getsource(piecewise.tax), "python")


def piecewise_output() -> str:
    """Return that function as a formula."""
    term = piecewise.formula(piecewise.tax)  # type: ignore[no-untyped-call]
    lines = [">>> formula(tax)", repr(term)]
    for income in (50, 500, 1000):
        given = {"income": income}
        value = piecewise.value_of(term, given)  # type: ignore[no-untyped-call]
        lines += [f">>> value_of(formula(tax), {given})", f"{value}"]
    return fenced("\n".join(lines), "pycon")


PARTS: Mapping[str, Callable[[], str]] = {
    "collatz-source": collatz("source"),
    "collatz-graph": collatz("graph"),
    "collatz-program": collatz("program"),
    "collatz-result": collatz("result"),
    "count-source": count("source"),
    "count-code": count("code"),
    "count-core": count("core"),
    "count-attempts": count("attempts"),
    "count-graph": count("graph"),
    "count-optimised": count("optimised"),
    "count-program": count("program"),
    "count-result": count("result"),
    "count-explained": count("explained"),
    "operators-table": operators_table,
    "piecewise-source": piecewise_source,
    "piecewise-output": piecewise_output,
}


if __name__ == "__main__":
    sys.exit(main())
