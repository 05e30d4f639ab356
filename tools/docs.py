"""Write the parts of the documents that are made from what the code does.

    .venv/bin/python -m tools.docs             write them
    .venv/bin/python -m tools.docs --check     only tell which are not current

A part of README.md, docs/architecture.md, docs/operators.md or docs/numpy.md stands
between two comments, such as `<!-- begin: collatz-graph -->` and
`<!-- end: collatz-graph -->`; docs/language.md, docs/autograph_limitations.md,
docs/errors.md and docs/ops.md are made as a whole. Tests compare what is there with
what is made anew.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import autograph as ag
from autograph.testing.operators import overridable
from examples import piecewise
from graph.passes.pipeline import optimise
from tests.docs.examples import program
from tools import names
from tools.constructs import fenced, judged, language_page, language_summary
from tools.errors_page import errors_page
from tools.limitations import judged_limits, limitations_page
from tools.numpy_page import numpys_functions, standard_table
from tools.ops_page import ops_page

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
ROOT_OF = """\
import autograph as ag

@ag.function
def root(a):
    limit = ag.constant(10.0) ** -6
    x, steps = a, 0
    while abs(x * x - a) > limit * a:
        change = a / x - x
        x = (x + a / x) / 2
        steps += 1
    return x, steps
"""


def main(arguments: list[str] | None = None) -> int:
    """Write the documents, or say which are not current; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    ag.config.set_python("refuse")  # what is refused is shown as such
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


FILLED = ("README.md", "docs/architecture.md", "docs/operators.md", "docs/numpy.md")


def documents() -> dict[Path, str]:
    """Return each document's text as it should be."""
    texts = {}
    for name in FILLED:
        path = ROOT / name
        texts[path] = filled(path.read_text(encoding="utf-8"), PARTS)
    texts[ROOT / "docs" / "language.md"] = language_page(judged())
    texts[ROOT / "docs" / "errors.md"] = errors_page()
    texts[ROOT / "docs" / "ops.md"] = ops_page()
    limits = limitations_page(judged_limits())
    texts[ROOT / "docs" / "autograph_limitations.md"] = limits
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
def stages(source: str, name: str, *arguments: Any) -> dict[str, str]:
    """Return the text of each stage of a function, and of a call of it."""
    with program(source, f"{name}.py") as place:
        function = place.load()[name]
        given = [ag.constant(x) for x in arguments]
        concrete = function.get_concrete_function(*given)
        shown = ", ".join(f"ag.constant({x!r})" for x in arguments)
        return {
            "source": fenced(source, "python"),
            "code": fenced(ag.to_code(function), "python"),
            "graph": fenced(str(concrete.graph)),
            "optimised": fenced(str(optimise(concrete.graph))),
            "program": fenced(concrete.program_source(), "python"),
            "result": fenced(f">>> {name}({shown})\n{function(*given)!r}", "pycon"),
        }


def collatz(stage: str) -> Callable[[], str]:
    """Return what makes a stage of the README's function."""
    return lambda: stages(COLLATZ, "collatz", 27)[stage]


def root(stage: str) -> Callable[[], str]:
    """Return what makes a stage of the function in docs/architecture.md."""
    return lambda: stages(ROOT_OF, "root", 2.0)[stage]


# -- The map of files


def file_map() -> str:
    """Return the files of the packages, each with the first line of its docstring."""
    lines = []
    for package in ("graph", "executor", "autograph"):
        folder = ROOT / package
        lines += ["", f"{package}/"]
        for path, depth in _files(folder, 1):
            name = path.name + ("/" if path.is_dir() else "")
            head = "    " * depth + name
            lines.append(f"{head:<35}{_first_line(path)}".rstrip())
    return fenced("\n".join(lines))


def _files(folder: Path, depth: int) -> Iterator[tuple[Path, int]]:
    """Yield the modules of a folder and then its packages, each with its depth."""
    for path in sorted(folder.glob("*.py")):
        if path.name not in ("__init__.py", "__main__.py"):
            yield path, depth
    for inner in sorted(folder.glob("*/__init__.py")):
        yield inner.parent, depth
        yield from _files(inner.parent, depth + 1)


def _first_line(path: Path) -> str:
    source = path / "__init__.py" if path.is_dir() else path
    doc = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8")))
    return (doc or "").partition("\n")[0].rstrip(".")


# -- Ops


def new_family() -> str:
    """Return a family of ops that shows what is written to add one."""
    path = ROOT / "tests" / "graph" / "ops" / "data" / "new_family.py"
    return fenced(path.read_text(encoding="utf-8"), "python")


# -- Operators


def operators_table() -> str:
    """Return the operators that may be overridden, each with its docstring's start."""
    lines = ["| Operator | |", "|---|---|"]
    for name in (*overridable(), "callee"):
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
    "root-source": root("source"),
    "root-code": root("code"),
    "root-graph": root("graph"),
    "root-optimised": root("optimised"),
    "root-program": root("program"),
    "root-result": root("result"),
    "file-map": file_map,
    "new-family": new_family,
    "language-summary": language_summary,
    "operators-table": operators_table,
    "numpys-functions": numpys_functions,
    "standard-table": standard_table,
    "piecewise-source": piecewise_source,
    "piecewise-output": piecewise_output,
}


if __name__ == "__main__":
    sys.exit(main())
