"""Check that files and functions stay small.

A Python file has at most 500 lines and a function at most 60, from its first decorator
to its last line. What must be longer is listed in `EXCEPTIONS`, with the reason.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("autograph", "executor", "graph", "tests", "tools", "examples")
SKIPPED_FOLDERS = frozenset({"data", "golden", "__pycache__"})

MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60

# "path" or "path:qualified.name" -> why it is longer than the limit.
EXCEPTIONS: Mapping[str, str] = {
    "autograph/decorator.py:function": "its options, each with what it does",
}


@dataclass(frozen=True)
class Size:
    """A file or a function, where it starts, and how long it is."""

    key: str
    line: int
    lines: int
    limit: int

    @property
    def is_long(self) -> bool:
        """Say whether it is over its limit."""
        return self.lines > self.limit


def main() -> int:
    """Print what is too long, or wrongly excepted; return the exit code."""
    sizes = [size for path in python_files(ROOT) for size in measure(path, ROOT)]
    complaints = check(sizes, EXCEPTIONS)
    for complaint in complaints:
        print(complaint)
    if complaints:
        print(
            f"{len(complaints)} too long. Split, or list with a reason in {__file__}."
        )
        return 1
    files = sum(size.limit == MAX_FILE_LINES for size in sizes)
    print(
        f"{files} files, {len(sizes) - files} functions: sizes are within the limits."
    )
    return 0


def python_files(root: Path) -> Iterator[Path]:
    """Yield our own Python files under `root`, in a fixed order."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            if SKIPPED_FOLDERS.isdisjoint(path.relative_to(root).parts):
                yield path


def measure(path: Path, root: Path) -> Iterator[Size]:
    """Yield the size of a file, then those of all its functions, nested ones too."""
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(root).as_posix()
    yield Size(name, 1, len(text.splitlines()), MAX_FILE_LINES)
    yield from _functions(ast.parse(text, str(path)), f"{name}:")


def _functions(node: ast.AST, prefix: str) -> Iterator[Size]:
    for child in ast.iter_child_nodes(node):
        inner = prefix
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{prefix}{child.name}."
            if not isinstance(child, ast.ClassDef):
                yield _function_size(child, prefix + child.name)
        yield from _functions(child, inner)


def _function_size(node: ast.FunctionDef | ast.AsyncFunctionDef, key: str) -> Size:
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
    last = node.end_lineno or node.lineno
    return Size(key, first, last - first + 1, MAX_FUNCTION_LINES)


def check(sizes: list[Size], exceptions: Mapping[str, str]) -> list[str]:
    """Return one line for each size over its limit, and each exception not needed."""
    long = {size.key: size for size in sizes if size.is_long}
    unlisted = [
        f"{size.key.partition(':')[0]}:{size.line}: {size.key} has {size.lines} lines; "
        f"the limit is {size.limit}"
        for key, size in long.items()
        if not exceptions.get(key)
    ]
    unneeded = [
        f"tools/check_sizes.py: the exception for {key} is not needed any more"
        for key in exceptions
        if key not in long
    ]
    return unlisted + unneeded


if __name__ == "__main__":
    sys.exit(main())
