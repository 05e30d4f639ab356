"""docs/architecture.md says where to change what: these places exist."""

import ast
import re
from functools import cache

import pytest

from tools import docs

TEXT = (docs.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
TABLE = TEXT.partition("## To change X, edit Y")[2].partition("\n## ")[0]
# A path, with the names that follow it after a colon.
PLACE = re.compile(
    r"`(?P<path>[\w.]+/[\w./]*|[\w]+\.(?:py|md))`"
    r"(?:: (?P<names>`\w+`(?:, `\w+`)*))?"
)


def places():
    """Return the paths of the table's right-hand column, each with its names."""
    rows = [line.split(" | ")[1] for line in TABLE.splitlines() if " | " in line]
    return [
        (found["path"], tuple(re.findall(r"\w+", found["names"] or "")))
        for row in rows
        for found in PLACE.finditer(row)
    ]


@cache
def defined_in(path):
    """Return what the modules at a path define, and the fields of their classes."""
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    found = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
    return found


@pytest.mark.parametrize(("path", "names"), sorted(set(places())))
def test_what_is_to_be_edited_exists(path, names):
    assert (docs.ROOT / path).exists()
    missing = set(names) - (defined_in(docs.ROOT / path) if names else set())
    assert not missing


def test_the_table_is_read():
    assert len(places()) > 80
    assert ("autograph/operators/calls.py", ("open_call",)) in places()


def test_the_page_follows_a_program_with_a_dict_through_all_stages():
    shown = [found["name"] for found in docs.MARKED.finditer(TEXT)]
    stages = ["source", "code", "core", "attempts", "graph", "optimised", "program"]
    assert shown[:9] == [f"count-{each}" for each in (*stages, "result", "explained")]
