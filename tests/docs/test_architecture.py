"""docs/architecture.md shows what the code does, and names files that exist."""

import re

import pytest

from tools import docs

PATH = docs.ROOT / "docs" / "architecture.md"
TEXT = PATH.read_text(encoding="utf-8")
MARKED = {found["name"]: found["content"] for found in docs.MARKED.finditer(TEXT)}


@pytest.mark.parametrize("name", MARKED)
def test_generated_part_is_current(name):
    made = docs.PARTS[name]().rstrip("\n") + "\n"
    assert made == MARKED[name], f"run {docs.COMMAND}"


def test_every_begin_has_its_end():
    assert len(MARKED) == TEXT.count("\n<!-- begin: ")


def test_passes_change_what_the_text_says_they_change():
    traced, optimised = MARKED["root-graph"], MARKED["root-optimised"]
    assert traced.count("divide(a, x)") == 2
    assert optimised.count("divide(a, x)") == 1
    assert "pow(%0" in traced
    assert "pow(%0" not in optimised


def test_files_that_the_prose_names_exist():
    prose = docs.MARKED.sub("", TEXT)
    named = re.findall(
        r"`((?:autograph|graph|executor|tests|tools|examples)/[\w/.]*)`", prose
    )
    assert len(named) > 20
    assert [name for name in named if not (docs.ROOT / name).exists()] == []
