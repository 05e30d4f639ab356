"""docs/numpy.md: its examples run, and its table and list are what the code says."""

import doctest
import re

import pytest

import autograph as ag
from tools import docs

TEXT = (docs.ROOT / "docs" / "numpy.md").read_text(encoding="utf-8")
MARKED = {found["name"]: found["content"] for found in docs.MARKED.finditer(TEXT)}


@pytest.mark.parametrize("name", MARKED)
def test_generated_part_is_current(name):
    made = docs.PARTS[name]().rstrip("\n") + "\n"
    assert made == MARKED[name], f"run {docs.COMMAND}"


def test_every_function_of_the_standard_is_told():
    table = MARKED["standard-table"]
    for name in ("abs", "unstack", "linalg.svd", "fft.irfftn", "unique_all", "finfo"):
        assert f"`{name}`" in table


def test_examples_print_what_they_show():
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=flags)
    text = "\n".join(re.findall(r"```pycon\n(.*?)```", TEXT, re.DOTALL))
    example = parser.get_doctest(text, {"ag": ag}, "numpy", None, 0)
    assert len(example.examples) >= 10
    runner.run(example)
    assert runner.summarize(verbose=False).failed == 0
