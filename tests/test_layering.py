"""Imports point one way: graph <- executor <- autograph.

The files are parsed, not imported, so that imports inside functions and under
TYPE_CHECKING count, and so do constant names given to `import_module`.
"""

import ast
import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("graph", "executor", "autograph")

FORBIDDEN = {
    "graph": {"executor", "autograph"},
    "executor": {"autograph"},
    "autograph": set[str](),
}
# What depends on a library outside our control is kept in one module.
KEPT_IN_ONE_MODULE = (
    ("gast",),
    ("astunparse",),
    ("threadpoolctl",),
)
# Imports a module in a child, of a process that has imported others' libraries only.
FIRST = """
import importlib, os, sys
import numpy
for name in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        try:
            importlib.import_module(name)
        except BaseException as error:
            print(name, repr(error), flush=True)
            os._exit(1)
        os._exit(0)
    os.waitpid(child, 0)
"""
# What traces and converts does not know who asks for it.
BELOW_FUNCTIONS = (
    *("graph", "executor", "autograph/analysis", "autograph/converters"),
    *("autograph/values", "autograph/staging", "autograph/operators"),
)
IMPORTERS = {"import_module", "__import__", "find_spec"}


@functools.cache
def imported_roots(source: str) -> list[tuple[int, str]]:
    """Return the line and the top-level name of every absolute import in a source."""
    return [
        (node.lineno, name.partition(".")[0])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.stmt | ast.expr)
        for name in _imported_names(node)
    ]


def _imported_names(node: ast.stmt | ast.expr) -> list[str]:
    match node:
        case ast.Import(names=aliases):
            return [alias.name for alias in aliases]
        case ast.ImportFrom(module=str(module), level=0):
            return [module]
        case ast.Call(
            func=ast.Name(id=function) | ast.Attribute(attr=function),
            args=[ast.Constant(value=str(module)), *_],
        ) if function in IMPORTERS:
            return [module]
    return []


def violations(package: str, source: str) -> list[str]:
    """Return "line N imports M" for every import that points the wrong way."""
    return [
        f"line {line} imports {root}"
        for line, root in imported_roots(source)
        if root in FORBIDDEN[package]
    ]


class _Run(ast.NodeTransformer):
    """Leaves out what is imported for type checkers alone."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        is_typing = "TYPE_CHECKING" in ast.dump(node.test)
        return None if is_typing else self.generic_visit(node)


@functools.cache
def imported_modules(source: str, *, is_run: bool = False) -> set[str]:
    """Return the names of all that a source imports, modules and what is in them."""
    found: set[str] = set()
    tree: ast.AST = ast.parse(source)
    for node in ast.walk(_Run().visit(tree) if is_run else tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def cycles(package: str, *, is_run: bool = False) -> list[set[str]]:
    """Return the modules of a package that import each other, cycle by cycle."""
    names = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in files(package)
    }
    reached = {
        name: imported_modules(path.read_text(encoding="utf-8"), is_run=is_run)
        & names.keys()
        for name, path in names.items()
    }
    for middle in names:
        for name in names:
            if middle in reached[name]:
                reached[name] |= reached[middle]
    found = []
    for name in names:
        cycle = {each for each in reached[name] if name in reached[each]}
        if len(cycle) > 1 and cycle not in found:
            found.append(cycle)
    return found


def files(package: str) -> list[Path]:
    """Return the package's files."""
    return sorted((ROOT / package).rglob("*.py"))


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package):
    found = {
        str(path.relative_to(ROOT)): wrong
        for path in files(package)
        if (wrong := violations(package, path.read_text(encoding="utf-8")))
    }
    assert files(package), f"no Python files in {package}/"
    assert found == {}


@pytest.mark.parametrize("package", BELOW_FUNCTIONS)
def test_what_traces_does_not_import_the_function_layer(package):
    found = {
        str(path.relative_to(ROOT)): wrong
        for path in files(package)
        if (
            wrong := {
                each
                for each in imported_modules(path.read_text(encoding="utf-8"))
                if f"{each}.".startswith("autograph.function.")
            }
        )
    }
    assert files(package), f"no Python files in {package}/"
    assert found == {}


def test_modules_of_the_function_layer_import_one_way():
    # A concrete function is pickled as data, which makes one again.
    known = {"autograph.function.concrete", "autograph.function.concrete_data"}
    assert cycles("autograph/function") == [known]


@pytest.mark.parametrize("package", PACKAGES)
def test_few_modules_import_each_other(package):
    largest = max((len(each) for each in cycles(package, is_run=True)), default=0)
    assert largest <= 10


@pytest.mark.parametrize("libraries", KEPT_IN_ONE_MODULE, ids="+".join)
def test_library_is_imported_in_one_module_only(libraries):
    importers = [
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in files(package)
        for _, root in imported_roots(path.read_text(encoding="utf-8"))
        if root in libraries
    ]
    assert len(set(importers)) <= 1, sorted(set(importers))


def test_tests_do_not_hide_the_packages():
    # With an __init__.py, tests/graph could be imported in place of graph.
    assert sorted((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize(
    "statement",
    [
        "import autograph",
        "import autograph.function as f",
        "import os, autograph",
        "from autograph import function",
        "from autograph.converters import calls",
        "def f():\n    from autograph import function",
        "if TYPE_CHECKING:\n    import autograph",
        "try:\n    pass\nexcept E:\n    import autograph",
        "importlib.import_module('autograph.function')",
        "m = import_module('autograph', None)",
        "__import__('autograph')",
    ],
)
def test_wrong_import_is_found(statement):
    last_line = statement.count("\n") + 1
    for package in ("graph", "executor"):
        wrong = violations(package, statement)
        assert wrong == [f"line {last_line} imports autograph"]
    assert violations("autograph", statement) == []


@pytest.mark.parametrize(
    "statement",
    [
        "import graph",
        "from graph import autograph",
        "from . import autograph",
        "from .autograph import x",
        "import autographs",
        "name = 'import autograph'",
        "import_module(autograph)",
    ],
)
def test_right_import_is_let_through(statement):
    assert violations("executor", statement) == []


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="it imports in children")
def test_any_module_can_be_imported_first():
    # An import of its own for each: modules that import each other hide it otherwise.
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in ("graph", "executor")
        for path in (ROOT / package).glob("*.py")
        if path.stem != "__init__"
    ]
    found = subprocess.run(
        [sys.executable, "-c", FIRST, *modules],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout == ""
