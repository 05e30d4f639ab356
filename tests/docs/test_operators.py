"""docs/operators.md: its parts are current, its code runs, its names exist."""

import doctest
import re

import pytest

import autograph as ag
from autograph import operators
from autograph.testing.operators import overridable
from tools import docs

TEXT = (docs.ROOT / "docs" / "operators.md").read_text(encoding="utf-8")
MARKED = {found["name"]: found["content"] for found in docs.MARKED.finditer(TEXT)}
OUTSIDE = docs.MARKED.sub("", TEXT)


@pytest.mark.parametrize("name", MARKED)
def test_generated_part_is_current(name):
    made = docs.PARTS[name]().rstrip("\n") + "\n"
    assert made == MARKED[name], f"run {docs.COMMAND}"


def test_first_example_prints_what_it_shows(tmp_path, monkeypatch):
    source, *_ = re.findall(r"```python\n(.*?)```", OUTSIDE, re.DOTALL)
    (tmp_path / "first_example.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    names = vars(__import__("first_example"))
    (prompts,) = re.findall(r"```pycon\n(.*?)```", OUTSIDE, re.DOTALL)
    example = doctest.DocTestParser().get_doctest(prompts, names, "first", None, 0)
    runner = doctest.DocTestRunner()
    runner.run(example)
    assert runner.summarize(verbose=False) == (0, len(example.examples))


def test_what_is_no_operator_is_told_as_machinery():
    machinery = set(operators.__all__) - set(overridable())
    section = OUTSIDE.partition("## What is machinery")[2].partition("\n## ")[0]
    named = set(re.findall(r"`(\w+)`", section))
    assert machinery <= named
    assert all(hasattr(operators, name) or name in dir(ag) for name in machinery)


def test_files_that_the_page_names_exist():
    named = re.findall(r"`((?:autograph|examples)/[\w/.]*)`", OUTSIDE)
    assert len(named) == 3
    assert [name for name in named if not (docs.ROOT / name).exists()] == []
